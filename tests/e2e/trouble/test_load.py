"""A crowd that presses in many games at once, as the bench measures it: small, and whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.bench.crowd import Crowd
from bot.bench.load import bear, load_figures
from bot.bench.servers import server_programs
from tests.storage.databases import MISSING

pytestmark = [pytest.mark.slow, pytest.mark.tools]


async def test_a_small_crowd_is_borne(tmp_path: Path) -> None:
    found = await bear(
        Crowd(2, 3.0, 2.0, boards=2), f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3", tmp_path
    )
    assert found["presses"] + found["missed"] == 6
    answers = found["answered_ms"]
    assert 0 < found["acknowledged_ms"]["p50"] <= answers["max"]
    assert found["loop_lag_ms"]["max"] > 0
    assert found["undelivered"] == 0
    assert found["memory_mb"] > 50
    assert found["boards"]["open"] == 2
    spent = found["cpu_ms_per_press"]
    assert 0 < spent["loop"] <= spent["bot"]
    assert spent["drawing"] > 0
    assert found["bot_cpu"] > 0
    assert found["spans_ms"]["press"]["n"] == found["presses"]


@pytest.mark.skipif(server_programs() is None, reason=MISSING)
def test_a_small_crowd_is_borne_by_two_processes() -> None:
    found = load_figures(Crowd(2, 3.0, 2.0, processes=2), ["postgresql"])["load"]["postgresql"]
    assert found["processes"] == 2
    assert found["presses"] + found["missed"] == 6
    assert (found["unanswered"], found["undelivered"]) == (0, 0)
