"""The routes that movers took, as shown on the board: on foot, along roads and over the sea.

Facts name the two ends of a move. Between these, a march takes the fewest squares, a ride follows
the road, and a ship keeps to the water.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import deque
from collections.abc import Sequence
from functools import lru_cache

from bot.rules.kingmaker.board import Board
from bot.rules.kingmaker.ids import SquareId
from rendering.canvas.pen import Point, smooth
from rendering.kingmaker.map.geometry import BoardMap, Frame, Rect, parse_cell
from rendering.kingmaker.map.sea_names import LandGrid

Step = tuple[str, str]
"""The road taken (empty for open country), and the square to which it led."""


def on_foot(board: Board, origin: str, to: str) -> list[Step]:
    """The steps of a march: as few as possible, and as straight as possible."""
    (ax, ay), (bx, by) = parse_cell(origin), parse_cell(to)
    length = math.hypot(bx - ax, by - ay) or 1.0

    def aside(square: str) -> float:
        x, y = parse_cell(square)
        return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length

    best = {origin: 0.0}
    before: dict[str, str] = {}
    queue = [(0.0, origin)]
    while queue:
        cost, here = heapq.heappop(queue)
        if here == to:
            return [("", square) for square in _back(before, origin, to)]
        if cost > best[here] or (here != origin and board.squares[SquareId(here)].is_forest):
            continue
        for there in board.squares[SquareId(here)].neighbours:
            new = cost + 1 + 0.01 * aside(there)
            if new < best.get(there, math.inf):
                best[there], before[there] = new, here
                heapq.heappush(queue, (new, there))
    return [("", to)]


def by_road(board: Board, origin: str, to: str) -> list[Step]:
    """The steps of a ride along the shortest road."""
    before: dict[str, str] = {}
    roads = {origin: ""}
    queue = deque([origin])
    while queue and to not in roads:
        here = queue.popleft()
        for road, there in board.road_neighbours(SquareId(here)):
            if there not in roads:
                roads[there], before[there] = road, here
                queue.append(there)
    if to not in roads:
        return [("", to)]
    return [(roads[square], square) for square in _back(before, origin, to)]


def _back(before: dict[str, str], origin: str, to: str) -> list[str]:
    way = [to]
    while before.get(way[-1], origin) != origin:
        way.append(before[way[-1]])
    return way[::-1]


def road_points(board: BoardMap, frame: Frame, road: str, a: str, b: str) -> list[Point]:
    """The drawn line of a road between the middles of two of its squares, in sheet pixels."""
    line = next((smooth([frame.px(p) for p in r.line], 2) for r in board.roads if r.id == road), [])
    if not line:
        return []
    ends = [frame.cell_rect(parse_cell(square)).centre for square in (a, b)]
    first, last = (min(range(len(line)), key=lambda i: math.dist(line[i], end)) for end in ends)
    return line[first : last + 1] if first <= last else line[last : first + 1][::-1]


def _cut_up(a: Point, b: Point) -> list[Point]:
    """Points along a stretch, except its first, at most twenty sheet pixels apart."""
    n = max(1, math.ceil(math.dist(a, b) / 20.0))
    return [(a[0] + (b[0] - a[0]) * i / n, a[1] + (b[1] - a[1]) * i / n) for i in range(1, n + 1)]


_LATTICE = 14.5
"""The distance, in sheet pixels, between the points that a ship's route can use."""

_SHORE = 34.0
"""Around each point, the side of the square in which routes avoid land if they can."""


class SeaRoutes:
    """Finds routes over one board's water, round capes and through straits."""

    def __init__(self, land: LandGrid, frame: Frame) -> None:
        grid = frame.grid_rect
        self._land, self._corner = land, (grid.x0, grid.y0)
        self._cols, self._rows = int(grid.width / _LATTICE), int(grid.height / _LATTICE)

    def way(self, a: Point, b: Point) -> list[Point]:
        """Points from one place to the other, both included, in sheet pixels."""
        start, goal = self._node(a), self._node(b)
        best, before = {start: 0.0}, {start: start}
        queue = [(0.0, start)]
        while queue:
            _, here = heapq.heappop(queue)
            if here == goal:
                break
            for there, far in self._around(here):
                new = best[here] + far * self._price(there)
                if new < best.get(there, math.inf):
                    best[there], before[there] = new, here
                    heapq.heappush(queue, (new + math.dist(there, goal), there))
        nodes = [goal]
        while nodes[-1] != start:
            nodes.append(before[nodes[-1]])
        points = [a, *(self._point(n) for n in nodes[::-1][1:-1]), b]
        # Cut up long stretches first: rounding the corner between two of them would go far inland.
        legs = [_cut_up(*leg) for leg in itertools.pairwise(self._pulled(points))]
        return smooth([a, *(p for leg in legs for p in leg)], 2)

    def _node(self, p: Point) -> tuple[int, int]:
        x, y = (p[0] - self._corner[0]) / _LATTICE, (p[1] - self._corner[1]) / _LATTICE
        return min(max(int(x), 0), self._cols - 1), min(max(int(y), 0), self._rows - 1)

    def _point(self, node: tuple[int, int]) -> Point:
        x, y = self._corner
        return x + (node[0] + 0.5) * _LATTICE, y + (node[1] + 0.5) * _LATTICE

    def _around(self, node: tuple[int, int]) -> list[tuple[tuple[int, int], float]]:
        out = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                there = node[0] + dx, node[1] + dy
                inside = 0 <= there[0] < self._cols and 0 <= there[1] < self._rows
                if (dx or dy) and inside:
                    out.append((there, math.hypot(dx, dy)))
        return out

    @lru_cache(maxsize=16384)  # noqa: B019 - one per board, kept as long as the board
    def _price(self, node: tuple[int, int]) -> float:
        here = self._point(node)
        ashore = self._land.share(Rect.around(here, _LATTICE, _LATTICE))
        return 1.0 + 300.0 * ashore**2 + 1.5 * self._land.share(Rect.around(here, _SHORE, _SHORE))

    def _pulled(self, points: Sequence[Point]) -> list[Point]:
        """The points, without those that a straight stretch over water does not need."""
        out = [points[0]]
        at = 0
        while at < len(points) - 1:
            far = next(
                (i for i in range(len(points) - 1, at + 1, -1) if self._wet(points[at], points[i])),
                at + 1,
            )
            out.append(points[far])
            at = far
        return out

    def _wet(self, a: Point, b: Point) -> bool:
        steps = max(1, math.ceil(math.dist(a, b) / 6.0))
        for i in range(1, steps):
            p = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
            if self._land.share(Rect.around(p, 14.0, 14.0)) > 0.2:
                return False
        return True
