"""The program around the client."""

from __future__ import annotations

import asyncio
import gc
import logging

import pytest

from bot import garbage
from bot.app import Bot, hang_up_quietly
from bot.storage import Database


async def test_what_is_loaded_is_kept_out_of_the_search_for_garbage_once_it_is_at_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []
    monkeypatch.setattr(garbage, "lay_aside", lambda: done.append("lay aside"))
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
    assert bot._searching is not None
    bot._searching.cancel()
    await bot.database.close()
    await bot.pictures.pool.close()


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
