"""What a seat can tell from its view: forces, garrisons, reaches, threats. Nothing is decided here.

An outlook is made anew for every decision; what costs something is worked out when first asked.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache, cached_property
from typing import Any

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.bonds import bound
from bot.rules.kingmaker.conditions.lasting import is_barred, men_of
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.prospects.odds import fought_in_the_open
from bot.rules.kingmaker.victory.reign import NEVER
from bot.rules.kingmaker.view import BoardView, NobleView

FRENCH = 100
"""What French foot may add to an attack, in troops."""

_NO_WAY = 60


class FirstOutlook:
    """The board as one seat sees it."""

    def __init__(self, view: BoardView, seat: int, content: Content) -> None:
        self.view = view
        self.seat = seat
        self.content = content
        self.board = content.board
        self.counts_reigns = content.ruleset.use.victory == "four_turns"
        """Whether the game is won by holding the sole King for some turns."""
        self.free_parliament = content.ruleset.use.parliament == "caller"
        """Whether a Parliament is called without a Writ, and only who likes comes (base-15.4)."""
        self.nobles = view.nobles
        self.mine: list[str] = []
        self.afloat: dict[str, list[str]] = {}
        """Own nobles aboard, by ship."""
        self.foes: list[str] = []
        self.open_at: dict[str, dict[int, list[str]]] = {}
        self.within: dict[str, list[str]] = {}
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
        self._threats: dict[str, int] = {}
        self._bonuses: dict[str, list[tuple[int, str]]] = {}
        self.known: dict[Any, Any] = {}
        """What others have worked out from this outlook, kept so that it is worked out once."""

    # Strength

    def power(self, noble: str, square: str | None = None) -> int:
        """A noble's strength in a square, by default his own, in troops."""
        seen = self.nobles[noble]
        if square is None or square == seen.square:
            return seen.troops
        bonuses = self._bonuses.get(noble)
        if bonuses is None:
            bonuses = self._bonuses[noble] = self._bonuses_of(noble, seen)
        if not bonuses:
            return seen.troops
        in_area = self.board.in_area
        return seen.troops + sum(
            bonus * (in_area(square, None, area) - in_area(seen.square, seen.inside, area))
            for bonus, area in bonuses
        )

    def _bonuses_of(self, noble: str, seen: NobleView) -> list[tuple[int, str]]:
        crown = self.content.crown
        cards = [crown[c] for c in (noble, seen.title, seen.office, *seen.cards) if c is not None]
        return [(c.bonus, c.bonus_area) for c in cards if c.bonus and c.bonus_area]

    def total(self, nobles: Iterable[str], square: str | None = None) -> int:
        """The strength of several nobles in a square, by default each in his own."""
        return sum(self.power(noble, square) for noble in nobles)

    def allied(self, seat: int, square: str) -> bool:
        """Whether an alliance keeps this seat from attacking another one in a square, or the House
        that both serve."""
        return self.served(seat) or bound(self.view.pacts, self.seat, seat, square)

    def served(self, seat: int) -> bool:
        """Whether this seat and another one serve the same House."""
        sides = self.view.sides
        return bool(sides and sides[seat].serves) and sides[seat].serves == sides[self.seat].serves

    def peaceful(self, square: str) -> bool:
        """Whether nobody may fight in a square, because Parliament met there."""
        return self.view.peace is not None and self.view.peace.square == square

    def steps(self, a: str, b: str) -> int:
        """Squares to walk from one square to another; many if there is no way on foot."""
        found = self.board.steps_between(a, b)
        return _NO_WAY if found is None else found

    # Places

    def holder(self, place: str) -> int | None:
        """The seat that controls a fortress."""
        noble = self.view.control.get(place)
        return None if noble is None else self.nobles[noble].seat

    def enterable(self, place: Place) -> bool:
        """Whether nobles of this seat may go inside now."""
        if place.kind == "special" or place.id in self.view.sieges or not place.square:
            return False
        if not self.content.is_open(place.id):
            return False
        if is_barred(self.view, self.content, self.seat, place):
            return False
        if place.is_fortress:
            return self.holder(place.id) == self.seat
        return all(self.nobles[n].seat == self.seat for n in self.within.get(place.id, ()))

    def room(self, place: Place) -> int:
        """Troops that still fit inside."""
        capacity = self.content.ruleset.capacity(place)
        if capacity is None:
            return 10_000
        return capacity - self.total(self.within.get(place.id, ()))

    def garrison(self, place: Place) -> int:
        """The garrison that an attacker meets now."""
        siege = self.view.sieges.get(place.id)
        if siege is not None:
            return siege.garrison
        men = men_of(self.content, self.view.invaders.get(place.id))
        if men is not None:
            return men
        if place.is_open_town and not self.within.get(place.id):
            return 0
        return place.garrison

    def coming_garrison(self, place: Place) -> int:
        """The garrison that an attacker meets in the next combat phase of this seat."""
        siege = self.view.sieges.get(place.id)
        sacked = men_of(self.content, self.view.invaders.get(place.id)) is not None
        if siege is None or siege.seat != self.seat or self.view.phase == "combat" or sacked:
            return self.garrison(place)
        return self.content.ruleset.garrison_left(place.garrison, siege.turns + 1)

    def besieged(self, noble: str) -> bool:
        """Whether a noble is Under Siege, or besieges from a ship, which counts for the same."""
        seen = self.nobles[noble]
        if seen.aboard is not None:
            return any(noble in siege.besiegers for siege in self.view.sieges.values())
        return seen.inside in self.view.sieges

    def protected(self, noble: str) -> bool:
        """Whether the King's Peace lets nobody attack this noble, nor him anybody."""
        return self.view.peace is not None and self.nobles[noble].under_peace == "returned"

    @cached_property
    def own_places(self) -> list[Place]:
        """Fortresses of this seat that it may enter."""
        places = (self.board.places[key] for key in self.view.control)
        return [place for place in places if self.enterable(place)]

    @property
    def plague_towns(self) -> frozenset[str]:
        """Places that an Event card may strike with plague."""
        return _plague_towns(self.content)

    # Threats

    def threat(self, square: str) -> int:
        """The greatest strength that one other seat can bring to a square in its next turn."""
        known = self._threats.get(square)
        if known is None:
            sums: dict[int, int] = {}
            for seat, origin, reach, roads, foes in self._foe_forces:
                if origin == square or square in reach or square in roads:
                    power = sum(self.power(foe, square) for foe in foes)
                    if any("french_foot" in self.nobles[foe].cards for foe in foes):
                        power += FRENCH
                    sums[seat] = sums.get(seat, 0) + power
            known = self._threats[square] = max(sums.values(), default=0)
        return known

    @cached_property
    def _foe_forces(
        self,
    ) -> list[tuple[int, str, Container[str], Container[str], list[str]]]:
        """Seat, square, reaches and nobles of every force of others that can move."""
        forces: dict[tuple[int, str], list[str]] = {}
        for foe in self.foes:
            noble = self.nobles[foe]
            # Who came home from Parliament stays there, unless the caller's turn ends the Peace.
            peace = self.view.peace
            still = self.protected(foe) and peace is not None and peace.caller != noble.seat
            if noble.inside not in self.view.sieges and not still:
                forces.setdefault((noble.seat, noble.square), []).append(foe)
        steps = self.content.ruleset.land_squares
        return [
            (seat, square, self.board.reach(square, steps), self._ride(seat, square), foes)
            for (seat, square), foes in forces.items()
        ]

    def _ride(self, seat: int, origin: str) -> frozenset[str]:
        ways = self.board.road_neighbours(origin)
        if not ways:
            return frozenset()
        seen, ridden, ends = {origin}, {origin}, [origin]
        while ends:
            for road, there in self.board.road_neighbours(ends.pop()):
                seen.add(there)
                if there not in ridden and not self._blocked(seat, there, road):
                    ridden.add(there)
                    ends.append(there)
        seen.discard(origin)
        return frozenset(seen)

    def _blocked(self, seat: int, square: str, road: str) -> bool:
        board = self.board
        for place_id in board.squares[square].places:
            place = board.places[place_id]
            if place.kind == "special" or place_id not in board.roads[road].places:
                continue
            if place.is_fortress:
                if self.holder(place_id) != seat:
                    return True
            elif any(self.nobles[n].seat != seat for n in self.within.get(place_id, ())):
                return True
        return False

    # Royals

    def heir_seat(self, heir: str) -> int | None:
        """The seat that holds an heir, or None."""
        found = self.view.heirs[heir]
        return found.held_by if found.holder is None else self.nobles[found.holder].seat

    def heirs_with(self, noble: str) -> tuple[str, ...]:
        """The heirs that stand and fall with a noble: those he holds, and Beaufort himself."""
        heirs = self.nobles[noble].heirs
        return (*heirs, noble) if noble in self.view.heirs else heirs

    @cached_property
    def my_heirs(self) -> list[str]:
        """Living heirs that this seat holds, Beaufort among them if he is one and its own."""
        return [heir for heir in self.living if self.heir_seat(heir) == self.seat]

    @cached_property
    def other_heirs(self) -> list[str]:
        """Living heirs that this seat does not hold."""
        return [heir for heir in self.living if self.heir_seat(heir) != self.seat]

    @cached_property
    def crownable(self) -> list[str]:
        """Heirs next in line of a house that has no King."""
        with_king = {heir.house for heir in self.view.heirs.values() if heir.alive and heir.crowned}
        return [
            key
            for key in self.living
            if self.view.heirs[key].rank == 1 and self.view.heirs[key].house not in with_king
        ]

    @cached_property
    def kings(self) -> list[str]:
        """The living Kings, whoever holds them."""
        return [key for key in self.living if self.view.heirs[key].crowned]

    @cached_property
    def reigning(self) -> str | None:
        """The sole King, if he is one by whom the game is won."""
        sole = self.kings[0] if len(self.kings) == 1 else None
        return None if sole == NEVER else sole

    @property
    def reigns(self) -> bool:
        """Whether this seat holds a King by whom it is winning the game."""
        king = self.reigning if self.counts_reigns else None
        return king is not None and self.heir_seat(king) == self.seat

    def clerics(self, nobles: Iterable[str]) -> tuple[int, int]:
        """How many Archbishops and how many other Bishops are with these nobles."""
        crown = self.content.crown
        cards = [crown[card] for noble in nobles for card in self.nobles[noble].cards]
        bishops = [card for card in cards if card.kind == "bishop"]
        high = sum(card.archbishop for card in bishops)
        return high, len(bishops) - high

    def may_crown(self, nobles: Iterable[str]) -> bool:
        """Whether these nobles have clerics enough with them for a coronation."""
        high, low = self.clerics(nobles)
        return high >= 1 or low >= 2


@cache
def _plague_towns(content: Content) -> frozenset[str]:
    return frozenset(
        card.place
        for card in content.events.values()
        if card.kind == "plague" and card.place is not None
    )
