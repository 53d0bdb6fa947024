"""The bot's own page in a frame next to the chat, as Discord shows an Activity.

The bot serves its page on this machine only, and says where. The sandbox passes on the requests of
members' pages, with the member's name, so that only the sandbox has to be reachable from elsewhere.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import aiohttp
from aiohttp import WSMsgType, web

PREFIX = "/activity"
_PASSED_ON = ("Content-Type", "Content-Security-Policy", "Referrer-Policy", "Cache-Control",
              "Content-Encoding", "Vary", "X-Content-Type-Options", "ETag")  # fmt: skip
_TROUBLES = (aiohttp.ClientError, OSError, TimeoutError)


@dataclass(frozen=True, slots=True)
class Activity:
    """Where the bot serves its page, the headers that admit the sandbox, and the header that names
    the member."""

    url: str
    headers: dict[str, str]
    member: str


class ActivityProxy:
    """Passes members' requests on to the bot's page. ``shown`` is None until the bot has a page."""

    def __init__(self) -> None:
        self.shown: Activity | None = None
        self._client: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close the connections to the bot."""
        if self._client is not None:
            await self._client.close()

    async def handle(self, request: web.Request, member: str) -> web.StreamResponse:
        """Answer a request as the bot does; 404 before the bot has a page, 502 while it is away."""
        if self.shown is None:
            raise web.HTTPNotFound()
        if self._client is None:
            self._client = aiohttp.ClientSession(auto_decompress=False)
        headers = {**self.shown.headers, self.shown.member: member}
        path = request.rel_url.raw_path.removeprefix(PREFIX)
        where = f"{self.shown.url}{path}"
        query = {key: value for key, value in request.query.items() if key != "as"}
        try:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._socket(self._client, request, where, query, headers)
            headers["Accept-Encoding"] = request.headers.get("Accept-Encoding", "identity")
            if "If-None-Match" in request.headers:
                headers["If-None-Match"] = request.headers["If-None-Match"]
            async with self._client.get(where, params=query, headers=headers) as said:
                kept = {key: said.headers[key] for key in _PASSED_ON if key in said.headers}
                return web.Response(status=said.status, body=await said.read(), headers=kept)
        except _TROUBLES as wrong:
            raise web.HTTPBadGateway(text="The bot is away.") from wrong

    async def _socket(
        self,
        client: aiohttp.ClientSession,
        request: web.Request,
        where: str,
        query: dict[str, str],
        headers: dict[str, str],
    ) -> web.StreamResponse:
        async with client.ws_connect(where, params=query, headers=headers) as bot:
            page = web.WebSocketResponse(heartbeat=30)
            await page.prepare(request)
            both = (page, bot), (bot, page)
            ways = [asyncio.create_task(_pass_on(*way)) for way in both]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            await page.close()
            return page


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _pass_on(source: Socket, target: Socket) -> None:
    async for frame in source:
        if frame.type is WSMsgType.TEXT:
            await target.send_str(frame.data)
