"""What is written down beside the games: many together, each heard of by who wanted it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session import Desk
from bot.session.clock.gathering import TOGETHER
from bot.storage import Database, games
from tests.session.doubles import ALICE, BOB, open_game


@pytest.fixture
def writes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The transactions that write."""
    begun: list[int] = []
    real = Database.writing

    @asynccontextmanager
    async def counted(self: Database) -> AsyncIterator[Any]:
        begun.append(len(begun))
        async with real(self) as session:
            yield session

    monkeypatch.setattr(Database, "writing", counted)
    return begun


async def renamed(db: AsyncSession, game_id: str, host: int) -> int:
    """Give a game another host; his number."""
    await games.change(db, game_id, host_id=host)
    return host


async def hosts(desk: Desk, *ids: str) -> list[int]:
    """The hosts of games as they are written down."""
    async with desk.services.database.reading() as db:
        rows = [await games.by_id(db, game_id) for game_id in ids]
    return [row.host_id for row in rows if row is not None]


async def test_what_waits_together_is_one_transaction(desk: Desk, writes: list[int]) -> None:
    ids = [(await open_game(desk, channel=100 + n)).id for n in range(3)]
    writes.clear()
    write = desk.services.gathered.write
    found = await asyncio.gather(
        *(
            write(game_id, partial(renamed, game_id=game_id, host=n))
            for n, game_id in enumerate(ids)
        )
    )
    assert found == [0, 1, 2]
    assert len(writes) == 1
    assert await hosts(desk, *ids) == [0, 1, 2]
    await write(ids[0], partial(renamed, game_id=ids[0], host=7))
    assert len(writes) == 2


async def test_of_many_only_so_many_go_together(desk: Desk, writes: list[int]) -> None:
    game = await open_game(desk)
    writes.clear()
    write = desk.services.gathered.write
    jots = (partial(renamed, game_id=game.id, host=n) for n in range(2 * TOGETHER + 1))
    await asyncio.gather(*(write(game.id, jot) for jot in jots))
    assert len(writes) == 3
    assert await hosts(desk, game.id) == [2 * TOGETHER]


async def test_one_that_fails_takes_no_other_along(desk: Desk) -> None:
    game = await open_game(desk)

    async def fail(db: AsyncSession) -> int:
        await games.change(db, game.id, host_id=BOB)
        raise LookupError("no such thing")

    write = desk.services.gathered.write
    good = partial(renamed, game_id=game.id, host=ALICE + 5)
    found = await asyncio.gather(write(game.id, fail), write(game.id, good), return_exceptions=True)
    assert [type(each) for each in found] == [LookupError, int]
    assert await hosts(desk, game.id) == [ALICE + 5]


async def test_games_are_held_in_one_order(desk: Desk) -> None:
    order: list[str] = []

    async def note(_: AsyncSession, name: str) -> None:
        order.append(name)

    write = desk.services.gathered.write
    await asyncio.gather(*(write(name, partial(note, name=name)) for name in ("C", "A", "B")))
    assert order == ["A", "B", "C"]


async def test_visits_of_a_crowd_are_noted_together(desk: Desk, writes: list[int]) -> None:
    tables = [await open_game(desk, channel=200 + n) for n in range(5)]
    writes.clear()
    told = await asyncio.gather(*(table.presence.greet(ALICE) for table in tables))
    assert told == [False] * 5
    assert len(writes) == 1
    await asyncio.gather(*(table.presence.greet(ALICE) for table in tables))
    assert len(writes) == 1
