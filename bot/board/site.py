"""The pages of the boards, and who is let in.

The local Discord stands in front of the boards, passes on what its members' pages ask for, and says
who is looking; it presents the key made at the start. With links on the real Discord, the boards
are open to the web as well, on a port of their own behind the host's TLS; there a signed pass says
who is looking. The pass is the first frame of the socket, so it appears in no address and no log.
"""

from __future__ import annotations

import asyncio
import gzip
import hmac
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import blake2s
from importlib.resources import files
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import aiohttp
import msgspec
from aiohttp import WSMsgType, web
from aiohttp.typedefs import Handler, Middleware

from bot.board.document import difference, shown_to
from bot.board.links import Links, Pass
from bot.board.playing import NOBODY, Answer, Earlier, Tap, answer
from bot.rules.kernel import Seat
from bot.session import GameSession, Refused, Unreadable
from bot.session.receipts import STALE
from bot.words.phrases import uncited
from cogs.ui.client import Client
from cogs.ui.names import bare_names, names, short_name
from cogs.ui.replies import TROUBLE, refusal, words_of
from rendering import THEMES, Broken, GivenUp, Overloaded, Superseded
from rendering.canvas.touch import Laid

log = logging.getLogger(__name__)

KEY, MEMBER = "X-Board-Key", "X-Board-Member"
"""The headers that prove where a request comes from and say who is looking."""

_PAGE = Path(__file__).parent / "page"
_KEPT_DRAWINGS, _KEPT_GROUNDS = 2_048, 64
_MOST_BYTES = 16_384
_AGAIN = 1.0
"""Seconds to wait before trying to lay out a board again after a failure."""
_TOO_BUSY = (Broken, GivenUp, Overloaded, Superseded)
_MOST_VIEWERS, _MOST_OF_ONE = 1_000, 6
"""The most boards that may be open at once, in all and for one person."""
_TAPS, _WITHIN = 30, 10.0
"""A page may send this many taps in this many seconds."""
_TO_SHOW = 10.0
"""Seconds in which a page must show its pass."""
_ELSEWHERE, _LAPSES = 2.0, 60.0
"""Seconds between checks: whether another process has changed a game or, if there is no other
process, whether a pass has lapsed.
"""
_VOID = 4403
"""The code with which a socket is closed when its pass is no longer valid."""
_IS_VOID = (
    "This link no longer works: it is more than a day old, or the seat has changed hands. Press "
    "**Open the board** in Discord for a new one."
)
_TOO_MANY = (
    "You have since opened this game in many other places. Load this page again to see it here."
)
_TOO_FAST = "Too many requests at once. Please wait a moment."
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_FOR_EVER = {**_HEADERS, "Cache-Control": "private, max-age=604800, immutable"}
_AGAIN_IF_NEW = {**_HEADERS, "Cache-Control": "no-cache"}
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}


class Unservable(Exception):
    """The boards cannot be served; the text says why and what to do."""


class BoardSite:
    """Serves the boards of all games."""

    def __init__(self, client: Client, links: Links | None = None) -> None:
        self._client, self._links = client, links
        self._key = secrets.token_urlsafe(32)
        self._viewers: dict[_Viewer, None] = {}
        self._laid: OrderedDict[tuple[str, int, int], Laid] = OrderedDict()
        """Boards as last laid out, by game, revision and number of seats."""
        self._grounds: OrderedDict[str, tuple[GameSession, Any, list[str]]] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, ...], bytes] = OrderedDict()
        self._lands: dict[str, _Text] = {}
        """The squares and spots of boards; there are as many as there are maps."""
        self._laying = WeakValueDictionary[str, asyncio.Lock]()
        self._runners: list[web.AppRunner] = []

    async def open(self, stand: str) -> None:
        """Listen on this machine alone, and report the port to the local Discord at this
        address."""
        port = await self._listen(self._from_stand, self._live, "127.0.0.1", 0)
        told = {"url": f"http://127.0.0.1:{port}", "headers": {KEY: self._key}, "member": MEMBER}
        async with (
            aiohttp.ClientSession() as http,
            http.post(f"{stand}/sandbox/activity", json=told) as said,
        ):
            said.raise_for_status()

    async def open_to_the_web(self) -> None:
        """Listen where the host's TLS forwards requests, if links are wanted. Raises Unservable if
        that fails."""
        links = self._links
        if links is None:
            return
        try:
            links.port = await self._listen(
                self._from_web, self._live_by_pass, links.host, links.port
            )
        except OSError as wrong:
            raise Unservable(
                f"The boards cannot be served at {links.host}, port {links.port}: "
                f"{wrong.strerror}. Choose another WEB_PORT, or leave WEB_URL out."
            ) from wrong
        log.info("serving the boards on port %d, for %s", links.port, links.url)

    async def _listen(self, guard: Middleware, live: Handler, host: str, port: int) -> int:
        """Serve the pages at this address to anyone the guard lets in. Returns the port."""
        app = web.Application(middlewares=[guard])
        app.router.add_get("/", self._page)
        app.router.add_get("/live", live)
        app.router.add_get("/static/{file}", self._static)
        app.router.add_get("/leaflet/{file:[a-z.]+}", self._leaflet)
        app.router.add_get("/land/{mark}.json", self._land)
        app.router.add_get("/ground/{key}/{theme}/{detail}.webp", self._ground)
        app.router.add_get("/art/{name}.webp", self._art)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        self._runners.append(runner)
        self._client.desk.services.watching = self._changed
        await runner.setup()
        await web.TCPSite(runner, host, port).start()
        return self.ports[-1]

    @property
    def ports(self) -> list[int]:
        """The ports on which the boards are served."""
        return [int(runner.addresses[0][1]) for runner in self._runners]

    async def close(self) -> None:
        """Stop serving."""
        for viewer in tuple(self._viewers):
            await viewer.socket.close(code=1001)
        for runner in self._runners:
            await runner.cleanup()

    @web.middleware
    async def _from_stand(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not hmac.compare_digest(request.headers.get(KEY, ""), self._key):
            raise web.HTTPForbidden(text="This board can be seen only on the sandbox’s page.")
        return await handler(request)

    @web.middleware
    async def _from_web(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        assert self._links is not None
        if request.headers.get("Host", "").lower() != self._links.site:
            raise web.HTTPMisdirectedRequest(text="There are no boards at this address.")
        return await handler(request)

    # Files

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return _file(request, _PAGE, "board.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        return _file(request, _PAGE, request.match_info["file"])

    async def _leaflet(self, request: web.Request) -> web.StreamResponse:
        where = files("js_lib_leaflet") / "static" / "js_lib_leaflet"
        return _file(request, Path(str(where)), request.match_info["file"])

    async def _land(self, request: web.Request) -> web.StreamResponse:
        land = self._lands.get(request.match_info["mark"])
        if land is None:
            raise web.HTTPNotFound()
        return _sent(request, land, "application/json", _FOR_EVER)

    # Drawings

    async def _ground(self, request: web.Request) -> web.StreamResponse:
        key, theme, detail = (request.match_info[part] for part in ("key", "theme", "detail"))
        found = self._grounds.get(key)
        if found is None or theme not in THEMES or detail not in ("1", "2"):
            raise web.HTTPNotFound()
        session, view, called = found
        name = ("ground", key, theme, detail)
        if name not in self._drawn:
            painter = self._client.pictures.painter(session, theme)
            work = partial(painter.ground, view, called, int(detail))
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
        return await self._client.pictures.pool.submit(("board", key), work)

    async def lay(self, session: GameSession) -> Laid:
        """The board of a game as everybody sees it now, with its drawings ready."""
        view, called = session.view(None), [short_name(info) for info in session.seats]
        return await self.lay_view(session, view, called, (session.revision, len(called)))

    async def lay_view(
        self, session: GameSession, view: Any, called: list[str], at: tuple[int, int]
    ) -> Laid:
        """The board as everybody saw it at a revision, with the seats there were then."""
        async with self._laying.setdefault(session.id, asyncio.Lock()):
            key = session.id, *at
            if (known := self._laid.get(key)) is not None:
                return known
            painter = self._client.pictures.painter(session)
            laid: Laid = await self._draw((session.id, "lay"), partial(painter.lay, view, called))
            new = {key: art for key, art in laid.arts.items() if ("art", key) not in self._drawn}
            if new:
                work = partial(painter.arts, list(new.values()))
                drawn = await self._draw((session.id, "arts"), work)
                for art, data in zip(new, drawn, strict=True):
                    self._keep(self._drawn, ("art", art), data, _KEPT_DRAWINGS)
            if laid.land is not None and laid.board.land not in self._lands:
                self._lands[laid.board.land] = _packed(msgspec.json.encode(laid.land))
            ground = session, view, called
            self._keep(self._grounds, laid.board.ground, ground, _KEPT_GROUNDS)
            self._keep(self._laid, key, laid, _KEPT_GROUNDS)
            return laid

    async def turn(
        self, session: GameSession, seat: Seat | None, user_id: int, tap: Tap
    ) -> Earlier:
        """A past turn, as this seat saw it; the board is as everybody saw it."""
        number = None if tap.past is None or tap.past < 0 else tap.past
        told = await session.replay.turn(user_id=user_id, seat=seat, number=number)
        words, seats = words_of(session), told.seats or tuple(session.seats)
        view = await session.replay.seen_after(told.revision)
        then = await self.lay_view(
            session, view, [short_name(info) for info in seats], (told.revision, len(seats))
        )
        now = await self.lay(session)
        return Earlier(
            told.number,
            told.turns,
            difference(msgspec.to_builtins(now.board), msgspec.to_builtins(then.board)),
            words.phase(view, bare_names(session)),
            tuple(map(uncited, words.tell_all(told.events, names(session, told.seats)))),
        )

    @staticmethod
    def _keep(where: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> None:
        where[key] = value
        where.move_to_end(key)
        if len(where) > most:
            where.popitem(last=False)

    # Viewers

    def _changed(self, game_id: str) -> None:
        session = self._client.desk.at_hand(game_id)
        for viewer in self._viewers:
            if session is not None and viewer.channel_id == session.channel_id:
                viewer.stale.set()

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """The socket of a member's page, which is reached through the local Discord."""
        try:
            user_id, channel_id = int(request.headers[MEMBER]), int(request.query["channel"])
        except (KeyError, ValueError):
            raise web.HTTPBadRequest() from None
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=_MOST_BYTES)
        await socket.prepare(request)
        return await self._serve(_Viewer(self, self._client, socket, user_id, channel_id))

    async def _live_by_pass(self, request: web.Request) -> web.StreamResponse:
        """The socket of a page on the web, which shows its pass first."""
        assert self._links is not None
        if request.headers.get("Origin", "").lower() != self._links.origin:
            raise web.HTTPForbidden(text="Only the board's own page may ask for this.")
        if len(self._viewers) >= _MOST_VIEWERS:
            raise web.HTTPServiceUnavailable(text="Too many boards are open right now.")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=_MOST_BYTES)
        await socket.prepare(request)
        try:
            shown = msgspec.json.decode(await socket.receive_str(timeout=_TO_SHOW), type=_Shown)
            holder = self._links.read(shown.text)
        except (TypeError, TimeoutError, msgspec.DecodeError):
            holder = None
        if holder is None:
            await _tell_void(socket)
            return socket
        theirs = [each for each in self._viewers if each.user_id == holder.user_id]
        if len(theirs) >= _MOST_OF_ONE:
            await _tell_void(theirs[0].socket, _TOO_MANY)
        viewer = _Viewer(self, self._client, socket, holder.user_id)
        viewer.holder, viewer.links = holder, self._links
        return await self._serve(viewer)

    async def _serve(self, viewer: _Viewer) -> web.StreamResponse:
        self._viewers[viewer] = None
        showing = asyncio.create_task(viewer.follow())
        try:
            async for frame in viewer.socket:
                if frame.type is WSMsgType.TEXT:
                    await viewer.take(frame.data)
        finally:
            self._viewers.pop(viewer, None)
            showing.cancel()
            await asyncio.gather(showing, return_exceptions=True)
        return viewer.socket


class _Shown(msgspec.Struct, frozen=True):
    """The first frame of a page on the web."""

    text: str = msgspec.field(name="pass")


class _Viewer:
    """One page that shows one person the board of a channel's game, or of the game that a pass is
    for.
    """

    links: Links | None = None
    holder: Pass | None = None
    """The contents of the link that somebody is using."""

    def __init__(
        self,
        site: BoardSite,
        client: Client,
        socket: web.WebSocketResponse,
        user_id: int,
        channel_id: int = 0,
    ) -> None:
        self.socket, self.user_id, self.channel_id = socket, user_id, channel_id
        self.stale = asyncio.Event()
        self.stale.set()
        self._site, self._client = site, client
        self._shown: Any = None
        self._seen: tuple[object, ...] = ()
        self._taps: deque[float] = deque(maxlen=_TAPS)

    async def follow(self) -> None:
        """Show the board and its changes until the page is closed."""
        elsewhere = not self._client.desk.services.database.alone
        pause = _ELSEWHERE if elsewhere else _LAPSES if self.holder else None
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stale.wait(), pause)
            changed = self.stale.is_set()
            self.stale.clear()
            try:
                await self._show(changed=changed)
            except ConnectionError:
                return
            except _TOO_BUSY:
                await asyncio.sleep(_AGAIN)
                self.stale.set()
            except Exception:
                log.exception("the board of channel %d could not be shown", self.channel_id)

    async def _show(self, *, changed: bool) -> None:
        session = await self._session()
        if session is None:
            await self._end()
            return
        seat = self._seat(session)
        seen = session.id, session.revision, session.seats, seat, session.paused_at
        if seen == self._seen and not changed:
            return
        laid = await self._site.lay(session)
        locked = self.holder is not None and self.holder.seat is not None and seat is None
        now = msgspec.to_builtins(await shown_to(session, laid, seat, locked=locked))
        if self._shown is None or self._shown["game"] != now["game"]:
            await self._send("board", now)
        elif self._shown != now:
            await self._send("patch", difference(self._shown, now))
        self._shown, self._seen = now, seen

    async def _end(self) -> None:
        """Say that there is nothing to see: the channel has no game yet, or the pass is not
        valid."""
        self._shown, self._seen = None, ()
        if self.holder is None:
            await self._send("none", None)
        else:
            await _tell_void(self.socket)

    async def _session(self) -> GameSession | None:
        """The pass's game, as long as the pass is valid; or the channel's, once it has begun."""
        desk, holder = self._client.desk, self.holder
        try:
            if holder is None:
                session = await desk.in_channel(self.channel_id)
            else:
                assert self.links is not None
                session = await desk.get(holder.game) if self.links.holds(holder) else None
        except Unreadable:
            return None
        if session is None or session.match is None:
            return None
        if holder is not None:
            self.channel_id = session.channel_id
            if session.seat_of(self.user_id) != holder.seat:
                return None
        return session

    def _seat(self, session: GameSession) -> Seat | None:
        """The seat whose view is shown; None for what everybody sees."""
        held = self.holder is None or self.holder.hand
        return session.seat_of(self.user_id) if held else None

    async def take(self, text: str) -> None:
        """Answer a tap."""
        try:
            tap = msgspec.json.decode(text, type=Tap)
        except msgspec.DecodeError:
            return
        found: Answer | None
        try:
            self._slowly()
            found = await self._answer(tap)
        except Refused as refused:
            found = Answer(tap.number, refused=refusal(self._client, refused))
        except Exception:
            log.exception("a tap on the board of channel %d failed", self.channel_id)
            found = Answer(tap.number, refused=TROUBLE)
        if found is not None:
            await self._send("answer", msgspec.to_builtins(found))

    async def _answer(self, tap: Tap) -> Answer | None:
        """The answer to a tap; None if the pass is no longer valid. Raises Refused."""
        if tap.secret:
            return await self._show_hand(tap)
        async with self._client.turnstile.passage(self.channel_id):
            session = await self._session()
            if session is None:
                if self.holder is not None:
                    await self._end()
                    return None
                raise Refused("There is no game under way in this channel.")
            seat = self._seat(session)
            own = seat is not None
            if tap.past is not None:
                earlier = await self._site.turn(session, seat, self.user_id, tap)
                return Answer(tap.number, past=earlier)
            return await answer(session, self.user_id if own else NOBODY, tap)

    async def _show_hand(self, tap: Tap) -> Answer | None:
        """Show the hand of the pass's owner, if this page knows the number."""
        if self.holder is None or self.links is None:
            raise Refused(STALE)
        if await self._session() is None:
            await self._end()
            return None
        self.holder = self.links.with_hand(self.holder, tap.secret)
        self.stale.set()
        return Answer(tap.number, proof=self.links.signed(self.holder))

    def _slowly(self) -> None:
        """Raise Refused if taps come faster than anybody could tap."""
        now = monotonic()
        if len(self._taps) == _TAPS and now - self._taps[0] < _WITHIN:
            raise Refused(_TOO_FAST)
        self._taps.append(now)

    async def _send(self, kind: str, data: Any) -> None:
        await self.socket.send_str(msgspec.json.encode({"t": kind, "d": data}).decode())


async def _tell_void(socket: web.WebSocketResponse, why: str = _IS_VOID) -> None:
    """Say that nothing more is shown here, and hang up."""
    with suppress(ConnectionError):
        await socket.send_str(msgspec.json.encode({"t": "void", "d": why}).decode())
        await socket.close(code=_VOID)


class _Text(NamedTuple):
    """A text that is served as it is or packed, and the tag by which a browser recognises it."""

    plain: bytes
    packed: bytes
    tag: str


def _packed(plain: bytes) -> _Text:
    return _Text(plain, gzip.compress(plain, 9, mtime=0), f'"{blake2s(plain).hexdigest()[:16]}"')


@lru_cache(maxsize=32)
def _read(file: Path) -> _Text:
    return _packed(file.read_bytes())


def _file(request: web.Request, folder: Path, name: str) -> web.StreamResponse:
    file = (folder / name).resolve()
    if file.parent != folder.resolve() or file.suffix not in _KINDS or not file.is_file():
        raise web.HTTPNotFound()
    return _sent(request, _read(file), _KINDS[file.suffix], _AGAIN_IF_NEW)


def _sent(
    request: web.Request, text: _Text, kind: str, headers: Mapping[str, str]
) -> web.StreamResponse:
    """The text, packed if the browser can unpack it, or word that the browser has it already."""
    headers = {**headers, "ETag": text.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == text.tag:
        return web.Response(status=304, headers=headers)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return web.Response(body=text.plain, content_type=kind, charset="utf-8", headers=headers)
    headers["Content-Encoding"] = "gzip"
    return web.Response(body=text.packed, content_type=kind, charset="utf-8", headers=headers)


def _webp(data: bytes) -> web.Response:
    return web.Response(body=data, content_type="image/webp", headers=_FOR_EVER)
