"""A desk with the toy game, a clock that stands still, and a deliverer that writes down."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from bot.session import Desk, Library
from bot.storage import Database
from tests.session.doubles import FakeClock, Notebook
from tests.storage.databases import (
    cluster,
    database,
    mostly_in_a_file,
    prepared_sqlite,
    sqlite_url,
)
from tests.toy.library import ToyLibrary

__all__ = [
    "cluster",
    "database",
    "mostly_in_a_file",
    "prepared_sqlite",
    "sqlite_url",
]

OpenDesk = Callable[..., Desk]


@pytest.fixture
def database_url(mostly_in_a_file: str) -> str:
    """What sessions do with games is the same on any database; on a server it is tried in the long
    sweeps. A file of tests that says things to the database which no other test says to a server,
    or whose subject is several desks on one, brings `database_url` in from the storage's."""
    return mostly_in_a_file


@pytest.fixture
def clock() -> FakeClock:
    """A clock that moves only when it is told to."""
    return FakeClock()


@pytest.fixture
def notebook() -> Notebook:
    """A deliverer that writes down what it is given."""
    return Notebook()


@pytest.fixture
def library() -> Library:
    """The games that are played: the toy."""
    return ToyLibrary()


@pytest.fixture
async def open_desk(
    database_url: str, clock: FakeClock, library: Library
) -> AsyncIterator[OpenDesk]:
    """Opens desks on one database, each as another process would."""
    opened: list[tuple[Desk, Database]] = []

    def open_one(
        notebook: Notebook | None = None, process: str = "main", *, alone: bool = False
    ) -> Desk:
        own = Database(database_url, alone=alone)
        desk = Desk(own, clock, library, notebook, process=process)
        opened.append((desk, own))
        return desk

    yield open_one
    for desk, own in opened:
        await desk.close()
        await own.close()


@pytest.fixture
def desk(open_desk: OpenDesk, notebook: Notebook) -> Desk:
    """A desk; it delivers when its courier is flushed."""
    return open_desk(notebook)
