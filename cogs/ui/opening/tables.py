"""A table is opened in a channel, and whoever sits down at it is greeted."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.session import GameSession, Refused
from bot.session.receipts import CHANNEL_TAKEN
from bot.session.table.again import same_table
from cogs.ui.names import called
from cogs.ui.opening.lesson import way_on
from cogs.ui.replies import Interaction

OPENED = "The table is open. Share the channel, add computers, and press **Start**."
AGAIN = "The table is open again as it was, and you host it. "
_ALL_HERE = "All seats are taken: press **Start**."
_TO_COME = "The card says who is invited. Press **Start** when all seats are taken."
BEGUN = "The game begins: you and three computers. The card in the channel says what to do."
TABLE_OPEN = (
    "This channel already has an open table. Press **Join** on its card while a seat is free, or "
    "use another channel."
)
_HELLO = (
    "You have joined a game of {game} in <#{channel}>. Everything for your eyes only comes to "
    "you here. The button **My hand** always shows it too."
)
_CLOSED = (
    "\nI could not send you a direct message, so your secrets come in a private thread or wait "
    "behind the button **My hand**. Would you rather have them sent to you? Choose *Privacy "
    "Settings* in the menu under this server’s name, allow direct messages, and type `/hand` "
    "once."
)


async def check_free(interaction: Interaction) -> None:
    """Raises Refused if the channel has a game that is not over.

    A lesson of theirs that has taught what it is for makes room.
    """
    assert interaction.channel_id is not None
    session = await interaction.client.desk.in_channel(interaction.channel_id)
    if session is None or session.status == "over":
        return
    if session.host_id == interaction.user.id and way_on(session):
        await session.lobby.end(interaction.user.id)
        return
    raise Refused(TABLE_OPEN if session.status == "lobby" else CHANNEL_TAKEN)


async def open_again(interaction: Interaction, before: GameSession) -> str:
    """Open the table of a finished game again, for whoever asks. What to answer."""
    await check_free(interaction)
    same = same_table(before, interaction.user.id)
    session, trouble = await open_table(
        interaction, before.game, before.ruleset, same.seats, same.options, same.computers
    )
    full = len(session.seats) == session.seats_wanted
    return AGAIN + (_ALL_HERE if full else _TO_COME) + trouble


async def open_table(
    interaction: Interaction,
    game: str,
    ruleset: str,
    seats: int,
    options: dict[str, str],
    computers: Sequence[str] = (),
) -> tuple[GameSession, str]:
    """Open a lobby here; the game, and what to add to the answer (mostly nothing)."""
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    session = await interaction.client.desk.new_games.open(
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        host_id=interaction.user.id,
        host_name=called(interaction.user),
        game=game,
        ruleset=ruleset,
        seats=seats,
        options=options,
        computers=computers,
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
