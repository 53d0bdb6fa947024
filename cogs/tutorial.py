"""A tutorial game: a short real game against a computer, with a coach at one's side."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.content.tutorial import Script
from bot.games import GAMES, tutorial_for
from bot.session import GameSession, Refused
from cogs.delivery.coach import TUTORIAL
from cogs.ui.choosing.playing import ADVISER
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.first_answer import First
from cogs.ui.names import plain
from cogs.ui.opening.welcome import LEARN
from cogs.ui.replies import Interaction, is_on, show
from cogs.ui.suggestions import games_like

_THREADS = discord.Permissions(create_private_threads=True, send_messages_in_threads=True)
_KEPT_MINUTES: Literal[1440] = 1440
_SEATS = 2


class Tutorial(commands.Cog):
    """``/tutorial``."""

    @app_commands.command(description="Learn by playing: ten minutes against a computer")
    @app_commands.describe(game="Which game; the first that has a lesson, if you leave it out")
    @app_commands.autocomplete(game=games_like)
    @app_commands.guild_only()
    async def tutorial(self, interaction: Interaction, game: str | None = None) -> None:
        """Open the lesson in a private thread, or in this channel where there can be none."""
        await begin(interaction, game)


async def begin(interaction: Interaction, game: str | None = None) -> None:
    """Begin the lesson of a game. Raises Refused if one of theirs is under way."""
    kind, script = _lesson(game)
    under_way = await _under_way(interaction)
    if under_way is not None:
        raise Refused(
            f"Your lesson is under way in <#{under_way.channel_id}>. Finish it there, or "
            "stop it there with `/game end`."
        )
    place = await _place(interaction)
    session = await interaction.client.desk.new_games.open(
        guild_id=interaction.guild_id or 0,
        channel_id=place,
        host_id=interaction.user.id,
        host_name=interaction.user.display_name,
        game=kind,
        ruleset=script.ruleset,
        seats=_SEATS,
        options={TUTORIAL: "1", "rounds": str(script.rounds)},
        seed=script.seed,
    )
    await session.lobby.add_computer(interaction.user.id, ADVISER)
    await session.lobby.start(interaction.user.id, str(interaction.id))
    where = "here" if place == interaction.channel_id else f"in <#{place}>"
    await show(interaction, f"🎓 Your lesson begins {where}. It takes about ten minutes.")


def _lesson(game: str | None) -> tuple[str, Script]:
    """The game to be learnt and its script. Raises Refused if there is none."""
    wanted = [game.strip().casefold()] if game is not None else list(GAMES)
    for kind in wanted:
        script = tutorial_for(kind) if kind in GAMES else None
        if script is not None:
            return kind, script
    have = ", ".join(kind.capitalize() for kind in GAMES if tutorial_for(kind) is not None)
    raise Refused(f"There is no lesson for “{plain(wanted[0][:40])}”. There is one for: {have}.")


async def _under_way(interaction: Interaction) -> GameSession | None:
    """The person's own lesson that is not over yet, if there is one."""
    for session in await interaction.client.desk.games_of(interaction.user.id):
        if session.options.get(TUTORIAL) and is_on(session):
            return session
    return None


async def _place(interaction: Interaction) -> int:
    """Where the lesson is held: a private thread of its own, else this channel if it is free.

    Raises Refused if the channel has a game, and the bot may make no thread.
    """
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel) and interaction.app_permissions >= _THREADS:
        thread = await channel.create_thread(
            name=f"{interaction.user.display_name[:60]} · tutorial",
            type=discord.ChannelType.private_thread,
            invitable=False,
            auto_archive_duration=_KEPT_MINUTES,
        )
        await thread.add_user(discord.Object(interaction.user.id))
        return thread.id
    assert interaction.channel_id is not None
    taken = await interaction.client.desk.in_channel(interaction.channel_id)
    if taken is not None and taken.status != "over":
        raise Refused(
            "This channel has a game already, and I may not make private threads here. Ask in a "
            "channel without a game, or let somebody give me the permission **Create Private "
            "Threads**."
        )
    return interaction.channel_id


@on(LEARN, First.FRESH)
async def _learn(interaction: Interaction, press: Press) -> None:
    """'Learn in ten minutes'."""
    await begin(interaction)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Tutorial())
