"""Results: how games played to their end turned out, how people answered in all games, and the
seasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import update
from sqlmodel import col, delete, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Seat
from bot.storage.tables import (
    AnswersRow,
    EntrantRow,
    JournalRow,
    MemberRow,
    ResultRow,
    ResultSeatRow,
    SeasonRow,
)

Result: TypeAlias = tuple[ResultRow, list[ResultSeatRow]]
"""A result with its seats in order."""

Chair: TypeAlias = tuple[str, int]
"""The hash of a game's seed and the number of one of its seats."""


class AnswerDeed(NamedTuple):
    """What a journal row says about who answered for a seat, and whether that was in time."""

    kind: str
    seat: Seat
    actor: int | None
    prompt: str | None
    note: dict[str, Any] | None
    kept: dict[str, Any] | None = None


_OF_A_DEED: tuple[Any, ...] = (
    col(JournalRow.kind),
    col(JournalRow.seat),
    col(JournalRow.actor),
    col(JournalRow.prompt),
    col(JournalRow.note),
    col(JournalRow.kept),
)


async def keep(db: AsyncSession, result: ResultRow, seats: Iterable[ResultSeatRow]) -> None:
    """Store how a game ended, unless that is already stored for the game or a copy of it."""
    if await db.get(ResultRow, result.seed_hash) is None:
        db.add(result)
        await db.flush()
        db.add_all(seats)
        await db.flush()


async def keep_answers(db: AsyncSession, rows: Iterable[AnswersRow]) -> None:
    """Store how people answered in a game that is over."""
    db.add_all(rows)
    await db.flush()


async def answers_of(
    db: AsyncSession,
    guild_id: int,
    user_ids: Iterable[int],
    since: datetime,
    *,
    listed: bool = False,
) -> dict[int, tuple[int, int]]:
    """How many answers people on a server gave in time, and how many too late, in games that have
    ended since this time. With ``listed``, only those of people who let others see their
    results."""
    asked = select(AnswersRow.user_id, func.sum(AnswersRow.answered), func.sum(AnswersRow.late))
    asked = asked.where(
        col(AnswersRow.guild_id) == guild_id,
        col(AnswersRow.user_id).in_(list(user_ids)),
        col(AnswersRow.at) >= since,
    )
    if listed:
        hidden = select(col(MemberRow.user_id)).where(col(MemberRow.unlisted).is_(True))
        asked = asked.where(col(AnswersRow.user_id).not_in(hidden))
    found = await db.exec(asked.group_by(col(AnswersRow.user_id)))
    return {user: (int(answered), int(late)) for user, answered, late in found.all()}


async def drop(db: AsyncSession, game_id: str) -> None:
    """Delete the record of how a game ended, because the game continues after all."""
    await db.exec(delete(AnswersRow).where(col(AnswersRow.game_id) == game_id))
    its = select(col(ResultRow.seed_hash)).where(col(ResultRow.game_id) == game_id)
    await db.exec(
        delete(ResultSeatRow)
        .where(col(ResultSeatRow.seed_hash).in_(its))
        .execution_options(synchronize_session=False)
    )
    await db.exec(delete(ResultRow).where(col(ResultRow.game_id) == game_id))


async def deeds(db: AsyncSession, game_id: str, kinds: Iterable[str]) -> list[AnswerDeed]:
    """The rows of these kinds that have not been taken back, oldest first."""
    found = await db.exec(
        select(*_OF_A_DEED)
        .where(
            col(JournalRow.game_id) == game_id,
            col(JournalRow.undone).is_(False),
            col(JournalRow.kind).in_(list(kinds)),
        )
        .order_by(col(JournalRow.revision))
    )
    return [AnswerDeed(*each) for each in found.all()]


async def of_server(db: AsyncSession, guild_id: int, game: str | None = None) -> list[Result]:
    """The results on a server (of one game, if it is named), in the order in which they came."""
    asked = select(ResultRow, ResultSeatRow).join(
        ResultSeatRow, col(ResultSeatRow.seed_hash) == col(ResultRow.seed_hash)
    )
    asked = asked.where(col(ResultRow.guild_id) == guild_id)
    if game is not None:
        asked = asked.where(col(ResultRow.game) == game)
    found = await db.exec(
        asked.order_by(
            col(ResultRow.ended), col(ResultRow.seed_hash), col(ResultSeatRow.number)
        ).execution_options(populate_existing=True)
    )
    results: list[Result] = []
    for result, seat in found.all():
        if not results or results[-1][0].seed_hash != result.seed_hash:
            results.append((result, []))
        results[-1][1].append(seat)
    return results


async def most_played(db: AsyncSession, guild_id: int) -> str | None:
    """The game with the most results on a server; None if it has none."""
    number = func.count().label("number")
    found = await db.exec(
        select(col(ResultRow.game), number)
        .where(col(ResultRow.guild_id) == guild_id)
        .group_by(col(ResultRow.game))
        .order_by(number.desc(), col(ResultRow.game))
        .limit(1)
    )
    most = found.first()
    return None if most is None else most[0]


async def unlisted(db: AsyncSession, guild_id: int) -> set[int]:
    """The people who have results on a server and do not want others to see them."""
    found = await db.exec(
        select(col(MemberRow.user_id))
        .join(ResultSeatRow, col(ResultSeatRow.user_id) == col(MemberRow.user_id))
        .join(ResultRow, col(ResultRow.seed_hash) == col(ResultSeatRow.seed_hash))
        .where(col(ResultRow.guild_id) == guild_id, col(MemberRow.unlisted).is_(True))
        .distinct()
    )
    return set(found.all())


async def places_of(db: AsyncSession, user_id: int) -> set[tuple[int, str]]:
    """The servers on which a person has results, each with the game."""
    found = await db.exec(
        select(col(ResultRow.guild_id), col(ResultRow.game))
        .join(ResultSeatRow, col(ResultSeatRow.seed_hash) == col(ResultRow.seed_hash))
        .where(col(ResultSeatRow.user_id) == user_id)
        .distinct()
    )
    return {(guild_id, game) for guild_id, game in found.all()}


async def forget(
    db: AsyncSession, user_id: int, rated: Mapping[Chair, tuple[float, float]]
) -> None:
    """Take a person out of all results. ``rated`` is their rating before each of those games."""
    found = await db.exec(
        select(ResultSeatRow)
        .where(col(ResultSeatRow.user_id) == user_id)
        .order_by(col(ResultSeatRow.seed_hash))
        .with_for_update()
    )
    for seat in found.all():
        seat.mu, seat.sigma = rated.get((seat.seed_hash, seat.number), (None, None))
        seat.user_id = None
        db.add(seat)
    await db.flush()
    # A result that has come in since the ratings were worked out has no rating to store.
    await db.exec(
        update(ResultSeatRow).where(col(ResultSeatRow.user_id) == user_id).values(user_id=None)
    )
    await db.exec(delete(AnswersRow).where(col(AnswersRow.user_id) == user_id))


async def season_of(db: AsyncSession, guild_id: int) -> SeasonRow | None:
    """The newest season of a server."""
    found = await db.exec(
        select(SeasonRow)
        .where(col(SeasonRow.guild_id) == guild_id)
        .order_by(col(SeasonRow.id).desc())
        .limit(1)
    )
    return found.first()


async def untold_seasons(db: AsyncSession, now: datetime) -> list[SeasonRow]:
    """The seasons that are over, but whose channels have not been told yet."""
    found = await db.exec(
        select(SeasonRow)
        .where(col(SeasonRow.told).is_(False), col(SeasonRow.ends) <= now)
        .order_by(col(SeasonRow.id))
    )
    return list(found.all())


async def note_told(db: AsyncSession, season_id: int, *, told: bool) -> bool:
    """Note whether a season's channel has been told that it is over; return False if that was
    already noted."""
    done = await db.exec(
        update(SeasonRow)
        .where(col(SeasonRow.id) == season_id, col(SeasonRow.told).is_not(told))
        .values(told=told)
        .execution_options(synchronize_session=False)
    )
    return done.rowcount > 0


async def entrants(db: AsyncSession, season_id: int) -> list[EntrantRow]:
    """The people who have joined a season."""
    found = await db.exec(
        select(EntrantRow)
        .where(col(EntrantRow.season_id) == season_id)
        .order_by(col(EntrantRow.user_id))
    )
    return list(found.all())


async def drop_entrant(db: AsyncSession, season_id: int, user_id: int) -> bool:
    """Take a person out of a season; return False if they were not in it."""
    done = await db.exec(
        delete(EntrantRow).where(
            col(EntrantRow.season_id) == season_id, col(EntrantRow.user_id) == user_id
        )
    )
    return done.rowcount > 0


async def count_tables(db: AsyncSession, season_id: int, user_ids: Iterable[int]) -> None:
    """Note that these people were drawn for a table of a season."""
    await db.exec(
        update(EntrantRow)
        .where(col(EntrantRow.season_id) == season_id, col(EntrantRow.user_id).in_(list(user_ids)))
        .values(tables=col(EntrantRow.tables) + 1)
        .execution_options(synchronize_session=False)
    )
