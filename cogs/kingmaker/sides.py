"""Sides as commands: which House a family serves, whether that House lets it in, and whose heirs
the House may crown.
"""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Side(commands.GroupCog, group_name="side", group_description="Which House a family serves"):
    """``/side``: a family's declaration when a House begins its turn, the House's answer, and a
    family's consent to a coronation.
    """

    serve = typed("serve", "serve_house", "Serve the House whose turn begins, if it agrees")
    neutral = typed(
        "neutral",
        "stand_apart",
        "Serve nobody: the head of your family goes home, mercenaries leave",
        castle="Which castle the head of your family goes home to",
    )
    stay = typed("stay", "stay_loyal", "Stay as you are")

    @app_commands.command(description="Let a family serve your House, or not")
    @app_commands.describe(agree="Whether you let the family in (you cannot put it out again)")
    async def admit(self, interaction: Interaction, agree: bool) -> None:
        """Let a family in, or turn it away."""
        await choose(interaction, "admit" if agree else "turn_away")

    ask = typed(
        "ask",
        "ask_consent",
        "As a House, ask a family for an heir you want to crown",
        heir="Which heir (kept by a family on your side)",
    )

    @app_commands.command(description="Let your House crown an heir you keep, or not")
    @app_commands.describe(agree="Whether your House may crown the heir (he stays with you)")
    async def consent(self, interaction: Interaction, agree: bool) -> None:
        """Allow an heir to be crowned, or refuse."""
        await choose(interaction, "let_crown" if agree else "deny_crown")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Side())
