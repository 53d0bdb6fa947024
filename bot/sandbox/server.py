"""Serving a sandbox until it is closed.

It runs in a process of its own (``python -m bot.sandbox``), so that its world outlives the bot;
``serve`` runs it inside a process, for tests. The bot is the very same program: ``point_at`` only
changes the addresses. It is as strict as Discord where bots trip: the time to the first answer,
one answer per interaction, limits of commands, components, texts and files, permissions, closed
direct messages, expiring tokens, rate limits, RESUME.

Where it is laxer than Discord, or simply lacks a thing:

* Frames are plain JSON text; the compression that the client offers is ignored.
* IDENTIFYs are neither spaced (``max_concurrency``) nor counted by the day, and the block after
  10,000 refused requests in ten minutes does not exist.
* Rate limit figures are its own guess: Discord publishes none; renaming a channel is not held to
  twice in ten minutes.
* The opening of many direct messages is limited but never ends in quarantine.
* Threads do not archive themselves with time; the bot can archive them.
* Of emoji it checks only that they are no plain words; links in messages get no previews.
* Role order is not looked at when roles are given or taken.
* Reactions, webhooks of channels, invites, bans, polls, stickers, voice, forums, scheduled events,
  the audit log, monetisation and commands installed by users are not there (404, and a warning).
* Only members themselves close their direct messages; blocking does not matter.
* A guild's members are everybody; only a lever lets somebody leave.
* Interactions and their tokens do not survive the sandbox itself; messages and all else do.
"""

from __future__ import annotations

from aiohttp import web

from bot.sandbox.members.entrance import Entrance
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.settings import Settings
from bot.sandbox.web import build_app
from bot.sandbox.world.world_file import WorldSaver


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
        """The page's address for the host from anywhere (it carries the host's key)."""
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
    """Start a sandbox in this process; raises ``OSError`` when the port is taken."""
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
