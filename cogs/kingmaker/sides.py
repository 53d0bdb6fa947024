"""Sides as commands: whom a family serves, and whether a House lets it in."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Side(commands.GroupCog, group_name="side", group_description="Which House a family serves"):
    """``/side``: what a family declares as a House begins its turn, and the House's answer."""

    @app_commands.command(description="Serve the House whose turn begins, if it agrees")
    async def serve(self, interaction: Interaction) -> None:
        """Change sides, or join a House."""
        await choose(interaction, "serve_house")

    @app_commands.command(
        description="Serve nobody: the head of your family goes home, mercenaries leave"
    )
    @app_commands.describe(castle="Which castle the head of your family goes home to")
    @app_commands.autocomplete(castle=offered("stand_apart", "castle"))
    async def neutral(self, interaction: Interaction, castle: str | None = None) -> None:
        """Become neutral."""
        await choose(interaction, "stand_apart", castle=castle)

    @app_commands.command(description="Stay as you are")
    async def stay(self, interaction: Interaction) -> None:
        """Change nothing."""
        await choose(interaction, "stay_loyal")

    @app_commands.command(description="Let a family serve your House, or not")
    @app_commands.describe(agree="Whether you let it in (you cannot put it out again)")
    async def admit(self, interaction: Interaction, agree: bool) -> None:
        """Let a family in, or turn it away."""
        await choose(interaction, "admit" if agree else "turn_away")

    @app_commands.command(description="As a House, ask a family for an heir you want to crown")
    @app_commands.describe(heir="Which heir (kept by a family on your side)")
    @app_commands.autocomplete(heir=offered("ask_consent", "heir"))
    async def ask(self, interaction: Interaction, heir: str | None = None) -> None:
        """Ask a family for its consent."""
        await choose(interaction, "ask_consent", heir=heir)

    @app_commands.command(description="Let your House crown an heir you keep, or not")
    @app_commands.describe(agree="Whether it may (he stays with you)")
    async def consent(self, interaction: Interaction, agree: bool) -> None:
        """Let an heir be crowned, or not."""
        await choose(interaction, "let_crown" if agree else "deny_crown")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Side())
