"""The greeting on a new server: what the bot is, and three buttons that begin a game."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from cogs.delivery.direct_messages import missing_in
from cogs.ui.client import Client
from cogs.ui.opening.welcome import begin_view, welcome_text

log = logging.getLogger(__name__)


class Welcome(commands.Cog):
    """Introduces the bot to a server that has invited it, in a channel where it could run a
    game."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello, unless games are already being played here: in that case, the bot is only
        coming back."""
        if await self.bot.desk.places(guild.id):
            return
        channel = first_channel(guild)
        if channel is None:
            log.info("server %d: no channel for a welcome", guild.id)
            return
        try:
            await channel.send(welcome_text(), view=begin_view())
        except discord.HTTPException as wrong:
            # The commands can be used anyway.
            log.info("server %d: no welcome (%s)", guild.id, wrong.code)


def first_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The channel where newcomers are greeted, if a game can be run there; otherwise the first
    channel where one can."""
    channels = sorted(guild.text_channels, key=lambda channel: channel.position)
    if guild.system_channel is not None:
        channels.insert(0, guild.system_channel)
    fit = (channel for channel in channels if not missing_in(channel.permissions_for(guild.me)))
    return next(fit, None)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Welcome(bot))
