"""The figures for Prometheus. No label names a person, a server, or anything played in a game.

Counts and times are noted as things happen; the contents of the database are read when somebody
asks, at most every ten seconds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

import bot
from bot.session import Clock, Desk
from bot.storage import figures
from bot.watch.health import Health

_ANSWER = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 5.0, 10.0)
"""Limits in seconds; Discord waits three seconds for the first answer."""

_DRAW = (0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 30.0)

_KEPT = 10.0
"""Seconds for which figures read from the database are reused."""

OUTCOMES = ("drawn", "failed", "given up")
"""What can become of a picture once it has been begun."""


class Metrics:
    """All figures, and the page that shows them."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.interactions = Counter(
            "kingmaker_interactions",
            "Interactions received: commands, suggestions, buttons, menus, forms.",
            ("kind",),
            registry=registry,
        )
        self.acknowledged = self._times(
            "interaction_acknowledged",
            "The time between Discord creating an interaction and getting the first answer.",
            _ANSWER,
            "kind",
        )
        self.answered = self._times(
            "interaction_answered",
            "The time between Discord creating an interaction and getting the full answer.",
            _ANSWER,
            "kind",
        )
        self.requests = Counter(
            "kingmaker_discord_requests",
            "Requests to Discord, by how it answered ('none' if it did not).",
            ("method", "status"),
            registry=registry,
        )
        self.drawing = self._times("render", "How long pictures took to draw.", _DRAW, "outcome")
        self.queueing = self._times(
            "render_wait", ("How long pictures waited before they were drawn."), _DRAW
        )
        self.log_lines = Counter(
            "kingmaker_log_lines",
            "Log lines at WARNING or above, by the module that wrote them.",
            ("level", "module"),
            registry=registry,
        )
        for outcome in OUTCOMES:
            self.drawing.labels(outcome)
        info = Gauge("kingmaker_info", "This program.", ("version",), registry=registry)
        info.labels(bot.__version__).set(1)
        ProcessCollector(registry=registry)

    def _times(self, name: str, text: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(
            f"kingmaker_{name}_seconds", text, labels, buckets=buckets, registry=self.registry
        )

    # Reports from the pool of pictures

    def waited(self, seconds: float) -> None:
        """Note that a picture was started after waiting this long."""
        self.queueing.observe(seconds)

    def drew(self, outcome: str, seconds: float) -> None:
        """Note what became of a picture."""
        self.drawing.labels(outcome).observe(seconds)

    def page(self) -> bytes:
        """All figures, in Prometheus' text format."""
        return generate_latest(self.registry)


class LogTally(logging.Handler):
    """Counts the log lines that report trouble."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._lines = metrics.log_lines

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line of the log."""
        self._lines.labels(record.levelname.lower(), record.name).inc()


class Latencies(Protocol):
    """The connections to Discord."""

    def latencies(self) -> Mapping[int, float]:
        """The seconds between each shard's last heartbeat and its answer."""
        ...


class Stock(Collector):
    """What is in the database and in this process at the moment of asking."""

    def __init__(
        self,
        desk: Desk,
        clock: Clock,
        health: Health,
        shards: Latencies,
        queue: Callable[[], int],
    ) -> None:
        self._desk = desk
        self._clock = clock
        self._health = health
        self._shards = shards
        self._queue = queue
        self._outbox = figures.Outbox(0, 0, 0.0)
        self._deadlines = figures.Deadlines(0, 0, 0.0)
        self._games: dict[tuple[str, str], int] = {}
        self._read_at: float | None = None
        self._readable = False

    async def refresh(self) -> None:
        """Read the database again, unless it was read a moment ago or is being upgraded.

        Raises any error that occurs in reading.
        """
        if not self._health.begun:
            return
        now = self._clock.now()
        if self._read_at is not None and now.timestamp() - self._read_at < _KEPT:
            return
        self._read_at = now.timestamp()
        self._readable = False
        async with self._desk.services.database.reading() as db:
            self._outbox = await figures.outbox(db, now)
            self._deadlines = await figures.deadlines(db, now)
            self._games = await figures.games(db)
        self._readable = True

    def describe(self) -> list[Metric]:
        """Describe nothing, so that nothing is asked for until everything has been put together."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The figures."""
        yield _gauge("up_to_date", "Whether the database could be read.", float(self._readable))
        health = self._health.newest
        yield _gauge("healthy", "Whether the bot is healthy.", float(health.well))
        yield _gauge(
            "outbox_still_seconds",
            "How many seconds the outbox has been stuck.",
            health.still,
        )
        yield _gauge("render_queue", "Pictures waiting to be drawn.", self._queue())
        latency = GaugeMetricFamily(
            "kingmaker_shard_latency_seconds",
            "How long Discord took to answer the last heartbeat.",
            labels=("shard",),
        )
        for shard, seconds in sorted(self._shards.latencies().items()):
            latency.add_metric((str(shard),), seconds)
        yield latency
        if self._readable:
            yield from self._stored()
        yield from self._done()

    def _done(self) -> Iterator[Metric]:
        done = self._desk.services.tallies
        yield _counter("outbox_delivered", "Messages delivered.", done.delivered)
        yield _counter("outbox_failures", "Deliveries that will be tried again.", done.failed)
        yield _counter("outbox_given_up", "Messages given up for good.", done.given_up)
        yield _counter("deadlines_carried_out", "Deadlines carried out.", done.deadlines)
        yield _counter(
            "deadlines_lateness_seconds",
            "Seconds by which deadlines were carried out late, in total.",
            done.deadlines_late,
        )

    def _stored(self) -> Iterator[Metric]:
        box, clock = self._outbox, self._deadlines
        yield _gauge("outbox_depth", "Rows still to be sent.", box.depth)
        yield _gauge("outbox_held", "Rows still to be sent that wait for a set time.", box.held)
        yield _gauge(
            "outbox_oldest_seconds", "Age of the oldest row that does not have to wait.", box.oldest
        )
        yield _gauge("deadlines_set", "Deadlines stored.", clock.set)
        yield _gauge("deadlines_due", "Deadlines that are due but not yet carried out.", clock.due)
        yield _gauge(
            "deadlines_late_seconds",
            "How many seconds late the most overdue deadline is.",
            clock.late,
        )
        games = GaugeMetricFamily(
            "kingmaker_games", "Games in the database.", labels=("game", "state")
        )
        for (game, state), count in sorted(self._games.items()):
            games.add_metric((game, state), count)
        yield games


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"kingmaker_{name}", text, value=value)


def _counter(name: str, text: str, value: float) -> Metric:
    return CounterMetricFamily(f"kingmaker_{name}", text, value=value)
