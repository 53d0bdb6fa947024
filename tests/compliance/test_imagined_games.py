"""A what-if follows from what its seat may know, from the first question to the last answer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.games import LIBRARY
from bot.rules.kernel import Choice, Dice, Match
from bot.secrecy import other_world
from bot.session import SeatInfo, SystemClock
from bot.session.computers import plainest
from bot.session.services import Services
from bot.session.whatif import ImaginedGame
from cogs.ui.choosing.panel import what_now
from tests.compliance.test_worlds import FEW, positions
from tests.compliance.whole_games import Kind

_STEPS = 3


def hosted(match: Match) -> Any:
    """What a what-if is made of: a game with a person on each seat."""
    kind, seats = match.game, range(match.game.seats(match.position.state))
    return SimpleNamespace(
        id="REAL01",
        rules=kind,
        in_progress=lambda: match,
        guild_id=1,
        channel_id=2,
        game=kind.name,
        ruleset=kind.ruleset,
        host_id=100,
        seats_wanted=len(seats),
        options={},
        started=None,
        seats=[SeatInfo(seat, 100 + seat, f"Player {seat}") for seat in seats],
    )


async def evening(match: Match, seat: int) -> list[bytes]:
    """All that a what-if of this seat is, shows and tells, over a few answers."""
    # Without a database whatever asks one fails.
    nowhere: Any = None
    services = Services(nowhere, SystemClock(), LIBRARY)
    game = ImaginedGame(hosted(match), seat, "w1", "one", services, "steward")
    game.computers.play_on()
    found = []
    for _ in range(_STEPS):
        await services.background.finish()
        assert game.match is not None
        found.append(game.match.save())
        found.append(what_now(game, seat).encode())
        found.append(msgspec.json.encode(game.news()))
        if seat not in game.waiting_for():
            break
        choice: Choice = plainest(game.prompts(seat))
        await game.submit(user_id=100 + seat, choice=choice)
    await services.background.finish()
    return found


@pytest.mark.parametrize("kind", FEW, ids=str)
async def test_equal_knowledge_gives_equal_what_ifs(kind: Kind) -> None:
    luck, compared = Dice(f"what if {kind}"), 0
    for number, match in enumerate(positions(kind, every=29, wanted=4)):
        seat = number % kind.seats
        if match.over:
            continue
        other = other_world(match, seat, luck)
        truth = match.position.dice.seed.encode()
        told = await evening(match, seat)
        assert told == await evening(other, seat)
        assert not any(truth in part for part in told)
        compared += 1
    assert compared
