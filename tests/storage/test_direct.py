"""SQLite in the event loop's thread: nothing that lasts holds the loop up."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import CursorResult, text
from sqlalchemy.exc import OperationalError
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage import Database

LONG = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000000)
    SELECT n, (SELECT max(n) FROM numbers) FROM numbers WHERE n = 1
"""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with one table."""
    found = Database(f"sqlite+aiosqlite:///{tmp_path}/games.sqlite3")
    async with found.writing() as db:
        await said(db, "CREATE TABLE thing (number INTEGER PRIMARY KEY)")
    yield found
    await found.close()


async def said(db: AsyncSession, statement: str, **values: int) -> CursorResult[Any]:
    """What SQLite says to a statement."""
    return await (await db.connection()).execute(text(statement), values)


async def numbers(db: AsyncSession) -> list[int]:
    """What is in the table."""
    return list((await said(db, "SELECT number FROM thing")).scalars())


class Beat:
    """How long the event loop was held up at most."""

    def __init__(self) -> None:
        self.worst = 0.0

    async def go_on(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            self.worst = max(self.worst, time.monotonic() - before - 0.005)


async def test_a_question_that_lasts_is_asked_aside(database: Database) -> None:
    beat = Beat()
    beating = asyncio.create_task(beat.go_on())
    before = time.monotonic()
    async with database.reading() as db:
        found = (await said(db, "SELECT * FROM (" + LONG + ")")).all()
    took = time.monotonic() - before
    beating.cancel()
    assert [tuple(row) for row in found] == [(1, 2_000_000)]
    assert beat.worst < max(0.1, took / 2)


async def test_a_writer_waits_aside_for_another_program(database: Database) -> None:
    other = sqlite3.connect(database.engine.url.database or "", check_same_thread=False)
    other.isolation_level = None
    other.execute("BEGIN IMMEDIATE")
    beat = Beat()
    beating = asyncio.create_task(beat.go_on())

    async def write() -> None:
        async with database.writing() as db:
            await said(db, "INSERT INTO thing VALUES (7)")

    writing = asyncio.create_task(write())
    await asyncio.sleep(0.3)
    assert not writing.done()
    other.execute("COMMIT")
    other.close()
    await writing
    beating.cancel()
    assert beat.worst < 0.25
    async with database.reading() as db:
        assert await numbers(db) == [7]


async def test_who_is_cancelled_at_the_commit_leaves_the_connection_in_order(
    database: Database,
) -> None:
    for number in range(30):
        async with asyncio.timeout(0.0005 * number):
            try:
                async with database.writing() as db:
                    await said(db, "INSERT INTO thing VALUES (:n)", n=number)
            except asyncio.CancelledError:
                pass
    async with database.writing() as db:
        await said(db, "INSERT INTO thing VALUES (1000)")
    async with database.reading() as db:
        found = await numbers(db)
    assert found[-1] == 1000


async def test_rows_come_piece_by_piece_if_wanted(database: Database) -> None:
    async with database.writing() as db:
        for number in range(100):
            await said(db, "INSERT INTO thing VALUES (:n)", n=number)
    async with database.engine.execution_options(reading=True).connect() as connection:
        rows = await connection.stream(
            text("SELECT number FROM thing"), execution_options={"yield_per": 7}
        )
        assert [row.number async for row in rows] == list(range(100))


async def test_what_is_wrong_is_told_as_ever(database: Database) -> None:
    with pytest.raises(OperationalError, match="no such table"):
        async with database.reading() as db:
            await said(db, "SELECT * FROM nowhere")
