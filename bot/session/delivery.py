"""Delivering the outbox: in order, in batches, and never twice with different nonces.

A batch is fixed in the database before it is first sent. If the process dies after sending a batch
but before noting it, the same batch is sent again with the same nonce, and Discord drops it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import (
    ASK,
    ASK_SECRET,
    BRIEF,
    DIGEST,
    LOG,
    MUSTER,
    NEWEST_WINS,
    OPENING,
    OVER,
    PETITION,
    PICTURE,
    REMIND,
    REPLAY,
    SECRET,
    STATUS,
    STRUCK,
)
from bot.session.game_session import Find, GameSession
from bot.session.receipts import Unreadable
from bot.session.services import Services
from bot.storage import OutboxRow, games, outbox

logger = logging.getLogger(__name__)

_ORDER = (
    BRIEF,
    DIGEST,
    OPENING,
    LOG,
    # If news was being told just as it was taken back, it is told first: only then can it be struck
    # through.
    STRUCK,
    SECRET,
    PETITION,
    MUSTER,
    OVER,
    PICTURE,
    ASK,
    ASK_SECRET,
    REMIND,
    STATUS,
    REPLAY,
)
_EVENTS_A_BATCH = 60
_LEASE = timedelta(seconds=20)
"""How long other processes rely on the one that delivers a game's news if it gives no sign of
life."""
_RENEWAL = timedelta(seconds=5)
"""How often that process gives a sign of life while something is being delivered."""
_TIMEOUT = 90.0
_POLL = timedelta(seconds=10)
_PATIENCE = timedelta(seconds=10)
_MOST_ATTEMPTS = 12
LONGEST_BACK_OFF = timedelta(seconds=600)
"""The longest time for which a failed delivery is put off."""
_SHUT_OUT = timedelta(hours=12)
"""How soon a channel that is closed to the bot is tried again if nobody says that it has been
opened."""
_UNREADABLE = timedelta(hours=1)
"""How soon the news of a game that cannot be read is checked again."""


class Undeliverable(Exception):
    """Raised by a deliverer when there is no point in trying again (50007, 50013 and the like)."""


class ShutOut(Undeliverable):
    """Raised when the game's channel is closed to the bot: the news waits until it is open."""


class Deliverer(Protocol):
    """Delivers rows of one kind to one audience, as one message."""

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        """Deliver a batch. ``nonce`` (at most 25 characters) is the same at every attempt.

        The game may have moved on meanwhile: a call, for instance, goes only to those of the rows'
        seats that the game is still waiting for.

        Raises ShutOut while the channel is closed, and Undeliverable if the message can never be
        delivered; after any other error, the batch is tried again later.
        """
        ...


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that go out together; ``fixed`` if they already belong together."""

    name: str
    rows: list[OutboxRow]
    fixed: bool


@dataclass(frozen=True, slots=True)
class DeliveryPlan:
    """What to do with a game's waiting rows: batches by audience, and rows that are out of date."""

    queues: list[list[Batch]]
    overtaken: list[OutboxRow]


def plan(rows: Sequence[OutboxRow], now: datetime) -> DeliveryPlan:
    """Sort waiting rows into batches. An audience whose last delivery failed keeps waiting."""
    audiences: dict[int | None, list[OutboxRow]] = {}
    for row in rows:
        audiences.setdefault(row.user_id, []).append(row)
    queues: list[list[Batch]] = []
    overtaken: list[OutboxRow] = []
    for mine in audiences.values():
        if any(row.not_before is not None and row.not_before > now for row in mine):
            continue
        kinds: dict[str, list[OutboxRow]] = {}
        for row in mine:
            kinds.setdefault(row.kind, []).append(row)
        queue: list[Batch] = []
        for kind in [each for each in _ORDER if each in kinds]:
            of_kind = kinds[kind]
            if kind in NEWEST_WINS:
                overtaken += of_kind[:-1]
                of_kind = of_kind[-1:]
            queue += _batches(of_kind)
        queues.append(queue)
    return DeliveryPlan(queues, overtaken)


def _batches(rows: list[OutboxRow]) -> list[Batch]:
    fixed: dict[str, list[OutboxRow]] = {}
    fresh: list[list[OutboxRow]] = []
    room = 0
    for row in rows:
        if row.batch is not None:
            fixed.setdefault(row.batch, []).append(row)
            continue
        size = len(row.payload.get("events", ()))
        if not fresh or size > room:
            fresh.append([])
            room = _EVENTS_A_BATCH
        fresh[-1].append(row)
        room -= size
    return [Batch(name, bound, True) for name, bound in fixed.items()] + [
        # The batch's name is random, because it goes out with the message: the row's number would
        # show how many secrets were told before it.
        Batch(f"{bound[0].game_id}.{secrets.token_hex(5)}", bound, False)
        for bound in fresh
    ]


class Courier:
    """Delivers everything that the games have to say.

    One process at a time delivers each game's news. That process holds a lease meanwhile and renews
    it; when the lease runs out, another process takes over. A process that runs alone needs no
    lease, and notes everything that it has delivered to one audience in one go. ``process`` is the
    name under which this process holds its leases. ``gather`` (seconds) is how long a game's news
    is collected before it goes out.
    """

    def __init__(self, services: Services, find: Find, process: str, gather: float) -> None:
        self.deliverer: Deliverer | None = None
        self._services = services
        self._find = find
        self._process = process
        self._alone = services.database.alone
        self._gather = gather
        self._event = services.news.event
        self._woken = services.news.games
        self._opened: set[str] = set()
        """The games whose channels were reopened while something was on its way to them."""
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._poll_at: datetime | None = None
        self._last: dict[str, int] = {}
        """The newest row found so far for each game that is being delivered."""

    async def run(self) -> None:
        """Deliver until the process closes."""
        while not self._services.background.closing:
            self._event.clear()
            try:
                await self._look_around()
            except Exception:
                logger.exception("the outbox could not be checked")
                self._poll_at = self._services.clock.now() + _PATIENCE
            if self.deliverer is not None:
                for game_id in self._woken - self._at_work.keys():
                    self._woken.discard(game_id)
                    self._at_work[game_id] = self._services.background.keep(self._serve(game_id))
            await self._services.clock.wait(self._event, self._poll_at)

    async def _look_around(self) -> None:
        """Now and then, look for anything that another process or an earlier run has left."""
        now = self._services.clock.now()
        if self._poll_at is None or now >= self._poll_at:
            async with self._services.database.reading() as db:
                self._woken.update(await outbox.games_due(db, now, self._process))
                retry = await outbox.next_due(db, now)
            self._poll_at = now + _POLL if retry is None else min(now + _POLL, retry)

    async def speak_again(self, game_id: str) -> None:
        """Send whatever had to wait: the game's channel is open to the bot again."""
        self._opened.add(game_id)
        async with self._services.database.writing() as db:
            await outbox.release(db, game_id)
        self._services.news.ring(game_id)

    async def held_back(self) -> set[str]:
        """The ids of the games whose channels have news waiting."""
        async with self._services.database.reading() as db:
            return await outbox.held(db, self._services.clock.now())

    async def flush(self) -> None:
        """Deliver everything that may go out now, and return once that is done."""
        while True:
            async with self._services.database.reading() as db:
                due = await outbox.games_due(db, self._services.clock.now())
            progress = False
            for game_id in due:
                progress = await self._round(game_id) or progress
            if not progress:
                return

    async def _serve(self, game_id: str) -> None:
        try:
            await asyncio.sleep(self._gather)
            while True:
                # This round finds whatever was committed before now.
                self._woken.discard(game_id)
                busy = await self._round(game_id)
                if not busy or self._services.background.closing or game_id not in self._woken:
                    break
            if await self._let_go(game_id):
                self._woken.add(game_id)
        except Exception:
            logger.exception("game %s: its messages could not be delivered", game_id)
            self._try_again(self._services.clock.now() + _PATIENCE)
        finally:
            del self._at_work[game_id]
            self._last.pop(game_id, None)
            # Something may have been committed after the last look.
            if game_id in self._woken:
                self._event.set()

    async def _let_go(self, game_id: str) -> bool:
        """Leave a game to the next process. Returns whether something came in after the last look.

        A process that wrote something down meanwhile found this one still at work, and relies on
        it.
        """
        if self._alone:
            # In this process, the deliverer is woken by everything written down.
            return False
        async with self._services.database.writing() as db:
            if not await games.let_go(db, game_id, self._process):
                return False
            now, last = self._services.clock.now(), self._last.get(game_id, 0)
            return await outbox.has_more(db, game_id, last, now)

    async def _round(self, game_id: str) -> bool:
        """Deliver whatever is waiting now. Returns whether there was anything that could go out."""
        now = self._services.clock.now()
        try:
            session = await self._find(game_id)
        except Unreadable:
            async with self._services.database.writing() as db:
                await outbox.hold_back(db, await outbox.waiting(db, game_id), now + _UNREADABLE)
            return False
        if session is None or self.deliverer is None:
            return False
        async with self._services.database.writing() as db:
            if not await self._stays_on(db, game_id, now):
                self._try_again(now + _LEASE)
                return False
            waiting = await outbox.waiting(db, game_id)
            if waiting and waiting[-1].id is not None:
                self._last[game_id] = waiting[-1].id
            planned = plan(waiting, now)
            if planned.overtaken:
                await outbox.settle(db, planned.overtaken, now, "overtaken")
            batches = [batch for queue in planned.queues for batch in queue if not batch.fixed]
            await outbox.fix_batches(db, ((batch.name, batch.rows) for batch in batches))
        deliverer = self.deliverer
        async with self._staying_on(game_id):
            await asyncio.gather(*(self._empty(session, deliverer, q) for q in planned.queues))
        return bool(planned.queues)

    async def _stays_on(self, db: AsyncSession, game_id: str, now: datetime) -> bool:
        """Become or remain the process that delivers a game; False if another one does."""
        until = now + _LEASE
        return self._alone or await games.take_on(db, game_id, self._process, now, until)

    @asynccontextmanager
    async def _staying_on(self, game_id: str) -> AsyncIterator[None]:
        """Give signs of life meanwhile, so that nobody takes over a delivery that is merely
        slow."""
        if self._alone:
            yield
            return
        done = asyncio.Event()
        staying = asyncio.create_task(self._give_signs(game_id, done))
        try:
            yield
        finally:
            done.set()
            await staying

    async def _give_signs(self, game_id: str, done: asyncio.Event) -> None:
        clock = self._services.clock
        while not await clock.wait(done, clock.now() + _RENEWAL):
            try:
                async with self._services.database.writing() as db:
                    await self._stays_on(db, game_id, clock.now())
            except Exception:
                logger.warning(
                    "game %s: could not renew the claim on its delivery", game_id, exc_info=True
                )

    async def _empty(self, session: GameSession, deliverer: Deliverer, queue: list[Batch]) -> None:
        """Deliver the batches of one audience, until one fails or another process takes over."""
        done: list[Batch] = []
        try:
            for batch in queue:
                if batch.rows[0].user_id is None:
                    self._opened.discard(session.id)
                try:
                    async with asyncio.timeout(_TIMEOUT):
                        await deliverer.deliver(session, batch.rows, batch.name)
                except ShutOut:
                    if session.id not in self._opened:
                        await self._hold_back(session.id, batch)
                    # If people have opened the channel again in the meantime, they could not have
                    # known that this batch was waiting.
                    return
                except Undeliverable as final:
                    logger.warning("game %s: batch %s cannot be delivered", session.id, batch.name)
                    if not await self._settle(session.id, [batch], str(final) or "undeliverable"):
                        return
                except Exception as wrong:
                    if await self._postpone(session.id, batch, wrong):
                        return
                else:
                    done.append(batch)
                    if not self._alone and not await self._settle(session.id, done):
                        return
        finally:
            await self._settle(session.id, done)

    async def _hold_back(self, game_id: str, batch: Batch) -> None:
        logger.warning("game %s: the bot cannot reach its channel, so its news waits", game_id)
        until = self._services.clock.now() + _SHUT_OUT
        async with self._services.database.writing() as db:
            await outbox.hold_back(db, batch.rows, until)

    async def _settle(self, game_id: str, batches: list[Batch], failure: str | None = None) -> bool:
        """Note that batches have been dealt with, and say whether this process still delivers the
        game."""
        if not batches:
            return True
        settled, now = batches.copy(), self._services.clock.now()
        batches.clear()
        async with self._services.database.writing() as db:
            # Lock the game's row first here too: removing a game locks that row first, and its
            # outbox next.
            still = await self._stays_on(db, game_id, now)
            rows = [row for batch in settled for row in batch.rows]
            await outbox.settle(db, rows, now, failure)
        if failure is None:
            self._services.tallies.delivered += len(settled)
        else:
            self._services.tallies.given_up += len(settled)
        return still

    async def _postpone(self, game_id: str, batch: Batch, wrong: Exception) -> bool:
        """Try a batch again later. Returns False if the batch was given up, so the next one may
        follow."""
        attempts = max(row.attempts for row in batch.rows) + 1
        logger.warning(
            "game %s: batch %s failed, attempt %d",
            game_id,
            batch.name,
            attempts,
            exc_info=wrong,
        )
        if attempts >= _MOST_ATTEMPTS:
            return not await self._settle(game_id, [batch], f"given up after {attempts} attempts")
        self._services.tallies.failed += 1
        now = self._services.clock.now()
        until = now + min(timedelta(seconds=2**attempts), LONGEST_BACK_OFF)
        async with self._services.database.writing() as db:
            await outbox.postpone(db, batch.rows, until)
        self._try_again(until)
        return True

    def _try_again(self, when: datetime) -> None:
        if self._poll_at is None or when < self._poll_at:
            self._poll_at = when
            self._event.set()
