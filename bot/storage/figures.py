"""How much there is of everything: counts for the people who watch the bot, naming nobody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy
from sqlalchemy import Subquery
from sqlmodel import and_, case, col, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import RUNNING, DeadlineRow, GameRow, JournalRow, OutboxRow

PAUSED = "paused"
"""A state that games themselves do not have: running, but paused."""


@dataclass(frozen=True, slots=True)
class Outbox:
    """What is still to be sent: all rows, the rows held back, and the age of the oldest of the
    others."""

    depth: int
    held: int
    oldest: float


@dataclass(frozen=True, slots=True)
class Deadlines:
    """The clock's orders: how many there are, how many are due by now, and how many seconds late
    the most overdue one is."""

    set: int
    due: int
    late: float


async def outbox(db: AsyncSession, now: datetime) -> Outbox:
    """How full the outbox is.

    The age comes from the journal; rows without an entry there, such as a lobby's card, are counted
    but have no age.
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
    # In PostgreSQL, the sum of whole numbers is a decimal.
    return Outbox(int(depth), int(later), _since(oldest, now))


async def to_deliver(db: AsyncSession, now: datetime, process: str, back_off: timedelta) -> int:
    """How many rows a process should be delivering: rows that are due, or were put off after a
    failure.

    Rows claimed by another process do not count, nor does anything held back longer than
    ``back_off``, the longest delay after a failure: a closed channel, for instance, is no fault of
    the bot's.
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
    """What is waiting, by game and reader: if one row has to wait, so do all others for the same
    reader."""
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
    """How many of the clock's orders there are; those of paused games are never due."""
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
    """How many games of each kind there are in each state."""
    paused = and_(col(GameRow.status) == RUNNING, col(GameRow.paused_at).is_not(None))
    state = case((paused, PAUSED), else_=col(GameRow.status))
    found = await db.exec(
        select(col(GameRow.game), state, func.count()).group_by(col(GameRow.game), state)
    )
    return {(game, state): count for game, state, count in found.all()}


def _since(moment: datetime | None, now: datetime) -> float:
    return 0.0 if moment is None else max(0.0, (now - moment).total_seconds())
