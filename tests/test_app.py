"""The program around the client."""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import DatabaseError

from bot.app import Bot, hang_up_quietly
from bot.storage import Database
from bot.storage.database import Away, Unusable
from tests.session.doubles import FakeClock
from tests.waiting import PATIENCE


async def test_what_is_loaded_is_kept_out_of_the_search_for_garbage_once_it_is_at_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(gc, "freeze", lambda: done.append("lay aside"))
    bot = Bot(Database("sqlite+aiosqlite://"), quick=True)
    warm = asyncio.Event()

    async def warms() -> None:
        await warm.wait()
        done.append("warm")

    bot._warming = asyncio.create_task(warms())
    keeping = asyncio.create_task(bot.keep_in_memory())
    warm.set()
    await bot._warming
    assert done == ["warm"]
    bot.at_work.set()
    await keeping
    assert done == ["warm", "lay aside"]
    await bot.database.close()
    await bot.pictures.pool.close()


async def test_every_games_usual_board_is_drawn_at_the_start_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = Bot(Database("sqlite+aiosqlite://"), quick=True)
    drawn: list[tuple[str, str]] = []

    async def warm(game: str, ruleset: str) -> None:
        drawn.append((game, ruleset))
        raise OSError  # one board that cannot be drawn keeps back no other

    monkeypatch.setattr(bot.pictures, "warm", warm)
    await bot._warm()
    assert drawn == [("kingmaker", "house"), ("lancaster", "standard")]
    await bot.database.close()
    await bot.pictures.pool.close()


class Leaping(FakeClock):
    """A clock on which every wait is over at once; at some moment something ends that lasted."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: tuple[datetime, Callable[[], object]] | None = None

    async def wait(self, event: asyncio.Event, until: datetime | None) -> bool:
        assert until is not None
        self.time = until
        if self.ends is not None and self.time >= self.ends[0]:
            self.ends[1]()
            self.ends = None
        return event.is_set()


class Start:
    """A bot that comes up on a database which fails, and does not wait for real time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, database: Database) -> None:
        self.bot = Bot(database, quick=True)
        self.clock = Leaping()
        self.bot.desk.services.clock = self.clock
        self.fails: list[Exception] = []
        self.always: Exception | None = None
        self.tried = 0
        self.watched: list[str] = []
        self._closed = asyncio.Event()
        watch: Any = SimpleNamespace(
            begin=self._nothing,
            held_up=lambda held: self.watched.append("held up" if held else "answered"),
            at_work=lambda: self.watched.append("at work"),
            end=self._end,
        )
        self.bot.watch = watch
        monkeypatch.setattr("bot.app.COGS", ())
        for beside in ("sync_commands", "_warm"):
            monkeypatch.setattr(self.bot, beside, self._nothing)
        monkeypatch.setattr(self.bot.desk, "resume_all", self._resume)
        monkeypatch.setattr(self.bot.deliverer, "tidy_all", self._nothing)
        monkeypatch.setattr("discord.Client.start", self._serve)

    async def _nothing(self, *_: Any) -> None: ...

    async def _end(self) -> None:
        self._closed.set()

    async def _resume(self) -> None:
        self.tried += 1
        if self.always is not None:
            raise self.always
        if self.fails:
            raise self.fails.pop(0)

    async def _serve(self, *_: Any, **__: Any) -> None:
        """The connection stands at once, and is kept until the bot closes."""
        await self.bot.setup_hook()
        await self.bot.on_ready()
        await self._closed.wait()

    async def until_at_work(self, serving: asyncio.Task[None]) -> None:
        """Wait until the bot is at work or has ended."""
        working = asyncio.create_task(self.bot.at_work.wait())
        await asyncio.wait(
            {serving, working}, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE
        )
        working.cancel()


@pytest.fixture
async def start(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    """A bot that is about to come up."""
    made = Start(monkeypatch, Database("sqlite+aiosqlite://"))
    monkeypatch.setattr(made.bot.database, "upgrade", made._nothing)
    yield made
    await made.bot.close()


async def test_a_database_that_is_away_at_the_start_is_asked_until_it_answers(
    start: Start,
) -> None:
    start.fails = [OSError("refused")] * 6
    began = start.clock.now()
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until_at_work(serving)
    assert start.bot.at_work.is_set()
    assert start.tried == 7
    assert start.watched == ["answered", *["held up"] * 6, "answered", "at work"]
    # As long as it takes a server to come back, and no longer than a look's time behind it.
    assert 40 <= (start.clock.now() - began).total_seconds() <= 60
    await start.bot.on_ready()
    assert start.tried == 7
    await start.bot.close()
    await serving


@pytest.mark.parametrize(("servers", "told"), [(1, "1 server"), (2, "2 servers")])
async def test_the_log_says_where_the_bot_is_connected(
    start: Start,
    servers: int,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("discord.Client.guilds", range(servers))
    with caplog.at_level(logging.INFO):
        await start.bot.on_ready()
    assert [record.getMessage() for record in caplog.records] == [f"connected as None in {told}"]


async def test_stopped_while_it_starts_it_draws_nothing(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    async def draw() -> None:
        drawn.append("boards")

    monkeypatch.setattr(start.bot, "_warm", draw)
    monkeypatch.setattr(start.bot, "sync_commands", start.bot.close)
    await start.bot.setup_hook()
    await asyncio.sleep(0)
    assert drawn == []


@pytest.fixture
async def held_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[tuple[Start, sqlite3.Connection]]:
    """A bot that is about to come up on a file which another program is writing to."""
    path = tmp_path / "games.sqlite3"
    monkeypatch.setattr("bot.storage.database.BUSY_TIMEOUT", 1)
    url = f"sqlite+aiosqlite:///{path}"
    before = Database(url)
    await before.upgrade()
    await before.close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    made = Start(monkeypatch, Database(url))
    yield made, other
    other.close()
    await made.bot.close()


async def test_a_file_that_another_program_holds_for_a_minute_is_waited_for(
    held_file: tuple[Start, sqlite3.Connection], caplog: pytest.LogCaptureFixture
) -> None:
    start, other = held_file
    began = start.clock.now()
    start.clock.ends = began + timedelta(seconds=60), other.rollback
    with caplog.at_level(logging.WARNING):
        serving = asyncio.create_task(start.bot.start("token"))
        await asyncio.wait_for(start.bot.at_work.wait(), PATIENCE)
    assert 60 <= (start.clock.now() - began).total_seconds() <= 75
    # After 1, 3, 7, 15, 30, 45 and 60 seconds.
    assert start.watched == [*["held up"] * 7, "answered", "answered", "at work"]
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == (
        "waiting for the database, three minutes at most. The database "
        f"{start.bot.database.engine.url} cannot be used: database is locked. Check that its "
        "folder can be written to, that the disk has room, and that no other program is holding it."
    )
    await start.bot.close()
    await serving


async def test_a_file_that_stays_held_ends_the_program_after_three_minutes(
    held_file: tuple[Start, sqlite3.Connection],
) -> None:
    start, _ = held_file
    began = start.clock.now()
    with pytest.raises(Away, match="cannot be used: database is locked"):
        await asyncio.wait_for(start.bot.start("token"), PATIENCE)
    assert 180 <= (start.clock.now() - began).total_seconds() <= 195
    assert start.tried == 0


async def test_a_file_that_no_second_try_mends_ends_the_program_at_once(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def newer() -> None:
        raise Unusable("It was last used by a newer version.")

    monkeypatch.setattr(start.bot.database, "upgrade", newer)
    began = start.clock.now()
    with pytest.raises(Unusable, match="a newer version"):
        await asyncio.wait_for(start.bot.start("token"), PATIENCE)
    assert (start.clock.now(), start.watched) == (began, [])


async def test_a_database_that_stays_away_ends_the_program_with_a_sentence(start: Start) -> None:
    start.always = OSError("refused")
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until_at_work(serving)
    with pytest.raises(Unusable, match="cannot be used: refused"):
        await serving
    assert not start.bot.at_work.is_set()


async def test_a_damaged_file_ends_the_program_at_once(start: Start) -> None:
    start.always = DatabaseError("SELECT", None, Exception("database disk image is malformed"))
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until_at_work(serving)
    with pytest.raises(Unusable, match="is damaged: database disk image is malformed"):
        await serving
    assert start.tried == 1


async def test_a_file_that_turns_out_to_be_damaged_later_ends_the_program_too(
    start: Start,
) -> None:
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until_at_work(serving)
    assert start.bot.at_work.is_set()
    with pytest.raises(DatabaseError):
        async with start.bot.database.reading():
            raise DatabaseError("SELECT", None, Exception("database disk image is malformed"))
    with pytest.raises(Unusable, match="is damaged: part of it cannot be read"):
        await serving


async def test_what_is_wrong_at_the_start_in_any_other_way_ends_the_program(start: Start) -> None:
    start.always = KeyError("a fault of ours")
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until_at_work(serving)
    with pytest.raises(KeyError):
        await serving


async def test_what_fails_as_the_bot_hangs_up_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()

    async def fails() -> None:
        raise RuntimeError("Session is closed")

    hang_up_quietly(loop)
    try:
        with caplog.at_level(logging.INFO):
            left = asyncio.create_task(fails())
            await asyncio.wait({left})
            del left
            gc.collect()
        assert caplog.records == []
    finally:
        loop.set_exception_handler(before)


async def test_an_event_still_looked_after_meets_no_closed_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bot = Bot(Database("sqlite+aiosqlite://"), quick=True)
    await bot._async_setup_hook()
    hung_up = asyncio.Event()

    async def looks_after(_: object) -> None:
        await hung_up.wait()
        raise RuntimeError("Session is closed")

    async def hangs_up() -> None:
        hung_up.set()
        await asyncio.sleep(0)

    monkeypatch.setattr(bot.http, "close", hangs_up)
    bot.add_listener(looks_after, "on_guild_available")
    with caplog.at_level(logging.INFO):
        bot.dispatch("guild_available", SimpleNamespace())
        await asyncio.sleep(0)
        await bot.close()
    assert [record.getMessage() for record in caplog.records] == []


def test_of_voice_nothing_is_said_whoever_makes_a_bot(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("warn_nacl", "warn_dave"):
        monkeypatch.setattr(f"discord.VoiceClient.{name}", True)
    with caplog.at_level(logging.WARNING):
        Bot(Database("sqlite+aiosqlite://"), quick=True)
    assert caplog.records == []
