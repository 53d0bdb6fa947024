"""Soldiers who carry a force across the sea without a ship: French Foot Soldiers and Irish Kerns.

In the turn in which a noble in Calais or on the Continent is given the French, his force may make
one sea move without a ship, however strong it is, to an English port where nobles may go ashore:
one that is open, or friendly with enough room (base-19.6). Irish Kerns carry any noble of their
faction from Ireland or Dublin to England in the same way, as long as he has not moved, but never
back (ishkibibble-kerns.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import square_stops
from bot.rules.kingmaker.entering import shut_stops
from bot.rules.kingmaker.forces.strength import (
    friendly,
    nobles_of,
    room,
    strength,
    takes_any,
    together,
)
from bot.rules.kingmaker.ids import NO_PLACE, CardId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.movement.movers import LANDED, mover_stops
from bot.rules.kingmaker.ships.command import go_ashore, may_be_hostile, spend_move
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import heirs_with


def cross_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The nobles who may cross with each noble who has been given the French, or with the Kerns,
    and to which ports.
    """
    offers = []
    nobles = table.state.nobles
    for leader in [n for n in nobles_of(table.state, seat) if nobles[n].crosses]:
        if not free(_leader_stops(table, seat, leader)):
            continue
        others = together(table.state, leader)
        force = [leader, *(n for n in others if free(_stays(table, seat, n)))]
        for port in _ports(table, leader):
            if free(_port_stops(table, seat, port, [leader])):
                who = Field("nobles", tuple(force), 1, len(force), required=(leader,))
                who = _within(table, seat, port, who)
                offers.append(Offer("cross", (who, Field("to", (port,))), "base-19.6"))
    return [*offers, *_ferry_offers(table, seat)]


def _ferry_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The nobles who may cross with the Kerns from a spot, and the ports (ishkibibble-kerns.4)."""
    spots: dict[tuple[SquareId, PlaceId | None], list[NobleId]] = {}
    for noble in _ferried(table, seat):
        if free(_stays(table, seat, noble)):
            found = table.state.nobles[noble]
            spots.setdefault((found.square, found.inside), []).append(noble)
    offers = []
    for nobles in spots.values():
        for port in _ports(table, nobles[0]):
            able = [noble for noble in nobles if free(_port_stops(table, seat, port, [noble]))]
            if able:
                field = _within(table, seat, port, Field("nobles", tuple(able), 1, len(able)))
                fields = (field, Field("to", (port,)))
                offers.append(Offer("cross", fields, "ishkibibble-kerns.4"))
    return offers


def _ferried(table: KTable, seat: Seat) -> list[NobleId]:
    """The nobles of a faction who are where one of its cards can carry them across."""
    state, in_area = table.state, table.content.board.in_area
    found: list[NobleId] = []
    for card, places in table.content.ruleset.ferried_from.items():
        if state.bearer(card) in nobles_of(state, seat):
            found += [
                key
                for key in nobles_of(state, seat)
                if key not in found
                and any(
                    in_area(state.nobles[key].square, state.nobles[key].inside, f"place:{place}")
                    for place in places
                )
            ]
    return found


def _within(table: KTable, seat: Seat, port: PlaceId, nobles: Field) -> Field:
    """The nobles who may cross, as many together as there is room for."""
    place = table.content.board.places[port]
    left = room(table, place) if place.is_fortress else None
    if left is None:
        return nobles
    weights = tuple(
        strength(table, [noble], at=place.square)
        for noble in map(NobleId, map(CardId, nobles.candidates))
    )
    return Field(
        "nobles",
        nobles.candidates,
        1,
        len(nobles.candidates),
        required=nobles.required,
        weights=weights,
        weight_max=left,
        lone_exempt=takes_any(table, seat, place),
    )


def cross_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen crossing."""
    nobles, to = choice.many("nobles", NobleId), choice.first("to", NO_PLACE)
    for noble in nobles:
        yield from mover_stops(table, seat, noble)
    if any(noble not in table.state.nobles for noble in nobles):
        return
    leader = next((noble for noble in nobles if table.state.nobles[noble].crosses), None)
    if leader is None and nobles and set(nobles) <= set(_ferried(table, seat)):
        yield from _ferry_stops(table, seat, nobles, to)
        return
    if leader is None:
        yield IllegalChoice(
            "base-19.6",
            "Only the noble who was given the French this turn can cross with them.",
        )
        return
    yield from _leader_stops(table, seat, leader)
    if not set(nobles) <= {leader, *together(table.state, leader)}:
        yield IllegalChoice("base-19.6", "Only nobles in the leader’s force can cross with him.")
    for noble in nobles:
        yield from _weary(table, noble)
    if to not in _ports(table, leader):
        yield IllegalChoice(
            "base-19.6", "You can cross only to an English port within one sea move."
        )
        return
    yield from _port_stops(table, seat, to, nobles)


def _ferry_stops(table: KTable, seat: Seat, nobles: Sequence[NobleId], to: PlaceId) -> Stops:
    """Everything that stands in the way of a crossing with the Kerns."""
    if not set(nobles) <= {nobles[0], *together(table.state, nobles[0])}:
        yield IllegalChoice(
            "ishkibibble-kerns.4", "Only nobles who stand together can cross together."
        )
    for noble in nobles:
        yield from _weary(table, noble)
    if to not in _ports(table, nobles[0]):
        yield IllegalChoice(
            "ishkibibble-kerns.4",
            "You can cross to an English port within one sea move, one way only.",
        )
        return
    yield from _port_stops(table, seat, to, nobles)


def cross(table: KTable, seat: Seat, choice: Choice) -> None:
    """The force goes across the sea and ashore; that is its whole move."""
    nobles, place = (
        choice.many("nobles", NobleId),
        table.content.board.places[choice.one("to", PlaceId)],
    )
    origin = table.state.nobles[nobles[0]].square
    french = any(table.state.nobles[noble].crosses for noble in nobles)
    table.emit(facts.Crossed(seat, nobles, origin, place.id, kerns=not french))
    for noble in nobles:
        table.state.nobles[noble].crosses = False
        spend_move(table.state.nobles[noble])
        for heir in heirs_with(table.state, noble):
            table.state.heirs[heir].moved_with = noble
    go_ashore(table, nobles, place)


def _leader_stops(table: KTable, seat: Seat, leader: NobleId) -> Stops:
    """The noble has been given the French this turn and has not moved."""
    yield from mover_stops(table, seat, leader)
    if not table.state.nobles[leader].crosses:
        yield IllegalChoice("base-19.6", "That noble was given no French this turn.")
    yield from _weary(table, leader)


def _stays(table: KTable, seat: Seat, noble_id: NobleId) -> Stops:
    """What keeps a noble from crossing at all: he cannot move, or has moved."""
    yield from mover_stops(table, seat, noble_id)
    yield from _weary(table, noble_id)


def _weary(table: KTable, noble_id: NobleId) -> Stops:
    """Nobody moves by land and by sea in one turn (base-8.3), and no heir travels twice
    (base-7.12)."""
    noble = table.state.nobles[noble_id]
    if noble.landed:
        yield LANDED
    if not noble.fresh or noble.marched:
        yield IllegalChoice(
            "base-8.3", "That noble has moved. Nobody can go by land and by sea in one turn."
        )
    heirs = (table.state.heirs[heir] for heir in heirs_with(table.state, noble_id))
    if any(heir.moved_with not in (None, noble_id) for heir in heirs):
        yield IllegalChoice("base-7.12", "An heir with that noble has already travelled this turn.")


def _ports(table: KTable, leader: NobleId) -> tuple[PlaceId, ...]:
    """The English ports within one sea move of the shore where the noble is, as a port of any place
    in his square."""
    board, square = table.content.board, table.state.nobles[leader].square
    starts = (port for port in board.ports if board.places[port].square == square)
    far = table.content.ruleset.sea_squares
    ports = dict.fromkeys(port for start in starts for port in board.sail(start, far)[1])
    return tuple(port for port in ports if _english(board.places[port]))


def _english(place: Place) -> bool:
    """Whether a port is in England or Wales, islands included."""
    return not set(place.regions).isdisjoint(("england", "wales", "island"))


def _port_stops(table: KTable, seat: Seat, port: PlaceId, nobles: Sequence[NobleId]) -> Stops:
    """The force goes ashore where a ship’s passengers could: at an open port, or at a friendly
    one."""
    place = table.content.board.places[port]
    yield from square_stops(table.state, table.content, seat, place.square)
    if may_be_hostile(table, place) and not friendly(table, seat, place):
        yield IllegalChoice(
            "base-19.6", "You can cross only to a port that is open or friendly to you."
        )
    if place.is_fortress:
        yield from shut_stops(table.state, place.id)
    left = room(table, place) if place.is_fortress else None
    lone = len(nobles) == 1 and takes_any(table, seat, place)
    if left is not None and strength(table, nobles, at=place.square) > left and not lone:
        yield IllegalChoice("base-6.1", "There is not enough room in the fortress.")
