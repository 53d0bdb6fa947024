"""Where counters stand: each force becomes one block, and each block finds room on the board.

A block keeps to its own square (or sea square, or beside its place), off the signs first and off
the names where it can, and never on another block. All lengths are sheet pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rendering.counters import (
    FLAG,
    PLATE_HEIGHT,
    SHIELD,
    SHIELD_STEP,
    SHIP,
    heir_size,
    plate_width,
)
from rendering.geometry import BoardMap, Frame, Point, Rect
from rendering.labels import Layout
from rendering.marks import MARK
from rendering.pieces import Force, MarkPiece, PieceSet, SiegePiece, Spot, forces
from rendering.sea_names import LandGrid
from rendering.signs import Sign

PartKind = Literal["wall", "shield", "heir", "ship", "plate"]

_FLAG_SPOTS: tuple[tuple[float, float, float], ...] = (
    (1.0, -9.0, 0.0), (0.0, -9.0, 4.0), (0.5, -13.0, 8.0), (1.0, 3.0, 12.0), (0.0, 3.0, 14.0),
)  # fmt: skip
"""Where a flag may fly: part of the sign's width, height over its top, cost."""

RING_GROWTH = (17.0, 15.0)


@dataclass(frozen=True, slots=True)
class Part:
    """One sprite of a block: what it is, whose (an index into nobles or heirs), and its box."""

    kind: PartKind
    box: Rect
    index: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A force as drawn; boxes of the parts are relative to the block's top left corner."""

    force: Force
    width: float
    height: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its place on the sheet; `tether` is the sign it belongs to, if apart from it."""

    block: Block
    box: Rect
    tether: Point | None = None


@dataclass(frozen=True)
class Arrangement:
    """Everything movable on the sheet, in drawing order."""

    rings: tuple[tuple[SiegePiece, Rect], ...]
    flags: tuple[tuple[str, int, Point], ...]
    blocks: tuple[Placed, ...]
    marks: tuple[tuple[MarkPiece, Rect], ...] = ()

    def covered(self) -> list[Rect]:
        """What names should not lie under: blocks, flags, and the numbers of sieges."""
        boxes = [p.box for p in self.blocks]
        boxes += [Rect(x, y, x + FLAG[0], y + FLAG[1]) for _, _, (x, y) in self.flags]
        boxes += [Rect(r.x0, r.y0, r.x0 + 22.0, r.y0 + 20.0) for _, r in self.rings]
        boxes += [box for _, box in self.marks]
        return boxes


def make_block(force: Force) -> Block:
    """Lay out the counters of one force."""
    walled = force.spot.kind == "place" and bool(force.nobles) and force.ship is None
    pad = 4.0 if walled else 0.0
    top = pad + (3.0 if walled else 0.0)
    parts: list[Part] = []
    count = len(force.nobles)
    columns = min(count, 2) if count <= 4 else 3
    rows = -(-count // columns) if columns else 0
    w, h = SHIELD
    x_step = w - 1.0
    crowd_w = columns * x_step + 1.0 if columns else 0.0
    crowd_h = h + SHIELD_STEP * (rows - 1) if rows else 0.0
    tall = max([heir_size(x.crowned)[1] for x in force.heirs], default=0.0)
    body_h = max(crowd_h, tall)
    for i in reversed(range(count)):
        row, col = divmod(i, columns)
        in_row = min(columns, count - row * columns)
        x = pad + (crowd_w - (in_row * x_step + 1.0)) / 2 + col * x_step
        y = top + body_h - h - row * SHIELD_STEP
        parts.append(Part("shield", Rect(x, y, x + w, y + h), i))
    parts.sort(key=lambda p: p.box.y0)
    right = pad + crowd_w
    for i, heir in enumerate(force.heirs):
        hw, hh = heir_size(heir.crowned)
        x = right + (0.5 if i == 0 else -2.0)
        parts.append(Part("heir", Rect(x, top + body_h - hh, x + hw, top + body_h), i))
        right = x + hw
    bottom = top + body_h
    width = right + pad
    if force.ship is not None:
        sw, sh = SHIP
        width = max(width, sw)
        y = bottom - (5.0 if body_h else 0.0)
        shift = (width - (right + pad)) / 2
        parts = [Part(p.kind, p.box.moved(shift, 0), p.index) for p in parts]
        x = (width - sw) / 2
        parts.insert(0, Part("ship", Rect(x, y, x + sw, y + sh)))
        bottom = y + sh
    if count:
        pw = plate_width(force.seat, force.troops)
        y = bottom - (5.0 if force.ship is None else 2.0)
        spread = max(width, pw)
        if spread > width:
            shift = (spread - width) / 2
            parts = [Part(p.kind, p.box.moved(shift, 0), p.index) for p in parts]
            width = spread
        x = (width - pw) / 2
        parts.append(Part("plate", Rect(x, y, x + pw, y + PLATE_HEIGHT)))
        bottom = y + PLATE_HEIGHT
    if walled:
        wall = Rect(0, 0, width, bottom - PLATE_HEIGHT / 2)
        parts.insert(0, Part("wall", wall))
    return Block(force, width, bottom, tuple(parts))


@dataclass(frozen=True)
class Ground:
    """What blocks are placed on: the board, its layout and quick land counts."""

    board: BoardMap
    frame: Frame
    layout: Layout
    land: LandGrid


def arrange(pieces: PieceSet, ground: Ground, within: Rect | None = None) -> Arrangement:
    """Find a place for every counter. The same pieces always give the same picture.

    With `within` forces on land or in port far from that part of the sheet are left out.
    """
    reach = None if within is None else within.grown(2.5 * ground.frame.cell)
    signs = ground.layout.signs
    rings = tuple(
        (s, Rect.around(b.centre, b.width + RING_GROWTH[0], b.height + RING_GROWTH[1]))
        for s in sorted(pieces.sieges, key=lambda s: s.place)
        if s.place in signs
        for b in (signs[s.place].bounds,)
    )
    flags = tuple(
        (place, seat, _flag_point(signs[place], ground.layout))
        for place, seat in sorted(pieces.control.items())
        if place in signs
    )
    blocks = sorted(
        (make_block(f) for f in forces(pieces) if reach is None or _near(f.spot, reach, ground)),
        key=lambda b: (_rank(b.force), -b.width * b.height, b.force.spot, b.force.seat or 0),
    )
    placed: list[Placed] = []
    for block in blocks:
        placed.append(_place(block, ground, placed, [r for _, r in rings]))
    placed.sort(key=lambda p: (p.box.y1, p.box.x0))
    return Arrangement(rings, flags, tuple(placed), _place_marks(pieces.marks, ground, placed))


def _place_marks(
    marks: Sequence[MarkPiece], ground: Ground, placed: Sequence[Placed]
) -> tuple[tuple[MarkPiece, Rect], ...]:
    """Put each mark near its spot, off the counters, the signs and the marks before it."""
    taken = [(p.box, 3.0) for p in placed]
    taken += [(b, 1.0) for s in ground.layout.signs.values() for b in s.boxes]
    grid = ground.frame.grid_rect
    out: list[tuple[MarkPiece, Rect]] = []
    for mark in marks:
        x, y = spot_centre(mark.spot, ground)
        about = Rect.around((x, y), 5 * MARK, 5 * MARK)
        near = [(b, weight) for b, weight in taken if b.overlap(about)]
        best: tuple[float, Rect] | None = None
        for dx, dy in _MARK_SPOTS:
            box = Rect.around((x + dx, y + dy), MARK, MARK)
            cost = (dx * dx + dy * dy) * 0.08 + sum(b.overlap(box) * w for b, w in near)
            cost += 0.0 if grid.contains(box) else 1e6
            if best is None or cost < best[0]:
                best = cost, box
        assert best is not None
        taken.append((best[1], 6.0))
        out.append((mark, best[1]))
    return tuple(out)


_MARK_SPOTS = tuple((dx * 9.0, dy * 9.0) for dy in range(-6, 7) for dx in range(-6, 7))


def spot_centre(spot: Spot, ground: Ground) -> Point:
    """The sheet pixel a spot is drawn round: its sign, the name of its sea, or its square."""
    sign = ground.layout.signs.get(spot.id)
    if sign is not None:
        return sign.box.centre
    sea = ground.layout.seas.get(spot.id)
    return sea.box.centre if sea is not None else _home_rect(ground, spot.id).centre


def _near(spot: Spot, reach: Rect, ground: Ground) -> bool:
    x, y = spot_centre(spot, ground)
    return spot.kind == "sea" or (reach.x0 <= x <= reach.x1 and reach.y0 <= y <= reach.y1)


def _flag_point(sign: Sign, layout: Layout) -> Point:
    """The corner of the sign where a flag hides least of the names about."""
    w, h = FLAG
    names = [label.box for label in layout.places.values()]
    about = sign.bounds.grown(30.0)
    names = [n for n in names if n.overlap(about)]
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


def _place(block: Block, ground: Ground, placed: Sequence[Placed], rings: Sequence[Rect]) -> Placed:
    force = block.force
    sign = ground.layout.signs.get(force.spot.id) if force.spot.kind == "place" else None
    spots, cost = _spots(block, ground, sign)
    grid = ground.frame.grid_rect
    spots = [s for s in spots if grid.contains(Rect.around(s, block.width, block.height))] or [
        Rect.around(s, block.width, block.height).clamped(grid).centre for s in spots[:1]
    ]
    reach = _hull(spots, block)
    near = [(p.box, 6.0) for p in placed if reach.overlap(p.box)]
    near += [(r, 2.0) for r in rings if reach.overlap(r)]
    # The number of the siege turn stands in the ring's upper left corner.
    corners = (Rect(r.x0, r.y0, r.x0 + 24.0, r.y0 + 24.0) for r in rings)
    near += [(c, 5.0) for c in corners if reach.overlap(c)]
    for other in ground.layout.signs.values():
        weight = 0.9 if other.kind not in ("unfortified_town", "special") else 0.6
        if sign is not None and other.place == sign.place:
            weight = 0.8
        near += [(b, weight) for b in other.boxes if reach.overlap(b)]
    # Place names make way later, names of sea squares do not.
    for table, weight in ((ground.layout.places, 0.15), (ground.layout.seas, 0.6)):
        near += [(label.box, weight) for label in table.values() if reach.overlap(label.box)]
    near += [(o, 4.0) for o in ground.layout.ornaments if reach.overlap(o)]
    # Cheapest spots first: once a spot alone costs more than the best so far, so do all after it.
    boxes = [Rect.around(spot, block.width, block.height) for spot in spots]
    own = sorted((cost(box), i) for i, box in enumerate(boxes))
    best: tuple[float, Rect] | None = None
    for alone, i in own:
        if best is not None and alone >= best[0]:
            break
        box, total = boxes[i], alone
        for wall, weight in near:
            total += wall.overlap(box) * weight
            if best is not None and total >= best[0]:
                break
        if best is None or total < best[0]:
            best = (total, box)
    assert best is not None
    return Placed(block, best[1], _tether(block, best[1], sign, ground))


def _tether(block: Block, box: Rect, sign: Sign | None, ground: Ground) -> Point | None:
    """What a counter that stands apart from its place or square is tied to."""
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


def _hull(spots: Sequence[Point], block: Block) -> Rect:
    xs, ys = [s[0] for s in spots], [s[1] for s in spots]
    w, h = block.width / 2, block.height / 2
    return Rect(min(xs) - w, min(ys) - h, max(xs) + w, max(ys) + h)


Cost = Callable[[Rect], float]


def _spots(block: Block, ground: Ground, sign: Sign | None) -> tuple[list[Point], Cost]:
    """Where the middle of the block may go, and what a box there costs by itself."""
    frame, board, spot = ground.frame, ground.board, block.force.spot
    if sign is not None:
        mark = sign.bounds
        afloat = block.force.ship is not None
        own = _home_rect(ground, spot.id)
        size = block.width * block.height

        def beside(box: Rect) -> float:
            gap = max(mark.x0 - box.x1, box.x0 - mark.x1, 0.0) + max(
                mark.y0 - box.y1, box.y0 - mark.y1, 0.0
            )
            wet = ground.land.share(box) * 700.0 if afloat else 0.0
            abroad = 0.0 if afloat else (size - box.overlap(own)) * 0.55
            return gap * (7.0 if afloat else 22.0) + wet + abroad

        reach = 52.0 if afloat else 30.0
        rx = mark.width / 2 + block.width / 2 + reach
        ry = mark.height / 2 + block.height / 2 + reach
        return _raster(Rect.around(mark.centre, 2 * rx, 2 * ry), 7.0 if afloat else 5.5), beside
    if spot.kind == "sea" and spot.id in board.seas:
        sea = board.seas[spot.id]
        label = ground.layout.seas[spot.id].box
        step = 9.0 if len(sea.cells) < 8 else 14.0
        cells = set(sea.cells)

        def afloat_cost(box: Rect) -> float:
            cx, cy = box.centre
            away = abs(cx - label.centre[0]) + abs(cy - label.centre[1])
            corners = ((box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1))
            outside = sum(frame.cell_at(c) not in cells for c in corners)
            return away * 0.8 + ground.land.share(box) * 900.0 + outside * 260.0

        return [p for c in sea.cells for p in _raster(frame.cell_rect(c), step)], afloat_cost
    home = _home_rect(ground, spot.id)
    area = block.width * block.height

    def at_home(box: Rect) -> float:
        return (area - box.overlap(home)) * 2.2

    return _raster(home.grown(22.0), 5.0), at_home


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


def overlaps(arrangement: Arrangement) -> Iterable[tuple[Placed, Placed]]:
    """Pairs of blocks that cover one another by more than a sixteenth of the smaller one."""
    blocks = arrangement.blocks
    for i, a in enumerate(blocks):
        for b in blocks[i + 1 :]:
            smaller = min(a.box.width * a.box.height, b.box.width * b.box.height)
            if a.box.overlap(b.box) > smaller / 16:
                yield a, b


def counted(arrangement: Arrangement) -> Mapping[str, int]:
    """How many counters of each kind are drawn."""
    out = {"shield": 0, "heir": 0, "ship": 0, "plate": 0, "wall": 0}
    for placed in arrangement.blocks:
        for part in placed.block.parts:
            out[part.kind] += 1
    out["ring"] = len(arrangement.rings)
    out["flag"] = len(arrangement.flags)
    return out
