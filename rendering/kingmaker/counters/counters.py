"""Counters: shields, ships, roses, troop plates, control flags and siege rings.

Sizes are in sheet pixels; every sprite is cached, so a board with sixty counters takes only sixty
pastes.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rules.kernel import Seat
from rendering.canvas.fonts import Style, draw_centred, text_width
from rendering.canvas.heraldry import (
    FALSE_ROSE,
    GOLD,
    INK,
    RED_ROSE,
    WHITE,
    WHITE_ROSE,
    crown_points,
    on_colour,
    paint_field,
    rose,
    shield_outline,
)
from rendering.canvas.pen import OVERSAMPLE, Pen, Point, mix
from rendering.canvas.theme import Colour, Theme, faction_mark
from rendering.kingmaker.counters.arms import arms_sprite, has_arms
from rendering.kingmaker.counters.marks import ROSES, paint_rose
from rendering.kingmaker.counters.pieces import Camp

SHIELD = (27.0, 37.0)
CHIEF = 13.0
"""The height of the band with the letters at the top of a noble's counter."""

SHIELD_STEP = 14.0
ROSE = 34.0
"""The width of an heir's rose: the pieces that the game is about should be seen first."""
SHIP = (36.0, 30.0)
PLATE_HEIGHT = 15.0
FLAG = (17.0, 20.0)

SHORT_STYLE = Style("sans", 12.5)
PLATE_STYLE = Style("number", 13.5)
BADGE_STYLE = Style("sans", 11.5)
HEIR_STYLE = Style("sans", 14.0)


def _text(
    sprite: Image.Image,
    x: float,
    y: float,
    text: str,
    style: Style,
    ink: Colour,
    k: float,
    max_width: float | None = None,
) -> None:
    draw = ImageDraw.Draw(sprite)
    draw_centred(
        draw,
        (x * k, y * k),
        text,
        style.scaled(k),
        ink,
        max_width=None if max_width is None else max_width * k,
    )


@lru_cache(maxsize=1024)
def shield(short: str, seat: Seat | None, captive: bool, k: float, noble: str = "") -> Image.Image:
    """A noble: his letters in a chief of his faction's colour, and his arms below it.

    If the noble has no arms, the field has his faction's colour and pattern.
    """
    mark = faction_mark(seat)
    w, h = SHIELD
    pen = Pen(w, h, k)
    top, chief = -h / 2 + 1.2, -h / 2 + CHIEF
    body_h = h / 2 - 1.2 - chief
    body = [(x, y + chief + body_h / 2) for x, y in shield_outline(w - 2.4, body_h)]
    band = [(-w / 2 + 1.2, top), (w / 2 - 1.2, top), (w / 2 - 1.2, chief), (-w / 2 + 1.2, chief)]
    if has_arms(noble):
        size = round((w - 2.0) * k), round((body_h + 0.4) * k)
        _paste_arms(pen, noble, size, chief)
    else:
        paint_field(pen, mark, body, w - 2.4, body_h, chief + body_h / 2)
    pen.polygon(band, mark.colour)
    pen.line([band[3], band[2]], INK, 1.1)
    if captive:
        for x in (-8.0, -2.7, 2.7, 8.0):
            pen.line([(x, chief), (x, h / 2 - 4 - abs(x) * 0.5)], INK, 1.6)
    pen.polygon([band[0], band[1], *body[1:-1], body[-1]], None, INK, 1.7)
    sprite = pen.sprite()
    ink = on_colour(mark.colour)
    _text(sprite, w / 2, CHIEF / 2 + 0.8, short, SHORT_STYLE, ink, k, w - 1.8)
    return sprite


def _paste_arms(pen: Pen, noble: str, size: tuple[int, int], top: float) -> None:
    """Put arms in the middle of a pen's drawing, with their upper edge at `top`."""
    arms = arms_sprite(noble, size[0] * OVERSAMPLE // 2, size[1] * OVERSAMPLE // 2)
    arms = arms.resize((arms.width * 2, arms.height * 2), Image.Resampling.BILINEAR)
    x, y = pen.at(0, top)
    pen.image.paste(arms, (round(x - arms.width / 2), round(y)), arms)


@lru_cache(maxsize=256)
def plate(seat: Seat | None, number: int, k: float, camp: Camp | None = None) -> Image.Image:
    """The strength of a force: its seat's letter, its troops, and its side's rose."""
    mark = faction_mark(seat)
    text = str(number)
    width = plate_width(seat, number, camp)
    pen = Pen(width, PLATE_HEIGHT, k)
    r = PLATE_HEIGHT / 2 - 0.6
    left, right = -width / 2 + 0.6, width / 2 - 0.6
    for fill, grow in ((INK, 0.0), (mark.colour, -1.3)):
        pen.circle(left + r, 0, r + grow, fill)
        pen.circle(right - r, 0, r + grow, fill)
        pen.rect(left + r, -r - grow, right - r, r + grow, fill)
    pen.circle(left + r, 0, r - 1.3, WHITE)
    sided = camp in ROSES
    if camp is not None and sided:
        paint_rose(pen, (right - r, 0.0), r - 1.3, camp)
    sprite = pen.sprite()
    _text(sprite, r + 0.6, PLATE_HEIGHT / 2, mark.letter, BADGE_STYLE, INK, k)
    x = (2 * r + width - 2.5 - (2 * r - 4.0) * sided) / 2
    _text(sprite, x, PLATE_HEIGHT / 2, text, PLATE_STYLE, on_colour(mark.colour), k)
    return sprite


def plate_width(seat: Seat | None, number: int, camp: Camp | None = None) -> float:
    """The width of a plate in sheet pixels: wider with the rose of a side."""
    rose_width = PLATE_HEIGHT - 5.0 if camp in ROSES else 0.0
    return text_width(str(number), PLATE_STYLE) + PLATE_HEIGHT + 9.0 + rose_width


@lru_cache(maxsize=128)
def heir_token(house: str, crowned: bool, short: str, k: float) -> Image.Image:
    """A royal heir: the rose of his house, crowned if he is King, with his letters below."""
    w, h = heir_size(crowned)
    pen = Pen(w, h, k)
    cy = h / 2 - 12.0 - ROSE / 2
    # A pale edge round the dark one makes the rose stand out from walls, woods and paper.
    pen.circle(0, cy, ROSE / 2 + 1.2, WHITE)
    if crowned:
        crown = crown_points(0, cy - ROSE / 2 + 1.0, 30.0, 17.0)
        pen.polygon(crown, None, WHITE, 3.4)
        pen.polygon(crown, GOLD, INK, 1.3)
    petals = {"lancaster": RED_ROSE, "york": WHITE_ROSE}.get(house, FALSE_ROSE)
    rose(pen, 0, cy, ROSE / 2 - 0.4, petals, INK)
    if petals == FALSE_ROSE:  # a bar across it, for people who cannot see colours
        pen.line([(-ROSE / 2, cy + ROSE / 2), (ROSE / 2, cy - ROSE / 2)], INK, 2.0)
    half = w / 2 - 1.2
    pen.rect(-half, h / 2 - 15.0, half, h / 2 - 0.6, (253, 249, 238), INK, 1.0)
    sprite = pen.sprite()
    _text(sprite, w / 2, h - 7.9, short, HEIR_STYLE, INK, k, w - 4.0)
    return sprite


def heir_size(crowned: bool) -> tuple[float, float]:
    """The width and height of an heir's token in sheet pixels."""
    return ROSE + 3.0, (ROSE + 14.0) + (14.0 if crowned else 0.0)


@lru_cache(maxsize=128)
def ship_token(short: str, seat: Seat | None, k: float) -> Image.Image:
    """A ship: the sail has its owner's colour, pattern and letter, and the hull has the ship's own
    letters."""
    mark = faction_mark(seat)
    w, h = SHIP
    pen = Pen(w, h, k)
    sail = [(-10.5, -11.5), (10.5, -11.5), (12.5, -5.5), (11.0, 1.6), (-11.0, 1.6), (-12.5, -5.5)]
    hull = [(-17.0, 1.8), (-12.0, 3.6), (12.0, 3.6), (17.0, 1.8), (13.0, 13.6), (-13.0, 13.6)]
    # A pale edge round the dark one makes the ship stand out from a dark sea and from a light one.
    for outline in (sail, hull):
        pen.polygon(outline, None, WHITE, 3.4)
    pen.line([(0, -14.0), (0, 6)], INK, 1.5)
    paint_field(pen, mark, sail, 25.0, 13.0, -5.0)
    pen.polygon(sail, None, INK, 1.3)
    pen.circle(0, -5.0, 5.0, WHITE, INK, 0.9)
    pen.polygon(hull, (150, 104, 62), INK, 1.4)
    pen.polygon([(14.8, 2.6), (17.0, 1.8), (15.4, 6.4)], (150, 104, 62), INK, 1.0)
    sprite = pen.sprite()
    _text(sprite, w / 2, h / 2 - 5.0, mark.letter, Style("number", 9.5), INK, k)
    _text(sprite, w / 2, h / 2 + 8.4, short, BADGE_STYLE, WHITE, k, 22.0)
    return sprite


@lru_cache(maxsize=32)
def flag(seat: Seat, k: float) -> Image.Image:
    """Control of a fortress: a banner with the seat's letter."""
    mark = faction_mark(seat)
    w, h = FLAG
    pen = Pen(w, h, k)
    pen.line([(-w / 2 + 1.4, -h / 2 + 0.5), (-w / 2 + 1.4, h / 2 - 0.5)], INK, 1.5)
    cloth = [
        (-w / 2 + 1.6, -h / 2 + 1.2),
        (w / 2 - 0.8, -h / 2 + 1.2),
        (w / 2 - 0.8, 3.4),
        (-w / 2 + 1.6, 3.4),
    ]
    pen.polygon(cloth, mark.colour, INK, 1.0)
    sprite = pen.sprite()
    _text(
        sprite,
        w / 2 + 0.6,
        h / 2 - 2.8,
        mark.letter,
        Style("number", 12.0),
        on_colour(mark.colour),
        k,
    )
    return sprite


@lru_cache(maxsize=64)
def siege_ring(seat: Seat, turn: int, size: tuple[int, int], theme: Theme, k: float) -> Image.Image:
    """A palisade round a place under siege, with the number of the siege turn on a dark disc."""
    mark = faction_mark(seat)
    w, h = size
    pen = Pen(w, h, k)
    rx, ry = w / 2 - 5.0, h / 2 - 6.0
    count = max(14, round((rx + ry) / 3.2))
    for i in range(count):
        a = math.tau * i / count
        x, y = math.cos(a) * rx, math.sin(a) * ry
        pen.polygon([(x - 2.6, y + 3.2), (x, y - 5.0), (x + 2.6, y + 3.2)], mark.colour, INK, 1.0)
    bx, by = -rx * 0.74, -ry * 0.74
    pen.circle(bx, by, 8.0, INK, WHITE, 1.2)
    sprite = pen.sprite()
    _text(sprite, w / 2 + bx, h / 2 + by, str(turn), Style("number", 13.0), WHITE, k)
    return sprite


@lru_cache(maxsize=128)
def wall_backdrop(w: int, h: int, theme: Theme, k: float) -> Image.Image:
    """The battlemented wall behind a force inside a place."""
    pen = Pen(w, h, k)
    left, right, top, bottom = -w / 2 + 1, w / 2 - 1, -h / 2 + 1, h / 2 - 1
    merlons = max(2, round(w / 13))
    step = (right - left) / (2 * merlons - 1)
    points: list[Point] = [(left, bottom), (left, top)]
    for i in range(merlons):
        x = left + 2 * i * step
        points += [(x, top), (x + step, top)]
        if i < merlons - 1:
            points += [(x + step, top + 5), (x + 2 * step, top + 5)]
    points += [(right, bottom)]
    pen.polygon(points, theme.stone_shade, INK, 1.4)
    course = mix(theme.stone_shade, theme.ink, 0.25)
    y, odd = top + 10.0, False
    while y < bottom - 2:
        pen.line([(left + 1, y), (right - 1, y)], course, 0.7)
        x = left + (4 if odd else 9)
        while x < right - 2:
            pen.line([(x, y), (x, min(bottom - 1, y + 6))], course, 0.7)
            x += 10
        odd = not odd
        y += 6.0
    return pen.sprite()


def big_arms(noble: str, seat: Seat | None, width: int, height: int) -> Image.Image:
    """A noble's arms at this size in pixels; if he has none, his faction's field."""
    if has_arms(noble):
        return arms_sprite(noble, width, height, 2)
    pen = Pen(width, height, 1)
    outline = shield_outline(width - 3, height - 3)
    paint_field(pen, faction_mark(seat), outline, width - 3, height - 3)
    pen.polygon(outline, None, INK, 2.0)
    return pen.sprite()
