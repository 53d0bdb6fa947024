"""A websocket's outgoing side: frames leave in order and nobody waits for a slow reader."""

from __future__ import annotations

import asyncio
import contextlib

from aiohttp import web


class Outlet:
    """Queue in front of one websocket."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._request = request
        self.socket = socket
        self._queue: asyncio.Queue[str | tuple[int, bytes]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        """Send the frame soon."""
        self._queue.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket after what is already queued."""
        self._queue.put_nowait((code, reason.encode()))

    def abort(self) -> None:
        """Cut the connection as a broken line would: no close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def stop(self) -> None:
        """End the writer; the socket's own handler is leaving."""
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                item = await self._queue.get()
                if isinstance(item, str):
                    await self.socket.send_str(item)
                else:
                    await self.socket.close(code=item[0], message=item[1])
                    return
