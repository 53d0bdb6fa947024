"""Databases for tests: an empty one for every test, SQLite and (where installed) PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import aiosqlite
import asyncpg  # type: ignore[import-untyped]
import pytest
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.bench.servers import PostgresServer, server_programs
from bot.storage import Database, upgrade
from bot.storage import database as databases

MISSING = (
    "no PostgreSQL server was found; install one to run these tests too "
    "(on Debian and Ubuntu: apt-get install postgresql)"
)
_PATIENCE_MS = 60_000
_OPTIONS = "-c fsync=off -c synchronous_commit=off"


_KEEPING = f"""
CREATE SCHEMA keeping;
CREATE TABLE keeping.changed (by text);
CREATE TABLE keeping.version AS SELECT version_num FROM alembic_version;
CREATE FUNCTION keeping.note() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO keeping.changed VALUES (tg_tag);
END $$;
CREATE FUNCTION keeping.emptied() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    one text;
    written boolean;
    every text[] := '{{}}';
BEGIN
    PERFORM pg_terminate_backend(pid, {_PATIENCE_MS}) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    IF EXISTS (SELECT FROM keeping.changed) OR EXISTS (
        (TABLE alembic_version EXCEPT TABLE keeping.version)
        UNION ALL (TABLE keeping.version EXCEPT TABLE alembic_version)
    ) THEN
        RETURN false;
    END IF;
    FOR one IN SELECT format('%I', tablename) FROM pg_tables
        WHERE schemaname = 'public' AND tablename <> 'alembic_version'
    LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || one || ')' INTO written;
        IF written THEN
            every := every || one;
        END IF;
    END LOOP;
    IF every <> '{{}}' THEN
        EXECUTE 'TRUNCATE ' || array_to_string(every, ', ') || ' CASCADE';
    END IF;
    PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
        FROM pg_sequences WHERE last_value IS NOT NULL;
    RETURN true;
END $$;
CREATE EVENT TRIGGER notes ON ddl_command_end EXECUTE FUNCTION keeping.note();
"""
"""What a database needs that is handed out again: it notes when its tables are changed, and empties
those that were written to, which is far cheaper than a new copy of them all."""


class Cluster(PostgresServer):
    """A server that hands out databases with all tables, one to each test."""

    def __init__(self, programs: Path) -> None:
        super().__init__(programs, _OPTIONS)
        self._loop = asyncio.new_event_loop()
        self._keepers: dict[str, asyncpg.Connection] = {}
        self._free: list[str] = []
        self._loop.run_until_complete(self._create("template0", "prepared"))
        upgrade(self.url("prepared"))
        self._loop.run_until_complete(self._prepare())

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """The address of a database with all tables, empty; it is handed out again afterwards.

        A database whose tables were changed is not.
        """
        name = self._free.pop() if self._free else self._loop.run_until_complete(self._fresh())
        yield self.url(name)
        emptied = self._keepers[name].fetchval("SELECT keeping.emptied()")
        if self._loop.run_until_complete(emptied):
            self._free.append(name)

    def stop(self) -> None:
        """Stop the server and remove its files."""
        for keeper in self._keepers.values():
            self._loop.run_until_complete(keeper.close())
        self._loop.close()
        super().stop()

    async def _create(self, template: str, name: str) -> None:
        connection = await self.connect("postgres")
        await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        await connection.close()

    async def _prepare(self) -> None:
        connection = await self.connect("prepared")
        await connection.execute(_KEEPING)
        await connection.close()

    async def _fresh(self) -> str:
        name = f"t{len(self._keepers)}"
        await self._create("prepared", name)
        self._keepers[name] = await self.connect(name)
        return name


@contextlib.contextmanager
def compiled_once() -> Iterator[None]:
    """Every statement is put into SQL once, not anew for each engine: an engine does that by its
    dialect, which now is that of the first of its kind that has connected."""
    made, first = databases._engine, dict[str, AsyncEngine]()

    def engine(url: URL, schema: str | None) -> AsyncEngine:
        fresh = made(url, schema)
        known = first.setdefault(url.drivername, fresh).sync_engine
        if hasattr(known.dialect, "default_isolation_level"):  # it has connected
            fresh.sync_engine.dialect = known.dialect
            fresh.sync_engine._compiled_cache = known._compiled_cache
        return fresh

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(databases, "_engine", engine)
        yield


def ask_here(patch: pytest.MonkeyPatch) -> None:
    """Let files be asked in this thread: they answer at once, and to wait for another thread takes
    longer than that. Others have their turn before each statement, as ever. Nobody waits for the
    disk either: no test cuts the power."""
    patch.setattr(aiosqlite.Connection, "_execute", _asked_here)
    patch.setattr(databases, "BUSY_TIMEOUT", 0)
    set_up = databases._set_up_sqlite

    def hastily(connection: Any, record: Any) -> None:
        set_up(connection, record)
        connection.cursor().execute("PRAGMA synchronous = OFF")

    patch.setattr(databases, "_set_up_sqlite", hastily)


async def _asked_here(connection: Any, work: Callable[..., Any], *given: Any, **more: Any) -> Any:
    loop = asyncio.get_running_loop()
    patience, pause = loop.time() + _PATIENCE_MS / 1000, 0.0
    while True:
        if given or pause:
            await asyncio.sleep(pause)
        if not connection._running or not connection._connection:
            raise ValueError("Connection closed")
        try:
            return work(*given, **more)
        except sqlite3.OperationalError:
            # Who writes may be waiting for a turn of this very thread; a test that sets a time for
            # a file to be held has it held by another program.
            writes = given[:1] == ("BEGIN IMMEDIATE",) and not databases.BUSY_TIMEOUT
            if not writes or loop.time() > patience:
                raise
            pause = 0.001


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest, one_compiler: None) -> Cluster:
    """A PostgreSQL server, or the test is skipped."""
    return _started(request.config)


@cache
def _started(run: pytest.Config) -> Cluster:
    """The server of a run, whichever folder's tests ask for it."""
    found = server_programs()
    if found is None:
        pytest.skip(MISSING)
    server = Cluster(found)
    run.add_cleanup(server.stop)
    return server


@pytest.fixture(scope="session")
def prepared_sqlite(one_compiler: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, empty."""
    return _prepared(tmp_path_factory.getbasetemp())


@cache
def _prepared(folder: Path) -> Path:
    path = folder / "prepared.sqlite3"
    upgrade(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(prepared_sqlite: Path, tmp_path: Path, in_this_thread: None) -> str:
    """The address of a fresh SQLite database."""
    path = tmp_path / "games.sqlite3"
    shutil.copy(prepared_sqlite, path)
    return f"sqlite+aiosqlite:///{path}"


def _lent(request: pytest.FixtureRequest) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(request.getfixturevalue("sqlite_url"))
    else:
        server: Cluster = request.getfixturevalue("cluster")
        with server.lent() as url:
            yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database, of either kind in turn."""
    yield from _lent(request)


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.long])]
)
def mostly_in_a_file(request: pytest.FixtureRequest) -> Iterator[str]:
    """The same, on a server in the long sweeps only.

    For tests of what sessions do with games. Each statement that they say to the database is tested
    by itself on either kind.
    """
    yield from _lent(request)


@pytest.fixture
async def database(database_url: str):
    """A fresh database, of either kind in turn."""
    opened = Database(database_url)
    yield opened
    await opened.close()
