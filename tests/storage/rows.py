"""Rows to put into a database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlmodel import SQLModel, col, select

from bot.storage import Database, GameRow

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ANN, BEN, CLARE = 1, 2, 3
OURS, THEIRS = "GAME01", "GAME02"


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


async def put(database: Database, rows: Iterable[SQLModel]) -> None:
    """Write rows, in the order given."""
    async with database.writing() as db:
        for row in rows:
            db.add(row)
            await db.flush()


async def every(database: Database, table: type[Any]) -> list[Any]:
    """All rows of a table in the order in which they were written."""
    async with database.reading() as db:
        return list((await db.exec(select(table).order_by(col(table.id)))).all())
