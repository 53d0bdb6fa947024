"""The pages of the boards: served for one who stands before them and says who is looking.

That is the local Discord, which passes on what its members' pages ask for. Nobody else gets in:
everybody must show the key that was made at the start.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from aiohttp import WSMsgType, web

from bot.board.document import difference, document
from bot.board.playing import Answer, Tap, answer
from bot.session import GameSession, Refused, Unreadable
from cogs.ui.client import Client
from cogs.ui.names import short_name
from cogs.ui.replies import TROUBLE, refusal
from rendering import THEMES, Broken, GivenUp, Overloaded, Superseded
from rendering.canvas.touch import Laid, TouchBoard

log = logging.getLogger(__name__)

KEY, MEMBER = "X-Board-Key", "X-Board-Member"
"""The headers that say that a request comes from where it should, and who is looking."""

_PAGE = Path(__file__).parent / "page"
_KEPT_DRAWINGS, _KEPT_GROUNDS = 2_048, 64
_MOST_BYTES = 16_384
_SECONDS = 30.0
_AGAIN = 1.0
"""Seconds after which a board is asked for again that could not be laid."""
_TOO_BUSY = (Broken, GivenUp, Overloaded, Superseded)
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-ancestors 'self'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOR_EVER = {**_HEADERS, "Cache-Control": "private, max-age=604800, immutable"}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class BoardSite:
    """Serves the boards of all games of this process."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._key = secrets.token_urlsafe(32)
        self._viewers: set[_Viewer] = set()
        self._laid: OrderedDict[tuple[str, int, int], TouchBoard] = OrderedDict()
        """Boards as they were laid last, by game and moment."""
        self._grounds: OrderedDict[str, tuple[GameSession, Any, list[str]]] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._laying = asyncio.Lock()
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/", self._page)
        app.router.add_get("/live", self._live)
        app.router.add_get("/static/{file}", self._static)
        app.router.add_get("/leaflet/{file:[a-z.]+}", self._leaflet)
        app.router.add_get("/ground/{key}/{theme}/{detail}.webp", self._ground)
        app.router.add_get("/art/{name}.webp", self._art)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    async def open(self, stand: str) -> None:
        """Listen, on this machine alone, and tell the local Discord at this address."""
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        port = self._runner.addresses[0][1]
        self._client.desk.services.watching = self._changed
        told = {"url": f"http://127.0.0.1:{port}", "headers": {KEY: self._key}, "member": MEMBER}
        async with (
            aiohttp.ClientSession() as http,
            http.post(f"{stand}/sandbox/activity", json=told) as said,
        ):
            said.raise_for_status()

    async def close(self) -> None:
        """Stop serving."""
        for viewer in tuple(self._viewers):
            await viewer.socket.close(code=1001)
        await self._runner.cleanup()

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not hmac.compare_digest(request.headers.get(KEY, ""), self._key):
            raise web.HTTPForbidden(text="This board is shown on the page of the local Discord.")
        return await handler(request)

    # Files

    async def _page(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(_PAGE / "board.html", headers=_HEADERS)

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return _file(_PAGE, request.match_info["file"])

    async def _leaflet(self, request: web.Request) -> web.StreamResponse:
        where = files("js_lib_leaflet") / "static" / "js_lib_leaflet"
        return _file(Path(str(where)), request.match_info["file"])

    # Drawings

    async def _ground(self, request: web.Request) -> web.StreamResponse:
        key, theme, detail = (request.match_info[part] for part in ("key", "theme", "detail"))
        found = self._grounds.get(key)
        if found is None or theme not in THEMES or detail not in ("1", "2"):
            raise web.HTTPNotFound()
        session, view, names = found
        name = ("ground", key, theme, detail)
        if name not in self._drawn:
            painter = self._client.pictures.painter(session, theme)
            work = partial(painter.ground, view, names, int(detail))
            try:
                drawn = await self._draw(name, work)
            except _TOO_BUSY:
                raise web.HTTPServiceUnavailable() from None
            self._keep(self._drawn, name, drawn, _KEPT_DRAWINGS)
        return _webp(self._drawn[name])

    async def _art(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        data = self._drawn.get(("art", name))
        if data is None:
            raise web.HTTPNotFound()
        return _webp(data)

    async def _draw(self, key: object, work: Callable[[], Any]) -> Any:
        return await self._client.pictures.pool.submit(("board", key), work, seconds=_SECONDS)

    async def lay(self, session: GameSession) -> TouchBoard:
        """The board of a game as everybody sees it now, with its drawings at hand."""
        async with self._laying:
            at = session.id, session.revision, len(session.seats)
            if (known := self._laid.get(at)) is not None:
                return known
            view, names = session.view(None), [short_name(info) for info in session.seats]
            painter = self._client.pictures.painter(session)
            laid: Laid = await self._draw((session.id, "lay"), partial(painter.lay, view, names))
            new = {key: art for key, art in laid.arts.items() if ("art", key) not in self._drawn}
            if new:
                work = partial(painter.arts, list(new.values()))
                drawn = await self._draw((session.id, "arts"), work)
                for key, data in zip(new, drawn, strict=True):
                    self._keep(self._drawn, ("art", key), data, _KEPT_DRAWINGS)
            ground = session, view, names
            self._keep(self._grounds, laid.board.ground, ground, _KEPT_GROUNDS)
            self._keep(self._laid, at, laid.board, _KEPT_GROUNDS)
            return laid.board

    @staticmethod
    def _keep(where: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
        where[key] = value
        where.move_to_end(key)
        if len(where) > most:
            where.popitem(last=False)

    # Those who look on

    def _changed(self, game_id: str) -> None:
        session = self._client.desk.at_hand(game_id)
        for viewer in self._viewers:
            if session is not None and viewer.channel_id == session.channel_id:
                viewer.stale.set()

    async def _live(self, request: web.Request) -> web.StreamResponse:
        try:
            user_id, channel_id = int(request.headers[MEMBER]), int(request.query["channel"])
        except (KeyError, ValueError):
            raise web.HTTPBadRequest() from None
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=_MOST_BYTES)
        await socket.prepare(request)
        viewer = _Viewer(self, self._client, socket, user_id, channel_id)
        self._viewers.add(viewer)
        showing = asyncio.create_task(viewer.follow())
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await viewer.take(frame.data)
        finally:
            self._viewers.discard(viewer)
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
        return socket


class _Viewer:
    """One page that shows the board of a channel to one person."""

    def __init__(
        self,
        site: BoardSite,
        client: Client,
        socket: web.WebSocketResponse,
        user_id: int,
        channel_id: int,
    ) -> None:
        self.socket, self.channel_id = socket, channel_id
        self.stale = asyncio.Event()
        self.stale.set()
        self._site, self._client, self._user_id = site, client, user_id
        self._shown: Any = None

    async def follow(self) -> None:
        """Show the board, and whatever changes on it, until the page is closed."""
        while True:
            await self.stale.wait()
            self.stale.clear()
            try:
                await self._show()
            except ConnectionError:
                return
            except _TOO_BUSY:
                await asyncio.sleep(_AGAIN)
                self.stale.set()
            except Exception:
                log.exception("the board of channel %d could not be shown", self.channel_id)

    async def _show(self) -> None:
        session = await self._session()
        if session is None:
            await self._send("none", None)
            self._shown = None
            return
        board = await self._site.lay(session)
        seat = session.seat_of(self._user_id)
        now = msgspec.to_builtins(document(session, board, seat))
        if self._shown is None or self._shown["game"] != now["game"]:
            await self._send("board", now)
        elif self._shown != now:
            await self._send("patch", difference(self._shown, now))
        self._shown = now

    async def _session(self) -> GameSession | None:
        """The game of the channel, once it has begun."""
        try:
            session = await self._client.desk.in_channel(self.channel_id)
        except Unreadable:
            return None
        return None if session is None or session.match is None else session

    async def take(self, text: str) -> None:
        """Answer a tap."""
        try:
            tap = msgspec.json.decode(text, type=Tap)
        except msgspec.DecodeError:
            return
        try:
            async with self._client.turnstile.passage(self.channel_id):
                session = await self._session()
                if session is None:
                    raise Refused("There is no game under way in this channel.")
                found = await answer(session, self._user_id, tap)
        except Refused as refused:
            found = Answer(tap.number, refused=refusal(self._client, refused))
        except Exception:
            log.exception("a tap on the board of channel %d failed", self.channel_id)
            found = Answer(tap.number, refused=TROUBLE)
        await self._send("answer", msgspec.to_builtins(found))

    async def _send(self, kind: str, data: Any) -> None:
        await self.socket.send_str(msgspec.json.encode({"t": kind, "d": data}).decode())


def _file(folder: Path, name: str) -> web.StreamResponse:
    file = (folder / name).resolve()
    if file.parent != folder.resolve() or not file.is_file():
        raise web.HTTPNotFound()
    return web.FileResponse(file, headers={**_HEADERS, "Cache-Control": "no-cache"})


def _webp(data: bytes) -> web.Response:
    return web.Response(body=data, content_type="image/webp", headers=_FOR_EVER)
