"""Who dies in a combat: by the percentile table, by the names on the card, or by two dice.

House §2.3, §5.15; base §9, §10, §19.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.battle_table import BattleResult, DeathRow
from bot.rules.kingmaker.procedures import DEATHS, Fray
from bot.rules.kingmaker.state import KTable, State
from bot.rules.kingmaker.succession.line import heirs_with

_DEATH_OF_ANY = 2
_DEATH_OF_NOBLES = 12
"""What two dice show when somebody dies (base-19.5)."""


def fray_of(
    state: State,
    attackers: list[str],
    defenders: list[str],
    *,
    unkept: Sequence[str] = (),
    card: str = "",
    result: BattleResult = "no_victory",
    target: str | None = None,
) -> Fray:
    """Both sides with the heirs whom they hold; ``unkept`` are heirs whom nobody inside holds."""
    return Fray(
        attackers=attackers,
        defenders=defenders,
        attacking_heirs=[heir for noble in attackers for heir in heirs_with(state, noble)],
        defending_heirs=[*(h for noble in defenders for h in heirs_with(state, noble)), *unkept],
        card=card,
        result=result,
        target=target,
    )


@DEATHS.named("percentile")
class DeathTable:
    """All roll who fought (house-2.3d); beside an assassin only his target does (house-5.15d)."""

    names_target = False

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """Roll d100 for each, the attackers first; who dies."""
        deaths = table.content.battle
        row = deaths.deaths[fray.result] if fray.target is None else deaths.assassin
        dead = _roll(table, fray.attackers, fray.attacking_heirs, row, attacking=True)
        nobles, heirs = fray.defenders, fray.defending_heirs
        if fray.target is not None:
            noble = fray.target in table.state.nobles
            nobles, heirs = ([fray.target], []) if noble else ([], [fray.target])
        return dead | _roll(table, nobles, heirs, row, attacking=False)


def _roll(
    table: KTable, nobles: list[str], heirs: list[str], row: DeathRow, *, attacking: bool
) -> set[str]:
    """Roll against death for nobles and heirs of one side; who dies."""
    dead = set()
    for who, is_heir in [*((n, False) for n in nobles), *((h, True) for h in heirs)]:
        chance = row.chance(attacking=attacking, heir=is_heir)
        roll = table.percentile()
        dies = roll <= chance
        table.emit(facts.DeathRolled(who, roll, chance, dies))
        if dies:
            dead.add(who)
    return dead


@DEATHS.named("card_names")
class NamesOnTheCard:
    """Every noble whom the card names dies, on either side (base-9.9); heirs are never named
    (base-12.5)."""

    names_target = False

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """Those of the fighters who are named."""
        named = table.content.events[fray.card].killed
        return {noble for noble in (*fray.attackers, *fray.defenders) if noble in named}


@DEATHS.named("two_dice")
class TwoDice:
    """Two dice for each noble and heir (base-19.5); the names are ignored (base-9.10)."""

    names_target = True

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """Roll for each, the attackers first; who dies."""
        nobles, heirs = fray.attackers, fray.attacking_heirs
        dead = {who for who in (*nobles, *heirs) if _dies(table, who)}
        nobles, heirs = fray.defenders, fray.defending_heirs
        return dead | {who for who in (*nobles, *heirs) if _dies(table, who)}


def _dies(table: KTable, who: str) -> bool:
    """A noble dies on 2 or 12, an heir on 2."""
    dice = (table.below(6) + 1, table.below(6) + 1)
    noble = who in table.state.nobles
    dies = sum(dice) == _DEATH_OF_ANY or (noble and sum(dice) == _DEATH_OF_NOBLES)
    table.emit(facts.DeathDiceRolled(who, dice, dies))
    return dies
