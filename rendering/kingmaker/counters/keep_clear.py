"""Counters, names and marks placed together, so that nothing hides a name.

Names make way for counters first; if a name has nowhere to go, its counter makes way; the remaining
names are written farther from their signs. Marks are placed last and make way for everything.

Blockades on the board: a dashed line from the watching ship to the port, with a bar across.

The line has the colour of the ship's player (ishkibibble-blockade.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from PIL import ImageDraw

from rendering.canvas.pen import Point
from rendering.canvas.theme import Theme, faction_mark
from rendering.kingmaker.counters.marks import MARK
from rendering.kingmaker.counters.pieces import MarkPiece, PieceSet
from rendering.kingmaker.counters.stacking import (
    Arrangement,
    Ground,
    arrange,
    place_block,
    spot_centre,
)
from rendering.kingmaker.map.geometry import Rect, meets_any
from rendering.kingmaker.map.labels import Label
from rendering.kingmaker.map.place_names import PlaceNames

_ROUNDS = 2
_FIRM = 20.0
"""The cost, for a mark, of each square pixel of a counter or name that it overlaps."""

_MARK_SPOTS = tuple((dx * 9.0, dy * 9.0) for dy in range(-9, 10) for dx in range(-9, 10))


def settle(
    pieces: PieceSet, ground: Ground, names: PlaceNames, within: Rect | None = None
) -> tuple[Arrangement, list[Label]]:
    """A place for every counter, every mark and every place name.

    With `within`, only that part of the sheet counts: anything far from it is omitted, as are the
    names of places outside it; all other names fit entirely inside it. On the whole sheet, the
    names of places where something stands are larger.
    """
    arrangement = arrange(pieces, ground, within)
    # On a part of the map, sea names have moved, so place names must make way for them again.
    seas = [] if within is None else [label.box for label in ground.layout.seas.values()]
    labels = names.avoiding([*arrangement.covered(), *seas], within)
    for _ in range(_ROUNDS):
        written = [label.box for label in labels.values()]
        if not any(meets_any(p.box, written) for p in arrangement.blocks):
            break
        arrangement = _off_names(arrangement, ground, written, within)
        labels = names.avoiding([*arrangement.covered(), *seas], within)
    labels = names.freed(labels, [*arrangement.covered(), *seas], within)
    if within is None:
        held = dict.fromkeys(placed.block.force.spot.id for placed in arrangement.blocks)
        labels = names.enlarged(
            labels, [sid for sid in held if sid in labels], arrangement.covered()
        )
    written = [label.box for label in (*labels.values(), *ground.layout.seas.values())]
    marks = _place_marks(pieces.marks, ground, arrangement, written, within)
    return replace(arrangement, marks=marks), list(labels.values())


def settle_round(pieces: PieceSet, ground: Ground, names: Sequence[Label]) -> Arrangement:
    """A place for every counter and mark on a sheet whose names are already placed."""
    arrangement = arrange(pieces, ground)
    written = [label.box for label in names]
    if any(meets_any(p.box, written) for p in arrangement.blocks):
        arrangement = _off_names(arrangement, ground, written, None)
    written += [label.box for label in ground.layout.seas.values()]
    marks = _place_marks(pieces.marks, ground, arrangement, written, None)
    return replace(arrangement, marks=marks)


def _off_names(
    arrangement: Arrangement, ground: Ground, written: Sequence[Rect], within: Rect | None
) -> Arrangement:
    """The same arrangement, but blocks that cover names are moved off them."""
    placed = list(arrangement.blocks)
    rings = [r for _, r in arrangement.rings]
    for i, p in enumerate(placed):
        if meets_any(p.box, written):
            others = placed[:i] + placed[i + 1 :]
            placed[i] = place_block(p.block, ground, others, rings, written, within)
    placed.sort(key=lambda p: (p.box.y1, p.box.x0))
    return replace(arrangement, blocks=tuple(placed))


def _place_marks(
    marks: Sequence[MarkPiece],
    ground: Ground,
    arrangement: Arrangement,
    written: Sequence[Rect],
    within: Rect | None,
) -> tuple[tuple[MarkPiece, Rect], ...]:
    """Put each mark near its spot, clear of counters, names, signs and earlier marks."""
    taken = [(box, _FIRM) for box in arrangement.covered()]
    taken += [(box, _FIRM) for box in written]
    taken += [(b, 1.0) for s in ground.layout.signs.values() for b in s.boxes]
    room = within or ground.frame.grid_rect
    out: list[tuple[MarkPiece, Rect]] = []
    for mark in marks:
        x, y = spot_centre(mark.spot, ground)
        about = Rect.around((x, y), 8 * MARK, 8 * MARK)
        near = [(b, weight) for b, weight in taken if b.overlap(about)]
        best: tuple[float, Rect] | None = None
        for dx, dy in _MARK_SPOTS:
            box = Rect.around((x + dx, y + dy), MARK, MARK)
            cost = (dx * dx + dy * dy) * 0.08 + (0.0 if room.contains(box) else 1e6)
            if best is not None and cost >= best[0]:
                continue
            cost += sum(b.overlap(box) * w for b, w in near)
            if best is None or cost < best[0]:
                best = cost, box
        assert best is not None
        taken.append((best[1], _FIRM))
        out.append((mark, best[1]))
    return tuple(out)


_DASH, _GAP = 9.0, 6.0
_WIDTH, _HALO = 5, 9
_BAR = 16.0
"""The length of the bar in front of the port on either side of the line."""
_SHORT_OF = 18.0
"""The distance between the end of the line and the middle of the port's sign."""


def draw_blockades(
    draw: ImageDraw.ImageDraw,
    arrangement: Arrangement,
    ground: Ground,
    theme: Theme,
    k: int,
    origin: Point,
) -> None:
    """Draw a line, below the counters, for every ship that is watching a port."""
    signs = ground.layout.signs
    for placed in arrangement.blocks:
        ship = placed.block.force.ship
        if ship is None or ship.blockade is None or ship.blockade not in signs:
            continue
        start, end = placed.box.centre, signs[ship.blockade].bounds.centre
        for width, colour in ((_HALO, theme.halo_land), (_WIDTH, faction_mark(ship.seat).colour)):
            for a, b in _strokes(start, end):
                draw.line(
                    [_device(a, k, origin), _device(b, k, origin)], fill=colour, width=width * k
                )


def _device(point: Point, k: int, origin: Point) -> tuple[float, float]:
    return (point[0] - origin[0]) * k, (point[1] - origin[1]) * k


def _strokes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    """The dashes from a ship to a port, and the bar at their end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= _SHORT_OF:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = length - _SHORT_OF

    def at(distance: float) -> Point:
        return start[0] + ux * distance, start[1] + uy * distance

    dashes, done = [], 0.0
    while done < reach:
        dashes.append((at(done), at(min(done + _DASH, reach))))
        done += _DASH + _GAP
    x, y = at(reach)
    bar = ((x - uy * _BAR, y + ux * _BAR), (x + uy * _BAR, y - ux * _BAR))
    return [*dashes, bar]
