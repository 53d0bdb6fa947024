"""The nobles a force meets in combat: those exposed, those who may sally, and an assassin's
possible targets.

The rules: house §1.17, §2.3, §6.4, §8.6; base §9.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.rules.kernel import Seat
from bot.rules.kingmaker.conditions.kings_peace import may_attack, may_be_attacked, may_move
from bot.rules.kingmaker.forces.strength import controller, fought_in_open, in_open, inside
from bot.rules.kingmaker.ids import NOWHERE, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import KTable, Siege, State
from bot.rules.kingmaker.succession import heirs_with


def force_key(square: SquareId, enemy: Seat) -> str:
    """The name by which an enemy's force in a square is listed among the barred targets."""
    return f"{enemy}@{square}"


def enemies_met(table: KTable, seat: Seat) -> dict[SquareId, list[Seat]]:
    """The squares in which a faction has nobles, each with all the other factions that could have a
    force there.

    Those factions have nobles in the square, or besiege a place in it from aboard ship.
    """
    state, places = table.state, table.content.board.places
    found: dict[SquareId, set[Seat]] = {
        noble.square: set() for noble in state.nobles.values() if noble.seat == seat
    }
    found.pop(NOWHERE, None)
    for noble in state.nobles.values():
        if noble.square in found:
            found[noble.square].add(noble.seat)
    for place, siege in state.sieges.items():
        if siege.ships and places[place].square in found:
            found[places[place].square].update(state.nobles[n].seat for n in siege.besiegers)
    return {square: sorted(seats - {seat}) for square, seats in found.items()}


def still_there(
    table: KTable, nobles: Iterable[NobleId], place: PlaceId | None = None
) -> list[NobleId]:
    """The nobles among these who are still in play and not captive: lifting a siege, for instance,
    can kill some.

    Those who attack a ``place`` stop once it has been given to their faction (house-5.14f).
    """
    known = table.state.nobles
    holder = None if place is None else controller(table.state, place)
    there = (noble for noble in nobles if noble in known and known[noble].captor is None)
    return [noble for noble in there if known[noble].seat != holder]


# The nobles who may be attacked (house-1.17, house-2.3g, house-8.6.29)


def force_at(table: KTable, square: SquareId, enemy: Seat) -> list[NobleId]:
    """An enemy's force that would be met in an open battle in a square.

    The force is made up of those in the open, whether besiegers or not (base-10.12), those inside
    an unfortified town (house-2.3g), and those who besiege a place in the square from aboard ship,
    who are part of the besieging force (house-8.6.29).
    """
    return [
        *in_open(table.state, square, enemy),
        *in_unfortified(table, square, enemy),
        *_besieging_from_ships(table, square, enemy),
    ]


def exposed(table: KTable, square: SquareId, enemy: Seat) -> list[NobleId]:
    """The nobles of an enemy's force who have not yet been attacked and are not protected by a
    Peace.
    """
    state = table.state
    return [
        n
        for n in force_at(table, square, enemy)
        if not state.nobles[n].defended and may_be_attacked(state, state.nobles[n])
    ]


def attacked(table: KTable, square: SquareId, enemy: Seat, named: Sequence[str]) -> list[NobleId]:
    """The nobles of an enemy's force whom an attack meets: those named, or all if nobody is named.

    Nobody is named if the force is attacked as a whole (base-5.4).
    """
    met = exposed(table, square, enemy)
    return [noble for noble in met if noble in named] if named else met


def ambushable(table: KTable, square: SquareId, enemy: Seat) -> list[NobleId]:
    """The nobles of a force in the open who have not been in an ambush yet; none aboard a ship
    (base-18.3)."""
    nobles = table.state.nobles
    return [
        n
        for n in in_open(table.state, square, enemy)
        if not nobles[n].ambushed and may_be_attacked(table.state, nobles[n])
    ]


def in_unfortified(table: KTable, square: SquareId, enemy: Seat) -> list[NobleId]:
    """Nobles inside an unfortified town (house-2.3g)."""
    places = table.content.board.places
    within = table.content.board.squares[square].places
    here = (p for p in within if fought_in_open(table, places[p]))
    return [noble for place in here for noble in inside(table.state, place, enemy)]


def _besieging_from_ships(table: KTable, square: SquareId, enemy: Seat) -> list[NobleId]:
    """Nobles aboard ships who besiege a place in this square (house-8.6.29)."""
    state = table.state
    return [
        noble
        for place, siege in state.sieges.items()
        if siege.ships and table.content.board.places[place].square == square
        for noble in siege.besiegers
        if state.nobles[noble].aboard in siege.ships and state.nobles[noble].seat == enemy
    ]


# The nobles who may come out


def sallying(table: KTable, seat: Seat, square: SquareId, enemy: Seat) -> list[NobleId]:
    """Besieged nobles who may come out against their besieger (house-6.4c).

    Guests come out on their own if no alliance binds them to the owner (base-10.8). Nobles who came
    home under the King's Peace may not come out (house-7.4.13, house-7.4.23).
    """
    state = table.state
    bound = table.content.ruleset.garrison_alliances
    found = []
    for place_id in table.content.board.squares[square].places:
        siege = state.sieges.get(place_id)
        if siege is None or enemy not in _besiegers_of(state, siege):
            continue
        place = table.content.board.places[place_id]
        if not (bound and place.is_fortress) or controller(state, place_id) == seat:
            found += [n for n in inside(state, place_id, seat) if not state.nobles[n].attacked]
    return [n for n in found if may_attack(state, state.nobles[n])]


def _besiegers_of(state: State, siege: Siege) -> set[Seat]:
    """The seats that are keeping up a siege."""
    return {siege.seat, *(state.nobles[noble].seat for noble in siege.besiegers)}


def within_own_walls(table: KTable, square: SquareId, seat: Seat) -> list[NobleId]:
    """A faction's nobles in a square who are inside its own fortresses and may come out of them.

    Those under siege do not count (house-5.11f), nor do guests (house-8.5.4) or nobles who have
    come home under the King's Peace (house-7.4.13).
    """
    state, places = table.state, table.content.board.places
    return [
        noble
        for place in table.content.board.squares[square].places
        if places[place].is_fortress
        and place not in state.sieges
        and controller(state, place) == seat
        for noble in inside(state, place, seat)
        if may_move(state, state.nobles[noble])
    ]


def allied(state: State, one: Seat, other: Seat) -> bool:
    """Whether two seats have fought together since their turns began (base-16.4)."""
    return (one, other) in state.allied or (other, one) in state.allied


def targets_among(table: KTable, defenders: Sequence[NobleId]) -> list[str]:
    """The targets an assassin may be sent to kill: a defending noble, or an heir with one
    (house-5.15d)."""
    return [*defenders, *(heir for n in defenders for heir in heirs_with(table.state, n))]


def from_ships(table: KTable, seat: Seat, place_id: PlaceId) -> list[NobleId]:
    """Besiegers aboard ship who have not attacked yet; they take part only in their siege."""
    nobles = table.state.nobles
    return [n for n in besieging(table, seat, place_id) if nobles[n].aboard is not None]


def besieging(table: KTable, seat: Seat, place_id: PlaceId) -> list[NobleId]:
    """The nobles of a seat who besiege a place, ashore or from aboard, and have not attacked
    yet."""
    state, siege = table.state, table.state.sieges.get(place_id)
    return [
        n
        for n in (() if siege is None else siege.besiegers)
        if siege is not None
        and state.nobles[n].aboard in (None, *siege.ships)
        and state.nobles[n].seat == seat
        and not state.nobles[n].attacked
    ]
