"""The finished pictures: exact sizes, equal bytes, modest weight, and words beside them."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from rendering.canvas.theme import FACTION_MARKS, LIGHT
from rendering.kingmaker.board import board_picture, crop_picture, crop_window
from rendering.kingmaker.counters.pieces import PieceSet, ShipPiece, Spot
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.map.geometry import BoardMap


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def test_the_board_has_the_promised_size_and_weight(
    base: BaseMap, board: BoardMap, pieces: PieceSet, cache: Path
) -> None:
    picture = board_picture(board, pieces, LIGHT, cache)
    image = opened(picture.png)
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height) == (1600, 1894)
    assert image.info == {}
    assert len(picture.png) < 1_000_000


def test_equal_pieces_give_equal_bytes(
    base: BaseMap, board: BoardMap, pieces: PieceSet, cache: Path
) -> None:
    first = board_picture(board, pieces, LIGHT, cache)
    assert board_picture(board, pieces, LIGHT, cache) == first
    assert board_picture(board, PieceSet(), LIGHT, cache).png != first.png


def test_faction_colours_come_through_the_palette(
    base: BaseMap, board: BoardMap, pieces: PieceSet, cache: Path
) -> None:
    image = opened(board_picture(board, pieces, LIGHT, cache).png).convert("RGB")
    found = {colour for _, colour in image.getcolors(300) or []}
    assert {m.colour for m in FACTION_MARKS[:4]} <= found


@pytest.mark.parametrize(
    ("centre", "radius", "window"),
    [
        ((18, 20), 4, (14, 16, 22, 24)),
        ((0, 0), 4, (0, 0, 8, 8)),
        ((25, 29), 2, (21, 25, 25, 29)),
        ((13, 13), 40, (0, 0, 25, 29)),
    ],
)
def test_crops_are_moved_at_the_edge_and_not_cut(
    board: BoardMap, centre: tuple[int, int], radius: int, window: tuple[int, int, int, int]
) -> None:
    assert crop_window(board, centre, radius) == window


def test_a_crop_has_twice_the_detail(
    base: BaseMap, board: BoardMap, pieces: PieceSet, cache: Path
) -> None:
    picture = crop_picture(board, pieces, LIGHT, "london", 4, cache)
    image = opened(picture.png)
    assert image.size == (picture.width, picture.height)
    assert image.size == (9 * 116 + 2 * 52, 9 * 116 + 2 * 52 + 84)
    assert len(picture.png) < 500_000
    assert crop_picture(board, pieces, LIGHT, "london", 4, cache) == picture


def test_a_crop_without_players_has_no_strip(base: BaseMap, board: BoardMap, cache: Path) -> None:
    picture = crop_picture(board, PieceSet(), LIGHT, "the-downs", 3, cache)
    assert (picture.width, picture.height) == (7 * 116 + 104, 7 * 116 + 104)
    assert picture.alt == "Part of the map around The Downs, squares T19 to Z25. No pieces here."


def test_crops_of_nowhere_are_refused(
    base: BaseMap, board: BoardMap, pieces: PieceSet, cache: Path
) -> None:
    with pytest.raises(KeyError):
        crop_picture(board, pieces, LIGHT, "camelot", 4, cache)
    with pytest.raises(ValueError, match="radius"):
        crop_picture(board, pieces, LIGHT, "york", 0, cache)


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_line_in_the_colour_of_its_player_runs_from_a_blockader_to_the_port(
    board: BoardMap, cache: Path
) -> None:
    ship = ShipPiece("le_nicholas", "Le Nicholas", "Nic", 1, Spot("sea", "humber-mouth"))
    blue = FACTION_MARKS[1].colour
    counted = []
    for watched in (None, "hull"):
        pieces = PieceSet(ships=(replace(ship, blockade=watched),))
        picture = crop_picture(board, pieces, LIGHT, "hull", 4, cache)
        colours = opened(picture.png).convert("RGB").getcolors(300) or []
        counted.append({colour: n for n, colour in colours}.get(blue, 0))
        assert ("(blockading Hull)" in picture.alt) == (watched is not None)
    assert counted[1] > counted[0] + 500
