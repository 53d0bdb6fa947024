"""Migrations that are tried on a copy first, in both kinds of database."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import select

from bot.storage import Database, GameRow, JournalRow, SeatRow, games
from bot.storage.database import Unusable
from bot.storage.migrations.rehearsal import form_of, rehearsed
from tests.storage.rows import NOW, OURS, game_row

SCHEMAS = (
    "SELECT count(*) FROM information_schema.schemata WHERE schema_name = 'rehearsal_of_an_upgrade'"
)


async def schemas(database: Database) -> int:
    """How many schemas for trial there are: PostgreSQL's are seen, SQLite has none."""
    if database.engine.dialect.name == "sqlite":
        return 0
    async with database.engine.connect() as connection:
        return int((await connection.execute(text(SCHEMAS))).scalar() or 0)


async def test_the_copy_has_every_row_and_is_gone_afterwards(two: Database) -> None:
    entry = JournalRow(
        game_id=OURS, revision=1, kind="start", seat=-1, state="", at=NOW, events=[{"a": [1]}]
    )
    async with two.writing() as db:
        await games.change(db, OURS, snapshot=b"\x00\xff", options={"rounds": "60"})
        db.add(entry)
    async with rehearsed(two) as copy, copy.writing() as db:
        found = await games.by_id(db, OURS)
        assert found is not None
        assert (found.snapshot, found.options, found.created) == (
            b"\x00\xff", {"rounds": "60"}, NOW,
        )  # fmt: skip
        assert len((await db.exec(select(GameRow))).all()) == 2
        assert len((await db.exec(select(SeatRow))).all()) == 4
        row = (await db.exec(select(JournalRow))).one()
        assert (row.events, row.choice, row.at) == ([{"a": [1]}], None, NOW)
        assert await schemas(two) == (two.engine.dialect.name == "postgresql")
        await games.change(db, OURS, host_id=5)
    async with two.reading() as db:
        found = await games.by_id(db, OURS)
    assert found is not None
    assert found.host_id == game_row(OURS).host_id != 5
    assert await schemas(two) == 0


async def test_what_is_no_database_of_ours_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    database = Database(f"sqlite+aiosqlite:///{file}")
    with pytest.raises(Unusable, match=r"There is no database at .*games\.sqlite3"):
        await form_of(database)
    assert not file.exists()
    async with database.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE something (a INTEGER)"))
    with pytest.raises(Unusable, match=r"This database is empty\. `kingmaker db upgrade`"):
        await form_of(database)
    await database.close()
    file.write_bytes(b"no database at all" * 100)
    database = Database(f"sqlite+aiosqlite:///{file}")
    with pytest.raises(Unusable, match="is damaged"):
        await form_of(database)
    await database.close()
