"""Submitting decisions."""

from __future__ import annotations

import asyncio
import logging

import pytest
from sqlalchemy.exc import OperationalError

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from bot.session.receipts import OUR_SIDE, STALE, STORE_AWAY
from tests.session.doubles import ALICE, BOB, CECILY, bid, open_game, position, running_game, take
from tests.toy.game import Peeked, Taken, TurnEnded

THROW = Choice.of("throw")
PEEK = Choice.of("peek")
PEBBLE = Choice.of("pebble")


async def at_bids(desk: Desk, seats: int = 2) -> GameSession:
    session = await open_game(desk, seats=seats)
    await session.lobby.join(BOB, "Bob")
    if seats > 2:
        await session.lobby.join(CECILY, "Cecily")
    await session.lobby.start(ALICE)
    return session


def give_cards(session: GameSession, seat: int, *cards: str) -> None:
    """Put other cards into a hand. They are saved with the next commit."""
    assert session.match is not None
    session.match.table.state.hands[seat] = list(cards)
    session.match._any_time.clear()


async def test_a_decision_changes_the_game_and_is_kept(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    before = session.revision
    receipt = await session.submit(user_id=ALICE, choice=take(3), interaction_id="i1")
    assert receipt.revision == session.revision == before + 1
    assert receipt.events == (Taken(seat=0, stones=3), TurnEnded(seat=0))
    assert not receipt.repeated
    assert session.view(None).heap == 7
    elsewhere = await open_desk().get(session.id)
    assert elsewhere.view(None) == session.view(None)
    assert elsewhere.view(1) == session.view(1)
    assert elsewhere.revision == session.revision
    assert elsewhere.waiting_for() == [1]


async def test_what_is_not_offered_is_refused_with_its_rule(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    saved, revision = position(session), session.revision
    with pytest.raises(Refused) as refused:
        await session.submit(user_id=ALICE, choice=take(4))
    assert refused.value.rule == "toy-2"
    assert refused.value.text == "Take one to three stones, and no more than there are."
    with pytest.raises(Refused) as refused:
        await session.submit(user_id=BOB, choice=take(1))
    assert refused.value.rule == "toy-0"
    assert position(session) == saved
    assert session.revision == revision


async def test_only_seats_of_a_running_game_are_heard(desk: Desk) -> None:
    session = await at_bids(desk)
    with pytest.raises(Refused, match="You have no seat in this game"):
        await session.submit(user_id=CECILY, choice=bid(0))
    await session.lobby.end(ALICE)
    with pytest.raises(Refused, match="not being played"):
        await session.submit(user_id=ALICE, choice=bid(0))


async def test_a_double_click_is_carried_out_once(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    first, second = await asyncio.gather(
        session.submit(user_id=ALICE, choice=PEEK, interaction_id="same"),
        session.submit(user_id=ALICE, choice=PEEK, interaction_id="same"),
    )
    assert [first.repeated, second.repeated] == [False, True]
    assert first.revision == second.revision == session.revision
    assert first.events == second.events
    assert isinstance(first.events[0], Peeked)
    # Also after a restart, and after the game has gone on.
    await session.submit(user_id=ALICE, choice=take(1))
    elsewhere = await open_desk().get(session.id)
    third = await elsewhere.submit(user_id=ALICE, choice=PEEK, interaction_id="same")
    assert third.repeated
    assert third.revision == first.revision
    assert elsewhere.revision == session.revision


async def test_two_people_at_once_are_heard_one_after_the_other(desk: Desk) -> None:
    session = await at_bids(desk, seats=3)
    start = session.revision
    receipts = await asyncio.gather(
        session.submit(user_id=ALICE, choice=bid(1), revision=start),
        session.submit(user_id=BOB, choice=bid(2), revision=start),
        session.submit(user_id=CECILY, choice=bid(0), revision=start),
    )
    assert sorted(r.revision for r in receipts) == [start + 1, start + 2, start + 3]
    assert session.view(None).tokens == (4, 3, 5)
    assert session.waiting_for() == [1]


async def test_two_presses_of_two_controls_count_once(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    seen = session.revision
    results = await asyncio.gather(
        session.submit(user_id=ALICE, choice=take(1), revision=seen, interaction_id="a"),
        session.submit(user_id=ALICE, choice=take(1), revision=seen, interaction_id="b"),
        return_exceptions=True,
    )
    assert isinstance(results[1], Refused)
    assert results[1].text == STALE
    assert session.view(None).heap == 9


async def test_a_control_of_an_earlier_turn_is_stale_even_if_the_same_is_offered(
    desk: Desk,
) -> None:
    session = await running_game(desk, options={"stones": "12"})
    old = session.revision
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(1))
    for person in (ALICE, BOB):
        await session.submit(user_id=person, choice=bid(0))
    assert session.waiting_for() == [0]
    with pytest.raises(Refused) as refused:
        await session.submit(user_id=ALICE, choice=take(1), revision=old)
    assert refused.value.text == STALE
    await session.submit(user_id=ALICE, choice=take(1), revision=session.revision)
    assert session.view(None).heap == 9


async def test_what_another_seat_does_leaves_my_control_good(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    give_cards(session, 1, "pebble", "chalk")
    await session.submit(user_id=ALICE, choice=PEEK)
    mine = session.revision
    await session.submit(user_id=BOB, choice=PEBBLE, revision=mine)
    assert session.revision == mine + 1
    heap = session.view(None).heap
    await session.submit(user_id=ALICE, choice=take(2), revision=mine)
    assert session.view(None).heap == heap - 2


async def test_a_standing_possibility_outlives_other_answers(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    give_cards(session, 0, "pebble", "pebble")
    await session.submit(user_id=ALICE, choice=PEEK)
    old = session.revision
    await session.submit(user_id=ALICE, choice=take(1), revision=old)
    await session.submit(user_id=ALICE, choice=PEBBLE, revision=old)
    assert session.view(0).hand == ("pebble",)


async def test_a_control_from_before_the_game_or_from_nowhere_is_stale(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    for revision in (0, session.revision + 1):
        with pytest.raises(Refused) as refused:
            await session.submit(user_id=ALICE, choice=take(1), revision=revision)
        assert refused.value.text == STALE


async def test_an_error_in_the_rules_changes_nothing(desk: Desk, caplog) -> None:
    session = await running_game(desk, ruleset="rough", options={"stones": "10"})
    saved, revision = position(session), session.revision
    with caplog.at_level(logging.ERROR), pytest.raises(Refused) as refused:
        await session.submit(user_id=ALICE, choice=Choice.of("trip"), interaction_id="i1")
    assert refused.value.text == OUR_SIDE
    assert f"game {session.id}" in caplog.text
    assert position(session) == saved
    assert session.revision == revision
    # The interaction was not used up, and the game goes on.
    await session.submit(user_id=ALICE, choice=take(2), interaction_id="i1")
    assert session.view(None).heap == 8


async def test_a_caller_who_is_cancelled_leaves_the_game_whole(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    caller = asyncio.create_task(session.submit(user_id=ALICE, choice=take(1)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    await session.submit(user_id=BOB, choice=take(1))
    elsewhere = await open_desk().get(session.id)
    assert elsewhere.view(None).heap == session.view(None).heap == 8


async def test_nobody_sees_what_is_not_safe_yet(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    task = asyncio.create_task(session.submit(user_id=ALICE, choice=take(3)))
    seen = set()
    while not task.done():
        seen.add((session.revision, session.view(None).heap, tuple(session.waiting_for())))
        await asyncio.sleep(0)
    after = session.revision
    assert (await task).revision == after
    seen.add((session.revision, session.view(None).heap, tuple(session.waiting_for())))
    assert seen == {(after - 1, 10, (0,)), (after, 7, (1,))}


async def test_a_commit_that_fails_is_not_remembered(desk: Desk, monkeypatch) -> None:
    session = await running_game(desk, options={"stones": "10"})
    saved, revision = position(session), session.revision

    def full_disk(*_args: object) -> None:
        raise OSError("no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("bot.session.writing.snapshots.row_of", full_disk)
        with pytest.raises(Refused) as refused:
            await session.submit(user_id=ALICE, choice=take(1))
    assert refused.value.text == OUR_SIDE
    assert position(session) == saved
    assert session.revision == revision
    assert (await session.submit(user_id=ALICE, choice=take(1))).revision == revision + 1


async def test_a_commit_that_does_not_reach_the_database_may_be_tried_again(
    desk: Desk, monkeypatch
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    saved, revision = position(session), session.revision

    def away(*_args: object) -> None:
        raise OperationalError("INSERT", None, Exception("database is locked"))

    with monkeypatch.context() as patched:
        patched.setattr("bot.session.writing.snapshots.row_of", away)
        with pytest.raises(Refused) as refused:
            await session.submit(user_id=ALICE, choice=take(1))
    assert refused.value.text == STORE_AWAY
    assert position(session) == saved
    assert (await session.submit(user_id=ALICE, choice=take(1))).revision == revision + 1


async def test_a_receipt_tells_only_what_its_reader_may_know(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    receipt = await session.submit(user_id=ALICE, choice=PEEK)
    (peeked,) = receipt.events
    assert peeked.visible_to(0)
    assert not peeked.visible_to(1)
    log = await session.journal.log(1, last=1)
    assert all(event.visible_to(1) for event in log[0].events)


async def test_nothing_of_a_choice_or_a_card_is_in_the_log_file(desk: Desk, caplog) -> None:
    with caplog.at_level(logging.INFO):
        session = await running_game(desk, bids=(3, 2), options={"stones": "10"})
        await session.submit(user_id=ALICE, choice=PEEK)
        await session.submit(user_id=ALICE, choice=THROW)
        await desk.courier.flush()
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("bot.")]
    assert ours
    for line in ours:
        for word in ("bid", "peek", "throw", "tokens", "pebble", "flint", "chalk", "slate"):
            assert word not in line


async def test_the_log_is_for_its_reader(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=PEEK)
    await session.submit(user_id=ALICE, choice=take(3))
    public = await session.journal.log(None)
    assert [type(e).__name__ for entry in public for e in entry.events] == [
        "HeapMade",
        "BidsOpened",
        "Taken",
        "TurnEnded",
    ]
    mine = await session.journal.log(0)
    assert [type(e).__name__ for entry in mine for e in entry.events] == [
        "HeapMade",
        "Dealt",
        "BidsOpened",
        "Peeked",
        "Taken",
        "TurnEnded",
    ]
    assert [entry.revision for entry in mine] == sorted(entry.revision for entry in mine)
    assert [entry.revision for entry in await session.journal.log(0, last=1)] == [session.revision]
