"""The one error for a broken data file, and how to put it plainly."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


class ContentError(Exception):
    """A data file is refused.

    `file` is its path inside the data folder, `key` the place in the file (`cards[12].castles[0]`,
    or empty for the file as a whole), `reason` a clear sentence.
    """

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")
        self.file = file
        self.key = key
        self.reason = reason


def of_wrong_type(file: str, data: bytes, text: str) -> ContentError:
    """The error for msgspec's message about a value of the wrong type or an unknown field."""
    key, reason = in_words(text)
    got = re.search(r"got `(\w+)`", text)
    if "[...]" in key and got:
        key = _named(msgspec.json.decode(data), _steps(key), got[1], "") or key
    return ContentError(file, key, reason)


def in_words(text: str) -> tuple[str, str]:
    """The place named in msgspec's message, as a key, and the mistake in words."""
    what, _, where = text.partition(" - at ")
    found = re.search(r"\$([^`]*)", where)
    return (found[1].removeprefix(".") if found else ""), _in_words(what)


def of_broken_json(file: str, data: bytes, text: str) -> ContentError:
    """The error for a text that is not JSON; the key is the line of the first mistake."""
    found = re.search(r"byte (\d+)", text)
    at = int(found[1]) if found else len(data)
    line = data[:at].count(b"\n") + 1
    return ContentError(file, f"line {line}", "this is not valid JSON.")


def _in_words(what: str) -> str:
    found = re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", what)
    if found:
        wanted = " or ".join(_TYPES.get(t, t) for t in found[1].split(" | "))
        return f"must be {wanted}, but it is {_TYPES.get(found[2], found[2])}."
    found = re.fullmatch(r"Expected `array` of length (\d+)(?:, got (\d+))?", what)
    if found:
        return f"must be a list of {found[1]} values."
    found = re.fullmatch(r"Object missing required field `([^`]+)`", what)
    if found:
        return f"the field '{found[1]}' is missing."
    found = re.fullmatch(r"Object contains unknown field `([^`]+)`", what)
    if found:
        return f"there is no field '{found[1]}'. Is it misspelt?"
    found = re.fullmatch(r"Invalid enum value (.+)", what)
    if found:
        return f"{found[1]} is not one of the values allowed here."
    return what if what.endswith(".") else f"{what}."


def _steps(key: str) -> list[str]:
    return re.findall(r"\[[^\]]*\]|[^.\[\]]+", key)


def _named(value: object, steps: Sequence[str], got: str, path: str) -> str | None:
    """The path with real keys instead of `[...]`: the first that leads to a value of the type
    `got`."""
    if not steps:
        return path if _type_of(value) == got else None
    step, rest = steps[0], steps[1:]
    if step == "[...]" and isinstance(value, dict):
        tries = (_named(v, rest, got, f"{path}.{k}".lstrip(".")) for k, v in value.items())
        return next((found for found in tries if found is not None), None)
    if step == "[...]" and isinstance(value, list):
        tries = (_named(v, rest, got, f"{path}[{i}]") for i, v in enumerate(value))
        return next((found for found in tries if found is not None), None)
    if step.startswith("[") and isinstance(value, list):
        return _named(value[int(step[1:-1])], rest, got, path + step)
    if isinstance(value, dict) and step in value:
        return _named(value[step], rest, got, f"{path}.{step}".lstrip("."))
    return None


def _type_of(value: object) -> str:
    kinds = {str: "str", bool: "bool", int: "int", float: "float", list: "array", dict: "object"}
    return kinds.get(type(value), "null")
