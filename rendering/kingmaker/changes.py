"""The picture of changes: the part of the board where things happened, with arrows and tokens.

The message with the picture tells what happened in words, and so does the picture's description.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw

from bot.rules.kernel import Event
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from rendering.canvas.encoding import Picture, png_bytes, to_palette
from rendering.canvas.heraldry import INK
from rendering.canvas.pen import Point, smooth
from rendering.canvas.theme import faction_mark, theme_named
from rendering.kingmaker.adapter import board_of, pieces_from_view, seat_names
from rendering.kingmaker.board import Scene, draw_part
from rendering.kingmaker.counters.pieces import MarkPiece, Spot, SpotKind
from rendering.kingmaker.counters.stacking import Arrangement, Ground, spot_centre
from rendering.kingmaker.happenings import Changes, Move, read_changes
from rendering.kingmaker.map.base_map import base_map, sea_ways
from rendering.kingmaker.map.geometry import BoardMap
from rendering.kingmaker.map.routes import road_points

LEAST = 9
"""The fewest squares along a side of the picture."""

DETAIL = 14
"""The most squares along a side at double size."""

WIDE = 1.5
"""The ratio of the picture's width to its height, if the board allows it: as wide as a chat
permits."""

ALT_LIMIT = 1000
_MOST_MARKS = 10
"""The most happenings that get a mark, the most important first."""


def changes_picture(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    names: Sequence[str] | None,
    then: Sequence[Sequence[str]],
    theme_name: str,
    cache_dir: Path | None,
) -> Picture:
    """The parts of this view's board that these events changed. See `draw.draw_changes`."""
    theme, board = theme_named(theme_name), board_of(content)
    changes = read_changes(events, content, seat_names(view, names), view, then)
    pieces = pieces_from_view(view, content, names)
    told = [
        MarkPiece(happening.kind, spot)
        for happening in changes.weightiest(_MOST_MARKS)
        for spot in happening.spots
    ]
    known = {(m.kind, m.spot) for m in told}
    kept = [m for m in pieces.marks if (m.kind, m.spot) not in known]
    pieces = replace(pieces, marks=(*kept, *told))
    base = base_map(board, theme, cache_dir)
    window = wide_window(board, changes.areas)
    across, down = window[2] - window[0] + 1, window[3] - window[1] + 1
    k = base.frame.scale if max(across, down) <= DETAIL else 1

    def arrows(image: Image.Image, scene: Scene, scale: int, origin: Point) -> None:
        draw_arrows(image, changes.moves, scene, scale, origin)

    image = draw_part(base, pieces, window, k, arrows)
    png = png_bytes(to_palette(image, base.palette))
    return Picture(png, image.width, image.height, changes_alt(changes, view))


def wide_window(board: BoardMap, areas: Sequence[str]) -> tuple[int, int, int, int]:
    """Like `window_of`, but widened by columns on both sides as far as the board allows."""
    c0, r0, c1, r1 = window_of(board, areas)
    wanted = min(board.cols, math.ceil(WIDE * (r1 - r0 + 1)))
    left = max(0, c0 - max(0, wanted - (c1 - c0 + 1)) // 2)
    right = min(board.cols - 1, max(c1, left + wanted - 1))
    return max(0, min(left, right - wanted + 1)), r0, right, r1


def window_of(board: BoardMap, areas: Sequence[str]) -> tuple[int, int, int, int]:
    """The first and last column and row around these areas, with a margin of one square on each
    side.

    If no area given is on the board, this is the whole board; there are never fewer than nine
    squares along a side.
    """
    cells = []
    for area in areas:
        try:
            cells.append(board.cell_of(area))
        except KeyError:
            continue
    if not cells:
        return 0, 0, board.cols - 1, board.rows - 1
    c0, c1 = _span([c for c, _ in cells], board.cols)
    r0, r1 = _span([r for _, r in cells], board.rows)
    return c0, r0, c1, r1


def _span(values: Sequence[int], size: int) -> tuple[int, int]:
    low, high = max(0, min(values) - 1), min(size - 1, max(values) + 1)
    short = max(0, LEAST - (high - low + 1))
    low = max(0, low - short // 2)
    high = min(size - 1, max(high, low + LEAST - 1))
    return max(0, min(low, high - LEAST + 1)), high


# --- arrows ----------------------------------------------------------------------------------


def draw_arrows(
    image: Image.Image,
    moves: Sequence[Move],
    scene: Scene,
    k: int,
    origin: Point,
) -> None:
    """The routes of forces and ships, in their colours: solid for marches, dashed for sailing."""
    draw, ground = ImageDraw.Draw(image), scene.ground
    for nth, move in enumerate(moves):
        # Paths on top of one another are drawn side by side.
        aside = (nth % 3 - 1) * 3.0
        points = _points(move, scene)
        if len(points) < 2:
            continue
        points = [(x + aside, y + aside) for x, y in points]
        goal = _counter_of(move, scene.arrangement)
        if goal is not None and math.dist(goal, points[-1]) < 3 * ground.frame.cell:
            points[-1] = goal
        line = _shortened(points, 13.0 if goal is None else 25.0)
        dev = [((x - origin[0]) * k, (y - origin[1]) * k) for x, y in line]
        colour = faction_mark(move.seat).colour
        for ink, width in (((255, 252, 240), 8.0), (INK, 6.0), (colour, 3.8)):
            _stroke(draw, dev, width * k, ink, dashed=move.ship and ink == colour, k=k)
        _head(draw, dev, k, colour)


def _points(move: Move, scene: Scene) -> list[Point]:
    """The route of a move, in sheet pixels."""
    ground = scene.ground
    spots = [_centre(area, ground) for area in move.path]
    if move.ship:
        ways = sea_ways(scene.base.plan)
        legs = [ways.way(a, b) for a, b in itertools.pairwise(spots)]
    else:
        legs = []
        for road, group in itertools.groupby(range(len(move.roads)), key=move.roads.__getitem__):
            steps = list(group)
            stretch = spots[steps[0] : steps[-1] + 2]
            if road:
                ends = move.path[steps[0]], move.path[steps[-1] + 1]
                stretch = road_points(ground.board, ground.frame, road, *ends) or stretch
                legs.append(stretch)
            else:
                legs.append(smooth(stretch, 3) if len(stretch) > 2 else stretch)
    points = [p for leg in legs for p in leg]
    return [p for i, p in enumerate(points) if i == 0 or math.dist(p, points[i - 1]) > 1]


def _centre(area: str, ground: Ground) -> Point:
    known: SpotKind = "place" if area in ground.board.places else "square"
    return spot_centre(Spot("sea" if area in ground.board.seas else known, area), ground)


def _counter_of(move: Move, placed: Arrangement) -> Point | None:
    """The middle of the counter that now includes the movers."""
    for block in placed.blocks:
        force = block.block.force
        ids = {n.id for n in force.nobles} | ({force.ship.id} if force.ship is not None else set())
        if ids & set(move.who):
            return block.box.centre
    return None


def _shortened(line: list[Point], by: float) -> list[Point]:
    """The line without its last stretch, so that its arrowhead shows beside the counter."""
    out, left = list(line), by
    while len(out) > 2 and math.dist(out[-1], out[-2]) <= left:
        left -= math.dist(out[-1], out[-2])
        out.pop()
    (ax, ay), (bx, by_) = out[-2], out[-1]
    length = math.hypot(bx - ax, by_ - ay)
    if length > left + 6:
        t = (length - left) / length
        out[-1] = (ax + (bx - ax) * t, ay + (by_ - ay) * t)
    return out


def _stroke(
    draw: ImageDraw.ImageDraw,
    line: Sequence[Point],
    width: float,
    ink: tuple[int, int, int],
    *,
    dashed: bool,
    k: int,
) -> None:
    if not dashed:
        draw.line(line, fill=ink, width=max(1, round(width)), joint="curve")
        return
    run, on = 0.0, True
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length, at = math.hypot(bx - ax, by - ay), 0.0
        while at < length:
            step = min(9.0 * k - run, length - at)
            if on:
                p = [
                    (ax + (bx - ax) * t / length, ay + (by - ay) * t / length)
                    for t in (at, at + step)
                ]
                draw.line(p, fill=ink, width=max(1, round(width)))
            at, run = at + step, run + step
            if run >= 9.0 * k:
                run, on = 0.0, not on


def _head(
    draw: ImageDraw.ImageDraw, line: Sequence[Point], k: int, colour: tuple[int, int, int]
) -> None:
    (ax, ay), (bx, by) = line[-2], line[-1]
    angle = math.atan2(by - ay, bx - ax)
    for ink, size in (((255, 252, 240), 17.0), (INK, 14.5), (colour, 11.0)):
        tip = size * 0.72 * k
        barb = size * 0.8 * k
        points = [
            (bx + math.cos(angle + turn) * reach, by + math.sin(angle + turn) * reach)
            for turn, reach in ((0.0, tip), (2.45, barb), (-2.45, barb))
        ]
        draw.polygon(points, fill=ink)


def changes_alt(changes: Changes, view: BoardView) -> str:
    """A description of the changes, in fewer than 1,000 characters."""
    lines = [h.text for h in changes.weightiest(len(changes.happenings))]
    if changes.moves:
        moved = Counter((move.seat, move.name) for move in changes.moves)
        for (_, who), count in sorted(moved.items(), key=lambda each: each[0][0]):
            lines.append(f"{who} moves {count} force{'s' if count > 1 else ''}")
    if not lines:
        return f"Map of England and Wales, round {view.round}: nothing moved."
    text = f"What changed by round {view.round}:"
    for i, line in enumerate(lines):
        if len(text) + len(line) + 30 > ALT_LIMIT:
            return f"{text} And {len(lines) - i} more."
        text += f" {line}."
    return text
