"""The nobles who may move at all, and the cards that let them: what every order of the movement
phase requires of a noble (house §6.2, §7.4, §8.4, §8.6; base §6, §7).

The roads: which places end a ride (house §8.4; base §7).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.conditions.kings_peace import may_move
from bot.rules.kingmaker.conditions.lasting import (
    FREE_MOVE,
    barred_squares,
    defeat_stops,
    held,
    waverer_stops,
)
from bot.rules.kingmaker.forces.strength import besieged, controller, friendly
from bot.rules.kingmaker.ids import NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.ships.command import at_war, command, may_be_hostile, siege_binds
from bot.rules.kingmaker.state import KTable

# The noble (house-1.3, house-6.2d, house-7.4.13, house-8.6.2, house-8.6.4, house-8.6.19)


def mover_stops(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """What keeps a noble in place for the whole phase."""
    noble = table.state.nobles.get(noble_id)
    if noble is None or noble.seat != seat:
        yield NOT_YOURS
        return
    yield from held_stops(table.state, noble_id)
    yield from waverer_stops(table.state, noble_id)
    yield from siege_stops(table, noble_id)
    if noble.aboard is not None:
        yield IllegalChoice("house-8.6.2", "That noble is aboard a ship. Put him ashore first.")
    if not may_move(table.state, noble):
        yield KEPT_AT_PEACE


NOT_YOURS = IllegalChoice("house-1.3", "You can move only nobles of your own faction.")
"""Players move only their own nobles."""


def siege_stops(table: KTable, noble_id: NobleId) -> Stops:
    """A siege holds a noble in place: he is besieged (base-7.10), or must keep up a siege from his
    ship.
    """
    ship = table.state.nobles[noble_id].aboard
    if ship is not None and siege_binds(table, ship):
        yield IllegalChoice(
            "house-8.6.19", "A noble besieging from his ship must keep up the siege."
        )
    if ship is None and besieged(table.state, noble_id):
        yield IllegalChoice(
            "house-6.2d", "A noble under siege cannot leave. He can sally out in the combat phase."
        )


LANDED = IllegalChoice(
    "house-8.6.4", "A noble who came ashore from a voyage this turn cannot move again."
)
"""Going ashore ends a noble's move."""


KEPT_AT_PEACE = IllegalChoice(
    "house-7.4.13", "A noble who has come home from Parliament keeps the King’s Peace."
)
"""A noble who returned from Parliament stays where he is."""


# The Free Move cards (base-7.20, house-8.4.3)


def card_stops(table: KTable, seat: Seat, *, road: bool = False) -> Stops:
    """A faction plays a Free Move, with ``road`` to ride past something that bars a road."""
    rule = "house-8.4.3" if road else "base-7.20"
    yield from defeat_stops(table.state, seat)
    if not held(table, seat, FREE_MOVE):
        yield IllegalChoice(rule, "You hold no Free Move card.")


ONE_FORCE = IllegalChoice(
    "base-7.20", "A Free Move serves one force or one ship that has already moved."
)
"""A Free Move is a second move, and only for nobles who go together."""


# Going ashore (house-8.6.16), and the places that end a ride (base-7.5, base-7.6)


def closed_port_stops(table: KTable, seat: Seat, ship_id: ShipId, place: Place) -> Stops:
    """Nobody goes ashore in a port that is hostile to him, not even its besiegers (house-8.6.16),
    unless its owner gives leave.
    """
    if not may_be_hostile(table, place) or friendly(table, seat, place):
        return
    if command(table, ship_id) == seat and at_war(table, ship_id):
        yield IllegalChoice(
            "house-8.6.16", "That port is hostile. The nobles aboard are besieging it."
        )
    elif place.is_fortress and controller(table.state, place.id) is None:
        yield IllegalChoice("house-8.2.4", "Nobody holds that fortress, so nobody can let you in.")
    else:
        yield IllegalChoice("house-8.2.5", "That fortress is not friendly to you. Ask leave.")


class Gates(dict[PlaceId, bool]):
    """The places that stop a faction's rides past their square; each is checked only once."""

    def __init__(self, table: KTable, seat: Seat) -> None:
        self._table = table
        self.seat = seat

    def __missing__(self, place_id: PlaceId) -> bool:
        """A place on the road that is not friendly ends the ride there (base-7.5, base-6.6)."""
        place = self._table.content.board.places[place_id]
        shut = self[place_id] = not friendly(self._table, self.seat, place)
        return shut


_ALL_OPEN: defaultdict[PlaceId, bool] = defaultdict(bool)


def road_reach(
    table: KTable,
    seat: Seat,
    square: SquareId,
    gates: Gates | None = None,
    *,
    unimpeded: bool = False,
) -> tuple[SquareId, ...]:
    """Squares that a noble who has not moved may ride to along roads, not including the start.

    ``gates`` are the places that stop this faction, passed in when many rides are checked. A
    fortress in the starting square stops nobody from leaving (base-7.6).
    """
    shut: Mapping[PlaceId, bool]
    shut = _ALL_OPEN if unimpeded else Gates(table, seat) if gates is None else gates
    barred = barred_squares(table.state, table.content, seat)
    return table.content.board.ride(square, shut, barred)
