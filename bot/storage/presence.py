"""When people were last noticed at their games. For who holds the game's row in a transaction."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import GameRow, PresenceRow


async def hold(db: AsyncSession, game_id: str) -> None:
    """Keep other transactions from the game's row until this one ends."""
    await db.exec(select(col(GameRow.id)).where(col(GameRow.id) == game_id).with_for_update())


async def of_person(db: AsyncSession, game_id: str, user_id: int) -> PresenceRow | None:
    """When a person was last noticed at a game; None if never."""
    found = await db.exec(
        select(PresenceRow).where(
            col(PresenceRow.game_id) == game_id, col(PresenceRow.user_id) == user_id
        )
    )
    return found.first()


async def note(
    db: AsyncSession, game_id: str, user_id: int, revision: int, now: datetime, visit: timedelta
) -> PresenceRow | None:
    """Note that a person is here now; what was known before, None if they are new.

    After ``visit`` without a sign of them a new visit begins.
    """
    row = await of_person(db, game_id, user_id)
    if row is None:
        db.add(PresenceRow(game_id=game_id, user_id=user_id, revision=revision, at=now))
        await db.flush()
        return None
    before = PresenceRow(game_id=game_id, user_id=user_id, revision=row.revision, at=row.at)
    if now - row.at >= visit:
        row.before = row.revision
    row.revision, row.at = revision, now
    await db.flush()
    return before
