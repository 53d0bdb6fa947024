"""Many pictures of one board, stored compactly: each distinct tile once, and the changes for each
picture."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence

import msgspec
from PIL import Image

TILE = 20
"""The side of a tile in pixels. A counter covers only a few tiles, and anything that did not move
costs nothing."""

_SIZE = TILE * TILE
"""The number of bytes in a tile."""

BARE = -1
"""The number that means no tile, where a picture is shorter than the one before."""

_ACROSS = 100
_MOST = _ACROSS * 100
"""The most tiles in a row of a chart, and in a whole chart: four million pixels, which every phone
can unpack."""


class Mosaic(msgspec.Struct):
    """Charts of tiles (WebP as data: URIs), and for each frame the tiles that differ from the one
    before.

    A frame lists places and tiles in turn, both counted from 0. ``width`` and ``height`` are those
    of the largest frame in pixels; a row of a chart has ``chart_row`` tiles, and every chart but
    the last has ``chart_tiles``.
    """

    width: int
    height: int
    tile: int
    chart_row: int
    chart_tiles: int
    charts: list[str]
    frames: list[list[int]]


class Mosaicist:
    """Collects pictures one by one, all with one palette, and keeps only their tiles."""

    def __init__(self) -> None:
        self._tiles: dict[bytes, int] = {}
        self._frames: list[list[int]] = []
        self._palette: Sequence[int] = ()
        self._across = self._height = 0

    def add(self, picture: Image.Image) -> None:
        """Add a picture with a palette, as wide as the others; it may be taller or shorter."""
        self._palette = self._palette or picture.getpalette() or ()
        self._across = -(-picture.width // TILE)
        self._height = max(self._height, picture.height)
        columns, known = _columns(_whole_tiles(picture)), self._tiles
        self._frames.append(
            [
                known.setdefault(column[at : at + _SIZE], len(known))
                for at in range(0, len(columns[0]), _SIZE)
                for column in columns
            ]
        )

    @property
    def count(self) -> int:
        """The number of pictures."""
        return len(self._frames)

    def laid(self, wanted: Sequence[int]) -> Mosaic:
        """The mosaic of the pictures with these numbers, counted from 0, in order."""
        frames = [self._frames[number] for number in wanted]
        used: dict[int, int] = {}
        for frame in frames:
            for tile in frame:
                used.setdefault(tile, len(used))
        tiles = list(self._tiles)
        charts = [
            self._chart([tiles[tile] for tile in list(used)[first : first + _MOST]])
            for first in range(0, len(used), _MOST)
        ]
        return Mosaic(
            width=self._across * TILE,
            height=self._height,
            tile=TILE,
            chart_row=_ACROSS,
            chart_tiles=_MOST,
            charts=charts,
            frames=_differences([[used[tile] for tile in frame] for frame in frames]),
        )

    def _chart(self, tiles: Sequence[bytes]) -> str:
        """The tiles in rows, as a lossless picture."""
        rows = -(-len(tiles) // _ACROSS)
        chart = Image.new("P", (_ACROSS * TILE, rows * TILE))
        chart.putpalette(self._palette)
        for number, tile in enumerate(tiles):
            place = (number % _ACROSS * TILE, number // _ACROSS * TILE)
            chart.paste(Image.frombytes("P", (TILE, TILE), tile), place)
        out = io.BytesIO()
        chart.convert("RGB").save(out, "WEBP", lossless=True, quality=60, method=3)
        return "data:image/webp;base64," + base64.b64encode(out.getvalue()).decode()


def _whole_tiles(picture: Image.Image) -> Image.Image:
    """The picture, enlarged to a whole number of tiles."""
    size = tuple(-(-side // TILE) * TILE for side in picture.size)
    whole = Image.new("P", (size[0], size[1]), picture.getpixel((0, picture.height - 1)))
    whole.paste(picture)
    return whole


def _columns(picture: Image.Image) -> list[bytes]:
    """A picture cut into columns one tile wide, so that each column's tiles follow one another."""
    return [
        picture.crop((left, 0, left + TILE, picture.height)).tobytes()
        for left in range(0, picture.width, TILE)
    ]


def _differences(frames: Sequence[Sequence[int]]) -> list[list[int]]:
    """For each frame, the places whose tile has changed, with the new tile."""
    found: list[list[int]] = []
    now: dict[int, int] = {}
    for frame in frames:
        changed: list[int] = []
        for place, tile in enumerate(frame):
            if now.get(place) != tile:
                now[place] = tile
                changed += [place, tile]
        for place in range(len(frame), len(now)):
            if now[place] != BARE:
                now[place] = BARE
                changed += [place, BARE]
        found.append(changed)
    return found
