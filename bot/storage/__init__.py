"""What is kept: tables, questions to them, and migrations, for SQLite and PostgreSQL alike."""

from bot.storage.database import Database, upgrade
from bot.storage.tables import (
    DeadlineRow,
    GameRow,
    JournalRow,
    MemberRow,
    OutboxRow,
    SeatRow,
    SeenRow,
    SnapshotRow,
)

__all__ = [
    "Database",
    "DeadlineRow",
    "GameRow",
    "JournalRow",
    "MemberRow",
    "OutboxRow",
    "SeatRow",
    "SeenRow",
    "SnapshotRow",
    "upgrade",
]
