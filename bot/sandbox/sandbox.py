"""Our own Discord: a world, and everybody who is told about changes in it.

``Pages`` keeps all open pages, and tells each of them what its member may know.

``Recorder`` keeps the bot's requests, one JSON object a line, as they came over the wire.

``FaultList`` holds deliberate faults: refused requests and lost answers, to test what the bot then
does.
"""

from __future__ import annotations

import json
import logging
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from bot.sandbox.activity import ActivityProxy
from bot.sandbox.gateway import Gateway, Outlet
from bot.sandbox.interactions import Desk
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.ratelimit import RateLimiter
from bot.sandbox.objects import (
    THREADS,
    Attachment,
    Channel,
    ChannelType,
    Guild,
    Member,
    Message,
    Role,
    User,
)
from bot.sandbox.settings import Settings
from bot.sandbox.world import payloads
from bot.sandbox.world.cdn import FileStore
from bot.sandbox.world.compose import Composer
from bot.sandbox.world.world import World
from bot.sandbox.world.world_file import files_folder, load_world


class OpenPage(Protocol):
    """A page that is open (`members.page_socket.PageConnection`)."""

    outlet: Outlet
    user_id: str
    open_channel: str | None

    def show_member(self, user: User) -> None:
        """Tell the page about a new member."""

    def show_commands(self) -> None:
        """Tell the page which commands its member may run."""


class Pages:
    """All open pages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: set[OpenPage] = set()

    def add(self, page: OpenPage) -> None:
        """Keep the page informed from now on about everything that its member may know."""
        self._open.add(page)

    def discard(self, page: OpenPage) -> None:
        """Forget a page that has been closed."""
        self._open.discard(page)

    async def close(self) -> None:
        """Close every page, because the server is going away."""
        for page in self._open:
            page.outlet.close(1001, "going away")

    def message(self, event: str, message: Message) -> None:
        """Tell pages about a new or changed message."""
        if not self._open:
            return
        frame = frame_of(event, payloads.message(self._world, message))
        for page in self._open:
            if not self._world.can_see_message(page.user_id, message):
                continue
            page.outlet.send(frame)
            if page.open_channel == message.channel_id and event == "MESSAGE_CREATE":
                self._world.mark_read(page.user_id, message.channel_id)

    def channel_event(self, event: str, channel: Channel, data: Json) -> None:
        """Tell everybody who sees a channel something about it."""
        frame = None
        for page in self._open:
            if self._world.can_see(page.user_id, channel):
                frame = frame or frame_of(event, data)
                page.outlet.send(frame)

    def to_member(self, user_id: str, event: str, data: Json) -> None:
        """Tell one member something."""
        for page in self._open:
            if page.user_id == user_id:
                page.outlet.send(frame_of(event, data))

    def to_all(self, event: str, data: Json) -> None:
        """Tell everybody something that all may know."""
        for page in self._open:
            page.outlet.send(frame_of(event, data))

    def commands_changed(self) -> None:
        """Commands or roles have changed: show everybody the commands that they may run."""
        for page in self._open:
            page.show_commands()

    def new_member(self, user: User) -> None:
        """Show everybody a new member."""
        for page in self._open:
            page.show_member(user)


def frame_of(event: str, data: Any) -> str:
    """One frame for the page."""
    return msgspec.json.encode({"t": event, "d": data}).decode()


class Recorder:
    """Appends to a file, or does nothing if there is none."""

    def __init__(self, file: Path | None) -> None:
        self._out = None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)  # the file contains the players' hands
            self._out = file.open("a", encoding="utf-8")

    def write(
        self,
        method: str,
        path: str,
        query: dict[str, str],
        body: str | None,
        *,
        status: int,
        response: Any,
    ) -> None:
        """Note one request; ``body`` is its JSON text (``payload_json`` of a multipart form)."""
        if self._out is None:
            return
        try:
            sent = json.loads(body) if body else None
        except ValueError:
            sent = body
        line = {
            "method": method,
            "path": path,
            "query": query,
            "json": sent,
            "status": status,
            "response": response,
        }
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._out.flush()

    def close(self) -> None:
        """Close the file."""
        if self._out is not None:
            self._out.close()


@dataclass(slots=True)
class Fault:
    """A fault in the next ``times`` requests that match.

    ``path`` is a regular expression for the path after ``/api/v10``, from its beginning. With
    ``lost``, the request is carried out but the connection breaks before its answer; otherwise
    nothing is done and the answer is ``status`` with Discord's ``code``. The first ``skip``
    matching requests go through.
    """

    method: str
    path: str
    status: int = 500
    code: int = 0
    times: int = 1
    skip: int = 0
    lost: bool = False


class FaultList:
    """The faults still to come."""

    def __init__(self) -> None:
        self._coming: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Add this fault. Raises ``re.error`` if the path is not a regular expression."""
        re.compile(fault.path)
        self._coming.append(fault)

    def clear(self) -> None:
        """Let nothing more go wrong."""
        self._coming.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault that hits this request, if one does."""
        for fault in self._coming:
            if fault.method != method or not re.match(fault.path, path):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                return None
            fault.times -= 1
            if fault.times <= 0:
                self._coming.remove(fault)
            return fault
        return None


log = logging.getLogger(__name__)


class Sandbox:
    """Everything that one server knows; the sandbox tells the bot and the pages about changes made
    here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.base_url = ""
        self.world = load_world(settings)
        self.files = FileStore(files_folder(settings))
        self.files.take_over(
            {
                each.id: each.path
                for messages in self.world.state.messages.values()
                for message in messages.values()
                for each in message.attachments
            }
            | {each.id: each.path for each in self.world.state.emojis.values()}
        )
        self.recorder = Recorder(settings.record_file)
        self.faults = FaultList()
        self.limiter = RateLimiter(enabled=settings.rate_limits)
        self.gateway = Gateway(self.world, settings, lambda: self.base_url, self._online)
        self.pages = Pages(self.world)
        self.activity = ActivityProxy()

    def open_at(self, base_url: str) -> None:
        """Finish building the sandbox, now that its own address is known."""
        self.base_url = base_url
        self.composer = Composer(
            self.world, self.files, self.settings.attachment_size_limit, base_url
        )
        self.desk = Desk(self.world, self.settings, self.composer, self)

    def _online(self, online: bool) -> None:
        self.pages.to_all("BOT", {"online": online})

    # ---- changes, told to everybody -----------------------------------------------------------

    def _bot_sees(self, channel: Channel) -> bool:
        return self.world.can_see(self.world.state.bot_id, channel)

    def post(self, message: Message) -> None:
        """Add the message to its channel and announce it."""
        for old in self.world.add_message(message):
            for each in old.attachments:
                self.files.remove(each.id)
        self._announce("MESSAGE_CREATE", message)

    def changed(self, message: Message, dropped: list[Attachment]) -> None:
        """Announce an edited message and remove ``dropped`` attachments."""
        for each in dropped:
            self.files.remove(each.id)
        self.world.touch()
        self._announce("MESSAGE_UPDATE", message)

    def _announce(self, event: str, message: Message) -> None:
        channel = self.world.channel(message.channel_id)
        if message.owner_id is None and self._bot_sees(channel):
            data = payloads.message_event(self.world, message)
            self.gateway.dispatch_message(event, data, channel.guild_id)
        self.pages.message(event, message)

    def remove(self, message: Message) -> None:
        """Delete the message and announce it."""
        channel = self.world.channel(message.channel_id)
        told: Json = {"id": message.id, "channel_id": channel.id}
        if channel.guild_id is not None:
            told["guild_id"] = channel.guild_id
        if message.owner_id is None:
            self.pages.channel_event("MESSAGE_DELETE", channel, told)
            if self._bot_sees(channel):
                self.gateway.dispatch("MESSAGE_DELETE", told, channel.guild_id)
        else:
            self.pages.to_member(message.owner_id, "MESSAGE_DELETE", told)
        self.world.remove_message(message)
        for each in message.attachments:
            self.files.remove(each.id)

    def interaction(self, payload: Json, guild_id: str | None) -> None:
        """Hand an interaction to the bot."""
        self.gateway.dispatch("INTERACTION_CREATE", payload, guild_id)

    def page_channel(self, channel: Channel, *, seen_by: str) -> Json:
        """A channel as a member's page sees it: in direct messages, the other side is the bot."""
        shown = payloads.channel(self.world, channel, seen_by=seen_by)
        if channel.type == ChannelType.DM:
            shown["recipients"] = [payloads.user(self.world.bot)]
        return shown

    def announce_channel(
        self, event: str, channel: Channel, *, newly_created: bool = False
    ) -> None:
        """Announce a new or changed channel or thread."""
        self.world.touch()
        bot_id = self.world.state.bot_id
        told = payloads.channel(self.world, channel, seen_by=bot_id)
        extra = {"newly_created": True} if newly_created else {}
        if channel.type not in THREADS or self._bot_sees(channel):
            self.gateway.dispatch(event, told | extra, channel.guild_id)
        self.pages.channel_event(event, channel, told)

    def open_thread(self, parent: Channel, name: str, owner_id: str) -> Channel:
        """Open a public thread in a channel for a member, or a post in a forum."""
        thread = self.world.add_thread(
            parent,
            name,
            owner_id,
            private=False,
            channel_id=self.world.ids.next(),
            auto_archive_minutes=4320,
        )
        self.announce_channel("THREAD_CREATE", thread, newly_created=True)
        return thread

    def change_thread(
        self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Archive or lock a thread, or reopen it, as time and moderators do."""
        if archived is not None and archived != thread.archived:
            thread.archived, thread.archive_changed_at = archived, time.time()
        thread.locked = thread.locked if locked is None else locked
        self.announce_channel("THREAD_UPDATE", thread)

    def speaks_in_thread(self, channel: Channel, user_id: str) -> None:
        """Add somebody who is about to speak in a thread to it, and reopen the thread."""
        if channel.type not in THREADS:
            return
        if user_id not in channel.thread_members:
            channel.thread_members[user_id] = time.time()
            self.joined_thread(channel, user_id)
        if channel.archived:
            self.change_thread(channel, archived=False)

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages (bots are not told about the threads)."""
        event = "THREAD_DELETE" if channel.type in THREADS else "CHANNEL_DELETE"
        told = payloads.channel(self.world, channel)
        self.gateway.dispatch(event, told, channel.guild_id)
        self.pages.channel_event(event, channel, told)
        threads = self.world.threads_of(channel)
        for thread in threads:
            self.pages.channel_event("THREAD_DELETE", thread, {"id": thread.id})
        for each in (channel, *threads):
            for message in self.world.messages(each.id).values():
                for attachment in message.attachments:
                    self.files.remove(attachment.id)
            self.world.forget_channel(each)

    def joined_thread(self, thread: Channel, user_id: str) -> None:
        """Announce somebody who has joined a thread."""
        self.world.touch()
        told: Json = {
            "id": thread.id,
            "guild_id": thread.guild_id,
            "member_count": min(50, len(thread.thread_members)),
            "added_members": [payloads.thread_member(thread, user_id)],
            "removed_member_ids": [],
        }
        if user_id == self.world.state.bot_id:
            self.gateway.dispatch("THREAD_MEMBERS_UPDATE", told, thread.guild_id)
        shown = payloads.channel(self.world, thread, seen_by=user_id)
        self.pages.to_member(user_id, "THREAD_CREATE", shown)

    def open_dm(self, user_id: str, *, announce: bool = True) -> Channel:
        """The DM channel with this member, created and shown if it is new (bots get no event)."""
        channel, new = self.world.open_dm(user_id)
        if new and announce:
            shown = self.page_channel(channel, seen_by=user_id)
            self.pages.to_member(user_id, "CHANNEL_CREATE", shown)
        return channel

    def add_person(self, name: str) -> User:
        """Add a new member to every guild."""
        user = self.world.add_person(name)
        for guild in self.world.state.guilds.values():
            told = payloads.member(self.world, guild.members[user.id]) | {"guild_id": guild.id}
            self.gateway.dispatch("GUILD_MEMBER_ADD", told, guild.id)
        self.pages.new_member(user)
        return user

    def add_guild(self, name: str) -> Guild:
        """Add another guild, with everybody in it, and invite the bot there."""
        people = [each.id for each in self.world.people()]
        guild = self.world.add_guild(name, owner_id=people[0], member_ids=people)
        self.gateway.dispatch("GUILD_CREATE", payloads.guild_create(self.world, guild), guild.id)
        return guild

    def member_changed(self, guild: Guild, member: Member) -> None:
        """Announce a member's new roles."""
        self.world.touch()
        told = payloads.member(self.world, member) | {"guild_id": guild.id}
        # A bot is told about its own roles even without the members intent.
        own = member.user_id == self.world.state.bot_id
        self.gateway.dispatch("GUILD_MEMBER_UPDATE", told, guild.id, always=own)
        self.pages.commands_changed()

    def member_leaves(self, guild: Guild, user_id: str) -> None:
        """Make somebody leave a guild: they lose its channels, and a bot may be told."""
        seen = [each for each in self.world.channels_for(user_id, guild) if each.guild_id]
        self.world.leave(guild, user_id)
        for channel in seen:
            self.pages.to_member(user_id, "CHANNEL_DELETE", {"id": channel.id})
        told = {"guild_id": guild.id, "user": payloads.user(self.world.user(user_id))}
        self.gateway.dispatch("GUILD_MEMBER_REMOVE", told, guild.id)

    def member_returns(self, guild: Guild, user_id: str) -> None:
        """Let somebody join a guild (again)."""
        member = self.world.join(guild, user_id)
        for channel in self.world.channels_for(user_id, guild):
            if channel.guild_id:
                shown = self.page_channel(channel, seen_by=user_id)
                self.pages.to_member(user_id, "CHANNEL_CREATE", shown)
        told = payloads.member(self.world, member) | {"guild_id": guild.id}
        self.gateway.dispatch("GUILD_MEMBER_ADD", told, guild.id)

    def role_changed(self, event: str, guild: Guild, role: Role) -> None:
        """Announce a new or changed role."""
        self.world.touch()
        told = {"guild_id": guild.id, "role": payloads.role(role)}
        self.gateway.dispatch(event, told, guild.id)
        if guild is self.world.first_guild:
            self.pages.to_all("ROLE", payloads.role(role))
