"""The board with its counters: the whole sheet, and crops from it.

The sheet and the crops both consist of the cached empty board, the counters as placed by
`stacking`, and a strip with each player's colour. Crops are taken from the master, so they have
twice the detail.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from rendering.canvas.encoding import Picture, png_bytes, to_palette
from rendering.canvas.fonts import (
    Style,
    draw_centred,
    draw_text,
    ellipsis,
    fitted,
    text_width,
    wrap,
)
from rendering.canvas.foot import Foot, with_foot
from rendering.canvas.heraldry import GOLD, INK, crown_points
from rendering.canvas.parchment import paper
from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.theme import Theme
from rendering.kingmaker.alt import board_alt, crop_alt
from rendering.kingmaker.camps import sided_badge, with_key
from rendering.kingmaker.counters.art import art_of, draw_art, flag_art, mark_art, ring_art
from rendering.kingmaker.counters.keep_clear import draw_blockades, settle
from rendering.kingmaker.counters.marks import reign_plaque
from rendering.kingmaker.counters.pieces import PieceSet, SeatPiece
from rendering.kingmaker.counters.stacking import Arrangement, Ground
from rendering.kingmaker.map.base_map import (
    BaseMap,
    GroundPlan,
    base_map,
    layout_within,
    paint_names,
)
from rendering.kingmaker.map.geometry import REGIONS, BoardMap, Cell, Frame, Rect
from rendering.kingmaker.map.labels import Label

CROP_STRIP = 26.0
"""The width of the coordinate strip around a crop, in sheet pixels."""

CROP_FOOTER = 42.0
"""The height of the factions' strip under a crop, in sheet pixels."""


@dataclass(frozen=True)
class Scene:
    """The pieces and names, with their places on the sheet or on a part of it."""

    base: BaseMap
    ground: Ground
    arrangement: Arrangement
    names: Sequence[Label]


def scene(base: BaseMap, pieces: PieceSet, seen: Rect | None = None) -> Scene:
    """Find places for all the pieces and names; with `seen`, only on a part of the sheet."""
    ground = ground_of(base.plan, seen)
    arrangement, names = settle(pieces, ground, base.plan.names, seen)
    return Scene(base, ground, arrangement, names)


@lru_cache(maxsize=256)
def ground_of(plan: GroundPlan, seen: Rect | None = None) -> Ground:
    """The ground on which to place pieces: the whole sheet or a part of it."""
    layout = plan.layout if seen is None else layout_within(plan, seen)
    return Ground(plan.board, plan.frame, layout, plan.land)


def board_picture(
    board: BoardMap,
    pieces: PieceSet,
    theme: Theme,
    cache_dir: Path | None = None,
    foot: Foot = (),
) -> Picture:
    """The whole board with these pieces, and with these lines below it."""
    base = base_map(board, theme, cache_dir)
    sheet = with_key(board_image(base, pieces), pieces, theme)
    image = with_foot(to_palette(sheet, base.palette), foot, theme)
    return Picture(png_bytes(image), image.width, image.height, board_alt(pieces, board, foot))


def board_image(base: BaseMap, pieces: PieceSet) -> Image.Image:
    """The whole board with these pieces, in RGB."""
    image = base.sheet.convert("RGB")
    settled = scene(base, pieces)
    draw_scene(image, settled, 1, (0.0, 0.0))
    frame = base.frame
    strip = Rect(
        frame.grid_rect.x0 - 6,
        frame.grid_rect.y1 + frame.margin - 8,
        frame.grid_rect.x1 + 6,
        frame.height - 16,
    )
    draw_seats(image, pieces, base.theme, strip, 1, 17.0)
    if pieces.reign is not None:
        plaque = reign_plaque(pieces.reign, base.theme)
        free = _free_corner(settled, plaque.width, plaque.height)
        image.paste(plaque, (round(free.x0), round(free.y0)), plaque)
    return image


def _free_corner(settled: Scene, width: float, height: float) -> Rect:
    """The first of a few places on the sheet where the plaque hides no pieces; if it hides some in
    all of them, simply the first.
    """
    grid, off = settled.base.frame.grid_rect, 14.0
    below_the_title = grid.y0 + 0.12 * grid.height
    corners = [
        (grid.x1 - off - width, grid.y1 - off - height),
        (grid.x1 - off - width, below_the_title),
        (grid.x0 + off, grid.y0 + 0.6 * grid.height),
    ]
    boxes = [Rect(x, y, x + width, y + height) for x, y in corners]
    found = settled.arrangement
    taken = [*(placed.box for placed in found.blocks), *(box for _, box in found.marks)]
    clear = (box for box in boxes if not any(box.overlap(other) for other in taken))
    return next(clear, boxes[0])


def crop_window(board: BoardMap, centre: Cell, radius: int) -> tuple[int, int, int, int]:
    """The first and last column and row of a crop, which is moved, not cut, at the board's edge."""
    across, down = min(board.cols, 2 * radius + 1), min(board.rows, 2 * radius + 1)
    col = min(max(centre[0] - radius, 0), board.cols - across)
    row = min(max(centre[1] - radius, 0), board.rows - down)
    return col, row, col + across - 1, row + down - 1


def crop_picture(
    board: BoardMap,
    pieces: PieceSet,
    theme: Theme,
    centre: str,
    radius: int = 4,
    cache_dir: Path | None = None,
) -> Picture:
    """A region, or the board around a place, sea or square, `radius` squares in each direction.

    Raises `KeyError` if the board has no such thing and `ValueError` for a radius below 1.
    """
    if radius < 1:
        raise ValueError("radius must be at least 1")
    base = base_map(board, theme, cache_dir)
    region = REGIONS.get(centre)
    if region is not None:
        name, window = region.name, region.window
    else:
        window = crop_window(board, board.cell_of(centre), radius)
        name = f"Part of the map around {board.name_of(centre)}"
    image = draw_part(base, pieces, window)
    png = png_bytes(to_palette(image, base.palette))
    return Picture(png, image.width, image.height, crop_alt(pieces, board, name, window))


Under = Callable[[Image.Image, Scene, int, Point], None]
"""A function that draws on a part of the board, given the image, the places of things, the scale,
and the sheet pixel at the corner."""


def draw_part(
    base: BaseMap,
    pieces: PieceSet,
    window: tuple[int, int, int, int],
    k: int | None = None,
    under: Under | None = None,
    over: Under | None = None,
    *,
    footed: bool = True,
) -> Image.Image:
    """Part of the board in RGB: the squares of a window, with margins and (if `footed`) the
    factions' strip.

    `k` is 2 for the master's detail, 1 for that of the whole sheet; `under` is drawn below names
    and counters, `over` above them.
    """
    frame, theme = base.frame, base.theme
    k = k or frame.scale
    source = base.master if k == frame.scale else base.sheet
    x0, y0 = frame.px((window[0], window[1]))
    x1, y1 = frame.px((window[2] + 1, window[3] + 1))
    seen = Rect(x0, y0, x1, y1)
    part = source.crop(seen.device(k)).convert("RGB")
    _bare(part, base, seen, k)
    settled = scene(base, pieces, seen)
    draw_scene(part, settled, k, (x0, y0), under)
    if over is not None:
        over(part, settled, k, (x0, y0))
    strip = round(CROP_STRIP * k)
    # More than four names would be cut to nothing in one row of a narrow picture.
    rows = 2 if len(pieces.seats) > 4 and part.width / k < 150 * len(pieces.seats) else 1
    sided = any(seat.camp for seat in pieces.seats)
    footer = round(CROP_FOOTER * k) * rows if footed and pieces.seats and not sided else 0
    size = (part.width + 2 * strip, part.height + 2 * strip + footer)
    image = paper(size, theme.paper, theme.paper_edge)
    image.paste(part, (strip, strip))
    inner = (strip, strip, strip + part.width, strip + part.height)
    _crop_margins(image, window, theme, frame, inner, k)
    if footer:
        each = -(-len(pieces.seats) // rows)
        for row in range(rows):
            y = size[1] / k - 38 - CROP_FOOTER * (rows - 1 - row)
            rect = Rect(CROP_STRIP, y, size[0] / k - CROP_STRIP, y + 32)
            seats = pieces.seats[row * each : (row + 1) * each]
            there = replace(pieces, seats=seats, round=0 if row else pieces.round)
            draw_seats(image, there, theme, rect, k, 13.0)
    return with_key(image, pieces, theme, turn=True) if footed else image


def _crop_margins(
    image: Image.Image,
    window: tuple[int, int, int, int],
    theme: Theme,
    frame: Frame,
    inner: tuple[int, int, int, int],
    k: int,
) -> None:
    draw = ImageDraw.Draw(image)
    ink = theme.ink if theme.name == "light" else theme.stone
    style = Style("capitals", 15.0 * k)
    half = CROP_STRIP * k / 2
    for i, col in enumerate(range(window[0], window[2] + 1)):
        x = inner[0] + (i + 0.5) * frame.cell * k
        for y in (inner[1] - half, inner[3] + half):
            draw_centred(draw, (x, y), chr(ord("A") + col), style, ink)
    for i, row in enumerate(range(window[1], window[3] + 1)):
        y = inner[1] + (i + 0.5) * frame.cell * k
        for x in (inner[0] - half, inner[2] + half):
            draw_centred(draw, (x, y), str(row + 1), style, ink)
    box = [inner[0] - k, inner[1] - k, inner[2] + k - 1, inner[3] + k - 1]
    draw.rectangle(box, outline=theme.ink, width=k)


def _bare(part: Image.Image, base: BaseMap, seen: Rect, k: int) -> None:
    """Remove the ornaments that the edge of this part would cut."""
    for box, patch in zip(base.plan.layout.ornaments, base.bare, strict=True):
        if box.overlap(seen) and not seen.contains(box):
            x0, y0, _, _ = box.moved(-seen.x0, -seen.y0).device(k)
            less = base.frame.scale // k
            rgb = patch.convert("RGB")
            part.paste(rgb if less == 1 else rgb.reduce(less), (x0, y0))


# --- counters --------------------------------------------------------------------------------


def draw_scene(
    image: Image.Image, scene: Scene, k: int, origin: Point, under: Under | None = None
) -> None:
    """Draw names and counters; `origin` is the sheet pixel at the image's corner."""
    base, arrangement, theme = scene.base, scene.arrangement, scene.base.theme
    ox, oy = origin
    view = Rect(ox, oy, ox + image.width / k, oy + image.height / k)

    def paste(sprite: Image.Image, x: float, y: float) -> None:
        image.paste(sprite, (round((x - ox) * k), round((y - oy) * k)), sprite)

    for siege, ring in arrangement.rings:
        if ring.overlap(view):
            paste(draw_art(ring_art(siege, ring), theme, k), ring.x0, ring.y0)
    if under is not None:
        under(image, scene, k, origin)
    draw = ImageDraw.Draw(image)
    draw_blockades(draw, arrangement, scene.ground, theme, k, origin)
    paint_names(image, base, scene.names, scene.ground.layout.seas.values(), k, origin)
    for _, holder, (x, y) in arrangement.flags:
        paste(draw_art(flag_art(holder), theme, k), x, y)
    for placed in arrangement.blocks:
        if placed.tether is not None:
            tx, ty = placed.tether
            cx, cy = placed.box.centre
            line = [((cx - ox) * k, (cy - oy) * k), ((tx - ox) * k, (ty - oy) * k)]
            draw.line(line, fill=theme.halo_land, width=4 * k)
            draw.line(line, fill=theme.ink, width=2 * k)
    for placed in arrangement.blocks:
        if placed.box.overlap(view):
            for part in placed.block.parts:
                sprite = draw_art(art_of(part, placed.block.force), theme, k)
                paste(sprite, placed.box.x0 + part.box.x0, placed.box.y0 + part.box.y0)
    for mark, box in arrangement.marks:
        paste(draw_art(mark_art(mark), theme, k), box.x0, box.y0)


# --- the strip of the factions ---------------------------------------------------------------


def draw_seats(
    image: Image.Image, pieces: PieceSet, theme: Theme, rect: Rect, k: int, size: float
) -> None:
    """Draw every seat's name, colour, pattern and letter in a row, and mark the active seat."""
    if not pieces.seats:
        return
    draw = ImageDraw.Draw(image)
    ink = theme.ink if theme.name == "light" else theme.stone
    soft = theme.ink_soft if theme.name == "light" else theme.land_dark
    left = rect.x0
    if pieces.round:
        head = Style("capitals", size * 0.95)
        words = f"ROUND {pieces.round}"
        draw_text(draw, (left * k, (rect.y0 + rect.height * 0.48) * k), words, head.scaled(k), ink)
        phase = pieces.phase.capitalize()
        small = Style("italic", size * 0.95)
        draw_text(
            draw, (left * k, (rect.y0 + rect.height * 0.92) * k), phase, small.scaled(k), soft
        )
        left += max(text_width(words, head), text_width(phase, small)) + size
    pitch = (rect.x1 - left) / len(pieces.seats)
    for i, seat in enumerate(pieces.seats):
        box = Rect(left + i * pitch, rect.y0, left + (i + 1) * pitch - 6, rect.y1)
        _draw_seat(image, draw, seat, theme, box, k, size, ink, soft)


@lru_cache(maxsize=16)
def _small_crown(width: float, k: int) -> Image.Image:
    """The crown on the badge of a seat that holds a King."""
    pen = Pen(width + 3, width * 0.7 + 3, k)
    points = crown_points(0, width * 0.35, width, width * 0.7)
    pen.polygon(points, GOLD, (255, 255, 255), 3.0)
    pen.polygon(points, GOLD, INK, 1.2)
    return pen.sprite()


def _draw_seat(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    seat: SeatPiece,
    theme: Theme,
    box: Rect,
    k: int,
    size: float,
    ink: tuple[int, int, int],
    soft: tuple[int, int, int],
) -> None:
    side = box.height
    if seat.active:
        draw.rounded_rectangle(
            [box.x0 * k - 2 * k, box.y0 * k - 2 * k, box.x1 * k, box.y1 * k + 2 * k],
            radius=5 * k,
            fill=mix(theme.card, GOLD, 0.28),
            outline=theme.gold,
            width=2 * k,
        )
    sprite = sided_badge(seat.number, round(side * k), seat.camp)
    image.paste(sprite, (round((box.x0 + 2) * k), round(box.y0 * k)), sprite)
    for nth in range(seat.kings):
        crown = _small_crown(side * 0.5, k)
        at = round((box.x0 + 2 + side * (0.55 - 0.5 * nth)) * k), round((box.y0 - 4) * k)
        image.paste(crown, at, crown)
    x = box.x0 + side + 7 + (0 if seat.camp is None else side / 5)
    room = box.x1 - x - 4
    name_ink = theme.ink if seat.active else ink
    soft = theme.ink_soft if seat.active else soft
    style = Style("bold", size)
    lines = wrap(seat.name, style, room)
    if seat.marks and box.height > 40:
        y = box.y0 + box.height * 0.46
        whole = fitted(seat.name, style, room)
        draw_text(draw, (x * k, y * k), ellipsis(seat.name, whole, room), whole.scaled(k), name_ink)
        small = fitted(seat.marks, Style("body", size * 0.88), room)
        words = ellipsis(seat.marks, small, room)
        draw_text(draw, (x * k, (box.y0 + box.height * 0.9) * k), words, small.scaled(k), soft)
        return
    if len(lines) > 2:
        lines = [lines[0], " ".join(lines[1:])]
    pitch = size * 1.02
    y = box.centre[1] + size * 0.33 - pitch * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        text = ellipsis(line, style, room)
        draw_text(draw, (x * k, (y + i * pitch) * k), text, style.scaled(k), name_ink)
