"""The clock's orders: deadlines are rows, claimed when due, carried out once."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from bot.session.game_session import Find
from bot.session.receipts import Refused, Unreadable
from bot.session.services import Services
from bot.storage import DeadlineRow, deadlines

logger = logging.getLogger(__name__)

_CLAIM = timedelta(seconds=15)
"""For how long others leave alone what this process has taken on. To be late does no harm:
the row goes with what it is carried out by, and only one of two finds it there."""
_AT_A_TIME = 5
"""In how many games something is carried out at a time: in one a computer may have to think."""
_PATIENCE = timedelta(seconds=60)
_POLL = timedelta(seconds=10)
"""How often to look for what other processes were going to look after."""
_JUMP = timedelta(days=60)
"""A clock that is set back by more was wrong; no table gives anybody so long, so that whatever is
due later than it ever told was reckoned by it."""
_UNREADABLE = timedelta(hours=1)
"""After how long the clock looks again at a game that cannot be read."""


class Scheduler:
    """Carries out the deadlines of all games, of whichever process serves them."""

    def __init__(self, services: Services, find: Find) -> None:
        self._services = services
        self._find = find
        self._latest: datetime | None = None
        """What the clock told the last time."""

    async def run(self) -> None:
        """Carry out deadlines until the process closes."""
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
                    # A claim that has just run out is looked at again a moment later.
                    soon = self._services.clock.now() + timedelta(seconds=1)
                    until = min(until, max(due, soon))
            except Exception:
                logger.exception("the deadlines could not be checked")
                until = self._services.clock.now() + _POLL
            await self._services.clock.wait(bell, until)

    async def put_right(self) -> None:
        """Where the clock had been far ahead and is right again, deadlines that were reckoned by it
        are put right with it: else they would come in a year."""
        now, latest = self._services.clock.now(), self._latest
        self._latest = now
        if latest is None or latest - now < _JUMP:
            return
        async with self._services.database.writing() as db:
            moved = await deadlines.set_back(db, latest, latest - now)
        logger.warning(
            "the clock was set back by %d days, and %d deadlines with it",
            (latest - now).days,
            moved,
        )

    async def carry_out_due(self) -> int:
        """Carry out what is due now; how many there were."""
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
        """Carry out what is due in one game, one after the other."""
        async with some:
            for row in rows:
                try:
                    await self._carry_out(row, now)
                except Exception:
                    # It stays claimed for a while; those of other games must not wait for it.
                    logger.exception("game %s: a deadline could not be carried out", row.game_id)

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
                await deadlines.postpone(db, row.id, now + _UNREADABLE)
        except Refused:
            # The rules do not take the order at this moment: in a battle, for instance.
            logger.info("game %s: a deadline has to wait", row.game_id)
            async with self._services.database.writing() as db:
                await deadlines.postpone(db, row.id, now + _PATIENCE)
