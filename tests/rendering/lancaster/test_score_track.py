"""The score track of Lancaster: a place for every badge, whatever the totals are."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rendering.lancaster.board import draw_area
from rendering.lancaster.houses import badges
from tests.rules.lancaster.scene import Scene

LEFT, RIGHT, APART = 34, 1046, 42


def spots_of(totals: Iterable[int]) -> list[int]:
    """The spots of these totals on the track, as it is divided for them."""
    points = sorted(totals)
    top = max(50, *points)
    top += -top % 10
    return [LEFT + (RIGHT - LEFT) * each // top for each in points]


def check(totals: Sequence[int]) -> None:
    """Every badge on the track, in order, none on another, and none moved without need."""
    spots = spots_of(totals)
    placed = badges(spots, RIGHT)
    assert all(LEFT <= where <= RIGHT for where in placed), totals
    pairs = list(itertools.pairwise(placed))
    assert all(b - a >= APART for a, b in pairs), totals
    wide = all(b - a >= APART for a, b in itertools.pairwise(spots))
    assert placed == spots or not wide, totals


@pytest.mark.parametrize(
    ("players", "totals"),
    [
        (2, range(151)),
        (3, range(61)),
        (4, range(27)),
        (5, (*range(19), 48, 49, 50)),
        (5, (0, 50, *range(83, 101))),
    ],
)
def test_there_is_room_for_all_totals(players: int, totals: Iterable[int]) -> None:
    for points in itertools.combinations_with_replacement(totals, players):
        check(points)


@given(st.lists(st.integers(0, 400), min_size=2, max_size=5))
def test_there_is_room_for_any_totals(totals: list[int]) -> None:
    check(totals)


def drawn(totals: Sequence[int]) -> bytes:
    """The players' part of the board with these totals."""
    scene = Scene(seats=len(totals)).begin("placing", active=0)
    view = scene.match.view(None)
    houses = tuple(
        msgspec.structs.replace(house, points=points)
        for house, points in zip((h for h in view.houses if not h.ally), totals, strict=True)
    )
    allies = tuple(house for house in view.houses if house.ally)
    shown = msgspec.structs.replace(view, houses=(*houses, *allies))
    return draw_area(shown, scene.content, "houses").png


@pytest.mark.parametrize("totals", [(8, 9, 11, 15), (8, 8), (8, 8, 8, 8, 8), (50, 50, 49, 49, 0)])
def test_close_totals_are_drawn(totals: tuple[int, ...]) -> None:
    assert drawn(totals)


def test_a_sample_of_all_totals_is_drawn() -> None:
    chance = random.Random(1413)
    for number in range(12):
        totals = [chance.randrange(chance.choice((12, 30, 120))) for _ in range(2 + number % 4)]
        assert drawn(totals), totals
