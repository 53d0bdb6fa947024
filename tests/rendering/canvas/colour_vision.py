"""How colours are seen by those who see fewer of them, and how far apart two look."""

from __future__ import annotations

import math
from typing import Literal

from rendering.canvas.theme import Colour, linear

Deficiency = Literal["protanopia", "deuteranopia", "tritanopia"]

_Matrix = tuple[tuple[float, float, float], ...]

_SEEN: dict[Deficiency, _Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Full colour blindness of each kind on linear light, after Machado, Oliveira and Fernandes."""


def _encoded(light: float) -> int:
    light = min(1.0, max(0.0, light))
    value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(value * 255)


def seen_with(colour: Colour, deficiency: Deficiency) -> Colour:
    """What a colour looks like to somebody with this full colour blindness."""
    light = linear(colour)
    rows = _SEEN[deficiency]
    r, g, b = (_encoded(sum(m * c for m, c in zip(row, light, strict=True))) for row in rows)
    return r, g, b


def lab(colour: Colour) -> tuple[float, float, float]:
    """The colour in CIE L*a*b* under daylight (D65)."""
    r, g, b = linear(colour)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    fx, fy, fz = f(x), f(y), f(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(a: Colour, b: Colour) -> float:
    """How far apart two colours look: the distance in L*a*b* (about 2.3 can just be seen)."""
    return math.dist(lab(a), lab(b))
