"""The players: score, castle, knights at home and in reserve, what lies open and what is hidden."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.lancaster.content import Content, Space
from bot.rules.lancaster.view import BoardView, HouseView
from rendering.canvas.blank_sheet import Leaf, seat_badge
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.heraldry import GOLD, INK
from rendering.canvas.pen import Point, mix
from rendering.lancaster.tokens import knight, mark_of, token
from rendering.lancaster.writing import knight_row, reward_row, side_name

WIDTH = 1080
ROW = 150
ALLY_ROW = 84
"""Heights of a player's row and an ally's, in pixels."""

_LORDS = 40
"""By how much a player's row is higher who has noblemen at his table."""

_SPACE = (98, 64)
_AT = 292


def height_of(view: BoardView) -> int:
    """How high the panel is, in pixels."""
    return sum(ALLY_ROW if house.ally else _row(house) for house in view.houses)


def _row(house: HouseView) -> int:
    """How high a player's row is, in pixels."""
    return ROW + (_LORDS if house.noblemen else 0)


def paint_houses(
    leaf: Leaf, at: Point, view: BoardView, content: Content, names: Sequence[str]
) -> None:
    """All sides, a player's ally under the player."""
    x, y = at
    order = sorted(view.houses, key=lambda house: (house.seat, house.ally))
    for house in order:
        if house.ally:
            _ally(leaf, (x, y), house, content, names)
            y += ALLY_ROW
        else:
            _player(leaf, (x, y), house, view, content, names)
            y += _row(house)


def _player(
    leaf: Leaf,
    at: Point,
    house: HouseView,
    view: BoardView,
    content: Content,
    names: Sequence[str],
) -> None:
    x, y = at
    ink = leaf.theme.ink
    leaf.card((x, y, x + WIDTH, y + _row(house) - 8))
    if view.result is None and view.phase == "placing" and house.seat == view.active:
        leaf.draw.rounded_rectangle(
            (x + 2, y + 2, x + WIDTH - 2, y + _row(house) - 10),
            radius=7,
            outline=leaf.theme.ink_red,
            width=5,
        )
    leaf.paste(seat_badge(house.seat, 50), x + 12, y + 12)
    room = 196.0
    if house.seat == view.starter:
        leaf.paste(token("starter", 40), x + 232, y + 16)
        room = 156.0
    leaf.text((x + 72, y + 47), side_name(house, names), Style("bold", 29), ink, room)
    _holdings(leaf, (x + 12, y + 82), house)
    castle_row(leaf, (x + _AT, y + 10), house, content.spaces)
    _knights(leaf, (x + _AT, y + 82), house, 548)
    style = Style("number", 46)
    words = str(house.points)
    leaf.paste(token("points", 46), x + WIDTH - 62, y + 12)
    leaf.text((x + WIDTH - 72 - text_width(words, style), y + 50), words, style, ink)
    leaf.paste(token("nobleman", 40), x + WIDTH - 60, y + 84)
    counted = Style("number", 34)
    words = str(len(house.noblemen))
    leaf.text((x + WIDTH - 72 - text_width(words, counted), y + 116), words, counted, ink)
    words = str(len(house.extensions))
    leaf.paste(token("tower", 40), x + WIDTH - 150, y + 84)
    leaf.text((x + WIDTH - 160 - text_width(words, counted), y + 116), words, counted, ink)
    if house.noblemen:
        lords = ", ".join(content.counties[county].name for county in house.noblemen)
        leaf.text((x + 14, y + 164), f"At table: {lords}", Style("body", 29), ink, WIDTH - 28)


def _holdings(leaf: Leaf, at: Point, house: HouseView) -> None:
    """Voting markers, gold and squires; what is behind a screen is a question mark."""
    x, y = at
    style = Style("number", 34)
    shown = (("votes", house.votes), ("gold", house.gold), ("squires", house.squires))
    for index, (name, count) in enumerate(shown):
        left = x + index * 92
        leaf.paste(token(name, 40), left, y + 4)
        leaf.text((left + 43, y + 37), "?" if count is None else str(count), style, leaf.theme.ink)


def castle_row(leaf: Leaf, at: Point, house: HouseView, spaces: Mapping[str, Space]) -> None:
    """The spaces of a castle side by side, with what each gives."""
    for index, (key, space) in enumerate(spaces.items()):
        corner = (at[0] + index * (_SPACE[0] + 6), at[1])
        _space(leaf, corner, house, key)
        reward_row(leaf, (corner[0] + 6, corner[1] + 4), space.reward, 31)
        if space.squires:
            # The price, against the right edge.
            style, words = Style("number", 24), f"−{space.squires}"
            left = corner[0] + _SPACE[0] - 30
            leaf.paste(token("squires", 26), left, corner[1] + 6)
            leaf.text((left - text_width(words, style) - 1, corner[1] + 28), words, style, INK)


def _space(leaf: Leaf, at: Point, house: HouseView, key: str) -> None:
    """A castle space: gold and towered once it is extended, with the knight who stands there."""
    x, y = at
    box = (x, y, x + _SPACE[0], y + _SPACE[1])
    extended = key in house.extensions
    fill = mix(GOLD, leaf.theme.card, 0.45) if extended else leaf.theme.stone
    leaf.draw.rounded_rectangle(box, radius=5, fill=fill, outline=INK, width=3 if extended else 1)
    if extended:
        leaf.paste(token("tower", 29), x + 6, y + _SPACE[1] - 31)
    if key in house.castle:
        leaf.paste(knight(house.side, house.castle[key], 44), x + _SPACE[0] - 40, y + 18)


def _knights(leaf: Leaf, at: Point, house: HouseView, room: float) -> None:
    """The court, and the reserve in words."""
    x, y = at
    style = Style("italic", 24)
    leaf.text((x, y + 36), "Court", style, leaf.theme.ink)
    if house.court:
        knight_row(leaf, (x + 66, y + 2), house.side, sorted(house.court), 52, room - 300)
    else:
        leaf.text((x + 70, y + 36), "empty", style, leaf.theme.ink)
    words = " ".join(str(strength) for strength in sorted(house.reserve)) or "empty"
    leaf.text((x + room - 218, y + 36), f"Reserve {words}", style, leaf.theme.ink, 236)


def _ally(leaf: Leaf, at: Point, house: HouseView, content: Content, names: Sequence[str]) -> None:
    x, y = at
    ink = leaf.theme.ink
    leaf.card((x + 40, y, x + WIDTH, y + ALLY_ROW - 8))
    leaf.paste(seat_badge(mark_of(house.side), 42), x + 50, y + 16)
    leaf.text((x + 102, y + 47), side_name(house, names), Style("strong", 26), ink, 180)
    castle_row(leaf, (x + _AT, y + 6), house, content.ally_spaces)
    _knights(leaf, (x + 512, y + 10), house, 548)
