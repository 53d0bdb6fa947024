"""The journal of one game as people may read it: the log, the news they missed, and the record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.rules.kernel import Event, Prompt, Seat
from bot.session.announcements import restore
from bot.session.clock.deadlines import dues_of
from bot.session.hosted_game import HostedGame
from bot.session.journal import history
from bot.session.journal.history import DECISION, Begin, Seatings, begin_of, dated, seatings
from bot.session.receipts import Logged
from bot.session.seating import is_correction
from bot.session.services import Services
from bot.storage import JournalRow, deadlines, journal

_PAGE = 100


@dataclass(frozen=True, slots=True)
class Digest:
    """What a seat may know about the time since a revision, and what it is asked now.

    ``moves`` counts the decisions of each seat; ``asked`` are the questions waiting for an answer,
    and ``due`` is the deadline, if there is one.
    """

    since: int
    revision: int
    entries: tuple[Logged, ...]
    moves: dict[Seat, int]
    asked: tuple[Prompt, ...]
    due: datetime | None

    @property
    def played(self) -> tuple[Event, ...]:
        """The events of the entries, in order, without those of moderators' corrections."""
        return played_in(self.entries)


def played_in(entries: Iterable[Logged]) -> tuple[Event, ...]:
    """The events of entries, in order, without those of moderators' corrections."""
    played = (entry for entry in entries if not is_correction(entry.note))
    return tuple(event for entry in played for event in entry.events)


class Journal:
    """Reads one game's journal for people. Nothing here changes the game."""

    __slots__ = ("_database", "_game")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self._game = game
        self._database = services.database

    async def log(
        self, seat: Seat | None, last: int = 20, after: int | None = None
    ) -> list[Logged]:
        """The ``last`` log entries that the seat (None: a spectator) may read, in order; only those
        ``after`` a revision, if one is given."""
        game = self._game
        async with self._database.reading() as db:
            return await history.read_log(db, game.rules, game.id, seat, last, after)

    async def seatings(self, after: int) -> Seatings:
        """How seats changed hands after a revision."""
        if after >= self._game.reseated:
            return ()
        async with self._database.reading() as db:
            return await seatings(db, self._game.id, after)

    async def digest(self, seat: Seat | None, since: int) -> Digest:
        """What a seat may know about the time after a revision, and what it is asked now."""
        return await self._digest(seat, Begin(since + 1, 0))

    async def missed(self, seat: Seat, since: int | None = None) -> Digest:
        """What has happened since a seat's own last turn ended, or since a revision if that is
        earlier, and what it is asked now."""
        game = self._game
        async with self._database.reading() as db:
            turn = await begin_of(db, game.rules, game.id, seat)
        begin = Begin(1, 0) if turn is None else turn
        return await self._digest(seat, begin if since is None else min(begin, Begin(since + 1, 0)))

    async def _digest(self, seat: Seat | None, begin: Begin) -> Digest:
        game, since = self._game, begin.revision - 1
        async with self._database.reading() as db:
            rows = await journal.since(db, game.id, since)
            dues = () if seat is None else await deadlines.of_questions(db, game.id)
            logged = {row.revision: begin.of(game.rules, row, seat) for row in rows}
            told = (entry for entry in logged.values() if entry is not None)
            entries = tuple(await dated(db, game.id, told))
        moves: dict[Seat, int] = {}
        for row in rows:
            # A sealed answer stays private until all are in: only what is visible counts.
            if row.seat >= 0 and row.kind == DECISION and logged[row.revision] is not None:
                moves[row.seat] = moves.get(row.seat, 0) + 1
        prompts = [] if seat is None else game.prompts(seat)
        asked = tuple(prompt for prompt in prompts if prompt.blocking)
        until = next((d.due for d in dues_of(dues) if d.seat == seat and asked), None)
        return Digest(since, game.revision, entries, moves, asked, until)

    async def turns_ago(self, count: int) -> int:
        """The revision after which the last ``count`` turns began; -1 if there have been fewer."""
        before: int | None = None
        left = count
        async with self._database.reading() as db:
            while True:
                rows = await journal.newest(db, self._game.id, _PAGE, before)
                for row in rows:
                    left -= self._turns_begun(row)
                    if left <= 0:
                        return row.revision - 1
                if len(rows) < _PAGE:
                    return -1
                before = rows[-1].revision

    def _turns_begun(self, row: JournalRow) -> int:
        rules = self._game.rules
        return sum(history.begins_turn(rules, event) for event in restore(rules, row.events))

    async def export(self) -> dict[str, Any]:
        """The whole game as JSON data (see :mod:`bot.session.journal.record`).

        The data contain the seed and every choice: do not show them to players before the end.
        """
        async with self._database.reading() as db:
            return await history.export(db, self._game.id, self._game.match)
