"""Application commands, both global and for one guild."""

from __future__ import annotations

import time
from typing import Any

from bot.sandbox.limits.commands import check_command, check_commands
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError
from bot.sandbox.rest.routes import Call, Reply, Route

_CREATIONS_A_DAY = 200

#: What Discord fills in if the bot leaves it out.
_DEFAULTS: Json = {
    "type": 1,
    "description": "",
    "options": [],
    "default_member_permissions": None,
    "dm_permission": True,
    "contexts": None,
    "integration_types": [0],
    "nsfw": False,
    "name_localizations": None,
    "description_localizations": None,
}


def _scope(call: Call) -> str:
    if call.params["app"] != call.sandbox.world.state.bot_id:
        raise ApiError(50001)
    guild_id = call.params.get("guild", "")
    if guild_id:
        call.sandbox.world.guild(guild_id)
    return guild_id


def _identity(command: Json) -> tuple[int, str]:
    return int(command.get("type") or 1), str(command["name"])


def _registered(call: Call, scope: str, given: Json, old: Json | None) -> Json:
    """The command as it is stored: the old id for a known name, a new version if anything
    changed."""
    world = call.sandbox.world
    kept = {
        key: value
        for key, value in given.items()
        if key not in ("id", "application_id", "version", "guild_id") and value is not None
    }
    command = _DEFAULTS | kept
    command["application_id"] = world.state.bot_id
    if scope:
        command["guild_id"] = scope
    if old is None:
        command["id"] = command["version"] = world.ids.next()
        return command
    command |= {"id": old["id"], "version": old["version"]}
    if command != old:
        command["version"] = world.ids.next()
    return command


def _count_creations(call: Call, scope: str, new: int) -> None:
    births = call.sandbox.world.state.command_births
    day_ago = time.time() - 86_400
    recent = [each for each in births.get(scope, []) if each > day_ago]
    if len(recent) + new > _CREATIONS_A_DAY:
        raise ApiError(30034)
    births[scope] = recent + [time.time()] * new


def _store(call: Call, scope: str, commands: list[Json]) -> None:
    world = call.sandbox.world
    world.state.commands[scope] = commands
    world.touch()
    call.sandbox.pages.commands_changed()


def _current(call: Call, scope: str) -> list[Json]:
    return call.sandbox.world.state.commands.get(scope, [])


def _one(call: Call, scope: str) -> Json:
    for command in _current(call, scope):
        if command["id"] == call.params["command"]:
            return command
    raise ApiError(10063)


async def replace_all(call: Call) -> list[Json]:
    """PUT: the list of commands becomes exactly the one given."""
    scope = _scope(call)
    given = check_commands(call.body)
    old = {_identity(command): command for command in _current(call, scope)}
    _count_creations(call, scope, sum(1 for each in given if _identity(each) not in old))
    commands = [_registered(call, scope, each, old.get(_identity(each))) for each in given]
    _store(call, scope, commands)
    return commands


async def list_all(call: Call) -> list[Json]:
    """GET: the commands of this scope."""
    return _current(call, _scope(call))


async def create(call: Call) -> Reply:
    """POST: a new command, or a new version of the one with this name."""
    scope = _scope(call)
    given = check_command(call.body)
    current = _current(call, scope)
    old = next((each for each in current if _identity(each) == _identity(given)), None)
    if old is None:
        _count_creations(call, scope, 1)
    command = _registered(call, scope, given, old)
    others = [each for each in current if each is not old]
    check_commands([*others, command])
    _store(call, scope, [*others, command])
    return Reply(command, 201 if old is None else 200)


async def fetch(call: Call) -> Json:
    """GET one command."""
    return _one(call, _scope(call))


async def edit(call: Call) -> Json:
    """PATCH a command: only what the body names is changed."""
    scope = _scope(call)
    old = _one(call, scope)
    command = _registered(call, scope, check_command(old | call.form), old)
    replaced = [command if each is old else each for each in _current(call, scope)]
    check_commands(replaced)
    _store(call, scope, replaced)
    return command


async def delete(call: Call) -> None:
    """DELETE one command."""
    scope = _scope(call)
    gone = _one(call, scope)
    _store(call, scope, [each for each in _current(call, scope) if each is not gone])


def routes() -> list[Route]:
    """All the command routes, for both scopes."""
    made: list[Route] = []
    for prefix in ("/applications/{app}", "/applications/{app}/guilds/{guild}"):
        place = ("app", "guild") if "guild" in prefix else ("app",)
        table: list[tuple[str, str, Any]] = [
            ("PUT", "/commands", replace_all),
            ("GET", "/commands", list_all),
            ("POST", "/commands", create),
            ("GET", "/commands/{command}", fetch),
            ("PATCH", "/commands/{command}", edit),
            ("DELETE", "/commands/{command}", delete),
        ]
        made += [Route(method, prefix + path, act, place=place) for method, path, act in table]
    return made
