"""What happened while somebody was away, and a whole game over again from one seat's eyes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.rules.kernel import Event, Match, Prompt
from bot.session.announcements import restore
from bot.session.clock.deadlines import dues_of
from bot.session.journal import history
from bot.session.receipts import Logged, Refused
from bot.storage import deadlines, journal
from bot.storage.snapshots import position_at
from bot.storage.tables import OVER

if TYPE_CHECKING:
    from bot.session.open_game import OpenGame


@dataclass(frozen=True, slots=True)
class Digest:
    """What a seat may know of the time since a revision, and what is asked of it now.

    ``moves`` counts the decisions of each seat; ``asked`` are the questions that wait for an
    answer, ``due`` till when, if there is a deadline.
    """

    since: int
    revision: int
    entries: tuple[Logged, ...]
    moves: dict[int, int]
    asked: tuple[Prompt, ...]
    due: datetime | None

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the entries, in order."""
        return tuple(event for entry in self.entries for event in entry.events)


@dataclass(frozen=True, slots=True)
class Scene:
    """One step of a game over again: what happened, and the view of it afterwards."""

    step: int
    steps: int
    revision: int
    at: datetime
    events: tuple[Event, ...]
    view: Any


async def digest(session: OpenGame, seat: int | None, since: int) -> Digest:
    """What happened after a revision, as a seat (None: a spectator) may know it."""
    async with session.transaction() as db:
        rows = await journal.since(db, session.id, since)
        due = None if seat is None else await deadlines.of_questions(db, session.id)
    entries = tuple(e for row in rows if (e := history.entry(session.rules, row, seat)) is not None)
    moves: dict[int, int] = {}
    for row in rows:
        # A sealed answer is nobody's business before all are in: what is visible counts.
        if (
            row.seat >= 0
            and row.kind == "decision"
            and any(e.revision == row.revision for e in entries)
        ):
            moves[row.seat] = moves.get(row.seat, 0) + 1
    asked: tuple[Prompt, ...] = ()
    if seat is not None:
        asked = tuple(prompt for prompt in session.prompts(seat) if prompt.blocking)
    until = next((d.due for d in dues_of(due or ()) if d.seat == seat and asked), None)
    return Digest(since, session.revision, entries, moves, asked, until)


async def last_act(session: OpenGame, seat: int) -> int:
    """The revision at which a seat last did something of its own accord; 0 if never."""
    async with session.transaction() as db:
        rows = await journal.since(db, session.id, 0)
    own = (r.revision for r in rows if r.seat == seat and not history.not_ones_own(r))
    return max(own, default=0)


async def turns(session: OpenGame) -> AsyncIterator[Any]:
    """What everybody saw of a game as it began, as each turn began, and at the end, in order."""
    async with session.transaction() as db:
        rows = await journal.standing(db, session.id)
    for step, row in enumerate(rows):
        events = restore(session.rules, row.events)
        if step in (0, len(rows) - 1) or any(session.rules.marks_turn(e) for e in events):
            yield await seen_after(session, row.revision)


async def seen_after(session: OpenGame, revision: int) -> Any:
    """What everybody saw of a game after a revision; None if it had not begun then."""
    async with session.transaction() as db:
        position = await position_at(db, session.id, revision)
    return None if position is None else Match.load(session.rules, position).view(None)


def eyes_of(match: Match, seat: int | None) -> int | None:
    """Through whose eyes a past position is seen: whoever had no seat then saw what all saw."""
    return seat if seat is None or seat < match.game.seats(match.position.state) else None


def may_watch(session: OpenGame, user_id: int, seat: int | None) -> None:
    """Refuse to show the game over again from eyes that are not one's own while it runs."""
    if session.status == OVER or seat is None or session.seat_of(user_id) == seat:
        return
    raise Refused("While the game runs, you can see it again from your own seat only.")


async def replay(
    session: OpenGame, user_id: int, seat: int | None, first: int = 0, last: int | None = None
) -> AsyncIterator[Scene]:
    """The steps from ``first`` to ``last`` (all) over again, as a seat saw them.

    Any seat once the game is over; one's own, or a spectator's view, while it runs. Steps that
    were taken back are left out. Step 0 is the set-up.
    """
    may_watch(session, user_id, seat)
    async with session.transaction() as db:
        rows = await journal.standing(db, session.id)
    for step, row in enumerate(rows):
        if step < first or (last is not None and step > last):
            continue
        async with session.transaction() as db:
            position = await position_at(db, session.id, row.revision)
        assert position is not None
        events = tuple(e for e in restore(session.rules, row.events) if e.visible_to(seat))
        match = Match.load(session.rules, position)
        view = match.view(eyes_of(match, seat))
        yield Scene(step, len(rows) - 1, row.revision, row.at, events, view)
