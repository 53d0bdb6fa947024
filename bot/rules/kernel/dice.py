"""Dice that anybody can check afterwards: every draw follows from a seed and a counter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import NamedTuple, TypeVar

import msgspec

T = TypeVar("T")

_SPAN = 1 << 64


class Draw(NamedTuple):
    """One draw: its seed, its number, how often draws had been taken back, its sides, and the
    result.
    """

    seed: str
    number: int
    taken_back: int
    sides: int
    value: int


_WITNESS: ContextVar[Callable[[Draw], None] | None] = ContextVar("_WITNESS", default=None)


@contextmanager
def witnessed(witness: Callable[[Draw], None]) -> Iterator[None]:
    """While this context is open, the witness is told of every draw made in it, from any seed.
    Witnessing changes nothing: it is for replaying a finished game, to show what was drawn."""
    before = _WITNESS.set(witness)
    try:
        yield
    finally:
        _WITNESS.reset(before)


def commitment(seed: str) -> str:
    """The SHA-256 of the seed (hex), published before the first draw."""
    return sha256(seed.encode()).hexdigest()


class Dice(msgspec.Struct):
    """A seed, how many draws have been made from it, and how often draws were taken back.

    Draw number ``n`` is the first eight bytes of ``sha256(f"{seed}:{n}")`` read as a big-endian
    number, so the whole sequence can be recomputed from the published seed. Once draws have been
    taken back ``k`` times, draw ``n`` comes from ``sha256(f"{seed}:{n}:{k}")``: nobody can look
    first and choose afterwards.
    """

    seed: str
    used: int = 0
    taken_back: int | msgspec.UnsetType = msgspec.UNSET
    """How often draws were taken back; unset (and not saved) until that happens."""

    def below(self, sides: int) -> int:
        """A number from 0 to ``sides - 1``, each equally likely. Needs ``sides >= 1``."""
        limit = _SPAN - _SPAN % sides
        again = f":{self.taken_back}" if self.taken_back else ""
        while True:
            number = self.used
            digest = sha256(f"{self.seed}:{number}{again}".encode()).digest()
            self.used += 1
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                break
        if (witness := _WITNESS.get()) is not None:
            witness(Draw(self.seed, number, self.taken_back or 0, sides, value % sides))
        return value % sides

    def percentile(self) -> int:
        """A roll of 01 to 00, given as 1 to 100."""
        return self.below(100) + 1

    def shuffle(self, items: list[T]) -> None:
        """Put the list in random order, in place (Fisher-Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
