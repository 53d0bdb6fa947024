"""The deadlines of questions: rows that follow the open questions, in the command's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import CLOSE, Match, Prompt, Seat
from bot.session.clock.pace import Rhythm, Times, kept_zone
from bot.session.journal.history import was_late
from bot.session.receipts import SeatInfo
from bot.storage import DeadlineRow, deadlines, journal, members

ANSWER = "answer"
"""A deadline at which a question is answered on a seat's behalf."""

CLOSING = CLOSE.verb
"""The deadline of one of the seats for which a question closes at the same time.

The question closes at the latest of these deadlines. These deadlines stay until then, no matter who
has answered, so nobody can tell from the time left who has.
"""

REMIND = "remind"
"""The time of the reminder before a deadline."""

TIME_UP = "time_up"
"""The clock's order when a game's time is up."""


@dataclass(frozen=True, slots=True)
class QuestionDue:
    """When a seat's time for a kind of question ends. ``left`` is set while the time is on hold."""

    seat: Seat
    prompt: str
    due: datetime
    left: timedelta | None = None


def question_of(match: Match, seat: Seat) -> str | None:
    """The kind of question that the game is waiting for a seat to answer, if any."""
    return next((p.kind for p in match.asked(seat) if p.blocking), None)


def last_of(rows: Iterable[DeadlineRow]) -> datetime | None:
    """When the question closes for everybody; None if there is no such question or the clock is
    stopped."""
    closing = [row for row in rows if row.kind == CLOSING]
    if any(row.left is not None for row in closing):
        return None
    return max((row.due for row in closing), default=None)


def dues_of(rows: Sequence[DeadlineRow]) -> list[QuestionDue]:
    """When each seat's time ends."""
    closes = last_of(rows)
    return [
        QuestionDue(
            row.seat,
            row.prompt or "",
            row.due if closes is None else closes,
            None if row.left is None else timedelta(seconds=row.left),
        )
        for row in rows
        if row.kind in (ANSWER, CLOSING) and row.seat is not None
    ]


async def rhythm_of(db: AsyncSession, user_id: int | None, now: datetime) -> Rhythm:
    """When a person's time runs; for a seat without a person, it always does."""
    if user_id is None:
        return Rhythm()
    row = await members.by_id(db, user_id)
    away = [(a.begins, a.ends) for a in await members.absences(db, user_id, now)]
    if row is None or row.quiet_from is None or row.quiet_until is None:
        return Rhythm(away=away)
    return Rhythm((row.quiet_from, row.quiet_until), kept_zone(row.zone), away)


async def follow(
    db: AsyncSession,
    game_id: str,
    pace: Times,
    match: Match,
    seats: Sequence[SeatInfo],
    now: datetime,
    *,
    acted: Seat | None,
    goes_on: bool = False,
    fresh: Iterable[Seat] = (),
    paused: bool = False,
) -> None:
    """Bring the deadlines into line with the open questions.

    Only seats that the game is waiting for, or that share in a question closing for everybody, have
    a deadline, and never those that a computer plays. ``acted`` is the seat that has just decided,
    and ``fresh`` are those with a new person in them. ``goes_on`` says that the question which
    closes for everybody at the same time was already open.
    """
    rows: dict[Seat, list[DeadlineRow]] = {}
    for row in await deadlines.of_questions(db, game_id):
        assert row.seat is not None
        rows.setdefault(row.seat, []).append(row)
    people = {s.number: s.user_id for s in seats if s.policy is None}
    closing = match.closing()
    times = _Running(db, game_id, pace, now, people, rows, set(fresh), paused)
    if closing:
        await times.settle_together(closing, goes_on=goes_on)
    else:
        await times.settle_each(match, acted)
    await db.flush()


@dataclass(frozen=True, slots=True)
class _Running:
    """Brings the deadlines of one game into line; ``rows`` are each seat's rows as they were
    before.

    ``people`` are the seats that no computer plays, and ``fresh`` are those with somebody new in
    them.
    """

    db: AsyncSession
    game_id: str
    pace: Times
    now: datetime
    people: dict[Seat, int | None]
    rows: dict[Seat, list[DeadlineRow]]
    fresh: set[Seat]
    paused: bool

    async def settle_together(self, closing: dict[Seat, Prompt], *, goes_on: bool) -> None:
        """Set each seat's share of the time for the question that closes for everybody.

        A seat that already has a share in an open question keeps it. Nobody is reminded of a
        debate.
        """
        stay, again = set[Seat](), set[Seat]()
        if goes_on:
            stay = {seat for seat in self.rows if seat in self.people and seat not in self.fresh}
            again = self.fresh & set(self.rows)
        for seat in set(self.rows) - stay:
            await deadlines.forget_question(self.db, self.game_id, seat)
        for seat in sorted((set(closing) | again) & set(self.people) - stay):
            prompt = closing.get(seat) or next(iter(closing.values()))
            given = self.pace.span_for(prompt.kind, timedelta(seconds=prompt.seconds or 0))
            assert given is not None
            reminder = self.pace.reminder_after(given) if prompt.sealed else None
            rhythm = await rhythm_of(self.db, self.people[seat], self.now)
            self._open(seat, prompt.kind, ((REMIND, reminder), (CLOSING, given)), rhythm)

    async def settle_each(self, match: Match, acted: Seat | None) -> None:
        """Set the time for each seat that has a question of its own."""
        people = self.people
        asked = {seat: question_of(match, seat) for seat in match.waiting_for() if seat in people}
        for seat, mine in self.rows.items():
            if seat in self.fresh or any(row.prompt != asked.get(seat) for row in mine):
                await deadlines.forget_question(self.db, self.game_id, seat)
        for seat, prompt in asked.items():
            given = None if prompt is None else self.pace.span_for(prompt)
            if prompt is not None and given is not None:
                await self._settle_question(seat, prompt, given, acted)

    async def _settle_question(
        self, seat: Seat, prompt: str, given: timedelta, acted: Seat | None
    ) -> None:
        """Set the time for one seat's question: less than usual, if it let the last one pass."""
        mine = self.rows.get(seat, [])
        kept = seat not in self.fresh and bool(mine) and mine[0].prompt == prompt
        if kept and seat != acted:
            return
        rhythm = await rhythm_of(self.db, self.people[seat], self.now)
        if kept:
            _at_least(mine, min(given, self.pace.grace), rhythm, self.now)
            return
        fresh = seat in self.fresh
        last = None if fresh else await journal.last_of_seat(self.db, self.game_id, seat)
        if last is not None and was_late(last.note):
            given = min(given, self.pace.grace)
        spans = ((REMIND, self.pace.reminder_after(given)), (ANSWER, given))
        self._open(seat, prompt, spans, rhythm)

    def _open(
        self,
        seat: Seat,
        prompt: str,
        spans: Iterable[tuple[str, timedelta | None]],
        rhythm: Rhythm,
    ) -> None:
        for kind, span in spans:
            if span is None:
                continue
            due = rhythm.after(self.now, span)
            row = DeadlineRow(
                game_id=self.game_id,
                due=due,
                set_at=self.now,
                kind=kind,
                seat=seat,
                prompt=prompt,
            )
            if self.paused:
                row.left = _seconds(due - self.now)
            self.db.add(row)


def _at_least(rows: list[DeadlineRow], span: timedelta, rhythm: Rhythm, now: datetime) -> None:
    """Leave at least this much time for the next question of the same kind."""
    for row in rows:
        if row.kind == ANSWER and row.left is None:
            least = rhythm.after(now, span)
            if least > row.due:
                row.due, row.set_at = least, now


def _seconds(span: timedelta) -> int:
    """Whole seconds, rounded up, so that stopping the clock costs nobody any time."""
    return max(0, ceil(span.total_seconds()))


async def hold(db: AsyncSession, game_id: str, now: datetime) -> None:
    """Stop a game's clock: every deadline keeps the time that is left."""
    for row in await deadlines.all_of(db, game_id):
        row.left = _seconds(row.due - now)
        row.claimed_until = None
    await db.flush()


async def let_run(db: AsyncSession, game_id: str, now: datetime) -> None:
    """Let a game's clock continue from where it was stopped."""
    for row in await deadlines.all_of(db, game_id):
        if row.left is not None:
            row.due, row.set_at = now + timedelta(seconds=row.left), now
            row.left = None
    await db.flush()


async def extend(
    db: AsyncSession,
    game_id: str,
    pace: Times,
    seat: Seat | None,
    by: timedelta,
    now: datetime,
) -> list[Seat]:
    """Give more time (or, if negative, less) to one seat or to all. Returns the seats that had a
    deadline.

    A reminder that has already been sent comes again if there is time for it. A question that
    closes for everybody at the same time gets more time for all.
    """
    found = await deadlines.of_questions(db, game_id)
    together = any(row.kind == CLOSING for row in found)
    rows = [row for row in found if together or seat in (None, row.seat)]
    reminded = {row.seat for row in rows if row.kind == ANSWER}
    reminded -= {row.seat for row in rows if row.kind == REMIND}
    for row in rows:
        if row.left is None:
            row.due = max(row.due + by, now)
        else:
            row.left = max(0, row.left + round(by.total_seconds()))
        row.claimed_until = None
        if row.kind == ANSWER and row.seat in reminded and row.left is None:
            again = row.due - pace.reminder
            if again > now:
                db.add(
                    DeadlineRow(
                        game_id=game_id,
                        due=again,
                        set_at=row.set_at,
                        kind=REMIND,
                        seat=row.seat,
                        prompt=row.prompt,
                    )
                )
    await db.flush()
    return sorted({row.seat for row in rows if row.seat is not None})


async def reckon_anew(
    db: AsyncSession, user_id: int, before: Rhythm, after: Rhythm, now: datetime
) -> set[str]:
    """Move a person's open deadlines to fit the new times at which they can answer. Returns the
    games affected."""
    rows = [row for row in await deadlines.of_person(db, user_id) if row.left is None]
    for row in rows:
        if row.due > now:
            row.due = after.after(now, before.between(now, row.due))
            row.claimed_until = None
    await db.flush()
    return {row.game_id for row in rows}
