"""Several processes of the bot on one PostgreSQL, and a local Discord with a server for each.

    python -m tests.tools.fleet --sandbox FOLDER PROCESSES CHANNELS
    python -m tests.tools.fleet --bot SANDBOX DATABASE FOLDER PROCESS PROCESSES PICTURES

are the commands that :class:`Fleet` starts: the local Discord, and one process of the bot.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from bot.app import Bot
from bot.bench.servers import PostgresServer, server_programs
from bot.config import Settings
from bot.sandbox import Settings as SandboxSettings
from bot.sandbox import serve
from bot.sandbox.members.player import Player
from bot.sandbox.process import point_at
from bot.sandbox.world.world import EPOCH_MS
from bot.storage import Database
from rendering import RenderPool
from tests.e2e.conftest import QuickPool
from tests.storage.databases import MISSING

PEOPLE = ("Alice", "Bob", "Cecily", "Duncan")
PATIENCE = 300.0
"""Seconds to wait for anything that must happen."""
ANSWER = 30.0
"""Seconds that the local Discord waits for an answer; generous, because speed is not what is
measured here."""
_WORLD, _RECORD, _READY = "servers.json", "requests.jsonl", "ready "


class Fleet:
    """A PostgreSQL server, a local Discord, and several processes of the bot."""

    def __init__(self, folder: Path, processes: int, pictures: bool) -> None:
        self.folder = folder
        self.processes = processes
        self.pictures = pictures
        self.database = ""
        self.sandbox = ""
        self.servers: dict[int, list[int]] = {}
        """The channels of each server; a shard has one server."""
        self.people: list[Player] = []
        self._bots: dict[int, asyncio.subprocess.Process] = {}

    @property
    def record(self) -> list[dict[str, Any]]:
        """The bots' requests so far, as the local Discord has recorded them."""
        lines = (self.folder / _RECORD).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]

    def shard_of(self, channel: int) -> int:
        """The shard that receives a channel's events; it is also the number of its process."""
        guild = next(guild for guild, held in self.servers.items() if channel in held)
        return (guild >> 22) % self.processes

    async def begin(self, number: int) -> None:
        """Start a process of the bot (the first is 0)."""
        with self._log(number).open("ab") as log:
            self._bots[number] = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.tools.fleet",
                *("--bot", self.sandbox, self.database, str(self.folder)),
                *(str(number + 1), str(self.processes), str(int(self.pictures))),
                stdout=log,
                stderr=log,
            )

    async def kill(self, number: int) -> None:
        """Kill a process immediately, whatever it is doing (SIGKILL)."""
        process = self._bots.pop(number)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    def cpu(self) -> float:
        """Seconds of processor time that the bot's processes have used so far."""
        taken = 0
        for process in self._bots.values():
            stat = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii")
            parts = stat.rsplit(")", 1)[1].split()
            taken += int(parts[11]) + int(parts[12])
        return taken / os.sysconf("SC_CLK_TCK")

    async def close(self) -> None:
        """End all processes."""
        for number in list(self._bots):
            await self.kill(number)

    def logged(self, number: int) -> str:
        """Everything that a process has written to its log."""
        return self._log(number).read_text(encoding="utf-8", errors="replace")

    def _log(self, number: int) -> Path:
        return self.folder / f"bot-{number}.log"


@asynccontextmanager
async def fleet(
    folder: Path, processes: int, channels: int, *, pictures: bool = False
) -> AsyncIterator[Fleet]:
    """Start everything except the bots. Raises RuntimeError if PostgreSQL is not installed."""
    programs = server_programs()
    if programs is None:
        raise RuntimeError(MISSING)
    async with AsyncExitStack() as open_things:
        server = await asyncio.to_thread(PostgresServer, programs)
        open_things.callback(server.stop)
        made = Fleet(folder, processes, pictures)
        connection = await server.connect("postgres")
        await connection.execute("CREATE DATABASE fleet")
        await connection.close()
        made.database = server.url("fleet")
        await _upgrade(made.database)
        made.sandbox = await open_things.enter_async_context(_sandbox(folder, processes, channels))
        held = json.loads((folder / _WORLD).read_text(encoding="utf-8"))
        made.servers = {int(guild): [int(c) for c in channels] for guild, channels in held.items()}
        for name in PEOPLE:
            player = await Player.connect(made.sandbox, name, within=PATIENCE)
            made.people.append(await open_things.enter_async_context(player))
            for guild, channels_there in made.servers.items():
                for number in channels_there:
                    # A page shows only one server.
                    player.channels[str(number)] = {
                        "id": str(number),
                        "guild_id": str(guild),
                        "name": f"table-{number}",
                        "type": 0,
                    }
        open_things.push_async_callback(made.close)
        yield made


async def _upgrade(url: str) -> None:
    store = Database(url)
    await store.upgrade()
    await store.close()


@asynccontextmanager
async def _sandbox(folder: Path, processes: int, channels: int) -> AsyncIterator[str]:
    """Run the local Discord in a separate process, and yield its address."""
    command = (sys.executable, "-m", "tests.tools.fleet", "--sandbox", str(folder))
    process = await asyncio.create_subprocess_exec(
        *command, str(processes), str(channels), stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        if not line.startswith(_READY):
            raise RuntimeError("the local Discord did not start")
        yield line.removeprefix(_READY).strip()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def be_sandbox(folder: Path, processes: int, channels: int) -> None:
    """Run as the local Discord until this process is ended, with this many channels shared out
    among the servers.

    Each shard has one server.
    """
    here = -(-channels // processes)
    settings = SandboxSettings(
        rate_limits=False,
        record_file=folder / _RECORD,
        guild_names=("The Realm",),
        channel_names=tuple(f"table-{number}" for number in range(here)),
        first_answer_seconds=ANSWER,
    )
    running = await serve(settings)
    world = running.sandbox.world
    found = {(int(guild) >> 22) % processes: guild for guild in world.state.guilds}
    everybody = [person.id for person in world.people()]
    while len(found) < processes:
        # A server's shard depends on the millisecond in which it was made.
        await asyncio.sleep(0.0005)
        if (int(time.time() * 1000) - EPOCH_MS) % processes in found:
            continue
        made = world.add_guild("Another", owner_id=everybody[0], member_ids=everybody)
        found.setdefault((int(made.id) >> 22) % processes, made.id)
    held = {
        guild: [each.id for each in world.state.channels.values() if each.guild_id == guild]
        for guild in found.values()
    }
    (folder / _WORLD).write_text(json.dumps(held), encoding="utf-8")
    print(f"{_READY}{running.base_url}", flush=True)
    await asyncio.Event().wait()


async def be_bot(given: list[str]) -> None:
    """Run as one process of the bot until it is ended."""
    sandbox, database, folder, process, processes, pictures = given
    point_at(sandbox)
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        database_url=database,
        process=int(process),
        processes=int(processes),
    )
    bot = Bot(
        Database(database),
        process=settings.process_name,
        shard_ids=settings.shard_ids,
        shard_count=settings.shard_count,
        quick=True,
        pool=RenderPool(cache_dir=Path(folder)) if int(pictures) else QuickPool(),
    )
    await bot.start("sandbox")


def main() -> None:
    """Run as the local Discord or as a bot, as the arguments say."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--sandbox", nargs=3)
    asked.add_argument("--bot", nargs=6)
    given = asked.parse_args()
    if given.sandbox:
        folder, processes, channels = given.sandbox
        asyncio.run(be_sandbox(Path(folder), int(processes), int(channels)))
    else:
        asyncio.run(be_bot(given.bot))


if __name__ == "__main__":
    main()
