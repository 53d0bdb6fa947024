"""Long private texts in pages that a phone can show, turned with two buttons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.session import Refused
from bot.session.receipts import STALE
from cogs.ui.controls import button
from cogs.ui.replies import in_messages

PAGE_LIMIT = 1_200
"""Characters of a page: little more than a phone shows at once."""


def in_pages(lines: Iterable[str], limit: int = PAGE_LIMIT) -> list[str]:
    """Lines in as few pages as can hold them; one empty page if there are none."""
    return in_messages(lines, limit) or [""]


def page_of(pages: list[str], number: int) -> str:
    """A page with its number below, if there are several; the nearest one there is."""
    number = max(0, min(number, len(pages) - 1))
    if len(pages) == 1:
        return pages[0]
    return f"{pages[number]}\n-# Page {number + 1} of {len(pages)}"


def turners(
    kind: str, game: str, number: int, count: int, *parts: object, row: int | None = None
) -> list[discord.ui.Item[Any]]:
    """Buttons to the pages before and after this one; the page's number is the id's last part."""
    items: list[discord.ui.Item[Any]] = []
    if number > 0:
        items.append(button(kind, game, *parts, number - 1, label="◀", row=row))
    if number < count - 1:
        items.append(button(kind, game, *parts, number + 1, label="▶", row=row))
    return items


def turned_to(part: str) -> int:
    """The page's number in a control's id. Raises Refused if it is none."""
    if not part.isdecimal():
        raise Refused(STALE)
    return int(part)


def foot(items: Iterable[discord.ui.Item[Any]]) -> discord.ui.View | None:
    """Buttons as the foot of a message, or None if there are none."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view if view.children else None
