"""`kingmaker backup` and `kingmaker restore`.

`kingmaker db upgrade` and `kingmaker db check`: what a newer version does with the games in a
database.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.commands.problem import Problem
from bot.commands.records import address_of, import_data, with_desk
from bot.games import LIBRARY
from bot.session.desk import Desk
from bot.session.past.upgrades import Checked, check_all
from bot.session.services import Services, SystemClock
from bot.storage import Database
from bot.storage.backups import Contents, NotEmpty, Torn, back_up, check, restore
from bot.storage.database import TROUBLES, Unusable, newest_form, trouble, upgrade
from bot.storage.migrations.rehearsal import form_of, rehearsed

_NAME = "kingmaker-{at:%Y%m%dT%H%M%SZ}.backup"
_PATTERN = re.compile(r"kingmaker-\d{8}T\d{6}Z\.backup")
_TIME = re.compile(r"([1-9]\d{0,3})([mhd])")
_SOON = timedelta(minutes=5)
"""The longest wait before trying again after a failed backup."""
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


def make_backup(where: str, *, every: str | None, keep: int | None, database: str | None) -> None:
    """Write a backup to a file, or into a folder under a name that gives the time; with `every`, do
    so repeatedly. Only the newest `keep` stay in the folder. A name that ends in "/" is a folder's.
    """
    to = Path(where)
    if where.endswith("/") and not to.is_dir():
        raise Problem(f"There is no folder {to}. Make it first.")
    wait = None if every is None else _interval(every)
    if (wait is not None or keep is not None) and not to.is_dir():
        raise Problem(
            f"{to} is not a folder. `--every` and `--keep` need a folder for the backups."
        )
    if keep is not None and keep < 1:
        raise Problem("`--keep` is the number of backups to keep, 1 or more.")
    asyncio.run(_make(to, wait, keep, address_of(database)))


def _interval(every: str) -> timedelta:
    found = _TIME.fullmatch(every)
    if found is None:
        raise Problem(f"`--every {every}` is not a time. Write it as 30m, 12h or 7d.")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


async def _make(to: Path, wait: timedelta | None, keep: int | None, url: str) -> None:
    while True:
        try:
            await _make_one(url, to)
            _tidy(to, keep)
        except Problem as problem:
            if wait is None:
                raise
            # The next backup may succeed; until then the last good ones are kept.
            print(problem, file=sys.stderr, flush=True)
            await asyncio.sleep(min(wait, _SOON).total_seconds())
            continue
        if wait is None:
            return
        await asyncio.sleep(wait.total_seconds())


async def _make_one(url: str, to: Path) -> None:
    # Between two backups nothing is held open, or no backup could be restored meanwhile.
    store, file = Database(url), _named(to)
    try:
        contents = await back_up(store, file)
    except (Unusable, FileExistsError) as wrong:
        raise Problem(str(wrong)) from wrong
    except OSError as wrong:
        raise Problem(f"{file} cannot be written: {wrong.strerror or wrong}.") from wrong
    except TROUBLES as wrong:
        raise Problem(trouble(wrong, store.engine.url)) from wrong
    finally:
        await store.close()
    size = file.stat().st_size
    print(
        f"{file}: {_told(contents)}, {size / 2**20:.1f} MB. I read it again, and it is complete.",
        flush=True,
    )


def _named(to: Path) -> Path:
    return to / _NAME.format(at=datetime.now(UTC)) if to.is_dir() else to


def _told(contents: Contents) -> str:
    games, decisions = contents.rows["game"], contents.rows["journal"]
    return f"{games} game{'s' * (games != 1)} with {decisions} journal entries"


def _tidy(folder: Path, keep: int | None) -> None:
    """Keep only the newest backups in a folder; leave files with other names alone."""
    if keep is not None:
        mine = sorted(file for file in folder.iterdir() if _PATTERN.fullmatch(file.name))
        for old in mine[:-keep]:
            old.unlink()


def bring_back(file: Path, *, game: str | None, replace: bool, database: str | None) -> None:
    """Fill a database from a backup; it must be empty, unless `replace` is given. With `game`, add
    only that game.
    """
    try:
        if game is not None:
            print(asyncio.run(_one_game(file, game, database)))
            return
        contents = asyncio.run(_all_of_it(file, replace, address_of(database)))
    except (Torn, NotEmpty, Unusable) as wrong:
        raise Problem(str(wrong)) from wrong
    except OSError as wrong:
        raise Problem(f"{file} cannot be read: {wrong.strerror or wrong}.") from wrong
    print(f"Restored {_told(contents)}. Start the bot, and the games go on.")


async def _all_of_it(file: Path, replace: bool, url: str) -> Contents:
    store = Database(url)
    try:
        return await restore(store, file, replace=replace)
    finally:
        await store.close()


async def _one_game(file: Path, game_id: str, database: str | None) -> str:
    """Restore one game from a backup, to continue in its channel, and return its new id."""
    made = check(file)[0].made
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/backup.sqlite3"
        await _all_of_it(file, False, url)

        async def export(desk: Desk) -> object:
            return await desk.export(game_id)

        record = await with_desk(url, export)
    if record is None:
        raise Problem(f"This backup of {made:%d %B %Y} has no game {game_id}.")
    return await import_data(record, database=database)


def upgrade_database(database: str | None) -> None:
    """Apply all migrations."""
    upgrade(address_of(database))
    print("The database is up to date.")


def rehearse(database: str | None) -> None:
    """Apply all migrations to a copy, and check its games against today's rules."""
    form, found = asyncio.run(_rehearse(address_of(database)))
    if form == newest_form():
        print(f"A copy of your games needs no upgrade: its schema is {form}.")
    else:
        print(
            f"I upgraded a copy from schema {form} to {newest_form()}. "
            "The database itself has not changed."
        )
    _tell(found)


def check_games(database: str | None, *, as_json: bool) -> None:
    """Check the running games against today's rules. Raises Problem if one of the games cannot
    continue."""
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
                f"This database has schema {form}, but this version needs {newest_form()}. "
                "Run `kingmaker db upgrade --dry-run` to check its games on a copy."
            )
        return await check_all(Services(store, SystemClock(), LIBRARY))
    finally:
        await store.close()


def _plain(found: Checked) -> dict[str, object]:
    """A game as data for `--json`. The place where a replay differs is left out: it could give away
    secrets.
    """
    kept = asdict(found)
    touched = kept.pop("difference") is not None
    return {**kept, "touched": touched}


def _tell(found: Sequence[Checked]) -> None:
    for game in found:
        print(
            f"{game.game_id}  {game.game} {game.ruleset}, revision {game.revision}, last played "
            f"with {game.played_with}: {_state(game)}"
        )
    touched = sum(game.difference is not None for game in found)
    noun = "game" if len(found) == 1 else "games"
    print(f"{len(found)} running {noun}, {touched} changed by corrected rules.")
    _complain(found)


def _state(game: Checked) -> str:
    if game.broken is not None:
        return f"cannot go on: {game.broken}"
    if game.difference is None:
        return "a replay ends in the same position."
    return (
        "changed by corrected rules. It goes on from where it stands, and its log says so. "
        "Use `kingmaker export` and `verify` to see where a replay differs."
    )


def _complain(found: Sequence[Checked]) -> None:
    broken = [game.game_id for game in found if game.broken is not None]
    if broken:
        raise Problem(
            f"This version cannot go on with {', '.join(broken)}. Keep the last version "
            "that could, or restore a backup."
        )
