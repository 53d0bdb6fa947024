"""What was told in a channel and then taken back: it is struck through where it stands.

Only what this process told is known, and of each game the newest messages; what is older stays as
it is, and the news of the undo stand below it anyway.
"""

from __future__ import annotations

import logging
from collections import defaultdict, deque
from dataclasses import dataclass

import discord

from bot.session import GameSession
from cogs.speech import cut

log = logging.getLogger(__name__)

_REMEMBERED = 60
"""So many messages are remembered of each game."""

_LONGEST = 2_000
_PARTLY = "-# ↩ Some of this was taken back."
_WHOLLY = "-# ↩ All of this was taken back."
_HEADS = ("### ", "## ", "# ", "-# ", "> ", "• ")


@dataclass(slots=True)
class _Told:
    """A message: what it said, of which revisions, and what it shows now."""

    message_id: int
    channel_id: int
    text: str
    revisions: frozenset[int]
    shown: str


class Struck:
    """Remembers what was told, and strikes through what was taken back."""

    def __init__(self) -> None:
        self._told: defaultdict[str, deque[_Told]] = defaultdict(lambda: deque(maxlen=_REMEMBERED))

    def told(
        self, session: GameSession, message: discord.Message, text: str, revisions: set[int]
    ) -> None:
        """A message told of these revisions."""
        found = _Told(message.id, session.channel_id, text, frozenset(revisions), text)
        self._told[session.id].append(found)

    async def bring_up(self, session: GameSession, channel: discord.PartialMessageable) -> None:
        """Let every message show which of it still stands; what is gone is left alone."""
        told = [each for each in self._told[session.id] if each.channel_id == session.channel_id]
        gone = await session.taken_back_among({r for each in told for r in each.revisions})
        for each in told:
            wanted = as_it_stands(each.text, each.revisions, gone)
            if wanted == each.shown:
                continue
            try:
                await channel.get_partial_message(each.message_id).edit(content=wanted)
            except discord.NotFound:
                pass
            except discord.HTTPException as wrong:
                log.warning("game %s: a message was not struck through (%s)", session.id, wrong)
                continue
            each.shown = wanted


def as_it_stands(text: str, revisions: frozenset[int], gone: set[int]) -> str:
    """A message's text, struck through as far as its revisions were taken back."""
    if not revisions & gone:
        return text
    if revisions - gone:
        return cut(f"{text}\n{_PARTLY}", _LONGEST)
    struck = "\n".join(_strike(line) for line in text.splitlines())
    return struck if len(struck) <= _LONGEST else f"{_WHOLLY}\n{cut(text, _LONGEST - 100)}"


def _strike(line: str) -> str:
    for head in _HEADS:
        if line.startswith(head):
            return head + _strike(line.removeprefix(head))
    return f"~~{line}~~" if line.strip() else line
