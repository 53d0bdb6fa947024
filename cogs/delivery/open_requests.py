"""What is asked of the table in a channel: once it is settled its buttons go, and it says how.

Which message asked is remembered while this process lives. After a restart the buttons stay until
somebody presses one; then they go as well.
"""

from __future__ import annotations

from collections import OrderedDict

import discord

from cogs.delivery.discords_answers import edited, says_anew
from cogs.ui.petitions import settled_text

_MOST = 500
"""Requests that are remembered; almost all are settled within minutes."""


class OpenRequests:
    """The messages of requests that wait for an answer."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._messages: OrderedDict[tuple[str, int], tuple[int, str]] = OrderedDict()

    def asked(self, game: str, number: int, message: discord.Message, text: str) -> None:
        """A request was put up in a message with this text."""
        self._messages[game, number] = message.id, text
        while len(self._messages) > _MOST:
            self._messages.popitem(last=False)

    async def settled(
        self, game: str, number: int, channel: discord.PartialMessageable, state: str
    ) -> None:
        """A request was settled: nothing can be pressed there any more, and nobody is asked."""
        message, text = self._messages.pop((game, number), (None, ""))
        if message is not None:
            shown = channel.get_partial_message(message)
            try:
                await edited(self._client, shown, content=settled_text(text, state), view=None)
            except discord.HTTPException as wrong:
                # Somebody may have deleted it, or locked its thread; how it ended is told anyway.
                if not says_anew(wrong):
                    raise
