"""What must not grow: a decision late in a long game, and one among many stored games.

Beside it, a game played over. Times of the rules are the processor's; those of the session are the
clock's, with the database, and the processor's.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from time import thread_time
from typing import Any

from bot.bench.decisions import SEATS
from bot.bench.games import fill
from bot.games import LIBRARY, game_for
from bot.rules.kernel import Choice, Game, Match
from bot.seats.random_seat import RandomSeat
from bot.session import Desk, SystemClock
from bot.storage import Database

LATE = (100, 1000, 3000)
"""The decisions round which it is measured how long one takes."""
REPLAYED = 1000
"""How many decisions are played over."""
STORES = (50, 500, 5000)
"""How many games are stored beside the one that is played."""

_RANDOM = RandomSeat()
_AROUND = 50
_OPTIONS = {"rounds": "999"}
_COMMITS = 100


def late_figures(marks: Sequence[int] = LATE, replayed: int = REPLAYED) -> dict[str, Any]:
    """Medians of whole decisions round some decisions of one game, and the time to play its first
    ones over, in milliseconds."""
    rules = game_for("kingmaker", "house")
    seed, times, decisions = _long_game(rules, max(*marks, replayed) + _AROUND)
    medians = {
        str(mark): round(
            statistics.median(times[max(0, mark - _AROUND) : mark + _AROUND]) * 1000, 3
        )
        for mark in marks
    }
    return {
        "decision_ms_at": medians,
        "replay_ms": round(_replay(rules, seed, decisions[:replayed]) * 1000, 1),
    }


def _long_game(rules: Game, length: int) -> tuple[str, list[float], list[tuple[int, Choice]]]:
    """A game by lot that is so long: its seed, what each decision took, and the decisions."""
    for number in count():
        seed, chance = f"bench {number}", random.Random(number)
        match, _ = Match.start(rules, SEATS, seed, _OPTIONS)
        times: list[float] = []
        decisions: list[tuple[int, Choice]] = []
        while not match.over and len(times) < length:
            began = thread_time()
            seat = match.waiting_for()[0]
            match.view(seat)
            prompts = match.prompts(seat)
            listed = thread_time()
            looks_round = _RANDOM.looks_round(None, prompts, seat, chance)
            some = prompts if looks_round else match.asked(seat)
            _, choice = _RANDOM.choose(None, some, seat, chance)
            chosen = thread_time()
            match.submit(seat, choice)
            times.append(listed - began + thread_time() - chosen)
            decisions.append((seat, choice))
        if len(times) == length:
            return seed, times, decisions
    raise AssertionError


def _replay(rules: Game, seed: str, decisions: Sequence[tuple[int, Choice]]) -> float:
    """The seconds that it takes to play these decisions over."""
    began = thread_time()
    match, _ = Match.start(rules, SEATS, seed, _OPTIONS)
    for seat, choice in decisions:
        match.submit(seat, choice)
    return thread_time() - began


async def stored_figures(stores: Sequence[int] = STORES) -> dict[str, Any]:
    """Medians of a decision that is locked, applied and committed beside so many stored games: by
    the clock, and of the processor's time, which a busy machine does not make longer."""
    found = {str(games): await _commit_beside(games) for games in stores}
    return {
        "commit_ms_beside": {games: clock for games, (clock, _) in found.items()},
        "commit_cpu_ms_beside": {games: cpu for games, (_, cpu) in found.items()},
    }


async def _commit_beside(games: int) -> tuple[float, float]:
    times: list[float] = []
    taken: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        await fill(store, games, history=False)
        desk = Desk(store, SystemClock(), LIBRARY)
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
        while len(times) < _COMMITS and session.waiting_for():
            seat = session.waiting_for()[0]
            _, choice = _RANDOM.choose(None, session.prompts(seat), seat, chance)
            before, worked = time.perf_counter(), time.process_time()
            await session.submit(user_id=seat + 1, choice=choice)
            times.append(time.perf_counter() - before)
            taken.append(time.process_time() - worked)
        await desk.close()
        await store.close()
    return round(statistics.median(times) * 1000, 3), round(statistics.median(taken) * 1000, 3)
