"""A whole game as a moving picture: the board turn by turn, as an animated WebP."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from bot.words.phrases import listed
from rendering.canvas.animation import LIMIT, WIDTHS, Animation, animated, smaller, thinned
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import theme_named
from rendering.kingmaker.adapter import board_of, pieces_from_view
from rendering.kingmaker.board import board_image
from rendering.kingmaker.map.base_map import base_map
from rendering.kingmaker.victory_sheet import won_by


def replay_animation(
    views: Sequence[BoardView],
    content: Content,
    names: Sequence[Sequence[str]] | None,
    theme_name: str,
    cache_dir: Path | None,
    limit: int = LIMIT,
) -> Animation:
    """The boards of these views one after another. See `draw.draw_replay`."""
    if not views:
        raise ValueError("A replay needs at least one view.")
    base = base_map(board_of(content), theme_named(theme_name), cache_dir)
    chosen = thinned(len(views))
    sheets = []
    for i in chosen:
        sheet = board_image(base, pieces_from_view(views[i], content, names[i] if names else None))
        sheets.append(smaller(sheet, WIDTHS[0]))
    return animated(sheets, base.theme, _alt(views, names[-1] if names else None), limit)


def _alt(views: Sequence[BoardView], names: Sequence[str] | None) -> str:
    last = views[-1]
    text = f"The game from round {views[0].round} to round {last.round}, turn by turn on the map."
    if last.result is not None:
        who = [seat_name(seat, names) for seat in last.result.winners]
        how = won_by(last.result.victory)
        text += f" It ends with {listed(who)}: {how}."
    return text
