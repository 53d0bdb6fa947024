"""Channels, threads, guilds, members, roles and users."""

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
    Member,
    Message,
    MessageFlag,
    MessageType,
    Overwrite,
    Permission,
    Role,
    in_guild,
    speaking_in,
)
from bot.sandbox.rest.messages import channel_of, message_of, require
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


async def gateway_address(call: Call) -> Json:
    """GET /gateway."""
    return {"url": call.sandbox.base_url.replace("http", "ws", 1) + "/gateway"}


async def gateway_bot(call: Call) -> Json:
    """GET /gateway/bot."""
    limits = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    address = await gateway_address(call)
    return address | {"shards": call.sandbox.settings.shards, "session_start_limit": limits}


async def user(call: Call) -> Json:
    """GET a user."""
    return payloads.user(call.sandbox.world.user(call.params["u"]))


async def open_dm(call: Call) -> Json:
    """POST /users/@me/channels: the DM channel with a member (even one who has closed their
    DMs)."""
    world = call.sandbox.world
    recipient = str(call.form.get("recipient_id"))
    found = world.state.users.get(recipient)
    if found is None or found.bot:
        raise ApiError(
            50035,
            errors={
                "recipient_id": {
                    "_errors": [
                        {"code": "USER_INVALID", "message": "Invalid recipient"},
                    ]
                }
            },
        )
    channel = call.sandbox.open_dm(recipient)
    return payloads.channel(world, channel)


# ---- channels ---------------------------------------------------------------------------------


async def fetch_channel(call: Call) -> Json:
    """GET a channel."""
    channel = channel_of(call)
    return payloads.channel(call.sandbox.world, channel, seen_by=call.sandbox.world.state.bot_id)


async def edit_channel(call: Call) -> Json:
    """PATCH a channel or thread."""
    channel = channel_of(call)
    if channel.type == ChannelType.DM:
        raise ApiError(50003)
    errors = FormErrors()
    if "name" in call.form:
        errors.length(("name",), call.form["name"], 1, 100)
    errors.length(("topic",), call.form.get("topic"), 0, 1024, required=False)
    minutes = call.form.get("auto_archive_duration", 60)
    if minutes not in _ARCHIVE_MINUTES:
        errors.add(
            ("auto_archive_duration",),
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        )
    errors.check()
    if channel.type in THREADS:
        _edit_thread(call, channel)
        call.sandbox.announce_channel("THREAD_UPDATE", channel)
    else:
        require(call, channel, Permission.MANAGE_CHANNELS)
        _edit_text_channel(call, channel)
        call.sandbox.announce_channel("CHANNEL_UPDATE", channel)
    call.sandbox.world.touch()
    return payloads.channel(call.sandbox.world, channel, seen_by=call.sandbox.world.state.bot_id)


def _edit_thread(call: Call, thread: Channel) -> None:
    body, bot_id = call.form, call.sandbox.world.state.bot_id
    only_reopens = body.keys() == {"archived"} and not body["archived"] and not thread.locked
    if only_reopens:
        require(call, thread, Permission.SEND_MESSAGES_IN_THREADS)
        if bot_id not in thread.thread_members:
            raise ApiError(50001)
    elif thread.owner_id != bot_id or body.get("locked") is not None:
        require(call, thread, Permission.MANAGE_THREADS)
    if thread.archived and body.get("archived") is not False:
        raise ApiError(50083)
    thread.name = body.get("name", thread.name)
    thread.auto_archive_minutes = body.get("auto_archive_duration", thread.auto_archive_minutes)
    thread.locked = bool(body.get("locked", thread.locked))
    thread.invitable = bool(body.get("invitable", thread.invitable))
    if "archived" in body and bool(body["archived"]) != thread.archived:
        thread.archived, thread.archive_changed_at = bool(body["archived"]), time.time()


def _edit_text_channel(call: Call, channel: Channel) -> None:
    body = call.form
    channel.name = body.get("name", channel.name)
    channel.topic = body.get("topic", channel.topic)
    channel.position = int(body.get("position") or channel.position)
    if "permission_overwrites" in body:
        require(call, channel, Permission.MANAGE_ROLES)
        given = [_overwrite(each) for each in body["permission_overwrites"] or []]
        channel.overwrites = {each.id: each for each in given}


def _overwrite(given: Json, identity: str | None = None) -> Overwrite:
    return Overwrite(
        id=identity or str(given["id"]),
        type=int(given.get("type") or 0),
        allow=int(given.get("allow") or 0),
        deny=int(given.get("deny") or 0),
    )


async def delete_channel(call: Call) -> Json:
    """DELETE a channel or thread."""
    channel = channel_of(call)
    if channel.type == ChannelType.DM:
        return payloads.channel(call.sandbox.world, channel)
    thread = channel.type in THREADS
    require(call, channel, Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS)
    shown = payloads.channel(call.sandbox.world, channel)
    call.sandbox.remove_channel(channel)
    return shown


async def set_overwrite(call: Call) -> None:
    """PUT a permission overwrite of a channel."""
    channel = channel_of(call)
    require(call, channel, Permission.MANAGE_ROLES)
    identity = call.params["o"]
    channel.overwrites[identity] = _overwrite(call.form, identity)
    call.sandbox.announce_channel("CHANNEL_UPDATE", channel)


async def delete_overwrite(call: Call) -> None:
    """DELETE a permission overwrite of a channel."""
    channel = channel_of(call)
    require(call, channel, Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.params["o"], None) is None:
        raise ApiError(10009)
    call.sandbox.announce_channel("CHANNEL_UPDATE", channel)


# ---- threads ----------------------------------------------------------------------------------


def _thread_form(call: Call) -> tuple[str, int]:
    errors = FormErrors()
    name = call.form.get("name")
    errors.length(("name",), name, 1, 100)
    minutes = call.form.get("auto_archive_duration") or 4320
    if minutes not in _ARCHIVE_MINUTES:
        errors.add(
            ("auto_archive_duration",),
            "BASE_TYPE_CHOICES",
            "Value must be one of {60, 1440, 4320, 10080}.",
        )
    errors.check()
    return str(name), int(minutes)


async def start_thread(call: Call) -> Reply:
    """POST: start a thread without a message (private unless the body says public)."""
    parent = channel_of(call)
    if parent.type != ChannelType.TEXT:
        raise ApiError(50024)
    name, minutes = _thread_form(call)
    kind = call.form.get("type", ChannelType.PRIVATE_THREAD)
    if kind not in THREADS:
        raise ApiError(50035)
    private = kind == ChannelType.PRIVATE_THREAD
    require(
        call,
        parent,
        Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS,
    )
    world = call.sandbox.world
    thread = world.add_thread(
        parent,
        name,
        world.state.bot_id,
        private=private,
        channel_id=world.ids.next(),
        auto_archive_minutes=minutes,
        invitable=bool(call.form.get("invitable", True)),
    )
    call.sandbox.announce_channel("THREAD_CREATE", thread, newly_created=True)
    if not private:
        # A public thread is announced in its channel; a private one is not.
        call.sandbox.post(
            Message(
                id=world.ids.next(),
                channel_id=parent.id,
                author_id=world.state.bot_id,
                type=MessageType.THREAD_CREATED,
                content=name,
                reference={"type": 0, "channel_id": thread.id, "guild_id": thread.guild_id},
                created_at=time.time(),
            )
        )
    return Reply(payloads.channel(world, thread, seen_by=world.state.bot_id), 201)


async def start_thread_on_message(call: Call) -> Reply:
    """POST: start a public thread on a message; the thread has the message's id."""
    parent = channel_of(call)
    if parent.type != ChannelType.TEXT:
        raise ApiError(50024)
    message = message_of(call, parent)
    name, minutes = _thread_form(call)
    require(call, parent, Permission.CREATE_PUBLIC_THREADS | Permission.READ_MESSAGE_HISTORY)
    world = call.sandbox.world
    if message.id in world.state.channels:
        raise ApiError(160004)
    thread = world.add_thread(
        parent,
        name,
        world.state.bot_id,
        private=False,
        channel_id=message.id,
        auto_archive_minutes=minutes,
    )
    message.flags |= MessageFlag.HAS_THREAD
    call.sandbox.announce_channel("THREAD_CREATE", thread, newly_created=True)
    call.sandbox.changed(message, [])
    return Reply(payloads.channel(world, thread, seen_by=world.state.bot_id), 201)


def _thread_of(call: Call) -> Channel:
    thread = channel_of(call)
    if thread.type not in THREADS:
        raise ApiError(50024)
    return thread


async def thread_members(call: Call) -> list[Json]:
    """GET the members of the thread."""
    thread = _thread_of(call)
    return [payloads.thread_member(thread, each) for each in thread.thread_members]


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
        call.sandbox.thread_members_changed(thread, added=[user_id], removed=[])


async def remove_thread_member(call: Call) -> None:
    """DELETE a member from the thread."""
    thread = _thread_of(call)
    bot_id = call.sandbox.world.state.bot_id
    user_id = bot_id if call.params["u"] == "@me" else call.params["u"]
    own_private = thread.owner_id == bot_id and thread.type == ChannelType.PRIVATE_THREAD
    if user_id != bot_id and not own_private:
        require(call, thread, Permission.MANAGE_THREADS)
    if thread.thread_members.pop(user_id, None) is None:
        raise ApiError(10007)
    call.sandbox.thread_members_changed(thread, added=[], removed=[user_id])


# ---- guilds -----------------------------------------------------------------------------------


def _guild(call: Call) -> Guild:
    return call.sandbox.world.guild(call.params["g"])


def _require_in_guild(call: Call, needed: int) -> Guild:
    guild = _guild(call)
    have = in_guild(guild, guild.members[call.sandbox.world.state.bot_id])
    if have & needed != needed:
        raise ApiError(50013)
    return guild


async def guild(call: Call) -> Json:
    """GET a guild."""
    found = _guild(call)
    counts = {"approximate_member_count": len(found.members)} if call.truthy("with_counts") else {}
    return payloads.guild_summary(call.sandbox.world, found) | counts


async def guild_channels(call: Call) -> list[Json]:
    """GET the guild's channels (no threads)."""
    world, found = call.sandbox.world, _guild(call)
    return [
        payloads.channel(world, each)
        for each in world.state.channels.values()
        if each.guild_id == found.id and each.type not in THREADS
    ]


async def create_channel(call: Call) -> Reply:
    """POST a text channel."""
    guild = _require_in_guild(call, Permission.MANAGE_CHANNELS)
    errors = FormErrors()
    errors.length(("name",), call.form.get("name"), 1, 100)
    if call.form.get("type", 0) != ChannelType.TEXT:
        errors.add(("type",), "BASE_TYPE_CHOICES", "Value must be one of {0}.")
    errors.check()
    channel = call.sandbox.world.add_channel(guild, call.form["name"], topic=call.form.get("topic"))
    given = [_overwrite(each) for each in call.form.get("permission_overwrites") or []]
    channel.overwrites = {each.id: each for each in given}
    call.sandbox.announce_channel("CHANNEL_CREATE", channel)
    return Reply(payloads.channel(call.sandbox.world, channel), 201)


async def active_threads(call: Call) -> Json:
    """GET the guild's open threads that the bot sees."""
    world, found = call.sandbox.world, _guild(call)
    bot_id = world.state.bot_id
    threads = [
        each
        for each in world.state.channels.values()
        if each.guild_id == found.id
        and each.type in THREADS
        and not each.archived
        and world.can_see(bot_id, each)
    ]
    return {
        "threads": [payloads.channel(world, each, seen_by=bot_id) for each in threads],
        "members": [
            payloads.thread_member(each, bot_id)
            for each in threads
            if bot_id in each.thread_members
        ],
    }


def _member(call: Call, guild: Guild) -> Member:
    call.sandbox.world.user(call.params["u"])
    found = guild.members.get(call.params["u"])
    if found is None:
        raise ApiError(10007)
    return found


async def member(call: Call) -> Json:
    """GET a member."""
    return payloads.member(call.sandbox.world, _member(call, _guild(call)))


async def search_members(call: Call) -> list[Json]:
    """GET the members whose name begins with ``query``."""
    world, query = call.sandbox.world, call.query.get("query", "").lower()
    limit = max(1, min(1000, int(call.query.get("limit", "1"))))
    found = [
        each
        for each in _guild(call).members.values()
        if world.state.users[each.user_id].username.startswith(query)
        or (each.nick or "").lower().startswith(query)
    ]
    return [payloads.member(world, each) for each in found[:limit]]


async def roles(call: Call) -> list[Json]:
    """GET the guild's roles."""
    return [payloads.role(each) for each in _guild(call).roles.values()]


async def create_role(call: Call) -> Json:
    """POST a role."""
    guild = _require_in_guild(call, Permission.MANAGE_ROLES)
    errors = FormErrors()
    errors.length(("name",), call.form.get("name", "new role"), 1, 100)
    errors.check()
    role = Role(
        id=call.sandbox.world.ids.next(),
        name=call.form.get("name") or "new role",
        position=1,
        permissions=int(call.form.get("permissions") or 0),
        color=call.form.get("color") or 0,
        mentionable=bool(call.form.get("mentionable")),
    )
    guild.roles[role.id] = role
    call.sandbox.role_changed("GUILD_ROLE_CREATE", guild, role)
    return payloads.role(role)


async def give_role(call: Call) -> None:
    """PUT: give a member a role."""
    guild = _require_in_guild(call, Permission.MANAGE_ROLES)
    member, role_id = _member(call, guild), call.params["r"]
    if role_id not in guild.roles:
        raise ApiError(10011)
    if role_id not in member.roles:
        member.roles.append(role_id)
        call.sandbox.member_changed(guild, member)


async def take_role(call: Call) -> None:
    """DELETE: take a role from a member."""
    guild = _require_in_guild(call, Permission.MANAGE_ROLES)
    member, role_id = _member(call, guild), call.params["r"]
    if role_id in member.roles:
        member.roles.remove(role_id)
        call.sandbox.member_changed(guild, member)


def routes() -> list[Route]:
    """All the routes for channels, threads, guilds, members, roles and users."""
    table: list[tuple[str, str, Any]] = [
        ("GET", "/users/@me", me),
        ("GET", "/oauth2/applications/@me", application),
        ("GET", "/applications/@me", application),
        ("GET", "/gateway", gateway_address),
        ("GET", "/gateway/bot", gateway_bot),
        ("GET", "/users/{u}", user),
        ("GET", "/channels/{c}", fetch_channel),
        ("PATCH", "/channels/{c}", edit_channel),
        ("DELETE", "/channels/{c}", delete_channel),
        ("PUT", "/channels/{c}/permissions/{o}", set_overwrite),
        ("DELETE", "/channels/{c}/permissions/{o}", delete_overwrite),
        ("GET", "/channels/{c}/thread-members", thread_members),
        ("PUT", "/channels/{c}/thread-members/{u}", add_thread_member),
        ("DELETE", "/channels/{c}/thread-members/{u}", remove_thread_member),
        ("GET", "/guilds/{g}", guild),
        ("GET", "/guilds/{g}/channels", guild_channels),
        ("POST", "/guilds/{g}/channels", create_channel),
        ("GET", "/guilds/{g}/threads/active", active_threads),
        ("GET", "/guilds/{g}/members/search", search_members),
        ("GET", "/guilds/{g}/members/{u}", member),
        ("GET", "/guilds/{g}/roles", roles),
        ("POST", "/guilds/{g}/roles", create_role),
        ("PUT", "/guilds/{g}/members/{u}/roles/{r}", give_role),
        ("DELETE", "/guilds/{g}/members/{u}/roles/{r}", take_role),
    ]
    made = []
    for method, path, act in table:
        place = ("c",) if "{c}" in path else ("g",) if "{g}" in path else ()
        made.append(Route(method, path, act, place=place))
    made += [
        Route("POST", "/users/@me/channels", open_dm, limit=_OPEN_DM),
        Route("POST", "/channels/{c}/threads", start_thread, limit=_THREADS, place=("c",)),
        Route(
            "POST",
            "/channels/{c}/messages/{m}/threads",
            start_thread_on_message,
            limit=_THREADS,
            place=("c",),
        ),
    ]
    return made
