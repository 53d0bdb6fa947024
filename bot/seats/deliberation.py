"""How much a computer player thinks before it answers: so much work, or so much time."""

from __future__ import annotations

from copy import copy
from typing import ClassVar, Self

from bot.seats.comparing import Budget, Time, Work

_MARGIN = 0.05
"""Seconds kept of those allowed: what comes before and after the comparison takes as long."""


class Deliberation:
    """What a player has who thinks: ``decisions`` are played out at most before one answer, and
    ``seconds`` of one core, if they are told, is how long that may take."""

    pace: ClassVar[int]
    """So many decisions are played out on one core in a second, in about."""

    decisions: int
    seconds: float | None = None

    def taking(self, seconds: float) -> Self:
        """One that takes about so many seconds of one core for an answer.

        It counts what it plays out, so that on a slower machine it only takes longer.
        """
        twin = copy(self)
        twin.decisions = round(seconds * self.pace)
        return twin

    def within(self, seconds: float) -> Self:
        """One that thinks as much, but never longer than so many seconds of one core, nor half as
        long again by the clock; it does not answer the same way again then."""
        twin = copy(self)
        twin.seconds = seconds
        return twin

    def budget(self, share: float = 1.0) -> Budget:
        """What may be spent on the answer that begins now: such a share of what may be at most."""
        work = Work(round(share * self.decisions))
        return work if self.seconds is None else Time(share * self.seconds - _MARGIN, work)
