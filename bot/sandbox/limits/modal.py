"""Discord's rules for modals, and for what a player may submit with one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.sandbox.limits.components import (
    CHECKBOX,
    CHECKBOX_GROUP,
    LABEL,
    RADIO_GROUP,
    ROW,
    SELECT,
    TEXT,
    TEXT_INPUT,
    ComponentCheck,
    Json,
    Path,
)
from bot.sandbox.limits.errors import FormErrors, Refused

_INPUTS = frozenset({SELECT, TEXT_INPUT, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX})


def check_modal(data: Any, emojis: Collection[str]) -> Json:
    """Check the callback data of a modal; ``emojis`` are the ids of the bot's own.

    Raises ``ApiError`` 50035.
    """
    errors = FormErrors()
    modal = data if isinstance(data, dict) else {}
    errors.length(("data", "title"), modal.get("title"), 1, 45)
    errors.length(("data", "custom_id"), modal.get("custom_id"), 1, 100)
    items = modal.get("components")
    path: Path = ("data", "components")
    if not isinstance(items, list) or not 1 <= len(items) <= 5:
        errors.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        items = []
    check = ComponentCheck(errors, v2=True, emojis=emojis)
    for index, item in enumerate(items):
        _item(check, item, (*path, index))
    errors.check()
    return modal


def _item(check: ComponentCheck, item: Any, path: Path) -> None:
    errors = check.errors
    kind = item.get("type") if isinstance(item, dict) else None
    if kind == TEXT:
        errors.length((*path, "content"), item.get("content"), 1, 4000)
    elif kind == LABEL:
        errors.length((*path, "label"), item.get("label"), 1, 45)
        errors.length((*path, "description"), item.get("description"), 1, 100, required=False)
        inner = item.get("component")
        if not isinstance(inner, dict) or inner.get("type") not in _INPUTS:
            errors.add((*path, "component"), "BASE_TYPE_CHOICES", "Value must be an input.")
        else:
            _input(check, inner, (*path, "component"))
    elif kind == ROW:
        inner = item.get("components")
        if not isinstance(inner, list) or len(inner) != 1 or inner[0].get("type") != TEXT_INPUT:
            errors.add((*path, "components"), "BASE_TYPE_CHOICES", "One text input is expected.")
        else:
            where = (*path, "components", 0)
            errors.length((*where, "label"), inner[0].get("label"), 1, 45)
            _input(check, inner[0], where)
    else:
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 10, 18}.")


def _input(check: ComponentCheck, control: Json, path: Path) -> None:
    errors = check.errors
    kind = control["type"]
    if kind == TEXT_INPUT:
        check.custom_id(control, path)
        errors.length((*path, "label"), control.get("label"), 1, 45, required=False)
        if control.get("style") not in (1, 2):
            errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
        errors.length((*path, "placeholder"), control.get("placeholder"), 0, 100, required=False)
        errors.length((*path, "value"), control.get("value"), 0, 4000, required=False)
        errors.number((*path, "min_length"), control.get("min_length"), 0, 4000)
        errors.number((*path, "max_length"), control.get("max_length"), 1, 4000)
    elif kind == SELECT:
        check.select(control, path)
        if control.get("disabled"):
            errors.add((*path, "disabled"), "MODAL_COMPONENT_DISABLED")
    elif kind in (RADIO_GROUP, CHECKBOX_GROUP):
        check.choice_group(control, path)
    else:
        check.custom_id(control, path)


def controls(modal: Json) -> dict[str, Json]:
    """The modal's inputs by custom id."""
    found: dict[str, Json] = {}
    for item in modal["components"]:
        inner = item.get("component") or (item.get("components") or [None])[0]
        if isinstance(inner, dict) and "custom_id" in inner:
            found[inner["custom_id"]] = inner
    return found


def number_components(modal: Json) -> None:
    """Give an id to every component of the modal that has none, as Discord does."""
    number = 0
    for item in modal["components"]:
        number += 1
        item.setdefault("id", number)
        inner = item.get("component") or (item.get("components") or [None])[0]
        if isinstance(inner, dict):
            number += 1
            inner.setdefault("id", number)


def hand_in(modal: Json, handed: list[Json]) -> list[Json]:
    """The components of a modal submission, from what the page sent, or ``Refused``.

    Discord's own client checks lengths, required inputs and options before it submits.
    """
    given: dict[str, Json] = {}
    for item in handed:
        inner = item.get("component") or (item.get("components") or [None])[0]
        if isinstance(inner, dict) and "custom_id" in inner:
            given[str(inner["custom_id"])] = inner
    unknown = given.keys() - controls(modal).keys()
    if unknown:
        raise Refused(f"The form has no field {sorted(unknown)[0]!r}.")
    submitted: list[Json] = []
    for item in modal["components"]:
        kind = item["type"]
        if kind == TEXT:
            submitted.append({"type": TEXT, "id": item["id"]})
            continue
        control = item["component"] if kind == LABEL else item["components"][0]
        label = item.get("label") or control.get("label") or control["custom_id"]
        answer = _answer(control, given.get(control["custom_id"], {}), label)
        if kind == LABEL:
            submitted.append({"type": LABEL, "id": item["id"], "component": answer})
        else:
            submitted.append({"type": ROW, "id": item["id"], "components": [answer]})
    return submitted


def _answer(control: Json, given: Json, label: str) -> Json:
    kind = control["type"]
    answer: Json = {"type": kind, "id": control["id"], "custom_id": control["custom_id"]}
    if kind == TEXT_INPUT:
        text = str(given.get("value") or "")
        if control.get("required", True) and not text:
            raise Refused(f"Please fill in “{label}”.")
        longest = control.get("max_length") or 4000
        shortest = control.get("min_length") or 0
        if len(text) > longest or (text and len(text) < shortest):
            raise Refused(f"“{label}” takes {shortest} to {longest} characters.")
        return answer | {"value": text}
    if kind == CHECKBOX:
        return answer | {"value": bool(given.get("value"))}
    chosen = given.get("values")
    if chosen is None:
        chosen = [] if given.get("value") in (None, "") else [given["value"]]
    values = [str(each) for each in chosen]
    if control.get("required", True) and not values and control.get("min_values") != 0:
        raise Refused(f"Please choose something for “{label}”.")
    _check_chosen(control, values, label)
    if kind == RADIO_GROUP:
        return answer | {"value": values[0] if values else None}
    return answer | {"values": values}


def _check_chosen(control: Json, values: list[str], label: str) -> None:
    most = control.get("max_values") or (10 if control["type"] == CHECKBOX_GROUP else 1)
    if len(values) > most:
        raise Refused(f"“{label}” takes at most {most}.")
    offered = {option["value"] for option in control["options"]}
    if not set(values) <= offered:
        raise Refused(f"“{label}” does not offer that.")
