"""Health: a trouble shows within a minute, and goes when it is over; by the test's own clock."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.session import Desk, ShutOut
from bot.storage import OutboxRow, games
from bot.watch.check import main, trouble
from bot.watch.health import PULSE, Health, Pulse, Report
from tests.session.doubles import BOB, FakeClock, Notebook, open_game
from tests.waiting import until

MINUTE = 60


class Line:
    """The connections of two shards, as a test wants them."""

    def __init__(self) -> None:
        self.late: dict[int, timedelta | None] = {0: timedelta(), 1: timedelta()}

    def overdue(self) -> dict[int, timedelta | None]:
        return self.late


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """What is asked of the database is tested with the figures, on either kind."""
    return sqlite_url


@pytest.fixture
def line() -> Line:
    """Both shards are connected."""
    return Line()


@pytest.fixture
def health(clock: FakeClock, line: Line, desk: Desk) -> Health:
    """The health of a bot that is at work."""
    found = Health(clock, line, desk, "main")
    found.at_work()
    return found


async def watched(health: Health, clock: FakeClock, seconds: float = MINUTE) -> list[Report]:
    """The reports of so long a time, a look at each beat of the pulse."""
    reports = []
    for _ in range(int(seconds / PULSE.total_seconds())):
        clock.advance(seconds=PULSE.total_seconds())
        reports.append(await health.look())
    return reports


def first_trouble(reports: list[Report]) -> int:
    """After how many looks there was a trouble."""
    return next(n for n, report in enumerate(reports, start=1) if not report.well)


async def test_a_bot_that_starts_is_not_well_yet(clock: FakeClock, line: Line, desk: Desk) -> None:
    health = Health(clock, line, desk, "main")
    assert (await health.look()).troubles == ("The bot is starting.",)
    health.at_work()
    assert (await health.look()).well


async def test_a_bot_whose_database_is_away_at_the_start_says_so(
    clock: FakeClock, line: Line, desk: Desk
) -> None:
    health = Health(clock, line, desk, "main")
    health.held_up(True)
    first, *_ = await watched(health, clock, 5)
    assert first.troubles == ("The games are not loaded yet: the database does not answer.",)
    health.held_up(False)
    assert (await health.look()).troubles == ("The bot is starting.",)
    health.at_work()
    assert (await health.look()).well


async def test_a_quiet_bot_stays_well(health: Health, clock: FakeClock) -> None:
    assert all(report.well for report in await watched(health, clock, 3600))


async def test_a_lost_connection_shows_within_a_minute_and_heals(
    health: Health, clock: FakeClock, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    await health.look()
    line.late[1] = None
    with caplog.at_level(logging.INFO, "bot.watch"):
        reports = await watched(health, clock)
        assert reports[-1].troubles == ("Shard 1 has lost its connection to Discord.",)
        # Discord ends each connection now and then; that alone is no trouble.
        assert first_trouble(reports) == 5
        line.late[1] = timedelta()
        assert (await health.look()).well
    assert [record.getMessage() for record in caplog.records] == [
        "the bot is unhealthy: Shard 1 has lost its connection to Discord.",
        "the bot is healthy",
    ]


async def test_a_connection_that_comes_back_soon_was_no_trouble(
    health: Health, clock: FakeClock, line: Line
) -> None:
    for _ in range(10):
        line.late[0] = None
        assert all(report.well for report in await watched(health, clock, 15))
        line.late[0] = timedelta()
        assert all(report.well for report in await watched(health, clock, 15))


async def test_a_connection_that_says_nothing_shows_though_it_is_open(
    health: Health, clock: FakeClock, line: Line
) -> None:
    line.late[0] = timedelta(seconds=6)
    assert (await health.look()).well
    # Discord has its clients send a heartbeat every 41.25 s: so long it owes nothing. With the
    # pulse that makes less than a minute since it was heard last.
    line.late[0] = timedelta(seconds=60 - 41.25) - 2 * PULSE
    assert (await health.look()).troubles == ("Discord has gone quiet on shard 0.",)
    line.late[0] = timedelta()
    assert (await health.look()).well


async def test_without_any_connection_it_is_not_well(health: Health, line: Line) -> None:
    line.late.clear()
    assert (await health.look()).troubles == ("There is no connection to Discord.",)


async def test_an_outbox_that_stands_still_shows_within_a_minute_and_heals(
    health: Health, clock: FakeClock, desk: Desk, notebook: Notebook
) -> None:
    await health.look()
    session = await open_game(desk)
    # Nobody delivers.
    reports = await watched(health, clock)
    assert first_trouble(reports) * PULSE.total_seconds() <= 50
    assert reports[-1].troubles == ("No message has been delivered for 60 s.",)
    assert reports[-1].still == 60
    await desk.courier.flush()
    assert (await health.look()).well
    assert (await watched(health, clock, 300))[-1].still == 0
    assert notebook.of("status")
    assert session.status == "lobby"


async def test_deliveries_that_all_fail_are_an_outbox_that_stands_still(
    health: Health, clock: FakeClock, desk: Desk, notebook: Notebook
) -> None:
    await open_game(desk)
    notebook.failures = [ConnectionError("Discord is out of reach")] * 99
    for _ in range(12):
        await desk.courier.flush()
        clock.advance(seconds=5)
        report = await health.look()
    assert not report.well
    assert desk.services.tallies.failed > 2
    notebook.failures.clear()
    clock.advance(minutes=10)
    await desk.courier.flush()
    assert (await health.look()).well


async def test_an_outbox_that_is_long_but_moves_is_well(
    health: Health, clock: FakeClock, desk: Desk
) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        db.add_all(
            OutboxRow(game_id=session.id, revision=0, kind="log", user_id=reader)
            for reader in range(1, 41)
        )
    for _ in range(40):
        desk.services.tallies.delivered += 1
        assert all(report.well for report in await watched(health, clock, 30))
    assert not (await watched(health, clock))[-1].well


async def test_a_channel_that_is_closed_to_the_bot_is_nobodys_illness(
    health: Health, clock: FakeClock, desk: Desk, notebook: Notebook
) -> None:
    session = await open_game(desk)
    notebook.failures = [ShutOut("no permission")]
    await desk.courier.flush()
    # What comes behind waits with it.
    await session.lobby.join(BOB, "Bob")
    assert all(report.well for report in await watched(health, clock, 600))


async def test_what_another_process_has_taken_on_is_that_ones_to_deliver(
    health: Health, clock: FakeClock, desk: Desk
) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        now = clock.now()
        assert await games.take_on(db, session.id, "other", now, now + timedelta(seconds=120))
    reports = await watched(health, clock, 120)
    assert all(report.well for report in reports)
    # It did not: now it is anybody's.
    assert not (await watched(health, clock))[-1].well


async def test_a_database_that_does_not_answer_shows(
    health: Health, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise OSError("no disk")

    with monkeypatch.context() as patch:
        patch.setattr(desk.services.database, "writing", broken)
        assert (await health.look()).troubles == ("The database does not answer.",)
    assert (await health.look()).well


async def test_a_file_that_another_program_writes_to_shows_though_it_can_be_read(
    health: Health, desk: Desk, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.database.BUSY_TIMEOUT", 1)
    assert (await health.look()).well
    other = sqlite3.connect(sqlite_url.partition(":///")[2], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert (await health.look()).troubles == ("The database does not answer.",)
    other.rollback()
    other.close()
    assert (await health.look()).well


# The file, and the container's check


async def test_the_file_follows_and_the_check_reads_it(
    health: Health, clock: FakeClock, line: Line, tmp_path: Path
) -> None:
    file = tmp_path / "health"
    assert "no report" in str(trouble(file, lambda: clock.now().timestamp()))
    pulse = Pulse(health, clock, file)
    running = asyncio.create_task(pulse.run())

    def check() -> str | None:
        return trouble(file, lambda: clock.now().timestamp())

    async def written() -> str | None:
        """What the check says once the file is of now."""
        await until(file.exists)
        await until(lambda: json.loads(file.read_bytes())["at"] == clock.now().timestamp())
        return check()

    assert await written() is None
    line.late = {0: None}
    for _ in range(6):
        clock.advance(seconds=5)
        said = await written()
    assert said == "Shard 0 has lost its connection to Discord."
    line.late = {0: timedelta()}
    clock.advance(seconds=5)
    assert await written() is None
    # The program hangs: it does not look any more.
    pulse.end()
    await running
    clock.advance(seconds=20)
    assert check() is None
    clock.advance(seconds=1)
    assert check() == "The bot has not checked on itself for 21 s."
    assert health.newest.troubles == ("The bot has not checked on itself for 21 s.",)
    # Nothing half-written is left beside it.
    assert set(os.listdir(tmp_path)) & {"health", f"health.{os.getpid()}"} == {"health"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"at": 1}', '{"at": "x", "well": true}'])
def test_a_torn_report_is_no_good_sign(tmp_path: Path, text: str) -> None:
    file = tmp_path / "health"
    file.write_text(text)
    assert trouble(file, lambda: 1.0) == f"The report in {file} cannot be read."


def test_the_check_says_how_it_is_and_ends_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "health"

    def checked() -> tuple[int, str]:
        return main(), capsys.readouterr().out.strip()

    monkeypatch.delenv("HEALTH_FILE", raising=False)
    assert checked() == (1, "HEALTH_FILE is not set, so there is nothing to check.")
    monkeypatch.setenv("HEALTH_FILE", str(file))
    assert checked()[0] == 1
    for troubles, told in (((), (0, "The bot is healthy.")), (("One.", "Two."), (1, "One. Two."))):
        file.write_bytes(Report(datetime.now(UTC), troubles).to_json())
        assert checked() == told


async def test_a_file_that_cannot_be_written_is_told_once_and_stops_nothing(
    health: Health, clock: FakeClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "nowhere" / "health"
    pulse = Pulse(health, clock, file)
    running = asyncio.create_task(pulse.run())
    for _ in range(3):
        now = clock.now()
        await until(lambda at=now: health.newest.at == at)  # type: ignore[misc]
        clock.advance(seconds=5)
    pulse.end()
    await running
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert "HEALTH_FILE" in caplog.text


async def test_a_look_that_fails_is_told_and_the_next_one_is_taken(
    health: Health, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    looks: list[datetime] = []

    async def look() -> Report:
        looks.append(clock.now())
        if len(looks) == 1:
            raise AttributeError("the library has changed")
        return Report(clock.now())

    monkeypatch.setattr(health, "look", look)
    pulse = Pulse(health, clock, None)
    running = asyncio.create_task(pulse.run())
    await until(lambda: len(looks) == 1)
    clock.advance(seconds=5)
    await until(lambda: len(looks) == 2)
    pulse.end()
    await running
    assert "could not find out whether the bot is healthy" in caplog.text
