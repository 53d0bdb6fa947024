"""The database: its settings, its transactions, its migrations."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlmodel import SQLModel, select

from bot.storage import Database, GameRow, JournalRow, SeatRow, games, upgrade
from bot.storage.database import (
    MIGRATIONS,
    Away,
    Unusable,
    address,
    known_forms,
    newest_form,
    unusable,
)
from bot.storage.migrations.rehearsal import form_of, rehearsed
from tests.storage.databases import Cluster
from tests.storage.rows import NOW, OURS, game_row
from tests.waiting import until


def _differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, SQLModel.metadata))


async def test_the_migrations_lead_to_the_tables_of_the_models(database: Database) -> None:
    async with database.engine.connect() as connection:
        assert await connection.run_sync(_differences) == []


def test_the_forms_are_told_from_the_files_as_alembic_tells_them() -> None:
    scripts = ScriptDirectory(str(MIGRATIONS))
    assert known_forms() == {script.revision for script in scripts.walk_revisions()}
    assert newest_form() == scripts.get_current_head()


async def test_alembic_is_not_called_where_nothing_is_missing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("alembic.command.upgrade")
    await database.upgrade()
    monkeypatch.setattr("bot.storage.database.newest_form", lambda: "0002")
    with pytest.raises(AttributeError):
        await database.upgrade()


async def test_bringing_up_to_date_again_changes_nothing(database: Database) -> None:
    async with database.writing() as db:
        await games.add(db, game_row(), [])
    await asyncio.gather(database.upgrade(), database.upgrade())
    async with database.reading() as db:
        kept = await games.by_id(db, "GAME01")
    assert kept is not None
    assert kept.model_dump() == game_row().model_dump()


def test_a_new_file_is_made_in_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "some" / "where" / "games.sqlite3"
    upgrade(f"sqlite:///{path}")
    assert path.exists()


def _modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


@pytest.mark.parametrize("before", [None, 0o644])
async def test_nobody_but_its_owner_reads_the_file_nor_what_lies_beside_it(
    tmp_path: Path, before: int | None
) -> None:
    path = tmp_path / "games.sqlite3"
    if before is not None:
        # As earlier versions left it, and what a crash left beside it.
        for name in ("games.sqlite3", "games.sqlite3-wal", "games.sqlite3-shm"):
            (tmp_path / name).touch(mode=before)
    database = Database(f"sqlite+aiosqlite:///{path}")
    await database.upgrade()
    async with database.writing() as db:
        await games.add(db, game_row(), [])
    modes = _modes(tmp_path)
    await database.close()
    names = ("games.sqlite3", "games.sqlite3-shm", "games.sqlite3-wal")
    assert modes == dict.fromkeys(names, 0o600)


async def test_a_folder_that_is_made_for_it_is_for_nobody_else(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path / 'new' / 'games.sqlite3'}")
    await database.close()
    assert _modes(tmp_path) == {"new": 0o700}


async def test_a_file_in_use_keeps_its_lock_when_it_is_opened_once_more(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}"
    first = Database(url)
    await first.upgrade()
    async with first.writing() as db:
        await games.add(db, game_row(), [])
        second = Database(url)
        async with second.reading() as other:
            assert await games.by_id(other, "GAME01") is None
        third = sqlite3.connect(tmp_path / "games.sqlite3", timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            third.execute("BEGIN IMMEDIATE")
        third.close()
        await second.close()
    await first.close()


async def test_sqlite_is_set_to_keep_what_it_says_it_keeps(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    found = {}
    async with database.engine.connect() as connection:
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            found[pragma] = (await connection.execute(text(f"PRAGMA {pragma}"))).scalar()
    await database.close()
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 10_000,
    }


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///x", "sqlite+aiosqlite"),
        ("sqlite+aiosqlite:///x", "sqlite+aiosqlite"),
        ("postgres://u@h/x", "postgresql+asyncpg"),
        ("postgresql://u@h/x", "postgresql+asyncpg"),
        ("postgresql+asyncpg://u@h/x", "postgresql+asyncpg"),
    ],
)
def test_the_driver_is_chosen_for_the_address(given: str, driver: str) -> None:
    assert address(given).drivername == driver


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="DATABASE_URL names mysql"):
        address("mysql://u@h/x")


async def test_an_error_takes_a_transaction_back(database: Database) -> None:
    async def fail() -> None:
        async with database.writing() as db:
            await games.add(db, game_row(), [])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with database.reading() as db:
        assert await games.by_id(db, "GAME01") is None


async def test_two_writers_at_once_do_not_overtake_each_other(
    database: Database, database_url: str
) -> None:
    async with database.writing() as db:
        await games.add(db, game_row(), [])
    other = Database(database_url)

    async def raise_it(through: Database) -> bool:
        async with through.writing() as db:
            at = await games.revision(db, "GAME01")
            assert at is not None
            await asyncio.sleep(0.01)
            return await games.advance(db, "GAME01", at)

    done = await asyncio.gather(*(raise_it(db) for db in (database, other) * 4))
    async with database.reading() as db:
        assert await games.revision(db, "GAME01") == sum(done) > 0
    await other.close()


async def test_a_row_needs_its_game(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.writing() as db:
            await games.replace_seats(db, "NOSUCH", [SeatRow(game_id="NOSUCH", number=0, name="A")])


async def test_times_come_back_aware_and_in_utc(database: Database) -> None:
    east = datetime(2026, 5, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    async with database.writing() as db:
        await games.add(db, game_row(created=east), [])
    async with database.reading() as db:
        row = await games.by_id(db, "GAME01")
    assert row is not None
    assert row.created == datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
    assert row.created.utcoffset() == timedelta(0)
    assert row.started is None


async def test_a_channel_has_one_open_game(database: Database) -> None:
    async with database.writing() as db:
        await games.add(db, game_row(), [])
    with pytest.raises(IntegrityError):
        async with database.writing() as db:
            await games.add(db, game_row("GAME02"), [])
    async with database.writing() as db:
        assert await games.advance(db, "GAME01", 0)
        await games.change(db, "GAME01", status="over")
        await games.add(db, game_row("GAME02", created=NOW), [])
        assert await games.newest_in(db, 20) == "GAME02"


async def test_errors_do_not_tell_what_was_written(database: Database) -> None:
    secret = "the queen of spades"
    row = SeatRow(game_id="NOSUCH", number=0, name=secret)
    with pytest.raises(IntegrityError) as failed:
        async with database.writing() as db:
            await games.replace_seats(db, "NOSUCH", [row])
    # PostgreSQL's own message names the key alone.
    assert secret not in str(failed.value)


async def test_large_ids_are_kept(database: Database) -> None:
    row = game_row(channel_id=1_234_567_890_123_456_789)
    async with database.writing() as db:
        await games.add(db, row, [])
    async with database.reading() as db:
        found: GameRow | None = await games.by_id(db, "GAME01")
    assert found is not None
    assert found.channel_id == 1_234_567_890_123_456_789


@pytest.fixture
def on_server(cluster: Cluster) -> Iterator[str]:
    """The address of an empty database on a server."""
    with cluster.lent() as url:
        yield url


@pytest.mark.postgres
async def test_a_connection_that_the_server_has_cut_is_replaced(on_server: str) -> None:
    database = Database(on_server)
    async with database.reading() as db:
        assert await games.by_id(db, "GAME01") is None
        cut = (await db.exec(text("SELECT pg_backend_pid()"))).scalar_one()  # type: ignore[call-overload]
    other = Database(on_server)
    async with other.reading() as db:
        await db.exec(text(f"SELECT pg_terminate_backend({cut})"))  # type: ignore[call-overload]
    await other.close()
    async with database.reading() as db:
        assert await games.by_id(db, "GAME01") is None
    await database.close()


async def backends(database: Database) -> list[int]:
    """The numbers of the server's processes that answer questions put plainly, at three times."""
    found = [await database.plainly("SELECT pg_backend_pid()") for _ in range(3)]
    return [rows[0][0] for rows in found if rows is not None]


@pytest.mark.postgres
async def test_what_is_asked_plainly_has_a_line_of_its_own_and_a_new_one_after_a_cut(
    on_server: str,
) -> None:
    database = Database(on_server)
    first, *others = await backends(database)
    assert others == [first, first]
    assert await database.plainly("SELECT $1::int + 1", 2) == [(3,)]
    other = Database(on_server)
    async with other.reading() as db:
        await db.exec(text(f"SELECT pg_terminate_backend({first})"))  # type: ignore[call-overload]
    await other.close()
    # The one question that found the line cut is left to the usual way.
    left, *after = await backends(database)
    assert left == after[0] != first
    await database.close()


@pytest.mark.postgres
async def test_a_farewell_that_comes_in_as_something_is_asked_is_a_cut_too(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(on_server)
    first, *_ = await backends(database)

    async def farewell(*_asked: object) -> None:
        raise asyncpg.InternalClientError("another operation (2) is in progress")

    with monkeypatch.context() as patch:
        patch.setattr(asyncpg.Connection, "fetch", farewell)
        assert await database.plainly("SELECT 1") is None
    again, *_ = await backends(database)
    assert again != first
    await database.close()


@pytest.mark.postgres
async def test_how_games_stand_is_asked_in_the_usual_way_where_the_line_is_cut(
    on_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(on_server)
    await database.upgrade()
    asked: list[str] = []

    async def cut(question: str, *given: object) -> None:
        asked.append(question)

    monkeypatch.setattr(database, "plainly", cut)
    assert await games.stamps(database, ["GAME01"]) == {}
    assert len(asked) == 1
    await database.close()


async def test_a_file_is_not_asked_plainly() -> None:
    database = Database("sqlite+aiosqlite://")
    assert await database.plainly("SELECT 1") is None
    await database.close()


async def test_a_damaged_page_in_the_middle_of_the_file_is_found_at_the_start(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.sqlite3"
    url = f"sqlite+aiosqlite:///{path}"
    database = Database(url)
    await database.upgrade()
    async with database.writing() as db:
        await games.add(db, game_row(), [])
    async with database.reading() as db:
        sql = text("SELECT rootpage FROM sqlite_master WHERE name = :name")
        line = await db.connection()
        number = int((await line.execute(sql, {"name": GameRow.__tablename__})).scalar_one())
        size = int((await line.execute(text("PRAGMA page_size"))).scalar_one())
    await database.close()
    with path.open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(b"\xff" * size)
    again = Database(url)
    with pytest.raises(Unusable, match="is damaged") as told:
        await again.upgrade()
    assert "put a backup in its place" in str(told.value)
    await again.close()


async def test_what_is_damaged_is_noted_when_it_is_met(database: Database) -> None:
    with pytest.raises(DatabaseError):
        async with database.reading():
            raise DatabaseError("SELECT", None, Exception("disk I/O error"))
    assert not database.damaged.is_set()
    with pytest.raises(DatabaseError):
        async with database.writing():
            raise DatabaseError("SELECT", None, Exception("database disk image is malformed"))
    assert database.damaged.is_set()


async def _at_the_start(url: str) -> Unusable:
    """What is wrong with a database that cannot be brought up to date."""
    database = Database(url)
    try:
        with pytest.raises(Unusable) as wrong:
            await database.upgrade()
    finally:
        await database.close()
        # Where no file can be opened, the driver's thread ends a moment later and tells the loop.
        await until(lambda: not any("_connection_worker" in t.name for t in threading.enumerate()))
    return wrong.value


async def test_a_server_that_is_down_and_a_file_that_is_held_may_be_found_well_later(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        refused = await _at_the_start(f"postgresql+asyncpg://me@127.0.0.1:{port}/games")
    assert type(refused) is Away
    monkeypatch.setattr("bot.storage.database.BUSY_TIMEOUT", 1)
    other = sqlite3.connect(sqlite_url.partition(":///")[2], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    held = await _at_the_start(sqlite_url)
    other.close()
    assert type(held) is Away
    assert "database is locked" in str(held)


async def test_what_waiting_does_not_mend_is_not_waited_for(
    sqlite_url: str, tmp_path: Path
) -> None:
    with sqlite3.connect(sqlite_url.partition(":///")[2]) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    damaged = tmp_path / "shopping.sqlite3"
    damaged.write_bytes(b"a shopping list, and no database " * 200)
    folder = tmp_path / "folder.sqlite3"
    folder.mkdir()
    for url, said in (
        (sqlite_url, "was last used by a newer version"),
        (f"sqlite+aiosqlite:///{damaged}", "is damaged: file is not a database"),
        (f"sqlite+aiosqlite:///{folder}", "cannot be used: unable to open database file"),
    ):
        found = await _at_the_start(url)
        assert type(found) is Unusable
        assert said in str(found)


@pytest.mark.postgres
async def test_a_server_that_knows_no_such_name_or_user_is_not_waited_for(cluster: Cluster) -> None:
    nowhere = cluster.url("nowhere")
    for url, said in (
        (nowhere, 'database "nowhere" does not exist'),
        (nowhere.replace("kingmaker@", "nobody@"), 'role "nobody" does not exist'),
    ):
        found = await _at_the_start(url)
        assert type(found) is Unusable
        assert said in str(found)


async def test_a_server_that_is_coming_up_is_waited_for() -> None:
    url = make_url("postgresql+asyncpg://me@host/games")
    coming = Exception("the database system is starting up")
    coming.sqlstate = "57P03"  # type: ignore[attr-defined]
    found = unusable(DatabaseError("SELECT", None, coming), url)
    assert type(found) is Away
    assert "cannot be used: the database system is starting up" in str(found)


# Migrations that are tried on a copy first, in both kinds of database.


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
        game_id=OURS, revision=1, moment=1, kind="start", seat=-1, state="", at=NOW,
        events=[{"a": [1]}],
    )  # fmt: skip
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
