"""The places for nobles who must go somewhere; the safest one if the player does not choose.

The cause decides where they may go: a retreat (house-5.16b), the end of a Parliament
(house-7.4.1, base-15.30) or a storm (base-8.15).

The nobles who must go out when a place changes hands, and those who may stay (house §5.19, §6.2;
base §1).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.abroad import lands_open, shut_squares
from bot.rules.kingmaker.conditions.lasting import barred_squares, held_by_invaders
from bot.rules.kingmaker.forces.strength import (
    controller,
    fits,
    held_by_ally,
    in_open,
    inside,
    lets_in,
    strength,
    takes_in,
)
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import KTable


def haven(table: KTable, noble_id: NobleId, seat: Seat, places: Sequence[PlaceId]) -> PlaceId:
    """The place that a noble chooses among these: preferably one he can be inside, where no plague
    can strike, on the mainland; if several are equal, the first."""
    found = table.content.board.places

    def harm(place_id: PlaceId) -> tuple[int, bool, bool, bool]:
        place = found[place_id]
        shut = not _has_room(table, noble_id, seat, place)
        beset = _others_in(table, seat, place.square) if shut else 0
        return beset, shut, not shut and _plagued(table, place), _overseas(table, place)

    return min(places, key=harm)


def harbour(table: KTable, seat: Seat, ports: Sequence[PlaceId]) -> PlaceId:
    """The port that a ship chooses among these: preferably one open to her, without plague, on the
    mainland; if several are equal, the first."""
    found = table.content.board.places

    def harm(port: PlaceId) -> tuple[bool, bool, bool]:
        place = found[port]
        shut = place.is_fortress and not lets_in(table, seat, place)
        return shut, _plagued(table, place), _overseas(table, place)

    return min(ports, key=harm)


def ways_out(table: KTable, seat: Seat, square: SquareId) -> tuple[SquareId, ...]:
    """The neighbouring squares open to nobles who must leave a square.

    Squares barred to the nobles (ishkibibble-excommunication.3) are left out, and so is Scotland
    unless a card opens it (ishkibibble-scotland.1).
    """
    state, content = table.state, table.content
    barred = barred_squares(state, content, seat)
    barred |= shut_squares(content.board, content, lands_open(state, content, seat))
    return tuple(other for other in content.board.reach(square, 1) if other not in barred)


def calmest(table: KTable, seat: Seat, squares: Sequence[SquareId]) -> SquareId:
    """The square among these with the fewest troops of other players in the open; if several are
    equal, the first."""
    return min(squares, key=lambda square: _others_in(table, seat, square))


def _has_room(table: KTable, noble_id: NobleId, seat: Seat, place: Place) -> bool:
    """Whether a noble is let in and finds room; a castle that nobody holds belongs to its noble
    when he comes into play (base-1.15).
    """
    state = table.state
    if noble_id in state.nobles:
        return takes_in(table, seat, place) and fits(table, noble_id, place)
    if controller(state, place.id) is None:
        return not (place.id in state.sieges or held_by_invaders(state, place.id))
    return takes_in(table, seat, place)


def _others_in(table: KTable, seat: Seat, square: SquareId) -> int:
    nobles = table.state.nobles
    return strength(table, [n for n in in_open(table.state, square) if nobles[n].seat != seat])


def _plagued(table: KTable, place: Place) -> bool:
    """Whether an Event card may strike a place with plague (house-1.18)."""
    return place.id in table.content.plagued


def _overseas(table: KTable, place: Place) -> bool:
    return not table.content.board.is_mainland(place.square)


def put_out_strangers(table: KTable, place: PlaceId, seat: Seat) -> None:
    """Other players' nobles inside a place that a seat has gained are put out (base-1.17).

    If there is an amnesty, those in a port may stay, and so may the crews of ships there. While
    others besiege the place (house-6.2d) or are about to take it (house-5.14f), nobody leaves:
    those nobles stay in its garrison as guests (house-8.5.1).
    """
    state = table.state
    strangers = [n for n in inside(state, place) if state.nobles[n].seat != seat]
    if table.content.ruleset.port_amnesty and place in table.content.board.ports:
        under_amnesty(table, [*strangers, *_crews_of_others(table, place, seat)], place)
    elif _enemy_at(table, place) in (None, seat):
        put_out(table, place, strangers)


def _enemy_at(table: KTable, place: PlaceId) -> Seat | None:
    """The seat that besieges a place or has declared an attempt to take it; None if nobody has."""
    siege = table.state.sieges.get(place)
    if siege is not None:
        return siege.seat
    declared = (s for s in table.agenda if getattr(s, "place", None) == place)
    return next((s.seat for s in declared if getattr(s, "attackers", None)), None)


def _crews_of_others(table: KTable, port: PlaceId, seat: Seat) -> list[NobleId]:
    """Other players' crews in a port that a seat has gained, unless they besiege it
    (ishkibibble-amnesty.1).

    An ally's crew is left out: it may stay.
    """
    state, place = table.state, table.content.board.places[port]
    siege = state.sieges.get(port)
    besieging = () if siege is None else siege.ships
    lying = [k for k, s in state.ships.items() if s.port == port and not s.hostile]
    lying = [ship for ship in lying if ship not in besieging]
    crews = [n for n, noble in state.nobles.items() if noble.aboard in lying]
    others = [n for n in crews if state.nobles[n].seat != seat]
    return [n for n in others if not held_by_ally(table, state.nobles[n].seat, place)]


def under_amnesty(table: KTable, nobles: list[NobleId], port: PlaceId) -> None:
    """Nobles are trapped in another player's port and stay there (ishkibibble-amnesty.1)."""
    if nobles:
        table.state.amnesty += [noble for noble in nobles if noble not in table.state.amnesty]
        table.emit(facts.AmnestyBegan(tuple(nobles), port))


def put_out(table: KTable, place: PlaceId, nobles: list[NobleId]) -> None:
    """Put nobles out of a place that is no longer theirs (house-5.19h, base-1.17)."""
    for noble_id in nobles:
        table.state.go_inside(noble_id, None)
    if nobles:
        table.emit(facts.Expelled(tuple(nobles), place))
