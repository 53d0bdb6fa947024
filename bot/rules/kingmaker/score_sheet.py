"""The score sheet of a faction: how its points come about, in exact fractions
(families-victory)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

PointKind = Literal["office", "title", "bishop", "archbishop", "ship", "town", "mercenary", "noble"]
"""For what there are points."""

KINDS: tuple[PointKind, ...] = (
    "noble",
    "title",
    "office",
    "archbishop",
    "bishop",
    "mercenary",
    "ship",
    "town",
)
"""The same in the order of a score sheet."""

Bonus = Literal["", "winning", "unfavoured"]
"""Whether a faction is on the winning side, and there with the House that it favours."""

BONUSES: dict[Bonus, Fraction] = {
    "": Fraction(0),
    "winning": Fraction(1, 2),
    "unfavoured": Fraction(1, 4),
}
"""What it adds to the points: half of them (families-victory.10), or a quarter with the other House
than one's own, and not both (families-victory.11)."""


class Points(msgspec.Struct, frozen=True):
    """What one thing is worth, in quarters and tenths exactly: ``count`` over ``of``."""

    kind: PointKind
    thing: str
    count: int
    of: int = 1

    @property
    def value(self) -> Fraction:
        """The points as a number."""
        return Fraction(self.count, self.of)


class ScoreSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the points of a faction come about.

    ``out``: the family's male line is extinct, and nothing counts (families-heads.3).
    """

    entries: tuple[Points, ...]
    bonus: Bonus = ""
    out: bool = False

    @property
    def plain(self) -> Fraction:
        """The points before anything is added for the winning side."""
        return sum((one.value for one in self.entries), Fraction(0))

    @property
    def extra(self) -> Fraction:
        """What is added for the winning side."""
        return self.plain * BONUSES[self.bonus]

    @property
    def exact(self) -> Fraction:
        """All points to the last fraction, which decides who has most (families-victory.1)."""
        return Fraction(0) if self.out else self.plain + self.extra

    @property
    def total(self) -> int:
        """The final total: fractions are kept until here, and then rounded down
        (families-victory.7)."""
        return int(self.exact)

    def by_kind(self) -> dict[PointKind, Fraction]:
        """The points of each kind, as far as there are any, in the order of the sheet."""
        sums = {kind: self._sum(kind) for kind in KINDS}
        return {kind: found for kind, found in sums.items() if found}

    def count(self, kind: PointKind) -> int:
        """How many things of a kind there are."""
        return sum(one.kind == kind for one in self.entries)

    def _sum(self, kind: PointKind) -> Fraction:
        return sum((one.value for one in self.entries if one.kind == kind), Fraction(0))
