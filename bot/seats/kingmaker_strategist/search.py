"""Plans are compared by playing them out in imagined worlds, the same worlds and dice for all.

By successive halving: all plans are tried a little, the better half some more, until one is left.
What is counted are trials, not seconds, so that the same game is played the same way again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt

from bot.rules.kernel import Match
from bot.rules.kernel.imagination import Imagination
from bot.seats.kingmaker_strategist.plans import TurnPlan
from bot.seats.kingmaker_strategist.quick import QuickTable
from bot.seats.kingmaker_strategist.value import chances

RUNAWAY = 400
"""So many decisions are played out at most in one world."""

DOUBT = 0.5
"""By so many standard errors another plan must be better than the first one to be taken."""


class Worlds:
    """The worlds in which plans are tried, by number; each is imagined once and then copied."""

    def __init__(self, imagine: Imagination, seed: str) -> None:
        self._imagine = imagine
        self._seed = seed
        self._known: dict[int, bytes] = {}

    def world(self, number: int) -> Match:
        """A fresh copy of a world."""
        if number not in self._known:
            self._known[number] = self._imagine(f"{self._seed}:{number}").save()
        return Match.load(self._imagine.game, self._known[number])


def outcome(match: Match, seat: int, plan: TurnPlan) -> float:
    """The seat's chance to win after its plan and a round played out: at the end of its next
    turn."""
    table = QuickTable(match, seat, plan)
    state = match.position.state
    last = state.turn + match.game.seats(state)
    for _ in range(RUNAWAY):
        if match.over or state.turn > last:
            break
        table.step()
    return chances(match.view(None), match.game.content)[seat]


def best_of(
    number: int,
    trials: int,
    attempt: Callable[[int, int], float],
    late: Callable[[], bool] = lambda: False,
) -> int:
    """The best of so many plans by what ``attempt(plan, world)`` gives, within so many trials.

    The first is what would be done without thought: it stays to the last, and another one is taken
    only where it is better in the same worlds beyond doubt. Once it is ``late`` what was found
    till then decides.
    """
    if number < 2:
        return 0
    found: list[list[float]] = [[] for _ in range(number)]
    alive = list(range(number))
    stages = max(1, ceil(log2(number)))
    left = trials
    for stage in range(stages, 0, -1):
        each = max(1, left // (stage * len(alive)))
        for plan in alive:
            for _ in range(each):
                if late():
                    return _best(found, alive)
                found[plan].append(attempt(plan, len(found[plan])))
        left -= each * len(alive)
        others = sorted(alive[1:], key=lambda plan: (-_mean(found[plan]), plan))
        if stage > 1:
            alive = [0, *others[: max(1, len(alive) // 2 - 1)]]
    return _best(found, alive)


def _best(found: Sequence[Sequence[float]], alive: Sequence[int]) -> int:
    """The best of the plans that are still compared, if it is surely better than the first."""
    tried = [plan for plan in alive if found[plan]]
    best = max(tried, key=lambda plan: (_mean(found[plan]), -plan), default=0)
    return best if best == 0 or _surely(found[best], found[0]) else 0


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _surely(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether one plan did better than another in the same worlds, beyond doubt."""
    gains = [a - b for a, b in zip(one, other, strict=False)]
    mean = _mean(gains)
    if len(gains) < 2:
        return mean > 0
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1))
    return mean > DOUBT * spread / sqrt(len(gains))
