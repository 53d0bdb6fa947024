"""The figures of heraldry, as lines, polygons and discs in a unit square around the origin.

Each figure is a list of strokes; x grows to the right, y grows downwards, and the square reaches
from -0.5 to 0.5. The figures are simple on purpose: a lion must still be a lion at the size of a
counter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from rendering.canvas.pen import Point


@dataclass(frozen=True, slots=True)
class Stroke:
    """A part of a figure: a disc if it has one point, a thick line if it has a `width`, otherwise a
    polygon. `dark` parts are drawn in ink: eyes and the like.
    """

    points: tuple[Point, ...]
    width: float = 0.0
    dark: bool = False


def _lion() -> list[Stroke]:
    """A lion rampant, facing left."""
    return [
        Stroke(((-0.02, -0.2), (0.07, -0.02), (0.13, 0.14)), 0.24),
        Stroke(((-0.12, -0.33),), 0.24),
        Stroke(((-0.05, -0.24),), 0.3),
        Stroke(((-0.18, -0.31), (-0.26, -0.28)), 0.11),
        Stroke(((-0.04, -0.12), (-0.22, -0.13), (-0.36, -0.2)), 0.09),
        Stroke(((-0.36, -0.2), (-0.43, -0.23)), 0.11),
        Stroke(((0.02, -0.02), (-0.17, 0.02), (-0.3, -0.02)), 0.09),
        Stroke(((-0.3, -0.02), (-0.37, -0.03)), 0.11),
        Stroke(((0.1, 0.12), (-0.06, 0.2), (-0.08, 0.33), (-0.2, 0.38)), 0.1),
        Stroke(((0.15, 0.14), (0.2, 0.28), (0.1, 0.42), (-0.01, 0.45)), 0.1),
        Stroke(((0.18, 0.2), (0.34, 0.26), (0.36, 0.08), (0.27, -0.08), (0.3, -0.26)), 0.055),
        Stroke(((0.3, -0.26), (0.34, -0.37)), 0.11),
        Stroke(((-0.17, -0.35),), 0.05, True),
    ]


def _lion_passant() -> list[Stroke]:
    """A lion walking to the left, its face turned towards us."""
    return [
        Stroke(((-0.2, -0.02), (0.02, 0.0), (0.22, -0.02)), 0.15),
        Stroke(((-0.29, -0.08),), 0.21),
        Stroke(((-0.37, -0.17),), 0.07),
        Stroke(((-0.21, -0.17),), 0.07),
        Stroke(((-0.22, 0.0), (-0.34, 0.08), (-0.45, 0.03)), 0.065),
        Stroke(((-0.14, 0.03), (-0.15, 0.17), (-0.22, 0.18)), 0.065),
        Stroke(((0.17, 0.02), (0.11, 0.17), (0.04, 0.18)), 0.065),
        Stroke(((0.25, 0.0), (0.3, 0.1), (0.27, 0.18), (0.2, 0.18)), 0.065),
        Stroke(((0.27, -0.03), (0.4, -0.02), (0.42, -0.16), (0.28, -0.2), (0.14, -0.17)), 0.045),
        Stroke(((0.14, -0.17), (0.08, -0.15)), 0.08),
        Stroke(((-0.33, -0.1),), 0.035, True),
        Stroke(((-0.25, -0.1),), 0.035, True),
    ]


def _fleur_de_lis() -> list[Stroke]:
    return [
        Stroke(((0.0, -0.5), (0.14, -0.24), (0.09, 0.1), (-0.09, 0.1), (-0.14, -0.24))),
        Stroke(((0.07, 0.1), (0.17, -0.12), (0.31, -0.17), (0.39, -0.04), (0.33, 0.07)), 0.13),
        Stroke(((-0.07, 0.1), (-0.17, -0.12), (-0.31, -0.17), (-0.39, -0.04), (-0.33, 0.07)), 0.13),
        Stroke(((-0.25, 0.13), (0.25, 0.13)), 0.11),
        Stroke(((-0.09, 0.13), (0.09, 0.13), (0.05, 0.34), (0.0, 0.48), (-0.05, 0.34))),
        Stroke(((0.04, 0.17), (0.2, 0.36)), 0.1),
        Stroke(((-0.04, 0.17), (-0.2, 0.36)), 0.1),
    ]


def _roundel() -> list[Stroke]:
    return [Stroke(((0.0, 0.0),), 1.0)]


def _star(points: int, inner: float) -> list[Stroke]:
    out = []
    for i in range(2 * points):
        a = math.pi * i / points - math.pi / 2
        r = 0.5 if i % 2 == 0 else inner
        out.append((math.cos(a) * r, math.sin(a) * r))
    return [Stroke(tuple(out))]


def _crescent() -> list[Stroke]:
    outer = [math.radians(a) for a in range(-30, 211, 15)]
    inner = [math.radians(a) for a in range(205, -26, -15)]
    rim = [(math.cos(a) * 0.48, math.sin(a) * 0.48) for a in outer]
    rim += [(math.cos(a) * 0.38, -0.14 + math.sin(a) * 0.36) for a in inner]
    return [Stroke(tuple(rim))]


def _water_bouget() -> list[Stroke]:
    """A yoke with two skins of water."""
    return [
        Stroke(((-0.3, -0.34), (-0.16, -0.42), (0.0, -0.34), (0.16, -0.42), (0.3, -0.34)), 0.11),
        Stroke(((-0.12, -0.36), (-0.1, 0.0)), 0.1),
        Stroke(((0.12, -0.36), (0.1, 0.0)), 0.1),
        Stroke(((0.0, -0.14), (0.0, 0.06)), 0.12),
        Stroke(((-0.1, -0.06), (-0.26, 0.16)), 0.22),
        Stroke(((-0.27, 0.2),), 0.42),
        Stroke(((0.1, -0.06), (0.26, 0.16)), 0.22),
        Stroke(((0.27, 0.2),), 0.42),
    ]


def _crosslet() -> list[Stroke]:
    """A cross crosslet with a pointed foot."""
    return [
        Stroke(((0.0, -0.45), (0.0, 0.1)), 0.13),
        Stroke(((-0.36, -0.1), (0.36, -0.1)), 0.13),
        Stroke(((-0.15, -0.32), (0.15, -0.32)), 0.11),
        Stroke(((-0.26, -0.24), (-0.26, 0.04)), 0.11),
        Stroke(((0.26, -0.24), (0.26, 0.04)), 0.11),
        Stroke(((-0.07, 0.05), (0.07, 0.05), (0.0, 0.52))),
    ]


def _cross_paty() -> list[Stroke]:
    out = []
    for turn in range(4):
        a = math.pi / 2 * turn
        c, s = math.cos(a), math.sin(a)
        arm = ((-0.07, 0.0), (-0.3, -0.5), (0.3, -0.5), (0.07, 0.0))
        out.append(Stroke(tuple((x * c - y * s, x * s + y * c) for x, y in arm)))
    return out


def _fish() -> list[Stroke]:
    """A lucy (a pike), upright with its head at the top."""
    return [
        Stroke(
            (
                (0.0, -0.5), (0.09, -0.36), (0.15, -0.12), (0.13, 0.1), (0.05, 0.3),
                (0.2, 0.5), (0.0, 0.43), (-0.2, 0.5), (-0.05, 0.3), (-0.13, 0.1),
                (-0.15, -0.12), (-0.09, -0.36),
            )
        ),
        Stroke(((0.1, -0.05), (0.27, 0.04), (0.11, 0.12))),
        Stroke(((-0.1, -0.05), (-0.27, 0.04), (-0.11, 0.12))),
        Stroke(((-0.03, -0.33),), 0.07, True),
    ]  # fmt: skip


def _leopard_face() -> list[Stroke]:
    return [
        Stroke(((0.0, -0.05),), 0.72),
        Stroke(((-0.3, -0.34),), 0.24),
        Stroke(((0.3, -0.34),), 0.24),
        Stroke(((-0.22, 0.1), (0.22, 0.1), (0.12, 0.46), (-0.12, 0.46))),
        Stroke(((-0.15, -0.08),), 0.11, True),
        Stroke(((0.15, -0.08),), 0.11, True),
        Stroke(((0.0, 0.0), (0.0, 0.2)), 0.06, True),
        Stroke(((-0.11, 0.3), (0.0, 0.24), (0.11, 0.3)), 0.05, True),
    ]


def _stag_head() -> list[Stroke]:
    """A stag's head cabossed: its face towards us, and no neck."""
    out = [
        Stroke(((-0.17, -0.08), (0.17, -0.08), (0.1, 0.4), (0.0, 0.5), (-0.1, 0.4))),
        Stroke(((-0.09, 0.08),), 0.08, True),
        Stroke(((0.09, 0.08),), 0.08, True),
    ]
    for s in (-1, 1):
        out += [
            Stroke(((s * 0.14, -0.04), (s * 0.32, 0.04)), 0.12),
            Stroke(
                ((s * 0.08, -0.08), (s * 0.24, -0.24), (s * 0.42, -0.3), (s * 0.44, -0.48)), 0.09
            ),
            Stroke(((s * 0.22, -0.22), (s * 0.2, -0.46)), 0.08),
        ]
    return out


def _chaplet() -> list[Stroke]:
    """A garland: a ring of leaves with four roses."""
    ring = [
        Stroke(((math.cos(a) * 0.36, math.sin(a) * 0.36),), 0.2)
        for a in (math.tau * i / 16 for i in range(16))
    ]
    roses = [
        Stroke(((math.cos(a) * 0.38, math.sin(a) * 0.38),), 0.28)
        for a in (math.tau * i / 4 for i in range(4))
    ]
    return ring + roses


def _maunch() -> list[Stroke]:
    """A lady's sleeve with its long hanging cuff."""
    return [
        Stroke(((-0.42, -0.36), (-0.04, -0.46), (0.12, -0.2), (-0.2, -0.02), (-0.46, -0.1))),
        Stroke(((0.0, -0.36), (0.22, -0.2), (0.3, 0.04), (0.22, 0.24)), 0.2),
        Stroke(((0.2, 0.1), (0.42, 0.2), (0.36, 0.48), (0.12, 0.44), (0.08, 0.22))),
        Stroke(
            ((-0.2, -0.1), (-0.02, -0.02), (0.06, 0.12), (-0.06, 0.46), (-0.34, 0.5), (-0.22, 0.2))
        ),
    ]


_DRAWN: dict[str, Callable[[], list[Stroke]]] = {
    "lion": _lion,
    "lion_passant": _lion_passant,
    "fleur_de_lis": _fleur_de_lis,
    "roundel": _roundel,
    "mullet": lambda: _star(5, 0.2),
    "estoile": lambda: _star(8, 0.24),
    "crescent": _crescent,
    "water_bouget": _water_bouget,
    "crosslet": _crosslet,
    "cross_paty": _cross_paty,
    "fish": _fish,
    "leopard_face": _leopard_face,
    "stag_head": _stag_head,
    "chaplet": _chaplet,
    "maunch": _maunch,
}
FIGURES: dict[str, tuple[Stroke, ...]] = {name: tuple(make()) for name, make in _DRAWN.items()}
"""Every figure that a coat of arms may bear, by name."""
