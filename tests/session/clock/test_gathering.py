"""What is written and asked for many at once: in one go, and never answered too early."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from bot.session.clock.gathering import Gathered, Stamps
from bot.session.services import Background
from bot.storage import games


class Server:
    """Answers when it is let, with how often it has been asked as the revision."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.gate = asyncio.Event()
        self.wrong: Exception | None = None

    async def stamps(self, _: Any, ids: list[str]) -> dict[str, games.Stamp]:
        self.asked.append(ids)
        await self.gate.wait()
        if self.wrong is not None:
            raise self.wrong
        return {game_id: (len(self.asked), None) for game_id in ids if game_id != "NOSUCH"}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(games, "stamps", server.stamps)
    return server


async def test_many_small_things_are_written_in_one_transaction_but_not_at_one_stretch() -> None:
    done: list[object] = []

    class Book:
        """A database that answers at once."""

        @asynccontextmanager
        async def writing(self) -> AsyncIterator[None]:
            done.append("begin")
            yield
            done.append("commit")

    async def jot(_: Any, number: int) -> int:
        done.append(number)
        return number

    database: Any = Book()
    gathered = Gathered(database, Background().keep)
    written = asyncio.gather(*(gathered.write("G", partial(jot, number=n)) for n in range(12)))
    while not written.done():
        await asyncio.sleep(0)
        done.append("turn")
    assert await written == list(range(12))
    told = [each for each in done if each != "turn"]
    assert told == ["begin", *range(12), "commit"]
    between = done.index(4), done.index(5)
    assert "turn" in done[slice(*between)]


async def test_who_comes_while_a_question_is_under_way_is_in_the_next(server: Server) -> None:
    database: Any = None
    stamps = Stamps(database, Background().keep)
    first = asyncio.create_task(stamps.of("A"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert server.asked == [["A"]]
    later = [asyncio.create_task(stamps.of(game)) for game in ("A", "B", "NOSUCH", "A")]
    await asyncio.sleep(0)
    server.gate.set()
    assert await first == (1, None)
    assert await asyncio.gather(*later) == [(2, None), (2, None), None, (2, None)]
    assert server.asked == [["A"], ["A", "B", "NOSUCH"]]


async def test_what_is_wrong_is_told_to_all_who_asked_and_the_next_may_be_answered(
    server: Server,
) -> None:
    database: Any = None
    stamps = Stamps(database, Background().keep)
    server.wrong = ConnectionError("cut")
    server.gate.set()
    asked = await asyncio.gather(stamps.of("A"), stamps.of("B"), return_exceptions=True)
    assert all(answer is server.wrong for answer in asked)
    server.wrong = None
    assert await stamps.of("A") == (2, None)


async def test_who_goes_away_takes_no_answer_from_others(server: Server) -> None:
    database: Any = None
    stamps = Stamps(database, Background().keep)
    gone, stays = asyncio.create_task(stamps.of("A")), asyncio.create_task(stamps.of("A"))
    await asyncio.sleep(0)
    gone.cancel()
    server.gate.set()
    assert await stays == (1, None)
    assert gone.cancelled()
