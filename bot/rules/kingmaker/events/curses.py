"""Event cards whose effect lasts: Catastrophe, Defeatism Rife."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.siege import break_siege
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.events.lasting import CATASTROPHE, DEFEATISM, begin
from bot.rules.kingmaker.state import KTable


def catastrophe(table: KTable, card: EventCard, seat: int) -> None:
    """For two rounds or three the high cards bring no troops (ishkibibble-catastrophe.1)."""
    begin(table, CATASTROPHE, seat, card.number)


def defeatism(table: KTable, card: EventCard, seat: int) -> None:
    """A die says for how many turns (ishkibibble-defeatism.1); the faction's sieges are lifted
    (ishkibibble-defeatism.3)."""
    die = table.below(6) + 1
    table.emit(facts.DieRolled(card.id, die))
    begin(table, DEFEATISM, seat, (die + 1) // 2)
    for place in [p for p, siege in table.state.sieges.items() if siege.seat == seat]:
        break_siege(table, place, "defeatism")
