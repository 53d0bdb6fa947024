"""Recruiting nobles as commands, where rules have them recruited."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class RecruitingCog(
    commands.GroupCog, group_name="recruit", group_description="Win nobles for your faction"
):
    """``/recruit``: winning nobles over, and keeping what they were promised."""

    @app_commands.command(description="Try to win over a noble with what you offer him")
    @app_commands.describe(
        noble="Which noble you want to win over",
        envoy="Which of your nobles asks him (near a castle of his)",
        castle="Which castle of his he appears at, if you have no noble left",
        host="Which of your nobles he joins, if he leaves another faction",
        title="A title for him",
        office="An office for him",
        cards="Other cards for him",
    )
    @app_commands.autocomplete(
        noble=offered("recruit", "noble"),
        envoy=offered("recruit", "envoy"),
        castle=offered("recruit", "castle"),
        host=offered("recruit", "host"),
        title=offered("recruit", "title"),
        office=offered("recruit", "office"),
        cards=offered("recruit", "cards"),
    )
    async def noble(
        self,
        interaction: Interaction,
        noble: str | None = None,
        envoy: str | None = None,
        castle: str | None = None,
        host: str | None = None,
        title: str | None = None,
        office: str | None = None,
        cards: str | None = None,
    ) -> None:
        """Try to recruit."""
        await choose(
            interaction,
            "recruit",
            noble=noble,
            envoy=envoy,
            castle=castle,
            host=host,
            title=title,
            office=office,
            cards=cards,
        )

    @app_commands.command(
        description="Give your recruit a card in return for what you took from him"
    )
    @app_commands.describe(card="Which card")
    @app_commands.autocomplete(card=offered("make_good", "card"))
    async def due(self, interaction: Interaction, card: str | None = None) -> None:
        """Make good what was taken from him."""
        await choose(interaction, "make_good", card=card)

    @app_commands.command(
        description="Give your recruit nothing in return for what you took from him"
    )
    async def nothing(self, interaction: Interaction) -> None:
        """Let the opposing House try for him."""
        await choose(interaction, "keep_back")


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(RecruitingCog())
