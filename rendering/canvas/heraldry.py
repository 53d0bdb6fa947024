"""Shields, fields and roses: the drawn emblems of nobles, seats and royal heirs."""

from __future__ import annotations

import math

from rendering.canvas.pen import Paint, Pen, Point, bezier, mix
from rendering.canvas.theme import Colour, FactionMark, contrast

RED_ROSE: tuple[int, int, int] = (186, 30, 44)
WHITE_ROSE: tuple[int, int, int] = (250, 248, 240)
FALSE_ROSE: tuple[int, int, int] = (150, 150, 160)
LEAF: tuple[int, int, int] = (58, 120, 62)
INK: tuple[int, int, int] = (36, 26, 20)
GOLD: tuple[int, int, int] = (226, 174, 44)
WHITE: Colour = (255, 255, 255)


def rose(pen: Pen, x: float, y: float, r: float, petals: Paint, ink: Paint = INK) -> None:
    """A heraldic rose: five petals, five leaf tips and a gold heart."""
    seed = mix(petals, INK, 0.16)
    for i in range(5):
        a = math.radians(-90 + 36 + 72 * i)
        tip = (x + math.cos(a) * r * 1.06, y + math.sin(a) * r * 1.06)
        pen.polygon(
            [
                tip,
                (x + math.cos(a + 0.5) * r * 0.6, y + math.sin(a + 0.5) * r * 0.6),
                (x + math.cos(a - 0.5) * r * 0.6, y + math.sin(a - 0.5) * r * 0.6),
            ],
            LEAF,
            ink,
            r * 0.07,
        )
    for i in range(5):
        a = math.radians(-90 + 72 * i)
        px, py = x + math.cos(a) * r * 0.56, y + math.sin(a) * r * 0.56
        pen.circle(px, py, r * 0.44, petals, ink, r * 0.1)
    for i in range(5):
        a = math.radians(-90 + 72 * i)
        pen.circle(x + math.cos(a) * r * 0.34, y + math.sin(a) * r * 0.34, r * 0.24, seed)
    pen.circle(x, y, r * 0.27, GOLD, ink, r * 0.09)


def shield_outline(w: float, h: float) -> list[Point]:
    """A heater shield around the origin, clockwise from the top left."""
    left, right, top, bottom = -w / 2, w / 2, -h / 2, h / 2
    belly = top + h * 0.42
    return [
        (left, top),
        (right, top),
        *bezier(
            (right, belly), (right, top + h * 0.78), (w * 0.22, bottom - h * 0.06), (0, bottom)
        ),
        *bezier((0, bottom), (-w * 0.22, bottom - h * 0.06), (left, top + h * 0.78), (left, belly)),
    ]


def clip(points: list[Point], inside: list[Point]) -> list[Point]:
    """The part of a polygon inside a convex polygon (both clockwise on the screen)."""
    out = points
    for a, b in zip(inside, [*inside[1:], inside[0]], strict=True):
        if not out:
            return []
        source, out = out, []

        def side(p: Point, a: Point = a, b: Point = b) -> float:
            return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

        for p, q in zip(source, [*source[1:], source[0]], strict=True):
            sp, sq = side(p), side(q)
            if sp >= 0:
                out.append(p)
            if (sp >= 0) != (sq >= 0):
                t = sp / (sp - sq)
                out.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
    return out


def charges(pattern: str, w: float, h: float) -> list[list[Point]]:
    """The parts of a field pattern that are in the second colour, within a box of this size around
    the origin.
    """
    left, right, top, low = -w / 2, w / 2, -h / 2, h / 2
    match pattern:
        case "pale":
            return [[(-w / 6, top), (w / 6, top), (w / 6, low), (-w / 6, low)]]
        case "fess":
            return [[(left, -h / 7), (right, -h / 7), (right, h / 7), (left, h / 7)]]
        case "bend":
            d = w * 0.24
            return [
                [
                    (left, top),
                    (left + d, top),
                    (right, low - d),
                    (right, low),
                    (right - d, low),
                    (left, top + d),
                ]
            ]
        case "chevron":
            d = h * 0.22
            return [
                [(left, h * 0.32), (0, -h * 0.12), (0, -h * 0.12 + d), (left, h * 0.32 + d)],
                [(0, -h * 0.12), (right, h * 0.32), (right, h * 0.32 + d), (0, -h * 0.12 + d)],
            ]
        case "quarter":
            return [
                [(0, top), (right, top), (right, 0), (0, 0)],
                [(left, 0), (0, 0), (0, low), (left, low)],
            ]
        case "cross":
            return [
                [(-w / 9, top), (w / 9, top), (w / 9, low), (-w / 9, low)],
                [(left, -h / 9), (right, -h / 9), (right, h / 9), (left, h / 9)],
            ]
        case "lozenge":
            return [[(0, top + h * 0.12), (w * 0.3, 0), (0, low - h * 0.12), (-w * 0.3, 0)]]
        case _:
            return []


def crown_points(x: float, base: float, w: float, h: float) -> list[Point]:
    """The outline of a three-pointed open crown resting on `base`."""
    return [
        (x - w / 2, base),
        (x - w / 2, base - h * 0.9),
        (x - w / 4, base - h * 0.42),
        (x, base - h),
        (x + w / 4, base - h * 0.42),
        (x + w / 2, base - h * 0.9),
        (x + w / 2, base),
    ]


def on_colour(colour: Colour) -> Colour:
    """The ink that is easier to read on this colour: white or near-black."""
    return max((WHITE, INK), key=lambda ink: contrast(ink, colour))


def paint_field(
    pen: Pen, mark: FactionMark, outline: list[Point], w: float, h: float, y: float = 0.0
) -> None:
    """Draw a faction's colour and pattern inside a convex outline."""
    pen.polygon(outline, mark.colour)
    for part in charges(mark.pattern, w, h):
        shifted = [(px, py + y) for px, py in part]
        inside = clip(shifted, outline)
        if len(inside) > 2:
            pen.polygon(inside, mark.second)
