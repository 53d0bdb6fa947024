"""The database: one engine, its settings, its transactions, and its migrations."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from asyncpg import (  # type: ignore[import-untyped]
    InterfaceError,
    InternalClientError,
    PostgresError,
)
from sqlalchemy import Connection, event, inspect, make_url, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import NAME

MIGRATIONS = Path(__file__).parent / "migrations"

VERSIONS = "alembic_version"
"""The table that says in which form the others are."""

BUSY_TIMEOUT = 10_000
"""Milliseconds to wait for another program that is writing."""

_PATIENCE = 120.0
"""How many seconds bringing a database up to date may take: another process may be doing it."""
_PRIVATE, _PRIVATE_FOLDER = 0o600, 0o700
_DAMAGED = ("malformed", "not a database", "corrupt")
_OUT_OF_PLACE = ("unable to open", "readonly")
_REFUSED = ("28", "3D", "42")
"""The kinds of refusal by a server: a wrong user or password, an unknown database, or no permission
to use it.
"""
_UPGRADE_LOCK = 5_319_468_017
_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
}


class Unusable(Exception):
    """The database cannot be used; the text says why and what to do."""


class Newer(Exception):
    """The database was last used by a newer version of the program."""


class Away(Unusable):
    """The database cannot be used just now, but may be available again soon."""


def address(url: str) -> URL:
    """The address, with the driver that is used here. Raises ValueError for any other kind of
    database."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        # The error's own text repeats the address, which may contain a password.
        raise ValueError(
            "DATABASE_URL is not the address of a database. It should look like "
            "sqlite+aiosqlite:///games.sqlite3 or "
            "postgresql+asyncpg://user:password@host/name"
        ) from None
    name = parsed.drivername
    parsed = parsed.set(drivername=_DRIVERS.get(name, name))
    if parsed.drivername not in _DRIVERS.values():
        raise ValueError(
            f"DATABASE_URL names {name}, but it must begin with "
            "sqlite+aiosqlite:/// or postgresql+asyncpg://"
        )
    return parsed


TROUBLES = (
    SQLAlchemyError,
    Newer,
    OSError,
    PostgresError,
    InterfaceError,
    InternalClientError,
)
"""The errors raised when a database is out of reach, damaged, or not one of ours. The last one
listed is the driver's own error, raised if the server closes the connection just as something is
asked.
"""


_OUT_OF_REACH = (Away, OperationalError, ConnectionError, InterfaceError, InternalClientError)
"""The errors that are about reaching a database rather than about the query."""


def is_damaged(wrong: BaseException) -> bool:
    """Whether a database's file is damaged, so that trying again does not help."""
    reason = str(getattr(wrong, "orig", None) or wrong)
    return isinstance(wrong, SQLAlchemyError) and any(sign in reason for sign in _DAMAGED)


def is_away(wrong: BaseException) -> bool:
    """Whether a database is out of reach just now, but may be available again soon."""
    cut_off = isinstance(wrong, DBAPIError) and wrong.connection_invalidated
    return (cut_off or isinstance(wrong, _OUT_OF_REACH)) and not _lasts(wrong)


def _lasts(wrong: BaseException) -> bool:
    """Whether a database has a fault that another try will not cure."""
    reason = getattr(wrong, "orig", None) or wrong
    return (
        is_damaged(wrong)
        or isinstance(wrong, Newer)
        or str(getattr(reason, "sqlstate", None)).startswith(_REFUSED)
        or any(sign in str(reason) for sign in _OUT_OF_PLACE)
    )


def unusable(wrong: BaseException, url: URL) -> Unusable:
    """What is wrong with a database, as an error to raise; Away if another try may help."""
    return (Unusable if _lasts(wrong) else Away)(trouble(wrong, url))


def trouble(wrong: BaseException, url: URL) -> str:
    """What is wrong with a database and what to do, in words that show no password."""
    where = url.render_as_string(hide_password=True)
    reason = str(getattr(wrong, "orig", None) or wrong).strip().partition("\n")[0]
    reason = reason.rpartition(">: ")[2] or type(wrong).__name__
    if isinstance(wrong, Newer):
        return (
            f"The database {where} was last used by a newer version of this "
            "program. Use that version, or restore an earlier backup."
        )
    if isinstance(wrong, TimeoutError):
        reason = "it does not answer"
    if url.drivername != _DRIVERS["sqlite"]:
        return (
            f"The database {where} cannot be used: {reason}. Check that the server "
            "is running and that DATABASE_URL names it with the right user, "
            "password and database."
        )
    if any(sign in reason for sign in _DAMAGED):
        return damage(url, reason)
    return (
        f"The database {where} cannot be used: {reason}. Check that its folder "
        "can be written to, that the disk has room, and that no other program "
        "is holding it."
    )


def damage(url: URL, reason: str = "part of it cannot be read") -> str:
    """What is wrong with a damaged file, and what to do about it."""
    where = url.render_as_string(hide_password=True)
    return (
        f"The database {where} is damaged: {reason}. Keep the file as it is, so "
        "that it can be rescued, and put a backup in its place. With a "
        "different DATA_DIR the bot starts afresh."
    )


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not open transactions on its own: we say BEGIN below, in the right form.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _keep_private(_dialect: Any, _record: Any, where: Sequence[Any], _more: Any) -> None:
    """Let only the owner read the file and those that SQLite puts next to it: they contain every
    hand and every seed."""
    file = str(where[0])
    if file == ":memory:":
        return
    with contextlib.suppress(OSError):
        # Open only a new file: closing a file releases every lock that SQLite holds on it.
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE))
    for beside in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(OSError):
            os.chmod(f"{file}{beside}", _PRIVATE)


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that reads and then writes fails at once if another has written in between,
    # whatever the timeout, unless it announces from the start that it will write.
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _engine(url: URL, schema: str | None) -> AsyncEngine:
    if url.drivername == _DRIVERS["sqlite"] and url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)
    sqlite = url.drivername == _DRIVERS["sqlite"]
    settings = {"application_name": f"{NAME} {secrets.token_hex(4)}"}
    if schema:
        settings["search_path"] = schema
    engine = create_async_engine(
        url,
        json_serializer=_to_json,
        json_deserializer=msgspec.json.decode,
        # An error's text goes to the log, and parameters contain choices and cards.
        hide_parameters=True,
        # A server that has been restarted has cut the connections waiting in the pool; a file is
        # always available, and checking it would cost every transaction an extra query.
        pool_pre_ping=not sqlite,
        # A session ends its transaction itself; doing so again would cost a file's connection a
        # trip to its thread, and cause an error in the log for any caller that is cancelled
        # meanwhile.
        pool_reset_on_return=None if sqlite else "rollback",
        connect_args={} if sqlite else {"server_settings": settings},
    )
    if sqlite:
        event.listen(engine.sync_engine, "do_connect", _keep_private)
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _asker(engine: AsyncEngine) -> AsyncEngine:
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Apply the missing migrations up to a revision, in the connection's transaction. Raises Newer
    if this version does not know the database's form."""
    if connection.dialect.name == "postgresql":
        # Several processes may start at once; the others wait here, and then find nothing left to
        # do.
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})"))
    form = revision_of(connection)
    if form == newest_form():
        return
    if form is not None and form not in known_forms():
        raise Newer
    # Alembic is imported only where there is something to do: it takes up 11 MB.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revision_of(connection: Connection) -> str | None:
    """The version of a database, as its migrations name it; None if it is empty."""
    if not inspect(connection).has_table(VERSIONS):
        return None
    form: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSIONS}"))
    return form


def known_forms() -> frozenset[str]:
    """Every version of the database so far: the names of the migrations' files begin with it."""
    names = (file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("*.py"))
    return frozenset(name for name in names if name)


def newest_form() -> str:
    """The database version that this program works with."""
    return max(known_forms())


class _Line:
    """A connection to a server, kept open for plain SQL queries.

    A session, a transaction and the check that the server is still there cost many times as much as
    a small query.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._held: AsyncConnection | None = None
        self._turn = asyncio.Lock()

    async def ask(self, question: str, *given: Any) -> Sequence[Any]:
        """The rows that answer the query. Raises any error that occurs; the next query gets a new
        connection."""
        async with self._turn:
            try:
                if self._held is None:
                    self._held = await self._engine.connect()
                raw = await self._held.get_raw_connection()
                assert raw.driver_connection is not None
                rows: Sequence[Any] = await raw.driver_connection.fetch(question, *given)
            except BaseException:
                await self.close()
                raise
            return rows

    async def close(self) -> None:
        """Close the connection."""
        held, self._held = self._held, None
        if held is not None:
            with contextlib.suppress(SQLAlchemyError):
                await held.invalidate()
            await held.close()


class Database:
    """A database and its transactions.

    ``url`` is an SQLAlchemy address for SQLite or PostgreSQL; any other raises Unusable. The
    database must be closed, or the process hangs on SQLite's worker threads. ``schema`` is the
    PostgreSQL schema for the tables; without one, the server chooses. ``alone`` says that on SQLite
    nobody but this object's owner plays the games in this database; the bot sets it.
    """

    def __init__(self, url: str, *, schema: str | None = None, alone: bool = False) -> None:
        try:
            self.engine = _engine(address(url), schema)
        except ValueError as wrong:
            raise Unusable(f"{wrong}.") from None
        except OSError as wrong:
            raise Unusable(trouble(wrong, address(url))) from None
        self._reader = self.engine.execution_options(reading=True)
        # For a single query, a server need not be told where a transaction begins and ends.
        self._asker = self._reader if self.engine.dialect.name == "sqlite" else _asker(self.engine)
        # SQLite has one writer at a time. Writers in this process queue here, in the order in which
        # they came, instead of polling the file.
        sqlite = self.engine.dialect.name == "sqlite"
        self._turn = asyncio.Lock() if sqlite else None
        self._line = None if sqlite else _Line(self.engine)
        self.damaged = asyncio.Event()
        """Set once the file turns out to be damaged: nothing in it can be trusted."""
        self.alone = alone and sqlite
        """Whether no other process changes a game that is being played here."""

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A transaction that is committed at the end, or rolled back if anything is raised."""
        if self._turn is None:
            async with self._transaction(self.engine) as session:
                yield session
        else:
            async with self._turn, self._transaction(self.engine) as session:
                yield session

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A transaction in which nothing may be written."""
        async with self._transaction(self._reader) as session:
            yield session

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[AsyncSession]:
        """A transaction for a single query: the next one may find a different state."""
        async with self._transaction(self._asker) as session:
            yield session

    @asynccontextmanager
    async def unmoved(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees the database as it was when it began, and makes nobody wait."""
        engine = self.engine.execution_options(reading=True)
        if self.engine.dialect.name == "postgresql":
            engine = engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        async with engine.begin() as connection:
            yield connection

    async def plainly(self, question: str, *given: Any) -> Sequence[Any] | None:
        """The rows that answer a plain SQL query; None if there is no server, or if it cannot be
        asked in this way just now."""
        if self._line is None:
            return None
        try:
            return await self._line.ask(question, *given)
        except TROUBLES:
            # The server may have been restarted; the usual query then says what is wrong.
            return None

    @asynccontextmanager
    async def _transaction(self, engine: AsyncEngine) -> AsyncIterator[AsyncSession]:
        try:
            async with AsyncSession(engine, expire_on_commit=False) as session, session.begin():
                yield session
        except SQLAlchemyError as wrong:
            if is_damaged(wrong):
                self.damaged.set()
            raise

    @asynccontextmanager
    async def in_turn(self, what: int) -> AsyncIterator[None]:
        """Make all other processes that want to do the same thing wait; ``what`` is the number by
        which they know it.

        If a process is killed, the others continue. SQLite serves only one process, so nobody
        waits.
        """
        if self._turn is not None:
            yield
            return
        async with self.engine.begin() as connection:
            await connection.execute(text(f"SELECT pg_advisory_xact_lock({what})"))
            yield

    async def upgrade(self) -> None:
        """Apply all missing migrations. Raises Unusable if that cannot be done (Away if only for
        the moment), or if a file is damaged."""
        try:
            async with asyncio.timeout(_PATIENCE), self.engine.begin() as connection:
                await connection.run_sync(migrate)
                found = await self._looked_through(connection)
        except TROUBLES as wrong:
            raise unusable(wrong, self.engine.url) from wrong
        if found != "ok":
            raise Unusable(damage(self.engine.url, found))

    async def _looked_through(self, connection: AsyncConnection) -> str:
        """What SQLite finds wrong with any page of its file. A server looks after its own files."""
        if self._turn is None:
            return "ok"
        found = await connection.execute(text("PRAGMA quick_check(1)"))
        return str(found.scalar_one()).strip().replace("\n", " ")

    async def close(self) -> None:
        """Close all connections."""
        if self._line is not None:
            await self._line.close()
        await self.engine.dispose()


async def _upgrade(url: str) -> None:
    database = Database(url)
    try:
        await database.upgrade()
    finally:
        await database.close()


def upgrade(url: str) -> None:
    """Bring the database at this address up to date. Do not call this from a running loop."""
    asyncio.run(_upgrade(url))
