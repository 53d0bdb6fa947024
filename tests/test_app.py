"""The program around the client."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy.exc import DatabaseError

from bot.app import Bot, hang_up_quietly
from bot.storage import Database
from bot.storage.database import Unusable
from tests.session.doubles import FakeClock


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


class Start:
    """A bot that comes up on a database which fails; its clock stands still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.bot = Bot(Database("sqlite+aiosqlite://"), quick=True)
        self.clock = FakeClock()
        self.bot.desk.services.clock = self.clock
        self.fails: list[Exception] = []
        self.always: Exception | None = None
        self.tried = 0
        self.watched: list[str] = []
        self._closed = asyncio.Event()
        watch: Any = SimpleNamespace(
            held_up=lambda: self.watched.append("held up"),
            at_work=lambda: self.watched.append("at work"),
            end=self._end,
        )
        self.bot.watch = watch
        monkeypatch.setattr(self.bot.desk, "resume_all", self._resume)
        monkeypatch.setattr(self.bot.deliverer, "tidy_all", self._nothing)
        monkeypatch.setattr("discord.Client.start", self._serve)

    async def _nothing(self) -> None: ...

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
        await self.bot.on_ready()
        await self._closed.wait()

    async def until(self, task: asyncio.Task[None]) -> None:
        """Let time go by until the bot is at work or has ended."""
        while not task.done() and not self.bot.at_work.is_set():
            for _ in range(10):
                await asyncio.sleep(0)
            self.clock.advance(seconds=1)


@pytest.fixture
async def start(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Start]:
    """A bot that is about to come up."""
    made = Start(monkeypatch)
    yield made
    await made.bot.close()


async def test_a_database_that_is_away_at_the_start_is_asked_until_it_answers(
    start: Start,
) -> None:
    start.fails = [OSError("refused")] * 6
    began = start.clock.now()
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until(serving)
    assert start.bot.at_work.is_set()
    assert (start.tried, start.watched) == (7, ["held up"] * 6 + ["at work"])
    # As long as it takes a server to come back, and no longer than a look's time behind it.
    assert 40 <= (start.clock.now() - began).total_seconds() <= 60
    await start.bot.on_ready()
    assert start.tried == 7
    await start.bot.close()
    await serving


async def test_a_database_that_stays_away_ends_the_program_with_a_sentence(start: Start) -> None:
    start.always = OSError("refused")
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until(serving)
    with pytest.raises(Unusable, match="cannot be used: refused"):
        await serving
    assert not start.bot.at_work.is_set()


async def test_a_damaged_file_ends_the_program_at_once(start: Start) -> None:
    start.always = DatabaseError("SELECT", None, Exception("database disk image is malformed"))
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until(serving)
    with pytest.raises(Unusable, match="is damaged: database disk image is malformed"):
        await serving
    assert start.tried == 1


async def test_a_file_that_turns_out_to_be_damaged_later_ends_the_program_too(
    start: Start,
) -> None:
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until(serving)
    assert start.bot.at_work.is_set()
    with pytest.raises(DatabaseError):
        async with start.bot.database.reading():
            raise DatabaseError("SELECT", None, Exception("database disk image is malformed"))
    with pytest.raises(Unusable, match="is damaged: a page of it cannot be read"):
        await serving


async def test_what_is_wrong_at_the_start_in_any_other_way_ends_the_program(start: Start) -> None:
    start.always = KeyError("a fault of ours")
    serving = asyncio.create_task(start.bot.start("token"))
    await start.until(serving)
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
