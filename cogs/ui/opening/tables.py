"""A table is opened in a channel, and everybody who sits down at it is greeted.

The first post of a game: how this table is won; behind buttons a player's own hand, and fair play.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.games import game_and_table
from bot.session import GameSession, Refused
from bot.session.receipts import CHANNEL_TAKEN
from bot.session.table.lobby import same_table
from cogs.ui.controls import button
from cogs.ui.names import called
from cogs.ui.opening.computers import introductions
from cogs.ui.opening.lesson import chapter_of, way_on
from cogs.ui.opening.plan import has_limit
from cogs.ui.replies import Interaction, words_of

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
    """Open the table of a finished game again, for anybody who asks. What to answer."""
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


LOT, FAIR = "lot", "fair"
"""What the two buttons are for: the kinds of their ids."""
_SIGNS = 16
"""This many characters of the seed's SHA-256 are shown to everybody; the rest is a press away."""


def opening_post(session: GameSession) -> tuple[str, discord.ui.View]:
    """What everybody reads as a game begins: how its rules are won, and who plays that is a
    computer with a character; of a chapter its position."""
    chapter = chapter_of(session)
    if chapter is not None:
        return f"🎓 **{chapter.title}**", discord.ui.View(timeout=None)
    lines = [
        f"👑 **The game begins!** {game_and_table(session.game, session.ruleset)}.",
        *words_of(session).aim(rules=False, limited=has_limit(session)),
        *introductions(session),
        "-# Fair play: all draws and rolls were settled before the game and sealed as "
        f"`{session.seed_hash[:_SIGNS]}…`.",
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(button(LOT, session.id, label="What do I hold?"))
    view.add_item(button(FAIR, session.id, label="Fair play"))
    return "\n".join(lines), view


def fair_play(session: GameSession) -> str:
    """How anybody can see afterwards that nothing was changed."""
    lines = [
        "### Fair play",
        "All draws and rolls of this game follow from a seed that was drawn before the first "
        f"card. Its SHA-256 has been public from the start: `{session.seed_hash}`",
    ]
    if session.seed is not None:
        lines.append(f"The game is over: the seed was `{session.seed}`.")
    else:
        lines.append("I reveal the seed itself at the end.")
    lines.append(
        "-# The people who run the bot can export the game. `kingmaker verify` replays it from "
        "its seed and names the first difference, if there is one."
    )
    return "\n".join(lines)
