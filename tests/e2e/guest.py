"""People at the page who look only when everything that has happened was told.

What somebody sees while the bot is still telling depends on how quick the machine is: a card may
be there that will be gone in a moment, or not be there yet. So a guest waits, before looking, for
an exact condition: every bot of this process has come to rest, and every frame has arrived.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

from sqlalchemy.engine import URL

from bot.app import Bot
from bot.sandbox.members.player import Player
from bot.session.delivery import plan
from bot.storage import outbox
from tests.waiting import PATIENCE, is_busy, until

AT_WORK: set[Bot] = set()
"""The bots that run in this process."""

_OF_AN_EVENT = ("discord.py: on_", "CommandTree", "discord-ui-")
"""How the library names the tasks that work at an interaction or another event."""


async def settled() -> None:
    """Wait until no bot has anything left to do, to say or to draw."""
    await until(_all_rest)


async def _all_rest() -> bool:
    return not [bot for bot in AT_WORK if await _is_busy(bot)]


async def _is_busy(bot: Bot) -> bool:
    if bot.is_closed() or bot.desk.background.closing:
        return False
    if _is_at_it(bot):
        # The database need not be asked.
        return True
    if not _all_is_told(bot.database.engine.url):
        async with bot.database.reading() as db:
            now = bot.desk.services.clock.now()
            for game in await outbox.games_due(db, now):
                # What was held back for later keeps what comes after it waiting.
                if plan(await outbox.waiting(db, game), now).queues:
                    return True
    await bot.deliverer.following.settled()
    # No `await` from here on: what is seen is of one moment.
    return _is_at_it(bot)


def _all_is_told(database: URL) -> bool:
    """Whether a file holds nothing at all to say: asked at each look, so without a session."""
    if database.get_backend_name() != "sqlite":
        return False
    with closing(sqlite3.connect(str(database.database))) as db:
        return db.execute("SELECT 1 FROM outbox WHERE delivered_at IS NULL").fetchone() is None


def _is_at_it(bot: Bot) -> bool:
    at_events = any(t.get_name().startswith(_OF_AN_EVENT) for t in asyncio.all_tasks())
    shows = bool(bot.deliverer.following._last or bot.panels._going)
    return at_events or shows or is_busy(bot.desk)


class Guest(Player):
    """A member at the page who waits until everything is told."""

    def __init__(self, base_url: str, http: Any, patience: float) -> None:
        super().__init__(base_url, http, PATIENCE)

    async def look(self) -> None:
        """Wait until everything is told and has arrived."""
        await settled()
        await self.caught_up()

    async def wait_for_message(
        self, predicate: Callable[[dict[str, Any]], bool], *args: Any, **more: Any
    ) -> dict[str, Any]:
        """The newest message that fits once everything is told, or later."""
        await self.look()
        return await super().wait_for_message(predicate, *args, **more)

    async def wait_for_private(
        self, predicate: Callable[[dict[str, Any]], bool], *args: Any, **more: Any
    ) -> dict[str, Any]:
        """The newest direct message that fits once everything is told, or later."""
        await self.look()
        return await super().wait_for_private(predicate, *args, **more)

    async def wait_until(
        self, predicate: Callable[[Player], bool], within: float | None = None
    ) -> None:
        """Wait until everything is told, and something is true of what the member sees."""
        await self.look()
        await super().wait_until(predicate, within)
