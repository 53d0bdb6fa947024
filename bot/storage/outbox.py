"""The outbox: what is still to be said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, bindparam, insert, update
from sqlmodel import col, delete, func, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Seat
from bot.storage.games import open_to
from bot.storage.tables import GameRow, OutboxRow


async def games_due(db: AsyncSession, now: datetime, courier: str | None = None) -> list[str]:
    """The ids of the games that have something to say and need not wait any longer.

    With ``courier``, games that another process is delivering are left out.
    """
    asked = select(col(OutboxRow.game_id)).where(col(OutboxRow.delivered_at).is_(None), _due(now))
    if courier is not None:
        asked = asked.join(GameRow, col(GameRow.id) == col(OutboxRow.game_id))
        asked = asked.where(open_to(courier, now))
    return sorted((await db.exec(asked.distinct())).all())


async def has_more(db: AsyncSession, game_id: str, after: int, now: datetime) -> bool:
    """Whether a game has something to say now that is newer than the row ``after`` and need not
    wait."""
    found = await db.exec(
        select(col(OutboxRow.id))
        .where(
            col(OutboxRow.game_id) == game_id,
            col(OutboxRow.id) > after,
            col(OutboxRow.delivered_at).is_(None),
            _due(now),
        )
        .limit(1)
    )
    return found.first() is not None


def _due(now: datetime) -> ColumnElement[bool]:
    return or_(col(OutboxRow.not_before).is_(None), col(OutboxRow.not_before) <= now)


async def next_due(db: AsyncSession, now: datetime) -> datetime | None:
    """The next time at which a delivery that failed or was held back will be tried again."""
    found = await db.exec(
        select(func.min(col(OutboxRow.not_before))).where(
            col(OutboxRow.delivered_at).is_(None), col(OutboxRow.not_before) > now
        )
    )
    return found.first()


_ROW = OutboxRow.metadata.tables["outbox"]
_ADD = insert(_ROW)
_WAITING = (
    select(OutboxRow)
    .where(_ROW.c.game_id == bindparam("game"), _ROW.c.delivered_at.is_(None))
    .order_by(_ROW.c.id)
)
_FIX = update(_ROW).where(_ROW.c.id == bindparam("row")).values(batch=bindparam("name"))
_SETTLE = (
    update(_ROW)
    .where(_ROW.c.id.in_(bindparam("rows", expanding=True)))
    .values(delivered_at=bindparam("now"), failure=bindparam("why"))
)


async def add(db: AsyncSession, rows: Sequence[dict[str, Any]]) -> None:
    """Store what is to be said, in this order."""
    if rows:
        connection = await db.connection()
        await connection.execute(_ADD, [{"attempts": 0, **row} for row in rows])


async def waiting(db: AsyncSession, game_id: str) -> list[OutboxRow]:
    """What a game still has to say, in order."""
    return list((await db.exec(_WAITING, params={"game": game_id})).all())


async def fix_batches(db: AsyncSession, batches: Iterable[tuple[str, Iterable[OutboxRow]]]) -> None:
    """Bind rows together: from now on they go out as the batch with this name, or not at all."""
    named = [{"row": row.id, "name": name} for name, rows in batches for row in rows]
    if named:
        connection = await db.connection()
        await connection.execute(_FIX, named)


async def settle(
    db: AsyncSession, rows: Iterable[OutboxRow], now: datetime, failure: str | None = None
) -> None:
    """Note that these rows are finished with: delivered, overtaken, taken back, or given up."""
    connection = await db.connection()
    ids = [row.id for row in rows]
    await connection.execute(_SETTLE, {"rows": ids, "now": now, "why": failure})


async def postpone(db: AsyncSession, rows: Iterable[OutboxRow], until: datetime) -> None:
    """Count a failed delivery, and let the rows wait."""
    await db.exec(
        update(OutboxRow)
        .where(col(OutboxRow.id).in_([row.id for row in rows]))
        .values(attempts=col(OutboxRow.attempts) + 1, not_before=until)
    )


async def hold_back(db: AsyncSession, rows: Iterable[OutboxRow], until: datetime) -> None:
    """Let rows wait through no fault of their own: this does not count as an attempt."""
    await db.exec(
        update(OutboxRow)
        .where(col(OutboxRow.id).in_([row.id for row in rows]))
        .values(not_before=until)
    )


async def release(db: AsyncSession, game_id: str) -> None:
    """Let everything still waiting for the channel go out at once."""
    await db.exec(
        update(OutboxRow)
        .where(
            col(OutboxRow.game_id) == game_id,
            col(OutboxRow.user_id).is_(None),
            col(OutboxRow.delivered_at).is_(None),
        )
        .values(not_before=None)
    )


async def held(db: AsyncSession, now: datetime) -> set[str]:
    """The ids of the games with news waiting for their channel."""
    found = await db.exec(
        select(col(OutboxRow.game_id))
        .where(
            col(OutboxRow.user_id).is_(None),
            col(OutboxRow.delivered_at).is_(None),
            col(OutboxRow.not_before) > now,
        )
        .distinct()
    )
    return set(found.all())


async def take_back(
    db: AsyncSession, game_id: str, revisions: Sequence[int], now: datetime
) -> None:
    """Cancel whatever these revisions had to say, if nobody has begun to send it."""
    gone = set(revisions)
    waiting = [row for row in await _untouched(db, game_id) if row.revision in gone]
    if waiting:
        await settle(db, waiting, now, "taken back")


async def pass_on(db: AsyncSession, game_id: str, seat: Seat, user_id: int) -> None:
    """Redirect to another person anything that a seat has yet to be told."""
    for row in await _untouched(db, game_id):
        if row.seat == seat:
            row.user_id = user_id
    await db.flush()


async def _untouched(db: AsyncSession, game_id: str) -> list[OutboxRow]:
    """Rows that nobody has begun to send."""
    found = await db.exec(
        select(OutboxRow).where(
            col(OutboxRow.game_id) == game_id,
            col(OutboxRow.batch).is_(None),
            col(OutboxRow.delivered_at).is_(None),
        )
    )
    return list(found.all())


async def forget(db: AsyncSession, before: datetime) -> None:
    """Delete rows that were finished with before this time."""
    await db.exec(delete(OutboxRow).where(col(OutboxRow.delivered_at) < before))
