"""Discord's rules for the text, embeds and flags of a message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox.limits.components import Json, Path
from bot.sandbox.limits.errors import FormErrors
from bot.sandbox.objects import Guild, MessageFlag

MAX_CONTENT = 2000
MAX_EMBED_TEXT = 6000

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


def check_content(errors: FormErrors, content: Any) -> None:
    """The content has at most 2,000 characters."""
    errors.length(("content",), content, 0, MAX_CONTENT, required=False)


def check_embeds(errors: FormErrors, embeds: Any) -> None:
    """At most 10 embeds, each within its own limits, with 6,000 characters between them."""
    path: Path = ("embeds",)
    if not isinstance(embeds, list):
        errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return
    if len(embeds) > 10:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    total = 0
    for index, embed in enumerate(embeds):
        if not isinstance(embed, dict):
            errors.add((*path, index), "MODEL_TYPE_CONVERT", "Only dictionaries may be used")
            continue
        total += _embed(errors, embed, (*path, index))
    if total > MAX_EMBED_TEXT:
        errors.add(
            path,
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}",
        )


def _embed(errors: FormErrors, embed: Json, path: Path) -> int:
    """Check one embed. Returns how many characters it has."""
    total = 0
    texts: list[tuple[Path, Any, int]] = [
        (("title",), embed.get("title"), 256),
        (("description",), embed.get("description"), 4096),
        (("footer", "text"), (embed.get("footer") or {}).get("text"), 2048),
        (("author", "name"), (embed.get("author") or {}).get("name"), 256),
    ]
    for where, value, most in texts:
        if errors.length((*path, *where), value, 0, most, required=False):
            total += len(value or "")
    fields = embed.get("fields") or []
    if len(fields) > 25:
        errors.add((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, field in enumerate(fields):
        for key, most in (("name", 256), ("value", 1024)):
            if errors.length((*path, "fields", index, key), field.get(key), 1, most):
                total += len(field[key])
    errors.number((*path, "color"), embed.get("color"), 0, 0xFFFFFF)
    for key in ("image", "thumbnail"):
        url = (embed.get(key) or {}).get("url")
        if url and not url.startswith(("http://", "https://", "attachment://")):
            errors.add(
                (*path, key, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme must be one of ('http', 'https').",
            )
    return total


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
        errors.add(
            ("flags",),
            "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED",
            "The IS_COMPONENTS_V2 flag cannot be removed once it is set",
        )
    return current & ~allowed | asked & allowed | current & MessageFlag.COMPONENTS_V2


def check_v2(errors: FormErrors, body: Json, content: str, embeds: list[Json]) -> None:
    """A V2 message has components and files, and nothing of the older kinds."""
    wrong = [
        name
        for name, present in (
            ("content", bool(content)),
            ("embeds", bool(embeds)),
            ("poll", bool(body.get("poll"))),
            ("sticker_ids", bool(body.get("sticker_ids"))),
        )
        if present
    ]
    for name in wrong:
        errors.add(
            (name,),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
        )


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
        errors.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used")
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
    replied_to: str | None = None,
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
        reply = [replied_to] if replied_to else []
        return Mentioned(list(dict.fromkeys(users + reply)), roles, everyone)
    parse = allowed.get("parse") or []
    if "users" not in parse:
        listed = {str(each) for each in allowed.get("users") or []}
        users = [each for each in users if each in listed]
    if "roles" not in parse:
        listed = {str(each) for each in allowed.get("roles") or []}
        roles = [each for each in roles if each in listed]
    if replied_to and allowed.get("replied_user"):
        users = list(dict.fromkeys([*users, replied_to]))
    return Mentioned(users, roles, everyone and "everyone" in parse)
