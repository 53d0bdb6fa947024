"""Databases of both kinds for the tests of the storage."""

from __future__ import annotations

import pytest

from bot.storage import Database, SeatRow, games
from tests.storage.databases import cluster, database, database_url, prepared_sqlite, sqlite_url
from tests.storage.rows import ANN, BEN, MINUTE, NOW, OURS, THEIRS, game_row

__all__ = ["cluster", "database", "database_url", "prepared_sqlite", "sqlite_url"]


@pytest.fixture
def in_this_thread() -> None:
    """Here each connection has its thread, as in the program."""


@pytest.fixture
async def two(database: Database) -> Database:
    """Two games: Ann and Ben sit in both, in the second one the other way round."""
    async with database.writing() as db:
        for number, (game_id, people) in enumerate(((OURS, (ANN, BEN)), (THEIRS, (BEN, ANN)))):
            row = game_row(game_id, channel_id=20 + number, created=NOW + number * MINUTE)
            seats = [
                SeatRow(game_id=game_id, number=seat, user_id=user_id, name="A")
                for seat, user_id in enumerate(people)
            ]
            await games.add(db, row, seats)
    return database
