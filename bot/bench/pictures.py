"""The pictures' part of `kingmaker bench`: times, sizes, and how drawing affects everybody else.

The board as the bot draws it is compared, in the same run, with the same board drawn without any
cache and with the same drawing encoded the plain way, as in programs that draw a board from scratch
each time.

The board is also compared with an SVG drawing of it, rasterised again for every picture.

Bots that keep their map as SVG put the pieces into the text and hand all of it to a library. This
drawing has the same coast, grid, roads, woods, signs, names and pieces at the same size as the
bot's own, but its style is plainer, so it favours the other way of drawing rather than ours.
"""

from __future__ import annotations

import asyncio
import functools
import gc
import importlib.util
import io
import multiprocessing
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from bot.games import game_for
from bot.rules.kernel import Match, Seat
from bot.seats.random_seat import RandomSeat
from rendering.canvas.pen import Point
from rendering.canvas.theme import LIGHT, Colour, faction_mark
from rendering.kingmaker.counters.pieces import PieceSet, Spot
from rendering.kingmaker.map.geometry import BoardMap, Frame

_WATERLINES = (22.0, 16.5, 11.8, 7.8, 4.4)
_TREES = (
    (0.2, 0.3),
    (0.5, 0.22),
    (0.78, 0.34),
    (0.3, 0.62),
    (0.6, 0.55),
    (0.82, 0.75),
    (0.2, 0.85),
)


def rasterised(svg: str) -> bytes:
    """An SVG as PNG. Raises ImportError if the library is not installed."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def board_svg(board: BoardMap, pieces: PieceSet) -> str:
    """The whole board with its pieces."""
    frame = Frame()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{frame.width}" height="{frame.height}">',
        f'<rect width="100%" height="100%" fill="{_rgb(LIGHT.sea_deep)}"/>',
        *_lands(board, frame),
        *_lines(board, frame),
        *_woods(board, frame),
        *_signs(board, frame),
        *_pieces(board, frame, pieces),
        "</svg>",
    ]
    return "\n".join(parts)


def _rgb(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _points(points: Iterable[Point], frame: Frame) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in map(frame.px, points))


def _lands(board: BoardMap, frame: Frame) -> Iterator[str]:
    rings = [(name, _points(ring, frame)) for name, ring in board.coast]
    for width in _WATERLINES:
        for _, ring in rings:
            yield (
                f'<polygon points="{ring}" fill="none" stroke="{_rgb(LIGHT.waterline)}" '
                f'stroke-opacity="0.3" stroke-width="{2 * width}" stroke-linejoin="round"/>'
            )
    for name, ring in rings:
        fill = LIGHT.land_light if name == "mainland" else LIGHT.foreign_light
        yield (
            f'<polygon points="{ring}" fill="{_rgb(fill)}" '
            f'stroke="{_rgb(LIGHT.coast)}" stroke-width="1.5"/>'
        )


def _lines(board: BoardMap, frame: Frame) -> Iterator[str]:
    grid = f'stroke="{_rgb(LIGHT.grid)}" stroke-opacity="0.35" fill="none"'
    for column in range(board.cols + 1):
        ends = _points([(column, 0), (column, board.rows)], frame)
        yield f'<polyline points="{ends}" {grid}/>'
    for row in range(board.rows + 1):
        yield f'<polyline points="{_points([(0, row), (board.cols, row)], frame)}" {grid}/>'
    for colour, width in ((LIGHT.road_case, 5), (LIGHT.road_fill, 3)):
        for road in board.roads:
            yield (
                f'<polyline points="{_points(road.line, frame)}" fill="none" '
                f'stroke="{_rgb(colour)}" stroke-width="{width}" stroke-linejoin="round"/>'
            )


def _woods(board: BoardMap, frame: Frame) -> Iterator[str]:
    for square in board.squares.values():
        if square.terrain == "forest":
            for dx, dy in _TREES:
                x, y = frame.px((square.cell[0] + dx, square.cell[1] + dy))
                yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{_rgb(LIGHT.tree)}"/>'


def _signs(board: BoardMap, frame: Frame) -> Iterator[str]:
    for sea in board.seas.values():
        xs, ys = zip(*sea.cells, strict=True)
        centre = (sum(xs) / len(xs) + 0.5, sum(ys) / len(ys) + 0.5)
        yield _text(frame.px(centre), sea.name, 18, LIGHT.ink_sea, LIGHT.halo_sea, "italic")
    for place in board.places.values():
        x, y = frame.px(place.at)
        roof = f"{x - 9:.1f},{y - 8:.1f} {x:.1f},{y - 16:.1f} {x + 9:.1f},{y - 8:.1f}"
        yield (
            f'<rect x="{x - 8:.1f}" y="{y - 8:.1f}" width="16" height="14" '
            f'fill="{_rgb(LIGHT.stone)}" stroke="{_rgb(LIGHT.ink)}"/>'
            f'<polygon points="{roof}" '
            f'fill="{_rgb(LIGHT.roof_town)}" stroke="{_rgb(LIGHT.ink)}"/>'
        )
        yield _text((x, y + 20), place.name, 15, LIGHT.ink, LIGHT.halo_land, "normal")


def _text(at: Point, words: str, size: int, ink: Colour, halo: Colour, style: str) -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-family="serif" font-size="{size}" '
        f'font-style="{style}" text-anchor="middle" fill="{_rgb(ink)}" stroke="{_rgb(halo)}" '
        f'stroke-width="3" paint-order="stroke">{escape(words)}</text>'
    )


def _pieces(board: BoardMap, frame: Frame, pieces: PieceSet) -> Iterator[str]:
    for place, holder in pieces.control.items():
        x, y = frame.px(board.places[place].at)
        yield (
            f'<rect x="{x + 8:.1f}" y="{y - 20:.1f}" width="16" height="12" '
            f'fill="{_rgb(faction_mark(holder).colour)}" stroke="{_rgb(LIGHT.ink)}"/>'
        )
    standing = [
        (noble.seat, noble.spot, f"{noble.short} {noble.troops}") for noble in pieces.nobles
    ]
    sailing = [(ship.seat, ship.spot, ship.short) for ship in pieces.ships]
    for seat, spot, words in (*standing, *sailing):
        at = _where(board, spot)
        if at is not None:
            yield from _counter(frame.px(at), seat, words)


def _counter(at: Point, seat: Seat | None, words: str) -> Sequence[str]:
    x, y = at
    shield = f"M{x - 13:.1f} {y - 18:.1f} h26 v18 q0 12 -13 18 q-13 -6 -13 -18 z"
    return (
        f'<path d="{shield}" fill="{_rgb(faction_mark(seat).colour)}" '
        f'stroke="{_rgb(LIGHT.ink)}" stroke-width="1.7"/>',
        _text((x, y + 2), words, 11, LIGHT.ink, LIGHT.halo_land, "normal"),
    )


def _where(board: BoardMap, spot: Spot) -> Point | None:
    if spot.id in board.places:
        return board.places[spot.id].at
    try:
        column, row = board.cell_of(spot.id)
    except (KeyError, ValueError):
        return None
    return column + 0.5, row + 0.5


_RANDOM = RandomSeat()
_SEATS = 4
_POSITIONS = 25
_CHANNELS = 50


def picture_figures() -> dict[str, Any]:
    """All figures about pictures."""
    figures = drawing_figures()
    figures["render_load"] = load_figures()
    return figures


# Pictures one by one


def positions(count: int, first_round: int = 8) -> list[Match]:
    """Positions from one game, some decisions apart, starting in a round when the board is full."""
    rules = game_for("kingmaker", "house")
    match, _ = Match.start(rules, _SEATS, "bench picture", {"rounds": "60"})
    chance = random.Random(7)
    found: list[Match] = []
    decided = 0
    while not match.over and len(found) < count:
        seat = match.waiting_for()[0]
        match.submit(seat, _RANDOM.choose(None, match.prompts(seat), seat, chance)[1])
        decided += 1
        if match.position.state.round >= first_round and decided % 3 == 0:
            found.append(Match.load(rules, match.save()))
    return found


def _timed(work: Callable[[], Any]) -> float:
    before = time.perf_counter()
    work()
    return (time.perf_counter() - before) * 1000


def _median(times: list[float]) -> float:
    return round(statistics.median(times), 1)


def drawing_figures() -> dict[str, Any]:
    """Times and sizes of the pictures of a game from its eighth round on."""
    from rendering import draw_board, draw_crop, draw_hand
    from rendering.canvas.encoding import png_bytes, to_palette
    from rendering.canvas.theme import theme_named
    from rendering.kingmaker.adapter import board_of, pieces_from_view
    from rendering.kingmaker.board import board_image
    from rendering.kingmaker.map.base_map import base_map

    content = game_for("kingmaker", "house").content
    matches = positions(_POSITIONS)
    views = [match.view(None) for match in matches]
    seat = Seat(0)
    own = matches[0].view(seat)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        first = _timed(partial(draw_board, views[0], content, cache_dir=cache))
        boards = [_timed(partial(draw_board, v, content, cache_dir=cache)) for v in views[1:]]
        crop = partial(draw_crop, content=content, centre="london", cache_dir=cache)
        crops = [_timed(partial(crop, v)) for v in views]
        hands = [_timed(partial(draw_hand, own, content, seat)) for _ in range(7)]
        board = draw_board(views[0], content, cache_dir=cache)
        sizes = {
            "board": len(board.png),
            "crop": len(crop(views[0]).png),
            "hand": len(draw_hand(own, content, seat).png),
        }
        base = base_map(board_of(content), theme_named("light"), cache)
        image = board_image(base, pieces_from_view(views[0], content))
        encoded = [_timed(lambda: png_bytes(to_palette(image, base.palette))) for _ in range(7)]
        plain = [_timed(lambda: image.save(io.BytesIO(), "PNG")) for _ in range(3)]
    bare = [_timed(partial(_without_caches, views[0], content)) for _ in range(2)]
    svg = _from_svg(views[:5], content)
    times = {
        "board_first": round(first, 1),
        "board_next": _median(boards),
        "crop": _median(crops),
        "hand": _median(hands),
        "board_uncached": _median(bare),
        "encode": _median(encoded),
        "encode_plain_png": _median(plain),
        **({"board_from_svg": svg} if svg else {}),
    }
    kilobytes = {name: round(size / 1000, 1) for name, size in sizes.items()}
    return {"render_ms": times, "render_ratio": _ratios(times), "image_kb": kilobytes}


def _ratios(times: dict[str, float]) -> dict[str, float]:
    """How many times as long drawing takes without caches, with the plain encoding, and from
    SVG."""
    svg, board = times.get("board_from_svg"), times["board_next"]
    return {
        "uncached_to_next": round(times["board_uncached"] / board, 1),
        "plain_png_to_encode": round(times["encode_plain_png"] / times["encode"], 1),
        **({"svg_to_next": round(svg / board, 1)} if svg else {}),
    }


def _from_svg(views: list[Any], content: Any) -> float | None:
    """The median time of a board rasterised from SVG; None if its library is not installed.

    The library comes only with the development tools.
    """
    from rendering.kingmaker.adapter import board_of, pieces_from_view

    if importlib.util.find_spec("resvg_py") is None:
        return None
    board = board_of(content)

    def draw(view: Any) -> None:
        rasterised(board_svg(board, pieces_from_view(view, content)))

    return _median([_timed(partial(draw, view)) for view in views])


def _without_caches(view: Any, content: Any) -> None:
    """Draw the board as if nothing were kept in memory or on disk."""
    from rendering import draw_board
    from rendering.kingmaker.map.base_map import forget

    forget()
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and thing.__module__.startswith(
            "rendering."
        ):
            thing.cache_clear()
    with tempfile.TemporaryDirectory() as folder:
        draw_board(view, content, cache_dir=Path(folder))


# Everybody at once


def load_figures() -> dict[str, Any]:
    """Fifty channels ask for a board at once: how long the event loop is held up, and how much
    memory the drawing takes.

    The drawing runs in a separate process, so only the memory for drawing counts.
    """
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        found: dict[str, Any] = pool.apply(_load)
    return found


def _load() -> dict[str, Any]:
    return asyncio.run(_all_at_once())


async def _all_at_once() -> dict[str, Any]:
    from rendering import RenderPool, draw_board

    content = game_for("kingmaker", "house").content
    views = [match.view(None) for match in positions(_CHANNELS, first_round=3)]
    late: list[float] = []
    done = asyncio.Event()

    async def beat() -> None:
        """Measure how late the loop comes round each time."""
        while not done.is_set():
            before = time.perf_counter()
            await asyncio.sleep(0.002)
            late.append((time.perf_counter() - before - 0.002) * 1000)

    with tempfile.TemporaryDirectory() as folder:
        async with RenderPool(queue=_CHANNELS, cache_dir=Path(folder)) as pool:
            beating = asyncio.create_task(beat())
            began = time.perf_counter()
            work = [partial(draw_board, view, content, cache_dir=pool.cache_dir) for view in views]
            pictures = await asyncio.gather(*(pool.submit(n, w) for n, w in enumerate(work)))
            seconds = time.perf_counter() - began
            done.set()
            await beating
    return {
        "pictures": len(pictures),
        "seconds": round(seconds, 2),
        "loop_block_ms": round(max(late), 1),
        "loop_block_p99_ms": round(statistics.quantiles(late, n=100)[98], 1),
        "memory_mb": round(_peak() / 2**20, 1),
    }


def _peak() -> int:
    """The most memory that this process has used so far, in bytes.

    On Linux, ``ru_maxrss`` includes the memory of the process that started this one, so the
    kernel's own account of this program is asked first.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
