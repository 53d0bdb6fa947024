"""The bench's last part: how long people wait for the bot, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
import time
from pathlib import Path

from bot.app import Bot
from bot.commands.spread import spread
from bot.sandbox.connect import point_at
from bot.sandbox.player import Player
from bot.sandbox.process import spawn
from bot.storage import Database

CROWD = 50
TIMES = 200
CHANNEL = "kingmaker"


async def interactions() -> dict[str, dict[str, float]]:
    """Time in ms from a command on the page to its answer: one at a time, and fifty at once."""
    with tempfile.TemporaryDirectory() as folder:
        server = await spawn(
            world_file=Path(folder) / "world.json", arguments=("--no-rate-limits",)
        )
        point_at(server.base_url)
        bot = Bot(Database(f"sqlite+aiosqlite:///{folder}/bench.sqlite3"), quick=True)
        running = asyncio.create_task(bot.start("sandbox"))
        try:
            async with await Player.connect(server.base_url, "Alice") as alice:
                await alice.wait_for_command("game")
                await alice.slash(CHANNEL, "game new", seats=4)
                alone = [await _timed(alice) for _ in range(TIMES)]
                crowd = await asyncio.gather(*(_timed(alice) for _ in range(CROWD)))
        finally:
            await bot.close()
            with contextlib.suppress(Exception):
                await running
            await server.stop()
    return {"at_1": spread(alone), f"at_{CROWD}": spread(list(crowd))}


async def _timed(player: Player) -> float:
    before = time.perf_counter()
    await player.slash(CHANNEL, "help")
    return time.perf_counter() - before
