"""One game in one channel: its position, and the parts that act on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Game, Match, Seat
from bot.session.announcements import DIGEST
from bot.session.changes import Change, decision, order
from bot.session.clock.deadlines import TIME_UP, QuestionDue, dues_of
from bot.session.clock.pace import hours_of
from bot.session.commands import Commands
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import public_news, read_log
from bot.session.past.journal import Journal
from bot.session.past.replay import Replay
from bot.session.people import Presence
from bot.session.receipts import STALE, Logged, Receipt, Refused
from bot.session.services import Services
from bot.session.table.amending import Amending
from bot.session.table.computer_seats import ComputerSeats
from bot.session.table.consent import Consent
from bot.session.table.lobby import Lobby
from bot.session.table.moderation import Moderator
from bot.session.table.onlookers import Onlookers
from bot.session.table.standing_orders import StandingOrders
from bot.session.tellings import Cards, PrivateQuestions, Tellings
from bot.session.timekeeping import GameClock
from bot.storage import GameRow, SeatRow, deadlines, journal
from bot.storage.snapshots import position_at


@dataclass(frozen=True, slots=True)
class Course:
    """How a game is going, as far as everybody may know: the latest log entries, and what is due
    when."""

    entries: list[Logged]
    dues: list[QuestionDue]
    ends: datetime | None
    """When the game's time is up; None if there is no limit."""
    back: bool
    """Whether somebody could ask for a step to be taken back, as far as everybody may know."""


class GameSession(HostedGame):
    """A game that the bot hosts: its position, and its parts.

    A command that is refused raises :class:`Refused` with a sentence for the person, and changes
    nothing. All commands go through ``commands``, the only place in which a game is changed. This
    class and the parts have slots, because a bot may keep thousands of games.
    """

    __slots__ = (
        "__weakref__",
        "_database",
        "amending",
        "cards",
        "clock",
        "commands",
        "computers",
        "consent",
        "journal",
        "lobby",
        "moderator",
        "onlookers",
        "orders",
        "presence",
        "private_questions",
        "replay",
        "tellings",
    )

    commands_made_by: ClassVar[type[Commands]] = Commands

    def __init__(self, services: Services, rules: Game, row: GameRow, seats: list[SeatRow]) -> None:
        super().__init__(rules, row, seats)
        self._database = services.database
        self.commands = self.commands_made_by(self, services)
        # What was played
        self.journal = Journal(self, services)
        self.replay = Replay(self, services)
        # Time
        self.clock = GameClock(self.commands)
        self.presence = Presence(self, services)
        # The people at the table, and the computers
        self.lobby = Lobby(self.commands)
        self.consent = Consent(self.commands)
        self.amending = Amending(self.commands)
        self.orders = StandingOrders(self.commands)
        self.computers = ComputerSeats(self.commands, self.orders)
        self.moderator = Moderator(self.commands)
        self.onlookers = Onlookers(self.commands)
        # What is remembered about messages
        self.cards = Cards(self, services)
        self.tellings = Tellings(self, services)
        self.private_questions = PrivateQuestions(self, services)
        self.commands.then = self.computers.hear

    async def submit(
        self,
        *,
        user_id: int,
        choice: Choice,
        revision: int | None = None,
        interaction_id: str | None = None,
    ) -> Receipt:
        """Carry out a person's choice.

        ``revision`` is the one for which the control was made: if what it offered is no longer
        open, or has been answered meanwhile, the choice is refused as stale.
        """

        async def work(db: AsyncSession) -> Change:
            match = self.in_play()
            seat = self.own_seat(user_id)
            if revision is not None and revision != self.revision:
                await self._check_fresh(db, match, seat, choice, revision)
            change = decision(self, seat, choice, user_id)
            since = await self.presence.missed(db, user_id, self.revision + 1)
            if since is not None:
                change.say = ((DIGEST, {"since": since}, seat),)
            return change

        receipt = await self.commands.carry_out(work, interaction_id, user_id)
        self.presence.notice(user_id)
        return receipt

    async def made_at(self, moment: int) -> int:
        """The revision for which a control of this moment was made: the last one of the moment."""
        if moment == self.moment:
            return self.revision
        async with self._database.reading() as db:
            made = await journal.last_within(db, self.id, moment)
        # A moment that is still to come belongs to no revision.
        return made if moment < self.moment else self.revision + 1

    async def moment_of(self, revision: int) -> int:
        """The moment to which a revision belongs."""
        async with self._database.reading() as db:
            return await journal.moment_of(db, self.id, revision)

    async def begun_at(self, moment: int) -> int:
        """The revision at which a moment began; a future one if it has not begun."""
        async with self._database.reading() as db:
            found = await journal.first_within(db, self.id, moment)
        return self.revision + 1 if found is None else found

    async def course(self, last: int, news_of: Seat | None = None) -> Course:
        """How the game is going, with the ``last`` entries of the log, or those that are news to a
        seat: all of it read at once."""
        async with self._database.reading() as db:
            if news_of is not None and news_of == self.newsless:
                entries = []
            elif news_of is None:
                entries = await read_log(db, self.rules, self.id, None, last)
            else:
                entries = await public_news(db, self.rules, self.id, news_of)
            dues = dues_of(await deadlines.of_questions(db, self.id)) if self.timed else []
            ends = await deadlines.of_game(db, self.id, TIME_UP) if hours_of(self.options) else None
            return Course(entries, dues, ends, await self.consent.open_to_undo(db))

    async def direct(
        self, choice: Choice, *, by: int | None = None, interaction_id: str | None = None
    ) -> Receipt:
        """Carry out an order from the clock, or (with ``by``) from a moderator."""

        async def work(_db: AsyncSession) -> Change:
            return order(self, choice, by)

        return await self.commands.carry_out(work, interaction_id)

    async def _check_fresh(
        self, db: AsyncSession, match: Match, seat: Seat, choice: Choice, revision: int
    ) -> None:
        """Refuse a control from an earlier revision if what it offered is no longer open."""
        now = next((p for p in match.prompts(seat) if p.find(choice) is not None), None)
        if now is None or revision > self.revision:
            raise Refused(STALE)
        position = await position_at(db, self.id, revision)
        if position is None:
            raise Refused(STALE)
        then = Match.load(self.rules, position).prompts(seat)
        if not any(p.kind == now.kind and p.find(choice) is not None for p in then):
            raise Refused(STALE)
        # The same question may have been answered and asked again: a second press of 'pass' must
        # not pass twice. Whatever is possible at any time remains so, whatever else has been
        # answered.
        if now.blocking and await journal.answered_since(db, self.id, revision, seat, now.kind):
            raise Refused(STALE)


Find = Callable[[str], Awaitable[GameSession | None]]
"""Finds a game by its id, as it is now. Raises Unreadable if the game cannot be read."""
