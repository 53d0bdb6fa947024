"""The things that several of Lancaster's pictures show in rows: names, rewards, knights and counts.

Lancaster's tokens as small drawings: knights, squires, coins, ballots, noblemen and more.

Every sprite is a square or a shield, sized in pixels, and is cached: a board needs a few dozen of
them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rules.kernel import Seat, every_seat
from bot.rules.lancaster.content import Reward
from bot.rules.lancaster.state import is_ally, leader
from bot.rules.lancaster.view import BoardView, HouseView
from rendering.canvas.blank_sheet import BlankSheet
from rendering.canvas.fonts import Style, draw_centred, text_width
from rendering.canvas.heraldry import (
    GOLD,
    INK,
    charges,
    clip,
    crown_points,
    on_colour,
    paint_field,
    shield_outline,
)
from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import Colour, faction_mark

WHITE: Colour = (255, 255, 255)
FRANCE: Colour = (44, 74, 138)
STEEL: Colour = (186, 184, 176)
PARCHMENT: Colour = (250, 244, 228)
FLESH: Colour = (238, 208, 172)
ROBE: Colour = (140, 78, 158)
STONE: Colour = (196, 180, 148)
GREEN: Colour = (28, 130, 88)
RED: Colour = (168, 18, 28)


def mark_of(side: int) -> Seat:
    """The seat whose colours a side wears: a player's own or, for an ally, the seat two places
    after the player's.

    Only games for two players have allies (lancaster-2.11).
    """
    return Seat(leader(side) + 2 if is_ally(side) else side)


@lru_cache(maxsize=512)
def knight(side: int, strength: int, height: int) -> Image.Image:
    """A knight: a shield in his side's colour and pattern, with his strength and his side's
    letter."""
    mark = faction_mark(mark_of(side))
    width = round(height * 0.84)
    pen = Pen(width, height, 1)
    w, h = width - 3, height - 3
    outline = shield_outline(w, h)
    paint_field(pen, mark, outline, w, h)
    pen.polygon(outline, None, INK, 2.0)
    r = height * 0.27
    x, y = width * 0.07, height * 0.03
    pen.circle(x, y, r, WHITE, INK, 1.4)
    tab = height * 0.37
    left, top = -width / 2 + 0.8, -height / 2 + 0.8
    pen.rect(left, top, left + tab, top + tab, mark.colour, INK, 1.2)
    sprite = pen.sprite()
    draw = ImageDraw.Draw(sprite)
    cx, cy = sprite.width / 2, sprite.height / 2
    draw_centred(draw, (cx + x, cy + y), str(strength), Style("number", r * 1.62), INK)
    letter = Style("sans", tab * 0.86)
    at = (cx + left + tab / 2, cy + top + tab / 2)
    draw_centred(draw, at, mark.letter, letter, on_colour(mark.colour))
    return sprite


@lru_cache(maxsize=64)
def token(name: str, side: int) -> Image.Image:
    """One of `TOKENS` in a square with sides of this many pixels. Raises KeyError for any other
    name."""
    pen = Pen(side, side, 1)
    _PAINTERS[name](pen, side)
    return pen.sprite()


def _coin(pen: Pen, s: float) -> None:
    pen.circle(0, 0, s * 0.42, GOLD, INK, s * 0.045)
    pen.circle(0, 0, s * 0.31, None, mix(GOLD, INK, 0.45), s * 0.04)
    pen.polygon(crown_points(0, s * 0.14, s * 0.34, s * 0.28), mix(GOLD, INK, 0.62))


def _squire(pen: Pen, s: float) -> None:
    line = s * 0.045
    body = [
        (-s * 0.3, s * 0.42),
        (-s * 0.17, -s * 0.06),
        (s * 0.17, -s * 0.06),
        (s * 0.3, s * 0.42),
    ]
    pen.polygon(body, STEEL, INK, line)
    pen.line([(-s * 0.23, s * 0.16), (s * 0.23, s * 0.16)], INK, line)
    pen.circle(0, -s * 0.22, s * 0.19, FLESH, INK, line)


def _ballot(pen: Pen, s: float) -> None:
    pen.rect(-s * 0.31, -s * 0.4, s * 0.31, s * 0.4, PARCHMENT, INK, s * 0.045)
    tick = [(-s * 0.17, s * 0.02), (-s * 0.03, s * 0.2), (s * 0.2, -s * 0.2)]
    pen.round_line(tick, GREEN, s * 0.12)


def _nobleman(pen: Pen, s: float) -> None:
    line = s * 0.045
    shoulders = [
        (-s * 0.36, s * 0.42),
        (-s * 0.22, s * 0.1),
        (s * 0.22, s * 0.1),
        (s * 0.36, s * 0.42),
    ]
    pen.polygon(shoulders, ROBE, INK, line)
    pen.circle(0, -s * 0.04, s * 0.19, FLESH, INK, line)
    pen.polygon(crown_points(0, -s * 0.14, s * 0.44, s * 0.28), GOLD, INK, line)


def _star(pen: Pen, s: float) -> None:
    points = []
    for i in range(10):
        r = s * (0.46 if i % 2 == 0 else 0.2)
        a = math.radians(-90 + 36 * i)
        points.append((math.cos(a) * r, math.sin(a) * r + s * 0.03))
    pen.polygon(points, RED, INK, s * 0.045)


def _tower(pen: Pen, s: float) -> None:
    line = s * 0.045
    pen.polygon(_battlements(s), STONE, INK, line)
    pen.rect(-s * 0.09, s * 0.14, s * 0.09, s * 0.42, INK)


def _battlements(s: float) -> list[tuple[float, float]]:
    top, wall, low, half = -s * 0.42, -s * 0.24, s * 0.42, s * 0.3
    step = 2 * half / 5
    points = [(-half, low)]
    for i in range(5):
        y = top if i % 2 == 0 else wall
        points += [(-half + i * step, y), (-half + (i + 1) * step, y)]
    return [*points, (half, low)]


def _recruit(pen: Pen, s: float) -> None:
    _blank_shield(pen, s)
    _plus(pen, 0, -s * 0.06, s * 0.2)


def _upgrade(pen: Pen, s: float) -> None:
    _blank_shield(pen, s)
    arrow = [(0, -s * 0.3), (s * 0.22, -s * 0.04), (s * 0.09, -s * 0.04), (s * 0.09, s * 0.22),
             (-s * 0.09, s * 0.22), (-s * 0.09, -s * 0.04), (-s * 0.22, -s * 0.04)]  # fmt: skip
    pen.polygon(arrow, GREEN)


def _blank_shield(pen: Pen, s: float) -> None:
    pen.polygon(shield_outline(s * 0.74, s * 0.86), WHITE, INK, s * 0.05)


def _plus(pen: Pen, x: float, y: float, r: float) -> None:
    pen.line([(x - r, y), (x + r, y)], GREEN, r * 0.62)
    pen.line([(x, y - r), (x, y + r)], GREEN, r * 0.62)


def _extension(pen: Pen, s: float) -> None:
    _tower(pen, s)
    pen.circle(s * 0.26, -s * 0.24, s * 0.2, WHITE, INK, s * 0.035)
    _plus(pen, s * 0.26, -s * 0.24, s * 0.12)


def _swords(pen: Pen, s: float) -> None:
    for way in (-1, 1):
        pen.round_line([(-way * s * 0.34, -s * 0.36), (way * s * 0.3, s * 0.3)], INK, s * 0.15)
        pen.round_line([(-way * s * 0.34, -s * 0.36), (way * s * 0.3, s * 0.3)], STEEL, s * 0.07)
        pen.round_line([(way * s * 0.08, s * 0.3), (way * s * 0.32, s * 0.06)], INK, s * 0.09)


def _marker(pen: Pen, s: float) -> None:
    pen.circle(0, 0, s * 0.44, RED, INK, s * 0.045)
    pen.polygon(crown_points(0, s * 0.2, s * 0.52, s * 0.42), GOLD, INK, s * 0.04)


def _saint_george(pen: Pen, s: float) -> None:
    outline = shield_outline(s * 0.74, s * 0.86)
    pen.polygon(outline, WHITE)
    for part in charges("cross", s * 0.74, s * 0.86):
        pen.polygon(clip(part, outline), RED)
    pen.polygon(outline, None, INK, s * 0.05)


def _lily(pen: Pen, s: float) -> None:
    """A fleur-de-lys."""
    line = s * 0.035
    petal = [(0, -s * 0.46), (s * 0.13, -s * 0.16), (s * 0.05, s * 0.1), (-s * 0.05, s * 0.1),
             (-s * 0.13, -s * 0.16)]  # fmt: skip
    for way in (-1, 1):
        side = [(way * s * 0.05, s * 0.1), (way * s * 0.1, -s * 0.14), (way * s * 0.27, -s * 0.28),
                (way * s * 0.4, -s * 0.1), (way * s * 0.28, s * 0.08), (way * s * 0.27, -s * 0.1),
                (way * s * 0.16, s * 0.1)]  # fmt: skip
        pen.polygon(side, GOLD, INK, line)
    pen.polygon(petal, GOLD, INK, line)
    foot = [(-s * 0.12, s * 0.16), (s * 0.12, s * 0.16), (s * 0.2, s * 0.4), (0, s * 0.28),
            (-s * 0.2, s * 0.4)]  # fmt: skip
    pen.polygon(foot, GOLD, INK, line)
    pen.rect(-s * 0.24, s * 0.07, s * 0.24, s * 0.17, GOLD, INK, line)


_PAINTERS: dict[str, Callable[[Pen, float], None]] = {
    "gold": _coin,
    "squires": _squire,
    "votes": _ballot,
    "points": _star,
    "nobleman": _nobleman,
    "recruit": _recruit,
    "upgrade": _upgrade,
    "extension": _extension,
    "tower": _tower,
    "to_conflict": _swords,
    "starter": _marker,
    "england": _saint_george,
    "lily": _lily,
}

TOKENS = tuple(_PAINTERS)
"""Every token that has a drawing."""


PHASES = {
    "setup": "The board is being set up",
    "placing": "Knights are placed",
    "parliament": "Parliament votes",
    "counties": "The counties pay",
    "castles": "The castles pay",
    "conflicts": "The conflicts are fought",
    "prepare": "The next round is being set up",
}

_REWARDS = (
    "gold", "squires", "votes", "points", "recruit", "upgrade", "extension", "nobleman",
)  # fmt: skip
"""The fields of a reward that count something; each has a token with the same name."""


def seat_names(view: BoardView, names: Sequence[str] | None) -> list[str]:
    """The names of the seats: those given, otherwise `Seat 1`, `Seat 2`, …"""
    return [seat_name(seat, names) for seat in every_seat(view.seats)]


def house_of(view: BoardView, side: int) -> HouseView:
    """The house of a side. Raises KeyError for a side that is not playing."""
    for house in view.houses:
        if house.side == side:
            return house
    raise KeyError(side)


def side_name(house: HouseView, names: Sequence[str]) -> str:
    """The name of a side: a player, or a player's ally."""
    return f"{names[house.seat]}’s ally" if house.ally else names[house.seat]


def phase_line(view: BoardView) -> str:
    """The current state of the game."""
    if view.result is not None:
        return f"The game is over after {view.round} rounds"
    if view.round < 1:
        return PHASES[view.phase]
    return f"Round {view.round} of {view.rounds} · {PHASES[view.phase]}"


def reward_tokens(reward: Reward, *, starter: bool = False) -> list[tuple[str, int]]:
    """A reward as tokens, each with its number."""
    found = [(name, getattr(reward, name)) for name in _REWARDS if getattr(reward, name)]
    found += [("to_conflict", 1)] if reward.to_conflict else []
    return found + ([("starter", 1)] if starter else [])


def reward_row(
    page: BlankSheet, at: Point, reward: Reward, size: int, *, starter: bool = False
) -> None:
    """A reward as tokens in a row with their numbers, from the upper left corner."""
    x, y = at
    style = Style("number", size * 0.82)
    for name, count in reward_tokens(reward, starter=starter):
        if count > 1:
            words = str(count)
            page.text((x, y + size * 0.82), words, style, page.theme.ink)
            x += text_width(words, style) + 3
        page.paste(token(name, size), x, y)
        x += size + 7


def knight_row(
    page: BlankSheet, at: Point, side: int, strengths: Sequence[int], height: int, room: float
) -> None:
    """Knights side by side, closer together if there is little room."""
    step = knight_step(len(strengths), height, room)
    for index, strength in enumerate(strengths):
        page.paste(knight(side, strength, height), at[0] + index * step, at[1])


def knight_step(count: int, height: int, room: float) -> float:
    """The distance from each knight to the next, with this many in a row."""
    width = height * 0.84
    return min(width + 4, (room - width) / max(count - 1, 1))
