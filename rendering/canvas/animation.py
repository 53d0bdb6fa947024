"""Pictures one after another as an animated WebP, small enough to be posted."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from rendering.canvas.encoding import make_palette, to_palette
from rendering.canvas.theme import Theme

LIMIT = 8_000_000
"""The most bytes of a replay: what Discord takes from everybody, with room to spare."""

MOST_FRAMES = 90
HOLD_MS = 700
LAST_MS = 5_000
WIDTHS = (800, 640, 480)
"""The widths that are tried, in pixels, until the animation is small enough."""


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


def animated(
    sheets: Sequence[Image.Image], theme: Theme, alt: str, limit: int = LIMIT
) -> Animation:
    """Sheets of one size, at most `WIDTHS[0]` wide, as an animation of at most `limit` bytes.

    Raises `ValueError` if even the smallest is larger.
    """
    # One palette for all, so that what did not move is the same in every frame and costs nothing.
    palette = make_palette(sheets[0], theme)
    size = 0
    for width in WIDTHS:
        frames = [to_palette(smaller(s, width), palette).convert("RGB") for s in sheets]
        data = _encode(frames)
        if len(data) <= limit:
            return Animation(data, *frames[0].size, len(frames), alt)
        size = len(data)
    raise ValueError(f"The replay cannot be made smaller than {size} bytes.")


def smaller(image: Image.Image, width: int) -> Image.Image:
    """The picture reduced to a width in pixels."""
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
