"""A replay of a game, step by step or turn by turn, as one seat (or a spectator) saw it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.rules.kernel import Event, Game, Match, Seat
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import at_revision, begins_turn, events_of, seatings
from bot.session.receipts import Logged, Refused, SeatInfo
from bot.session.services import Services
from bot.storage import journal
from bot.storage.journal import JournalLine
from bot.storage.snapshots import position_at


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """One step of a replay: what happened, and the view afterwards.

    ``steps`` is the number of the newest step.
    """

    step: int
    steps: int
    revision: int
    at: datetime
    events: tuple[Event, ...]
    view: Any


@dataclass(frozen=True, slots=True)
class ReplayedTurn:
    """One turn of a replay: what happened in it, and the view once the next turn had begun.

    Turn 0 is the set-up; ``turns`` is the number of the newest turn. ``seat`` is the seat whose
    view it is: None means the public view, which also serves for the time before that player had a
    seat. ``seats`` is the seating at the end of the turn, if that has changed since.
    """

    number: int
    turns: int
    revision: int
    at: datetime
    entries: tuple[Logged, ...]
    view: Any
    seat: Seat | None
    seats: tuple[SeatInfo, ...] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the turn, in order."""
        return tuple(event for entry in self.entries for event in entry.events)


class Replay:
    """A replay of one game.

    Once the game has been played to its end, any seat's view is allowed; until then, only a
    player's own view or a spectator's (``seat`` None). Steps that were taken back are left out.
    """

    __slots__ = ("_database", "_game")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._database = services.database

    async def steps(
        self, *, user_id: int, seat: Seat | None, first: int = 0, last: int | None = None
    ) -> AsyncIterator[ReplayedStep]:
        """The steps from ``first`` to ``last`` (None: all), as a seat saw them.

        Step 0 is the set-up. Refused to anybody who may not have that seat's view.
        """
        self._check_eyes(user_id, seat)
        game = self._game
        async with self._database.reading() as db:
            rows = await journal.step_lines(db, game.id)
        for step, row in enumerate(rows):
            if step < first or (last is not None and step > last):
                continue
            match = await self._match_after(row)
            events = tuple(e for e in events_of(game.rules, row) if e.visible_to(seat))
            view = match.view(_eyes(match, seat))
            yield ReplayedStep(step, len(rows) - 1, row.revision, row.at, events, view)

    async def turn(
        self, *, user_id: int, seat: Seat | None, number: int | None = None
    ) -> ReplayedTurn:
        """A turn (without a number, the newest), as a seat saw it.

        Refused to people who may not have that seat's view, and before the game has begun.
        """
        self._check_eyes(user_id, seat)
        async with self._database.reading() as db:
            rows = await journal.step_lines(db, self._game.id)
            changes = await seatings(db, self._game.id, 0)
        if not rows:
            raise Refused("This game has not begun, so there is nothing to watch yet.")
        turns = _by_turns(self._game.rules, rows)
        newest = len(turns) - 1
        shown = newest if number is None else max(0, min(number, newest))
        row, steps = turns[shown]
        match = await self._match_after(row)
        seat = _eyes(match, seat)
        entries = tuple(
            Logged(
                part.revision,
                part.at,
                part.seat,
                tuple(event for event in some if event.visible_to(seat)),
                seats=at_revision(changes, part.revision),
            )
            for part, some in steps
        )
        seats = at_revision(changes, row.revision)
        view = match.view(seat)
        return ReplayedTurn(shown, newest, row.revision, row.at, entries, view, seat, seats)

    async def turning_points(self) -> AsyncIterator[tuple[Any, tuple[SeatInfo, ...] | None]]:
        """What everybody saw when the game began, when each turn began, and at the end, in order;
        each with the seating at that time, if it has changed since."""
        rules = self._game.rules
        async with self._database.reading() as db:
            rows = await journal.step_lines(db, self._game.id)
            changes = await seatings(db, self._game.id, 0)
        for step, row in enumerate(rows):
            events = events_of(rules, row)
            if step in (0, len(rows) - 1) or any(rules.marks_turn(event) for event in events):
                seen = await self.seen_after(row.revision)
                yield seen, at_revision(changes, row.revision)

    async def seen_after(self, revision: int) -> Any:
        """What everybody saw after a revision; None if the game had not begun then."""
        async with self._database.reading() as db:
            position = await position_at(db, self._game.id, revision)
        return None if position is None else Match.load(self._game.rules, position).view(None)

    def _check_eyes(self, user_id: int, seat: Seat | None) -> None:
        if self._game.lies_open or seat is None or self._game.seat_of(user_id) == seat:
            return
        raise Refused("While the game runs, you can watch it again only from your own seat.")

    async def _match_after(self, row: JournalLine) -> Match:
        async with self._database.reading() as db:
            position = await position_at(db, self._game.id, row.revision)
        assert position is not None
        return Match.load(self._game.rules, position)


def _eyes(match: Match, seat: Seat | None) -> Seat | None:
    """The seat whose view of a past position is shown; None (everybody's view) if the person had no
    seat then."""
    return seat if seat is None or seat < match.game.seats(match.position.state) else None


def _by_turns(
    rules: Game, rows: Iterable[JournalLine]
) -> list[tuple[JournalLine, list[tuple[JournalLine, list[Event]]]]]:
    """For each turn, the row that ended it (or the newest), and which part of each row belongs to
    it.
    """
    parts: list[tuple[JournalLine, list[tuple[JournalLine, list[Event]]]]] = []
    for row in rows:
        if not parts:
            parts.append((row, []))
        steps = parts[-1][1]
        parts[-1] = (row, steps)
        steps.append((row, []))
        for event in events_of(rules, row):
            if begins_turn(rules, event):
                parts.append((row, [(row, [])]))
            parts[-1][1][-1][1].append(event)
    return parts
