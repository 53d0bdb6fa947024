"""What a process does with its games is the same on any database: one file does for all of it."""

from __future__ import annotations

import pytest


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """A database in a file."""
    return sqlite_url
