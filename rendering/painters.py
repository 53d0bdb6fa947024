"""The painter of every game that has pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rendering.canvas.painter import InForce, Painter
from rendering.kingmaker.painter import KingmakerPainter
from rendering.lancaster.painter import LancasterPainter

PAINTERS: dict[str, Callable[[Any, Path | None, str, InForce], Painter]] = {
    "kingmaker": KingmakerPainter,
    "lancaster": LancasterPainter,
}
"""What makes the painter of a game from its content; a game without one is told in words."""


def painter_for(
    game: str,
    content: Any,
    cache_dir: Path | None = None,
    theme: str = "light",
    in_force: InForce = str,
) -> Painter | None:
    """The painter of a game under the rule set with this content; None if it has no pictures.

    `theme` is one of `rendering.THEMES`; `in_force` tells which rule of the table a picture cites.
    """
    make = PAINTERS.get(game)
    return make(content, cache_dir, theme, in_force) if make is not None else None
