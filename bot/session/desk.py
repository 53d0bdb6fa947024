"""The desk: all games of this process, as caches over the database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Iterable
from datetime import datetime, timedelta
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from bot.rules.kernel import Game, Match, commitment
from bot.session.clock import availability
from bot.session.clock import deadlines as timekeeping
from bot.session.clock.availability import Availability
from bot.session.clock.clock import Clock
from bot.session.clock.pace import BY_DEFAULT, times_of
from bot.session.clock.scheduler import Scheduler
from bot.session.delivery import Courier, Deliverer
from bot.session.game_session import GameSession
from bot.session.journal import history, imports
from bot.session.library import Library
from bot.session.open_game import TIME_UP
from bot.session.receipts import CHANNEL_TAKEN, Refused, SeatInfo, Unreadable
from bot.session.recollection import Recollection
from bot.session.table import seating
from bot.storage import (
    Database,
    DeadlineRow,
    GameRow,
    OutboxRow,
    SeatRow,
    cards,
    deadlines,
    games,
    interactions,
    members,
    outbox,
    servers,
)
from bot.storage.games import Place
from bot.storage.tables import OVER

logger = logging.getLogger(__name__)

T = TypeVar("T")

_ID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_ID_LENGTH = 6
_SESSIONS_HELD = 256
_LONGEST_HOURS = 24 * 366
_KEEP_SETTLED = timedelta(days=2)
_KEEP_SEEN = timedelta(days=2)
_TO_GIVE_UP = 1.0
"""Seconds that work which is cut short has to let go of what it holds."""


class Desk:
    """Finds, opens and keeps the games.

    ``process`` signs what this process has taken on: give each its own name, and the same one
    after a restart. ``gather`` (seconds) is how long a game's news are collected before they are
    told. Must be closed.
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
        self.database = database
        self.clock = clock
        self.library = library
        self.closing = False
        self.courier = Courier(self, process, gather)
        self.courier.deliverer = deliverer
        self.scheduler = Scheduler(self)
        self.memory = Recollection(self.keep)
        """What was read last, for suggestions."""
        self._sessions: WeakValueDictionary[str, GameSession] = WeakValueDictionary()
        self._recent: OrderedDict[str, GameSession] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._noted: dict[str, int] = {}
        """At which revision the log named a game that cannot be read."""

    # Finding games

    async def get(self, game_id: str) -> GameSession | None:
        """The game with that id, as it stands now. Raises Unreadable if it cannot be read."""
        session = self._sessions.get(game_id)
        if session is not None:
            await session.refresh()
        else:
            row, seats = await self.read(game_id)
            if row is None:
                return None
            try:
                fresh = GameSession(self, self.rules_of(row.game, row.ruleset), row, seats)
            except Exception as wrong:
                raise self.unreadable(row, wrong) from None
            # Somebody else may have been reading it at the same time.
            session = self._sessions.setdefault(game_id, fresh)
        self._recent[game_id] = session
        self._recent.move_to_end(game_id)
        if len(self._recent) > _SESSIONS_HELD:
            self._recent.popitem(last=False)
        return session

    async def in_channel(self, channel_id: int) -> GameSession | None:
        """The channel's game: the one that is not over, else the one that ended last.

        Raises Unreadable if it cannot be read.
        """
        async with self.database.reading() as db:
            found = await games.newest_in(db, channel_id)
        try:
            return None if found is None else await self.get(found)
        except Unreadable as lost:
            if lost.over:
                return None
            raise

    async def games_of(self, user_id: int) -> list[GameSession]:
        """The games, not over, in which the person has a seat; the newest first."""
        return (await self.tables_of(user_id))[0]

    async def tables_of(self, user_id: int) -> tuple[list[GameSession], list[Unreadable]]:
        """The person's games that are not over, and those of them that cannot be read."""
        async with self.database.reading() as db:
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

    async def places(self, guild_id: int | None = None) -> list[Place]:
        """Where all games (of a server) are played that are not over."""
        async with self.database.reading() as db:
            return await games.places(db, guild_id)

    async def speak_again(self, game_id: str) -> None:
        """The channel of a game is open to the bot again: say there what had to wait."""
        async with self.database.writing() as db:
            await outbox.release(db, game_id)
        self.courier.wake(game_id)

    async def held_back(self) -> set[str]:
        """The ids of the games that have something to say in their channels which has to wait."""
        async with self.database.reading() as db:
            return await outbox.held(db, self.clock.now())

    async def with_loose_cards(self) -> list[GameSession]:
        """The games whose card was just being replaced when a process ended."""
        async with self.database.reading() as db:
            ids = await cards.games(db)
        return await self._readable(ids)

    async def _readable(self, ids: Iterable[str]) -> list[GameSession]:
        found = []
        for game_id in ids:
            with contextlib.suppress(Unreadable):
                session = await self.get(game_id)
                found += [session] if session is not None else []
        return found

    def unreadable(self, row: GameRow, wrong: Exception) -> Unreadable:
        """What to say of a game that cannot be read; the log names it, once a revision."""
        if self._noted.get(row.id) != row.revision:
            self._noted[row.id] = row.revision
            logger.error(
                "game %s (%s/%s, channel %d of server %d, revision %d) cannot be read: %s: %s. "
                "All others go on. Bring back a backup, or its moves: `kingmaker export %s`, "
                "then `kingmaker import`",
                row.id,
                row.game,
                row.ruleset,
                row.channel_id,
                row.guild_id,
                row.revision,
                type(wrong).__name__,
                wrong,
                row.id,
            )
        return Unreadable(row)

    async def export(self, game_id: str) -> dict[str, Any] | None:
        """The record of a game with where it was played; from its moves if it cannot be read.

        It holds every secret. None if there is no such game; refused if it has not begun.
        """
        try:
            session = await self.get(game_id)
            record = None if session is None else await session.export()
        except Unreadable:
            async with self.database.reading() as db:
                record = await history.export(db, game_id, None)
        row, seats = await self.read(game_id)
        if record is None or row is None:
            return None
        # Where it was played and by whom, so that it can be brought back there.
        people = {str(seat.number): seat.user_id for seat in seats if seat.user_id is not None}
        where = {"guild": row.guild_id, "channel": row.channel_id, "host": row.host_id}
        return {**record, "table": {**where, "people": people}}

    async def give_up(self, game_id: str) -> None:
        """End a game without reading it: one that cannot be read must not keep its channel."""
        async with self.database.writing() as db:
            now = self.clock.now()
            await games.change(db, game_id, status=OVER, ended=now, to_play=False)
            await deadlines.drop(db, game_id)
            await outbox.settle(db, await outbox.waiting(db, game_id), now, "the game was given up")
        logger.warning("game %s: given up, as it could not be read", game_id)

    # Without waiting

    def at_hand(self, game_id: str) -> GameSession | None:
        """The game as this process remembers it, if it does; it may be behind the database."""
        return self._sessions.get(game_id)

    def at_hand_in(self, channel_id: int) -> GameSession | None:
        """The channel's game as this process remembers it, if it does.

        If it does not, it soon will: the game is read behind the scenes.
        """

        async def read() -> str | None:
            session = await self.in_channel(channel_id)
            return None if session is None else session.id

        newest = self.memory.recall(("channel", channel_id), read, None)
        here = (s for s in self._sessions.values() if s.channel_id == channel_id)
        going_on = next((s for s in here if s.status != OVER), None)
        return going_on if going_on is not None else self._sessions.get(newest or "")

    def at_hand_of(self, user_id: int) -> list[GameSession]:
        """The games, not over, of a person as far as this process remembers them."""

        async def read() -> list[str]:
            return [session.id for session in await self.games_of(user_id)]

        none: list[str] = []
        known = self.memory.recall(("games", user_id), read, none)
        found = [self._sessions.get(game_id) for game_id in known]
        return [session for session in found if session is not None]

    def role_at_hand(self, guild_id: int) -> int | None:
        """The moderators' role as this process remembers it, if it does."""
        return self.memory.recall(("role", guild_id), lambda: self.moderator_role(guild_id), None)

    # Opening games

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        host_name: str,
        game: str,
        ruleset: str,
        seats: int,
        options: dict[str, str],
        seed: str | None = None,
    ) -> GameSession:
        """Open a lobby in a channel; the host has the first seat.

        ``seed`` is for a game whose cards are to fall as they are known to; else it is drawn.
        Refused if the channel has a game that is not over, or seats or options do not fit.
        """
        rules = self.rules_of(game, ruleset)
        self.hours_of(options)
        self._check_pace(game, options)
        try:
            Match.start(rules, seats, "trial", dict(options))
        except ValueError as wrong:
            raise Refused(str(wrong)) from None
        seed = secrets.token_hex(16) if seed is None else seed
        row = GameRow(
            id=await self._new_id(),
            guild_id=guild_id,
            channel_id=channel_id,
            game=game,
            ruleset=ruleset,
            host_id=host_id,
            options=dict(options),
            seats_wanted=seats,
            seed=seed,
            seed_hash=commitment(seed),
            created=self.clock.now(),
        )
        name = seating.plain_name(host_name)
        host = SeatRow(game_id=row.id, number=0, user_id=host_id, name=name)
        return await self._insert(row, [host], [])

    async def bring_in(
        self,
        data: Any,
        *,
        guild_id: int,
        channel_id: int,
        host_id: int,
        people: dict[int, int] | None = None,
    ) -> GameSession:
        """Go on with an exported game in a channel. ``people``: seat number → user id.

        Seats of people who are not named are free to be joined. Refused if the export does not
        fit, or if the channel has a game that is not over.
        """
        try:
            imports.check_ids(guild_id, channel_id, host_id)
            game, ruleset = imports.named(data)
            rules = self.rules_of(game, ruleset)
            taken_in = imports.take_in(
                data, rules, await self._new_id(), self.clock.now(), people or {}
            )
        except ValueError as wrong:
            raise Refused(str(wrong)) from None
        row = taken_in.game
        self._check_pace(game, row.options)
        for policy in {seat.policy for seat in taken_in.seats} - {None}:
            self._check_policy(game, str(policy))
        row.guild_id, row.channel_id, row.host_id = guild_id, channel_id, host_id
        more: list[Any] = list(taken_in.history)
        hours = self.hours_of(row.options)
        if taken_in.running and hours is not None and row.started is not None:
            # The move may have taken long: the table gets an hour at least.
            due = max(row.started + timedelta(hours=hours), self.clock.now() + timedelta(hours=1))
            more.append(DeadlineRow(game_id=row.id, due=due, kind=TIME_UP))
        match = taken_in.match if taken_in.running else None
        session = await self._insert(row, taken_in.seats, more, match)
        self.scheduler.wake()
        session.let_computers_play()
        return session

    async def _new_id(self) -> str:
        """A fresh id: short enough for controls, without letters that are easily mixed up."""
        while True:
            drawn = "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))
            async with self.database.reading() as db:
                if await games.revision(db, drawn) is None:
                    return drawn

    async def _insert(
        self, row: GameRow, seats: list[SeatRow], more: list[Any], match: Match | None = None
    ) -> GameSession:
        try:
            async with self.database.writing() as db:
                await games.add(db, row, seats)
                db.add_all(more)
                db.add(
                    OutboxRow(
                        game_id=row.id,
                        revision=row.revision,
                        kind="status",
                        payload={"revision": row.revision},
                    )
                )
                if match is not None:
                    infos = [SeatInfo(s.number, s.user_id, s.name, s.policy) for s in seats]
                    pace, now = times_of(row.options), self.clock.now()
                    await timekeeping.follow(db, row.id, pace, match, infos, now, acted=None)
        except IntegrityError:
            raise Refused(CHANNEL_TAKEN) from None
        logger.info("game %s: opened", row.id)
        session = await self.get(row.id)
        assert session is not None
        self.courier.wake(row.id)
        return session

    # People

    async def dms_closed(self, user_id: int) -> bool:
        """Whether the person's direct messages turned out to be closed."""
        async with self.database.reading() as db:
            return await members.dms_closed_at(db, user_id) is not None

    async def note_dms(self, user_id: int, *, closed: bool) -> None:
        """Remember whether the person's direct messages are closed."""
        async with self.database.writing() as db:
            await members.note_dms(db, user_id, self.clock.now() if closed else None)

    async def thread_of(self, game_id: str, user_id: int) -> int | None:
        """The private thread in which a person reads a game's secrets; None if there is none."""
        async with self.database.reading() as db:
            return await members.thread_of(db, game_id, user_id)

    async def note_thread(self, game_id: str, user_id: int, thread_id: int) -> None:
        """Remember the private thread in which a person reads a game's secrets."""
        async with self.database.writing() as db:
            await members.note_thread(db, game_id, user_id, thread_id)

    async def availability(self, user_id: int) -> Availability:
        """When no deadline of the person runs, and how much of their holidays is left."""
        return await availability.of(self, user_id)

    async def set_quiet_hours(
        self, user_id: int, hours: tuple[int, int] | None, zone: str = "UTC"
    ) -> None:
        """From and until when (minutes of the day) a person is left in peace; None: never.

        Open deadlines move along. Refused if the zone is unknown or the hours are too many.
        """
        await availability.set_quiet_hours(self, user_id, hours, zone)

    async def go_away(self, user_id: int, days: float) -> datetime:
        """Stop a person's deadlines for some days; till when. Refused beyond the budget."""
        return await availability.go_away(self, user_id, days)

    async def come_back(self, user_id: int) -> None:
        """Let a person's deadlines run again before the days are over."""
        await availability.come_back(self, user_id)

    # Servers

    async def moderator_role(self, guild_id: int) -> int | None:
        """The role whose members moderate the games of a server; None if none was named."""
        async with self.database.reading() as db:
            return await servers.moderator_role(db, guild_id)

    async def name_moderator_role(self, guild_id: int, role_id: int | None) -> None:
        """Name the role whose members moderate the games of a server; None: no role does."""
        async with self.database.writing() as db:
            await servers.name_moderator_role(db, guild_id, role_id)

    # Coming and going

    async def resume_all(self) -> None:
        """Go to work: deliver, watch deadlines, let computers play where they left off."""
        now = self.clock.now()
        async with self.database.writing() as db:
            await outbox.forget(db, now - _KEEP_SETTLED)
            await interactions.forget(db, now - _KEEP_SEEN)
        self.keep(self.courier.run())
        self.keep(self.scheduler.run())
        async with self.database.reading() as db:
            ids = await games.to_play(db)
        for game_id in ids:
            try:
                session = await self.get(game_id)
                if session is not None:
                    session.let_computers_play()
            except Unreadable:
                continue
            except Exception:
                # One game's trouble is no other game's.
                logger.exception("game %s: could not be taken up again", game_id)

    async def close(self, patience: float | None = None) -> None:
        """Finish what is under way and stop. What is not delivered goes out after a restart.

        What takes longer than ``patience`` (seconds; None: however long) is cut short, as by a
        crash: what is committed stays, and what is not yet delivered is tried again.
        """
        self.closing = True
        self.courier.stop()
        self.scheduler.wake()
        try:
            async with asyncio.timeout(patience):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            await self._cut_short()

    async def _cut_short(self) -> None:
        late = tuple(self._tasks)
        logger.warning(
            "cut short at the end: %d pieces of work; they go on at the start", len(late)
        )
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_TO_GIVE_UP)

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something to its end, which :meth:`close` waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        wrong = None if task.cancelled() else task.exception()
        if wrong is not None and not isinstance(wrong, Refused):
            logger.error("something in the background failed", exc_info=wrong)

    # For the sessions

    async def read(self, game_id: str) -> tuple[GameRow | None, list[SeatRow]]:
        """A game and its seats as they are in the database."""
        async with self.database.reading() as db:
            return await games.by_id(db, game_id), await games.seats(db, game_id)

    def rules_of(self, game: str, ruleset: str) -> Game:
        """The rules of a game. Refused if there are none such."""
        try:
            return self.library.game_for(game, ruleset)
        except LookupError:
            raise Refused(f"There is no game {game!r} with a rule set {ruleset!r}.") from None

    def _check_pace(self, game: str, options: dict[str, str]) -> None:
        pace = times_of(options)
        if pace.late != BY_DEFAULT:
            self._check_policy(game, pace.late)

    def _check_policy(self, game: str, name: str) -> None:
        try:
            self.library.policy_for(game, name)
        except LookupError:
            raise Refused(f"There is no computer player called {name!r}.") from None

    def hours_of(self, options: dict[str, str]) -> float | None:
        """After how many hours the clock ends the game; None for never. Refused if unfit."""
        given = options.get("hours", "").strip()
        if given in ("", "0"):
            return None
        try:
            hours = float(given)
        except ValueError:
            hours = -1.0
        if not 0 < hours <= _LONGEST_HOURS:
            raise Refused("The time limit must be a number of hours, at most a year.")
        return hours
