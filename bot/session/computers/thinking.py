"""Where computer players think: beside the event loop, and few at a time.

Thoughts are plain Python and share the interpreter with the event loop. Were all who are asked to
think at once, the loop would come to its turn too seldom to answer anybody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

_AT_ONCE = 2
_ROOM = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="think")


async def think(work: Callable[..., T], *about: Any) -> T:
    """What comes of the work; the event loop goes on meanwhile."""
    return await asyncio.get_running_loop().run_in_executor(_ROOM, partial(work, *about))
