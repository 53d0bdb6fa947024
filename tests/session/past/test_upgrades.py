"""Running games that are taken over from an older version."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import col, select

from bot import __version__
from bot.rules.kernel import Game, Position
from bot.session import Desk, GameSession, Refused
from bot.session.journal.history import MENDED
from bot.session.past import upgrades
from bot.storage import games
from bot.storage.snapshots import pack
from bot.storage.tables import GameRow, OutboxRow
from tests.session.doubles import ALICE, BOB, FakeClock, Notebook, open_game, running_game, take
from tests.storage.databases import database_url
from tests.toy.game import Toy
from tests.toy.library import ToyLibrary
from tests.waiting import idle

__all__ = ["database_url"]


class Mended(Toy):
    """The toy as its rules were mended: everybody begins with one token more."""

    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Position:
        position = super().set_up(seats, options, seed)
        position.state.tokens = [tokens + 1 for tokens in position.state.tokens]
        return position


class MendedLibrary(ToyLibrary):
    """Finds the toy with its mended rules."""

    def game_for(self, game: str, ruleset: str) -> Game:
        super().game_for(game, ruleset)
        return Mended(ruleset)


async def row_of(desk: Desk, game_id: str) -> GameRow:
    async with desk.services.database.reading() as db:
        row = await games.by_id(db, game_id)
    assert row is not None
    return row


async def grow_old(desk: Desk, session: GameSession, version: str | None = "0.0.1") -> None:
    """As if the game had last been played with an older version."""
    async with desk.services.database.writing() as db:
        await games.change(db, session.id, played_with=version)


async def told(desk: Desk, session: GameSession) -> list[dict[str, Any]]:
    """What the channel was told of how things came about."""
    async with desk.services.database.reading() as db:
        found = await db.exec(select(OutboxRow).where(col(OutboxRow.game_id) == session.id))
        return [row.payload["note"] for row in found.all() if row.payload.get("note")]


async def notes(session: GameSession) -> list[Any]:
    return [entry.note for entry in await session.journal.log(None) if entry.note is not None]


async def test_a_new_game_carries_the_version_it_is_played_with(desk: Desk) -> None:
    session = await running_game(desk)
    assert (await row_of(desk, session.id)).played_with == __version__


async def test_a_game_that_no_mended_rule_touches_goes_on_without_a_word(
    desk: Desk, notebook: Notebook
) -> None:
    session = await running_game(desk)
    await session.submit(user_id=ALICE, choice=take(1))
    await grow_old(desk, session)
    revision = session.revision
    await upgrades.take_over(desk.services, session.commands)
    assert (session.revision, await notes(session)) == (revision, [])
    assert (await row_of(desk, session.id)).played_with == __version__


async def test_a_game_that_a_mended_rule_touches_goes_on_and_its_log_says_so_once(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    old = await running_game(desk)
    await old.submit(user_id=ALICE, choice=take(1))
    await grow_old(desk, old)
    revision, heap = old.revision, old.view(None).heap

    newer = Desk(desk.services.database, clock, MendedLibrary(), notebook, process="newer")
    (found,) = await upgrades.check_all(newer.services)
    assert found.played_with == "0.0.1"
    assert found.difference == "The first position differs."
    assert found.broken is None
    await newer.resume_all()
    await idle(newer)
    session = await newer.get(old.id)
    assert session is not None
    assert await notes(session) == [{"what": MENDED}]
    assert (session.revision, session.view(None).heap) == (revision + 1, heap)
    assert await told(newer, session) == [{"what": MENDED}]
    assert (await row_of(newer, session.id)).played_with == __version__
    await session.submit(user_id=BOB, choice=take(2))
    assert session.view(None).heap == heap - 2

    # A game that was taken over once is not told of it again.
    assert await upgrades.waiting(newer.services) == []
    with pytest.raises(Refused, match="has already said so"):
        await upgrades.take_over(newer.services, session.commands)
    assert await notes(session) == [{"what": MENDED}]
    await newer.close()


async def test_a_game_that_cannot_be_read_is_left_as_it_is(desk: Desk) -> None:
    session = await running_game(desk)
    await grow_old(desk, session)
    async with desk.services.database.writing() as db:
        await games.change(db, session.id, snapshot=pack(b"{}"))
    (found,) = await upgrades.check_all(desk.services)
    assert found.broken == "its position cannot be read (ValidationError)"
    await upgrades.take_over(desk.services, session.commands)
    assert (await row_of(desk, session.id)).played_with == "0.0.1"


async def test_a_game_whose_rules_are_not_there_any_more_is_left_as_it_is(desk: Desk) -> None:
    session = await running_game(desk)
    async with desk.services.database.writing() as db:
        await games.change(db, session.id, ruleset="lost")
    (found,) = await upgrades.check_all(desk.services)
    assert found.broken == "There is no game 'toy' with a rule set 'lost'."


async def test_games_in_the_lobby_and_finished_ones_are_not_looked_at(desk: Desk) -> None:
    await open_game(desk)
    assert await upgrades.check_all(desk.services) == []
