"""Application commands, as a bot registers them for every guild at once."""

from __future__ import annotations

import time

from bot.sandbox.limits.commands import check_commands
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError
from bot.sandbox.rest.routes import Call, Route

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


def _check_own(call: Call) -> None:
    if call.params["app"] != call.sandbox.world.state.bot_id:
        raise ApiError(50001)


def _identity(command: Json) -> tuple[int, str]:
    return int(command.get("type") or 1), str(command["name"])


def _registered(call: Call, given: Json, old: Json | None) -> Json:
    """The command as it is stored: the old id for a known name, a new version if anything
    changed."""
    world = call.sandbox.world
    kept = {
        key: value
        for key, value in given.items()
        if key not in ("id", "application_id", "version") and value is not None
    }
    command = _DEFAULTS | kept
    command["application_id"] = world.state.bot_id
    if old is None:
        command["id"] = command["version"] = world.ids.next()
        return command
    command |= {"id": old["id"], "version": old["version"]}
    if command != old:
        command["version"] = world.ids.next()
    return command


def _count_creations(call: Call, new: int) -> None:
    state, day_ago = call.sandbox.world.state, time.time() - 86_400
    recent = [each for each in state.command_births if each > day_ago]
    if len(recent) + new > _CREATIONS_A_DAY:
        raise ApiError(30034)
    state.command_births = recent + [time.time()] * new


async def replace_all(call: Call) -> list[Json]:
    """PUT: the list of commands becomes exactly the one given."""
    _check_own(call)
    world, given = call.sandbox.world, check_commands(call.body)
    old = {_identity(command): command for command in world.state.commands}
    _count_creations(call, sum(1 for each in given if _identity(each) not in old))
    world.state.commands = [_registered(call, each, old.get(_identity(each))) for each in given]
    world.touch()
    call.sandbox.pages.commands_changed()
    return world.state.commands


async def list_all(call: Call) -> list[Json]:
    """GET: the commands."""
    _check_own(call)
    return call.sandbox.world.state.commands


def routes() -> list[Route]:
    """The command routes."""
    path = "/applications/{app}/commands"
    return [
        Route("PUT", path, replace_all, place=("app",)),
        Route("GET", path, list_all, place=("app",)),
    ]
