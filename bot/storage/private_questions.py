"""The private messages of a game whose buttons are still waiting for an answer."""

from __future__ import annotations

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import QuestionRow


async def note(db: AsyncSession, row: QuestionRow) -> None:
    """Note that a message asks something; anything noted about that message before no longer
    counts."""
    await forget(db, row.game_id, row.message_id)
    db.add(row)
    await db.flush()


async def forget(db: AsyncSession, game_id: str, message_id: int) -> None:
    """Note that a message no longer asks anything."""
    await db.exec(
        delete(QuestionRow).where(
            col(QuestionRow.game_id) == game_id, col(QuestionRow.message_id) == message_id
        )
    )


async def of_game(db: AsyncSession, game_id: str) -> list[QuestionRow]:
    """All the open questions that a game has asked in private, oldest first."""
    found = await db.exec(
        select(QuestionRow)
        .where(col(QuestionRow.game_id) == game_id)
        .order_by(col(QuestionRow.message_id))
    )
    return list(found.all())
