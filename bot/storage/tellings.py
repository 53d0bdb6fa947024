"""What each game's newest messages told its channel, and about which revisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import bindparam, insert, update
from sqlalchemy import select as sql_select
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import TellingRow

MOST = 60
"""How many messages are stored for each game; older ones stay in the channel as they are."""


_ROW = TellingRow.metadata.tables["telling"]
_IS = (_ROW.c.game_id == bindparam("game"), _ROW.c.message_id == bindparam("message"))
_KNOWN = sql_select(_ROW.c.revisions).where(*_IS)
_MORE = update(_ROW).where(*_IS)
_NEW = insert(_ROW)


async def note(
    db: AsyncSession,
    game_id: str,
    channel_id: int,
    message_id: int,
    text: str,
    revisions: Collection[int],
) -> None:
    """Note which revisions a message reported; if the message is already known, these revisions are
    added to it."""
    connection = await db.connection()
    message = {"game": game_id, "message": message_id}
    known: list[int] | None = (await connection.execute(_KNOWN, message)).scalar()
    told = {"text": text, "revisions": sorted({*(known or ()), *revisions})}
    if known is not None:
        await connection.execute(_MORE, {**message, **told})
        return
    where = {"game_id": game_id, "channel_id": channel_id, "message_id": message_id}
    await connection.execute(_NEW, {**where, **told, "struck": []})
    # Discord's ids count upwards: a higher one is a newer message.
    found = await db.exec(
        select(col(TellingRow.message_id))
        .where(col(TellingRow.game_id) == game_id)
        .order_by(col(TellingRow.message_id).desc())
        .offset(MOST)
        .limit(1)
    )
    newest_to_go = found.first()
    if newest_to_go is not None:
        await db.exec(
            delete(TellingRow).where(
                col(TellingRow.game_id) == game_id,
                col(TellingRow.message_id) <= newest_to_go,
            )
        )


async def of_game(db: AsyncSession, game_id: str, channel_id: int) -> list[TellingRow]:
    """The messages that told this channel about the game, oldest first."""
    found = await db.exec(
        select(TellingRow)
        .where(col(TellingRow.game_id) == game_id, col(TellingRow.channel_id) == channel_id)
        .order_by(col(TellingRow.message_id))
    )
    return list(found.all())


async def renumber(db: AsyncSession, game_id: str, became: Mapping[int, int]) -> None:
    """Move what was reported about some revisions to others: the same steps, written again."""
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
