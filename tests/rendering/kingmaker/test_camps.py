"""Who stands with which House: on the counters, below the map, on the sheets, never by colour
alone, and nothing of a change that was not declared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops

from bot.games import game_for
from bot.rules.kernel import Seat
from bot.rules.kingmaker.state import KTable, Noble
from bot.rules.kingmaker.view import BoardView
from rendering.canvas.theme import theme_named
from rendering.kingmaker.adapter import board_of, camp_of, pieces_from_view
from rendering.kingmaker.alt import board_alt
from rendering.kingmaker.camps import ROW, by_camp, key_height, sided_badge, with_key
from rendering.kingmaker.counters.counters import plate, plate_width
from rendering.kingmaker.counters.marks import CLOTH, camp_badge, cloth
from rendering.kingmaker.counters.pieces import Camp, Force, PieceSet, Spot, forces
from rendering.kingmaker.counters.stacking import make_block
from tests.rendering.drawing import draw_board, draw_crop, draw_hand
from tests.rules.kingmaker.families.tables import MOWBRAY, NEVILLE, PERCY, STAFFORD, YORK, heads
from tests.rules.kingmaker.scene import Scene

CONTENT = game_for("kingmaker", "families").content
NAMES = ["Anne", "Bob", "Cecily", "Dan", "Eve", "Fulk"]


def torn() -> Scene:
    """Percy has gone over to York, Neville is neutral, Mowbray waits for a head, Stafford is out of
    play."""
    scene = heads()
    sides = scene.state.sides
    sides[PERCY].serves, sides[NEVILLE].serves = "york", ""
    sides[MOWBRAY].waits, sides[STAFFORD].extinct = 2, True
    scene.movement(YORK)
    return scene


def seen(scene: Scene) -> PieceSet:
    """The pieces of a table as a spectator sees them."""
    return pieces_from_view(scene.match.view(None), CONTENT, NAMES)


def grey(image: Image.Image) -> Image.Image:
    """A drawing as it looks on paper to somebody who sees no colour."""
    sheet = Image.new("RGB", image.size, (220, 205, 170))
    sheet.paste(image, (0, 0), image)
    return sheet.convert("L")


def test_the_seats_by_side_the_house_first_with_part_and_shield() -> None:
    found = by_camp(seen(torn()).seats)
    assert {camp: [(s.name, s.part, s.head) for s in seats] for camp, seats in found.items()} == {
        "lancaster": [("Anne", "the House", "")],
        "york": [
            ("Bob", "the House", ""),
            ("Dan", "Percy", "percy"),
            ("Eve", "Mowbray, no head", "mowbray"),
        ],
        "neutral": [("Cecily", "Neville", "neville")],
        "gone": [("Fulk", "Stafford", "stafford")],
    }


def test_the_side_of_a_seat_and_of_nobody() -> None:
    view = torn().match.view(None)
    assert [camp_of(view, seat) for seat in range(6)] == [
        "lancaster", "york", "neutral", "york", "york", "gone",
    ]  # fmt: skip
    assert camp_of(view, None) is None
    assert camp_of(view, -1) is None
    assert camp_of(Scene(2, "classic").match.view(None), 0) is None


def test_every_force_stands_with_its_seat() -> None:
    camps = {force.nobles[0].id: force.camp for force in forces(seen(torn())) if force.nobles}
    assert camps == {
        "beaufort": "lancaster",
        "plantagenet_york": "york",
        "neville": "neutral",
        "percy": "york",
        "mowbray": "york",
        "stafford": "gone",
    }


def test_the_sides_are_told_in_words() -> None:
    alt = board_alt(seen(torn()), board_of(CONTENT))
    assert (
        "Lancaster: A Anne (the House). York: B Bob (the House), D Dan (Percy), E Eve (Mowbray, no"
        " head). Neutral: C Cecily (Neville). Died out: F Fulk (Stafford)."
    ) in alt


def _differ(one: Image.Image, other: Image.Image) -> bool:
    """Whether some of it differs by far, seen without colour."""
    if one.size != other.size:
        return True
    return (
        ImageChops.difference(one, other).point(lambda level: 255 * (level > 90)).getbbox()
        is not None
    )


@pytest.mark.parametrize("k", [1, 2])
def test_counters_of_the_two_sides_differ_without_colours(k: int) -> None:
    plates = [grey(plate(3, 140, k, camp)) for camp in ("lancaster", "york", "neutral")]
    cloths = [grey(cloth(camp, 40, 50, k)) for camp in ("lancaster", "york")]
    badges = [grey(camp_badge(camp, 24 * k)) for camp in ("lancaster", "york", "neutral", "gone")]
    for alike in (plates, cloths, badges):
        for nth, one in enumerate(alike):
            assert all(_differ(one, other) for other in alike[:nth])
    assert plate(3, 140, k, "neutral") == plate(3, 140, k)


def test_a_plate_is_wider_with_a_rose_alone() -> None:
    assert plate_width(3, 140, "york") == plate_width(3, 140, "lancaster") > plate_width(3, 140)
    assert plate_width(3, 140, "neutral") == plate_width(3, 140, "gone") == plate_width(3, 140)


@pytest.mark.parametrize(
    ("camp", "captives", "hung"),
    [
        ("lancaster", False, True),
        ("york", False, True),
        ("york", True, False),
        ("neutral", False, False),
        ("gone", False, False),
        (None, False, False),
    ],
)
def test_a_cloth_hangs_behind_who_serves_a_house_and_is_free(
    camp: Camp | None, captives: bool, hung: bool
) -> None:
    pieces = seen(torn())
    (noble,) = (one for one in pieces.nobles if one.id == "percy")
    force = Force(PERCY, Spot("square", "10,5"), (noble,), (), None, captives, camp)
    block, bare = make_block(force), make_block(replace(force, camp=None))
    assert [part.kind for part in block.parts if part.kind == "cloth"] == ["cloth"] * hung
    (shield,) = (part.box for part in block.parts if part.kind == "shield")
    if hung:
        assert block.parts[0].kind == "cloth"
        assert block.parts[0].box.width == block.width
        assert shield.x0 >= CLOTH
        assert block.height == bare.height + CLOTH


def test_the_key_has_a_row_for_each_side_and_a_line_for_the_turn() -> None:
    pieces, theme = seen(torn()), theme_named("light")
    bare = Image.new("RGB", (1600, 10))
    four = key_height(pieces)
    assert with_key(bare, pieces, theme).size == (1600, 10 + four)
    assert key_height(seen(heads())) == four - 2 * ROW
    assert key_height(pieces, turn=True) == four + 36
    without = replace(pieces, seats=tuple(replace(seat, camp=None) for seat in pieces.seats))
    assert with_key(bare, without, theme) is bare


def test_the_badge_of_a_seat_bears_the_sign_of_its_side() -> None:
    plain, sided = sided_badge(2, 50, None), sided_badge(2, 50, "york")
    assert (plain.width, sided.width) == (50, 60)
    assert _differ(grey(sided), grey(sided_badge(2, 50, "lancaster")))


def test_pictures_of_a_table_with_sides_have_the_key(cache: Path) -> None:
    view = torn().match.view(None)
    board = draw_board(view, CONTENT, names=NAMES, cache_dir=cache)
    assert board.height == 1894 + key_height(seen(torn()))
    crop = draw_crop(view, CONTENT, centre="york", names=NAMES, cache_dir=cache)
    assert "York: B Bob (the House), D Dan (Percy)" in crop.alt


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (YORK, "House York. In hand"),
        (PERCY, "Percy, serves York. In hand"),
        (NEVILLE, "Neville, serves nobody. In hand"),
        (STAFFORD, "Stafford, out of play. In hand"),
    ],
)
def test_a_hand_says_whom_its_player_serves(seat: int, told: str) -> None:
    scene = torn()
    picture = draw_hand(scene.match.view(seat), CONTENT, seat, names=NAMES)
    assert picture.alt.startswith(told)
    # The rose and the shield are drawn, and those of another side look otherwise.
    scene.state.sides[seat].serves = "lancaster" if seat != YORK else "york"
    other = draw_hand(scene.match.view(seat), CONTENT, seat, names=NAMES)
    assert (other.png == picture.png) == (seat in (YORK, STAFFORD))


@pytest.mark.rule("families-switch.2")
def test_nothing_shows_that_a_family_means_to_change_sides(cache: Path) -> None:
    """Whether a family has forgone a turn stands in no view, so no picture can show it."""
    scene = torn()
    views: list[BoardView] = []
    for forgone in (False, True):
        scene.state.sides[PERCY].forgone = forgone
        views.append(scene.match.view(None))
    assert msgspec.json.encode(views[0]) == msgspec.json.encode(views[1])
    pictures = [draw_board(view, CONTENT, names=NAMES, cache_dir=cache) for view in views]
    assert pictures[0] == pictures[1]


def test_a_captive_keeps_the_rose_of_his_own_side() -> None:
    scene = torn()
    table: KTable = scene.match.table
    percy: Noble = table.state.nobles["percy"]
    percy.captor = Seat(0)
    (force,) = (f for f in forces(seen(scene)) if f.nobles and f.nobles[0].id == "percy")
    assert (force.camp, force.captives) == ("york", True)
    assert "cloth" not in [part.kind for part in make_block(force).parts]
