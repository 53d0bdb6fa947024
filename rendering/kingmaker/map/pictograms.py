"""The signs for places: city, fortified town, castles, towns, port anchor and cathedral cross.

Each sign is drawn in sheet pixels around its centre and told apart by outline alone:

* city: a long wall with three towers and a spire behind it;
* fortified town: a wall with a gate and two towers;
* royal castle: a tall keep with blue roofs and a crown;
* noble castle: a square keep with a pennon;
* open town: houses behind a broken palisade;
* unfortified town: two houses;
* special: rounded hills.

The positions of the places' signs: in their own squares, pushed apart if two share one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from PIL import Image

from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.theme import Colour, Theme
from rendering.kingmaker.map.geometry import BoardMap, Frame, MapPlace, Rect, union

SIZES: dict[str, tuple[float, float]] = {
    "city": (40.0, 31.0),
    "fortified_town": (31.0, 23.0),
    "royal_castle": (25.0, 29.0),
    "noble_castle": (21.0, 24.0),
    "open_town": (27.0, 17.0),
    "unfortified_town": (20.0, 13.0),
    "special": (26.0, 16.0),
}
"""The width and height of each sign in sheet pixels, including the outline."""

BADGE = 12.0
"""The side of the port and cathedral badges, in sheet pixels."""

_LINE = 1.1


def _tower(
    pen: Pen, t: Theme, x: float, top: float, bottom: float, half: float, roof: Colour | None = None
) -> None:
    """A round tower: flat and battlemented, or with a pointed roof of the given colour."""
    pen.rect(x - half, top, x + half, bottom, t.stone, t.ink, _LINE)
    pen.rect(x + half * 0.2, top + 0.6, x + half - 0.6, bottom - 0.6, t.stone_shade)
    if roof is not None:
        tip = top - half * 2.3
        pen.polygon([(x - half - 1, top), (x, tip), (x + half + 1, top)], roof, t.ink, _LINE)
        pen.polygon(
            [(x + half * 0.15, top - 0.7), (x, tip + 1.6), (x + half, top - 0.7)],
            mix(roof, t.ink, 0.35),
        )
    else:
        _battlements(pen, t, x - half - 0.8, x + half + 0.8, top, max(2, round(half)))
    pen.line([(x, (top + bottom) / 2 - 1.4), (x, (top + bottom) / 2 + 1.0)], t.ink, 1.1)


def _battlements(pen: Pen, t: Theme, x0: float, x1: float, y: float, count: int) -> None:
    """Merlons along a wall top at height y."""
    step = (x1 - x0) / (2 * count - 1)
    points: list[Point] = [(x0, y + 1.2)]
    for i in range(count):
        left = x0 + 2 * i * step
        points += [(left, y - 1.8), (left + step, y - 1.8)]
        if i < count - 1:
            points += [(left + step, y), (left + 2 * step, y)]
    points.append((x1, y + 1.2))
    pen.polygon(points, t.stone, t.ink, 0.9)


def _house(pen: Pen, t: Theme, x: float, base: float, w: float, h: float, roof: Colour) -> None:
    """A gabled house seen from the front, its roof running to the right."""
    eave = base - h * 0.5
    pen.rect(x - w / 2, eave, x + w / 2, base, t.stone, t.ink, 0.9)
    pen.polygon(
        [
            (x - w / 2 - 0.8, eave),
            (x - w * 0.22, base - h),
            (x + w * 0.34, base - h),
            (x + w / 2 + 0.8, eave),
        ],
        roof,
        t.ink,
        0.9,
    )
    pen.line([(x - w * 0.05, base - 0.5), (x - w * 0.05, base - h * 0.26)], t.ink, 1.2)


def _gate(pen: Pen, t: Theme, x: float, base: float, half: float, h: float) -> None:
    pen.rect(x - half, base - h + half, x + half, base, t.ink)
    pen.circle(x, base - h + half, half, t.ink)


def _city(pen: Pen, t: Theme) -> None:
    base = 13.5
    _house(pen, t, -8.0, 5.0, 9.0, 9.5, t.roof_town)
    _house(pen, t, 9.0, 5.0, 9.0, 9.5, t.roof_town)
    pen.rect(-2.6, -6.0, 2.6, 6.0, t.stone, t.ink, _LINE)
    pen.polygon([(-3.2, -6.0), (0, -14.5), (3.2, -6.0)], t.roof_royal, t.ink, _LINE)
    pen.rect(-15.0, 3.0, 15.0, base, t.stone, t.ink, _LINE)
    pen.rect(-14.4, 9.0, 14.4, base - 0.6, t.stone_shade)
    _battlements(pen, t, -14.0, 14.0, 3.0, 8)
    for x in (-15.2, 15.2):
        _tower(pen, t, x, -2.0, base, 3.6, t.roof_town)
    _tower(pen, t, 0.0, 0.5, base, 4.4)
    _gate(pen, t, 0.0, base, 2.1, 6.6)


def _fortified_town(pen: Pen, t: Theme) -> None:
    base = 10.5
    _house(pen, t, -1.5, 2.0, 10.0, 10.0, t.roof_town)
    pen.rect(-11.0, 1.5, 11.0, base, t.stone, t.ink, _LINE)
    pen.rect(-10.4, 6.5, 10.4, base - 0.6, t.stone_shade)
    _battlements(pen, t, -9.0, 9.0, 1.5, 6)
    for x in (-11.2, 11.2):
        _tower(pen, t, x, -3.0, base, 3.0, t.roof_town)
    _gate(pen, t, 0.0, base, 1.9, 6.0)


def _crown(pen: Pen, t: Theme, x: float, base: float, w: float, h: float) -> None:
    pen.polygon(
        [
            (x - w / 2, base),
            (x - w / 2, base - h),
            (x - w / 4, base - h * 0.45),
            (x, base - h * 1.1),
            (x + w / 4, base - h * 0.45),
            (x + w / 2, base - h),
            (x + w / 2, base),
        ],
        t.gold,
        t.ink,
        0.9,
    )


def _royal_castle(pen: Pen, t: Theme) -> None:
    base = 13.5
    pen.rect(-9.0, 4.5, 9.0, base, t.stone, t.ink, _LINE)
    pen.rect(-8.4, 9.5, 8.4, base - 0.6, t.stone_shade)
    _battlements(pen, t, -6.0, 6.0, 4.5, 5)
    pen.rect(-4.4, -3.0, 4.4, base, t.stone, t.ink, _LINE)
    pen.rect(1.0, -2.4, 3.8, base - 0.6, t.stone_shade)
    _battlements(pen, t, -5.2, 5.2, -3.0, 4)
    for x in (-8.6, 8.6):
        _tower(pen, t, x, 2.0, base, 2.8, t.roof_royal)
    _gate(pen, t, 0.0, base, 1.9, 6.0)
    _crown(pen, t, 0.0, -6.8, 10.0, 6.2)


def _noble_castle(pen: Pen, t: Theme) -> None:
    base = 11.2
    pen.line([(0.0, -11.5), (0.0, -2.0)], t.ink, 1.1)
    pen.polygon([(0.3, -11.5), (8.4, -9.4), (0.3, -7.0)], t.ink_red, t.ink, 0.8)
    pen.rect(-5.0, -2.0, 5.0, base, t.stone, t.ink, _LINE)
    pen.rect(0.8, -1.4, 4.4, base - 0.6, t.stone_shade)
    _battlements(pen, t, -6.0, 6.0, -2.0, 4)
    for x in (-7.2, 7.2):
        pen.rect(x - 2.3, 3.2, x + 2.3, base, t.stone, t.ink, _LINE)
        _battlements(pen, t, x - 2.7, x + 2.7, 3.2, 2)
    _gate(pen, t, 0.0, base, 1.7, 5.4)


def _open_town(pen: Pen, t: Theme) -> None:
    base = 5.5
    _house(pen, t, -6.6, base, 9.0, 9.5, t.roof_town)
    _house(pen, t, 5.6, base, 10.0, 9.0, t.roof_town)
    pen.rect(-2.0, -3.5, 2.2, base, t.stone, t.ink, 0.9)
    pen.polygon([(-2.6, -3.5), (0.1, -7.8), (2.8, -3.5)], t.roof_plain, t.ink, 0.9)
    for x in (-12.2, -9.0, -5.8, 5.8, 9.0, 12.2):
        pen.polygon(
            [(x - 1.2, 8.0), (x - 1.2, 3.6), (x, 2.0), (x + 1.2, 3.6), (x + 1.2, 8.0)],
            t.roof_plain,
            t.ink,
            0.8,
        )


def _unfortified_town(pen: Pen, t: Theme) -> None:
    _house(pen, t, -4.4, 5.5, 8.8, 10.0, t.roof_plain)
    _house(pen, t, 5.0, 5.5, 7.6, 8.0, t.roof_plain)


def _hills(pen: Pen, t: Theme) -> None:
    """Rounded hills, for a named stretch of country."""
    for x, y, r in ((-6.0, 6.0, 6.5), (6.0, 6.5, 6.0), (0.5, 7.0, 8.0)):
        pen.polygon(
            [
                (x - r, y),
                (x - r * 0.5, y - r * 0.9),
                (x, y - r * 1.35),
                (x + r * 0.6, y - r * 0.8),
                (x + r, y),
            ],
            mix(t.land_dark, t.forest_wash, 0.45),
            t.ink_soft,
            1.0,
        )
        pen.line([(x + r * 0.1, y - r), (x + r * 0.35, y - r * 0.3)], t.ink_soft, 0.9)


_SHAPES: dict[str, Callable[[Pen, Theme], None]] = {
    "city": _city,
    "fortified_town": _fortified_town,
    "royal_castle": _royal_castle,
    "noble_castle": _noble_castle,
    "open_town": _open_town,
    "unfortified_town": _unfortified_town,
    "special": _hills,
}


@lru_cache(maxsize=64)
def pictogram(kind: str, theme: Theme, scale: float) -> Image.Image:
    """The sign for a kind of place as an RGBA picture."""
    width, height = SIZES[kind]
    pen = Pen(width, height, scale)
    _SHAPES[kind](pen, theme)
    return pen.sprite()


@lru_cache(maxsize=16)
def anchor_badge(theme: Theme, scale: float) -> Image.Image:
    """The sign for a port: an anchor on a light disc."""
    pen = Pen(BADGE, BADGE, scale)
    pen.circle(0, 0, 5.7, mix(theme.stone, (190, 220, 228), 0.7), theme.ink, 0.8)
    ink = theme.roof_royal
    pen.circle(0, -3.2, 1.0, None, ink, 0.9)
    pen.line([(0, -2.2), (0, 3.4)], ink, 1.3)
    pen.line([(-1.9, -1.0), (1.9, -1.0)], ink, 1.1)
    pen.arc(0, 0.3, 3.4, 20, 160, ink, 1.3)
    return pen.sprite()


@lru_cache(maxsize=16)
def cross_badge(theme: Theme, scale: float) -> Image.Image:
    """The sign for a cathedral: a cross with splayed arms."""
    pen = Pen(BADGE, BADGE, scale)
    pen.circle(0, 0, 5.7, theme.card, theme.ink, 0.8)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        a, b = 0.5, 1.7
        tip = 4.2
        pen.polygon(
            [
                (dx * 0 - dy * a, dy * 0 + dx * a),
                (dx * tip - dy * b, dy * tip + dx * b),
                (dx * tip + dy * b, dy * tip - dx * b),
                (dy * a, -dx * a),
            ],
            theme.ink_red,
        )
    return pen.sprite()


@lru_cache(maxsize=64)
def tree(theme: Theme, scale: float, shape: int) -> Image.Image:
    """One of three trees, 12 by 14 sheet pixels: an oak, an elm or a thorn."""
    pen = Pen(12.0, 14.0, scale)
    pen.line([(0, 1.0), (0, 5.6)], theme.tree_shade, 1.5)
    pen.ellipse(2.2, 5.8, 4.0, 0.9, (*theme.tree_shade, 90))
    light = mix(theme.tree, theme.land_light, 0.22)
    if shape == 0:
        blobs = [(-2.1, -0.6, 2.7), (2.0, -0.8, 2.7), (0.0, -3.2, 2.9)]
    elif shape == 1:
        blobs = [(0.0, 0.0, 2.6), (0.2, -3.0, 2.3)]
    else:
        blobs = [(-1.4, 0.0, 2.3), (1.6, -0.6, 2.5)]
    for x, y, r in blobs:
        pen.circle(x, y, r + 0.7, theme.tree_shade)
    for x, y, r in blobs:
        pen.circle(x, y, r, theme.tree)
    for x, y, r in blobs:
        pen.circle(x - r * 0.25, y - r * 0.3, r * 0.55, light)
    return pen.sprite()


@dataclass(frozen=True)
class Sign:
    """A place's sign: the boxes of the pictogram and of its badges, in sheet pixels."""

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
    """The box of every sign: near its place, inside its square, and clear of the other signs."""
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
    """The size of a sign with its badges, treated as centred so that pushing keeps room for
    them."""
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
    # Push only as far as both squares allow: if the short way is blocked, take the other.
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
