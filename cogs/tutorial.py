"""The lesson: chapters from fixed positions, one after another in the same thread or channel."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.content.lessons import Chapter
from bot.games import GAMES, lessons_of
from bot.rules.kernel.game import LESSON
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.phrases import listed
from cogs.delivery.direct_messages import THREAD_NEEDS
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.first_answer import First
from cogs.ui.names import called, plain
from cogs.ui.opening.computers import next_computer
from cogs.ui.opening.lesson import CHAPTER, ENOUGH
from cogs.ui.opening.welcome import LEARN, begin_view
from cogs.ui.replies import Interaction, is_on, settle_up, show
from cogs.ui.suggestions import games_like

LEFT = "The lesson is over. **Play now** starts a whole game here, with computers."
_KEPT_MINUTES: Literal[1440] = 1440


class Tutorial(commands.Cog):
    """``/tutorial``."""

    @app_commands.command(description="Learn by playing: small positions, one idea each")
    @app_commands.describe(game="Which game (the usual one if you leave it out)")
    @app_commands.autocomplete(game=games_like)
    @app_commands.guild_only()
    async def tutorial(self, interaction: Interaction, game: str | None = None) -> None:
        """Open the lesson in a private thread or, if there can be none, in this channel."""
        await begin(interaction, game)


async def begin(interaction: Interaction, game: str | None = None) -> None:
    """Begin the lesson of a game. Raises Refused if the person already has a lesson in progress."""
    kind = _game(game)
    under_way = await _under_way(interaction)
    if under_way is not None:
        raise Refused(
            f"Your lesson is under way in <#{under_way.channel_id}>. Go on there, or press "
            "**Leave the lesson** there."
        )
    place = await _place(interaction)
    await _open(interaction, kind, lessons_of(kind)[0], place)
    where = "here" if place == interaction.channel_id else f"in <#{place}>"
    await show(interaction, f"🎓 Your lesson starts {where}. It takes about ten minutes.")


async def _open(interaction: Interaction, game: str, chapter: Chapter, place: int) -> None:
    """Lay out a chapter's position and begin."""
    session = await interaction.client.desk.new_games.open(
        guild_id=interaction.guild_id or 0,
        channel_id=place,
        host_id=interaction.user.id,
        host_name=called(interaction.user),
        game=game,
        ruleset=chapter.ruleset,
        seats=chapter.seats,
        options={LESSON: chapter.key},
        seed=chapter.seed,
    )
    for _ in range(chapter.seats - 1):
        await session.lobby.add_computer(interaction.user.id, next_computer(session))
    await session.lobby.start(interaction.user.id, str(interaction.id))


def _game(game: str | None) -> str:
    """The game to learn. Raises Refused if there is no lesson for it."""
    wanted = next(iter(GAMES)) if game is None else game.strip().casefold()
    if wanted in GAMES:
        return wanted
    have = listed(kind.capitalize() for kind in GAMES)
    raise Refused(f"There is no lesson for “{plain(wanted[:40])}”. There are lessons for {have}.")


async def _under_way(interaction: Interaction) -> GameSession | None:
    """The person's own unfinished lesson, if there is one."""
    for session in await interaction.client.desk.games_of(interaction.user.id):
        if session.options.get(LESSON) and is_on(session):
            return session
    return None


async def _place(interaction: Interaction) -> int:
    """The place for the lesson: its own private thread, or else this channel if that is free.

    Raises Refused if the channel has a game and the bot may not make a thread.
    """
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel) and interaction.app_permissions >= THREAD_NEEDS:
        thread = await channel.create_thread(
            name=f"{called(interaction.user)[:60]} · tutorial",
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
            "This channel already has a game, and I may not make private threads here. Try again "
            "in a channel without a game, or ask somebody to give me the permission **Create "
            "Private Threads**."
        )
    return interaction.channel_id


@on(LEARN, First.FRESH)
async def _learn(interaction: Interaction, press: Press) -> None:
    """'Learn in ten minutes'."""
    await begin(interaction, *press.parts[:1])


async def _own(interaction: Interaction, press: Press) -> GameSession:
    """The lesson in which a button was pressed. Raises Refused for other people, and if the lesson
    is no longer open."""
    session = await press.session(interaction)
    if session.host_id != interaction.user.id:
        raise Refused("This is somebody else’s lesson. `/tutorial` starts your own.")
    here = await interaction.client.desk.in_channel(session.channel_id)
    if here is None or here.id != session.id:
        raise Refused(STALE)
    return session


@on(CHAPTER, First.CARD)
async def _chapter(interaction: Interaction, press: Press) -> None:
    """'Next chapter' and 'Try again': clear away the old chapter and begin the one named."""
    session = await _own(interaction, press)
    wanted = press.parts[0] if press.parts else ""
    chapter = next((c for c in lessons_of(session.game) if c.key == wanted), None)
    if chapter is None:
        raise Refused(STALE)
    if session.status != "over":
        await session.lobby.end(interaction.user.id)
    await _open(interaction, session.game, chapter, session.channel_id)
    await settle_up(interaction, f"🎓 **{chapter.title}** starts below.")


@on(ENOUGH, First.FRESH)
async def _enough(interaction: Interaction, press: Press) -> None:
    """'Leave the lesson'."""
    session = await _own(interaction, press)
    if session.status != "over":
        await session.lobby.end(interaction.user.id)
    await show(interaction, LEFT, view=begin_view(session.game))


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Tutorial())
