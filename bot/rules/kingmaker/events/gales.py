"""Gales at Sea: every ship at sea is lost with all aboard (ishkibibble-gales.1)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.ships.refuge import go_down, ships_at_sea
from bot.rules.kingmaker.state import KTable


@event_card("gales")
def gales(table: KTable, card: EventCard, seat: int) -> None:
    """All ships at sea go down, in the London Estuary too (ishkibibble-gales.1).

    The cards of named ships go to the Crown cards that are shuffled anew (ishkibibble-gales.2),
    nobles fare as if the plague had killed them (ishkibibble-gales.3), and an office stays with who
    has it (ishkibibble-gales.4); its ships come back with a new faction (ishkibibble-gales.5). What
    the two cards say in combat is data (ishkibibble-gales.7).
    """
    ships = ships_at_sea(table)
    if not ships:
        table.emit(facts.EventIdle(card.id, "no_ship_at_sea"))
    for ship in ships:
        if ship in table.state.ships:  # or she went with her master, who drowned aboard another
            go_down(table, ship, gale=True)
