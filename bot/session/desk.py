"""All the games of a process.

`Scheduler` acts on deadlines, which are stored as rows: each is claimed when due, and acted on
once.

`TakingOver` finds games whose computer players are stuck because the process that played for them
is gone.

The desk finds and runs all the games of this process; they mirror the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

from bot.session.delivery import Courier, Deliverer
from bot.session.forgetting import Forgetting
from bot.session.game_session import Find, GameSession
from bot.session.journal import history
from bot.session.library import Library, rules_of
from bot.session.new_games import NewGames
from bot.session.past import upgrades
from bot.session.people import Availabilities, People
from bot.session.receipts import Gone, Refused, Unreadable
from bot.session.seasons import Seasons
from bot.session.servers import Mixes, OpenSeats, Servers
from bot.session.services import Clock, Services
from bot.session.whatif import WhatIfs
from bot.storage import Database, DeadlineRow, cards, deadlines, games, journal, outbox
from bot.storage.database import TROUBLES
from bot.storage.games import GamePlace
from bot.storage.tables import OVER, RUNNING

logger = logging.getLogger(__name__)

_CLAIM = timedelta(seconds=15)
"""How long others leave alone whatever this process has claimed. Being late does no harm: a
deadline's row is removed in the transaction that acts on it, so only one of two processes finds
it."""
_AT_A_TIME = 5
"""How many games are worked on at the same time; a computer may have to think in any of them."""
_PATIENCE = timedelta(seconds=60)
_POLL = timedelta(seconds=10)
"""How often to look for work that other processes have left unfinished."""
_AHEAD = timedelta(hours=1)
"""If the time at which something was set lies further ahead than this, a wrong clock set it. The
clocks of several machines never differ by so much.
"""
_UNREADABLE = timedelta(hours=1)
"""How soon the clock tries again to read a game that cannot be read."""


class Scheduler:
    """Acts on the deadlines of all games, whichever process runs them."""

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find
        self._latest: datetime | None = None
        """What the clock last showed."""

    async def run(self) -> None:
        """Act on deadlines until the process closes."""
        bell = self._services.deadlines.event
        while not self._services.background.closing:
            bell.clear()
            until = self._services.clock.now() + _POLL
            try:
                await self.put_right()
                while await self.carry_out_due() >= deadlines.AT_ONCE:
                    if self._services.background.closing:
                        return
                async with self._services.database.reading() as db:
                    due = await deadlines.next_due(db)
                if due is not None:
                    # A claim that has just run out is checked again a moment later.
                    soon = self._services.clock.now() + timedelta(seconds=1)
                    until = min(until, max(due, soon))
            except Exception:
                logger.exception("the deadlines could not be checked")
                until = self._services.clock.now() + _POLL
            await self._services.clock.wait(bell, until)

    async def put_right(self) -> None:
        """If the clock was far ahead and is right again, correct the deadlines that were set by it:
        otherwise they would come far too late. The clock may have been wrong before the process
        started."""
        now, latest = self._services.clock.now(), self._latest
        self._latest = now
        if latest is not None and latest - now <= _AHEAD:
            return
        async with self._services.database.writing() as db:
            moved = await deadlines.set_back(db, now, now + _AHEAD)
        if moved:
            logger.warning(
                ("%d deadlines had been set by a wrong clock; they now run from this moment"), moved
            )

    async def carry_out_due(self) -> int:
        """Carry out everything that is due now. Returns how many deadlines there were."""
        now = self._services.clock.now()
        async with self._services.database.writing() as db:
            rows = await deadlines.claim(db, now, now + _CLAIM)
        games: dict[str, list[DeadlineRow]] = {}
        for row in rows:
            games.setdefault(row.game_id, []).append(row)
        some = asyncio.Semaphore(_AT_A_TIME)
        await asyncio.gather(*(self._carry_out_all(mine, now, some) for mine in games.values()))
        return len(rows)

    async def _carry_out_all(
        self, rows: list[DeadlineRow], now: datetime, some: asyncio.Semaphore
    ) -> None:
        """Carry out everything that is due in one game, one deadline after another."""
        async with some:
            for row in rows:
                try:
                    await self._carry_out(row, now)
                except Exception:
                    # The deadline stays claimed for a while, so that other games' deadlines need
                    # not wait for it.
                    logger.exception("game %s: a deadline failed", row.game_id)

    async def _carry_out(self, row: DeadlineRow, now: datetime) -> None:
        if row.id is None:
            return
        try:
            session = await self._find(row.game_id)
            if session is not None:
                await session.clock.fall_due(row)
                self._services.tallies.deadlines += 1
                self._services.tallies.deadlines_late += (now - row.due).total_seconds()
        except Unreadable:
            async with self._services.database.writing() as db:
                await deadlines.postpone(db, row.id, now, _UNREADABLE)
        except Refused:
            # The rules do not allow the order at this moment: in a battle, for instance.
            logger.info("game %s: a deadline has to wait", row.game_id)
            async with self._services.database.writing() as db:
                await deadlines.postpone(db, row.id, now, _PATIENCE)


_EVERY = timedelta(seconds=10)


class TakingOver:
    """Lets computers and standing orders carry on where another process stopped.

    The process that changes a game lets the game's computers play. If a game is waiting for its
    computers and has not moved from one look to the next, it is taken over, once at each revision.
    If that game's process is alive after all and merely slow, nothing is done twice: a game moves
    on from each revision only once.
    """

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find
        self._seen: dict[str, int] = {}
        """The revision that each game with something to play had at the last look."""
        self._tried: dict[str, int] = {}
        self._closing = asyncio.Event()

    async def run(self) -> None:
        """Look now and then, until the process closes."""
        while not self._services.background.closing:
            try:
                await self.look()
            except Exception:
                logger.exception("the games of other processes could not be checked")
            await self._services.clock.wait(self._closing, self._services.clock.now() + _EVERY)

    async def look(self) -> list[str]:
        """Take over any games that have not moved since the last look. Returns their ids."""
        async with self._services.database.reading() as db:
            found = await games.to_play_at(db)
        still = [
            game_id
            for game_id, revision in found.items()
            if self._seen.get(game_id) == revision != self._tried.get(game_id)
        ]
        self._seen = found
        self._tried = {k: at for k, at in self._tried.items() if found.get(k) == at}
        # Other processes are looking too: if each has its own order, they seldom get in each
        # other's way.
        random.shuffle(still)
        for game_id in still:
            self._tried[game_id] = found[game_id]
            await self._take_on(game_id, found[game_id])
        return still

    async def _take_on(self, game_id: str, revision: int) -> None:
        try:
            session = await self._find(game_id)
        except Unreadable:
            return
        except Exception:
            # Trouble in one game must not affect another.
            logger.exception("game %s: could not be taken over", game_id)
            return
        if session is not None and session.revision == revision:
            session.computers.play_on()

    def close(self) -> None:
        """Stop looking."""
        self._closing.set()


_SESSIONS_HELD = 256
_KEEP_SETTLED = timedelta(days=2)
_KEEP_SEEN = timedelta(days=2)
_SOON, _LATE = timedelta(seconds=1), timedelta(minutes=10)
"""How long to wait, at first and at most, before a part of the start-up is tried again."""


class Desk:
    """Finds the games, delivers their news and watches their deadlines. ``process`` is the name of
    this process: give each process its own name, and the same one after a restart. ``gather``
    (seconds) is how long a game's news is collected before it is told. Close the desk when it is no
    longer needed.
    """

    def __init__(
        self,
        database: Database,
        clock: Clock,
        library: Library,
        deliverer: Deliverer | None = None,
        *,
        process: str = "main",
        gather: float = 0.0,
    ) -> None:
        self.services = Services(database, clock, library)
        self.background = self.services.background
        self.new_games = NewGames(self.services, self.get)
        self.courier = Courier(self.services, self.get, process, gather)
        self.courier.deliverer = deliverer
        self.scheduler = Scheduler(self.services, self.get)
        self.taking_over = TakingOver(self.services, self.get)
        self.forgetting = Forgetting(self.services, self.get)
        self._process = process
        self._closing = asyncio.Event()
        self.people = People(self.services)
        self.availability = Availabilities(self.services)
        self.servers = Servers(self.services)
        self.mixes = Mixes(self.services)
        self.open_seats = OpenSeats(self.services)
        self.seasons = Seasons(self.services)
        self.whatifs = WhatIfs(self.services)
        self._sessions: WeakValueDictionary[str, GameSession] = WeakValueDictionary()
        self._recent: OrderedDict[str, GameSession] = OrderedDict()

    # Finding games

    async def get(self, game_id: str, seen: games.Stamp | None = None) -> GameSession | None:
        """The game with this id, as it is now. Raises Unreadable if the game cannot be read.

        ``seen`` is the game's stamp, if the database has just been asked for it.
        """
        session = self._sessions.get(game_id)
        if session is not None:
            try:
                await session.commands.refresh(seen)
            except Gone:
                self._sessions.pop(game_id, None)
                self._recent.pop(game_id, None)
                return None
        else:
            row, seats = await self.services.read(game_id)
            if row is None:
                return None
            try:
                rules = rules_of(self.services.library, row.game, row.ruleset)
                fresh = GameSession(self.services, rules, row, seats)
            except Exception as wrong:
                raise self.services.unreadable(row, wrong) from None
            # Somebody else may have been reading the game at the same time.
            session = self._sessions.setdefault(game_id, fresh)
        self._recent[game_id] = session
        self._recent.move_to_end(game_id)
        if len(self._recent) > _SESSIONS_HELD:
            self._recent.popitem(last=False)
        return session

    async def in_channel(self, channel_id: int) -> GameSession | None:
        """The channel's unfinished game, or else the one that ended last.

        Raises Unreadable if an unfinished game cannot be read.
        """
        here = self._running_in(channel_id) if self.services.database.alone else None
        if here is not None:
            return await self.get(here)
        async with self.services.database.reading() as db:
            found = await games.newest_stamped(db, channel_id)
        try:
            return None if found is None else await self.get(*found)
        except Unreadable as lost:
            if lost.over:
                return None
            raise

    def _running_in(self, channel_id: int) -> str | None:
        """The game being played in a channel, if this process remembers it; there is
        at most one."""
        known = ((s.id, s.channel_id, s.status) for s in self._recent.values())
        return next((id_ for id_, *rest in known if rest == [channel_id, RUNNING]), None)

    async def games_of(self, user_id: int) -> list[GameSession]:
        """The unfinished games in which the person has a seat, newest first."""
        tables, _ = await self.tables_of(user_id)
        return [session for session in tables if session.seat_of(user_id) is not None]

    async def tables_of(self, user_id: int) -> tuple[list[GameSession], list[Unreadable]]:
        """The person's unfinished games, including those in which a computer keeps their seat, and
        those that cannot be read.
        """
        async with self.services.database.reading() as db:
            ids = await games.open_for(db, user_id)
        found: list[GameSession] = []
        unreadable: list[Unreadable] = []
        for game_id in ids:
            try:
                session = await self.get(game_id)
            except Unreadable as lost:
                unreadable.append(lost)
            else:
                found += [session] if session is not None else []
        return found, unreadable

    async def places(self, guild_id: int | None = None) -> list[GamePlace]:
        """Where all unfinished games (of a server) are played."""
        async with self.services.database.reading() as db:
            return await games.places(db, guild_id)

    async def with_loose_cards(self) -> list[GameSession]:
        """The games whose card was just being replaced when a process ended.

        Games that another process is delivering are left to it.
        """
        async with self.services.database.reading() as db:
            ids = await cards.games(db, self._process, self.services.clock.now())
        return await self._readable(ids)

    async def _readable(self, ids: Iterable[str]) -> list[GameSession]:
        found = []
        for game_id in ids:
            with contextlib.suppress(Unreadable):
                session = await self.get(game_id)
                found += [session] if session is not None else []
        return found

    async def export(self, game_id: str) -> dict[str, Any] | None:
        """The record of a game and where it was played; if the game cannot be read, the record is
        made from its journal alone.

        The record contains every secret. None if there is no such game; refused if the game has not
        begun.
        """
        try:
            session = await self.get(game_id)
            record = None if session is None else await session.journal.export()
        except Unreadable:
            async with self.services.database.reading() as db:
                record = await history.export(db, game_id, None)
        row, seats = await self.services.read(game_id)
        if record is None or row is None:
            return None
        # Where and by whom the game was played, so that it can be restored there.
        people = {str(seat.number): seat.user_id for seat in seats if seat.user_id is not None}
        where = {"guild": row.guild_id, "channel": row.channel_id, "host": row.host_id}
        return {**record, "table": {**where, "people": people}}

    async def give_up(self, game_id: str) -> None:
        """End a game without reading it: a game that cannot be read must not occupy its channel."""
        async with self.services.database.writing() as db:
            now = self.services.clock.now()
            await games.change(db, game_id, status=OVER, ended=now, to_play=False)
            await deadlines.drop(db, game_id)
            await outbox.settle(db, await outbox.waiting(db, game_id), now, "the game was given up")
        logger.warning("game %s: given up because it could not be read", game_id)

    # Without waiting

    def at_hand(self, game_id: str) -> GameSession | None:
        """The game as this process remembers it, if it does; that may lag behind the database."""
        return self._sessions.get(game_id)

    def at_hand_in(self, channel_id: int) -> GameSession | None:
        """The channel's game as this process remembers it, if it does.

        If this process does not remember the game, it soon will, because the game is then being
        read in the background.
        """

        async def read() -> str | None:
            session = await self.in_channel(channel_id)
            return None if session is None else session.id

        newest = self.services.memory.recall(("channel", channel_id), read, None)
        here = (s for s in self._sessions.values() if s.channel_id == channel_id)
        going_on = next((s for s in here if s.status != OVER), None)
        return going_on if going_on is not None else self._sessions.get(newest or "")

    def at_hand_of(self, user_id: int) -> list[GameSession]:
        """The person's unfinished games, as far as this process remembers them."""

        async def read() -> list[str]:
            return [session.id for session in await self.games_of(user_id)]

        none: list[str] = []
        known = self.services.memory.recall(("games", user_id), read, none)
        found = [self._sessions.get(game_id) for game_id in known]
        return [session for session in found if session is not None]

    # Coming and going

    async def resume_all(self) -> None:
        """Go to work: deliver news, watch deadlines, let computers carry on where they left off."""
        now = self.services.clock.now()
        async with self.services.database.writing() as db:
            await outbox.forget(db, now - _KEEP_SETTLED)
            await journal.forget(db, now - _KEEP_SEEN)
        async with self.services.database.reading() as db:
            ids = await games.to_play(db)
        # Nothing begins before the database has answered, so a second try starts afresh.
        self.background.keep(self.courier.run())
        self.background.keep(self.scheduler.run())
        self.background.keep(self.taking_over.run())
        self.background.keep(self.open_seats.run())
        self.background.keep(self.seasons.run())
        if self.forgetting.keep_for is not None:
            self.background.keep(self.forgetting.run())
        self.background.keep(
            self.persist(self._take_over_all, "the games could not be checked against the rules")
        )
        for game_id in ids:
            await self._play_on(game_id)

    async def persist(self, work: Callable[[], Awaitable[object]], failed: str) -> None:
        """Try a part of the start-up until it works or the process closes, at longer and longer
        intervals, logging ``failed`` each time."""
        pause = _SOON
        while not self.background.closing:
            try:
                await work()
            except Exception:
                if self.background.closing:
                    # The process was closed before this was done: the next start will do it.
                    return
                logger.exception("%s", failed)
            else:
                return
            await self.services.clock.wait(self._closing, self.services.clock.now() + pause)
            pause = min(2 * pause, _LATE)

    async def _play_on(self, game_id: str) -> None:
        """Let a game's computer players play on; if the database fails, try again after the other
        games."""

        async def once() -> None:
            with contextlib.suppress(Unreadable):
                session = await self.get(game_id)
                if session is not None:
                    session.computers.play_on()

        failed = f"game {game_id}: could not be resumed"
        try:
            await once()
        except TROUBLES:
            self.background.keep(self.persist(once, failed))
        except Exception:
            # Trouble in one game must not affect another.
            logger.exception("%s", failed)

    async def _take_over_all(self) -> None:
        """Check the games of an older version against today's rules, one by one."""
        for game_id in await upgrades.waiting(self.services):
            if self.background.closing:
                return
            try:
                session = await self.get(game_id)
                if session is not None:
                    await upgrades.take_over(self.services, session.commands)
            except (Unreadable, Refused):
                pass
            except Exception:
                logger.exception("game %s: could not be checked against the rules", game_id)

    async def close(self, patience: float | None = None) -> None:
        """Finish anything under way and stop. Undelivered news goes out after a restart.

        Work that takes longer than ``patience`` (in seconds; None for no limit) is cut short, as by
        a crash: whatever has been committed stays, and whatever has not been delivered is tried
        again.
        """
        self.background.closing = True
        self._closing.set()
        # All loops check at once whether they are still wanted.
        self.forgetting.close()
        self.taking_over.close()
        self.open_seats.close()
        self.seasons.close()
        self.services.pondering.close()
        self.services.news.ring()
        self.services.deadlines.ring()
        await self.background.finish(patience)
