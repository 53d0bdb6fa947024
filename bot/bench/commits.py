"""What it takes to write a decision: submitted to a session, locked, applied and committed."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any

from bot.bench.games import fill
from bot.bench.spread import spread
from bot.games import LIBRARY
from bot.seats.random_seat import RandomSeat
from bot.session import Desk, SystemClock
from bot.storage import Database

STORES = (50, 500, 5000)
"""How many games are stored beside the one that is played."""

_OTHERS = {seat: 100 + seat for seat in range(4)}
_COMMITS = 100
_OPTIONS = {"rounds": "999"}
_RANDOM = RandomSeat()


async def commit_figures(seconds: float) -> dict[str, Any]:
    """Time of a decision with a SQLite file that holds no other game."""
    clock: list[float] = []
    async with aclosing(_commits(beside=0)) as commits:
        async for took, _ in commits:
            clock.append(took)
            if sum(clock) >= seconds:
                break
    return {"commit_ms": spread(clock)}


async def stored_figures(stores: Sequence[int] = STORES) -> dict[str, Any]:
    """Medians of a decision beside so many stored games: by the clock, and of the processor's time,
    which a busy machine does not make longer."""
    found = {str(games): await _beside(games) for games in stores}
    return {
        "commit_ms_beside": {games: clock for games, (clock, _) in found.items()},
        "commit_cpu_ms_beside": {games: cpu for games, (_, cpu) in found.items()},
    }


async def _beside(games: int) -> tuple[float, float]:
    found: list[tuple[float, float]] = []
    async with aclosing(_commits(beside=games)) as commits:
        async for each in commits:
            found.append(each)
            if len(found) == _COMMITS:
                break
    clock, cpu = (round(statistics.median(times) * 1000, 3) for times in zip(*found, strict=True))
    return clock, cpu


async def _commits(beside: int) -> AsyncGenerator[tuple[float, float], None]:
    """Play a game of two beside so many stored ones; what each decision took, by the clock and of
    the processor."""
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        if beside:
            # Other people's: whoever opens a table can host only so many.
            await fill(store, beside, history=False, people=_OTHERS)
        desk = Desk(store, SystemClock(), LIBRARY)
        try:
            session = await desk.new_games.open(
                guild_id=1,
                channel_id=1,
                host_id=1,
                host_name="One",
                game="kingmaker",
                ruleset="house",
                seats=2,
                options=dict(_OPTIONS),
            )
            await session.lobby.join(2, "Two")
            await session.lobby.start(1)
            chance = random.Random(1)
            while session.waiting_for():
                seat = session.waiting_for()[0]
                _, choice = _RANDOM.choose(None, session.prompts(seat), seat, chance)
                before, worked = time.perf_counter(), time.process_time()
                await session.submit(user_id=seat + 1, choice=choice)
                yield time.perf_counter() - before, time.process_time() - worked
        finally:
            await desk.close()
            await store.close()
