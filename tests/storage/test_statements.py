"""How the database is spoken to: what is locked, how a transaction begins, what trouble is told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from bot.storage import Database, deadlines, games, journal, members, snapshots
from bot.storage.database import (
    Newer,
    Unusable,
    _begin_sqlite,
    _set_up_sqlite,
    address,
    migrate,
    trouble,
)
from tests.storage.rows import NOW

# What others may not touch meanwhile


class Listening:
    """Stands for a session, and notes what is asked of the database."""

    def __init__(self) -> None:
        self.said: list[str] = []

    async def exec(self, statement: Any) -> Any:
        dialect: Any = postgresql.dialect()  # type: ignore[no-untyped-call]
        self.said.append(str(statement.compile(dialect=dialect)))
        return SimpleNamespace(all=list, first=lambda: None, one=dict)

    async def connection(self) -> SimpleNamespace:
        """The connection below the session, asked with values beside the statement."""

        async def execute(statement: Any, _values: Any) -> None:
            await self.exec(statement)

        return SimpleNamespace(execute=execute)

    async def flush(self) -> None:
        """There is nothing to write."""


@pytest.mark.parametrize(
    ("ask", "ends"),
    [
        (lambda db: members.hold(db, "G"), "FOR UPDATE"),
        (lambda db: deadlines.claim(db, NOW, NOW), "FOR UPDATE SKIP LOCKED"),
        (lambda db: deadlines.of_person(db, 1), "FOR UPDATE OF deadline"),
        (lambda db: games.add_options(db, "G", {}), "FOR UPDATE"),
    ],
)
async def test_what_is_read_to_be_changed_is_locked(
    ask: Callable[[Any], Awaitable[object]], ends: str
) -> None:
    db = Listening()
    await ask(db)
    assert db.said[0].endswith(ends)
    assert len(db.said) == 1 + (ask.__code__.co_names[0] == "games")  # type: ignore[attr-defined]


async def test_many_rows_are_marked_some_thousands_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(journal, "_MOST_AT_ONCE", 2)
    marked: list[list[int]] = []

    class Marking(Listening):
        async def exec(self, statement: Any) -> Any:
            given = statement.compile().params
            assert given["undone"] is True
            marked.append(given["revision_1"])

    db: Any = Marking()
    await journal.mark_undone(db, "G", [1, 2, 3, 4, 5])
    await journal.mark_undone(db, "G", [])
    assert marked == [[1, 2], [3, 4], [5]]


# Positions


def test_every_thirty_second_position_is_kept_whole() -> None:
    position = b"position " * 50
    packed = snapshots.pack(position)
    first, whole = snapshots.row_of("G", 7, position, packed, None)
    assert (first["base"], first["data"], whole.revision, whole.packed) == (None, packed, 7, packed)
    later, same = snapshots.row_of("G", 38, position, packed, whole)
    assert (later["revision"], later["base"], same) == (38, 7, whole)
    assert snapshots.unpack_against(position, later["data"]) == position
    next_one, newer = snapshots.row_of("G", 39, position, packed, whole)
    assert (next_one["base"], next_one["data"], newer.revision) == (None, packed, 39)


# Transactions


class Cursor(list[str]):
    """Notes what is carried out."""

    closed = False

    def execute(self, statement: str) -> None:
        self.append(statement)

    def close(self) -> None:
        self.closed = True


def test_how_a_connection_to_sqlite_is_set_up() -> None:
    cursor = Cursor()
    connection = SimpleNamespace(isolation_level="", cursor=lambda: cursor)
    _set_up_sqlite(connection, None)
    assert cursor == [
        "PRAGMA busy_timeout = 10000",
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
    ]
    assert cursor.closed
    assert connection.isolation_level is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "BEGIN IMMEDIATE"),
        ({"reading": False}, "BEGIN IMMEDIATE"),
        ({"reading": True}, "BEGIN"),
    ],
)
def test_who_will_write_says_so_at_the_beginning(options: dict[str, bool], said: str) -> None:
    heard: list[str] = []
    connection: Any = SimpleNamespace(
        get_execution_options=lambda: options, exec_driver_sql=heard.append
    )
    _begin_sqlite(connection)
    assert heard == [said]


async def test_reading_goes_on_while_somebody_writes(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    begun: list[str] = []

    async def write(name: str) -> None:
        async with database.writing() as db:
            begun.append(f"{name} begins")
            await games.revision(db, "G")
            begun.append(f"{name} ends")

    async with database.writing() as db:
        await games.revision(db, "G")
        second = asyncio.create_task(write("second"))
        third = asyncio.create_task(write("third"))
        async with database.reading() as other:
            assert await games.revision(other, "G") is None
        assert begun == []
    await asyncio.gather(second, third)
    await database.close()
    assert begun == ["second begins", "second ends", "third begins", "third ends"]
    assert database._reader.sync_engine.get_execution_options()["reading"] is True
    assert database.engine.sync_engine.hide_parameters


def test_only_a_server_is_asked_first_whether_it_is_still_there(sqlite_url: str) -> None:
    assert not Database(sqlite_url).engine.pool._pre_ping
    assert Database("postgresql://somebody@nowhere/games").engine.pool._pre_ping


async def test_a_single_question_finds_another_connection_where_one_was_cut(
    database: Database,
) -> None:
    async with database.reading() as db:
        assert await games.revision(db, "G") is None
    if database.engine.dialect.name == "postgresql":
        async with database.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None
            cut = raw.driver_connection
        cut.terminate()
    async with database.asking() as db:
        assert await games.revision(db, "G") is None


# Bringing it up to date


def test_who_brings_a_server_up_to_date_keeps_others_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []

    def upgrade(config: Any, to: str) -> None:
        place = config.get_main_option("script_location")
        said.append(f"{Path(place).name} to {to} by {config.attributes['connection'].name}")

    monkeypatch.setattr("alembic.command.upgrade", upgrade)
    monkeypatch.setattr("bot.storage.database.revision_of", lambda _: None)
    for name in ("postgresql", "sqlite"):
        connection: Any = SimpleNamespace(
            name=name,
            dialect=SimpleNamespace(name=name),
            execute=lambda statement: said.append(str(statement)),
        )
        migrate(connection)
    assert said == [
        "SELECT pg_advisory_xact_lock(5319468017)",
        "migrations to head by postgresql",
        "migrations to head by sqlite",
    ]


# Trouble


def fails(text: str) -> DBAPIError:
    """What is raised for an error of the driver."""
    return DBAPIError("SELECT 1", None, Exception(text))


FILE, SERVER = "sqlite+aiosqlite:///x.sqlite3", "postgresql+asyncpg://ann:secret@host/name"
HIDDEN = "postgresql+asyncpg://ann:***@host/name"


@pytest.mark.parametrize(
    ("url", "wrong", "said"),
    [
        (
            FILE,
            Newer(),
            f"The database {FILE} was last used by a newer version of this program. Use that "
            "version, or restore an earlier backup.",
        ),
        (
            FILE,
            fails("disk I/O error\nand more"),
            f"The database {FILE} cannot be used: disk I/O error. Check that its folder can be "
            "written to, that the disk has room, and that no other program is holding it.",
        ),
        (
            FILE,
            fails("database disk image is malformed"),
            f"The database {FILE} is damaged: database disk image is malformed. Keep the file as "
            "it is, so that it can be rescued, and put a backup in its place. With a "
            "different DATA_DIR the bot starts afresh.",
        ),
        (
            SERVER,
            fails("the page is corrupt"),
            f"The database {HIDDEN} cannot be used: the page is corrupt. Check that the server "
            "is running and that DATABASE_URL names it with the right user, password and database.",
        ),
        (
            SERVER,
            TimeoutError(),
            f"The database {HIDDEN} cannot be used: it does not answer. Check that the server "
            "is running and that DATABASE_URL names it with the right user, password and database.",
        ),
        (
            SERVER,
            fails("<class 'asyncpg.Error'>: password authentication failed"),
            f"The database {HIDDEN} cannot be used: password authentication failed. Check that "
            "the server is running and that DATABASE_URL names it with the right user, password "
            "and database.",
        ),
        (
            FILE,
            OSError(),
            f"The database {FILE} cannot be used: OSError. Check that its folder can be "
            "written to, that the disk has room, and that no other program is holding it.",
        ),
    ],
)
def test_what_is_said_of_trouble(url: str, wrong: Exception, said: str) -> None:
    assert trouble(wrong, make_url(url)) == said


@pytest.mark.parametrize("sign", ["malformed", "file is not a database", "corrupt"])
def test_signs_of_damage(sign: str) -> None:
    assert " is damaged: " in trouble(fails(sign), make_url(FILE))


def test_what_is_no_address_is_not_repeated() -> None:
    with pytest.raises(ValueError, match="is not the address of a database") as wrong:
        address("my secret")
    assert "my secret" not in str(wrong.value)
    with pytest.raises(Unusable) as unusable:
        Database("mysql://ann:secret@host/name")
    assert str(unusable.value) == (
        "DATABASE_URL names mysql, but it must begin with sqlite+aiosqlite:/// or "
        "postgresql+asyncpg://."
    )


async def test_a_database_that_cannot_be_brought_up_to_date_is_unusable(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 20)
    database = Database(f"sqlite+aiosqlite:///{path}")
    with pytest.raises(Unusable) as wrong:
        await database.upgrade()
    await database.close()
    assert " is damaged: file is not a database. " in str(wrong.value)


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unusable, match=r"Not a directory|File exists"):
        Database(f"sqlite:///{tmp_path}/file/games.sqlite3")
