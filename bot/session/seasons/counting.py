"""Counting a game that has ended, once: who had which place, and who answered in time.

It is done in the transaction of the command that ends the game, and undone in the one that lets
it go on. What was broken off has no result, nor has a second copy of a game that was counted; how
people answered counts all the same, for whoever had the seat then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match
from bot.session.journal.rows import DECISION, DEED, LATE, holder_of, was_late
from bot.session.receipts import SeatInfo
from bot.session.seating.moderator_deeds import COMPUTER, KICK, REPLACE
from bot.storage import AnswersRow, ResultRow, ResultSeatRow
from bot.storage.seasons import results

_RESEATED = frozenset({REPLACE, COMPUTER, KICK})


@dataclass(frozen=True, slots=True)
class Counted:
    """What is kept of a game beside its seats; ``timed``: answers had an end there."""

    game_id: str
    guild_id: int
    game: str
    ruleset: str
    seed_hash: str
    timed: bool


async def count(
    db: AsyncSession, of: Counted, match: Match, seats: Sequence[SeatInfo], now: datetime
) -> None:
    """Keep how people answered in a game that is over, and its result, unless it was broken off,
    nobody won it, or the result is kept already."""
    played = _played(await results.deeds(db, of.game_id, (DECISION, DEED)))
    if of.timed:
        rows = [
            AnswersRow(
                game_id=of.game_id,
                guild_id=of.guild_id,
                user_id=user_id,
                answered=given.in_time,
                late=given.late,
            )
            for user_id, given in played.answers.items()
        ]
        await results.keep_answers(db, rows)
    state = match.position.state
    winners, victory = match.game.winners(state)
    if not winners:
        return
    places = match.game.places(state)
    result = ResultRow(
        game_id=of.game_id,
        guild_id=of.guild_id,
        game=of.game,
        victory=victory,
        ruleset=of.ruleset,
        rounds=match.game.rounds(state),
        seed_hash=of.seed_hash,
        ended=now,
    )
    await results.keep(
        db,
        result,
        [
            ResultSeatRow(
                seed_hash=of.seed_hash,
                number=seat.number,
                user_id=played.by.get(seat.number) if seat.free else seat.user_id,
                policy=seat.policy,
                place=places[seat.number],
                won=seat.number in winners,
                side=match.game.side(state, seat.number),
            )
            for seat in seats
        ],
    )


async def uncount(db: AsyncSession, game_id: str) -> None:
    """Keep nothing of the end of a game that goes on again."""
    await results.drop(db, game_id)


@dataclass(slots=True)
class _Answers:
    """What a person has answered: questions in time, and those too late."""

    in_time: int = 0
    late: int = 0


@dataclass(slots=True)
class _Played:
    """Who played the seats last, and what each person has answered, whatever the seat.

    ``open`` are by seat the person of the newest answer and its question: several answers in a row
    may belong to one.
    """

    by: dict[int, int] = field(default_factory=dict)
    answers: dict[int, _Answers] = field(default_factory=dict)
    open: dict[int, tuple[int, str | None]] = field(default_factory=dict)

    def answered(self, seat: int, actor: int, prompt: str | None) -> None:
        """Count an answer in time, unless it goes on with the one before."""
        if prompt is None or self.open.get(seat) != (actor, prompt):
            self.answers.setdefault(actor, _Answers()).in_time += 1
        self.open[seat], self.by[seat] = (actor, prompt), actor

    def missed(self, deed: results.AnswerDeed) -> None:
        """Count what was answered for whoever had the seat, and was too late."""
        begun, holder = self.open.pop(deed.seat, None), holder_of(deed.kept)
        if holder is None or not was_late(deed.note):
            return
        given = self.answers.setdefault(holder, _Answers())
        given.late += 1
        if deed.prompt is not None and begun == (holder, deed.prompt):
            # It was begun in time and not brought to its end.
            given.in_time -= 1


def _played(deeds: Iterable[results.AnswerDeed]) -> _Played:
    """What all have answered who had a seat."""
    found = _Played()
    for deed in deeds:
        note = deed.note or {}
        if deed.kind == DEED:
            if note.get("what") in _RESEATED:
                found.by.pop(note["seat"], None)
                found.open.pop(note["seat"], None)
        elif note.get("what") == LATE:
            found.missed(deed)
        elif deed.actor is not None and "by" not in note:
            found.answered(deed.seat, deed.actor, deed.prompt)
    return found
