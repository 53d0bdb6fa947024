"""What a member at the page has been shown so far: channels, messages, commands, people."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.answers import PlayerError

Json = dict[str, Any]

EVERYWHERE = ""
"""In place of a channel: all of them. Not ``None``, which direct messages are until they exist."""


class Sight:
    """What one member sees, kept up with what the sandbox tells."""

    def __init__(self) -> None:
        self.me: Json = {}
        #: Those the player may become, with their links (all for the host, else oneself).
        self.members: list[Json] = []
        #: Everybody in the guild but the bot.
        self.people: list[Json] = []
        self.bot: Json = {}
        self.channels: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.dms_open = True
        self._messages: dict[str, dict[str, Json]] = {}
        self._hellos = 0
        self._histories = 0

    def channel(self, named: str | Json) -> Json:
        """A channel by id, name (with or without #) or as it is; the last of several threads."""
        name = str(named["id"] if isinstance(named, dict) else named)
        if name in self.channels:
            return self.channels[name]
        plain = name.removeprefix("#")
        for channel in reversed(self.channels.values()):
            if channel.get("name") == plain:
                return channel
        raise PlayerError(f"{self.me.get('global_name')} sees no channel {named!r}.")

    @property
    def dm(self) -> Json | None:
        """The direct messages with the bot, if they were ever opened."""
        return next((each for each in self.channels.values() if each["type"] == 1), None)

    def messages(self, channel: str | Json = EVERYWHERE) -> list[Json]:
        """The messages of a channel (or of all), oldest first, own ephemerals among them."""
        if channel != EVERYWHERE:
            return list(self._messages.get(self.channel(channel)["id"], {}).values())
        every = [each for held in self._messages.values() for each in held.values()]
        return sorted(every, key=lambda message: int(message["id"]))

    def private_messages(self) -> list[Json]:
        """The direct messages with the bot, oldest first; none where they were never opened."""
        return [] if self.dm is None else self.messages(self.dm)

    def last(self, channel: str | Json) -> Json:
        """The newest message of a channel."""
        held = self.messages(channel)
        if not held:
            raise PlayerError("There is no message yet.")
        return held[-1]

    def current(self, message: Json) -> Json:
        """The message as it stands now; ``PlayerError`` when it was deleted."""
        found = self._messages.get(message["channel_id"], {}).get(message["id"])
        if found is None:
            raise PlayerError("That message is gone.")
        return found

    def _heard(self, event: str, data: Any) -> bool:
        """Keep what an event shows; ``False`` where it shows nothing that is kept here."""
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._messages.setdefault(data["channel_id"], {})[data["id"]] = data
        elif event == "MESSAGE_DELETE":
            self._messages.get(data["channel_id"], {}).pop(data["id"], None)
        elif event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
            self.channels[data["id"]] = data
        elif event in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self.channels.pop(data["id"], None)
            self._messages.pop(data["id"], None)
        elif event == "hello":
            self._greeted(data)
        elif event == "history":
            held = {message["id"]: message for message in data["messages"]}
            self._messages[data["channel_id"]] = held
            self._histories += 1
        elif event == "COMMANDS":
            self.commands = data
        elif event == "BOT":
            self.bot["online"] = data["online"]
        else:
            return False
        return True

    def _greeted(self, data: Json) -> None:
        if data["me"]["id"] != self.me.get("id"):
            self._messages.clear()
        self.me, self.members, self.bot = data["me"], data["members"], data["bot"]
        self.people = data["people"]
        self.channels = {each["id"]: each for each in data["channels"]}
        self.commands, self.dms_open = data["commands"], data["dms_open"]
        self._hellos += 1
