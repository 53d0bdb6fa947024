"""The players: score, castle, knights at home and in reserve, and everything else they have, open
or hidden.

The score track, with every player's badge at his points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.rules.lancaster.content import Content, Space
from bot.rules.lancaster.view import BoardView, HouseView
from rendering.canvas.blank_sheet import BlankSheet, seat_badge
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.heraldry import GOLD, INK
from rendering.canvas.pen import Point, mix
from rendering.lancaster.writing import (
    knight,
    knight_row,
    knight_step,
    mark_of,
    reward_row,
    side_name,
    token,
)

WIDTH = 1080
ROW = 150
ALLY_ROW = 84
"""The heights of a player's row and an ally's, in pixels."""

_LORDS = 40
"""The extra height of a player's row if he has noblemen at his table."""

_SPACE = (98, 64)
_AT = 292
_ROOM = 548
"""The width in pixels for the knights at court and in reserve."""
_COURT = _ROOM - 300


def height_of(view: BoardView) -> int:
    """The height of the panel, in pixels."""
    return sum(ALLY_ROW if house.ally else _row(house) for house in view.houses)


def _row(house: HouseView) -> int:
    """The height of a player's row, in pixels."""
    return ROW + (_LORDS if house.noblemen else 0)


def paint_houses(
    page: BlankSheet, at: Point, view: BoardView, content: Content, names: Sequence[str]
) -> None:
    """All the sides, each player's ally below that player."""
    for top, house in rows(view):
        corner = (at[0], at[1] + top)
        if house.ally:
            _ally(page, corner, house, content, names)
        else:
            _player(page, corner, house, view, content, names)


def rows(view: BoardView) -> Iterator[tuple[int, HouseView]]:
    """All the sides in order, each with the upper edge of its row in the panel."""
    top = 0
    for house in sorted(view.houses, key=lambda house: (house.seat, house.ally)):
        yield top, house
        top += ALLY_ROW if house.ally else _row(house)


def space_box(house: HouseView, index: int) -> tuple[float, float, float, float]:
    """A castle space with its upper left corner and its size, in its house's row."""
    return _AT + index * (_SPACE[0] + 6), 6 if house.ally else 10, *_SPACE


def court_boxes(house: HouseView) -> Iterator[tuple[int, tuple[float, float, float, float]]]:
    """The knights at court, each with his corner and his size, in his house's row."""
    left, top = (512, 10) if house.ally else (_AT, 82)
    held = sorted(house.court)
    step = knight_step(len(held), 52, _COURT)
    for index, strength in enumerate(held):
        yield strength, (left + 66 + index * step, top + 2, 44, 52)


def _player(
    page: BlankSheet,
    at: Point,
    house: HouseView,
    view: BoardView,
    content: Content,
    names: Sequence[str],
) -> None:
    x, y = at
    ink = page.theme.ink
    page.card((x, y, x + WIDTH, y + _row(house) - 8))
    if view.result is None and view.phase == "placing" and house.seat == view.active:
        page.draw.rounded_rectangle(
            (x + 2, y + 2, x + WIDTH - 2, y + _row(house) - 10),
            radius=7,
            outline=page.theme.ink_red,
            width=5,
        )
    page.paste(seat_badge(house.seat, 50), x + 12, y + 12)
    room = 196.0
    if house.seat == view.starter:
        page.paste(token("starter", 40), x + 232, y + 16)
        room = 156.0
    page.text((x + 72, y + 47), side_name(house, names), Style("bold", 29), ink, room)
    _holdings(page, (x + 12, y + 82), house)
    castle_row(page, (x + _AT, y + 10), house, content.spaces)
    _knights(page, (x + _AT, y + 82), house, _ROOM)
    style = Style("number", 46)
    words = str(house.points)
    page.paste(token("points", 46), x + WIDTH - 62, y + 12)
    page.text((x + WIDTH - 72 - text_width(words, style), y + 50), words, style, ink)
    page.paste(token("nobleman", 40), x + WIDTH - 60, y + 84)
    counted = Style("number", 34)
    words = str(len(house.noblemen))
    page.text((x + WIDTH - 72 - text_width(words, counted), y + 116), words, counted, ink)
    words = str(len(house.extensions))
    page.paste(token("tower", 40), x + WIDTH - 150, y + 84)
    page.text((x + WIDTH - 160 - text_width(words, counted), y + 116), words, counted, ink)
    if house.noblemen:
        lords = ", ".join(content.counties[county].name for county in house.noblemen)
        page.text((x + 14, y + 164), f"At table: {lords}", Style("body", 29), ink, WIDTH - 28)


def _holdings(page: BlankSheet, at: Point, house: HouseView) -> None:
    """Draw voting markers, gold and squires, with a question mark for anything behind a screen."""
    x, y = at
    style = Style("number", 34)
    shown = (("votes", house.votes), ("gold", house.gold), ("squires", house.squires))
    for index, (name, count) in enumerate(shown):
        left = x + index * 92
        page.paste(token(name, 40), left, y + 4)
        page.text((left + 43, y + 37), "?" if count is None else str(count), style, page.theme.ink)


def castle_row(page: BlankSheet, at: Point, house: HouseView, spaces: Mapping[str, Space]) -> None:
    """Draw the castle spaces side by side, with the reward of each."""
    for index, (key, space) in enumerate(spaces.items()):
        corner = (at[0] + index * (_SPACE[0] + 6), at[1])
        _space(page, corner, house, key)
        reward_row(page, (corner[0] + 6, corner[1] + 4), space.reward, 31)
        if space.squires:
            # The price in squires, at the right edge.
            style, words = Style("number", 24), f"−{space.squires}"
            left = corner[0] + _SPACE[0] - 30
            page.paste(token("squires", 26), left, corner[1] + 6)
            page.text((left - text_width(words, style) - 1, corner[1] + 28), words, style, INK)


def _space(page: BlankSheet, at: Point, house: HouseView, key: str) -> None:
    """Draw a castle space, gold and towered once it is extended, with the knight on it."""
    x, y = at
    box = (x, y, x + _SPACE[0], y + _SPACE[1])
    extended = key in house.extensions
    fill = mix(GOLD, page.theme.card, 0.45) if extended else page.theme.stone
    page.draw.rounded_rectangle(box, radius=5, fill=fill, outline=INK, width=3 if extended else 1)
    if extended:
        page.paste(token("tower", 29), x + 6, y + _SPACE[1] - 31)
    if key in house.castle:
        page.paste(knight(house.side, house.castle[key], 44), x + _SPACE[0] - 40, y + 18)


def _knights(page: BlankSheet, at: Point, house: HouseView, room: float) -> None:
    """Draw the court, and the reserve in words."""
    x, y = at
    style = Style("italic", 24)
    page.text((x, y + 36), "Court", style, page.theme.ink)
    if house.court:
        knight_row(page, (x + 66, y + 2), house.side, sorted(house.court), 52, _COURT)
    else:
        page.text((x + 70, y + 36), "empty", style, page.theme.ink)
    words = " ".join(str(strength) for strength in sorted(house.reserve)) or "empty"
    page.text((x + room - 218, y + 36), f"Reserve {words}", style, page.theme.ink, 236)


def _ally(
    page: BlankSheet, at: Point, house: HouseView, content: Content, names: Sequence[str]
) -> None:
    x, y = at
    ink = page.theme.ink
    page.card((x + 40, y, x + WIDTH, y + ALLY_ROW - 8))
    page.paste(seat_badge(mark_of(house.side), 42), x + 50, y + 16)
    page.text((x + 102, y + 47), side_name(house, names), Style("strong", 26), ink, 180)
    castle_row(page, (x + _AT, y + 6), house, content.ally_spaces)
    _knights(page, (x + 512, y + 10), house, _ROOM)


HEIGHT = 96
"""The height of the track in pixels; it is as wide as the houses below it."""

_BADGE = 42
"""The smallest distance between two badges, in pixels."""


def paint_track(page: BlankSheet, at: Point, view: BoardView) -> None:
    """Draw the score track: every player's badge at his points, with tied players side by side."""
    x, y = at
    players = sorted((h for h in view.houses if not h.ally), key=lambda house: house.points)
    top = max(50, *(house.points for house in players))
    top += -top % 10
    left, right, line = round(x) + 34, round(x) + WIDTH - 34, y + 70
    page.draw.line((left, line, right, line), fill=page.soft, width=4)
    step = 10 if top <= 100 else 20
    for mark in range(0, top + 1, step):
        where = left + (right - left) * mark / top
        page.draw.line((where, line - 7, where, line + 7), fill=page.soft, width=3)
        page.centred((where, line + 22), str(mark), Style("sans", 22), page.ink)
    spots = [left + (right - left) * house.points // top for house in players]
    for house, spot, where in zip(players, spots, badges(spots, right), strict=True):
        page.draw.line((where, y + 44, spot, line), fill=page.ink, width=2)
        page.paste(seat_badge(house.seat, 40), where - 20, y + 4)


def badges(spots: Sequence[int], right: int) -> list[int]:
    """The positions of the badges for these spots on the track, from left to right, in pixels.

    Each badge is above its spot, or as close to the right of it as the previous one allows; any
    that would go beyond `right` moves left, pushing the earlier ones along.
    """
    placed: list[int] = []
    for spot in spots:
        placed.append(max(spot, placed[-1] + _BADGE) if placed else spot)
    for back, where in enumerate(reversed(placed)):
        placed[-1 - back] = min(where, right - back * _BADGE)
    return placed
