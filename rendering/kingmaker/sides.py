"""The two sides of a fight on a sheet: whose they are, how strong, every noble with his arms."""

from __future__ import annotations

from collections.abc import Sequence

from rendering.canvas.blank_sheet import EDGE, BlankSheet
from rendering.canvas.fonts import Style
from rendering.canvas.heraldry import INK, on_colour
from rendering.canvas.theme import faction_mark
from rendering.kingmaker.camps import sided_badge
from rendering.kingmaker.counters.counters import big_arms
from rendering.kingmaker.counters.pieces import Camp

SHIELD = (84, 100)
COLUMNS = 5
"""Nobles of a side in a row."""


def side_width(page: BlankSheet) -> int:
    """The width of one side of a sheet."""
    return page.width // 2 - EDGE - 34


def draw_side(
    page: BlankSheet,
    at: tuple[int, int],
    seat: int | None,
    who: str,
    verb: str,
    strength: int,
    camp: Camp | None = None,
) -> None:
    """The bar over a side: its colour and badge, its name, what it does, its troops.

    ``camp``: with which House it stands.
    """
    x, y = at
    width = side_width(page)
    mark = faction_mark(seat)
    page.draw.rounded_rectangle(
        [x, y, x + width, y + 70], radius=8, fill=mark.colour, outline=INK, width=2
    )
    page.paste(sided_badge(seat, 50, camp), x + 10, y + 10)
    ink = on_colour(mark.colour)
    page.text((x + 72, y + 34), who, Style("bold", 28), ink, width - 190)
    page.text((x + 72, y + 60), verb, Style("italic", 22), ink)
    page.centred((x + width - 58, y + 35), str(strength), Style("number", 42), ink)


def draw_arms(
    page: BlankSheet, at: tuple[float, float], key: str, name: str, seat: int | None, pitch: float
) -> None:
    """A noble's arms with his name, in a column `pitch` wide."""
    x, y = at
    page.paste(big_arms(key, seat, *SHIELD), x + (pitch - SHIELD[0]) / 2, y)
    page.centred((x + pitch / 2, y + 114), name, Style("bold", 20), room=pitch - 6)


def draw_garrison(page: BlankSheet, at: tuple[float, float], nobles: Sequence[str]) -> None:
    """What stands where a side has no nobles."""
    if not nobles:
        words = "No nobles: the garrison alone."
        page.text(at, words, Style("light-italic", 24), page.soft)
