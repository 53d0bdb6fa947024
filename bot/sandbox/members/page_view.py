"""What the page shows, read from its JSON: texts, controls, forms, commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

_BUTTON = 2
_SELECTS = (3, 5, 6, 7, 8)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component of a message, nested ones and accessories included."""
    for each in components:
        yield each
        yield from walk(each.get("components") or [])
        for key in ("accessory", "component"):
            if isinstance(each.get(key), dict):
                yield from walk([each[key]])


def text_of(message: Json) -> str:
    """All that a message says: content, embeds and text displays, one below the other."""
    parts = [message.get("content") or ""]
    for embed in message.get("embeds") or []:
        parts += [embed.get("title") or "", embed.get("description") or ""]
        for field in embed.get("fields") or []:
            parts += [field["name"], field["value"]]
    parts += [
        each["content"] for each in walk(message.get("components") or []) if each.get("type") == 10
    ]
    return "\n".join(part for part in parts if part)


def buttons(message: Json) -> list[Json]:
    """The message's buttons, in reading order."""
    return [each for each in walk(message["components"]) if each["type"] == _BUTTON]


def selects(message: Json) -> list[Json]:
    """The message's select menus, in reading order."""
    return [each for each in walk(message["components"]) if each["type"] in _SELECTS]


def fill_form(
    modal: Json, values: dict[str, Any], choose: Callable[[Json, str], str]
) -> list[Json]:
    """The components to hand in with a form: values by custom id or label, lists for selects.

    ``choose(control, given)`` turns what a player names into a select's value. Inputs without a
    value keep what the form shows. ``KeyError`` names a field that the form does not have.
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
    """A command with its group and sub-command: ``chain`` from the command downwards."""

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
        """The options that it takes, as the bot defined them."""
        return self.chain[-1].get("options") or []

    def frame(self, options: list[Json]) -> Json:
        """The frame that runs it with these options."""
        for each in reversed(self.chain[1:]):
            options = [{"name": each["name"], "type": each["type"], "options": options}]
        return {"id": self.chain[0]["id"], "name": self.chain[0]["name"], "options": options}
