"""Commands: the only way to change a game. Each command is one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Event
from bot.session.announcements import MUSTER, restore
from bot.session.changes import Change
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import DECISION, UNDO, begins_turn
from bot.session.receipts import BUSY, OUR_SIDE, STORE_AWAY, Gone, Receipt, Refused
from bot.session.seating import check_newcomers
from bot.session.services import Services
from bot.session.writing import Commit, write
from bot.storage import games, journal
from bot.storage.database import is_away
from bot.storage.snapshots import Whole
from bot.storage.tables import RUNNING

logger = logging.getLogger(__name__)

Work = Callable[[AsyncSession], Awaitable[Change]]
"""The part that differs between commands: it looks at the game, then refuses or says what to
change."""


class _Conflict(Exception):
    """Another process has changed the game since it was read."""


class _Repeated(Exception):
    """The interaction has already been carried out, and led to this revision."""

    def __init__(self, revision: int) -> None:
        super().__init__(revision)
        self.revision = revision


class Commands:
    """Carries out a game's commands: load, apply, commit, and only then tell.

    Commands are carried out one at a time, and to the end even if the caller is cancelled. Each
    command is one transaction that first checks that nobody else has changed the game; if somebody
    has, the game is read again and the command is tried once more.
    """

    __slots__ = ("_lock", "_whole", "game", "services", "then")

    def __init__(self, game: HostedGame, services: Services) -> None:
        self.game = game
        self.services = services
        self.then: Callable[[Change], None] = lambda change: None
        """Called with each change once it is safe, to start whatever follows from it."""
        self._lock = asyncio.Lock()
        self._whole: Whole | None = None
        """The whole position against which the next one is compressed, if known."""

    async def carry_out(
        self, work: Work, interaction_id: str | None = None, user_id: int | None = None
    ) -> Receipt:
        """Carry out a command: one at a time, in a transaction, to the end even if cancelled."""
        # A caller that is cancelled in the middle must not leave the command half carried out.
        running = self._in_turn(work, interaction_id, user_id)
        return await asyncio.shield(self.services.background.keep(running))

    async def _in_turn(
        self, work: Work, interaction_id: str | None, user_id: int | None
    ) -> Receipt:
        async with self._lock:
            return await self.carry_out_within(work, interaction_id, user_id)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Make all other commands wait; meanwhile, :meth:`carry_out_within` carries out the
        caller's own."""
        async with self._lock:
            yield

    async def at_rest(self) -> None:
        """Wait until no command is running.

        Everything read before the next `await` belongs to the same moment and is safe on disk.
        """
        async with self._lock:
            pass

    async def refresh(self, seen: games.Stamp | None = None) -> None:
        """Read the game again if another process has changed it.

        ``seen`` is what the database has just said about the game.
        """
        # While a command is running in this process, its copy is the newest.
        if self.game.readable and (self._lock.locked() or self._ours() or seen == self._held()):
            return
        async with self._lock:
            newest = await self.services.stamps.of(self.game.id)
            if newest != self._held() or not self.game.readable:
                await self._reload()

    def _ours(self) -> bool:
        """Whether nobody else can have changed the game, so that there is no need to check.

        A game that is not running is checked: once finished, it may be removed, or people taken out
        of it, without going through its session.
        """
        return self.services.database.alone and self.game.status == RUNNING

    def _held(self) -> games.Stamp:
        return self.game.revision, self.game.status_message_id

    async def carry_out_within(
        self, work: Work, interaction_id: str | None = None, user_id: int | None = None
    ) -> Receipt:
        """Carry out a command for a caller that is already making all others wait."""
        for _ in range(2):
            try:
                if not self.game.readable:
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
        game = self.game
        try:
            async with self.services.database.writing() as db:
                if not await games.advance(db, game.id, game.revision, interaction_id):
                    done = await journal.led_to(db, game.id, interaction_id or "")
                    if done is None or done > game.revision:
                        raise _Conflict
                    raise _Repeated(done)
                change = await work(db)
                if change.new_seats and game.match is not None:
                    await check_newcomers(db, game.id, game.seats, change.seats, change.actor)
                commit = Commit.of(game, self.services.clock.now(), interaction_id)
                whole = await write(db, commit, change, self._whole)
        except (Refused, _Conflict, _Repeated):
            raise
        except Exception as wrong:
            await self._give_up(wrong)
            done = await self._safe_after_all(interaction_id)
            if done is not None:
                raise _Repeated(done) from None
            raise Refused(STORE_AWAY if is_away(wrong) else OUR_SIDE) from None
        self._whole = whole
        game.adopt(change.match, change.seats, change.columns)
        game.petitions = change.petitions
        self._remember(change)
        self._committed(change)
        return Receipt(game.revision, self._seen_by(user_id, change.events))

    def _remember(self, change: Change) -> None:
        """Remember what need not be looked up in the journal after this change."""
        game, entry = self.game, change.entry
        if change.takes_back:
            game.stepped.clear()
            game.stepped_openly.clear()
            game.turn_of = game.newsless = None
            return
        if entry is None:
            return
        if entry.kind == UNDO:
            # The undo may restore steps that had been taken back.
            game.turn_of = game.newsless = None
            return
        marks = [event for event in entry.events if begins_turn(game.rules, event)]
        if marks:
            game.turn_of = game.rules.whose_turn(marks[-1])
        if entry.kind == DECISION:
            game.stepped.add(entry.seat)
        if entry.told:
            decided = entry.kind == DECISION
            if decided:
                game.stepped_openly.add(entry.seat)
            own = decided and entry.note is None and not marks and entry.seat == game.turn_of
            game.newsless = entry.seat if own else None

    def _committed(self, change: Change) -> None:
        """Start whatever follows from a change that is safe: news, deadlines, computers."""
        game = self.game
        logger.debug("game %s: revision %d is saved", game.id, game.revision)
        self.services.news.ring(game.id)
        self.services.watching(game.id)
        called = any(kind == MUSTER for kind, _, _ in change.say)
        if game.timed or called or "started" in change.columns:
            self.services.deadlines.ring()
        self.then(change)

    async def _give_up(self, wrong: Exception) -> None:
        game = self.game
        logger.error(
            "game %s: a command failed at revision %d", game.id, game.revision, exc_info=wrong
        )
        game.lose()
        try:
            await self._reload()
        except Exception:
            logger.exception("game %s: could not be read again", game.id)

    async def _safe_after_all(self, interaction_id: str | None) -> int | None:
        """The revision of a command that was committed although the answer to it was lost."""
        if interaction_id is None or not self.game.readable:
            return None
        try:
            async with self.services.database.reading() as db:
                return await journal.led_to(db, self.game.id, interaction_id)
        except Exception:
            logger.exception("game %s: could not be read again", self.game.id)
            return None

    async def _reload(self) -> None:
        row, seats = await self.services.read(self.game.id)
        if row is None:
            raise Gone
        self._whole = None
        self.game.readable = False
        try:
            self.game.take(row, seats)
        except Exception as wrong:
            self.game.lose()
            raise self.services.unreadable(row, wrong) from None

    async def _repeated(self, revision: int, user_id: int | None) -> Receipt:
        async with self.services.database.reading() as db:
            row = await journal.at(db, self.game.id, revision)
        events = () if row is None else restore(self.game.rules, row.events)
        return Receipt(revision, self._seen_by(user_id, events), repeated=True)

    def _seen_by(self, user_id: int | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
        seat = None if user_id is None else self.game.seat_of(user_id)
        return tuple(event for event in events if event.visible_to(seat))
