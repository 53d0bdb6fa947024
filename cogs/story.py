"""Finished games: keeping the whole story as a page, and opening the table again."""

from __future__ import annotations

import asyncio
import io
import json
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.story.keeping import story_page
from cogs.delivery.cards import check_channel
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.first_answer import First
from cogs.ui.opening.tables import open_again
from cogs.ui.pictures import BUSY, CUT_SHORT
from cogs.ui.replies import Interaction, explain, show
from cogs.ui.status_card import AGAIN
from rendering import Broken, GivenUp, RenderPool

GOES_ON = "A story shows every hidden card, so I tell it only once the game is over."
BROKEN_OFF = (
    "This game was broken off, and a moderator can still resume it, so I show nobody what is "
    "hidden in it. The person who runs the bot can make its story with `kingmaker story`."
)
TOO_LONG = (
    "This story took too long to tell. The person who runs the bot can make it with "
    "`kingmaker story`."
)
_HOW = (
    "The whole game on one page: the map turn by turn, every hand, and the dice, which your own "
    "browser checks. Save the file and open it. It works without a network."
)


_MOST_WAITING = 8
"""The number of people who may wait for stories of their games; others are told that the queue is
long."""


class Bookbinder(commands.Cog):
    """Makes the stories of finished games, one after another, and remembers the latest.

    If a whole table presses the button, the story is made only once.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._record = ""
        self._page = b""

    async def page_of(self, session: GameSession, pool: RenderPool) -> bytes:
        """The page of a finished game. Raises Refused if the page cannot be made, or if too many
        people are waiting."""
        if self._waiting >= _MOST_WAITING:
            raise Refused(BUSY)
        self._waiting += 1
        try:
            async with self._lock:
                return await self._latest(session, pool)
        finally:
            self._waiting -= 1

    async def _latest(self, session: GameSession, pool: RenderPool) -> bytes:
        # The record is read again each time: somebody who has asked to be forgotten may have
        # another name in it by now.
        record = await session.journal.export()
        text = json.dumps(record)
        if text != self._record:
            page = await _made(record, pool)
            self._record, self._page = text, page.encode()
        return self._page


async def _made(record: Any, pool: RenderPool) -> str:
    """The page, made in the process that draws pictures. Raises Refused if that cannot be done."""
    # The work runs in another process: it changes nothing here and only returns the page.
    work = partial(story_page, record, ended=True, cache_dir=pool.cache_dir)
    try:
        return await pool.at_leisure(work)
    except ValueError as wrong:
        raise Refused(f"I cannot tell the story of this game. {wrong}") from wrong
    except GivenUp:
        raise Refused(TOO_LONG) from None
    except Broken:
        raise Refused(CUT_SHORT) from None


@on("story", First.FRESH)
async def _story(interaction: Interaction, press: Press) -> None:
    """'Keep the story': send the page as a file to the person who pressed it."""
    session = await press.session(interaction)
    if not session.lies_open:
        raise Refused(BROKEN_OFF if session.status == "over" else GOES_ON)
    # This takes a while, and nobody else should have to wait for it.
    interaction.client.desk.background.keep(_hand_over(interaction, session))


async def _hand_over(interaction: Interaction, session: GameSession) -> None:
    try:
        binder = interaction.client.get_cog(Bookbinder.__name__)
        assert isinstance(binder, Bookbinder)
        page = await binder.page_of(session, interaction.client.pictures.pool)
        file = discord.File(io.BytesIO(page), filename=f"story-{session.id}.html")
        await show(interaction, _HOW, files=[file])
    except Exception as error:
        await explain(interaction, error)


@on(AGAIN, First.FRESH)
async def _again(interaction: Interaction, press: Press) -> None:
    """'Play again': open the table of a finished game once more."""
    check_channel(interaction)
    await show(interaction, await open_again(interaction, await press.session(interaction)))


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Bookbinder())
