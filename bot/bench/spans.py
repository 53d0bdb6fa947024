"""Where the time of an answer goes: how long each part of the work took, noted as it is done.

The parts lie within each other: ``press`` is everything after the first answer, ``turn`` the
waiting for a place at the turnstile, ``write`` a transaction with its waiting for the one before,
``read`` one that only looks, ``picture`` a picture with its waiting in the queue, and ``discord`` a
request with the pace that is kept.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.storage import Database
from cogs.ui import controls
from cogs.ui.turnstile import Turnstile
from rendering import RenderPool


class Spans:
    """How long what was done took; ``found`` has name, beginning (`time.monotonic`), seconds."""

    def __init__(self) -> None:
        self.found: list[tuple[str, float, float]] = []

    def watch(self) -> None:
        """Note from now on, in this process, for as long as it runs."""
        self._around(controls, "handle", "press")
        self._around(Turnstile, "enter", "turn")
        self._around(RenderPool, "submit", "picture")
        for adapter in (discord.http.HTTPClient, AsyncWebhookAdapter):
            self._around(adapter, "request", "discord")
        for kind, name in (("writing", "write"), ("reading", "read"), ("asking", "read")):
            self._around_block(Database, kind, name)

    def _around(self, owner: Any, name: str, called: str) -> None:
        work: Callable[..., Awaitable[Any]] = getattr(owner, name)

        @functools.wraps(work)
        async def noted(*args: Any, **more: Any) -> Any:
            begun = monotonic()
            try:
                return await work(*args, **more)
            finally:
                self.found.append((called, begun, monotonic() - begun))

        setattr(owner, name, noted)

    def _around_block(self, owner: Any, name: str, called: str) -> None:
        work: Callable[..., Any] = getattr(owner, name)

        @asynccontextmanager
        async def noted(*args: Any, **more: Any) -> AsyncIterator[Any]:
            begun = monotonic()
            try:
                async with work(*args, **more) as inner:
                    yield inner
            finally:
                self.found.append((called, begun, monotonic() - begun))

        setattr(owner, name, noted)
