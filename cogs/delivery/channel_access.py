"""A seat's access to the game's channel goes with the seat.

If only some people see the channel, anybody who takes over a seat is let in, and anybody who leaves
one loses any access given to them alone. For that, the bot needs *Manage Permissions* in the
channel; without it, access never changes, and a newcomer who cannot see the channel is refused and
told what would help.
"""

from __future__ import annotations

import contextlib

import discord

from bot.session import Refused
from cogs.ui.replies import Interaction

_NOT_LET_IN = (
    "{who} cannot see this channel. Let them in through the channel’s settings and try again. Or "
    "give me **Manage Permissions** in this channel, and I will let them in."
)
_WELCOME = discord.PermissionOverwrite(
    view_channel=True, send_messages=True, read_message_history=True
)


async def let_in(interaction: Interaction, newcomer: discord.Member) -> None:
    """Make sure that a newcomer can see the game's channel. Raises Refused if that cannot be done
    here."""
    may, channel = newcomer.resolved_permissions, interaction.channel
    if may is None or may.view_channel:
        return
    refused = Refused(_NOT_LET_IN.format(who=newcomer.mention))
    if not isinstance(channel, discord.TextChannel) or not interaction.app_permissions.manage_roles:
        raise refused
    try:
        await channel.set_permissions(newcomer, overwrite=_WELCOME)
    except discord.Forbidden:
        raise refused from None


async def see_out(interaction: Interaction, user_id: int) -> None:
    """Remove any access to the channel that was given to somebody who has left a seat."""
    channel, guild = interaction.channel, interaction.guild
    if guild is None or not isinstance(channel, discord.TextChannel):
        return
    own = next((rule for who, rule in channel.overwrites.items() if who.id == user_id), None)
    if own is None or not own.view_channel or not interaction.app_permissions.manage_roles:
        return
    # Anyone who has left the server cannot see the channel anyway.
    with contextlib.suppress(discord.NotFound, discord.Forbidden):
        leaver = guild.get_member(user_id) or await guild.fetch_member(user_id)
        await channel.set_permissions(leaver, overwrite=None)
