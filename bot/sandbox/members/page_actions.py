"""What a member does on the page: speaking, commands, buttons, selects, forms."""

from __future__ import annotations

import time
from typing import Any

from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Report
from bot.sandbox.limits.commands import CHAT_COMMAND
from bot.sandbox.limits.components import BUTTON, SELECT, Json, find
from bot.sandbox.limits.errors import ApiError, Refused
from bot.sandbox.limits.modal import hand_in
from bot.sandbox.members.command_input import OptionReader, aimed, find_command
from bot.sandbox.objects import Channel, Message, MessageFlag, Permission, speaking_in
from bot.sandbox.sandbox import Sandbox


class Actor:
    """Acts for one member on the page."""

    def __init__(self, sandbox: Sandbox, user_id: str, report: Report) -> None:
        self._sandbox = sandbox
        self._world = sandbox.world
        self._user_id = user_id
        self._report = report

    def channel(self, asked: Json) -> Channel:
        """The channel that the frame names; ``Refused`` if the member does not see it."""
        channel = self._world.state.channels.get(str(asked.get("channel_id")))
        if channel is None or not self._world.can_see(self._user_id, channel):
            raise Refused("You cannot see that channel.")
        return channel

    def say(self, asked: Json) -> Message:
        """Post a message as this member."""
        channel = self.channel(asked)
        may = self._world.permissions(self._user_id, channel)
        if not may & speaking_in(channel):
            raise Refused("You can't write in this channel.")
        if channel.locked and not may & Permission.MANAGE_THREADS:
            raise Refused("This thread is locked.")
        content = str(asked.get("content") or "").strip()
        if not content:
            raise Refused("An empty message can't be sent.")
        message = Message(
            id=self._world.ids.next(),
            channel_id=channel.id,
            author_id=self._user_id,
            created_at=time.time(),
        )
        try:
            self._sandbox.composer.apply(message, {"content": content}, [], new=True, settable=0)
        except ApiError as error:
            raise Refused("A message can have at most 2,000 characters.") from error
        self._sandbox.speaks_in_thread(channel, self._user_id)
        self._sandbox.post(message)
        self._world.mark_read(self._user_id, channel.id)
        return message

    def command(self, asked: Json, *, completing: bool = False) -> None:
        """Run a command, or ask for suggestions for the option being typed."""
        channel = self.channel(asked)
        command = find_command(self._world, self._user_id, channel, asked)
        if command.get("type", CHAT_COMMAND) != CHAT_COMMAND:
            data = aimed(self._world, self._user_id, channel, command, asked)
            self._create(COMMAND, channel, data, asked)
            return
        reader = OptionReader(self._world, channel, completing=completing)
        data = reader.command(command, asked.get("options") or [])
        self._create(AUTOCOMPLETE if completing else COMMAND, channel, data, asked)

    def component(self, asked: Json) -> None:
        """Press a button or choose from a select."""
        channel = self.channel(asked)
        world = self._world
        message = world.messages(channel.id).get(str(asked.get("message_id")))
        if message is None or not world.can_see_message(self._user_id, message):
            raise Refused("That message is gone.")
        if message.author_id != world.state.bot_id or message.flags & MessageFlag.LOADING:
            raise Refused("That message has no controls.")
        control = find(message.components, str(asked.get("custom_id")))
        if control is None or control["type"] not in (SELECT, BUTTON):
            raise Refused("That control is gone.")
        if asked.get("component_type") not in (None, control["type"]):
            raise Refused("That control is of a different kind.")
        if control.get("disabled"):
            raise Refused("That control is switched off.")
        data: Json = {
            "custom_id": control["custom_id"],
            "component_type": control["type"],
            "id": control["id"],
        }
        if control["type"] == SELECT:
            data["values"] = self._selected(control, asked.get("values") or [])
        self._create(COMPONENT, channel, data, asked, source=message)

    def modal(self, asked: Json) -> None:
        """Submit a form that the bot has shown to this member."""
        self.channel(asked)
        found = self._sandbox.desk.open_modal(self._user_id, str(asked.get("custom_id")))
        if found is None:
            raise Refused("That form is closed.")
        submitted = hand_in(found.modal, asked.get("components") or [])
        data: Json = {"custom_id": found.modal["custom_id"], "components": submitted}
        self._create(MODAL_SUBMIT, found.origin.channel, data, asked, source=found.origin.source)

    def _create(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        asked: Json,
        *,
        source: Message | None = None,
    ) -> None:
        if channel.archived:
            raise Refused("This thread is archived: write something there to open it again.")
        self._sandbox.desk.create(
            kind,
            self._user_id,
            channel,
            data,
            nonce=str(asked.get("nonce") or ""),
            report=self._report,
            source=source,
        )

    def _selected(self, control: Json, given: list[Any]) -> list[str]:
        values = list(dict.fromkeys(str(each) for each in given))
        low, high = control.get("min_values", 1), control.get("max_values", 1)
        if not (1 if low is None else low) <= len(values) <= (1 if high is None else high):
            raise Refused(f"Choose {low} to {high} here.")
        if not set(values) <= {option["value"] for option in control["options"]}:
            raise Refused("That is not among the choices.")
        return values
