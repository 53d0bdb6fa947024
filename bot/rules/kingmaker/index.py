"""Who stands where and who holds whom, sought once while a state is only looked at.

Views, questions and offers ask the same few things of the pieces again and again, and change
nothing. So for as long as one of them is made the state carries an index of its pieces, and lets it
go before anything can change: nothing that is kept can ever be out of date.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, TypeVar

import msgspec

K = TypeVar("K")


class Piece(Protocol):
    """What the index asks of a noble."""

    seat: int
    square: str
    inside: str | None
    aboard: str | None
    captor: int | None


class Held(Protocol):
    """What the index asks of an heir."""

    alive: bool
    holder: str | None


class Indexed(Protocol):
    """A state that can carry an index of its pieces."""

    @property
    def nobles(self) -> Mapping[str, Piece]:
        """The nobles in play."""

    @property
    def heirs(self) -> Mapping[str, Held]:
        """The royal heirs."""


class Pieces:
    """Pieces by what they are asked by, in the order of the state. Do not change what it gives."""

    __slots__ = ("aboard", "heirs_with", "in_open", "inside", "of_seat")

    def __init__(self, state: Indexed) -> None:
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
        for key, noble in state.nobles.items():
            _put(self.of_seat, noble.seat, key)
            if noble.aboard is not None:
                _put(self.aboard, noble.aboard, key)
            if noble.captor is not None:
                continue
            if noble.inside is not None:
                _put(self.inside, noble.inside, key)
            elif noble.aboard is None:
                _put(self.in_open, noble.square, key)
        for key, heir in state.heirs.items():
            if heir.alive and heir.holder is not None:
                _put(self.heirs_with, heir.holder, key)


def _put(found: dict[K, list[str]], at: K, key: str) -> None:
    if at in found:
        found[at].append(key)
    else:
        found[at] = [key]


class Index:
    """The pieces of a state as long as it is only looked at, sorted when somebody asks."""

    __slots__ = ("_mark", "_pieces", "_state")

    def __init__(self, state: Indexed) -> None:
        self._state = state
        self._mark: bytes | None = None
        self._pieces: Pieces | None = None

    @property
    def mark(self) -> bytes:
        """All nobles and heirs by value: equal marks, equal pieces."""
        if self._mark is None:
            self._mark = _ENCODER.encode((self._state.nobles, self._state.heirs))
        return self._mark

    @property
    def pieces(self) -> Pieces:
        """The pieces; those of the last look, if none has changed since."""
        if self._pieces is None:
            kept = vars(self._state)
            known: tuple[bytes, Pieces] | None = kept.get("_pieces")
            if known is None or known[0] != self.mark:
                known = kept["_pieces"] = self.mark, Pieces(self._state)
            self._pieces = known[1]
        return self._pieces


class Indexing:
    """While this lasts a state is only looked at, and carries an index of its pieces."""

    __slots__ = ("_before", "_kept", "_state")

    def __init__(self, state: Indexed) -> None:
        self._state = state

    def __enter__(self) -> None:
        kept = vars(self._state)
        self._before = kept.get("index")
        if self._before is None:
            kept["index"] = Index(self._state)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        vars(self._state)["index"] = self._before


_ENCODER = msgspec.msgpack.Encoder()
