"""Reading choices that may hold anything: one value of a field, one number."""

from __future__ import annotations

from bot.rules.kernel.choices import Choice

_DIGITS = 4
"""Longer numbers are no number of anything in this game."""


def one_of(choice: Choice, name: str) -> str:
    """The value of a field; empty if there is none, or more than one."""
    values = choice.many(name)
    return values[0] if len(values) == 1 else ""


def number_of(choice: Choice, name: str) -> int | None:
    """The number in a field, written as offers write it; None if there is no such number."""
    value = one_of(choice, name)
    if not (value.isascii() and value.isdecimal() and len(value) <= _DIGITS):
        return None
    return int(value) if value == str(int(value)) else None
