"""Things that happen to a game from outside: its channel is deleted or closed, or the bot is
removed."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Collection, Iterable

import discord
from discord.ext import commands

from bot.session import GameSession, Unreadable
from bot.storage.games import GamePlace
from cogs.delivery.direct_messages import channel_in, missing_at
from cogs.delivery.discords_answers import ANSWERS, Then
from cogs.delivery.standstill import SHUT, let_go_on, lost_its_channel, stop
from cogs.ui.client import Client

log = logging.getLogger(__name__)

_OPEN = "I can write in its channel again."
_REMOVED = "I am no longer on its server."


class LostChannels(commands.Cog):
    """Notices servers and channels closing to the bot, and opening again."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self._looked_round = False

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Called when the bot has started, or is back after a long loss of connection."""
        if not self._looked_round:
            self._looked_round = True
            await self.bot.desk.persist(self.look_round, "the channels could not be checked")

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look after the game of a deleted channel."""
        await self._lost(channel.id, channel.name)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        """Look after the game of a deleted thread or forum post."""
        await self._lost(gone.thread_id, None if gone.thread is None else gone.thread.name)

    async def _lost(self, channel_id: int, name: str | None) -> None:
        try:
            session = await self.bot.desk.in_channel(channel_id)
        except Unreadable:
            return
        if session is not None:
            await lost_its_channel(self.bot, self.bot.deliverer.reach, session, name)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, changed: discord.RawThreadUpdateEvent) -> None:
        """Check whether the bot may still write in a thread that was locked or unlocked."""
        guild = self.bot.get_guild(changed.guild_id)
        if guild is not None:
            await self.look_after(guild, changed.thread_id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, gone: discord.RawMessageDeleteEvent) -> None:
        """Post a game's card again if somebody has deleted it."""
        await self._messages_gone(gone.channel_id, {gone.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, gone: discord.RawBulkMessageDeleteEvent) -> None:
        """Post a game's card again after a channel was cleared."""
        await self._messages_gone(gone.channel_id, gone.message_ids)

    async def _messages_gone(self, channel_id: int, messages: Collection[int]) -> None:
        # If the channel no longer exists, there is nothing to post.
        with contextlib.suppress(Unreadable, discord.HTTPException):
            await self.bot.deliverer.card_gone(channel_id, messages)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Check whether the bot may still, or may again, write in the channel."""
        await self.look_after(after.guild, after.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Check whether the bot may still, or may again, write in the server's channels."""
        await self.look_after(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Called when the bot's own roles may have changed."""
        if self.bot.user is not None and after.id == self.bot.user.id:
            await self.look_after(after.guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Called when the bot has joined or rejoined a server."""
        await self.look_after(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Called when a server can be reached again and may have changed."""
        await self.look_after(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Stop the games on a server from which the bot has been removed."""
        log.warning("removed from server %d", guild.id)
        await self._removed_from(await self.bot.desk.places(guild.id))

    async def look_round(self) -> None:
        """After a start, stop games that were shut out in the meantime, and resume those that can
        continue.
        """
        for guild in self.bot.guilds:
            await self.look_after(guild)
        places = await self.bot.desk.places()
        gone = [p for p in places if self._is_ours(p.guild_id) and not self._is_on(p.guild_id)]
        await self._removed_from(gone)

    async def _removed_from(self, places: Iterable[GamePlace]) -> None:
        for place in places:
            session = await self._readable(place) if place.live else None
            if session is not None:
                await stop(self.bot, session, _REMOVED)

    def _is_on(self, guild_id: int) -> bool:
        return self.bot.get_guild(guild_id) is not None

    def _is_ours(self, guild_id: int) -> bool:
        """Whether this process serves a server; the server's number says which shard does."""
        count = self.bot.shard_count or 1
        return self.bot.shard_ids is None or (guild_id >> 22) % count in self.bot.shard_ids

    async def look_after(self, guild: discord.Guild, channel_id: int | None = None) -> None:
        """Stop the games in channels where the bot may not write; resume those where it may."""
        if guild.unavailable:
            return
        held = await self.bot.desk.courier.held_back()
        for place in await self.bot.desk.places(guild.id):
            if channel_id is not None and not _concerns(guild, place, channel_id):
                continue
            try:
                shut = bool(missing_at(await channel_in(guild, place.channel_id), guild.me))
            except discord.HTTPException as wrong:
                then = ANSWERS.get(wrong.code)
                if then is Then.LOST and not place.paused:
                    await self._lost(place.channel_id, None)
                if then is not Then.SHUT:
                    continue
                shut = True
            waits = place.paused or place.game_id in held
            session = await self._readable(place) if (place.live if shut else waits) else None
            if session is None:
                continue
            if shut:
                await self.bot.deliverer.reach.say_shut_out(session)
                await stop(self.bot, session, SHUT)
            else:
                self.bot.deliverer.reach.is_back(session)
                await let_go_on(self.bot, session, _OPEN)

    async def _readable(self, place: GamePlace) -> GameSession | None:
        try:
            return await self.bot.desk.get(place.game_id)
        except Unreadable:
            return None


def _concerns(guild: discord.Guild, place: GamePlace, channel_id: int) -> bool:
    """Whether a game is played in a channel or in one of its threads."""
    thread = guild.get_thread(place.channel_id)
    return channel_id in (place.channel_id, None if thread is None else thread.parent_id)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(LostChannels(bot))
