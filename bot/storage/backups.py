"""Copies of a running database: written whole and checked, or not at all.

A backup is one file of JSON lines, packed with Zstandard: the heading (`Manifest`), then for every
table a line with its columns and its rows, and at the end a line saying what must be in it. A
backup fits either kind of database, so games can move with it from SQLite to PostgreSQL and back.
The database is read in one transaction, so a backup contains everything that was committed before
it and nothing incomplete. A backup contains every seed and every hand, so nobody but its owner may
read it.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec
import zstandard
from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    Connection,
    DateTime,
    LargeBinary,
    MetaData,
    Table,
    func,
    insert,
    inspect,
    literal_column,
    select,
    text,
)
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import SQLModel

import bot.storage.tables  # noqa: F401 - fills the metadata
from bot import NAME, __version__
from bot.storage.database import (
    TROUBLES,
    VERSIONS,
    Database,
    Unusable,
    known_forms,
    migrate,
    trouble,
)

FORMAT = 1
_AT_ONCE = 500
_LEVEL = 9
_CHUNK = 1 << 9
"""The number of bytes that are unpacked at a time. Four bytes may unpack to 128 kB."""
_LONGEST_LINE = 1 << 24
"""How many bytes an unpacked row may have; the longest row of a long game needs a hundredth of
that."""
_FREE, _RATIO = 1 << 26, 1_000
"""Any file may unpack to this many bytes; beyond that, only to this many times the bytes read from
it.
"""
_HIGHEST = 2**63 - 1
"""The highest number that a database can store."""
_IN_USE = "A bot is running games from this database. Stop it first."
_OTHERS = f"""
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name LIKE '{NAME} %'
    AND application_name <> current_setting('application_name')
"""


class Torn(Exception):
    """A file is not a backup, or is incomplete; the text says what is wrong with it."""


class NotEmpty(Exception):
    """A database already has games, or a bot is playing them; the text says what to do."""


class Manifest(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=False):
    """The heading of a backup: when it was made, and from what."""

    backup: int
    made: datetime
    program: str
    revision: str
    """The version of the database, as its migrations name it."""
    numbers: dict[str, int]
    """The last row number that each table has used."""


class Contents(msgspec.Struct, forbid_unknown_fields=True):
    """The end of a backup: how many rows each table has, and the SHA-256 of all the lines before
    it."""

    rows: dict[str, int]
    sha256: str


class _Heading(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    columns: list[str]


# Writing


async def back_up(database: Database, file: Path) -> Contents:
    """Write a backup of a database that may be in use, read it back, and say what is in it.

    The file gets its name only once it is complete. Raises FileExistsError if the name is taken,
    Unusable if the database is not of this version, and OSError if the backup cannot be written.
    """
    _found(database)
    part = _part_of(file)
    try:
        with _private(part) as opened:
            written = await _write(database, opened)
        found = check(part)[1]
        if found != written:
            raise OSError(f"{file} was not written correctly.")
        os.link(part, file)  # unlike a rename, this fails if another file has taken the name
    finally:
        part.unlink(missing_ok=True)
    return written


def _found(database: Database) -> None:
    """Raise Unusable if a file is missing, because SQLite would create it again, empty."""
    url = database.engine.url
    if database.engine.dialect.name == "sqlite" and not Path(url.database or "").is_file():
        raise Unusable(f"There is no database at {url.database}, so there is nothing to back up.")


def _part_of(file: Path) -> Path:
    if file.exists():
        raise FileExistsError(f"{file} already exists. Choose another name.")
    return file.with_name(f".{file.name}.part")


@contextmanager
def _private(file: Path) -> Iterator[IO[bytes]]:
    """A new file that only its owner may read; it is safely on disk once it is closed."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        yield opened
        opened.flush()
        os.fsync(opened.fileno())


async def _write(database: Database, file: IO[bytes]) -> Contents:
    digest, rows = hashlib.sha256(), dict[str, int]()
    packer = zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True)
    with packer.stream_writer(file, closefd=False) as packed:

        def line(what: Any) -> None:
            data = msgspec.json.encode(what) + b"\n"
            digest.update(data)
            packed.write(data)

        async with database.unmoved() as connection:
            line(await _manifest(connection))
            for table in SQLModel.metadata.sorted_tables:
                name = str(table.name)
                line(_Heading(name, [str(column.name) for column in table.columns]))
                rows[name] = 0
                async for row in _rows(connection, table):
                    line(row)
                    rows[name] += 1
        contents = Contents(rows, digest.hexdigest())
        packed.write(msgspec.json.encode(contents) + b"\n")
    return contents


async def _manifest(connection: AsyncConnection) -> Manifest:
    try:
        found = (await connection.execute(text(f"SELECT version_num FROM {VERSIONS}"))).scalar()
    except TROUBLES:
        found = None
    missing = await connection.run_sync(_missing)
    if found is None or missing:
        raise Unusable(
            "This database is empty or from an older version. Bring it up to date "
            "with `kingmaker db upgrade`, then make the backup."
        )
    numbers = {
        str(table.name): await _last_number(connection, table)
        for table in SQLModel.metadata.sorted_tables
        if _numbered(table)
    }
    made = datetime.now(UTC).replace(microsecond=0)
    return Manifest(FORMAT, made, __version__, str(found), numbers)


def _missing(connection: Connection) -> bool:
    """Whether any table that this version knows is missing, or has different columns."""
    there = inspect(connection)
    tables = set(there.get_table_names())
    return any(
        table.name not in tables
        or {column.name for column in table.columns}
        != {column["name"] for column in there.get_columns(table.name)}
        for table in SQLModel.metadata.sorted_tables
    )


def _numbered(table: Table) -> bool:
    """Whether the database numbers the rows of a table automatically."""
    return table.autoincrement_column is not None


async def _last_number(connection: AsyncConnection, table: Table) -> int:
    """The highest number given so far, even if its row has been deleted."""
    highest = (await connection.execute(select(func.max(table.c.id)))).scalar() or 0
    if connection.dialect.name == "postgresql":
        name = (await connection.execute(select(_sequence(table)))).scalar()
        given = await connection.execute(text(f"SELECT last_value, is_called FROM {name}"))
        last, called = given.one()
        return max(highest, last if called else 0)
    if not table.dialect_options["sqlite"]["autoincrement"]:
        return highest  # SQLite itself continues from this number
    counted = await connection.execute(
        text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
    )
    return max(highest, counted.scalar() or 0)


def _sequence(table: Table) -> Any:
    return func.pg_get_serial_sequence(table.name, "id")


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Any]]:
    found = await connection.stream(select(table), execution_options={"yield_per": _AT_ONCE})
    async for row in found:
        yield [_to_file(value) for value in row]


def _to_file(value: Any) -> Any:
    """A value as JSON stores it: bytes in base 64, moments in UTC."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value


# Reading


def check(file: Path) -> tuple[Manifest, Contents]:
    """Read a backup from end to end. Raises Torn if the backup is incomplete, and OSError if it is
    unreadable."""
    with _opened(file) as (manifest, lines):
        return manifest, _contents(lines)


def _contents(lines: _Lines) -> Contents:
    for _heading, rows in lines.tables():
        for _ in rows:
            pass
    return lines.contents()


@contextmanager
def _opened(file: Path) -> Iterator[tuple[Manifest, _Lines]]:
    with file.open("rb") as opened:
        try:
            lines = _Lines(file, _split(file, opened))
            yield lines.manifest(), lines
        except (
            zstandard.ZstdError,
            msgspec.MsgspecError,
            UnicodeDecodeError,
            RecursionError,
        ) as wrong:
            raise Torn(f"{file} is not a backup, or is damaged: {wrong}.") from None


def _split(file: Path, packed: IO[bytes]) -> Iterator[bytes]:
    """The lines of a packed file, each without its line end; the file must end with a whole
    line."""
    unpacker = zstandard.ZstdDecompressor().decompressobj()
    rest, read, size = bytearray(), 0, 0
    while not unpacker.eof and (chunk := packed.read(_CHUNK)):
        more = unpacker.decompress(chunk)
        read, size = read + len(chunk), size + len(more)
        if size > max(_FREE, read * _RATIO) or len(rest) > _LONGEST_LINE:
            raise Torn(
                f"{file} is not a backup made by this program: it is far too large when unpacked."
            )
        rest += more
        if b"\n" in more:
            *whole, last = bytes(rest).split(b"\n")
            yield from whole
            rest = bytearray(last)
    if not unpacker.eof:
        raise Torn(f"{file} is not complete: it was cut short when it was written or copied.")
    if rest or unpacker.unused_data or packed.read(1):
        raise Torn(f"{file} is damaged: there is something after its end.")


class _Lines:
    """The lines of a backup in order, counted and hashed as they are read."""

    def __init__(self, file: Path, lines: Iterator[bytes]) -> None:
        self._file = file
        self._lines = lines
        self._digest = hashlib.sha256()
        self._rows: dict[str, int] = {}
        self._ahead: bytes = b""

    def _next(self) -> bytes:
        line = next(self._lines, b"")
        if not line:
            raise Torn(
                f"{self._file} is not complete: it was cut short when it was written or copied."
            )
        return line

    def _count(self, line: bytes) -> None:
        self._digest.update(line + b"\n")

    def manifest(self) -> Manifest:
        """The heading of the whole file; read it first."""
        line = self._next()
        self._count(line)
        try:
            manifest = msgspec.json.decode(line, type=Manifest)
        except msgspec.ValidationError:
            raise Torn(f"{self._file} is not a backup of this program.") from None
        if manifest.backup != FORMAT:
            raise Torn(
                f"{self._file} was made by a newer version of this program. Use that version."
            )
        if manifest.revision not in known_forms():
            raise Torn(
                f"{self._file} was made by version {manifest.program!r} of this program, which"
                " stores games in a form that this version does not know. Use that version."
            )
        if not all(0 <= number <= _HIGHEST for number in manifest.numbers.values()):
            raise Torn(f"{self._file} is damaged: it claims more rows than a table can hold.")
        return manifest

    def tables(self) -> Iterator[tuple[_Heading, Iterator[list[Any]]]]:
        """Every table with its rows; read them before asking for the next table."""
        self._ahead = self._next()
        while self._ahead.startswith(b'{"table"'):
            self._count(self._ahead)
            heading = msgspec.json.decode(self._ahead, type=_Heading)
            if heading.table in self._rows:
                raise Torn(f"{self._file} is damaged: it has the table {heading.table!r} twice.")
            self._rows[heading.table] = 0
            yield heading, self._table(heading)

    def _table(self, heading: _Heading) -> Iterator[list[Any]]:
        while True:
            self._ahead = self._next()
            if not self._ahead.startswith(b"["):
                return
            self._count(self._ahead)
            self._rows[heading.table] += 1
            yield msgspec.json.decode(self._ahead, type=list[Any])

    def contents(self) -> Contents:
        """The end of the file, checked against what was read."""
        said = msgspec.json.decode(self._ahead, type=Contents)
        if said != Contents(self._rows, self._digest.hexdigest()):
            raise Torn(f"{self._file} is damaged: its contents are not what was written.")
        if next(self._lines, None) is not None:
            raise Torn(f"{self._file} is damaged: there is something after its end.")
        return said


# Restoring


async def restore(database: Database, file: Path, *, replace: bool = False) -> Contents:
    """Fill a database from a backup, in one transaction, and bring it up to date.

    Raises Torn if the backup is incomplete or contains anything that does not belong there, and
    NotEmpty if the database already has games that must not be replaced, or a bot is playing them;
    nothing in it is then changed.
    """
    check(file)
    try:
        await _nobody_else(database)
        async with database.engine.begin() as connection:
            contents = await connection.run_sync(_fill, file, replace)
    except TROUBLES as wrong:
        raise Unusable(trouble(wrong, database.engine.url)) from wrong
    await database.upgrade()
    return contents


async def _nobody_else(database: Database) -> None:
    """Raise NotEmpty if another program has the file open, or is connected to the server's
    database. A bot whose games are all at rest leaves no other trace of itself."""
    async with database.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            if (await connection.execute(text(_OTHERS))).scalar_one():
                raise NotEmpty(_IN_USE)
            return
        opened = (await connection.get_raw_connection()).driver_connection
        assert opened is not None
        try:
            # Only the last to have a file open may put its journal away.
            await opened.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as wrong:
            if wrong.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise NotEmpty(_IN_USE) from wrong
            raise Unusable(trouble(wrong, database.engine.url)) from wrong


def _fill(connection: Connection, file: Path, replace: bool) -> Contents:
    _make_room(connection, replace)
    with _opened(file) as (manifest, lines):
        migrate(connection, manifest.revision)
        known = MetaData()
        known.reflect(connection)
        lacking = set(known.tables) - {VERSIONS}
        for heading, rows in lines.tables():
            if heading.table not in lacking:
                raise Torn(f"{file} is damaged: there is no table {heading.table!r}.")
            lacking.remove(heading.table)
            table = known.tables[heading.table]
            for column in table.columns:
                if isinstance(column.type, JSON):
                    column.type = JSON(none_as_null=True)
            try:
                _insert(connection, table, heading.columns, rows)
            except (_Unlike, IntegrityError, DataError) as wrong:
                reason = str(getattr(wrong, "orig", wrong)).partition("\n")[0]
                reason = f"a row of the table {heading.table!r} cannot be stored ({reason})"
                raise Torn(f"{file} is damaged: {reason}.") from wrong
            if heading.table in manifest.numbers:
                _go_on_from(connection, table, manifest.numbers[heading.table])
        if lacking:
            raise Torn(f"{file} is damaged: the table {min(lacking)!r} is missing.")
        return lines.contents()


class _Unlike(ValueError):
    """A row, or one of its values, does not belong in its table."""


def _make_room(connection: Connection, replace: bool) -> None:
    there = MetaData()
    there.reflect(connection)
    if "game" in there.tables:
        games = there.tables["game"]
        if not replace and connection.execute(select(func.count()).select_from(games)).scalar():
            raise NotEmpty(
                "This database already has games. `--replace` puts the backup in their "
                "place. `--game ID` brings back one game beside them."
            )
        now = datetime.now(UTC)
        served = games.c.get("courier_until")
        if (
            served is not None
            and connection.execute(
                select(func.count()).where(served > _as_kept(connection, now))
            ).scalar()
        ):
            raise NotEmpty(_IN_USE)
    there.drop_all(connection)


def _insert(
    connection: Connection, table: Table, columns: Sequence[str], rows: Iterator[list[Any]]
) -> None:
    if sorted(columns) != sorted(column.name for column in table.columns):
        raise _Unlike("its columns are not those of the table")
    found = [table.c[name] for name in columns]
    values = (_values(connection, found, row) for row in rows)
    while some := list(islice(values, _AT_ONCE)):
        connection.execute(insert(table), some)


def _values(
    connection: Connection, columns: Sequence[Column[Any]], row: Sequence[Any]
) -> dict[str, Any]:
    """A row's values by column. Raises _Unlike if there are too few or too many."""
    if len(row) != len(columns):
        raise _Unlike(f"it has {len(row)} values for {len(columns)} columns")
    return {c.name: _from_file(connection, c, v) for c, v in zip(columns, row, strict=True)}


def _from_file(connection: Connection, column: Column[Any], value: Any) -> Any:
    """A value in the form that the database takes. Raises _Unlike for a value of the wrong kind."""
    kind = column.type
    if value is None or isinstance(kind, JSON):
        return value
    try:
        if isinstance(kind, LargeBinary):
            return base64.b64decode(value, validate=True)
        if isinstance(kind, DateTime):
            return _as_kept(connection, datetime.fromisoformat(value).astimezone(UTC))
        fits = isinstance(value, kind.python_type)
        if kind.python_type is int:
            fits = fits and not isinstance(value, bool) and abs(value) <= _HIGHEST
    except (TypeError, ValueError, OverflowError):
        fits = False
    if not fits:
        raise _Unlike(f"the column {column.name!r} holds a wrong value")
    return value


def _as_kept(connection: Connection, moment: datetime) -> datetime:
    """A moment in the form that the database stores: SQLite has no time zones, and all times are
    UTC."""
    return moment if connection.dialect.name == "postgresql" else moment.replace(tzinfo=None)


def _go_on_from(connection: Connection, table: Table, last: int) -> None:
    """Give the next row the number after ``last``, even if that row has been deleted."""
    if not last:
        return
    if connection.dialect.name == "postgresql":
        number = literal_column(str(last), BigInteger)
        connection.execute(select(func.setval(_sequence(table), number)))
        return
    named = {"name": table.name, "last": last}
    if inspect(connection).has_table("sqlite_sequence"):
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), named)
        connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), named)
