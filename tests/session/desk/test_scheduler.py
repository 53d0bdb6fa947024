"""The loop that carries out deadlines: what it does when one of them cannot be."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.session import Desk, GameSession, Refused
from bot.session.desk import Scheduler
from bot.session.receipts import Unreadable
from bot.storage import DeadlineRow, deadlines
from tests.session.doubles import CHANNEL, FakeClock, open_game, running_game, time_limit
from tests.storage.rows import game_row
from tests.waiting import until

MINUTE = timedelta(minutes=1)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Either kind does."""
    return sqlite_url


class Finding:
    """Finds one game whose clock does as it is told; notes which deadlines it was given."""

    def __init__(self, *does: Exception | None) -> None:
        self.does = list(does)
        self.given: list[str] = []
        self.clock = self

    async def __call__(self, game_id: str) -> Any:
        return self

    async def fall_due(self, deadline: DeadlineRow) -> None:
        self.given.append(deadline.kind)
        wrong = self.does.pop(0)
        if wrong is not None:
            raise wrong


async def due(desk: Desk, session: GameSession, *kinds: str) -> None:
    """Deadlines that are due now."""
    async with desk.services.database.writing() as db:
        now = desk.services.clock.now()
        for kind in kinds:
            db.add(DeadlineRow(game_id=session.id, due=now, set_at=now, kind=kind))
            await db.flush()


async def ahead(desk: Desk, session: GameSession) -> dict[str, tuple[timedelta, bool]]:
    """When each is due, and whether it is claimed."""
    async with desk.services.database.reading() as db:
        rows = await deadlines.all_of(db, session.id)
    now = desk.services.clock.now()
    return {row.kind: (row.due - now, row.claimed_until is not None) for row in rows}


async def test_one_that_breaks_does_not_stop_the_others(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    session = await open_game(desk)
    await due(desk, session, "a", "b", "c", "d")
    find = Finding(OSError("no"), Refused("Not now."), Unreadable(game_row()), None)
    with caplog.at_level(logging.INFO, "bot.session.desk"):
        assert await Scheduler(desk.services, find).carry_out_due() == 4
    assert find.given == ["a", "b", "c", "d"]
    assert await ahead(desk, session) == {
        "a": (timedelta(), True),
        "b": (MINUTE, False),
        "c": (60 * MINUTE, False),
        "d": (timedelta(), True),
    }
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [
        ("ERROR", f"game {session.id}: a deadline failed"),
        ("INFO", f"game {session.id}: a deadline has to wait"),
    ]
    assert caplog.records[0].exc_info is not None


async def test_of_a_game_that_is_gone_nothing_is_carried_out(desk: Desk) -> None:
    session = await open_game(desk)
    await due(desk, session, "a")

    async def find(_: str) -> None:
        return None

    assert await Scheduler(desk.services, find).carry_out_due() == 1
    assert await ahead(desk, session) == {"a": (timedelta(), True)}


async def test_who_rings_while_it_looks_is_heard(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was rung before a look is settled by it; what is rung during one makes it look again."""
    bell, background = desk.services.deadlines, desk.services.background
    scheduler = Scheduler(desk.services, Finding())
    looks: list[bool] = []
    waits: list[tuple[bool, datetime | None]] = []

    async def look() -> int:
        looks.append(bell.event.is_set())
        if len(looks) == 1:
            bell.ring()
            raise OSError
        return 0

    async def wait(event: Any, until: datetime | None) -> bool:
        waits.append((event.is_set(), until))
        background.closing = len(waits) == 2
        return True

    monkeypatch.setattr(scheduler, "carry_out_due", look)
    monkeypatch.setattr(desk.services.clock, "wait", wait)
    bell.ring()
    try:
        await scheduler.run()
    finally:
        background.closing = False
    assert looks == [False, False]
    now = desk.services.clock.now()
    assert waits == [(True, now + MINUTE / 6), (False, now + MINUTE / 6)]
    (line,) = [r for r in caplog.records if r.name == "bot.session.desk"]
    assert (line.levelname, line.getMessage()) == (
        "ERROR",
        "the deadlines could not be checked",
    )


async def test_a_game_that_takes_its_time_keeps_no_other_waiting(desk: Desk) -> None:
    slow = await open_game(desk)
    quick = await open_game(desk, channel=8)
    await due(desk, slow, "a", "b")
    await due(desk, quick, "c", "d")
    may_go, given = asyncio.Event(), list[str]()

    class Taking(Finding):
        async def fall_due(self, deadline: DeadlineRow) -> None:
            given.append(deadline.kind)
            if deadline.kind == "a":
                await may_go.wait()

    at_work = asyncio.create_task(Scheduler(desk.services, Taking()).carry_out_due())
    await until(lambda: len(given) == 3)
    # In the slow game, too, one thing comes after the other.
    assert sorted(given) == ["a", "c", "d"]
    may_go.set()
    assert await at_work == 4
    assert given[3] == "b"


async def test_in_five_games_at_a_time_something_is_carried_out(desk: Desk) -> None:
    for number in range(7):
        await due(desk, await open_game(desk, channel=20 + number), f"{number}")
    may_go, given = asyncio.Event(), list[str]()

    class Taking(Finding):
        async def fall_due(self, deadline: DeadlineRow) -> None:
            given.append(deadline.kind)
            await may_go.wait()

    at_work = asyncio.create_task(Scheduler(desk.services, Taking()).carry_out_due())
    await until(lambda: len(given) == 5)
    for _ in range(20):
        await asyncio.sleep(0)
    assert given == ["0", "1", "2", "3", "4"]
    may_go.set()
    assert await at_work == 7


async def test_what_fills_the_hands_is_followed_by_the_rest_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, background = await open_game(desk), desk.services.background
    await due(desk, session, *(f"{number}" for number in range(41)))
    find = Finding(*([None] * 41))
    waits: list[int] = []

    async def wait(event: Any, until: datetime | None) -> bool:
        waits.append(len(find.given))
        background.closing = True
        return True

    monkeypatch.setattr(desk.services.clock, "wait", wait)
    try:
        await Scheduler(desk.services, find).run()
    finally:
        background.closing = False
    assert waits == [41]


async def test_what_a_clock_reckoned_that_was_a_year_ahead_is_put_right_with_it(
    desk: Desk, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    session, scheduler = await open_game(desk), Scheduler(desk.services, Finding())
    await scheduler.put_right()
    clock.advance(days=365)
    await scheduler.put_right()
    async with desk.services.database.writing() as db:
        for kind, ahead_by in (("a", 3), ("b", 0), ("held", 5)):
            later = clock.now() + ahead_by * MINUTE
            left = 300 if kind == "held" else None
            db.add(
                DeadlineRow(game_id=session.id, due=later, set_at=clock.now(), kind=kind, left=left)
            )
        await deadlines.claim(db, clock.now(), clock.now() + MINUTE)
    clock.advance(days=-365)
    with caplog.at_level(logging.WARNING, "bot.session.desk"):
        await scheduler.put_right()
        await scheduler.put_right()
    found = await ahead(desk, session)
    assert found["a"] == (3 * MINUTE, False)
    assert not found["b"][1]
    assert found["held"][0] == 5 * MINUTE  # what is left of it counts alone
    assert [record.getMessage() for record in caplog.records] == [
        "3 deadlines had been set by a wrong clock; they now run from this moment"
    ]


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_wrong_clock_moves_no_deadline_that_a_right_one_set(
    desk: Desk, clock: FakeClock, restarted: bool
) -> None:
    session = await running_game(desk, options={"stones": "60", "hours": "2160"})
    scheduler = Scheduler(desk.services, Finding())
    await scheduler.put_right()
    clock.advance(days=61)
    await scheduler.put_right()
    later = await running_game(desk, channel=CHANNEL + 1, options={"stones": "60", "hours": "2160"})
    clock.advance(days=-61)
    await (Scheduler(desk.services, Finding()) if restarted else scheduler).put_right()
    for game in (session, later):
        assert await time_limit(desk, game) == clock.now() + timedelta(days=90)


@pytest.mark.parametrize(("minutes", "kept"), [(60, 60), (61, 0)])
async def test_the_clocks_of_several_machines_may_differ_a_little(
    desk: Desk, clock: FakeClock, minutes: int, kept: int
) -> None:
    session, scheduler = await open_game(desk), Scheduler(desk.services, Finding())
    clock.advance(minutes=minutes)
    await due(desk, session, "a")
    await scheduler.put_right()
    clock.advance(minutes=-minutes)
    await scheduler.put_right()
    assert await ahead(desk, session) == {"a": (kept * MINUTE, False)}
