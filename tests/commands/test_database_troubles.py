"""A damaged, foreign or unreachable database is told of in one sentence, and never changed."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

import pytest

from bot.commands.line import main
from tests.storage.databases import Cluster, cluster, prepared_sqlite, sqlite_url

__all__ = ["cluster", "prepared_sqlite", "sqlite_url"]


def fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What a command says that cannot go on: one line, with exit status 1."""
    monkeypatch.setattr("sys.argv", ["kingmaker", *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "Traceback" not in told.err
    (line,) = told.err.splitlines()
    return line


COMMANDS = (("db", "upgrade"), ("export", "GAME01"), ("run", "--sandbox", "--port", "0"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_is_no_database(
    command: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(b"a shopping list, and no database " * 200)
    before = file.read_bytes()
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    line = fails_at(capsys, monkeypatch, command, f"sqlite+aiosqlite:///{file}")
    assert line == (
        f"The database sqlite+aiosqlite:///{file} is damaged: file is not a database. Keep the "
        "file as it is, so that it can be rescued, and put a backup in its place. With a "
        "different DATA_DIR the bot starts afresh."
    )
    assert file.read_bytes() == before


def fails_at(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    url: str,
) -> str:
    """The last line that a command says which cannot use its database."""
    if command[0] != "run":
        return fails(capsys, monkeypatch, *command, "--database", url)
    monkeypatch.setattr("sys.argv", ["kingmaker", *command, "--database", url])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    return told.err.splitlines()[-1]


def test_a_database_damaged_in_the_middle(
    sqlite_url: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = Path(sqlite_url.partition(":///")[2])
    data = bytearray(file.read_bytes())
    for page in range(4096, len(data), 4096):
        data[page : page + 64] = b"\xff" * 64
    file.write_bytes(data)
    line = fails(capsys, monkeypatch, "export", "GAME01", "--database", sqlite_url)
    assert line.startswith(
        f"The database {sqlite_url} is damaged: database disk image is malformed"
    )


def test_a_database_of_a_newer_version(
    sqlite_url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite3.connect(sqlite_url.partition(":///")[2]) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert fails(capsys, monkeypatch, "db", "upgrade", "--database", sqlite_url) == (
        f"The database {sqlite_url} was last used by a newer version of this program. Use that "
        "version, or restore an earlier backup."
    )


def test_a_server_that_does_not_answer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        url = f"postgresql+asyncpg://me:hush@127.0.0.1:{port}/games"
        line = fails(capsys, monkeypatch, "db", "upgrade", "--database", url)
    assert line.startswith(
        f"The database postgresql+asyncpg://me:***@127.0.0.1:{port}/games cannot be used: "
    )
    assert line.endswith(
        "Check that the server is running and that DATABASE_URL names it with the right user, "
        "password and database."
    )
    assert "hush" not in line


@pytest.mark.postgres
def test_a_database_that_the_server_does_not_have(
    cluster: Cluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = fails(capsys, monkeypatch, "db", "upgrade", "--database", cluster.url("nowhere"))
    assert 'cannot be used: database "nowhere" does not exist. Check that' in line


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "DATABASE_URL is not the address of a database. It should look like "),
        ("mysql://me:hush@there/x", "DATABASE_URL names mysql, but it must begin with "),
        ("sqlite:////proc/nowhere/games.sqlite3", "cannot be used: "),
    ],
)
def test_an_address_that_cannot_be_used(
    url: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = fails(capsys, monkeypatch, "db", "upgrade", "--database", url)
    assert sentence in line
    assert "hush" not in line
