"""Copies of a running database, and what is refused instead of being brought back."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import zstandard
from sqlalchemy import select, text
from sqlmodel import SQLModel

from bot.storage import Database, DeadlineRow, GameRow, JournalRow, SeatRow, SnapshotRow
from bot.storage.backups import NotEmpty, Torn, back_up, check, restore
from bot.storage.database import Unusable, newest_form
from bot.storage.tables import (
    AnswersRow,
    EntrantRow,
    MemberRow,
    MixRow,
    OutboxRow,
    PresenceRow,
    ResultRow,
    ResultSeatRow,
    SeasonRow,
    ServerRow,
)
from tests.storage.databases import ask_here
from tests.storage.rows import MINUTE, NOW, game_row, put

Change = Callable[[list[bytes]], list[bytes]]

ROWS: tuple[SQLModel, ...] = (
    game_row(snapshot=b"\x00\xff position", paused_at=NOW, options={"rounds": "8"}),
    SeatRow(game_id="GAME01", number=0, user_id=2**60, name="Ænne"),
    JournalRow(
        game_id="GAME01", revision=1, moment=1, kind="decision", seat=0, state="abc",
        at=NOW + MINUTE, choice={"verb": "march", "args": {"to": ["s1"]}}, events=[{"fact": 1}],
        known=True,
    ),
    SnapshotRow(game_id="GAME01", revision=1, base=None, data=bytes(range(256))),
    DeadlineRow(game_id="GAME01", due=NOW, set_at=NOW, kind="answer", seat=0, prompt="p"),
    MixRow(id=7, guild_id=10, game="toy", ruleset="plain", name="ours", kept_by=1),
    PresenceRow(game_id="GAME01", user_id=3, revision=1, at=NOW),
    ServerRow(guild_id=10, moderator_role_id=None),
    MemberRow(user_id=3, unlisted=True),
    ResultRow(
        seed_hash="5e", game_id=None, guild_id=10, game="toy", ruleset="plain", rounds=3,
        victory="v", ended=NOW,
    ),
    ResultSeatRow(seed_hash="5e", number=0, user_id=3, place=1, won=True, side="york"),
    ResultSeatRow(seed_hash="5e", number=1, place=2, won=False, mu=25.1, sigma=8.0625),
    SeasonRow(
        id=4,
        guild_id=10,
        channel_id=20,
        game="toy",
        ruleset="plain",
        begins=NOW,
        ends=NOW + MINUTE,
        told=True,
    ),
    EntrantRow(season_id=4, user_id=3, name="Ænne", tables=2),
    AnswersRow(id=1, game_id=None, guild_id=10, user_id=3, answered=4, late=1, at=NOW),
)  # fmt: skip


@pytest.fixture
def in_this_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy is the same whichever thread asks, and each asks for every row of all tables."""
    ask_here(monkeypatch)


async def everything(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    async with database.engine.connect() as connection:
        return {
            table.name: sorted(map(tuple, await connection.execute(select(table))), key=str)
            for table in SQLModel.metadata.sorted_tables
        }


@pytest.fixture
async def filled(database: Database) -> Database:
    """A database with a row in many tables, one of them gone again."""
    await put(database, [type(row).model_validate(row.model_dump()) for row in ROWS])
    await put(database, [gone := MixRow(guild_id=1, game="g", ruleset="r", name="n", kept_by=1)])
    async with database.writing() as db:
        await db.delete(gone)
    return database


@pytest.fixture
async def other(tmp_path: Path):
    """Another database, with nothing in it."""
    opened = Database(f"sqlite+aiosqlite:///{tmp_path / 'other.sqlite3'}")
    yield opened
    await opened.close()


@pytest.mark.parametrize("at_once", [1, 500])
async def test_all_rows_come_back_on_either_kind_of_database(
    filled: Database,
    other: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at_once: int,
) -> None:
    monkeypatch.setattr("bot.storage.backups._AT_ONCE", at_once)
    file = tmp_path / "all.backup"
    contents = await back_up(filled, file)
    assert contents.rows["mix"] == contents.rows["game"] == contents.rows["journal"] == 1
    assert set(contents.rows) == {table.name for table in SQLModel.metadata.sorted_tables}
    before = await everything(filled)
    assert await restore(other, file) == contents
    assert await everything(other) == before
    again = tmp_path / "again.backup"
    assert (await back_up(other, again)).rows == contents.rows
    assert await restore(filled, again, replace=True) == check(again)[1]
    assert await everything(filled) == before


async def test_a_number_that_is_gone_is_not_given_again(
    filled: Database, other: Database, tmp_path: Path
) -> None:
    await back_up(filled, tmp_path / "b")
    await restore(other, tmp_path / "b")
    await put(other, [row := MixRow(guild_id=1, game="g", ruleset="r", name="m", kept_by=1)])
    assert row.id == check(tmp_path / "b")[0].numbers["mix"] + 1 > 8 - 1
    await put(other, [OutboxRow(game_id="GAME01", revision=2, kind="k")])


async def test_only_its_owner_may_read_it(filled: Database, tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "b"
    await back_up(filled, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert [other.name for other in file.parent.iterdir()] == ["b"]


async def test_a_file_that_is_there_stays(filled: Database, tmp_path: Path) -> None:
    file = tmp_path / "b"
    file.write_text("mine")
    with pytest.raises(FileExistsError, match="Choose another name"):
        await back_up(filled, file)
    assert file.read_text() == "mine"


async def test_every_torn_file_is_refused_and_changes_nothing(
    filled: Database, other: Database, tmp_path: Path
) -> None:
    file, torn = tmp_path / "b", tmp_path / "torn"
    await back_up(filled, file)
    whole = file.read_bytes()
    for length in range(0, len(whole), 7):
        torn.write_bytes(whole[:length])
        with pytest.raises(Torn):
            await restore(other, torn)
    for at in range(0, len(whole), 11):
        torn.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(Torn):
            check(torn)
    await other.upgrade()
    assert not any((await everything(other)).values())


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: lines[:-1], "is not complete"),
        (lambda lines: [*lines[:3], *lines[4:]], "not what was written"),
        (lambda lines: [*lines, b"[]"], "after its end"),
        (lambda lines: [lines[0].replace(b'up":1', b'up":2'), *lines[1:]], "newer version"),
        (lambda lines: [b"{}", *lines[1:]], "not a backup of this program"),
        (lambda lines: [b"no JSON"], "is not a backup"),
    ],
)
async def test_what_is_packed_well_but_not_whole_is_refused(
    filled: Database, tmp_path: Path, change, told: str
) -> None:
    file = tmp_path / "b"
    await back_up(filled, file)
    unpacked = zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read()
    lines = change(unpacked.rstrip(b"\n").split(b"\n"))
    file.write_bytes(zstandard.compress(b"".join(line + b"\n" for line in lines)))
    with pytest.raises(Torn, match=told):
        check(file)


def forged(file: Path, change: Change) -> None:
    """Change the lines of a backup, and make its end fit them, as only ill will would."""
    unpacked = zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read()
    lines = change(unpacked.rstrip(b"\n").split(b"\n")[:-1])
    rows, table = dict[str, int](), ""
    for line in lines[1:]:
        if line.startswith(b'{"table"'):
            table = json.loads(line)["table"]
            rows[table] = 0
        else:
            rows[table] += 1
    whole = b"".join(line + b"\n" for line in lines)
    end = json.dumps({"rows": rows, "sha256": hashlib.sha256(whole).hexdigest()})
    file.write_bytes(zstandard.compress(whole + end.encode() + b"\n"))


def row_of(lines: list[bytes], table: str) -> int:
    """Where the first row of a table stands."""
    return next(n for n, line in enumerate(lines) if b'"table":"%s"' % table.encode() in line) + 1


def with_value(table: str, column: str, value: object) -> Change:
    """The first row of a table with another value in a column."""

    def change(lines: list[bytes]) -> list[bytes]:
        at = row_of(lines, table)
        columns, row = json.loads(lines[at - 1])["columns"], json.loads(lines[at])
        row[columns.index(column)] = value
        return [*lines[:at], json.dumps(row).encode(), *lines[at + 1 :]]

    return change


def headed(**changed: object) -> Change:
    """Another heading of the whole."""
    return lambda lines: [json.dumps(json.loads(lines[0]) | changed).encode(), *lines[1:]]


WRONG: list[tuple[Change, str]] = [
    (headed(revision="deadbeef"), "that this version does not know. Use that version."),
    (headed(revision="head"), "that this version does not know. Use that version."),
    (headed(numbers={"outbox": 2**63}), "it claims more rows than a table can hold."),
    (headed(numbers={"outbox": -1}), "it claims more rows than a table can hold."),
    (lambda lines: [lines[0], b'{"table":"tea","columns":["milk"]}', *lines[1:]],
     "there is no table 'tea'."),
    (lambda lines: [lines[0], b'{"table":"alembic_version","columns":["version_num"]}',
                    b'["x"]', *lines[1:]], "there is no table 'alembic_version'."),
    (lambda lines: [*lines, lines[row_of(lines, "server") - 1]],
     "it has the table 'server' twice."),
    (lambda lines: [*lines[: row_of(lines, "mix") - 1], *lines[row_of(lines, "mix") + 1 :]],
     "the table 'mix' is missing."),
    (lambda lines: [line.replace(b'"moderator_role_id"', b'"tea"') for line in lines],
     "a row of the table 'server' cannot be stored (its columns are not those of the table)."),
    (lambda lines: [*lines[: row_of(lines, "server")], b"[1]",
                    *lines[row_of(lines, "server") + 1 :]],
     "a row of the table 'server' cannot be stored (it has 1 values for"),
    (with_value("snapshot", "data", "no base 64!"), "the column 'data' holds a wrong value"),
    (with_value("snapshot", "data", 7), "the column 'data' holds a wrong value"),
    (with_value("game", "created", "yesterday"), "the column 'created' holds a wrong value"),
    (with_value("game", "guild_id", "ten"), "(the column 'guild_id' holds a wrong value)."),
    (with_value("game", "guild_id", 2**63), "(the column 'guild_id' holds a wrong value)."),
    (with_value("game", "guild_id", None), "a row of the table 'game' cannot be stored ("),
    (with_value("game", "ruleset", ["house"]), "(the column 'ruleset' holds a wrong value)."),
    (with_value("seat", "game_id", "GAME99"), "cannot be stored ("),
]  # fmt: skip
"""What no backup holds, and what is said of it."""


async def test_what_no_backup_holds_is_refused_in_a_sentence_and_changes_nothing(
    filled: Database, tmp_path: Path
) -> None:
    whole, file = tmp_path / "whole", tmp_path / "b"
    await back_up(filled, whole)
    before = await everything(filled)
    for change, told in WRONG:
        shutil.copy(whole, file)
        forged(file, change)
        with pytest.raises(Torn) as refused:
            await restore(filled, file, replace=True)
        assert told in str(refused.value)
        assert str(refused.value).startswith(f"{file} ")
        assert await everything(filled) == before, told


HEADING = {"backup": 1, "made": NOW.isoformat(), "program": "1", "revision": newest_form()}
BEGINS = json.dumps({**HEADING, "numbers": {}}).encode() + b'\n{"table":"mix","columns":[]}\n'


@pytest.mark.parametrize("line", [b"0" * 1000, b'["' + b"0" * 1000 + b'"]\n'])
def test_a_small_file_that_unpacks_to_very_much_is_refused_early(
    tmp_path: Path, line: bytes
) -> None:
    file = tmp_path / "bomb"
    with (
        file.open("wb") as opened,
        zstandard.ZstdCompressor().stream_writer(opened) as packed,
    ):
        packed.write(BEGINS)
        for _ in range(300):
            packed.write(line * 1000)
    assert file.stat().st_size < 100_000
    tracemalloc.start()
    try:
        with pytest.raises(Torn, match=r"it is far too large when unpacked\.$"):
            check(file)
        assert tracemalloc.get_traced_memory()[1] < 150_000_000
    finally:
        tracemalloc.stop()


async def test_games_are_not_overwritten_unasked(filled: Database, tmp_path: Path) -> None:
    file = tmp_path / "b"
    await back_up(filled, file)
    before = await everything(filled)
    with pytest.raises(NotEmpty, match=r"already has games\. `--replace`"):
        await restore(filled, file)
    assert await everything(filled) == before


async def test_a_database_that_a_bot_plays_on_is_left_alone(
    filled: Database, tmp_path: Path
) -> None:
    file = tmp_path / "b"
    await back_up(filled, file)
    async with filled.writing() as db:
        game = await db.get(GameRow, "GAME01")
        assert game is not None
        game.courier, game.courier_until = "me", datetime.now(UTC) + timedelta(minutes=1)
    with pytest.raises(NotEmpty, match="Stop it first"):
        await restore(filled, file, replace=True)


async def test_a_database_that_a_bot_has_open_is_left_alone(
    filled: Database, tmp_path: Path
) -> None:
    """A bot whose games are all at rest keeps no lease in it."""
    file = tmp_path / "b"
    await back_up(filled, file)
    before = await everything(filled)
    again = Database(filled.engine.url.render_as_string(hide_password=False))
    try:
        with pytest.raises(NotEmpty, match="Stop it first"):
            await restore(again, file, replace=True)
        assert await everything(filled) == before
        await filled.close()
        await restore(again, file, replace=True)
    finally:
        await again.close()


def _ended(lines: list[bytes]) -> bytes:
    """The lines of a backup with the end that belongs to them."""
    rows: dict[str, int] = {}
    for line in lines[1:]:
        if line.startswith(b"{"):
            rows[json.loads(line)["table"]] = 0
        else:
            rows[next(reversed(rows))] += 1
    whole = b"".join(line + b"\n" for line in lines)
    end = {"rows": rows, "sha256": hashlib.sha256(whole).hexdigest()}
    return whole + json.dumps(end).encode() + b"\n"


async def test_a_database_of_an_older_version_is_not_copied(
    filled: Database, tmp_path: Path
) -> None:
    async with filled.writing() as db:
        await (await db.connection()).execute(text("DROP TABLE mix"))
    with pytest.raises(Unusable, match="`kingmaker db upgrade`"):
        await back_up(filled, tmp_path / "b")
    assert not any(name.startswith(("b", ".b")) for name in os.listdir(tmp_path))
