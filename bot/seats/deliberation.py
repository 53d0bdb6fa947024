"""How much a computer player thinks before it answers, in work or in time.

Plans are compared by playing them out in imagined worlds, with the same worlds and dice for all of
them.

The method is successive halving: all plans are tried a little, the better half some more, and so on
until few are left. How long that lasts is limited by a budget: of work, which is counted, so that
the same game is played the same way again, or of time, so that nobody waits too long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from math import ceil, log2, sqrt
from time import monotonic, process_time
from typing import ClassVar, Protocol, Self

from bot.rules.kernel import Match
from bot.rules.kernel.match import Imagination

FLOOR = 0.003
"""The least by which another plan's chance of winning must look better than the first plan's."""

WALL = 1.5
"""On a busy machine, thinking may take this many times the seconds allowed, by the wall clock."""


class Budget(Protocol):
    """The limit on how much thinking is allowed."""

    def work(self) -> None:
        """Note that a decision was played out."""
        ...

    def spent(self) -> float:
        """The share of the budget that is used up: 1 or more if nothing is left."""
        ...


class Work:
    """A budget of decisions to play out, the same on every machine."""

    def __init__(self, decisions: int) -> None:
        self._most = decisions
        self._done = 0

    def work(self) -> None:
        self._done += 1

    def spent(self) -> float:
        return self._done / self._most if self._most > 0 else 1.0


class Time:
    """A budget of seconds of one core from now on; by the wall clock, at most half as long again.
    After ``most`` decisions the budget is spent in any case, so that a quick machine plays no
    differently from a slow one that has enough time.
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


Attempt = Callable[[int, int], float | None]
"""What a plan leads to in a world; None if it is broken off because the budget is spent."""


def _try_all(
    found: Sequence[list[float]], plans: Sequence[int], budget: Budget, attempt: Attempt
) -> bool:
    """Try plans in one more world. Returns whether all of them were, and any of the budget is
    left."""
    for plan in plans:
        outcome = attempt(plan, len(found[plan])) if budget.spent() < 1 else None
        if outcome is None:
            return False
        found[plan].append(outcome)
    return budget.spent() < 1


def _gains(found: Sequence[Sequence[float]], plan: int) -> list[float]:
    """How much better a plan did than the first one, in each world where both were tried."""
    return [one - first for one, first in zip(found[plan], found[0], strict=False)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


SURE = 1.0
"""In a race, another plan must be this many standard errors better than the first one."""

BEHIND = 2.5
"""A plan that is this many standard errors behind drops out of a race."""

USUAL, EXPECTED = 0.06, 3
"""How far gains usually differ from world to world, and how many observations that counts as."""

ENOUGH = 8
"""All plans are tried in this many worlds before any of them drops out."""


def winner_of(number: int, budget: Budget, attempt: Attempt) -> int:
    """The best of several plans by what ``attempt(plan, world)`` gives: a race between all of them.

    All plans that are still in the race are tried in the same worlds. A plan that is clearly behind
    drops out, and so does the weaker half of the others as each part of the budget is spent; the
    race ends early if only one is left. The first plan is the one that would be carried out without
    thinking: another one is taken only if it clearly did better in the same worlds.
    """
    found: list[list[float]] = [[] for _ in range(number)]
    alive = _run(found, budget, attempt)
    gains = {plan: _paired(_gains(found, plan)) for plan in alive if plan}
    best = max(gains, key=lambda plan: (gains[plan][0], -plan), default=0)
    return best if best and gains[best][0] > max(FLOOR, SURE * gains[best][1]) else 0


def _run(found: list[list[float]], budget: Budget, attempt: Attempt) -> list[int]:
    """Run a race until it is decided or the budget is spent. Returns the plans that are still in
    the race."""
    alive = list(range(len(found)))
    stages = ceil(log2(max(1, len(found))))
    for stage in range(1, stages + 1):
        while len(alive) > 1 and budget.spent() < stage / stages:
            if not _try_all(found, alive, budget, attempt):
                return alive
            alive = _in_the_race(found, alive)
        if stage < stages:
            alive = _upper_half(found, alive)
    return alive


def _in_the_race(found: Sequence[list[float]], plans: Sequence[int]) -> list[int]:
    """The plans, leaving out any that are clearly behind the best one."""
    if len(found[plans[0]]) < ENOUGH:
        return list(plans)
    best = max(plans, key=lambda plan: (_mean(found[plan]), -plan))
    left = []
    for plan in plans:
        gains = [one - other for one, other in zip(found[plan], found[best], strict=True)]
        gain, error = _paired(gains)
        if plan == best or gain > -BEHIND * error:
            left.append(plan)
    return left


def _upper_half(found: Sequence[Sequence[float]], plans: Sequence[int]) -> list[int]:
    """The better half of the plans, at least two; the first plan of all stays if it is still in the
    race."""
    order = sorted(plans, key=lambda plan: (plan != 0, -_mean(found[plan]), plan))
    return sorted(order[: max(2, (len(plans) + 1) // 2)])


def _paired(gains: Sequence[float]) -> tuple[float, float]:
    """The mean of gains, and its standard error, which is unknown for fewer than two.

    A few gains that happen to be close together are not trusted on their own: `USUAL` is counted in
    as well.
    """
    mean = _mean(gains)
    if len(gains) < 2:
        return mean, float("inf")
    if not any(gains):
        return mean, 0.0
    squares = sum((gain - mean) ** 2 for gain in gains) + EXPECTED * USUAL**2
    return mean, sqrt(squares / (len(gains) - 1 + EXPECTED) / len(gains))


_MARGIN = 0.05
"""Seconds held back from the time allowed: the work before and after the comparison takes that
long."""


class Deliberation:
    """What a thinking player is allowed: at most ``decisions`` are played out before one answer,
    which may take ``seconds`` of one core, if that is given."""

    pace: ClassVar[int]
    """Roughly how many decisions are played out on one core in a second."""

    decisions: int
    seconds: float | None = None

    def taking(self, seconds: float) -> Self:
        """A deliberation that takes about this many seconds of one core for an answer.

        The limit is on decisions played out, so on a slower machine the answer just takes longer.
        """
        twin = copy(self)
        twin.decisions = round(seconds * self.pace)
        return twin

    def within(self, seconds: float) -> Self:
        """A deliberation of the same length that never takes more than this many seconds of one
        core, or half as long again by the clock; its answers are then not repeatable."""
        twin = copy(self)
        twin.seconds = seconds
        return twin

    def budget(self) -> Budget:
        """What may be spent on the next answer."""
        work = Work(self.decisions)
        return work if self.seconds is None else Time(self.seconds - _MARGIN, work)
