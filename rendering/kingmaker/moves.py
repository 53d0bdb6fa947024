"""The picture of where a noble can go: squares marked with shapes and numbers of steps and, below,
the rules that stop him.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.prospects.reach import Reach
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.reach import listed, reach_text, spot, stop_lines
from rendering.canvas.encoding import Picture, make_palette, png_bytes, to_palette
from rendering.canvas.fonts import Style, draw_centred
from rendering.canvas.foot import Entry, with_list
from rendering.canvas.heraldry import INK, WHITE_ROSE
from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.theme import Colour, Theme, theme_named
from rendering.kingmaker.adapter import board_of, pieces_from_view
from rendering.kingmaker.board import Scene, draw_part
from rendering.kingmaker.changes import DETAIL, window_of
from rendering.kingmaker.counters.stacking import Priced, cheapest
from rendering.kingmaker.map.base_map import BaseMap, base_map
from rendering.kingmaker.map.geometry import BoardMap, Cell, Rect, meeting, union
from rendering.kingmaker.map.pictograms import BADGE, anchor_badge

STEP = 17.0
"""The width and height of the mark on a square, in sheet pixels."""

ALT_LIMIT = 1000
_ROAD: Colour = (244, 206, 130)
_TINT: Colour = (255, 222, 96)
_SEA_TINT: Colour = (150, 214, 255)
_STRENGTH = 84
"""The strength of the tint on a square that can be reached, out of 255."""


def moves_picture(
    view: BoardView,
    content: Content,
    reach: Reach,
    names: Sequence[str] | None,
    theme_name: str,
    cache_dir: Path | None,
) -> Picture:
    """The places a noble can go: discs with the number of squares marched, lozenges along roads,
    anchors at sea, and lettered squares where a rule stops him, with the rules listed below."""
    theme, board = theme_named(theme_name), board_of(content)
    base = base_map(board, theme, cache_dir)
    stopped = [at for stop in reach.stops for at in stop.at]
    everywhere = [reach.origin, *reach.marches, *reach.rides, *reach.sails, *stopped]
    window = window_of(board, [area for area in everywhere if area])
    across, down = window[2] - window[0] + 1, window[3] - window[1] + 1
    k = base.frame.scale if max(across, down) <= DETAIL else 1

    def wash(image: Image.Image, scene: Scene, scale: int, origin: Point) -> None:
        _wash(image, _cells(board, reach), scene, scale, origin)

    def marks(image: Image.Image, scene: Scene, scale: int, origin: Point) -> None:
        for sprite, (x, y) in _placed(scene, reach, theme, scale):
            image.paste(
                sprite, (round((x - origin[0]) * scale), round((y - origin[1]) * scale)), sprite
            )

    part = draw_part(base, pieces_from_view(view, content, names), window, k, wash, marks)
    image = with_list(part, _entries(reach, Lexicon(content), theme), theme)
    png = png_bytes(to_palette(image, _palette(base)))
    return Picture(png, image.width, image.height, moves_alt(reach, content))


def moves_alt(reach: Reach, content: Content) -> str:
    """A description of where a noble can go, in at most 1,000 characters, the rules first."""
    lex = Lexicon(content)
    head, *ways = reach_text(lex, reach, stops=False).splitlines()
    text = " ".join([head, *stop_lines(lex, reach), *ways])
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1] + "…"


def _cells(board: BoardMap, reach: Reach) -> set[Cell]:
    """The squares to tint."""
    cells = {board.cell_of(square) for square in (*reach.marches, *reach.rides)}
    for where in reach.sails:
        sea = board.seas.get(where)
        cells |= {board.cell_of(where)} if sea is None else set(sea.cells)
    return cells


def _wash(image: Image.Image, cells: set[Cell], scene: Scene, k: int, origin: Point) -> None:
    """Tint squares, with one line around all of them."""
    frame = scene.base.frame
    _tint(image, cells, scene.base, k, origin)
    pen = ImageDraw.Draw(image)
    for col, row in cells:
        box = frame.cell_rect((col, row)).moved(-origin[0], -origin[1])
        for beyond, edge in (
            ((col, row - 1), ((box.x0, box.y0), (box.x1, box.y0))),
            ((col, row + 1), ((box.x0, box.y1), (box.x1, box.y1))),
            ((col - 1, row), ((box.x0, box.y0), (box.x0, box.y1))),
            ((col + 1, row), ((box.x1, box.y0), (box.x1, box.y1))),
        ):
            if beyond not in cells:
                pen.line([(x * k, y * k) for x, y in edge], fill=INK, width=2 * k)


def _tint(image: Image.Image, cells: Iterable[Cell], base: BaseMap, k: int, origin: Point) -> None:
    """Tint squares: land in one colour, sea in another."""
    for col, row in cells:
        box = base.frame.cell_rect((col, row)).moved(-origin[0], -origin[1])
        x0, y0, x1, y1 = box.device(k)
        tint = _TINT if base.board.squares[col, row].sea is None else _SEA_TINT
        image.paste(tint, (x0, y0), Image.new("L", (x1 - x0, y1 - y0), _STRENGTH))


@lru_cache(maxsize=8)
def _palette(base: BaseMap) -> Image.Image:
    """The palette of these pictures: the tint makes new colours out of everything below it, and
    rare ones, such as a wood's, must not be lost among those of the open land."""
    flat = base.sheet.getpalette() or []
    shown: list[Colour] = []
    for number, count in enumerate(base.sheet.histogram()[: len(flat) // 3]):
        red, green, blue = flat[3 * number : 3 * number + 3]
        for tint, strength in ((_TINT, 0), (_TINT, _STRENGTH), (_SEA_TINT, _STRENGTH)):
            shown += [mix((red, green, blue), tint, strength / 255)] * math.isqrt(count)
    sample = Image.new("RGB", (len(shown), 1))
    sample.putdata(shown)
    return make_palette(sample.resize((2 * len(shown), 2), Image.Resampling.NEAREST), base.theme)


# Marks


@lru_cache(maxsize=128)
def step_mark(shape: str, text: str, k: float) -> Image.Image:
    """A mark on a square: `march` is a disc with the steps, `ride` a lozenge on its corner, `both`
    the disc in the lozenge, and `stop` a dark square with the letter of its line in the list."""
    pen = Pen(STEP, STEP, k)
    h = STEP / 2 - 0.6
    if shape in ("ride", "both"):
        pen.polygon([(0, -h), (h, 0), (0, h), (-h, 0)], _ROAD, INK, 1.1)
    if shape == "march":
        pen.circle(0, 0, h - 0.8, WHITE_ROSE, INK, 1.1)
    if shape == "both":
        pen.circle(0, 0, h - 2.9, WHITE_ROSE, INK, 0.9)
    if shape == "stop":
        h -= 0.8
        pen.polygon([(-h, -h), (h, -h), (h, h), (-h, h)], INK, WHITE_ROSE, 1.2)
    sprite = pen.sprite()
    ink = WHITE_ROSE if shape == "stop" else INK
    style = Style("number", 12.5 if shape != "both" else 10.5).scaled(k)
    draw_centred(ImageDraw.Draw(sprite), (STEP / 2 * k, STEP / 2 * k), text, style, ink)
    return sprite


def _wanted(reach: Reach) -> Iterator[tuple[str, str, str]]:
    """Every mark: its place, its shape, and its writing."""
    for square, steps in reach.marches.items():
        yield square, "both" if square in reach.rides else "march", str(steps)
    for square in reach.rides:
        if square not in reach.marches:
            yield square, "ride", ""
    for where in reach.sails:
        yield where, "sail", ""
    for letter, at in _letters(reach).items():
        for there in at:
            yield there, "stop", letter


def _letters(reach: Reach) -> Mapping[str, tuple[str, ...]]:
    """The stops that are marked on the map, by letter."""
    stops = [stop.at for stop in reach.stops if stop.at]
    return {chr(ord("a") + i): at for i, at in enumerate(stops)}


def _placed(
    scene: Scene, reach: Reach, theme: Theme, k: int
) -> Iterator[tuple[Image.Image, Point]]:
    """Every mark with its upper left corner, placed in its square, clear of names, counters and
    signs."""
    board, frame = scene.base.board, scene.base.frame
    layout = scene.ground.layout
    walls = [*scene.arrangement.covered(), *(box for _, box in scene.arrangement.marks)]
    walls += [label.box for label in (*scene.names, *layout.seas.values())]
    signs = [box for sign in layout.signs.values() for box in sign.boxes]
    for where, shape, text in _wanted(reach):
        sail = shape == "sail"
        sprite = anchor_badge(theme, k) if sail else step_mark(shape, text, k)
        size = BADGE if sail else STEP
        home = frame.cell_rect(board.cell_of(where))
        best = _clearest(home, size, walls, signs)
        walls.append(best)
        yield sprite, (best.x0, best.y0)


def _clearest(home: Rect, size: float, walls: Sequence[Rect], signs: Sequence[Rect]) -> Rect:
    """The spot where a mark is mostly in its square and hides as little as possible of names,
    counters and signs."""
    boxes, around = _corners(home, size)
    # Only a few of the things on the map are close enough to matter.
    near = [(wall, 4.0) for wall in meeting(around, walls)]
    return cheapest(boxes, near + [(sign, 1.0) for sign in meeting(around, signs)])


@lru_cache(maxsize=256)
def _corners(home: Rect, size: float) -> tuple[Priced, Rect]:
    """Places for a mark in a square, the upper left one first, and then some on its edge, each with
    the cost of its part outside the square; and the smallest box around all of them."""
    inner, step = home.grown(-2 - size / 2), size / 2
    count = round((inner.width + 2 * size) / step)
    across = sorted((inner.x0 + (i - 2) * step for i in range(count + 1)), key=_first(inner.x0))
    down = sorted((inner.y0 + (j - 2) * step for j in range(count + 1)), key=_first(inner.y0))
    points = [(x, y) for y in down for x in across]
    priced = Priced.around(points, size, size, lambda box: 2 * (size * size - box.overlap(home)))
    return priced, union([Rect.around(at, size, size) for at in points])


def _first(start: float) -> Callable[[float], tuple[bool, float]]:
    """A sort key that starts from a value and puts smaller values last."""
    return lambda value: (value < start, value)


def _entries(reach: Reach, lex: Lexicon, theme: Theme) -> list[Entry]:
    """The meaning of the marks, and the rules that stop the noble."""
    out = []
    who, k = lex.kind(reach.noble), 1.9
    origin = spot(lex, reach.origin)
    if reach.marches:
        text = f"{who} on foot from {origin}: squares marched."
        out.append(Entry("", step_mark("march", "1", k), text))
    if reach.rides:
        text = f"{who} by road from {origin}; with a disc: on foot as well."
        out.append(Entry("", step_mark("ride", "", k), text))
    if reach.sails:
        text = f"{who} by ship from {origin}: {listed(lex, reach.sails)}."
        out.append(Entry("", anchor_badge(theme, 2), text))
    letters = iter(_letters(reach))
    for stop, line in zip(reach.stops, stop_lines(lex, reach), strict=True):
        letter = next(letters) if stop.at else "!"
        out.append(Entry("", step_mark("stop", letter, k), line))
    return out
