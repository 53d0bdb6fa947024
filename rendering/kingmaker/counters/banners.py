"""The pennons of strangers who hold a place: the Scots, the French, and soldiers gone astray.

They are forked, where a player's banner is square, and bear a figure in the place of a letter.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from rendering.canvas.heraldry import GOLD, INK, RED_ROSE
from rendering.canvas.pen import Pen, Point
from rendering.canvas.theme import Colour
from rendering.kingmaker.counters.figures import FIGURES

PENNON = (17.0, 20.0)
"""Width and height of a pennon, in sheet pixels: that of a banner."""

_AZURE: Colour = (38, 66, 132)
_SILVER: Colour = (244, 244, 240)
_CLOTH: dict[str, tuple[Colour, Colour]] = {
    "scots": (_AZURE, _SILVER),
    "french": (_AZURE, GOLD),
    "french_foot": (RED_ROSE, GOLD),
}
"""The colours of cloth and figure, by who holds the place."""
STRANGERS = {"scots": "the Scots", "french": "the French", "french_foot": "the French soldiers"}
"""The bearers, in words."""


@lru_cache(maxsize=16)
def pennon(who: str, k: float) -> Image.Image:
    """A forked pennon at `k` device pixels to the sheet pixel: a saltire, or a lily."""
    ground, figure = _CLOTH[who]
    w, h = PENNON
    pen = Pen(w, h, k)
    left, right, top, low = -w / 2 + 1.6, w / 2 - 0.8, -h / 2 + 1.0, 4.6
    middle = (top + low) / 2
    pen.line([(-w / 2 + 1.4, -h / 2 + 0.5), (-w / 2 + 1.4, h / 2 - 0.5)], INK, 1.5)
    cloth = [(left, top), (right, top), (right - 3.4, middle), (right, low), (left, low)]
    pen.polygon(cloth, ground, INK, 1.0)
    if who == "scots":
        for points in (
            [(left + 1.2, top + 1.4), (right - 3.8, low - 1.4)],
            [(left + 1.2, low - 1.4), (right - 3.8, top + 1.4)],
        ):
            pen.line(points, figure, 2.6)
    else:
        _lily(pen, ((left + right) / 2 - 1.4, middle), 12.0, figure)
    return pen.sprite()


def _lily(pen: Pen, centre: Point, size: float, fill: Colour) -> None:
    """The lily of France."""
    x, y = centre
    for stroke in FIGURES["fleur_de_lis"]:
        points = [(x + px * size, y + py * size) for px, py in stroke.points]
        if stroke.width:
            pen.round_line(points, fill, stroke.width * size)
        else:
            pen.polygon(points, fill)
