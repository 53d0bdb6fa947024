"""Those who sail with a ship that is no longer theirs, and ships that nobody commands any more
(house §8.6; base §8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

import msgspec

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import is_barred
from bot.rules.kingmaker.consequences.changes import pick_up_heirs
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.strength import lets_in
from bot.rules.kingmaker.index import Indexing
from bot.rules.kingmaker.ships.command import (
    aboard,
    by_seat,
    masters,
    nearest_port_for,
    put_ship,
    siege_binds,
    sink,
)
from bot.rules.kingmaker.state import KTable, Noble, ShipState

_ENCODER = msgspec.msgpack.Encoder()


def review_ships(table: KTable) -> None:
    """Put ashore who sails with a ship that is no longer his, and ownerless ships aside.

    Passengers of a ship without a master, and of one in port that changed hands, land at the
    nearest port that is friendly to them or unfortified (base-8.9, base-8.10). Guests stay aboard
    as long as she is theirs who let them board (house-8.6.27).
    """
    state, content = table.state, table.content
    told = table.unsettled()
    if told and all(type(event) in _ASHORE for event in told):
        return
    for ship_id, ship in state.ships.items():
        if ship.guests:
            here = aboard(table, ship_id)
            ship.guests = {n: host for n, host in ship.guests.items() if n in here}
    if _nobody_sails(table) or _in_order(table):
        return
    commanded = masters(table)
    for ship_id, ship in list(state.ships.items()):
        seat = commanded.get(ship_id)
        if _at_hand(table, ship_id, commanded):
            for party in by_seat(table, strangers_aboard(table, ship_id, seat)).values():
                put_strangers_ashore(table, ship_id, party)
        if seat is not None or _bound(table, ship_id):
            continue
        if content.ships[ship_id].office is None:
            sink(table, ship_id)
        else:
            ship.port, ship.sea, ship.captain_at_sea = content.ships[ship_id].home_port, None, None


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
"""The kinds of facts by which nobody goes aboard or ashore, and nothing changes hands."""


_ship_of: Callable[[Noble], str | None] = attrgetter("aboard")


def _nobody_sails(table: KTable) -> bool:
    """Whether nobody is aboard any ship, and somebody bears the card of each that goes with it.

    It is so most of the time, and found out without a look at where all pieces are: a card is
    sought first where it was last.
    """
    state, nobles = table.state, table.state.nobles
    if any(map(_ship_of, nobles.values())):
        return False
    borne = table.kept("ships borne", None, lambda: _ships_borne(table.content))
    for ship, (cards, known) in borne.items():
        bearer = nobles.get(known)
        if bearer is not None and (known in cards or not cards.isdisjoint(bearer.cards)):
            continue
        if ship not in state.ships:
            continue
        found = next((noble for noble in nobles if _bears(nobles, noble, cards)), "")
        if not found:
            return False
        borne[ship] = cards, found
    return True


def _bears(nobles: Mapping[str, Noble], noble: str, cards: frozenset[str]) -> bool:
    return noble in cards or not cards.isdisjoint(nobles[noble].cards)


def _ships_borne(content: Content) -> dict[str, tuple[frozenset[str], str]]:
    """Each ship that is of no office: the cards that bring her, and who bore one when last seen."""
    ships = [key for key, ship in content.ships.items() if ship.office is None]
    fleet = content.fleet.items()
    return {ship: (frozenset([card for card, own in fleet if ship in own]), "") for ship in ships}


def _in_order(table: KTable) -> bool:
    """Whether everybody sails with a ship of his own, and no ship is without a master.

    As long as nobody is at sea, ships of an office may lie about without one.
    """
    state = table.state
    with Indexing(state, table.mark, table.moved) as index:
        laden, source = index.pieces.aboard, (index.handed, _ENCODER.encode(state.ships))
        command = table.kept("command", source, lambda: _Command(table))
        if not laden:
            return not command.lost
        return not command.adrift and not any(
            _at_hand(table, ship, command.seats)
            and strangers_aboard(table, ship, command.seats.get(ship))
            for ship in state.ships
            if ship in laden
        )


class _Command:
    """The seats that command ships, and the ships that nobody does."""

    def __init__(self, table: KTable) -> None:
        state, ships = table.state, table.content.ships
        self.seats = masters(table)
        free = {key: ship for key, ship in state.ships.items() if key not in self.seats}
        self.lost = [key for key in free if ships[key].office is None]
        """Those that go with their card."""
        self.adrift = self.lost + [key for key, ship in free.items() if not _idle(table, key, ship)]
        """Those, and the ships of an office that do not lie idle at home."""


def _idle(table: KTable, ship_id: str, ship: ShipState) -> bool:
    home = table.content.ships[ship_id].home_port
    return (ship.port, ship.sea, ship.captain_at_sea) == (home, None, None)


def _at_hand(table: KTable, ship_id: str, commanded: Mapping[str, int]) -> bool:
    """Whether those aboard a ship hear at once that she is another's: at sea mostly not."""
    at_once = table.content.ruleset.ships_obey == "at_once"
    return ship_id not in commanded or table.state.ships[ship_id].port is not None or at_once


def strangers_aboard(table: KTable, ship_id: str, seat: int | None) -> list[str]:
    """Those aboard a ship of this seat who are neither of its faction nor its guests.

    Captives at sea wait aboard till their fate is settled (ishkibibble-seacombat.7). Who besieges
    a port from her keeps it up, whosever she is.
    """
    if _bound(table, ship_id):
        return []
    state, guests = table.state, table.state.ships[ship_id].guests
    return [
        noble
        for noble in aboard(table, ship_id)
        if (seat is None or seat not in (state.nobles[noble].seat, guests.get(noble)))
        and (state.nobles[noble].captor is None or state.ships[ship_id].sea is None)
    ]


def _bound(table: KTable, ship_id: str) -> bool:
    """Whether a ship stays, with all aboard, till the siege that is laid from her ends, whatever
    becomes of her captain and her card (house-8.6.19). Before edition 7 they went ashore."""
    return table.state.edition > 6 and siege_binds(table, ship_id)


def put_strangers_ashore(table: KTable, ship_id: str, nobles: list[str]) -> None:
    """Land nobles from a ship that is not their faction's at the nearest fit port."""
    seat = table.state.nobles[nobles[0]].seat
    place = nearest_port_for(table, ship_id, seat)
    inside = place.is_fortress and lets_in(table, seat, place)
    inside = inside and not is_barred(table.state, table.content, seat, place)
    if table.content.ruleset.ships_obey == "at_once" and table.state.ships[ship_id].sea is not None:
        put_ship(table, ship_id, place.id)
        table.emit(facts.ShipSoughtPort(ship_id, place.id, "master"))
    for noble_id in nobles:
        noble = table.state.nobles[noble_id]
        noble.square, noble.aboard = place.square, None
        noble.inside = place.id if inside else None
    table.emit(facts.Landed(seat, tuple(nobles), place.id, inside))
    for noble_id in nobles:
        pick_up_heirs(table, noble_id)
