"""Where everybody is, and who holds what: the relations between the pieces of a state.

The relations follow from the pieces and change with them, through the methods of
:class:`~.state.State`; they are never saved. Self-play compares them with the pieces
(:mod:`~.invariants`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Piece(Protocol):
    """The facts about a noble that the relations need."""

    seat: int
    square: str
    inside: str | None
    aboard: str | None
    captor: int | None


class Held(Protocol):
    """The facts about an heir that the relations need."""

    alive: bool
    holder: str | None


class Relations:
    """The pieces, ready to be looked up, each list in the order of the state.

    Do not change the lists that this gives.
    """

    __slots__ = (
        *("_heirs", "_nobles", "_order", "aboard", "by_square", "heirs_with", "in_open"),
        *("inside", "of_seat", "taken_by"),
    )

    def __init__(self, nobles: Mapping[str, Piece], heirs: Mapping[str, Held]) -> None:
        self.of_seat: dict[int, list[str]] = {}
        """The nobles of each faction, captives included."""
        self.by_square: dict[str, list[str]] = {}
        """The nobles in each square, captives included; those at sea are under “”, in no square."""
        self.in_open: dict[str, list[str]] = {}
        """The nobles in the open in each square."""
        self.inside: dict[str, list[str]] = {}
        """The nobles inside each place."""
        self.aboard: dict[str, list[str]] = {}
        """The nobles aboard each ship, captives included."""
        self.taken_by: dict[int, list[str]] = {}
        """The captives of each faction."""
        self.heirs_with: dict[str, list[str]] = {}
        """The living heirs with each noble."""
        self._nobles, self._heirs = nobles, heirs
        self._order: dict[str, int] = {}
        for key in nobles:
            self.add(key)
        for key, heir in heirs.items():
            if heir.alive and heir.holder is not None:
                self.heirs_with.setdefault(heir.holder, []).append(key)

    def in_order(self, lists: Mapping[str, list[str]]) -> list[tuple[str, list[str]]]:
        """Lists of nobles, each with its key, in the order of their first nobles."""
        return sorted(lists.items(), key=lambda entry: self._order[entry[1][0]])

    def add(self, key: str) -> None:
        """Add a noble who has come into play, after all others."""
        self._order[key] = max(self._order.values(), default=0) + 1
        for lists, where in self._lists_of(self._nobles[key]):
            lists.setdefault(where, []).append(key)

    def drop(self, key: str) -> None:
        """Remove a noble who has left play."""
        self.leave(key)
        del self._order[key]

    def leave(self, key: str) -> None:
        """Remove a noble who is about to move elsewhere (:meth:`arrive`)."""
        for lists, where in self._lists_of(self._nobles[key]):
            _leave(lists, where, key)

    def arrive(self, key: str) -> None:
        """Note where a noble is now."""
        for lists, where in self._lists_of(self._nobles[key]):
            here = lists.setdefault(where, [])
            here.append(key)
            if len(here) > 1:
                here.sort(key=self._order.__getitem__)

    def part(self, heir: str) -> None:
        """Remove an heir who is about to be with somebody else, or with nobody."""
        holder = self._heirs[heir].holder
        if holder is not None and heir in self.heirs_with.get(holder, ()):
            _leave(self.heirs_with, holder, heir)

    def join(self, heir: str) -> None:
        """Note an heir's new company."""
        holder = self._heirs[heir].holder
        if holder is not None and self._heirs[heir].alive:
            together = {*self.heirs_with.get(holder, ()), heir}
            self.heirs_with[holder] = [key for key in self._heirs if key in together]

    def _lists_of(self, noble: Piece) -> list[tuple[dict[str, list[str]], str]]:
        """The lists a noble is on, and under which name."""
        found: list[tuple[dict[str, list[str]], str]] = [
            (self.of_seat, noble.seat),  # type: ignore[list-item]
            (self.by_square, noble.square),
        ]
        if noble.aboard is not None:
            found.append((self.aboard, noble.aboard))
        if noble.captor is None:
            if noble.inside is not None:
                found.append((self.inside, noble.inside))
            elif noble.aboard is None:
                found.append((self.in_open, noble.square))
        else:
            found.append((self.taken_by, noble.captor))  # type: ignore[arg-type]
        return found


def _leave(lists: dict[str, list[str]], where: str, key: str) -> None:
    """Take a name off a list, and remove the list once it is empty."""
    here = lists[where]
    here.remove(key)
    if not here:
        del lists[where]
