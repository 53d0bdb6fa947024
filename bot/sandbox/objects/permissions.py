"""Permission bits, and who may do what where: roles first, then a channel's overwrites."""

from __future__ import annotations

from enum import IntFlag

from bot.sandbox.objects.model import THREADS, Channel, ChannelType, Guild, Member, Overwrite


class Permission(IntFlag):
    """The bits of Discord's permission numbers that matter here."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
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
    MANAGE_WEBHOOKS = 1 << 29
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

#: What the bot's own role is invited with: what `kingmaker invite` asks for, which a test compares.
BOT_DEFAULT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)

#: What both sides may do in a direct message.
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
    """The member's bits from the roles alone."""
    if member.user_id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.roles:
        role = guild.roles.get(role_id)
        if role is not None:
            bits |= role.permissions
    return ALL if bits & Permission.ADMINISTRATOR else bits


def in_channel(guild: Guild, channel: Channel, parent: Channel | None, member: Member) -> int:
    """The member's bits in ``channel``; ``parent`` is the thread's channel, if it is a thread."""
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
        # Without a voice, what one could put into a message is gone as well.
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
