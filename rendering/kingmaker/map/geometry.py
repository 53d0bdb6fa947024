"""The board as drawable data, and the frame that turns board units into pixels.

Board units are squares: x grows eastward, y southward, from the north-west corner of the grid.
Lengths named `px` are in *sheet pixels*, the pixels of the whole-board picture; the master drawing
has `Frame.scale` device pixels for each of them.

The parts of the kingdom that can be viewed separately, as windows of squares.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from bot import DATA
from rendering.canvas.pen import Point

BOARD_FILE = DATA / "kingmaker" / "board.json"
DEFAULT_EDITION = "1981"

Cell = tuple[int, int]


def parse_cell(square: str) -> Cell:
    """The column and row in a square's id, such as `18,20`."""
    col, row = square.split(",")
    return int(col), int(row)


def square_label(square: str) -> str:
    """The name of a square as read from the margins: `18,20` is `S21`."""
    col, row = parse_cell(square)
    return f"{chr(ord('A') + col)}{row + 1}"


class Rect(NamedTuple):
    """An upright rectangle in sheet pixels; thousands are made for each picture."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, centre: Point, width: float, height: float) -> Rect:
        x, y = centre
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def centre(self) -> Point:
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    def grown(self, by: float) -> Rect:
        return Rect(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def moved(self, dx: float, dy: float) -> Rect:
        return Rect(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)

    def overlap(self, other: Rect) -> float:
        """The area that two boxes share, in square pixels; 0 if they do not meet."""
        # This is asked a hundred thousand times per picture: comparisons are quicker than min and
        # max.
        x0, y0, x1, y1 = self
        a0, b0, a1, b1 = other
        if a0 >= x1 or a1 <= x0 or b0 >= y1 or b1 <= y0:
            return 0.0
        w = (x1 if x1 < a1 else a1) - (x0 if x0 > a0 else a0)
        h = (y1 if y1 < b1 else b1) - (y0 if y0 > b0 else b0)
        return w * h

    def gap(self, other: Rect) -> float:
        """The distance between two boxes; 0 if they meet."""
        across = max(0.0, self.x0 - other.x1, other.x0 - self.x1)
        return math.hypot(across, max(0.0, self.y0 - other.y1, other.y0 - self.y1))

    def contains(self, other: Rect) -> bool:
        return (
            self.x0 <= other.x0
            and self.y0 <= other.y0
            and self.x1 >= other.x1
            and self.y1 >= other.y1
        )

    def device(self, k: float) -> tuple[int, int, int, int]:
        """The box in whole device pixels, `k` of them per sheet pixel."""
        return round(self.x0 * k), round(self.y0 * k), round(self.x1 * k), round(self.y1 * k)

    def clamped(self, into: Rect) -> Rect:
        """The same rectangle, moved no more than necessary to be inside `into` (if it fits)."""
        dx = max(0.0, into.x0 - self.x0) or min(0.0, into.x1 - self.x1)
        dy = max(0.0, into.y0 - self.y0) or min(0.0, into.y1 - self.y1)
        return self.moved(dx, dy)


def meeting(box: Rect, others: Iterable[Rect]) -> list[Rect]:
    """The rectangles that overlap a box."""
    # This is asked of a hundred thousand boxes per picture, so no function is called for each.
    x0, y0, x1, y1 = box
    found = []
    for other in others:
        a0, b0, a1, b1 = other
        if a0 < x1 and a1 > x0 and b0 < y1 and b1 > y0:
            found.append(other)
    return found


def meets_any(box: Rect, others: Iterable[Rect]) -> bool:
    """Whether a box shares an area with any of the others."""
    x0, y0, x1, y1 = box
    for a0, b0, a1, b1 in others:  # noqa: SIM110 - a generator costs twice the time
        if a0 < x1 and a1 > x0 and b0 < y1 and b1 > y0:
            return True
    return False


def union(boxes: Sequence[Rect]) -> Rect:
    """The smallest box around all of the given boxes."""
    return Rect(
        min(b.x0 for b in boxes),
        min(b.y0 for b in boxes),
        max(b.x1 for b in boxes),
        max(b.y1 for b in boxes),
    )


@dataclass(frozen=True, slots=True)
class MapPlace:
    id: str
    name: str
    kind: str
    at: Point
    cell: Cell | None
    port: bool
    cathedral: bool


@dataclass(frozen=True, slots=True)
class MapSquare:
    cell: Cell
    terrain: str
    """`open`, `forest`, `sea` or `offmap`."""
    sea: str | None
    area: str | None
    neighbours: tuple[Cell, ...]

    @property
    def land(self) -> bool:
        return self.terrain in ("open", "forest")


@dataclass(frozen=True, slots=True)
class MapSea:
    id: str
    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class MapRoad:
    id: str
    line: tuple[Point, ...]


@dataclass(frozen=True)
class BoardMap:
    """The parts of the board file that the drawings need, for one edition of the board."""

    cols: int
    rows: int
    cell_km: float
    squares: Mapping[Cell, MapSquare]
    places: Mapping[str, MapPlace]
    roads: tuple[MapRoad, ...]
    seas: Mapping[str, MapSea]
    coast: tuple[tuple[str, tuple[Point, ...]], ...]
    barred: frozenset[tuple[Cell, Cell]]

    @cached_property
    def fingerprint(self) -> str:
        """A digest of everything drawn from the data; it identifies cached drawings."""
        parts = [
            self.cols,
            self.rows,
            self.cell_km,
            sorted((s.cell, s.terrain, s.sea, s.area) for s in self.squares.values() if s.sea),
            sorted((s.cell, s.terrain, s.neighbours) for s in self.squares.values() if s.land),
            sorted(
                (p.id, p.name, p.kind, p.at, p.cell or (-1, -1), p.port, p.cathedral)
                for p in self.places.values()
            ),
            sorted((r.id, r.line) for r in self.roads),
            sorted((s.id, s.name, s.cells) for s in self.seas.values()),
            self.coast,
            sorted(self.barred),
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    def name_of(self, where: str) -> str:
        """The name of a place, sea or square."""
        known = self.places.get(where) or self.seas.get(where)
        return known.name if known is not None else square_label(where)

    def cell_of(self, where: str) -> Cell:
        """The square that the id of a place, sea or square stands for.

        Raises `KeyError` if the board has no such place, sea or square.
        """
        place = self.places.get(where)
        if place is not None:
            return place.cell or (int(place.at[0]), int(place.at[1]))
        sea = self.seas.get(where)
        if sea is not None:
            x = sum(c[0] for c in sea.cells) / len(sea.cells)
            y = sum(c[1] for c in sea.cells) / len(sea.cells)
            return min(sea.cells, key=lambda c: ((c[0] - x) ** 2 + (c[1] - y) ** 2, c))
        try:
            cell = parse_cell(where)
        except ValueError:
            raise KeyError(where) from None
        if cell not in self.squares:
            raise KeyError(where)
        return cell


def board_from_document(
    doc: Mapping[str, Any],
    edition: str = DEFAULT_EDITION,
    cathedrals: frozenset[str] | None = None,
) -> BoardMap:
    """Read the board document (the content of `board.json`) for one edition.

    `cathedrals` are the places whose cathedrals count at the table; None means all those in the
    file.
    """
    overlay = doc.get("editions", {}).get(edition, {})
    no_port = set(overlay.get("not_ports", ()))
    merged = dict(overlay.get("merge_seas", {}))
    squares = {}
    for c in doc["cells"]:
        cell = (c["col"], c["row"])
        sea = c.get("sea")
        squares[cell] = MapSquare(
            cell=cell,
            terrain=c["terrain"],
            sea=merged.get(sea, sea),
            area=c.get("area"),
            neighbours=tuple(parse_cell(n) for n in c.get("neighbours", ())),
        )
    exceptions = doc.get("exceptions", {})
    barred = frozenset(
        (min(pair), max(pair))
        for pair in ((parse_cell(a), parse_cell(b)) for a, b in exceptions.get("blocked", ()))
    )
    return BoardMap(
        cols=doc["meta"]["cols"],
        rows=doc["meta"]["rows"],
        cell_km=float(doc["meta"]["cell_km"]),
        squares=squares,
        places={p["id"]: _place(p, no_port, cathedrals) for p in doc["places"]},
        roads=tuple(MapRoad(r["id"], tuple((x, y) for x, y in r["line"])) for r in doc["roads"]),
        seas=_seas(doc["seas"], merged),
        coast=tuple(
            (ring["land"], tuple((x, y) for x, y in ring["ring"])) for ring in doc["coastline"]
        ),
        barred=barred,
    )


def _place(p: Mapping[str, Any], no_port: set[str], cathedrals: frozenset[str] | None) -> MapPlace:
    return MapPlace(
        id=p["id"],
        name=p["name"],
        kind=p["kind"],
        at=(p["at"][0], p["at"][1]),
        cell=parse_cell(p["cell"]) if p.get("cell") else None,
        port=bool(p["port"]) and p["id"] not in no_port,
        cathedral=bool(p["cathedral"]) if cathedrals is None else p["id"] in cathedrals,
    )


def _seas(docs: Iterable[Mapping[str, Any]], merged: Mapping[str, str]) -> dict[str, MapSea]:
    cells: dict[str, list[Cell]] = {}
    names: dict[str, str] = {}
    for s in docs:
        target = merged.get(s["id"], s["id"])
        cells.setdefault(target, []).extend(parse_cell(c) for c in s["cells"])
        if target == s["id"]:
            names[target] = s["name"]
    return {sid: MapSea(sid, names[sid], tuple(sorted(cs))) for sid, cs in cells.items()}


_boards: dict[tuple[str, str, frozenset[str] | None], BoardMap] = {}


def load_board(
    path: Path = BOARD_FILE,
    edition: str = DEFAULT_EDITION,
    cathedrals: frozenset[str] | None = None,
) -> BoardMap:
    """The board file as drawable data; read only once per path, edition and set of cathedrals."""
    key = (str(path), edition, cathedrals)
    board = _boards.get(key)
    if board is None:
        doc = json.loads(path.read_text(encoding="utf-8"))
        board = _boards[key] = board_from_document(doc, edition, cathedrals)
    return board


@dataclass(frozen=True, slots=True)
class Frame:
    """The sizes of the sheet: one square, the margin around the grid, the factions' strip below it,
    and the master's scale."""

    cols: int = 26
    rows: int = 30
    cell: float = 58.0
    margin: float = 46.0
    footer: float = 62.0
    scale: int = 2

    @property
    def width(self) -> int:
        return round(self.cols * self.cell + 2 * self.margin)

    @property
    def height(self) -> int:
        return round(self.rows * self.cell + 2 * self.margin + self.footer)

    @property
    def master_size(self) -> tuple[int, int]:
        return self.width * self.scale, self.height * self.scale

    @property
    def grid_rect(self) -> Rect:
        return Rect(
            self.margin,
            self.margin,
            self.margin + self.cols * self.cell,
            self.margin + self.rows * self.cell,
        )

    def px(self, p: Point) -> Point:
        """A point in board units, converted into sheet pixels."""
        return self.margin + p[0] * self.cell, self.margin + p[1] * self.cell

    def cell_rect(self, cell: Cell) -> Rect:
        x, y = self.px((float(cell[0]), float(cell[1])))
        return Rect(x, y, x + self.cell, y + self.cell)

    def cell_at(self, p: Point) -> Cell:
        """The square under a sheet pixel (it may be off the grid)."""
        return int((p[0] - self.margin) // self.cell), int((p[1] - self.margin) // self.cell)


Window = tuple[int, int, int, int]
"""The first column and row, and the last column and row."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board, and its name."""

    name: str
    window: Window


REGIONS: dict[str, Region] = {
    "region:north": Region("The North", (8, 0, 20, 10)),
    "region:midlands": Region("The Midlands", (10, 10, 20, 19)),
    "region:wales": Region("Wales and the Marches", (3, 11, 13, 21)),
    "region:east": Region("East Anglia", (16, 12, 25, 20)),
    "region:south-east": Region("London and the South-East", (14, 18, 25, 26)),
    "region:west": Region("The West Country", (2, 20, 14, 28)),
    "region:irish-sea": Region("The Irish Sea", (0, 5, 10, 17)),
    "region:channel": Region("The Channel", (12, 21, 25, 29)),
}
