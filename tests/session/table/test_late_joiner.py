"""Somebody takes a seat at a game that has begun, where the rules allow it."""

from __future__ import annotations

import random

import pytest

from bot.games import LIBRARY
from bot.seats.random_seat import RandomSeat
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify

ALICE, BOB, CECILY = 1, 2, 3


async def two_at_kingmaker(desk: Desk) -> GameSession:
    desk.services.library = LIBRARY
    session = await desk.new_games.open(
        guild_id=1,
        channel_id=7,
        host_id=ALICE,
        host_name="Alice",
        game="kingmaker",
        ruleset="house",
        seats=2,
        options={"rounds": "3"},
    )
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    return session


async def play_until(session: GameSession, phase: str | None) -> None:
    """Play at random until the set-up is over, or (None) to the end."""
    chance = random.Random(3)
    people = {info.number: info.user_id for info in session.seats if info.user_id is not None}
    while session.waiting_for() and session.view(None).phase != phase:
        seat = session.waiting_for()[0]
        assert session.match is not None
        _, choice = RandomSeat().choose(None, session.match.asked(seat), seat, chance)
        await session.submit(user_id=people[seat], choice=choice)


@pytest.mark.rule("house-3.16")
async def test_a_late_player_gets_a_seat_of_his_own_and_plays(desk: Desk) -> None:
    session = await two_at_kingmaker(desk)
    with pytest.raises(Refused, match="no seat is free"):
        await session.lobby.join(CECILY, "Cecily")  # nobody joins while the cards are laid out
    await play_until(session, "movement")
    await session.lobby.join(CECILY, "Cecily")
    assert [(info.number, info.user_id, info.name) for info in session.seats] == [
        (0, ALICE, "Alice"),
        (1, BOB, "Bob"),
        (2, CECILY, "Cecily"),
    ]
    assert session.seat_of(CECILY) == 2
    assert len(session.view(None).seats) == 3
    await play_until(session, None)
    assert session.status == "over"
    assert verify(await session.journal.export(), session.rules) is None


async def test_a_late_player_sees_the_time_before_as_everybody_saw_it(desk: Desk) -> None:
    session = await two_at_kingmaker(desk)
    await play_until(session, "movement")
    await session.lobby.join(CECILY, "Cecily")
    first = await session.replay.turn(user_id=CECILY, seat=2, number=0)
    assert (first.number, first.seat) == (0, None)
    assert len(first.view.seats) == 2
    assert all(event.visible_to(None) for event in first.events)
    newest = await session.replay.turn(user_id=CECILY, seat=2)
    assert newest.seat == 2
    assert newest.view == session.view(2)
    scenes = [scene async for scene in session.replay.steps(user_id=CECILY, seat=2)]
    assert scenes[0].view.seat is None
    assert scenes[-1].view == session.view(2)
