"""Games prepared by computers up to a certain point, and taken in for people to go on with."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from bot.games import LIBRARY
from bot.rules.kernel import Choice, Match
from bot.session import GameSession, SeatInfo
from bot.session.record import Decision, export_match, state_hash
from cogs.play import advice
from cogs.speech import at_rest
from tests.e2e.conftest import CHANNEL, Room

SEATS = (
    SeatInfo(0, None, "Alice"),
    SeatInfo(1, None, "Bob"),
    SeatInfo(2, None, "Steward 1 (computer)", "steward"),
)
_SEEDS = 60
_LONGEST = 400


@cache
def before_parliament(titles: int = 2) -> dict[str, Any]:
    """A game of Alice, Bob and a computer in which Alice would now call Parliament.

    At least so many titles are to be given out, and at least one is free to be taken by a noble
    of hers.
    """

    def is_it(match: Match, seat: int, choice: Choice) -> bool:
        state, crown = match.position.state, match.game.content.crown
        given = sum(crown[card].kind == "title" for card in state.chancery)
        return seat == 0 and choice.verb == "call_parliament" and given >= titles

    return _stopped(is_it)


def _stopped(is_it: Callable[[Match, int, Choice], bool]) -> dict[str, Any]:
    """The export of the first game by computers that comes to the point, stopped there."""
    game = LIBRARY.game_for("kingmaker", "house")
    steward = LIBRARY.policy_for("kingmaker", "steward")
    for number in range(_SEEDS):
        seed = f"prepared:{number}"
        match, _ = Match.start(game, len(SEATS), seed, {})
        first, chance = state_hash(match), random.Random(seed)
        decisions: list[Decision] = []
        while not match.over and len(decisions) < _LONGEST:
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            if is_it(match, seat, choice):
                return export_match(
                    game="kingmaker",
                    ruleset="house",
                    seats=SEATS,
                    options={},
                    seed=seed,
                    started=None,
                    first_state=first,
                    decisions=decisions,
                    result=None,
                )
            match.submit(seat, choice)
            decisions.append(Decision(seat, choice, state_hash(match)))
    raise AssertionError("no game comes to the point that is wanted")


async def take_in(room: Room, data: dict[str, Any]) -> GameSession:
    """Go on with a prepared game in the channel: Alice on seat 0, Bob on seat 1."""
    alice, bob = int(room.alice.me["id"]), int(room.bob.me["id"])
    channel = room.alice.channel(CHANNEL)
    session = await room.bot.desk.bring_in(
        data,
        guild_id=int(channel["guild_id"]),
        channel_id=int(channel["id"]),
        host_id=alice,
        people={0: alice, 1: bob},
    )
    await at_rest(session)
    return session


async def advance_to(room: Room, is_there: Callable[[GameSession], bool]) -> GameSession:
    """Let the steward choose for whoever is waited for, until the game is where it is wanted."""
    async with asyncio.timeout(30):
        while True:
            session = await room.session()
            await at_rest(session)
            if is_there(session):
                return session
            seat = next((s for s in session.waiting_for() if s in (0, 1)), None)
            if seat is None:
                await asyncio.sleep(0.01)
                continue
            user = int((room.alice, room.bob)[seat].me["id"])
            await session.submit(user_id=user, choice=await advice(room.bot, session, seat))


def asks(session: GameSession, seat: int, kind: str) -> bool:
    """Whether the step at hand asks the seat this kind of question."""
    assert session.match is not None
    return any(prompt.kind == kind for prompt in session.match.asked(seat))
