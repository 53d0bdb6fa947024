"""Messages of channels, threads and direct messages."""

from __future__ import annotations

import time

from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError
from bot.sandbox.limits.ratelimit import Limit
from bot.sandbox.objects import Channel, ChannelType, Message, Permission, speaking_in
from bot.sandbox.rest.routes import Call, Route
from bot.sandbox.world import payloads
from bot.sandbox.world.compose import EDITABLE, SENDABLE

_SEND = Limit(5, 5.0)
_EDIT = Limit(5, 5.0)
_DELETE = Limit(5, 1.0)
_READ = Limit(5, 1.0)


def channel_of(call: Call) -> Channel:
    """The channel named in the path, which the bot must see (50001)."""
    world = call.sandbox.world
    channel = world.channel(call.params["c"])
    if not world.can_see(world.state.bot_id, channel):
        raise ApiError(50001)
    return channel


def require(call: Call, channel: Channel, needed: int) -> None:
    """Raise 50013 unless the bot has all these permissions in the channel."""
    have = call.sandbox.world.permissions(call.sandbox.world.state.bot_id, channel)
    if have & needed != needed:
        raise ApiError(50013)


def require_unlocked(call: Call, channel: Channel) -> None:
    """Raise 160005 in a locked thread, unless the bot manages threads there."""
    have = call.sandbox.world.permissions(call.sandbox.world.state.bot_id, channel)
    if channel.locked and not have & Permission.MANAGE_THREADS:
        raise ApiError(160005)


def message_of(call: Call, channel: Channel) -> Message:
    """The message named in the path; ephemeral ones do not exist on these routes."""
    message = call.sandbox.world.message(channel.id, call.params["m"])
    if message.owner_id is not None:
        raise ApiError(10008)
    return message


async def send(call: Call) -> Json:
    """POST a message."""
    world, body = call.sandbox.world, call.form
    channel = channel_of(call)
    if channel.type == ChannelType.DM:
        _check_reachable(call, channel.recipient_id or "")
    require(call, channel, speaking_in(channel))
    require_unlocked(call, channel)
    if call.uploads:
        require(call, channel, Permission.ATTACH_FILES)
    twin = _sent_before(call, channel, body)
    if twin is not None:
        return payloads.message(world, twin)
    message = Message(
        id=world.ids.next(),
        channel_id=channel.id,
        author_id=world.state.bot_id,
        created_at=time.time(),
    )
    call.sandbox.composer.apply(message, body, call.uploads, new=True, settable=SENDABLE)
    call.sandbox.speaks_in_thread(channel, world.state.bot_id)
    call.sandbox.post(message)
    return payloads.message(world, message)


def _check_reachable(call: Call, user_id: str) -> None:
    """Raise 50278 for somebody who shares no guild with the bot, and 50007 for somebody who has
    closed their direct messages."""
    world = call.sandbox.world
    if not any(user_id in guild.members for guild in world.state.guilds.values()):
        raise ApiError(50278)
    if not world.user(user_id).dms_open:
        raise ApiError(50007)


def _sent_before(call: Call, channel: Channel, body: Json) -> Message | None:
    """With ``enforce_nonce``: the message already made with this nonce a short while ago."""
    nonce = body.get("nonce")
    if nonce is None or not body.get("enforce_nonce"):
        return None
    world = call.sandbox.world
    oldest = time.time() - call.sandbox.settings.nonce_seconds
    for message in reversed(world.messages(channel.id).values()):
        if message.created_at < oldest:
            return None
        if message.author_id == world.state.bot_id and str(message.nonce) == str(nonce):
            return message
    return None


async def history(call: Call) -> list[Json]:
    """GET the newest messages, or the first ``after`` one: 1 to 100 (``limit``), newest first."""
    channel = channel_of(call)
    world = call.sandbox.world
    try:
        limit, after = int(call.query.get("limit", "50")), int(call.query.get("after", "0"))
    except ValueError:
        raise ApiError(50035) from None
    if not 1 <= limit <= 100:
        said = "int value should be between 1 and 100."
        raise ApiError.at(("limit",), "NUMBER_TYPE_MAX", said)
    bits = world.permissions(world.state.bot_id, channel)
    if not bits & Permission.READ_MESSAGE_HISTORY:
        return []
    held = world.messages(channel.id).values()
    shown = [each for each in held if each.owner_id is None and int(each.id) > after]
    chosen = shown[:limit] if after else shown[-limit:]
    return [payloads.message(world, each) for each in reversed(chosen)]


async def fetch(call: Call) -> Json:
    """GET one message."""
    channel = channel_of(call)
    require(call, channel, Permission.READ_MESSAGE_HISTORY)
    return payloads.message(call.sandbox.world, message_of(call, channel))


async def edit(call: Call) -> Json:
    """PATCH one of the bot's own messages."""
    channel = channel_of(call)
    world = call.sandbox.world
    message = message_of(call, channel)
    if message.author_id != world.state.bot_id:
        raise ApiError(50005)
    if channel.archived:
        raise ApiError(50083)
    require_unlocked(call, channel)
    if call.uploads:
        require(call, channel, Permission.ATTACH_FILES)
    dropped = call.sandbox.composer.apply(
        message, call.form, call.uploads, new=False, settable=EDITABLE
    )
    call.sandbox.changed(message, dropped)
    return payloads.message(world, message)


async def delete(call: Call) -> None:
    """DELETE a message: one of the bot's own or, with Manage Messages, any in a guild."""
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author_id != call.sandbox.world.state.bot_id:
        if channel.type == ChannelType.DM:
            raise ApiError(50003)
        require(call, channel, Permission.MANAGE_MESSAGES)
    call.sandbox.remove(message)


def routes() -> list[Route]:
    """Message routes."""
    base = "/channels/{c}/messages"
    at = ("c",)
    return [
        Route("POST", base, send, limit=_SEND, place=at),
        Route("GET", base, history, limit=_READ, place=at),
        Route("GET", base + "/{m}", fetch, limit=_READ, place=at),
        Route("PATCH", base + "/{m}", edit, limit=_EDIT, place=at),
        Route("DELETE", base + "/{m}", delete, limit=_DELETE, place=at),
    ]
