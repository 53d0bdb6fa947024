"""Taking down cards that a crash or a change has left: each game has one card, and no more."""

from __future__ import annotations

import json
import logging
from datetime import timedelta

import discord

from bot.session import GameSession
from bot.storage import LooseCardRow
from cogs.delivery.discords_answers import FOR_GOOD
from cogs.ui.client import Client

log = logging.getLogger(__name__)

_CLOCKS_APART = timedelta(minutes=2)
"""How far Discord's clock and ours may differ."""

_MOST = 200
"""Messages of a channel that are looked through for a card whose message was never known."""


async def tidy(bot: Client, session: GameSession) -> None:
    """Take down what is noted as to go, and find a card whose sending was interrupted."""
    rows = await session.cards.loose()
    for row in rows:
        if row.message_id is None and await _adopted(bot, session, row):
            await session.cards.gone(row)
    if any(row.message_id is None for row in rows):
        rows = await session.cards.loose()
    for row in rows:
        if row.message_id is not None and await _taken_down(bot, session, row):
            await session.cards.gone(row)


async def _adopted(bot: Client, session: GameSession, row: LooseCardRow) -> bool:
    """Look for the card; found, it is the game's card. Whether it could be looked for."""
    place = bot.get_partial_messageable(row.channel_id, guild_id=session.guild_id)
    found: list[int] = []
    try:
        async for message in place.history(limit=_MOST, after=row.at - _CLOCKS_APART):
            if bot.user is not None and message.author.id == bot.user.id:
                found += [message.id] if _is_card(message, session.id) else []
    except discord.HTTPException as wrong:
        return wrong.code in FOR_GOOD
    if row.channel_id == session.channel_id:
        for message_id in sorted(found):
            if message_id > (session.status_message_id or 0):
                await session.cards.put_up(message_id, session.status_message_id)
    return True


def _is_card(message: discord.Message, game_id: str) -> bool:
    """Whether a message of the bot's is the status card or the lobby of this game."""
    if not message.flags.components_v2:
        return False
    text = json.dumps([part.to_dict() for part in message.components])
    return (
        f'-# Game {game_id}"' in text
        or f"-# Game {game_id} " in text
        or (f'"b.leave:{game_id}"' in text)
    )


async def _taken_down(bot: Client, session: GameSession, row: LooseCardRow) -> bool:
    """Delete an old card, if it is still there; whether nothing more is to be done about it."""
    assert row.message_id is not None
    if row.message_id == session.status_message_id:
        return True
    place = bot.get_partial_messageable(row.channel_id, guild_id=session.guild_id)
    try:
        await place.get_partial_message(row.message_id).delete()
    except discord.HTTPException as wrong:
        if isinstance(wrong, discord.NotFound) or wrong.code in FOR_GOOD:
            return True
        log.warning("game %s: old card not deleted yet (%s)", session.id, wrong.code)
        return False
    return True
