"""Levers for tests, which make things go wrong as they do on Discord; they work from this machine
only.

Levers are pulled in the same process on ``RunningSandbox.sandbox`` (``gateway``, ``faults``,
``world``) or from another process on this machine as JSON to ``/sandbox/gateway`` (``{"do":
"drop"}``, ``"reconnect"``, ``"invalidate"``), ``/sandbox/fault`` (see ``sandbox.Fault``),
``/sandbox/permissions``, ``/sandbox/thread`` (``{"channel_id", "archived", "locked"}`` or
``"deleted"``) and ``/sandbox/membership`` (``{"user_id", "inside"}``). A bot uses
``/sandbox/activity`` to say where it serves its own page (see ``activity.Activity``); ``GET
/sandbox`` says that a sandbox is running, which world it keeps and whether the bot is online.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.sandbox.activity import Activity
from bot.sandbox.members.entrance import Entrance
from bot.sandbox.objects import THREADS, Overwrite
from bot.sandbox.sandbox import Fault, Sandbox

Lever = Callable[["Sandbox", dict[str, Any]], None]


def _gateway(sandbox: Sandbox, asked: dict[str, Any]) -> None:
    controls: dict[str, Callable[[], None]] = {
        "reconnect": sandbox.gateway.ask_reconnect,
        "invalidate": sandbox.gateway.invalidate,
        "drop": sandbox.gateway.drop,
    }
    act = controls.get(asked["do"])
    if act is None:
        raise ValueError(f"do must be one of {', '.join(controls)}")
    act()


def _fault(sandbox: Sandbox, asked: dict[str, Any]) -> None:
    sandbox.faults.add(Fault(**asked))


def _permissions(sandbox: Sandbox, asked: dict[str, Any]) -> None:
    channel = sandbox.world.state.channels[str(asked["channel_id"])]
    target = str(asked["target_id"])
    channel.overwrites[target] = Overwrite(
        id=target,
        type=1 if target in sandbox.world.state.users else 0,
        allow=int(asked.get("allow") or 0),
        deny=int(asked.get("deny") or 0),
    )
    sandbox.announce_channel("CHANNEL_UPDATE", channel)


def _thread(sandbox: Sandbox, asked: dict[str, Any]) -> None:
    thread = sandbox.world.state.channels[str(asked["channel_id"])]
    if thread.type not in THREADS:
        raise ValueError("channel_id must be the id of a thread or a forum post")
    if asked.get("deleted"):
        sandbox.remove_channel(thread)
    else:
        sandbox.change_thread(thread, archived=asked.get("archived"), locked=asked.get("locked"))


def _membership(sandbox: Sandbox, asked: dict[str, Any]) -> None:
    user_id = str(asked["user_id"])
    if user_id not in sandbox.world.state.users:
        raise KeyError(user_id)
    guild = sandbox.world.first_guild
    if asked["inside"] == (user_id in guild.members):
        raise ValueError(
            "the member is already there" if asked["inside"] else "the member is not there"
        )
    if asked["inside"]:
        sandbox.member_returns(guild, user_id)
    else:
        sandbox.member_leaves(guild, user_id)


def _activity(sandbox: Sandbox, asked: dict[str, Any]) -> None:
    headers = {str(key): str(value) for key, value in dict(asked["headers"]).items()}
    sandbox.activity.shown = Activity(str(asked["url"]), headers, str(asked["member"]))
    sandbox.pages.to_all("ACTIVITY", {"shown": True})


def add_levers(app: web.Application, sandbox: Sandbox, entrance: Entrance) -> None:
    """Serve ``GET /sandbox`` and the controls below it."""

    world_file = sandbox.settings.world_file

    async def about(request: web.Request) -> web.StreamResponse:
        if not entrance.from_here(request):
            raise web.HTTPNotFound()
        return web.json_response(
            {
                "sandbox": True,
                "pid": os.getpid(),
                "base_url": sandbox.base_url,
                "bot_id": sandbox.world.state.bot_id,
                "bot_online": sandbox.gateway.online,
                "world": None if world_file is None else str(world_file.absolute()),
            }
        )

    def handler(lever: Lever) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def pull(request: web.Request) -> web.StreamResponse:
            if not entrance.from_here(request) or request.content_type != "application/json":
                raise web.HTTPForbidden(text="Only from this machine, and only as JSON.")
            try:
                lever(sandbox, await request.json())
            except (TypeError, ValueError, KeyError, re.error) as error:
                raise web.HTTPBadRequest(text=repr(error)) from error
            return web.json_response({"done": True})

        return pull

    app.router.add_get("/sandbox", about)
    app.router.add_post("/sandbox/gateway", handler(_gateway))
    app.router.add_post("/sandbox/fault", handler(_fault))
    app.router.add_post("/sandbox/permissions", handler(_permissions))
    app.router.add_post("/sandbox/thread", handler(_thread))
    app.router.add_post("/sandbox/membership", handler(_membership))
    app.router.add_post("/sandbox/activity", handler(_activity))
