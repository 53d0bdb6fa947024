"""How much there is of each kind: counted for the people who watch the bot, naming nobody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy
from sqlalchemy import Subquery
from sqlmodel import and_, case, col, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import RUNNING, DeadlineRow, GameRow, JournalRow, OutboxRow

PAUSED = "paused"
"""In addition to the statuses of a game: running, but paused."""


@dataclass(frozen=True, slots=True)
class Outbox:
    """What has yet to be sent: rows in all, those held back, and the age of the oldest of the
    others.
    """

    depth: int
    held: int
    oldest: float


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Orders of the clock: in all, due by now, and how many seconds late the latest one is."""

    set: int
    due: int
    late: float


async def outbox(db: AsyncSession, now: datetime) -> Outbox:
    """How full the outbox is.

    The age is taken from the journal; what is in no journal, such as the card of a lobby, counts,
    but has none.
    """
    waiting = _audiences()
    held = waiting.c.until > now
    found = await db.exec(
        select(
            func.coalesce(func.sum(waiting.c.rows), 0),
            func.coalesce(func.sum(case((held, waiting.c.rows))), 0),
            func.min(case((held, None), else_=waiting.c.begun)),
        )
    )
    depth, later, oldest = found.one()
    # PostgreSQL adds whole numbers up to a decimal one.
    return Outbox(int(depth), int(later), _since(oldest, now))


async def to_deliver(db: AsyncSession, now: datetime, process: str, back_off: timedelta) -> int:
    """How many rows a process should be delivering: due, or put off after a failure.

    What another process has taken on is left out, and what is held back for longer than
    ``back_off``, the longest time for which anything is put off after a failure: a closed
    channel, for instance, is nobody's fault here.
    """
    waiting = _audiences()
    until = waiting.c.until
    found = await db.exec(
        select(func.coalesce(func.sum(waiting.c.rows), 0))
        .join(GameRow, col(GameRow.id) == waiting.c.game_id)
        .where(
            or_(
                until.is_(None),
                until <= now,
                and_(waiting.c.attempts > 0, until <= now + back_off),
            ),
            or_(
                col(GameRow.courier).is_(None),
                col(GameRow.courier) == process,
                col(GameRow.courier_until) < now,
            ),
        )
    )
    return int(found.one())


def _audiences() -> Subquery:
    """What waits, by game and reader: what one of their rows waits for all the others do too."""
    return (
        sqlalchemy.select(
            col(OutboxRow.game_id).label("game_id"),
            func.count().label("rows"),
            func.max(col(OutboxRow.not_before)).label("until"),
            func.max(col(OutboxRow.attempts)).label("attempts"),
            func.min(col(JournalRow.at)).label("begun"),
        )
        .select_from(OutboxRow)
        .outerjoin(
            JournalRow,
            and_(
                col(JournalRow.game_id) == col(OutboxRow.game_id),
                col(JournalRow.revision) == col(OutboxRow.revision),
            ),
        )
        .where(col(OutboxRow.delivered_at).is_(None))
        .group_by(col(OutboxRow.game_id), col(OutboxRow.user_id))
        .subquery()
    )


async def deadlines(db: AsyncSession, now: datetime) -> Deadlines:
    """How many orders of the clock there are; those of paused games are never due."""
    due = and_(col(DeadlineRow.due) <= now, col(DeadlineRow.left).is_(None))
    found = await db.exec(
        select(
            func.count(),
            func.count(case((due, 1))),
            func.min(case((due, col(DeadlineRow.due)))),
        ).select_from(DeadlineRow)
    )
    total, overdue, first = found.one()
    return Deadlines(total, overdue, _since(first, now))


async def games(db: AsyncSession) -> dict[tuple[str, str], int]:
    """How many games there are, by game and state."""
    paused = and_(col(GameRow.status) == RUNNING, col(GameRow.paused_at).is_not(None))
    state = case((paused, PAUSED), else_=col(GameRow.status))
    found = await db.exec(
        select(col(GameRow.game), state, func.count()).group_by(col(GameRow.game), state)
    )
    return {(game, state): count for game, state, count in found.all()}


def _since(moment: datetime | None, now: datetime) -> float:
    return 0.0 if moment is None else max(0.0, (now - moment).total_seconds())
