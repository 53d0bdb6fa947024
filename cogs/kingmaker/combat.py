"""The combat phase as commands: battles and sieges, and what follows them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Attack(commands.GroupCog, group_name="attack", group_description="Attack in the open"):
    """``/attack``: battles, ambushes, the assassin, what follows a fight, and the end of combat."""

    @app_commands.command(description="Attack a force in the open in your square")
    @app_commands.describe(
        nobles="Nobles who attack (names separated by commas, or all)",
        against="Whose force",
        foes="Which enemy nobles, if you may choose (names separated by commas, or all)",
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

    assassinate = typed(
        "assassinate",
        "assassinate",
        "Send one untitled noble against a far stronger force",
        noble="Which of your nobles",
        target="Which noble you are after",
    )
    ambush = typed(
        "ambush",
        "ambush",
        "Lie in ambush: the card drawn only decides who dies, at any odds",
        nobles="Nobles who lie in ambush (names separated by commas, or all)",
        against="Whose force",
        square="In which square",
        target="Which noble you are after, if dice decide who dies",
    )
    let_through = typed("let-through", "let_through", "Let an attack on you go on")
    target = typed(
        "target",
        "name_target",
        "Choose the noble your assassin tries to kill",
        target="Which noble you are after",
    )
    go_back = typed(
        "go-back",
        "return_inside",
        "After a sally: who goes back inside",
        nobles="Nobles who go back (or none)",
    )
    go_home = typed(
        "go-home",
        "go_home",
        "Choose the castle a noble goes home to",
        noble="The noble who goes home",
        castle="His castle",
    )
    spoils = typed(
        "spoils",
        "keep_spoil",
        "Give a card of the beaten side to one of your nobles",
        card="Which card",
        noble="The noble who gets the card",
    )
    done = typed("done", "done", "End your combat")


@app_commands.guild_only()
class Siege(commands.GroupCog, group_name="siege", group_description="Besiege a town or castle"):
    """``/siege``: laying, joining, concluding and lifting sieges, storming, and what is taken with
    a place.
    """

    lay = typed(
        "lay",
        "lay",
        "Lay siege now and conclude it later",
        nobles="Nobles who besiege",
        place="Which town or castle",
    )
    join = typed(
        "join",
        "join",
        "Bring more nobles into a siege",
        nobles="Nobles who join",
        place="Which siege",
    )

    @app_commands.command(description="Conclude the siege: try to take the place now")
    @app_commands.describe(
        nobles="Nobles who take part",
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
        nobles="Nobles who storm the walls",
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

    lift = typed("lift", "lift", "Lift a siege", place="Which siege")
    hold = typed(
        "hold",
        "hold",
        "Choose the noble who holds the place you took",
        place="Which place",
        noble="The noble who holds the place",
    )
    keep_heir = typed(
        "keep-heir",
        "keep_heir",
        "Choose the noble who keeps a captured heir",
        heir="Which heir",
        noble="The noble who keeps the heir",
    )


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Attack())
    await bot.add_cog(Siege())
