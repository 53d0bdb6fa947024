"""The score track: every player's badge where his points are."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.lancaster.view import BoardView
from rendering.canvas.blank_sheet import BlankSheet, seat_badge
from rendering.canvas.fonts import Style
from rendering.canvas.pen import Point
from rendering.lancaster.houses import WIDTH

HEIGHT = 96
"""In pixels; it is as wide as the houses below it."""

_BADGE = 42
"""The least distance between two badges, in pixels."""


def paint_track(page: BlankSheet, at: Point, view: BoardView) -> None:
    """The score track: every player's badge where the points are, equal ones side by side."""
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
    """Where the badges stand for these spots on the track, from left to right, in pixels.

    Each stands over its spot or as near to the right of it as there is room beside the one before
    it; what would stand beyond `right` moves to the left and pushes the others before it.
    """
    placed: list[int] = []
    for spot in spots:
        placed.append(max(spot, placed[-1] + _BADGE) if placed else spot)
    for back, where in enumerate(reversed(placed)):
        placed[-1 - back] = min(where, right - back * _BADGE)
    return placed
