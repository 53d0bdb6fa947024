"""Pictures of the games, drawn with Pillow from views and public events only."""

from rendering.canvas.encoding import Animation, Picture
from rendering.canvas.painter import Painter, Sheet
from rendering.canvas.pool import Broken, GivenUp, Overloaded, RenderPool, Superseded
from rendering.canvas.theme import THEMES, faction_mark
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
    "faction_mark",
    "painter_for",
]
