"""How long each part of the bot's work takes: this shows where the time for an answer goes.

The parts are nested: ``press`` is everything after the first answer, ``turn`` the wait for its
turn, ``write`` a transaction and its wait for the one before, ``read`` a transaction that only
reads, ``picture`` a picture and its wait in the queue, and ``discord`` a request and the pauses
that Discord wants.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic, process_time
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter
from sqlalchemy import Connection, Engine, event

from bot.storage import Database
from cogs.ui import controls
from cogs.ui.turnstile import Turnstile
from rendering import RenderPool


class Spans:
    """How long each piece of work took: ``found`` has its name, its start (`time.monotonic`) and
    the seconds."""

    def __init__(self) -> None:
        self.found: list[tuple[str, float, float]] = []
        self.sql = 0
        """How many statements were sent to a database, including those that begin and end a
        transaction.
        """
        self.begun, self.writing = 0, 0
        """How many transactions were begun, and how many of those were for writing."""

    def done(self) -> dict[str, float]:
        """How much has been done so far, and how much processor time that took."""
        of = Counter(name for name, _, _ in self.found)
        return {
            "cpu": process_time(),
            "sql": self.sql,
            "transactions": self.begun,
            "writing": self.writing,
            "requests": of["discord"],
            "pictures": of["picture"],
        }

    def count(self, engine: Engine) -> None:
        """From now on, count whatever is sent to a database."""
        for happens in ("before_cursor_execute", "commit", "rollback"):
            event.listen(engine, happens, self._sent)
        event.listen(engine, "begin", self._began)

    def _sent(self, *_: Any) -> None:
        self.sql += 1

    def _began(self, connection: Connection) -> None:
        self.begun += 1
        self.writing += not connection.get_execution_options().get("reading", False)

    def watch(self) -> None:
        """Take notes in this process from now on, for as long as it runs."""
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
