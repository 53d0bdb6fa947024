"""Discord's rules for the text, mentions and flags of a message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox.limits.components import Json, Path
from bot.sandbox.limits.errors import FormErrors
from bot.sandbox.objects import Guild, MessageFlag

MAX_CONTENT = 2000

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


def check_content(errors: FormErrors, content: Any) -> None:
    """The content has at most 2,000 characters."""
    errors.length(("content",), content, 0, MAX_CONTENT, required=False)


def check_unknown(errors: FormErrors, body: Json) -> None:
    """Embeds, polls and stickers are Discord's, but the bot sends none, and nobody would see them
    here."""
    for name in ("embed", "embeds", "poll", "sticker_ids"):
        if body.get(name):
            errors.add((name,), "UNKNOWN_TO_THE_SANDBOX", f"The sandbox does not show {name}.")


def check_flags(errors: FormErrors, asked: Any, allowed: int, current: int) -> int:
    """The message's flags after the request; V2 and ephemeral stay once they are set.

    ``allowed`` are the bits that this request may set.
    """
    if asked is None:
        return current
    if isinstance(asked, bool) or not isinstance(asked, int):
        errors.add(("flags",), "NUMBER_TYPE_COERCE", f'Value "{asked}" is not int.')
        return current
    if current & MessageFlag.COMPONENTS_V2 and not asked & MessageFlag.COMPONENTS_V2:
        errors.add(("flags",), "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED")
    return current & ~allowed | asked & allowed | current & MessageFlag.COMPONENTS_V2


def check_v2(errors: FormErrors, content: str) -> None:
    """A V2 message has components and files, and no content."""
    if content:
        errors.add(("content",), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The people and roles that a message pings."""

    users: list[str]
    roles: list[str]
    everyone: bool


def check_allowed_mentions(errors: FormErrors, allowed: Any) -> None:
    """``parse`` and explicit lists of the same kind exclude each other; each list has at most 100
    ids."""
    if allowed is None:
        return
    path: Path = ("allowed_mentions",)
    if not isinstance(allowed, dict):
        errors.add(path, "MODEL_TYPE_CONVERT")
        return
    parse = allowed.get("parse") or []
    for kind in parse:
        if kind not in ("users", "roles", "everyone"):
            errors.add(
                (*path, "parse"),
                "BASE_TYPE_CHOICES",
                "Value must be one of {'users', 'roles', 'everyone'}.",
            )
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if len(listed) > 100:
            errors.add((*path, kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        errors.distinct((*path, kind), listed)
        if listed and kind in parse:
            errors.add(
                (*path, kind),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.',
            )


def mentioned(
    text: str,
    allowed: Json | None,
    guild: Guild | None,
    known_users: set[str],
    *,
    may_everyone: bool,
) -> Mentioned:
    """The people and roles that the text pings once ``allowed_mentions`` has been applied."""
    users = [each for each in dict.fromkeys(_USER_MENTION.findall(text)) if each in known_users]
    roles = [
        each
        for each in dict.fromkeys(_ROLE_MENTION.findall(text))
        if guild is not None
        and each in guild.roles
        and (may_everyone or guild.roles[each].mentionable)
    ]
    everyone = may_everyone and guild is not None and bool(re.search(r"@(everyone|here)\b", text))
    if allowed is None:
        return Mentioned(users, roles, everyone)
    parse = allowed.get("parse") or []
    if "users" not in parse:
        listed = {str(each) for each in allowed.get("users") or []}
        users = [each for each in users if each in listed]
    if "roles" not in parse:
        listed = {str(each) for each in allowed.get("roles") or []}
        roles = [each for each in roles if each in listed]
    return Mentioned(users, roles, everyone and "everyone" in parse)
