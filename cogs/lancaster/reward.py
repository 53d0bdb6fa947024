"""Rewards as a command: from laws, counties, castles and conflicts."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction

_TAKEN = [
    app_commands.Choice(name="The reward", value="reward"),
    app_commands.Choice(name="The nobleman", value="nobleman"),
    app_commands.Choice(name="Both, for gold", value="both"),
    app_commands.Choice(name="Nothing", value="nothing"),
]


@app_commands.guild_only()
class Rewards(commands.GroupCog, group_name="reward", group_description="Take your rewards"):
    """``/reward``: one sub-command for each choice that a reward asks for."""

    @app_commands.command(description="Choose what to take from the county being settled")
    @app_commands.describe(take="What you take")
    @app_commands.choices(take=_TAKEN)
    async def county(self, interaction: Interaction, take: app_commands.Choice[str]) -> None:
        """Settle a county."""
        await choose(interaction, take.value)

    nobleman = typed(
        "nobleman", "nobleman", "Choose a nobleman from any county", county="Whose nobleman"
    )

    @app_commands.command(description="Send the county’s knight to a conflict")
    @app_commands.describe(card="Which conflict")
    @app_commands.rename(card="conflict")
    @app_commands.autocomplete(card=offered("ride", "card"))
    async def ride(self, interaction: Interaction, card: str | None = None) -> None:
        """Move a knight from a county to a conflict."""
        await choose(interaction, "ride", card=card)

    starter = typed("starter", "name", "Name the player who starts", player="The player who starts")

    @app_commands.command(description="Score a space of your castle, or finish")
    @app_commands.describe(
        space="Which space comes next", done="Score no more spaces that cost anything"
    )
    @app_commands.autocomplete(space=offered("score", "space"))
    async def castle(
        self, interaction: Interaction, space: str | None = None, done: bool = False
    ) -> None:
        """Score the castle, space by space."""
        if done:
            await choose(interaction, "done")
        else:
            await choose(interaction, "score", space=space)

    @app_commands.command(
        description="Exchange a knight for the next stronger one, or keep them all"
    )
    @app_commands.describe(knight="Which knight", nobody="All knights stay as they are")
    @app_commands.autocomplete(knight=offered("upgrade", "knight"))
    async def upgrade(
        self, interaction: Interaction, knight: str | None = None, nobody: bool = False
    ) -> None:
        """Upgrade a knight, or decline."""
        if nobody:
            await choose(interaction, "decline")
        else:
            await choose(interaction, "upgrade", knight=knight)

    extension = typed(
        "extension",
        "extend",
        "Place an extension on a space of your castle",
        space="Which castle space it covers",
    )

    @app_commands.command(description="Buy what a law sells, or nothing")
    @app_commands.describe(times="How many times", nothing="Buy nothing")
    @app_commands.autocomplete(times=offered("buy", "times"))
    async def buy(
        self, interaction: Interaction, times: str | None = None, nothing: bool = False
    ) -> None:
        """Buy under a law, or decline."""
        if nothing:
            await choose(interaction, "decline")
        else:
            await choose(interaction, "buy", times=times)

    @app_commands.command(description="Pay for a captured knight, or give him up")
    @app_commands.describe(pay="Whether you pay")
    async def ransom(self, interaction: Interaction, pay: bool) -> None:
        """Say whether to pay a ransom."""
        await choose(interaction, "ransom" if pay else "give_up")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Rewards())
