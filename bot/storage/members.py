"""People: whether their direct messages are closed."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import MemberRow


async def dms_closed_at(db: AsyncSession, user_id: int) -> datetime | None:
    """Since when the person's direct messages are known to be closed; None if they are not."""
    found = await db.exec(
        select(col(MemberRow.dms_closed_at)).where(col(MemberRow.user_id) == user_id)
    )
    return found.first()


async def note_dms(db: AsyncSession, user_id: int, closed_at: datetime | None) -> None:
    """Remember that the person's direct messages are closed, or (None) open again."""
    await db.merge(MemberRow(user_id=user_id, dms_closed_at=closed_at))
    await db.flush()
