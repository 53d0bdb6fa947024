"""Cards as commands: the card drawn, cards from the hand, and a hand that is too full."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Draw(commands.GroupCog, group_name="draw", group_description="The card you drew"):
    """``/draw``: what becomes of the card drawn at the end of the turn."""

    @app_commands.command(description="Keep the card you drew in your hand")
    async def keep(self, interaction: Interaction) -> None:
        """Keep it."""
        await choose(interaction, "keep")

    @app_commands.command(description="Discard a card when your hand is too full")
    @app_commands.describe(card="Which card")
    @app_commands.autocomplete(card=offered("discard", "card"))
    async def discard(self, interaction: Interaction, card: str | None = None) -> None:
        """Discard from the hand."""
        await choose(interaction, "discard", card=card)

    @app_commands.command(description="Give the card you drew to a family, for good")
    @app_commands.describe(card="Which card", family="Which family gets it")
    @app_commands.autocomplete(
        card=offered("hand_out", "card"), family=offered("hand_out", "family")
    )
    async def give(
        self, interaction: Interaction, card: str | None = None, family: str | None = None
    ) -> None:
        """Hand a card out."""
        await choose(interaction, "hand_out", card=card, family=family)


@app_commands.guild_only()
class Play(commands.GroupCog, group_name="play", group_description="Play a Crown card"):
    """``/play``: cards laid beside a noble, and nobles brought into play."""

    @app_commands.command(description="Give a card to one of your nobles")
    @app_commands.describe(card="Which card", noble="Which noble gets it")
    @app_commands.autocomplete(card=offered("play", "card"), noble=offered("play", "noble"))
    async def card(
        self, interaction: Interaction, card: str | None = None, noble: str | None = None
    ) -> None:
        """Play a card from the hand, or the one just drawn."""
        await choose(interaction, "play", card=card, noble=noble)

    @app_commands.command(description="Bring a noble from your hand into play")
    @app_commands.describe(card="Which noble", castle="At which of his castles")
    @app_commands.autocomplete(card=offered("raise", "card"), castle=offered("raise", "castle"))
    async def noble(
        self, interaction: Interaction, card: str | None = None, castle: str | None = None
    ) -> None:
        """Raise a noble."""
        await choose(interaction, "raise", card=card, castle=castle)

    @app_commands.command(description="Unmask every pretender with a card from your hand")
    async def unmask(self, interaction: Interaction) -> None:
        """Play Pretender Revealed."""
        await choose(interaction, "unmask")

    @app_commands.command(description="Win over a garrison with a card from your hand")
    @app_commands.describe(
        place="Which town, city or castle", noble="Which of your nobles holds it"
    )
    @app_commands.autocomplete(place=offered("betray", "place"), noble=offered("betray", "noble"))
    async def betrayal(
        self, interaction: Interaction, place: str | None = None, noble: str | None = None
    ) -> None:
        """Play Betrayal."""
        await choose(interaction, "betray", place=place, noble=noble)


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Draw())
    await bot.add_cog(Play())
