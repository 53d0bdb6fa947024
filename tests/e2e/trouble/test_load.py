"""The tool that presses in many games at once: that it measures, whatever it measures here."""

from __future__ import annotations

import pytest

from tests.tools.load import measure


@pytest.mark.slow
async def test_a_few_presses_are_measured() -> None:
    found = await measure(games=3, rate=5, seconds=2, seed=1)
    assert found["presses"] + found["missed"] == 10
    assert found["games"] == 3
    assert set(found["ack_ms"]) == {"p50", "p90", "p99", "max"}
    assert found["by_kind"]
