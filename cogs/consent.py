"""Requests that players make to the table, such as to pause the game or take back a step, and the
answers to them.
"""

from __future__ import annotations

import contextlib
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.session.seating import AMEND, COMMENTARY, GONE, PAUSE, RESUME, STAND_IN, UNDO, Petition
from cogs.delivery.discords_answers import edited
from cogs.ui.client import Client
from cogs.ui.controls import Press, on
from cogs.ui.first_answer import First
from cogs.ui.moderators import is_moderator
from cogs.ui.opening.computers import next_computer
from cogs.ui.petitions import ANSWERED, asked_text, difference_lines
from cogs.ui.replies import Interaction, cut, session_here, show

_KINDS = (UNDO, AMEND, PAUSE, RESUME, STAND_IN, COMMENTARY)
_ASKED = ((UNDO,), (AMEND,), (PAUSE, RESUME), (STAND_IN,), (COMMENTARY,))
"""The kinds of petition; of each group, only one can be open at a time."""
_PRESSED = "Somebody pressed Resume on the card."


class Consent(commands.Cog):
    """``/pause`` and ``/resume``, which the table decides by a majority, and ``/agree``."""

    @app_commands.command(description="Ask the table to pause the game and all deadlines")
    @app_commands.guild_only()
    async def pause(self, interaction: Interaction) -> None:
        """Move that the game be paused, or second the motion."""
        await _move(interaction, await session_here(interaction), PAUSE)

    @app_commands.command(description="Ask the table to resume the game")
    @app_commands.guild_only()
    async def resume(self, interaction: Interaction) -> None:
        """Move that the game be resumed, or second the motion."""
        await _move(interaction, await session_here(interaction), RESUME)

    @app_commands.command(description="Answer what another player asks of the table")
    @app_commands.describe(yes="Whether you agree")
    @app_commands.guild_only()
    async def agree(self, interaction: Interaction, yes: bool = True) -> None:
        """Answer another player's request to the table; if there are several requests, answer the
        first."""
        session = await session_here(interaction)
        asked = await _open_now(session)
        if not asked:
            raise Refused("Nobody is asking the table for anything just now.")
        await _say(interaction, session, asked[0].what, asked[0].number, yes)


async def _open_now(session: GameSession) -> list[Petition]:
    """The open petitions: to take back a step, to amend a past step, to pause, to resume, to have a
    computer play for somebody absent, or to let people without a seat see hands."""
    found = [await session.consent.open_one(*whats) for whats in _ASKED]
    return [petition for petition in found if petition is not None]


async def _say(
    interaction: Interaction, session: GameSession, what: str, number: int, yes: bool
) -> None:
    """Answer a petition, and confirm the answer to the person who gave it."""
    if what == AMEND:
        petition = await session.amending.answer(
            interaction.user.id,
            yes,
            number=number,
            moderates=await is_moderator(interaction),
            interaction_id=str(interaction.id),
        )
        await show(interaction, ANSWERED[petition.state])
        return
    if what == STAND_IN:
        petition = await session.consent.answer_stand_in(
            interaction.user.id,
            yes,
            policy=next_computer(session),
            number=number,
            interaction_id=str(interaction.id),
        )
        await show(interaction, ANSWERED[petition.state])
        return
    answer = {UNDO: session.consent.answer_undo, COMMENTARY: session.onlookers.comment}.get(
        what, session.consent.vote_pause
    )
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
    """'Resume', on the card of a paused game: the table decides, or a moderator does."""
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
    """'Agree' or 'No': a player's answer to a petition."""
    session = await press.session(interaction)
    number, what, answer = (*press.parts, "", "", "")[:3]
    if not number.isdecimal() or what not in _KINDS:
        raise Refused(STALE)
    try:
        await _say(interaction, session, what, int(number), answer == "yes")
    except Refused:
        open_now = {petition.number for petition in await _open_now(session)}
        if interaction.message is not None and int(number) not in open_now:
            # The petition was settled before a restart, and its buttons are still shown.
            with contextlib.suppress(discord.HTTPException):
                await edited(interaction.client, interaction.message, view=None)
        raise


@on("differs", First.FRESH)
async def _differs(interaction: Interaction, press: Press) -> None:
    """'What changes for me': an amendment, as the person's own seat may read it."""
    session = await press.session(interaction)
    proposal = await session.amending.proposal()
    if proposal is None or press.parts != (str(proposal.petition.number),):
        raise Refused(GONE)
    seat = session.seat_of(interaction.user.id)
    lines = difference_lines(session, proposal.line, seat)
    await show(interaction, cut("\n".join(("### What would change for you", *lines))))


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Consent())
