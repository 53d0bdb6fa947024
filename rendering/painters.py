"""The painters of all the games that have pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from rendering.canvas.painter import Painter, StandIns
from rendering.kingmaker.painter import KingmakerPainter
from rendering.lancaster.painter import LancasterPainter

PAINTERS: dict[str, Callable[[Any, Path | None, str, StandIns], Painter]] = {
    "kingmaker": KingmakerPainter,
    "lancaster": LancasterPainter,
}
"""The function that makes each game's painter from its content; a game without one is described in
words."""


def painter_for(
    game: str,
    content: Any,
    cache_dir: Path | None = None,
    theme: str = "light",
    stand_ins: StandIns | None = None,
) -> Painter | None:
    """The painter for a game under the rule set with this content; None if the game has no
    pictures. `theme` is one of `rendering.THEMES`; `stand_ins` gives the rules to cite instead of
    others.
    """
    make = PAINTERS.get(game)
    return make(content, cache_dir, theme, stand_ins or {}) if make is not None else None
