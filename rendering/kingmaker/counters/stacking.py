"""Placing counters: each force becomes one block, and each block finds room on the board.

A block keeps to its own square (or its sea square, or next to its place), off other blocks and off
the signs, and clear of the names if it can be. All lengths are in sheet pixels.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from operator import itemgetter
from typing import Literal

from bot.rules.kernel import Seat
from bot.rules.kingmaker.ids import PlaceId
from rendering.canvas.pen import Point
from rendering.kingmaker.counters.counters import (
    FLAG,
    PLATE_HEIGHT,
    SHIELD,
    SHIELD_STEP,
    SHIP,
    heir_size,
    plate_width,
)
from rendering.kingmaker.counters.marks import CLOTH, ROSES
from rendering.kingmaker.counters.pieces import Force, MarkPiece, PieceSet, SiegePiece, Spot, forces
from rendering.kingmaker.map.geometry import BoardMap, Cell, Frame, Rect, meeting, meets_any, union
from rendering.kingmaker.map.labels import Layout
from rendering.kingmaker.map.pictograms import Sign
from rendering.kingmaker.map.sea_names import LandGrid

PartKind = Literal["cloth", "wall", "shield", "heir", "ship", "plate"]

_FLAG_SPOTS: tuple[tuple[float, float, float], ...] = (
    (1.0, -9.0, 0.0), (0.0, -9.0, 4.0), (0.5, -13.0, 8.0), (1.0, 3.0, 12.0), (0.0, 3.0, 14.0),
)  # fmt: skip
"""The places where a flag may fly: a fraction of the sign's width, a distance down from its top,
and a cost.
"""

RING_GROWTH = (17.0, 15.0)

_WRITTEN = 8.0
"""The cost of covering each square pixel of a name that has nowhere else to go."""

_SEA_NAME = 1.5
_SIGN = {
    (False, False): 1.6,
    (False, True): 1.0,
    (True, False): 0.8,
    (True, True): 0.8,
}
"""The cost of covering each square pixel of a sign, by whether the place is the block's own and
whether it is an unfortified town or a special place.
"""
_BLOCK = 8.0
_FARTHER = 16.0


@dataclass(frozen=True, slots=True)
class Part:
    """One sprite in a block: its kind, whom it shows (an index into nobles or heirs), and its
    box."""

    kind: PartKind
    box: Rect
    index: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A force as it is drawn; the boxes of its parts are relative to the block's top left
    corner."""

    force: Force
    width: float
    height: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its place on the sheet; `tether` is the point that it belongs to, if that is
    some way off.
    """

    block: Block
    box: Rect
    tether: Point | None = None


@dataclass(frozen=True)
class Arrangement:
    """Everything movable on the sheet, in drawing order."""

    rings: tuple[tuple[SiegePiece, Rect], ...]
    flags: tuple[tuple[str, Seat | str, Point], ...]
    """The place, the seat or the strangers who hold it, and the flag's position."""
    blocks: tuple[Placed, ...]
    marks: tuple[tuple[MarkPiece, Rect], ...] = ()

    def covered(self) -> list[Rect]:
        """The boxes that must not cover names: blocks, flags, and the numbers of sieges."""
        boxes = [p.box for p in self.blocks]
        boxes += [Rect(x, y, x + FLAG[0], y + FLAG[1]) for _, _, (x, y) in self.flags]
        boxes += [Rect(r.x0, r.y0, r.x0 + 22.0, r.y0 + 20.0) for _, r in self.rings]
        return boxes


def make_block(force: Force) -> Block:
    """Lay out the counters of one force."""
    walled = force.spot.kind == "place" and bool(force.nobles) and force.ship is None
    pad = 4.0 if walled else 0.0
    top = pad + (3.0 if walled else 0.0)
    parts, right, body = _crowd(force, pad, top)
    bottom, width = top + body, right + pad
    if force.ship is not None:
        sw, sh = SHIP
        y = bottom - (5.0 if body else 0.0)
        parts, width = _widened(parts, width, max(width, sw))
        x = (width - sw) / 2
        parts.insert(0, Part("ship", Rect(x, y, x + sw, y + sh)))
        bottom = y + sh
    if force.nobles:
        pw = plate_width(force.seat, force.troops, force.camp)
        y = bottom - (5.0 if force.ship is None else 2.0)
        parts, width = _widened(parts, width, max(width, pw))
        x = (width - pw) / 2
        parts.append(Part("plate", Rect(x, y, x + pw, y + PLATE_HEIGHT)))
        bottom = y + PLATE_HEIGHT
    if walled:
        parts.insert(0, Part("wall", Rect(0, 0, width, bottom - PLATE_HEIGHT / 2)))
    if force.camp in ROSES and not force.captives:
        parts = [Part(p.kind, p.box.moved(CLOTH, CLOTH), p.index) for p in parts]
        hung = Part("cloth", Rect(0, 0, width + 2 * CLOTH, bottom - PLATE_HEIGHT / 2 + CLOTH))
        return Block(force, width + 2 * CLOTH, bottom + CLOTH, (hung, *parts))
    return Block(force, width, bottom, tuple(parts))


def _crowd(force: Force, pad: float, top: float) -> tuple[list[Part], float, float]:
    """The shields of a force with its heirs beside them, their right edge, and their height."""
    count = len(force.nobles)
    columns = min(count, 2) if count <= 4 else 3
    rows = -(-count // columns) if columns else 0
    w, h = SHIELD
    step = w - 1.0
    wide = columns * step + 1.0 if columns else 0.0
    tall = max([heir_size(x.crowned)[1] for x in force.heirs], default=0.0)
    body = max(h + SHIELD_STEP * (rows - 1) if rows else 0.0, tall)
    parts: list[Part] = []
    for i in reversed(range(count)):
        row, col = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        x = pad + (wide - (in_row * step + 1.0)) / 2 + col * step
        y = top + body - h - row * SHIELD_STEP
        parts.append(Part("shield", Rect(x, y, x + w, y + h), i))
    parts.sort(key=lambda p: p.box.y0)
    right = pad + wide
    for i, heir in enumerate(force.heirs):
        hw, hh = heir_size(heir.crowned)
        x = right + (0.5 if i == 0 else -2.0)
        parts.append(Part("heir", Rect(x, top + body - hh, x + hw, top + body), i))
        right = x + hw
    return parts, right, body


def _widened(parts: Sequence[Part], width: float, wanted: float) -> tuple[list[Part], float]:
    """The parts, moved to the middle of a wider block."""
    shift = (wanted - width) / 2
    return [Part(p.kind, p.box.moved(shift, 0), p.index) for p in parts], wanted


@dataclass(frozen=True, eq=False)
class Ground:
    """The ground for placing blocks: the board, its layout and quick counts of land.

    Keep one ground for each board, or part of a board, because it remembers results worked out
    there.
    """

    board: BoardMap
    frame: Frame
    layout: Layout
    land: LandGrid


def arrange(pieces: PieceSet, ground: Ground, within: Rect | None = None) -> Arrangement:
    """Find a place for every counter except the marks. Equal pieces always give the same picture.

    With `within`, forces on land or in port far from that part of the sheet are omitted.
    """
    reach = None if within is None else within.grown(2.5 * ground.frame.cell)
    signs = ground.layout.signs
    rings = tuple(
        (s, Rect.around(b.centre, b.width + RING_GROWTH[0], b.height + RING_GROWTH[1]))
        for s in sorted(pieces.sieges, key=lambda s: s.place)
        if s.place in signs
        for b in (signs[s.place].bounds,)
    )
    held: dict[PlaceId, Seat | str] = {**pieces.strangers, **pieces.control}
    flags = tuple(
        (place, seat, _flag_point(ground, place))
        for place, seat in sorted(held.items())
        if place in signs
    )
    near = [f for f in forces(pieces) if reach is None or _in_reach(f.spot, reach, ground)]
    blocks = sorted(
        map(make_block, near),
        key=lambda b: (_rank(b.force), -b.width * b.height, b.force.spot, b.force.seat or 0),
    )
    placed: list[Placed] = []
    for block in blocks:
        placed.append(place_block(block, ground, placed, [r for _, r in rings], within=within))
    placed.sort(key=lambda p: (p.box.y1, p.box.x0))
    return Arrangement(rings, flags, tuple(placed))


def spot_centre(spot: Spot, ground: Ground) -> Point:
    """The sheet pixel at the centre of a spot: its sign, the name of its sea, or its square."""
    sign = ground.layout.signs.get(spot.id)
    if sign is not None:
        return sign.box.centre
    sea = ground.layout.seas.get(spot.id)
    return sea.box.centre if sea is not None else _home_rect(ground, spot.id).centre


def _in_reach(spot: Spot, reach: Rect, ground: Ground) -> bool:
    x, y = spot_centre(spot, ground)
    return spot.kind == "sea" or (reach.x0 <= x <= reach.x1 and reach.y0 <= y <= reach.y1)


@lru_cache(maxsize=1024)
def _flag_point(ground: Ground, place: str) -> Point:
    """The corner of a place's sign where a flag hides as little as possible of the names around
    it."""
    sign, layout = ground.layout.signs[place], ground.layout
    w, h = FLAG
    about = sign.bounds.grown(30.0)
    names = meeting(about, (label.box for label in layout.places.values()))
    best: tuple[float, Point] | None = None
    for across, up, cost in _FLAG_SPOTS:
        x = sign.box.x0 + 3.0 + (sign.box.width - 14.0) * across
        box = Rect(x, sign.box.y0 + up, x + w, sign.box.y0 + up + h)
        total = cost + sum(box.overlap(n) for n in names)
        if best is None or total < best[0]:
            best = (total, (box.x0, box.y0))
    assert best is not None
    return best[1]


def _rank(force: Force) -> int:
    if force.spot.kind == "place":
        return 2 if force.ship is not None else 0
    return 1 if force.spot.kind == "square" else 3


def place_block(
    block: Block,
    ground: Ground,
    placed: Sequence[Placed],
    rings: Sequence[Rect],
    written: Sequence[Rect] = (),
    within: Rect | None = None,
) -> Placed:
    """The cheapest place for a block; `written` are names that it should not cover."""
    sign = None
    if block.force.spot.kind == "place":
        sign = ground.layout.signs.get(block.force.spot.id)
    room = ground.frame.grid_rect
    middle = Rect.around(spot_centre(block.force.spot, ground), 2, 2)
    if within is not None and within.contains(middle):
        room = within
    spot, afloat = block.force.spot, block.force.ship is not None
    for farther in (_FARTHER if written else 0.0, 2 * _FARTHER, 4 * _FARTHER):
        spots = _spots(ground, spot, block.width, block.height, afloat, farther, room)
        box = cheapest(spots.boxes, _walls(spots, placed, rings, written))
        if not meets_any(box, (p.box for p in placed)):
            break
    return Placed(block, box, _tether(block, box, sign, ground))


@dataclass(frozen=True, slots=True)
class Priced:
    """Boxes of one size, each with its cost, the cheapest first.

    They are kept as bare numbers, a cost and a middle for each: there are about a thousand boxes
    for a block, and many blocks.
    """

    width: float
    height: float
    numbers: array[float]

    @classmethod
    def around(
        cls, points: Iterable[Point], width: float, height: float, cost: Callable[[Rect], float]
    ) -> Priced:
        """Boxes of this size around these points."""
        priced = ((cost(Rect.around(at, width, height)), *at) for at in points)
        cheapest_first = sorted(priced, key=itemgetter(0))
        return cls(width, height, array("d", chain.from_iterable(cheapest_first)))


@dataclass(frozen=True, slots=True)
class _Spots:
    """Boxes for a block, and the things within their ``reach`` on the empty board, with the cost of
    covering each square pixel."""

    boxes: Priced
    reach: Rect
    signs: list[tuple[Rect, float]]
    names: list[tuple[Rect, float]]
    rest: list[tuple[Rect, float]]


def _walls(
    spots: _Spots, placed: Sequence[Placed], rings: Sequence[Rect], written: Sequence[Rect]
) -> list[tuple[Rect, float]]:
    """The things a block should not cover, with the cost of each square pixel."""
    walls = [(p.box, _BLOCK) for p in placed]
    walls += [(r, 2.0) for r in rings]
    # The number of the siege turn is in the ring's upper left corner.
    walls += [(Rect(r.x0, r.y0, r.x0 + 24.0, r.y0 + 24.0), 5.0) for r in rings]
    walls = _touching(spots.reach, walls) + spots.signs
    # Place names make way, unless that has been tried already; names of sea squares do not.
    names = _touching(spots.reach, [(b, _WRITTEN) for b in written]) if written else spots.names
    return walls + names + spots.rest


def _touching(reach: Rect, walls: Iterable[tuple[Rect, float]]) -> list[tuple[Rect, float]]:
    x0, y0, x1, y1 = reach
    return [w for w in walls if w[0].x0 < x1 and w[0].x1 > x0 and w[0].y0 < y1 and w[0].y1 > y0]


def cheapest(boxes: Priced, walls: Sequence[tuple[Rect, float]]) -> Rect:
    """The cheapest box. Once a box's own cost exceeds the best so far, all that follow cost more
    too.
    """
    best, least = (0.0, 0.0), math.inf
    # This loop runs about ten thousand times per picture, so it calls no function.
    plain = [(*wall, weight) for wall, weight in walls]
    across, down, numbers = boxes.width / 2, boxes.height / 2, iter(boxes.numbers)
    for alone, x, y in zip(numbers, numbers, numbers, strict=True):
        if alone >= least:
            break
        total = alone
        x0, y0, x1, y1 = x - across, y - down, x + across, y + down
        for a0, b0, a1, b1, weight in plain:
            if a0 < x1 and a1 > x0 and b0 < y1 and b1 > y0:
                wide = (a1 if a1 < x1 else x1) - (a0 if a0 > x0 else x0)
                high = (b1 if b1 < y1 else y1) - (b0 if b0 > y0 else y0)
                total += wide * high * weight
                if total >= least:
                    break
        if total < least:
            best, least = (x, y), total
    return Rect.around(best, boxes.width, boxes.height)


def _tether(block: Block, box: Rect, sign: Sign | None, ground: Ground) -> Point | None:
    """The point to which a counter is tied if it is away from its place or square; otherwise
    None."""
    if sign is not None:
        return None if sign.bounds.grown(7.0).overlap(box) else sign.box.centre
    if block.force.spot.kind != "square":
        return None
    home = _home_rect(ground, block.force.spot.id)
    x, y = box.centre
    if home.x0 <= x <= home.x1 and home.y0 <= y <= home.y1:
        return None
    inner = home.grown(-10.0)
    return min(max(x, inner.x0), inner.x1), min(max(y, inner.y0), inner.y1)


@lru_cache(maxsize=256)
def _spots(
    ground: Ground,
    spot: Spot,
    width: float,
    height: float,
    afloat: bool,
    farther: float,
    room: Rect,
) -> _Spots:
    """Boxes for a block of this size that belongs at a spot."""
    size = width * height
    cost: Callable[[Rect], float]
    sign = ground.layout.signs.get(spot.id) if spot.kind == "place" else None
    if sign is not None:
        away = (52.0 if afloat else 30.0) + farther
        rx = sign.bounds.width / 2 + width / 2 + away
        ry = sign.bounds.height / 2 + height / 2 + away
        around = Rect.around(sign.bounds.centre, 2 * rx, 2 * ry)
        points = _raster(around, 7.0 if afloat else 5.5)
        cost = partial(_beside, sign.bounds, _home_rect(ground, spot.id), ground, afloat, size)
    elif spot.kind == "sea" and spot.id in ground.board.seas:
        cells = ground.board.seas[spot.id].cells
        step = 9.0 if len(cells) < 8 else 14.0
        points = [p for c in cells for p in _raster(ground.frame.cell_rect(c), step)]
        cost = partial(_at_sea, spot_centre(spot, ground), frozenset(cells), ground)
    else:
        home = _home_rect(ground, spot.id)
        points = _raster(home.grown(22.0 + farther), 5.0)
        cost = partial(_at_home, home, size)
    inside = [at for at in points if room.contains(Rect.around(at, width, height))]
    inside = inside or [Rect.around(points[0], width, height).clamped(room).centre]
    reach = union([Rect.around(at, width, height) for at in inside])
    return _beside_what(Priced.around(inside, width, height, cost), reach, ground, sign)


def _beside_what(boxes: Priced, reach: Rect, ground: Ground, own: Sign | None) -> _Spots:
    """The boxes, with anything within their reach on the empty board; ``own`` is the sign of the
    block's place."""
    layout = ground.layout
    signs = [
        (box, _SIGN[other is own, other.kind in ("unfortified_town", "special")])
        for other in layout.signs.values()
        for box in other.boxes
    ]
    names = [(label.box, 0.15) for label in layout.places.values()]
    rest = [(label.box, _SEA_NAME) for label in layout.seas.values()]
    rest += [(ornament, 4.0) for ornament in layout.ornaments]
    return _Spots(
        boxes, reach, _touching(reach, signs), _touching(reach, names), _touching(reach, rest)
    )


def _beside(mark: Rect, home: Rect, ground: Ground, afloat: bool, size: float, box: Rect) -> float:
    """The cost of a box next to a place's sign, or in its harbour."""
    gap = max(mark.x0 - box.x1, box.x0 - mark.x1, 0.0) + max(
        mark.y0 - box.y1, box.y0 - mark.y1, 0.0
    )
    if afloat:
        return gap * 7.0 + ground.land.share(box) * 700.0
    return gap * 22.0 + (size - box.overlap(home)) * 0.55


def _at_sea(middle: Point, cells: frozenset[Cell], ground: Ground, box: Rect) -> float:
    """The cost of a box in a sea square."""
    cx, cy = box.centre
    away = abs(cx - middle[0]) + abs(cy - middle[1])
    corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1))
    outside = sum(ground.frame.cell_at(c) not in cells for c in corners)
    return away * 0.8 + ground.land.share(box) * 900.0 + outside * 260.0


def _at_home(home: Rect, size: float, box: Rect) -> float:
    """The cost of a box in a square."""
    return (size - box.overlap(home)) * 2.2


def _home_rect(ground: Ground, where: str) -> Rect:
    try:
        return ground.frame.cell_rect(ground.board.cell_of(where))
    except KeyError:
        return Rect.around(ground.frame.grid_rect.centre, ground.frame.cell, ground.frame.cell)


def _raster(box: Rect, step: float) -> list[Point]:
    nx, ny = max(1, round(box.width / step)), max(1, round(box.height / step))
    return [
        (box.x0 + box.width * (i + 0.5) / nx, box.y0 + box.height * (j + 0.5) / ny)
        for j in range(ny)
        for i in range(nx)
    ]
