"""Deadlines: the clock's orders, each kept until it has been carried out."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, case, update
from sqlmodel import and_, col, delete, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Seat
from bot.storage.tables import DeadlineRow, SeatRow

AT_ONCE = 20
"""How many deadlines are claimed at once; the rest are left to the next claim, whichever process
makes it.
"""


async def claim(
    db: AsyncSession, now: datetime, until: datetime, limit: int = AT_ONCE
) -> list[DeadlineRow]:
    """Claim whatever is due and unclaimed; the claim ends at ``until``."""
    # PostgreSQL skips rows that another process is claiming; SQLite has only one writer.
    found = await db.exec(
        select(DeadlineRow)
        .where(col(DeadlineRow.due) <= now, col(DeadlineRow.left).is_(None), _free(now))
        .order_by(col(DeadlineRow.due), col(DeadlineRow.id))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = list(found.all())
    for row in rows:
        row.claimed_until = until
    await db.flush()
    return rows


async def set_back(db: AsyncSession, now: datetime, after: datetime) -> int:
    """Let deadlines run from now if they are marked as set after a moment that is still to come,
    and release all claims that would last beyond it. Return how many deadlines were moved.
    """
    made, claimed = col(DeadlineRow.set_at), col(DeadlineRow.claimed_until)
    rows = (await db.exec(select(DeadlineRow).where(or_(made > after, claimed > after)))).all()
    late = [row for row in rows if row.set_at > after]
    for row in rows:
        row.claimed_until = None
    for row in late:
        row.due, row.set_at = row.due - (row.set_at - now), now
    await db.flush()
    return len(late)


async def next_due(db: AsyncSession) -> datetime | None:
    """When the next unclaimed deadline is due, or when a claim runs out."""
    due, claimed = col(DeadlineRow.due), col(DeadlineRow.claimed_until)
    found = await db.exec(
        select(func.min(case((claimed > due, claimed), else_=due))).where(
            col(DeadlineRow.left).is_(None)
        )
    )
    return found.first()


async def carried_out(db: AsyncSession, deadline_id: int) -> bool:
    """Remove a deadline; return False if it was already gone."""
    done = await db.exec(delete(DeadlineRow).where(col(DeadlineRow.id) == deadline_id))
    return done.rowcount == 1


async def postpone(db: AsyncSession, deadline_id: int, now: datetime, by: timedelta) -> None:
    """Make a deadline due some time from now, and free for anybody; if it is already due even
    later, leave it alone."""
    due = now + by
    await db.exec(
        update(DeadlineRow)
        .where(col(DeadlineRow.id) == deadline_id, col(DeadlineRow.due) < due)
        .values(due=due, set_at=now, claimed_until=None)
    )


async def of_game(db: AsyncSession, game_id: str, kind: str) -> datetime | None:
    """When the game's next order of this kind is due."""
    found = await db.exec(
        select(func.min(col(DeadlineRow.due))).where(
            col(DeadlineRow.game_id) == game_id, col(DeadlineRow.kind) == kind
        )
    )
    return found.first()


async def of_order(db: AsyncSession, game_id: str, kind: str) -> DeadlineRow | None:
    """The game's next order of this kind."""
    found = await db.exec(
        select(DeadlineRow)
        .where(col(DeadlineRow.game_id) == game_id, col(DeadlineRow.kind) == kind)
        .order_by(col(DeadlineRow.due))
    )
    return found.first()


async def of_kind(db: AsyncSession, game_id: str, kind: str, prompt: str) -> DeadlineRow | None:
    """The game's deadline of this kind on this subject."""
    found = await db.exec(
        select(DeadlineRow).where(
            col(DeadlineRow.game_id) == game_id,
            col(DeadlineRow.kind) == kind,
            col(DeadlineRow.prompt) == prompt,
        )
    )
    return found.first()


async def drop_kind(db: AsyncSession, game_id: str, kind: str, prompt: str) -> None:
    """Remove the game's deadlines of this kind on this subject."""
    await db.exec(
        delete(DeadlineRow).where(
            col(DeadlineRow.game_id) == game_id,
            col(DeadlineRow.kind) == kind,
            col(DeadlineRow.prompt) == prompt,
        )
    )


async def of_questions(db: AsyncSession, game_id: str) -> list[DeadlineRow]:
    """The deadlines and reminders of a game's open questions, in seat order."""
    found = await db.exec(
        select(DeadlineRow)
        .where(col(DeadlineRow.game_id) == game_id, col(DeadlineRow.seat).is_not(None))
        .order_by(col(DeadlineRow.seat), col(DeadlineRow.due))
    )
    return list(found.all())


async def of_person(db: AsyncSession, user_id: int) -> list[DeadlineRow]:
    """The deadlines and reminders of the questions put to a person in all games, locked so that
    they can be changed.
    """
    found = await db.exec(
        select(DeadlineRow)
        .join(
            SeatRow,
            and_(
                col(SeatRow.game_id) == col(DeadlineRow.game_id),
                col(SeatRow.number) == col(DeadlineRow.seat),
            ),
        )
        .where(col(SeatRow.user_id) == user_id)
        .order_by(col(DeadlineRow.game_id), col(DeadlineRow.due))
        # A command in one of the games may delete some of these deadlines at the same moment.
        .with_for_update(of=DeadlineRow)
    )
    return list(found.all())


async def all_of(db: AsyncSession, game_id: str) -> list[DeadlineRow]:
    """All deadlines of a game."""
    found = await db.exec(select(DeadlineRow).where(col(DeadlineRow.game_id) == game_id))
    return list(found.all())


async def forget_question(db: AsyncSession, game_id: str, seat: Seat) -> None:
    """Remove the deadline and reminder of a seat's question."""
    await db.exec(
        delete(DeadlineRow).where(
            col(DeadlineRow.game_id) == game_id, col(DeadlineRow.seat) == seat
        )
    )


async def drop(db: AsyncSession, game_id: str) -> None:
    """Remove all deadlines of a game."""
    await db.exec(delete(DeadlineRow).where(col(DeadlineRow.game_id) == game_id))


def _free(now: datetime) -> ColumnElement[bool]:
    return or_(col(DeadlineRow.claimed_until).is_(None), col(DeadlineRow.claimed_until) < now)


async def due_by(db: AsyncSession, deadline_id: int, now: datetime) -> bool:
    """Whether the deadline still exists, is due, and is not on hold."""
    found = await db.exec(
        select(col(DeadlineRow.id)).where(
            col(DeadlineRow.id) == deadline_id,
            col(DeadlineRow.due) <= now,
            col(DeadlineRow.left).is_(None),
        )
    )
    return found.first() is not None
