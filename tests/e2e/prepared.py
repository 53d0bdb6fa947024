"""Games prepared by computers up to a certain point, and taken in for people to go on with."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import zstandard

from bot.session import GameSession, SeatInfo
from cogs.ui.replies import at_rest
from tests.e2e.conftest import Room
from tests.e2e.stewards import advice
from tests.folders import fixtures_of
from tests.rules.kingmaker import underway
from tests.waiting import until

FINISHED = fixtures_of("kingmaker") / "house-2-steward.json.zst"

SEATS = (
    SeatInfo(0, None, "Alice"),
    SeatInfo(1, None, "Bob"),
    SeatInfo(2, None, "Steward 1 (computer)", "steward"),
)


def before_parliament() -> dict[str, Any]:
    """A game of Alice, Bob and a computer in which Alice would now call Parliament."""
    return underway.before_parliament(SEATS)


def before_parliament_with_writ() -> dict[str, Any]:
    """The same, and Bob holds a Writ and has two nobles, one of whom could stay away for it."""
    return underway.before_parliament_with_writ(SEATS)


def before_ballot() -> dict[str, Any]:
    """A game in which Bob has a ballot to cast."""
    return underway.before_ballot(SEATS)


def before_long_siege() -> dict[str, Any]:
    """A game in which Alice could lay a siege that lasts, and fight nobody else."""
    return underway.before_long_siege(SEATS)


@cache
def finished() -> dict[str, Any]:
    """A game of two computers from beginning to end."""
    packed = zstandard.ZstdDecompressor().decompress(FINISHED.read_bytes(), 100_000_000)
    found: dict[str, Any] = json.loads(packed)
    return found


def played_to_its_end() -> dict[str, Any]:
    """The same game as one that Alice and Bob have played."""
    seats = [
        {**seat, "policy": None, "name": name}
        for seat, name in zip(finished()["seats"], ("Alice", "Bob"), strict=True)
    ]
    return {**finished(), "seats": seats}


async def take_in(room: Room, data: dict[str, Any]) -> GameSession:
    """Go on with a prepared game in the channel: Alice on seat 0, Bob on seat 1."""
    session = await room.bring_in(data)
    await at_rest(session)
    return session


async def advance_to(room: Room, is_there: Callable[[GameSession], bool]) -> GameSession:
    """Let the steward choose for whoever is waited for, until the game is where it is wanted."""
    session = await room.session()
    while True:
        await at_rest(session)
        if is_there(session):
            return session
        assert session.status != "over", "the game ended before it came there"
        seat = next((s for s in session.waiting_for() if s in (0, 1)), None)
        if seat is None:
            await moved_on(session)
            continue
        user = int((room.alice, room.bob)[seat].me["id"])
        await session.submit(user_id=user, choice=await advice(session, seat))


async def moved_on(session: GameSession) -> None:
    """Wait until somebody else, a computer or a standing order, has moved the game on."""
    revision = session.revision
    await until(lambda: session.revision != revision)


def asks(session: GameSession, seat: int, kind: str) -> bool:
    """Whether the step at hand asks the seat this kind of question."""
    assert session.match is not None
    return any(prompt.kind == kind for prompt in session.match.asked(seat))
