"""Ransoms and pardons as commands; terms and cards are seen only by those concerned."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction

_PROMISE = 200


@app_commands.guild_only()
class Captives(commands.GroupCog, group_name="ransom", group_description="Bargain over a captive"):
    """``/ransom``: offering a price, answering one, and mercy for a noble who is to die."""

    @app_commands.command(description="Offer a ransom for your captive noble")
    @app_commands.describe(
        places="Places you give",
        ships="Ships you give",
        cards="Crown cards from your hand",
        held="Event cards from your hand",
        draws="How many of your future Crown draws you give",
        promise="Anything else you promise (it binds in honour only)",
        due="How many rounds you have to keep the promise",
    )
    @app_commands.autocomplete(
        places=offered("offer_ransom", "places"),
        ships=offered("offer_ransom", "ships"),
        cards=offered("offer_ransom", "cards"),
        held=offered("offer_ransom", "held"),
        draws=offered("offer_ransom", "draws"),
        due=offered("offer_ransom", "due"),
    )
    async def offer(
        self,
        interaction: Interaction,
        places: str | None = None,
        ships: str | None = None,
        cards: str | None = None,
        held: str | None = None,
        draws: str | None = None,
        promise: app_commands.Range[str, 1, _PROMISE] | None = None,
        due: str | None = None,
    ) -> None:
        """Offer a ransom."""
        await choose(
            interaction,
            "offer_ransom",
            places=places,
            ships=ships,
            cards=cards,
            held=held,
            draws=draws,
            promise=promise,
            due=due,
        )

    @app_commands.command(description="Accept the ransom on offer")
    async def accept(self, interaction: Interaction) -> None:
        """Take the price."""
        await choose(interaction, "accept")

    @app_commands.command(description="Ask for a better offer")
    async def more(self, interaction: Interaction) -> None:
        """Want more."""
        await choose(interaction, "ask_more")

    @app_commands.command(description="Refuse, and put the captive to death")
    async def refuse(self, interaction: Interaction) -> None:
        """Refuse for good."""
        await choose(interaction, "refuse")

    @app_commands.command(description="Offer future Crown draws for an heir you have lost")
    @app_commands.describe(draws="How many of your draws (none leaves the heir where he is)")
    @app_commands.autocomplete(draws=offered("offer_draws", "draws"))
    async def heir(self, interaction: Interaction, draws: str | None = None) -> None:
        """Offer a ransom for an heir."""
        await choose(interaction, "offer_draws", draws=draws)

    @app_commands.command(name="take-draws", description="Answer an offer of draws for an heir")
    @app_commands.describe(take="Whether you take it (if not, you keep the heir)")
    async def take_draws(self, interaction: Interaction, take: bool) -> None:
        """Hold an heir for draws, or keep him."""
        await choose(interaction, "take_draws" if take else "refuse_draws")

    @app_commands.command(description="Let a captive go free")
    @app_commands.describe(captive="Who goes free")
    @app_commands.autocomplete(captive=offered("free_captive", "captive"))
    async def free(self, interaction: Interaction, captive: str | None = None) -> None:
        """Free him; what is unpaid is ignored."""
        await choose(interaction, "free_captive", captive=captive)

    @app_commands.command(description="Hand a captive to another noble of the same force")
    @app_commands.describe(captive="Which captive", noble="Which noble keeps him from now on")
    @app_commands.autocomplete(
        captive=offered("guard_captive", "captive"), noble=offered("guard_captive", "noble")
    )
    async def keeper(
        self, interaction: Interaction, captive: str | None = None, noble: str | None = None
    ) -> None:
        """Change who keeps a captive."""
        await choose(interaction, "guard_captive", captive=captive, noble=noble)

    @app_commands.command(description="Save your noble from death with a King’s Pardon")
    @app_commands.describe(card="Which of your Pardons")
    @app_commands.autocomplete(card=offered("pardon", "card"))
    async def pardon(self, interaction: Interaction, card: str | None = None) -> None:
        """Free him at no price."""
        await choose(interaction, "pardon", card=card)

    @app_commands.command(name="let-die", description="Play no King’s Pardon: your noble dies")
    async def let_die(self, interaction: Interaction) -> None:
        """Let him be executed."""
        await choose(interaction, "let_die")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Captives())
