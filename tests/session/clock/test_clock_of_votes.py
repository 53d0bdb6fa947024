"""Debates and sealed votes have a clock of their own, and nothing tells who has voted."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.games import LIBRARY
from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Library, Refused
from bot.session.journal.record import verify
from bot.session.seating import UNDER_SEAL
from tests.session.doubles import ALICE, BOB, CECILY, CHANNEL, GUILD, FakeClock, Notebook, position
from tests.session.parliament import (
    CALL,
    NAY,
    PEOPLE,
    SEATS,
    YEA,
    at_the_ballot,
    at_the_debate,
    kind,
    public,
    roll_calls,
)

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
CASTS = [(), (YEA,), (YEA, NAY)]
TIMED = {"time.debate": "2m", "time.ballot": "5m"}
"""What the house rules leave people who sit together, at a table without a pace."""

WHY: dict[str, Any] = {"by": 900, "reason": "a test"}


@pytest.fixture
def library() -> Library:
    """The real games."""
    return LIBRARY


async def left(session: GameSession) -> timedelta | None:
    """What is left of the time of a debate or a vote."""
    closes = await session.clock.closes()
    return None if closes is None else closes - session.clock.now()


async def cast(session: GameSession, votes: tuple[Choice, ...]) -> None:
    """The first seats vote."""
    for user_id, vote in zip(PEOPLE, votes, strict=False):
        await session.submit(user_id=user_id, choice=vote)


def padded(votes: tuple[Choice, ...]) -> tuple[str, ...]:
    """These votes; the other seats abstain."""
    return (*(vote.verb for vote in votes), *["abstain"] * (len(PEOPLE) - len(votes)))


# The debate


async def test_a_debate_ends_by_the_clock_though_there_is_no_pace(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await at_the_debate(desk, **TIMED)
    assert session.pace is None
    assert await left(session) == 120 * SECOND
    await public(desk, notebook)
    clock.advance(seconds=119)
    assert await desk.scheduler.carry_out_due() == 0
    clock.advance(seconds=1)
    await desk.scheduler.carry_out_due()
    assert (kind(session), session.waiting_for()) == ("ballot", [0, 1, 2])
    assert await left(session) == 300 * SECOND
    told = await public(desk, notebook)
    assert sorted(name for name, _ in told) == ["ask", "status"]


async def test_a_vote_that_was_moved_leaves_the_debate_its_time(
    desk: Desk, clock: FakeClock
) -> None:
    session = await at_the_debate(desk, **TIMED)
    clock.advance(seconds=50)
    await session.submit(user_id=BOB, choice=Choice("move_vote"))
    assert await left(session) == 70 * SECOND
    await session.consent.undo(user_id=BOB)
    assert await left(session) == 70 * SECOND
    await session.submit(user_id=BOB, choice=Choice("move_vote"))
    await session.submit(user_id=CECILY, choice=Choice("second_vote"))
    assert (kind(session), await left(session)) == ("ballot", 300 * SECOND)


async def test_nobody_is_late_because_a_debate_ran_out(desk: Desk, clock: FakeClock) -> None:
    session = await at_the_debate(desk, pace="daily")
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    await cast(session, (YEA, YEA, YEA))
    assert [(due.seat, due.due - clock.now()) for due in await session.clock.deadlines()] == [
        (0, 24 * HOUR)
    ]


@pytest.mark.parametrize(
    ("options", "debate", "ballot"),
    [
        ({}, 24 * HOUR, 24 * HOUR),
        ({"pace": "live"}, 120 * SECOND, 300 * SECOND),
        ({"pace": "daily"}, 24 * HOUR, 24 * HOUR),
        ({"pace": "relaxed"}, 72 * HOUR, 72 * HOUR),
        ({"pace": "daily", "time.debate": "6h"}, 6 * HOUR, 24 * HOUR),
        ({"time.ballot": "2h"}, 24 * HOUR, 2 * HOUR),
    ],
)
async def test_slow_tables_have_more_time(
    desk: Desk, options: dict[str, str], debate: timedelta, ballot: timedelta
) -> None:
    session = await at_the_debate(desk, **options)
    assert await left(session) == debate
    await session.submit(user_id=ALICE, choice=CALL)
    assert await left(session) == ballot


# The vote


@pytest.mark.parametrize("votes", CASTS)
async def test_who_has_not_voted_in_time_abstains(
    desk: Desk, notebook: Notebook, clock: FakeClock, votes: tuple[Choice, ...]
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, votes)
    clock.advance(seconds=299)
    await desk.scheduler.carry_out_due()
    assert kind(session) == "ballot"
    await public(desk, notebook)
    revision = session.revision
    clock.advance(seconds=1)
    await desk.scheduler.carry_out_due()
    assert session.revision == revision + 1
    told = await public(desk, notebook)
    (closed,) = roll_calls(session, told)
    assert closed.votes == padded(votes)
    assert not any("note" in payload for _, given in told for payload in given)
    assert [entry.note for entry in await session.journal.log(None)] == [None] * len(
        await session.journal.log(None)
    )
    assert verify(await session.journal.export(), session.rules) is None


async def test_who_has_not_voted_in_time_hears_alone_what_was_counted(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, (YEA,))
    await public(desk, notebook)
    clock.advance(seconds=300)
    await desk.scheduler.carry_out_due()
    await desk.courier.flush()
    told = {
        reader: [p["note"] for p in notebook.of("secret", reader) if "note" in p]
        for reader in PEOPLE
    }
    assert [len(notes) for notes in told.values()] == [0, 1, 1]
    (note,) = told[PEOPLE[1]]
    assert (note["what"], note["seat"], note["choice"]["verb"]) == ("late", 1, "abstain")


async def test_when_all_votes_are_in_the_clock_has_nothing_to_do(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await public(desk, notebook)
    await cast(session, (YEA, NAY, YEA))
    (closed,) = roll_calls(session, await public(desk, notebook))
    assert closed.votes == ("yea", "nay", "yea")
    revision = session.revision
    clock.advance(hours=1)
    assert await desk.scheduler.carry_out_due() == 0
    assert session.revision == revision


async def test_after_a_vote_its_time_runs_no_more_though_there_is_no_pace(
    desk: Desk, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk)
    await cast(session, (YEA, NAY, YEA))
    assert (await session.clock.closes(), await session.clock.deadlines()) == (None, [])
    clock.advance(hours=25)
    assert await desk.scheduler.carry_out_due() == 0


async def test_the_clock_and_all_that_is_told_are_the_same_whoever_has_voted(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await public(desk, notebook)
    closes, dues = await session.clock.closes(), await session.clock.deadlines()
    log = await session.journal.log(None)
    moves = [(await session.journal.digest(eye, 0)).moves for eye in (None, 1)]
    assert [(due.seat, due.prompt) for due in dues] == [(n, "ballot") for n in range(3)]
    for user_id in (CECILY, ALICE):
        clock.advance(seconds=20)
        await session.submit(user_id=user_id, choice=NAY)
        assert (await session.clock.closes(), await session.clock.deadlines()) == (closes, dues)
        assert [name for name, _ in await public(desk, notebook)] == ["status"]
        assert await session.journal.log(None) == log
        assert [(await session.journal.digest(eye, 0)).moves for eye in (None, 1)] == moves


async def test_the_reminder_comes_to_those_alone_who_have_not_voted(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await session.submit(user_id=BOB, choice=YEA)
    await public(desk, notebook)
    clock.advance(seconds=150)
    await desk.scheduler.carry_out_due()
    await desk.courier.flush()
    readers = [entry.reader for entry in notebook.entries if entry.kind == "remind"]
    assert readers == [ALICE, CECILY]
    assert [name for name, _ in await public(desk, notebook)] == ["status"]


async def test_a_restart_in_the_middle_of_a_vote(
    desk: Desk, open_desk: Any, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, (NAY,))
    revision = session.revision
    await desk.close()
    first, second = open_desk(process="one"), open_desk(process="two")
    clock.advance(seconds=299)
    await asyncio.gather(first.scheduler.carry_out_due(), second.scheduler.carry_out_due())
    again = await first.get(session.id)
    assert (kind(again), again.revision) == ("ballot", revision + 1)  # the reminder
    clock.advance(seconds=1)
    await asyncio.gather(first.scheduler.carry_out_due(), second.scheduler.carry_out_due())
    again = await second.get(session.id)
    assert (kind(again), again.revision) == ("round", revision + 2)
    (closed,) = [
        e for entry in await again.journal.log(None) for e in entry.events if hasattr(e, "votes")
    ]
    assert closed.votes == ("nay", "abstain", "abstain")


async def test_a_vote_in_the_instant_of_the_clock(desk: Desk, clock: FakeClock) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, (YEA, YEA))
    clock.advance(seconds=300)
    vote, _ = await asyncio.gather(
        session.submit(user_id=CECILY, choice=NAY),
        desk.scheduler.carry_out_due(),
        return_exceptions=True,
    )
    closed = [
        e for entry in await session.journal.log(None) for e in entry.events if hasattr(e, "votes")
    ]
    late = isinstance(vote, Refused)
    assert [e.votes for e in closed] == [("yea", "yea", "abstain" if late else "nay")]
    assert kind(session) == "round"


async def test_a_vote_just_before_the_clock_counts_and_one_just_after_is_refused(
    desk: Desk, open_desk: Any, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, (YEA, YEA))
    clock.advance(seconds=300)
    theirs = await open_desk().get(session.id)
    await theirs.submit(user_id=CECILY, choice=NAY)
    await desk.scheduler.carry_out_due()
    closed = [
        e for entry in await theirs.journal.log(None) for e in entry.events if hasattr(e, "votes")
    ]
    assert [e.votes for e in closed] == [("yea", "yea", "nay")]
    with pytest.raises(Refused):
        await theirs.submit(user_id=CECILY, choice=YEA)


async def test_a_computer_does_not_vote_for_who_is_late(desk: Desk, clock: FakeClock) -> None:
    session = await at_the_ballot(desk, pace="live", late="steward")
    clock.advance(seconds=300)
    await desk.scheduler.carry_out_due()
    closed = [
        e for entry in await session.journal.log(None) for e in entry.events if hasattr(e, "votes")
    ]
    assert [e.votes for e in closed] == [("abstain",) * 3]


async def test_an_exported_vote_goes_on_with_a_clock(
    desk: Desk, open_desk: Any, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, (YEA,))
    again = await open_desk().new_games.bring_in(
        await session.journal.export(),
        guild_id=GUILD,
        channel_id=CHANNEL + 1,
        host_id=ALICE,
        people=dict(enumerate(PEOPLE)),
    )
    assert (kind(again), await left(again)) == ("ballot", 300 * SECOND)


# Quiet hours, holidays, moderators


async def test_a_vote_is_open_for_all_until_the_last_one_had_their_time(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await public(desk, notebook)
    # It is noon; Bob is left in peace until eight in the evening.
    await desk.availability.set_quiet_hours(BOB, (11 * 60, 20 * 60))
    assert await left(session) == 8 * HOUR + 300 * SECOND
    await session.submit(user_id=BOB, choice=YEA)
    assert await left(session) == 8 * HOUR + 300 * SECOND
    clock.advance(hours=1)
    await desk.scheduler.carry_out_due()
    assert kind(session) == "ballot"
    assert await left(session) == 7 * HOUR + 300 * SECOND
    await session.submit(user_id=CECILY, choice=NAY)
    clock.advance(hours=7.1)
    await desk.scheduler.carry_out_due()
    (closed,) = roll_calls(session, await public(desk, notebook))
    assert closed.votes == ("abstain", "yea", "nay")


async def test_holidays_hold_a_vote_up_until_their_end(desk: Desk, clock: FakeClock) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await desk.availability.go_away(CECILY, 3)
    assert await left(session) == 72 * HOUR + 300 * SECOND
    clock.advance(hours=20)
    await desk.availability.come_back(CECILY)
    assert await left(session) == 300 * SECOND


async def test_a_paused_vote_waits(desk: Desk, clock: FakeClock) -> None:
    session = await at_the_ballot(desk, **TIMED)
    clock.advance(seconds=100)
    await session.moderator.pause(**WHY)
    assert await session.clock.closes() is None
    clock.advance(hours=2)
    assert await desk.scheduler.carry_out_due() == 0
    await session.moderator.resume(**WHY)
    assert await left(session) == 200 * SECOND


async def test_more_time_for_one_is_more_time_for_all(desk: Desk) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await session.submit(user_id=BOB, choice=YEA)
    await session.moderator.extend(**WHY, time=HOUR, seat=1)
    assert await left(session) == HOUR + 300 * SECOND
    await session.moderator.retract(**WHY)
    assert await left(session) == 300 * SECOND


@pytest.mark.parametrize("voted", [True, False])
async def test_a_newcomer_during_a_vote_is_not_called_in_the_channel(
    desk: Desk, notebook: Notebook, clock: FakeClock, voted: bool
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    if voted:
        await session.submit(user_id=BOB, choice=YEA)
    await public(desk, notebook)
    clock.advance(seconds=100)
    await session.moderator.replace_player(**WHY, seat=1, user_id=555, name="Dora")
    assert await left(session) == 300 * SECOND
    await desk.courier.flush()
    asked = [entry.reader for entry in notebook.entries if entry.kind == "ask_secret"]
    assert asked == ([] if voted else [555])
    assert sorted(name for name, _ in await public(desk, notebook)) == ["log", "status"]


@pytest.mark.parametrize("votes", CASTS)
async def test_a_game_that_goes_on_in_the_middle_of_a_vote_calls_in_private(
    desk: Desk, notebook: Notebook, clock: FakeClock, votes: tuple[Choice, ...]
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, votes)
    await session.moderator.end(**WHY)
    await public(desk, notebook)
    clock.advance(hours=1)
    await session.moderator.retract(**WHY)
    assert (kind(session), await left(session)) == ("ballot", 300 * SECOND)
    await desk.courier.flush()
    asked = {entry.reader for entry in notebook.entries if entry.kind == "ask_secret"}
    assert asked == set(PEOPLE[len(votes) :])
    assert sorted(name for name, _ in await public(desk, notebook)) == ["log", "status"]


@pytest.mark.parametrize("votes", CASTS)
async def test_nobody_is_skipped_in_a_vote(desk: Desk, votes: tuple[Choice, ...]) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, votes)
    for seat in range(len(SEATS)):
        with pytest.raises(Refused, match="nobody may know whose vote is missing"):
            await session.moderator.skip(**WHY, seat=seat)


# Taking back


@pytest.mark.parametrize("votes", CASTS)
async def test_nobody_takes_anything_back_during_a_vote(
    desk: Desk, votes: tuple[Choice, ...]
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    await cast(session, votes)
    revision = session.revision
    for user_id in PEOPLE:
        with pytest.raises(Refused) as refused:
            await session.consent.undo(user_id=user_id)
        assert refused.value.text == UNDER_SEAL
    assert session.revision == revision


async def test_a_debate_is_called_off_freely(desk: Desk) -> None:
    session = await at_the_debate(desk, **TIMED)
    await session.consent.undo(user_id=ALICE)
    assert kind(session) == "round"
    assert await session.clock.closes() is None


@pytest.mark.parametrize("votes", CASTS)
async def test_a_moderator_takes_the_whole_vote_back_and_learns_nothing(
    desk: Desk, notebook: Notebook, votes: tuple[Choice, ...]
) -> None:
    session = await at_the_debate(desk, **TIMED)
    debate = position(session)
    await session.submit(user_id=ALICE, choice=CALL)
    await cast(session, votes)
    await public(desk, notebook)
    await session.moderator.undo(**WHY)
    assert position(session) == debate
    assert await left(session) == 120 * SECOND
    told = await public(desk, notebook)
    assert sorted(name for name, _ in told) == ["ask", "log", "status", "struck"]
    (note,) = [p["note"] for _, given in told for p in given if "note" in p]
    assert note == {"what": "undo", **WHY}
    # Cast votes are not brought back, and whether there were any makes no difference.
    with pytest.raises(Refused, match="The vote has to be called again"):
        await session.moderator.retract(**WHY)
    assert position(session) == debate
    await session.submit(user_id=ALICE, choice=CALL)
    assert session.waiting_for() == [0, 1, 2]
    assert verify(await session.journal.export(), session.rules) is None


@pytest.mark.parametrize("votes", CASTS)
async def test_going_back_to_the_middle_of_a_vote_goes_to_before_its_call(
    desk: Desk, votes: tuple[Choice, ...]
) -> None:
    session = await at_the_debate(desk, **TIMED)
    before, debate = session.revision, position(session)
    await session.submit(user_id=ALICE, choice=CALL)
    await cast(session, votes)
    for to in (before, before + 1, session.revision):
        assert (await session.moderator.preview_rewind(to)).steps == 1  # the call
    assert (await session.moderator.preview_rewind(before - 1)).steps == 2
    await session.moderator.rewind(**WHY, to=session.revision)
    assert position(session) == debate


async def test_a_vote_that_is_over_is_taken_back_as_a_whole(desk: Desk, notebook: Notebook) -> None:
    session = await at_the_debate(desk, **TIMED)
    before, debate = session.revision, position(session)
    await session.submit(user_id=ALICE, choice=CALL)
    await cast(session, (YEA, NAY, NAY))
    assert kind(session) == "round"
    assert (await session.moderator.preview_rewind(before + 2)).steps == 4
    await session.moderator.undo(**WHY)
    assert position(session) == debate
    await session.moderator.retract(**WHY)
    assert kind(session) == "round"


@pytest.mark.parametrize("last", PEOPLE)
async def test_who_leads_is_called_after_a_vote_whoever_voted_last(
    desk: Desk, notebook: Notebook, last: int
) -> None:
    session = await at_the_ballot(desk, **TIMED)
    for user_id in (*(each for each in PEOPLE if each != last), last):
        await public(desk, notebook)
        await session.submit(user_id=user_id, choice=NAY)
    asked = [given for name, given in await public(desk, notebook) if name == "ask"]
    assert asked == [[{"revision": session.revision, "seats": [0]}]]
