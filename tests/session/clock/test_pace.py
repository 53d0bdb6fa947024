"""Deadlines of questions: reminders, defaults, quiet hours, holidays."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from tests.session.doubles import (
    ALICE,
    BOB,
    FakeClock,
    Notebook,
    bid,
    open_game,
    running_game,
    take,
)
from tests.waiting import idle, until

DAILY = {"pace": "daily", "stones": "60"}
HOUR = timedelta(hours=1)
PEEK = Choice.of("peek")


async def fresh_game(desk: Desk, **options: str) -> GameSession:
    """Alice and Bob before their first bids."""
    session = await open_game(desk, options={**DAILY, **options})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    return session


async def dues(session: GameSession) -> dict[int, tuple[str, float]]:
    """The question of each seat with a deadline, and the hours that are left."""
    now = session.clock.now()
    return {d.seat: (d.prompt, (d.due - now) / HOUR) for d in await session.clock.deadlines()}


async def told(desk: Desk, notebook: Notebook) -> list[dict]:
    await desk.courier.flush()
    return notebook.of("remind")


async def test_without_a_pace_nothing_has_a_deadline(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"stones": "60"})
    assert await session.clock.deadlines() == []
    clock.advance(days=90)
    assert await desk.scheduler.carry_out_due() == 0


async def test_only_who_is_waited_for_has_a_deadline(desk: Desk) -> None:
    session = await fresh_game(desk)
    assert await dues(session) == {0: ("bid", 24), 1: ("bid", 24)}
    await session.submit(user_id=ALICE, choice=bid(1))
    assert await dues(session) == {1: ("bid", 24)}
    await session.submit(user_id=BOB, choice=bid(0))
    assert await dues(session) == {0: ("turn", 24)}


async def test_a_computer_has_no_deadline(desk: Desk) -> None:
    session = await open_game(desk, options=DAILY)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    await idle(desk)
    assert await dues(session) == {0: ("bid", 24)}


async def test_exactly_those_who_have_a_choice_are_reminded_once(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await fresh_game(desk)
    until = (await session.clock.deadlines())[0].due.isoformat()
    clock.advance(hours=17)
    assert await desk.scheduler.carry_out_due() == 0
    clock.advance(hours=1)
    await desk.scheduler.carry_out_due()
    assert await told(desk, notebook) == [
        {"revision": session.revision, "seats": [0, 1], "until": [until, until]}
    ]
    assert await desk.scheduler.carry_out_due() == 0
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.submit(user_id=BOB, choice=bid(0))
    notebook.clear()
    clock.advance(hours=18)
    await desk.scheduler.carry_out_due()
    assert [row["seats"] for row in await told(desk, notebook)] == [[0]]


async def test_the_default_is_carried_out_and_told(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options=DAILY)
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert session.view(None).heap == 59
    await desk.courier.flush()
    note = {"what": "late", "seat": 0, "how": "default", "was": "Alice"}
    line = {"revision": session.revision, "events": [], "moment": session.moment, "note": note}
    assert line in notebook.of("log")
    assert (await session.journal.log(None))[-1].note == note
    assert await dues(session) == {1: ("turn", 24)}
    with pytest.raises(Refused, match="not yours"):
        await session.consent.undo(user_id=ALICE)


async def test_a_sealed_answer_by_default_is_told_to_nobody_else(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await fresh_game(desk)
    await session.submit(user_id=ALICE, choice=bid(1))
    notebook.clear()
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    await desk.courier.flush()
    assert all("note" not in row for row in notebook.of("log"))
    assert any(row.get("note") for row in notebook.of("secret", BOB))
    assert all(entry.note is None for entry in await session.journal.log(None))
    assert all(entry.note is None for entry in await session.journal.log(0))
    assert (await session.journal.log(1))[-1].note is not None


async def test_a_computer_decides_if_the_table_chose_so(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={**DAILY, "late": "dabbler"})
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert (await session.journal.log(None))[-1].note == {
        "what": "late",
        "seat": 0,
        "how": "computer",
        "was": "Alice",
    }


async def test_a_computer_that_fails_leaves_the_default(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={**DAILY, "late": "stumbler"})
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert (await session.journal.log(None))[-1].note == {
        "what": "late",
        "seat": 0,
        "how": "default",
        "was": "Alice",
    }


async def test_options_that_do_not_fit_are_refused_at_the_opening(desk: Desk) -> None:
    for options in ({"pace": "slow"}, {"pace": "live", "late": "nobody"}):
        with pytest.raises(Refused):
            await open_game(desk, options=options)


async def test_who_was_late_gets_a_short_time_until_they_act_again(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options=DAILY)
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    await session.submit(user_id=BOB, choice=take(1))
    assert await dues(session) == {0: ("bid", 3), 1: ("bid", 24)}
    await session.submit(user_id=ALICE, choice=bid(3))
    await session.submit(user_id=BOB, choice=bid(0))
    assert await dues(session) == {0: ("turn", 24)}


async def test_the_same_question_again_keeps_its_deadline(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=DAILY)
    clock.advance(hours=10)
    await session.submit(user_id=ALICE, choice=PEEK)
    assert await dues(session) == {0: ("turn", 14)}


async def test_near_the_end_of_its_time_a_second_question_gets_a_little_more(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options=DAILY)
    clock.advance(hours=23)
    await session.submit(user_id=ALICE, choice=PEEK)
    assert await dues(session) == {0: ("turn", 3)}


async def test_a_kind_of_question_may_have_a_time_of_its_own(desk: Desk) -> None:
    session = await fresh_game(desk, **{"time.bid": "90m"})
    assert await dues(session) == {0: ("bid", 1.5), 1: ("bid", 1.5)}


async def test_deadlines_outlive_the_process_and_are_carried_out_once(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options=DAILY)
    revision = session.revision
    await desk.close()
    clock.advance(hours=18)
    first, second = open_desk(process="one"), open_desk(process="two")
    for revisions in (1, 2):
        await asyncio.gather(first.scheduler.carry_out_due(), second.scheduler.carry_out_due())
        assert (await first.get(session.id)).revision == revision + revisions
        clock.advance(hours=6)


async def test_an_answer_in_another_process_comes_before_the_clock(
    open_desk, clock: FakeClock
) -> None:
    here, there = open_desk(), open_desk()
    session = await running_game(here, options=DAILY)
    clock.advance(hours=24)
    theirs = await there.get(session.id)
    await theirs.submit(user_id=ALICE, choice=take(2))
    await here.scheduler.carry_out_due()
    assert (await here.get(session.id)).view(None).heap == 58


async def test_quiet_hours_move_the_deadline_of_one_person_alone(desk: Desk) -> None:
    session = await fresh_game(desk)
    await desk.availability.set_quiet_hours(BOB, (22 * 60, 8 * 60))
    assert await dues(session) == {0: ("bid", 24), 1: ("bid", 34)}
    assert (await desk.availability.of(BOB)).quiet == (1320, 480)
    await desk.availability.set_quiet_hours(BOB, None)
    assert await dues(session) == {0: ("bid", 24), 1: ("bid", 24)}
    with pytest.raises(Refused, match="time zone"):
        await desk.availability.set_quiet_hours(BOB, (60, 120), "Nowhere/At All")


async def test_who_is_away_is_not_waited_for_within_their_budget(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    session = await fresh_game(desk)
    clock.advance(hours=4)
    ends = await desk.availability.go_away(BOB, 10)
    assert ends == clock.now() + timedelta(days=10)
    assert await dues(session) == {0: ("bid", 20), 1: ("bid", 260)}
    found = await open_desk().availability.of(BOB)
    assert (found.away_until, found.holidays_left) == (ends, timedelta(days=18))
    with pytest.raises(Refused, match="already away"):
        await desk.availability.go_away(BOB, 1)
    clock.advance(days=2)
    await desk.availability.come_back(BOB)
    assert (await dues(session))[1] == ("bid", 20)
    assert (await desk.availability.of(BOB)).holidays_left == timedelta(days=26)
    with pytest.raises(Refused, match="half a day and 26 days"):
        await desk.availability.go_away(BOB, 27)
    with pytest.raises(Refused, match="not away"):
        await desk.availability.come_back(BOB)


async def test_a_newcomer_on_a_free_seat_gets_the_whole_time(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=DAILY)
    clock.advance(hours=20)
    await session.lobby.leave(ALICE)
    assert await dues(session) == {0: ("turn", 4)}
    await session.lobby.join(ALICE + 1000, "Anna")
    assert await dues(session) == {0: ("turn", 24)}


async def test_a_free_seat_does_not_hold_the_game_up_for_ever(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options=DAILY)
    await session.lobby.leave(ALICE)
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert session.waiting_for() == [1]
    assert await told(desk, notebook) == []


async def test_a_desk_at_work_sees_to_late_answers(desk: Desk, clock: FakeClock) -> None:
    await desk.resume_all()
    session = await running_game(desk, options={**DAILY, "stones": "3"})

    def an_hour_later() -> bool:
        clock.advance(hours=1)
        return session.status == "over"

    await until(an_hour_later)
    assert await session.clock.deadlines() == []
