"""The objects of Discord’s world: servers, channels and members, and what a member may do.

The objects are typed records that go to and from the world file unchanged.

Ids are snowflakes in decimal form, and times are Unix seconds.

Permissions come from roles first, then from a channel's overwrites.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any

from msgspec import Struct, field


class ChannelType(IntEnum):
    """Discord's numbers for the kinds of channel."""

    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


THREADS = (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


class MessageType(IntEnum):
    """Discord's numbers for the kinds of message."""

    DEFAULT = 0
    REPLY = 19
    COMMAND = 20


class MessageFlag(IntFlag):
    """The message flags that matter here."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


class User(Struct, kw_only=True):
    """An account; ``key`` is the secret of a member's own page link."""

    id: str
    username: str
    global_name: str | None = None
    bot: bool = False
    dms_open: bool = True
    key: str = ""


class Role(Struct, kw_only=True):
    """A guild's role; the one with the guild's id is @everyone."""

    id: str
    name: str
    permissions: int = 0
    position: int = 0
    color: int = 0
    managed: bool = False
    mentionable: bool = False
    bot_id: str | None = None


class Member(Struct, kw_only=True):
    """A user's place in a guild."""

    user_id: str
    roles: list[str] = field(default_factory=list)
    nick: str | None = None
    joined_at: float = 0.0


class Guild(Struct, kw_only=True):
    """A server with its roles and members."""

    id: str
    name: str
    owner_id: str
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)


class Overwrite(Struct, kw_only=True):
    """The permissions that a channel grants or denies to a role (type 0) or a member (type 1)."""

    id: str
    type: int
    allow: int = 0
    deny: int = 0


class Channel(Struct, kw_only=True):
    """A text channel, forum, direct message or thread."""

    id: str
    type: int
    guild_id: str | None = None
    name: str = ""
    position: int = 0
    topic: str | None = None
    parent_id: str | None = None
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    #: Direct messages: the member's id (the bot is the other side).
    recipient_id: str | None = None
    last_message_id: str | None = None
    # Threads only.
    owner_id: str | None = None
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    auto_archive_minutes: int = 4320
    archive_changed_at: float = 0.0
    thread_members: dict[str, float] = field(default_factory=dict)
    message_count: int = 0


class Attachment(Struct, kw_only=True):
    """A file attached to a message; ``path`` is its place on this server (/cdn/...)."""

    id: str
    filename: str
    size: int
    path: str
    content_type: str | None = None
    description: str | None = None
    width: int | None = None
    height: int | None = None
    ephemeral: bool = False


class Message(Struct, kw_only=True):
    """A message; ``owner_id`` is set for ephemeral ones: only that member sees it."""

    id: str
    channel_id: str
    author_id: str
    type: int = 0
    content: str = ""
    flags: int = 0
    created_at: float = 0.0
    edited_at: float | None = None
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    tts: bool = False
    nonce: str | int | None = None
    reference: dict[str, Any] | None = None
    interaction: dict[str, Any] | None = None
    from_interaction: bool = False
    owner_id: str | None = None

    @property
    def is_v2(self) -> bool:
        """Whether the message is made of Components V2."""
        return bool(self.flags & MessageFlag.COMPONENTS_V2)


class Emoji(Struct, kw_only=True):
    """One of the bot's own emoji; its picture is among the files."""

    id: str
    name: str
    path: str


class WorldState(Struct, kw_only=True):
    """Everything stored in the world file."""

    version: int = 1
    bot_id: str
    host_key: str
    users: dict[str, User] = field(default_factory=dict)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    #: Channel id -> message id -> message, oldest first.
    messages: dict[str, dict[str, Message]] = field(default_factory=dict)
    #: The bot's commands as Discord would return them.
    commands: list[dict[str, Any]] = field(default_factory=list)
    #: The times of command creations within the last day.
    command_births: list[float] = field(default_factory=list)
    #: The bot's own emoji, by id.
    emojis: dict[str, Emoji] = field(default_factory=dict)
    #: Member id -> channel id -> the newest message read.
    read: dict[str, dict[str, str]] = field(default_factory=dict)


class Permission(IntFlag):
    """The bits of Discord's permission numbers that matter here."""

    CREATE_INSTANT_INVITE = 1 << 0
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CHANGE_NICKNAME = 1 << 26
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    PIN_MESSAGES = 1 << 51


#: Everything an owner or administrator may do.
ALL = (1 << 53) - 1

#: What @everyone may do in a new guild (the text part).
EVERYONE_DEFAULT = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CHANGE_NICKNAME
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)

#: The permissions of the bot's own role: what `kingmaker invite` asks for (a test compares the
#: two).
BOT_DEFAULT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)

#: What both sides may do in direct messages.
DIRECT_MESSAGE = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.PIN_MESSAGES
)


def in_guild(guild: Guild, member: Member) -> int:
    """The member's permission bits from the roles alone."""
    if member.user_id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        if role is not None:
            bits |= role.permissions
    return ALL if bits & Permission.ADMINISTRATOR else bits


def in_channel(guild: Guild, channel: Channel, parent: Channel | None, member: Member) -> int:
    """The member's permission bits in ``channel``; if that is a thread, ``parent`` is the channel
    it belongs to."""
    bits = in_guild(guild, member)
    if bits & Permission.ADMINISTRATOR:
        return bits
    ruled_by = parent or channel
    bits = _overwritten(bits, ruled_by.overwrites, guild, member)
    if not bits & Permission.VIEW_CHANNEL:
        return 0
    if channel.type == ChannelType.PRIVATE_THREAD:
        inside = member.user_id in channel.thread_members
        if not inside and not bits & Permission.MANAGE_THREADS:
            return 0
    speaks = Permission.SEND_MESSAGES_IN_THREADS if parent else Permission.SEND_MESSAGES
    if not bits & speaks:
        # If you may not write, you may not put anything into a message either.
        bits &= ~(Permission.MENTION_EVERYONE | Permission.EMBED_LINKS | Permission.ATTACH_FILES)
    return int(bits)


def _overwritten(bits: int, overwrites: dict[str, Overwrite], guild: Guild, member: Member) -> int:
    everyone = overwrites.get(guild.id)
    if everyone is not None:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.roles:
        overwrite = overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = bits & ~deny | allow
    own = overwrites.get(member.user_id)
    if own is not None:
        bits = bits & ~own.deny | own.allow
    return bits


def speaking_in(channel: Channel) -> Permission:
    """The permission to send messages here."""
    in_thread = channel.type in THREADS
    return Permission.SEND_MESSAGES_IN_THREADS if in_thread else Permission.SEND_MESSAGES
