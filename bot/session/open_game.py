"""A game to be looked at: what may be seen, asked and read of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Game, IllegalChoice, Match, Prompt
from bot.session.clock.deadlines import QuestionDue, dues_of, last_of
from bot.session.journal import history, retelling
from bot.session.journal import turns as turn_by_turn
from bot.session.journal.retelling import Digest, Scene
from bot.session.journal.turns import Turn
from bot.session.receipts import (
    NO_SEAT_HERE,
    NOT_RUNNING,
    OUR_SIDE,
    PAUSED,
    Logged,
    Refused,
)
from bot.session.stored_game import StoredGame
from bot.session.tellings import Tellings
from bot.storage import deadlines
from bot.storage.tables import OVER, RUNNING

TIME_UP = "time_up"
"""The clock's order when a game's hours have passed."""


class OpenGame(StoredGame):
    """What is looked at; nothing here changes the game."""

    @property
    def rules(self) -> Game:
        """The rules that are played by."""
        return self._rules

    @property
    def tellings(self) -> Tellings:
        """What is kept of the messages in which the channel was told of the game."""
        return Tellings(self)

    @property
    def seed(self) -> str | None:
        """The seed of all draws and rolls, once the game is over."""
        return self._seed if self.status == OVER else None

    def in_progress(self) -> Match:
        """The match. Refused if none is being played."""
        if self.status != RUNNING or self.match is None:
            raise Refused(NOT_RUNNING)
        return self.match

    def in_play(self) -> Match:
        """The match, if people may decide now. Refused if not."""
        if self.paused_at is not None:
            raise Refused(PAUSED)
        return self.in_progress()

    def own_seat(self, user_id: int) -> int:
        """The person's seat. Refused if they have none."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refused(NO_SEAT_HERE)
        return seat

    def prompts(self, seat: int) -> list[Prompt]:
        """What the seat may do now."""
        if self.status != RUNNING or self.match is None:
            return []
        return self.match.prompts(seat)

    def why_not(self, seat: int) -> list[tuple[Choice, IllegalChoice]]:
        """What the seat might expect to do now but may not, each with the rule that forbids it."""
        if self.status != RUNNING or self.match is None:
            return []
        return self.match.why_not(seat)

    def view(self, seat: int | None) -> Any:
        """What the seat (None: a spectator) may see. Refused before the game has begun."""
        if self.match is None:
            raise Refused(NOT_RUNNING if self._fit else OUR_SIDE)
        return self.match.view(seat)

    def waiting_for(self) -> list[int]:
        """The seats whose answer the game cannot go on without."""
        if self.status != RUNNING or self.match is None:
            return []
        return self.match.waiting_for()

    async def log(self, seat: int | None, last: int = 20) -> list[Logged]:
        """The ``last`` entries of the log that the seat (None: a spectator) may read, in order."""
        async with self._desk.database.reading() as db:
            return await history.read_log(db, self._rules, self.id, seat, last)

    async def digest(self, seat: int | None, since: int | None = None) -> Digest:
        """What a seat missed after a revision (None: since it last acted), and what it is asked."""
        if since is None:
            since = 0 if seat is None else await retelling.last_act(self, seat)
        return await retelling.digest(self, seat, since)

    def replay(
        self, *, user_id: int, seat: int | None, first: int = 0, last: int | None = None
    ) -> AsyncIterator[Scene]:
        """The game over again, step by step, as a seat (None: a spectator) saw it.

        Refused, once begun, for another person's seat while the game runs.
        """
        return retelling.replay(self, user_id, seat, first, last)

    def turns(self) -> AsyncIterator[Any]:
        """What everybody saw as the game began, as each turn began, and at the end, in order."""
        return retelling.turns(self)

    async def seen_after(self, revision: int) -> Any:
        """What everybody saw after a revision; None if the game had not begun then."""
        return await retelling.seen_after(self, revision)

    async def turn(self, *, user_id: int, seat: int | None, number: int | None = None) -> Turn:
        """A turn over again (the newest without a number), as a seat or a spectator saw it.

        Refused for another person's seat while the game runs.
        """
        return await turn_by_turn.turn(self, user_id, seat, number)

    async def turns_ago(self, count: int) -> int:
        """The revision after which the last ``count`` turns began; -1 if that is all of them."""
        return await turn_by_turn.turns_ago(self, count)

    async def export(self) -> dict[str, Any]:
        """The whole game as JSON data (see :mod:`bot.session.journal.record`).

        It holds the seed and every choice: not to be shown to players before the end.
        """
        async with self._desk.database.reading() as db:
            return await history.export(db, self.id, self.match)

    async def time_limit(self) -> datetime | None:
        """When the game's hours have passed, or None if no limit was set (or it is over)."""
        async with self._desk.database.reading() as db:
            return await deadlines.of_game(db, self.id, TIME_UP)

    async def deadlines(self) -> list[QuestionDue]:
        """Till when the seats that are asked have to answer, as far as there is an end.

        In a vote these are all who were asked at its beginning: who has voted is not to be seen.
        """
        async with self._desk.database.reading() as db:
            return dues_of(await deadlines.of_questions(db, self.id))

    async def closes(self) -> datetime | None:
        """When the debate or the vote of the moment ends; None if none is on or time stands."""
        async with self._desk.database.reading() as db:
            return last_of(await deadlines.of_questions(db, self.id))

    def transaction(self, *, writing: bool = False) -> AbstractAsyncContextManager[AsyncSession]:
        """A transaction on the database beside the game's commands."""
        database = self._desk.database
        return database.writing() if writing else database.reading()
