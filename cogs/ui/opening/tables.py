"""A table is opened in a channel, and whoever sits down at it is greeted."""

from __future__ import annotations

import discord

from bot.session import GameSession, Refused
from bot.session.receipts import CHANNEL_TAKEN
from cogs.ui.replies import Interaction

OPENED = "The table is open. Share the channel, add computers, and press **Start**."
BEGUN = "The game begins: you and three computers. The card in the channel says what to do."
_HELLO = (
    "You have joined a game of {game} in <#{channel}>. What is for your eyes only comes to you "
    "here. You can always see it with the button **My hand** as well."
)
_CLOSED = (
    "\nI could not send you a direct message, so your secret things come in a private thread or "
    "wait behind the button **My hand**. If you would rather have them sent: choose *Privacy "
    "Settings* in the menu under this server’s name, allow direct messages, and type `/hand` once."
)


async def check_free(interaction: Interaction) -> None:
    """Raises Refused if the channel has a game that is not over."""
    assert interaction.channel_id is not None
    session = await interaction.client.desk.in_channel(interaction.channel_id)
    if session is not None and session.status != "over":
        raise Refused(CHANNEL_TAKEN)


async def open_table(
    interaction: Interaction, game: str, ruleset: str, seats: int, options: dict[str, str]
) -> tuple[GameSession, str]:
    """Open a lobby here; the game, and what to add to the answer (mostly nothing)."""
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    session = await interaction.client.desk.new_games.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        host_name=interaction.user.display_name,
        game=game,
        ruleset=ruleset,
        seats=seats,
        options=options,
    )
    return session, await welcome(interaction, session)


async def welcome(interaction: Interaction, session: GameSession) -> str:
    """Send a first direct message. What to add to the answer if that does not work."""
    hello = _HELLO.format(game=session.game.capitalize(), channel=session.channel_id)
    try:
        reached = await interaction.client.deliverer.reach.whisper(interaction.user.id, hello)
    except discord.HTTPException:
        # Whether they can be reached is not known; the game will find out.
        return ""
    return "" if reached else _CLOSED
