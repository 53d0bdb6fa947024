"""The bot itself, channels, threads, guilds and members."""

from __future__ import annotations

import time
from typing import Any

from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError, FormErrors
from bot.sandbox.limits.ratelimit import Limit
from bot.sandbox.objects import (
    THREADS,
    Channel,
    ChannelType,
    Guild,
    Overwrite,
    Permission,
    speaking_in,
)
from bot.sandbox.rest.messages import channel_of, require
from bot.sandbox.rest.routes import Call, Reply, Route
from bot.sandbox.world import payloads

_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
_THREADS = Limit(5, 5.0)
_OPEN_DM = Limit(10, 10.0)


# ---- the bot itself, users, direct messages ---------------------------------------------------


async def me(call: Call) -> Json:
    """GET /users/@me."""
    bot = call.sandbox.world.bot
    return payloads.user(bot) | {"verified": True, "mfa_enabled": False, "locale": "en-GB"}


async def application(call: Call) -> Json:
    """GET /oauth2/applications/@me."""
    return payloads.application(call.sandbox.world)


async def gateway_bot(call: Call) -> Json:
    """GET /gateway/bot."""
    return {
        "url": call.sandbox.base_url.replace("http", "ws", 1) + "/gateway",
        "shards": call.sandbox.settings.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": 1000,
            "reset_after": 0,
            "max_concurrency": 1,
        },
    }


async def open_dm(call: Call) -> Json:
    """POST /users/@me/channels: the DM channel with a member (even one who has closed their
    DMs)."""
    world = call.sandbox.world
    recipient = str(call.form.get("recipient_id"))
    found = world.state.users.get(recipient)
    if found is None or found.bot:
        raise ApiError.at(("recipient_id",), "USER_INVALID")
    channel = call.sandbox.open_dm(recipient)
    return payloads.channel(world, channel)


# ---- channels ---------------------------------------------------------------------------------


async def fetch_channel(call: Call) -> Json:
    """GET a channel."""
    channel = channel_of(call)
    return payloads.channel(call.sandbox.world, channel, seen_by=call.sandbox.world.state.bot_id)


async def reopen_thread(call: Call) -> Json:
    """PATCH a thread with ``{"archived": false}``: open it again."""
    thread, bot_id = _thread_of(call), call.sandbox.world.state.bot_id
    if call.form != {"archived": False}:
        raise ApiError(50035)
    if thread.locked:
        require(call, thread, Permission.MANAGE_THREADS)
    require(call, thread, Permission.SEND_MESSAGES_IN_THREADS)
    if bot_id not in thread.thread_members:
        raise ApiError(50001)
    call.sandbox.change_thread(thread, archived=False)
    return payloads.channel(call.sandbox.world, thread, seen_by=bot_id)


async def set_overwrite(call: Call) -> None:
    """PUT a permission overwrite of a channel."""
    channel = channel_of(call)
    require(call, channel, Permission.MANAGE_ROLES)
    identity, given = call.params["o"], call.form
    channel.overwrites[identity] = Overwrite(
        id=identity,
        type=int(given.get("type") or 0),
        allow=int(given.get("allow") or 0),
        deny=int(given.get("deny") or 0),
    )
    call.sandbox.announce_channel("CHANNEL_UPDATE", channel)


async def delete_overwrite(call: Call) -> None:
    """DELETE a permission overwrite of a channel."""
    channel = channel_of(call)
    require(call, channel, Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.params["o"], None) is None:
        raise ApiError(10009)
    call.sandbox.announce_channel("CHANNEL_UPDATE", channel)


# ---- threads ----------------------------------------------------------------------------------


async def start_thread(call: Call) -> Reply:
    """POST: start a private thread, without a message."""
    parent = channel_of(call)
    if parent.type != ChannelType.TEXT:
        raise ApiError(50024)
    errors, name = FormErrors(), call.form.get("name")
    errors.length(("name",), name, 1, 100)
    minutes = call.form.get("auto_archive_duration") or 4320
    if minutes not in _ARCHIVE_MINUTES:
        said = f"Value must be one of {_ARCHIVE_MINUTES}."
        errors.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", said)
    if call.form.get("type", ChannelType.PRIVATE_THREAD) != ChannelType.PRIVATE_THREAD:
        errors.add(("type",), "BASE_TYPE_CHOICES", "Value must be one of {12}.")
    errors.check()
    require(call, parent, Permission.CREATE_PRIVATE_THREADS)
    world = call.sandbox.world
    thread = world.add_thread(
        parent,
        str(name),
        world.state.bot_id,
        private=True,
        channel_id=world.ids.next(),
        auto_archive_minutes=int(minutes),
        invitable=bool(call.form.get("invitable", True)),
    )
    call.sandbox.announce_channel("THREAD_CREATE", thread, newly_created=True)
    return Reply(payloads.channel(world, thread, seen_by=world.state.bot_id), 201)


def _thread_of(call: Call) -> Channel:
    thread = channel_of(call)
    if thread.type not in THREADS:
        raise ApiError(50024)
    return thread


async def add_thread_member(call: Call) -> None:
    """PUT a member into the thread."""
    thread = _thread_of(call)
    world = call.sandbox.world
    bot_id = world.state.bot_id
    user_id = bot_id if call.params["u"] == "@me" else call.params["u"]
    if thread.archived:
        raise ApiError(50083)
    require(call, thread, speaking_in(thread))
    if bot_id not in (user_id, thread.owner_id) and not thread.invitable:
        require(call, thread, Permission.MANAGE_THREADS)
    world.user(user_id)
    parent = world.parent(thread)
    if parent is None or not world.can_see(user_id, parent):
        raise ApiError(50001)
    if user_id not in thread.thread_members:
        thread.thread_members[user_id] = time.time()
        call.sandbox.joined_thread(thread, user_id)


# ---- guilds -----------------------------------------------------------------------------------


def _guild(call: Call) -> Guild:
    return call.sandbox.world.guild(call.params["g"])


async def guild(call: Call) -> Json:
    """GET a guild."""
    found = _guild(call)
    counts = {"approximate_member_count": len(found.members)} if call.truthy("with_counts") else {}
    return payloads.guild_summary(call.sandbox.world, found) | counts


async def member(call: Call) -> Json:
    """GET a member."""
    world, user_id = call.sandbox.world, call.params["u"]
    world.user(user_id)
    found = _guild(call).members.get(user_id)
    if found is None:
        raise ApiError(10007)
    return payloads.member(world, found)


def routes() -> list[Route]:
    """All the routes for channels, threads, guilds, members and users."""
    table: list[tuple[str, str, Any]] = [
        ("GET", "/users/@me", me),
        ("GET", "/oauth2/applications/@me", application),
        ("GET", "/gateway/bot", gateway_bot),
        ("GET", "/channels/{c}", fetch_channel),
        ("PATCH", "/channels/{c}", reopen_thread),
        ("PUT", "/channels/{c}/permissions/{o}", set_overwrite),
        ("DELETE", "/channels/{c}/permissions/{o}", delete_overwrite),
        ("PUT", "/channels/{c}/thread-members/{u}", add_thread_member),
        ("GET", "/guilds/{g}", guild),
        ("GET", "/guilds/{g}/members/{u}", member),
    ]
    made = []
    for method, path, act in table:
        place = ("c",) if "{c}" in path else ("g",) if "{g}" in path else ()
        made.append(Route(method, path, act, place=place))
    made += [
        Route("POST", "/users/@me/channels", open_dm, limit=_OPEN_DM),
        Route("POST", "/channels/{c}/threads", start_thread, limit=_THREADS, place=("c",)),
    ]
    return made
