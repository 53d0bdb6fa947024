"""A limit on how many interactions are worked on at once; all others are acknowledged and wait
their turn.

The event loop is shared: the more it has to do, the longer a new press waits for its first answer.
So only a few interactions are let in at once, in the order in which they came, and those waiting
cost nothing. No more interactions may wait for one game than a table could seriously need. A press
that is waiting for a picture does not need the event loop, and lets the next one in (`make_room`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Hashable
from contextvars import ContextVar
from dataclasses import dataclass

from bot.session import Refused

AT_ONCE = 8
MOST_OF_ONE = 64

MANY = 40
WHILE = 4.0
"""This many arrivals in this many seconds count as a crowd."""

QUIET = 3.0
"""Seconds that must pass after an arrival before the turnstile counts as quiet."""

CROWDED = (
    "This game is getting more requests at once than I can handle. Nothing was done. Please try "
    "again in a moment."
)

STOPPING = "I am restarting just now. Nothing was done. Please try again in a moment."


@dataclass(slots=True, eq=False)
class Visit:
    """One person's visit to a game, from entering to leaving; ``room`` is what the others are
    waiting for."""

    game: Hashable
    task: asyncio.Task[object] | None
    room: asyncio.Semaphore
    taken: bool = True

    def free(self) -> None:
        """Let the next one in, if that has not happened yet."""
        if self.taken:
            self.taken = False
            self.room.release()


_PLACE: ContextVar[Visit | None] = ContextVar("place", default=None)
"""The place given to the current task."""


def make_room() -> None:
    """Let the next one in, because this task is waiting for work done elsewhere."""
    place = _PLACE.get()
    # A task started by another inherits its context, but has no place to give up.
    if place is not None and place.task is asyncio.current_task():
        place.free()


class Turnstile:
    """Lets ``at_once`` visits in at the same time; ``most_of_one`` is how many in all may be
    waiting or inside for one game."""

    def __init__(self, at_once: int = AT_ONCE, most_of_one: int = MOST_OF_ONE) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._most_of_one = most_of_one
        self._there: Counter[Hashable] = Counter()
        self._came: deque[float] = deque(maxlen=MANY)
        self._empty = asyncio.Event()
        self.closed = False
        """Whether the turnstile no longer lets anybody in, because the bot is stopping."""

    def is_crowded(self) -> bool:
        """Whether there is so much traffic that nothing optional should be done."""
        full = len(self._came) == MANY
        return full and time.monotonic() - self._came[0] < WHILE

    def is_quiet(self) -> bool:
        """Whether nobody is inside or waiting, and nobody has just come."""
        lately = bool(self._came) and time.monotonic() - self._came[-1] < QUIET
        return not self._there and not lately

    async def enter(self, game: Hashable) -> Visit:
        """Wait for a turn; `leave` must follow. Raises Refused if too many are waiting for the
        game, or if the turnstile closes before this visit is inside."""
        if self.closed:
            raise Refused(STOPPING)
        if self._there[game] >= self._most_of_one:
            raise Refused(CROWDED)
        self._came.append(time.monotonic())
        self._there[game] += 1
        try:
            await self._room.acquire()
        except BaseException:
            self._gone(game)
            raise
        place = Visit(game, asyncio.current_task(), self._room)
        if self.closed:
            self.leave(place)
            raise Refused(STOPPING)
        _PLACE.set(place)
        return place

    def leave(self, place: Visit) -> None:
        """Make room for the next one, and leave."""
        place.free()
        self._gone(place.game)

    def _gone(self, game: Hashable) -> None:
        self._there[game] -= 1
        if not self._there[game]:
            del self._there[game]
        if not self._there:
            self._empty.set()

    async def close(self, patience: float) -> None:
        """Let nobody else in, and wait at most this many seconds for those inside."""
        self.closed = True
        self._empty.clear()
        if self._there:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._empty.wait()

    @contextlib.asynccontextmanager
    async def passage(self, game: Hashable) -> AsyncIterator[None]:
        """Wait for a turn, and stay inside until the end. Raises Refused as `enter` does."""
        place = await self.enter(game)
        try:
            yield
        finally:
            self.leave(place)
