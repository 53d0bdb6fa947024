"""Plans are compared by playing them out in imagined worlds, the same worlds and dice for all.

By successive halving: all plans are tried a little, the better half some more, until few are left.
How long that goes on is a budget: of work, which is counted, so that the same game is played the
same way again, or of time, so that nobody waits too long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from time import monotonic, process_time
from typing import Protocol

from bot.rules.kernel import Match
from bot.rules.kernel.imagination import Imagination

DOUBT = 0.5
"""By so many standard errors another plan must be better than the first one to be taken."""

FLOOR = 0.0
"""By so much chance to win another plan must at least seem better."""

WALL = 2.0
"""On a busy machine a thought may take so many times its seconds by the clock on the wall."""


class Budget(Protocol):
    """How much may be thought."""

    def work(self) -> None:
        """A decision was played out."""
        ...

    def spent(self) -> float:
        """The part of it that is used up: 1 or more if there is nothing left."""
        ...


class Work:
    """A budget of decisions that are played out: the same on every machine."""

    def __init__(self, decisions: int) -> None:
        self._most = decisions
        self._done = 0

    def work(self) -> None:
        self._done += 1

    def spent(self) -> float:
        return self._done / self._most if self._most > 0 else 1.0


class Time:
    """A budget of seconds of one core from now on; on the clock at most twice as many.

    ``most`` decisions end it earlier, so that a quick machine plays no otherwise than a slow one
    that has time enough.
    """

    def __init__(self, seconds: float, most: Work) -> None:
        self._seconds = seconds
        self._most = most
        self._core, self._clock = process_time(), monotonic()

    def work(self) -> None:
        self._most.work()

    def spent(self) -> float:
        if self._seconds <= 0:
            return 1.0
        core = (process_time() - self._core) / self._seconds
        clock = (monotonic() - self._clock) / (WALL * self._seconds)
        return max(core, clock, self._most.spent())


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


def best_of(number: int, budget: Budget, attempt: Callable[[int, int], float | None]) -> int:
    """The best of so many plans by what ``attempt(plan, world)`` gives, within the budget.

    An attempt that is broken off since nothing is left gives None. The first plan is what would be
    done without thought: it stays to the last, and another one is taken only where it is better in
    the same worlds beyond doubt.
    """
    if number < 2:
        return 0
    found: list[list[float]] = [[] for _ in range(number)]
    alive = list(range(number))
    stages = max(1, ceil(log2(number)))
    for stage in range(1, stages + 1):
        while budget.spent() < stage / stages:
            for plan in alive:
                outcome = attempt(plan, len(found[plan])) if budget.spent() < 1 else None
                if outcome is None:
                    return _best(found, alive)
                found[plan].append(outcome)
        others = sorted(alive[1:], key=lambda plan: (-_mean(found[plan]), plan))
        if stage < stages:
            alive = [0, *others[: max(1, len(alive) // 2 - 1)]]
    return _best(found, alive)


def _best(found: Sequence[Sequence[float]], alive: Sequence[int]) -> int:
    """The best of the plans that are still compared, if it is surely better than the first."""
    gains = {plan: _gains(found, plan) for plan in alive[1:]}
    tried = [plan for plan in alive[1:] if gains[plan]]
    best = max(tried, key=lambda plan: (_mean(gains[plan]), -plan), default=0)
    return best if best and surely(gains[best]) else 0


def _gains(found: Sequence[Sequence[float]], plan: int) -> list[float]:
    """By how much a plan did better than the first one, in each world where both were tried."""
    return [one - first for one, first in zip(found[plan], found[0], strict=False)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def surely(gains: Sequence[float]) -> bool:
    """Whether gains in the same worlds are there beyond doubt."""
    mean = _mean(gains)
    if len(gains) < 2 or mean <= FLOOR:
        return False
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1))
    return mean > DOUBT * spread / sqrt(len(gains))
