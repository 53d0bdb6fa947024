"""Who sat where when something happened: it is told by the names of its time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.journal.rows import seats_restored
from bot.session.receipts import Logged, SeatInfo
from bot.storage import journal

Seatings = Sequence[tuple[int, tuple[SeatInfo, ...]]]
"""The revisions at which seats changed hands, oldest first, each with who sat where before."""


async def seatings(db: AsyncSession, game_id: str, after: int) -> Seatings:
    """How seats have changed hands after a revision."""
    found = await journal.reseated(db, game_id, after)
    return [(revision, tuple(seats_restored(kept))) for revision, kept in found]


def at_revision(changes: Seatings, revision: int) -> tuple[SeatInfo, ...] | None:
    """The seats at a revision; None if they have not changed since."""
    return next((seats for changed, seats in changes if revision < changed), None)


async def dated(db: AsyncSession, game_id: str, entries: Iterable[Logged]) -> list[Logged]:
    """Entries of a log, oldest first, each with who sat where then."""
    told = list(entries)
    changes = await seatings(db, game_id, told[0].revision) if told else ()
    if not changes:
        return told
    return [replace(entry, seats=at_revision(changes, entry.revision)) for entry in told]
