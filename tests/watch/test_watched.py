"""The bot at work on the local Discord, watched as a host would: scraped, and asked how it is."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

import bot as program
from bot.app import Bot
from bot.config import Settings
from bot.sandbox import RunningSandbox
from bot.sandbox.process import point_at
from bot.storage import Database
from bot.watch.check import trouble
from bot.watch.metrics import LogTally
from bot.watch.traffic import Shards
from bot.watch.watch import Unwatchable, Watch
from tests.e2e.conftest import (
    CHANNEL,
    QuickPool,
    database,
    prepared_sqlite,
    sandbox,
    sqlite_url,
    suggested,
)
from tests.e2e.guest import AT_WORK, Guest, settled
from tests.session.doubles import FakeClock
from tests.waiting import PATIENCE, until

__all__ = ["database", "prepared_sqlite", "sandbox", "sqlite_url"]


@contextlib.asynccontextmanager
async def watched_bot(base_url: str, database: str, watch: Watch) -> AsyncIterator[Bot]:
    """The bot at work, with somebody who watches."""
    point_at(base_url)
    bot = Bot(Database(database), quick=True, pool=QuickPool(), watch=watch)
    running = asyncio.create_task(bot.start("sandbox"))
    try:
        async with asyncio.timeout(PATIENCE):
            await bot.at_work.wait()
        AT_WORK.add(bot)
        yield bot
    finally:
        AT_WORK.discard(bot)
        await bot.close()
        await asyncio.gather(running, return_exceptions=True)


async def scraped(port: int | None) -> dict[str, Metric]:
    """The figures, as a Prometheus client reads them."""
    url = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as http, http.get(url) as page:
        assert page.status == 200
        assert page.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        text = await page.text()
    found = list(text_string_to_metric_families(text))
    assert len({family.name for family in found}) == len(found)
    return {family.name: family for family in found}


def value(figures: dict[str, Metric], name: str, **labels: str) -> float:
    """One figure."""
    for family in figures.values():
        for sample in family.samples:
            if sample.name == name and sample.labels == labels:
                return sample.value
    raise AssertionError(f"{name} {labels} is not among the figures")


def settings_of(database: str, **more: object) -> Settings:
    """Settings with the figures switched on."""
    return Settings(_env_file=None, database_url=database, metrics_port=0, **more)  # type: ignore[call-arg, arg-type]


async def test_a_game_is_scraped_by_a_client_of_prometheus(
    sandbox: RunningSandbox, database: str
) -> None:
    clock = FakeClock()
    watch = Watch(settings_of(database), clock)
    async with (
        watched_bot(sandbox.base_url, database, watch) as bot,
        await Guest.connect(sandbox.base_url, "Alice") as alice,
    ):
        await alice.slash(CHANNEL, "game new", seats=3)
        lobby = await alice.wait_for_message(lambda m: bool(m["components"]), channel=CHANNEL)
        await alice.press(lobby, "Add computer")
        await suggested(alice, "card", "name")
        await settled()
        await until(lambda: all_answered(watch.port))
        figures = await scraped(watch.port)
        assert value(figures, "kingmaker_info", version=program.__version__) == 1
        for kind in KINDS:
            assert value(figures, "kingmaker_interactions_total", kind=kind) >= 1
            assert value(figures, f"{TIMES}_bucket", kind=kind, le="+Inf") >= 1
            assert 0 < value(figures, f"{TIMES}_sum", kind=kind) < PATIENCE
        assert value(figures, "kingmaker_discord_requests_total", method="POST", status="200") > 0
        assert value(figures, "kingmaker_games", game="kingmaker", state="lobby") == 1
        assert value(figures, "kingmaker_outbox_depth") == 0
        assert value(figures, "kingmaker_outbox_delivered_total") >= 1
        for name in ("outbox_oldest_seconds", "outbox_still_seconds", "deadlines_due"):
            assert value(figures, f"kingmaker_{name}") == 0
        assert value(figures, "kingmaker_render_queue") == 0
        logging.getLogger("bot.somewhere").error("not his hand: %s", "Percy")
        assert bot.watch is watch
        figures = await scraped(watch.port)
        assert (
            value(figures, "kingmaker_log_lines_total", level="error", module="bot.somewhere") == 1
        )
        told = "".join(str(family.samples) for family in figures.values())
        # Nobody's name or number, no game's id: labels are of a few kinds and known words.
        for secret in ("Percy", "Alice", str(alice.me["id"]), str(lobby["channel_id"])):
            assert secret not in told
        assert labels_of(figures) <= LABELS
    # With the bot the pages end, and so does the counting of lines.
    with pytest.raises(aiohttp.ClientConnectorError):
        await scraped(watch.port)
    assert not [each for each in logging.getLogger().handlers if isinstance(each, LogTally)]


KINDS = ("command", "button", "suggestion")
TIMES = "kingmaker_interaction_acknowledged_seconds"


async def all_answered(port: int | None) -> bool:
    """Whether every interaction that came in has had its first answer, and the command its whole
    one, as the figures say: the bot hears of that a moment after the person."""
    figures = await scraped(port)
    whole = [
        sample.value
        for sample in figures["kingmaker_interaction_answered_seconds"].samples
        if sample.name.endswith("_count") and sample.labels == {"kind": "command"}
    ]
    return whole == [1] and all(
        value(figures, f"{TIMES}_count", kind=kind)
        == value(figures, "kingmaker_interactions_total", kind=kind)
        for kind in KINDS
    )


LABELS = {
    "game",
    "kind",
    "le",
    "level",
    "method",
    "module",
    "outcome",
    "shard",
    "state",
    "status",
    "version",
}


def labels_of(figures: dict[str, Metric]) -> set[str]:
    """The names of all labels."""
    return {label for f in figures.values() for sample in f.samples for label in sample.labels}


class Line:
    """The way to Discord's gateway, which a test can cut."""

    def __init__(self) -> None:
        self.cut = False
        self._connect = DiscordWebSocket.from_client

    async def connect(self, *args: Any, **how: Any) -> DiscordWebSocket:
        if self.cut:
            raise ConnectionRefusedError("the line is cut")
        return await self._connect(*args, **how)


async def test_the_gateway_goes_and_comes_back(
    sandbox: RunningSandbox, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of the container fails within a minute, and recovers."""
    monkeypatch.setattr(discord.shard.ExponentialBackoff, "delay", lambda _: 0.05)
    line = Line()
    monkeypatch.setattr(DiscordWebSocket, "from_client", line.connect)
    clock, file = FakeClock(), tmp_path / "health"
    watch = Watch(settings_of(database, health_file=file), clock)

    def now() -> float:
        return clock.now().timestamp()

    async def checked() -> str | None:
        """What the container's check says, after a look of now."""
        clock.advance(seconds=5)
        await until(lambda: file.exists() and json.loads(file.read_bytes())["at"] == now())
        return trouble(file, now)

    async def health() -> tuple[int, bool]:
        """What `/health` says to who asks: the status, and whether the bot is healthy."""
        url = f"http://127.0.0.1:{watch.port}/health"
        async with aiohttp.ClientSession() as http, http.get(url) as page:
            return page.status, (await page.json())["well"]

    async with watched_bot(sandbox.base_url, database, watch) as bot:
        assert await checked() is None
        assert await health() == (200, True)
        # Open, and silent since longer than a heartbeat takes: that is a lost line as well.
        assert Shards(bot).overdue() == {0: timedelta()}
        with monkeypatch.context() as patch:
            later = SimpleNamespace(perf_counter=lambda: time.perf_counter() + 3600)
            patch.setattr("bot.watch.traffic.time", later)
            silent = Shards(bot).overdue()[0]
            assert silent is not None
            assert timedelta(minutes=55) < silent < timedelta(minutes=60)
            # Before Discord has said how often it wants a heartbeat, it owes none.
            patch.setattr(bot.shards[0]._parent.ws, "_keep_alive", None)
            assert Shards(bot).overdue() == {0: timedelta()}
        line.cut = True
        sandbox.sandbox.gateway.drop()
        await until(bot.shards[0].is_closed)
        said = [await checked() for _ in range(5)]
        assert said[-1] == "Shard 0 has lost its connection to Discord."
        assert await health() == (503, False)
        line.cut = False
        await until(lambda: not bot.shards[0].is_closed())
        assert await checked() is None
        assert await health() == (200, True)


async def test_a_port_that_is_taken_is_told_with_what_to_do(
    sandbox: RunningSandbox, database: str
) -> None:
    taken = int(re.findall(r":(\d+)", sandbox.base_url)[0])
    settings = settings_of(database).model_copy(update={"metrics_port": taken})
    point_at(sandbox.base_url)
    bot = Bot(Database(database), quick=True, pool=QuickPool(), watch=Watch(settings))
    with pytest.raises(Unwatchable, match=f"port {taken}.* Choose another METRICS_PORT"):
        await bot.start("sandbox")
    await bot.close()


async def test_without_the_settings_nothing_runs(sandbox: RunningSandbox, database: str) -> None:
    watch = Watch(Settings(_env_file=None, database_url=database))  # type: ignore[call-arg]
    handlers = list(logging.getLogger().handlers)
    async with watched_bot(sandbox.base_url, database, watch):
        assert (watch.trace, watch.drawing, watch.port) == (None, None, None)
        assert logging.getLogger().handlers == handlers
