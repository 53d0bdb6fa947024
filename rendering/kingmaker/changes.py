"""The picture of changes: the parts of the board where things happened, with arrows and tokens.

The picture is read inline in a chat: one crop, or two, one above the other, narrow enough for every
name to be legible on a phone. The whole board is one button away.

The message with the picture says in words what happened, and so does the picture's description.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
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
from rendering.kingmaker.map.geometry import BoardMap, Cell, Window
from rendering.kingmaker.map.routes import road_points

LEAST = 9
"""The fewest squares along a side of a picture around given areas."""

DETAIL = 14
"""The most squares along a side at double size."""

ACROSS = 10
"""The squares across a crop: with more, the smallest names would be less than ten pixels high in a
chat."""

DOWN = 7
"""The squares down a crop; one that shows everything by itself may be twice as high."""

_HEAVIER = 8.0
"""This many happenings of one weight count for as much as one of the next weight."""
_LEFT = 0.5
"""How much the starting square of a march counts."""

ALT_LIMIT = 1000
_MOST_MARKS = 10
"""At most this many happenings get a mark, the most important first."""


def changes_picture(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    names: Sequence[str] | None,
    then: Sequence[Sequence[str]],
    theme_name: str,
    cache_dir: Path | None,
) -> Picture:
    """The parts of this view's board that these events changed most: arrows for moves, and tokens
    for what happened.

    Only the public events are used. `then` gives the names at the time of each event, if they were
    different.
    """
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

    def arrows(image: Image.Image, scene: Scene, scale: int, origin: Point) -> None:
        draw_arrows(image, changes.moves, scene, scale, origin)

    *above, last = windows_of(board, changes) or [(0, 0, board.cols - 1, board.rows - 1)]
    crops = [draw_part(base, pieces, window, None, arrows, footed=False) for window in above]
    crops.append(draw_part(base, pieces, last, None, arrows))
    image = Image.new("RGB", (crops[0].width, sum(crop.height for crop in crops)))
    y = 0
    for crop in crops:
        image.paste(crop, (0, y))
        y += crop.height
    png = png_bytes(to_palette(image, base.palette))
    return Picture(png, image.width, image.height, changes_alt(changes, view))


def windows_of(board: BoardMap, changes: Changes) -> list[Window]:
    """One window around everything that happened; if that is too much, two around what matters
    most; none if nothing happened on the board.

    All windows have the same width, with what they are meant to show in the middle.
    """
    told = [
        (area, _HEAVIER**happening.weight)
        for happening in changes.happenings
        for area in (spot.id for spot in happening.spots)
    ]
    told += [(move.path[-1], 1.0) for move in changes.moves]
    # The starting points may be in a crop, but no crop is made for them alone.
    left = [(move.path[0], _LEFT) for move in changes.moves]
    unseen = [
        (board.cell_of(area), worth, worth > _LEFT)
        for area, worth in (*told, *left)
        if _is_on(board, area)
    ]
    if not unseen:
        return []
    whole = _around(board, [cell for cell, *_ in unseen], 2 * DOWN)
    if whole is not None:
        return [whole]
    windows: list[Window] = []
    while len(windows) < 2 and any(makes for *_, makes in unseen):
        best = max(
            _everywhere(board),
            key=lambda inner: sum(worth for cell, worth, _ in unseen if _shows(inner, cell)),
        )
        shown = [cell for cell, *_ in unseen if _shows(best, cell)]
        window = _around(board, shown, DOWN) or best
        windows.append(window)
        unseen = [each for each in unseen if not _shows(window, each[0])]
    return sorted(windows, key=lambda window: (window[1], window[0]))


def _is_on(board: BoardMap, area: str) -> bool:
    try:
        board.cell_of(area)
    except KeyError:
        return False
    return True


def _around(board: BoardMap, cells: Sequence[Cell], most: int) -> Window | None:
    """A crop with these squares in its middle and a margin of one square around them; None if they
    need more than ACROSS squares across or ``most`` down."""
    c0, c1 = _span([c for c, _ in cells], board.cols, ACROSS)
    r0, r1 = _span([r for _, r in cells], board.rows, DOWN)
    return (c0, r0, c1, r1) if c1 - c0 < ACROSS and r1 - r0 < most else None


def _everywhere(board: BoardMap) -> Iterator[Window]:
    """The inside of every crop of the usual size, without its margin of one square."""
    for row in range(board.rows - DOWN + 3):
        for col in range(board.cols - ACROSS + 3):
            yield col, row, col + ACROSS - 3, row + DOWN - 3


def _shows(window: Window, cell: Cell) -> bool:
    return window[0] <= cell[0] <= window[2] and window[1] <= cell[1] <= window[3]


def window_of(board: BoardMap, areas: Sequence[str]) -> Window:
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
    c0, c1 = _span([c for c, _ in cells], board.cols, LEAST)
    r0, r1 = _span([r for _, r in cells], board.rows, LEAST)
    return c0, r0, c1, r1


def _span(values: Sequence[int], size: int, least: int) -> tuple[int, int]:
    low, high = max(0, min(values) - 1), min(size - 1, max(values) + 1)
    short = max(0, least - (high - low + 1))
    low = max(0, low - short // 2)
    high = min(size - 1, max(high, low + least - 1))
    return max(0, min(low, high - least + 1)), high


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
        # Paths that would overlap are drawn side by side.
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
