"""Title, legend, compass, scale, neat-line and coordinates: the frame of the map."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw

from rendering.canvas.fonts import Style, draw_centred, draw_text
from rendering.canvas.heraldry import RED_ROSE, WHITE_ROSE, rose
from rendering.canvas.parchment import paper
from rendering.canvas.pen import Pen, Point, mix
from rendering.canvas.theme import Theme
from rendering.kingmaker.map.geometry import BoardMap, Frame, Rect
from rendering.kingmaker.map.pictograms import anchor_badge, cross_badge, pictogram, tree

TITLE = ("ENGLAND", "and Wales in the Wars of the Roses", "· 1455 ·")

_TITLE_CELLS = (19.62, 0.22, 25.8, 2.5)
_LEGEND_CELLS = (0.14, 0.14, 7.3, 4.62)
_COMPASS_CELLS = (1.32, 28.55)
_COMPASS_R = 72.0


def _cells_rect(frame: Frame, cells: tuple[float, float, float, float]) -> Rect:
    x0, y0 = frame.px((cells[0], cells[1]))
    x1, y1 = frame.px((cells[2], cells[3]))
    return Rect(x0, y0, x1, y1)


def reserved(frame: Frame) -> tuple[Rect, ...]:
    """Boxes that names and counters keep clear of."""
    cx, cy = frame.px(_COMPASS_CELLS)
    r = _COMPASS_R
    return (
        _cells_rect(frame, _TITLE_CELLS).grown(4),
        _cells_rect(frame, _LEGEND_CELLS).grown(4),
        Rect(cx - r, cy - r, cx + r, cy + r),
    )


def panel(image: Image.Image, rect: Rect, theme: Theme, k: int) -> None:
    """Draw a parchment panel with a shadow, a double frame and small lozenges at its corners."""
    box = rect.device(k)
    draw = ImageDraw.Draw(image)
    shade = mix(theme.sea_deep, theme.ink, 0.35)
    draw.rectangle([box[0] + 3 * k, box[1] + 3 * k, box[2] + 3 * k, box[3] + 3 * k], fill=shade)
    sheet = paper(
        (box[2] - box[0], box[3] - box[1]),
        theme.halo_land,
        mix(theme.halo_land, theme.land_dark, 0.5),
    )
    image.paste(sheet, box[:2])
    draw.rectangle(box, outline=theme.ink, width=2 * k)
    inset = 5 * k
    inner = (box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset)
    draw.rectangle(inner, outline=theme.ink_soft, width=max(1, k // 2))
    for x in (inner[0], inner[2]):
        for y in (inner[1], inner[3]):
            d = 4.2 * k
            draw.polygon(
                [(x - d, y), (x, y - d), (x + d, y), (x, y + d)],
                fill=theme.ink_red,
                outline=theme.ink,
            )


def paint_title(image: Image.Image, theme: Theme, frame: Frame) -> None:
    k = frame.scale
    rect = _cells_rect(frame, _TITLE_CELLS)
    panel(image, rect, theme, k)
    draw = ImageDraw.Draw(image)
    cx = rect.centre[0] * k
    ink = theme.ink
    draw_centred(
        draw, (cx, (rect.y0 + 42) * k), TITLE[0], Style("capitals", 46 * k, 6 * k), theme.ink_red
    )
    draw_centred(draw, (cx, (rect.y0 + 80) * k), TITLE[1], Style("sea", 22 * k, 0.2 * k), ink)
    draw_centred(draw, (cx, (rect.y0 + 110) * k), TITLE[2], Style("capitals", 16 * k, 2 * k), ink)
    for side, petals in ((-1, RED_ROSE), (1, WHITE_ROSE)):
        pen = Pen(34, 34, k)
        rose(pen, 0, 0, 14.5, petals, theme.ink)
        sprite = pen.sprite()
        x = cx + side * 96 * k
        y = (rect.y0 + 107) * k
        image.paste(sprite, (round(x - sprite.width / 2), round(y - sprite.height / 2)), sprite)


def paint_legend(image: Image.Image, theme: Theme, frame: Frame, board: BoardMap) -> None:
    """Draw the legend of signs, in a panel over squares that are off the board."""
    k = frame.scale
    rect = _cells_rect(frame, _LEGEND_CELLS)
    panel(image, rect, theme, k)
    draw = ImageDraw.Draw(image)
    text = Style("body", 17 * k)
    left = [
        (pictogram("city", theme, k), "City"),
        (pictogram("fortified_town", theme, k), "Fortified town"),
        (pictogram("royal_castle", theme, k), "Royal castle"),
        (pictogram("noble_castle", theme, k), "Noble castle"),
        (pictogram("open_town", theme, k), "Open town"),
        (pictogram("unfortified_town", theme, k), "Unfortified town"),
    ]
    right = [
        (anchor_badge(theme, k), "Port"),
        (cross_badge(theme, k), "Cathedral"),
        (_road_sample(theme, k), "Road"),
        (_forest_sample(theme, k), "Forest"),
        (_bar_sample(theme, k), "No way across"),
        (_dots_sample(theme, k), "Edge of a sea square"),
    ]
    pitch = 33.0
    for column, (entries, x) in enumerate(((left, rect.x0 + 42), (right, rect.x0 + 238))):
        for row, (sprite, name) in enumerate(entries):
            y = rect.y0 + 31 + row * pitch
            image.paste(
                sprite,
                (round(x * k - sprite.width / 2), round(y * k - sprite.height / 2)),
                sprite,
            )
            draw_text(
                draw, ((x + (30 if column == 0 else 26)) * k, (y + 5.5) * k), name, text, theme.ink
            )
    _scale_bar(image, theme, frame, board, (rect.x0 + 22, rect.y1 - 31))


def _scale_bar(image: Image.Image, theme: Theme, frame: Frame, board: BoardMap, at: Point) -> None:
    k = frame.scale
    draw = ImageDraw.Draw(image)
    x, y = at
    for i in range(5):
        box = [(x + i * frame.cell) * k, y * k, (x + (i + 1) * frame.cell) * k, (y + 5) * k]
        draw.rectangle(
            box, fill=theme.ink if i % 2 == 0 else theme.stone, outline=theme.ink, width=k // 2 or 1
        )
    words = f"5 squares · {round(board.cell_km * 5)} km · {round(board.cell_km * 5 / 1.609)} miles"
    draw_text(draw, (x * k, (y + 20) * k), words, Style("light-italic", 14.5 * k), theme.ink)


def _road_sample(theme: Theme, k: int) -> Image.Image:
    pen = Pen(40, 12, k)
    line: list[Point] = [(-17, 3), (-6, -2), (6, 2), (17, -3)]
    pen.round_line(line, theme.road_case, 5.0)
    pen.round_line(line, theme.road_fill, 2.6)
    return pen.sprite()


def _forest_sample(theme: Theme, k: int) -> Image.Image:
    out = Image.new("RGBA", (40 * k, 18 * k), (0, 0, 0, 0))
    pen = Pen(40, 18, k)
    pen.ellipse(0, 3, 18, 6, (*theme.forest_wash, 190))
    out.alpha_composite(pen.sprite())
    for x, shape in ((-11, 0), (0, 1), (10, 2)):
        sprite = tree(theme, k, shape)
        out.alpha_composite(sprite, (round((20 + x) * k - sprite.width / 2), 2 * k))
    return out


def _bar_sample(theme: Theme, k: int) -> Image.Image:
    pen = Pen(40, 12, k)
    pen.round_line([(-13, 0), (13, 0)], theme.halo_land, 6.0)
    pen.round_line([(-13, 0), (13, 0)], theme.barred, 4.0)
    return pen.sprite()


def _dots_sample(theme: Theme, k: int) -> Image.Image:
    pen = Pen(40, 14, k)
    pen.polygon(
        [(-18, -6), (18, -6), (18, 6), (-18, 6)], mix(theme.sea_shallow, theme.sea_deep, 0.6)
    )
    for i in range(6):
        pen.circle(-14.5 + i * 5.8, 0, 1.35, theme.sea_border)
    return pen.sprite()


def paint_rhumbs(image: Image.Image, sea_only: Image.Image, theme: Theme, frame: Frame) -> None:
    """Draw faint wind lines from the compass over the sea, as on sailing charts."""
    k = frame.scale
    mask = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(mask)
    cx, cy = frame.px(_COMPASS_CELLS)
    for i in range(32):
        a = math.tau * i / 32
        far = 3000
        draw.line(
            [(cx * k, cy * k), ((cx + math.sin(a) * far) * k, (cy - math.cos(a) * far) * k)],
            fill=46 if i % 4 == 0 else 30,
            width=k if i % 4 == 0 else max(1, k // 2),
        )
    clear = Image.new("L", image.size, 0)
    clear.paste(mask, mask=sea_only)
    image.paste(theme.waterline, mask=clear)


def paint_compass(image: Image.Image, theme: Theme, frame: Frame) -> None:
    k = frame.scale
    r = _COMPASS_R
    pen = Pen(2 * r + 4, 2 * r + 4, k)
    dark, pale = theme.ink_sea, theme.stone
    if theme.name == "dark":
        dark = theme.ink
    pen.circle(0, 0, r * 0.66, (*theme.halo_land, 110), dark, 1.4)
    pen.circle(0, 0, r * 0.60, None, dark, 0.8)
    for i in range(32):
        a = math.tau * i / 32
        pen.line(
            [
                (math.sin(a) * r * 0.60, -math.cos(a) * r * 0.60),
                (math.sin(a) * r * 0.66, -math.cos(a) * r * 0.66),
            ],
            dark,
            1.0,
        )
    for offset, length, width, inks in (
        (45.0, 0.56, 0.15, (mix(theme.ink_red, pale, 0.15), pale)),
        (0.0, 0.80, 0.17, (dark, pale)),
    ):
        for i in range(4):
            a = math.radians(offset + 90 * i)
            tip = (math.sin(a) * r * length, -math.cos(a) * r * length)
            for side in (-1, 1):
                b = a + side * math.pi / 4
                foot = (math.sin(b) * r * width, -math.cos(b) * r * width)
                pen.polygon([(0, 0), tip, foot], inks[0] if side > 0 else inks[1], dark, 0.8)
    pen.circle(0, 0, r * 0.07, theme.gold, dark, 1.0)
    sprite = pen.sprite()
    cx, cy = frame.px(_COMPASS_CELLS)
    image.paste(
        sprite, (round(cx * k - sprite.width / 2), round(cy * k - sprite.height / 2)), sprite
    )
    draw = ImageDraw.Draw(image)
    draw_centred(
        draw,
        (cx * k, (cy - r * 0.93) * k),
        "N",
        Style("capitals", 15 * k),
        theme.ink_red if theme.name == "light" else theme.halo_land,
    )


def paint_margins(image: Image.Image, theme: Theme, frame: Frame) -> None:
    """Draw paper around the grid, a chequered neat-line, letters for columns and numbers for
    rows."""
    k = frame.scale
    grid = frame.grid_rect
    width, height = image.size
    sheet = paper((width, height), theme.paper, theme.paper_edge)
    g = [round(v * k) for v in (grid.x0, grid.y0, grid.x1, grid.y1)]
    for box in (
        (0, 0, width, g[1]),
        (0, g[3], width, height),
        (0, 0, g[0], height),
        (g[2], 0, width, height),
    ):
        image.paste(sheet.crop(box), box[:2])
    draw = ImageDraw.Draw(image)
    _neat_line(draw, theme, frame)
    rim = round(6 * k)
    draw.rectangle([rim, rim, width - rim, height - rim], outline=theme.ink_soft, width=k)
    rim = round(9.5 * k)
    draw.rectangle(
        [rim, rim, width - rim, height - rim], outline=theme.ink_soft, width=max(1, k // 2)
    )
    ink = theme.ink if theme.name == "light" else theme.stone
    style = Style("capitals", 17 * k)
    for col in range(frame.cols):
        x, _ = frame.px((col + 0.5, 0))
        for y in (grid.y0 - 22, grid.y1 + 22):
            draw_centred(draw, (x * k, y * k), chr(ord("A") + col), style, ink)
    for row in range(frame.rows):
        _, y = frame.px((0, row + 0.5))
        for x in (grid.x0 - 22, grid.x1 + 22):
            draw_centred(draw, (x * k, y * k), str(row + 1), style, ink)


def _neat_line(draw: ImageDraw.ImageDraw, theme: Theme, frame: Frame) -> None:
    k = frame.scale
    grid = frame.grid_rect
    strip = 6.0
    outer = grid.grown(strip)
    pale, dark = theme.stone, theme.ink_soft

    def bar(x0: float, y0: float, x1: float, y1: float, fill: tuple[int, int, int]) -> None:
        draw.rectangle([x0 * k, y0 * k, x1 * k - 1, y1 * k - 1], fill=fill)

    for x0, y0, x1, y1 in (
        (outer.x0, outer.y0, outer.x1, grid.y0),
        (outer.x0, grid.y1, outer.x1, outer.y1),
        (outer.x0, outer.y0, grid.x0, outer.y1),
        (grid.x1, outer.y0, outer.x1, outer.y1),
    ):
        bar(x0, y0, x1, y1, pale)
    for col in range(frame.cols):
        x = grid.x0 + col * frame.cell
        half = frame.cell / 2
        top, bottom = (0.0, half) if col % 2 else (half, 0.0)
        bar(x + top, outer.y0, x + top + half, grid.y0, dark)
        bar(x + bottom, grid.y1, x + bottom + half, outer.y1, dark)
    for row in range(frame.rows):
        y = grid.y0 + row * frame.cell
        half = frame.cell / 2
        left, right = (0.0, half) if row % 2 else (half, 0.0)
        bar(outer.x0, y + left, grid.x0, y + left + half, dark)
        bar(grid.x1, y + right, outer.x1, y + right + half, dark)
    for rect, w in ((grid, 1.0), (outer, 1.5)):
        draw.rectangle(
            [
                round(rect.x0 * k) - 1,
                round(rect.y0 * k) - 1,
                round(rect.x1 * k),
                round(rect.y1 * k),
            ],
            outline=theme.ink,
            width=round(w * k),
        )
