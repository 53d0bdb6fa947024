"""Standing orders: answers that seats have given in advance."""

from __future__ import annotations

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import StandingOrderRow


async def of_game(db: AsyncSession, game_id: str) -> list[StandingOrderRow]:
    """All standing orders of a game, oldest first."""
    found = await db.exec(
        select(StandingOrderRow)
        .where(col(StandingOrderRow.game_id) == game_id)
        .order_by(col(StandingOrderRow.id))
    )
    return list(found.all())


async def by_id(db: AsyncSession, game_id: str, number: int) -> StandingOrderRow | None:
    """One standing order of a game."""
    row = await db.get(StandingOrderRow, number)
    return row if row is not None and row.game_id == game_id else None


async def disarm(db: AsyncSession, game_id: str, number: int) -> None:
    """Remove a standing order."""
    await db.exec(
        delete(StandingOrderRow).where(
            col(StandingOrderRow.game_id) == game_id, col(StandingOrderRow.id) == number
        )
    )


async def disarm_all(db: AsyncSession, game_id: str) -> None:
    """Remove all standing orders of a game."""
    await db.exec(delete(StandingOrderRow).where(col(StandingOrderRow.game_id) == game_id))
