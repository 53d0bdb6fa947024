"""From a drawing to bytes: one fixed palette of 256 colours, and PNG.

ISA-L compresses to the same size in a fifth of the time that zlib takes; zlib's share was half the
work of drawing a board. If ISA-L is not available, zlib does it.

Several pictures as an animated WebP, small enough to be posted.
"""

from __future__ import annotations

import importlib
import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

from PIL import Image

from rendering.canvas.heraldry import GOLD, LEAF, RED_ROSE
from rendering.canvas.pen import mix
from rendering.canvas.theme import FACTION_MARKS, NEUTRAL_MARK, TINCTURES, Colour, Theme


def _squeezer_there_is() -> ModuleType:
    try:
        return importlib.import_module("isal.isal_zlib")
    except ImportError:  # there is no ISA-L for this kind of machine
        return zlib


_squeezer = _squeezer_there_is()


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: PNG bytes, size in pixels, and a description in words."""

    png: bytes
    width: int
    height: int
    alt: str
    whole: bool = False
    """Whether the picture shows the whole board."""


def piece_colours(theme: Theme) -> list[Colour]:
    """The colours that counters and overlays need, many of them with their blends towards ink and
    white.
    """
    base: list[Colour] = [m.colour for m in (*FACTION_MARKS, NEUTRAL_MARK)]
    base += [RED_ROSE, LEAF, GOLD, theme.ink_red, theme.roof_royal, theme.barred, theme.ink_sea]
    out: list[Colour] = [(255, 255, 255), (0, 0, 0), theme.ink, theme.card, *TINCTURES.values()]
    for colour in base:
        out += [
            colour,
            mix(colour, theme.ink, 0.33),
            mix(colour, theme.ink, 0.66),
            mix(colour, (255, 255, 255), 0.35),
            mix(colour, (255, 255, 255), 0.7),
        ]
    out += [mix(theme.ink, (255, 255, 255), t) for t in (0.2, 0.35, 0.5, 0.65, 0.8, 0.9)]
    out += [mix(theme.ink, theme.halo_land, t) for t in (0.25, 0.5, 0.75)]
    seen: dict[Colour, None] = dict.fromkeys(out)
    return list(seen)


def make_palette(sample: Image.Image, theme: Theme) -> Image.Image:
    """The palette of a theme: the counters' colours first, the rest fitted to a sample drawing."""
    fixed = piece_colours(theme)
    # At half size the colours are the same, and fitting takes a quarter of the time.
    fitted = (
        sample.reduce(2).quantize(256 - len(fixed), method=Image.Quantize.MEDIANCUT).getpalette()
    )
    assert fitted is not None
    flat = [v for colour in fixed for v in colour]
    flat += fitted[: 768 - len(flat)]
    flat += [0] * (768 - len(flat))
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat)
    return palette


def to_palette(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Map an RGB drawing to the nearest colours of the palette, without dither."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def png_bytes(image: Image.Image) -> bytes:
    """A palette picture as PNG without metadata, so equal drawings give equal bytes."""
    return b"".join(_png(image))


def webp_bytes(image: Image.Image, *, whole: bool = False) -> bytes:
    """A picture for a page as WebP; `whole` keeps every pixel, which small drawings need."""
    out = io.BytesIO()
    image.save(out, "WEBP", lossless=whole, quality=80, method=3)
    return out.getvalue()


def _png(image: Image.Image) -> Iterator[bytes]:
    size = struct.pack("!II", image.width, image.height)
    yield b"\x89PNG\r\n\x1a\n"
    # Eight bits per pixel, each pixel a palette index; the zeros stand for the usual compression
    # and filters, and no interlacing.
    yield from _chunk(b"IHDR", size + bytes((8, 3, 0, 0, 0)))
    yield from _chunk(b"PLTE", bytes(image.getpalette() or ()))
    # Each row begins with a byte that says how its pixels are to be read: 0, as they are.
    # Pillow can put a zero after each row instead, which does the same for all but the first.
    rows = memoryview(image.tobytes("raw", "P", image.width + 1))
    squeeze = _squeezer.compressobj(1)
    parts = (squeeze.compress(b"\0"), squeeze.compress(rows[:-1]), squeeze.flush())
    yield from _chunk(b"IDAT", b"".join(parts))
    yield from _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    check = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack("!I", len(data)), kind, data, struct.pack("!I", check)


LIMIT = 8_000_000
"""The most bytes that a replay may take up: safely below what Discord accepts from anybody."""

MOST_FRAMES = 90
HOLD_MS = 700
LAST_MS = 5_000
WIDTHS = (800, 640, 480)
"""The widths to try, in pixels, until the animation is small enough."""


@dataclass(frozen=True, slots=True)
class Animation:
    """An animated WebP: its bytes, its size in pixels, the number of frames, and a description in
    words."""

    webp: bytes
    width: int
    height: int
    frames: int
    alt: str


def thinned(count: int, most: int = MOST_FRAMES) -> list[int]:
    """The views to show out of `count`: all, or `most` of them, evenly spaced and including both
    ends.
    """
    if count <= most:
        return list(range(count))
    return [round(i * (count - 1) / (most - 1)) for i in range(most)]


def animated(
    sheets: Sequence[Image.Image], theme: Theme, alt: str, limit: int = LIMIT
) -> Animation:
    """Sheets of equal size, at most `WIDTHS[0]` wide, as an animation of at most `limit` bytes.

    Raises `ValueError` if even the smallest version is larger.
    """
    # All frames share one palette, so anything that did not move is the same in every frame and
    # costs nothing.
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
