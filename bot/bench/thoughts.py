"""The bench's long thoughts: how long one takes, and how four at once affect the event loop.

These are the thoughts of Lancaster's strategist, in the process in which it thinks during play,
about the questions of games that stewards played. Seconds of processor time are
that process's own; seconds by the clock include waiting as well. Meanwhile we measure how late the
loop comes round.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from pathlib import Path
from time import monotonic
from typing import Any

from bot.bench.crowd import shares
from bot.bench.thinking import timed
from bot.games import THINKERS, default_ruleset, game_for, policy_for
from bot.rules.kernel import Game, Match, Seat
from bot.session.computers import BUDGET, PATIENCE, Pondering

SEATS = 4
AT_ONCE = 4
THINKER = "strategist"
_EVERY = 11
_LOOK = 0.005


@dataclass
class TurnOfThought:
    """A turn to think about, as in a real game."""

    id: str
    game: str
    ruleset: str
    rules: Game
    match: Match | None
    imagined: bool = False


def turns(number: int) -> list[TurnOfThought]:
    """This many questions from games between stewards, spread evenly over their rounds."""
    return list(islice(_turns(), number))


def _turns() -> Iterator[TurnOfThought]:
    ruleset = default_ruleset("lancaster")
    rules, steward = game_for("lancaster", ruleset), policy_for("lancaster", "steward")
    thinker = THINKERS["lancaster"][THINKER]
    for number in count():
        match, _ = Match.start(rules, SEATS, f"thought {number}")
        chance = random.Random(f"thought {number}")
        begun = 0
        while not match.over:
            seat = match.waiting_for()[0]
            prompts = match.prompts(seat)
            asked, choice = steward.choose(match.view(seat), prompts, seat, chance)
            if thinker.ponders([asked]):
                begun += 1
                if begun % _EVERY == 0:
                    copy = Match.load(rules, match.save())
                    yield TurnOfThought(f"{number}-{begun}", "lancaster", ruleset, rules, copy)
            match.submit(seat, choice)


async def thought_figures(
    number: int = 40, seconds: float = BUDGET, patience: float = PATIENCE
) -> dict[str, Any]:
    """This many thoughts one by one, then again four at once, each allowed this many seconds of a
    core.
    """
    about = turns(number)
    with tempfile.TemporaryDirectory() as folder:
        alone = await _figures(f"{folder}/alone", about, 1, seconds, patience)
        four = await _figures(f"{folder}/four", about, AT_ONCE, seconds, patience)
    return {"thoughts": {"budget_s": seconds, "alone": alone, "four_at_once": four}}


async def _figures(
    notebook: str, about: list[TurnOfThought], at_once: int, seconds: float, patience: float
) -> dict[str, Any]:
    room, late = Pondering(partial(timed, notebook), patience=patience), list[float]()
    # The process starts with the first thought, which is not counted.
    await room.choice(about[0], THINKER, *_asked(about[0]), seconds)
    watching = asyncio.create_task(_watch(late))
    clock = await _think(room, about[1:], at_once, seconds)
    watching.cancel()
    room.close()
    core, peaks = zip(*_noted(notebook)[1:], strict=True)
    return {
        "core_ms": shares(core),
        "clock_ms": shares([took for took, _ in clock]),
        "unanswered": sum(not answered for _, answered in clock),
        "loop_lag_ms": shares(late),
        "memory_mb": round(max(peaks), 1),
    }


def _noted(notebook: str) -> list[tuple[float, float]]:
    lines = Path(notebook).read_text(encoding="ascii").splitlines()
    return [(float(core), float(peak)) for core, peak in map(str.split, lines)]


async def _think(
    room: Pondering, about: list[TurnOfThought], at_once: int, seconds: float
) -> list[tuple[float, bool]]:
    """Think about these turns. Returns how long each took by the clock, and whether there was an
    answer."""
    waiting, found = list(reversed(about)), list[tuple[float, bool]]()

    async def one_after_the_other() -> None:
        while waiting:
            turn, begun = waiting.pop(), monotonic()
            choice = await room.choice(turn, THINKER, *_asked(turn), seconds)
            found.append((monotonic() - begun, choice is not None))

    await asyncio.gather(*(one_after_the_other() for _ in range(at_once)))
    return found


def _asked(turn: TurnOfThought) -> tuple[Seat, str]:
    """The player who thinks about a turn, and the seed for the player's random choices."""
    assert turn.match is not None
    return turn.match.waiting_for()[0], turn.id


async def _watch(late: list[float]) -> None:
    while True:
        due = monotonic() + _LOOK
        await asyncio.sleep(_LOOK)
        late.append(monotonic() - due)
