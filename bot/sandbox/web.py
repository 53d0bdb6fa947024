"""Where each path of the web server leads.

Serving a sandbox until it is closed.

The sandbox runs in its own process (``python -m bot.sandbox``), so its world outlives the bot;
``serve`` runs it inside another process, for tests. The bot is the very same program: ``point_at``
only changes the addresses. The sandbox is as strict as Discord where bots tend to fail: the time to
the first answer, one answer per interaction, limits on commands, components, texts and files,
permissions, closed direct messages, expiring tokens, rate limits, RESUME.

Where the sandbox is laxer than Discord, or simply lacks something:

* Frames are plain JSON text; the compression that the client offers is ignored.
* IDENTIFYs are neither spaced (``max_concurrency``) nor counted per day, and 10,000 refused
  requests in ten minutes do not lead to a block.
* The rate limits are our own guess, because Discord publishes none; a channel may be renamed more
  than twice in ten minutes.
* Opening many direct messages is limited, but never ends in quarantine.
* Threads do not archive themselves after a time; the bot can archive them.
* Emoji that are characters are only checked not to be plain words; links get no previews.
* The order of roles is not checked when roles are given or taken.
* Reactions, webhooks of channels, invites, bans, polls, stickers, voice, scheduled events, the
  audit log, monetisation and commands installed by users do not exist (404, and a warning).
* The bot cannot make a forum, nor a post in one (400); it can play in an existing post.
* Only members themselves can close their direct messages; blocking has no effect.
* Everybody is a member of every guild; only a lever makes somebody leave.
* Interactions and their tokens are lost when the sandbox itself ends; messages and everything else
  remain.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import web

from bot.sandbox.activity import PREFIX
from bot.sandbox.levers import add_levers
from bot.sandbox.members.entrance import Entrance, visitor
from bot.sandbox.members.page_socket import serve_page
from bot.sandbox.rest import channels as rest_channels
from bot.sandbox.rest import commands as rest_commands
from bot.sandbox.rest import emojis as rest_emojis
from bot.sandbox.rest import interactions as rest_interactions
from bot.sandbox.rest import messages as rest_messages
from bot.sandbox.rest.routes import Api
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.settings import Settings
from bot.sandbox.world.cdn import avatar
from bot.sandbox.world.world_file import WorldSaver

PAGE_FOLDER = Path(__file__).parent / "page"

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def build_app(sandbox: Sandbox, entrance: Entrance) -> web.Application:
    """The aiohttp application."""

    @web.middleware
    async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
        entrance.check(request)
        return await handler(request)

    limit = 12 * sandbox.settings.attachment_size_limit
    rest = _rest(sandbox)
    app = web.Application(middlewares=[guarded], client_max_size=limit)

    async def api(request: web.Request) -> web.StreamResponse:
        entrance.check_bot(request)
        return await rest.handle(request)

    async def gateway(request: web.Request) -> web.StreamResponse:
        entrance.check_bot(request)
        return await sandbox.gateway.handle(request)

    async def play(request: web.Request) -> web.StreamResponse:
        user, host = visitor(sandbox.world, entrance, request)
        return await serve_page(sandbox, request, user, host=host)

    async def index(request: web.Request) -> web.StreamResponse:
        visitor(sandbox.world, entrance, request)
        return _page_file("index.html")

    async def static(request: web.Request) -> web.StreamResponse:
        return _page_file(request.match_info["file"])

    async def activity(request: web.Request) -> web.StreamResponse:
        # What the bot's page loads (scripts, pictures) needs no member's key.
        known = "as" in request.query or entrance.from_here(request)
        member = visitor(sandbox.world, entrance, request)[0].id if known else ""
        where = request.query.get("channel")
        if where is not None:
            channel = sandbox.world.state.channels.get(where)
            if channel is None or not sandbox.world.can_see(member, channel):
                raise web.HTTPForbidden(text="You cannot see that channel.")
        return await sandbox.activity.handle(request, member)

    async def attachment(request: web.Request) -> web.StreamResponse:
        return _attachment(sandbox, request)

    async def emoji(request: web.Request) -> web.StreamResponse:
        known = sandbox.world.state.emojis.get(request.match_info["emoji"])
        data = None if known is None else sandbox.files.get(known.id, known.path)
        if data is None:
            raise web.HTTPNotFound()
        headers = {"Cache-Control": "max-age=86400", "X-Content-Type-Options": "nosniff"}
        return web.Response(body=data, content_type="image/png", headers=headers)

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
    app.router.add_get(PREFIX + "/{tail:.*}", activity)
    for kind in ("attachments", "ephemeral-attachments"):
        app.router.add_get(f"/cdn/{kind}" + "/{channel}/{attachment}/{name}", attachment)
    app.router.add_get("/cdn/emojis/{emoji:[0-9]+}.png", emoji)
    app.router.add_get("/cdn/embed/avatars/{number}", default_avatar)
    add_levers(app, sandbox, entrance)
    return app


def _rest(sandbox: Sandbox) -> Api:
    return Api(
        sandbox,
        [
            *rest_messages.routes(),
            *rest_channels.routes(),
            *rest_commands.routes(),
            *rest_emojis.routes(),
            *rest_interactions.routes(),
        ],
    )


def _page_file(name: str) -> web.StreamResponse:
    file = (PAGE_FOLDER / name).resolve()
    if not file.is_relative_to(PAGE_FOLDER.resolve()) or not file.is_file():
        raise web.HTTPNotFound()
    headers = {
        "Cache-Control": "no-cache",
        # No other site may show the page in a frame and get people to press its buttons.
        "Content-Security-Policy": "frame-ancestors 'none'",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
    return web.FileResponse(file, headers=headers)


def _attachment(sandbox: Sandbox, request: web.Request) -> web.StreamResponse:
    data = sandbox.files.get(request.match_info["attachment"], request.path_qs)
    if data is None:
        raise web.HTTPNotFound()
    kind = mimetypes.guess_type(request.match_info["name"])[0]
    return web.Response(
        body=data,
        content_type=kind or "application/octet-stream",
        headers={
            "Cache-Control": "private, max-age=86400",
            "Content-Security-Policy": "sandbox",
            "X-Content-Type-Options": "nosniff",
        },
    )


class RunningSandbox:
    """A sandbox that is being served in this process."""

    def __init__(self, sandbox: Sandbox, runner: web.AppRunner, saver: WorldSaver) -> None:
        self.sandbox = sandbox
        self._runner = runner
        self._saver = saver

    @property
    def base_url(self) -> str:
        """The address, as ``http://127.0.0.1:PORT``."""
        return self.sandbox.base_url

    @property
    def host_url(self) -> str:
        """The page's address with the host's key, which lets the host in from anywhere."""
        return f"{self.base_url}/?host={self.sandbox.world.state.host_key}"

    async def close(self) -> None:
        """Close all connections, save the world and free the port."""
        await self.sandbox.gateway.close()
        await self.sandbox.pages.close()
        self.sandbox.desk.close()
        await self.sandbox.activity.close()
        await self._runner.cleanup()
        await self._saver.stop()
        self.sandbox.recorder.close()


async def serve(settings: Settings) -> RunningSandbox:
    """Start a sandbox in this process. Raises ``OSError`` if the port is taken."""
    sandbox = Sandbox(settings)
    app = build_app(sandbox, Entrance(settings))
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    host = "0.0.0.0" if settings.lan else settings.host
    site = web.TCPSite(runner, host, settings.port)
    try:
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    port = runner.addresses[0][1]
    named = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    sandbox.open_at(f"http://[{named}]:{port}" if ":" in named else f"http://{named}:{port}")
    saver = WorldSaver(sandbox.world, settings)
    saver.start()
    return RunningSandbox(sandbox, runner, saver)
