"""A process is gone: others let its computers play on."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.session import Desk, GameSession
from bot.session.computers import chosen
from bot.session.desk import TakingOver
from bot.session.journal.record import verify
from bot.session.receipts import Unreadable
from bot.session.table import computer_seats
from bot.storage import games
from tests.session.doubles import ALICE, FakeClock, bid, open_game
from tests.storage.databases import database_url
from tests.storage.rows import game_row
from tests.waiting import idle, until

__all__ = ["database_url"]


async def left_behind(gone: Desk) -> GameSession:
    """A game in which two computers are to bid, and whose process let them not."""
    session = await open_game(gone, seats=3, options={"stones": "10"})
    for _ in range(2):
        await session.lobby.add_computer(ALICE, "dabbler")
    gone.background.closing = True
    await session.lobby.start(ALICE)
    assert session.waiting_for() == [0, 1, 2]
    return session


async def test_a_game_that_stands_still_from_one_look_to_the_next_is_taken_on(open_desk) -> None:
    gone, here = open_desk(process="gone"), open_desk(process="here")
    session = await left_behind(gone)
    assert await here.taking_over.look() == []
    assert await here.taking_over.look() == [session.id]
    mine = await here.get(session.id)
    await until(lambda: mine.waiting_for() == [0])
    await idle(here)
    # Now a person is waited for, and nothing is left to be taken on.
    assert await here.taking_over.look() == []
    assert await here.taking_over.look() == []


async def test_a_game_that_moves_is_left_to_whoever_moves_it(open_desk) -> None:
    gone, here = open_desk(process="gone"), open_desk(process="here")
    session = await left_behind(gone)
    assert await here.taking_over.look() == []
    await session.submit(user_id=ALICE, choice=bid(1))
    assert await here.taking_over.look() == []
    assert here.at_hand(session.id) is None
    assert await here.taking_over.look() == [session.id]


async def test_a_game_that_cannot_go_on_is_tried_once_at_each_revision(
    open_desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, here = open_desk(process="gone"), open_desk(process="here")
    session = await left_behind(gone)
    here.background.closing = True
    looked = [await here.taking_over.look() for _ in range(4)]
    assert looked == [[], [session.id], [], []]
    await session.submit(user_id=ALICE, choice=bid(1))
    looked = [await here.taking_over.look() for _ in range(4)]
    assert looked == [[], [session.id], [], []]


async def test_a_paused_game_is_left_alone(open_desk, clock: FakeClock) -> None:
    gone, here = open_desk(process="gone"), open_desk(process="here")
    session = await left_behind(gone)
    async with here.services.database.writing() as db:
        await games.change(db, session.id, paused_at=clock.now())
    assert [await here.taking_over.look() for _ in range(3)] == [[], [], []]


async def test_one_games_trouble_is_no_other_games(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await left_behind(desk), await open_game(desk, channel=8)
    async with desk.services.database.writing() as db:
        await games.change(db, second.id, to_play=True)
    asked: list[str] = []
    wrong: list[Exception] = [Unreadable(game_row()), OSError("no")]

    async def find(game_id: str) -> Any:
        asked.append(game_id)
        raise wrong.pop(0)

    taking_over = TakingOver(desk.services, find)
    await taking_over.look()
    with caplog.at_level(logging.INFO, "bot.session.desk"):
        assert sorted(await taking_over.look()) == sorted((first.id, second.id))
    assert sorted(asked) == sorted((first.id, second.id))
    assert [r.getMessage() for r in caplog.records] == [f"game {asked[1]}: could not be taken over"]


async def test_it_looks_every_ten_seconds_whatever_happens(
    desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []
    waits: list[datetime | None] = []

    async def look() -> list[str]:
        looks.append("look")
        raise OSError

    async def wait(event: asyncio.Event, until: datetime | None) -> bool:
        waits.append(until)
        assert not event.is_set()
        desk.background.closing = len(waits) == 2
        return False

    monkeypatch.setattr(desk.taking_over, "look", look)
    monkeypatch.setattr(clock, "wait", wait)
    await desk.taking_over.run()
    desk.background.closing = False
    assert looks == ["look", "look"]
    assert waits == [clock.now() + timedelta(seconds=10)] * 2


async def test_what_a_computer_meant_for_one_question_answers_no_other(
    open_desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two processes let one computer play: the slower one's answer comes to nothing."""
    one, two = open_desk(process="one"), open_desk(process="two")
    session = await open_game(one, seats=2, options={"stones": "10"})
    await session.lobby.add_computer(ALICE, "dabbler")
    one.background.closing = True
    await session.lobby.start(ALICE)
    theirs = await two.get(session.id)
    overtaken_at: list[int] = []

    async def slowly(game: Any, policy: Any, seat: int, *pondering: Any) -> Any:
        choice = await chosen(game, policy, seat, *pondering)
        if game is session:
            theirs.computers.play_on()
            await until(lambda: theirs.waiting_for() == [0])
            await theirs.submit(user_id=ALICE, choice=bid(0))
            await idle(two)
            overtaken_at.append(theirs.revision)
        return choice

    monkeypatch.setattr(computer_seats, "chosen", slowly)
    one.background.closing = False
    session.computers.play_on()
    await idle(one)
    assert overtaken_at == [session.revision]
    assert session.revision == theirs.revision
    assert "failed" not in caplog.text
    assert verify(await session.journal.export(), session.rules) is None
