"""What a member typed as a slash command, or chose from the menu of a message or a member, checked
against the commands that the bot registered.
"""

from __future__ import annotations

from typing import Any

from bot.sandbox.limits.commands import (
    BOOLEAN,
    CHANNEL,
    CHAT_COMMAND,
    INTEGER,
    MESSAGE_COMMAND,
    NUMBER,
    ROLE,
    STRING,
    SUB_COMMAND,
    SUB_GROUP,
    USER,
)
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import Refused
from bot.sandbox.objects import ALL, Channel, Permission
from bot.sandbox.world import payloads
from bot.sandbox.world.world import World


def visible_commands(world: World, user_id: str, channel: Channel | None = None) -> list[Json]:
    """The commands that the member may run here (``channel=None``: anywhere in the guild)."""
    in_dm = channel is not None and channel.guild_id is None
    bits = world.permissions(user_id, channel) if channel is not None else _anywhere(world, user_id)
    if not bits & Permission.USE_APPLICATION_COMMANDS:
        return []
    known = world.state.commands
    return [each for each in known if _allowed(each, bits, in_dm, channel is None)]


def _anywhere(world: World, user_id: str) -> int:
    bits = 0
    for channel in world.channels_for(user_id):
        bits |= world.permissions(user_id, channel)
    return bits


def _allowed(command: Json, bits: int, in_dm: bool, anywhere: bool) -> bool:
    contexts = command.get("contexts")
    if contexts is None:
        contexts = [0, 1] if command.get("dm_permission", True) else [0]
    if not anywhere and (1 if in_dm else 0) not in contexts:
        return False
    needed = command.get("default_member_permissions")
    if needed is None or in_dm:
        return True
    # "0" hides the command from everybody but administrators.
    wanted = int(needed) or int(Permission.ADMINISTRATOR)
    return bits & wanted == wanted or bits == ALL


def find_command(world: World, user_id: str, channel: Channel, asked: Json) -> Json:
    """The command with this id, or ``Refused``."""
    for command in visible_commands(world, user_id, channel):
        if command["id"] == asked.get("id"):
            return command
    raise Refused("There is no such command here.")


def aimed(world: World, user_id: str, channel: Channel, command: Json, asked: Json) -> Json:
    """The interaction's ``data`` for a command about a member or a message, or ``Refused``."""
    target, reader = str(asked.get("target_id")), OptionReader(world, channel, completing=False)
    data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
    data["target_id"] = target
    if command["type"] == MESSAGE_COMMAND:
        message = world.messages(channel.id).get(target)
        if message is None or not world.can_see_message(user_id, message):
            raise Refused("That message is gone.")
        data["resolved"] = {"messages": {target: payloads.message(world, message)}}
    elif reader.user(target):
        data["resolved"] = reader.resolved
    else:
        raise Refused("There is no such member.")
    return data


class OptionReader:
    """Turns the page's options into those of an interaction, with ``resolved`` entities."""

    def __init__(self, world: World, channel: Channel, *, completing: bool) -> None:
        self._world = world
        self._channel = channel
        self._completing = completing
        self._focused = 0
        self.resolved: Json = {}

    def command(self, command: Json, given: list[Json]) -> Json:
        """The interaction's ``data``, or ``Refused`` saying what is wrong."""
        options = self._level(command.get("options") or [], given)
        if self._completing and self._focused != 1:
            raise Refused("Exactly one option can be completed at a time.")
        data: Json = {"id": command["id"], "name": command["name"], "type": CHAT_COMMAND}
        data["options"] = options
        if self.resolved:
            data["resolved"] = self.resolved
        return data

    def _level(self, defined: list[Json], given: list[Json]) -> list[Json]:
        by_name = {option["name"]: option for option in defined}
        nested = any(option["type"] in (SUB_COMMAND, SUB_GROUP) for option in defined)
        if nested:
            if len(given) != 1 or given[0].get("name") not in by_name:
                listed = ", ".join(by_name)
                raise Refused(f"Choose one of: {listed}.")
            chosen = by_name[given[0]["name"]]
            inner = self._level(chosen.get("options") or [], given[0].get("options") or [])
            return [{"name": chosen["name"], "type": chosen["type"], "options": inner}]
        seen: dict[str, Json] = {}
        for option in given:
            name = str(option.get("name"))
            if name not in by_name or name in seen:
                raise Refused(f"The option “{name}” cannot be given here.")
            seen[name] = self._value(by_name[name], option)
        for option in defined:
            if option.get("required") and option["name"] not in seen and not self._completing:
                raise Refused(f"The option “{option['name']}” is required.")
        return list(seen.values())

    def _value(self, defined: Json, given: Json) -> Json:
        name, kind, value = defined["name"], defined["type"], given.get("value")
        read: Json = {"name": name, "type": kind}
        if self._completing and given.get("focused"):
            if not defined.get("autocomplete"):
                raise Refused(f"“{name}” has no suggestions.")
            self._focused += 1
            # While an option is being typed it is just text, whatever it turns into later.
            return read | {"value": str(value if value is not None else ""), "focused": True}
        if kind == STRING:
            read["value"] = self._text(defined, value)
        elif kind in (INTEGER, NUMBER):
            read["value"] = self._number(defined, value)
        elif kind == BOOLEAN:
            if not isinstance(value, bool):
                raise Refused(f"“{name}” must be yes or no.")
            read["value"] = value
        else:
            read["value"] = str(value)
            self._entity(defined, str(value))
        choices = defined.get("choices")
        if choices and read["value"] not in [choice["value"] for choice in choices]:
            raise Refused(f"“{name}” must be one of the listed choices.")
        return read

    def _text(self, defined: Json, value: Any) -> str:
        text = str(value if value is not None else "")
        low = defined.get("min_length") or 0
        high = defined.get("max_length") or 6000
        if not self._completing and not low <= len(text) <= high:
            raise Refused(f"“{defined['name']}” takes {low} to {high} characters.")
        return text

    def _number(self, defined: Json, value: Any) -> float | int | str:
        name, whole = defined["name"], defined["type"] == INTEGER
        try:
            number: float | int = int(value) if whole else float(value)
        except (TypeError, ValueError):
            if self._completing:
                return str(value)
            raise Refused(f"“{name}” must be a {'whole ' if whole else ''}number.") from None
        low, high = defined.get("min_value"), defined.get("max_value")
        if not self._completing and (
            (low is not None and number < low) or (high is not None and number > high)
        ):
            raise Refused(f"“{name}” must be between {low} and {high}.")
        return number

    def _entity(self, defined: Json, identity: str) -> None:
        kind = defined["type"]
        found = (
            (kind == USER and self.user(identity))
            or (kind == ROLE and self.role(identity))
            or (kind == CHANNEL and self.channel(identity, defined.get("channel_types")))
        )
        if not found:
            raise Refused(f"“{defined['name']}” must be something that exists here.")

    def user(self, user_id: str) -> bool:
        """Add a user, and inside a guild their member object too. Returns False if there is no such
        user."""
        world = self._world
        if user_id not in world.state.users:
            return False
        self.resolved.setdefault("users", {})[user_id] = payloads.user(world.state.users[user_id])
        guild = world.state.guilds.get(self._channel.guild_id or "")
        if guild is not None and user_id in guild.members:
            member = payloads.member(world, guild.members[user_id], with_user=False)
            member["permissions"] = str(world.permissions(user_id, self._channel))
            self.resolved.setdefault("members", {})[user_id] = member
        return True

    def role(self, role_id: str) -> bool:
        """Add a role to ``resolved``. Returns False if there is none with this id here."""
        guild = self._world.state.guilds.get(self._channel.guild_id or "")
        if guild is None or role_id not in guild.roles:
            return False
        self.resolved.setdefault("roles", {})[role_id] = payloads.role(guild.roles[role_id])
        return True

    def channel(self, channel_id: str, types: list[int] | None) -> bool:
        """Add a channel to ``resolved``. Returns False if there is none with this id and type
        here."""
        found = self._world.state.channels.get(channel_id)
        if found is None or found.guild_id != self._channel.guild_id:
            return False
        if types and found.type not in types:
            return False
        shown = payloads.channel(self._world, found)
        told = ("id", "type", "name", "parent_id", "thread_metadata", "flags")
        partial: Json = {key: shown[key] for key in told if key in shown}
        partial["permissions"] = str(ALL)
        self.resolved.setdefault("channels", {})[channel_id] = partial
        return True
