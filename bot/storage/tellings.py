"""What a game's channel was told about which revisions: the newest messages of each game."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import update
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import TellingRow

MOST = 60
"""How many messages are kept of each game; older ones stay in the channel as they are."""


async def note(db: AsyncSession, row: TellingRow) -> None:
    """A message told of revisions; one that is known now tells of these too."""
    known = await db.get(TellingRow, (row.game_id, row.message_id))
    if known is not None:
        known.text = row.text
        known.revisions = sorted({*known.revisions, *row.revisions})
        db.add(known)
        await db.flush()
        return
    db.add(row)
    await db.flush()
    # Discord counts its ids upwards: a higher one is a newer message.
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
    """What this channel was told of the game in texts, oldest first."""
    found = await db.exec(
        select(TellingRow)
        .where(col(TellingRow.game_id) == game_id, col(TellingRow.channel_id) == channel_id)
        .where(col(TellingRow.text) != "")
        .order_by(col(TellingRow.message_id))
    )
    return list(found.all())


async def renumber(db: AsyncSession, game_id: str, became: Mapping[int, int]) -> None:
    """What was told about some revisions is told about others: the same steps, written down
    again.
    """
    if not became:
        return
    found = await db.exec(select(TellingRow).where(col(TellingRow.game_id) == game_id))
    for row in found.all():
        row.revisions = sorted({became.get(each, each) for each in row.revisions})
        db.add(row)
    await db.flush()


async def shows(db: AsyncSession, game_id: str, message_id: int, struck: Collection[int]) -> None:
    """A message now shows that exactly these of its revisions were taken back."""
    await db.exec(
        update(TellingRow)
        .where(col(TellingRow.game_id) == game_id, col(TellingRow.message_id) == message_id)
        .values(struck=sorted(struck))
    )
