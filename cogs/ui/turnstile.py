"""How many interactions are worked on at a time; all others wait their turn, acknowledged.

The event loop is shared: the more is under way in it, the longer a new press waits for its first
answer. So only a few are let in at once, in the order in which they came, and those who wait cost
nothing. Of one game no more may wait than a table can mean seriously.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

from bot.session import Refused

AT_ONCE = 8
MOST_OF_ONE = 64

CROWDED = (
    "So much is asked of this game at once that I can't keep up. Nothing was done; please try "
    "again in a moment."
)


class Turnstile:
    """Lets ``at_once`` in; ``most_of_one`` is how many may wait or be let in for one game."""

    def __init__(self, at_once: int = AT_ONCE, most_of_one: int = MOST_OF_ONE) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._most_of_one = most_of_one
        self._there: Counter[Hashable] = Counter()

    async def enter(self, game: Hashable) -> None:
        """Wait one's turn; `leave` must follow. Refused if too many of the game are there."""
        if self._there[game] >= self._most_of_one:
            raise Refused(CROWDED)
        self._there[game] += 1
        try:
            await self._places.acquire()
        except BaseException:
            self._gone(game)
            raise

    def leave(self, game: Hashable) -> None:
        """Make room for the next."""
        self._places.release()
        self._gone(game)

    def _gone(self, game: Hashable) -> None:
        self._there[game] -= 1
        if not self._there[game]:
            del self._there[game]

    @asynccontextmanager
    async def passage(self, game: Hashable) -> AsyncIterator[None]:
        """Wait one's turn, and be in until the end. Refused if too many of the game are there."""
        await self.enter(game)
        try:
            yield
        finally:
            self.leave(game)
