"""Counters, names and marks in the fullest positions of finished games: nothing hides a name."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations

import pytest
import zstandard

from bot.games import game_for
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import SquareId
from bot.rules.kingmaker.view import BoardView
from bot.session.journal.record import play_over
from rendering.kingmaker.adapter import pieces_from_view
from rendering.kingmaker.board import Scene, crop_window, scene
from rendering.kingmaker.counters.pieces import MarkPiece, PieceSet, Spot
from rendering.kingmaker.counters.stacking import Arrangement
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.map.geometry import BoardMap, Rect, parse_cell
from rendering.kingmaker.map.labels import Label
from tests.folders import fixtures_of

GAMES = sorted(fixtures_of("kingmaker").glob("*.json.zst"))
FULLEST = 20


@pytest.fixture(scope="module")
def crowded() -> list[tuple[str, BoardView]]:
    """The twenty fullest squares of self-played games, and the views they were seen in."""
    found: dict[str, tuple[int, str, BoardView]] = {}
    for file in GAMES:
        data = json.loads(zstandard.ZstdDecompressor().decompress(file.read_bytes()))
        for played in play_over(data, game_for("kingmaker", "house")):
            if played.number % 5:
                continue
            view: BoardView = played.match.view(None)
            for square, count in _counts(view).items():
                if square not in found or found[square][0] < count:
                    found[square] = count, square, view
    best = sorted(found.values(), key=lambda f: (-f[0], f[1]))[:FULLEST]
    assert best[-1][0] >= 4, "squares with few pieces prove little"
    return [(square, view) for _, square, view in best]


@pytest.fixture(scope="module")
def whole(base: BaseMap, content: Content, crowded: list[tuple[str, BoardView]]) -> list[Scene]:
    """These views on the whole board; one may have several of the fullest squares."""
    views = {id(view): view for _, view in crowded}
    return [scene(base, pieces_from_view(view, content)) for view in views.values()]


def _counts(view: BoardView) -> Counter[SquareId]:
    """Nobles and free heirs by square."""
    counts = Counter(noble.square for noble in view.nobles.values() if noble.square)
    counts.update(h.square for h in view.heirs.values() if h.alive and h.square and not h.holder)
    return counts


def _hiding(arrangement: Arrangement) -> list[Rect]:
    return [*arrangement.covered(), *(box for _, box in arrangement.marks)]


def _clashes(
    base: BaseMap, arrangement: Arrangement, places: list[Label], seas: list[Label]
) -> list[str]:
    """Names that touch a name, a sign, or anything that can hide them."""
    signs = [box for sign in base.plan.layout.signs.values() for box in sign.boxes]
    out = [
        f"{a.of} on {b.of}" for a, b in combinations([*places, *seas], 2) if a.box.overlap(b.box)
    ]
    out += [label.of for label in places if any(label.box.overlap(s) for s in signs)]
    hiding = _hiding(arrangement)
    return out + [label.of for label in places if any(label.box.overlap(h) for h in hiding)]


def test_nothing_hides_a_name_on_the_whole_board(base: BaseMap, whole: list[Scene]) -> None:
    for seen in whole:
        names = list(seen.names)
        assert len(names) == 137
        assert _clashes(base, seen.arrangement, names, list(base.plan.layout.seas.values())) == []
        assert all(base.frame.grid_rect.contains(label.box) for label in names)


def test_names_are_whole_in_crops_round_the_fullest_squares(
    base: BaseMap, board: BoardMap, content: Content, crowded: list[tuple[str, BoardView]]
) -> None:
    for square, view in crowded:
        c0, r0, c1, r1 = crop_window(board, parse_cell(square), 4)
        seen = Rect(*base.frame.px((c0, r0)), *base.frame.px((c1 + 1, r1 + 1)))
        part = scene(base, pieces_from_view(view, content), seen)
        names, seas = list(part.names), list(part.ground.layout.seas.values())
        assert len(names) > 8
        assert _clashes(base, part.arrangement, names, seas) == [], square
        assert [x.of for x in (*names, *seas) if not seen.contains(x.box)] == [], square


def test_counters_lie_on_one_another_only_where_a_square_overflows(whole: list[Scene]) -> None:
    for seen in whole:
        for a, b in combinations(seen.arrangement.blocks, 2):
            smaller = min(a.box.width * a.box.height, b.box.width * b.box.height)
            assert a.box.overlap(b.box) < 0.35 * smaller, (a.block.force.spot, b.block.force.spot)


def test_a_crowd_of_marks_hides_nothing(base: BaseMap, pieces: PieceSet) -> None:
    spots = (*("place:london",) * 4, *("place:york",) * 3, "square:15,9", "sea:the-downs")
    marks = tuple(
        MarkPiece("battle", Spot(kind, where))  # type: ignore[arg-type]
        for kind, where in (spot.split(":") for spot in spots)
    )
    seen = scene(base, PieceSet(**{**vars(pieces), "marks": marks}))
    boxes = [box for _, box in seen.arrangement.marks]
    assert len(boxes) == len(marks)
    assert [1 for a, b in combinations(boxes, 2) if a.overlap(b)] == []
    labels = [*seen.names, *base.plan.layout.seas.values()]
    assert [x.of for x in labels if any(x.box.overlap(box) for box in boxes)] == []
