"""When the search for garbage goes through everything: while nobody waits for the bot.

Memory that nothing points to is freed at once; only what points to itself in a circle has to be
searched for. That search goes through all that is held, and meanwhile nothing else is done: with
some hundred games under way it takes more than a tenth of a second. Left to itself Python makes it
when much is going on. Here only what is new is looked through in between, which takes a moment, and
all of it while it is quiet.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

_NEW = 2_000
"""How many more things are made than freed between two looks at what is new."""

_NOT_SO_NEW = 20
"""Looks at the newest between two that look at what has stayed since the last, too."""

_NEVER = 1_000_000
"""The same for the search through everything."""

PAUSE = 60.0
"""Seconds from one such search to the first moment at which there may be another."""

LOOK = 1.0
"""Seconds between two looks whether it is quiet."""

PATIENCE = 900
"""So many of them may find no quiet moment; then it is done all the same."""

Sleep = Callable[[float], Awaitable[object]]


def leave_alone() -> None:
    """Search no more through what is there by now, which is there to stay, nor of its own accord
    through everything that comes to it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _NOT_SO_NEW, _NEVER)


async def search_in_quiet(is_quiet: Callable[[], bool], sleep: Sleep = asyncio.sleep) -> None:
    """Search through everything now and then, when it is quiet; until it is cancelled."""
    while True:
        await sleep(PAUSE)
        for _ in range(PATIENCE):
            if is_quiet():
                break
            await sleep(LOOK)
        gc.collect()
