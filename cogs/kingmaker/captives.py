"""Ransoms and pardons as commands; only the players concerned see the terms and cards."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction

_PROMISE = 200


@app_commands.guild_only()
class Captives(commands.GroupCog, group_name="ransom", group_description="Bargain over a captive"):
    """``/ransom``: offering a price, answering one, freeing or handing over a captive, and mercy
    for a noble who is about to die.
    """

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

    accept = typed("accept", "accept", "Accept the ransom on offer")
    more = typed("more", "ask_more", "Ask for a better offer")
    refuse = typed("refuse", "refuse", "Refuse, and put the captive to death")
    heir = typed(
        "heir",
        "offer_draws",
        "Offer future Crown draws for an heir you have lost",
        draws="How many of your draws (if none, the captor keeps the heir)",
    )

    @app_commands.command(name="take-draws", description="Answer an offer of draws for an heir")
    @app_commands.describe(take="Whether you take the offer (if not, you keep the heir)")
    async def take_draws(self, interaction: Interaction, take: bool) -> None:
        """Accept an offer of draws for an heir, or keep him."""
        await choose(interaction, "take_draws" if take else "refuse_draws")

    free = typed(
        "free", "free_captive", "Let a captive go free", captive="The captive who goes free"
    )
    keeper = typed(
        "keeper",
        "guard_captive",
        "Hand a captive to another noble of the same force",
        captive="Which captive",
        noble="Which noble keeps the captive from now on",
    )
    pardon = typed(
        "pardon",
        "pardon",
        "Save your noble from death with a King’s Pardon",
        card="Which of your Pardons",
    )
    let_die = typed("let-die", "let_die", "Play no King’s Pardon: your noble dies")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Captives())
