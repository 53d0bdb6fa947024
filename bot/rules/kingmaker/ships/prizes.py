"""Ships that were taken, and whose they are (ishkibibble-seacombat.9, ishkibibble-seacombat.10)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import pass_card
from bot.rules.kingmaker.ships.command import bearers
from bot.rules.kingmaker.state import KTable


def of_office(table: KTable, ship: str) -> bool:
    """Whether a ship goes with an office or a noble, and has no card of her own."""
    return table.content.crown[table.content.card_of_ship(ship)].kind != "ship"


def take_ships(table: KTable, winner: int, first: str, losers: list[str]) -> list[str]:
    """Take the beaten ships; the cards that came with them, all laid beside one noble at first.

    A named ship is the captor's with her card (ishkibibble-seacombat.9); a ship of an office obeys
    his faction until she is in port (ishkibibble-seacombat.10), unless it has that office itself.
    """
    cards = []
    owners = bearers(table)
    for ship in losers:
        reverts = of_office(table, ship)
        state = table.state.ships[ship]
        owner = table.state.nobles.get(owners.get(ship, ""))
        own = owner is not None and owner.seat == winner
        state.prize_of = winner if reverts and not own else None
        state.captain_at_sea, state.lost_to, state.blockade = None, None, None
        state.guests.clear()
        if not reverts:
            card = table.content.card_of_ship(ship)
            pass_card(table, card, owners[ship], first, source="spoils")
            cards.append(card)
        table.emit(facts.ShipTaken(ship, winner, till_port=reverts and not own))
    return cards
