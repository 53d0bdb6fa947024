"""What is asked of the table in a channel: its buttons go once it is settled.

Which message asked is remembered while this process lives. After a restart the buttons stay until
somebody presses one; then they go as well.
"""

from __future__ import annotations

import contextlib
from collections import OrderedDict

import discord

_MOST = 500
"""Requests that are remembered; almost all are settled within minutes."""


class OpenRequests:
    """The messages of requests that wait for an answer."""

    def __init__(self) -> None:
        self._messages: OrderedDict[tuple[str, int], int] = OrderedDict()

    def asked(self, game: str, number: int, message: discord.Message) -> None:
        """A request was put up in a message."""
        self._messages[game, number] = message.id
        while len(self._messages) > _MOST:
            self._messages.popitem(last=False)

    async def settled(self, game: str, number: int, channel: discord.PartialMessageable) -> None:
        """A request was settled: nothing can be pressed there any more."""
        message = self._messages.pop((game, number), None)
        if message is not None:
            # Somebody may have deleted it.
            with contextlib.suppress(discord.NotFound):
                await channel.get_partial_message(message).edit(view=None)
