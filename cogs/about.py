"""What this bot is, and its version, for people who need to report a problem."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

import bot
from bot.games import GAMES
from bot.session import Refused, Unreadable
from cogs.ui.client import Client
from cogs.ui.replies import Interaction, session_here, show


def about_text() -> str:
    """The bot's version, its games, and where to go next."""
    games = " and ".join(game.capitalize() for game in GAMES)
    return (
        f"### {bot.NAME} {bot.__version__}\n"
        f"I host long board games of treachery in your channels: {games}. Only you see your "
        "secrets, and once a game is over anybody can check every roll.\n"
        "- `/help` shows what you can do now. `/guide` explains how it all works. `/rules table` "
        "lists the rules this channel plays by.\n"
        "- Something wrong? `/bug` writes a report for the people who run this bot.\n"
        "- `/privacy` says what I keep about you. `/forget me` makes me forget it."
    )


async def _report(interaction: Interaction) -> str:
    """The version, and everything that everybody may know about the channel's game.

    To show how far the game has come, the report gives the moment, as controls do: secret decisions
    do not change the moment, whereas the revision would show how many there have been.
    """
    facts = [f"version: {bot.__version__}"]
    try:
        session = await session_here(interaction)
    except Unreadable as lost:
        facts += [f"game: {lost.id}", "state: cannot be read"]
    except Refused:
        facts.append("game: none in this channel")
    else:
        facts += [
            f"game: {session.id}",
            f"rules: {session.game} {session.ruleset}",
            f"state: {session.status}",
            f"moment: {session.moment}",
        ]
    lines = "\n".join(facts)
    return (
        "Copy this for the people who run the bot. Add what you did, what you expected and what "
        "happened instead. It gives away no secret of the game.\n"
        f"```\n{lines}\n"
        "```"
    )


class About(commands.Cog):
    """``/about`` and ``/bug``."""

    @app_commands.command(description="What this bot is, and which version")
    async def about(self, interaction: Interaction) -> None:
        """The bot in a few lines."""
        await show(interaction, about_text())

    @app_commands.command(description="Report a problem: some text to copy, with no secrets in it")
    async def bug(self, interaction: Interaction) -> None:
        """The facts that the people who run the bot need to look into a problem."""
        await show(interaction, await _report(interaction))


async def setup(client: Client) -> None:
    """Add the cog."""
    await client.add_cog(About())
