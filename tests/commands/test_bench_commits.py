"""The bench's figures of what it takes to write a decision."""

from __future__ import annotations

import pytest

from bot.bench import games
from bot.bench.games import commit_figures, stored_figures
from bot.session.new_games import MOST_HOSTED

pytestmark = pytest.mark.tools


async def test_commits_are_measured_for_a_while() -> None:
    figures = await commit_figures(0.001)
    assert figures["commit_ms"].keys() == {"p50", "p99"}
    assert 0 < figures["commit_ms"]["p50"] <= figures["commit_ms"]["p99"]


async def test_commits_are_measured_beside_stored_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_COMMITS", 3)
    # More of them than one person can host.
    many = MOST_HOSTED + 1
    figures = await stored_figures(stores=(many,))
    assert list(figures["commit_ms_beside"]) == [str(many)]
    assert figures["commit_ms_beside"][str(many)] > 0
    assert list(figures["commit_cpu_ms_beside"]) == [str(many)]
    assert figures["commit_cpu_ms_beside"][str(many)] > 0
