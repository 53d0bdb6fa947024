"""The mixes of rules that a server keeps."""

from __future__ import annotations

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import MixRow


async def of_server(db: AsyncSession, guild_id: int) -> list[MixRow]:
    """The mixes of a server, by name."""
    rows = await db.exec(select(MixRow).where(col(MixRow.guild_id) == guild_id))
    return sorted(rows.all(), key=lambda row: row.name.casefold())


async def keep(db: AsyncSession, row: MixRow) -> None:
    """Keep a mix."""
    db.add(row)
    await db.flush()


async def remove(db: AsyncSession, guild_id: int, mix_id: int) -> None:
    """Keep a mix of a server no longer."""
    row = await db.get(MixRow, mix_id)
    if row is not None and row.guild_id == guild_id:
        await db.delete(row)
        await db.flush()
