"""The gateway: sessions, heartbeats, intents, shards, RESUME with its replay buffer.

An ``Outlet`` is a websocket's outgoing side: frames leave in order, and nobody waits for a slow
reader.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from bot.sandbox.settings import Settings
from bot.sandbox.world import payloads
from bot.sandbox.world.payloads import Json
from bot.sandbox.world.world import World


class Outlet:
    """The queue in front of one websocket."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._request = request
        self.socket = socket
        self._queue: asyncio.Queue[str | tuple[int, bytes]] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        """Send the frame soon."""
        self._queue.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the socket once everything already queued has been sent."""
        self._queue.put_nowait((code, reason.encode()))

    def abort(self) -> None:
        """Cut the connection as a broken line would: no close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def stop(self) -> None:
        """End the writer, because the socket's own handler is ending."""
        self._writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._writer

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                item = await self._queue.get()
                if isinstance(item, str):
                    await self.socket.send_str(item)
                else:
                    await self.socket.close(code=item[0], message=item[1])
                    return


log = logging.getLogger(__name__)

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT
KNOWN_INTENTS = (1 << 26) - 1

#: The intent needed for an event in a guild, and for the same event in a direct message.
_NEEDED: dict[str, tuple[int, int]] = {
    "MESSAGE_CREATE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_UPDATE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "MESSAGE_DELETE": (GUILD_MESSAGES, DIRECT_MESSAGES),
    "GUILD_MEMBER_ADD": (GUILD_MEMBERS, 0),
    "GUILD_MEMBER_UPDATE": (GUILD_MEMBERS, 0),
    "GUILD_MEMBER_REMOVE": (GUILD_MEMBERS, 0),
    "INTERACTION_CREATE": (0, 0),
}

_ACK_SECONDS = 0.02
_SENT_PER_MINUTE = 120


def _encode(value: Any) -> str:
    return msgspec.json.encode(value).decode()


class Session:
    """One bot session: it outlives its connection for as long as it may be resumed."""

    def __init__(self, intents: int, shard: tuple[int, int], sharded: bool) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sharded = sharded
        self.seq = 0
        self.buffer: deque[tuple[int, str]] = deque(maxlen=2000)
        self.outlet: Outlet | None = None
        self.broken_at: float | None = None

    def dispatch(self, event: str, data: str) -> None:
        """Keep one event (``data`` is its JSON) for a RESUME, and send it now if the bot is
        connected.
        """
        self.seq += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.seq},"d":{data}}}'
        self.buffer.append((self.seq, frame))
        if self.outlet is not None:
            self.outlet.send(frame)

    def serves(self, guild_id: str | None) -> bool:
        """Whether events from this guild (``None``: from direct messages) belong to this shard."""
        number, count = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % count)

    def wants(self, event: str, guild_id: str | None) -> bool:
        """Whether the session's intents cover the event."""
        in_guild, in_dm = _NEEDED.get(event, (GUILDS, 0))
        needed = in_dm if guild_id is None else in_guild
        return needed == 0 or bool(self.intents & needed)


class Gateway:
    """All sessions of the bot and the websocket endpoint that serves them."""

    def __init__(
        self,
        world: World,
        settings: Settings,
        base_url: Callable[[], str],
        online_changed: Callable[[bool], None],
    ) -> None:
        self._world = world
        self._settings = settings
        self._base_url = base_url
        self._online_changed = online_changed
        self._sessions: dict[str, Session] = {}
        self._was_online = False
        #: How many of the next RESUMEs to refuse, as Discord does after its own restarts.
        self.refuse_resumes = 0

    # ---- events out ---------------------------------------------------------------------------

    @property
    def online(self) -> bool:
        """Whether at least one session is connected."""
        return any(session.outlet is not None for session in self._sessions.values())

    def dispatch(
        self, event: str, data: Json, guild_id: str | None, *, always: bool = False
    ) -> None:
        """Send the event to every session whose shard and intents (unless ``always``) cover it."""
        encoded = None
        for session in self._living():
            if not session.serves(guild_id) or not (always or session.wants(event, guild_id)):
                continue
            if encoded is None:
                encoded = _encode(payloads.for_bot(data, self._base_url()))
            session.dispatch(event, encoded)

    def dispatch_message(self, event: str, data: Json, guild_id: str | None) -> None:
        """Like ``dispatch``, but without the content if the intents do not cover it."""
        bot_id = self._world.state.bot_id
        open_to_bot = (
            guild_id is None
            or data["author"]["id"] == bot_id
            or any(each["id"] == bot_id for each in data["mentions"])
        )
        bare = (
            data
            if open_to_bot
            else data
            | {
                "content": "",
                "embeds": [],
                "attachments": [],
                "components": [],
            }
        )
        for session in self._living():
            if session.serves(guild_id) and session.wants(event, guild_id):
                full = session.intents & MESSAGE_CONTENT
                shown = payloads.for_bot(data if full else bare, self._base_url())
                session.dispatch(event, _encode(shown))

    def _living(self) -> list[Session]:
        limit = time.monotonic() - self._settings.resume_seconds
        for session in list(self._sessions.values()):
            if session.broken_at is not None and session.broken_at < limit:
                del self._sessions[session.id]
        return list(self._sessions.values())

    # ---- hooks for tests and rehearsals -------------------------------------------------------

    def ask_reconnect(self) -> None:
        """Send RECONNECT to every connected session."""
        for session in self._sessions.values():
            if session.outlet is not None:
                session.outlet.send('{"op":7,"d":null}')

    def invalidate(self) -> None:
        """Send INVALID SESSION to every connected session, and forget the sessions."""
        for session in list(self._sessions.values()):
            if session.outlet is not None:
                session.outlet.send('{"op":9,"d":false}')
            del self._sessions[session.id]

    def drop(self) -> None:
        """Cut every connection as a broken line would; the sessions can be resumed."""
        for session in self._sessions.values():
            if session.outlet is not None:
                session.outlet.abort()

    async def close(self) -> None:
        """Close every connection, because the server is going away."""
        for session in self._sessions.values():
            if session.outlet is not None:
                session.outlet.close(1001, "going away")

    # ---- one connection -----------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.WebSocketResponse:
        """The websocket handler of ``/gateway``."""
        socket = web.WebSocketResponse(max_msg_size=4096 * 4, compress=False)
        await socket.prepare(request)
        connection = _Connection(self, Outlet(request, socket), self._settings)
        try:
            await connection.run(socket)
        except Exception:
            # The client takes this for a dropped connection and keeps resuming, so the log reports
            # the error.
            log.exception("the gateway connection failed")
            raise
        finally:
            self._left(connection, socket.close_code)
            await connection.outlet.stop()
        return socket

    def _left(self, connection: _Connection, code: int | None) -> None:
        session = connection.session
        if session is not None and session.outlet is connection.outlet:
            session.outlet = None
            session.broken_at = time.monotonic()
            if code in (1000, 1001) and not connection.closed_by_us:
                self._sessions.pop(session.id, None)
        self._tell_online()

    def _tell_online(self) -> None:
        if self.online != self._was_online:
            self._was_online = self.online
            self._online_changed(self._was_online)

    def open_session(self, session: Session, outlet: Outlet) -> None:
        """Register a session after IDENTIFY and send READY with its guilds."""
        self._sessions[session.id] = session
        session.outlet = outlet
        world = self._world
        guilds = [guild for guild in world.state.guilds.values() if session.serves(guild.id)]
        ready: Json = {
            "v": 10,
            "user": payloads.user(world.bot) | {"verified": True, "mfa_enabled": False},
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._base_url().replace("http", "ws", 1) + "/gateway",
            "application": {"id": world.bot.id, "flags": 0},
            "private_channels": [],
            "user_settings": {},
            "relationships": [],
            "_trace": [],
        }
        if session.sharded:
            ready["shard"] = list(session.shard)
        session.dispatch("READY", _encode(ready))
        if session.intents & GUILDS:
            for guild in guilds:
                created = payloads.for_bot(payloads.guild_create(world, guild), self._base_url())
                session.dispatch("GUILD_CREATE", _encode(created))
        self._tell_online()

    def resume(self, session_id: str, seq: int, outlet: Outlet) -> Session | None:
        """Resume a broken session after ``seq``; ``None`` if it cannot be resumed."""
        session = next((each for each in self._living() if each.id == session_id), None)
        if self.refuse_resumes > 0:
            self.refuse_resumes -= 1
            session = None
        if session is None or seq > session.seq:
            return None
        if session.buffer and session.buffer[0][0] > seq + 1:
            return None
        if session.outlet is not None:
            session.outlet.close(4000, "resumed elsewhere")
        session.outlet, session.broken_at = outlet, None
        for number, frame in session.buffer:
            if number > seq:
                outlet.send(frame)
        session.dispatch("RESUMED", '{"_trace":[]}')
        self._tell_online()
        return session


class _Connection:
    """One websocket from HELLO to the end."""

    def __init__(self, gateway: Gateway, outlet: Outlet, settings: Settings) -> None:
        self.gateway = gateway
        self.outlet = outlet
        self.session: Session | None = None
        self.closed_by_us = False
        self._settings = settings
        self._received: deque[float] = deque(maxlen=_SENT_PER_MINUTE)

    async def run(self, socket: web.WebSocketResponse) -> None:
        beat = self._settings.heartbeat_seconds
        self.outlet.send(
            _encode(
                {
                    "op": 10,
                    "d": {"heartbeat_interval": int(beat * 1000), "_trace": []},
                }
            )
        )
        while not socket.closed:
            try:
                frame = await socket.receive(timeout=beat * 1.5)
            except TimeoutError:
                self._close(4009, "Session timed out.")
                return await self._drain(socket)
            if frame.type is not WSMsgType.TEXT:
                return None
            if not self._take(frame.data):
                return await self._drain(socket)
        return None

    async def _drain(self, socket: web.WebSocketResponse) -> None:
        """Wait until the queued close frame has been sent and answered."""
        for _ in range(200):
            if socket.closed:
                return
            await asyncio.sleep(0.01)

    def _close(self, code: int, reason: str) -> None:
        self.closed_by_us = True
        self.outlet.close(code, reason)

    def _take(self, text: str) -> bool:
        """Handle one frame; false if it caused the connection to be closed."""
        now = time.monotonic()
        if len(self._received) == _SENT_PER_MINUTE and now - self._received[0] < 60:
            return self._refuse(4008, "Rate limited.")
        self._received.append(now)
        try:
            frame = msgspec.json.decode(text)
            op, data = frame["op"], frame.get("d")
        except (msgspec.DecodeError, KeyError, TypeError, AttributeError):
            return self._refuse(4002, "Decode error.")
        if op == 1:
            # discord.py notes the time of a heartbeat only after sending it; an answer too fast for
            # any real network would be measured against the previous heartbeat.
            asyncio.get_running_loop().call_later(_ACK_SECONDS, self.outlet.send, '{"op":11}')
            return True
        if op == 2:
            return self._identify(data)
        if op == 6:
            return self._resume(data)
        if self.session is None:
            return self._refuse(4003, "Not authenticated.")
        if op in (3, 4):
            return True
        return self._refuse(4001, "Unknown opcode.")

    def _refuse(self, code: int, reason: str) -> bool:
        self._close(code, reason)
        return False

    def _identify(self, data: Any) -> bool:
        if self.session is not None:
            return self._refuse(4005, "Already authenticated.")
        if not isinstance(data, dict) or not isinstance(data.get("intents"), int):
            return self._refuse(4002, "Decode error.")
        if data.get("token") != self._settings.token:
            return self._refuse(4004, "Authentication failed.")
        intents = data["intents"]
        if not 0 <= intents <= KNOWN_INTENTS:
            return self._refuse(4013, "Invalid intents.")
        if intents & PRIVILEGED & ~self._settings.privileged_intents:
            return self._refuse(4014, "Disallowed intents.")
        shard = data.get("shard") or [0, 1]
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return self._refuse(4010, "Invalid shard.")
        self.session = Session(intents, (shard[0], shard[1]), bool(data.get("shard")))
        self.gateway.open_session(self.session, self.outlet)
        return True

    def _resume(self, data: Any) -> bool:
        if self.session is not None:
            return self._refuse(4005, "Already authenticated.")
        if not isinstance(data, dict):
            return self._refuse(4002, "Decode error.")
        if data.get("token") != self._settings.token:
            return self._refuse(4004, "Authentication failed.")
        seq = data.get("seq")
        self.session = self.gateway.resume(
            str(data.get("session_id")), seq if isinstance(seq, int) else 0, self.outlet
        )
        if self.session is None:
            self.outlet.send('{"op":9,"d":false}')
        return True
