"""The board of Kingmaker: squares, places, roads and sea squares, and the ways between them.

Everything here is fixed for the whole game. Distances and reaches are worked out when first asked
for and kept, since thousands of decisions need the same few.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Set
from operator import itemgetter
from typing import Any, Literal

import msgspec

from bot.rules.kingmaker.ids import NobleId, PlaceId, SeaId, SquareId

PlaceKind = Literal[
    "city",
    "fortified_town",
    "royal_castle",
    "noble_castle",
    "open_town",
    "unfortified_town",
    "special",
]

FORTRESS_KINDS = frozenset({"city", "fortified_town", "royal_castle", "noble_castle"})
"""The kinds of place that are a Fortress (base-1.6); nothing else is, not even an Open
Town (house-5.5a)."""

MOVE_SQUARES = 5
"""Length of a cross-country move, in squares."""

_MOST_RIDES = 10_000
"""The most rides that are kept in memory."""
_NO_RIDES: list[Any] = [None]

NEAR = 4
"""The greatest distance at which a square still counts as near a place (ishkibibble-birth.4)."""


class Square(msgspec.Struct, frozen=True):
    """A land square. `neighbours` are the squares one step away on foot.

    Diagonal steps count like any others (house-2.2b), and no river separates two squares
    (base-7.9).
    """

    id: SquareId
    col: int
    row: int
    terrain: Literal["open", "forest"]
    land: str | None
    coast: bool
    regions: tuple[str, ...]
    places: tuple[PlaceId, ...]
    roads: tuple[str, ...]
    neighbours: tuple[SquareId, ...]
    is_forest: bool = False
    """Whether entering this square ends a cross-country move."""
    label: str = ""
    """The square's name as printed on the map's margins: `18,20` is `S21`."""

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "is_forest", self.terrain == "forest")
        label = f"{chr(ord('A') + self.col)}{self.row + 1}"
        msgspec.structs.force_setattr(self, "label", label)


class Place(msgspec.Struct, frozen=True):
    """A town, city, castle or special spot.

    `square` is the id of its land square; it is empty for places in the three areas off the grid
    (Scotland, Ireland, the Continent) that nobody ever visits. `garrison` is in troops (base-1.7),
    `commons` in votes, `at` in squares from the north-west corner of the board. `owner` is the
    noble on whose card a noble castle is printed; None if that noble is not used in this rule set.
    """

    id: PlaceId
    name: str
    kind: PlaceKind
    garrison: int
    commons: int
    port: bool
    cathedral: bool
    regions: tuple[str, ...]
    square: SquareId
    at: tuple[float, float]
    owner: NobleId | None = None
    confidence: str = "sourced"

    @property
    def is_fortress(self) -> bool:
        """Whether the place is a city, a fortified town, a royal castle or a noble castle."""
        return self.kind in FORTRESS_KINDS

    @property
    def is_castle(self) -> bool:
        """Whether the place is a royal or a noble castle."""
        return self.kind in ("royal_castle", "noble_castle")

    @property
    def is_open_town(self) -> bool:
        """Whether the place is an open town, which has a garrison only while occupied."""
        return self.kind == "open_town"

    @property
    def is_unfortified(self) -> bool:
        """Whether the place is an unfortified town."""
        return self.kind == "unfortified_town"

    @property
    def is_town_or_city(self) -> bool:
        """Whether Parliament could meet in this kind of place."""
        return self.kind in ("city", "fortified_town", "open_town", "unfortified_town")


class Road(msgspec.Struct, frozen=True):
    """A road: its squares in order, the places on it, and those that merely share a square with
    it."""

    id: str
    name: str
    squares: tuple[SquareId, ...]
    places: tuple[PlaceId, ...]
    beside: tuple[PlaceId, ...] = ()
    line: tuple[tuple[float, float], ...] = ()


class Sea(msgspec.Struct, frozen=True):
    """A sea square, made of one or more cells of the grid."""

    id: SeaId
    name: str
    neighbours: tuple[SeaId, ...]
    ports: tuple[PlaceId, ...]
    cells: tuple[SquareId, ...] = ()
    at: tuple[float, float] = (0.0, 0.0)


class Board(msgspec.Struct, frozen=True, eq=False):
    """The whole board of one edition. Compare boards by identity; they are shared, not copied.

    `ports` maps a port to the sea squares it touches; `islands` an island to its land squares;
    `landmarks` a name (`cheviots`, `forest_west_of_tickhill`) to a square; `areas` an area off the
    grid to the land squares from which it can be entered; `quiet` maps a square of an area where
    nobody fights to that area.
    """

    edition: str
    squares: dict[SquareId, Square]
    places: dict[PlaceId, Place]
    roads: dict[str, Road]
    seas: dict[SeaId, Sea]
    ports: dict[PlaceId, tuple[SeaId, ...]]
    mainland: frozenset[SquareId]
    islands: dict[str, tuple[SquareId, ...]]
    areas: dict[PlaceId, tuple[SquareId, ...]] = {}
    landmarks: dict[str, SquareId] = {}
    quiet: dict[SquareId, PlaceId] = {}
    _fortresses: list[PlaceId] = msgspec.field(default_factory=list)
    _fortress: dict[SquareId, Place] = msgspec.field(default_factory=dict)
    _road_steps: dict[SquareId, tuple[tuple[str, SquareId], ...]] = msgspec.field(
        default_factory=dict
    )
    _reach: dict[tuple[SquareId, int], dict[SquareId, int]] = msgspec.field(default_factory=dict)
    _steps: dict[SquareId, dict[SquareId, int]] = msgspec.field(default_factory=dict)
    _sea_steps: dict[SeaId, dict[SeaId, int]] = msgspec.field(default_factory=dict)
    _road_ways: dict[SquareId, tuple[tuple[SquareId, tuple[PlaceId, ...]], ...]] = msgspec.field(
        default_factory=dict
    )
    _sail: dict[tuple[PlaceId | SeaId, int], tuple[tuple[SeaId, ...], tuple[PlaceId, ...]]] = (
        msgspec.field(default_factory=dict)
    )
    _goals: dict[tuple[SquareId, int, frozenset[SquareId]], tuple[SquareId, ...]] = msgspec.field(
        default_factory=dict
    )
    _rides: dict[SquareId, list[Any]] = msgspec.field(default_factory=dict)
    _kept_rides: list[int] = msgspec.field(default_factory=lambda: [0])

    def __post_init__(self) -> None:
        for square in self.squares.values():
            here = [self.places[p] for p in square.places if p in self.places]
            for place in here:
                if place.is_fortress:
                    self._fortress[square.id] = place
        steps: dict[SquareId, list[tuple[str, SquareId]]] = {}
        for road in self.roads.values():
            for a, b in zip(road.squares, road.squares[1:], strict=False):
                steps.setdefault(a, []).append((road.id, b))
                steps.setdefault(b, []).append((road.id, a))
        self._road_steps.update({square: tuple(ways) for square, ways in steps.items()})

    @property
    def fortresses(self) -> tuple[PlaceId, ...]:
        """All the fortresses, in the order of the places."""
        if not self._fortresses:
            found = (key for key, place in self.places.items() if place.is_fortress)
            self._fortresses.extend(found)
        return tuple(self._fortresses)

    def fortress_in(self, square: SquareId) -> Place | None:
        """The fortress in a square (there is never more than one), or None."""
        return self._fortress.get(square)

    def reach(self, square: SquareId, steps: int = MOVE_SQUARES) -> dict[SquareId, int]:
        """The squares within one cross-country move, each with the fewest steps to it.

        Entering a forest ends the move, so nothing can be reached through one. The starting square
        is not included; starting in a forest is no hindrance. Nobles on the way stop nobody
        (base-7.7). Do not change the result.
        """
        known = self._reach.get((square, steps))
        if known is None:
            if steps < MOVE_SQUARES:
                far = self.reach(square, MOVE_SQUARES).items()
                known = {there: cost for there, cost in far if cost <= steps}
            else:
                known = self._flood(square, steps, forest_stops=True)
                del known[square]
            self._reach[square, steps] = known
        return known

    def goals(
        self, square: SquareId, steps: int, shut: frozenset[SquareId] = frozenset()
    ) -> tuple[SquareId, ...]:
        """The squares of `reach` except those that are ``shut``, the nearest first."""
        known = self._goals.get((square, steps, shut))
        if known is None:
            known = tuple([there for there in self.reach(square, steps) if there not in shut])
            self._goals[square, steps, shut] = known
        return known

    def reach_round(
        self, square: SquareId, steps: int, barred: frozenset[SquareId]
    ) -> dict[SquareId, int]:
        """The squares of `reach` without those that may not be entered
        (ishkibibble-excommunication.3).
        """
        found = self._flood(square, steps, forest_stops=True, barred=barred)
        del found[square]
        return found

    def steps_from(self, square: SquareId) -> dict[SquareId, int]:
        """Walking distances in squares, forests ignored. Do not change the result."""
        known = self._steps.get(square)
        if known is None:
            known = self._flood(square, len(self.squares), forest_stops=False)
            self._steps[square] = known
        return known

    def steps_between(self, a: SquareId, b: SquareId) -> int | None:
        """Walking distance in squares, forests ignored; None if there is no way on foot."""
        return self.steps_from(a).get(b)

    def at(self, ground: SquareId) -> tuple[float, float]:
        """The position of a square or a sea square, in squares."""
        sea = self.seas.get(SeaId(ground))
        if sea is not None:
            return sea.at
        square = self.squares[ground]
        return square.col, square.row

    def flight(self, at: tuple[float, float], ground: SquareId) -> float:
        """How many steps apart two spots are, diagonal steps included, whatever lies between."""
        (x, y), (u, v) = at, self.at(ground)
        return max(abs(x - u), abs(y - v))

    def nearest(self, at: tuple[float, float], places: Iterable[Place]) -> Place | None:
        """The place nearest to a position as the crow flies; between equals, the first by name."""
        found = ((self.flight(at, place.square), place.name, place) for place in places)
        return min(found, key=itemgetter(0, 1), default=(0, "", None))[2]

    def walkable(self, square: SquareId) -> Set[SquareId]:
        """All the squares that can be reached on foot from this one, itself included.

        The Isle of Man is joined to nothing: you reach it by ship or through a call (base-19.11).
        """
        return self.steps_from(square).keys()

    def road_neighbours(self, square: SquareId) -> tuple[tuple[str, SquareId], ...]:
        """The road steps from a square, as pairs of road id and next square."""
        return self._road_steps.get(square, ())

    def road_steps(self, square: SquareId) -> tuple[tuple[SquareId, tuple[PlaceId, ...]], ...]:
        """The road steps from a square: the next square, and the places on that road in it."""
        known = self._road_ways.get(square)
        if known is None:
            known = self._road_ways[square] = tuple(
                (there, self._stops_on(road, there)) for road, there in self.road_neighbours(square)
            )
        return known

    def _stops_on(self, road: str, square: SquareId) -> tuple[PlaceId, ...]:
        """The places in a square that are on a road and may stop anyone riding along it."""
        return tuple(
            place
            for place in self.squares[square].places
            if place in self.roads[road].places and self.places[place].kind != "special"
        )

    def ride(
        self,
        square: SquareId,
        shut: Mapping[PlaceId, bool],
        barred: frozenset[SquareId] = frozenset(),
    ) -> tuple[SquareId, ...]:
        """The squares that a ride along the roads can reach, except the start.

        ``shut`` says for each place on the way whether it ends the ride in its square; ``barred``
        squares are not entered at all. Rides from one square pass the same places as long as those
        give the same answers. So the results are kept as a tree of answers: each branch has the
        next place to ask, what follows if it is open, and what follows if it is shut.
        """
        if barred:
            return self._ridden(square, shut, barred)[0]
        known = self._rides.get(square, _NO_RIDES)[0]
        while type(known) is list:
            place, if_open, if_shut = known
            known = if_shut if shut[place] else if_open
        if known is not None:
            kept: tuple[SquareId, ...] = known
            return kept
        found, asked = self._ridden(square, shut, barred)
        self._keep_ride(square, asked, found)
        return found

    def _keep_ride(
        self, square: SquareId, asked: Mapping[PlaceId, bool], found: tuple[SquareId, ...]
    ) -> None:
        if self._kept_rides[0] > _MOST_RIDES:
            self._rides.clear()
            self._kept_rides[0] = 0
        self._kept_rides[0] += 1
        branch, turn = self._rides.setdefault(square, [None]), 0
        for place, answer in asked.items():
            if branch[turn] is None:
                branch[turn] = [place, None, None]
            branch, turn = branch[turn], 2 if answer else 1
        branch[turn] = found

    def _ridden(
        self, square: SquareId, shut: Mapping[PlaceId, bool], barred: frozenset[SquareId]
    ) -> tuple[tuple[SquareId, ...], dict[PlaceId, bool]]:
        """The squares that a ride can reach, and what the places on the way answered."""
        asked: dict[PlaceId, bool] = {}
        seen, ridden, open_ends = {square: None}, {square}, [square]
        while open_ends:
            for there, stops in self.road_steps(open_ends.pop()):
                if there in barred:
                    continue
                seen[there] = None
                if there in ridden:
                    continue
                ends = False
                for place in stops:
                    asked[place] = shut[place]
                    ends = ends or shut[place]
                if not ends:
                    ridden.add(there)
                    open_ends.append(there)
        del seen[square]
        return tuple(seen), asked

    def sea_distances(self, sea: SeaId) -> dict[SeaId, int]:
        """Steps by sea from one sea square to every other. Do not change the result."""
        known = self._sea_steps.get(sea)
        if known is None:
            known = {sea: 0}
            queue = deque([sea])
            while queue:
                here = queue.popleft()
                for there in self.seas[here].neighbours:
                    if there not in known:
                        known[there] = known[here] + 1
                        queue.append(there)
            self._sea_steps[sea] = known
        return known

    def sail(
        self, start: PlaceId | SeaId, steps: int
    ) -> tuple[tuple[SeaId, ...], tuple[PlaceId, ...]]:
        """Sea squares and ports within a ship's move from a port or a sea square.

        Leaving a port and entering one cost a step each; the start itself is not included.
        """
        known = self._sail.get((start, steps))
        if known is None:
            touched = self.ports.get(PlaceId(start))
            out, first = (0, (SeaId(SquareId(start)),)) if touched is None else (1, touched)
            far = {
                sea: out + min(self.sea_distances(s)[sea] for s in first)
                for sea in self.seas
                if all(sea in self.sea_distances(s) for s in first)
            }
            seas = tuple(sea for sea, cost in far.items() if cost <= steps and sea != start)
            ports = dict.fromkeys(
                port
                for sea, cost in far.items()
                if cost < steps
                for port in self.seas[sea].ports
                if port != start
            )
            known = self._sail[start, steps] = (seas, tuple(ports))
        return known

    def in_area(self, square: SquareId, place: PlaceId | None, area: str) -> bool:
        """Whether a piece in `square`, and perhaps inside `place`, is in a bonus area.

        `area` is a region name such as `wales`, or `place:london`, meaning inside that place or in
        its square, as for the Constable's men (base-19.13), or `near:lynn`, which means up to four
        squares from it (ishkibibble-pretender.4). A square is in every region that contains it,
        including the wider ones (base-1.10). Nobody at sea (an empty square) is in a region.
        """
        if area.startswith("place:"):
            wanted = self.places.get(PlaceId(area.removeprefix("place:")))
            if wanted is None:
                return False
            return place == wanted.id or (bool(square) and square == wanted.square)
        if area.startswith("near:"):
            middle = self.places[PlaceId(area.removeprefix("near:"))].square
            apart = self.steps_between(middle, square) if square else None
            return apart is not None and apart <= NEAR
        if square in self.squares:
            return area in self.squares[square].regions
        return place is not None and area in self.places[place].regions

    def is_mainland(self, square: SquareId) -> bool:
        """Whether a square is on the mainland; Anglesey is not (base-8.14)."""
        return square in self.mainland

    def _flood(
        self,
        start: SquareId,
        steps: int,
        *,
        forest_stops: bool,
        barred: frozenset[SquareId] = frozenset(),
    ) -> dict[SquareId, int]:
        squares, found, edge = self.squares, {start: 0}, [start]
        for cost in range(1, steps + 1):
            onward = []
            for here in edge:
                for there in squares[here].neighbours:
                    if there not in found and there not in barred:
                        found[there] = cost
                        if not (forest_stops and squares[there].is_forest):
                            onward.append(there)
            if not onward:
                break
            edge = onward
        return found
