"""What a seat can tell from its view: forces, where they can go, garrisons, threats. Nothing is
decided here.

An outlook is made afresh for every decision; anything costly is worked out only when it is asked
for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from bot.rules.kernel import Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.lasting import is_barred, men_of
from bot.rules.kingmaker.conditions.sides import bound
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import HeirId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.prospects.odds import followers_in, fought_in_the_open, garrison
from bot.rules.kingmaker.victory.reign import NEVER
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_temper import PLAIN, Temper


@dataclass(frozen=True, slots=True)
class Stance:
    """How risks are taken. ``fear`` is how heavily danger weighs, ``odds`` how strong an army
    thinks it is compared with those it would attack, both as factors."""

    fear: float = 1.0
    odds: float = 1.0


EVEN = Stance()
"""The way a steward takes risks."""

CARELESS = Stance(fear=0.15, odds=1.8)
"""The way a newcomer to the game takes risks, looking at the prize rather than at who is near
it."""


FRENCH = 100
"""How many troops French foot may add to an attack."""
FRENCH_COST = 5.0
"""What it is worth to keep the French for another attack, in points."""

_NO_WAY = 60

_Strength = tuple[Seat, SquareId, Container[SquareId], Container[SquareId], int, list[NobleId]]
"""The seat of a force, its square, where it can walk and ride, its troops, and which of its nobles
count for more in some areas."""


class Outlook:
    """The board as one seat sees it."""

    def __init__(self, view: BoardView, seat: Seat, content: Content) -> None:
        self.view = view
        self.seat = seat
        self.content = content
        self.board = content.board
        self.counts_reigns = content.ruleset.use.victory == "four_turns"
        """Whether the game is won by holding the sole King for some turns."""
        self.last_heirs_win = content.ruleset.use.victory in ("house", "last_king")
        """Whether the last King wins the game, once the others have no heirs left."""
        self.free_parliament = content.ruleset.use.parliament == "caller"
        """Whether Parliament is called without a Writ, and only those who wish to come do so
        (base-15.4)."""
        self.nobles = view.nobles
        self.mine: list[NobleId] = []
        self.afloat: dict[ShipId, list[NobleId]] = {}
        """This seat's nobles aboard each ship."""
        self.foes: list[NobleId] = []
        self.open_at: dict[SquareId, dict[Seat, list[NobleId]]] = {}
        self.within: dict[PlaceId, list[NobleId]] = {}
        for key, noble in view.nobles.items():
            if noble.aboard is not None and noble.seat == seat:
                self.afloat.setdefault(noble.aboard, []).append(key)
            if noble.captor is not None or not noble.square:
                continue
            (self.mine if noble.seat == seat else self.foes).append(key)
            if noble.inside is not None:
                self.within.setdefault(noble.inside, []).append(key)
            in_open = noble.inside is None
            if not in_open and noble.seat != seat:
                assert noble.inside is not None
                in_open = fought_in_the_open(content, view, noble.inside)
            if in_open:
                self.open_at.setdefault(noble.square, {}).setdefault(noble.seat, []).append(key)
        self.living = [key for key, heir in view.heirs.items() if heir.alive]
        self._bonuses: dict[NobleId, list[tuple[int, str]]] = {}
        self.temper: Temper = PLAIN
        """The temper of the player who is looking."""
        self.stance: Stance = EVEN
        """How the player who is looking takes risks."""
        self.known: dict[Any, Any] = {}
        """What has been worked out from this outlook, kept so that the work is done only once."""

    # Strength

    def power(self, noble: NobleId, square: SquareId | None = None) -> int:
        """A noble's strength in a square (by default, the one where he is), in troops."""
        seen = self.nobles[noble]
        if square is None or square == seen.square:
            return seen.troops
        bonuses = self._bonuses_of(noble)
        if not bonuses:
            return seen.troops
        in_area = self.board.in_area
        return seen.troops + sum(
            bonus * (in_area(square, None, area) - in_area(seen.square, seen.inside, area))
            for bonus, area in bonuses
        )

    def _bonuses_of(self, noble: NobleId) -> list[tuple[int, str]]:
        """How much more a noble counts for in some areas, and which these are."""
        found = self._bonuses.get(noble)
        if found is None:
            crown, seen = self.content.crown, self.nobles[noble]
            cards = (crown[c] for c in (noble, seen.title, seen.office, *seen.cards) if c)
            found = [(c.bonus, c.bonus_area) for c in cards if c.bonus and c.bonus_area]
            self._bonuses[noble] = found
        return found

    def total(self, nobles: Iterable[NobleId], square: SquareId | None = None) -> int:
        """The strength of several nobles in a square (by default, the one where each of them
        is)."""
        return sum(self.power(noble, square) for noble in nobles)

    def allied(self, seat: Seat, square: SquareId) -> bool:
        """Whether this seat may not attack another one in a square, because of an alliance or
        because both serve the same House."""
        return self.served(seat) or bound(self.view.pacts, self.seat, seat, square)

    def served(self, seat: Seat) -> bool:
        """Whether this seat and another one serve the same House."""
        sides = self.view.sides
        return bool(sides and sides[seat].serves) and sides[seat].serves == sides[self.seat].serves

    def houses_friends(self, place: PlaceId) -> bool:
        """Whether anybody inside a place serves the same House as this seat."""
        seats = (self.nobles[noble].seat for noble in self.within.get(place, ()))
        return any(seat != self.seat and self.served(seat) for seat in seats)

    def stands_apart(self, seat: Seat) -> bool:
        """Whether a seat serves no House when others do: it then neither moves nor attacks."""
        return bool(self.view.sides) and not self.view.sides[seat].serves

    def peaceful(self, square: SquareId) -> bool:
        """Whether nobody may fight in a square because Parliament met there."""
        return self.view.peace is not None and self.view.peace.square == square

    def steps(self, a: SquareId, b: SquareId) -> int:
        """How many squares it is on foot from one square to another; a large number if there is no
        way."""
        found = self.board.steps_between(a, b)
        return _NO_WAY if found is None else found

    # Places

    def holder(self, place: PlaceId) -> Seat | None:
        """The seat that controls a fortress; None if nobody does."""
        noble = self.view.control.get(place)
        return None if noble is None else self.nobles[noble].seat

    def enterable(self, place: Place) -> bool:
        """Whether nobles of this seat may go inside a place now."""
        if place.kind == "special" or place.id in self.view.sieges or not place.square:
            return False
        if not self.content.is_open(place.id):
            return False
        if is_barred(self.view, self.content, self.seat, place):
            return False
        if place.is_fortress:
            return self.holder(place.id) == self.seat and not self._closed(place.id)
        return all(self.nobles[n].seat == self.seat for n in self.within.get(place.id, ()))

    def _closed(self, place: PlaceId) -> bool:
        """Whether a fortress fell to this seat during its movement, and opens only once that is
        over."""
        view = self.view
        return view.opened is not None and view.active == self.seat and place not in view.opened

    def room(self, place: Place) -> int:
        """How many more troops fit inside a place."""
        capacity = self.content.ruleset.capacity(place)
        if capacity is None:
            return 10_000
        return capacity - self.total(self.within.get(place.id, ()))

    def garrison(self, place: Place) -> int:
        """The garrison that an attacker meets now."""
        return garrison(self.content, self.view, place.id)

    def coming_garrison(self, place: Place) -> int:
        """The garrison that an attacker meets in the next combat phase of this seat."""
        siege = self.view.sieges.get(place.id)
        sacked = men_of(self.content, self.view.invaders.get(place.id)) is not None
        if siege is None or siege.seat != self.seat or self.view.phase == "combat" or sacked:
            return self.garrison(place)
        left = self.content.ruleset.garrison_left(place.garrison, siege.turns + 1)
        return left + followers_in(self.view, place)

    def opposing(self, place: PlaceId, seat: Seat | None = None) -> list[NobleId]:
        """The nobles inside a place whom an attack by a seat, by default this one, would meet and
        capture. The attacker's own guests inside the place are not among these nobles."""
        within = self.within.get(place, [])
        attacker = self.seat if seat is None else seat
        return [noble for noble in within if self.nobles[noble].seat != attacker]

    def besieged(self, noble: NobleId) -> bool:
        """Whether a noble is under siege, or besieging from a ship, which counts as the same."""
        seen = self.nobles[noble]
        if seen.aboard is not None:
            return any(noble in siege.besiegers for siege in self.view.sieges.values())
        return seen.inside in self.view.sieges

    def protected(self, noble: NobleId) -> bool:
        """Whether the King's Peace stops others from attacking this noble, and him from attacking
        anybody."""
        return self.view.peace is not None and self.nobles[noble].under_peace == "returned"

    @cached_property
    def own_places(self) -> list[Place]:
        """The fortresses of this seat that it may enter."""
        places, nobles = self.board.places, self.nobles
        held = [key for key, n in self.view.control.items() if nobles[n].seat == self.seat]
        return [places[key] for key in held if self.enterable(places[key])]

    # Threats

    def threat(self, square: SquareId) -> int:
        """The greatest strength that one other side (a seat, or all who serve one House) can bring
        to a square in its next turn."""
        threats: dict[SquareId, int] = self.known.setdefault("threats", {})
        known = threats.get(square)
        if known is None:
            sums: dict[Seat | str, int] = {}
            for seat, origin, reach, roads, troops, landed in self._foe_strengths:
                if origin == square or square in reach or square in roads:
                    at_home = sum(self.power(foe, square) - self.power(foe) for foe in landed)
                    side = self.side_of(seat)
                    sums[side] = sums.get(side, 0) + troops + at_home
            known = threats[square] = max(sums.values(), default=0)
        return known

    def side_of(self, seat: Seat) -> Seat | str:
        """The side on which a seat fights: its House, whose followers move together and then fight
        (families-turn.6), or the seat alone.
        """
        sides = self.view.sides
        return (sides[seat].serves or seat) if sides else seat

    @cached_property
    def _foe_strengths(self) -> list[_Strength]:
        """The forces of possible enemies with their troops, and which of their nobles count for
        more in some areas.

        A force with French foot counts for more, by as much as they can add.
        """
        found: list[_Strength] = []
        for seat, origin, reach, roads, foes in self._foe_forces:
            if self.served(seat) or self.stands_apart(seat):
                continue
            troops = self.total(foes)
            if any("french_foot" in self.nobles[foe].cards for foe in foes):
                troops += FRENCH
            landed = [foe for foe in foes if self._bonuses_of(foe)]
            found.append((seat, origin, reach, roads, troops, landed))
        return found

    @property
    def forces(
        self,
    ) -> list[tuple[Seat, SquareId, Container[SquareId], Container[SquareId], list[NobleId]]]:
        """Every force of others that can move: its seat and square, where it can go, and its
        nobles."""
        return self._foe_forces

    @cached_property
    def _foe_forces(
        self,
    ) -> list[tuple[Seat, SquareId, Container[SquareId], Container[SquareId], list[NobleId]]]:
        """Every force of others that can move: its seat and square, where it can go, and its
        nobles."""
        forces: dict[tuple[Seat, SquareId], list[NobleId]] = {}
        for foe in self.foes:
            noble = self.nobles[foe]
            # A noble who has come home from Parliament stays at home, unless he is the caller's:
            # the caller's turn ends the Peace.
            peace = self.view.peace
            still = self.protected(foe) and peace is not None and peace.caller != noble.seat
            if noble.inside not in self.view.sieges and not still:
                forces.setdefault((noble.seat, noble.square), []).append(foe)
        content, reach, gates = self.content, self.board.reach, self._gates
        steps = content.ruleset.land_squares
        return [
            (seat, square, reach(square, steps), _ride(content, gates, seat, square), foes)
            for (seat, square), foes in forces.items()
        ]

    @cached_property
    def _gates(self) -> tuple[frozenset[Seat | None], ...]:
        """The owners of each place on the roads: a fortress's holder, or the seats of the nobles
        inside a town."""
        within, nobles, found = self.within, self.nobles, []
        for place_id, fortress in _on_roads(self.content):
            if fortress:
                found.append(frozenset((self.holder(place_id),)))
            else:
                found.append(frozenset(nobles[n].seat for n in within.get(place_id, ())))
        return tuple(found)

    def ways_from(self, square: SquareId) -> frozenset[SquareId]:
        """The squares to which a noble of this seat can march or perhaps ride from a square."""
        steps = self.content.ruleset.land_squares
        ridden = _ride(self.content, self._gates, self.seat, square)
        return ridden.union(self.board.reach(square, steps))

    # Royals

    def heir_seat(self, heir: HeirId) -> Seat | None:
        """The seat that holds an heir, or None."""
        found = self.view.heirs[heir]
        return found.held_by if found.holder is None else self.nobles[found.holder].seat

    def heirs_with(self, noble: NobleId) -> tuple[HeirId, ...]:
        """The heirs whose fate depends on a noble: those whom he keeps and, if he is Beaufort,
        himself."""
        heirs = self.nobles[noble].heirs
        himself = HeirId(noble)
        return (*heirs, himself) if himself in self.view.heirs else heirs

    @cached_property
    def my_heirs(self) -> list[HeirId]:
        """Living heirs held by this seat, including its own Beaufort if he is an heir."""
        return [heir for heir in self.living if self.heir_seat(heir) == self.seat]

    @cached_property
    def other_heirs(self) -> list[HeirId]:
        """Living heirs not held by this seat."""
        return [heir for heir in self.living if self.heir_seat(heir) != self.seat]

    @cached_property
    def crownable(self) -> list[HeirId]:
        """Heirs next in line in a house that has no King."""
        with_king = {heir.house for heir in self.view.heirs.values() if heir.alive and heir.crowned}
        return [
            key
            for key in self.living
            if self.view.heirs[key].rank == 1 and self.view.heirs[key].house not in with_king
        ]

    @cached_property
    def kings(self) -> list[HeirId]:
        """The living Kings, whoever holds them."""
        return [key for key in self.living if self.view.heirs[key].crowned]

    @cached_property
    def reigning(self) -> HeirId | None:
        """The sole King, unless he is Henry, whose reign never counts; None if there is no such
        King.
        """
        sole = self.kings[0] if len(self.kings) == 1 else None
        return None if sole == NEVER else sole

    @property
    def reigns(self) -> bool:
        """Whether this seat is winning the game by holding a King."""
        king = self.reigning if self.counts_reigns else None
        return king is not None and self.heir_seat(king) == self.seat

    def clerics(self, nobles: Iterable[NobleId]) -> tuple[int, int]:
        """How many Archbishops and how many other Bishops are with these nobles."""
        crown = self.content.crown
        cards = [crown[card] for noble in nobles for card in self.nobles[noble].cards]
        bishops = [card for card in cards if card.kind == "bishop"]
        high = sum(card.archbishop for card in bishops)
        return high, len(bishops) - high

    def may_crown(self, nobles: Iterable[NobleId]) -> bool:
        """Whether these nobles have enough clerics with them for a coronation."""
        high, low = self.clerics(nobles)
        return high >= 1 or low >= 2


@lru_cache(maxsize=64)
def _on_roads(content: Content) -> tuple[tuple[PlaceId, bool], ...]:
    """The places that may block a road, and whether each is a fortress."""
    board = content.board
    along = dict.fromkeys(key for road in board.roads.values() for key in road.places)
    places = (board.places[key] for key in along)
    return tuple((place.id, place.is_fortress) for place in places if place.kind != "special")


@lru_cache(maxsize=1024)
def _ride(
    content: Content, gates: tuple[frozenset[Seat | None], ...], seat: Seat, origin: SquareId
) -> frozenset[SquareId]:
    """The squares to which a seat can ride from a given one; ``gates`` are the owners of the places
    on the roads.
    """
    board, ways = content.board, content.board.road_neighbours(origin)
    if not ways:
        return frozenset()
    own = frozenset((seat,))
    shut = {
        key
        for (key, fortress), seats in zip(_on_roads(content), gates, strict=True)
        if (seats != own if fortress else not seats <= own)
    }
    seen, ridden, ends = {origin}, {origin}, [origin]
    while ends:
        for road, there in board.road_neighbours(ends.pop()):
            seen.add(there)
            closed = shut.intersection(board.squares[there].places, board.roads[road].places)
            if there not in ridden and not closed:
                ridden.add(there)
                ends.append(there)
    seen.discard(origin)
    return frozenset(seen)
