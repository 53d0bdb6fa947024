"""Parchment: a grain of noise, stretched and coloured in few steps."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from rendering.canvas.pen import mix
from rendering.canvas.theme import Colour


def noise(size: tuple[int, int], seed: int, grains: Sequence[tuple[int, float]]) -> Image.Image:
    """Smooth repeatable noise as an `L` picture: layers of (grain in device pixels, weight)."""
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
    channels = []
    for c in range(3):
        lut = []
        for v in range(256):
            t = min(steps - 1, v * steps // 256) / (steps - 1)
            lut.append(round(light[c] + (dark[c] - light[c]) * t))
        channels.append(values.point(lut))
    return Image.merge("RGB", channels)


def stretch(values: Image.Image, low: int, high: int) -> Image.Image:
    """An `L` picture with its values from `low` to `high` drawn out to the whole range."""
    span = max(1, high - low)
    return values.point([max(0, min(255, (v - low) * 255 // span)) for v in range(256)])


@lru_cache(maxsize=4)
def paper(size: tuple[int, int], light: Colour, dark: Colour) -> Image.Image:
    """Plain parchment for margins and panels."""
    grain = stretch(noise(size, 3, ((220, 2.0), (70, 1.4), (18, 0.8))), 70, 190)
    return ramp(grain, light, mix(light, dark, 0.55), 7)
