"""Setting up and answering Event cards as commands."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction


@app_commands.guild_only()
class Opening(commands.GroupCog, group_name="deploy", group_description="Place nobles and cards"):
    """``/deploy``: the choices during set-up."""

    card = typed(
        "card",
        "assign",
        "Give a card you were dealt to one of your nobles",
        card="Which card",
        noble="Which noble gets it",
    )
    noble = typed(
        "noble",
        "settle",
        "Put a noble into one of his castles",
        noble="Which noble",
        castle="Which castle",
    )


@app_commands.guild_only()
class Calls(commands.GroupCog, group_name="answer", group_description="Answer a card or a request"):
    """``/answer``: calls of Event cards, and other players' requests to be let in."""

    @app_commands.command(description="Say where your noble goes when called, and who comes along")
    @app_commands.describe(
        to="Where he goes",
        bring="Heirs he takes along",
        company="Nobles who go with a King who is called",
    )
    @app_commands.rename(company="with")
    @app_commands.autocomplete(
        to=offered("answer_call", "to"),
        bring=offered("answer_call", "bring"),
        company=offered("answer_call", "with"),
    )
    async def call(
        self,
        interaction: Interaction,
        to: str | None = None,
        bring: str | None = None,
        company: str | None = None,
    ) -> None:
        """Answer a call."""
        await choose(interaction, "answer_call", to=to, bring=bring, **{"with": company})

    instead = typed(
        "instead",
        "send_instead",
        "Spend a Writ: another noble of yours goes in his place",
        noble="The noble who goes instead",
    )
    strife = typed(
        "strife",
        "send_off",
        "Choose which of your quarrelling mercenaries go home",
        card="Which band",
    )

    @app_commands.command(description="Make a siege fail with Siege Fails, or not")
    @app_commands.describe(play="Whether you play Siege Fails")
    async def siege(self, interaction: Interaction, play: bool) -> None:
        """Make a siege fail, or decline."""
        await choose(interaction, "fail_siege" if play else "let_be")

    legacy = typed(
        "legacy",
        "bequeath",
        "Choose who gets one of your murdered noble’s cards",
        card="Which card",
        noble="The noble who gets it",
    )

    @app_commands.command(description="Win a dead noble’s heir with Influence Heir, or not")
    @app_commands.describe(win="Whether you play Influence Heir")
    async def heir(self, interaction: Interaction, win: bool) -> None:
        """Win an heir, or decline."""
        await choose(interaction, "woo_heir" if win else "let_be")

    @app_commands.command(description="Call a fight off with Evade Battle, or not")
    @app_commands.describe(play="Whether you play Evade Battle")
    async def evade(self, interaction: Interaction, play: bool) -> None:
        """Evade a battle or an ambush, or decline."""
        await choose(interaction, "evade" if play else "let_be")

    @app_commands.command(description="Make a fight go on with Force Battle, or not")
    @app_commands.describe(play="Whether you play Force Battle")
    async def force(self, interaction: Interaction, play: bool) -> None:
        """Force a combat, or decline."""
        await choose(interaction, "force" if play else "let_be")

    @app_commands.command(description="Let another player into your place, or not")
    @app_commands.describe(welcome="Whether you let them in")
    async def leave(self, interaction: Interaction, welcome: bool) -> None:
        """Grant or deny leave to enter a fortress or a port."""
        await choose(interaction, "grant" if welcome else "deny")

    @app_commands.command(description="Choose who goes with the King to meet an embassy")
    @app_commands.describe(to="Where they go", company="Nobles who go with him")
    @app_commands.rename(company="with")
    @app_commands.autocomplete(
        to=offered("attend_king", "to"), company=offered("attend_king", "with")
    )
    async def king(
        self, interaction: Interaction, to: str | None = None, company: str | None = None
    ) -> None:
        """Attend the King."""
        await choose(interaction, "attend_king", to=to, **{"with": company})


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Opening())
    await bot.add_cog(Calls())
