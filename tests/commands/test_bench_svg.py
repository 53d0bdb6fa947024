"""The drawing that the bench compares with: whole, and of the size of the bot's own."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest
from PIL import Image

from bot.bench.pictures import board_svg, rasterised
from bot.content import load_content
from rendering.kingmaker.adapter import board_of
from rendering.kingmaker.counters.pieces import NoblePiece, PieceSet, Spot

pytestmark = pytest.mark.tools

SVG = "{http://www.w3.org/2000/svg}"
PIECES = PieceSet(
    nobles=(
        NoblePiece("percy", "Percy", "Per", 0, Spot("place", "alnwick"), 110),
        NoblePiece("grey", "Grey", "Gry", 1, Spot("square", "15,9"), 20),
    ),
    control={"alnwick": 0},
)


def test_every_place_sea_road_and_piece_is_drawn() -> None:
    board = board_of(load_content("house"))
    root = ElementTree.fromstring(board_svg(board, PIECES))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert set(texts) >= {place.name for place in board.places.values()}
    assert set(texts) >= {sea.name for sea in board.seas.values()}
    assert texts[-2:] == ["Per 110", "Gry 20"]
    assert len(list(root.iter(f"{SVG}path"))) == 2
    lines = [line.get("stroke-width") for line in root.iter(f"{SVG}polyline")]
    assert lines.count("5") == lines.count("3") == len(board.roads)


def test_it_is_as_large_as_the_board_that_is_posted() -> None:
    png = rasterised(board_svg(board_of(load_content("house")), PIECES))
    with Image.open(io.BytesIO(png)) as image:
        assert image.size == (1600, 1894)
