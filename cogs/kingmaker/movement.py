"""The movement phase as commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.kingmaker.going import go, goals_like, movers_like
from cogs.ui.choosing.typed_choices import typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Movement(commands.GroupCog, group_name="move", group_description="Move your nobles"):
    """``/move``: one sub-command for each way of moving, and for what goes with it."""

    @app_commands.command(description="Move anybody in any way: say who, and where to")
    @app_commands.describe(noble="The noble who moves, alone or with others", to="Where to")
    @app_commands.autocomplete(noble=movers_like, to=goals_like)
    async def to(
        self, interaction: Interaction, noble: str | None = None, to: str | None = None
    ) -> None:
        """March, ride, go inside or come out, in one line."""
        await go(interaction, noble, to)

    refuge = typed(
        "refuge",
        "take_refuge",
        "Play a Refuge card: a land abroad is open for this phase",
        card="Which Refuge card",
        land="Scotland or the Continent",
    )
    fetch = typed(
        "fetch",
        "fetch",
        "Fetch an heir of your House who has no keeper",
        heir="Which heir",
        noble="The noble who takes the heir along",
    )
    march = typed(
        "march",
        "march",
        "March across country, up to five squares",
        nobles="Nobles who march (names separated by commas, or all)",
        to="Where to",
    )
    ride = typed(
        "ride",
        "ride",
        "Ride along a road, as far as it is open",
        nobles="Nobles who ride (names separated by commas, or all)",
        to="Where to",
    )
    enter = typed(
        "enter",
        "enter",
        "Go inside a town or castle in the square",
        nobles="Nobles who go in",
        place="Which town or castle",
    )
    leave = typed(
        "leave",
        "leave",
        "Come out into the open",
        nobles="Nobles who come out",
        place="Which town or castle",
    )
    cross = typed(
        "cross",
        "cross",
        "Cross the sea with the French, without a ship",
        nobles="Nobles who cross (names separated by commas, or all)",
        to="Which port",
    )
    entrust = typed(
        "entrust",
        "entrust",
        "Hand a royal heir to another of your nobles there",
        heir="Which heir",
        noble="The noble who takes charge",
    )
    again = typed(
        "again",
        "free_move",
        "Play a Free Move: a second complete move",
        nobles="Nobles who move again",
    )
    free_road = typed(
        "free-road",
        "free_road",
        "Play a Free Move: ride past any fortress",
        noble="Which noble rides (he needs a bishop)",
        to="Where to",
    )
    ask_leave = typed(
        "ask-leave",
        "ask_leave",
        "Ask leave to enter a place or to board a ship",
        place="Which town or castle, or which ship to board",
    )
    take_back = typed("take-back", "withdraw_request", "Stop waiting for the leave you asked for")
    put_out = typed(
        "put-out",
        "dismiss",
        "Turn guests out of one of your places",
        nobles="Which guests to put out",
        place="Which town or castle",
    )
    done = typed("done", "done", "End your movement")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Movement())
