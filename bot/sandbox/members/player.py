"""A member without a browser: for end-to-end tests and computer-driven play.

The player speaks the page's own protocol over a real websocket and keeps what the member sees.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any, Self

import aiohttp

from bot.sandbox.limits.commands import MESSAGE_COMMAND, USER_COMMAND
from bot.sandbox.members.sight import (
    EVERYWHERE,
    Answers,
    CommandPath,
    InteractionFailed,
    Outcome,
    PlayerError,
    Sight,
    buttons,
    fill_form,
    selects,
)

Json = dict[str, Any]


class Player(Sight):
    """One member, connected to the page. ``async with await Player.connect(url, "Alice") as alice:
    ...``"""

    def __init__(self, base_url: str, http: aiohttp.ClientSession, patience: float) -> None:
        super().__init__()
        self.base_url = base_url
        #: Seconds to wait for an answer from the sandbox or the bot.
        self.patience = patience
        self._http = http
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reader: asyncio.Task[None] | None = None
        self._answers = Answers()
        self._last_error: str | None = None
        self._changes = 0
        self._change = asyncio.Event()
        self._pings = 0
        self._pongs = 0

    # ---- coming and going ---------------------------------------------------------------------

    @classmethod
    async def connect(
        cls,
        base_url: str,
        member: str | None = None,
        *,
        key: str | None = None,
        within: float = 10.0,
    ) -> Self:
        """Join as ``member`` (name or id; from this machine), or with the ``key`` of a member's
        link."""
        base = base_url.rstrip("/")
        player = cls(base, aiohttp.ClientSession(), within)
        query = f"?as={key}" if key else ""
        try:
            address = base.replace("http", "ws", 1) + "/play" + query
            player._socket = await player._http.ws_connect(address, max_msg_size=0)
            player._reader = asyncio.create_task(player._read())
            await player._until(lambda: player._hellos >= 1)
            if member is not None and member not in player._names(player.me):
                await player.become(member)
            await player._load_histories()
        except BaseException:
            await player.close()
            raise
        return player

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
        await self._http.close()

    async def become(self, member: str) -> None:
        """Switch to another member (host only), by name or id."""
        found = next((each for each in self.members if member in self._names(each)), None)
        if found is None:
            raise PlayerError(f"There is no member {member!r}.")
        seen = self._hellos
        await self._ask("be", {"member_id": found["id"]})
        await self._until(lambda: self._hellos > seen)

    def _names(self, user: Json) -> tuple[Any, ...]:
        return user.get("id"), user.get("username"), user.get("global_name")

    async def _load_histories(self) -> None:
        seen = self._histories
        for channel_id in self.channels:
            await self._ask("open", {"channel_id": channel_id})
        await self._until(lambda: self._histories >= seen + len(self.channels))

    # ---- what the member sees -----------------------------------------------------------------

    async def wait_for_message(
        self,
        predicate: Callable[[Json], bool],
        within: float | None = None,
        *,
        channel: str | Json = EVERYWHERE,
        after: str | Json | None = None,
    ) -> Json:
        """The newest message that fits, now or as soon as one arrives or is edited to fit.

        ``after`` (a message or its id) excludes that message and all before it.
        """
        return await self._wait_among(lambda: self.messages(channel), predicate, within, after)

    async def wait_for_private(
        self,
        predicate: Callable[[Json], bool],
        within: float | None = None,
        *,
        after: str | Json | None = None,
    ) -> Json:
        """The newest message that fits in the direct messages with the bot, which need not be open
        yet."""
        return await self._wait_among(self.private_messages, predicate, within, after)

    async def wait_until(
        self, predicate: Callable[[Player], bool], within: float | None = None
    ) -> None:
        """Wait until something is true of what the member sees."""
        await self._until(lambda: predicate(self), within)

    async def wait_for_command(self, path: str, within: float | None = None) -> Json:
        """Wait until the bot is connected and has registered the command. Returns the command."""
        name = path.split(maxsplit=1)[0]
        await self._until(
            lambda: (
                bool(self.bot.get("online")) and any(each["name"] == name for each in self.commands)
            ),
            within,
        )
        return next(each for each in self.commands if each["name"] == name)

    async def wait_for_bot(self, within: float | None = None) -> None:
        """Wait until the bot is connected."""
        await self._until(lambda: bool(self.bot.get("online")), within)

    async def caught_up(self, within: float | None = None) -> None:
        """Wait until everything the sandbox has told this member so far has been heard."""
        self._pings += 1
        number = self._pings
        await self._ask("ping", {"number": number})
        await self._until(lambda: self._pongs >= number, within)

    async def fetch(self, url: str) -> bytes:
        """The bytes of an attachment."""
        address = self.base_url + url if url.startswith("/") else url
        async with self._http.get(address) as answer:
            answer.raise_for_status()
            return await answer.read()

    # ---- what the member does -----------------------------------------------------------------

    async def send(self, channel: str | Json, content: str) -> Json:
        """Write a message. Returns the message as it appears in the channel."""
        where = self.channel(channel)["id"]
        before = next(reversed(self._messages.get(where, {})), "0")
        await self._ask("send", {"channel_id": where, "content": content})
        return await self.wait_for_message(
            lambda message: message["author"]["id"] == self.me["id"], channel=where, after=before
        )

    async def slash(
        self,
        channel: str | Json,
        path: str,
        options: Json | None = None,
        *,
        until: str = "done",
        within: float | None = None,
        **more: Any,
    ) -> Outcome:
        """Run a slash command such as ``"game new"`` and wait for the bot's answer.

        Options are given by name, in ``options`` or as keywords; for a user option, a member's name
        will do. ``until="deferred"`` returns as soon as the bot has acknowledged the command.
        """
        command = self._find_command(path)
        given = [
            self._option(command.options, name, value)
            for name, value in {**(options or {}), **more}.items()
        ]
        asked = command.frame(given) | {"channel_id": self.channel(channel)["id"]}
        return await self._interact("command", asked, until, within)

    async def menu(
        self,
        target: str | Json,
        name: str,
        *,
        channel: str | Json,
        until: str = "done",
        within: float | None = None,
    ) -> Outcome:
        """Choose a command from the menu of a message, or of a member (by name or id), and wait for
        the bot's answer."""
        kind = USER_COMMAND if isinstance(target, str) else MESSAGE_COMMAND
        found = [each for each in self.commands if (each["name"], each["type"]) == (name, kind)]
        if not found:
            raise PlayerError(f"There is no command {name!r} in this menu.")
        about = self._member_id(target) if isinstance(target, str) else target["id"]
        asked = {
            "channel_id": self.channel(channel)["id"],
            "id": found[0]["id"],
            "target_id": about,
        }
        return await self._interact("command", asked, until, within)

    async def autocomplete(
        self,
        channel: str | Json,
        path: str,
        focused: str,
        typed: str = "",
        options: Json | None = None,
        *,
        within: float | None = None,
        **more: Any,
    ) -> list[Json]:
        """The suggestions for the option ``focused`` after typing ``typed`` into it."""
        command = self._find_command(path)
        given = [
            self._option(command.options, name, value)
            for name, value in {**(options or {}), **more}.items()
        ]
        kind = next((each["type"] for each in command.options if each["name"] == focused), 3)
        given.append({"name": focused, "type": kind, "value": typed, "focused": True})
        where = {"channel_id": self.channel(channel)["id"]}
        with self._answers.suggestions() as (nonce, suggested):
            await self._ask("autocomplete", command.frame(given) | where | {"nonce": nonce})
            return await asyncio.wait_for(suggested, within or self.patience)

    async def press(
        self, message: Json, target: str, *, until: str = "done", within: float | None = None
    ) -> Outcome:
        """Press the button with this label or custom id, and wait for the bot's answer.

        Only with ``until="followed"`` does the call also wait for what comes after a deferred
        change of a message that others see as well.
        """
        found = buttons(self.current(message))
        for key in ("custom_id", "label"):
            for button in found:
                if button.get(key) == target and "custom_id" in button:
                    return await self._component(message, button, [], until, within)
        labels = ", ".join(repr(each.get("label") or each.get("custom_id")) for each in found)
        raise PlayerError(f"There is no button {target!r}; these exist: {labels or 'none'}.")

    async def choose(
        self,
        message: Json,
        target: str | None,
        values: str | list[str],
        *,
        until: str = "done",
        within: float | None = None,
    ) -> Outcome:
        """Choose from the select with this custom id or placeholder (``None``: the only one).

        The choices are named by their values or labels.
        """
        found = selects(self.current(message))
        fitting = [
            each
            for each in found
            if target is None or target in (each["custom_id"], each.get("placeholder"))
        ]
        if len(fitting) != 1:
            ids = ", ".join(repr(each["custom_id"]) for each in found)
            raise PlayerError(
                f"There must be exactly one select {target!r}; these exist: {ids or 'none'}."
            )
        listed = [values] if isinstance(values, str) else values
        chosen = [self._choice(fitting[0], each) for each in listed]
        return await self._component(message, fitting[0], chosen, until, within)

    async def submit_modal(
        self,
        form: Outcome | Json,
        values: dict[str, Any],
        *,
        channel: str | Json,
        until: str = "done",
        within: float | None = None,
    ) -> Outcome:
        """Submit a form: values by custom id or label; lists for selects."""
        modal = form.modal if isinstance(form, Outcome) else form
        if modal is None:
            raise PlayerError("The bot has shown no form.")
        try:
            components = fill_form(modal, values, self._choice)
        except KeyError as unknown:
            raise PlayerError(f"The form has no field {unknown.args[0]!r}.") from None
        asked = {
            "channel_id": self.channel(channel)["id"],
            "custom_id": modal["custom_id"],
            "components": components,
        }
        return await self._interact("modal", asked, until, within)

    async def open_dm(self) -> Json:
        """The direct messages with the bot, which are opened if they were not yet open."""
        await self._ask("open_dm", {})
        await self._until(lambda: self.dm is not None)
        assert self.dm is not None
        return self.dm

    async def set_dms(self, is_open: bool) -> None:
        """Open or close this member's own direct messages."""
        await self._ask("set_dms", {"open": is_open})
        self.dms_open = is_open

    async def new_channel(self, name: str) -> Json:
        """Make a channel."""
        known = set(self.channels)
        await self._ask("new_channel", {"name": name})
        await self._until(lambda: bool(set(self.channels) - known))
        return next(each for key, each in self.channels.items() if key not in known)

    async def new_member(self, name: str) -> Json:
        """Let a new member join (host only)."""
        known = {each["id"] for each in self.members}
        await self._ask("new_member", {"name": name})
        await self._until(lambda: any(each["id"] not in known for each in self.members))
        return next(each for each in self.members if each["id"] not in known)

    async def delete_message(self, message: Json) -> None:
        """Delete any message (host only)."""
        where = {"channel_id": message["channel_id"], "message_id": message["id"]}
        await self._ask("delete_message", where)
        await self._until(
            lambda: message["id"] not in self._messages.get(message["channel_id"], {})
        )

    # ---- parts of the above -------------------------------------------------------------------

    async def _wait_among(
        self,
        held: Callable[[], list[Json]],
        predicate: Callable[[Json], bool],
        within: float | None,
        after: str | Json | None,
    ) -> Json:
        floor = int(after["id"] if isinstance(after, dict) else after or 0)

        def fitting() -> Json | None:
            for message in reversed(held()):
                if int(message["id"]) > floor and predicate(message):
                    return message
            return None

        await self._until(lambda: fitting() is not None, within)
        found = fitting()
        assert found is not None
        return found

    def _find_command(self, path: str) -> CommandPath:
        found = CommandPath.find(self.commands, path)
        if found is None:
            listed = ", ".join(each["name"] for each in self.commands)
            raise PlayerError(f"There is no command /{path}. These exist: {listed or 'none'}.")
        return found

    def _option(self, defined: list[Json], name: str, value: Any) -> Json:
        kind = next((each["type"] for each in defined if each["name"] == name), None)
        if kind is None:
            listed = ", ".join(each["name"] for each in defined)
            raise PlayerError(f"The command has no option {name!r}; it has: {listed or 'none'}.")
        if kind == 6:
            value = self._member_id(value)
        elif kind == 7:
            value = self.channel(value)["id"]
        return {"name": name, "type": kind, "value": value}

    def _member_id(self, named: Any) -> Any:
        for each in [*self.people, self.bot]:
            if named in self._names(each):
                return each["id"]
        return named

    def _choice(self, control: Json, given: str) -> str:
        options = control.get("options") or []
        if any(option["value"] == given for option in options):
            return given
        return next((option["value"] for option in options if option["label"] == given), given)

    async def _component(
        self, message: Json, control: Json, values: list[str], until: str, within: float | None
    ) -> Outcome:
        asked = {
            "channel_id": message["channel_id"],
            "message_id": message["id"],
            "custom_id": control["custom_id"],
            "component_type": control["type"],
            "values": values,
        }
        direct = self.channel(message["channel_id"])["type"] == 1
        private = bool(direct or message["flags"] & 64)
        return await self._interact("component", asked, until, within, private)

    async def _interact(
        self, op: str, asked: Json, until: str, within: float | None, private: bool = True
    ) -> Outcome:
        """Send a request and wait for its result; if ``private``, also for what follows a deferred
        change of the message."""
        with self._answers.outcome(until, private) as (nonce, outcome):
            await self._ask(op, asked | {"nonce": nonce})
            try:
                return await asyncio.wait_for(outcome, within or self.patience)
            except TimeoutError:
                text = "The bot did not finish its answer in time."
                failed = InteractionFailed(text)
                failed.acknowledged = self._answers.acknowledged(nonce)
                raise failed from None

    async def _ask(self, op: str, asked: Json) -> None:
        assert self._socket is not None
        self._last_error = None
        await self._socket.send_json({"op": op, "d": asked})

    async def _until(self, true: Callable[[], bool], within: float | None = None) -> None:
        async with asyncio.timeout(within or self.patience):
            while not true():
                if self._reader is not None and self._reader.done():
                    raise PlayerError("The sandbox has closed the connection.")
                if self._last_error is not None:
                    said, self._last_error = self._last_error, None
                    raise PlayerError(said)
                self._change.clear()
                await self._change.wait()

    # ---- what the sandbox says ----------------------------------------------------------------

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for frame in self._socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    said = json.loads(frame.data)
                    self._hear(said["t"], said["d"])
                    self._change.set()
        finally:
            gone = PlayerError("The sandbox has closed the connection.")
            self._answers.fail(gone)
            self._change.set()

    def _hear(self, event: str, data: Any) -> None:
        if self._heard(event, data):
            return
        if event == "pong":
            self._pongs = data["number"]
        else:
            lost = self._answers.hear(event, data)
            self._last_error = self._last_error if lost is None else lost
