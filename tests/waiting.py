"""Waiting for exact conditions, never for a length of time."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable

from bot.session import Desk

PATIENCE = float(os.environ.get("TEST_PATIENCE", "120"))
"""Seconds to wait for what must come: so many that only what hangs takes longer."""


async def until(true: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait until something is true. Raises TimeoutError where it never is."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = true()
            if found if isinstance(found, bool) else await found:
                return
            await asyncio.sleep(0.005)


def is_busy(desk: Desk) -> bool:
    """Whether a desk is in the middle of something: a command, a delivery, a computer's turn."""
    courier = desk.courier
    names = {getattr(task.get_coro(), "__qualname__", "") for task in desk.background._tasks}
    delivers = courier.deliverer is not None and "Courier.run" in names
    says = delivers and (courier._woken or courier._at_work)
    loops = ("Courier", "Scheduler", "TakingOver", "Forgetting", "OpenSeats", "Seasons")
    return bool(says or names - {f"{loop}.run" for loop in loops})


async def idle(desk: Desk) -> None:
    """Wait until a desk has nothing left to do by itself."""
    await until(lambda: not is_busy(desk))


def lives(process: int) -> bool:
    """Whether a process goes on; one that is over and not yet fetched does not."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
