"""Discord's rules for application commands as a bot registers them."""

from __future__ import annotations

from typing import Any

from bot.sandbox.limits.components import Json, Path
from bot.sandbox.limits.errors import ApiError, FormErrors

SUB_COMMAND, SUB_GROUP, STRING, INTEGER, BOOLEAN = 1, 2, 3, 4, 5
USER, CHANNEL, ROLE, NUMBER = 6, 7, 8, 10
_KINDS = (STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER)

CHAT_COMMAND, USER_COMMAND, MESSAGE_COMMAND = 1, 2, 3

_MOST = {CHAT_COMMAND: 100, USER_COMMAND: 15, MESSAGE_COMMAND: 15}
_MOST_TEXT = 8000


def check_commands(commands: Any) -> list[Json]:
    """Check a whole list of commands for one scope. Raises ``ApiError`` 50035."""
    if not isinstance(commands, list):
        raise ApiError.at((), "LIST_TYPE_CONVERT")
    errors = FormErrors()
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        _command(errors, command, (index,))
        if isinstance(command, dict):
            identity = (command.get("type") or 1, str(command.get("name")))
            if identity in seen:
                errors.add((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME")
            seen.add(identity)
    for kind, most in _MOST.items():
        if sum(1 for each in seen if each[0] == kind) > most:
            errors.add((), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    errors.check()
    return commands


def _name(errors: FormErrors, name: Any, path: Path) -> None:
    if not errors.length(path, name, 1, 32):
        return
    good = all(char.isalnum() or char in "-_'" for char in name) and name == name.lower()
    if not good:
        errors.add(path, "APPLICATION_COMMAND_INVALID_NAME")


def _command(errors: FormErrors, command: Any, path: Path) -> None:
    if not isinstance(command, dict):
        errors.add(path, "MODEL_TYPE_CONVERT")
        return
    kind = command.get("type") or 1
    if kind not in _MOST:
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3}.")
    elif kind == 1:
        _name(errors, command.get("name"), (*path, "name"))
        errors.length((*path, "description"), command.get("description"), 1, 100)
        _options(errors, command.get("options") or [], (*path, "options"), depth=0)
        if _text_length(command) > _MOST_TEXT:
            errors.add(
                path,
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({_MOST_TEXT})",
            )
    else:
        errors.length((*path, "name"), command.get("name"), 1, 32)
        if command.get("options"):
            errors.add((*path, "options"), "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED")
        if command.get("description"):
            errors.add((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED")
    allowed = command.get("default_member_permissions")
    if allowed is not None and not str(allowed).isdecimal():
        errors.add(
            (*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Not a permission number."
        )
    for key, values in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        given = command.get(key)
        if given is None:
            continue
        if not given:
            said = f"Must be between 1 and {len(values)} in length."
            errors.add((*path, key), "BASE_TYPE_BAD_LENGTH", said)
        if any(each not in values for each in given):
            errors.add((*path, key), "BASE_TYPE_CHOICES", f"Value must be one of {values}.")
        errors.distinct((*path, key), given)


def _text_length(of: Json) -> int:
    """The length of names, descriptions and values together, as Discord counts it (in the longest
    localisation)."""
    total = 0
    for key in ("name", "description"):
        spoken = [of.get(key) or "", *(of.get(f"{key}_localizations") or {}).values()]
        total += max(len(each) for each in spoken)
    total += len(str(of["value"])) if "value" in of else 0
    for inner in (of.get("options") or []) + (of.get("choices") or []):
        total += _text_length(inner) if isinstance(inner, dict) else 0
    return total


def _options(errors: FormErrors, options: Any, path: Path, *, depth: int) -> None:
    if not isinstance(options, list):
        errors.add(path, "LIST_TYPE_CONVERT")
        return
    if len(options) > 25:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names: set[str] = set()
    optional_seen = False
    kinds: set[bool] = set()
    for index, option in enumerate(options):
        here = (*path, index)
        if not isinstance(option, dict):
            errors.add(here, "MODEL_TYPE_CONVERT")
            continue
        _name(errors, option.get("name"), (*here, "name"))
        errors.length((*here, "description"), option.get("description"), 1, 100)
        if str(option.get("name")) in names:
            errors.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
        names.add(str(option.get("name")))
        nested = option.get("type") in (SUB_COMMAND, SUB_GROUP)
        kinds.add(nested)
        if nested:
            _nested(errors, option, here, depth)
        else:
            if option.get("required") and optional_seen:
                errors.add(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID")
            optional_seen |= not option.get("required")
            _value_option(errors, option, here)
    if len(kinds) > 1:
        errors.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive"
            " to all other types",
        )


def _nested(errors: FormErrors, option: Json, path: Path, depth: int) -> None:
    group = option["type"] == SUB_GROUP
    inner = option.get("options") or []
    if depth > 1 or (depth == 1 and group):
        errors.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deeply")
        return
    if group and not inner:
        errors.add((*path, "options"), "BASE_TYPE_REQUIRED")
    if group and any(isinstance(each, dict) and each.get("type") != 1 for each in inner):
        errors.add(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "A group can hold only sub-commands",
        )
        return
    _options(errors, inner, (*path, "options"), depth=depth + 1 if group else 2)


def _value_option(errors: FormErrors, option: Json, path: Path) -> None:
    kind = option.get("type")
    if kind not in _KINDS:
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {_KINDS}.")
        return
    choices = option.get("choices")
    if choices:
        _choices(errors, choices, kind, (*path, "choices"))
    if option.get("autocomplete"):
        if choices:
            errors.add((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE")
        if kind not in (STRING, INTEGER, NUMBER):
            errors.add((*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE")
    if kind == STRING:
        errors.number((*path, "min_length"), option.get("min_length"), 0, 6000)
        errors.number((*path, "max_length"), option.get("max_length"), 1, 6000)
    if kind in (INTEGER, NUMBER):
        errors.number((*path, "min_value"), option.get("min_value"), -(2**53), 2**53)
        errors.number((*path, "max_value"), option.get("max_value"), -(2**53), 2**53)


def _choices(errors: FormErrors, choices: Any, kind: Any, path: Path) -> None:
    if kind not in (STRING, INTEGER, NUMBER):
        errors.add(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_TYPE")
    check_choices(errors, choices, kind, path, unique=True)


def check_choices(
    errors: FormErrors, choices: Any, kind: int, path: Path, *, unique: bool = False
) -> None:
    """Check fixed choices (with ``unique`` names), or those that an autocomplete answer offers."""
    if not isinstance(choices, list) or len(choices) > 25:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
        return
    names: set[str] = set()
    for index, choice in enumerate(choices):
        here = (*path, index)
        if not isinstance(choice, dict):
            errors.add(here, "MODEL_TYPE_CONVERT")
            continue
        errors.length((*here, "name"), choice.get("name"), 1, 100)
        value = choice.get("value")
        if kind == STRING:
            errors.length((*here, "value"), value, 1, 100)
        elif kind == INTEGER and not isinstance(value, int):
            errors.add((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        else:
            errors.number((*here, "value"), value, -(2**53), 2**53, required=True)
        if unique and str(choice.get("name")) in names:
            errors.add((*here, "name"), "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS")
        names.add(str(choice.get("name")))
