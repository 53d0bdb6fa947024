"""Games that are stuck because nobody can be told about them, and how they are resumed."""

from __future__ import annotations

import logging

from bot.session import GameSession, Refused
from bot.session.seating import PAUSE
from cogs.ui.client import Client, PrivateWays

log = logging.getLogger(__name__)

_GONE = "Its channel is gone."
_BACK = "It has a channel again."
SHUT = "I am not allowed to write in its channel."


async def lost_its_channel(
    bot: Client, reach: PrivateWays, session: GameSession, name: str | None = None
) -> None:
    """Stop the clock of a game that nobody can see any longer, and tell its people how to continue.

    If the game has not begun, its table is removed with its channel.
    """
    if session.status == "over":
        return
    await reach.say_channel_gone(session, name)
    if session.status == "lobby":
        try:
            await session.lobby.end(session.host_id)
        except Refused as refused:
            # The game was begun or closed at that very moment.
            log.info("game %s: not closed (%s)", session.id, refused.text)
    await stop(bot, session, _GONE)


async def stop(bot: Client, session: GameSession, reason: str) -> None:
    """Stop the clock of a game whose people cannot be reached: it must not answer for them."""
    me = bot.user
    if session.status != "running" or session.paused_at is not None or me is None:
        return
    try:
        await session.moderator.pause(by=me.id, reason=reason)
    except Refused as refused:
        # Somebody else paused or ended the game at that very moment.
        log.info("game %s: not paused (%s)", session.id, refused.text)


async def let_go_on(bot: Client, session: GameSession, reason: str = _BACK) -> None:
    """Send what had to wait, and restart the clock if the bot itself had stopped it."""
    await bot.desk.courier.speak_again(session.id)
    if session.paused_at is None or bot.user is None:
        return
    deeds = await session.moderator.audit()
    last = next((deed for deed in deeds if deed.what == PAUSE), None)
    if last is not None and last.by == bot.user.id:
        try:
            await session.moderator.resume(by=bot.user.id, reason=reason)
        except Refused as refused:
            log.info("game %s: not resumed (%s)", session.id, refused.text)
