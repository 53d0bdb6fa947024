"""Status cards about to be posted or removed: they are noted first, so that no crash leaves two."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.games import open_to
from bot.storage.tables import GameRow, LooseCardRow


async def coming(db: AsyncSession, game_id: str, channel_id: int, now: datetime) -> None:
    """Note that a card is about to be posted; its message is not known yet."""
    db.add(LooseCardRow(game_id=game_id, channel_id=channel_id, at=now))
    await db.flush()


async def came(db: AsyncSession, game_id: str) -> None:
    """Drop the note about the card that was about to be posted, now that its message is known."""
    await db.exec(
        delete(LooseCardRow).where(
            col(LooseCardRow.game_id) == game_id, col(LooseCardRow.message_id).is_(None)
        )
    )


async def to_go(
    db: AsyncSession, game_id: str, channel_id: int, message_id: int, now: datetime
) -> None:
    """Note that a card has been replaced and will be removed."""
    row = LooseCardRow(game_id=game_id, channel_id=channel_id, message_id=message_id, at=now)
    db.add(row)
    await db.flush()


async def of_game(db: AsyncSession, game_id: str) -> list[LooseCardRow]:
    """The game's cards that are about to be posted or removed, oldest first."""
    found = await db.exec(
        select(LooseCardRow)
        .where(col(LooseCardRow.game_id) == game_id)
        .order_by(col(LooseCardRow.id))
    )
    return list(found.all())


async def gone(db: AsyncSession, number: int) -> None:
    """Note that a card has been removed."""
    await db.exec(delete(LooseCardRow).where(col(LooseCardRow.id) == number))


async def games(db: AsyncSession, courier: str, now: datetime) -> list[str]:
    """The ids of all games with cards to post or remove that nobody else is dealing with."""
    found = await db.exec(
        select(col(LooseCardRow.game_id))
        .join(GameRow, col(GameRow.id) == col(LooseCardRow.game_id))
        .where(open_to(courier, now))
        .distinct()
    )
    return sorted(found.all())
