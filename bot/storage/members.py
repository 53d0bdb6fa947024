"""People: whether their direct messages are closed, and when no deadline of theirs runs."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import AbsenceRow, MemberRow, PrivateThreadRow


async def dms_closed_at(db: AsyncSession, user_id: int) -> datetime | None:
    """Since when the person's direct messages are known to be closed; None if they are not."""
    row = await by_id(db, user_id)
    return None if row is None else row.dms_closed_at


async def note_dms(db: AsyncSession, user_id: int, closed_at: datetime | None) -> None:
    """Remember that the person's direct messages are closed, or (None) open again.

    Since when they are closed stays as it was when that was found out first.
    """
    row = await by_id(db, user_id) or MemberRow(user_id=user_id)
    row.dms_closed_at = None if closed_at is None else row.dms_closed_at or closed_at
    db.add(row)
    await db.flush()


async def by_id(db: AsyncSession, user_id: int) -> MemberRow | None:
    """What is remembered of a person."""
    return (await db.exec(select(MemberRow).where(col(MemberRow.user_id) == user_id))).first()


async def thread_of(db: AsyncSession, game_id: str, user_id: int) -> int | None:
    """The thread in which the person reads what is private in a game; None if there is none."""
    row = await _thread_row(db, game_id, user_id)
    return None if row is None else row.thread_id


async def note_thread(db: AsyncSession, game_id: str, user_id: int, thread_id: int) -> None:
    """Remember the thread in which the person reads what is private in a game."""
    row = await _thread_row(db, game_id, user_id)
    if row is None:
        row = PrivateThreadRow(game_id=game_id, user_id=user_id, thread_id=thread_id)
    row.thread_id = thread_id
    db.add(row)
    await db.flush()


async def forget_threads(db: AsyncSession, game_id: str) -> None:
    """Forget the threads of a game: those of another channel, others may be able to open."""
    await db.exec(delete(PrivateThreadRow).where(col(PrivateThreadRow.game_id) == game_id))


async def _thread_row(db: AsyncSession, game_id: str, user_id: int) -> PrivateThreadRow | None:
    found = await db.exec(
        select(PrivateThreadRow).where(
            col(PrivateThreadRow.game_id) == game_id, col(PrivateThreadRow.user_id) == user_id
        )
    )
    return found.first()


async def note_quiet(
    db: AsyncSession, user_id: int, hours: tuple[int, int] | None, zone: str | None
) -> None:
    """Remember a person's quiet hours (minutes of the day in a zone); None: there are none."""
    row = await by_id(db, user_id) or MemberRow(user_id=user_id)
    row.quiet_from, row.quiet_until = hours if hours is not None else (None, None)
    row.zone = zone
    db.add(row)
    await db.flush()


async def is_unlisted(db: AsyncSession, user_id: int) -> bool:
    """Whether the person does not want their results to be shown to others."""
    row = await by_id(db, user_id)
    return row is not None and bool(row.unlisted)


async def note_unlisted(db: AsyncSession, user_id: int, *, unlisted: bool) -> None:
    """Remember whether the person's results are not to be shown to others."""
    row = await by_id(db, user_id) or MemberRow(user_id=user_id)
    row.unlisted = unlisted
    db.add(row)
    await db.flush()


async def absences(db: AsyncSession, user_id: int, since: datetime) -> list[AbsenceRow]:
    """When the person is or was away, as far as it ends after ``since``; in order."""
    found = await db.exec(
        select(AbsenceRow)
        .where(col(AbsenceRow.user_id) == user_id, col(AbsenceRow.ends) > since)
        .order_by(col(AbsenceRow.begins))
    )
    return list(found.all())
