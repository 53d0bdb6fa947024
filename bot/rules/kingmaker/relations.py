"""Where everybody is, and who holds what: the relations between the pieces of a state.

The relations follow from the pieces and change with them, through the methods of
:class:`~.state.State`; they are never saved. Self-play compares them with the pieces
(:mod:`~.invariants`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from bot.rules.kernel import Seat
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId, SquareId

_Where = TypeVar("_Where")
_Who = TypeVar("_Who")
_Lists = list[tuple[dict[Any, list[NobleId]], object]]


class Piece(Protocol):
    """The facts about a noble that the relations need."""

    seat: Seat
    square: SquareId
    inside: PlaceId | None
    aboard: ShipId | None
    captor: Seat | None
    title: CardId | None
    office: CardId | None
    cards: list[CardId]


class Held(Protocol):
    """The facts about an heir that the relations need."""

    alive: bool
    holder: NobleId | None


class Relations:
    """Indexes of the pieces. Each list keeps the order in which the state has them.

    Do not change any of the lists.
    """

    __slots__ = (
        *("_heirs", "_nobles", "_order", "aboard", "bearers", "by_square", "heirs_with", "in_open"),
        *("inside", "of_seat", "taken_by"),
    )

    def __init__(self, nobles: Mapping[NobleId, Piece], heirs: Mapping[HeirId, Held]) -> None:
        self.of_seat: dict[Seat, list[NobleId]] = {}
        """The nobles of each faction, captives included."""
        self.by_square: dict[SquareId, list[NobleId]] = {}
        """The nobles in each square, captives included; those in no square, such as all those
        aboard ships, are under “”.
        """
        self.in_open: dict[SquareId, list[NobleId]] = {}
        """The nobles in the open in each square."""
        self.inside: dict[PlaceId, list[NobleId]] = {}
        """The nobles inside each place."""
        self.aboard: dict[ShipId, list[NobleId]] = {}
        """The nobles aboard each ship, captives included."""
        self.taken_by: dict[Seat, list[NobleId]] = {}
        """The captives of each faction."""
        self.heirs_with: dict[NobleId, list[HeirId]] = {}
        """The living heirs with each noble."""
        self.bearers: dict[CardId, NobleId] = {}
        """The noble who has each Crown card: a title, an office, or a card beside him."""
        self._nobles, self._heirs = nobles, heirs
        self._order = {noble: place for place, noble in enumerate(nobles)}
        for noble in nobles:
            self.arrive(noble)
            self.bearers |= dict.fromkeys(self._cards_of(noble), noble)
        for key, heir in heirs.items():
            if heir.alive and heir.holder is not None:
                self.heirs_with.setdefault(heir.holder, []).append(key)

    def in_order(self, lists: Mapping[_Where, list[NobleId]]) -> list[tuple[_Where, list[NobleId]]]:
        """Lists of nobles, each with its key, in the order of their first nobles."""
        return sorted(lists.items(), key=lambda entry: self._order[entry[1][0]])

    def add(self, noble: NobleId) -> None:
        """Add a noble who has come into play, after all others."""
        self._order[noble] = max(self._order.values(), default=0) + 1
        self.arrive(noble)

    def drop(self, noble: NobleId) -> None:
        """Remove a noble who has left play."""
        self.leave(noble)
        del self._order[noble]
        for card in self._cards_of(noble):
            del self.bearers[card]

    def leave(self, noble: NobleId) -> None:
        """Remove a noble who is about to move elsewhere; :meth:`arrive` follows."""
        for lists, where in self._lists_of(noble):
            _leave(lists, where, noble)

    def arrive(self, noble: NobleId) -> None:
        """Note where a noble is now, in his place in the order."""
        for lists, where in self._lists_of(noble):
            here = lists.setdefault(where, [])
            here.append(noble)
            if len(here) > 1:
                here.sort(key=self._order.__getitem__)

    def part(self, heir: HeirId) -> None:
        """Remove an heir who is about to be with somebody else, or with nobody."""
        holder = self._heirs[heir].holder
        if holder is not None and heir in self.heirs_with.get(holder, ()):
            _leave(self.heirs_with, holder, heir)

    def join(self, heir: HeirId, holder: NobleId) -> None:
        """Note who has an heir now."""
        if self._heirs[heir].alive:
            together = {*self.heirs_with.get(holder, ()), heir}
            self.heirs_with[holder] = [key for key in self._heirs if key in together]

    def _cards_of(self, key: NobleId) -> list[CardId]:
        noble = self._nobles[key]
        return [*filter(None, (noble.title, noble.office)), *noble.cards]

    def _lists_of(self, key: NobleId) -> _Lists:
        """Every list that a noble is on: the lists of its kind, and which of them."""
        noble = self._nobles[key]
        found: _Lists = [(self.of_seat, noble.seat), (self.by_square, noble.square)]
        if noble.aboard is not None:
            found.append((self.aboard, noble.aboard))
        if noble.captor is not None:
            found.append((self.taken_by, noble.captor))
        elif noble.inside is not None:
            found.append((self.inside, noble.inside))
        elif noble.aboard is None:
            found.append((self.in_open, noble.square))
        return found


def _leave(lists: dict[_Where, list[_Who]], where: _Where, key: _Who) -> None:
    """Take a name off a list, and remove the list once it is empty."""
    here = lists[where]
    here.remove(key)
    if not here:
        del lists[where]
