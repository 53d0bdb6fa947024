"""What a member on the page has been shown so far: channels, messages, commands, people.

The functions read what the page shows from its JSON: texts, controls, forms, commands.

``Answers`` waits on a member's behalf for suggestions and for the results of interactions.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any

Json = dict[str, Any]

_BUTTON = 2
_SELECT = 3


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a message, nested ones and accessories included."""
    for each in components:
        yield each
        yield from walk(each.get("components") or [])
        for key in ("accessory", "component"):
            if isinstance(each.get(key), dict):
                yield from walk([each[key]])


def text_of(message: Json) -> str:
    """The text of a message: its content and its text displays, one below the other."""
    parts = [message.get("content") or ""]
    parts += [
        each["content"] for each in walk(message.get("components") or []) if each.get("type") == 10
    ]
    return "\n".join(part for part in parts if part)


def buttons(message: Json) -> list[Json]:
    """The message's buttons, in reading order."""
    return [each for each in walk(message["components"]) if each["type"] == _BUTTON]


def selects(message: Json) -> list[Json]:
    """The message's select menus, in reading order."""
    return [each for each in walk(message["components"]) if each["type"] == _SELECT]


def fill_form(
    modal: Json, values: dict[str, Any], choose: Callable[[Json, str], str]
) -> list[Json]:
    """The components to submit with a form: values by custom id or label, lists for selects.

    ``choose(control, given)`` turns what a player names into the value of a select. Text inputs for
    which no value is given keep what the form shows. ``KeyError`` names a field that the form does
    not have.
    """
    components: list[Json] = []
    used: set[str] = set()
    for item in modal["components"]:
        control = item.get("component") or (item.get("components") or [None])[0]
        if control is None:
            continue
        label = item.get("label") or control.get("label")
        name = control["custom_id"] if control["custom_id"] in values else label
        value = values.get(name, control.get("value"))
        used.add(str(name))
        filled = {"type": control["type"], "custom_id": control["custom_id"]}
        if isinstance(value, list):
            filled["values"] = [choose(control, each) for each in value]
        else:
            filled["value"] = value
        components.append({"type": 18, "component": filled})
    for unknown in values.keys() - used:
        raise KeyError(unknown)
    return components


@dataclass(frozen=True, slots=True)
class CommandPath:
    """A command with its group and sub-command: ``chain`` leads from the command to the
    sub-command."""

    chain: tuple[Json, ...]

    @classmethod
    def find(cls, commands: list[Json], path: str) -> CommandPath | None:
        """The command that ``path`` ("/game new" or "game new") names, if there is one."""
        level, chain = commands, []
        for name in path.removeprefix("/").split():
            found = next((each for each in level if each["name"] == name), None)
            if found is None:
                return None
            chain.append(found)
            level = found.get("options") or []
        return cls(tuple(chain)) if chain else None

    @property
    def options(self) -> list[Json]:
        """The options that the command takes, as the bot defined them."""
        return self.chain[-1].get("options") or []

    def frame(self, options: list[Json]) -> Json:
        """The frame that runs the command with these options."""
        for each in reversed(self.chain[1:]):
            options = [{"name": each["name"], "type": each["type"], "options": options}]
        return {"id": self.chain[0]["id"], "options": options}


class PlayerError(Exception):
    """The page refused what the member wanted to do; the text is what it would show."""


class InteractionFailed(PlayerError):
    """The bot did not answer in time; ``acknowledged`` is as in `Outcome`, if anything was heard at
    all."""

    acknowledged: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an interaction: the message it made or changed, or a form to fill in.

    ``acknowledged`` is the time of the bot's first response, by `time.perf_counter`.
    """

    state: str
    message: Json | None = None
    modal: Json | None = None
    acknowledged: float | None = None


class Answers:
    """One member's interactions and requests for suggestions that still have no answer.

    Each interaction or request has a nonce, which the sandbox names in everything it says about it.
    """

    def __init__(self) -> None:
        self._nonces = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Outcome]] = {}
        self._early: dict[str, str] = {}
        self._heard: dict[str, float] = {}
        self._private: set[str] = set()
        self._suggested: dict[str, asyncio.Future[list[Json]]] = {}

    @contextmanager
    def outcome(self, until: str, private: bool) -> Iterator[tuple[str, asyncio.Future[Outcome]]]:
        """A nonce, and the result of its interaction. ``until`` is the state to wait for; with
        ``private``, that includes whatever follows a deferred change of the message.
        """
        nonce = str(next(self._nonces))
        self._waiting[nonce] = asyncio.get_running_loop().create_future()
        self._early[nonce] = until
        if private:
            self._private.add(nonce)
        try:
            yield nonce, self._waiting[nonce]
        finally:
            del self._waiting[nonce], self._early[nonce]
            self._heard.pop(nonce, None)
            self._private.discard(nonce)

    @contextmanager
    def suggestions(self) -> Iterator[tuple[str, asyncio.Future[list[Json]]]]:
        """A nonce, and the suggestions that will come for it."""
        nonce = str(next(self._nonces))
        self._suggested[nonce] = asyncio.get_running_loop().create_future()
        try:
            yield nonce, self._suggested[nonce]
        finally:
            del self._suggested[nonce]

    def acknowledged(self, nonce: str) -> float | None:
        """The time at which the first news of an unfinished interaction came, if any has come."""
        return self._heard.get(nonce)

    def fail(self, error: Exception) -> None:
        """Fail everything that is still waiting: nothing more will come."""
        everybody: list[asyncio.Future[Any]] = [*self._waiting.values()]
        everybody += self._suggested.values()
        for waiting in everybody:
            if not waiting.done():
                waiting.set_exception(error)

    def hear(self, event: str, data: Json) -> str | None:
        """Process what the sandbox says. Returns the text of an error that belongs to no nonce."""
        nonce = str(data.get("nonce") or "")
        waiting: asyncio.Future[Any] | None
        waiting = self._waiting.get(nonce) or self._suggested.get(nonce)
        if event == "error":
            if waiting is None:
                return str(data["message"])
            if not waiting.done():
                waiting.set_exception(PlayerError(data["message"]))
            return None
        if waiting is None or waiting.done():
            return None
        if event == "AUTOCOMPLETE":
            self._suggested[nonce].set_result(data["choices"])
        elif event == "MODAL":
            self._waiting[nonce].set_result(Outcome("modal", None, data, perf_counter()))
        elif event == "INTERACTION":
            self._hear_state(nonce, data, waiting)
        return None

    def _hear_state(self, nonce: str, data: Json, waiting: asyncio.Future[Any]) -> None:
        state = data["state"]
        if state == "failed":
            said = data.get("message") or "The application did not respond"
            failed = InteractionFailed(str(said))
            failed.acknowledged = self.acknowledged(nonce)
            waiting.set_exception(failed)
            return
        if state == "pending":
            # The sandbox has sent it; the bot has not answered yet.
            return
        acknowledged = self._heard.setdefault(nonce, perf_counter())
        if data.get("deferred") and self._more_is_wanted(nonce):
            # The message with the button is about to change, or another answer follows.
            return
        elif state in ("done", "followed", self._early.get(nonce)):
            message = data.get("message")
            told = "done" if state == "followed" else state
            waiting.set_result(Outcome(told, message, None, acknowledged))

    def _more_is_wanted(self, nonce: str) -> bool:
        until = self._early[nonce]
        return until == "followed" or (until == "done" and nonce in self._private)


EVERYWHERE = ""
"""Stands for all channels. The value is not ``None``, which stands for direct messages until they
exist."""


class Sight:
    """What one member sees, kept up to date with what the sandbox sends."""

    def __init__(self) -> None:
        self.me: Json = {}
        #: The members that the player may become, with their links (all for the host; for others,
        #: only their own).
        self.members: list[Json] = []
        #: Everybody in the guild except the bot.
        self.people: list[Json] = []
        self.bot: Json = {}
        self.channels: dict[str, Json] = {}
        self.commands: list[Json] = []
        self.dms_open = True
        self._messages: dict[str, dict[str, Json]] = {}
        self._hellos = 0
        self._histories = 0

    def channel(self, named: str | Json) -> Json:
        """A channel by id, by name (with or without #) or as an object; of several with the same
        name, the last.
        """
        name = str(named["id"] if isinstance(named, dict) else named)
        if name in self.channels:
            return self.channels[name]
        plain = name.removeprefix("#")
        for channel in reversed(self.channels.values()):
            if channel.get("name") == plain:
                return channel
        raise PlayerError(f"{self.me.get('global_name')} sees no channel called {named!r}.")

    @property
    def dm(self) -> Json | None:
        """The direct messages with the bot, if they were ever opened."""
        return next((each for each in self.channels.values() if each["type"] == 1), None)

    def messages(self, channel: str | Json = EVERYWHERE) -> list[Json]:
        """The messages of a channel (or of all), oldest first, including this member's ephemeral
        ones."""
        if channel != EVERYWHERE:
            return list(self._messages.get(self.channel(channel)["id"], {}).values())
        every = [each for held in self._messages.values() for each in held.values()]
        return sorted(every, key=lambda message: int(message["id"]))

    def private_messages(self) -> list[Json]:
        """The direct messages with the bot, oldest first; none if they were never opened."""
        return [] if self.dm is None else self.messages(self.dm)

    def last(self, channel: str | Json) -> Json:
        """The newest message of a channel; ``PlayerError`` if there is none."""
        held = self.messages(channel)
        if not held:
            raise PlayerError("There is no message yet.")
        return held[-1]

    def current(self, message: Json) -> Json:
        """The message as it is now; ``PlayerError`` if it was deleted."""
        found = self._messages.get(message["channel_id"], {}).get(message["id"])
        if found is None:
            raise PlayerError("That message is gone.")
        return found

    def _heard(self, event: str, data: Any) -> bool:
        """Store what an event shows. Returns ``False`` if it shows nothing worth keeping."""
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._messages.setdefault(data["channel_id"], {})[data["id"]] = data
        elif event == "MESSAGE_DELETE":
            self._messages.get(data["channel_id"], {}).pop(data["id"], None)
        elif event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
            self.channels[data["id"]] = data
        elif event in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self.channels.pop(data["id"], None)
            self._messages.pop(data["id"], None)
        elif event == "MEMBER":
            self.people.append(data["user"])
            if data["member"] is not None:
                self.members.append(data["member"])
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
