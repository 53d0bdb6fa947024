"""What is watched: a desk with the toy game, and a clock that stands still."""

from __future__ import annotations

from tests.session.conftest import (
    clock,
    cluster,
    database,
    desk,
    library,
    mostly_in_a_file,
    notebook,
    open_desk,
    prepared_sqlite,
    sqlite_url,
)
from tests.storage.databases import database_url

__all__ = [
    "clock",
    "cluster",
    "database",
    "database_url",
    "desk",
    "library",
    "mostly_in_a_file",
    "notebook",
    "open_desk",
    "prepared_sqlite",
    "sqlite_url",
]
