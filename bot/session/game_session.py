"""One game in one channel: its commands, one at a time, each safe on disk before it is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Game, IllegalChoice, Match, Outcome
from bot.session.announcements import BRIEF, DIGEST
from bot.session.cards import Cards
from bot.session.clock import absence, lateness
from bot.session.drafts import (
    DECISION,
    DIRECT,
    START,
    Draft,
    Entry,
    computer_waited_for,
)
from bot.session.journal.record import JOIN
from bot.session.library import Policy
from bot.session.open_game import TIME_UP
from bot.session.receipts import (
    CHANNEL_TAKEN,
    STALE,
    Receipt,
    Refused,
    SeatInfo,
)
from bot.session.table import petitions, seating, standing_orders
from bot.session.table.computers import chosen, noticed, plainest
from bot.session.table.consent import ConsultedGame
from bot.session.table.moderation import Moderator
from bot.session.table.petitions import LAPSE
from bot.session.table.standing_orders import StandingOrder, Until
from bot.storage import DeadlineRow, GameRow, SeatRow, cards, deadlines, games, journal, members
from bot.storage import standing_orders as orders_kept
from bot.storage.snapshots import position_at
from bot.storage.tables import LOBBY, OVER, RUNNING

if TYPE_CHECKING:
    from bot.session.desk import Desk

logger = logging.getLogger(__name__)

_TRIES_OF_A_COMPUTER = 3


class GameSession(ConsultedGame):
    """A game: who plays, how it stands, and its commands.

    Commands raise :class:`Refused` with a sentence for the person, and change nothing then.
    Commands for the host may be given for a moderator in the host's name.
    """

    def __init__(self, desk: Desk, rules: Game, row: GameRow, seats: list[SeatRow]) -> None:
        super().__init__(desk, rules, row, seats)
        self._computers_at_play = False

    @property
    def cards(self) -> Cards:
        """What is kept of the status card."""
        return Cards(self)

    @property
    def moderator(self) -> Moderator:
        """What a moderator may do; whether somebody is one, the caller knows."""
        return Moderator(self)

    async def forget_deadline(self, number: int) -> None:
        """Drop a deadline whose question was answered."""
        async with self.transaction(writing=True) as db:
            await deadlines.carried_out(db, number)

    # The lobby, and who sits where

    async def join(self, user_id: int, name: str) -> Receipt:
        """Take a seat; in a running game one that has become free."""

        async def work(_db: AsyncSession) -> Draft:
            running = self._open_and_running()
            if running and seating.is_newcomer(self.seats, user_id):
                return self._joined_late(user_id, name)
            seats = seating.joined(self.seats, self.seats_wanted, user_id, name, running)
            draft = self._reseated(user_id, seats)
            if running:
                draft.say = tuple((BRIEF, {}, seat) for seat in draft.filled)
            return draft

        return await self.command(work)

    async def leave(self, user_id: int) -> Receipt:
        """Give up one's seat. If nobody is left in a lobby, it is closed."""

        async def work(_db: AsyncSession) -> Draft:
            running = self._open_and_running()
            draft = self._reseated(user_id, seating.left(self.seats, user_id, running))
            if user_id == self.host_id:
                heir = seating.next_host(draft.seats)
                draft.broken_off = heir is None and not running
                draft.changes["host_id"] = self.host_id if heir is None else heir
            return draft

        return await self.command(work)

    async def add_computer(self, by: int, policy: str) -> Receipt:
        """Let a computer player take a seat. For the host."""

        async def work(_db: AsyncSession) -> Draft:
            running = self._open_and_running()
            self._for_host(by)
            self.policy(policy)
            seats = seating.with_computer(self.seats, self.seats_wanted, policy, running)
            return self._reseated(by, seats)

        return await self.command(work)

    async def remove_computer(self, by: int) -> Receipt:
        """Let the last computer player get up. For the host."""

        async def work(_db: AsyncSession) -> Draft:
            running = self._open_and_running()
            self._for_host(by)
            return self._reseated(by, seating.without_computer(self.seats, running))

        return await self.command(work)

    async def start(
        self, by: int, interaction_id: str | None = None, *, fewer: bool = False
    ) -> Receipt:
        """Begin. For the host; ``fewer`` allows for seats that nobody took."""

        async def work(db: AsyncSession) -> Draft:
            if self.status != LOBBY:
                raise Refused("This game has begun already.")
            self._for_host(by)
            missing = self.seats_wanted - len(self.seats)
            if missing and not fewer:
                raise Refused(_still_free(missing))
            try:
                match, outcome = Match.start(
                    self._rules, len(self.seats), self._seed, dict(self.options)
                )
            except ValueError as wrong:
                raise Refused(str(wrong)) from None
            now = self._desk.clock.now()
            hours = self._desk.hours_of(self.options)
            if hours is not None:
                due = now + timedelta(hours=hours)
                db.add(DeadlineRow(game_id=self.id, due=due, kind=TIME_UP))
            entry = Entry(START, events=outcome.events, known=True)
            changes = {"status": RUNNING, "started": now}
            return Draft(by, match, self.seats, changes, entry)

        receipt = await self.command(work, interaction_id, by)
        self._desk.scheduler.wake()
        return receipt

    async def end(self, by: int) -> Receipt:
        """Break the game off, or close the lobby. For the host."""

        async def work(_db: AsyncSession) -> Draft:
            self._open_and_running()
            self._for_host(by)
            return Draft(by, self.match, self.seats, broken_off=True)

        return await self.command(work)

    async def move(self, by: int, guild_id: int, channel_id: int) -> Receipt:
        """Go on in another channel. For the host; refused if that has a game that is not over."""

        async def work(db: AsyncSession) -> Draft:
            self._open_and_running()
            self._for_host(by)
            if channel_id == self.channel_id:
                raise Refused("The game is in this channel already.")
            if await games.is_taken(db, channel_id):
                raise Refused(CHANNEL_TAKEN)
            await members.forget_threads(db, self.id)
            if self.status_message_id is not None:
                old = self.status_message_id
                await cards.to_go(db, self.id, self.channel_id, old, self.now())
            place = {"guild_id": guild_id, "channel_id": channel_id, "status_message_id": None}
            return Draft(by, self.match, self.seats, place)

        return await self.command(work)

    # Playing

    async def submit(
        self,
        *,
        user_id: int,
        choice: Choice,
        revision: int | None = None,
        interaction_id: str | None = None,
    ) -> Receipt:
        """Carry out a person's choice.

        ``revision`` is the one that the control was made for: if what it offered is no longer
        open, or was answered meanwhile, the choice is refused as stale.
        """

        async def work(db: AsyncSession) -> Draft:
            match = self.in_play()
            seat = self.own_seat(user_id)
            if revision is not None and revision != self.revision:
                await self._check_fresh(db, match, seat, choice, revision)
            draft = self.decided(match, seat, choice, user_id)
            since = await absence.missed(db, self, user_id, self.revision + 1)
            if since is not None:
                draft.say = ((DIGEST, {"since": since}, seat),)
            return draft

        receipt = await self.command(work, interaction_id, user_id)
        self.noticed[user_id] = self.now()
        return receipt

    async def direct(
        self, choice: Choice, *, by: int | None = None, interaction_id: str | None = None
    ) -> Receipt:
        """Carry out an order of the clock, or (``by``) of a moderator."""

        async def work(_db: AsyncSession) -> Draft:
            return self.ordered(choice, by)

        return await self.command(work, interaction_id)

    async def fall_due(self, deadline: DeadlineRow) -> Receipt | None:
        """Carry out a deadline's order, once; None if that was done already."""
        assert deadline.id is not None
        if deadline.seat is not None:
            return await lateness.fall_due(self, deadline)
        if deadline.kind == LAPSE:
            return await self._petition_lapses(deadline)
        number, gone = deadline.id, False

        async def work(db: AsyncSession) -> Draft:
            nonlocal gone
            gone = not await deadlines.due_by(db, number, self.now())
            if gone:
                raise Refused("This deadline was dealt with already.")
            await deadlines.carried_out(db, number)
            return self.ordered(Choice(deadline.kind), None)

        try:
            return await self.command(work)
        except Refused:
            if gone:
                return None
            raise

    async def _petition_lapses(self, deadline: DeadlineRow) -> Receipt | None:
        """Let a petition lapse that was not settled in time; None if it was."""
        number, gone = deadline.id, False
        assert number is not None

        async def work(db: AsyncSession) -> Draft:
            nonlocal gone
            gone = not await deadlines.due_by(db, number, self.now())
            if gone:
                raise Refused(petitions.GONE)
            lapsed = await petitions.overtaken(db, self.id, (deadline.prompt or "",))
            say = tuple(petitions.announcement(petition) for petition in lapsed)
            return Draft(None, self.match, self.seats, say=say)

        try:
            return await self.command(work)
        except Refused:
            if gone:
                return None
            raise

    def let_computers_play(self) -> None:
        """Let the computer's seats play on by themselves, if one of them is waited for."""
        asked = computer_waited_for(self.match, self.seats) is not None or self._orders_given
        if self._computers_at_play or not (asked or self._told):
            return
        if self.status == RUNNING and self.paused_at is None and not self._desk.closing:
            self._computers_at_play = True
            self._desk.keep(self._play_computers())

    async def note_options(self, more: dict[str, str]) -> None:
        """Keep something with the game's options that no rule asks for."""
        async with self._desk.database.writing() as db:
            self.options = await games.add_options(db, self.id, more)

    # Standing orders

    async def orders(self, user_id: int) -> list[StandingOrder]:
        """The person's standing orders in this game."""
        return await standing_orders.of_person(self, user_id)

    def orders_at_hand(self, user_id: int) -> list[StandingOrder]:
        """The person's standing orders as far as they are remembered; without waiting."""
        none: list[StandingOrder] = []
        return self.recall(("orders", user_id), lambda: self.orders(user_id), none)

    async def give_order(
        self,
        *,
        user_id: int,
        prompt: str,
        choice: Choice | None,
        until: Until,
        interaction_id: str | None = None,
    ) -> StandingOrder:
        """Answer a kind of question beforehand (``choice`` None: by its default)."""
        kept: list[StandingOrder] = []

        async def work(db: AsyncSession) -> Draft:
            match, seat = self.in_progress(), self.own_seat(user_id)
            row = await standing_orders.give(db, self, user_id, seat, prompt, choice, until)
            kept[:] = [standing_orders.order_of(row)]
            return Draft(user_id, match, self.seats, {"orders_given": True})

        await self.command(work, interaction_id, user_id)
        # Given already, by the same press: then it is the newest that they have.
        return kept[0] if kept else (await self.orders(user_id))[-1]

    async def withdraw_order(self, *, user_id: int, number: int) -> None:
        """Take a standing order of one's own away."""

        async def work(db: AsyncSession) -> Draft:
            row = await orders_kept.by_id(db, self.id, number)
            if row is None or row.user_id != user_id:
                raise Refused("You have given no such order.")
            await orders_kept.disarm(db, self.id, number)
            return Draft(user_id, self.in_progress(), self.seats)

        await self.command(work)

    # What single commands ask

    def _open_and_running(self) -> bool:
        if self.status == OVER:
            raise Refused("This game is over.")
        return self.status == RUNNING

    def _for_host(self, by: int) -> None:
        if by != self.host_id:
            raise Refused("Only the host of this game may do that.")

    def policy(self, name: str) -> Policy:
        """A computer player by name. Refused if there is none."""
        try:
            return self._desk.library.policy_for(self.game, name)
        except LookupError:
            raise Refused(f"There is no computer player called {name!r}.") from None

    def _reseated(self, by: int, seats: list[SeatInfo]) -> Draft:
        before = {seat.number for seat in self.seats if not seat.free}
        filled = tuple(s.number for s in seats if not s.free and s.number not in before)
        return Draft(by, self.match, seats, filled=filled, new_seats=True)

    def decided(self, match: Match, seat: int, choice: Choice, actor: int | None) -> Draft:
        """The draft of a seat's decision. Refused if the rules do not allow it."""
        prompt = next((p for p in match.prompts(seat) if p.find(choice) is not None), None)
        after = self.copy(match)
        outcome = _judged(lambda: after.submit(seat, choice))
        entry = Entry(
            DECISION, seat, prompt.kind if prompt else None, choice, outcome.events, outcome.known
        )
        return Draft(actor, after, self.seats, entry=entry)

    def ordered(self, choice: Choice, by: int | None) -> Draft:
        """The draft of an order. Refused if the rules do not allow it."""
        after = self.copy(self.in_progress())
        outcome = _judged(lambda: after.direct(choice))
        entry = Entry(DIRECT, choice=choice, events=outcome.events, known=True)
        return Draft(by, after, self.seats, entry=entry)

    def _joined_late(self, user_id: int, name: str) -> Draft:
        """A new seat at a game under way, if its rules let somebody join late."""
        try:
            draft = self.ordered(Choice(JOIN), user_id)
        except Refused:
            raise Refused("The game has begun, and no seat is free.") from None
        number = len(self.seats)
        draft.seats = [*self.seats, SeatInfo(number, user_id, seating.plain_name(name))]
        draft.new_seats = True
        draft.filled = (number,)
        draft.say = ((BRIEF, {}, number),)
        return draft

    def copy(self, match: Match) -> Match:
        """A match to carry a decision out on: nobody may see one that is not safe on disk yet."""
        return Match.load(self._rules, match.save())

    async def _check_fresh(
        self, db: AsyncSession, match: Match, seat: int, choice: Choice, revision: int
    ) -> None:
        """Refuse a control of an earlier revision if what it offered has passed."""
        now = next((p for p in match.prompts(seat) if p.find(choice) is not None), None)
        if now is None or revision > self.revision:
            raise Refused(STALE)
        position = await position_at(db, self.id, revision)
        if position is None:
            raise Refused(STALE)
        then = Match.load(self._rules, position).prompts(seat)
        if not any(p.kind == now.kind and p.find(choice) is not None for p in then):
            raise Refused(STALE)
        # The same question may have been answered and asked again: a second press of 'pass' must
        # not pass twice. Standing possibilities stay as they are, whatever else was answered.
        if now.blocking and await journal.answered_since(db, self.id, revision, seat, now.kind):
            raise Refused(STALE)

    # The computer's seats

    def _after_commit(self) -> None:
        self.let_computers_play()

    async def _play_computers(self) -> None:
        failures, failed_at = 0, -1
        while True:
            async with self._lock:
                if self.revision != failed_at:
                    failures = 0
                seat = computer_waited_for(self.match, self.seats)
                wanted = self.status == RUNNING and not self._desk.closing
                wanted = wanted and self.paused_at is None
                if self._told and wanted:
                    await self._let_notice(self._told.pop())
                    continue
                if seat is None and wanted and self._orders_given and await self._ordered_before():
                    continue
                if seat is None or not wanted or failures >= _TRIES_OF_A_COMPUTER:
                    self._computers_at_play = False
                    return
                try:
                    await self._play_computer(seat, cautious=failures > 0)
                except Exception as wrong:
                    failures, failed_at = failures + 1, self.revision
                    # Its message is left out: it may tell of the seat's cards.
                    reason = type(wrong).__name__
                    logger.warning(
                        "game %s: the computer on seat %d failed at revision %d (%s)",
                        self.id,
                        seat,
                        self.revision,
                        reason,
                    )
            await asyncio.sleep(0)

    async def _ordered_before(self) -> bool:
        """Let a standing order answer; whether there was one."""
        try:
            return await standing_orders.fire(self)
        except Exception as wrong:
            # Its message is left out: it may tell of a choice.
            reason = type(wrong).__name__
            logger.warning("game %s: a standing order failed (%s)", self.id, reason)
            return False

    async def _let_notice(self, seat: int) -> None:
        """Let a computer seat look at what was said to it; it may do nothing."""
        name = next((info.policy for info in self.seats if info.number == seat), None)
        if name is None or self.match is None or self.match.over:
            return
        try:
            choice = await noticed(self, self.policy(name), seat)
            if choice is None:
                return

            async def work(_db: AsyncSession) -> Draft:
                return self.decided(self.in_progress(), seat, choice, None)

            await self.carried_out(work)
        except Exception as wrong:
            # Nothing waits for it; its message is left out, since it may tell of cards.
            reason = type(wrong).__name__
            logger.warning("game %s: seat %d did not react (%s)", self.id, seat, reason)

    async def _play_computer(self, seat: int, *, cautious: bool) -> None:
        name = next(info.policy for info in self.seats if info.number == seat)
        if cautious or name is None:
            choice = plainest(self.prompts(seat))
        else:
            choice = await chosen(self, self.policy(name), seat)

        async def work(_db: AsyncSession) -> Draft:
            return self.decided(self.in_progress(), seat, choice, None)

        await self.carried_out(work)


def _judged(act: Callable[[], Outcome]) -> Outcome:
    try:
        return act()
    except IllegalChoice as illegal:
        raise Refused(illegal.reason, illegal.rule or None) from None


def _still_free(missing: int) -> str:
    seats = "One seat is" if missing == 1 else f"{missing} seats are"
    return f"{seats} still free. Invite somebody, or let a computer player sit down."
