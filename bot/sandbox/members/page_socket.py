"""The page's websocket: who is looking, what they see, and what they ask for."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.sandbox.gateway import Outlet
from bot.sandbox.interactions import Report
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import Refused
from bot.sandbox.members.command_input import visible_commands
from bot.sandbox.members.entrance import lan_address
from bot.sandbox.members.page_actions import Actor
from bot.sandbox.objects import Channel, Permission, User, in_guild
from bot.sandbox.sandbox import Sandbox, frame_of
from bot.sandbox.world import payloads

log = logging.getLogger(__name__)

#: How many messages, at most, the page gets when a channel is opened.
_SHOWN_HISTORY = 500


async def serve_page(
    sandbox: Sandbox, request: web.Request, user: User, *, host: bool
) -> web.StreamResponse:
    """Serve one page for ``user`` until it is closed; the host may switch to anybody."""
    socket = web.WebSocketResponse(heartbeat=30, max_msg_size=256 * 1024)
    await socket.prepare(request)
    link_base = _link_base(sandbox, request)
    page = PageConnection(sandbox, Outlet(request, socket), user.id, host, link_base)
    sandbox.pages.add(page)
    try:
        page.hello()
        async for frame in socket:
            if frame.type is WSMsgType.TEXT:
                page.take(frame.data)
    finally:
        sandbox.pages.discard(page)
        await page.outlet.stop()
    return socket


def _link_base(sandbox: Sandbox, request: web.Request) -> str:
    """The address to put into members' links: one that other machines can reach, if there is
    one."""
    if sandbox.settings.lan:
        found = lan_address()
        if found is not None:
            return f"http://{found}:{request.url.port}"
    return f"http://{request.host}"


class PageConnection:
    """One open page."""

    def __init__(
        self, sandbox: Sandbox, outlet: Outlet, user_id: str, host: bool, link_base: str
    ) -> None:
        self.outlet = outlet
        self.user_id = user_id
        self.is_host = host
        self.open_channel: str | None = None
        self._sandbox = sandbox
        self._world = sandbox.world
        self._link_base = link_base
        self._ops: dict[str, Callable[[Json], None]] = {
            "be": self._be,
            "ping": lambda asked: self._send("pong", {"number": asked.get("number")}),
            "open": self._open,
            "send": self._say,
            "command": lambda asked: self._actor().command(asked),
            "autocomplete": lambda asked: self._actor().command(asked, completing=True),
            "component": lambda asked: self._actor().component(asked),
            "modal": lambda asked: self._actor().modal(asked),
            "open_dm": self._open_dm,
            "set_dms": self._set_dms,
            "new_channel": self._new_channel,
            "new_member": self._new_member,
            "delete_message": self._delete_message,
        }

    def take(self, text: str) -> None:
        """Handle one frame from the page."""
        asked: Json = {}
        try:
            frame = msgspec.json.decode(text)
            act = self._ops.get(frame.get("op"))
            given = frame.get("d") or {}
            if act is None or not isinstance(given, dict):
                raise Refused("The sandbox does not know that request.")
            asked = given
            act(asked)
        except Refused as refusal:
            told: Json = {"message": str(refusal)}
            if asked.get("nonce"):
                told["nonce"] = asked["nonce"]
            self._send("error", told)
        except Exception:
            log.exception("a request from the page failed: %s", text[:500])
            self._send("error", {"message": "The sandbox could not do that."})

    def hello(self) -> None:
        """Tell the page whose it is, and everything that this member sees."""
        world = self._world
        me = world.user(self.user_id)
        people = list(world.people()) if self.is_host else [me]
        channels = world.channels_for(me.id)
        guild = world.first_guild
        self._send(
            "hello",
            {
                "me": payloads.user(me),
                "members": [self._linked(each) for each in people],
                # Everybody by name, for user options and selects; only the host gets their links.
                "people": [payloads.user(each) for each in world.people()],
                "can_switch": self.is_host,
                "guild": {
                    "id": guild.id,
                    "name": guild.name,
                    "roles": [payloads.role(each) for each in guild.roles.values()],
                },
                "channels": [self._channel(each) for each in channels],
                "commands": visible_commands(world, me.id),
                "bot": payloads.user(world.bot) | {"online": self._sandbox.gateway.online},
                "activity": self._sandbox.activity.shown is not None,
                "dms_open": me.dms_open,
                "unread": {each.id: world.unread(me.id, each.id) for each in channels},
            },
        )

    def show_member(self, user: User) -> None:
        """Tell the page about a new member; only the host gets the link."""
        member = self._linked(user) if self.is_host else None
        self._send("MEMBER", {"user": payloads.user(user), "member": member})

    def show_commands(self) -> None:
        """Tell the page which commands its member may run."""
        self._send("COMMANDS", visible_commands(self._world, self.user_id))

    def _linked(self, user: User) -> Json:
        return {
            "id": user.id,
            "username": user.username,
            "global_name": user.global_name,
            "link": f"{self._link_base}/?as={user.key}",
        }

    def _channel(self, channel: Channel) -> Json:
        return self._sandbox.page_channel(channel, seen_by=self.user_id)

    def _send(self, event: str, data: Any) -> None:
        self.outlet.send(frame_of(event, data))

    def _actor(self) -> Actor:
        return Actor(self._sandbox, self.user_id, self._report_to(self.user_id))

    def _report_to(self, user_id: str) -> Report:
        def report(event: str, data: Json) -> None:
            # The host may be playing as somebody else by now.
            if self.user_id == user_id:
                self._send(event, data)

        return report

    def _need_host(self) -> None:
        if not self.is_host:
            raise Refused("Only the host can do that.")

    def _be(self, asked: Json) -> None:
        self._need_host()
        person = self._world.find_person(str(asked.get("member_id")))
        if person is None:
            raise Refused("There is no such member.")
        self.user_id, self.open_channel = person.id, None
        self.hello()

    def _open(self, asked: Json) -> None:
        channel = self._actor().channel(asked)
        world = self._world
        visible = [
            each
            for each in world.messages(channel.id).values()
            if world.can_see_message(self.user_id, each)
        ]
        shown = [payloads.message(world, each) for each in visible[-_SHOWN_HISTORY:]]
        self.open_channel = channel.id
        world.mark_read(self.user_id, channel.id)
        self._send("history", {"channel_id": channel.id, "messages": shown})

    def _say(self, asked: Json) -> None:
        self._actor().say(asked)

    def _open_dm(self, asked: Json) -> None:
        channel = self._sandbox.open_dm(self.user_id, announce=False)
        self._send("CHANNEL_CREATE", self._channel(channel))

    def _set_dms(self, asked: Json) -> None:
        self._world.user(self.user_id).dms_open = bool(asked.get("open"))
        self._world.touch()

    def _new_channel(self, asked: Json) -> None:
        guild = self._world.first_guild
        member = guild.members.get(self.user_id)
        bits = in_guild(guild, member) if member is not None else 0
        if not self.is_host and not bits & Permission.MANAGE_CHANNELS:
            raise Refused("You may not make channels here. Ask the host for one.")
        name = str(asked.get("name") or "").strip().lstrip("#")
        if not 1 <= len(name) <= 100:
            raise Refused("A channel's name must have 1 to 100 characters.")
        channel = self._world.add_channel(guild, name)
        self._sandbox.announce_channel("CHANNEL_CREATE", channel)

    def _new_member(self, asked: Json) -> None:
        self._need_host()
        name = str(asked.get("name") or "").strip()
        if not 1 <= len(name) <= 32:
            raise Refused("A name must have 1 to 32 characters.")
        self._sandbox.add_person(name)

    def _delete_message(self, asked: Json) -> None:
        self._need_host()
        channel = self._actor().channel(asked)
        message = self._world.messages(channel.id).get(str(asked.get("message_id")))
        if message is None:
            raise Refused("That message is gone.")
        self._sandbox.remove(message)
