"""The Battle Combat Table with its chances of death, as plain typed facts (house-2.3c)."""

from __future__ import annotations

from typing import Literal

import msgspec

BattleResult = Literal["attack_fails", "no_victory", "minor_victory", "major_victory"]

RESULTS: tuple[BattleResult, ...] = (
    "attack_fails",
    "no_victory",
    "minor_victory",
    "major_victory",
)
"""The results of a battle, from the worst for the attacker to the best."""

VICTORIES: tuple[BattleResult, ...] = ("minor_victory", "major_victory")
"""Those with which the attacker wins (house-5.16a)."""


class BattleRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the Battle Combat Table.

    It holds from the ratio `low` of attackers to defenders up to the next row. A d100 up to
    `fails` is Attack Fails, up to `none` No Victory, up to `minor` Minor Victory, above that
    Major Victory.
    """

    low: tuple[int, int]
    fails: int
    none: int
    minor: int

    def result(self, roll: int) -> BattleResult:
        """What a d100 roll (1 to 100) means in this row."""
        if roll <= self.fails:
            return "attack_fails"
        if roll <= self.none:
            return "no_victory"
        return "minor_victory" if roll <= self.minor else "major_victory"


class DeathRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chances of death in percent: a piece dies on a d100 up to its number."""

    attacking_noble: int
    attacking_heir: int
    defending_noble: int
    defending_heir: int

    def chance(self, *, attacking: bool, heir: bool) -> int:
        """The chance, in percent, of a noble or an heir on one side."""
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

        None if the attackers are below the lowest row: only an assassin may attack then.
        """
        found = None
        for row in self.rows:
            if attackers * row.low[1] < defenders * row.low[0]:
                break
            found = row
        return found
