"""When the search for garbage goes through how much.

Memory that nothing points to is freed at once; only what points to itself in a circle has to be
searched for. That search goes through all that is held, and meanwhile nothing else is done: with
some hundred games under way it takes more than a tenth of a second. So what has come to stay is
laid aside, and the search goes through the rest, every few seconds, which takes a moment. What was
laid aside is looked through when nobody waits for the bot.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

_NEW = 1_000
"""How many more things are made than freed between two looks at what is new."""

_NOT_SO_NEW = 10
"""Looks at the newest between two that look at what has stayed since the last, too."""

_NEVER = 1_000_000
"""The same for a search through everything, unasked."""

EVERY = 5.0
"""Seconds between two searches through all but what was laid aside."""

MUCH = 20_000
"""When so many things are left by a search, they are laid aside: it takes some hundredths of a
second by then."""

LONG = 120
"""So many searches after all was looked through, that may be done again."""

Sleep = Callable[[float], Awaitable[object]]


def lay_aside() -> None:
    """Look through everything, and lay aside what is there by now: it is there to stay. From then
    on the rest is looked through only when it is asked for."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _NOT_SO_NEW, _NEVER)


@contextmanager
def as_at_work() -> Iterator[None]:
    """While this lasts it is searched as in the bot at work; afterwards as before."""
    before = gc.get_threshold()
    lay_aside()
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
        gc.collect()


async def search(is_quiet: Callable[[], bool], sleep: Sleep = asyncio.sleep) -> None:
    """Search again and again, until it is cancelled."""
    since = 0
    while True:
        await sleep(EVERY)
        since += 1
        if since >= LONG and is_quiet():
            lay_aside()
            since = 0
            continue
        gc.collect()
        if len(gc.get_objects(generation=2)) > MUCH:
            gc.freeze()
