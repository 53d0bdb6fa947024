"""The journal: each answer, and what followed from it.

Interactions that have been carried out, so that none is carried out twice.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Text,
    and_,
    bindparam,
    cast,
    func,
    insert,
    or_,
    type_coerce,
    update,
)
from sqlalchemy import select as sql_select
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Seat
from bot.storage.tables import JournalRow, SeenRow

UNDO = "undo"
DEED = "deed"

_MOST_AT_ONCE = 5000

_NO_STEP = (UNDO, DEED)
"""The kinds of rows that are not steps in the game itself."""


_WRITE = insert(JournalRow.metadata.tables["journal"])
_SEEN = insert(SeenRow.metadata.tables["seen_interaction"])


async def write(db: AsyncSession, **row: Any) -> None:
    """Add a row that stands, given all its columns."""
    connection = await db.connection()
    await connection.execute(_WRITE, {"undone": False, **row})


async def seen(
    db: AsyncSession, interaction_id: str, game_id: str, revision: int, now: datetime
) -> None:
    """Note the revision that an interaction has led to."""
    connection = await db.connection()
    row = {"id": interaction_id, "game_id": game_id, "revision": revision, "at": now}
    await connection.execute(_SEEN, row)


async def at(db: AsyncSession, game_id: str, revision: int) -> JournalRow | None:
    """The row at a revision."""
    return await db.get(JournalRow, (game_id, revision))


async def last_within(db: AsyncSession, game_id: str, moment: int) -> int:
    """The last revision of a game at this moment; 0 if it has none that early."""
    found = await db.exec(
        select(func.max(JournalRow.revision)).where(
            col(JournalRow.game_id) == game_id, col(JournalRow.moment) <= moment
        )
    )
    return found.one() or 0


async def first_within(db: AsyncSession, game_id: str, moment: int) -> int | None:
    """The revision at which a game reached this moment; None if it has not reached it yet."""
    found = await db.exec(
        select(func.min(JournalRow.revision)).where(
            col(JournalRow.game_id) == game_id, col(JournalRow.moment) >= moment
        )
    )
    return found.one()


async def moment_of(db: AsyncSession, game_id: str, revision: int) -> int:
    """The moment of a game at a revision."""
    found = await db.exec(
        select(col(JournalRow.moment))
        .where(col(JournalRow.game_id) == game_id, col(JournalRow.revision) <= revision)
        .order_by(col(JournalRow.revision).desc())
        .limit(1)
    )
    moment: int | None = found.first()
    return revision if moment is None else moment


async def was_seen(db: AsyncSession, row: JournalRow) -> bool:
    """Whether everybody could see that a step was taken."""
    return row.moment > await moment_of(db, row.game_id, row.revision - 1)


def _keeps_seats() -> ColumnElement[bool]:
    """The rows that store the seating that was in force before them."""
    return cast(col(JournalRow.kept), Text).contains('"seats"')


def _standing(game_id: str) -> tuple[ColumnElement[bool], ...]:
    """The rows of a game that have not been taken back."""
    return col(JournalRow.game_id) == game_id, col(JournalRow.undone).is_(False)


def _steps(game_id: str) -> tuple[ColumnElement[bool], ...]:
    """The standing rows that are steps in the game itself."""
    return *_standing(game_id), col(JournalRow.kind).not_in(_NO_STEP)


_LINES = sql_select(
    col(JournalRow.revision),
    col(JournalRow.kind),
    col(JournalRow.seat),
    col(JournalRow.at),
    col(JournalRow.note),
    col(JournalRow.kept),
    # The events are left as text: readers of the log know their types, and parse them all at once.
    type_coerce(col(JournalRow.events), Text),
    col(JournalRow.moment),
)


async def last_standing(
    db: AsyncSession, game_id: str, up_to: int | None = None
) -> JournalRow | None:
    """The newest step (up to a revision, if one is given) that has not been taken back."""
    query = select(JournalRow).where(*_steps(game_id))
    if up_to is not None:
        query = query.where(col(JournalRow.revision) <= up_to)
    found = await db.exec(query.order_by(col(JournalRow.revision).desc()).limit(1))
    return found.first()


async def standing(db: AsyncSession, game_id: str) -> list[JournalRow]:
    """All steps that have not been taken back, oldest first."""
    found = await db.exec(
        select(JournalRow).where(*_steps(game_id)).order_by(col(JournalRow.revision))
    )
    return list(found.all())


async def newest(
    db: AsyncSession, game_id: str, limit: int, before: int | None = None
) -> list[JournalRow]:
    """The newest rows not taken back, newest first; only those ``before`` a revision, if one is
    given."""
    query = select(JournalRow).where(*_standing(game_id))
    if before is not None:
        query = query.where(col(JournalRow.revision) < before)
    found = await db.exec(query.order_by(col(JournalRow.revision).desc()).limit(limit))
    return list(found.all())


class JournalLine(NamedTuple):
    """The part of a row that people read; the events are still in JSON, as they are stored."""

    revision: int
    kind: str
    seat: Seat
    at: datetime
    note: dict[str, Any] | None
    kept: dict[str, Any] | None
    events: str
    moment: int


async def newest_lines(
    db: AsyncSession,
    game_id: str,
    limit: int,
    before: int | None = None,
    after: int | None = None,
) -> list[JournalLine]:
    """The newest rows not taken back, newest first; only those ``before`` one revision and
    ``after`` another, if these are given."""
    given = {
        "game": game_id,
        "before": _MOST if before is None else before,
        "after": -1 if after is None else after,
        "most": limit,
    }
    return await _lines(db, _NEWEST_LINES, given)


async def step_lines(db: AsyncSession, game_id: str, after: int = -1) -> list[JournalLine]:
    """The standing steps ``after`` a revision, oldest first."""
    query = _LINES.where(*_steps(game_id), col(JournalRow.revision) > after)
    return await _lines(db, query.order_by(col(JournalRow.revision)))


_MOST = 2**31 - 1
"""More than any revision."""

_NEWEST_LINES = (
    _LINES.where(
        col(JournalRow.game_id) == bindparam("game"),
        col(JournalRow.undone).is_(False),
        col(JournalRow.revision) < bindparam("before"),
        col(JournalRow.revision) > bindparam("after"),
    )
    .order_by(col(JournalRow.revision).desc())
    .limit(bindparam("most"))
)


async def _lines(
    db: AsyncSession, query: Select[Any], given: dict[str, Any] | None = None
) -> list[JournalLine]:
    # The session need not track these rows: nobody changes them.
    connection = await db.connection()
    return [JournalLine(*row) for row in await connection.execute(query, given)]


async def newest_steps(
    db: AsyncSession,
    game_id: str,
    limit: int,
    before: int | None = None,
    seats: Collection[Seat] | None = None,
) -> list[JournalRow]:
    """The newest standing steps, newest first; only those ``before`` a revision and of ``seats``,
    if these are given."""
    query = select(JournalRow).where(*_steps(game_id))
    if before is not None:
        query = query.where(col(JournalRow.revision) < before)
    if seats is not None:
        query = query.where(col(JournalRow.seat).in_(seats))
    found = await db.exec(query.order_by(col(JournalRow.revision).desc()).limit(limit))
    return list(found.all())


async def newest_of_seat(
    db: AsyncSession, game_id: str, seat: Seat, limit: int
) -> list[JournalRow]:
    """The newest rows of a seat that have not been taken back, including actions, newest first."""
    query = select(JournalRow).where(*_standing(game_id), col(JournalRow.seat) == seat)
    found = await db.exec(query.order_by(col(JournalRow.revision).desc()).limit(limit))
    return list(found.all())


async def answered_since(
    db: AsyncSession, game_id: str, revision: int, seat: Seat, prompt: str
) -> bool:
    """Whether the seat has answered a question of this kind after this revision, and has not taken
    that answer back."""
    found = await db.exec(
        select(col(JournalRow.revision))
        .where(
            col(JournalRow.game_id) == game_id,
            col(JournalRow.revision) > revision,
            col(JournalRow.seat) == seat,
            col(JournalRow.prompt) == prompt,
            col(JournalRow.undone).is_(False),
        )
        .limit(1)
    )
    return found.first() is not None


async def mark_undone(db: AsyncSession, game_id: str, revisions: Sequence[int]) -> None:
    """Note that these rows have been taken back."""
    await _mark(db, game_id, revisions, True)


async def mark_standing(db: AsyncSession, game_id: str, revisions: Sequence[int]) -> None:
    """Let rows stand again if the step that took them back has been taken back."""
    await _mark(db, game_id, revisions, False)


async def _mark(db: AsyncSession, game_id: str, revisions: Sequence[int], undone: bool) -> None:
    for first in range(0, len(revisions), _MOST_AT_ONCE):
        some = revisions[first : first + _MOST_AT_ONCE]
        await db.exec(
            update(JournalRow)
            .where(col(JournalRow.game_id) == game_id, col(JournalRow.revision).in_(some))
            .values(undone=undone)
            .execution_options(synchronize_session=False)
        )


async def undone_among(db: AsyncSession, game_id: str, revisions: Collection[int]) -> set[int]:
    """Which of these revisions (a few hundred at most) had their rows taken back."""
    found = await db.exec(
        select(col(JournalRow.revision)).where(
            col(JournalRow.game_id) == game_id,
            col(JournalRow.revision).in_(revisions),
            col(JournalRow.undone).is_(True),
        )
    )
    return set(found.all())


async def steps_after(db: AsyncSession, game_id: str, revision: int) -> list[int]:
    """The revisions after this one whose steps stand, oldest first."""
    found = await db.exec(
        select(col(JournalRow.revision))
        .where(*_steps(game_id), col(JournalRow.revision) > revision)
        .order_by(col(JournalRow.revision))
    )
    return list(found.all())


async def seen_after(
    db: AsyncSession, game_id: str, revision: int, *, standing: bool = False
) -> bool:
    """Whether everybody could see the position change after this revision; with ``standing``, only
    steps that have not been taken back count.
    """
    found = await db.exec(
        select(col(JournalRow.moment), col(JournalRow.kind), col(JournalRow.undone))
        .where(col(JournalRow.game_id) == game_id, col(JournalRow.revision) >= revision)
        .order_by(col(JournalRow.revision))
    )
    passed = _NO_STEP if standing else (DEED,)
    return any(
        moment > before and kind not in passed and not (standing and undone)
        for (before, _, _), (moment, kind, undone) in pairwise(found.all())
    )


async def reserved_after(db: AsyncSession, game_id: str, revision: int) -> list[JournalRow]:
    """The standing steps after this revision that include something not meant for everybody, or
    that report nothing, oldest first."""
    events = cast(col(JournalRow.events), Text)
    found = await db.exec(
        select(JournalRow)
        .where(
            *_steps(game_id),
            col(JournalRow.revision) > revision,
            or_(events == "[]", events.contains('"audience"')),
        )
        .order_by(col(JournalRow.revision))
    )
    return list(found.all())


async def standing_after(db: AsyncSession, game_id: str, revision: int) -> list[JournalRow]:
    """The steps after this revision that have not been taken back, oldest first."""
    found = await db.exec(
        select(JournalRow)
        .where(*_steps(game_id), col(JournalRow.revision) > revision)
        .order_by(col(JournalRow.revision))
    )
    return list(found.all())


async def since(db: AsyncSession, game_id: str, revision: int) -> list[JournalRow]:
    """All rows after this revision that have not been taken back, including actions, oldest
    first."""
    found = await db.exec(
        select(JournalRow)
        .where(*_standing(game_id), col(JournalRow.revision) > revision)
        .order_by(col(JournalRow.revision))
    )
    return list(found.all())


async def last_of_seat(db: AsyncSession, game_id: str, seat: Seat) -> JournalRow | None:
    """The newest standing decision for a seat."""
    found = await db.exec(
        select(JournalRow)
        .where(*_steps(game_id), col(JournalRow.seat) == seat)
        .order_by(col(JournalRow.revision).desc())
        .limit(1)
    )
    return found.first()


async def has_step(db: AsyncSession, game_id: str, seat: Seat) -> bool:
    """Whether a decision for a seat still stands: a cheaper query than reading it."""
    found = await db.exec(
        select(col(JournalRow.revision))
        .where(*_steps(game_id), col(JournalRow.seat) == seat)
        .limit(1)
    )
    return found.first() is not None


async def reseated(
    db: AsyncSession, game_id: str, after: int
) -> list[tuple[int, list[dict[str, Any]]]]:
    """The changes of seating after a revision, whether taken back or not, oldest first: each row's
    revision, and the seating before it."""
    found = await db.exec(
        select(col(JournalRow.revision), col(JournalRow.kept))
        .where(col(JournalRow.game_id) == game_id, col(JournalRow.revision) > after, _keeps_seats())
        .order_by(col(JournalRow.revision))
    )
    return [(revision, (kept or {})["seats"]) for revision, kept in found.all()]


async def naming(db: AsyncSession, game_id: str) -> list[JournalRow]:
    """All rows that may name a person, either in their note or in the seating before them."""
    noted = cast(col(JournalRow.note), String) != "null"
    found = await db.exec(
        select(JournalRow).where(
            col(JournalRow.game_id) == game_id,
            or_(and_(col(JournalRow.note).is_not(None), noted), _keeps_seats()),
        )
    )
    return list(found.all())


async def mentioning(db: AsyncSession, word: str) -> list[JournalRow]:
    """The rows of all games whose note, or whatever else is stored with them, contains a word."""
    found = await db.exec(
        select(JournalRow).where(
            or_(
                cast(col(JournalRow.note), Text).contains(word),
                cast(col(JournalRow.kept), Text).contains(word),
            )
        )
    )
    return list(found.all())


async def noted(db: AsyncSession, game_id: str) -> list[JournalRow]:
    """All rows that came about in an unusual way, whether taken back or not, oldest first."""
    found = await db.exec(
        select(JournalRow)
        .where(
            col(JournalRow.game_id) == game_id,
            col(JournalRow.note).is_not(None),
            cast(col(JournalRow.note), String) != "null",
        )
        .order_by(col(JournalRow.revision))
    )
    return list(found.all())


async def led_to(db: AsyncSession, game_id: str, interaction_id: str) -> int | None:
    """The revision that this interaction led to; None if it is new to this game."""
    connection = await db.connection()
    found = await connection.execute(_LED_TO, {"interaction": interaction_id, "game": game_id})
    revision: int | None = found.scalar()
    return revision


_LED_TO = sql_select(col(SeenRow.revision)).where(
    col(SeenRow.id) == bindparam("interaction"), col(SeenRow.game_id) == bindparam("game")
)


async def forget(db: AsyncSession, before: datetime) -> None:
    """Delete the interactions from before this time."""
    await db.exec(delete(SeenRow).where(col(SeenRow.at) < before))
