"""`kingmaker bench`: figures of this machine, for those who change the code."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from typing import Any

import zstandard

from bot.bench.games import memory_figures, rewind_figures
from bot.bench.pictures import picture_figures
from bot.bench.spread import spread
from bot.games import LIBRARY, game_for
from bot.rules.kernel import Match
from bot.seats.random_seat import RandomSeat

_RANDOM = RandomSeat()
_SEATS = 4
_ROUNDS = {"rounds": "60"}


def measure(*, as_json: bool, seconds: float) -> None:
    """Measure everything and print it."""
    figures: dict[str, Any] = {}
    figures.update(rules_figures(seconds))
    figures.update(asyncio.run(commit_figures(seconds)))
    figures.update(asyncio.run(rewind_figures()))
    figures.update(asyncio.run(memory_figures()))
    figures.update(picture_figures())
    figures.update(asyncio.run(interaction_figures()))
    figures["memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:24} {value}")


# The rules


def rules_figures(seconds: float) -> dict[str, Any]:
    """Random decisions a second without invariants, time of one, of a view, size of a snapshot."""
    rules = game_for("kingmaker", "house")
    applied: list[float] = []
    views: list[float] = []
    sizes: list[int] = []
    decisions, spent, number = 0, 0.0, 0
    while spent < seconds:
        match, _ = Match.start(rules, _SEATS, f"bench {number}", dict(_ROUNDS))
        chance = random.Random(number)
        number += 1
        began = time.perf_counter()
        looking = 0.0
        while not match.over:
            seat = match.waiting_for()[0]
            prompts = match.asked(seat)
            _, choice = _RANDOM.choose(None, prompts, seat, chance)
            before = time.perf_counter()
            match.submit(seat, choice)
            after = time.perf_counter()
            applied.append(after - before)
            decisions += 1
            if decisions % 50 == 0:
                match.view(seat)
                views.append(time.perf_counter() - after)
                sizes.append(len(match.save()))
                looking += time.perf_counter() - after
        spent += time.perf_counter() - began - looking
    return {
        "decisions_per_s": round(decisions / spent),
        "selfplay_games_per_minute": round(number / spent * 60, 1),
        "apply_ms": spread(applied),
        "view_ms": spread(views),
        "snapshot_kb": round(statistics.median(sizes) / 1000, 2),
        "snapshot_packed_kb": round(len(zstandard.compress(match.save())) / 1000, 2),
    }


# The session and its database


async def commit_figures(seconds: float) -> dict[str, Any]:
    """Time of a decision submitted to a session with a SQLite file: locked, applied, committed."""
    from bot.session import Desk, SystemClock
    from bot.storage import Database

    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        desk = Desk(store, SystemClock(), LIBRARY)
        session = await desk.new_games.open(
            guild_id=1,
            channel_id=1,
            host_id=1,
            host_name="One",
            game="kingmaker",
            ruleset="house",
            seats=2,
            options=dict(_ROUNDS),
        )
        await session.lobby.join(2, "Two")
        await session.lobby.start(1)
        chance = random.Random(1)
        ends = time.perf_counter() + seconds
        while time.perf_counter() < ends and session.waiting_for():
            seat = session.waiting_for()[0]
            prompts = session.prompts(seat)
            _, choice = _RANDOM.choose(None, prompts, seat, chance)
            before = time.perf_counter()
            await session.submit(user_id=seat + 1, choice=choice)
            times.append(time.perf_counter() - before)
        await desk.close()
        await store.close()
    return {"commit_ms": spread(times)}


# Interactions over the sandbox


async def interaction_figures() -> dict[str, Any]:
    """From a command sent on the page to the bot's first answer, and from its start to work."""
    from bot.bench.interactions import interactions, startup

    try:
        return {"interaction_ms": await interactions(), "startup_s_10000_games": await startup()}
    except OSError as error:
        print(f"The sandbox could not be started: {error}", file=sys.stderr)
        return {}
