"""`kingmaker db upgrade` and `db check`: what a newer version makes of a database's games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict

from bot.commands.problem import Problem
from bot.commands.records import address_of
from bot.games import LIBRARY
from bot.session.clock.clock import SystemClock
from bot.session.past.upgrades import Checked, check_all
from bot.session.services import Services
from bot.storage import Database
from bot.storage.database import upgrade
from bot.storage.migrations.rehearsal import form_of, newest_form, rehearsed


def upgrade_database(database: str | None) -> None:
    """Apply all migrations."""
    upgrade(address_of(database))
    print("The database is up to date.")


def rehearse(database: str | None) -> None:
    """Apply all migrations to a copy, and hold the games there against today's rules."""
    form, found = asyncio.run(_rehearse(address_of(database)))
    print(f"A copy went from form {form} to {newest_form()}; the database is as it was.")
    _tell(found)


def check_games(database: str | None, *, as_json: bool) -> None:
    """Hold the running games against today's rules; a Problem if one cannot go on."""
    found = asyncio.run(_check(address_of(database)))
    if as_json:
        print(json.dumps([_plain(game) for game in found]))
        _complain(found)
    else:
        _tell(found)


async def _rehearse(url: str) -> tuple[str, list[Checked]]:
    store = Database(url)
    try:
        form = await form_of(store)
        async with rehearsed(store) as copy:
            return form, await check_all(Services(copy, SystemClock(), LIBRARY))
    finally:
        await store.close()


async def _check(url: str) -> list[Checked]:
    store = Database(url)
    try:
        form = await form_of(store)
        if form != newest_form():
            raise Problem(
                f"This database has form {form}, this version works with {newest_form()}. "
                "`kingmaker db upgrade --dry-run` checks its games on a copy."
            )
        return await check_all(Services(store, SystemClock(), LIBRARY))
    finally:
        await store.close()


def _plain(found: Checked) -> dict[str, object]:
    """A game for `--json`. Where a replay goes elsewhere is left out: it may tell secrets."""
    kept = asdict(found)
    touched = kept.pop("difference") is not None
    return {**kept, "touched": touched}


def _tell(found: Sequence[Checked]) -> None:
    for game in found:
        played = game.played_with or "an older version"
        print(
            f"{game.game_id}  {game.game} {game.ruleset}, revision {game.revision}, last played "
            f"with {played}: {_state(game)}"
        )
    touched = sum(game.difference is not None for game in found)
    noun = "game" if len(found) == 1 else "games"
    print(f"{len(found)} running {noun}, {touched} touched by mended rules.")
    _complain(found)


def _state(game: Checked) -> str:
    if game.broken is not None:
        return f"cannot go on: {game.broken}"
    if game.difference is None:
        return "a replay leads to where it stands."
    return (
        "touched by mended rules. It goes on from where it stands, and its log says so. "
        "`kingmaker export` and `verify` show where a replay goes elsewhere."
    )


def _complain(found: Sequence[Checked]) -> None:
    broken = [game.game_id for game in found if game.broken is not None]
    if broken:
        raise Problem(
            f"This version cannot go on with {', '.join(broken)}. Stay with the version that they "
            "were last played with, or bring back a backup."
        )
