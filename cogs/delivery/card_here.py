"""Whether a game can be run in a channel, and its card put up there for whoever asks."""

from __future__ import annotations

import discord

from bot.session import Refused
from cogs.delivery.direct_messages import missing_in
from cogs.ui.replies import Interaction, session_here, show


def check_channel(interaction: Interaction) -> None:
    """Raises Refused if the bot lacks a permission that it needs in this channel."""
    if interaction.channel is None or interaction.channel.type is discord.ChannelType.private:
        raise Refused("I host games in a server’s channels only. Try it there.")
    in_thread = isinstance(interaction.channel, discord.Thread)
    missing = missing_in(interaction.app_permissions, thread=in_thread)
    if missing:
        listed = ", ".join(missing)
        raise Refused(f"I cannot run a game here yet. In this channel I still need: {listed}.")


async def show_status(interaction: Interaction) -> None:
    """Post the status card again, for whoever asks."""
    session = await session_here(interaction)
    check_channel(interaction)
    await interaction.client.deliverer.repost(session)
    await show(interaction, "Here is the table again, at the bottom of the channel.")
