"""Blockades on the board: a dashed line from the ship that watches to the port, with a bar across.

The line has the colour of the ship's player (ishkibibble-blockade.1).
"""

from __future__ import annotations

from math import hypot

from PIL import ImageDraw

from rendering.canvas.pen import Point
from rendering.canvas.theme import Theme, faction_mark
from rendering.kingmaker.counters.stacking import Arrangement, Ground

_DASH, _GAP = 9.0, 6.0
_WIDTH, _HALO = 5, 9
_BAR = 16.0
"""How far the bar reaches to either side of the line, before the port."""
_SHORT_OF = 18.0
"""How far from the middle of the port's sign the line ends."""


def draw_blockades(
    draw: ImageDraw.ImageDraw,
    arrangement: Arrangement,
    ground: Ground,
    theme: Theme,
    k: int,
    origin: Point,
) -> None:
    """Draw a line for every ship that watches a port; counters come on top of it."""
    signs = ground.layout.signs
    for placed in arrangement.blocks:
        ship = placed.block.force.ship
        if ship is None or ship.blockade is None or ship.blockade not in signs:
            continue
        start, end = placed.box.centre, signs[ship.blockade].bounds.centre
        for width, colour in ((_HALO, theme.halo_land), (_WIDTH, faction_mark(ship.seat).colour)):
            for a, b in _strokes(start, end):
                draw.line(
                    [_device(a, k, origin), _device(b, k, origin)], fill=colour, width=width * k
                )


def _device(point: Point, k: int, origin: Point) -> tuple[float, float]:
    return (point[0] - origin[0]) * k, (point[1] - origin[1]) * k


def _strokes(start: Point, end: Point) -> list[tuple[Point, Point]]:
    """The dashes from a ship to a port, and the bar at their end."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    if length <= _SHORT_OF:
        return []
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = length - _SHORT_OF

    def at(distance: float) -> Point:
        return start[0] + ux * distance, start[1] + uy * distance

    dashes, done = [], 0.0
    while done < reach:
        dashes.append((at(done), at(min(done + _DASH, reach))))
        done += _DASH + _GAP
    x, y = at(reach)
    bar = ((x - uy * _BAR, y + ux * _BAR), (x + uy * _BAR, y - ux * _BAR))
    return [*dashes, bar]
