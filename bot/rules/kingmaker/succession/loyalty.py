"""The families of nobles: the two Plantagenets, and whether the dead stay loyal (base-19.3,
base-19.8)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Fallen, KTable
from bot.rules.kingmaker.succession.line import HOUSES, heirs_of, holder_seat, house_of, line

LOYAL_FROM = 4
"""What a die must show at least, modifiers included (base-19.8)."""


def senior_heir(table: KTable, house: str) -> str | None:
    """The first living heir of a house."""
    living = line(table.state, table.content, house)
    return living[0] if living else None


def served_by(table: KTable, noble_id: str) -> tuple[str | None, int | None]:
    """The senior heir of a Plantagenet's house, and the seat that controls him."""
    heir = senior_heir(table, table.content.ruleset.family_nobles[noble_id])
    return heir, None if heir is None else holder_seat(table.state, table.content, heir)


_IN_COMBAT = frozenset({"battle", "siege", "ambush", "sea"})
"""Causes of death that are a combat."""


def stays_loyal(table: KTable, noble_id: str, seat: int, cause: str) -> bool:
    """One die says whether a noble who dies comes back to his faction (base-19.8).

    It may be rolled for every noble, or for a Plantagenet alone, and then only if he died in
    combat (ishkibibble-loyalty.1).

    For one of a royal family it counts one more if the faction controls the senior heir of his
    house, one less if it controls an heir of the other; other nobles are of no house.
    """
    rules = table.content.ruleset
    house = rules.family_nobles.get(noble_id)
    if not rules.loyalty and not (rules.family_loyalty and house and cause in _IN_COMBAT):
        return False
    modifier = 0
    if house is not None:
        held = heirs_of(table.state, table.content, seat)
        others = [other for other in HOUSES if other != house]
        modifier += served_by(table, noble_id)[1] == seat
        modifier -= any(house_of(table.state, table.content, heir) in others for heir in held)
    die = table.below(6) + 1
    loyal = die + modifier >= LOYAL_FROM
    table.emit(facts.LoyaltyRolled(noble_id, seat, die, modifier, loyal))
    return loyal


def falls(table: KTable, noble_id: str, seat: int) -> None:
    """A Plantagenet is out until his senior heir dies or another faction gains him (base-19.3,
    ishkibibble-loyalty.2).

    Another than the one he served: it may have lost the heir with him, and take him up again.
    """
    heir, _ = served_by(table, noble_id)
    table.state.fallen[noble_id] = Fallen(heir, seat)
