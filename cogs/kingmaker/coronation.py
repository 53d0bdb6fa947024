"""Coronations as commands: crowning, lending clergy and getting rid of heirs."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Coronation(commands.Cog):
    """``/crown``, ``/kill-heir`` and ``/release-heir``: making and unmaking kings."""

    @app_commands.command(description="Crown a royal heir your nobles keep")
    @app_commands.describe(heir="Which heir to crown", nobody="Crown nobody this turn")
    @app_commands.autocomplete(heir=offered("crown", "heir"))
    async def crown(
        self, interaction: Interaction, heir: str | None = None, nobody: bool = False
    ) -> None:
        """Crown an heir, or end the phase."""
        if nobody:
            await choose(interaction, "done")
        else:
            await choose(interaction, "crown", heir=heir)

    @app_commands.command(name="kill-heir", description="Put an heir you keep to death")
    @app_commands.describe(heir="Which heir")
    @app_commands.autocomplete(heir=offered("kill_heir", "heir"))
    async def kill_heir(self, interaction: Interaction, heir: str) -> None:
        """Kill an heir."""
        await choose(interaction, "kill_heir", heir=heir)

    release_heir = typed(
        "release-heir",
        "release_heir",
        "Let an heir go when you have kept heirs of both Houses for too long",
        heir="Which heir",
    )


@app_commands.guild_only()
class Clergy(commands.GroupCog, group_name="clergy", group_description="Bishops for a coronation"):
    """``/clergy``: asking for another player's bishops, and lending your own."""

    ask = typed(
        "ask", "ask_clergy", "Ask another player to let his bishops take part", of="Whose bishops"
    )

    @app_commands.command(description="Let your bishops take part in a coronation, or not")
    @app_commands.describe(agree="Whether your bishops take part")
    async def lend(self, interaction: Interaction, agree: bool) -> None:
        """Lend the clergy, or withhold it."""
        await choose(interaction, "lend" if agree else "withhold")


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Coronation())
    await bot.add_cog(Clergy())
