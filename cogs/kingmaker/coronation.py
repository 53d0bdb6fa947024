"""The coronation phase as a command."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Coronation(commands.Cog):
    """``/crown`` and ``/kill-heir``: making and unmaking kings."""

    @app_commands.command(description="Crown a royal heir whom your nobles hold")
    @app_commands.describe(heir="Whom to crown", nobody="Crown nobody this turn")
    @app_commands.autocomplete(heir=offered("crown", "heir"))
    async def crown(
        self, interaction: Interaction, heir: str | None = None, nobody: bool = False
    ) -> None:
        """Crown an heir, or end the phase."""
        if nobody:
            await choose(interaction, "done")
        else:
            await choose(interaction, "crown", heir=heir)

    @app_commands.command(name="kill-heir", description="Have an heir put to death whom you hold")
    @app_commands.describe(heir="Which heir")
    @app_commands.autocomplete(heir=offered("kill_heir", "heir"))
    async def kill_heir(self, interaction: Interaction, heir: str) -> None:
        """Kill an heir."""
        await choose(interaction, "kill_heir", heir=heir)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Coronation())
