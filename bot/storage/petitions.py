"""Petitions: what a seat asks the rest of the table to agree to."""

from __future__ import annotations

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import PetitionRow


async def of_game(db: AsyncSession, game_id: str) -> list[PetitionRow]:
    """All of a game's petitions, including refused ones, oldest first."""
    found = await db.exec(
        select(PetitionRow).where(col(PetitionRow.game_id) == game_id).order_by(col(PetitionRow.id))
    )
    return list(found.all())


async def open_one(db: AsyncSession, game_id: str, whats: tuple[str, ...]) -> PetitionRow | None:
    """A game's open petition for one of these things."""
    rows = await of_game(db, game_id)
    return next((row for row in rows if row.what in whats and not row.closed), None)


async def drop(db: AsyncSession, row: PetitionRow) -> None:
    """Remove a petition."""
    await db.exec(delete(PetitionRow).where(col(PetitionRow.id) == row.id))
