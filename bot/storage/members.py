"""People: whether their direct messages are closed, where they read secrets instead, when their
deadlines do not run, and whether others may see their results.

When people were last noticed in their games. Callers must have locked the game's row in a
transaction.

A server's settings: who moderates its games, where open seats are posted, who wants to hear about
them, and the mixes of rules that it keeps.
"""

from __future__ import annotations

from datetime import datetime

from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import (
    AbsenceRow,
    EntrantRow,
    GameRow,
    MemberRow,
    MixRow,
    PresenceRow,
    PrivateThreadRow,
    ServerRow,
    WishRow,
)


async def dms_closed_at(db: AsyncSession, user_id: int) -> datetime | None:
    """When the person's direct messages were found to be closed; None if they are not."""
    row = await by_id(db, user_id)
    return None if row is None else row.dms_closed_at


async def note_dms(db: AsyncSession, user_id: int, closed_at: datetime | None) -> None:
    """Remember that the person's direct messages are closed, or (None) open again.

    The time when they were first found to be closed is kept.
    """
    row = await by_id(db, user_id) or MemberRow(user_id=user_id)
    row.dms_closed_at = None if closed_at is None else row.dms_closed_at or closed_at
    db.add(row)
    await db.flush()


async def by_id(db: AsyncSession, user_id: int) -> MemberRow | None:
    """What is remembered about a person."""
    return await db.get(MemberRow, user_id)


async def thread_of(db: AsyncSession, game_id: str, user_id: int) -> int | None:
    """The thread in which the person reads a game's secrets; None if there is none."""
    row = await db.get(PrivateThreadRow, (game_id, user_id))
    return None if row is None else row.thread_id


async def note_thread(db: AsyncSession, game_id: str, user_id: int, thread_id: int) -> None:
    """Remember the thread in which the person reads a game's secrets."""
    row = await db.get(PrivateThreadRow, (game_id, user_id))
    if row is None:
        row = PrivateThreadRow(game_id=game_id, user_id=user_id, thread_id=thread_id)
    row.thread_id = thread_id
    db.add(row)
    await db.flush()


async def forget_threads(db: AsyncSession, game_id: str) -> None:
    """Forget the threads of a game that moves to another channel, where other people may be able to
    open them."""
    await db.exec(delete(PrivateThreadRow).where(col(PrivateThreadRow.game_id) == game_id))


async def note_quiet(
    db: AsyncSession, user_id: int, hours: tuple[int, int] | None, zone: str | None
) -> None:
    """Remember a person's quiet hours (in minutes of the day in a zone); None means that there are
    none."""
    row = await by_id(db, user_id) or MemberRow(user_id=user_id)
    row.quiet_from, row.quiet_until = hours if hours is not None else (None, None)
    row.zone = zone
    db.add(row)
    await db.flush()


async def is_unlisted(db: AsyncSession, user_id: int) -> bool:
    """Whether the person wants others not to see their results."""
    row = await by_id(db, user_id)
    return row is not None and row.unlisted


async def note_unlisted(db: AsyncSession, user_id: int, *, unlisted: bool) -> None:
    """Remember whether the person's results are hidden from others."""
    row = await by_id(db, user_id) or MemberRow(user_id=user_id)
    row.unlisted = unlisted
    db.add(row)
    await db.flush()


async def absences(db: AsyncSession, user_id: int, since: datetime) -> list[AbsenceRow]:
    """The person's absences that end after ``since``, in order."""
    found = await db.exec(
        select(AbsenceRow)
        .where(col(AbsenceRow.user_id) == user_id, col(AbsenceRow.ends) > since)
        .order_by(col(AbsenceRow.begins))
    )
    return list(found.all())


async def hold(db: AsyncSession, game_id: str) -> None:
    """Keep other transactions away from the game's row until this one ends."""
    await db.exec(select(col(GameRow.id)).where(col(GameRow.id) == game_id).with_for_update())


async def of_person(db: AsyncSession, game_id: str, user_id: int) -> PresenceRow | None:
    """What is remembered of a person's visits to a game; None if there is nothing."""
    return await db.get(PresenceRow, (game_id, user_id))


async def note(
    db: AsyncSession, game_id: str, user_id: int, revision: int, now: datetime
) -> PresenceRow | None:
    """Note that a person is here now. Return what was known before, or None for somebody new."""
    row = await of_person(db, game_id, user_id)
    if row is None:
        db.add(PresenceRow(game_id=game_id, user_id=user_id, revision=revision, at=now))
        await db.flush()
        return None
    before = PresenceRow(game_id=game_id, user_id=user_id, revision=row.revision, at=row.at)
    row.revision, row.at = revision, now
    await db.flush()
    return before


async def note_look(
    db: AsyncSession, game_id: str, user_id: int, revision: int, now: datetime, *, looked: bool
) -> None:
    """Note that a person without a seat may see somebody's hand, or (``looked``) has seen it."""
    row = await of_person(db, game_id, user_id)
    row = row or PresenceRow(game_id=game_id, user_id=user_id, revision=revision, at=now)
    row.looked = row.looked or looked
    db.add(row)
    await db.flush()


async def moderator_role(db: AsyncSession, guild_id: int) -> int | None:
    """The role whose members moderate the games of a server; None if none has been named."""
    row = await db.get(ServerRow, guild_id)
    return None if row is None else row.moderator_role_id


async def name_moderator_role(db: AsyncSession, guild_id: int, role_id: int | None) -> None:
    """Name the role whose members moderate the games of a server; None means that no role does."""
    row = await db.get(ServerRow, guild_id) or ServerRow(guild_id=guild_id)
    row.moderator_role_id = role_id
    db.add(row)
    await db.flush()


async def seats_channel(db: AsyncSession, guild_id: int) -> int | None:
    """The channel in which hosts may post open seats; None if none has been named."""
    row = await db.get(ServerRow, guild_id)
    return None if row is None else row.seats_channel_id


async def name_seats_channel(db: AsyncSession, guild_id: int, channel_id: int | None) -> None:
    """Name the channel in which hosts may post open seats; None means that there is none."""
    row = await db.get(ServerRow, guild_id) or ServerRow(guild_id=guild_id)
    row.seats_channel_id = channel_id
    db.add(row)
    await db.flush()


# People who want to hear about open seats


async def wishes(db: AsyncSession) -> list[WishRow]:
    """All the requests to hear about open seats."""
    rows = await db.exec(select(WishRow).order_by(col(WishRow.guild_id), col(WishRow.user_id)))
    return list(rows.all())


async def wish_of(db: AsyncSession, guild_id: int, user_id: int) -> WishRow | None:
    """What a person wants to hear about on a server, locked so that it can be changed; None if they
    have not asked.
    """
    return await db.get(WishRow, (guild_id, user_id), with_for_update=True)


async def drop_wish(db: AsyncSession, guild_id: int, user_id: int) -> bool:
    """Delete a person's request; return False if there was none."""
    done = await db.exec(
        delete(WishRow).where(col(WishRow.guild_id) == guild_id, col(WishRow.user_id) == user_id)
    )
    return done.rowcount == 1


async def takes_part(db: AsyncSession, user_id: int) -> bool:
    """Whether a person wants to hear about open seats on any server, or has joined a season."""
    for table in (WishRow, EntrantRow):
        found = await db.exec(select(col(table.user_id)).where(col(table.user_id) == user_id))
        if found.first() is not None:
            return True
    return False


# Mixes


async def mixes(db: AsyncSession, guild_id: int) -> list[MixRow]:
    """The mixes of a server, by name."""
    rows = await db.exec(select(MixRow).where(col(MixRow.guild_id) == guild_id))
    return sorted(rows.all(), key=lambda row: row.name.casefold())


async def keep_mix(db: AsyncSession, row: MixRow) -> None:
    """Store a mix."""
    db.add(row)
    await db.flush()


async def remove_mix(db: AsyncSession, guild_id: int, mix_id: int) -> None:
    """Delete a mix of a server."""
    row = await db.get(MixRow, mix_id)
    if row is not None and row.guild_id == guild_id:
        await db.delete(row)
        await db.flush()
