"""Counting a game that has ended, once: who had which place, and who answered in time.

It is done in the transaction of the command that ends the game, and undone in the one that lets
it go on. What was broken off has no result, nor has a second copy of a game that was counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match
from bot.session.journal.rows import DECISION, DEED, LATE, was_late
from bot.session.receipts import SeatInfo
from bot.session.seating.moderator_deeds import COMPUTER, KICK, REPLACE
from bot.storage import ResultRow, ResultSeatRow
from bot.storage.seasons import results

_RESEATED = frozenset({REPLACE, COMPUTER, KICK})


@dataclass(frozen=True, slots=True)
class Counted:
    """What a result says of a game beside its seats; ``timed``: answers had an end there."""

    game_id: str
    guild_id: int
    game: str
    seed_hash: str
    timed: bool


async def count(
    db: AsyncSession, of: Counted, match: Match, seats: Sequence[SeatInfo], now: datetime
) -> None:
    """Keep the result of a game that is over, unless nobody won it or it is kept already."""
    state = match.position.state
    winners, victory = match.game.winners(state)
    if not winners:
        return
    places = match.game.places(state)
    answers = _answers(await results.deeds(db, of.game_id, (DECISION, DEED)))
    rows = []
    for seat in seats:
        given = answers.get(seat.number, _Answers())
        free = seat.user_id is None and seat.policy is None
        holder = given.by if free else seat.user_id
        own = of.timed and holder is not None and given.by in (None, holder)
        rows.append(
            ResultSeatRow(
                seed_hash=of.seed_hash,
                number=seat.number,
                user_id=holder,
                policy=seat.policy,
                place=places[seat.number],
                won=seat.number in winners,
                answered=given.in_time if own else 0,
                late=given.late if own else 0,
            )
        )
    result = ResultRow(
        game_id=of.game_id,
        guild_id=of.guild_id,
        game=of.game,
        victory=victory,
        seed_hash=of.seed_hash,
        ended=now,
    )
    await results.keep(db, result, rows)


async def uncount(db: AsyncSession, game_id: str) -> None:
    """Keep no result of a game that goes on again."""
    await results.drop(db, game_id)


@dataclass(slots=True)
class _Answers:
    """What a seat has answered since ``by`` plays it: questions in time, and those too late.

    ``open`` is the question of the newest answer: several answers in a row may belong to one.
    """

    by: int | None = None
    in_time: int = 0
    late: int = 0
    open: str | None = None


def _answers(deeds: Iterable[results.AnswerDeed]) -> dict[int, _Answers]:
    """What those have answered who played the seats last."""
    found: dict[int, _Answers] = {}
    for deed in deeds:
        note = deed.note or {}
        if deed.kind == DEED:
            if note.get("what") in _RESEATED:
                found.pop(note["seat"], None)
            continue
        seat = found.setdefault(deed.seat, _Answers())
        if note.get("what") == LATE:
            seat.late += was_late(note)
            if was_late(note) and seat.open is not None and seat.open == deed.prompt:
                # It was begun in time and not brought to its end.
                seat.in_time -= 1
            seat.open = None
        elif deed.actor is not None and "by" not in note:
            if seat.by not in (None, deed.actor):
                seat = found[deed.seat] = _Answers()
            seat.by = deed.actor
            if seat.open is None or seat.open != deed.prompt:
                seat.in_time += 1
            seat.open = deed.prompt or ""
    return found
