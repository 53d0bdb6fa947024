"""The loop that carries out deadlines: what it does when one of them cannot be."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.session import Desk, GameSession, Refused
from bot.session.clock.scheduler import Scheduler
from bot.session.receipts import Unreadable
from bot.storage import DeadlineRow, deadlines
from tests.session.doubles import open_game
from tests.storage.rows import game_row

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
        for kind in kinds:
            db.add(DeadlineRow(game_id=session.id, due=desk.services.clock.now(), kind=kind))
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
    with caplog.at_level(logging.INFO, "bot.session.clock.scheduler"):
        assert await Scheduler(desk.services, find).carry_out_due() == 4
    assert find.given == ["a", "b", "c", "d"]
    assert await ahead(desk, session) == {
        "a": (timedelta(), True),
        "b": (MINUTE, False),
        "c": (60 * MINUTE, False),
        "d": (timedelta(), True),
    }
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [
        ("ERROR", f"game {session.id}: a deadline could not be carried out"),
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
    (line,) = [r for r in caplog.records if r.name == "bot.session.clock.scheduler"]
    assert (line.levelname, line.getMessage()) == (
        "ERROR",
        "the deadlines could not be looked through",
    )
