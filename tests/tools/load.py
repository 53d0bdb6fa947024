"""How the bot bears a crowd: many games, presses at a steady rate, over real sockets.

    python -m tests.tools.load --games 200 --rate 50 --seconds 60

The local Discord, the bot and the people who press are a process each. Presses come at their rate
whether or not the ones before were answered, as they would from people who know nothing of each
other. What is measured is the time from a press to its first answer, for which Discord waits three
seconds. Exit status 1 if one came late, or the slowest hundredth took longer than asked for.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app import Bot
from bot.bench.games import fill
from bot.games import GAMES, game_for
from bot.sandbox.connect import point_at
from bot.sandbox.members.answers import InteractionFailed, PlayerError
from bot.sandbox.members.page_view import buttons
from bot.sandbox.members.player import Player
from bot.sandbox.process import spawn
from bot.storage import Database
from rendering import RenderPool, painter_for

PEOPLE = ("Alice", "Bob", "Cecily", "Duncan")
WEIGHTS = {"help": 35, "advise": 15, "doit": 20, "act": 10, "hand": 10, "map": 10}
"""Out of a hundred presses: what they are of, where the card has such a button."""

LATE_MS = 3_000.0
P99_MS = 600.0
_PATIENCE = 20.0
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Tally:
    """What the presses came to."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    late: int = 0
    missed: int = 0

    def report(self) -> dict[str, Any]:
        """The figures, in milliseconds."""
        every = [ms for some in self.times.values() for ms in some]
        done = len(every) + self.late
        return {
            "presses": done,
            "late": self.late + sum(ms > LATE_MS for ms in every),
            "missed": self.missed,
            "ack_ms": _spread(every),
            "by_kind": {kind: _spread(some) for kind, some in sorted(self.times.items())},
        }


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times) or [0.0]
    last = len(ordered) - 1
    shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}
    return {name: round(ordered[int(share * last)], 1) for name, share in shares.items()}


async def serve(base_url: str, database: str, drawn: str) -> None:
    """Be the bot, until this process is ended."""
    point_at(base_url)
    bot = Bot(Database(database), quick=True, pool=RenderPool(cache_dir=Path(drawn)))
    await bot.start("sandbox")


@asynccontextmanager
async def _bot(base_url: str, database: str, drawn: Path) -> AsyncIterator[int]:
    """The bot in a process of its own; its number."""
    command = (sys.executable, "-m", "tests.tools.load", "--serve", base_url, database, str(drawn))
    process = await asyncio.create_subprocess_exec(*command)
    try:
        yield process.pid
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _cpu(pid: int) -> float:
    """Seconds of processor time that a process has taken."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / _TICKS


async def measure(games: int, rate: float, seconds: float, seed: int) -> dict[str, Any]:
    """Set everything up, press, and count."""
    async with AsyncExitStack() as open_things:
        folder = Path(open_things.enter_context(tempfile.TemporaryDirectory()))
        _draw_boards(folder)
        server = await spawn(world_file=folder / "world.json", arguments=("--no-rate-limits",))
        open_things.push_async_callback(server.stop)
        people = [
            await open_things.enter_async_context(
                await Player.connect(server.base_url, name, within=_PATIENCE)
            )
            for name in PEOPLE
        ]
        channels = [(await people[0].new_channel(f"load-{n}"))["id"] for n in range(games)]
        database = f"sqlite+aiosqlite:///{folder}/load.sqlite3"
        await _fill(database, people, channels)
        pid = await open_things.enter_async_context(_bot(server.base_url, database, folder))
        await people[0].wait_for_command("game", within=60)
        for channel in channels:
            await people[0].slash(channel, "game status", within=60)
            await people[0].wait_for_message(_is_card, channel=channel, within=60)
        before = _cpu(pid)
        tally = await _press(people, channels, rate, seconds, random.Random(seed))
        used = (_cpu(pid) - before) / seconds
        await asyncio.sleep(0)
    return {
        "games": games,
        "rate": rate,
        "seconds": seconds,
        **tally.report(),
        "bot_cpu": round(used, 2),
    }


def _draw_boards(folder: Path) -> None:
    """As after a restart, the empty boards have been drawn before."""
    for game, rulesets in GAMES.items():
        for ruleset in rulesets:
            painter = painter_for(game, game_for(game, ruleset).content, folder)
            if painter is not None:
                painter.empty()


async def _fill(url: str, people: list[Player], channels: list[str]) -> None:
    store = Database(url)
    await store.upgrade()
    seats = {seat: int(player.me["id"]) for seat, player in enumerate(people)}
    guild = int(people[0].channel(channels[0])["guild_id"])
    places = [int(channel) for channel in channels]
    await fill(store, len(places), guild=guild, channels=places, people=seats)
    await store.close()


def _is_card(message: dict[str, Any]) -> bool:
    return not message["flags"] & 64 and bool(_kinds(message))


def _kinds(message: dict[str, Any]) -> dict[str, str]:
    """The buttons of a message that are of interest: kind and id."""
    ids = [str(button.get("custom_id", "")) for button in buttons(message)]
    kinds = {made.removeprefix("b.").split(":")[0]: made for made in ids if made[:2] == "b."}
    return {kind: made for kind, made in kinds.items() if kind in WEIGHTS}


async def _press(
    people: list[Player], channels: list[str], rate: float, seconds: float, chance: random.Random
) -> Tally:
    """Press at the rate, whatever becomes of it."""
    tally, begun = Tally(), time.perf_counter()
    async with asyncio.TaskGroup() as under_way:
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
            player = people[chance.randrange(len(people))]
            under_way.create_task(_one(player, chance.choice(channels), chance, tally))
    return tally


async def _one(player: Player, channel: str, chance: random.Random, tally: Tally) -> None:
    cards = [message for message in player.messages(channel) if _is_card(message)]
    if not cards:
        tally.missed += 1
        return
    proposed = [m for m in player.messages(channel) if m["flags"] & 64 and "doit" in _kinds(m)]
    kinds = _kinds(cards[-1]) | (_kinds(proposed[-1]) if proposed else {})
    kind = chance.choices(list(kinds), [WEIGHTS[kind] for kind in kinds])[0]
    before = time.perf_counter()
    try:
        pressed = proposed[-1] if kind == "doit" else cards[-1]
        await player.press(pressed, kinds[kind], until="deferred", within=_PATIENCE)
    except InteractionFailed:
        tally.late += 1
    except PlayerError:
        # The card went down at this very moment.
        tally.missed += 1
    else:
        tally.times[kind].append((time.perf_counter() - before) * 1_000)


def main() -> int:
    """Measure, and print it as JSON."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=200)
    asked.add_argument("--rate", type=float, default=50.0, help="presses a second")
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--serve", nargs=3, metavar=("SANDBOX", "DATABASE", "DRAWN"))
    given = asked.parse_args()
    if given.serve:
        asyncio.run(serve(*given.serve))
        return 0
    found = asyncio.run(measure(given.games, given.rate, given.seconds, given.seed))
    print(json.dumps(found))
    return int(found["late"] > 0 or found["ack_ms"]["p99"] > P99_MS)


if __name__ == "__main__":
    sys.exit(main())
