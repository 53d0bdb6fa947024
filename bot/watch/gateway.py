"""The connections to Discord, as far as the library tells of them."""

from __future__ import annotations

import time
from datetime import timedelta

import discord


class Shards:
    """The shards of this process."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client

    def overdue(self) -> dict[int, timedelta | None]:
        """By shard: for how long Discord has owed a sign of life; None if it is not connected."""
        return {number: _overdue(shard) for number, shard in self._client.shards.items()}

    def latencies(self) -> dict[int, float]:
        """By shard: the seconds between the last heartbeat and its answer, once there was one."""
        known = dict(self._client.latencies)
        return {number: seconds for number, seconds in known.items() if seconds < float("inf")}


def _overdue(shard: discord.ShardInfo) -> timedelta | None:
    if shard.is_closed():
        return None
    # The library itself gives up a silent connection after a minute, and tells nobody before.
    beat = shard._parent.ws._keep_alive
    if beat is None or beat.interval is None:
        return timedelta()
    silence = time.perf_counter() - beat._last_recv
    return timedelta(seconds=max(0.0, silence - beat.interval))
