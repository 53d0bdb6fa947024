"""A whole game as a moving picture: the board turn by turn, as an animated WebP."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from rendering.adapter import board_of, pieces_from_view
from rendering.base_map import base_map
from rendering.board import board_image
from rendering.encode import make_palette, to_palette
from rendering.theme import theme_named
from rendering.victory_sheet import VICTORIES

LIMIT = 8_000_000
"""The most bytes of a replay: what Discord takes from everybody, with room to spare."""

MOST_FRAMES = 90
HOLD_MS = 700
LAST_MS = 5_000
_WIDTHS = (800, 640, 480)


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated WebP: its bytes, size in pixels, frames, and description in words."""

    webp: bytes
    width: int
    height: int
    frames: int
    alt: str


def thinned(count: int, most: int = MOST_FRAMES) -> list[int]:
    """Which of `count` views are shown: all, or `most` of them evenly apart with both ends."""
    if count <= most:
        return list(range(count))
    return [round(i * (count - 1) / (most - 1)) for i in range(most)]


def replay_animation(
    views: Sequence[BoardView],
    content: Content,
    names: Sequence[str] | None,
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
        sheet = board_image(base, pieces_from_view(views[i], content, names))
        sheets.append(_smaller(sheet, _WIDTHS[0]))
    # One palette for all, so that what did not move is the same in every frame and costs nothing.
    palette = make_palette(sheets[0], base.theme)
    for width in _WIDTHS:
        frames = [to_palette(_smaller(s, width), palette).convert("RGB") for s in sheets]
        data = _encode(frames)
        if len(data) <= limit:
            size = frames[0].size
            return Animation(data, *size, len(frames), _alt(views, names))
    raise ValueError(f"The replay cannot be made smaller than {len(data)} bytes.")


def _smaller(image: Image.Image, width: int) -> Image.Image:
    if image.width == width:
        return image
    height = round(image.height * width / image.width)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _encode(frames: Sequence[Image.Image]) -> bytes:
    out = io.BytesIO()
    times = [HOLD_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(
        out, "WEBP", save_all=True, append_images=list(frames[1:]), duration=times, loop=0,
        lossless=True, quality=20, method=0,
    )  # fmt: skip
    return out.getvalue()


def _alt(views: Sequence[BoardView], names: Sequence[str] | None) -> str:
    last = views[-1]
    text = f"The game from round {views[0].round} to round {last.round}, turn by turn on the map."
    if last.result is not None:
        who = [
            names[s] if names is not None and s < len(names) else f"Seat {s + 1}"
            for s in last.result.winners
        ]
        how = VICTORIES.get(last.result.victory, "the end")
        text += f" It ends with {' and '.join(who)}: {how}."
    return text
