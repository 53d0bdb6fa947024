"""Pictures of the games, drawn with Pillow from views only."""

from rendering.draw import draw_board, draw_crop, draw_empty_board, draw_hand
from rendering.encode import Picture
from rendering.geometry import square_label
from rendering.pool import Overloaded, RenderPool, Superseded
from rendering.theme import THEMES, faction_mark

__all__ = [
    "THEMES",
    "Overloaded",
    "Picture",
    "RenderPool",
    "Superseded",
    "draw_board",
    "draw_crop",
    "draw_empty_board",
    "draw_hand",
    "faction_mark",
    "square_label",
]
