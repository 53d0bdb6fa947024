"""The tool that learns what tastes win."""

from __future__ import annotations

import random
from math import exp

import pytest

from tests.tools.fit_value import Played
from tests.tools.tastes import TASTES, play, row_of, told

pytestmark = pytest.mark.tools


def test_a_step_is_told_for_each_level_that_a_seat_is_above() -> None:
    assert row_of({"land": 0, "odds": 2}) == [0, 0, 1, 1]
    assert row_of({"land": 1}) == [1, 0]


def test_what_wins_is_found_with_its_error() -> None:
    """Games that are made up: whoever is above the first level of *land* wins e times as often."""
    lot, games = random.Random(5), []
    for _ in range(400):
        rows = [row_of({"land": lot.randrange(3), "odds": lot.randrange(3)}) for _ in range(4)]
        (winner,) = lot.choices(range(4), [exp(row[0]) for row in rows])
        games.append(Played([rows], [], [winner]))
    steps = [line.split(": ") for line in told(["land", "odds"], games)]
    assert [name for name, _ in steps] == [
        "land 0.15 to 0.3", "land 0.3 to 1.0", "odds 0.75 to 1.0", "odds 1.0 to 1.5"
    ]  # fmt: skip
    found = [tuple(map(float, figures.split(" ± "))) for _, figures in steps]
    true = (1.0, 0.0, 0.0, 0.0)
    assert all(abs(value - t) < 3 * error for (value, error), t in zip(found, true, strict=True))
    assert all(0.1 < error < 0.2 for _, error in found)


def test_players_of_all_tastes_play_a_game_to_its_end() -> None:
    game = play("house", 3, list(TASTES), "tastes")
    assert game is not None
    assert len(game.winners) >= 1
    (rows,) = game.turns
    assert [len(row) for row in rows] == [2 * len(TASTES)] * 3
