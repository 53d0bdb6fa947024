"""The combat phase as commands: battles and sieges, and what follows them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Attack(commands.GroupCog, group_name="attack", group_description="Attack in the open"):
    """``/attack``: battles, the assassin, and the end of combat."""

    @app_commands.command(description="Attack a force in the open in your square")
    @app_commands.describe(
        nobles="Who attacks (names with commas, or all)",
        against="Whose force",
        foes="Which of them, if you may choose (names with commas, or all)",
        square="In which square",
        french="Use the French troops as well",
    )
    @app_commands.autocomplete(
        nobles=offered("attack", "nobles"),
        against=offered("attack", "against"),
        foes=offered("attack", "foes"),
        square=offered("attack", "square"),
    )
    async def force(
        self,
        interaction: Interaction,
        nobles: str | None = None,
        against: str | None = None,
        foes: str | None = None,
        square: str | None = None,
        french: bool = False,
    ) -> None:
        """Fight a battle."""
        verb = "attack_with_french" if french else "attack"
        await choose(interaction, verb, nobles=nobles, against=against, foes=foes, square=square)

    @app_commands.command(description="Send one untitled noble against a far stronger force")
    @app_commands.describe(noble="Which of your nobles", target="Which noble he is after")
    @app_commands.autocomplete(
        noble=offered("assassinate", "noble"), target=offered("assassinate", "target")
    )
    async def assassinate(
        self, interaction: Interaction, noble: str | None = None, target: str | None = None
    ) -> None:
        """Try an assassination."""
        await choose(interaction, "assassinate", noble=noble, target=target)

    @app_commands.command(
        description="Lie in ambush: the card drawn only says who dies, at any odds"
    )
    @app_commands.describe(
        nobles="Who lies in ambush (names with commas, or all)",
        against="Whose force",
        square="In which square",
        target="Which noble they are after, if dice decide who dies",
    )
    @app_commands.autocomplete(
        nobles=offered("ambush", "nobles"),
        against=offered("ambush", "against"),
        square=offered("ambush", "square"),
        target=offered("ambush", "target"),
    )
    async def ambush(
        self,
        interaction: Interaction,
        nobles: str | None = None,
        against: str | None = None,
        square: str | None = None,
        target: str | None = None,
    ) -> None:
        """Lie in ambush."""
        await choose(
            interaction, "ambush", nobles=nobles, against=against, square=square, target=target
        )

    @app_commands.command(name="let-through", description="Let an attack on you go on")
    async def let_through(self, interaction: Interaction) -> None:
        """Have the weather drawn."""
        await choose(interaction, "let_through")

    @app_commands.command(name="target", description="Choose the noble your assassin tries to kill")
    @app_commands.describe(target="Which noble he is after")
    @app_commands.autocomplete(target=offered("name_target", "target"))
    async def target(self, interaction: Interaction, target: str | None = None) -> None:
        """Name the target of an attack that has become an assassin's."""
        await choose(interaction, "name_target", target=target)

    @app_commands.command(name="go-back", description="After a sally: who goes back inside")
    @app_commands.describe(nobles="Who goes back (or none)")
    @app_commands.autocomplete(nobles=offered("return_inside", "nobles"))
    async def go_back(self, interaction: Interaction, nobles: str | None = None) -> None:
        """Take sallying nobles back in."""
        await choose(interaction, "return_inside", nobles=nobles)

    @app_commands.command(name="go-home", description="Choose the castle a noble goes home to")
    @app_commands.describe(noble="Who goes home", castle="His castle")
    @app_commands.autocomplete(
        noble=offered("go_home", "noble"), castle=offered("go_home", "castle")
    )
    async def go_home(
        self, interaction: Interaction, noble: str | None = None, castle: str | None = None
    ) -> None:
        """Choose the castle of a noble who goes home."""
        await choose(interaction, "go_home", noble=noble, castle=castle)

    @app_commands.command(description="Give a card of the beaten side to one of your nobles")
    @app_commands.describe(card="Which card", noble="Who gets it")
    @app_commands.autocomplete(
        card=offered("keep_spoil", "card"), noble=offered("keep_spoil", "noble")
    )
    async def spoils(
        self, interaction: Interaction, card: str | None = None, noble: str | None = None
    ) -> None:
        """Share out the spoils."""
        await choose(interaction, "keep_spoil", card=card, noble=noble)

    @app_commands.command(description="End your combat")
    async def done(self, interaction: Interaction) -> None:
        """End the phase."""
        await choose(interaction, "done")


@app_commands.guild_only()
class Siege(commands.GroupCog, group_name="siege", group_description="Besiege a town or castle"):
    """``/siege``: laying, joining, concluding and lifting sieges, and taking places over."""

    @app_commands.command(description="Lay siege now and conclude it later")
    @app_commands.describe(nobles="Who besieges", place="Which town or castle")
    @app_commands.autocomplete(nobles=offered("lay", "nobles"), place=offered("lay", "place"))
    async def lay(
        self, interaction: Interaction, nobles: str | None = None, place: str | None = None
    ) -> None:
        """Put a place Under Siege."""
        await choose(interaction, "lay", nobles=nobles, place=place)

    @app_commands.command(description="Bring more nobles into a siege")
    @app_commands.describe(nobles="Who joins", place="Which siege")
    @app_commands.autocomplete(nobles=offered("join", "nobles"), place=offered("join", "place"))
    async def join(
        self, interaction: Interaction, nobles: str | None = None, place: str | None = None
    ) -> None:
        """Strengthen a siege."""
        await choose(interaction, "join", nobles=nobles, place=place)

    @app_commands.command(description="Conclude the siege: try to take the place now")
    @app_commands.describe(
        nobles="Who takes part",
        place="Which town or castle",
        french="Use the French troops as well",
    )
    @app_commands.autocomplete(
        nobles=offered("conclude", "nobles"), place=offered("conclude", "place")
    )
    async def conclude(
        self,
        interaction: Interaction,
        nobles: str | None = None,
        place: str | None = None,
        french: bool = False,
    ) -> None:
        """Conclude a siege."""
        verb = "conclude_with_french" if french else "conclude"
        await choose(interaction, verb, nobles=nobles, place=place)

    @app_commands.command(description="Storm the walls now, as in a battle")
    @app_commands.describe(
        nobles="Who storms",
        place="Which town or castle",
        french="Use the French troops as well",
    )
    @app_commands.autocomplete(nobles=offered("storm", "nobles"), place=offered("storm", "place"))
    async def storm(
        self,
        interaction: Interaction,
        nobles: str | None = None,
        place: str | None = None,
        french: bool = False,
    ) -> None:
        """Storm a place."""
        verb = "storm_with_french" if french else "storm"
        await choose(interaction, verb, nobles=nobles, place=place)

    @app_commands.command(description="Lift a siege")
    @app_commands.describe(place="Which siege")
    @app_commands.autocomplete(place=offered("lift", "place"))
    async def lift(self, interaction: Interaction, place: str | None = None) -> None:
        """Lift a siege."""
        await choose(interaction, "lift", place=place)

    @app_commands.command(description="Choose the noble who holds the place you took")
    @app_commands.describe(place="Which place", noble="Who holds it")
    @app_commands.autocomplete(place=offered("hold", "place"), noble=offered("hold", "noble"))
    async def hold(
        self, interaction: Interaction, place: str | None = None, noble: str | None = None
    ) -> None:
        """Choose who controls a place."""
        await choose(interaction, "hold", place=place, noble=noble)

    @app_commands.command(
        name="keep-heir", description="Choose the noble who keeps a captured heir"
    )
    @app_commands.describe(heir="Which heir", noble="Who keeps him")
    @app_commands.autocomplete(
        heir=offered("keep_heir", "heir"), noble=offered("keep_heir", "noble")
    )
    async def keep_heir(
        self, interaction: Interaction, heir: str | None = None, noble: str | None = None
    ) -> None:
        """Choose who keeps a captured heir."""
        await choose(interaction, "keep_heir", heir=heir, noble=noble)


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Attack())
    await bot.add_cog(Siege())
