"""Discord's JSON for the things in the world.

Files are named by their path on this server (``/cdn/...``), which is what the page needs;
``for_bot`` puts the server's address in front for the bot.
"""

from __future__ import annotations

from typing import Any

from bot.sandbox.limits.components import walk
from bot.sandbox.objects import (
    THREADS,
    Attachment,
    Channel,
    ChannelType,
    Emoji,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from bot.sandbox.world.world import World, iso, iso_of

Json = dict[str, Any]

_URL_KEYS = frozenset({"url", "proxy_url", "icon_url", "proxy_icon_url"})


def for_bot(value: Any, base_url: str) -> Any:
    """A copy of the payload in which this server's own files have full addresses."""
    if isinstance(value, dict):
        return {
            key: base_url + inner
            if key in _URL_KEYS and isinstance(inner, str) and inner.startswith("/cdn/")
            else for_bot(inner, base_url)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [for_bot(inner, base_url) for inner in value]
    return value


def emoji(world: World, of: Emoji) -> Json:
    """An application's emoji object."""
    return {
        "id": of.id,
        "name": of.name,
        "roles": [],
        "user": user(world.user(world.state.bot_id)),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def user(of: User) -> Json:
    """A user object."""
    payload: Json = {
        "id": of.id,
        "username": of.username,
        "discriminator": "0",
        "global_name": of.global_name,
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "primary_guild": None,
        "public_flags": 0,
        "flags": 0,
    }
    if of.bot:
        payload["bot"] = True
    return payload


def member(world: World, of: Member, *, with_user: bool = True) -> Json:
    """A guild member object."""
    payload: Json = {
        "roles": list(of.roles),
        "nick": of.nick,
        "joined_at": iso(of.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
    }
    if with_user:
        payload["user"] = user(world.state.users[of.user_id])
    return payload


def role(of: Role) -> Json:
    """A role object."""
    payload: Json = {
        "id": of.id,
        "name": of.name,
        "permissions": str(of.permissions),
        "position": of.position,
        "color": of.color,
        "colors": {"primary_color": of.color, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": of.managed,
        "mentionable": of.mentionable,
        "icon": None,
        "unicode_emoji": None,
        "description": None,
        "flags": 0,
    }
    if of.bot_id:
        payload["tags"] = {"bot_id": of.bot_id}
    return payload


def channel(world: World, of: Channel, *, seen_by: str | None = None) -> Json:
    """A channel object; for threads, ``seen_by`` adds that user's own thread membership."""
    if of.type == ChannelType.DM:
        return {
            "id": of.id,
            "type": of.type,
            "last_message_id": of.last_message_id,
            "recipients": [user(world.user(of.recipient_id or ""))],
            "flags": 0,
        }
    if of.type in THREADS:
        return _thread(of, seen_by)
    return {
        "id": of.id,
        "type": of.type,
        "guild_id": of.guild_id,
        "name": of.name,
        "position": of.position,
        "topic": of.topic,
        "parent_id": of.parent_id,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "last_message_id": of.last_message_id,
        "flags": 0,
        "permission_overwrites": [
            {"id": each.id, "type": each.type, "allow": str(each.allow), "deny": str(each.deny)}
            for each in of.overwrites.values()
        ],
    }


def _thread(of: Channel, seen_by: str | None) -> Json:
    metadata: Json = {
        "archived": of.archived,
        "auto_archive_duration": of.auto_archive_minutes,
        "archive_timestamp": iso(of.archive_changed_at),
        "locked": of.locked,
        "create_timestamp": iso_of(of.id),
    }
    if of.type == ChannelType.PRIVATE_THREAD:
        metadata["invitable"] = of.invitable
    payload: Json = {
        "id": of.id,
        "type": of.type,
        "guild_id": of.guild_id,
        "parent_id": of.parent_id,
        "owner_id": of.owner_id,
        "name": of.name,
        "last_message_id": of.last_message_id,
        "message_count": of.message_count,
        "total_message_sent": of.message_count,
        "member_count": min(50, len(of.thread_members)),
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": metadata,
    }
    if seen_by in of.thread_members:
        payload["member"] = thread_member(of, seen_by)
    return payload


def thread_member(thread: Channel, user_id: str) -> Json:
    """One user's membership of a thread."""
    return {
        "id": thread.id,
        "user_id": user_id,
        "join_timestamp": iso(thread.thread_members[user_id]),
        "flags": 0,
    }


def guild_summary(world: World, of: Guild) -> Json:
    """A guild object without the parts that only GUILD_CREATE has."""
    return {
        "id": of.id,
        "name": of.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": of.owner_id,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": "en-GB",
        "application_id": None,
        "vanity_url_code": None,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(each) for each in of.roles.values()],
    }


def guild_create(world: World, of: Guild) -> Json:
    """The data of GUILD_CREATE for a bot without the members and presences intents."""
    bot_id = world.state.bot_id
    inside = [each for each in world.state.channels.values() if each.guild_id == of.id]
    payload = guild_summary(world, of)
    payload |= {
        "joined_at": iso(of.members[bot_id].joined_at),
        "large": False,
        "unavailable": False,
        "member_count": len(of.members),
        "members": [member(world, of.members[bot_id])],
        "channels": [channel(world, each) for each in inside if each.type not in THREADS],
        "threads": [
            channel(world, each, seen_by=bot_id)
            for each in inside
            if each.type in THREADS and not each.archived and world.can_see(bot_id, each)
        ],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
    return payload


def attachment(of: Attachment) -> Json:
    """An attachment object."""
    payload: Json = {
        "id": of.id,
        "filename": of.filename,
        "size": of.size,
        "url": of.path,
        "proxy_url": of.path,
        "content_type": of.content_type,
    }
    if of.description is not None:
        payload["description"] = of.description
    if of.width is not None:
        payload |= {"width": of.width, "height": of.height}
    if of.ephemeral:
        payload["ephemeral"] = True
    return payload


def shown_attachments(of: Message) -> list[Attachment]:
    """The attachments listed with the message, except those that a component shows."""
    used = media_paths(of.components)
    return [each for each in of.attachments if each.path not in used]


def media_paths(components: list[Json]) -> set[str]:
    """The paths of the pictures that components show."""
    return {str(media.get("url")) for media in media_in(components)}


def media_in(components: list[Json]) -> list[Json]:
    """The pictures in components, in reading order."""
    shown = (item.get("media") for each in walk(components) for item in each.get("items") or [])
    return [media for media in shown if isinstance(media, dict)]


def message(world: World, of: Message, *, with_reference: bool = True) -> Json:
    """A message object."""
    state = world.state
    payload: Json = {
        "id": of.id,
        "channel_id": of.channel_id,
        "type": of.type,
        "content": of.content,
        "author": user(state.users[of.author_id]),
        "timestamp": iso(of.created_at),
        "edited_timestamp": iso(of.edited_at) if of.edited_at else None,
        "tts": of.tts,
        "mention_everyone": of.mention_everyone,
        "mentions": [user(state.users[each]) for each in of.mentions if each in state.users],
        "mention_roles": list(of.mention_roles),
        "attachments": [attachment(each) for each in shown_attachments(of)],
        "embeds": [],
        "components": of.components,
        "pinned": False,
        "flags": of.flags,
    }
    if of.nonce is not None:
        payload["nonce"] = of.nonce
    if of.from_interaction:
        payload |= {"application_id": state.bot_id, "webhook_id": state.bot_id}
    if of.interaction is not None:
        payload["interaction_metadata"] = of.interaction
    if of.reference is not None:
        payload["message_reference"] = of.reference
        if with_reference:
            payload |= _referenced(world, of.reference)
    return payload


def _referenced(world: World, reference: Json) -> Json:
    found = world.messages(reference["channel_id"]).get(reference["message_id"])
    shown = None if found is None else message(world, found, with_reference=False)
    return {"referenced_message": shown}


def message_event(world: World, of: Message) -> Json:
    """The data of MESSAGE_CREATE and MESSAGE_UPDATE: the message with its guild and member."""
    payload = message(world, of)
    where = world.state.channels[of.channel_id]
    payload["channel_type"] = where.type
    if where.guild_id is not None:
        payload["guild_id"] = where.guild_id
        inside = world.state.guilds[where.guild_id].members.get(of.author_id)
        if inside is not None and not of.from_interaction:
            payload["member"] = member(world, inside, with_user=False)
    return payload


def application(world: World) -> Json:
    """The application object of GET /oauth2/applications/@me."""
    bot = world.bot
    owner = world.state.users[world.first_guild.owner_id]
    return {
        "id": bot.id,
        "name": bot.global_name or bot.username,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": user(owner),
        "team": None,
        "flags": 0,
        "rpc_origins": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "event_webhooks_status": 1,
        "approximate_guild_count": len(world.state.guilds),
        "approximate_user_install_count": 0,
        "bot": user(bot),
        "integration_types_config": {"0": {}},
    }
