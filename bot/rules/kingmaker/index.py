"""Who stands where and who holds whom, sought once while a state is only looked at.

Views, questions and offers ask the same few things of the pieces again and again, and change
nothing. So for as long as one of them is made the state carries an index of its pieces, and lets it
go before anything can change. The next index begins with comparing the pieces with copies of what
they were at the last look: nothing that is kept can ever be out of date, and what has not changed
is not sought anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from copy import copy
from types import TracebackType
from typing import Protocol


class Piece(Protocol):
    """What the index asks of a noble."""

    seat: int
    square: str
    inside: str | None
    aboard: str | None
    captor: int | None
    title: str | None
    office: str | None
    cards: list[str]
    promised: list[str]


class Held(Protocol):
    """What the index asks of an heir."""

    alive: bool
    crowned: bool
    holder: str | None
    inside: str | None
    house: str


class Indexed(Protocol):
    """A state that can carry an index of its pieces."""

    @property
    def nobles(self) -> Mapping[str, Piece]:
        """The nobles in play."""

    @property
    def heirs(self) -> Mapping[str, Held]:
        """The royal heirs."""

    @property
    def control(self) -> Mapping[str, str]:
        """Fortresses, and the nobles who control them."""


class Pieces:
    """Pieces by what they are asked by, in the order of the state. Do not change what it gives."""

    __slots__ = ("aboard", "by_square", "heirs_with", "in_open", "inside", "of_seat")

    def __init__(self, nobles: Mapping[str, Piece], heirs: Mapping[str, Held]) -> None:
        self.of_seat: dict[int, list[str]] = defaultdict(list)
        """The nobles of each faction, captives included."""
        self.by_square: dict[str, list[str]] = defaultdict(list)
        """The nobles who are in each square, captives included; those at sea are in none: “”."""
        self.in_open: dict[str, list[str]] = defaultdict(list)
        """The nobles in the open of each square."""
        self.inside: dict[str, list[str]] = defaultdict(list)
        """The nobles inside each place."""
        self.aboard: dict[str, list[str]] = defaultdict(list)
        """The nobles aboard each ship, captives included."""
        self.heirs_with: dict[str, list[str]] = defaultdict(list)
        """The living heirs with each noble."""
        for key, noble in nobles.items():
            self.of_seat[noble.seat].append(key)
            self.by_square[noble.square].append(key)
            if noble.aboard is not None:
                self.aboard[noble.aboard].append(key)
            if noble.captor is not None:
                continue
            if noble.inside is not None:
                self.inside[noble.inside].append(key)
            elif noble.aboard is None:
                self.in_open[noble.square].append(key)
        for key, heir in heirs.items():
            if heir.alive and heir.holder is not None:
                self.heirs_with[heir.holder].append(key)


class Index:
    """The pieces of a state as they are now, and whether they have changed since the last look.

    It lives with its state from look to look, and looks only when somebody asks.
    """

    __slots__ = (
        "_control",
        "_handed",
        "_heirs",
        "_nobles",
        "_pieces",
        "_state",
        "_stirred",
        "old",
    )

    def __init__(self, state: Indexed) -> None:
        self._state = state
        self.old = True
        """Whether it has not looked yet, since the state could change."""
        self._nobles: dict[str, Piece] = {}
        self._heirs: dict[str, Held] = {}
        self._control: dict[str, str] = {}
        self._pieces: Pieces | None = None
        self._stirred = 0
        self._handed = 0

    @property
    def pieces(self) -> Pieces:
        """Who stands where and who holds whom."""
        if self.old:
            self._look()
        if self._pieces is None:
            self._pieces = Pieces(self._nobles, self._heirs)
        return self._pieces

    @property
    def nobles(self) -> Mapping[str, Piece]:
        """Copies of the nobles, each the same object as long as its noble is as it was."""
        if self.old:
            self._look()
        return self._nobles

    @property
    def heirs(self) -> Mapping[str, Held]:
        """Copies of the heirs."""
        if self.old:
            self._look()
        return self._heirs

    @property
    def stirred(self) -> int:
        """Rises with whatever changes about nobles, heirs and who controls what."""
        if self.old:
            self._look()
        return self._stirred

    @property
    def handed(self) -> int:
        """Rises whenever somebody has other nobles, cards, heirs or places than before, an heir is
        crowned, or one without a noble is in another place."""
        if self.old:
            self._look()
        return self._handed

    def _look(self) -> None:
        """Compare the pieces with what they were at the last look, and the order in which they
        stand."""
        self.old = False
        nobles, heirs, control = self._state.nobles, self._state.heirs, self._state.control
        handed = moved = False
        if self._control != control or list(self._control) != list(control):
            self._control, handed = dict(control), True
        held = self._heirs
        if held != heirs or list(held) != list(heirs):
            moved, handed = True, handed or list(held) != list(heirs)
            handed = handed or any(
                _claim(held[key]) != _claim(heir)
                for key, heir in heirs.items()
                if held[key] != heir
            )
            self._heirs = {
                key: old if (old := held.get(key)) is not None and old == heir else copy(heir)
                for key, heir in heirs.items()
            }
        known = self._nobles
        if known != nobles or list(known) != list(nobles):
            moved = True
            self._nobles = {
                key: was if (was := known.get(key)) is not None and was == noble else _copied(noble)
                for key, noble in nobles.items()
            }
            handed = (
                handed
                or list(known) != list(nobles)
                or any(
                    _belongings(known[key]) != _belongings(noble)
                    for key, noble in self._nobles.items()
                    if known[key] is not noble
                )
            )
        if moved or handed:
            self._stirred += 1
            self._handed += handed
            self._pieces = None


def _copied(noble: Piece) -> Piece:
    found = copy(noble)
    found.cards, found.promised = list(noble.cards), list(noble.promised)
    return found


def _claim(heir: Held) -> object:
    alone_in = heir.inside if heir.holder is None else None
    return heir.alive, heir.crowned, heir.holder, heir.house, alone_in


def _belongings(noble: Piece) -> object:
    return noble.seat, noble.captor, noble.title, noble.office, noble.cards


class Indexing:
    """While this lasts a state is only looked at, and carries an index of its pieces."""

    __slots__ = ("_inner", "_kept", "_state")

    def __init__(self, state: Indexed) -> None:
        self._state = state

    def __enter__(self) -> Index:
        kept = self._kept = vars(self._state)
        index: Index | None = kept.get("index")
        self._inner = index is not None
        if index is None:
            index = kept.get("_index")
            if index is None:
                index = kept["_index"] = Index(self._state)
            index.old = True
            kept["index"] = index
        return index

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._inner:
            self._kept["index"] = None
