"""The program around the client."""

from __future__ import annotations

import asyncio

import pytest

from bot import garbage
from bot.app import Bot
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
