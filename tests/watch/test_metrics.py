"""The figures one by one: what goes over the wire, the log, and when there is nothing to read."""

from __future__ import annotations

import logging
import time
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import yarl

from bot.session import Desk
from bot.watch.health import Health
from bot.watch.metrics import LogTally, Metrics, Stock
from bot.watch.traffic import Traffic, kind_of
from tests.session.doubles import FakeClock, open_game

KINDS = discord.InteractionType


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """What is asked of the database is tested with the figures, on either kind."""
    return sqlite_url


def interaction(kind: KINDS, ago: float = 0.0, **data: Any) -> Any:
    """An interaction that Discord made so many seconds ago."""
    made = int((time.time() - ago) * 1000) - discord.utils.DISCORD_EPOCH
    return SimpleNamespace(type=kind, id=made << 22, data=data, token="t")


class Wire:
    """The requests of a client, as the library's session tells of them."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.traffic = Traffic(self.metrics)

    async def ends(self, method: str, path: str, status: int = 200) -> None:
        """An answer came."""
        url = yarl.URL(f"https://discord.example/api/v10{path}")
        end = SimpleNamespace(method=method, url=url, response=SimpleNamespace(status=status))
        for told in self.traffic.trace.on_request_end:
            await told(None, SimpleNamespace(), end)  # type: ignore[arg-type]

    async def breaks(self, method: str) -> None:
        """No answer came."""
        broken = SimpleNamespace(method=method)
        for told in self.traffic.trace.on_request_exception:
            await told(None, SimpleNamespace(), broken)  # type: ignore[arg-type]

    async def acknowledge(self, heard: Any, token: str = "t", status: int = 204) -> None:
        """The first answer to an interaction."""
        await self.ends("POST", f"/interactions/{heard.id}/{token}/callback", status)

    def value(self, name: str, **labels: str) -> float | None:
        """One figure; None if there is none."""
        return self.metrics.registry.get_sample_value(f"kingmaker_{name}", labels)


@pytest.fixture
def wire() -> Wire:
    """Nothing has gone over it yet."""
    return Wire()


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        (interaction(KINDS.application_command), "command"),
        (interaction(KINDS.autocomplete), "suggestion"),
        (interaction(KINDS.modal_submit), "form"),
        (interaction(KINDS.component, component_type=2), "button"),
        (interaction(KINDS.component, component_type=3), "menu"),
        (interaction(KINDS.component, component_type=5), "menu"),
        (interaction(KINDS.ping), "other"),
    ],
)
def test_what_an_interaction_is_in_a_word(heard: Any, kind: str) -> None:
    assert kind_of(heard) == kind


async def test_the_time_of_the_first_answer_runs_from_discords_making_of_it(wire: Wire) -> None:
    heard = interaction(KINDS.application_command, ago=2.2)
    wire.traffic.heard(heard)
    await wire.acknowledge(heard)
    assert wire.value("interactions_total", kind="command") == 1
    first = "interaction_acknowledged_seconds"
    assert wire.value(f"{first}_count", kind="command") == 1
    assert wire.value(f"{first}_bucket", kind="command", le="2.0") == 0
    assert 2.2 <= (wire.value(f"{first}_sum", kind="command") or 0) < 60


async def test_a_clock_that_is_slow_makes_no_time_below_nothing(wire: Wire) -> None:
    heard = interaction(KINDS.application_command, ago=-30)
    wire.traffic.heard(heard)
    await wire.acknowledge(heard)
    assert wire.value("interaction_acknowledged_seconds_sum", kind="command") == 0


async def test_a_refused_answer_is_no_answer(wire: Wire) -> None:
    heard = interaction(KINDS.application_command)
    wire.traffic.heard(heard)
    for status in (400, 404):
        await wire.acknowledge(heard, status=status)
    assert wire.value("interaction_acknowledged_seconds_count", kind="command") is None
    assert wire.value("discord_requests_total", method="POST", status="404") == 1


@pytest.mark.parametrize(
    ("method", "path"),
    [("PATCH", "/webhooks/7/t/messages/@original"), ("POST", "/webhooks/7/t")],
)
async def test_the_whole_answer_is_the_first_that_says_something(
    wire: Wire, method: str, path: str
) -> None:
    heard = interaction(KINDS.component, ago=1.2, component_type=2)
    wire.traffic.heard(heard)
    await wire.ends(method, path)
    assert wire.value("interaction_answered_seconds_count", kind="button") is None
    await wire.acknowledge(heard)
    await wire.ends(method, path, 500)
    assert wire.value("interaction_answered_seconds_count", kind="button") is None
    for _ in range(2):
        await wire.ends(method, path)
    assert wire.value("interaction_answered_seconds_count", kind="button") == 1
    assert (wire.value("interaction_answered_seconds_sum", kind="button") or 0) >= 1.2


async def test_the_first_answer_may_be_the_whole_answer(wire: Wire) -> None:
    heard = interaction(KINDS.component, ago=1.2, component_type=2)
    wire.traffic.heard(heard)
    await wire.acknowledge(heard)
    wire.traffic.answered(heard)
    # A picture that is added later is not what was waited for.
    await wire.ends("PATCH", "/webhooks/7/t/messages/@original")
    assert wire.value("interaction_answered_seconds_count", kind="button") == 1
    assert (wire.value("interaction_answered_seconds_sum", kind="button") or 0) >= 1.2


async def test_other_requests_are_counted_and_no_answers(wire: Wire) -> None:
    await wire.ends("POST", "/channels/1/messages")
    await wire.ends("POST", "/channels/1/messages", 429)
    await wire.ends("GET", "/webhooks/7/t/messages/@original")
    await wire.breaks("PATCH")
    assert wire.value("discord_requests_total", method="POST", status="200") == 1
    assert wire.value("discord_requests_total", method="POST", status="429") == 1
    assert wire.value("discord_requests_total", method="PATCH", status="none") == 1
    assert b"kingmaker_interaction_answered_seconds_count" not in wire.metrics.page()


async def test_what_is_remembered_of_interactions_has_an_end(wire: Wire) -> None:
    first = interaction(KINDS.application_command)
    wire.traffic.heard(first)
    for number in range(1, 2_001):
        later = interaction(KINDS.autocomplete)
        later.id = first.id + number
        wire.traffic.heard(later)
    await wire.acknowledge(first)
    assert wire.value("interaction_acknowledged_seconds_count", kind="other") == 1
    assert wire.value("interaction_acknowledged_seconds_count", kind="command") is None


def test_lines_of_the_log_are_counted_from_warnings_on(wire: Wire) -> None:
    log = logging.getLogger("tests.watch.log")
    log.setLevel(logging.DEBUG)
    tally = LogTally(wire.metrics)
    log.addHandler(tally)
    try:
        for level in (logging.INFO, logging.WARNING, logging.WARNING, logging.ERROR):
            log.log(level, "Percy")
    finally:
        log.removeHandler(tally)
    counted = {
        level: wire.value("log_lines_total", level=level, module="tests.watch.log")
        for level in ("info", "warning", "error")
    }
    assert counted == {"info": None, "warning": 2, "error": 1}


class Line:
    """A connection to Discord."""

    def overdue(self) -> dict[int, None]:
        return {}

    def latencies(self) -> dict[int, float]:
        return {3: 0.25}


async def test_the_stock_is_read_when_the_bot_is_at_work_and_kept_for_a_moment(
    wire: Wire, desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = Health(clock, Line(), desk, "main")
    stock = Stock(desk, clock, health, Line(), lambda: 4)
    wire.metrics.registry.register(stock)
    await open_game(desk)
    await stock.refresh()
    # The database may just be brought up to date.
    assert (wire.value("up_to_date"), wire.value("outbox_depth")) == (0, None)
    assert (wire.value("healthy"), wire.value("render_queue")) == (0, 4)
    assert wire.value("shard_latency_seconds", shard="3") == 0.25
    health.at_work()
    await stock.refresh()
    assert (wire.value("up_to_date"), wire.value("outbox_depth")) == (1, 1)
    assert wire.value("games", game="toy", state="lobby") == 1
    await desk.courier.flush()
    assert wire.value("outbox_delivered_total") == 1
    clock.advance(seconds=9)
    await stock.refresh()
    assert wire.value("outbox_depth") == 1
    clock.advance(seconds=1)
    await stock.refresh()
    assert wire.value("outbox_depth") == 0

    def broken() -> None:
        raise OSError("no disk")

    clock.advance(seconds=10)
    with monkeypatch.context() as patch:
        patch.setattr(desk.services.database, "reading", broken)
        with pytest.raises(OSError, match="no disk"):
            await stock.refresh()
    assert (wire.value("up_to_date"), wire.value("outbox_depth")) == (0, None)
    assert wire.value("outbox_delivered_total") == 1
