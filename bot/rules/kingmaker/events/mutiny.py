"""Mutiny: the crew of a ship leaves with her for good (ishkibibble-mutiny.1)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, stand, stand_open
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.ships.command import aboard, sink
from bot.rules.kingmaker.state import KTable

STRANDS = ("continent", "ireland")
"""Where those aboard are put ashore at sea; of two as near the first by its name
(ishkibibble-mutiny.3)."""


@event_card("mutiny", "ship")
def mutiny(table: KTable, card: EventCard, seat: int) -> None:
    """Her card goes to the discards (ishkibibble-mutiny.2); out of play nothing happens.

    Those aboard stay in the port where she lies; at sea they are put ashore overseas
    (ishkibibble-mutiny.3).
    """
    state, ship_id = table.state, card.ship
    assert ship_id is not None
    if ship_id not in state.ships:
        table.emit(facts.EventIdle(card.id, "no_such_ship"))
        return
    left, place = aboard(table, ship_id), _strand(table, ship_id)
    for noble_id in left:
        if state.ships[ship_id].port is None:
            stand_open(table, noble_id, table.content.board.places[place].square)
        else:
            stand(table, noble_id, table.content.board.places[place])
    owned = table.content.card_of_ship(ship_id)
    for noble in state.nobles.values():
        if owned in noble.cards:
            noble.cards.remove(owned)
            state.crown_discards.append(owned)
    for siege in state.sieges.values():
        siege.ships = [ship for ship in siege.ships if ship != ship_id]
    sink(table, ship_id)
    table.emit(facts.ShipDeserted(ship_id, tuple(left), place if left else ""))
    for noble_id in left:
        pick_up_heirs(table, noble_id)


def _strand(table: KTable, ship_id: str) -> str:
    """Where those aboard come to: her port, or the nearer of the lands overseas."""
    ship, board = table.state.ships[ship_id], table.content.board
    if ship.port is not None:
        return ship.port
    steps = board.sea_distances(ship.sea or "")

    def far(land: str) -> tuple[int, str]:
        return min(steps[sea] for sea in board.ports[land] if sea in steps), land

    return min(STRANDS, key=far)
