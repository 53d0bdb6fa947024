"""What is kept: tables, questions to them, and migrations, for SQLite and PostgreSQL alike."""

from bot.storage.database import Database, Unusable, upgrade
from bot.storage.tables import (
    AbsenceRow,
    DeadlineRow,
    GameRow,
    JournalRow,
    LooseCardRow,
    MemberRow,
    OutboxRow,
    PetitionRow,
    PresenceRow,
    PrivateThreadRow,
    SeatRow,
    SeenRow,
    ServerRow,
    SnapshotRow,
    StandingOrderRow,
    TellingRow,
)

__all__ = [
    "AbsenceRow",
    "Database",
    "DeadlineRow",
    "GameRow",
    "JournalRow",
    "LooseCardRow",
    "MemberRow",
    "OutboxRow",
    "PetitionRow",
    "PresenceRow",
    "PrivateThreadRow",
    "SeatRow",
    "SeenRow",
    "ServerRow",
    "SnapshotRow",
    "StandingOrderRow",
    "TellingRow",
    "Unusable",
    "upgrade",
]
