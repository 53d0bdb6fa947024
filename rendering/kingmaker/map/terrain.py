"""Coast, sea, parchment, grid, borders, roads and woods: everything under the signs."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable, Sequence

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.canvas.parchment import noise, ramp, stretch
from rendering.canvas.pen import Point, smooth
from rendering.canvas.theme import Colour, Theme
from rendering.kingmaker.map.geometry import BoardMap, Cell, Frame, Rect, union
from rendering.kingmaker.map.pictograms import tree

FOREIGN = frozenset({"ireland", "continent", "scotland"})
_WATERLINES: tuple[tuple[float, int], ...] = (
    (22.0, 26), (16.5, 42), (11.8, 62), (7.8, 88), (4.4, 122),
)  # fmt: skip


def _ring(points: Sequence[Point], frame: Frame, k: float) -> list[Point]:
    return [(x * k, y * k) for x, y in (frame.px(p) for p in points)]


def land_mask(board: BoardMap, frame: Frame, k: int, wanted: Callable[[str], bool]) -> Image.Image:
    """Land as a smooth `L` mask at `k` device pixels per sheet pixel."""
    big = Image.new("L", (frame.width * k * 2, frame.height * k * 2), 0)
    draw = ImageDraw.Draw(big)
    for name, points in board.coast:
        if wanted(name):
            ring = _ring(points, frame, k * 2)
            draw.polygon(ring, fill=255)
            draw.line(ring, fill=255, width=k * 2)
    # Leave out everything outside the grid; a second picture of this size would be expensive.
    x0, y0, x1, y1 = frame.grid_rect.device(k * 2)
    width, height = big.size
    above, below = (0, 0, width, y0), (0, y1, width, height)
    for box in (above, below, (0, 0, x0, height), (x1, 0, width, height)):
        big.paste(0, box)
    return big.reduce(2)


def land_raster(board: BoardMap, frame: Frame) -> Image.Image:
    """All land, including foreign land, as a hard mask of one pixel per sheet pixel."""
    mask = Image.new("L", (frame.width, frame.height), 0)
    draw = ImageDraw.Draw(mask)
    for _, points in board.coast:
        draw.polygon(_ring(points, frame, 1), fill=1)
    return mask


def land_test(board: BoardMap, frame: Frame) -> Callable[[float, float], bool]:
    """A quick test of whether a sheet pixel is land (any land, including foreign land)."""
    data = land_raster(board, frame).tobytes()
    width, height = frame.width, frame.height

    def test(x: float, y: float) -> bool:
        ix, iy = int(x), int(y)
        return 0 <= ix < width and 0 <= iy < height and data[iy * width + ix] != 0

    return test


def paint_sea(mask: Image.Image, theme: Theme, frame: Frame) -> Image.Image:
    """The sea in steps of depth, shallow along every coast."""
    small = mask.resize((mask.width // 8, mask.height // 8), Image.Resampling.BOX)
    near = small.filter(ImageFilter.GaussianBlur(5))
    mid = small.filter(ImageFilter.GaussianBlur(16))
    far = small.filter(ImageFilter.GaussianBlur(44))
    shallow = Image.blend(Image.blend(near, mid, 0.5), far, 0.45)
    wobble = noise(small.size, 7, ((40, 2.0), (12, 1.0)))
    depth = ImageChops.invert(stretch(Image.blend(shallow, wobble, 0.14), 14, 132))
    depth = depth.resize(mask.size, Image.Resampling.BICUBIC)
    return ramp(depth, theme.sea_shallow, theme.sea_deep, 12)


def waterlines(board: BoardMap, frame: Frame) -> Image.Image:
    """Draw lines that follow the coast at growing distances and fade, as engravers drew them."""
    k = frame.scale
    out = Image.new("L", (frame.width * k * 2, frame.height * k * 2), 0)
    draw = ImageDraw.Draw(out)
    rings = [_ring(points, frame, k * 2) for _, points in board.coast]
    for distance, alpha in _WATERLINES:
        for width, tone in ((2 * distance + 1.1, alpha), (2 * distance - 1.1, 0)):
            w = round(width * k * 2)
            for ring in rings:
                draw.line(ring, fill=tone, width=w, joint="curve")
    return out.reduce(2)


def paint_land(
    image: Image.Image, mask: Image.Image, light: Colour, dark: Colour, coast_shade: int, seed: int
) -> None:
    """Parchment inside the mask: mottled, and browner towards its edge."""
    small = mask.resize((mask.width // 8, mask.height // 8), Image.Resampling.BOX)
    edge = ImageChops.invert(small.filter(ImageFilter.GaussianBlur(5)))
    grain = stretch(noise(small.size, seed, ((26, 3.0), (9, 1.6), (3, 0.8))), 60, 190)
    tone = Image.blend(grain, edge, coast_shade / 100)
    tone = tone.resize(mask.size, Image.Resampling.BICUBIC)
    image.paste(ramp(tone, light, dark, 11), mask=mask)


def coast_line(mask: Image.Image) -> Image.Image:
    """Draw a thin line round all the land."""
    # The edge of a mask is where blurring turns it grey; this is much quicker than rank filters.
    soft = mask.filter(ImageFilter.BoxBlur(1))
    return soft.point([max(0, 255 - max(0, abs(v - 128) - 60) * 4) for v in range(256)])


def border_line(board: BoardMap, frame: Frame) -> list[list[Point]]:
    """The land border with Scotland, as stretches in sheet pixels."""
    scots = [p for name, ring in board.coast if name == "scotland" for p in _dense(ring)]
    stretches: list[list[Point]] = []
    for name, ring in board.coast:
        if name != "mainland" or len(ring) < 100:
            continue
        current: list[Point] = []
        for p in _dense(ring):
            if p[1] < 7 and min(math.hypot(p[0] - q[0], p[1] - q[1]) for q in scots) < 0.16:
                current.append(frame.px(p))
            elif current:
                stretches.append(current)
                current = []
        if current:
            stretches.append(current)
    return [s for s in stretches if len(s) > 6]


def _dense(ring: Sequence[Point]) -> list[Point]:
    out: list[Point] = []
    for (ax, ay), (bx, by) in itertools.pairwise(ring):
        n = max(1, math.ceil(math.hypot(bx - ax, by - ay) / 0.12))
        out += [(ax + (bx - ax) * i / n, ay + (by - ay) * i / n) for i in range(n)]
    return out


def dashes(points: Sequence[Point], dash: float, gap: float) -> Iterable[list[Point]]:
    """Cut a line into dashes of the given lengths."""
    drawing, left = True, dash
    current = [points[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        done = 0.0
        while length - done > left:
            done += left
            t = done / length
            spot = (ax + (bx - ax) * t, ay + (by - ay) * t)
            if drawing:
                yield [*current, spot]
            drawing = not drawing
            current = [spot]
            left = dash if drawing else gap
        left -= length - done
        current.append((bx, by))
    if drawing and len(current) > 1:
        yield current


def grid_lines(board: BoardMap) -> set[tuple[Cell, bool]]:
    """Edges of the land squares: (square, True for its left edge, False for its top edge)."""
    edges: set[tuple[Cell, bool]] = set()
    for (col, row), square in board.squares.items():
        if square.land:
            edges |= {((col, row), True), ((col, row), False)}
            edges |= {((col + 1, row), True), ((col, row + 1), False)}
    return edges


def paint_grid(board: BoardMap, frame: Frame, mask: Image.Image) -> Image.Image:
    """The square grid over playable land, as a mask: clear on land, faint over its water."""
    k = frame.scale
    out = Image.new("L", frame.master_size, 0)
    draw = ImageDraw.Draw(out)
    for (col, row), upright in grid_lines(board):
        x, y = (v * k for v in frame.px((col, row)))
        end = (x, y + frame.cell * k) if upright else (x + frame.cell * k, y)
        draw.line([(x, y), end], fill=255, width=k)
    on_land = ImageChops.multiply(out, mask).point([v * 92 // 255 for v in range(256)])
    at_sea = out.point([v * 40 // 255 for v in range(256)])
    return ImageChops.lighter(on_land, at_sea)


def paint_sea_borders(board: BoardMap, frame: Frame, land: Image.Image) -> Image.Image:
    """Dotted lines between sea squares, as a mask with nothing over land."""
    k = frame.scale * 2
    out = Image.new("L", (frame.width * k, frame.height * k), 0)
    draw = ImageDraw.Draw(out)
    for cell, square in board.squares.items():
        if square.sea is None:
            continue
        for dc, dr in ((1, 0), (0, 1)):
            other = board.squares.get((cell[0] + dc, cell[1] + dr))
            if other is None or other.sea in (None, square.sea):
                continue
            x, y = frame.px((cell[0] + dc, cell[1] + dr))
            for i in range(10):
                t = frame.cell * (i + 0.5) / 10
                cx, cy = (x, y + t) if dc else (x + t, y)
                r = 1.35
                draw.ellipse([(cx - r) * k, (cy - r) * k, (cx + r) * k, (cy + r) * k], fill=225)
    return ImageChops.subtract(out.reduce(2), land)


def barred_bars(board: BoardMap, frame: Frame) -> list[tuple[Point, Point]]:
    """The steps that water blocks, each as a bar across the step, in sheet pixels."""
    bars = []
    for (ac, ar), (bc, br) in sorted(board.barred):
        if ac != bc and ar != br:
            x, y = frame.px((max(ac, bc), max(ar, br)))
            d = 7.0
            falling = (bc - ac) * (br - ar) > 0
            bars.append(
                ((x - d, y + d), (x + d, y - d)) if falling else ((x - d, y - d), (x + d, y + d))
            )
        elif ac != bc:
            x, y = frame.px((max(ac, bc), ar))
            bars.append(((x, y + frame.cell * 0.14), (x, y + frame.cell * 0.86)))
        else:
            x, y = frame.px((ac, max(ar, br)))
            bars.append(((x + frame.cell * 0.14, y), (x + frame.cell * 0.86, y)))
    return bars


def along(bar: tuple[Point, Point], step: float) -> list[Point]:
    """Points on a straight stretch, about `step` apart."""
    (ax, ay), (bx, by) = bar
    n = max(1, round(math.dist(*bar) / step))
    return [(ax + (bx - ax) * i / n, ay + (by - ay) * i / n) for i in range(n + 1)]


def road_lines(board: BoardMap, frame: Frame, moved: dict[Point, Point]) -> list[list[Point]]:
    """Roads in sheet pixels, leading to where the signs really are and gently rounded."""
    lines = []
    for road in board.roads:
        points = [moved.get(p) or frame.px(p) for p in road.line]
        lines.append(smooth(points, 2))
    return lines


def paint_lines(
    image: Image.Image,
    lines: Sequence[Sequence[Point]],
    frame: Frame,
    strokes: Sequence[tuple[float, Colour]],
) -> None:
    """Draw smooth lines with round ends; each width (in sheet pixels) and colour goes over the
    last."""
    k, widest = frame.scale, max(width for width, _ in strokes)
    points = [p for line in lines for p in line]
    about = union([Rect(x, y, x, y) for x, y in points]).grown(widest + 1)
    # Draw only where the lines reach: a whole sheet of masks takes time.
    x0, y0 = math.floor(about.x0), math.floor(about.y0)
    size = math.ceil(about.x1) - x0, math.ceil(about.y1) - y0
    for width, colour in strokes:
        big = Image.new("L", (size[0] * k * 2, size[1] * k * 2), 0)
        draw = ImageDraw.Draw(big)
        for line in lines:
            dev = [((x - x0) * k * 2, (y - y0) * k * 2) for x, y in line]
            draw.line(dev, fill=255, width=round(width * k * 2), joint="curve")
            r = width * k
            for x, y in (dev[0], dev[-1]):
                draw.ellipse([x - r, y - r, x + r, y + r], fill=255)
        image.paste(colour, (x0 * k, y0 * k), big.reduce(2))


def forest_wash(board: BoardMap, frame: Frame, land: Image.Image) -> Image.Image:
    """The soft green under the woods, as a mask."""
    k = frame.scale
    small = Image.new("L", (frame.width * k // 4, frame.height * k // 4), 0)
    draw = ImageDraw.Draw(small)
    rng = random.Random(1461)
    for cell in _forest(board):
        box = frame.cell_rect(cell)
        for _i in range(26):
            x = box.x0 + frame.cell * (0.12 + 0.76 * rng.random())
            y = box.y0 + frame.cell * (0.12 + 0.76 * rng.random())
            r = frame.cell * (0.14 + 0.10 * rng.random())
            q = k / 4
            draw.ellipse([(x - r) * q, (y - r) * q, (x + r) * q, (y + r) * q], fill=165)
    soft = small.filter(ImageFilter.GaussianBlur(2.2)).resize(land.size, Image.Resampling.BICUBIC)
    return ImageChops.multiply(soft, land)


def _forest(board: BoardMap) -> list[Cell]:
    return sorted(c for c, s in board.squares.items() if s.terrain == "forest")


def tree_spots(
    board: BoardMap,
    frame: Frame,
    walls: Sequence[Rect],
    road_points: Sequence[Point],
    on_land: Callable[[float, float], bool],
) -> list[tuple[float, float, int]]:
    """The positions of the trees (foot of the trunk) and their shapes, the back row first."""
    rng = random.Random(1471)
    spots = []
    for cell in _forest(board):
        box = frame.cell_rect(cell)
        near = [w for w in walls if box.grown(8).overlap(w)]
        roads = [
            p
            for p in road_points
            if box.x0 - 9 < p[0] < box.x1 + 9 and box.y0 - 9 < p[1] < box.y1 + 9
        ]
        for i in range(5):
            for j in range(4):
                x = box.x0 + frame.cell * (i + 0.5 + (rng.random() - 0.5) * 0.75) / 5
                y = box.y0 + frame.cell * (j + 0.62 + (rng.random() - 0.5) * 0.6) / 4
                shape = rng.randrange(3)
                mine = Rect(x - 5.5, y - 12.0, x + 5.5, y + 1.0)
                if any(mine.overlap(w) for w in near) or not on_land(x, y):
                    continue
                if any(abs(p[0] - x) < 7 and -3 < y - p[1] < 12 for p in roads):
                    continue
                spots.append((x, y, shape))
    return sorted(spots, key=lambda s: (s[1], s[0]))


def paint_trees(
    image: Image.Image, spots: Sequence[tuple[float, float, int]], theme: Theme, k: int
) -> None:
    for x, y, shape in spots:
        sprite = tree(theme, k, shape)
        image.paste(
            sprite, (round(x * k - sprite.width / 2), round(y * k - sprite.height * 0.9)), sprite
        )
