"""The bench's figures of what must not grow with a game's length, or with how many there are."""

from __future__ import annotations

import pytest

from bot.bench import lasting
from bot.bench.lasting import late_figures, stored_figures
from bot.games import game_for
from bot.rules.kernel import Match


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


async def test_commits_are_measured_beside_stored_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lasting, "_COMMITS", 3)
    figures = await stored_figures(stores=(2,))
    assert list(figures["commit_ms_beside"]) == ["2"]
    assert figures["commit_ms_beside"]["2"] > 0
    assert list(figures["commit_cpu_ms_beside"]) == ["2"]
    assert figures["commit_cpu_ms_beside"]["2"] > 0
