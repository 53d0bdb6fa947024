"""The board as an SVG drawing, rasterised anew for every picture: what the bench compares with.

Bots that keep their map as SVG put the pieces into the text and hand the whole to a library. This
drawing has the same coast, grid, roads, woods, signs, names and pieces at the same size as the
bot's own, in plainer dress, so that it flatters the other way of drawing rather than ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

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
    """An SVG as PNG. Raises ImportError where the library is not installed."""
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


def _counter(at: Point, seat: int | None, words: str) -> Sequence[str]:
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
