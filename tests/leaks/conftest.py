"""For what is tried at sessions alone: a desk with the real games, a clock that stands still."""

from __future__ import annotations

import pytest

from bot.games import LIBRARY
from bot.session import Library
from tests.session.conftest import clock, desk, notebook, open_desk
from tests.storage.databases import cluster, prepared_sqlite, sqlite_url

__all__ = ["clock", "cluster", "desk", "notebook", "open_desk", "prepared_sqlite", "sqlite_url"]


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


@pytest.fixture
def library() -> Library:
    """The real games."""
    return LIBRARY
