"""What each game's newest messages told its channel, and about which revisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import update
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import TellingRow

MOST = 60
"""How many messages are stored for each game; older ones stay in the channel as they are."""


async def note(db: AsyncSession, row: TellingRow) -> None:
    """Note which revisions a message reported; if the message is already known, these revisions are
    added to it."""
    known = await db.get(TellingRow, (row.game_id, row.message_id))
    if known is not None:
        known.text = row.text
        known.revisions = sorted({*known.revisions, *row.revisions})
        db.add(known)
        await db.flush()
        return
    db.add(row)
    await db.flush()
    # Discord's ids count upwards: a higher one is a newer message.
    found = await db.exec(
        select(col(TellingRow.message_id))
        .where(col(TellingRow.game_id) == row.game_id)
        .order_by(col(TellingRow.message_id).desc())
        .offset(MOST)
        .limit(1)
    )
    newest_to_go = found.first()
    if newest_to_go is not None:
        await db.exec(
            delete(TellingRow).where(
                col(TellingRow.game_id) == row.game_id,
                col(TellingRow.message_id) <= newest_to_go,
            )
        )


async def of_game(db: AsyncSession, game_id: str, channel_id: int) -> list[TellingRow]:
    """The text messages that told this channel about the game, oldest first."""
    found = await db.exec(
        select(TellingRow)
        .where(col(TellingRow.game_id) == game_id, col(TellingRow.channel_id) == channel_id)
        .where(col(TellingRow.text) != "")
        .order_by(col(TellingRow.message_id))
    )
    return list(found.all())


async def renumber(db: AsyncSession, game_id: str, became: Mapping[int, int]) -> None:
    """Move what was told about some revisions to others: the same steps, written again."""
    if not became:
        return
    found = await db.exec(select(TellingRow).where(col(TellingRow.game_id) == game_id))
    for row in found.all():
        row.revisions = sorted({became.get(each, each) for each in row.revisions})
        db.add(row)
    await db.flush()


async def shows(db: AsyncSession, game_id: str, message_id: int, struck: Collection[int]) -> None:
    """Note exactly which of its revisions a message now shows as taken back."""
    await db.exec(
        update(TellingRow)
        .where(col(TellingRow.game_id) == game_id, col(TellingRow.message_id) == message_id)
        .values(struck=sorted(struck))
    )
