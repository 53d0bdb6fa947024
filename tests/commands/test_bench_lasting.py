"""The bench's figures of what must not grow with a game's length."""

from __future__ import annotations

import pytest

from bot.bench import lasting
from bot.bench.lasting import late_figures
from bot.games import game_for
from bot.rules.kernel import Match

pytestmark = pytest.mark.tools


def test_decisions_are_measured_where_they_are_said_to_be() -> None:
    figures = late_figures(marks=(60, 120), replayed=80)
    assert list(figures["decision_ms_at"]) == ["60", "120"]
    assert all(each > 0 for each in figures["decision_ms_at"].values())
    assert figures["replay_ms"] > 0


def test_a_game_is_played_over_to_where_it_was() -> None:
    """What is timed is truly the same game."""
    rules = game_for("kingmaker", "house")
    seed, times, decisions = lasting._long_game(rules, 70)
    assert len(times) == len(decisions) == 70
    again, _ = Match.start(rules, lasting.SEATS, seed, lasting._OPTIONS)
    for seat, choice in decisions:
        again.submit(seat, choice)
    assert again.version == 70
    assert lasting._replay(rules, seed, decisions) > 0
