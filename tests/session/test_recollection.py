"""What is remembered is told at once, and read again behind the scenes."""

from __future__ import annotations

import asyncio

from bot.session.services import Recollection


async def test_the_second_look_finds_what_the_first_had_read() -> None:
    tasks: list[asyncio.Task[None]] = []
    memory = Recollection(lambda work: tasks.append(asyncio.create_task(work)))
    value, reads = "old", 0

    async def read() -> str:
        nonlocal reads
        reads += 1
        return value

    assert memory.recall("key", read, "unknown") == "unknown"
    # While it is being read nobody reads it a second time.
    assert memory.recall("key", read, "unknown") == "unknown"
    await asyncio.gather(*tasks)
    assert reads == 1
    value = "new"
    assert memory.recall("key", read, "unknown") == "old"
    await asyncio.gather(*tasks)
    assert memory.recall("key", read, "unknown") == "new"
    assert memory.recall("another key", read, "unknown") == "unknown"
    await asyncio.gather(*tasks)


async def test_what_could_not_be_read_is_tried_again() -> None:
    tasks: list[asyncio.Task[None]] = []
    memory = Recollection(lambda work: tasks.append(asyncio.create_task(work)))
    shut = True

    async def read() -> str:
        if shut:
            raise OSError
        return "known"

    assert memory.recall("key", read, "unknown") == "unknown"
    await asyncio.gather(*tasks, return_exceptions=True)
    shut = False
    assert memory.recall("key", read, "unknown") == "unknown"
    await asyncio.gather(*tasks, return_exceptions=True)
    assert memory.recall("key", read, "unknown") == "known"
    await asyncio.gather(*tasks, return_exceptions=True)
