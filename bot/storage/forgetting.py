"""Removing what is kept about a person from the tables, and removing games that are too old to
keep.

The play itself stays: a finished game can be read and replayed as before, but nobody can tell who
the person was.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import col, delete, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Seat
from bot.storage import journal
from bot.storage.tables import (
    OVER,
    AbsenceRow,
    AnswersRow,
    EntrantRow,
    GameRow,
    JournalRow,
    MemberRow,
    MixRow,
    OutboxRow,
    PresenceRow,
    PrivateThreadRow,
    QuestionRow,
    ResultRow,
    SeatRow,
    StandingOrderRow,
    TellingRow,
    WishRow,
)

NOBODY = 0
"""Replaces a Discord id whose owner has been forgotten."""

_FORMER = "a former player"
_IDS = frozenset({"by", "user_id", "host_id", "kept_for"})


def former(seat: Seat) -> str:
    """The name of a seat whose player has been forgotten."""
    return f"Former player {seat + 1}"


async def games_of(db: AsyncSession, user_id: int) -> dict[str, str]:
    """The games that contain anything about a person, each with its status."""
    found = {
        row.game_id
        for row in await journal.mentioning(db, str(user_id))
        if any(_without(told, user_id, ()) != told for told in (row.note, row.kept))
    }
    for row, whose in (
        (SeatRow, SeatRow.user_id),
        (SeatRow, SeatRow.kept_for),
        (SeatRow, SeatRow.shown_to),
        (JournalRow, JournalRow.actor),
        (PresenceRow, PresenceRow.user_id),
        (PrivateThreadRow, PrivateThreadRow.user_id),
        (OutboxRow, OutboxRow.user_id),
        (StandingOrderRow, StandingOrderRow.user_id),
    ):
        found |= set(
            (await db.exec(select(row.game_id).where(col(whose) == user_id).distinct())).all()
        )
    asked = select(GameRow.id, GameRow.status).where(
        or_(col(GameRow.id).in_(found), col(GameRow.host_id) == user_id)
    )
    return dict((await db.exec(asked)).all())


async def seated_in(db: AsyncSession, user_id: int) -> set[str]:
    """The games in which a person has a seat, or a computer keeps one for them."""
    seat = or_(col(SeatRow.user_id) == user_id, col(SeatRow.kept_for) == user_id)
    return set((await db.exec(select(SeatRow.game_id).where(seat).distinct())).all())


async def forget_in(
    db: AsyncSession, game_id: str, user_id: int, names: Collection[str]
) -> set[str]:
    """Remove a person from everything that is kept about a game. ``names`` are the names they are
    known to have had. Return all the names that they had in that game."""
    known = set(names)
    seats = (await db.exec(select(SeatRow).where(col(SeatRow.game_id) == game_id))).all()
    known |= {seat.name for seat in seats if seat.user_id == user_id}
    noted = await journal.naming(db, game_id)
    for row in noted:
        known |= _named(row.kept, user_id)
    for row in noted:
        row.note, row.kept = _without(row.note, user_id, known), _without(row.kept, user_id, known)
        db.add(row)
    own = []
    for seat in seats:
        if seat.user_id == user_id or (
            seat.user_id is None and seat.policy is None and seat.name in known
        ):
            own.append(seat.number)
            seat.user_id, seat.name = None, former(seat.number)
        elif seat.kept_for == user_id:
            seat.kept_for = None
        if seat.shown_to == user_id:
            seat.shown_to = None
        db.add(seat)
    await db.flush()
    await _drop_messages(db, game_id, user_id, known, own)
    await db.exec(
        update(JournalRow)
        .where(col(JournalRow.game_id) == game_id, col(JournalRow.actor) == user_id)
        .values(actor=None)
    )
    for table in (PresenceRow, PrivateThreadRow, StandingOrderRow):
        await db.exec(
            delete(table).where(col(table.game_id) == game_id, col(table.user_id) == user_id)
        )
    return known


async def _drop_messages(
    db: AsyncSession, game_id: str, user_id: int, names: Collection[str], seats: Collection[Seat]
) -> None:
    """Delete what a person was told, and notes on messages that name them; take them out of news
    still to be sent.
    """
    await db.exec(
        delete(QuestionRow).where(
            col(QuestionRow.game_id) == game_id, col(QuestionRow.seat).in_(seats)
        )
    )
    await db.exec(
        delete(OutboxRow).where(
            col(OutboxRow.game_id) == game_id, col(OutboxRow.user_id) == user_id
        )
    )
    for row in await db.exec(select(OutboxRow).where(col(OutboxRow.game_id) == game_id)):
        clean = _without(row.payload, user_id, names)
        if clean != row.payload and row.delivered_at is not None:
            await db.delete(row)
        elif clean != row.payload:
            row.payload = clean
            db.add(row)
    signs = (str(user_id), *names)
    for telling in await db.exec(select(TellingRow).where(col(TellingRow.game_id) == game_id)):
        if any(sign in telling.text for sign in signs):
            await db.delete(telling)
    await db.flush()


async def leave_host(db: AsyncSession, game_id: str, user_id: int) -> None:
    """Remove a finished game's host if it was this person; copies of the game in memory are then
    outdated."""
    await db.exec(
        update(GameRow).where(col(GameRow.id) == game_id).values(revision=col(GameRow.revision) + 1)
    )
    await db.exec(
        update(GameRow)
        .where(col(GameRow.id) == game_id, col(GameRow.host_id) == user_id)
        .values(host_id=NOBODY)
    )


async def forget_person(db: AsyncSession, user_id: int) -> None:
    """Delete what is kept about a person apart from their games."""
    await db.exec(delete(MemberRow).where(col(MemberRow.user_id) == user_id))
    await db.exec(delete(AbsenceRow).where(col(AbsenceRow.user_id) == user_id))
    await db.exec(delete(WishRow).where(col(WishRow.user_id) == user_id))
    await db.exec(delete(EntrantRow).where(col(EntrantRow.user_id) == user_id))
    await db.exec(update(MixRow).where(col(MixRow.kept_by) == user_id).values(kept_by=NOBODY))


async def forget_old(db: AsyncSession, before: datetime, absent_before: datetime) -> int:
    """Remove the games that ended before this time, with everything kept about them, and the
    absences that ended before ``absent_before``. Return how many games were removed.
    """
    done = await db.exec(
        delete(GameRow).where(col(GameRow.status) == OVER, col(GameRow.ended) < before)
    )
    # The results of these games stay for the ratings, but no longer point to a game.
    for table in (ResultRow, AnswersRow):
        its = select(col(GameRow.id)).where(col(GameRow.id) == col(table.game_id))
        await db.exec(
            update(table)
            .where(col(table.game_id).is_not(None), ~its.exists())
            .values(game_id=None)
            .execution_options(synchronize_session=False)
        )
    await db.exec(delete(AbsenceRow).where(col(AbsenceRow.ends) < absent_before))
    return done.rowcount


def _named(kept: Any, user_id: int) -> set[str]:
    """The names that a row's data gives a person."""
    seats = (kept or {}).get("seats", ())
    return {seat["name"] for seat in seats if seat["user_id"] == user_id}


def _without(told: Any, user_id: int, names: Collection[str]) -> Any:
    """A note or stored data without any trace of a person."""
    if isinstance(told, list):
        return [_without(each, user_id, names) for each in told]
    if not isinstance(told, dict):
        return told
    whole = {key: _without(value, user_id, names) for key, value in told.items()}
    for key in _IDS & whole.keys():
        if whole[key] == user_id:
            whole[key] = NOBODY if key != "user_id" or "number" not in whole else None
    for key in ("was", "name"):
        if whole.get(key) in names:
            whole[key] = _FORMER
    return whole
