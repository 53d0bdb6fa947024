"""The bench with whole games: rewinding a long one, and a database with many of them.

The bench also measures how long a decision takes, from its submission to a session until it is
committed.
"""

from __future__ import annotations

import gc
import random
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from bot.bench.crowd import spread
from bot.games import LIBRARY, game_for, policy_for
from bot.rules.kernel import Game, Match, Seat, every_seat
from bot.seats.random_seat import RandomSeat
from bot.selfplay import GameRecord, export_of, play_game
from bot.session import Desk, SystemClock
from bot.session.clock.deadlines import ANSWER
from bot.session.past.imports import take_in
from bot.storage import Database, DeadlineRow, GameRow, JournalRow, SeatRow, SnapshotRow

STORED = 500
CROWDED = 10_000
_SEATS = 4
_PEOPLE = {seat: seat + 1 for seat in every_seat(_SEATS)}
_TURNS = 50
_TIMES = 100
_PLACES = 20
_LEFT_OUT = 40
_MOVES = "movement"
_FIRST = 1_000_000
_HELD = 1000
_AT_ONCE = 50


def long_game(rounds: int) -> dict[str, Any]:
    """The export of a game between four stewards that lasted this many rounds, cut short some
    decisions before its end.

    Whatever the rules and the computers make of the game, it stops early in somebody's movement, so
    it takes the same amount of work in every measurement.
    """
    rules, steward = game_for("kingmaker", "house"), policy_for("kingmaker", "steward")
    for number in count():
        record = play_game(
            rules, _SEATS, f"bench {number}", [steward], {"rounds": str(rounds)}, check=False
        )
        made, round_ = _movement_before(rules, record)
        if record.rounds >= rounds and round_ >= rounds - 1:
            record.decisions = record.decisions[:made]
            data = export_of(record, rules)
            return {**data, "seats": [{**seat, "policy": None} for seat in data["seats"]]}
    raise AssertionError


def _movement_before(rules: Game, record: GameRecord) -> tuple[int, int]:
    """How many decisions come before the last movement that begins well before the end, and its
    round."""
    match, _ = Match.start(rules, record.seats, record.seed, record.options)
    found = (0, 0)
    moving: int | None = None
    for made, (seat, choice) in enumerate(record.decisions[:-_LEFT_OUT]):
        asked = [prompt for each in match.waiting_for() for prompt in match.asked(each)]
        moves = next((prompt.seat for prompt in asked if prompt.kind == _MOVES), None)
        if moves is not None and moves != moving:
            found = made, match.view(None).round
        moving = moves
        match.submit(seat, choice)
    return found


async def rewind_figures() -> dict[str, Any]:
    """The time it takes, with locking, writing and committing, to go back fifty turns in a game
    between four stewards, and to go back to points all over it."""
    times: list[float] = []
    anywhere: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        desk = Desk(store, SystemClock(), LIBRARY)
        session = await desk.new_games.bring_in(
            long_game(rounds=16), guild_id=1, channel_id=1, host_id=1, people=_PEOPLE
        )
        turns = await session.moderator.turns()
        all_over = [(anywhere, turn.revision) for turn in turns[1 :: max(1, len(turns) // _PLACES)]]
        for taken, revision in [*[(times, turns[-_TURNS].revision)] * _TIMES, *all_over]:
            before = time.perf_counter()
            await session.moderator.rewind(by=1, reason="bench", to=revision - 1)
            taken.append(time.perf_counter() - before)
            await session.moderator.retract(by=1, reason="bench")
        await desk.close()
        await store.close()
    return {"rewind_ms": spread(times), "rewind_anywhere_ms": spread(anywhere)}


async def memory_figures() -> dict[str, Any]:
    """How much memory a thousand open games take if all of them are kept loaded."""
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        await fill(store, _HELD, history=False)
        desk = Desk(store, SystemClock(), LIBRARY)
        await desk.get(_id(0))
        before = _resident_mb()
        held = [await desk.get(_id(number)) for number in range(_HELD)]
        grown = _resident_mb() - before
        assert len({session.id for session in held if session is not None}) == _HELD
        await desk.close()
        await store.close()
    return {"memory_mb_per_1000_games": round(grown * 1000 / _HELD, 1)}


def _resident_mb() -> float:
    """How much memory this process now uses."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() / 2**20


def _id(number: int) -> str:
    return f"B{number:05}"


async def fill(
    store: Database,
    games: int = STORED,
    *,
    history: bool = True,
    guild: int = 1,
    channels: Sequence[int] = (),
    people: Mapping[Seat, int] = _PEOPLE,
    data: dict[str, Any] | None = None,
) -> None:
    """Store this many games of four people, each in its eighth round and with a deadline.

    Without their ``history``, they have nothing to go back to. ``channels`` are their channels, one
    each; ``people`` have seats in every game (seat number: user id), the first of them as the host.
    ``data`` is the export of another game for them to copy.
    """
    rules, now = game_for("kingmaker", "house"), SystemClock().now()
    taken = take_in(data or long_game(rounds=9), rules, "BENCH", now, dict(people))
    rows = {
        kind: [row.model_dump() for row in taken.history if history and isinstance(row, kind)]
        for kind in (JournalRow, SnapshotRow)
    }
    game, seats = taken.game.model_dump(), [seat.model_dump() for seat in taken.seats]
    game |= {"guild_id": guild, "host_id": people[Seat(0)]}
    where = channels or range(_FIRST, _FIRST + games)
    tomorrow = now + timedelta(days=1)
    due = {"due": tomorrow, "set_at": now, "kind": ANSWER, "seat": 0, "prompt": _MOVES}
    for first in range(0, games, _AT_ONCE):
        numbers = range(first, min(first + _AT_ONCE, games))
        ids = [_id(number) for number in numbers]
        places = [{**game, "id": _id(n), "channel_id": where[n]} for n in numbers]
        async with store.writing() as db:
            await db.exec(insert(GameRow), params=places)
            for kind, some in ((SeatRow, seats), (DeadlineRow, [due]), *rows.items()):
                if some:
                    copies = [{**row, "game_id": key} for key in ids for row in some]
                    await db.exec(insert(kind), params=copies)


STORES = (50, 500, 5000)
"""How many games are stored besides the one being played."""

_OTHERS = {seat: 100 + seat for seat in every_seat(_SEATS)}
_COMMITS = 100
_OPTIONS = {"rounds": "999"}
_RANDOM = RandomSeat()


async def commit_figures(seconds: float) -> dict[str, Any]:
    """How long a decision takes with an SQLite file that has no other game in it."""
    clock: list[float] = []
    async with aclosing(_commits(beside=0)) as commits:
        async for took, _ in commits:
            clock.append(took)
            if sum(clock) >= seconds:
                break
    return {"commit_ms": spread(clock)}


async def stored_figures(stores: Sequence[int] = STORES) -> dict[str, Any]:
    """The median time of a decision with this many other games stored, by the clock and in
    processor time, which a busy machine does not increase.
    """
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
    """Play a game for two with this many others stored. Yields how long each decision took, by the
    clock and in processor time.
    """
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        if beside:
            # Other people's games, because one person can host only so many.
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
