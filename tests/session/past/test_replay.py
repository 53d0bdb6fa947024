"""Digests, and the game over again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from tests.session.doubles import ALICE, BOB, CECILY, bid, running_game, take

PEEK = Choice.of("peek")


async def scenes(session: GameSession, user_id: int, seat: int | None, **more: int) -> list:
    return [scene async for scene in session.replay.steps(user_id=user_id, seat=seat, **more)]


async def test_a_digest_tells_what_was_missed_and_what_is_asked(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "40", "pace": "daily"})
    since = session.revision
    await session.submit(user_id=ALICE, choice=PEEK)
    await session.submit(user_id=ALICE, choice=take(2))
    found = await session.journal.digest(1, since)
    assert [type(e).__name__ for e in found.played] == ["Taken", "TurnEnded"]
    assert (found.moves, found.revision) == ({0: 1}, session.revision)
    assert [prompt.kind for prompt in found.asked] == ["turn"]
    assert found.due == session.clock.now() + timedelta(days=1)
    own = await session.journal.digest(0, since)
    assert [type(e).__name__ for e in own.played] == ["Peeked", "Taken", "TurnEnded"]
    assert (own.moves, own.asked, own.due) == ({0: 2}, (), None)
    public = await session.journal.digest(None, since)
    assert (public.played, public.asked) == (found.played, ())


async def test_what_was_missed_begins_where_ones_own_turn_ended(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "40"})
    since = session.revision
    await session.submit(user_id=ALICE, choice=take(2))
    found = await session.journal.missed(1)
    # Bob bid last: what came of all bids by that is news to him as to everybody.
    assert [type(e).__name__ for e in found.played] == ["BidsOpened", "Taken", "TurnEnded"]
    await session.submit(user_id=BOB, choice=take(1))
    assert (await session.journal.missed(1)).played == ()
    # Whoever was last here before that turn hears of all since.
    assert [type(e).__name__ for e in (await session.journal.missed(1, since)).played] == [
        "Taken", "TurnEnded", "Taken", "TurnEnded"
    ]  # fmt: skip
    assert (await session.moderator.audit()) == []


async def test_a_digest_holds_a_moderators_deeds_and_not_what_was_taken_back(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "40"})
    since = session.revision
    await session.submit(user_id=ALICE, choice=take(2))
    await session.moderator.undo(by=9, reason="a slip")
    found = await session.journal.digest(1, since)
    assert (found.played, found.moves) == ((), {})
    assert [entry.note["what"] for entry in found.entries if entry.note] == ["undo"]


async def test_sealed_answers_are_not_counted_before_they_are_open(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "40"})
    for person in (ALICE, BOB):
        await session.submit(user_id=person, choice=take(1))
    since = session.revision
    await session.submit(user_id=ALICE, choice=bid(1))
    assert (await session.journal.digest(1, since)).moves == {}


async def test_while_it_runs_one_sees_it_again_from_ones_own_seat(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "40"})
    await session.submit(user_id=ALICE, choice=PEEK)
    own = await scenes(session, ALICE, 0)
    assert [scene.step for scene in own] == [0, 1, 2, 3]
    assert {scene.steps for scene in own} == {3}
    assert own[-1].view == session.view(0)
    assert type(own[-1].events[0]).__name__ == "Peeked"
    public = await scenes(session, CECILY, None)
    assert public[-1].events == ()
    assert public[-1].view == session.view(None)
    for person, seat in ((ALICE, 1), (CECILY, 0)):
        with pytest.raises(Refused, match="only from your own seat"):
            await scenes(session, person, seat)


async def test_once_it_is_over_anybody_sees_it_from_any_seat(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "6"})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=take(3))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    again = await open_desk().get(session.id)
    found = await scenes(again, CECILY, 1)
    # What was taken back is left out.
    assert [scene.view.heap for scene in found] == [6, 6, 6, 3, 0]
    assert len(found[0].view.hand) == 2
    some = await scenes(again, CECILY, 1, first=2, last=3)
    assert [scene.step for scene in some] == [2, 3]


async def test_the_turns_of_a_game_are_seen_again_as_everybody_saw_them(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "6"})
    begun, seen = session.revision, session.view(None)
    await session.submit(user_id=ALICE, choice=PEEK)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=take(3))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    turns = [view async for view, _ in session.replay.turning_points()]
    assert [view.heap for view in turns] == [6, 3, 0]
    assert turns[-1] == session.view(None)
    assert {view.hand for view in turns} == {()}
    assert (await session.replay.seen_after(begun)) == seen
    assert (await session.replay.seen_after(0)) is None


async def test_the_newest_position_is_seen_also_in_the_middle_of_a_turn(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "9"})
    await session.submit(user_id=ALICE, choice=take(2))
    await session.submit(user_id=BOB, choice=take(3))
    await session.submit(user_id=ALICE, choice=bid(1))
    views = [view async for view, _ in session.replay.turning_points()]
    assert views[-1] == session.view(None)
    assert [view.heap for view in views][:1] == [9]


async def test_a_part_of_a_long_game_is_seen_again(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "300"})
    for _ in range(40):
        for person in (ALICE, BOB):
            await session.submit(user_id=person, choice=take(1))
        for person in (ALICE, BOB):
            await session.submit(user_id=person, choice=bid(0))
    found = await scenes(session, ALICE, 0, first=150)
    assert [scene.step for scene in found] == list(range(150, 163))
