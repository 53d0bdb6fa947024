"""A touch board as data for a page: what is on it, and where.

A game's painter makes the board from the same geometry as its pictures and from a view alone, so it
can show nothing that its viewer may not see. All lengths are in pixels of the whole sheet.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2s
from typing import Any

import msgspec

from bot.rules.kernel import Seat

Box = tuple[int, int, int, int]
"""Left, top, width and height."""

Art = tuple[Any, ...]
"""The look of a counter: a kind of drawing and its data."""


class TouchSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat: its name, its colour, its letter, and its standing in a few words."""

    name: str
    colour: str
    letter: str
    words: str = ""
    active: bool = False


class TouchSpot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spot that can be touched and has a name."""

    name: str
    box: Box
    kind: str = ""


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """The squares of a board, row by row: ``.`` for no square, ``o`` and ``f`` for open country and
    forest, and the letter of its sea for each sea square. A square's id is its column and row."""

    left: int
    top: int
    side: int
    rows: tuple[str, ...]
    seas: dict[str, str] = {}
    """The id of each sea by its letter."""

    def box(self, column: int, row: int) -> Box:
        """The box of a square."""
        side = self.side
        return self.left + column * side, self.top + row * side, side, side


class TouchCounter(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the board: where it is, what it is in words, whose it is, and how it is drawn.
    ``at`` is the spot or square where the thing is. Offers to a seat name the id of a counter or
    spot, with the seat's number and a colon before it if every seat has such a counter or spot.
    """

    kind: str
    box: Box
    at: str
    words: str = ""
    seat: Seat | None = None
    art: str = ""


class TouchLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line from one point to another: its kind, and its colour if it has one."""

    kind: str
    ends: Box
    """Both ends: left, top, left, top."""
    colour: str = ""


class TouchLand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The squares of a board, and its spots if they never change. A page needs none of them to show
    the board, and asks for them once somebody touches it."""

    spots: dict[str, TouchSpot]
    grid: Grid

    def boxes(self, where: str) -> tuple[Box, ...]:
        """The boxes of a square, of a place, or of all squares of a sea; none of anything else."""
        grid, (column, _, row) = self.grid, where.partition(",")
        if column.isdecimal() and row.isdecimal():
            return (grid.box(int(column), int(row)),)
        letters = {letter for letter, sea in grid.seas.items() if sea == where}
        if letters:
            squares = ((c, r) for r, line in enumerate(grid.rows) for c, at in enumerate(line)
                       if at in letters)  # fmt: skip
            return tuple(grid.box(*square) for square in squares)
        return (self.spots[where].box,) if where in self.spots else ()


class TouchBoard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole board. Later counters overlap earlier ones."""

    width: int
    height: int
    seats: tuple[TouchSeat, ...]
    counters: dict[str, TouchCounter]
    spots: dict[str, TouchSpot] = {}
    """The spots, on a board without squares."""
    lines: tuple[TouchLine, ...] = ()
    land: str = ""
    """A mark that identifies the squares and spots, on a board with squares."""
    ground: str = ""
    """A mark that identifies the picture below the counters."""


def name_of(thing: Art | TouchLand) -> str:
    """A short name for a drawing or a land, the same in every process."""
    return urlsafe_b64encode(blake2s(msgspec.json.encode(thing), digest_size=6).digest()).decode()


def web_colour(colour: tuple[int, ...]) -> str:
    """A colour in the notation of web pages."""
    return "#" + "".join(f"{part:02x}" for part in colour)


@dataclass(frozen=True, slots=True)
class Laid:
    """A board, its land if it has squares, and the drawings of its counters by the names that the
    counters use."""

    board: TouchBoard
    arts: dict[str, Art]
    land: TouchLand | None = None
