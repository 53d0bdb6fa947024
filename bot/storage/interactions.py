"""Interactions that were carried out, so that none is carried out twice."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import SeenRow


async def led_to(db: AsyncSession, game_id: str, interaction_id: str) -> int | None:
    """The revision that this interaction led to, None if it is new to this game."""
    found = await db.exec(
        select(col(SeenRow.revision)).where(
            col(SeenRow.id) == interaction_id, col(SeenRow.game_id) == game_id
        )
    )
    return found.first()


async def forget(db: AsyncSession, before: datetime) -> None:
    """Drop those of before that time."""
    await db.exec(delete(SeenRow).where(col(SeenRow.at) < before))
