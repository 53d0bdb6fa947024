"""Removing old cards that a crash, a move or a new post has left behind: each game may have only
one card.

Checking whether a game can be run in a channel, and posting its card again for anybody who asks.
"""

from __future__ import annotations

import json
import logging
from datetime import timedelta

import discord

from bot.session import GameSession, Refused
from bot.storage import LooseCardRow
from cogs.delivery.direct_messages import missing_in
from cogs.delivery.discords_answers import FOR_GOOD, deleted
from cogs.ui.client import Client
from cogs.ui.replies import Interaction, session_here, show

log = logging.getLogger(__name__)

_CLOCKS_APART = timedelta(minutes=2)
"""The most by which Discord's clock and ours may differ."""

_MOST = 200
"""How many messages to search in a channel for a card if we never learnt which message it is."""


async def tidy(bot: Client, session: GameSession) -> None:
    """Remove cards marked for removal, and find a card whose sending was interrupted."""
    rows = await session.cards.loose()
    for row in rows:
        if row.message_id is None and await _adopted(bot, session, row):
            await session.cards.gone(row)
    if any(row.message_id is None for row in rows):
        rows = await session.cards.loose()
    for row in rows:
        card = row.message_id
        if card is not None and await _taken_down(bot, session, row.channel_id, card):
            await session.cards.gone(row)


async def _adopted(bot: Client, session: GameSession, row: LooseCardRow) -> bool:
    """Look for the card: the newest one found becomes the game's card. If the game has moved to
    another channel, every card found in the old one is removed instead. Return False if this must
    be tried again later.
    """
    place = bot.get_partial_messageable(row.channel_id, guild_id=session.guild_id)
    found: list[int] = []
    try:
        async for message in place.history(limit=_MOST, after=row.at - _CLOCKS_APART):
            if bot.user is not None and message.author.id == bot.user.id:
                found += [message.id] if _is_card(message, session.id) else []
    except discord.HTTPException as wrong:
        return wrong.code in FOR_GOOD
    if row.channel_id != session.channel_id:
        gone = [await _taken_down(bot, session, row.channel_id, each) for each in found]
        return all(gone)
    for message_id in sorted(found):
        if message_id > (session.status_message_id or 0):
            await session.cards.put_up(message_id, session.status_message_id)
    return True


def _is_card(message: discord.Message, game_id: str) -> bool:
    """Whether a message from the bot is this game's status card or lobby."""
    if not message.flags.components_v2:
        return False
    text = json.dumps([part.to_dict() for part in message.components])
    return (
        f'-# Game {game_id}"' in text
        or f"-# Game {game_id} " in text
        or (f'"b.leave:{game_id}"' in text)
    )


async def _taken_down(bot: Client, session: GameSession, channel_id: int, message_id: int) -> bool:
    """Delete an old card, if it still exists, and return whether that settles the matter."""
    if message_id == session.status_message_id:
        return True
    place = bot.get_partial_messageable(channel_id, guild_id=session.guild_id)
    try:
        await deleted(bot, place.get_partial_message(message_id))
    except discord.HTTPException as wrong:
        if isinstance(wrong, discord.NotFound) or wrong.code in FOR_GOOD:
            return True
        log.warning("game %s: could not delete the old card yet (%s)", session.id, wrong.code)
        return False
    return True


def check_channel(interaction: Interaction) -> None:
    """Raise Refused outside a server's channels, or if the bot lacks a permission that it needs in
    this one.
    """
    if interaction.channel is None or interaction.channel.type is discord.ChannelType.private:
        raise Refused("I host games only in a server’s channels. Try it there.")
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = missing_in(interaction.app_permissions, thread=in_thread)
    if missing:
        listed = ", ".join(missing)
        raise Refused(f"I cannot run a game here yet. In this channel I still need: {listed}.")


async def show_status(interaction: Interaction) -> None:
    """Post the status card again, for anybody who asks."""
    session = await session_here(interaction)
    check_channel(interaction)
    await interaction.client.deliverer.repost(session)
    await show(interaction, "Here is the table again, at the bottom of the channel.")
