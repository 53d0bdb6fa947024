"""What a player asks of the table: to take a step back, to pause, to go on again."""

from __future__ import annotations

import contextlib
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.session.table.petitions import PAUSE, RESUME, UNDO
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.first_answer import First
from cogs.ui.moderators import is_moderator
from cogs.ui.petitions import ANSWERED, asked_text
from cogs.ui.replies import Interaction, session_here, show

_PRESSED = "Resume was pressed on the card."


class Consent(commands.Cog):
    """``/pause`` and ``/resume``: the table decides by a majority."""

    @app_commands.command(description="Ask the table to pause the game: no deadline runs then")
    @app_commands.guild_only()
    async def pause(self, interaction: Interaction) -> None:
        """Move that the game be paused, or second that."""
        await _move(interaction, await session_here(interaction), PAUSE)

    @app_commands.command(description="Ask the table to go on after a pause")
    @app_commands.guild_only()
    async def resume(self, interaction: Interaction) -> None:
        """Move that the game go on, or second that."""
        await _move(interaction, await session_here(interaction), RESUME)

    @app_commands.command(description="Agree to what another player asks of the table, or don't")
    @app_commands.describe(yes="Whether you agree")
    @app_commands.guild_only()
    async def agree(self, interaction: Interaction, yes: bool = True) -> None:
        """Answer what is asked: to take a step back, else to pause or to go on."""
        session = await session_here(interaction)
        petition = await session.consent.undo_request() or await session.consent.pause_vote()
        if petition is None:
            raise Refused("Nobody asks anything of the table just now.")
        await _say(interaction, session, petition.what, petition.number, yes)


async def _say(
    interaction: Interaction, session: GameSession, what: str, number: int, yes: bool
) -> None:
    """Answer a petition, and confirm it to the one who answers."""
    answer = session.consent.answer_undo if what == UNDO else session.consent.vote_pause
    petition = await answer(
        interaction.user.id, yes, number=number, interaction_id=str(interaction.id)
    )
    await show(interaction, ANSWERED[petition.state])


async def _move(interaction: Interaction, session: GameSession, what: Any) -> None:
    petition = await session.consent.vote_pause(
        interaction.user.id, what=what, interaction_id=str(interaction.id)
    )
    await show(interaction, asked_text(session, petition))


@on("resume", First.FRESH)
async def _resume(interaction: Interaction, press: Press) -> None:
    """'Resume', on the card of a game that is paused: the table decides, or a moderator."""
    session = await press.session(interaction)
    try:
        await _move(interaction, session, RESUME)
    except Refused:
        if session.paused_at is None or not await is_moderator(interaction):
            raise
        await session.moderator.resume(
            by=interaction.user.id, reason=_PRESSED, interaction_id=str(interaction.id)
        )
        await show(interaction, "The game goes on.")


@on("petition")
async def _answer(interaction: Interaction, press: Press) -> None:
    """'Agree' or 'No': what a player says to a petition."""
    session = await press.session(interaction)
    number, what, answer = (*press.parts, "", "", "")[:3]
    if not number.isdecimal() or what not in (UNDO, PAUSE, RESUME):
        raise Refused(STALE)
    try:
        await _say(interaction, session, what, int(number), answer == "yes")
    except Refused:
        open_now = (await session.consent.undo_request(), await session.consent.pause_vote())
        if interaction.message is not None and int(number) not in {p.number for p in open_now if p}:
            # It was settled before a restart, and its buttons have stayed.
            with contextlib.suppress(discord.HTTPException):
                await interaction.message.edit(view=None)
        raise


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Consent())
