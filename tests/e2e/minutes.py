"""Minutes of an evening: all that people are shown, written down as a text that can be kept.

A `Clerk` lets people type commands, press and choose, and writes after each step what is new for
whom: texts, controls with their ids, suggestions, forms, and what pictures are said to show.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from bot.sandbox.members.sight import Outcome, PlayerError, buttons, selects
from tests.e2e.conftest import CHANNEL, Room
from tests.e2e.guest import Guest

KEPT = Path(__file__).parent / "fixtures"
WRITING = "WRITE_MINUTES"
"""Where this is set, the minutes are written anew instead of compared."""

Json = dict[str, Any]

_NUMBERS = re.compile(r"\b\d{15,20}\b")
_ANSWER, _PUBLIC, _DIRECT = range(3)
_COLOURS = {1: "blue", 2: "grey", 3: "green", 4: "red", 5: "link"}
_MOST_SUGGESTIONS = 6
_ENDS = ("done", "do", "undo", "pass")
_SOMETHING: dict[int, Any] = {3: "x", 5: True, 6: "Bob", 7: CHANNEL}
"""What is put into an option by its type: words, yes, somebody, a channel; else the least."""


class Clerk:
    """Writes down what Alice and Bob are shown."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lines: list[str] = []
        self._shown: dict[tuple[str, str], list[str]] = {}
        self._names: dict[str, str] = {}
        self._read: dict[int, tuple[Json, list[str]]] = {}
        self._written: set[tuple[str, ...]] = set()

    # What people do

    async def slash(self, person: Guest, path: str, /, **given: Any) -> Outcome | None:
        """Somebody types a command."""
        said = " ".join(f"{name}:{self._plain(str(value))}" for name, value in given.items())
        return await self._do(
            person, f"/{path} {said}".rstrip(), person.slash(CHANNEL, path, given)
        )

    async def press(self, person: Guest, message: Json, control: Json) -> Outcome | None:
        """Somebody presses a button."""
        label = control.get("label") or control["custom_id"]
        pressed = person.press(message, control["custom_id"])
        return await self._do(person, f"[{label}]", pressed)

    async def choose(
        self, person: Guest, message: Json, menu: Json, *values: str
    ) -> Outcome | None:
        """Somebody chooses from a menu."""
        picked = person.choose(message, menu["custom_id"], list(values))
        return await self._do(person, f"<{', '.join(values)}>", picked)

    async def suggestions(self, person: Guest, path: str, option: str) -> list[Json]:
        """What is suggested to somebody who is about to type, and once a few letters are typed."""
        found = await self._suggested(person, path, option, "")
        if found:
            await self._suggested(person, path, option, found[0]["name"][1:4].upper().strip())
        return found

    async def _suggested(self, person: Guest, path: str, option: str, typed: str) -> list[Json]:
        found: list[Json] = []
        for _ in range(1 if typed else 2):
            # What was not remembered yet has been read by the second time.
            found = await person.autocomplete(CHANNEL, path, option, typed)
            await self.room.look()
        names = [f"{each['name']} = {each['value']}" for each in found]
        self.lines.append(f"? {path} {option}:{typed} {len(names)}")
        self.lines += [f"    {self._plain(name)}" for name in names[:_MOST_SUGGESTIONS]]
        return found

    async def _do(self, person: Guest, said: str, doing: Any) -> Outcome | None:
        self.lines += ["", f"> {person.me['global_name']}: {self._plain(said)}"]
        outcome: Outcome | None = None
        try:
            outcome = await doing
        except PlayerError as wrong:
            self.lines.append(f"  ! {self._plain(str(wrong))}")
        if outcome is not None and outcome.modal is not None:
            self._write("form", [*self._form(outcome.modal)])
        await self.look()
        return outcome

    # What people see

    async def look(self) -> None:
        """Write down what is new for anybody."""
        await self.room.look()
        for person in (self.room.alice, self.room.bob):
            self._learn(person)
            seen: dict[tuple[str, str], list[str]] = {}
            for message in sorted(person.messages(), key=self._place):
                public = self._place(message)[0] == _PUBLIC
                if public and person is self.room.bob:
                    continue
                who = "all" if public else str(person.me["global_name"])
                seen[who, str(message["id"])] = self._lines_of(message)
            self._compare(person, seen)

    def _place(self, message: Json) -> tuple[int, int]:
        """In which order messages are looked at: they do not all come at the same speed."""
        if message["flags"] & 64:
            return _ANSWER, int(message["id"])
        direct = self.room.alice.channels.get(message["channel_id"], {"type": 1})["type"] == 1
        if not direct and not message["content"] and message["attachments"]:
            # A picture of its own comes when it is drawn, before or after what is told meanwhile.
            return _PUBLIC, 0
        return _DIRECT if direct else _PUBLIC, int(message["id"])

    def _compare(self, person: Guest, seen: dict[tuple[str, str], list[str]]) -> None:
        mine = {"all"} if person is self.room.alice else set()
        mine.add(str(person.me["global_name"]))
        for key in [key for key in self._shown if key[0] in mine and key not in seen]:
            self._write(f"{key[0]}, gone", self._shown.pop(key)[:1])
        for key, lines in seen.items():
            before = self._shown.get(key)
            if before == lines:
                continue
            self._shown[key] = lines
            if before is None:
                self._write(key[0], lines)
            else:
                told = [line for line in difflib.ndiff(before, lines) if line[0] in "+-"]
                self._write(f"{key[0]}, changed", told)

    def _write(self, who: str, lines: list[str]) -> None:
        """Write something down; what was written before, by its first line."""
        known = tuple(lines) in self._written
        self._written.add(tuple(lines))
        self.lines.append(f"  ({who}, as before)" if known else f"  ({who})")
        self.lines += [f"  | {line}".rstrip() for line in (lines[:1] if known else lines)]

    def _learn(self, person: Guest) -> None:
        known = dict(self._names)
        for each in [*person.people, person.bot, person.me]:
            self._names[str(each["id"])] = str(each.get("global_name") or each["username"])
        for number, channel in person.channels.items():
            self._names[str(number)] = str(channel.get("name") or "direct")
        if self._names != known:
            self._read.clear()

    def _lines_of(self, message: Json) -> list[str]:
        """What a message says; one that was looked at before says the same, unless somebody has a
        name now: what is changed comes as another message."""
        if id(message) not in self._read:
            self._read[id(message)] = message, [*self._message(message)]
        return self._read[id(message)][1]

    def _plain(self, text: str) -> str:
        return _NUMBERS.sub(lambda found: self._names.get(found[0], "0"), text)

    def _message(self, message: Json) -> Iterator[str]:
        lines = [message.get("content") or ""]
        for embed in message.get("embeds") or []:
            lines += [
                f"{name}: {embed[name]}" for name in ("title", "description") if name in embed
            ]
            lines += [f"{each['name']}: {each['value']}" for each in embed.get("fields") or []]
        for line in [*lines, *_parts(message.get("components") or [])]:
            yield from self._plain(line).splitlines()
        for each in message.get("attachments") or []:
            yield self._plain(f"({each['filename']}: {each.get('description')})")
        pinged = sorted(self._names.get(str(each["id"]), "?") for each in message["mentions"])
        if pinged:
            yield f"(pings {', '.join(pinged)})"

    def _form(self, modal: Json) -> Iterator[str]:
        for line in [modal["title"], modal["custom_id"], *_parts(modal["components"])]:
            yield from self._plain(line).splitlines()

    def text(self) -> str:
        """The minutes so far."""
        return "\n".join(self.lines).strip() + "\n"


def _parts(components: list[Json], depth: int = 0) -> Iterator[str]:
    """Components, one below the other."""
    for each in components:
        yield from _part(each, depth)


def _part(each: Json, depth: int) -> Iterator[str]:
    space = "  " * depth
    off = " (off)" if each.get("disabled") else ""
    about = " · ".join(str(each[k]) for k in ("label", "description", "placeholder") if each.get(k))
    match each["type"]:
        case 2:
            does = each.get("custom_id") or each.get("url")
            yield f"{space}[{each.get('label')}] {_COLOURS[each['style']]}{off} {does}"
        case 10:
            yield from (f"{space}{line}" for line in each["content"].splitlines())
        case 12:
            yield from (f"{space}({item.get('description')})" for item in each["items"])
        case 3 | 5 | 6 | 7 | 8:
            least, most = each.get("min_values", 1), each.get("max_values", 1)
            yield f"{space}<{about}> {least}-{most}{off} {each['custom_id']}"
            for option in each.get("options") or []:
                chosen = "*" if option.get("default") else "-"
                told = " · ".join(
                    str(option[k]) for k in ("label", "description", "value") if option.get(k)
                )
                yield f"{space}  {chosen} {told}"
        case 4:
            limits = f"{each.get('min_length', 0)}-{each.get('max_length')}"
            yield f"{space}_{about}_ {limits} {each.get('value') or ''} {each['custom_id']}"
        case kind:
            named = f" {about}" if about else ""
            yield f"{space}({kind}{named})"
            yield from _parts(each.get("components") or [], depth + 1)
            for key in ("component", "accessory"):
                if isinstance(each.get(key), dict):
                    yield from _part(each[key], depth + 1)


def commands(person: Guest, *groups: str) -> list[tuple[str, list[Json]]]:
    """The paths of all commands (of these groups) with their options, what ends a phase last."""

    def walk(command: Json, path: str) -> Iterator[tuple[str, list[Json]]]:
        options = command.get("options") or []
        inner = [each for each in options if each["type"] in (1, 2)]
        if not inner:
            yield path, options
        for each in inner:
            yield from walk(each, f"{path} {each['name']}")

    found = [
        each
        for command in person.commands
        if command.get("type", 1) == 1 and (not groups or command["name"] in groups)
        for each in walk(command, command["name"])
    ]
    return sorted(found, key=lambda each: (each[0].split()[-1] in _ENDS, each[0]))


async def type_everything(
    clerk: Clerk, person: Guest, *groups: str, full: bool = False, but: Sequence[str] = ()
) -> None:
    """Somebody types every command, with something for each option asked for (or for each)."""
    for path, options in commands(person, *groups):
        if path in but:
            continue
        given: Json = {}
        for option in options:
            name, found = option["name"], []
            if option.get("autocomplete"):
                found = await clerk.suggestions(person, path, name)
            if option.get("choices"):
                value = option["choices"][0]["value"]
            elif found:
                value = found[0]["value"]
            else:
                value = _SOMETHING.get(option["type"], option.get("min_value", 1))
            nothing_fits = option.get("autocomplete") and not found
            if option.get("required") or (full and not nothing_fits):
                given[name] = value
        await clerk.slash(person, path, **given)


async def press_everything(
    clerk: Clerk, person: Guest, shown: Callable[[], Json | None], *, but: Sequence[str] = ()
) -> None:
    """Somebody presses every button of what is shown, and goes on with the first of each menu."""
    message, done = shown(), {*but}
    while message is not None:
        left = [each for each in buttons(message) if str(each.get("label")) not in done]
        left = [each for each in left if "custom_id" in each and not each.get("disabled")]
        if not left:
            return
        done.add(str(left[0].get("label")))
        await _go_on(clerk, person, message, await clerk.press(person, message, left[0]))
        message = shown()


async def _go_on(clerk: Clerk, person: Guest, message: Json, outcome: Outcome | None) -> None:
    """Choose from the menus of an answer as long as another one comes: as much as may be."""
    asked = ""
    while outcome is not None and outcome.message is not None:
        answer = outcome.message
        menu = next(iter(selects(answer)), None)
        if menu is None or answer["id"] == message["id"] or menu["custom_id"] == asked:
            return
        asked = menu["custom_id"]
        options = [each["value"] for each in menu.get("options") or []]
        if not options:
            return
        outcome = await clerk.choose(person, answer, menu, *options[: menu.get("max_values", 1)])
