"""How often the database is asked: for a look at a game, for a step, and for bringing its news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import event

from bot.session import Desk, GameSession, Library
from bot.storage import Database, games, outbox
from tests.session.conftest import OpenDesk
from tests.session.doubles import ALICE, BOB, FakeClock, Notebook, open_game, running_game, take


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The transactions of all databases, as they begin."""
    begun: list[str] = []
    real = Database._transaction

    @asynccontextmanager
    async def counted(self: Database, engine: Any) -> AsyncIterator[Any]:
        begun.append("read" if engine is self._reader else "write")
        async with real(self, engine) as session:
            yield session

    monkeypatch.setattr(Database, "_transaction", counted)
    return begun


@pytest.fixture
async def alone(
    sqlite_url: str, clock: FakeClock, library: Library, notebook: Notebook
) -> AsyncIterator[Desk]:
    """A desk on a file whose games nobody else plays."""
    database = Database(sqlite_url, alone=True)
    desk = Desk(database, clock, library, notebook)
    yield desk
    await desk.close()
    await database.close()


@pytest.fixture
def said(alone: Desk) -> list[str]:
    """What the database of the one who plays alone is sent, but for the end of a transaction."""
    lines: list[str] = []
    engine = alone.services.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", lambda *given: lines.append(given[2]))
    return lines


def test_only_a_file_has_one_owner() -> None:
    assert not Database("sqlite+aiosqlite://").alone
    assert Database("sqlite+aiosqlite://", alone=True).alone
    assert not Database("postgresql://somebody@nowhere/games", alone=True).alone


async def test_a_game_under_way_is_not_looked_up_by_who_plays_alone(
    alone: Desk, asked: list[str]
) -> None:
    session = await running_game(alone, options={"stones": "10"})
    asked.clear()
    for _ in range(3):
        assert await alone.get(session.id) is session
    assert await alone.in_channel(session.channel_id) is session
    assert asked == []
    await session.moderator.end(by=ALICE, reason="late")
    again = await open_game(alone)
    asked.clear()
    # A lobby, or a game that is over, is looked up: who it is that counts may have changed.
    assert await alone.in_channel(session.channel_id) is again
    assert asked == ["read"]


async def test_of_several_processes_each_looks(
    desk: Desk, open_desk: OpenDesk, asked: list[str]
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    other = open_desk(process="two")
    there = await other.get(session.id)
    assert there is not None
    await there.submit(user_id=ALICE, choice=take(1))
    asked.clear()
    assert await desk.get(session.id) is session
    # Its stamp, and then the game, for it was changed.
    assert asked == ["read", "read"]
    assert session.revision == there.revision


async def test_a_finished_game_is_looked_up_even_alone(alone: Desk, asked: list[str]) -> None:
    # Who asks to be forgotten is taken out of it, and old ones are removed, without its session.
    session = await running_game(alone, options={"stones": "10"})
    await session.moderator.end(by=ALICE, reason="late")
    async with alone.services.database.writing() as db:
        await games.change(db, session.id, revision=session.revision + 1)
    asked.clear()
    assert await alone.get(session.id) is session
    assert asked[0] == "read"
    assert len(asked) > 1


async def test_what_another_has_written_after_all_is_found_by_the_next_step(
    alone: Desk, sqlite_url: str, clock: FakeClock, library: Library
) -> None:
    session = await running_game(alone, options={"stones": "10"})
    second = Database(sqlite_url)
    other = await Desk(second, clock, library).get(session.id)
    assert other is not None
    await other.submit(user_id=ALICE, choice=take(1))
    assert session.revision == other.revision - 1
    await session.submit(user_id=BOB, choice=take(1))
    assert session.revision == other.revision + 1
    await second.close()


async def test_a_step_is_one_transaction_and_all_that_is_told_of_it_two(
    alone: Desk, notebook: Notebook, asked: list[str]
) -> None:
    session = await running_game(alone, options={"stones": "10"})
    await alone.courier.flush()
    notebook.clear()
    asked.clear()
    await session.submit(user_id=ALICE, choice=take(1))
    assert asked == ["write"]
    asked.clear()
    await served(alone, session)
    assert [entry.kind for entry in notebook.entries] == ["log", "picture", "ask", "status"]
    # What there is to tell is taken on, and then all of it is noted as told.
    assert asked == ["write", "write"]


async def test_of_several_processes_each_notes_at_once_what_it_has_told(
    desk: Desk, notebook: Notebook, asked: list[str]
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await desk.courier.flush()
    notebook.clear()
    await session.submit(user_id=ALICE, choice=take(1))
    asked.clear()
    await served(desk, session)
    assert [entry.kind for entry in notebook.entries] == ["log", "picture", "ask", "status"]
    # The game is taken on, each of them is noted as told, and the game is let go again.
    assert [each for each in asked if each == "write"] == ["write"] * (1 + 4 + 1)


async def test_petitions_are_looked_for_only_where_one_may_be_kept(
    alone: Desk, said: list[str]
) -> None:
    def looked() -> bool:
        found = any("FROM petition" in " ".join(line.split()) for line in said)
        said.clear()
        return found

    session = await running_game(alone, bids=(1, 0, 0), options={"stones": "10"})
    looked()
    await session.submit(user_id=ALICE, choice=take(1))
    await session.course(0)
    assert not looked()
    asked = await session.consent.vote_pause(ALICE)
    assert asked.state == "open"
    assert looked()
    await session.submit(user_id=BOB, choice=take(1))
    assert looked()
    # What is read again may have been asked for by another process.
    services = alone.services
    again = await Desk(services.database, services.clock, services.library).get(session.id)
    assert again is not None
    assert again.petitions


async def test_a_table_without_a_clock_has_no_deadlines_to_look_for(
    alone: Desk, said: list[str]
) -> None:
    session = await running_game(alone, options={"stones": "10"})
    said.clear()
    assert await session.clock.deadlines() == []
    assert said == []
    timed = await running_game(alone, channel=2, options={"stones": "10", "pace": "daily"})
    said.clear()
    assert [due.seat for due in await timed.clock.deadlines()] != []
    assert len(said) == 2


async def test_what_is_said_while_news_are_on_their_way_goes_out_with_them(
    alone: Desk, notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(alone, options={"stones": "10"})
    await alone.courier.flush()
    notebook.clear()
    await session.submit(user_id=ALICE, choice=take(1))
    real, steps = notebook.deliver, [BOB]

    async def deliver(*told: Any) -> None:
        if steps:
            await session.submit(user_id=steps.pop(), choice=take(1))
        await real(*told)

    monkeypatch.setattr(notebook, "deliver", deliver)
    await served(alone, session)
    assert [entry.kind for entry in notebook.entries].count("log") == 2
    async with alone.services.database.reading() as db:
        assert await outbox.waiting(db, session.id) == []


async def served(desk: Desk, session: GameSession) -> None:
    """Let the courier bring a game's news, as it does when it has heard of them."""
    courier = desk.courier
    courier._at_work[session.id] = asyncio.create_task(courier._serve(session.id))
    await courier._at_work[session.id]
