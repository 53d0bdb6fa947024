"""Where the signs of the places stand: in their own square, pushed apart where two share one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from rendering.kingmaker.map.geometry import BoardMap, Frame, MapPlace, Rect, union
from rendering.kingmaker.map.pictograms import BADGE, SIZES


@dataclass(frozen=True)
class Sign:
    """A place's sign: the pictogram's box and those of its badges, in sheet pixels."""

    place: str
    kind: str
    box: Rect
    anchor: Rect | None
    cross: Rect | None

    @cached_property
    def boxes(self) -> tuple[Rect, ...]:
        return tuple(r for r in (self.box, self.anchor, self.cross) if r is not None)

    @cached_property
    def bounds(self) -> Rect:
        return union(self.boxes)


def place_signs(board: BoardMap, frame: Frame) -> dict[str, Sign]:
    """Box of every sign: near its place, inside its square, clear of the other signs."""
    places = [p for p in board.places.values() if p.cell is not None]
    boxes = {p.id: _inside(_start_box(p, frame), p, frame) for p in places}
    pairs = [(a, b) for i, a in enumerate(places) for b in places[i + 1 :] if _near(a, b)]
    for _ in range(120):
        moved = [_push_apart(boxes, a, b, frame) for a, b in pairs]
        if not any(moved):
            break
    return {p.id: _sign(p, boxes[p.id]) for p in places}


def _near(a: MapPlace, b: MapPlace) -> bool:
    assert a.cell is not None
    assert b.cell is not None
    return abs(a.cell[0] - b.cell[0]) <= 1 and abs(a.cell[1] - b.cell[1]) <= 1


def _bounds_size(p: MapPlace) -> tuple[float, float]:
    """Size of sign with badges, taken as centred so that pushing keeps room for them."""
    w, h = SIZES[p.kind]
    return w + (BADGE * 0.6 if p.port else 0) + (BADGE * 0.6 if p.cathedral else 0), h + 2.0


def _start_box(p: MapPlace, frame: Frame) -> Rect:
    w, h = _bounds_size(p)
    return Rect.around(frame.px(p.at), w, h)


def _inside(box: Rect, p: MapPlace, frame: Frame) -> Rect:
    assert p.cell is not None
    return box.clamped(frame.cell_rect(p.cell).grown(-2.0))


def _push_apart(boxes: dict[str, Rect], a: MapPlace, b: MapPlace, frame: Frame) -> bool:
    ra, rb = boxes[a.id], boxes[b.id]
    gap = 2.0
    w = min(ra.x1, rb.x1) - max(ra.x0, rb.x0) + gap
    h = min(ra.y1, rb.y1) - max(ra.y0, rb.y0) + gap
    if w <= 0 or h <= 0:
        return False
    dx, dy = rb.centre[0] - ra.centre[0], rb.centre[1] - ra.centre[1]
    # Only as far as both squares allow: where the short way is shut, the other way is taken.
    for across in (w < h * 0.8, w >= h * 0.8):
        x = math.copysign(w / 2 + 0.25, dx or 1.0) if across else 0.0
        y = 0.0 if across else math.copysign(h / 2 + 0.25, dy or 1.0)
        na = _inside(boxes[a.id].moved(-x, -y), a, frame)
        nb = _inside(boxes[b.id].moved(x, y), b, frame)
        boxes[a.id], boxes[b.id] = na, nb
        if not na.grown(gap / 2).overlap(nb.grown(gap / 2)):
            return True
    return (boxes[a.id], boxes[b.id]) != (ra, rb)


def _sign(p: MapPlace, block: Rect) -> Sign:
    w, h = SIZES[p.kind]
    left = BADGE * 0.6 if p.cathedral else 0.0
    box = Rect(block.x0 + left, block.y0 + 1, block.x0 + left + w, block.y0 + 1 + h)
    anchor = cross = None
    if p.port:
        anchor = Rect.around((box.x1 + BADGE * 0.1, box.y1 - BADGE * 0.42), BADGE, BADGE)
    if p.cathedral:
        cross = Rect.around((box.x0 - BADGE * 0.1, box.y1 - BADGE * 0.42), BADGE, BADGE)
    return Sign(p.id, p.kind, box, anchor, cross)
