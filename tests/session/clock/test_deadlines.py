"""The clock's orders."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused, seating, timekeeping
from bot.storage import DeadlineRow, deadlines, journal
from tests.session.doubles import (
    ALICE,
    BOB,
    FakeClock,
    Notebook,
    bid,
    open_game,
    running_game,
    take,
    time_limit,
)
from tests.waiting import until

HOURS = {"hours": "2", "stones": "60"}


async def test_a_game_with_hours_ends_when_they_have_passed(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options=HOURS)
    assert await time_limit(desk, session) == clock.now() + timedelta(hours=2)
    await session.submit(user_id=ALICE, choice=take(2))
    clock.advance(hours=1.9)
    assert await desk.scheduler.carry_out_due() == 0
    clock.advance(hours=0.2)
    assert await desk.scheduler.carry_out_due() == 1
    assert session.status == "over"
    await desk.courier.flush()
    assert notebook.of("over") == [
        {"revision": session.revision, "winners": [0], "victory": "time"}
    ]
    async with desk.services.database.reading() as db:
        last = await journal.last_standing(db, session.id)
    assert last is not None
    assert (last.kind, last.seat, last.actor) == ("direct", -1, None)
    assert last.choice == {"verb": "time_up", "args": {}}
    assert await desk.scheduler.carry_out_due() == 0


async def test_a_deadline_outlives_the_process_and_is_carried_out_once(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options=HOURS)
    await desk.close()
    clock.advance(hours=3)
    first, second = open_desk(process="one"), open_desk(process="two")
    counts = await asyncio.gather(first.scheduler.carry_out_due(), second.scheduler.carry_out_due())
    assert sorted(counts) == [0, 1]
    again = await first.get(session.id)
    assert (again.status, again.revision) == ("over", session.revision + 1)


async def test_an_order_that_does_not_fit_now_waits_a_minute(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options=HOURS)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    clock.advance(hours=3)
    # During the bids the toy takes no order of the clock.
    assert await desk.scheduler.carry_out_due() == 1
    assert session.status == "running"
    assert await desk.scheduler.carry_out_due() == 0
    for person in (ALICE, BOB):
        await session.submit(user_id=person, choice=bid(0))
    clock.advance(seconds=61)
    assert await desk.scheduler.carry_out_due() == 1
    assert session.status == "over"


async def test_an_hour_that_strikes_as_the_game_is_paused_does_not_end_it(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options=HOURS)
    await session.submit(user_id=ALICE, choice=take(2))
    clock.advance(hours=3)
    async with desk.services.database.writing() as db:
        (due,) = await deadlines.claim(db, clock.now(), clock.now() + timedelta(minutes=1))
    await session.moderator.pause(by=ALICE, reason="A power cut")
    assert await session.clock.fall_due(due) is None
    assert session.status == "running"
    await session.moderator.resume(by=ALICE, reason="It is over")
    assert await desk.scheduler.carry_out_due() == 1
    assert session.status == "over"


async def test_who_was_given_more_time_meanwhile_keeps_it(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=HOURS)
    limit = await time_limit(desk, session)
    assert limit is not None
    async with desk.services.database.reading() as db:
        (row,) = await deadlines.all_of(db, session.id)
    assert row.id is not None
    async with desk.services.database.writing() as db:
        await deadlines.postpone(db, row.id, clock.now(), timedelta(minutes=1))
    assert await time_limit(desk, session) == limit


async def test_a_desk_at_work_watches_the_clock(desk: Desk, clock: FakeClock) -> None:
    await desk.resume_all()
    session = await running_game(desk, options=HOURS)

    def a_minute_later() -> bool:
        clock.advance(minutes=1)
        return session.status == "over"

    await until(a_minute_later)


async def test_a_game_that_is_over_has_no_deadline(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=HOURS)
    await session.lobby.end(ALICE)
    assert await time_limit(desk, session) is None
    clock.advance(hours=5)
    assert await desk.scheduler.carry_out_due() == 0


async def test_a_moderator_gives_orders_too(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "60"})
    with pytest.raises(Refused) as refused:
        await session.direct(Choice.of("rain"), by=ALICE)
    assert refused.value.rule == "toy-0"
    await session.submit(user_id=ALICE, choice=take(1))
    receipt = await session.direct(Choice.of("time_up"), by=ALICE, interaction_id="d")
    assert session.status == "over"
    async with desk.services.database.reading() as db:
        last = await journal.last_standing(db, session.id)
    assert last is not None
    assert (last.seat, last.actor) == (-1, ALICE)
    again = await session.direct(Choice.of("time_up"), by=ALICE, interaction_id="d")
    assert (again.repeated, again.revision) == (True, receipt.revision)


# Rows of which a command has not taken care


async def stray(desk: Desk, session: GameSession, kind: str, **more: Any) -> DeadlineRow:
    """A row that is due now, as if it had been left behind."""
    row = DeadlineRow(
        game_id=session.id, due=session.clock.now(), set_at=session.clock.now(), kind=kind, **more
    )
    async with desk.services.database.writing() as db:
        db.add(row)
        await db.flush()
    return row


async def rows_of(desk: Desk, session: GameSession) -> list[DeadlineRow]:
    async with desk.services.database.reading() as db:
        return await deadlines.all_of(db, session.id)


@pytest.mark.parametrize(
    ("kind", "seat", "prompt"), [("answer", 0, "bid"), ("remind", 0, "bid"), ("answer", 1, "turn")]
)
async def test_a_deadline_whose_question_is_gone_goes_too(
    desk: Desk, notebook: Notebook, kind: str, seat: int, prompt: str
) -> None:
    session = await running_game(desk, options={"stones": "60"})
    row = await stray(desk, session, kind, seat=seat, prompt=prompt)
    revision = session.revision
    assert await session.clock.fall_due(row) is None
    assert await rows_of(desk, session) == []
    assert session.revision == revision
    await desk.courier.flush()
    assert notebook.of("remind") == []
    # Once more, as by another process that had it too.
    assert await session.clock.fall_due(row) is None


async def test_what_cannot_be_closed_now_waits_a_minute(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"stones": "60"})
    row = await stray(desk, session, "close", seat=0, prompt="turn")
    with pytest.raises(Refused):
        await session.clock.fall_due(row)
    assert await desk.scheduler.carry_out_due() == 1
    (left,) = await rows_of(desk, session)
    assert (left.due, left.claimed_until) == (clock.now() + timedelta(minutes=1), None)
    assert left.id is not None
    async with desk.services.database.writing() as db:
        await deadlines.carried_out(db, left.id)
    clock.advance(minutes=1)
    assert await session.clock.fall_due(row) is None


async def test_somebody_with_time_left_keeps_all_open(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"stones": "60"})
    row = await stray(desk, session, "close", seat=0, prompt="turn")
    async with desk.services.database.writing() as db:
        later = clock.now() + timedelta(seconds=1)
        db.add(
            DeadlineRow(
                game_id=session.id,
                due=later,
                set_at=clock.now(),
                kind="close",
                seat=1,
                prompt="turn",
            )
        )
    assert await session.clock.fall_due(row) is None
    assert [left.seat for left in await rows_of(desk, session)] == [1]


async def test_an_hour_that_struck_before_is_not_struck_again(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "60"})
    for kind in ("time_up", "lapse"):
        row = await stray(desk, session, kind, prompt="undo")
        assert row.id is not None
        async with desk.services.database.writing() as db:
            await deadlines.carried_out(db, row.id)
        assert await session.clock.fall_due(row) is None
    assert session.status == "running"


# What the clock says and does, to the letter


async def test_a_petition_that_was_settled_does_not_lapse_once_more(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "60"})
    row = await stray(desk, session, seating.LAPSE, prompt="undo")
    assert row.id is not None
    async with desk.services.database.writing() as db:
        await deadlines.carried_out(db, row.id)
    revision = session.revision
    assert await session.clock.fall_due(row) is None
    assert session.revision == revision


@pytest.mark.parametrize(("late", "reason"), [("stumbler", "RuntimeError"), ("nobody", "Refused")])
async def test_why_no_computer_answered_is_logged_without_a_secret(
    desk: Desk,
    clock: FakeClock,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    late: str,
    reason: str,
) -> None:
    session = await running_game(desk, options={"pace": "daily", "late": "stumbler"})
    assert session.pace is not None
    monkeypatch.setattr(type(session.clock._game), "times", replace(session.pace, late=late))
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    (line,) = [r for r in caplog.records if r.name == "bot.session.timekeeping"]
    assert line.levelname == "WARNING"
    assert line.getMessage() == f"game {session.id}: no computer's answer for seat 0 ({reason})"
    assert line.exc_info is None


async def test_what_a_computer_says_must_be_an_answer(
    desk: Desk,
    clock: FakeClock,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What answers no question that is waited for is passed over, and the default decides."""

    async def nonsense(*_: Any, **__: Any) -> Choice:
        return Choice.of("rain")

    session = await running_game(desk, options={"pace": "daily", "late": "dabbler"})
    monkeypatch.setattr(timekeeping, "chosen", nonsense)
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    note = {"what": "late", "seat": 0, "how": "default", "was": "Alice"}
    assert (await session.journal.log(None))[-1].note == note
    assert not [r for r in caplog.records if r.name == "bot.session.timekeeping"]


async def test_a_reminder_that_is_due_later_is_kept(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    """All whose reminder is due hear of it together; whose question is gone, and whose is not."""
    session = await open_game(desk, options={"stones": "60"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    first = await stray(desk, session, "remind", seat=0, prompt="bid")
    await stray(desk, session, "remind", seat=1, prompt="turn")
    async with desk.services.database.writing() as db:
        later = clock.now() + timedelta(seconds=1)
        db.add(
            DeadlineRow(
                game_id=session.id,
                due=later,
                set_at=clock.now(),
                kind="remind",
                seat=1,
                prompt="bid",
            )
        )
        db.add(
            DeadlineRow(
                game_id=session.id,
                due=later,
                set_at=clock.now(),
                kind="answer",
                seat=1,
                prompt="bid",
            )
        )
    revision = session.revision
    assert await session.clock.fall_due(first) is not None
    kept = [(row.kind, row.seat, row.prompt) for row in await rows_of(desk, session)]
    assert sorted(kept) == [("answer", 1, "bid"), ("remind", 1, "bid")]
    await desk.courier.flush()
    assert notebook.of("remind") == [{"revision": revision + 1, "seats": [0], "until": [None]}]
    assert await session.clock.fall_due(first) is None
