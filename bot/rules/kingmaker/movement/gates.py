"""The roads and who may take them: which places end a ride, and what is known of a faction's ways
from one look to the next (house §8.4; base §7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from bot.rules.kernel import Offer, free
from bot.rules.kingmaker.conditions.lasting import barred_squares
from bot.rules.kingmaker.forces.strength import friendly, nobles_of
from bot.rules.kingmaker.movement.movers import mover_stops
from bot.rules.kingmaker.state import KTable


class Gates(dict[str, bool]):
    """Which places stop a faction's rides by their square; each is looked at once."""

    def __init__(self, table: KTable, seat: int) -> None:
        self._table = table
        self.seat = seat

    def __missing__(self, place_id: str) -> bool:
        """A place on the road that is not friendly ends the ride there (base-7.5, base-6.6)."""
        place = self._table.content.board.places[place_id]
        shut = self[place_id] = not friendly(self._table, self.seat, place)
        return shut


_ALL_OPEN: defaultdict[str, bool] = defaultdict(bool)


def road_reach(
    table: KTable, seat: int, square: str, gates: Gates | None = None, *, unimpeded: bool = False
) -> tuple[str, ...]:
    """Squares a fresh noble may ride to along roads, the start not included.

    ``gates`` are this faction's, where many rides are asked for. A fortress in the starting square
    does not hinder leaving (base-7.6).
    """
    shut = _ALL_OPEN if unimpeded else Gates(table, seat) if gates is None else gates
    barred = barred_squares(table.state, table.content, seat)
    return table.content.board.ride(square, shut, barred)


# What is known from one look to the next


class KnownWays:
    """Which gates are shut to a faction, who of it may move, and what was offered in each square to
    those who stood there."""

    def __init__(self, table: KTable, seat: int) -> None:
        self.gates = Gates(table, seat)
        self.offers: dict[str, tuple[object, list[Offer]]] = {}
        self.land: tuple[object, list[Offer]] = None, []
        """All that was offered on land, and what the pieces had done by then."""
        self._movers: dict[str, tuple[object, bool]] = {}

    def movers(self, table: KTable, nobles: Sequence[str]) -> dict[str, list[str]]:
        """Those of the faction's nobles ashore who may move at all, by the square they are in."""
        index, known = table.state.index, self._movers
        as_they_are = table.state.nobles if index is None else index.nobles
        found: dict[str, list[str]] = {}
        for key in nobles:
            noble = as_they_are[key]
            was = known.get(key)
            if was is None or was[0] is not noble:
                may = bool(noble.square) and free(mover_stops(table, self.gates.seat, key))
                was = known[key] = noble, may
            if was[1]:
                found.setdefault(noble.square, []).append(key)
        return found


def known_ways(table: KTable, seat: int) -> KnownWays:
    """What is known as long as all on which it depends is as it was: who has what, where others are
    inside or own nobles are guests, what opens and shuts; of the faction alone that looked last."""
    state = table.state
    if state.index is None:
        return KnownWays(table, seat)
    index = state.index
    source = index.housed, index.handed
    housed = table.kept(("housed", seat), source, lambda: _housed(table, seat))
    of_treaties = index.stirred if state.treaties or state.pretenders else 0
    ways = seat, index.handed, index.besides, of_treaties, housed
    return table.kept("land offers", ways, lambda: KnownWays(table, seat))


def _housed(table: KTable, seat: int) -> tuple[list[str], list[str]]:
    """The places where others are inside, and those of others where nobles of a faction are."""
    state, places = table.state, table.content.board.places
    assert state.index is not None
    mine, within = set(nobles_of(state, seat)), state.index.pieces.inside.items()
    held = table.content.ruleset.towns_held
    others = [place for place, inside in within if not mine.issuperset(inside)]
    guests = [
        place
        for place, inside in within
        if (held or places[place].is_fortress)
        and state.control.get(place) not in mine
        and not mine.isdisjoint(inside)
    ]
    return others, guests


def standing_in(table: KTable, square: str, nobles: list[str]) -> object:
    """Some nobles of a square as they are, the heirs with them, and who is inside its places.

    What lies beside others there is no matter of where they stand: it is known who has what.
    """
    index = table.state.index
    if index is None:
        return None
    pieces, as_they_are = index.pieces, index.nobles
    standing: list[object] = [*nobles, *[as_they_are[noble] for noble in nobles]]
    standing += [pieces.inside.get(place) for place in table.content.board.squares[square].places]
    held = [heirs for noble in nobles if (heirs := pieces.heirs_with.get(noble))]
    return (standing, held, index.turned) if held else standing
