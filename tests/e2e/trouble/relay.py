"""A line between the bot and the sandbox that can go dead: it takes all and passes nothing on."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import yarl


class Relay:
    """Passes bytes on between its own port and another, until it is told to be silent."""

    def __init__(self, base_url: str) -> None:
        self._there = yarl.URL(base_url)
        self._flows = asyncio.Event()
        self._flows.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.called = asyncio.Event()
        """Set when something came in that was not passed on."""
        self.base_url = ""

    def go_dead(self) -> None:
        """From now on accept everything and answer nothing."""
        self._flows.clear()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError), contextlib.closing(writer):
            await self._open()
            there, back = await asyncio.open_connection(self._there.host, self._there.port)
            with contextlib.closing(back):
                ends = ((reader, back), (there, writer))
                await asyncio.gather(*(self._pass_on(*end) for end in ends))

    async def _open(self) -> None:
        if not self._flows.is_set():
            self.called.set()
            await self._flows.wait()

    async def _pass_on(self, come: asyncio.StreamReader, go: asyncio.StreamWriter) -> None:
        while data := await come.read(65_536):
            await self._open()
            go.write(data)
            await go.drain()
        go.close()

    def end(self) -> None:
        """Cut all lines."""
        for task in self._tasks:
            task.cancel()


@contextlib.asynccontextmanager
async def relay_to(base_url: str) -> AsyncIterator[Relay]:
    """A line to this address; it flows."""
    relay = Relay(base_url)
    server = await asyncio.start_server(relay.accept, "127.0.0.1", 0)
    relay.base_url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield relay
    finally:
        relay.end()
        server.close()
