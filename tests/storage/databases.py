"""Databases for tests: a fresh one for every test, SQLite and (where installed) PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage import Database, upgrade

MISSING = (
    "no PostgreSQL server was found; install one to run these tests too "
    "(on Debian and Ubuntu: apt-get install postgresql)"
)
_OPTIONS = "-c fsync=off -c synchronous_commit=off -c listen_addresses=''"


def _server_programs() -> Path | None:
    """The folder with PostgreSQL's server programs."""
    places = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    # Debian keeps them out of the path, one folder for each version.
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((p for p in places if (p / "pg_ctl").exists() and (p / "initdb").exists()), None)


def _server_user() -> int | None:
    """Whom to run the server as: it refuses to be run by root. None for ourselves."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return None


class Cluster:
    """A private PostgreSQL server on a socket in a temporary folder."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._user = _server_user()
        self._home = Path(tempfile.mkdtemp(prefix="kingmaker-pg-"))
        if self._user is not None:
            os.chown(self._home, self._user, -1)
        data = self._home / "data"
        self._run("initdb", "-D", data, "-U", "kingmaker", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"{_OPTIONS} -k {self._home}"
        self._run("pg_ctl", "-D", data, "-w", "-l", self._home / "log", "-o", options, "start")
        self._create("template0", "prepared")
        upgrade(self.url("prepared"))

    def url(self, name: str) -> str:
        """The address of a database of this server."""
        return f"postgresql+asyncpg://kingmaker@/{name}?host={self._home}"

    def fresh(self) -> str:
        """The address of a new database with all tables, empty."""
        name = f"t{uuid.uuid4().hex[:12]}"
        self._create("prepared", name)
        return self.url(name)

    def stop(self) -> None:
        """Stop the server and remove its files."""
        self._run("pg_ctl", "-D", self._home / "data", "-m", "immediate", "stop")
        shutil.rmtree(self._home, ignore_errors=True)

    def _create(self, template: str, name: str) -> None:
        async def create() -> None:
            engine = create_async_engine(self.url("postgres"), isolation_level="AUTOCOMMIT")
            async with engine.connect() as connection:
                await connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
            await engine.dispose()

        asyncio.run(create())

    def _run(self, program: str, *args: object) -> None:
        command = [str(self._programs / program), *map(str, args)]
        # The server inherits the output, so it must not be a pipe that is waited for.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                command, stdout=output, stderr=output, user=self._user, cwd=self._home
            )
            output.seek(0)
            assert done.returncode == 0, output.read().decode(errors="replace")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server, or the test is skipped."""
    programs = _server_programs()
    if programs is None:
        pytest.skip(MISSING)
    server = Cluster(programs)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def prepared_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite file with all tables, empty."""
    path = tmp_path_factory.mktemp("prepared") / "games.sqlite3"
    upgrade(f"sqlite+aiosqlite:///{path}")
    return path


@pytest.fixture
def sqlite_url(prepared_sqlite: Path, tmp_path: Path) -> str:
    """The address of a fresh SQLite database."""
    path = tmp_path / "games.sqlite3"
    shutil.copy(prepared_sqlite, path)
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of a fresh database, of either kind in turn."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    server: Cluster = request.getfixturevalue("cluster")
    return server.fresh()


@pytest.fixture
async def database(database_url: str):
    """A fresh database, of either kind in turn."""
    opened = Database(database_url)
    yield opened
    await opened.close()
