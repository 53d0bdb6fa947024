"""SQLite in the event loop's own thread, but for what waits for the disk.

A question to SQLite takes some hundredths of a millisecond. The usual way, a thread for each
connection, takes four changes of thread for it, and each costs more than the question, and
many times more while other threads want the interpreter. So questions are asked at once, where
they are asked. What may last goes to a thread all the same: a commit, which waits for the disk;
the beginning of a transaction that writes, while another program is writing; and a question that
turns out to take long.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
    AsyncAdapt_aiosqlite_ss_cursor,
)
from sqlalchemy.util.concurrency import await_only

T = TypeVar("T")

BEGIN_WRITING = "BEGIN IMMEDIATE"
"""How a transaction begins that is going to write."""

BUSY_TIMEOUT = 10_000
"""Milliseconds for which another program is waited for that is writing."""

_AT_ONCE = 0.02
"""Seconds for which a question may hold the event loop up."""

_LOOK = 20_000
"""Steps of SQLite's machine between two looks at how long a question has taken."""

_ASIDE = ThreadPoolExecutor(4, thread_name_prefix="disk")


class Direct:
    """A connection to a file; what is done at once is for the cursors below."""

    def __init__(self, *where: Any, **more: Any) -> None:
        more["check_same_thread"] = False
        self._conn = sqlite3.connect(*where, **more)
        # By this name SQLAlchemy asks whether it is open.
        self._connection: sqlite3.Connection | None = self._conn
        self._until: float | None = None
        self._conn.set_progress_handler(self._lasts, _LOOK)

    def _lasts(self) -> bool:
        return self._until is not None and monotonic() > self._until

    def ask(self, work: Callable[[], T], *, again: bool) -> T:
        """Do something at once; if it lasts and may be done ``again``, leave it and do it aside."""
        self._until = monotonic() + _AT_ONCE if again else None
        try:
            return work()
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT or not again:
                raise
        finally:
            self._until = None
        return aside(work)

    def begin_writing(self) -> None:
        """Begin a transaction that writes; wait aside while another program is writing."""
        self._conn.execute("PRAGMA busy_timeout = 0")
        try:
            self._conn.execute(BEGIN_WRITING)
            return
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
        finally:
            self._conn.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
        aside(partial(self._conn.execute, BEGIN_WRITING))

    def cursor(self) -> _Aside:
        """A cursor for what is read piece by piece."""
        return _Aside(self._conn)

    async def close(self) -> None:
        """Let go of the file."""
        self._connection = None
        self._conn.close()

    def stop(self) -> None:
        """Let go of the file, whatever is under way."""
        self._connection = None
        self._conn.close()


def aside(work: Callable[[], T]) -> T:
    """Do something in a thread, while the event loop goes on."""
    found: T = await_only(_done(work))
    return found


async def _done(work: Callable[[], T]) -> T:
    """What comes of work in a thread. Whoever is cancelled meanwhile waits for its end first."""
    doing = asyncio.get_running_loop().run_in_executor(_ASIDE, work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        while not doing.done():
            try:
                await asyncio.wait({doing})
            except asyncio.CancelledError:
                continue
        raise


async def _at_once() -> None:
    """Nothing is waited for."""


class _Aside:
    """A cursor whose every step is done in a thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._cursor = connection.cursor()
        self.arraysize = 1

    async def __aenter__(self) -> _Aside:
        return self

    @property
    def description(self) -> Any:
        return self._cursor.description

    @property
    def rowcount(self) -> int:
        return self._cursor.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._cursor.lastrowid

    async def execute(self, operation: str, parameters: Any = ()) -> None:
        await _done(partial(self._cursor.execute, operation, parameters))

    async def fetchone(self) -> Any:
        return await _done(self._cursor.fetchone)

    async def fetchmany(self, size: int | None = None) -> list[Any]:
        return await _done(partial(self._cursor.fetchmany, size or self.arraysize))

    async def fetchall(self) -> list[Any]:
        return await _done(self._cursor.fetchall)

    async def close(self) -> None:
        self._cursor.close()


class _AtOnce(AsyncAdapt_aiosqlite_cursor):
    """A cursor that asks at once and has all rows then."""

    __slots__ = ()

    def __init__(self, adapt_connection: _DirectConnection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection._connection  # type: ignore[assignment]
        self._cursor = adapt_connection._connection._conn.cursor()
        self._rows = deque()
        self._soft_closed_memoized = {}  # type: ignore[assignment]

    def execute(self, operation: Any, parameters: Any = None) -> Any:
        direct: Direct = self._connection  # type: ignore[assignment]
        # SQLAlchemy takes a driver that never waits for one that holds the loop up.
        await_only(_at_once())
        try:
            if operation == BEGIN_WRITING:
                direct.begin_writing()
                self._adapt_connection.writes = True  # type: ignore[attr-defined]
                return
            again = operation[:6].upper() == "SELECT"
            rows = direct.ask(partial(self._asked, operation, parameters or ()), again=again)
        except Exception as error:
            self._adapt_connection._handle_exception(error)
        self._rows = deque(rows)

    def _asked(self, operation: str, parameters: Any) -> Sequence[Any]:
        cursor: sqlite3.Cursor = self._cursor  # type: ignore[assignment]
        cursor.execute(operation, parameters)
        return cursor.fetchall() if cursor.description else ()

    def executemany(self, operation: Any, seq_of_parameters: Any) -> Any:
        cursor: sqlite3.Cursor = self._cursor  # type: ignore[assignment]
        await_only(_at_once())
        try:
            return cursor.executemany(operation, seq_of_parameters)
        except Exception as error:
            self._adapt_connection._handle_exception(error)

    async def _async_soft_close(self) -> None:
        """Nothing is left to be done: all rows are here."""

    def close(self) -> None:
        self._rows.clear()
        cursor: sqlite3.Cursor = self._cursor  # type: ignore[assignment]
        cursor.close()


class _DirectConnection(AsyncAdapt_aiosqlite_connection):
    """What SQLAlchemy sees of a connection."""

    __slots__ = ("writes",)

    _cursor_cls = _AtOnce  # type: ignore[assignment]
    _ss_cursor_cls = AsyncAdapt_aiosqlite_ss_cursor

    _connection: Direct  # type: ignore[assignment]

    def __init__(self, dbapi: Any, connection: Any) -> None:
        super().__init__(dbapi, connection)
        self.writes = False
        """Whether the transaction that is open may have written something."""

    @property
    def isolation_level(self) -> str | None:
        level: str | None = self._connection._conn.isolation_level
        return level

    @isolation_level.setter
    def isolation_level(self, value: Any) -> None:
        self._connection._conn.isolation_level = value

    def create_function(self, *args: Any, **more: Any) -> None:
        self._connection._conn.create_function(*args, **more)

    def rollback(self) -> None:
        if self._connection._connection:
            self._end(self._connection._conn.rollback, waits=False)

    def commit(self) -> None:
        if self._connection._connection:
            self._end(self._connection._conn.commit, waits=self.writes)

    def _end(self, work: Callable[[], None], *, waits: bool) -> None:
        """End a transaction; ``waits`` if it has to wait for the disk."""
        try:
            if waits:
                aside(work)
            else:
                work()
        except Exception as error:
            self._handle_exception(error)
        self.writes = False


class DirectDbapi(AsyncAdapt_aiosqlite_dbapi):
    """The module that SQLAlchemy takes for SQLite's driver."""

    def __init__(self) -> None:
        super().__init__(aiosqlite, sqlite3)

    def connect(self, *where: Any, **more: Any) -> AsyncAdapt_aiosqlite_connection:
        """Open a file."""
        more.pop("async_creator_fn", None)
        return _DirectConnection(self, Direct(*where, **more))
