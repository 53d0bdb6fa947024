"""The clock that all games go by."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Protocol


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
