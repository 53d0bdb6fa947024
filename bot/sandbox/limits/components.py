"""Discord's rules for the components of a message: classic rows and Components V2."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from typing import Any

from bot.sandbox.limits.errors import FormErrors

Json = dict[str, Any]
Path = tuple[str | int, ...]

ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, GALLERY = 1, 2, 3, 4, 10, 12
CONTAINER, LABEL = 17, 18
RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 21, 22, 23

_V2_TOP = frozenset({ROW, TEXT, GALLERY, CONTAINER})
_IN_CONTAINER = _V2_TOP - {CONTAINER}

MAX_COMPONENTS = 40
MAX_TEXT = 4000


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, nested ones included, in reading order."""
    for each in components:
        if not isinstance(each, dict):
            continue
        yield each
        inner = each.get("components")
        if isinstance(inner, list):
            yield from walk(inner)
        if isinstance(each.get("component"), dict):
            yield from walk([each["component"]])


def find(components: list[Json], custom_id: str) -> Json | None:
    """The control with this custom id, if any."""
    return next((each for each in walk(components) if each.get("custom_id") == custom_id), None)


class ComponentCheck:
    """Checks one message's components, and notes faults in ``errors``.

    ``emojis`` are the ids of the custom emoji that the bot may use.
    """

    def __init__(self, errors: FormErrors, *, v2: bool, emojis: Collection[str]) -> None:
        self.errors = errors
        self._v2 = v2
        self._emojis = emojis
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._text = 0

    def message(self, components: Any, path: Path = ("components",)) -> None:
        """Check the whole list."""
        if not isinstance(components, list):
            self.errors.add(path, "LIST_TYPE_CONVERT")
            return
        if not self._v2 and len(components) > 5:
            self.errors.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        for index, component in enumerate(components):
            self._one(component, (*path, index), _V2_TOP if self._v2 else frozenset({ROW}))
        if self._count > MAX_COMPONENTS:
            self.errors.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components must be at most {MAX_COMPONENTS}.",
            )
        if self._text > MAX_TEXT:
            self.errors.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total displayable text must be at most {MAX_TEXT} characters.",
            )

    def _one(self, component: Any, path: Path, allowed: frozenset[int]) -> None:
        if not isinstance(component, dict) or not isinstance(component.get("type"), int):
            self.errors.add((*path, "type"), "BASE_TYPE_REQUIRED")
            return
        kind = component["type"]
        if kind not in allowed:
            listed = ", ".join(str(each) for each in sorted(allowed))
            self.errors.add(
                (*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {{{listed}}}."
            )
            return
        self._count += 1
        self._own_id(component, path)
        check = {
            ROW: self._row,
            BUTTON: self.button,
            SELECT: self.select,
            TEXT: self._text_display,
            GALLERY: self._gallery,
            CONTAINER: self._container,
        }[kind]
        check(component, path)

    def _own_id(self, component: Json, path: Path) -> None:
        own = component.get("id")
        if not own:
            return
        if not self.errors.number((*path, "id"), own, 0, 2**31 - 1):
            return
        if own in self._ids:
            self.errors.add((*path, "id"), "COMPONENT_ID_DUPLICATED")
        self._ids.add(own)

    def custom_id(self, component: Json, path: Path) -> None:
        """A custom id has 1 to 100 characters and is unique in the message or modal."""
        value = component.get("custom_id")
        where = (*path, "custom_id")
        if not self.errors.length(where, value, 1, 100):
            return
        if value in self._custom_ids:
            self.errors.add(where, "COMPONENT_CUSTOM_ID_DUPLICATED")
        self._custom_ids.add(str(value))

    def _row(self, row: Json, path: Path) -> None:
        inner = row.get("components")
        where = (*path, "components")
        if not isinstance(inner, list) or not 1 <= len(inner) <= 5:
            self.errors.add(where, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
            return
        for index, component in enumerate(inner):
            self._one(component, (*where, index), frozenset({SELECT, BUTTON}))
        kinds = [each.get("type") for each in inner if isinstance(each, dict)]
        if len(kinds) > 1 and SELECT in kinds:
            self.errors.add(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED")

    def button(self, button: Json, path: Path) -> None:
        """A button's style, label, emoji and target."""
        style = button.get("style")
        if style not in (1, 2, 3, 4, 5):
            said = "Value must be one of {1, 2, 3, 4, 5}."
            self.errors.add((*path, "style"), "BASE_TYPE_CHOICES", said)
            return
        self.errors.length((*path, "label"), button.get("label"), 0, 80, required=False)
        self.emoji(button.get("emoji"), (*path, "emoji"))
        if not button.get("label") and not button.get("emoji"):
            self.errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED")
        if style == 5:
            self._link(button, path)
            return
        if button.get("url"):
            self.errors.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE")
        self.custom_id(button, path)

    def _link(self, button: Json, path: Path) -> None:
        url = button.get("url")
        if self.errors.length((*path, "url"), url, 1, 512):
            self._scheme(str(url), (*path, "url"), ("http://", "https://", "discord://"))
        if button.get("custom_id"):
            self.errors.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE")

    def _scheme(self, url: str, path: Path, schemes: tuple[str, ...]) -> None:
        if not url.startswith(schemes):
            self.errors.add(
                path, "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {', '.join(schemes)}."
            )

    def emoji(self, emoji: Any, path: Path) -> None:
        """A custom emoji that exists, or a name that is an emoji rather than a word."""
        if emoji is None:
            return
        if not isinstance(emoji, dict):
            self.errors.add(path, "MODEL_TYPE_CONVERT")
            return
        name = emoji.get("name") or ""
        if not self.errors.length((*path, "name"), name, 1, 32):
            return
        if emoji.get("id"):
            if str(emoji["id"]) not in self._emojis:
                self.errors.add((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI")
            return
        looks_right = not name.isascii() and (
            not any(unicodedata.category(char).startswith("L") and char != "ℹ" for char in name)
        )
        if not looks_right:
            self.errors.add((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI")

    def select(self, select: Json, path: Path) -> None:
        """A select menu: its numbers, its placeholder and its options."""
        self.custom_id(select, path)
        placeholder = select.get("placeholder")
        self.errors.length((*path, "placeholder"), placeholder, 0, 150, required=False)
        self.bounds(select, path, 25)
        self._options(select, path, 1, 25)

    def bounds(self, control: Json, path: Path, most: int) -> None:
        """Check the least and most that may be chosen: neither may exceed ``most``, and both must
        be consistent with each other and with the options."""
        errors = self.errors
        low, high = control.get("min_values"), control.get("max_values")
        good = errors.number((*path, "min_values"), low, 0, most)
        good &= errors.number((*path, "max_values"), high, 1, most)
        if control.get("required") and low == 0:
            errors.add((*path, "min_values"), "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES")
        if not good:
            return
        options = control.get("options")
        count = len(options) if isinstance(options, list) else most
        unset = count if control["type"] == CHECKBOX_GROUP else 1
        low, high = 1 if low is None else low, unset if high is None else high
        if low > high:
            errors.add((*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE")
        if options is not None and max(low, high) > count:
            errors.add(path, "SELECT_COMPONENT_TOO_FEW_OPTIONS")

    def _options(self, holder: Json, path: Path, fewest: int, most: int) -> None:
        options = holder.get("options")
        where = (*path, "options")
        errors = self.errors
        if not isinstance(options, list) or not fewest <= len(options) <= most:
            said = f"Must be between {fewest} and {most} in length."
            errors.add(where, "BASE_TYPE_BAD_LENGTH", said)
            return
        values: set[str] = set()
        defaults = 0
        for index, option in enumerate(options):
            here = (*where, index)
            if not isinstance(option, dict):
                errors.add(here, "MODEL_TYPE_CONVERT")
                continue
            errors.length((*here, "label"), option.get("label"), 1, 100)
            described = option.get("description")
            errors.length((*here, "description"), described, 0, 100, required=False)
            self.emoji(option.get("emoji"), (*here, "emoji"))
            if errors.length((*here, "value"), option.get("value"), 1, 100):
                if option["value"] in values:
                    errors.add((*here, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED")
                values.add(option["value"])
            defaults += bool(option.get("default"))
        if defaults > (holder.get("max_values") or (1 if holder["type"] != CHECKBOX_GROUP else 10)):
            errors.add(where, "SELECT_COMPONENT_TOO_MANY_DEFAULTS")

    def choice_group(self, group: Json, path: Path) -> None:
        """A radio group (2 to 10 options) or checkbox group (1 to 10)."""
        self.custom_id(group, path)
        self._options(group, path, 2 if group["type"] == RADIO_GROUP else 1, 10)
        if group["type"] == CHECKBOX_GROUP:
            self.bounds(group, path, 10)

    # ---- Components V2 ------------------------------------------------------------------------

    def _text_display(self, text: Json, path: Path) -> None:
        content = text.get("content")
        if self.errors.length((*path, "content"), content, 1, MAX_TEXT):
            self._text += len(str(content))

    def _gallery(self, gallery: Json, path: Path) -> None:
        items = gallery.get("items")
        where = (*path, "items")
        if not isinstance(items, list) or not 1 <= len(items) <= 10:
            self.errors.add(where, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length.")
            return
        for index, item in enumerate(items):
            self._picture(item if isinstance(item, dict) else {}, (*where, index))

    def _picture(self, item: Json, path: Path) -> None:
        media, described = item.get("media"), item.get("description")
        url = media.get("url") if isinstance(media, dict) else None
        where = (*path, "media", "url")
        if self.errors.length(where, url, 1, 2048):
            self._scheme(str(url), where, ("http://", "https://", "attachment://"))
        self.errors.length((*path, "description"), described, 1, 1024, required=False)

    def _container(self, container: Json, path: Path) -> None:
        accent = container.get("accent_color")
        self.errors.number((*path, "accent_color"), accent, 0, 0xFFFFFF)
        inner = container.get("components")
        where = (*path, "components")
        if not isinstance(inner, list) or not inner:
            self.errors.add(where, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 40 in length.")
            return
        for index, component in enumerate(inner):
            self._one(component, (*where, index), _IN_CONTAINER)
