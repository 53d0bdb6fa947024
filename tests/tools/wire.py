"""What the record of requests shows: what was confirmed to people, and what was sent twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

_DONE = "✓ "
"""The beginning of the answer to a press that was carried out."""


def _texts(value: Any) -> Iterable[str]:
    """All strings in a payload."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def confirmed(record: Iterable[dict[str, Any]]) -> set[str]:
    """The interactions whose answers say that something was carried out."""
    by_token: dict[str, str] = {}
    found: set[str] = set()
    for line in record:
        parts = line["path"].strip("/").split("/")
        token = None
        if "interactions" in parts and parts[-1] == "callback":
            token = parts[-2]
            by_token[token] = parts[-3]
        elif "webhooks" in parts:
            token = parts[parts.index("webhooks") + 2]
        said = token in by_token and line["status"] < 300
        if said and any(text.startswith(_DONE) for text in _texts(line["json"])):
            found.add(by_token[str(token)])
    return found


def counted(record: Iterable[dict[str, Any]]) -> int:
    """The number of requests that count towards Discord's limit on all requests per second."""
    free = {"interactions", "webhooks"}
    return sum(not free & set(line["path"].split("/")) for line in record)


def sent_twice(record: Iterable[dict[str, Any]]) -> dict[str, int]:
    """The number of messages that were sent again with the same nonce, and of those that then
    existed twice."""
    made: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for line in record:
        nonce = (line["json"] or {}).get("nonce") if isinstance(line["json"], dict) else None
        if line["method"] == "POST" and nonce and line["status"] < 300:
            made[line["path"], str(nonce)].append(str(line["response"]["id"]))
    return {
        "sent_again": sum(len(ids) - 1 for ids in made.values()),
        "there_twice": sum(len(set(ids)) - 1 for ids in made.values()),
    }
