"""Games and their seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, bindparam, exists, func, update
from sqlmodel import col, delete, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.database import Database
from bot.storage.tables import OVER, RUNNING, GameRow, SeatRow, SeenRow

Stamp: TypeAlias = tuple[int, int | None]
"""A game's revision and status message, which show whether a copy is outdated."""

_STAMP = (col(GameRow.revision), col(GameRow.status_message_id))


async def add(db: AsyncSession, game: GameRow, seats: Iterable[SeatRow]) -> None:
    """Store a new game. Raises IntegrityError if its channel already has an unfinished one, or its
    id is taken."""
    db.add(game)
    await db.flush()
    db.add_all(seats)
    await db.flush()


async def by_id(db: AsyncSession, game_id: str) -> GameRow | None:
    """The game with this id."""
    return await db.get(GameRow, game_id)


async def newest_in(db: AsyncSession, channel_id: int) -> str | None:
    """The id of the channel's unfinished game, or else of the one opened there last."""
    found = await newest_stamped(db, channel_id)
    return None if found is None else found[0]


async def newest_stamped(db: AsyncSession, channel_id: int) -> tuple[str, Stamp] | None:
    """The id of the game that :func:`newest_in` finds, with its stamp."""
    found = await db.exec(
        select(col(GameRow.id), *_STAMP)
        .where(col(GameRow.channel_id) == channel_id)
        .order_by(col(GameRow.status) == OVER, col(GameRow.created).desc())
        .limit(1)
    )
    newest = found.first()
    return None if newest is None else (newest[0], (newest[1], newest[2]))


class GamePlace(NamedTuple):
    """Where an unfinished game is played; ``live`` means that it has begun and is not paused."""

    game_id: str
    guild_id: int
    channel_id: int
    live: bool
    paused: bool


async def places(db: AsyncSession, guild_id: int | None) -> list[GamePlace]:
    """Where all unfinished games (of a server) are played."""
    paused, status = col(GameRow.paused_at).is_not(None), col(GameRow.status)
    asked = select(GameRow.id, GameRow.guild_id, GameRow.channel_id, paused).where(status != OVER)
    if guild_id is not None:
        asked = asked.where(col(GameRow.guild_id) == guild_id)
    running = await db.exec(select(GameRow.id).where(status == RUNNING))
    live = set(running.all())
    return [
        GamePlace(game_id, guild, channel, game_id in live and not stands, bool(stands))
        for game_id, guild, channel, stands in (await db.exec(asked)).all()
    ]


class OpenRow(NamedTuple):
    """A game with free seats: its terms, how many seats are free, and who has the others."""

    game_id: str
    guild_id: int
    channel_id: int
    game: str
    ruleset: str
    options: dict[str, str]
    running: bool
    seats: int
    free: int
    people: frozenset[int]


async def with_room(db: AsyncSession, guild_ids: Iterable[int]) -> list[OpenRow]:
    """The unfinished games on these servers that have free seats, oldest first."""
    found = await db.exec(
        select(*_TERMS)
        .where(col(GameRow.guild_id).in_(list(guild_ids)), col(GameRow.status) != OVER)
        .order_by(col(GameRow.created), col(GameRow.id))
    )
    rows = found.all()
    taken: dict[str, list[SeatRow]] = {row[0]: [] for row in rows}
    for seat in await db.exec(select(SeatRow).where(col(SeatRow.game_id).in_(list(taken)))):
        taken[seat.game_id].append(seat)
    tables = (_open_row(row, taken[row[0]]) for row in rows)
    return [table for table in tables if table.free]


_TERMS: tuple[Any, ...] = (
    col(GameRow.id),
    col(GameRow.guild_id),
    col(GameRow.channel_id),
    col(GameRow.game),
    col(GameRow.ruleset),
    col(GameRow.options),
    col(GameRow.status),
    col(GameRow.seats_wanted),
)


def _open_row(row: Any, seats: Sequence[SeatRow]) -> OpenRow:
    running, wanted = row.status == RUNNING, row.seats_wanted
    left = sum(seat.user_id is None and seat.policy is None for seat in seats)
    people = frozenset(seat.user_id for seat in seats if seat.user_id is not None)
    free = left if running else max(0, wanted - len(seats))
    return OpenRow._make((*row[:6], running, len(seats) if running else wanted, free, people))


async def is_taken(db: AsyncSession, channel_id: int) -> bool:
    """Whether a channel has an unfinished game."""
    found = await db.exec(
        select(col(GameRow.id)).where(
            col(GameRow.channel_id) == channel_id, col(GameRow.status) != OVER
        )
    )
    return found.first() is not None


async def open_for(db: AsyncSession, user_id: int) -> list[str]:
    """The ids of the unfinished games in which the person has a seat, or a computer keeps one for
    them, newest first."""
    own = or_(col(SeatRow.user_id) == user_id, col(SeatRow.kept_for) == user_id)
    found = await db.exec(
        select(col(GameRow.id))
        .join(SeatRow, col(SeatRow.game_id) == col(GameRow.id))
        .where(own, col(GameRow.status) != OVER)
        .order_by(col(GameRow.created).desc())
    )
    return list(found.all())


async def hosted_by(db: AsyncSession, user_id: int) -> int:
    """How many unfinished games the person hosts."""
    found = await db.exec(
        select(func.count())
        .select_from(GameRow)
        .where(col(GameRow.host_id) == user_id, col(GameRow.status) != OVER)
    )
    return found.one()


async def to_play(db: AsyncSession) -> list[str]:
    """The ids of the games in which a computer or a standing order may have to answer."""
    return list((await db.exec(select(col(GameRow.id)).where(col(GameRow.to_play)))).all())


async def to_play_at(db: AsyncSession) -> dict[str, int]:
    """The games in which a computer or a standing order may have to answer and that are not paused,
    each with its revision.
    """
    found = await db.exec(
        select(col(GameRow.id), col(GameRow.revision)).where(
            col(GameRow.to_play), col(GameRow.paused_at).is_(None)
        )
    )
    return dict(found.all())


async def running(db: AsyncSession, *, other_than: str | None = None) -> list[str]:
    """The ids of the games in progress; if a version is given, those last played with it are left
    out."""
    asked = select(col(GameRow.id)).where(col(GameRow.status) == RUNNING).order_by(col(GameRow.id))
    if other_than is not None:
        asked = asked.where(col(GameRow.played_with) != other_than)
    return list((await db.exec(asked)).all())


async def revision(db: AsyncSession, game_id: str) -> int | None:
    """The newest revision of a game; None if there is no such game."""
    found = await db.exec(select(col(GameRow.revision)).where(col(GameRow.id) == game_id))
    return found.first()


_STAMPS = "SELECT id, revision, status_message_id FROM game WHERE id = ANY($1::text[])"


async def stamps(database: Database, ids: Sequence[str]) -> dict[str, Stamp]:
    """The stamps of these games, leaving out any that do not exist."""
    rows = await database.plainly(_STAMPS, ids)
    if rows is None:
        query = select(col(GameRow.id), *_STAMP).where(col(GameRow.id).in_(ids))
        async with database.asking() as db:
            rows = (await db.exec(query)).all()
    return {game_id: (revision, message) for game_id, revision, message in rows}


_ROW = GameRow.metadata.tables["game"]
_SEEN = SeenRow.metadata.tables["seen_interaction"].c
_ADVANCE = (
    update(_ROW)
    .where(
        _ROW.c.id == bindparam("which"),
        _ROW.c.revision == bindparam("at"),
        ~exists().where(_SEEN.id == bindparam("interaction"), _SEEN.game_id == _ROW.c.id),
    )
    .values(revision=bindparam("next"))
)
_CHANGE = update(_ROW).where(_ROW.c.id == bindparam("which"))


async def advance(db: AsyncSession, game_id: str, at: int, interaction: str | None = None) -> bool:
    """Raise the revision from ``at`` by one; return False if the revision was not ``at``, or if the
    game has carried out this interaction before."""
    connection = await db.connection()
    given = {"which": game_id, "at": at, "next": at + 1, "interaction": interaction}
    return (await connection.execute(_ADVANCE, given)).rowcount == 1


async def change(db: AsyncSession, game_id: str, **changes: Any) -> None:
    """Change columns that do not belong to the course of play, or any columns of a game whose
    revision has just been raised."""
    if changes:
        connection = await db.connection()
        await connection.execute(_CHANGE, {"which": game_id, **changes})


async def add_options(db: AsyncSession, game_id: str, more: dict[str, str]) -> dict[str, str]:
    """Store more options, in addition to those that the game already has, and return all of
    them."""
    found = await db.exec(
        select(col(GameRow.options)).where(col(GameRow.id) == game_id).with_for_update()
    )
    options = {**found.one(), **more}
    await change(db, game_id, options=options)
    return options


async def seats(db: AsyncSession, game_id: str) -> list[SeatRow]:
    """The seats of a game in order."""
    found = await db.exec(
        select(SeatRow).where(col(SeatRow.game_id) == game_id).order_by(col(SeatRow.number))
    )
    return list(found.all())


async def replace_seats(db: AsyncSession, game_id: str, rows: Iterable[SeatRow]) -> None:
    """Replace all the game's seats with these."""
    await db.exec(delete(SeatRow).where(col(SeatRow.game_id) == game_id))
    db.add_all(rows)
    await db.flush()


async def change_seats(
    db: AsyncSession, game_id: str, numbers: Iterable[int], **changes: Any
) -> None:
    """Change what is kept about some of the game's seats, apart from who has them."""
    of_game, number = col(SeatRow.game_id) == game_id, col(SeatRow.number)
    await db.exec(update(SeatRow).where(of_game, number.in_(list(numbers))).values(**changes))


async def take_on(
    db: AsyncSession, game_id: str, courier: str, now: datetime, until: datetime
) -> bool:
    """Become (or stay) the process that delivers this game's outbox; return False if another one is
    doing so."""
    done = await db.exec(
        update(GameRow)
        .where(col(GameRow.id) == game_id, open_to(courier, now))
        .values(courier=courier, courier_until=until)
    )
    return done.rowcount == 1


def open_to(courier: str, now: datetime) -> ColumnElement[bool]:
    """The condition that no other process is delivering a game's outbox."""
    return or_(
        col(GameRow.courier).is_(None),
        col(GameRow.courier) == courier,
        col(GameRow.courier_until) < now,
    )


async def let_go(db: AsyncSession, game_id: str, courier: str) -> bool:
    """Stop being the process that delivers this game's outbox; return False if ``courier`` was not
    that process."""
    done = await db.exec(
        update(GameRow)
        .where(col(GameRow.id) == game_id, col(GameRow.courier) == courier)
        .values(courier=None, courier_until=None)
    )
    return done.rowcount == 1
