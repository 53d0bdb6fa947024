"""Round tokens for what happens or holds at a spot: Parliament, peace, plague, battle and so on.

Each has a shape of its own, so that none depends on its colour.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image

from rendering.canvas.heraldry import GOLD, INK, RED_ROSE, WHITE_ROSE, crown_points, rose
from rendering.canvas.pen import Pen, mix
from rendering.canvas.theme import Colour
from rendering.kingmaker.counters.pieces import MarkKind

MARK = 27.0
"""Width and height of a token, in sheet pixels."""

_STEEL: Colour = (214, 220, 226)
_GROUND: dict[MarkKind, Colour] = {
    "parliament": (96, 30, 40),
    "peace": (222, 232, 240),
    "plague": (38, 34, 38),
    "battle": (250, 240, 214),
    "siege": (206, 184, 140),
    "death": (250, 240, 214),
    "crown": (52, 56, 128),
    "arrival": (250, 240, 214),
    "control": (250, 240, 214),
    "storm": (52, 84, 112),
    "heir": (250, 240, 214),
}


@lru_cache(maxsize=256)
def mark_token(kind: MarkKind, k: float) -> Image.Image:
    """The token of a mark at `k` device pixels to the sheet pixel."""
    pen = Pen(MARK, MARK, k)
    r = MARK / 2 - 1.0
    pen.circle(0, 0, r, INK)
    pen.circle(0, 0, r - 1.2, GOLD)
    pen.circle(0, 0, r - 2.8, INK)
    pen.circle(0, 0, r - 3.4, _GROUND[kind])
    _DRAWN[kind](pen)
    return pen.sprite()


def _parliament(pen: Pen) -> None:
    """A portcullis."""
    for x in (-5.0, -1.7, 1.7, 5.0):
        pen.line([(x, -5.5), (x, 6.5)], GOLD, 1.5)
    for y in (-5.0, -1.5, 2.0):
        pen.line([(-5.8, y), (5.8, y)], GOLD, 1.5)


def _peace(pen: Pen) -> None:
    """A sheathed sword, point down, between the two roses."""
    pen.line([(0, -7.5), (0, 7.5)], INK, 3.4)
    pen.line([(0, -7.0), (0, 7.0)], GOLD, 1.8)
    pen.line([(-3.8, -3.2), (3.8, -3.2)], INK, 2.2)
    rose(pen, -5.0, 2.0, 3.6, RED_ROSE)
    rose(pen, 5.0, 2.0, 3.6, WHITE_ROSE)


def _skull(pen: Pen, y: float, size: float, fill: Colour, hole: Colour) -> None:
    pen.circle(0, y - 0.1 * size, 0.52 * size, fill)
    pen.rect(-0.26 * size, y + 0.2 * size, 0.26 * size, y + 0.68 * size, fill)
    for x in (-0.2, 0.2):
        pen.circle(x * size, y - 0.04 * size, 0.15 * size, hole)
    pen.polygon(
        [(0, y + 0.12 * size), (0.09 * size, y + 0.28 * size), (-0.09 * size, y + 0.28 * size)],
        hole,
    )
    for x in (-0.1, 0.1):
        pen.line([(x * size, y + 0.44 * size), (x * size, y + 0.7 * size)], hole, 0.06 * size)


def _plague(pen: Pen) -> None:
    """A skull over crossed bones."""
    for s in (-1, 1):
        pen.round_line([(-s * 6.0, 1.0), (s * 6.0, 6.6)], WHITE_ROSE, 2.0)
    _skull(pen, -1.6, 9.0, WHITE_ROSE, _GROUND["plague"])


def _death(pen: Pen) -> None:
    """A black cross."""
    pen.line([(0, -7.0), (0, 7.6)], INK, 3.2)
    pen.line([(-4.8, -2.6), (4.8, -2.6)], INK, 3.2)


def _battle(pen: Pen) -> None:
    """Crossed swords."""
    for s in (-1, 1):
        pen.line([(s * 6.4, -6.8), (-s * 5.2, 5.4)], INK, 3.4)
        pen.line([(s * 6.0, -6.4), (-s * 3.4, 3.4)], _STEEL, 1.6)
        pen.line([(-s * 6.6, 1.6), (-s * 1.8, 6.2)], RED_ROSE, 2.0)


def _siege(pen: Pen) -> None:
    """A tower with a breach."""
    stone = mix(WHITE_ROSE, INK, 0.06)
    pen.polygon(
        [
            (-6, 7), (-6, -6.5), (-3.6, -6.5), (-3.6, -4.2), (-1.2, -4.2), (-1.2, -6.5),
            (1.2, -6.5), (1.2, -4.2), (3.6, -4.2), (3.6, -6.5), (6, -6.5), (6, 7),
        ],
        stone,
        INK,
        1.3,
    )  # fmt: skip
    pen.polygon([(-2.6, 7), (-3.0, 2), (-0.6, 3), (0.4, -1.6), (1.8, 2.4), (3.2, 2), (2.6, 7)], INK)


def _crown(pen: Pen) -> None:
    pen.polygon(crown_points(0, 5.0, 14.0, 10.0), GOLD, INK, 1.0)


def _heir(pen: Pen) -> None:
    """A red rose, and a white one in it."""
    rose(pen, 0, 0, 8.6, RED_ROSE)
    rose(pen, 0, 0, 4.6, WHITE_ROSE)


def _arrival(pen: Pen) -> None:
    """A star."""
    points = []
    for i in range(10):
        a = math.pi * i / 5 - math.pi / 2
        r = 8.0 if i % 2 == 0 else 3.4
        points.append((math.cos(a) * r, math.sin(a) * r))
    pen.polygon(points, RED_ROSE, INK, 0.9)


def _control(pen: Pen) -> None:
    """A key."""
    pen.circle(0, -4.2, 3.4, None, INK, 2.0)
    pen.line([(0, -1.2), (0, 7.4)], INK, 2.2)
    pen.line([(0, 6.4), (3.8, 6.4)], INK, 1.9)
    pen.line([(0, 3.2), (3.2, 3.2)], INK, 1.9)


def _storm(pen: Pen) -> None:
    """Two waves under a flash of lightning."""
    for y in (3.4, 6.6):
        pen.arc(-3.2, y, 3.2, 200, 340, WHITE_ROSE, 1.5)
        pen.arc(3.2, y, 3.2, 200, 340, WHITE_ROSE, 1.5)
    pen.polygon(
        [
            (1.0, -8.2),
            (-3.4, -2.2),
            (-0.4, -2.2),
            (-2.2, 2.0),
            (3.4, -3.8),
            (0.6, -3.8),
            (3.0, -8.2),
        ],
        GOLD,
    )


_DRAWN = {
    "parliament": _parliament,
    "peace": _peace,
    "plague": _plague,
    "battle": _battle,
    "siege": _siege,
    "death": _death,
    "crown": _crown,
    "arrival": _arrival,
    "control": _control,
    "storm": _storm,
    "heir": _heir,
}
