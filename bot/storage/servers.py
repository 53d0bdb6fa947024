"""What is set for a server: who moderates its games, and the mixes of rules that it keeps."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import MixRow, ServerRow


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


# Mixes


async def mixes(db: AsyncSession, guild_id: int) -> list[MixRow]:
    """The mixes of a server, by name."""
    rows = await db.exec(select(MixRow).where(col(MixRow.guild_id) == guild_id))
    return sorted(rows.all(), key=lambda row: row.name.casefold())


async def keep_mix(db: AsyncSession, row: MixRow) -> None:
    """Keep a mix."""
    db.add(row)
    await db.flush()


async def remove_mix(db: AsyncSession, guild_id: int, mix_id: int) -> None:
    """Keep a mix of a server no longer."""
    row = await db.get(MixRow, mix_id)
    if row is not None and row.guild_id == guild_id:
        await db.delete(row)
        await db.flush()
