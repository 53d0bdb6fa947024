"""Blockades: a ship watches a port next to her sea space, and any ship that sails out must fight
her (ishkibibble-blockade)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import bound
from bot.rules.kingmaker.forces.strength import controller, friendly, occupants
from bot.rules.kingmaker.ids import NO_PLACE, NO_SHIP, NOWHERE, PlaceId, SeaId, ShipId
from bot.rules.kingmaker.ships.command import command, consorts, hosts, may_be_hostile, sail
from bot.rules.kingmaker.state import KTable

# Naming a port (ishkibibble-blockade.1)


def blockade_offers(table: KTable, seat: Seat, fleet: Mapping[ShipId, Seat]) -> list[Offer]:
    """The ports that a faction's ships could watch from where they are, in one offer for each ship.

    ``fleet`` says who commands each ship.
    """
    if not table.content.ruleset.blockades:
        return []
    offers = []
    for ship in [ship for ship, host in fleet.items() if host == seat]:
        ports = tuple(p for p in _beside(table, ship) if free(_port_stops(table, ship, p)))
        if ports:
            fields = (Field("ship", (ship,)), Field("port", ports))
            offers.append(Offer("blockade", fields, "ishkibibble-blockade.1"))
    return offers


def blockade_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of watching a port."""
    if not table.content.ruleset.blockades:
        yield IllegalChoice("base-8.1", "At this table nobody blockades ports.")
        return
    ship, port = choice.first("ship", NO_SHIP), choice.first("port", NO_PLACE)
    yield from _watch_stops(table, seat, ship)
    if ship in table.state.ships:
        yield from _port_stops(table, ship, port)


def _watch_stops(table: KTable, seat: Seat, ship: ShipId) -> Stops:
    if ship not in table.state.ships or command(table, ship) != seat:
        yield IllegalChoice("base-8.2", "You can order only your own nobles’ ships.")
    elif table.state.ships[ship].sea is None:
        yield IllegalChoice(
            "ishkibibble-blockade.1", "A ship watches a port from the sea space beside it."
        )


def _port_stops(table: KTable, ship: ShipId, port: PlaceId) -> Stops:
    if port not in _beside(table, ship):
        yield IllegalChoice(
            "ishkibibble-blockade.1", "Name a port beside the sea space where she lies."
        )
    if table.state.ships[ship].blockade == port:
        yield IllegalChoice("ishkibibble-blockade.1", "The ship is already watching that port.")


def _beside(table: KTable, ship: ShipId) -> tuple[PlaceId, ...]:
    """The ports next to the sea space of a ship; none if she is in port herself."""
    sea = table.state.ships[ship].sea
    return () if sea is None else table.content.board.seas[sea].ports


def blockade(table: KTable, seat: Seat, choice: Choice) -> None:
    """A ship watches one port as long as she stays, and only that one (ishkibibble-blockade.1)."""
    ship, port = choice.one("ship", ShipId), choice.one("port", PlaceId)
    table.state.ships[ship].blockade = port
    table.emit(facts.PortBlockaded(seat, ship, port))


# Sailing out of a blockaded port (ishkibibble-blockade.2)


def _watchers(table: KTable, seat: Seat, port: PlaceId) -> dict[ShipId, Seat]:
    """The ships that watch a port against a faction, with the seats that command them."""
    ships = table.state.ships
    if not any(ship.blockade == port for ship in ships.values()):
        return {}
    return {
        ship: host
        for ship, host in hosts(table).items()
        if ships[ship].blockade == port
        and host != seat
        and not bound(table.state.pacts, seat, host, ships[ship].sea or NOWHERE)
    }


def watched_seas(table: KTable, seat: Seat, ship: ShipId) -> tuple[SeaId, ...]:
    """The sea spaces where a ship leaving a watched port may stop; none if nobody watches it."""
    port = table.state.ships[ship].port
    if port is None or not table.content.ruleset.blockades:
        return ()
    seas = (table.state.ships[watcher].sea for watcher in _watchers(table, seat, port))
    return tuple(dict.fromkeys(sea for sea in seas if sea is not None))


def sail_out(table: KTable, seat: Seat, choice: Choice) -> None:
    """Move a ship, and remember the blockaded port that she left."""
    ship = choice.one("ship", ShipId)
    port = table.state.ships[ship].port if watched_seas(table, seat, ship) else None
    sailing = (ship, *consorts(table, ship))
    sail(table, seat, choice)
    for one in sailing:
        table.state.ships[one].left = port


def breaking_out(table: KTable, seat: Seat) -> list[tuple[Seat, SeaId, PlaceId]]:
    """The opponents that ships leaving blockaded ports must fight: seat, sea space and port."""
    if not any(ship.left for ship in table.state.ships.values()):
        return []
    found = {}
    for ship, host in hosts(table).items():
        state = table.state.ships[ship]
        if host == seat and state.left is not None and state.sea is not None:
            for watcher, enemy in _watchers(table, seat, state.left).items():
                if table.state.ships[watcher].sea == state.sea:
                    found[enemy, state.sea] = state.left
    return [(enemy, sea, port) for (enemy, sea), port in found.items()]


# A blockader driven into the port (ishkibibble-blockade.3, ishkibibble-blockade.4)


def capture_blockader(table: KTable, ship: ShipId, port: PlaceId) -> None:
    """If a storm drives a ship into the unfriendly port she was watching, and she cannot besiege
    it, she is a prisoner there (ishkibibble-blockade.3)."""
    table.state.ships[ship].prisoner = True
    table.emit(facts.ShipHeld(ship, port))


def prisoner_stops(table: KTable, seat: Seat, ship: ShipId) -> Stops:
    """A prisoner may sail only by leave of the player who holds the port
    (ishkibibble-blockade.4)."""
    state = table.state.ships[ship]
    if not state.prisoner or state.port is None:
        return
    place = table.content.board.places[state.port]
    held = controller(table.state, place.id) is not None or occupants(table.state, place.id)
    if held and may_be_hostile(table, place) and not friendly(table, seat, place):
        yield IllegalChoice(
            "ishkibibble-blockade.4",
            "The ship is a prisoner in that port. Ask leave of the player who holds it.",
        )
