"""What the bench tells of a press: every kind of it, counted until the bot is at rest."""

from __future__ import annotations

import pytest

from bot.bench.presses import press_figures

pytestmark = pytest.mark.tools


async def test_a_press_is_counted_whole() -> None:
    found = (await press_figures(decisions=2))["press"]
    assert {kind: cost["n"] for kind, cost in found.items()} == {
        "advise": 2,
        "decision": 2,
        "look": 1,
        "map": 1,
    }
    for cost in found.values():
        assert cost["bot_ms"] > 0
        assert cost["discord_ms"] > 0
        assert cost["requests"] >= 1
    decision, looked = found["decision"], found["look"]
    assert decision["transactions"] >= 3
    assert decision["sql"] > 2 * decision["transactions"]
    assert looked["writing"] <= looked["transactions"]
    assert found["map"]["pictures"] == 1
