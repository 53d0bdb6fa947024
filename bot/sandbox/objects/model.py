"""The things in the world, as typed records that go to and from the world file unchanged.

Ids are snowflakes in their decimal form, times are Unix seconds.
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
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21


class MessageFlag(IntFlag):
    """The message flags that matter here."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
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
    """What a channel adds to or takes from a role (type 0) or member (type 1)."""

    id: str
    type: int
    allow: int = 0
    deny: int = 0


class Channel(Struct, kw_only=True):
    """A text channel, direct message or thread."""

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
    #: Pinned message id -> time of the pinning.
    pins: dict[str, float] = field(default_factory=dict)
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
    """A file of a message; ``path`` is its place on this server (/cdn/...)."""

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
    embeds: list[dict[str, Any]] = field(default_factory=list)
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


class WorldState(Struct, kw_only=True):
    """Everything that is kept in the world file."""

    version: int = 1
    bot_id: str
    host_key: str
    users: dict[str, User] = field(default_factory=dict)
    guilds: dict[str, Guild] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    #: Channel id -> message id -> message, oldest first.
    messages: dict[str, dict[str, Message]] = field(default_factory=dict)
    #: Guild id ("" = global) -> commands as Discord would return them.
    commands: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    #: Guild id ("" = global) -> times of command creations within the last day.
    command_births: dict[str, list[float]] = field(default_factory=dict)
    #: Member id -> channel id -> newest message read.
    read: dict[str, dict[str, str]] = field(default_factory=dict)
