"""The bench's whole games: taking a long one back, and a database with hundreds of them."""

from __future__ import annotations

import tempfile
import time
from datetime import timedelta
from itertools import count
from typing import Any

from sqlalchemy import insert

from bot.commands.selfplay import export_of
from bot.commands.spread import spread
from bot.games import LIBRARY, game_for, policy_for
from bot.selfplay import play_game
from bot.session import Desk, SystemClock
from bot.session.imports import take_in
from bot.session.timekeeping import ANSWER
from bot.storage import Database, DeadlineRow, GameRow, JournalRow, SeatRow, SnapshotRow

STORED = 500
_SEATS = 4
_PEOPLE = {seat: seat + 1 for seat in range(_SEATS)}
_TURNS = 50
_TIMES = 20
_LEFT_OUT = 40
_FIRST_CHANNEL = 1_000_000


def long_game(rounds: int) -> dict[str, Any]:
    """The export of a game by four stewards that came so far, some decisions before its end."""
    rules, steward = game_for("kingmaker", "house"), policy_for("kingmaker", "steward")
    for number in count():
        record = play_game(
            rules, _SEATS, f"bench {number}", [steward], {"rounds": str(rounds)}, check=False
        )
        if record.rounds >= rounds:
            record.decisions = record.decisions[:-_LEFT_OUT]
            data = export_of(record, rules)
            return {**data, "seats": [{**seat, "policy": None} for seat in data["seats"]]}
    raise AssertionError


async def rewind_figures() -> dict[str, Any]:
    """Time to go fifty turns back in a game by four stewards, locked, written and committed."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3")
        await store.upgrade()
        desk = Desk(store, SystemClock(), LIBRARY)
        session = await desk.bring_in(
            long_game(rounds=16), guild_id=1, channel_id=1, host_id=1, people=_PEOPLE
        )
        turns = await session.moderator.turns()
        for _ in range(_TIMES):
            before = time.perf_counter()
            await session.moderator.rewind(by=1, reason="bench", to=turns[-_TURNS].revision - 1)
            times.append(time.perf_counter() - before)
            await session.moderator.retract(by=1, reason="bench")
        await desk.close()
        await store.close()
    return {"rewind_ms": spread(times)}


async def fill(store: Database, games: int = STORED) -> None:
    """Store so many games of four people, each in its eighth round and with a deadline."""
    rules, now = game_for("kingmaker", "house"), SystemClock().now()
    taken = take_in(long_game(rounds=9), rules, "BENCH", now, dict(_PEOPLE))
    rows = {
        kind: [row.model_dump() for row in taken.history if isinstance(row, kind)]
        for kind in (JournalRow, SnapshotRow)
    }
    game, seats = taken.game.model_dump(), [seat.model_dump() for seat in taken.seats]
    for number in range(games):
        game_id = f"B{number:05}"
        place = {"guild_id": 1, "channel_id": _FIRST_CHANNEL + number, "host_id": 1}
        async with store.writing() as db:
            await db.exec(insert(GameRow), params=[{**game, **place, "id": game_id}])
            await db.exec(insert(SeatRow), params=[{**seat, "game_id": game_id} for seat in seats])
            for kind, all_rows in rows.items():
                await db.exec(
                    insert(kind), params=[{**row, "game_id": game_id} for row in all_rows]
                )
            due = now + timedelta(days=1)
            db.add(DeadlineRow(game_id=game_id, due=due, kind=ANSWER, seat=0, prompt="movement"))
