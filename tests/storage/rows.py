"""Rows to put into a database."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from bot.storage import GameRow

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def game_row(game_id: str = "GAME01", **more: Any) -> GameRow:
    """A game in its lobby."""
    values: dict[str, Any] = {
        "guild_id": 10,
        "channel_id": 20,
        "game": "toy",
        "ruleset": "plain",
        "host_id": 1,
        "seats_wanted": 2,
        "seed": "s",
        "seed_hash": "h",
        "created": NOW,
    }
    return GameRow(id=game_id, **(values | more))
