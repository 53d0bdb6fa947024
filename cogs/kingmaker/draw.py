"""Cards as commands: the card drawn, cards from the hand, and a hand that is too full."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import typed
from cogs.ui.client import Client


@app_commands.guild_only()
class Draw(commands.GroupCog, group_name="draw", group_description="The card you drew"):
    """``/draw``: what to do with the card drawn at the end of the turn, or with a hand that is too
    full.
    """

    keep = typed("keep", "keep", "Keep the card you drew in your hand")
    discard = typed(
        "discard", "discard", "Discard a card when your hand is too full", card="Which card"
    )
    give = typed(
        "give",
        "hand_out",
        "Give the card you drew to a family, for good",
        card="Which card",
        family="Which family gets the card",
    )


@app_commands.guild_only()
class Play(commands.GroupCog, group_name="play", group_description="Play a Crown card"):
    """``/play``: cards given to a noble, nobles brought into play, and cards that unmask pretenders
    or win over a garrison.
    """

    card = typed(
        "card",
        "play",
        "Give a card to one of your nobles",
        card="Which card",
        noble="Which noble gets the card",
    )
    noble = typed(
        "noble",
        "raise",
        "Bring a noble from your hand into play",
        card="Which noble",
        castle="At which of his castles",
    )
    unmask = typed("unmask", "unmask", "Unmask every pretender with a card from your hand")
    betrayal = typed(
        "betrayal",
        "betray",
        "Win over a garrison with a card from your hand",
        place="Which town, city or castle",
        noble="Which of your nobles holds the place",
    )


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Draw())
    await bot.add_cog(Play())
