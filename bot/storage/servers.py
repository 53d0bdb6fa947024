"""What is set for a server."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import ServerRow


async def moderator_role(db: AsyncSession, guild_id: int) -> int | None:
    """The role whose members moderate the games of a server; None if none was named."""
    row = await _by_id(db, guild_id)
    return None if row is None else row.moderator_role_id


async def name_moderator_role(db: AsyncSession, guild_id: int, role_id: int | None) -> None:
    """Name the role whose members moderate the games of a server; None: no role does."""
    row = await _by_id(db, guild_id) or ServerRow(guild_id=guild_id)
    row.moderator_role_id = role_id
    db.add(row)
    await db.flush()


async def _by_id(db: AsyncSession, guild_id: int) -> ServerRow | None:
    return (await db.exec(select(ServerRow).where(col(ServerRow.guild_id) == guild_id))).first()
