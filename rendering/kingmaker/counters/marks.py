"""Round tokens for things that happen or are in force at a spot: Parliament, peace, plague, battle
and so on.

Each token has a different shape, so nobody needs to see its colour.

The pennons of strangers who hold a place: the Scots, the French, and soldiers gone astray.

Unlike a player's square banner, a pennon is forked and has a figure instead of a letter.

The signs of the two sides: the rose of a House on a disc, and the cloth behind its counters.

Lancaster is dark on light and York light on dark, so people who cannot see colours can tell them
apart; a player who serves nobody has neither sign.

The plaque of a reign that counts towards victory: whose reign it is, and a crown for every turn.

A full crown stands for a turn already counted, an empty crown for one still to come; the words say
the same.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.canvas.blank_sheet import seat_badge
from rendering.canvas.fonts import Style, draw_text, text_width
from rendering.canvas.heraldry import GOLD, INK, RED_ROSE, WHITE, WHITE_ROSE, crown_points, rose
from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.theme import Colour, Theme
from rendering.kingmaker.counters.figures import FIGURES
from rendering.kingmaker.counters.pieces import Camp, MarkKind, ReignPiece

MARK = 27.0
"""The width and height of a token, in sheet pixels."""

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
    """A mark's token at `k` device pixels per sheet pixel."""
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
    """A red rose with a white one in it."""
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


PENNON = (17.0, 20.0)
"""The width and height of a pennon, in sheet pixels: the same as a banner's."""

_AZURE: Colour = (38, 66, 132)
_SILVER: Colour = (244, 244, 240)
_CLOTH: dict[str, tuple[Colour, Colour]] = {
    "scots": (_AZURE, _SILVER),
    "french": (_AZURE, GOLD),
    "french_foot": (RED_ROSE, GOLD),
}
"""The colours of cloth and figure for each kind of stranger."""
STRANGERS = {"scots": "the Scots", "french": "the French", "french_foot": "the French soldiers"}
"""The words for each kind of stranger."""


@lru_cache(maxsize=16)
def pennon(who: str, k: float) -> Image.Image:
    """A forked pennon at `k` device pixels per sheet pixel: with a saltire or a lily."""
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


ROSES: dict[Camp, tuple[Colour, Colour]] = {
    "lancaster": (RED_ROSE, WHITE),
    "york": (WHITE_ROSE, INK),
}
"""The colours of the petals of a side's rose and of the disc behind it."""

CAMPS: dict[Camp, str] = {
    "lancaster": "Lancaster",
    "york": "York",
    "neutral": "Neutral",
    "gone": "Died out",
}
"""The names of the sides, in the order in which they are listed."""

CLOTH = 3.0
"""The margin, in sheet pixels, by which the cloth is larger than the counters in front of it."""


def paint_rose(pen: Pen, at: Point, radius: float, camp: Camp) -> None:
    """The rose of a side on its disc."""
    petals, disc = ROSES[camp]
    pen.circle(*at, radius, disc)
    rose(pen, *at, radius * 0.86, petals)


@lru_cache(maxsize=64)
def camp_badge(camp: Camp, side: int) -> Image.Image:
    """The sign of a side in a square of this many pixels: its rose, an empty ring, or a ring with a
    cross in it if the side has died out.
    """
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
    """A cloth of this size to go behind counters: red for Lancaster, white with a hem for York."""
    petals, _ = ROSES[camp]
    pen = Pen(width, height, k)
    x, y = width / 2 - 0.6, height / 2 - 0.6
    pen.rect(-x, -y, x, y, petals, INK, 1.0)
    if camp == "york":
        pen.rect(2.0 - x, 2.0 - y, x - 2.0, y - 2.0, None, INK, 0.7)
    return pen.sprite()


_BADGE = 74
_CROWN = 42.0
_GAP = 8
_EDGE = 14
_WORDS = Style("bold", 33.0)


@lru_cache(maxsize=64)
def reign_plaque(reign: ReignPiece, theme: Theme) -> Image.Image:
    """The plaque, in sheet pixels: large enough to be read at a third of its size."""
    words = f"{reign.turns} of {reign.needed} turns"
    row = round(reign.needed * (_CROWN + _GAP))
    inner = max(row, round(text_width(words, _WORDS)))
    size = (_EDGE * 3 + _BADGE + inner, _EDGE * 2 + 86)
    plaque = Image.new("RGBA", size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(plaque)
    box = [0, 0, size[0] - 1, size[1] - 1]
    draw.rounded_rectangle(box, radius=12, fill=theme.card, outline=theme.gold, width=5)
    badge = seat_badge(reign.seat, _BADGE)
    plaque.paste(badge, (_EDGE, (size[1] - _BADGE) // 2), badge if badge.mode == "RGBA" else None)
    left = _EDGE * 2 + _BADGE
    for nth in range(reign.needed):
        crown = _small_crown(nth < reign.turns, theme)
        plaque.paste(crown, (round(left + nth * (_CROWN + _GAP)), _EDGE), crown)
    draw_text(draw, (left, size[1] - _EDGE - 7), words, _WORDS, theme.ink)
    return plaque


@lru_cache(maxsize=8)
def _small_crown(counted: bool, theme: Theme) -> Image.Image:
    """Draw a crown: full for a turn that counts, a mere outline for one to come."""
    pen = Pen(_CROWN + 6, _CROWN * 0.8 + 6, 1)
    points = crown_points(0, _CROWN * 0.4, _CROWN, _CROWN * 0.75)
    if counted:
        pen.polygon(points, GOLD, INK, 3.0)
    else:
        pen.polygon(points, theme.card, mix(theme.card, INK, 0.55), 2.4)
    return pen.sprite()
