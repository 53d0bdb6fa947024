"""Pictures of the games, drawn with Pillow from views only."""

from rendering.animation import Animation
from rendering.draw import (
    draw_battle,
    draw_board,
    draw_changes,
    draw_crop,
    draw_empty_board,
    draw_hand,
    draw_moves,
    draw_parliament,
    draw_replay,
    draw_victory,
)
from rendering.encode import Picture
from rendering.painter import Painter, Sheet
from rendering.painters import painter_for
from rendering.pool import GivenUp, Overloaded, RenderPool, Superseded
from rendering.theme import THEMES, faction_mark

__all__ = [
    "THEMES",
    "Animation",
    "GivenUp",
    "Overloaded",
    "Painter",
    "Picture",
    "RenderPool",
    "Sheet",
    "Superseded",
    "draw_battle",
    "draw_board",
    "draw_changes",
    "draw_crop",
    "draw_empty_board",
    "draw_hand",
    "draw_moves",
    "draw_parliament",
    "draw_replay",
    "draw_victory",
    "faction_mark",
    "painter_for",
]
