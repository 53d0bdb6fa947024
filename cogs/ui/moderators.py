"""The people who may moderate: with Discord's permission, or with the role that the server has
named."""

from __future__ import annotations

import discord

from bot.session import GameSession, Refused
from cogs.ui.controls import Press
from cogs.ui.replies import Interaction, session_here

NOT_A_MODERATOR = (
    "Only a moderator can do that: somebody who may manage this server or this channel, or who "
    "has the role that `/mod role` names. Ask one of them."
)


def manages(interaction: Interaction) -> bool:
    """Whether Discord lets the person manage the server or the channel."""
    may = interaction.permissions
    return may.manage_guild or may.manage_channels


async def is_moderator(interaction: Interaction) -> bool:
    """Whether the person may moderate games here."""
    person = interaction.user
    if interaction.guild_id is None or not isinstance(person, discord.Member):
        return False
    if manages(interaction):
        return True
    role = await interaction.client.desk.servers.moderator_role(interaction.guild_id)
    return _has(person, role)


def is_moderator_at_hand(interaction: Interaction) -> bool:
    """Whether the person may moderate games here, from memory alone: for suggestions, which cannot
    wait."""
    person = interaction.user
    if interaction.guild_id is None or not isinstance(person, discord.Member):
        return False
    role = interaction.client.desk.servers.role_at_hand(interaction.guild_id)
    return manages(interaction) or _has(person, role)


def _has(person: discord.Member, role: int | None) -> bool:
    return role is not None and any(own.id == role for own in person.roles)


async def must_moderate(interaction: Interaction) -> None:
    """Raise Refused unless the person may moderate games here."""
    if not await is_moderator(interaction):
        raise Refused(NOT_A_MODERATOR)


async def moderated_here(interaction: Interaction) -> GameSession:
    """The game of this channel, for a moderator. Raises Refused for anybody else."""
    await must_moderate(interaction)
    return await session_here(interaction)


async def moderated(interaction: Interaction, press: Press) -> GameSession:
    """The game that a moderator's control is for. Raises Refused for anybody else, and on any other
    server.
    """
    await must_moderate(interaction)
    session = await press.session(interaction)
    if session.guild_id != interaction.guild_id:
        raise Refused(NOT_A_MODERATOR)
    return session
