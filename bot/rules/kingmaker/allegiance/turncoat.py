"""A noble who goes over to another faction with all that is his (ishkibibble-vacillating.11)."""

from __future__ import annotations

from bot.rules.kingmaker.consequences.changes import launch
from bot.rules.kingmaker.consequences.expulsion import put_out_strangers
from bot.rules.kingmaker.consequences.keeping import pass_on_captives
from bot.rules.kingmaker.forces.strength import strongest
from bot.rules.kingmaker.ships.command import aboard, captains
from bot.rules.kingmaker.state import KTable


def change_sides(table: KTable, noble_id: str, seat: int) -> None:
    """He serves a seat from now on, with his cards, places and ships, and the heirs with him.

    A ship of his that is at sea without him obeys those of his old faction who are aboard.
    His captives stay with the rest of his old force, if there is any. A noble in a place of
    his and not of the new faction is put out, as if it had been taken. Lost ships of his office
    come back, as it has passed to a new faction (ishkibibble-gales.5). Of what he was recruited
    with nothing is owed to him any more (families-recruit.19).
    """
    state = table.state
    noble = state.nobles[noble_id]
    pass_on_captives(table, noble_id)
    for siege in state.sieges.values():
        siege.besiegers = [other for other in siege.besiegers if other != noble_id]
    for exile in state.exiles:
        exile.nobles = [other for other in exile.nobles if other != noble_id]
    state.amnesty = [other for other in state.amnesty if other != noble_id]
    for ship in state.ships.values():
        if ship.guests.get(noble_id) == seat:
            del ship.guests[noble_id]
    _keep_ships(table, noble_id)
    state.change_sides(noble_id, seat)
    noble.bargain, noble.taken_from = 0, False
    noble.barred, noble.barred_by, noble.barred_turns, noble.barred_too = None, "", 0, {}
    for place in [key for key, holder in state.control.items() if holder == noble_id]:
        put_out_strangers(table, place, seat)
    if noble.office is not None:
        for lost in table.content.crown[noble.office].ships:
            launch(table, lost)


def _keep_ships(table: KTable, noble_id: str) -> None:
    """Ships that he commands from afar, at sea with comrades aboard, obey these until they are in
    port."""
    state = table.state
    noble = state.nobles[noble_id]
    for ship_id, captain in captains(table).items():
        ship = state.ships.get(ship_id)
        if captain != noble_id or ship is None or ship.sea is None or noble.aboard == ship_id:
            continue
        if ship.prize_of is not None:  # whose she is until then is settled
            continue
        crew = [n for n in aboard(table, ship_id) if state.nobles[n].seat == noble.seat]
        crew = [n for n in crew if state.nobles[n].captor is None]
        if crew:
            ship.captain_at_sea = strongest(table, crew)
