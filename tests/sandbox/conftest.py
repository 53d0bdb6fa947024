"""A sandbox in this process, and a small real discord.py bot that plays on it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.sandbox import RunningSandbox, Settings, serve
from bot.sandbox.members.player import Player
from bot.sandbox.process import point_at
from tests.sandbox.tiny_bot import TinyBot
from tests.waiting import PATIENCE

Start = Callable[..., Awaitable[RunningSandbox]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Starts sandboxes with changed settings; they are closed after the test."""
    running: list[RunningSandbox] = []

    async def make(**changes: Any) -> RunningSandbox:
        settings = replace(Settings(rate_limits=False, record_file=None), **changes)
        sandbox = await serve(settings)
        running.append(sandbox)
        return sandbox

    yield make
    for each in running:
        await each.close()


@pytest.fixture
async def sandbox(start: Start) -> RunningSandbox:
    """A sandbox without rate limits."""
    return await start()


@contextlib.asynccontextmanager
async def bot_at(base_url: str, **changes: Any) -> AsyncIterator[TinyBot]:
    """The tiny bot, connected and synced."""
    point_at(base_url)
    bot = TinyBot(**changes)
    task = asyncio.create_task(bot.start("sandbox"))
    ready = asyncio.create_task(bot.wait_until_ready_here())
    try:
        await asyncio.wait({task, ready}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        yield bot
    finally:
        ready.cancel()
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@pytest.fixture
async def bot(sandbox: RunningSandbox) -> AsyncIterator[TinyBot]:
    """The tiny bot on the sandbox."""
    async with bot_at(sandbox.base_url) as running:
        yield running


@pytest.fixture
async def alice(sandbox: RunningSandbox) -> AsyncIterator[Player]:
    """The guild's owner at the page."""
    async with await Player.connect(sandbox.base_url, "Alice", within=PATIENCE) as player:
        yield player


@pytest.fixture
async def bob(sandbox: RunningSandbox) -> AsyncIterator[Player]:
    """A plain member at the page."""
    async with await Player.connect(sandbox.base_url, "Bob", within=PATIENCE) as player:
        yield player


class Rest:
    """Bare requests to the sandbox, as the bot would make them."""

    def __init__(self, running: RunningSandbox, http: aiohttp.ClientSession) -> None:
        self._running = running
        self._http = http

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        form: aiohttp.FormData | None = None,
        token: str = "sandbox",
    ) -> tuple[int, Any]:
        """Status and JSON of one request."""
        headers = {"Authorization": f"Bot {token}"}
        sent: dict[str, Any] = {"data": form} if form is not None else {"json": body}
        address = f"{self._running.base_url}/api/v10{path}"
        async with self._http.request(method, address, headers=headers, **sent) as answer:
            if answer.status == 204:
                return 204, None
            assert answer.headers["Content-Type"] == "application/json"
            return answer.status, await answer.json()


@pytest.fixture
async def rest(sandbox: RunningSandbox) -> AsyncIterator[Rest]:
    """Bare requests to the sandbox."""
    async with aiohttp.ClientSession() as http:
        yield Rest(sandbox, http)


@pytest.fixture
def world_file(tmp_path: Path) -> Path:
    """Where a test keeps its world."""
    return tmp_path / "world.json"
