"""Commands for recruiting nobles, under rules that have recruiting."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import typed
from cogs.ui.client import Client


@app_commands.guild_only()
class RecruitingCog(
    commands.GroupCog, group_name="recruit", group_description="Win nobles for your faction"
):
    """``/recruit``: winning nobles over, and keeping the promises made to them."""

    noble = typed(
        "noble",
        "recruit",
        "Try to win over a noble with what you offer him",
        noble="Which noble you want to win over",
        envoy="Which of your nobles makes the offer (near one of the recruit’s castles)",
        castle="At which of his castles the recruit appears, if you have no noble left",
        host="Which of your nobles the recruit joins, if he leaves another faction",
        title="A title to offer",
        office="An office to offer",
        cards="Other cards to offer",
    )
    due = typed(
        "due",
        "make_good",
        "Give your recruit a card in return for what you took from him",
        card="Which card",
    )
    nothing = typed(
        "nothing", "keep_back", "Give your recruit nothing in return for what you took from him"
    )


async def setup(bot: Client) -> None:
    """Load the cog."""
    await bot.add_cog(RecruitingCog())
