"""A moderator's deeds: each told, journaled, and taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import TypedDict

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    FakeClock,
    Notebook,
    bid,
    open_game,
    position,
    running_game,
    take,
    time_limit,
)
from tests.session.mendable import MendableLibrary
from tests.waiting import idle

MOD = 900


class Why(TypedDict):
    """Who mends, and why."""

    by: int
    reason: str


WHY = Why(by=MOD, reason="a slip")
STONES = {"stones": "40"}
DAILY = {"pace": "daily", "stones": "40"}
HOUR = timedelta(hours=1)


async def told(desk: Desk, notebook: Notebook) -> list[dict]:
    """The notes that the channel read since the page was turned."""
    await desk.courier.flush()
    notes = [row["note"] for row in notebook.of("log") if "note" in row]
    notebook.clear()
    return notes


async def left(session: GameSession) -> dict[int, float]:
    return {d.seat: (d.due - session.clock.now()) / HOUR for d in await session.clock.deadlines()}


async def test_every_deed_needs_a_reason(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    revision = session.revision
    with pytest.raises(Refused, match="Say why"):
        await session.moderator.pause(by=MOD, reason="  ")
    with pytest.raises(Refused, match="at most 300"):
        await session.moderator.pause(by=MOD, reason="x" * 301)
    assert session.revision == revision


async def test_a_pause_stops_clock_people_and_computers(
    desk: Desk, open_desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options={**DAILY, "hours": "100"})
    clock.advance(hours=4)
    await told(desk, notebook)
    await session.moderator.pause(**WHY, interaction_id="p")
    assert await told(desk, notebook) == [{"what": "pause", **WHY}]
    clock.advance(hours=200)
    assert await desk.scheduler.carry_out_due() == 0
    with pytest.raises(Refused, match="paused"):
        await session.submit(user_id=ALICE, choice=take(1))
    with pytest.raises(Refused, match="paused"):
        await session.consent.undo(user_id=ALICE)
    assert (await session.moderator.pause(**WHY, interaction_id="p")).repeated
    with pytest.raises(Refused, match="already paused"):
        await session.moderator.pause(**WHY)
    # It stays paused over a restart.
    await desk.close()
    other = open_desk()
    again = await other.get(session.id)
    assert again.paused_at is not None
    assert [d.left for d in await again.clock.deadlines()] == [20 * HOUR]
    await again.moderator.resume(**WHY)
    assert await left(again) == {0: 20}
    assert await time_limit(other, again) == clock.now() + 96 * HOUR
    await again.submit(user_id=ALICE, choice=take(1))
    with pytest.raises(Refused, match="not paused"):
        await again.moderator.resume(**WHY)


async def test_pause_and_resume_are_taken_back(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options=DAILY)
    await session.moderator.pause(**WHY)
    await told(desk, notebook)
    at = session.revision
    await session.moderator.retract(**WHY)
    assert await told(desk, notebook) == [
        {"what": "retract", **WHY, "retracted": "pause", "revision": at}
    ]
    assert session.paused_at is None
    await session.moderator.pause(**WHY)
    await session.moderator.resume(**WHY)
    await session.moderator.retract(**WHY)
    assert session.paused_at is not None
    assert [d.left for d in await session.clock.deadlines()] == [24 * HOUR]


async def test_computers_rest_while_the_game_is_paused(desk: Desk) -> None:
    session = await open_game(desk, options=STONES)
    await session.lobby.add_computer(ALICE, "dabbler")
    desk.background.closing = True
    await session.lobby.start(ALICE)
    await session.moderator.pause(**WHY)
    desk.background.closing = False
    session.computers.play_on()
    await idle(desk)
    assert session.waiting_for() == [0, 1]
    await session.moderator.resume(**WHY)
    await idle(desk)
    assert session.waiting_for() == [0]


async def test_more_time_for_one_or_all_and_back(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options=DAILY)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await session.moderator.extend(**WHY, time=6 * HOUR, seat=1)
    assert await left(session) == {0: 24, 1: 30}
    await session.moderator.extend(**WHY, time=HOUR)
    assert await left(session) == {0: 25, 1: 31}
    await session.moderator.retract(**WHY)
    await session.moderator.retract(**WHY)
    assert await left(session) == {0: 24, 1: 24}
    clock.advance(hours=20)
    await desk.scheduler.carry_out_due()
    await session.moderator.extend(**WHY, time=24 * HOUR)
    clock.advance(hours=22)
    revision = session.revision
    await desk.scheduler.carry_out_due()
    # They are reminded once more.
    assert session.revision == revision + 1
    with pytest.raises(Refused, match="sixty more days"):
        await session.moderator.extend(**WHY, time=-HOUR)


async def test_without_deadlines_there_is_nothing_to_extend(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    with pytest.raises(Refused, match="No deadline"):
        await session.moderator.extend(**WHY, time=HOUR)


async def test_a_seat_is_skipped_and_that_is_taken_back(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options=STONES)
    before = position(session)
    await told(desk, notebook)
    with pytest.raises(Refused, match="not waiting for this seat"):
        await session.moderator.skip(**WHY, seat=1)
    await session.moderator.skip(**WHY, seat=0)
    assert (session.view(None).heap, session.waiting_for()) == (39, [1])
    assert await told(desk, notebook) == [{"what": "skip", **WHY, "seat": 0, "was": "Alice"}]
    with pytest.raises(Refused, match="not yours"):
        await session.consent.undo(user_id=ALICE)
    await session.moderator.retract(**WHY)
    assert position(session) == before
    await session.moderator.skip(**WHY, seat=0)
    await session.submit(user_id=BOB, choice=take(1))
    with pytest.raises(Refused, match="moved on"):
        await session.moderator.retract(**WHY)
    assert verify(await session.journal.export(), session.rules) is None


async def test_any_last_decision_is_undone_and_done_again(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options=STONES)
    before = position(session)
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.submit(user_id=ALICE, choice=take(2))
    after = position(session)
    await told(desk, notebook)
    await session.moderator.undo(**WHY)
    await session.moderator.undo(**WHY)
    assert position(session) == before
    # Whose the decision was is said where everybody knows.
    assert await told(desk, notebook) == [
        {"what": "undo", **WHY, "seat": 0, "was": "Alice"},
        {"what": "undo", **WHY},
    ]
    # The log says nothing of what was taken back.
    names = [type(e).__name__ for entry in await session.journal.log(0) for e in entry.events]
    assert "Peeked" not in names
    await session.moderator.undo(**WHY)
    await session.moderator.retract(**WHY)
    assert position(session) == before
    await session.submit(user_id=ALICE, choice=take(3))
    with pytest.raises(Refused, match="moved on"):
        await session.moderator.retract(**WHY)
    assert position(session) != after
    assert verify(await session.journal.export(), session.rules) is None


async def play_rounds(session: GameSession, rounds: int) -> None:
    for _ in range(rounds):
        for person in (ALICE, BOB):
            await session.submit(user_id=person, choice=take(1))
        for person in (ALICE, BOB):
            await session.submit(user_id=person, choice=bid(0))


async def test_rewinding_shows_what_is_lost_and_is_taken_back(
    desk: Desk, open_desk, notebook: Notebook
) -> None:
    session = await running_game(desk, options=STONES)
    to, before = session.revision, position(session)
    await play_rounds(session, 2)
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    after = position(session)
    lost = await session.moderator.preview_rewind(to)
    kinds = [type(e).__name__ for e in lost.events]
    assert (lost.steps, kinds.count("Taken"), "Peeked" in kinds) == (9, 4, False)
    assert [t.revision for t in await session.moderator.turns()][:2] == [to + 1, to + 2]
    await told(desk, notebook)
    await session.moderator.rewind(**WHY, to=to)
    assert position(session) == before
    assert await told(desk, notebook) == [{"what": "rewind", **WHY, "to": to}]
    # Another process takes the rewinding back.
    theirs = await open_desk().get(session.id)
    await theirs.moderator.retract(**WHY)
    assert position(theirs) == after
    assert verify(await theirs.journal.export(), theirs.rules) is None
    # A revision on a branch that was left is the newest one before it that stands.
    again = await desk.get(session.id)
    assert again is not None
    await again.moderator.rewind(**WHY, to=to)
    await again.submit(user_id=ALICE, choice=take(3))
    await again.moderator.rewind(**WHY, to=to + 5)
    assert position(again) == before
    assert verify(await again.journal.export(), again.rules) is None
    with pytest.raises(Refused, match="had not begun"):
        await again.moderator.rewind(**WHY, to=0)
    with pytest.raises(Refused, match="had not begun"):
        await again.moderator.preview_rewind(0)


async def test_a_game_that_ended_is_taken_up_again(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options={"stones": "3", "pace": "daily"})
    await session.submit(user_id=ALICE, choice=take(3))
    assert session.status == "over"
    await session.moderator.undo(**WHY)
    assert (session.status, session.ended, session.waiting_for()) == ("running", None, [0])
    assert await left(session) == {0: 24}
    await session.moderator.retract(**WHY)
    assert session.status == "over"
    await open_game(desk)
    with pytest.raises(Refused, match="another game"):
        await session.moderator.undo(**WHY)


async def test_fifty_turns_are_rewound(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "300"})
    to, before = session.revision, position(session)
    await play_rounds(session, 25)
    assert len(await session.moderator.turns()) == 50
    await session.moderator.rewind(**WHY, to=to)
    assert position(session) == position(await open_desk().get(session.id)) == before
    assert verify(await session.journal.export(), session.rules) is None


async def test_a_player_is_replaced_and_comes_back(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options=DAILY)
    await told(desk, notebook)
    clock.advance(hours=20)
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.moderator.replace_player(**WHY, seat=0, user_id=CECILY, name="Cecily")
    note = {"what": "replace", **WHY, "seat": 0, "user_id": CECILY, "was": "Alice"}
    await desk.courier.flush()
    # What Alice had not been told yet is told to Cecily, and she is briefed and called.
    assert notebook.of("secret", ALICE) == []
    assert len(notebook.of("secret", CECILY)) == 1
    assert notebook.of("brief", CECILY) == [{"revision": session.revision}]
    assert notebook.of("ask")[-1] == {"revision": session.revision, "seats": [0]}
    assert await told(desk, notebook) == [note]
    assert (session.seat_of(CECILY), session.seat_of(ALICE)) == (0, None)
    assert await left(session) == {0: 24}
    assert session.host_id == CECILY
    with pytest.raises(Refused, match="no seat"):
        await session.submit(user_id=ALICE, choice=take(1))
    with pytest.raises(Refused, match="already has a seat in this game"):
        await session.moderator.replace_player(**WHY, seat=1, user_id=CECILY, name="Cecily")
    with pytest.raises(Refused, match="no such seat"):
        await session.moderator.replace_player(**WHY, seat=7, user_id=5, name="E")
    await session.moderator.retract(**WHY)
    assert (session.seat_of(ALICE), session.host_id) == (0, ALICE)


async def test_a_computer_takes_a_seat_and_gives_it_back(desk: Desk) -> None:
    session = await running_game(desk, options=DAILY)
    with pytest.raises(Refused, match="no computer player"):
        await session.moderator.seat_computer(**WHY, seat=1, policy="nobody")
    await session.moderator.seat_computer(**WHY, seat=0, policy="dabbler")
    await idle(desk)
    assert session.waiting_for() == [1]
    assert session.seats[0].policy == "dabbler"
    await session.moderator.retract(**WHY)
    back = session.seats[0]
    assert back.user_id == ALICE
    assert back.policy is None


async def test_who_is_sent_away_leaves_a_free_seat(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.moderator.kick(**WHY, seat=1)
    assert session.seats[1].free
    with pytest.raises(Refused, match="Nobody sits there"):
        await session.moderator.kick(**WHY, seat=1)
    await session.lobby.join(CECILY, "Cecily")
    await session.moderator.retract(**WHY)
    assert session.seats[1].user_id == BOB


async def test_a_game_is_broken_off_and_taken_up_again(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={**DAILY, "hours": "50"})
    limit = await time_limit(desk, session)
    await session.moderator.end(**WHY)
    assert (session.status, await session.clock.deadlines()) == ("over", [])
    again = await open_desk().get(session.id)
    clock.advance(hours=3)
    await again.moderator.retract(**WHY)
    assert again.status == "running"
    assert await left(again) == {0: 24}
    assert await time_limit(desk, again) == limit
    await again.submit(user_id=ALICE, choice=take(1))


async def test_broken_glass_shows_a_hand_and_the_table_is_told(
    desk: Desk, notebook: Notebook
) -> None:
    session = await running_game(desk, options=STONES)
    await told(desk, notebook)
    glass = await session.moderator.break_glass(**WHY, seat=1)
    assert glass.view == session.view(1)
    assert len(glass.view.hand) == 2
    looked = {"what": "break_glass", **WHY, "seat": 1, "was": "Bob"}
    assert await told(desk, notebook) == [looked]
    with pytest.raises(Refused, match="No moderator has done anything"):
        await session.moderator.retract(**WHY)
    # Whoever has the seat later was not looked at.
    await session.moderator.replace_player(**WHY, seat=1, user_id=CECILY, name="Cecily")
    assert (await session.moderator.audit())[1].about == {"seat": 1, "was": "Bob"}


async def test_the_audit_lists_all_deeds(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.moderator.pause(**WHY)
    await session.moderator.retract(by=MOD, reason="no need")
    await session.moderator.skip(**WHY, seat=0)
    found = [(d.what, d.by, d.reason, d.undone) for d in await session.moderator.audit()]
    assert found == [
        ("skip", MOD, "a slip", False),
        ("retract", MOD, "no need", False),
        ("pause", MOD, "a slip", True),
    ]
    assert len(await session.moderator.audit(1)) == 1


async def test_a_deed_does_not_stand_in_the_way_of_ones_own_undo(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    before = position(session)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.moderator.break_glass(**WHY, seat=1)
    await session.consent.undo(user_id=ALICE)
    assert position(session) == before


# Corrections


@pytest.fixture
async def mended(desk: Desk) -> GameSession:
    """A running game whose position may be mended."""
    desk.services.library = MendableLibrary()
    return await running_game(desk, options=STONES)


async def test_a_correction_is_told_recorded_and_taken_back(
    mended: GameSession, desk: Desk, notebook: Notebook
) -> None:
    before = position(mended)
    await told(desk, notebook)
    choice = Choice.of("set_heap", stones="12")
    await mended.moderator.correct(**WHY, choice=choice)
    assert mended.view(None).heap == 12
    assert await told(desk, notebook) == [{"what": "correct", **WHY, "verb": "set_heap"}]
    assert verify(await mended.journal.export(), mended.rules) is None
    await mended.moderator.retract(**WHY)
    assert position(mended) == before
    await mended.moderator.correct(**WHY, choice=choice)
    await mended.submit(user_id=ALICE, choice=take(1))
    assert verify(await mended.journal.export(), mended.rules) is None


async def test_what_was_mended_is_kept_and_an_undo_says_that_it_takes_that_back(
    mended: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await mended.submit(user_id=ALICE, choice=take(1))
    before = position(mended)
    await mended.moderator.correct(**WHY, choice=Choice.of("set_heap", stones="12"))
    (deed,) = await mended.moderator.audit()
    assert len(deed.events) == 1
    # A digest tells of it by its note, and not as of a thing that was played.
    seen = await mended.journal.digest(1, 0)
    assert deed.events[0] in [event for entry in seen.entries for event in entry.events]
    assert deed.events[0] not in seen.played
    assert (await mended.moderator.preview_undo()).events == deed.events
    await told(desk, notebook)
    await mended.moderator.undo(**WHY)
    assert position(mended) == before
    assert await told(desk, notebook) == [{"what": "undo", **WHY, "corrected": True}]
    # The next one takes a player's decision back, and says whose.
    await mended.moderator.undo(**WHY)
    assert await told(desk, notebook) == [{"what": "undo", **WHY, "seat": 0, "was": "Alice"}]


async def test_what_would_break_the_game_is_refused(mended: GameSession) -> None:
    before, revision = position(mended), mended.revision
    for choice, why in (
        (Choice.of("set_heap", stones="99"), "So many stones"),
        (Choice.of("set_heap", stones="-2"), "leave the game broken"),
        (Choice.of("break"), "break something under way"),
        (Choice.of("time_up"), "cannot correct the position like that"),
    ):
        with pytest.raises(Refused, match=why):
            await mended.moderator.correct(**WHY, choice=choice)
    assert (position(mended), mended.revision) == (before, revision)


async def test_a_secret_correction_is_told_to_whom_it_concerns(
    mended: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await told(desk, notebook)
    await mended.moderator.correct(**WHY, choice=Choice.of("show_hand", seat="1"))
    await desk.courier.flush()
    assert [row["events"] for row in notebook.of("log")] == [[]]
    assert len(notebook.of("secret", BOB)) == 1
    assert notebook.of("secret", ALICE) == []
