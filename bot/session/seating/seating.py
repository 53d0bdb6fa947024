"""Who sits where: joining, leaving, and computer players, as changes of a list of seats."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from bot.plain_text import plain_text
from bot.session.receipts import NO_SEAT_HERE, Refused, SeatInfo

_LONGEST_NAME = 80
_MARK = " (computer)"


def plain_name(name: str) -> str:
    """A name as it may stand anywhere, of a length that fits. Empty names become 'Somebody'."""
    return plain_text(plain_text(name)[:_LONGEST_NAME]) or "Somebody"


def name_apart(seats: Sequence[SeatInfo], number: int, name: str) -> str:
    """The name of the newcomer to a seat, marked where another seat has one like it."""
    plain = plain_name(name)
    taken = {_looks(seat.name) for seat in seats if seat.number != number}
    count, marked = 1, plain
    while _looks(marked) in taken:
        count += 1
        mark = f" ({count})"
        marked = plain[: _LONGEST_NAME - len(mark)] + mark
    return marked


def _looks(name: str) -> str:
    """A name without what nobody looks at closely: capitals, accents, and all but its letters."""
    bare = unicodedata.normalize("NFKD", name.removesuffix(_MARK).casefold())
    return "".join(c for c in bare if c.isalnum()) or bare


def is_newcomer(seats: Sequence[SeatInfo], user_id: int) -> bool:
    """Whether a person has no seat, and none is free for them."""
    return not any(seat.user_id == user_id or seat.free for seat in seats)


def joined(
    seats: Sequence[SeatInfo], wanted: int, user_id: int, name: str, running: bool
) -> list[SeatInfo]:
    """The seats with one more person. In a running game a free seat is taken over."""
    if any(seat.user_id == user_id for seat in seats):
        raise Refused("You already have a seat in this game.")
    if running:
        free = [seat for seat in seats if seat.free]
        if not free:
            raise Refused("The game has begun, and no seat is free.")
        known = next((s for s in free if s.name == name_apart(seats, s.number, name)), free[0])
        newcomer = name_apart(seats, known.number, name)
        return _with(seats, replace(known, user_id=user_id, name=newcomer))
    if len(seats) >= wanted:
        raise Refused("All seats are taken.")
    number = len(seats)
    return [*seats, SeatInfo(number, user_id, name_apart(seats, number, name))]


def left(seats: Sequence[SeatInfo], user_id: int, running: bool) -> list[SeatInfo]:
    """The seats without a person; in a running game the seat stays, and is free."""
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    if own is None:
        raise Refused(NO_SEAT_HERE)
    if running:
        return _with(seats, replace(own, user_id=None))
    return _renumbered([seat for seat in seats if seat is not own])


def with_computer(
    seats: Sequence[SeatInfo],
    wanted: int,
    policy: str,
    running: bool,
    names: Sequence[str] = (),
) -> list[SeatInfo]:
    """The seats with one more computer player; in a running game on a free seat."""
    if running:
        free = next((seat for seat in seats if seat.free), None)
        if free is None:
            raise Refused("No seat is free for a computer player.")
        name = computer_name(seats, free.number, policy, names)
        return _with(seats, replace(free, policy=policy, name=name))
    if len(seats) >= wanted:
        raise Refused("All seats are taken.")
    name = computer_name(seats, len(seats), policy, names)
    return [*seats, SeatInfo(len(seats), None, name, policy)]


def without_computer(seats: Sequence[SeatInfo], running: bool) -> list[SeatInfo]:
    """The seats without the last computer player; in a running game its seat is free then."""
    last = next((seat for seat in reversed(seats) if seat.policy is not None), None)
    if last is None:
        raise Refused("This game has no computer player.")
    if running:
        return _with(seats, replace(last, policy=None))
    return _renumbered([seat for seat in seats if seat is not last])


def next_host(seats: Sequence[SeatInfo]) -> int | None:
    """Who looks after the game when its host has left: the first person still there."""
    return next((seat.user_id for seat in seats if seat.user_id is not None), None)


def _with(seats: Sequence[SeatInfo], changed: SeatInfo) -> list[SeatInfo]:
    return [changed if seat.number == changed.number else seat for seat in seats]


def _renumbered(seats: Sequence[SeatInfo]) -> list[SeatInfo]:
    return [replace(seat, number=number) for number, seat in enumerate(seats)]


def names_in(game_id: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names for computer players in this game's own order, the first for the first seat."""
    return tuple(random.Random(f"{game_id}:names").sample(names, len(names)))


def computer_name(
    seats: Sequence[SeatInfo], number: int, policy: str, names: Sequence[str] = ()
) -> str:
    """A name for one more computer player: that of its seat, or the next that nobody has.

    It says what kind of player it is: its character where it has one, else its level. When there
    are no more names, it has a number.
    """
    level, _, character = policy.partition("+")
    kind = level.replace("_", " ").capitalize()
    called = f" the {character.capitalize()}" if character else ""
    in_turn = (*names[number:], *names[:number])
    taken = " ".join(seat.name for seat in seats if seat.name.endswith(_MARK)).split()
    own = next((name for name in in_turn if name not in taken), None)
    if own is not None:
        return f"{own}{called}{_MARK}" if called else f"{kind} {own}{_MARK}"
    count, known = 1, {seat.name for seat in seats}
    while (name := f"{kind} {count}{called}{_MARK}") in known:
        count += 1
    return name
