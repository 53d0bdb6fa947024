"""The web server's doors: who may come in, and where each path leads."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from aiohttp import web

from bot.sandbox.cdn import avatar
from bot.sandbox.model import Overwrite, User
from bot.sandbox.settings import Settings

if TYPE_CHECKING:
    from bot.sandbox.server import Sandbox

PAGE_FOLDER = Path(__file__).parent / "page"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def lan_address() -> str | None:
    """This machine's address in its local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else address


class Doors:
    """Decides who may come in."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def from_here(self, request: web.Request) -> bool:
        """Whether the visitor is on this very machine."""
        try:
            return ipaddress.ip_address(request.remote or "").is_loopback
        except ValueError:
            return False

    def check(self, request: web.Request) -> None:
        """403 for foreign web sites: both by a foreign origin and by a name that points here."""
        name = request.url.host or ""
        known = name in ("localhost", self._settings.host) or _is_address(name)
        origin = request.headers.get("Origin")
        if not known or origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="Foreign web sites have no business here.")

    def check_bot(self, request: web.Request) -> None:
        """403 for a bot from elsewhere, unless the token is a real secret."""
        if not self.from_here(request) and self._settings.token == "sandbox":
            raise web.HTTPForbidden(text="Bots come from this machine only.")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def visitor(sandbox: Sandbox, doors: Doors, request: web.Request) -> tuple[User, bool]:
    """Who is looking, and whether it is the host; 403 for a stranger or a wrong key."""
    world = sandbox.world
    key, host_key = request.query.get("as"), request.query.get("host")
    if key is not None:
        member = world.user_by_key(key)
        if member is None:
            raise web.HTTPForbidden(text="This link is not (or no longer) valid.")
        return member, False
    is_host = host_key == world.state.host_key if host_key else doors.from_here(request)
    if not is_host:
        raise web.HTTPForbidden(text="Please ask the host for your own link.")
    return world.user(world.first_guild.owner_id), True


def build_app(sandbox: Sandbox, doors: Doors) -> web.Application:
    """The aiohttp application."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        doors.check(request)
        return await handler(request)

    limit = 12 * sandbox.settings.attachment_size_limit
    app = web.Application(middlewares=[guarded], client_max_size=limit)

    async def api(request: web.Request) -> web.StreamResponse:
        doors.check_bot(request)
        return await sandbox.api.handle(request)

    async def gateway(request: web.Request) -> web.StreamResponse:
        doors.check_bot(request)
        return await sandbox.gateway.handle(request)

    async def play(request: web.Request) -> web.StreamResponse:
        user, host = visitor(sandbox, doors, request)
        return await sandbox.pages.handle(request, user, host=host)

    async def index(request: web.Request) -> web.StreamResponse:
        visitor(sandbox, doors, request)
        return _page_file("index.html")

    async def static(request: web.Request) -> web.StreamResponse:
        return _page_file(request.match_info["file"])

    async def attachment(request: web.Request) -> web.StreamResponse:
        return _attachment(sandbox, request)

    async def default_avatar(request: web.Request) -> web.StreamResponse:
        number = request.match_info["number"].split(".")[0]
        picture = avatar(int(number) if number.isdecimal() else 0)
        return web.Response(body=picture, content_type="image/png")

    app.router.add_route("*", "/api/{tail:.*}", api)
    app.router.add_get("/gateway", gateway)
    app.router.add_get("/gateway/", gateway)
    app.router.add_get("/play", play)
    app.router.add_get("/", index)
    app.router.add_get("/static/{file:.+}", static)
    for kind in ("attachments", "ephemeral-attachments"):
        app.router.add_get(f"/cdn/{kind}" + "/{channel}/{attachment}/{name}", attachment)
    app.router.add_get("/cdn/embed/avatars/{number}", default_avatar)
    _add_controls(app, sandbox, doors)
    return app


def _page_file(name: str) -> web.StreamResponse:
    file = (PAGE_FOLDER / name).resolve()
    if not file.is_relative_to(PAGE_FOLDER.resolve()) or not file.is_file():
        raise web.HTTPNotFound()
    headers = {
        "Cache-Control": "no-cache", "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    return web.FileResponse(file, headers=headers)


def _attachment(sandbox: Sandbox, request: web.Request) -> web.StreamResponse:
    channel_id, attachment_id = request.match_info["channel"], request.match_info["attachment"]
    for message in sandbox.world.messages(channel_id).values():
        for each in message.attachments:
            if each.id == attachment_id and each.path == request.path_qs:
                data = sandbox.files.get(each.id)
                if data is None:
                    raise web.HTTPNotFound()
                return web.Response(
                    body=data, content_type=each.content_type or "application/octet-stream",
                    headers={
                        "Cache-Control": "private, max-age=86400",
                        "Content-Security-Policy": "sandbox",
                        "X-Content-Type-Options": "nosniff",
                    },
                )
    raise web.HTTPNotFound()


def _add_controls(app: web.Application, sandbox: Sandbox, doors: Doors) -> None:
    """Small levers for tests in other processes, from this machine only."""

    def check(request: web.Request) -> None:
        if not doors.from_here(request) or request.content_type != "application/json":
            raise web.HTTPForbidden(text="From this machine only, as JSON.")

    async def about(request: web.Request) -> web.StreamResponse:
        if not doors.from_here(request):
            raise web.HTTPNotFound()
        return web.json_response({
            "sandbox": True, "pid": os.getpid(), "base_url": sandbox.base_url,
            "bot_id": sandbox.world.state.bot_id, "bot_online": sandbox.gateway.online,
        })

    async def gateway(request: web.Request) -> web.StreamResponse:
        check(request)
        asked = await request.json()
        levers: dict[str, Callable[[], None]] = {
            "reconnect": sandbox.gateway.ask_reconnect,
            "invalidate": sandbox.gateway.invalidate,
            "drop": sandbox.gateway.drop,
        }
        act = levers.get(asked.get("do"))
        if act is None:
            raise web.HTTPBadRequest(text=f"do is one of {', '.join(levers)}")
        act()
        return web.json_response({"done": asked["do"]})

    async def permissions(request: web.Request) -> web.StreamResponse:
        check(request)
        asked = await request.json()
        channel = sandbox.world.state.channels.get(str(asked.get("channel_id")))
        if channel is None:
            raise web.HTTPNotFound()
        target = str(asked["target_id"])
        channel.overwrites[target] = Overwrite(
            id=target, type=1 if target in sandbox.world.state.users else 0,
            allow=int(asked.get("allow") or 0), deny=int(asked.get("deny") or 0),
        )
        sandbox.announce_channel("CHANNEL_UPDATE", channel)
        return web.json_response({"done": True})

    app.router.add_get("/sandbox", about)
    app.router.add_post("/sandbox/gateway", gateway)
    app.router.add_post("/sandbox/permissions", permissions)
