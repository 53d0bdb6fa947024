"""Small things that are written or asked alongside the games, collected as they come in.

So a crowd costs the database little more than a few people do: requests that come during a
transaction, or are waiting their turn, go into the next one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage import Database, games

T = TypeVar("T")

Jot = Callable[[AsyncSession], Awaitable[Any]]
"""Writes one small thing, in one transaction with others."""
Keep = Callable[[Coroutine[Any, Any, None]], object]
"""Runs something in the background until it ends."""

TOGETHER = 20
"""At most this many writes go into one transaction, because each may lock a game's row until the
transaction ends."""

_AT_A_STRETCH = 5
"""After this many writes, the event loop gets a turn: a database in a file answers at once, so the
loop would otherwise get none."""


class Gathered:
    """Writes small things, many in one transaction; each caller learns its own result."""

    def __init__(self, database: Database, keep: Keep) -> None:
        self._database = database
        self._keep = keep
        self._waiting: list[tuple[str, Jot, asyncio.Future[Any]]] = []
        self._at_work = False

    async def write(self, game_id: str, jot: Callable[[AsyncSession], Awaitable[T]]) -> T:
        """Write something about a game, and return the result of the write once it is safely
        stored.

        Raises an error only if this write fails; whatever others write in the same transaction is
        still safe.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((game_id, jot, done))
        if not self._at_work:
            self._at_work = True
            self._keep(self._work())
        return await done

    async def _work(self) -> None:
        try:
            while self._waiting:
                some, self._waiting = self._waiting[:TOGETHER], self._waiting[TOGETHER:]
                # The games' rows are always locked in the same order, so that no two transactions
                # wait for each other.
                some.sort(key=lambda each: each[0])
                if not await self._all(some):
                    for each in some:
                        await self._one(*each)
        finally:
            self._at_work = False

    async def _all(self, some: list[tuple[str, Jot, asyncio.Future[Any]]]) -> bool:
        """Write all these things in one transaction; False if that cannot be done."""
        try:
            async with self._database.writing() as db:
                found = []
                for number, (_, jot, done) in enumerate(some, start=1):
                    found.append((done, await jot(db)))
                    if number % _AT_A_STRETCH == 0:
                        await asyncio.sleep(0)
        except Exception:
            return False
        for done, value in found:
            if not done.done():
                done.set_result(value)
        return True

    async def _one(self, _: str, jot: Jot, done: asyncio.Future[Any]) -> None:
        """Write one thing on its own, if writing all of them in one transaction failed."""
        try:
            async with self._database.writing() as db:
                value = await jot(db)
        except Exception as wrong:
            if not done.done():
                done.set_exception(wrong)
        else:
            if not done.done():
                done.set_result(value)


class Stamps:
    """Asks the database whether games have changed, many in one query."""

    def __init__(self, database: Database, keep: Keep) -> None:
        self._database = database
        self._keep = keep
        self._waiting: dict[str, asyncio.Future[games.Stamp | None]] = {}
        self._at_work = False

    async def of(self, game_id: str) -> games.Stamp | None:
        """The game's stamp as it was at the time of the call or later; None if there is no such
        game."""
        done = self._waiting.get(game_id)
        if done is None:
            done = asyncio.get_running_loop().create_future()
            self._waiting[game_id] = done
        if not self._at_work:
            self._at_work = True
            self._keep(self._work())
        return await asyncio.shield(done)

    async def _work(self) -> None:
        try:
            while self._waiting:
                # A query under way may have read an older state, so latecomers wait for the next
                # one.
                asked, self._waiting = self._waiting, {}
                await self._answer(asked)
        finally:
            self._at_work = False

    async def _answer(self, asked: dict[str, asyncio.Future[games.Stamp | None]]) -> None:
        try:
            found = await games.stamps(self._database, list(asked))
        except BaseException as wrong:
            for done in asked.values():
                if isinstance(wrong, Exception):
                    done.set_exception(wrong)
                    # The caller may have gone.
                    done.exception()
                else:
                    done.cancel()
            if not isinstance(wrong, Exception):
                raise
        else:
            for game_id, done in asked.items():
                done.set_result(found.get(game_id))
