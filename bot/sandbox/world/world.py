"""The world: guilds, members, channels, threads and messages, and the answers to questions about
them.

Nothing here informs anybody; ``bot.sandbox.sandbox`` tells the gateway and the pages what has
changed.

Ids are snowflakes: they contain the moment when they were made, like Discord's.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime

from bot.sandbox import objects
from bot.sandbox.limits.errors import ApiError
from bot.sandbox.objects import (
    EVERYONE_DEFAULT,
    THREADS,
    Channel,
    ChannelType,
    Guild,
    Member,
    Message,
    Permission,
    Role,
    User,
    WorldState,
)
from bot.sandbox.settings import Settings

#: The first millisecond of 2015, from which Discord counts.
EPOCH_MS = 1_420_070_400_000


class SnowflakeSource:
    """Hands out steadily rising ids; ``clock`` gives Unix seconds."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> str:
        """The next id, as the decimal string that Discord's JSON uses."""
        born = int(self._clock() * 1000) - EPOCH_MS
        self._last = max(born << 22, self._last + 1)
        return str(self._last)

    def stay_above(self, snowflake: str) -> None:
        """Never hand out ``snowflake`` or any lower id (used after loading a saved world)."""
        self._last = max(self._last, int(snowflake))


def born_at(snowflake: str) -> float:
    """The Unix time at which the id was made."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000


def iso(seconds: float) -> str:
    """An ISO 8601 time stamp in UTC, in Discord's form."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def iso_of(snowflake: str) -> str:
    """The ISO time at which the id was made."""
    return iso(born_at(snowflake))


class World:
    """The state, with its lookups and changes; every new id is higher than any before it."""

    def __init__(self, state: WorldState, settings: Settings) -> None:
        self.state = state
        self.settings = settings
        self.ids = SnowflakeSource()
        self.changed = True
        for channel_id, messages in state.messages.items():
            self.ids.stay_above(channel_id)
            for message_id in messages:
                self.ids.stay_above(message_id)
        for user_id in state.users:
            self.ids.stay_above(user_id)

    @classmethod
    def new(cls, settings: Settings) -> World:
        """A fresh world as described by the settings."""
        state = WorldState(bot_id="0", host_key=secrets.token_urlsafe(12))
        world = cls(state, settings)
        bot = User(
            id=world.ids.next(),
            username=settings.bot_name.lower(),
            global_name=settings.bot_name,
            bot=True,
        )
        state.bot_id = bot.id
        state.users[bot.id] = bot
        people = [world._new_user(name) for name in settings.member_names]
        for name in settings.guild_names:
            world.add_guild(name, owner_id=people[0].id, member_ids=[p.id for p in people])
        return world

    # ---- asking -------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """The bot's own user (its id is the application's id as well)."""
        return self.state.users[self.state.bot_id]

    @property
    def first_guild(self) -> Guild:
        """The guild that the page shows."""
        return next(iter(self.state.guilds.values()))

    def guild(self, guild_id: str) -> Guild:
        """The guild. Raises 10004 if there is none."""
        found = self.state.guilds.get(guild_id)
        if found is None:
            raise ApiError(10004)
        return found

    def user(self, user_id: str) -> User:
        """The user. Raises 10013 if there is none."""
        found = self.state.users.get(user_id)
        if found is None:
            raise ApiError(10013)
        return found

    def channel(self, channel_id: str) -> Channel:
        """The channel. Raises 10003 if there is none."""
        found = self.state.channels.get(channel_id)
        if found is None:
            raise ApiError(10003)
        return found

    def messages(self, channel_id: str) -> dict[str, Message]:
        """The channel's messages by id, oldest first, including ephemeral ones."""
        return self.state.messages.setdefault(channel_id, {})

    def message(self, channel_id: str, message_id: str) -> Message:
        """The message. Raises 10008 if there is none (even an ephemeral one counts: the caller
        decides who may see it).
        """
        found = self.messages(channel_id).get(message_id)
        if found is None:
            raise ApiError(10008)
        return found

    def parent(self, channel: Channel) -> Channel | None:
        """The channel that a thread belongs to; ``None`` if this is not a thread."""
        if channel.type not in THREADS or channel.parent_id is None:
            return None
        return self.state.channels.get(channel.parent_id)

    def threads_of(self, channel: Channel) -> list[Channel]:
        """The channel's threads, or a forum's posts."""
        return [each for each in self.state.channels.values() if self.parent(each) is channel]

    def people(self) -> Iterator[User]:
        """Every user but the bot."""
        return (user for user in self.state.users.values() if not user.bot)

    def user_by_key(self, key: str) -> User | None:
        """The member whose page link contains ``key``, if there is one."""
        for user in self.people():
            if secrets.compare_digest(user.key.encode(), key.encode()):
                return user
        return None

    def find_person(self, name: str) -> User | None:
        """A member by id, user name or shown name, if there is one."""
        for user in self.people():
            if name in (user.id, user.username, user.global_name):
                return user
        return None

    def permissions(self, user_id: str, channel: Channel) -> int:
        """What the user may do in the channel; 0 for an outsider."""
        if channel.type == ChannelType.DM:
            inside = user_id in (channel.recipient_id, self.state.bot_id)
            return int(objects.DIRECT_MESSAGE) if inside else 0
        guild = self.state.guilds[channel.guild_id or ""]
        member = guild.members.get(user_id)
        if member is None:
            return 0
        return objects.in_channel(guild, channel, self.parent(channel), member)

    def can_see(self, user_id: str, channel: Channel) -> bool:
        """Whether the channel exists at all as far as the user is concerned."""
        return bool(self.permissions(user_id, channel) & Permission.VIEW_CHANNEL)

    def can_see_message(self, user_id: str, message: Message) -> bool:
        """Whether the user may see this message (ephemeral ones: only their owner)."""
        if message.owner_id is not None:
            return message.owner_id == user_id
        return self.can_see(user_id, self.state.channels[message.channel_id])

    def channels_for(self, user_id: str, guild: Guild | None = None) -> list[Channel]:
        """The channels that the user sees: the guild's (by position), threads, then their own
        DMs."""
        of = guild or self.first_guild
        seen = [
            channel
            for channel in self.state.channels.values()
            if channel.guild_id == of.id and self.can_see(user_id, channel)
        ]
        seen.sort(key=lambda channel: (channel.type in THREADS, channel.position, int(channel.id)))
        seen.extend(
            channel for channel in self.state.channels.values() if channel.recipient_id == user_id
        )
        return seen

    def dm_with(self, user_id: str) -> Channel | None:
        """The direct messages between the bot and this member, if they were ever opened."""
        for channel in self.state.channels.values():
            if channel.recipient_id == user_id:
                return channel
        return None

    def unread(self, user_id: str, channel_id: str) -> int:
        """How many messages the member has not seen yet (their own do not count)."""
        last = int(self.state.read.get(user_id, {}).get(channel_id, "0"))
        count = 0
        for message in reversed(self.messages(channel_id).values()):
            if int(message.id) <= last:
                break
            if message.author_id != user_id and self.can_see_message(user_id, message):
                count += 1
        return count

    # ---- changing -----------------------------------------------------------------------------

    def touch(self) -> None:
        """Note that the world differs from its file."""
        self.changed = True

    def add_guild(self, name: str, *, owner_id: str, member_ids: Iterable[str]) -> Guild:
        """A new guild with the settings' channels, an administrators' role and the bot's role."""
        guild = Guild(id=self.ids.next(), name=name, owner_id=owner_id)
        guild.roles[guild.id] = Role(
            id=guild.id, name="@everyone", permissions=int(EVERYONE_DEFAULT)
        )
        stewards = Role(
            id=self.ids.next(),
            name="Stewards",
            position=1,
            permissions=int(Permission.ADMINISTRATOR),
            color=0xB8860B,
        )
        own = Role(
            id=self.ids.next(),
            name=self.bot.global_name or self.bot.username,
            position=2,
            permissions=self.settings.bot_permissions,
            managed=True,
            bot_id=self.bot.id,
        )
        guild.roles[stewards.id] = stewards
        guild.roles[own.id] = own
        self.state.guilds[guild.id] = guild
        for user_id in member_ids:
            member = self.join(guild, user_id)
            if user_id == owner_id:
                member.roles.append(stewards.id)
        self.join(guild, self.bot.id).roles.append(own.id)
        for channel_name in self.settings.channel_names:
            self.add_channel(guild, channel_name)
        return guild

    def join(self, guild: Guild, user_id: str) -> Member:
        """Make the user a member of the guild."""
        member = Member(user_id=user_id, joined_at=time.time())
        guild.members[user_id] = member
        self.touch()
        return member

    def leave(self, guild: Guild, user_id: str) -> None:
        """Take the user out of the guild and its threads."""
        guild.members.pop(user_id, None)
        for channel in self.state.channels.values():
            if channel.guild_id == guild.id:
                channel.thread_members.pop(user_id, None)
        self.touch()

    def _new_user(self, name: str) -> User:
        plain = re.sub(r"[^a-z0-9_.]+", "_", name.lower()).strip("_") or "guest"
        taken = {user.username for user in self.state.users.values()}
        username, number = plain, 2
        while username in taken:
            username, number = f"{plain}{number}", number + 1
        user = User(
            id=self.ids.next(),
            username=username,
            global_name=name[:32],
            key=secrets.token_urlsafe(12),
        )
        self.state.users[user.id] = user
        self.touch()
        return user

    def add_person(self, name: str) -> User:
        """Add a new member to every guild."""
        user = self._new_user(name)
        for guild in self.state.guilds.values():
            self.join(guild, user.id)
        return user

    def add_channel(
        self, guild: Guild, name: str, *, topic: str | None = None, forum: bool = False
    ) -> Channel:
        """A new text channel or forum at the end of the guild's list."""
        position = sum(
            1
            for channel in self.state.channels.values()
            if channel.guild_id == guild.id and channel.type not in THREADS
        )
        channel = Channel(
            id=self.ids.next(),
            type=ChannelType.FORUM if forum else ChannelType.TEXT,
            guild_id=guild.id,
            topic=topic,
            name=re.sub(r"\s+", "-", name.strip().lower())[:100],
            position=position,
        )
        self.state.channels[channel.id] = channel
        self.touch()
        return channel

    def open_dm(self, user_id: str) -> tuple[Channel, bool]:
        """The DM channel between the bot and this member, and whether it is new."""
        found = self.dm_with(user_id)
        if found is not None:
            return found, False
        channel = Channel(id=self.ids.next(), type=ChannelType.DM, recipient_id=user_id)
        self.state.channels[channel.id] = channel
        self.touch()
        return channel, True

    def add_thread(
        self,
        parent: Channel,
        name: str,
        owner_id: str,
        *,
        private: bool,
        channel_id: str,
        auto_archive_minutes: int,
        invitable: bool = True,
    ) -> Channel:
        """A new thread under ``parent``, with its creator in it."""
        now = time.time()
        thread = Channel(
            id=channel_id,
            guild_id=parent.guild_id,
            parent_id=parent.id,
            name=name,
            type=ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD,
            owner_id=owner_id,
            auto_archive_minutes=auto_archive_minutes,
            invitable=invitable,
            archive_changed_at=now,
            thread_members={owner_id: now},
        )
        self.state.channels[thread.id] = thread
        self.touch()
        return thread

    def forget_channel(self, channel: Channel) -> None:
        """Remove the channel or thread with its messages."""
        self.state.channels.pop(channel.id, None)
        self.state.messages.pop(channel.id, None)
        self.touch()

    def add_message(self, message: Message) -> list[Message]:
        """Put the message at the end of its channel. Returns any old ones dropped to make room."""
        channel = self.channel(message.channel_id)
        messages = self.messages(channel.id)
        messages[message.id] = message
        channel.last_message_id = message.id
        if channel.type in THREADS:
            channel.message_count += 1
        dropped = []
        while len(messages) > self.settings.kept_messages:
            dropped.append(messages.pop(next(iter(messages))))
        self.touch()
        return dropped

    def remove_message(self, message: Message) -> None:
        """Take the message out of its channel."""
        channel = self.channel(message.channel_id)
        self.messages(channel.id).pop(message.id, None)
        if channel.type in THREADS:
            channel.message_count = max(0, channel.message_count - 1)
        self.touch()

    def mark_read(self, user_id: str, channel_id: str) -> None:
        """Note that the member has seen everything in the channel."""
        messages = self.messages(channel_id)
        if messages:
            self.state.read.setdefault(user_id, {})[channel_id] = next(reversed(messages))
            self.touch()
