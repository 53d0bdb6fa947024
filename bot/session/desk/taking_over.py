"""Games whose computers stand still, because the process that let them play is gone."""

from __future__ import annotations

import asyncio
import logging
import random
from datetime import timedelta

from bot.session.game_session import Find
from bot.session.receipts import Unreadable
from bot.session.services import Services
from bot.storage import games

logger = logging.getLogger(__name__)

_EVERY = timedelta(seconds=10)


class TakingOver:
    """Lets computers and standing orders go on with what another process has left behind.

    The process that changes a game lets its computers play on. A game that waits for them and has
    not moved from one look to the next is taken on, once at each revision. If its process
    lives after all, and is only slow, nothing is done twice: a game goes on from one revision once.
    """

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find
        self._seen: dict[str, int] = {}
        """At which revision each game with something to play stood at the last look."""
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
        """Take on the games that have not moved since the last look; their ids."""
        async with self._services.database.reading() as db:
            found = await games.to_play_at(db)
        still = [
            game_id
            for game_id, revision in found.items()
            if self._seen.get(game_id) == revision != self._tried.get(game_id)
        ]
        self._seen = found
        self._tried = {k: at for k, at in self._tried.items() if found.get(k) == at}
        # Others look as well: in an order of one's own one is seldom in their way.
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
            # One game's trouble is no other game's.
            logger.exception("game %s: could not be taken on", game_id)
            return
        if session is not None and session.revision == revision:
            session.computers.play_on()

    def close(self) -> None:
        """Look no more."""
        self._closing.set()
