"""Events: typed facts about what happened, each with an audience."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from enum import IntEnum
from itertools import count
from typing import ClassVar, NewType, TypeVar

import msgspec

Seat = NewType("Seat", int)
"""A seat at the table, counted from 0."""

NO_SEAT = Seat(-1)
"""The seat number under which the clock and moderators give orders."""

T = TypeVar("T")


def every_seat(number: int) -> tuple[Seat, ...]:
    """All the seats of a table with this number of seats."""
    return tuple(map(Seat, range(number)))


def clockwise(seat: Seat, count: int) -> tuple[Seat, ...]:
    """All the seats clockwise, from the one on a seat's left to that seat itself."""
    seats = every_seat(count)
    return (*seats[seat + 1 :], *seats[: seat + 1])


def with_seats(each: Iterable[T]) -> Iterator[tuple[Seat, T]]:
    """Each seat with what belongs to it, in the order of the seats."""
    return zip(map(Seat, count()), each, strict=False)


Audience = tuple[Seat, ...] | None

EVERYBODY: Audience = None
"""The audience of a public event."""


class Weight(IntEnum):
    """How much a fact means to those who hear it."""

    DETAIL = 0
    """The fact is told in the full log."""
    NOTABLE = 1
    """A player who was away would want to hear about it."""
    HEADLINE = 2
    """Everybody will talk about it: it comes first and is never left out."""


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, kw_only=True):
    """A fact. Its ``audience`` is None for everybody, else the seats that may know it (if empty,
    only the moderator).

    Each kind of fact declares its ``weight``. Its ``done_to`` lists any fields that name the seats
    it was done to. A fact that concerns only some seats names them in the fields of ``between``;
    one that all seats decide ``together`` is news to none of them.
    """

    weight: ClassVar[Weight] = Weight.DETAIL
    done_to: ClassVar[tuple[str, ...]] = ()
    between: ClassVar[tuple[str, ...]] = ()
    together: ClassVar[bool] = False

    audience: Audience = EVERYBODY

    def visible_to(self, seat: Seat | None) -> bool:
        """Whether this seat (None: a spectator) may know of the event."""
        return self.audience is None or (seat is not None and seat in self.audience)

    def weighs(self) -> Weight:
        """The weight of this particular fact, where it depends on more than its kind."""
        return self.weight

    def is_among(self, seats: Collection[Seat]) -> bool:
        """Whether the fact concerns only some seats, all of them among these."""
        return bool(self.between) and all(getattr(self, name) in seats for name in self.between)

    def happened_to(self, seat: Seat | None) -> bool:
        """Whether what happened was done to this seat, by others or by fate."""
        return seat is not None and any(getattr(self, name) == seat for name in self.done_to)


def words_in(data: object) -> Iterator[str]:
    """All the strings in JSON data, and for ``kind:name`` the name alone as well."""
    if isinstance(data, str):
        yield data
        yield data.rpartition(":")[2]
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from words_in(key)
            yield from words_in(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from words_in(value)
