"""The servers of the bench's local Discord: each process of the bot has one of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.bench.servers import make_servers
from bot.sandbox.settings import Settings
from bot.sandbox.world.world_file import load_world

pytestmark = pytest.mark.tools


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_channels_are_dealt_to_a_server_for_each_process(tmp_path: Path, processes: int) -> None:
    file = tmp_path / "world.json"
    channels = make_servers(file, processes, 7)
    # Discord's own rule: which shard hears of a server.
    shards = [(guild >> 22) % processes for guild in channels.values()]
    assert shards == [number % processes for number in range(7)]
    world = load_world(Settings(world_file=file))
    assert {int(guild) for guild in world.state.guilds} == set(channels.values())
    held = {int(each.id): int(each.guild_id or 0) for each in world.state.channels.values()}
    assert held == channels
    alice = world.find_person("Alice")
    assert alice is not None
    assert all(world.can_see(alice.id, each) for each in world.state.channels.values())
