"""The traffic with Discord: how soon Discord receives the answers to interactions.

An interaction's id says when Discord created it, and its answers carry that id or its token. Times
are therefore measured where they count, from Discord's own timestamp until it has the answer, and
commands need not know about this. (The machine's clock has to be right, as it is if NTP sets it.)

Also here: the state of the connections to Discord, as far as the library shows it.
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Mapping
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot.watch.metrics import Metrics


class Shards:
    """The shards of this process."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client

    def overdue(self) -> dict[int, timedelta | None]:
        """For how long Discord has owed each shard a sign of life; None for a shard that is not
        connected."""
        return {number: _overdue(shard) for number, shard in self._client.shards.items()}

    def latencies(self) -> dict[int, float]:
        """The seconds between each shard's last heartbeat and its answer, once there is one."""
        known = dict(self._client.latencies)
        return {number: seconds for number, seconds in known.items() if seconds < float("inf")}


def _overdue(shard: discord.ShardInfo) -> timedelta | None:
    if shard.is_closed():
        return None
    # The library itself gives up on a silent connection after a minute, and tells nobody until
    # then.
    beat = shard._parent.ws._keep_alive
    if beat is None or beat.interval is None:
        return timedelta()
    silence = time.perf_counter() - beat._last_recv
    return timedelta(seconds=max(0.0, silence - beat.interval))


_CALLBACK = re.compile(r"/interactions/(?P<id>\d+)/(?P<token>[^/]+)/callback$")
_FILLED_IN = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)(/messages/@original)?$")

_REMEMBERED = 2_000
"""How many interactions are remembered; an answer to an older one is not timed."""

_OTHER = "other"


class Traffic:
    """Listens to the client's requests, and is told about interactions as they come in."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._kinds: OrderedDict[int, str] = OrderedDict()
        self._answers: OrderedDict[str, int] = OrderedDict()
        """The tokens of interactions that have had their first answer and may still get a full
        one."""
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._ended)
        self.trace.on_request_exception.append(self._broke_off)

    def heard(self, interaction: discord.Interaction[Any]) -> None:
        """Note that an interaction has come in."""
        kind = kind_of(interaction)
        self._metrics.interactions.labels(kind).inc()
        _keep(self._kinds, interaction.id, kind)

    def answered(self, interaction: discord.Interaction[Any]) -> None:
        """Note that the first answer to an interaction was the whole answer."""
        self._answers.pop(interaction.token, None)
        _note(self._metrics.answered, kind_of(interaction), interaction.id)

    async def _ended(
        self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams
    ) -> None:
        status = end.response.status
        self._metrics.requests.labels(end.method, str(status)).inc()
        if status >= 400:
            return
        path = end.url.path
        if found := _CALLBACK.search(path):
            number = int(found["id"])
            _note(self._metrics.acknowledged, self._kind(number), number)
            _keep(self._answers, found["token"], number)
        elif end.method in ("PATCH", "POST") and (found := _FILLED_IN.search(path)):
            answered = self._answers.pop(found["token"], None)
            if answered is not None:
                _note(self._metrics.answered, self._kind(answered), answered)

    async def _broke_off(
        self,
        _: aiohttp.ClientSession,
        __: SimpleNamespace,
        broken: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._metrics.requests.labels(broken.method, "none").inc()

    def _kind(self, interaction: int) -> str:
        return self._kinds.get(interaction, _OTHER)


def kind_of(interaction: discord.Interaction[Any]) -> str:
    """The kind of an interaction, in a word."""
    if interaction.type is discord.InteractionType.application_command:
        return "command"
    if interaction.type is discord.InteractionType.autocomplete:
        return "suggestion"
    if interaction.type is discord.InteractionType.modal_submit:
        return "form"
    if interaction.type is discord.InteractionType.component:
        data: Mapping[str, Any] = interaction.data or {}
        number = data.get("component_type")
        return "button" if number == discord.ComponentType.button.value else "menu"
    return _OTHER


def _note(times: Any, kind: str, interaction: int) -> None:
    made = discord.utils.snowflake_time(interaction).timestamp()
    times.labels(kind).observe(max(0.0, time.time() - made))


def _keep(known: OrderedDict[Any, Any], key: object, value: object) -> None:
    known[key] = value
    if len(known) > _REMEMBERED:
        known.popitem(last=False)
