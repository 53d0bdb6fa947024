"""Parchment: grain made of noise, stretched and coloured in a few steps."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from rendering.canvas.pen import mix
from rendering.canvas.theme import Colour


def noise(size: tuple[int, int], seed: int, grains: Sequence[tuple[int, float]]) -> Image.Image:
    """Smooth, repeatable noise as an `L` picture: layers of (grain in device pixels, weight)."""
    rng = random.Random(seed)
    small = (max(2, size[0] // 4), max(2, size[1] // 4))
    out: Image.Image | None = None
    total = 0.0
    for grain, weight in grains:
        w, h = max(3, size[0] // grain), max(3, size[1] // grain)
        layer = Image.frombytes("L", (w, h), rng.randbytes(w * h)).resize(
            small, Image.Resampling.BICUBIC
        )
        total += weight
        out = layer if out is None else Image.blend(out, layer, weight / total)
    assert out is not None
    return out.resize(size, Image.Resampling.BILINEAR)


def ramp(values: Image.Image, light: Colour, dark: Colour, steps: int) -> Image.Image:
    """Colour an `L` picture in flat steps between two colours (0 is light)."""
    last = steps - 1
    tones = [tuple(_tone(light, dark, n / last)) for n in range(steps)]
    step = [min(last, v * steps // 256) for v in range(256)]
    return Image.merge("RGB", [values.point([tones[n][c] for n in step]) for c in range(3)])


def stretch(values: Image.Image, low: int, high: int) -> Image.Image:
    """An `L` picture with its values from `low` to `high` stretched to the whole range."""
    span = max(1, high - low)
    return values.point([max(0, min(255, (v - low) * 255 // span)) for v in range(256)])


def paper(size: tuple[int, int], light: Colour, dark: Colour) -> Image.Image:
    """Plain parchment for margins and panels, to be drawn on."""
    grained = _kept if size[0] * size[1] <= _LARGE else _grained
    return grained(size, light, dark).convert("RGB")


_LARGE = 2_000_000
"""Sheets with more pixels than this are not kept; a sheet of cards has about half as many."""


@lru_cache(maxsize=4)
def _kept(size: tuple[int, int], light: Colour, dark: Colour) -> Image.Image:
    """A sheet that is kept for reuse. Sheets are as high as their contents require, in about a
    dozen heights, but each takes up 1.6 MB, and making it anew only 4 ms."""
    return _grained(size, light, dark)


def _grained(size: tuple[int, int], light: Colour, dark: Colour) -> Image.Image:
    """A sheet in its few colours, with a palette: a quarter of the size of one to draw on."""
    grain = stretch(noise(size, 3, ((220, 2.0), (70, 1.4), (18, 0.8))), 70, 190)
    last = _TONES - 1
    dark = mix(light, dark, 0.55)
    image = grain.point([min(last, v * _TONES // 256) for v in range(256)])
    image.putpalette([value for n in range(_TONES) for value in _tone(light, dark, n / last)])
    return image


_TONES = 7


def _tone(light: Colour, dark: Colour, part: float) -> Iterator[int]:
    return (round(a + (b - a) * part) for a, b in zip(light, dark, strict=True))
