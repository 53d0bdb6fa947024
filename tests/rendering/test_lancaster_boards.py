"""The board of Lancaster at the beginning of every phase of many games: none takes long to draw."""

from __future__ import annotations

import random
import time

import pytest

from bot.games import game_for, policy_for
from bot.rules.kernel import Match
from bot.rules.lancaster import facts
from rendering.lancaster.painter import LancasterPainter

NAMES = ["Alice", "Bertrand of Rye", "Chloë", "Dafydd", "Éléonore"]
MOST = 2.0
"""Seconds of the processor's time that a board may take."""


def slowest_board(seats: int, games: range) -> tuple[int, float]:
    """How many boards were drawn in these games, and the seconds that the slowest took."""
    rules, steward = game_for("lancaster", "standard"), policy_for("lancaster", "steward")
    painter = LancasterPainter(rules.content)
    painter.empty()
    drawn, slowest = 0, 0.0
    for number in games:
        chance = random.Random(number)
        match, outcome = Match.start(rules, seats, f"boards:{seats}:{number}", {})
        while True:
            if any(isinstance(event, facts.PhaseBegan) for event in outcome.events) or match.over:
                began = time.process_time()
                assert painter.board(match.view(None), NAMES).png
                slowest = max(slowest, time.process_time() - began)
                drawn += 1
            if match.over:
                break
            seat = match.waiting_for()[0]
            view, prompts = match.view(seat), match.prompts(seat)
            outcome = match.submit(seat, steward.choose(view, prompts, seat, chance)[1])
    return drawn, slowest


@pytest.mark.parametrize("seats", [2, 5])
def test_the_boards_of_a_whole_game(seats: int) -> None:
    drawn, _ = slowest_board(seats, range(1))
    assert drawn > 15


@pytest.mark.long
@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_boards_of_two_hundred_games(seats: int, part: int) -> None:
    _, slowest = slowest_board(seats, range(25 * part, 25 * (part + 1)))
    assert slowest < MOST
