"""A local Discord's world in which each process of the bot has a server to itself.

Discord assigns servers to processes by their numbers: a server's shard follows from the millisecond
in which it was made.

The module also runs a private PostgreSQL server, from the system's programs, for as long as it is
needed.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import msgspec

from bot.sandbox.members.player import Player
from bot.sandbox.settings import Settings
from bot.sandbox.world.world import EPOCH_MS, World


def server_programs() -> Path | None:
    """The folder with PostgreSQL's server programs; None if they are not installed."""
    places = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    # Debian does not put the server programs on the path: each version has a folder of its own.
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((p for p in places if (p / "pg_ctl").exists() and (p / "initdb").exists()), None)


def _server_user() -> int | None:
    """The user to run the server as, because it refuses to run as root. None means the current
    user."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_uid
        except KeyError:
            continue
    return None


_SUPERVISOR = 'cat; "$1/pg_ctl" -D "$2/data" -m immediate stop; rm -rf "$2"'
"""A shell script that waits until its input ends, which means that the process at the other end is
gone, for whatever reason; then it stops the server and removes its files."""


class PostgresServer:
    """A private PostgreSQL server on a socket in a temporary folder, ``home``.

    The server ends with the process that started it, even if that process is killed. ``options``
    are passed to the server as on its command line.
    """

    def __init__(self, programs: Path, options: str = "") -> None:
        self._programs = programs
        self._user = _server_user()
        self.home = Path(tempfile.mkdtemp(prefix="kingmaker-pg-"))
        if self._user is not None:
            os.chown(self.home, self._user, -1)
        self._supervisor = subprocess.Popen(
            ["sh", "-c", _SUPERVISOR, "supervisor", programs, self.home],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            cwd="/",
            # An interrupt meant for the program must not end the process that cleans up after it.
            start_new_session=True,
        )
        data = self.home / "data"
        self._run("initdb", "-D", data, "-U", "kingmaker", "-A", "trust", "-E", "UTF8", "--no-sync")
        settings = f"{options} -c listen_addresses='' -k {self.home}"
        self._run("pg_ctl", "-D", data, "-w", "-l", self.home / "log", "-o", settings, "start")

    def url(self, name: str) -> str:
        """The address of a database of this server."""
        return f"postgresql+asyncpg://kingmaker@/{name}?host={self.home}"

    async def connect(self, name: str) -> asyncpg.Connection:
        """A connection to a database of this server."""
        return await asyncpg.connect(host=str(self.home), user="kingmaker", database=name)

    def stop(self) -> None:
        """Stop the server and remove its files."""
        self._supervisor.communicate()

    def _run(self, program: str, *args: object) -> None:
        command = [str(self._programs / program), *map(str, args)]
        # The server inherits this process's output, which must not be a pipe that somebody is
        # waiting on.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                command,
                check=False,
                stdout=output,
                stderr=output,
                user=self._user,
                cwd=self.home,
            )
            output.seek(0)
            assert done.returncode == 0, output.read().decode(errors="replace")


_TIME = 22
"""How many bits of an id come after the millisecond."""


def make_servers(file: Path, processes: int, channels: int) -> dict[int, int]:
    """Save a world with a server for each process, and this many channels shared among the servers.

    Returns the channels, each with its server; consecutive channels belong to different processes.
    """
    world = World.new(Settings(guild_names=(), channel_names=()))
    everybody = [person.id for person in world.people()]
    born = int(time.time() * 1000) - EPOCH_MS
    made = []
    for number in range(processes):
        born += 1 + (number - born - 1) % processes
        world.ids.stay_above(str(born << _TIME))
        made.append(world.add_guild("A realm", owner_id=everybody[0], member_ids=everybody))
    found = {}
    for number in range(channels):
        guild = made[number % processes]
        channel = world.add_channel(guild, f"table-{number}")
        found[int(channel.id)] = int(guild.id)
    file.write_bytes(msgspec.json.encode(world.state))
    return found


def show_channels(person: Player, channels: Mapping[int, int]) -> None:
    """Let a person see channels of all servers: the page itself shows only one server's."""
    for channel, guild in channels.items():
        person.channels[str(channel)] = {
            "id": str(channel),
            "guild_id": str(guild),
            "name": f"table-{channel}",
            "type": 0,
        }
