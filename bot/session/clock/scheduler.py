"""The clock's orders: deadlines are rows, claimed when due, carried out once."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.session.receipts import Refused, Unreadable
from bot.storage import DeadlineRow, deadlines

if TYPE_CHECKING:
    from bot.session.desk import Desk

logger = logging.getLogger(__name__)

_CLAIM = timedelta(seconds=60)
_PATIENCE = timedelta(seconds=60)
_POLL = timedelta(minutes=5)
_UNREADABLE = timedelta(hours=1)
"""After how long the clock looks again at a game that cannot be read."""


class Scheduler:
    """Carries out the deadlines of all games, of whichever process serves them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._event = asyncio.Event()

    def wake(self) -> None:
        """There may be a nearer deadline, or the desk is closing."""
        self._event.set()

    async def run(self) -> None:
        """Carry out deadlines until the desk closes."""
        while not self._desk.closing:
            self._event.clear()
            until = self._desk.clock.now() + _POLL
            try:
                await self.carry_out_due()
                async with self._desk.database.reading() as db:
                    due = await deadlines.next_due(db)
                if due is not None:
                    # A claim that has just run out is looked at again a moment later.
                    soon = self._desk.clock.now() + timedelta(seconds=1)
                    until = min(until, max(due, soon))
            except Exception:
                logger.exception("the deadlines could not be looked through")
                until = self._desk.clock.now() + _PATIENCE
            await self._desk.clock.wait(self._event, until)

    async def carry_out_due(self) -> int:
        """Carry out what is due now; how many there were."""
        now = self._desk.clock.now()
        async with self._desk.database.writing() as db:
            rows = await deadlines.claim(db, now, now + _CLAIM)
        for row in rows:
            try:
                await self._carry_out(row, now)
            except Exception:
                # It stays claimed for a while; those of other games must not wait for it.
                logger.exception("game %s: a deadline could not be carried out", row.game_id)
        return len(rows)

    async def _carry_out(self, row: DeadlineRow, now: datetime) -> None:
        if row.id is None:
            return
        try:
            session = await self._desk.get(row.game_id)
            if session is not None:
                await session.fall_due(row)
        except Unreadable:
            async with self._desk.database.writing() as db:
                await deadlines.postpone(db, row.id, now + _UNREADABLE)
        except Refused:
            # The rules do not take the order at this moment: in a battle, for instance.
            logger.info("game %s: a deadline has to wait", row.game_id)
            async with self._desk.database.writing() as db:
                await deadlines.postpone(db, row.id, now + _PATIENCE)
