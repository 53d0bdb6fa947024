"""All games of a person, wherever they are played, and where the game of this channel stands."""

from __future__ import annotations

import logging

from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Unreadable
from cogs.delivery.cards import show_status
from cogs.ui.choosing.deadlines import own_time
from cogs.ui.client import Client
from cogs.ui.log_notes import availability_lines
from cogs.ui.names import names, plain, plain_names
from cogs.ui.replies import (
    TROUBLE,
    Interaction,
    at_rest,
    cut,
    in_messages,
    is_on,
    show,
    tell,
    words_of,
)

_NONE = "You are not at any table just now. `/game new` opens one in a channel."
_LONGEST = 600

log = logging.getLogger(__name__)


class Games(commands.Cog):
    """``/games`` and ``/status``."""

    @app_commands.command(description="All your games, with what you have to decide and by when")
    async def games(self, interaction: Interaction) -> None:
        """List the person's games over all channels and servers, for their eyes only."""
        bot, person = interaction.client, interaction.user.id
        sessions, unreadable = await bot.desk.tables_of(person)
        entries = [await _entry(bot, session, person) for session in sessions]
        # Those that wait for an answer come first.
        entries.sort(key=lambda entry: not entry[0])
        lines = [text for _, text in entries]
        lines += [f"{_head(bot, lost)}\n⚠️ {lost.text}" for lost in unreadable]
        lines = lines or [_NONE]
        lines += availability_lines(
            await interaction.client.desk.availability.of(interaction.user.id)
        )
        first, *more = in_messages(lines)
        await show(interaction, first)
        for text in more:
            await tell(interaction, text)

    @app_commands.command(description="Show where this channel’s game stands, with fresh buttons")
    @app_commands.guild_only()
    async def status(self, interaction: Interaction) -> None:
        """Post the status card again."""
        await show_status(interaction)


async def _entry(bot: Client, session: GameSession, user_id: int) -> tuple[bool, str]:
    """The lines of one game; one that cannot be put into words does not hide the others."""
    try:
        return await game_lines(bot, session, user_id)
    except Exception:
        log.exception("game %s: could not be put into words", session.id)
        return False, f"{_head(bot, session)}\n{TROUBLE}"


async def game_lines(bot: Client, session: GameSession, user_id: int) -> tuple[bool, str]:
    """Whether a game waits for its person, and what is asked there, for their eyes only."""
    await at_rest(session)
    seat = session.seat_of(user_id)
    head = _head(bot, session)
    if seat is None or session.match is None:
        free = session.seats_wanted - len(session.seats)
        begins = f"{free} seats are free." if free > 1 else "One seat is free."
        wait = begins if free else "All seats are taken. The host can press **Start**."
        return False, f"{head}\nNot begun yet. {wait}"
    lines = [head, words_of(session).phase(session.view(None), plain_names(session))]
    asked = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    waits = seat in session.waiting_for() and bool(asked) and is_on(session)
    if session.paused_at is not None:
        lines.append("⏸ Paused.")
    elif waits:
        words, who = words_of(session), names(session)
        lines.append(f"➤ **You decide:** {' '.join(words.ask(p, who) for p in asked)}")
        lines.append(await own_time(session, seat))
    else:
        lines.append("You have nothing to decide just now.")
    return waits, cut("\n".join(line for line in lines if line), _LONGEST)


def _head(bot: Client, session: GameSession | Unreadable) -> str:
    """Which game it is, in which channel of which server."""
    guild = bot.get_guild(session.guild_id)
    server = "" if guild is None else f" · {plain(guild.name)}"
    return f"### {session.game.capitalize()} · <#{session.channel_id}>{server}"


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Games())
