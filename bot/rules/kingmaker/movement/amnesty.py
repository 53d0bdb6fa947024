"""Forced amnesty: who is trapped in a port stays there unharmed until he can leave.

A storm drove him there, or the port changed hands (ishkibibble-amnesty.1).
"""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.kings_peace import may_move
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.expulsion import put_out
from bot.rules.kingmaker.forces.strength import controller
from bot.rules.kingmaker.movement.ship_orders import sail_offers
from bot.rules.kingmaker.ships.command import hosts
from bot.rules.kingmaker.state import KTable


def review_amnesty(table: KTable) -> None:
    """A noble who has left, or is in a place of his own now, needs no amnesty any more."""
    state = table.state
    if state.amnesty:
        state.amnesty = [noble for noble in state.amnesty if _port_of(table, noble) is not None]


def _port_of(table: KTable, noble_id: str) -> str | None:
    """The port of others in which a noble is, inside it or aboard a ship."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.captor is not None:
        return None
    ship = table.state.ships.get(noble.aboard or "")
    port = noble.inside if ship is None else ship.port
    return None if port is None or controller(table.state, port) == noble.seat else port


def end_amnesty(table: KTable, seat: int) -> None:
    """A seat's movement phase ends: who could have left, and has not, is put out
    (ishkibibble-amnesty.2).

    Nobody can who is Under Siege, or aboard a ship that cannot sail.
    """
    state = table.state
    review_amnesty(table)
    mine = [noble for noble in state.amnesty if state.nobles[noble].seat == seat]
    if not mine:
        return
    sailing = {o.field("ship").candidates[0] for o in sail_offers(table, seat, hosts(table))}
    for noble_id in mine:
        noble, port = state.nobles[noble_id], _port_of(table, noble_id)
        assert port is not None
        if noble.aboard is None and port not in state.sieges and may_move(state, noble):
            put_out(table, port, [noble_id])
        elif noble.aboard in sailing:
            stand_open(table, noble_id, table.content.board.places[port].square)
            table.emit(facts.Expelled((noble_id,), port))
            pick_up_heirs(table, noble_id)
    review_amnesty(table)
