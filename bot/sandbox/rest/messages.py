"""Messages of channels, threads and direct messages; pins and typing."""

from __future__ import annotations

import time

from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError
from bot.sandbox.limits.ratelimit import Limit
from bot.sandbox.objects import Channel, ChannelType, Message, MessageType, Permission, speaking_in
from bot.sandbox.rest.routes import Call, Route
from bot.sandbox.world import payloads
from bot.sandbox.world.compose import EDITABLE, SENDABLE
from bot.sandbox.world.world import iso

_SEND = Limit(5, 5.0)
_EDIT = Limit(5, 5.0)
_DELETE = Limit(5, 1.0)
_PIN = Limit(5, 4.0)
_READ = Limit(5, 1.0)
_TYPING = Limit(5, 5.0)

_MOST_PINS = 250
_BULK_AGE_SECONDS = 14 * 86_400


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
    if body.get("embeds"):
        require(call, channel, Permission.EMBED_LINKS)
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
    _refer(call, channel, message, body)
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


def _refer(call: Call, channel: Channel, message: Message, body: Json) -> None:
    reference = body.get("message_reference")
    if not reference:
        return
    target = str(reference.get("message_id"))
    found = call.sandbox.world.messages(channel.id).get(target)
    if found is None or found.owner_id is not None:
        if reference.get("fail_if_not_exists", True):
            raise ApiError(
                50035,
                errors={
                    "message_reference": {
                        "_errors": [
                            {
                                "code": "MESSAGE_REFERENCE_UNKNOWN_MESSAGE",
                                "message": "Unknown message",
                            }
                        ]
                    }
                },
            )
        return
    require(call, channel, Permission.READ_MESSAGE_HISTORY)
    message.type = MessageType.REPLY
    message.reference = {"type": 0, "channel_id": channel.id, "message_id": target}
    if channel.guild_id is not None:
        message.reference["guild_id"] = channel.guild_id


async def history(call: Call) -> list[Json]:
    """GET messages, newest first: ``before``, ``after`` or ``around`` and ``limit`` (1–100)."""
    channel = channel_of(call)
    world = call.sandbox.world
    try:
        limit = int(call.query.get("limit", "50"))
        marks = {
            key: int(call.query[key]) for key in ("before", "after", "around") if key in call.query
        }
    except ValueError:
        raise ApiError(50035) from None
    if not 1 <= limit <= 100:
        raise ApiError(
            50035,
            errors={
                "limit": {
                    "_errors": [
                        {
                            "code": "NUMBER_TYPE_MAX",
                            "message": "int value should be between 1 and 100.",
                        }
                    ]
                }
            },
        )
    bits = world.permissions(world.state.bot_id, channel)
    if not bits & Permission.READ_MESSAGE_HISTORY:
        return []
    shown = [each for each in world.messages(channel.id).values() if each.owner_id is None]
    if "before" in marks:
        chosen = [each for each in shown if int(each.id) < marks["before"]][-limit:]
    elif "after" in marks:
        chosen = [each for each in shown if int(each.id) > marks["after"]][:limit]
    elif "around" in marks:
        earlier = [each for each in shown if int(each.id) <= marks["around"]]
        later = [each for each in shown if int(each.id) > marks["around"]]
        chosen = earlier[-(limit // 2 + 1) :] + later[: limit // 2]
    else:
        chosen = shown[-limit:]
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


async def bulk_delete(call: Call) -> None:
    """POST: delete 2 to 100 messages that are at most two weeks old."""
    channel = channel_of(call)
    if channel.type == ChannelType.DM:
        raise ApiError(50003)
    require(call, channel, Permission.MANAGE_MESSAGES)
    ids = [str(each) for each in call.form.get("messages") or []]
    if not 2 <= len(ids) <= 100:
        raise ApiError(50035)
    held = call.sandbox.world.messages(channel.id)
    found = [held[each] for each in ids if each in held and held[each].owner_id is None]
    if any(each.created_at < time.time() - _BULK_AGE_SECONDS for each in found):
        raise ApiError(50035)
    for message in found:
        call.sandbox.remove(message)


async def typing(call: Call) -> None:
    """POST: show that the bot is typing."""
    channel = channel_of(call)
    require(call, channel, speaking_in(channel))
    call.sandbox.typing(channel, call.sandbox.world.state.bot_id)


async def pins(call: Call) -> Json:
    """GET the pinned messages, newest pin first."""
    channel = channel_of(call)
    world = call.sandbox.world
    require(call, channel, Permission.READ_MESSAGE_HISTORY)
    newest = sorted(channel.pins.items(), key=lambda pin: -pin[1])
    held = world.messages(channel.id)
    items = [
        {"pinned_at": iso(when), "message": payloads.message(world, held[message_id])}
        for message_id, when in newest
        if message_id in held
    ]
    limit = min(50, int(call.query.get("limit", "50")))
    return {"items": items[:limit], "has_more": len(items) > limit}


async def old_pins(call: Call) -> list[Json]:
    """GET the pinned messages in the older form: a plain list."""
    return [item["message"] for item in (await pins(call))["items"]]


async def pin(call: Call) -> None:
    """PUT a pin."""
    channel = channel_of(call)
    world = call.sandbox.world
    require(call, channel, Permission.PIN_MESSAGES)
    message = message_of(call, channel)
    if message.id in channel.pins:
        return
    if len(channel.pins) >= _MOST_PINS:
        raise ApiError(30003)
    channel.pins[message.id] = time.time()
    call.sandbox.changed(message, [])
    call.sandbox.pins_changed(channel)
    notice = Message(
        id=world.ids.next(),
        channel_id=channel.id,
        author_id=world.state.bot_id,
        type=MessageType.PINNED,
        created_at=time.time(),
        reference={"type": 0, "channel_id": channel.id, "message_id": message.id},
    )
    call.sandbox.post(notice)


async def unpin(call: Call) -> None:
    """DELETE a pin."""
    channel = channel_of(call)
    require(call, channel, Permission.PIN_MESSAGES)
    message = message_of(call, channel)
    if channel.pins.pop(message.id, None) is not None:
        call.sandbox.changed(message, [])
        call.sandbox.pins_changed(channel)


def routes() -> list[Route]:
    """Message routes; the pins come before ``/messages/{m}``, which would catch them."""
    base = "/channels/{c}/messages"
    at = ("c",)
    return [
        Route("GET", f"{base}/pins", pins, limit=_PIN, place=at),
        Route("PUT", base + "/pins/{m}", pin, limit=_PIN, place=at),
        Route("DELETE", base + "/pins/{m}", unpin, limit=_PIN, place=at),
        Route("GET", "/channels/{c}/pins", old_pins, limit=_PIN, place=at),
        Route("PUT", "/channels/{c}/pins/{m}", pin, limit=_PIN, place=at),
        Route("DELETE", "/channels/{c}/pins/{m}", unpin, limit=_PIN, place=at),
        Route("POST", f"{base}/bulk-delete", bulk_delete, limit=_DELETE, place=at),
        Route("POST", base, send, limit=_SEND, place=at),
        Route("GET", base, history, limit=_READ, place=at),
        Route("GET", base + "/{m}", fetch, limit=_READ, place=at),
        Route("PATCH", base + "/{m}", edit, limit=_EDIT, place=at),
        Route("DELETE", base + "/{m}", delete, limit=_DELETE, place=at),
        Route("POST", "/channels/{c}/typing", typing, limit=_TYPING, place=at),
    ]
