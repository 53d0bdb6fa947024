"""Discord's answers when a message cannot be sent or changed, and what the bot does then.

This one table lists everything that can keep news from people: channels, threads, posts and
messages that are archived, locked, gone or closed, and people who cannot be messaged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import Enum, auto
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

import discord

_Done = TypeVar("_Done")


class Then(Enum):
    """The bot's reaction to an answer; after any answer not listed, it tries again later."""

    OPEN = auto()
    """The thread is archived: it is opened, or the news goes out again, which opens it as well."""
    ANEW = auto()
    """The message is gone: its text is sent in a new message."""
    SHUT = auto()
    """The place is closed to the bot: the host is told, the clock stops, and the news waits."""
    LOST = auto()
    """The place is gone: everybody at the table is told, and the clock stops."""
    AWAY = auto()
    """The bot is no longer on the server."""
    UNREACHED = auto()
    """A person cannot be messaged: their news waits behind the channel's private buttons."""
    FULL = auto()
    """There is no room for more threads, or for more people in one: the news goes another way."""


ANSWERS: Mapping[int, Then] = MappingProxyType(
    {
        10003: Then.LOST,  # unknown channel: also a thread or a forum's post
        10004: Then.AWAY,  # unknown server
        10007: Then.AWAY,  # unknown member
        10008: Then.ANEW,  # unknown message
        10013: Then.UNREACHED,  # unknown user
        30033: Then.FULL,  # too many people in a thread
        50001: Then.SHUT,  # missing access
        50007: Then.UNREACHED,  # direct messages closed
        50013: Then.SHUT,  # missing permissions
        50024: Then.SHUT,  # not in a channel of this type
        50033: Then.UNREACHED,  # a recipient who cannot be messaged, such as another bot
        50083: Then.OPEN,  # the thread is archived
        50278: Then.UNREACHED,  # no server in common
        160005: Then.SHUT,  # the thread is locked
        160006: Then.FULL,  # too many open threads on a server
    }
)
"""The reactions, by Discord's error code."""

FOR_GOOD = frozenset(
    code
    for code, then in ANSWERS.items()
    if then in (Then.SHUT, Then.LOST, Then.UNREACHED, Then.FULL)
)
"""Answers after which an immediate retry is useless and counts against the bot."""

NOT_HERE = frozenset(code for code, then in ANSWERS.items() if then is Then.AWAY)

_BEGUN_ANEW = (Then.ANEW, Then.OPEN)


def says_anew(wrong: discord.HTTPException) -> bool:
    """Whether a message that could not be changed is gone or out of reach; if so, its text is sent
    again, which opens an archived thread and shows whether the channel still exists."""
    return isinstance(wrong, discord.NotFound) or ANSWERS.get(wrong.code) in _BEGUN_ANEW


async def edited(
    client: discord.Client, message: discord.PartialMessage | discord.Message, **changes: Any
) -> discord.Message:
    """Change a message, reopening its thread first if that is archived and the bot may do so.

    Raises Discord's error if the change fails.
    """
    return await _opened(client, message, partial(message.edit, **changes))


async def deleted(
    client: discord.Client, message: discord.PartialMessage | discord.Message
) -> None:
    """Delete a message in the same way as `edited` changes one."""
    await _opened(client, message, message.delete)


async def _opened(
    client: discord.Client,
    message: discord.PartialMessage | discord.Message,
    work: Callable[[], Awaitable[_Done]],
) -> _Done:
    """Do something to a message, reopening its thread first if that is needed."""
    try:
        return await work()
    except discord.HTTPException as wrong:
        if ANSWERS.get(wrong.code) is not Then.OPEN:
            raise
        try:
            await client.http.edit_channel(message.channel.id, archived=False)
        except discord.HTTPException:
            raise wrong from None
    return await work()
