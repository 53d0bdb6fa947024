"""What befalls a game from outside: its channel is deleted, and with it all that was shown."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.session.deeds import PAUSE
from cogs.reach import Reach

if TYPE_CHECKING:
    from bot.app import Bot

log = logging.getLogger(__name__)

_GONE = "Its channel is gone."
_BACK = "It has a channel again."


async def lost_its_channel(reach: Reach, session: GameSession, name: str | None = None) -> None:
    """Stop the clock of a game that nobody can see any more, and tell its people the way on."""
    if session.status == "over":
        return
    await reach.say_channel_gone(session, name)
    me = reach.bot.user
    if session.status != "running" or session.paused_at is not None or me is None:
        return
    try:
        await session.moderator.pause(by=me.id, reason=_GONE)
    except Refused as refused:
        # Somebody else has paused or ended it at the same moment.
        log.info("game %s: not paused (%s)", session.id, refused.text)


async def let_go_on(bot: Bot, session: GameSession) -> None:
    """Let a game's clock run on that was stopped because its channel was gone."""
    if session.paused_at is None or bot.user is None:
        return
    deeds = await session.moderator.audit()
    last = next((deed for deed in deeds if deed.what == PAUSE), None)
    if last is not None and last.by == bot.user.id:
        await session.moderator.resume(by=bot.user.id, reason=_BACK)


class Upheavals(commands.Cog):
    """Hears of deleted channels."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look after the game of a channel that is deleted."""
        session = await self.bot.desk.in_channel(channel.id)
        if session is not None:
            await lost_its_channel(self.bot.deliverer.reach, session, channel.name)


async def setup(bot: Bot) -> None:
    """Add the cog."""
    await bot.add_cog(Upheavals(bot))
