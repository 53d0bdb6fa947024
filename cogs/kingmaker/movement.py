"""The movement phase as commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.kingmaker.going import go, goals_like, movers_like
from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Movement(commands.GroupCog, group_name="move", group_description="Move your nobles"):
    """``/move``: one sub-command for each way of moving."""

    @app_commands.command(description="Move anybody in any way: say who, and where to")
    @app_commands.describe(noble="Who moves, alone or together", to="Where to")
    @app_commands.autocomplete(noble=movers_like, to=goals_like)
    async def to(
        self, interaction: Interaction, noble: str | None = None, to: str | None = None
    ) -> None:
        """March, ride, go inside or come out, in one line."""
        await go(interaction, noble, to)

    @app_commands.command(description="Play a Refuge card: a land abroad is open for this phase")
    @app_commands.describe(card="Which Refuge card", land="Scotland or the Continent")
    @app_commands.autocomplete(
        card=offered("take_refuge", "card"), land=offered("take_refuge", "land")
    )
    async def refuge(
        self, interaction: Interaction, card: str | None = None, land: str | None = None
    ) -> None:
        """Open the way to a refuge."""
        await choose(interaction, "take_refuge", card=card, land=land)

    @app_commands.command(description="Fetch an heir of your House whom nobody keeps")
    @app_commands.describe(heir="Which heir", noble="Who takes him along")
    @app_commands.autocomplete(heir=offered("fetch", "heir"), noble=offered("fetch", "noble"))
    async def fetch(
        self, interaction: Interaction, heir: str | None = None, noble: str | None = None
    ) -> None:
        """Let an heir come out."""
        await choose(interaction, "fetch", heir=heir, noble=noble)

    @app_commands.command(description="March across country, up to five squares")
    @app_commands.describe(nobles="Who marches (names with commas, or all)", to="Where to")
    @app_commands.autocomplete(nobles=offered("march", "nobles"), to=offered("march", "to"))
    async def march(
        self, interaction: Interaction, nobles: str | None = None, to: str | None = None
    ) -> None:
        """March nobles of one square to another."""
        await choose(interaction, "march", nobles=nobles, to=to)

    @app_commands.command(description="Ride along a road, as far as it is open")
    @app_commands.describe(nobles="Who rides (names with commas, or all)", to="Where to")
    @app_commands.autocomplete(nobles=offered("ride", "nobles"), to=offered("ride", "to"))
    async def ride(
        self, interaction: Interaction, nobles: str | None = None, to: str | None = None
    ) -> None:
        """Move nobles of one square by road."""
        await choose(interaction, "ride", nobles=nobles, to=to)

    @app_commands.command(description="Go inside a town or castle of the square")
    @app_commands.describe(nobles="Who goes in", place="Which town or castle")
    @app_commands.autocomplete(nobles=offered("enter", "nobles"), place=offered("enter", "place"))
    async def enter(
        self, interaction: Interaction, nobles: str | None = None, place: str | None = None
    ) -> None:
        """Take nobles inside a place."""
        await choose(interaction, "enter", nobles=nobles, place=place)

    @app_commands.command(description="Come out into the open")
    @app_commands.describe(nobles="Who comes out", place="Which town or castle")
    @app_commands.autocomplete(nobles=offered("leave", "nobles"), place=offered("leave", "place"))
    async def leave(
        self, interaction: Interaction, nobles: str | None = None, place: str | None = None
    ) -> None:
        """Take nobles out of a place."""
        await choose(interaction, "leave", nobles=nobles, place=place)

    @app_commands.command(description="Cross the sea with the French, without a ship")
    @app_commands.describe(nobles="Who crosses (names with commas, or all)", to="Which port")
    @app_commands.autocomplete(nobles=offered("cross", "nobles"), to=offered("cross", "to"))
    async def cross(
        self, interaction: Interaction, nobles: str | None = None, to: str | None = None
    ) -> None:
        """Take a force over the sea."""
        await choose(interaction, "cross", nobles=nobles, to=to)

    @app_commands.command(description="Hand a royal heir to another of your nobles there")
    @app_commands.describe(heir="Which heir", noble="Who takes charge")
    @app_commands.autocomplete(heir=offered("entrust", "heir"), noble=offered("entrust", "noble"))
    async def entrust(
        self, interaction: Interaction, heir: str | None = None, noble: str | None = None
    ) -> None:
        """Give an heir into another noble's keeping."""
        await choose(interaction, "entrust", heir=heir, noble=noble)

    @app_commands.command(name="again", description="Play a Free Move: a second complete move")
    @app_commands.describe(nobles="Who moves again")
    @app_commands.autocomplete(nobles=offered("free_move", "nobles"))
    async def again(self, interaction: Interaction, nobles: str | None = None) -> None:
        """Spend a Free Move on nobles of one square."""
        await choose(interaction, "free_move", nobles=nobles)

    @app_commands.command(name="free-road", description="Play a Free Move: ride past any fortress")
    @app_commands.describe(noble="Which noble rides (he needs a bishop)", to="Where to")
    @app_commands.autocomplete(noble=offered("free_road", "noble"), to=offered("free_road", "to"))
    async def free_road(
        self, interaction: Interaction, noble: str | None = None, to: str | None = None
    ) -> None:
        """Spend a Free Move on a bishop's safe conduct."""
        await choose(interaction, "free_road", noble=noble, to=to)

    @app_commands.command(
        name="ask-leave", description="Ask leave to enter a place or to board a ship"
    )
    @app_commands.describe(place="Which town or castle, or which ship to board")
    @app_commands.autocomplete(place=offered("ask_leave", "place"))
    async def ask_leave(self, interaction: Interaction, place: str | None = None) -> None:
        """Ask for leave to enter a fortress, or to board a ship, in this phase."""
        await choose(interaction, "ask_leave", place=place)

    @app_commands.command(name="take-back", description="Stop waiting for leave you asked for")
    async def take_back(self, interaction: Interaction) -> None:
        """Withdraw a request for leave."""
        await choose(interaction, "withdraw_request")

    @app_commands.command(name="put-out", description="Put guests out of a place of yours")
    @app_commands.describe(nobles="Which guests to put out", place="Which town or castle")
    @app_commands.autocomplete(
        nobles=offered("dismiss", "nobles"), place=offered("dismiss", "place")
    )
    async def put_out(
        self, interaction: Interaction, nobles: str | None = None, place: str | None = None
    ) -> None:
        """Dismiss guests."""
        await choose(interaction, "dismiss", nobles=nobles, place=place)

    @app_commands.command(description="End your movement")
    async def done(self, interaction: Interaction) -> None:
        """End the phase."""
        await choose(interaction, "done")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Movement())
