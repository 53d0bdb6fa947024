"""The empty board: drawn once, kept in memory and on disk.

`base_map` returns the sheet (one device pixel per sheet pixel), the master (two, for crops), the
palette and the layout. An installation prepares its boards (`kingmaker prepare`); where that has
not been done, the first bot draws them. Files are known by a digest of the data and of everything
that draws, so that one from an older version is never used.
"""

from __future__ import annotations

import hashlib
import math
import os
import pickle
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock

from PIL import Image, ImageChops, ImageDraw

from rendering.canvas.encoding import make_palette, to_palette
from rendering.canvas.fonts import draw_text
from rendering.canvas.pen import Point, mix
from rendering.canvas.theme import Colour, Theme
from rendering.kingmaker.map import ornaments, terrain
from rendering.kingmaker.map.geometry import BoardMap, Frame, Rect
from rendering.kingmaker.map.labels import AREA_STYLES, Label, Layout, make_label
from rendering.kingmaker.map.pictograms import (
    Sign,
    anchor_badge,
    cross_badge,
    pictogram,
    place_signs,
)
from rendering.kingmaker.map.place_names import PlaceNames
from rendering.kingmaker.map.routes import SeaRoutes
from rendering.kingmaker.map.sea_names import LandGrid, place_sea_names, sea_names_within

PREPARED = Path(__file__).parents[2] / "prepared"
"""The boards that belong to this installation."""

_AREA_NAMES: dict[str, tuple[str, Point]] = {
    "scotland": ("SCOTLAND", (9.72, 2.1)),
    "ireland": ("IRELAND", (1.12, 7.9)),
    "continent": ("THE\nCONTINENT", (24.5, 26.95)),
}


@dataclass(frozen=True, eq=False)
class GroundPlan:
    """Everything that is worked out once per board: the layout, the placing of names, and the
    land."""

    board: BoardMap
    frame: Frame
    layout: Layout
    names: PlaceNames
    land: LandGrid


def layout_within(plan: GroundPlan, seen: Rect) -> Layout:
    """The layout for a part of the sheet: names of seas that fit inside it, and its ornaments."""
    layout = plan.layout
    blocked = [b for s in layout.signs.values() for b in s.boxes]
    whole = tuple(box for box in layout.ornaments if seen.contains(box))
    seas = sea_names_within(
        plan.board, plan.frame, plan.land, layout.seas, [*blocked, *whole], seen
    )
    return replace(layout, seas=seas, ornaments=whole)


@dataclass(frozen=True, eq=False)
class BaseMap:
    """The board, drawn without the names of places and seas, and the position of everything.

    The names are drawn last (`paint_names`): counters push some of them aside, and in a part of the
    sheet, names at the edge must not be cut.
    """

    sheet: Image.Image
    master: Image.Image
    bare: tuple[Image.Image, ...]
    """The picture under each ornament of the layout, in the master's detail."""
    palette: Image.Image
    plan: GroundPlan
    frame: Frame
    board: BoardMap
    theme: Theme


@lru_cache(maxsize=4)
def sea_ways(plan: GroundPlan) -> SeaRoutes:
    """Finds routes over this board's water."""
    return SeaRoutes(plan.land, plan.frame)


def default_cache_dir() -> Path:
    """The user's cache directory for drawings (`XDG_CACHE_HOME` is honoured)."""
    root = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(root) / "kingmaker" / "maps"


_memory: dict[tuple[str, str], BaseMap] = {}
_plans: dict[tuple[str, Frame], GroundPlan] = {}
_lock = Lock()


@cache
def _drawn_by() -> str:
    """A digest of the modules that draw the board."""
    here = Path(__file__).parent
    modules = sorted([*here.glob("*.py"), *(here.parents[1] / "canvas").glob("*.py")])
    return hashlib.sha256(b"".join(module.read_bytes() for module in modules)).hexdigest()


def cache_key(board: BoardMap, theme: Theme | None, frame: Frame) -> str:
    """The name of the files for this data, theme and size; without a theme, of what all themes
    share."""
    text = f"{_drawn_by()}|{board.fingerprint}|{theme}|{frame}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def base_map(
    board: BoardMap, theme: Theme, cache_dir: Path | None = None, frame: Frame | None = None
) -> BaseMap:
    """The empty board in this theme: from memory, from disk, or newly drawn and stored.

    A cache directory that cannot be written to is ignored; the board is then drawn once per
    process.
    """
    frame = frame or Frame(board.cols, board.rows)
    key = cache_key(board, theme, frame)
    folder = cache_dir if cache_dir is not None else default_cache_dir()
    with _lock:
        found = _memory.get((key, str(folder)))
        if found is not None:
            return found
        plan = _plan(board, frame)
        sizes = _sizes(frame, plan.layout)
        pictures = _load(PREPARED, key, sizes) or _load(folder, key, sizes)
        if pictures is None:
            master_rgb, bare_rgb = draw_master(board, theme, frame, plan.layout)
            sheet_rgb = master_rgb.reduce(frame.scale)
            palette = make_palette(sheet_rgb, theme)
            drawn = (sheet_rgb, master_rgb, *bare_rgb)
            pictures = {
                name: to_palette(image, palette) for name, image in zip(sizes, drawn, strict=True)
            }
            _store(folder, key, pictures)
        sheet, master, *bare = pictures.values()
        palette = Image.new("P", (1, 1))
        palette.putpalette(sheet.getpalette() or [])
        made = BaseMap(sheet, master, tuple(bare), palette, plan, frame, board, theme)
        _memory[(key, str(folder))] = made
        return made


def prepared(board: BoardMap, theme: Theme | None, frame: Frame, name: str) -> bytes | None:
    """A prepared file of this board; None if the installation has none."""
    try:
        return (PREPARED / f"{cache_key(board, theme, frame)}-{name}").read_bytes()
    except OSError:
        return None


def prepare(base: BaseMap, name: str, data: bytes) -> None:
    """Keep a file with this installation, for `prepared`. Raises OSError."""
    key = cache_key(base.board, base.theme, base.frame)
    (PREPARED / f"{key}-{name}").write_bytes(data)


def prepare_base(board: BoardMap, theme: Theme) -> BaseMap:
    """Draw the empty board and keep it with this installation. Raises OSError."""
    PREPARED.mkdir(exist_ok=True)
    base = base_map(board, theme, PREPARED)
    key = cache_key(board, None, base.frame)
    (PREPARED / f"{key}-{_PLAN}").write_bytes(pickle.dumps(base.plan, pickle.HIGHEST_PROTOCOL))
    # Drawn by whoever installs, read by whoever runs the bot.
    for file in PREPARED.iterdir():
        file.chmod(0o644)
    return base


def forget() -> None:
    """Empty the cache in memory (the files stay)."""
    with _lock:
        _memory.clear()
        _plans.clear()


def _sizes(frame: Frame, layout: Layout) -> dict[str, tuple[int, int]]:
    """The stored pictures of a board, by name, and their sizes."""
    sizes = {"sheet": (frame.width, frame.height), "master": frame.master_size}
    for i, box in enumerate(layout.ornaments):
        x0, y0, x1, y1 = box.device(frame.scale)
        sizes[f"bare-{i}"] = (x1 - x0, y1 - y0)
    return sizes


def _load(
    folder: Path, key: str, sizes: Mapping[str, tuple[int, int]]
) -> dict[str, Image.Image] | None:
    pictures = {}
    for name, size in sizes.items():
        try:
            with Image.open(folder / f"{key}-{name}.png") as file:
                file.load()
                picture = file.copy()
        except (OSError, SyntaxError, ValueError):
            return None
        if picture.mode != "P" or picture.size != size:
            return None
        pictures[name] = picture
    return pictures


def _store(folder: Path, key: str, pictures: Mapping[str, Image.Image]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures.items():
            with tempfile.NamedTemporaryFile(dir=folder, suffix=".tmp", delete=False) as file:
                picture.save(file, "PNG", compress_level=1)
            os.replace(file.name, folder / f"{key}-{name}.png")
    except OSError:
        return


def _plan(board: BoardMap, frame: Frame) -> GroundPlan:
    key = (board.fingerprint, frame)
    found = _plans.get(key)
    if found is None:
        # Only this installation's own files are unpickled, never those of a data folder.
        kept = prepared(board, None, frame, _PLAN)
        found = _plans[key] = lay_out(board, frame) if kept is None else pickle.loads(kept)
    return found


_PLAN = "plan"


def lay_out(board: BoardMap, frame: Frame) -> GroundPlan:
    """Place every sign and name."""
    signs = place_signs(board, frame)
    land = LandGrid(frame, terrain.land_raster(board, frame))
    blocked = ornaments.reserved(frame)
    sign_boxes = [b for s in signs.values() for b in s.boxes]
    seas = place_sea_names(board, frame, land, [*blocked, *sign_boxes])
    lines = [p for line in terrain.road_lines(board, frame, _moved(board, signs)) for p in line]
    lines += [p for bar in terrain.barred_bars(board, frame) for p in terrain.along(bar, 2.5)]
    named = (*seas.values(), *_foreign_names(frame))
    walls = [*blocked, *(label.box for label in named)]
    names = PlaceNames(board, frame, signs, land, walls, lines)
    return GroundPlan(board, frame, Layout(signs, names.labels(), seas, blocked), names, land)


def _moved(board: BoardMap, signs: Mapping[str, Sign]) -> dict[Point, Point]:
    """The point where roads end: at the foot of the sign, not at the place's own spot."""
    return {
        p.at: (signs[p.id].box.centre[0], signs[p.id].box.y1 - 3)
        for p in board.places.values()
        if p.id in signs
    }


def draw_master(
    board: BoardMap, theme: Theme, frame: Frame, layout: Layout
) -> tuple[Image.Image, tuple[Image.Image, ...]]:
    """The board without the names of places and seas, in RGB at `frame.scale` device pixels per
    sheet pixel, and the picture under each of its ornaments."""
    k = frame.scale
    land = terrain.land_mask(board, frame, k, lambda name: True)
    home = _home_mask(board, frame, land)
    image = terrain.paint_sea(land, theme, frame)
    sea_only = ImageChops.invert(land)
    lines = terrain.waterlines(board, frame)
    image.paste(theme.waterline, mask=lines)
    ornaments.paint_rhumbs(image, sea_only, theme, frame)
    terrain.paint_land(image, land, theme.foreign_light, theme.foreign_dark, 22, 11)
    terrain.paint_land(image, home, theme.land_light, theme.land_dark, 42, 12)
    image.paste(theme.forest_wash, mask=terrain.forest_wash(board, frame, home))
    image.paste(theme.grid, mask=terrain.paint_grid(board, frame, land))
    image.paste(theme.sea_border, mask=terrain.paint_sea_borders(board, frame, land))
    image.paste(theme.coast, mask=terrain.coast_line(land))
    _paint_border(image, board, theme, frame)
    _paint_roads(image, board, theme, frame, layout)
    _paint_bars(image, board, theme, frame)
    walls = [b for s in layout.signs.values() for b in s.boxes]
    walls += [label.box.grown(1) for label in layout.places.values()]
    roads = [
        p for line in terrain.road_lines(board, frame, _moved(board, layout.signs)) for p in line
    ]
    spots = terrain.tree_spots(board, frame, walls, roads, terrain.land_test(board, frame))
    terrain.paint_trees(image, spots, theme, k)
    _paint_signs(image, layout, theme, k)
    bare = tuple(image.crop(box.device(k)) for box in layout.ornaments)
    ornaments.paint_compass(image, theme, frame)
    ornaments.paint_title(image, theme, frame)
    ornaments.paint_legend(image, theme, frame, board)
    ornaments.paint_margins(image, theme, frame)
    return image, bare


def _home_mask(board: BoardMap, frame: Frame, land: Image.Image) -> Image.Image:
    """The land on the board: the kingdom and the squares of Dublin and Calais."""
    k = frame.scale
    home = terrain.land_mask(board, frame, k, lambda name: name not in terrain.FOREIGN)
    for cell, square in board.squares.items():
        if square.land:
            box = frame.cell_rect(cell).device(k)
            if square.neighbours == () or board.cell_of("dublin") == cell:
                home.paste(land.crop(box), box[:2])
    return home


def _paint_border(image: Image.Image, board: BoardMap, theme: Theme, frame: Frame) -> None:
    stretches = terrain.border_line(board, frame)
    parts = [d for s in stretches for d in terrain.dashes(s, 7.0, 5.0)]
    if parts:
        terrain.paint_lines(image, parts, frame, [(2.4, theme.ink_red)])


def _paint_roads(
    image: Image.Image, board: BoardMap, theme: Theme, frame: Frame, layout: Layout
) -> None:
    lines = terrain.road_lines(board, frame, _moved(board, layout.signs))
    terrain.paint_lines(image, lines, frame, [(5.0, theme.road_case), (2.6, theme.road_fill)])


def _paint_bars(image: Image.Image, board: BoardMap, theme: Theme, frame: Frame) -> None:
    bars = terrain.barred_bars(board, frame)
    for stroke in ((6.0, mix(theme.halo_land, theme.stone, 0.5)), (4.0, theme.barred)):
        for bar in bars:
            terrain.paint_lines(image, [bar], frame, [stroke])


def _paint_signs(image: Image.Image, layout: Layout, theme: Theme, k: int) -> None:
    for sign in sorted(layout.signs.values(), key=lambda s: s.box.y1):
        _stamp(image, pictogram(sign.kind, theme, k), sign.box, k)
        if sign.anchor is not None:
            _stamp(image, anchor_badge(theme, k), sign.anchor, k)
        if sign.cross is not None:
            _stamp(image, cross_badge(theme, k), sign.cross, k)


def _stamp(image: Image.Image, sprite: Image.Image, box: Rect, k: int) -> None:
    image.paste(sprite, (round(box.x0 * k), round(box.y0 * k)), sprite)


def paint_names(
    image: Image.Image,
    base: BaseMap,
    places: Iterable[Label],
    seas: Iterable[Label],
    k: int,
    origin: Point = (0.0, 0.0),
) -> None:
    """Write the names of seas and places on an RGB picture whose corner is the sheet pixel
    `origin`; a line ties a name to its sign if it had to be placed some way off."""
    view = Rect(*origin, origin[0] + image.width / k, origin[1] + image.height / k)
    theme, plan = base.theme, base.plan

    def paste(label: Label, ink: Colour, halo: Colour | None) -> None:
        box = label.box.grown(_NAME_EDGE)
        if box.overlap(view):
            sprite = _name_sprite(label.by_itself(), ink, halo, k)
            at = (round((box.x0 - origin[0]) * k), round((box.y0 - origin[1]) * k))
            image.paste(sprite, at, sprite)

    for label in seas:
        paste(label, theme.ink_sea, None)
    for label in _foreign_names(base.frame):
        if view.contains(label.box):
            paste(label, theme.ink_foreign, theme.foreign_light)
    for label in places:
        sign = plan.layout.signs[label.of]
        ashore = plan.land.share(label.box) > 0.5
        pale = not ashore and theme.name == "dark"
        if sign.kind == "city":
            ink = theme.gold if pale else theme.ink_red
        else:
            ink = theme.halo_land if pale else theme.ink
        if label.box.gap(sign.bounds) > APART:
            _tie(image, label.box, sign.box.centre, ink, k, origin)
        paste(label, ink, theme.halo_land if ashore else theme.halo_sea)


@lru_cache(maxsize=4)
def _foreign_names(frame: Frame) -> tuple[Label, ...]:
    """The names of Scotland, Ireland and the Continent."""
    return tuple(
        make_label(area, text.split("\n"), AREA_STYLES[area], frame.px(at), frame.scale)
        for area, (text, at) in _AREA_NAMES.items()
    )


APART = 14.5
"""If a name is farther than this from its sign, a line ties the two together."""


def _tie(image: Image.Image, box: Rect, to: Point, ink: Colour, k: int, origin: Point) -> None:
    x, y = min(max(to[0], box.x0), box.x1), min(max(to[1], box.y0), box.y1)
    line = [((px - origin[0]) * k, (py - origin[1]) * k) for px, py in ((x, y), to)]
    ImageDraw.Draw(image).line(line, fill=ink, width=k)


_NAME_EDGE = 5.0


@lru_cache(maxsize=512)
def _name_sprite(label: Label, ink: Colour, halo: Colour | None, k: int) -> Image.Image:
    """A name, with any halo, drawn at twice the size and reduced."""
    box, big = label.box.grown(_NAME_EDGE), 2 * k
    size = (math.ceil(box.width * k) * 2, math.ceil(box.height * k) * 2)
    # The background is clear, but in the colour of the name's edge, so that soft edges fade into
    # that colour and not into black.
    sprite = Image.new("RGBA", size, (*(halo or ink), 0))
    _write(ImageDraw.Draw(sprite), label, (box.x0, box.y0), ink, halo, big)
    return sprite.reduce(2)


def _write(
    draw: ImageDraw.ImageDraw,
    label: Label,
    origin: Point,
    ink: Colour,
    halo: Colour | None,
    k: int,
) -> None:
    style = label.style.scaled(k)
    for line, (x, y) in zip(label.lines, label.starts, strict=True):
        at = ((x - origin[0]) * k, (y - origin[1]) * k)
        draw_text(draw, at, line, style, ink, halo, 2.0 * k)
