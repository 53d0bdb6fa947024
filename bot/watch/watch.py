"""Puts together health checks and figures, if they are switched on, and runs them with the bot.

The two pages for people who watch the bot: `/metrics` and `/health`, available only on this machine
unless set otherwise.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.config import Settings
from bot.session import Clock, Desk, SystemClock
from bot.watch.health import Health, Pulse
from bot.watch.metrics import LogTally, Metrics, Stock
from bot.watch.traffic import Shards, Traffic

log = logging.getLogger(__name__)


class WatchPage:
    """Serves figures and health."""

    def __init__(self, metrics: Metrics, stock: Stock, health: Health) -> None:
        self._metrics = metrics
        self._stock = stock
        self._health = health
        app = web.Application()
        app.router.add_get("/metrics", self._tell_figures)
        app.router.add_get("/health", self._tell_health)
        self._runner = web.AppRunner(app, access_log=None)

    async def open(self, host: str, port: int) -> int:
        """Start listening; return the port (any free one if 0 is asked for). Raises OSError if that
        cannot be done."""
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        listening: int = self._runner.addresses[0][1]
        return listening

    async def close(self) -> None:
        """Stop listening."""
        await self._runner.cleanup()

    async def _tell_figures(self, _: web.Request) -> web.Response:
        try:
            await self._stock.refresh()
        except Exception:
            # The figures themselves say that the database could not be read.
            log.exception("could not read the database's figures")
        return web.Response(
            body=self._metrics.page(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    async def _tell_health(self, _: web.Request) -> web.Response:
        """The last check's report; the status is 503 if the bot is unhealthy."""
        report = self._health.newest
        return web.Response(
            body=report.to_json(),
            status=200 if report.well else 503,
            content_type="application/json",
        )


_COURTESY = 1.0
"""How many seconds the last check may take to finish."""


class Unwatchable(Exception):
    """Something cannot be switched on; the text says why and what to do."""


class Watch:
    """Health and figures of one process, if its settings switch them on.

    The client is created with the watch's ``trace`` and tells the watch about interactions; the
    pool of pictures reports to ``drawing``. Nothing runs before `begin`. ``clock`` may replace the
    system's.
    """

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        self._settings = settings
        self._clock = clock or SystemClock()
        self._metrics = Metrics() if settings.metrics_port is not None else None
        self._traffic = None if self._metrics is None else Traffic(self._metrics)
        self._health: Health | None = None
        self._page: WatchPage | None = None
        self._tally: LogTally | None = None
        self._pulse: Pulse | None = None
        self._running: asyncio.Task[None] | None = None
        self.port: int | None = None
        """The port of the pages, once they are served."""

    @property
    def trace(self) -> aiohttp.TraceConfig | None:
        """The part that is told about the client's requests; None without figures."""
        return None if self._traffic is None else self._traffic.trace

    @property
    def drawing(self) -> Metrics | None:
        """The part that is told about pictures; None without figures."""
        return self._metrics

    def heard(self, interaction: discord.Interaction[Any]) -> None:
        """Note that an interaction has come in."""
        if self._traffic is not None:
            self._traffic.heard(interaction)

    def answered(self, interaction: discord.Interaction[Any]) -> None:
        """Note that the first answer to an interaction was the whole answer."""
        if self._traffic is not None:
            self._traffic.answered(interaction)

    def held_up(self, held: bool) -> None:
        """Note whether the start-up is waiting for a database that is away."""
        if self._health is not None:
            self._health.held_up(held)

    def at_work(self) -> None:
        """Note that the bot has taken up its games."""
        if self._health is not None:
            self._health.at_work()

    async def begin(
        self, client: discord.AutoShardedClient, desk: Desk, queue: Callable[[], int]
    ) -> None:
        """Begin to check and to serve. Raises Unwatchable if that cannot be done.

        ``queue`` gives the number of pictures waiting to be drawn.
        """
        file, clock = self._settings.health_file, self._clock
        if file is None and self._metrics is None:
            return
        shards = Shards(client)
        self._health = Health(clock, shards, desk, self._settings.process_name)
        if self._metrics is not None:
            stock = Stock(desk, clock, self._health, shards, queue)
            self._metrics.registry.register(stock)
            self._tally = LogTally(self._metrics)
            logging.getLogger().addHandler(self._tally)
            self._page = WatchPage(self._metrics, stock, self._health)
            await self._listen(self._page)
        self._pulse = Pulse(self._health, clock, file)
        self._running = asyncio.create_task(self._pulse.run())

    async def end(self) -> None:
        """Stop checking and serving."""
        if self._pulse is not None:
            self._pulse.end()
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=_COURTESY)
            self._running.cancel()
        if self._page is not None:
            await self._page.close()
        if self._tally is not None:
            logging.getLogger().removeHandler(self._tally)

    async def _listen(self, page: WatchPage) -> None:
        host, port = self._settings.metrics_host, self._settings.metrics_port
        assert port is not None
        try:
            self.port = await page.open(host, port)
        except OSError as wrong:
            raise Unwatchable(
                f"The figures cannot be shown at {host}, port {port}: {wrong.strerror}. Choose "
                "another METRICS_PORT, or leave it out."
            ) from wrong
        log.info("figures at http://%s:%d/metrics", host, self.port)
