"""A trial upgrade of a database: its rows are copied, and the migrations are run on the copy.

The copy is of the same kind: another SQLite file, or a separate schema next to the PostgreSQL
tables. The copy is removed afterwards, and nothing is written to the database's own tables.
"""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Connection, MetaData, Table, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import (
    TROUBLES,
    VERSIONS,
    Database,
    Unusable,
    migrate,
    revision_of,
    trouble,
)

_SCHEMA = "rehearsal_of_an_upgrade"
_AT_ONCE = 500


async def form_of(database: Database) -> str:
    """The version of a database, as its migrations name it. Raises Unusable if the database has no
    version."""
    url = database.engine.url
    if database.engine.dialect.name == "sqlite" and not _is_file(url.database):
        raise Unusable(f"There is no database at {url.database}.")
    try:
        async with database.unmoved() as connection:
            found = await connection.run_sync(revision_of)
    except TROUBLES as wrong:
        raise Unusable(trouble(wrong, url)) from wrong
    if found is None:
        raise Unusable("This database is empty. `kingmaker db upgrade` makes its tables.")
    return found


def _is_file(name: str | None) -> bool:
    return Path(name or "").is_file()


@asynccontextmanager
async def rehearsed(database: Database) -> AsyncIterator[Database]:
    """A copy of a database, brought up to date. Raises Unusable if that cannot be done."""
    form = await form_of(database)
    async with _room(database) as copy:
        try:
            async with copy.engine.begin() as target:
                await target.run_sync(migrate, form)
            async with database.unmoved() as source, copy.engine.begin() as target:
                await _copy(source, target)
        except TROUBLES as wrong:
            raise Unusable(trouble(wrong, database.engine.url)) from wrong
        await copy.upgrade()
        yield copy


@asynccontextmanager
async def _room(database: Database) -> AsyncIterator[Database]:
    """An empty database of the same kind, which is removed at the end."""
    if database.engine.dialect.name == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            copy = Database(f"sqlite+aiosqlite:///{folder}/copy.sqlite3")
            try:
                yield copy
            finally:
                await copy.close()
        return
    copy = Database(database.engine.url.render_as_string(hide_password=False), schema=_SCHEMA)
    try:
        await _say(database, f"DROP SCHEMA IF EXISTS {_SCHEMA} CASCADE", f"CREATE SCHEMA {_SCHEMA}")
        try:
            yield copy
        finally:
            await copy.close()
            await _say(database, f"DROP SCHEMA IF EXISTS {_SCHEMA} CASCADE")
    finally:
        await copy.close()


async def _say(database: Database, *statements: str) -> None:
    try:
        async with database.engine.begin() as connection:
            for statement in statements:
                await connection.execute(text(statement))
    except TROUBLES as wrong:
        raise Unusable(trouble(wrong, database.engine.url)) from wrong


async def _copy(source: AsyncConnection, target: AsyncConnection) -> None:
    """Copy all rows of one database into another of the same form, whose tables are empty."""
    there = await source.run_sync(_tables)
    for table in (await target.run_sync(_tables)).sorted_tables:
        if table.name == VERSIONS:
            continue
        rows = await source.stream(
            select(there.tables[table.name]), execution_options={"yield_per": _AT_ONCE}
        )
        async for part in rows.mappings().partitions(_AT_ONCE):
            await target.execute(insert(table), [dict(row) for row in part])


def _tables(connection: Connection) -> MetaData:
    known = MetaData()
    known.reflect(connection)
    for table in known.tables.values():
        _tell_null_from_none(table)
    return known


def _tell_null_from_none(table: Table) -> None:
    for column in table.columns:
        if isinstance(column.type, JSON):
            kind: Any = JSON(none_as_null=True)
            column.type = kind
