"""Placing knights as a command: on counties, in the castle, against France; and the King's
Favour."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction

_HOUSE = "With two players: your own knight, or your ally’s"


@app_commands.guild_only()
class Knight(commands.GroupCog, group_name="knight", group_description="Place a knight"):
    """``/knight``: one sub-command for each way of placing a knight, and one for the King's
    Favour."""

    @app_commands.command(description="Take a county, with squires if you need or want them")
    @app_commands.describe(
        knight="Which knight, by strength",
        county="Which county",
        squires="How many squires go with him",
        house=_HOUSE,
    )
    @app_commands.autocomplete(
        knight=offered("county", "knight"),
        county=offered("county", "county"),
        squires=offered("county", "squires"),
        house=offered("county", "house"),
    )
    async def county(
        self,
        interaction: Interaction,
        knight: str | None = None,
        county: str | None = None,
        squires: str | None = None,
        house: str | None = None,
    ) -> None:
        """Place a knight on a county, expelling any weaker one there."""
        await choose(
            interaction, "county", house=house, knight=knight, county=county, squires=squires
        )

    @app_commands.command(description="Send a knight to a space in your castle, for its reward")
    @app_commands.describe(
        knight="Which knight, by strength", space="Which castle space", house=_HOUSE
    )
    @app_commands.autocomplete(
        knight=offered("castle", "knight"),
        space=offered("castle", "space"),
        house=offered("castle", "house"),
    )
    async def castle(
        self,
        interaction: Interaction,
        knight: str | None = None,
        space: str | None = None,
        house: str | None = None,
    ) -> None:
        """Place a knight in the castle."""
        await choose(interaction, "castle", house=house, knight=knight, space=space)

    @app_commands.command(description="Send a knight to a conflict with France")
    @app_commands.describe(knight="Which knight, by strength", card="Which conflict", house=_HOUSE)
    @app_commands.rename(card="conflict")
    @app_commands.autocomplete(
        knight=offered("conflict", "knight"),
        card=offered("conflict", "card"),
        house=offered("conflict", "house"),
    )
    async def conflict(
        self,
        interaction: Interaction,
        knight: str | None = None,
        card: str | None = None,
        house: str | None = None,
    ) -> None:
        """Place a knight on a conflict."""
        await choose(interaction, "conflict", house=house, knight=knight, card=card)

    @app_commands.command(description="Take a King’s Favour tile, or none")
    @app_commands.describe(tile="Which tile", none="Take none")
    @app_commands.autocomplete(tile=offered("favour", "tile"))
    async def favour(
        self, interaction: Interaction, tile: str | None = None, none: bool = False
    ) -> None:
        """Take a favour, or pass."""
        if none:
            await choose(interaction, "pass")
        else:
            await choose(interaction, "favour", tile=tile)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Knight())
