"""What befalls a game from outside: its channel is deleted or closed, or the bot is removed."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.session import GameSession, Refused, Unreadable
from bot.session.table.moderator_deeds import PAUSE
from bot.storage.games import Place
from cogs.delivery.direct_messages import Reach, missing_in

if TYPE_CHECKING:
    from bot.app import Bot

log = logging.getLogger(__name__)

_GONE = "Its channel is gone."
_BACK = "It has a channel again."
SHUT = "I may not write in its channel."
_OPEN = "I may write in its channel again."
_REMOVED = "I am not on its server any more."


async def lost_its_channel(reach: Reach, session: GameSession, name: str | None = None) -> None:
    """Stop the clock of a game that nobody can see any more, and tell its people the way on."""
    if session.status == "over":
        return
    await reach.say_channel_gone(session, name)
    await stop(reach, session, _GONE)


async def stop(reach: Reach, session: GameSession, reason: str) -> None:
    """Stop the clock of a game that its people cannot be told of: it must not answer for them."""
    me = reach.bot.user
    if session.status != "running" or session.paused_at is not None or me is None:
        return
    try:
        await session.moderator.pause(by=me.id, reason=reason)
    except Refused as refused:
        # Somebody else has paused or ended it at the same moment.
        log.info("game %s: not paused (%s)", session.id, refused.text)


async def let_go_on(bot: Bot, session: GameSession, reason: str = _BACK) -> None:
    """Say what had to wait, and let the clock run on if the bot itself had stopped it."""
    if session.id in await bot.desk.held_back():
        await bot.desk.speak_again(session.id)
    if session.paused_at is None or bot.user is None:
        return
    deeds = await session.moderator.audit()
    last = next((deed for deed in deeds if deed.what == PAUSE), None)
    if last is not None and last.by == bot.user.id:
        try:
            await session.moderator.resume(by=bot.user.id, reason=reason)
        except Refused as refused:
            log.info("game %s: not resumed (%s)", session.id, refused.text)


class Upheavals(commands.Cog):
    """Hears of servers and channels that are closed to the bot, and of those that open again."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self._looked_round = False

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The bot has started, or has lost its connection for long."""
        if not self._looked_round:
            self._looked_round = True
            await self.look_round()

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look after the game of a channel that is deleted."""
        try:
            session = await self.bot.desk.in_channel(channel.id)
        except Unreadable:
            return
        if session is not None:
            await lost_its_channel(self.bot.deliverer.reach, session, channel.name)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Look whether the bot may still write there, or may again."""
        await self.look_after(after.guild, after.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Look whether the bot may still write in the server's channels, or may again."""
        await self.look_after(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """The bot's own roles have changed."""
        if self.bot.user is not None and after.id == self.bot.user.id:
            await self.look_after(after.guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot is on a server (again)."""
        await self.look_after(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server can be reached again, and may have changed."""
        await self.look_after(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot is not on a server any more: its games stand still."""
        log.warning("removed from the server %d", guild.id)
        await self._removed_from(await self.bot.desk.places(guild.id))

    async def look_round(self) -> None:
        """After a start: stop what was shut out meanwhile, and let go on what may again."""
        for guild in self.bot.guilds:
            await self.look_after(guild)
        places = await self.bot.desk.places()
        gone = [p for p in places if self._is_ours(p.guild_id) and not self._is_on(p.guild_id)]
        await self._removed_from(gone)

    async def _removed_from(self, places: Iterable[Place]) -> None:
        for place in places:
            session = await self._readable(place) if place.live else None
            if session is not None:
                await stop(self.bot.deliverer.reach, session, _REMOVED)

    def _is_on(self, guild_id: int) -> bool:
        return self.bot.get_guild(guild_id) is not None

    def _is_ours(self, guild_id: int) -> bool:
        """Whether this process hears of a server: one shard does, by the server's number."""
        count = self.bot.shard_count or 1
        return self.bot.shard_ids is None or (guild_id >> 22) % count in self.bot.shard_ids

    async def look_after(self, guild: discord.Guild, channel_id: int | None = None) -> None:
        """Stop the games in channels where the bot may not write; let go on those where it may."""
        if guild.unavailable:
            return
        held = await self.bot.desk.held_back()
        for place in await self.bot.desk.places(guild.id):
            channel = guild.get_channel(place.channel_id)
            if channel is None or channel_id not in (None, place.channel_id):
                continue
            shut = bool(missing_in(channel.permissions_for(guild.me)))
            waits = place.paused or place.game_id in held
            session = await self._readable(place) if (place.live if shut else waits) else None
            if session is None:
                continue
            if shut:
                await self.bot.deliverer.reach.say_shut_out(session)
                await stop(self.bot.deliverer.reach, session, SHUT)
            else:
                self.bot.deliverer.reach.is_back(session)
                await let_go_on(self.bot, session, _OPEN)

    async def _readable(self, place: Place) -> GameSession | None:
        try:
            return await self.bot.desk.get(place.game_id)
        except Unreadable:
            return None


async def setup(bot: Bot) -> None:
    """Add the cog."""
    await bot.add_cog(Upheavals(bot))
