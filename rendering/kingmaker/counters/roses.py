"""The signs of the two sides: the rose of a House on a disc, and the cloth behind its counters.

Lancaster is dark on light, York light on dark, so that they differ to those who see no colour;
whoever serves nobody has neither.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.canvas.heraldry import INK, RED_ROSE, WHITE, WHITE_ROSE, rose
from rendering.canvas.pen import Pen, Point
from rendering.canvas.theme import Colour
from rendering.kingmaker.counters.pieces import Camp

ROSES: dict[Camp, tuple[Colour, Colour]] = {
    "lancaster": (RED_ROSE, WHITE),
    "york": (WHITE_ROSE, INK),
}
"""The petals of a side's rose, and the disc that it lies on."""

CAMPS: dict[Camp, str] = {
    "lancaster": "Lancaster",
    "york": "York",
    "neutral": "Neutral",
    "gone": "Died out",
}
"""The sides by their names, in the order in which they are listed."""

CLOTH = 3.0
"""By how much the cloth is larger than the counters before it, in sheet pixels."""


def paint_rose(pen: Pen, at: Point, radius: float, camp: Camp) -> None:
    """The rose of a side on its disc."""
    petals, disc = ROSES[camp]
    pen.circle(*at, radius, disc)
    rose(pen, *at, radius * 0.86, petals)


@lru_cache(maxsize=64)
def camp_badge(camp: Camp, side: int) -> Image.Image:
    """The sign of a side in a square of this many pixels: its rose, or an empty ring."""
    pen = Pen(side, side, 1)
    radius = side / 2 - 1.0
    if camp in ROSES:
        pen.circle(0, 0, radius, WHITE, INK, max(1.0, side / 30))
        paint_rose(pen, (0.0, 0.0), radius - max(1.0, side / 30), camp)
        return pen.sprite()
    pen.circle(0, 0, radius * 0.86, WHITE, INK, max(1.6, side / 10))
    if camp == "gone":
        reach = radius * 0.5
        pen.line([(-reach, -reach), (reach, reach)], INK, max(1.6, side / 12))
        pen.line([(-reach, reach), (reach, -reach)], INK, max(1.6, side / 12))
    return pen.sprite()


@lru_cache(maxsize=256)
def cloth(camp: Camp, width: int, height: int, k: float) -> Image.Image:
    """A cloth of this size behind counters: red for Lancaster, white with a hem for York."""
    petals, _ = ROSES[camp]
    pen = Pen(width, height, k)
    x, y = width / 2 - 0.6, height / 2 - 0.6
    pen.rect(-x, -y, x, y, petals, INK, 1.0)
    if camp == "york":
        pen.rect(2.0 - x, 2.0 - y, x - 2.0, y - 2.0, None, INK, 0.7)
    return pen.sprite()
