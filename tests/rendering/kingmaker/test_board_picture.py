"""The finished pictures: exact sizes, equal bytes, modest weight, and words beside them."""

from __future__ import annotations

import io
import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

from bot.games import game_for
from bot.rules.kingmaker.state import Result
from bot.rules.kingmaker.view import ReignView
from rendering.canvas.theme import FACTION_MARKS, LIGHT, theme_named
from rendering.kingmaker.adapter import board_of, pieces_from_view
from rendering.kingmaker.alt import board_alt
from rendering.kingmaker.board import (
    _free_corner,
    board_image,
    board_picture,
    crop_picture,
    crop_window,
    scene,
)
from rendering.kingmaker.counters.marks import reign_plaque
from rendering.kingmaker.counters.pieces import PieceSet, ReignPiece, ShipPiece, Spot
from rendering.kingmaker.map.base_map import BaseMap, base_map
from rendering.kingmaker.map.geometry import BoardMap
from tests.rendering.gallery import NAMES, load_scenes


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


# The plaque of a reign: on the map, in its words, and never only by its colour.


CONTENT = game_for("kingmaker", "house").content


def pieces(**reign: Any) -> PieceSet:
    """A position of the golden game, with a reign that counts."""
    told = {"seat": 1, "king": "richard_york", "turns": 2, "needed": 4, **reign}
    view = msgspec.structs.replace(load_scenes().views["busy"], reign=ReignView(**told))
    return pieces_from_view(view, CONTENT, NAMES)


def test_the_reign_is_told_in_words() -> None:
    alt = board_alt(pieces(), board_of(CONTENT))
    assert (
        "Bertrand of Rye (B, blue) holds King Richard of York: 2 of the 4 turns needed to win."
        in alt
    )


def test_a_game_that_is_won_counts_no_more() -> None:
    view = load_scenes().views["busy"]
    won = msgspec.structs.replace(
        view, reign=ReignView(1, "richard_york", 4, 4), result=Result((1,), "four_turns")
    )
    assert pieces_from_view(won, CONTENT, NAMES).reign is None


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_count_looks_another_way_without_colours(theme: str) -> None:
    grey = [
        reign_plaque(ReignPiece(0, "Henry", turns, 4), theme_named(theme)).convert("L")
        for turns in range(5)
    ]
    for one, other in itertools.pairwise(grey):
        assert one.size == other.size
        box = ImageChops.difference(one, other).point(lambda level: 255 * (level > 40)).getbbox()
        assert box is not None
        # The crown, and the number in the words.
        assert box[3] - box[1] > 40
    # At 550 pixels the board is shown at a third: the letters are 10 pixels high there.
    assert grey[0].height * 550 / 1600 > 35


def test_the_plaque_hides_no_piece_and_changes_nothing_else() -> None:
    base = base_map(board_of(CONTENT), theme_named("light"))
    with_it = pieces()
    without = replace(with_it, reign=None)
    differing = ImageChops.difference(board_image(base, with_it), board_image(base, without))
    box = differing.getbbox()
    assert box is not None
    settled = scene(base, without)
    width, height = box[2] - box[0], box[3] - box[1]
    where = _free_corner(settled, width, height)
    assert (abs(where.x0 - box[0]), abs(where.y0 - box[1])) <= (3, 3)
    assert not any(where.overlap(placed.box) for placed in settled.arrangement.blocks)


def test_the_plaque_goes_elsewhere_if_a_piece_is_in_its_corner() -> None:
    base = base_map(board_of(CONTENT), theme_named("light"))
    ship = ShipPiece("x", "X", "X", 0, Spot("sea", "narrow-seas"))
    empty = scene(base, PieceSet())
    first = _free_corner(empty, 250, 110)
    crowded = scene(base, PieceSet(ships=(ship,)))
    block = crowded.arrangement.blocks[0]
    moved = replace(block, box=block.box.moved(first.x0 - block.box.x0, first.y0 - block.box.y0))
    arrangement = replace(crowded.arrangement, blocks=(moved,))
    second = _free_corner(replace(crowded, arrangement=arrangement), 250, 110)
    assert not second.overlap(moved.box)
    assert second != first
