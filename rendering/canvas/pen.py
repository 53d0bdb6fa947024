"""Small smooth drawings: shapes drawn large on a clear sheet and then reduced."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

Point = tuple[float, float]
Paint = tuple[int, int, int] | tuple[int, int, int, int]
OVERSAMPLE = 4


class Pen:
    """A drawing surface in sheet pixels with its origin in the centre.

    `sprite()` gives the finished RGBA picture at `scale` device pixels per sheet pixel.
    """

    def __init__(self, width: float, height: float, scale: float) -> None:
        self.scale = scale
        self.size = (max(1, math.ceil(width * scale)), max(1, math.ceil(height * scale)))
        self._k = scale * OVERSAMPLE
        full = (self.size[0] * OVERSAMPLE, self.size[1] * OVERSAMPLE)
        self._origin = (full[0] / 2, full[1] / 2)
        self.image = Image.new("RGBA", full, (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self.image)

    def at(self, x: float, y: float) -> Point:
        return self._origin[0] + x * self._k, self._origin[1] + y * self._k

    def _width(self, width: float) -> int:
        return max(1, round(width * self._k))

    def polygon(
        self,
        points: Sequence[Point],
        fill: Paint | None = None,
        line: Paint | None = None,
        width: float = 1.0,
    ) -> None:
        pts = [self.at(*p) for p in points]
        if fill is not None:
            self._draw.polygon(pts, fill=fill)
        if line is not None:
            self._draw.line(
                [*pts, pts[0], pts[1]], fill=line, width=self._width(width), joint="curve"
            )

    def rect(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        fill: Paint | None = None,
        line: Paint | None = None,
        width: float = 1.0,
    ) -> None:
        self.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], fill, line, width)

    def line(self, points: Sequence[Point], fill: Paint, width: float = 1.0) -> None:
        pts = [self.at(*p) for p in points]
        self._draw.line(pts, fill=fill, width=self._width(width), joint="curve")

    def round_line(self, points: Sequence[Point], fill: Paint, width: float = 1.0) -> None:
        """A line with round ends."""
        self.line(points, fill, width)
        for x, y in (points[0], points[-1]):
            self.circle(x, y, width / 2, fill)

    def ellipse(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: Paint | None = None,
        line: Paint | None = None,
        width: float = 1.0,
    ) -> None:
        x0, y0 = self.at(x - rx, y - ry)
        x1, y1 = self.at(x + rx, y + ry)
        self._draw.ellipse(
            (x0, y0, x1, y1), fill=fill, outline=line, width=self._width(width) if line else 0
        )

    def circle(
        self,
        x: float,
        y: float,
        r: float,
        fill: Paint | None = None,
        line: Paint | None = None,
        width: float = 1.0,
    ) -> None:
        self.ellipse(x, y, r, r, fill, line, width)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, fill: Paint, width: float
    ) -> None:
        """Part of a circle, in degrees clockwise from east."""
        x0, y0 = self.at(x - r, y - r)
        x1, y1 = self.at(x + r, y + r)
        self._draw.arc((x0, y0, x1, y1), start, end, fill=fill, width=self._width(width))

    def sprite(self) -> Image.Image:
        return self.image.reduce(OVERSAMPLE)


def mix(a: Sequence[int], b: Sequence[int], t: float) -> tuple[int, int, int]:
    """The colour that is the fraction `t` of the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def bezier(p0: Point, p1: Point, p2: Point, p3: Point, steps: int = 10) -> list[Point]:
    """Points along a cubic curve, both ends included."""
    out = []
    for i in range(steps + 1):
        t = i / steps
        u = 1 - t
        out.append(
            (
                u**3 * p0[0] + 3 * u * u * t * p1[0] + 3 * u * t * t * p2[0] + t**3 * p3[0],
                u**3 * p0[1] + 3 * u * u * t * p1[1] + 3 * u * t * t * p2[1] + t**3 * p3[1],
            )
        )
    return out


def smooth(points: Sequence[Point], rounds: int = 2) -> list[Point]:
    """Chaikin's corner cutting; both ends stay, and nothing leaves the line's hull."""
    pts = list(points)
    for _ in range(rounds):
        out = [pts[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(pts):
            out.append((ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25))
            out.append((ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75))
        out.append(pts[-1])
        pts = out
    return pts
