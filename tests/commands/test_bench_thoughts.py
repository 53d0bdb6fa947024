"""What the bench lets the strategist think about, and what it tells of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.bench.thoughts import THINKER, thought_figures, turns
from bot.games import THINKERS

pytestmark = pytest.mark.tools


def test_questions_from_all_over_games_are_thought_about() -> None:
    found = turns(8)
    assert len({turn.id for turn in found}) == 8
    rounds = set[int]()
    for turn in found:
        match = turn.match
        assert match is not None
        seat = match.waiting_for()[0]
        assert THINKERS["lancaster"][THINKER].ponders(match.prompts(seat))
        rounds.add(match.position.state.round)
    assert len(rounds) > 1


def test_where_the_bench_lets_think_nothing_but_the_games_is_loaded() -> None:
    loaded = (
        "import sys, bot.bench.thinking; print(*sorted({n.split('.')[0] for n in sys.modules}))"
    )
    told = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "msgspec" in told
    assert not {"discord", "aiohttp", "sqlalchemy", "PIL"} & set(told)


async def test_every_thought_is_measured_but_the_first() -> None:
    found = (await thought_figures(3, seconds=0.1, patience=120))["thoughts"]
    assert list(found) == ["budget_s", "alone", "four_at_once"]
    for figures in (found["alone"], found["four_at_once"]):
        assert list(figures) == [
            *("core_ms", "clock_ms", "unanswered", "loop_lag_ms", "memory_mb"),
        ]
        assert figures["core_ms"]["max"] > 0
        assert figures["memory_mb"] > 20
