"""Fleets: the ships that fight side by side in one sea space, and who commands the ships they take
(ishkibibble-seacombat).

Ships that were taken, and who owns them (ishkibibble-seacombat.9, ishkibibble-seacombat.10).

Nobles who sail with a ship that is no longer theirs, and ships that nobody commands any longer
(house §8.6; base §8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import is_barred
from bot.rules.kingmaker.conditions.sides import followers, sides
from bot.rules.kingmaker.consequences.changes import pass_card, pick_up_heirs
from bot.rules.kingmaker.forces.strength import besieged, lets_in, nobles_of
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, NobleId, PlaceId, SeaId, ShipId
from bot.rules.kingmaker.ships.command import (
    aboard,
    bearers,
    by_seat,
    cease_hostilities,
    command,
    hosts,
    masters,
    nearest_port_for,
    put_ship,
    sink,
    war_binds,
)
from bot.rules.kingmaker.state import KTable


def ships_in(table: KTable, sea: SeaId) -> dict[ShipId, Seat]:
    """The ships in a sea space that have a commander, each with the seat that commands her."""
    ships = table.state.ships
    return {ship: seat for ship, seat in hosts(table).items() if ships[ship].sea == sea}


def fleets(
    table: KTable, seat: Seat, against: Seat, sea: SeaId
) -> tuple[list[ShipId], list[ShipId]]:
    """The ships of both sides: those of one faction or alliance fight together
    (ishkibibble-seacombat.2); only allies who may attack join the attackers.
    """
    here, state = ships_in(table, sea), table.state
    with_him, with_them = sides(state.pacts, seat, [against], sea)
    attacking = followers(state, with_him)
    return _of_seats(here, [seat, *attacking]), _of_seats(here, [against, *with_them])


def _of_seats(here: dict[ShipId, Seat], seats: list[Seat]) -> list[ShipId]:
    return [ship for ship, host in here.items() if host in seats]


def crew(table: KTable, ships: Iterable[ShipId]) -> list[NobleId]:
    """The nobles aboard some ships who are nobody's captives."""
    nobles = table.state.nobles
    return [n for ship in ships for n in aboard(table, ship) if nobles[n].captor is None]


def takers(table: KTable, seat: Seat, ships: Iterable[ShipId]) -> list[NobleId]:
    """The nobles of a faction who may be given a fleet's winnings: those aboard or, failing them,
    any who are free (ishkibibble-seacombat.9)."""
    nobles = table.state.nobles
    there = [noble for noble in crew(table, ships) if nobles[noble].seat == seat]
    if there:
        return there
    free = [n for n in nobles_of(table.state, seat) if nobles[n].captor is None]
    return [noble for noble in free if not besieged(table.state, noble)]


def of_office(table: KTable, ship: ShipId) -> bool:
    """Whether a ship goes with an office or a noble, so that she has no card of her own."""
    return table.content.crown[table.content.card_of_ship(ship)].kind != "ship"


def take_ships(table: KTable, winner: Seat, first: NobleId, losers: list[ShipId]) -> list[CardId]:
    """Take the beaten ships; the cards that came with them all go to one noble at first.

    A named ship belongs to the captor, with her card (ishkibibble-seacombat.9); the ship of an
    office, and one whose card is out of play, obeys the captor's faction until she is in port
    (ishkibibble-seacombat.10), unless that faction has the office itself.
    """
    cards = []
    owners = bearers(table)
    for ship in losers:
        reverts = of_office(table, ship) or ship not in owners
        state = table.state.ships[ship]
        owner = table.state.nobles.get(owners.get(ship, NO_NOBLE))
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


def review_ships(table: KTable) -> None:
    """Put ashore anyone sailing with a ship that is no longer his, and remove ownerless ships.

    Passengers of a ship without a master, or of one in port that has changed hands, land at the
    nearest port that is friendly to them or unfortified (base-8.9, base-8.10). Guests stay aboard
    as long as the player who let them board has the ship (house-8.6.27).
    """
    state, content = table.state, table.content
    told = table.unsettled()
    if told and all(type(event) in _ASHORE for event in told):
        return
    for ship_id, ship in state.ships.items():
        if ship.guests:
            here = aboard(table, ship_id)
            ship.guests = {n: host for n, host in ship.guests.items() if n in here}
    commanded = masters(table)
    laden = state.relations.aboard
    for ship_id in [key for key in state.ships if key in laden or key not in commanded]:
        ship, seat = state.ships[ship_id], commanded.get(ship_id)
        if _at_hand(table, ship_id, commanded):
            for party in by_seat(table, strangers_aboard(table, ship_id, seat)).values():
                put_strangers_ashore(table, ship_id, party)
        if seat is not None or war_binds(table, ship_id):
            continue
        if content.ships[ship_id].office is None:
            sink(table, ship_id)
        else:
            put_ship(table, ship_id, content.ships[ship_id].home_port)


def make_peace(table: KTable, seat: Seat, port: PlaceId | None = None) -> None:
    """A seat's ships are no longer at war with any port, or with this one; whoever stayed aboard a
    ship given away only to besiege it goes ashore (house-8.6.16)."""
    ships = table.state.ships
    at_war = [ship for ship in ships if ships[ship].hostile]
    cease_hostilities(table, seat, port)
    for ship in at_war:
        for party in by_seat(table, strangers_aboard(table, ship, command(table, ship))).values():
            put_strangers_ashore(table, ship, party)


_ASHORE = frozenset(
    {
        facts.CameOut,
        facts.EnteredPlace,
        facts.LeaveAnswered,
        facts.LeaveAsked,
        facts.Marched,
        facts.NothingToDraw,
        facts.PhaseBegan,
        facts.TurnBegan,
    }
)
"""The kinds of facts that take nobody aboard or ashore and make nothing change hands."""


def _at_hand(table: KTable, ship_id: ShipId, commanded: Mapping[ShipId, Seat]) -> bool:
    """Whether those aboard a ship learn straight away that she is now another player's: usually not
    at sea."""
    at_once = table.content.ruleset.ships_obey == "at_once"
    return ship_id not in commanded or table.state.ships[ship_id].port is not None or at_once


def strangers_aboard(table: KTable, ship_id: ShipId, seat: Seat | None) -> list[NobleId]:
    """Everybody aboard a ship of this seat who is neither of its faction nor its guest.

    Captives at sea wait aboard until their fate is settled (ishkibibble-seacombat.7). A force that
    besieges a port from a ship, or has come to do so, is bound to the siege, whoever owns her.
    """
    if war_binds(table, ship_id):
        return []
    state, guests = table.state, table.state.ships[ship_id].guests
    return [
        noble
        for noble in aboard(table, ship_id)
        if (seat is None or seat not in (state.nobles[noble].seat, guests.get(noble)))
        and (state.nobles[noble].captor is None or state.ships[ship_id].sea is None)
    ]


def put_strangers_ashore(table: KTable, ship_id: ShipId, nobles: list[NobleId]) -> None:
    """Land nobles from a ship that is not their faction's at the nearest suitable port."""
    seat = table.state.nobles[nobles[0]].seat
    place = nearest_port_for(table, ship_id, seat)
    inside = place.is_fortress and lets_in(table, seat, place)
    inside = inside and not is_barred(table.state, table.content, seat, place)
    if table.content.ruleset.ships_obey == "at_once" and table.state.ships[ship_id].sea is not None:
        put_ship(table, ship_id, place.id)
        table.emit(facts.ShipSoughtPort(ship_id, place.id, "master"))
    for noble_id in nobles:
        table.state.stand(noble_id, place.square, place.id if inside else None)
    table.emit(facts.Landed(seat, tuple(nobles), place.id, inside))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)
