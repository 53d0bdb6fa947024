"""A game as this process has it, and the one way in which it is changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Event, Game, Match
from bot.session.announcements import Asked, restore
from bot.session.clock.pace import Pace, Times, pace_of, times_of
from bot.session.drafts import Draft, Place, computers_told, write
from bot.session.receipts import BUSY, OUR_SIDE, Receipt, Refused, SeatInfo
from bot.storage import GameRow, SeatRow, games, interactions, journal
from bot.storage.snapshots import Whole, unpack
from bot.storage.tables import RUNNING

if TYPE_CHECKING:
    from bot.session.desk import Desk

logger = logging.getLogger(__name__)

T = TypeVar("T")

Work = Callable[[AsyncSession], Awaitable[Draft]]
"""What is particular to a command: it looks, refuses, or changes the match and says how."""


class _Conflict(Exception):
    """Another process has changed the game since it was read."""


class _Repeated(Exception):
    """The interaction had been carried out before, and led to this revision."""

    def __init__(self, revision: int) -> None:
        super().__init__(revision)
        self.revision = revision


class StoredGame:
    """A game as it was last committed or read, and its commands' common course.

    Commands are carried out one at a time, and to the end even if the caller is cancelled. Each
    is one transaction that begins with the check that nobody else has changed the game; if
    somebody has, it is read again and the command is tried once more.
    """

    id: str
    guild_id: int
    channel_id: int
    game: str
    ruleset: str
    status: str
    host_id: int
    seats_wanted: int
    options: dict[str, str]
    seed_hash: str
    status_message_id: int | None
    paused_at: datetime | None
    seats: list[SeatInfo]
    revision: int
    match: Match | None

    def __init__(self, desk: Desk, rules: Game, row: GameRow, seats: list[SeatRow]) -> None:
        self._told: set[int] = set()
        self._desk = desk
        self._rules = rules
        self._lock = asyncio.Lock()
        self._whole: Whole | None = None
        self._fit = True
        self.noticed: dict[int, datetime] = {}
        """When people were last noticed at this game, as far as this process knows."""
        self._take(row, seats)

    def _take(self, row: GameRow, seats: list[SeatRow]) -> None:
        match = None
        if row.snapshot is not None:
            match = Match.load(self._rules, unpack(row.snapshot))
        self.id = row.id
        self.guild_id = row.guild_id
        self.channel_id = row.channel_id
        self.game = row.game
        self.ruleset = row.ruleset
        self.status = row.status
        self.host_id = row.host_id
        self.seats_wanted = row.seats_wanted
        self.options = row.options
        self.seed_hash = row.seed_hash
        self._seed = row.seed
        self.started = row.started
        self.ended = row.ended
        self.status_message_id = row.status_message_id
        self.paused_at = row.paused_at
        self._orders_given = bool(row.orders_given)
        self.seats = [SeatInfo(s.number, s.user_id, s.name, s.policy) for s in seats]
        self.revision = row.revision
        self.match = match
        self._fit = True

    def seat_of(self, user_id: int) -> int | None:
        """The number of the person's seat, None if they have none."""
        return next((seat.number for seat in self.seats if seat.user_id == user_id), None)

    @property
    def pace(self) -> Pace | None:
        """How quickly answers are wanted; None if the table has chosen no pace."""
        return pace_of(self.options)

    @property
    def times(self) -> Times:
        """The time for each kind of question, with or without a pace."""
        return times_of(self.options)

    def now(self) -> datetime:
        """What time it is for this game."""
        return self._desk.clock.now()

    async def refresh(self) -> None:
        """Read the game again if another process has changed it."""
        # While a command of this process is under way, nothing is newer than what it has.
        if self._lock.locked() and self._fit:
            return
        async with self._lock:
            async with self._desk.database.reading() as db:
                newest = await games.stamp(db, self.id)
            if newest != (self.revision, self.status_message_id) or not self._fit:
                await self._reload()

    async def command(
        self, work: Work, interaction_id: str | None = None, user_id: int | None = None
    ) -> Receipt:
        """Carry out a command: one at a time, in a transaction, to the end even if cancelled."""
        # A caller that is cancelled in the middle must not leave the match half carried out.
        return await asyncio.shield(self._desk.keep(self._locked(work, interaction_id, user_id)))

    async def _locked(self, work: Work, interaction_id: str | None, user_id: int | None) -> Receipt:
        async with self._lock:
            return await self.carried_out(work, interaction_id, user_id)

    async def carried_out(
        self, work: Work, interaction_id: str | None = None, user_id: int | None = None
    ) -> Receipt:
        """Carry out a command, for who holds the lock already."""
        for _ in range(2):
            try:
                if not self._fit:
                    await self._reload()
                return await self._attempt(work, interaction_id, user_id)
            except _Conflict:
                await self._reload()
            except _Repeated as repeated:
                return await self._repeated(repeated.revision, user_id)
        raise Refused(BUSY)

    async def _attempt(
        self, work: Work, interaction_id: str | None, user_id: int | None
    ) -> Receipt:
        try:
            async with self._desk.database.writing() as db:
                if not await games.advance(db, self.id, self.revision):
                    raise _Conflict
                if interaction_id is not None:
                    done = await interactions.led_to(db, self.id, interaction_id)
                    if done is not None:
                        raise _Repeated(done)
                before = Asked.of(self.match) if self.status == RUNNING else Asked()
                draft = await work(db)
                now = self._desk.clock.now()
                place = Place(
                    self.id,
                    self.revision + 1,
                    self.status,
                    now,
                    before,
                    interaction_id,
                    self.times,
                    self.paused_at is not None,
                    self._orders_given,
                )
                whole = await write(db, place, draft, self._whole)
        except (Refused, _Conflict, _Repeated):
            raise
        except Exception as wrong:
            await self._give_up(wrong)
            done = await self._safe_after_all(interaction_id)
            if done is not None:
                raise _Repeated(done) from None
            raise Refused(OUR_SIDE) from None
        self._whole = whole
        self._adopt(draft)
        events = () if draft.entry is None else draft.entry.events
        return Receipt(self.revision, self._seen_by(user_id, events))

    async def _give_up(self, wrong: Exception) -> None:
        logger.error(
            "game %s: a command failed at revision %d", self.id, self.revision, exc_info=wrong
        )
        self.match = None
        self._fit = False
        try:
            await self._reload()
        except Exception:
            logger.exception("game %s: could not be read again", self.id)

    async def _safe_after_all(self, interaction_id: str | None) -> int | None:
        """The revision of a command whose commit was done, though its answer got lost."""
        if interaction_id is None or not self._fit:
            return None
        try:
            async with self._desk.database.reading() as db:
                return await interactions.led_to(db, self.id, interaction_id)
        except Exception:
            logger.exception("game %s: could not be read again", self.id)
            return None

    async def _reload(self) -> None:
        row, seats = await self._desk.read(self.id)
        if row is None:
            raise Refused("This game is not there any more.")
        self._whole, self._fit = None, False
        try:
            self._take(row, seats)
        except Exception as wrong:
            self.match = None
            raise self._desk.unreadable(row, wrong) from None

    def _adopt(self, draft: Draft) -> None:
        self.revision += 1
        self.match = draft.match
        self.seats = draft.seats
        self.status = draft.changes.get("status", self.status)
        self.host_id = draft.changes.get("host_id", self.host_id)
        self.started = draft.changes.get("started", self.started)
        self.ended = draft.changes.get("ended", self.ended)
        self.paused_at = draft.changes.get("paused_at", self.paused_at)
        self.guild_id = draft.changes.get("guild_id", self.guild_id)
        self.channel_id = draft.changes.get("channel_id", self.channel_id)
        if "status_message_id" in draft.changes:
            self.status_message_id = draft.changes["status_message_id"]
        self._orders_given = draft.changes.get("orders_given", self._orders_given)
        self._told |= computers_told(draft)
        logger.debug("game %s: revision %d is safe", self.id, self.revision)
        self._desk.courier.wake(self.id)
        if self.times.runs or (self.match is not None and self.match.closing()):
            self._desk.scheduler.wake()
        self._after_commit()

    def recall(
        self, what: tuple[Hashable, ...], read: Callable[[], Coroutine[Any, Any, T]], unknown: T
    ) -> T:
        """What was last read of this game under a name; see :class:`Recollection`."""
        return self._desk.memory.recall((*what, self.id), read, unknown)

    def has_news(self) -> None:
        """Something was written into the outbox beside the game's commands."""
        self._desk.courier.wake(self.id)

    async def _repeated(self, revision: int, user_id: int | None) -> Receipt:
        async with self._desk.database.reading() as db:
            row = await journal.at(db, self.id, revision)
        events = () if row is None else restore(self._rules, row.events)
        return Receipt(revision, self._seen_by(user_id, events), repeated=True)

    def _seen_by(self, user_id: int | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
        seat = None if user_id is None else self.seat_of(user_id)
        return tuple(event for event in events if event.visible_to(seat))

    def _after_commit(self) -> None:
        """What is to be set going once a command is safe."""
