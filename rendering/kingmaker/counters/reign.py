"""The plaque of a reign that counts towards victory: whose it is, and a crown for every turn.

A turn that counts is a full crown, one that is still to come an empty one; the words say the same.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from rendering.canvas.blank_sheet import seat_badge
from rendering.canvas.fonts import Style, draw_text, text_width
from rendering.canvas.heraldry import GOLD, INK, crown_points
from rendering.canvas.pen import Pen, mix
from rendering.canvas.theme import Theme
from rendering.kingmaker.counters.pieces import ReignPiece

_BADGE = 74
_CROWN = 42.0
_GAP = 8
_EDGE = 14
_WORDS = Style("bold", 33.0)


@lru_cache(maxsize=64)
def reign_plaque(reign: ReignPiece, theme: Theme) -> Image.Image:
    """The plaque, in pixels of the sheet: large enough to be read at a third of its size."""
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
        crown = _crown(nth < reign.turns, theme)
        plaque.paste(crown, (round(left + nth * (_CROWN + _GAP)), _EDGE), crown)
    draw_text(draw, (left, size[1] - _EDGE - 7), words, _WORDS, theme.ink)
    return plaque


@lru_cache(maxsize=8)
def _crown(counted: bool, theme: Theme) -> Image.Image:
    """A crown: full for a turn that counts, a mere outline for one to come."""
    pen = Pen(_CROWN + 6, _CROWN * 0.8 + 6, 1)
    points = crown_points(0, _CROWN * 0.4, _CROWN, _CROWN * 0.75)
    if counted:
        pen.polygon(points, GOLD, INK, 3.0)
    else:
        pen.polygon(points, theme.card, mix(theme.card, INK, 0.55), 2.4)
    return pen.sprite()
