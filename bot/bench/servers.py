"""A local Discord's world in which each process of the bot has a server of its own.

Discord deals servers to the processes by their numbers: a server's shard follows from the
millisecond of its making.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import msgspec

from bot.sandbox.members.player import Player
from bot.sandbox.settings import Settings
from bot.sandbox.world.snowflake import EPOCH_MS
from bot.sandbox.world.world import World

_TIME = 22
"""How many bits of an id stand behind its millisecond."""


def make_servers(file: Path, processes: int, channels: int) -> dict[int, int]:
    """Save a world with a server for each process, and so many channels dealt to the servers.

    Returns the channels, each with its server, in turn of the processes.
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
    """Let a person see channels of all servers: the page itself shows one server only."""
    for channel, guild in channels.items():
        person.channels[str(channel)] = {
            "id": str(channel),
            "guild_id": str(guild),
            "name": f"table-{channel}",
            "type": 0,
        }
