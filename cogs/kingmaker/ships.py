"""Ships as commands: going aboard, sailing, fighting, going ashore, and seeking a port."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Ships(commands.GroupCog, group_name="ship", group_description="Order your ships"):
    """``/ship``: a ship's moves and fights, and where she puts in if she must."""

    embark = typed(
        "embark",
        "embark",
        "Take nobles aboard a ship in her port",
        nobles="Nobles who go aboard (names separated by commas, or all)",
        ship="Which ship",
    )
    sail = typed(
        "sail",
        "sail",
        "Sail up to five squares, ports included",
        ship="Which ship",
        to="Which sea or port",
    )
    land = typed(
        "land",
        "land",
        "Bring nobles ashore where their ship lies",
        nobles="Nobles who go ashore (names separated by commas, or all)",
        ship="Which ship",
    )
    blockade = typed(
        "blockade",
        "blockade",
        "Blockade a port beside the ship: any ship leaving must fight",
        ship="Which ship",
        port="Which port",
    )
    attack = typed(
        "attack",
        "attack_at_sea",
        "Attack another player’s ships in a sea space",
        against="Whose ships",
        sea="Which sea space",
    )

    @app_commands.command(description="Scuttle an office’s captured ship, or keep her")
    @app_commands.describe(ship="Which ship to sink", keep="Keep her")
    @app_commands.autocomplete(ship=offered("scuttle", "ship"))
    async def scuttle(
        self, interaction: Interaction, ship: str | None = None, keep: bool = False
    ) -> None:
        """Sink the ship, or keep her."""
        if keep:
            await choose(interaction, "keep_prize")
        else:
            await choose(interaction, "scuttle", ship=ship)

    again = typed(
        "again", "free_sail", "Play a Free Move: a ship sails a second time", ship="Which ship"
    )

    @app_commands.command(
        name="put-in", description="Choose the port for a ship that has to seek one"
    )
    @app_commands.describe(port="Which port", ship="Which ship", stay="The ship stays where she is")
    @app_commands.autocomplete(port=offered("put_in", "port"), ship=offered("put_in", "ship"))
    async def put_in(
        self,
        interaction: Interaction,
        port: str | None = None,
        ship: str | None = None,
        stay: bool = False,
    ) -> None:
        """Seek a port, or stay if that is allowed."""
        if stay:
            await choose(interaction, "stay_put", ship=ship)
        else:
            await choose(interaction, "put_in", ship=ship, port=port)

    @app_commands.command(description="Send a noble ashore from a ship driven in by a storm")
    @app_commands.describe(noble="The noble who goes ashore", nobody="Nobody else goes ashore")
    @app_commands.autocomplete(noble=offered("disembark", "noble"))
    async def disembark(
        self, interaction: Interaction, noble: str | None = None, nobody: bool = False
    ) -> None:
        """Go ashore to escape a storm, or stay aboard."""
        if nobody:
            await choose(interaction, "done")
        else:
            await choose(interaction, "disembark", noble=noble)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Ships())
