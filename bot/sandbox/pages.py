"""All open pages, and which of them hears of what."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from bot.sandbox.limits.components import Json
from bot.sandbox.objects.model import Channel, Message
from bot.sandbox.wire import Outlet
from bot.sandbox.world import payloads
from bot.sandbox.world.world import World


class OpenPage(Protocol):
    """A page that is open (`members.page_socket.PageConnection`)."""

    outlet: Outlet
    user_id: str
    is_host: bool
    open_channel: str | None

    def hello(self) -> None:
        """Tell the page who it is and all that its member sees."""

    def show_commands(self) -> None:
        """Tell the page which commands its member may run."""


class Pages:
    """All open pages."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._open: set[OpenPage] = set()

    def add(self, page: OpenPage) -> None:
        """From now on the page hears of what its member may know."""
        self._open.add(page)

    def discard(self, page: OpenPage) -> None:
        """The page is closed."""
        self._open.discard(page)

    async def close(self) -> None:
        """Close every page: the server is going away."""
        for page in self._open:
            page.outlet.close(1001, "going away")

    def message(self, event: str, message: Message) -> None:
        """A message is new or changed."""
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
        """Something about a channel, for everybody who sees it."""
        frame = None
        for page in self._open:
            if self._world.can_see(page.user_id, channel):
                frame = frame or frame_of(event, data)
                page.outlet.send(frame)

    def to_member(self, user_id: str, event: str, data: Json) -> None:
        """Something for one member only."""
        for page in self._open:
            if page.user_id == user_id:
                page.outlet.send(frame_of(event, data))

    def to_all(self, event: str, data: Json) -> None:
        """Something that everybody may know."""
        for page in self._open:
            page.outlet.send(frame_of(event, data))

    def commands_changed(self) -> None:
        """The bot has synced its commands; everybody sees those they may run."""
        for page in self._open:
            page.show_commands()

    def refresh_hosts(self) -> None:
        """There is a new member to switch to."""
        for page in self._open:
            if page.is_host:
                page.hello()


def frame_of(event: str, data: Any) -> str:
    """One frame for the page."""
    return msgspec.json.encode({"t": event, "d": data}).decode()
