"""Pictures of the games, drawn with Pillow from views and public events only."""

from rendering.canvas.encoding import Animation, Picture
from rendering.canvas.painter import Painter, Sheet
from rendering.canvas.pool import Broken, GivenUp, Overloaded, RenderPool, Superseded
from rendering.canvas.theme import THEMES, faction_mark
from rendering.kingmaker.draw import (
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
from rendering.painters import painter_for

__all__ = [
    "THEMES",
    "Animation",
    "Broken",
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
