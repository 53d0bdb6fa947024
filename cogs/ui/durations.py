"""Lengths of time as people type them."""

from __future__ import annotations

import re
from datetime import timedelta

from discord import app_commands

from bot.session import Refused
from cogs.ui.names import folded
from cogs.ui.replies import Interaction

_LENGTHS = ("1 hour", "6 hours", "12 hours", "1 day", "2 days", "3 days", "1 week")
_LENGTH = re.compile(r"(\d{1,4})\s*(m|h|d|w)[a-z]*", re.IGNORECASE)
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


def length_of(text: str) -> timedelta:
    """A length of time such as “90 minutes”, “2 days” or “1d 12h”. Raises Refused."""
    found = _LENGTH.findall(text)
    rest = _LENGTH.sub("", text).replace("and", "").strip(" ,")
    if not found or rest:
        raise Refused("Say how long, such as “90 minutes”, “6 hours”, “2 days” or “1 week”.")
    return sum(
        (timedelta(**{_UNITS[unit.lower()]: int(count)}) for count, unit in found), timedelta()
    )


async def lengths_like(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Suggests usual lengths of time."""
    found = [text for text in _LENGTHS if folded(current) in text]
    return [app_commands.Choice(name=text, value=text) for text in found]
