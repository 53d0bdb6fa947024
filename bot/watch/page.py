"""The two pages for those who watch: `/metrics` and `/health`, on this machine alone unless set."""

from __future__ import annotations

import logging

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.watch.health import Health
from bot.watch.metrics import Metrics, Stock

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
        """Listen; the port (any free one for 0). Raises OSError if that cannot be."""
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        listening: int = self._runner.addresses[0][1]
        return listening

    async def close(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    async def _tell_figures(self, _: web.Request) -> web.Response:
        try:
            await self._stock.refresh()
        except Exception:
            # That it could not be read is among the figures.
            log.exception("the figures of the database could not be read")
        return web.Response(
            body=self._metrics.page(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )

    async def _tell_health(self, _: web.Request) -> web.Response:
        """As it was at the last look; 503 if the bot is not well."""
        report = self._health.newest
        return web.Response(
            body=report.to_json(),
            status=200 if report.well else 503,
            content_type="application/json",
        )
