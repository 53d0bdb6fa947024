"""What every game of this process works with, such as the database, the clock, two bells and the
tallies; and what was read last, for callers that cannot wait until it is read again.

Suggestions must appear at once while somebody types, so they are made from memory. Every look at
the memory also starts an update in the background, for the next look.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from bot.session.clock.gathering import Gathered, Stamps
from bot.session.computers import Pondering
from bot.session.library import Library
from bot.session.receipts import Refused, Unreadable
from bot.storage import Database, GameRow, SeatRow, games

logger = logging.getLogger(__name__)

T = TypeVar("T")

_KEPT = 4_096
"""How many things are remembered at most; the first to be forgotten is the one that has gone
longest without being asked for."""

Keep = Callable[[Coroutine[Any, Any, Any]], object]
"""Runs something in the background."""


class Recollection:
    """Remembers what was read under a key, and reads it again every time it is asked for."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._known: OrderedDict[Hashable, Any] = OrderedDict()
        self._under_way: set[Hashable] = set()

    def recall(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, T]], unknown: T) -> T:
        """Whatever was last read under this key, at once; ``unknown`` if nothing was."""
        if key not in self._under_way:
            self._under_way.add(key)
            self._keep(self._look(key, read))
        found: T = self._known.get(key, unknown)
        return found

    async def _look(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        try:
            self._known[key] = await read()
            self._known.move_to_end(key)
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        finally:
            self._under_way.discard(key)


class Clock(Protocol):
    """Tells the time, and waits for an event or until a certain time."""

    def now(self) -> datetime:
        """The present time, with its time zone."""
        ...

    async def wait(self, event: asyncio.Event, until: datetime | None) -> bool:
        """Wait until the event is set, or until the given time (None: for ever); True if the event
        was set."""
        ...


class SystemClock:
    """The real clock."""

    def now(self) -> datetime:
        """The current time in UTC."""
        return datetime.now(UTC)

    async def wait(self, event: asyncio.Event, until: datetime | None) -> bool:
        """Wait until the event is set, or until the given time (None: for ever); True if the event
        was set.
        """
        seconds = None if until is None else max(0.0, (until - self.now()).total_seconds())
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            return False
        return True


_TO_GIVE_UP = 1.0
"""The number of seconds in which work that is cut short must release whatever it holds."""


class Background:
    """Tasks that run alongside the commands. ``closing`` is set once nothing new should start."""

    def __init__(self) -> None:
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run something to the end; :meth:`finish` waits for it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self, patience: float | None = None) -> None:
        """Wait for anything under way; whatever takes longer than ``patience`` seconds is cut
        short."""
        try:
            async with asyncio.timeout(patience):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        except TimeoutError:
            await self._cut_short()

    async def _cut_short(self) -> None:
        late = tuple(self._tasks)
        logger.warning(
            "%d pieces of work were cut short; they go on after the next start", len(late)
        )
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_TO_GIVE_UP)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        wrong = None if task.cancelled() else task.exception()
        if wrong is not None and not isinstance(wrong, Refused):
            logger.error("something in the background failed", exc_info=wrong)


@dataclass
class Bell:
    """A bell that wakes a loop waiting for work; ``games`` are those for which it rang."""

    event: asyncio.Event = field(default_factory=asyncio.Event)
    games: set[str] = field(default_factory=set)

    def ring(self, game_id: str | None = None) -> None:
        """Say that there is something to do, for this game or in general."""
        if game_id is not None:
            self.games.add(game_id)
        self.event.set()


@dataclass(slots=True)
class Tallies:
    """What this process has done since it started, in numbers that name nobody."""

    #: Batches of the outbox that arrived.
    delivered: int = 0
    #: Failed attempts to deliver a batch, which will be repeated.
    failed: int = 0
    #: Batches that can never be delivered, or failed too often.
    given_up: int = 0
    #: The clock's orders that were claimed and carried out.
    deadlines: int = 0
    #: How many seconds late the clock's orders were, in total.
    deadlines_late: float = 0.0

    @property
    def settled(self) -> int:
        """The number of batches that have been delivered or given up."""
        return self.delivered + self.given_up


class Services:
    """The database, the clock, the games that can be played, and everything that runs in the
    background.

    ``news`` rings when a game has something to say, and ``deadlines`` when a deadline may be due
    sooner than expected. ``memory`` remembers what was read last, for suggestions. ``gathered``
    writes small things down in batches, and ``stamps`` checks whether games have changed.
    ``tallies`` counts what has been done; ``pondering`` is where computer players do their long
    thinking.
    """

    def __init__(self, database: Database, clock: Clock, library: Library) -> None:
        self.database = database
        self.clock = clock
        self.library = library
        self.background = Background()
        self.memory = Recollection(self.background.keep)
        self.gathered = Gathered(database, self.background.keep)
        self.stamps = Stamps(database, self.background.keep)
        self.tallies = Tallies()
        self.pondering = Pondering(getattr(library, "answer_of", None))
        self.news = Bell()
        self.watching: Callable[[str], None] = lambda game_id: None
        """Called with the id of each game of this process that has changed."""
        self.deadlines = Bell()
        self._noted: dict[str, int] = {}
        """For each game that cannot be read, the revision at which the log last named it."""

    async def read(self, game_id: str) -> tuple[GameRow | None, list[SeatRow]]:
        """A game and its seats as they are in the database."""
        async with self.database.reading() as db:
            return await games.by_id(db, game_id), await games.seats(db, game_id)

    def unreadable(self, row: GameRow, wrong: Exception) -> Unreadable:
        """What to say about a game that cannot be read; the log names it once per revision."""
        if self._noted.get(row.id) != row.revision:
            self._noted[row.id] = row.revision
            logger.error(
                "game %s (%s/%s, channel %d of server %d, revision %d) cannot be read: %s: %s. "
                "All others go on. Restore a backup, or rebuild the game from its moves: "
                "`kingmaker export %s`, then `kingmaker import`",
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
