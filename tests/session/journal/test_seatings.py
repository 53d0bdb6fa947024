"""A seat changes hands: what was before is told by whoever sat there then."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from bot.session import Desk, GameSession, Logged, SeatInfo
from bot.session.journal.record import parse, verify
from bot.storage import journal
from tests.session.doubles import ALICE, BOB, CECILY, DUNCAN, bid, running_game, take
from tests.toy.game import Toy

TOY = Toy("plain")
STONES = {"stones": "40"}


def holder(session: GameSession, entry: Any) -> str:
    """What whoever had the first seat at an entry is called."""
    seats: Sequence[SeatInfo] = session.seats if entry.seats is None else entry.seats
    return seats[0].name


def taken(session: GameSession, entries: Any) -> list[str]:
    """By which name each taking of stones in the first seat's turns is told."""
    return [
        holder(session, entry)
        for entry in entries
        if any(type(e).__name__ == "Taken" and e.seat == 0 for e in entry.events)
    ]


async def three_hands(desk: Desk) -> GameSession:
    """Alice plays, then Duncan in her place, then (that being taken back) Alice again."""
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(1))
    await session.moderator.replace_player(
        by=9, reason="away", seat=0, user_id=DUNCAN, name="Duncan"
    )
    await go_on(session, DUNCAN)
    await session.submit(user_id=DUNCAN, choice=take(2))
    await session.submit(user_id=BOB, choice=take(1))
    await session.moderator.retract(by=9, reason="back")
    await go_on(session, ALICE)
    await session.submit(user_id=ALICE, choice=take(3))
    return session


async def go_on(session: GameSession, first: int) -> None:
    """Bid nothing, if a round begins with bids: then the first seat is first."""
    for seat, user in ((0, first), (1, BOB)):
        if any(offer.verb == "bid" for p in session.prompts(seat) for offer in p.offers):
            await session.submit(user_id=user, choice=bid(0))


async def test_every_entry_knows_who_sat_there_then(desk: Desk) -> None:
    session = await three_hands(desk)
    hands = ["Alice", "Duncan", "Alice"]
    assert taken(session, await session.journal.log(1, 99)) == hands
    assert taken(session, (await session.journal.digest(None, 0)).entries) == hands
    assert taken(session, (await session.moderator.preview_rewind(3)).entries) == hands
    turns = [
        turn
        for number in range(20)
        if (turn := await session.replay.turn(user_id=BOB, seat=1, number=number)).number == number
    ]
    assert taken(session, [entry for turn in turns for entry in turn.entries]) == hands
    begun = await session.moderator.turns()
    assert [holder(session, turn) for turn in begun[:2]] == ["Alice", "Alice"]
    seen = [holder_of_view async for _, holder_of_view in session.replay.turning_points()]
    assert seen[0] is not None
    assert seen[0][0].name == "Alice"
    assert seen[-1] is None


async def test_what_nothing_has_changed_since_needs_no_names_of_its_own(desk: Desk) -> None:
    session = await three_hands(desk)
    last: Logged = (await session.journal.log(None, 1))[0]
    assert last.seats is None
    course = await session.course(1, news_of=1)
    assert [entry.seats for entry in course.entries][-1] is None


async def test_an_export_and_who_takes_it_in_know_it_too(desk: Desk) -> None:
    session = await three_hands(desk)
    data = json.loads(json.dumps(await session.journal.export()))
    named = [(f["decisions"], f["seats"][0]["name"]) for f in data["former"]]
    assert [name for _, name in named] == ["Alice", "Duncan"]
    assert verify(data, TOY) is None
    record = parse(data)
    called = [
        record.seats_at(number)[0].name
        for number, decision in enumerate(record.decisions, start=1)
        if decision.seat == 0 and decision.choice.verb == "take"
    ]
    assert called == ["Alice", "Duncan", "Alice"]
    there = await desk.new_games.bring_in(data, guild_id=1, channel_id=77, host_id=CECILY)
    assert taken(there, await there.journal.log(1, 99)) == called
    assert (await there.journal.export())["former"] == data["former"]
    # No person who sat there then is one of those here.
    async with desk.services.database.reading() as db:
        kept = [seats for _, seats in await journal.reseated(db, there.id, 0)]
    assert {seat["user_id"] for seats in kept for seat in seats} == {None}


async def test_a_seat_that_changed_hands_at_the_end_is_exported_and_taken_in(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.lobby.leave(ALICE)
    await session.lobby.join(DUNCAN, "Duncan")
    data = json.loads(json.dumps(await session.journal.export()))
    assert [f["decisions"] for f in data["former"]] == [len(data["decisions"])]
    there = await desk.new_games.bring_in(data, guild_id=1, channel_id=77, host_id=CECILY)
    for one in (session, there):
        assert one.seats[0].name == "Duncan"
        assert taken(one, await one.journal.log(1, 99)) == ["Alice"]


async def test_no_export_without_such_a_change_says_anything_of_it(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    assert "former" not in await session.journal.export()


async def test_seats_of_the_past_are_numbered_too(desk: Desk) -> None:
    data = json.loads(json.dumps(await (await three_hands(desk)).journal.export()))
    data["former"][0]["seats"][0]["number"] = 4
    with pytest.raises(ValueError, match="numbered from 0; here they are"):
        parse(data)


async def test_who_is_forgotten_is_forgotten_there_too(desk: Desk) -> None:
    session = await three_hands(desk)
    await desk.forgetting.forget(DUNCAN, "Duncan")
    told = taken(session, await session.journal.log(1, 99))
    assert told[0] == told[2] == "Alice"
    assert "Duncan" not in told[1]
