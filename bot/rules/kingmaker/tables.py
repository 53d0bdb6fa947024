"""The Battle Combat Table with its chances of death, as plain typed facts (house-2.3c).

The terms on which a noble joins a faction, as plain typed facts (families-recruit).

The score sheet of a faction: how its points add up, in exact fractions (families-victory).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import msgspec

from bot.rules.kingmaker.components import House
from bot.rules.kingmaker.ids import CardId, NobleId

BattleResult = Literal["attack_fails", "no_victory", "minor_victory", "major_victory"]

RESULTS: tuple[BattleResult, ...] = (
    "attack_fails",
    "no_victory",
    "minor_victory",
    "major_victory",
)
"""The results of a battle, from the worst for the attacker to the best."""

VICTORIES: tuple[BattleResult, ...] = ("minor_victory", "major_victory")
"""The results that are wins for the attacker (house-5.16a)."""


class BattleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the Battle Combat Table.

    The row applies from the ratio `low` of attackers to defenders up to that of the next row. A
    d100 up to `fails` is Attack Fails, up to `none` No Victory, up to `minor` Minor Victory, above
    that Major Victory.
    """

    low: tuple[int, int]
    fails: int
    none: int
    minor: int

    def result(self, roll: int) -> BattleResult:
        """The result of a d100 roll (1 to 100) in this row."""
        if roll <= self.fails:
            return "attack_fails"
        if roll <= self.none:
            return "no_victory"
        return "minor_victory" if roll <= self.minor else "major_victory"


class DeathRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chances of death in percent: a piece dies on a d100 roll up to its number."""

    attacking_noble: int
    attacking_heir: int
    defending_noble: int
    defending_heir: int

    def chance(self, *, attacking: bool, heir: bool) -> int:
        """The chance, in percent, that a noble or an heir on one side dies."""
        if attacking:
            return self.attacking_heir if heir else self.attacking_noble
        return self.defending_heir if heir else self.defending_noble


class BattleTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Battle Combat Table with its death chances; rows from the lowest ratio upwards."""

    rows: tuple[BattleRow, ...]
    deaths: dict[BattleResult, DeathRow]
    assassin: DeathRow
    confidence: Literal["sourced", "inferred", "designed", "unknown"] = "designed"

    def row_for(self, attackers: int, defenders: int) -> BattleRow | None:
        """The row for two strengths in troops, compared exactly.

        None if the attackers are below the lowest row: then only an assassin may attack.
        """
        found = None
        for row in self.rows:
            if attackers * row.low[1] < defenders * row.low[0]:
                break
            found = row
        return found


class Leaning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The House towards which a noble leans, and how much (families-recruit.13,
    families-recruit.14)."""

    house: House
    value: int


class RecruitingTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The recruiting table: the modifiers to a roll of two dice.

    Leanings are listed by noble; a noble not listed has none. `offices` are the ones that count for
    more than `office`. Every full set of `set_size` cards of other kinds counts `set_of_cards`.
    `strong` is added for each noble of the faction whose card shows at least `strong_from` troops,
    `sole_king` to a faction that holds the sole King, `unfavoured` to one that serves the House it
    does not favour. With a total of `needed` or more, the noble joins.
    """

    needed: int
    leanings: dict[str, Leaning]
    offices: dict[CardId, int]
    office: int
    title: int
    bishop: int
    archbishop: int
    set_of_cards: int
    set_size: int
    strong: int
    strong_from: int
    sole_king: int
    unfavoured: int

    def towards(self, noble: NobleId, house: House) -> int:
        """How much a noble leans towards a House; below zero if towards the other House.

        Lancastrians who recruit Hastings do so at -4 (families-recruit.17).
        """
        leaning = self.leanings.get(noble)
        if leaning is None:
            return 0
        # A leaning towards the opposing House counts as a minus (families-recruit.16).
        return leaning.value if leaning.house == house else -leaning.value


Reason = Literal[
    "leaning",
    "office",
    "title",
    "bishop",
    "archbishop",
    "set",
    "strong",
    "sole_king",
    "unfavoured",
]
"""The reason why something is added to a roll or taken from it."""


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True):
    """The amount that one reason adds to the roll; ``about`` are the cards or nobles concerned."""

    reason: Reason
    value: int
    about: tuple[CardId, ...] = ()


TWO_DICE: Mapping[int, int] = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""How many of the 36 throws of two dice give each total."""


def chances(needed: int, modifiers: int) -> int:
    """The number of throws, out of 36, in which two dice and the modifiers reach the number needed.

    No roll succeeds or fails automatically (families-recruit.5).
    """
    return sum(ways for total, ways in TWO_DICE.items() if total + modifiers >= needed)


PointKind = Literal["office", "title", "bishop", "archbishop", "ship", "town", "mercenary", "noble"]
"""The things that bring points."""

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
"""All the kinds of things that bring points, in the order of a score sheet."""

Bonus = Literal["", "winning", "unfavoured"]
"""Whether a faction is on the winning side, and if so, whether with the House it favours."""

BONUSES: dict[Bonus, Fraction] = {
    "": Fraction(0),
    "winning": Fraction(1, 2),
    "unfavoured": Fraction(1, 4),
}
"""The addition to a faction's points: half of them (families-victory.10), or a quarter if the House
is not the one that the faction favours, never both (families-victory.11)."""


class Points(msgspec.Struct, frozen=True):
    """The exact worth of one thing, as a fraction: ``count`` over ``of``."""

    kind: PointKind
    thing: str
    count: int
    of: int = 1

    @property
    def value(self) -> Fraction:
        """The points as a number."""
        return Fraction(self.count, self.of)


class ScoreSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a faction's points add up. ``out`` means that the family's male line is extinct and
    nothing counts (families-heads.3).
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
        """The points added for the winning side."""
        return self.plain * BONUSES[self.bonus]

    @property
    def exact(self) -> Fraction:
        """All the points to the last fraction, which decide who has the most
        (families-victory.1)."""
        return Fraction(0) if self.out else self.plain + self.extra

    @property
    def total(self) -> int:
        """The final total: only here are fractions rounded down (families-victory.7)."""
        return int(self.exact)

    def by_kind(self) -> dict[PointKind, Fraction]:
        """The points of each kind that has scored any, in the order of the sheet."""
        sums = {kind: self._sum(kind) for kind in KINDS}
        return {kind: found for kind, found in sums.items() if found}

    def count(self, kind: PointKind) -> int:
        """How many things of a kind there are."""
        return sum(one.kind == kind for one in self.entries)

    def _sum(self, kind: PointKind) -> Fraction:
        return sum((one.value for one in self.entries if one.kind == kind), Fraction(0))
