"""What was told in a channel and then taken back: it is struck through where it stands.

Of each game the newest messages are remembered; what is older stays as it is, and the news of the
undo stand below it anyway.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet

import discord

from bot.session import GameSession
from bot.session.tellings import Telling
from cogs.delivery.discords_answers import edited
from cogs.ui.customs import TellingCard
from cogs.ui.replies import cut

log = logging.getLogger(__name__)

_LONGEST, _BESIDE_A_NOTE = 2_000, 1_900
"""Characters of a message, and of what was told in it where a note stands beside that."""

_PARTLY = "-# ↩ Some of this was taken back."
_WHOLLY = "-# ↩ All of this was taken back."
_HEADS = ("### ", "## ", "# ", "-# ", "> ", "• ")


Restate = Callable[[Telling], Awaitable[bool]]
"""Has a message that is still known line by line show what stands of it; whether it is."""


async def _unknown(_: Telling) -> bool:
    return False


async def bring_up(
    client: discord.Client,
    session: GameSession,
    channel: discord.PartialMessageable,
    restate: Restate = _unknown,
) -> None:
    """Let every message show how much of it still stands; what is gone is left alone."""
    for told in await session.tellings.overtaken():
        message = channel.get_partial_message(told.message_id)
        try:
            if await restate(told):
                pass
            elif isinstance(told.said, str):
                text = as_it_stands(told.said, told.revisions, told.gone)
                await edited(client, message, content=text)
            else:
                blocks = card_as_it_stands(told.said, told.revisions, told.gone)
                await edited(client, message, view=TellingCard(blocks))
        except discord.NotFound:
            pass
        except discord.HTTPException as wrong:
            log.warning("game %s: a message was not struck through (%s)", session.id, wrong)
            continue
        await session.tellings.shows(told)


def as_it_stands(text: str, revisions: AbstractSet[int], gone: AbstractSet[int]) -> str:
    """A message's text, struck through as far as its revisions were taken back."""
    if not revisions & gone:
        return text
    if revisions - gone:
        return f"{cut(text, _BESIDE_A_NOTE)}\n{_PARTLY}"
    struck = "\n".join(struck_through(line) for line in text.splitlines())
    return struck if len(struck) <= _LONGEST else f"{_WHOLLY}\n{cut(text, _BESIDE_A_NOTE)}"


def card_as_it_stands(
    blocks: Sequence[str], revisions: AbstractSet[int], gone: AbstractSet[int]
) -> Sequence[str]:
    """A card's blocks, struck through as far as its revisions were taken back."""
    if not revisions & gone:
        return blocks
    if revisions - gone:
        return (*blocks, _PARTLY)
    return ["\n".join(struck_through(line) for line in block.splitlines()) for block in blocks]


def struck_through(line: str) -> str:
    """A line struck through; what heads it keeps its meaning."""
    for head in _HEADS:
        if line.startswith(head):
            return head + struck_through(line.removeprefix(head))
    return f"~~{line}~~" if line.strip() else line
