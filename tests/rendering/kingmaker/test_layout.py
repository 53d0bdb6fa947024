"""Signs and names of the empty board: nothing touches, everything is large enough to read."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.content import load_content
from rendering.kingmaker.adapter import board_of
from rendering.kingmaker.map.base_map import BaseMap, lay_out
from rendering.kingmaker.map.geometry import BoardMap, Frame, load_board
from rendering.kingmaker.map.labels import LABEL_STYLES, make_label


def test_no_two_names_overlap(base: BaseMap) -> None:
    layout = base.plan.layout
    labels = [*layout.places.values(), *layout.seas.values()]
    assert len(labels) == 137 + 37
    clashes = [(a.of, b.of) for a, b in combinations(labels, 2) if a.box.overlap(b.box)]
    assert clashes == []


def test_no_two_signs_overlap(base: BaseMap) -> None:
    signs = list(base.plan.layout.signs.values())
    assert len(signs) == 137
    clashes = [
        (a.place, b.place)
        for a, b in combinations(signs, 2)
        if any(x.overlap(y) > 0.01 for x in a.boxes for y in b.boxes)
    ]
    assert clashes == []


def test_no_name_lies_on_a_sign_or_an_ornament(base: BaseMap) -> None:
    layout = base.plan.layout
    walls = [(s.place, box) for s in layout.signs.values() for box in s.boxes]
    walls += [("ornament", box) for box in layout.ornaments]
    labels = [*layout.places.values(), *layout.seas.values()]
    clashes = [(a.of, of) for a in labels for of, box in walls if a.box.overlap(box)]
    assert clashes == []


def test_every_name_is_large_enough(base: BaseMap) -> None:
    layout = base.plan.layout
    sizes = [label.style.size for label in layout.places.values()]
    sizes += [label.style.size for label in layout.seas.values()]
    assert min(sizes) >= 14.0
    assert min(style.size for style in LABEL_STYLES.values()) >= 14.0


def test_signs_stand_in_their_own_square(base: BaseMap, board: BoardMap) -> None:
    for sign in base.plan.layout.signs.values():
        cell = board.places[sign.place].cell
        assert cell is not None
        assert base.frame.cell_at(sign.box.centre) == cell, sign.place


def test_a_name_by_itself_is_the_same_wherever_it_is_written(base: BaseMap) -> None:
    for label in base.plan.layout.places.values():
        moved = label.at((317.3, 211.9))
        assert moved != label
        assert moved.by_itself() == label.by_itself()
    shortest = make_label("ely", ["Ely"], LABEL_STYLES["special"], (100.0, 100.0), 2).by_itself()
    assert (shortest.box.x0, shortest.box.y0, shortest.starts[0][0]) == (0.0, 0.0, 0.0)


def test_names_stay_near_their_signs(base: BaseMap) -> None:
    layout = base.plan.layout
    far = [
        label.of
        for label in layout.places.values()
        if not layout.signs[label.of].bounds.grown(14.0).overlap(label.box)
    ]
    assert far == []


def test_names_of_sea_squares_lie_in_their_sea_square(base: BaseMap, board: BoardMap) -> None:
    for sea in board.seas.values():
        box = base.plan.layout.seas[sea.id].box
        for corner in ((box.x0, box.y0), (box.x1, box.y0), (box.x0, box.y1), (box.x1, box.y1)):
            assert base.frame.cell_at(corner) in sea.cells, sea.id


def test_everything_lies_on_the_grid(base: BaseMap) -> None:
    grid = base.frame.grid_rect
    layout = base.plan.layout
    boxes = [label.box for label in (*layout.places.values(), *layout.seas.values())]
    assert [b for b in boxes if not grid.contains(b)] == []


def test_the_layout_is_the_same_every_time(base: BaseMap, board: BoardMap) -> None:
    assert lay_out(board, base.frame).layout == base.plan.layout


def test_the_editions_differ_as_the_board_file_says(base: BaseMap) -> None:
    first = base.plan.layout
    assert "london-estuary" not in first.seas
    assert first.signs["preston"].anchor is None
    layout = lay_out(load_board(edition="1981"), Frame()).layout
    assert "london-estuary" in layout.seas
    assert layout.signs["preston"].anchor is not None
    labels = [*layout.places.values(), *layout.seas.values()]
    assert [(a.of, b.of) for a, b in combinations(labels, 2) if a.box.overlap(b.box)] == []


@pytest.mark.rule("ishkibibble-dublin.1")
@pytest.mark.parametrize(
    ("specification", "at_dublin"),
    [("house", True), ("classic", True), ("classic+lands_overseas", False), ("ishkibibble", False)],
)
def test_the_map_has_the_crosses_and_anchors_of_the_board_that_is_played(
    specification: str, at_dublin: bool
) -> None:
    content = load_content(specification)
    board = board_of(content)
    drawn = {p.id: (p.cathedral, p.port) for p in board.places.values()}
    assert drawn == {p.id: (p.cathedral, p.port) for p in content.board.places.values()}
    sign = lay_out(board, Frame()).layout.signs["dublin"]
    assert (sign.cross is not None) is at_dublin
