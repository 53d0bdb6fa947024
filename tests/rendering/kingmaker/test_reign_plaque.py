"""The plaque of a reign: on the map, in its words, and never only by its colour."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from PIL import ImageChops

from bot.games import game_for
from bot.rules.kingmaker.state import Result
from bot.rules.kingmaker.view import ReignView
from rendering.canvas.theme import theme_named
from rendering.kingmaker.adapter import board_of, pieces_from_view
from rendering.kingmaker.alt import board_alt
from rendering.kingmaker.board import _free_corner, board_image, scene
from rendering.kingmaker.counters.marks import reign_plaque
from rendering.kingmaker.counters.pieces import PieceSet, ReignPiece, ShipPiece, Spot
from rendering.kingmaker.map.base_map import base_map
from tests.rendering.gallery import NAMES, load_scenes

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
