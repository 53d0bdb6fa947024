"""Who stands where and who holds whom, sought once while a state is only looked at.

Views, questions and offers ask the same few things of the pieces again and again, and change
nothing. So for as long as one of them is made the state carries an index of its pieces, and lets it
go before anything can change. The next index begins with comparing the pieces with copies of what
they were at the last look: nothing that is kept can ever be out of date, and what has not changed
is not sought anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from itertools import compress
from operator import attrgetter, ne
from types import TracebackType
from typing import Any, Protocol

import msgspec

_ENCODER = msgspec.msgpack.Encoder()

_PIECES = ("nobles", "heirs", "control", "ships")
"""What of a state is looked at piece by piece."""

_PILES = (
    *("event_deck", "event_discards", "events_removed"),
    *("crown_deck", "crown_discards", "chancery"),
)
"""Cards that lie together. Most of them stay as they are, and are the very same words."""

_piles_of: Callable[[object], tuple[list[str], ...]] = attrgetter(*_PILES)


@cache
def _all_besides(kind: Any) -> Callable[[object], object]:
    """What reads all of a state of this kind but its pieces and piles."""
    names = [field.name for field in msgspec.structs.fields(kind)]
    return attrgetter(*(name for name in names if name not in (*_PIECES, *_PILES)))


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

    @property
    def ships(self) -> Mapping[str, object]:
        """The ships on the board."""


class Pieces:
    """Pieces by what they are asked by, in the order of the state. Do not change what it gives."""

    __slots__ = ("_by_square", "_nobles", "aboard", "heirs_with", "in_open", "inside", "of_seat")

    def __init__(self, nobles: Mapping[str, Piece], heirs: Mapping[str, Held]) -> None:
        self.of_seat: dict[int, list[str]] = {}
        """The nobles of each faction, captives included."""
        self.in_open: dict[str, list[str]] = {}
        """The nobles in the open of each square."""
        self.inside: dict[str, list[str]] = {}
        """The nobles inside each place."""
        self.aboard: dict[str, list[str]] = {}
        """The nobles aboard each ship, captives included."""
        self.heirs_with: dict[str, list[str]] = {}
        """The living heirs with each noble."""
        for key, noble in nobles.items():
            for kind, where in _lists_of(noble):
                getattr(self, kind).setdefault(where, []).append(key)
        self._nobles = nobles
        self._by_square: dict[str, list[str]] | None = None
        self.hold(heirs)

    @property
    def by_square(self) -> dict[str, list[str]]:
        """The nobles who are in each square, captives included; those at sea are in none: “”."""
        if self._by_square is None:
            self._by_square = {}
            for key, noble in self._nobles.items():
                self._by_square.setdefault(noble.square, []).append(key)
        return self._by_square

    def hold(self, heirs: Mapping[str, Held]) -> None:
        """Take in anew who holds whom."""
        self.heirs_with = {}
        for key, heir in heirs.items():
            if heir.alive and heir.holder is not None:
                self.heirs_with.setdefault(heir.holder, []).append(key)

    def move(self, key: str, was: Piece, noble: Piece, nobles: Iterable[str]) -> None:
        """Take in that one of these nobles is another than he was."""
        if was.square != noble.square:
            self._by_square = None  # gathered when it is asked for
        before, now = _lists_of(was), _lists_of(noble)
        for kind, where in before:
            if (kind, where) not in now:
                lists = getattr(self, kind)
                lists[where] = [other for other in lists[where] if other != key]
                if not lists[where]:
                    del lists[where]
        for kind, where in now:
            if (kind, where) not in before:
                lists = getattr(self, kind)
                here = {*lists.get(where, ()), key}
                lists[where] = [other for other in nobles if other in here]


def _lists_of(noble: Piece) -> list[tuple[str, int | str]]:
    """The lists of the pieces on which a noble stands, each by its kind and of whom it is."""
    found: list[tuple[str, int | str]] = [("of_seat", noble.seat)]
    if noble.aboard is not None:
        found.append(("aboard", noble.aboard))
    if noble.captor is None:
        if noble.inside is not None:
            found.append(("inside", noble.inside))
        elif noble.aboard is None:
            found.append(("in_open", noble.square))
    return found


class Index:
    """The pieces of a state as they are now, and whether they have changed since the last look.

    It lives with its state from look to look. What it gives is not to be changed; its numbers rise
    whenever something has changed.
    """

    __slots__ = (
        "_besides",
        "_fleet",
        "_moved",
        "_piles",
        "_places",
        "_rest",
        "_rest_old",
        "_state",
        "control",
        "handed",
        "heirs",
        "housed",
        "mark",
        "nobles",
        "pieces",
        "placed",
        "stirred",
        "turned",
    )

    def __init__(self, state: Indexed) -> None:
        self._state = state
        self.mark: object = None
        """The mark of the table under which it looked last; None: none was told."""
        self._moved: object = None
        """The same of the pieces."""
        self.nobles: dict[str, Piece] = {}
        """Copies of the nobles, each the same object as long as its noble is as it was."""
        self.heirs: dict[str, Held] = {}
        """Copies of the heirs."""
        self.control: dict[str, str] = {}
        """A copy of who controls what, the same object as long as it is as it was."""
        self._places: list[str] = []
        """The places of these, in the order of the state."""
        self.pieces = Pieces(self.nobles, self.heirs)
        """Who stands where and who holds whom."""
        self.stirred = 0
        """Rises with whatever changes about nobles, heirs and who controls what."""
        self.placed = 0
        """Rises whenever a noble comes into play, goes, or is in another place or of another
        faction than before."""
        self.housed = 0
        """Rises whenever somebody goes inside a place, comes out, or is of another faction there,
        and as ``placed`` does whenever a noble comes into play or goes."""
        self.handed = 0
        """Rises whenever somebody has other nobles, cards, heirs or places than before, an heir is
        crowned, or one without a noble is in another place."""
        self.turned = 0
        """Rises whenever something changes about the heirs."""
        self._fleet: bytes | None = None
        self._rest = b""
        self._piles: tuple[list[str], ...] = ()
        self._rest_old = True
        self._besides = 0

    @property
    def fleet(self) -> bytes:
        """The ships as they are, by value; to be asked only where nothing is being changed."""
        if self._fleet is None:
            self._fleet = _ENCODER.encode(self._state.ships)
        return self._fleet

    @property
    def besides(self) -> int:
        """Rises whenever anything changes but nobles, heirs, who controls what, and ships; to be
        asked only where nothing is being changed."""
        if self._rest_old:
            self._rest_old = False
            rest = _ENCODER.encode(_all_besides(type(self._state))(self._state))
            piles = _piles_of(self._state)
            if rest != self._rest or piles != self._piles:
                self._rest, self._piles = rest, tuple(map(list, piles))
                self._besides += 1
        return self._besides

    def look(self, mark: object, moved: object) -> None:
        """Compare the pieces with what they were at the last look, and the order in which they
        stand; not if the table says that none has changed since."""
        self.mark, self._fleet, self._rest_old = mark, None, True
        if moved is not None and self._moved is moved:
            return
        self._moved = moved
        nobles, heirs, control = self._state.nobles, self._state.heirs, self._state.control
        handed = moved = False
        if self.control != control or self._places != list(control):
            self.control, self._places, handed = dict(control), list(control), True
        if self.heirs != heirs or list(self.heirs) != list(heirs):
            handed, moved = self._turn(heirs) or handed, True
        known = self.nobles
        if list(known) != list(nobles):
            handed = moved = True
            self.placed += 1
            self.housed += 1
            self.nobles = {
                key: was if (was := known.get(key)) is not None and was == noble else _copied(noble)
                for key, noble in nobles.items()
            }
            self.pieces = Pieces(self.nobles, self.heirs)
        elif stirred := list(compress(nobles, map(ne, known.values(), nobles.values()))):
            handed, moved = self._stir(stirred) or handed, True
        self.stirred += moved or handed
        self.handed += handed

    def _turn(self, heirs: Mapping[str, Held]) -> bool:
        """Take in what has changed about the heirs; whether somebody else has them now."""
        held = self.heirs
        self.heirs = {
            key: old if (old := held.get(key)) is not None and old == heir else copy(heir)
            for key, heir in heirs.items()
        }
        self.turned += 1
        self.pieces.hold(self.heirs)
        return list(held) != list(heirs) or any(
            _claim(held[key]) != _claim(heir)
            for key, heir in self.heirs.items()
            if held[key] is not heir
        )

    def _stir(self, stirred: Iterable[str]) -> bool:
        """Take in what has changed about these nobles; whether somebody else has them or theirs."""
        known, nobles = self.nobles, self._state.nobles
        handed = placed = housed = False
        for key in stirred:
            was = known[key]
            noble = known[key] = _copied(nobles[key])
            handed = handed or _belongings(was) != _belongings(noble)
            if _stand(was) == _stand(noble):  # as it is when all of them may move again
                continue
            placed = True
            housed = housed or was.inside is not None or noble.inside is not None
            self.pieces.move(key, was, noble, nobles)
        self.placed += placed
        self.housed += housed
        return handed


def _copied(noble: Piece) -> Piece:
    found = copy(noble)
    found.cards = list(noble.cards)
    return found


def _stand(noble: Piece) -> object:
    return noble.square, noble.inside, noble.aboard, noble.captor, noble.seat


def _claim(heir: Held) -> object:
    alone_in = heir.inside if heir.holder is None else None
    return heir.alive, heir.crowned, heir.holder, heir.house, alone_in


def _belongings(noble: Piece) -> object:
    return noble.seat, noble.captor, noble.title, noble.office, noble.cards


class Indexing:
    """While this lasts a state is only looked at, and carries an index of its pieces.

    ``mark`` and ``moved`` are those of the table: under the same ones the pieces are as they were,
    and are not compared again. Where none are told, the state may be changing right now.
    """

    __slots__ = ("_inner", "_kept", "_mark", "_moved", "_state")

    def __init__(self, state: Indexed, mark: object = None, moved: object = None) -> None:
        self._state, self._mark, self._moved = state, mark, moved

    def __enter__(self) -> Index:
        kept = self._kept = vars(self._state)
        index: Index | None = kept.get("index")
        self._inner = index is not None
        if index is None:
            index = kept.get("_index")
            if index is None:
                index = kept["_index"] = Index(self._state)
            if self._mark is None or index.mark is not self._mark:
                index.look(self._mark, self._moved)
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
