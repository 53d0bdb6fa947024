"""Trade as commands: deals, things passed between one's own nobles, alliances."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.kingmaker.bargains import begin_counter, counter_terms, deal_named, deals_text
from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction, seat_here, session_here, tell

_PROMISE = 200
_WORD = 120
_ROUNDS = 12


@app_commands.guild_only()
class Deals(commands.GroupCog, group_name="deal", group_description="Trade with another player"):
    """``/deal``: offers between two players, seen by nobody else."""

    @app_commands.command(description="Offer a deal (only the two of you see it)")
    @app_commands.describe(
        to="Which player",
        give="What you give (names with commas)",
        take="What you ask for (names with commas)",
        promise="What else you promise (it binds in honour only)",
        due="How many rounds you have to keep the promise",
    )
    @app_commands.autocomplete(
        to=offered("propose_deal", "to"),
        give=offered("propose_deal", "give"),
        take=offered("propose_deal", "take"),
    )
    async def offer(
        self,
        interaction: Interaction,
        *,
        to: str | None = None,
        give: str | None = None,
        take: str | None = None,
        promise: app_commands.Range[str, 1, _PROMISE] | None = None,
        due: app_commands.Range[int, 1, _ROUNDS] | None = None,
    ) -> None:
        """Propose a deal; with nothing but a player named, the rest is asked for."""
        if to is not None and (give or take or promise):
            give, take, promise = give or "none", take or "none", promise or "none"
        rounds = str(due) if due is not None else None
        await choose(
            interaction, "propose_deal", to=to, give=give, take=take, promise=promise, due=rounds
        )

    @app_commands.command(description="Answer a deal with an offer of your own, based on its terms")
    @app_commands.describe(
        deal="Which deal",
        give="What you give instead (names with commas)",
        take="What you ask for instead (names with commas)",
        promise="What else you promise (it binds in honour only)",
        due="How many rounds you have to keep the promise",
    )
    @app_commands.autocomplete(
        deal=offered("refuse_deal", "deal"),
        give=offered("propose_deal", "give"),
        take=offered("propose_deal", "take"),
    )
    async def counter(
        self,
        interaction: Interaction,
        *,
        deal: str | None = None,
        give: str | None = None,
        take: str | None = None,
        promise: app_commands.Range[str, 1, _PROMISE] | None = None,
        due: app_commands.Range[int, 1, _ROUNDS] | None = None,
    ) -> None:
        """Counter: what is left out stays as it was offered; with nothing typed it is asked for."""
        session = await session_here(interaction)
        seat = seat_here(interaction, session)
        offered_deal = deal_named(session, seat, deal)
        if not (give or take or promise):
            await begin_counter(interaction, session, seat, offered_deal)
            return
        terms = counter_terms(session, seat, offered_deal)
        rounds = str(due) if due is not None else None
        await choose(
            interaction,
            "propose_deal",
            to=terms["to"],
            give=give or terms["give"],
            take=take or terms["take"],
            promise=promise or "none",
            due=rounds,
        )

    @app_commands.command(name="list", description="See the deals you have offered or been offered")
    async def list_(self, interaction: Interaction) -> None:
        """List the deals."""
        session = await session_here(interaction)
        text, view = deals_text(session, seat_here(interaction, session))
        await tell(interaction, text, view=view)

    @app_commands.command(description="Accept a deal: everything in it changes hands at once")
    @app_commands.describe(deal="Which deal", word="A note with your answer")
    @app_commands.autocomplete(deal=offered("accept_deal", "deal"))
    async def accept(
        self,
        interaction: Interaction,
        deal: str | None = None,
        word: app_commands.Range[str, 1, _WORD] | None = None,
    ) -> None:
        """Accept."""
        await choose(interaction, "accept_deal", deal=deal, word=word)

    @app_commands.command(description="Refuse a deal")
    @app_commands.describe(deal="Which deal", word="A note with your answer")
    @app_commands.autocomplete(deal=offered("refuse_deal", "deal"))
    async def refuse(
        self,
        interaction: Interaction,
        deal: str | None = None,
        word: app_commands.Range[str, 1, _WORD] | None = None,
    ) -> None:
        """Refuse."""
        await choose(interaction, "refuse_deal", deal=deal, word=word)

    @app_commands.command(description="Take back a deal that you offered")
    @app_commands.describe(deal="Which deal")
    @app_commands.autocomplete(deal=offered("withdraw_deal", "deal"))
    async def withdraw(self, interaction: Interaction, deal: str | None = None) -> None:
        """Withdraw."""
        await choose(interaction, "withdraw_deal", deal=deal)


@app_commands.guild_only()
class Transfers(commands.Cog):
    """``/transfer``: within one's own faction."""

    @app_commands.command(description="Pass something from one of your nobles to another")
    @app_commands.describe(thing="What to pass", noble="Which noble gets it")
    @app_commands.autocomplete(
        thing=offered("transfer", "thing"), noble=offered("transfer", "noble")
    )
    async def transfer(
        self, interaction: Interaction, thing: str | None = None, noble: str | None = None
    ) -> None:
        """Pass a thing on."""
        await choose(interaction, "transfer", thing=thing, noble=noble)


@app_commands.guild_only()
class Alliance(
    commands.GroupCog, group_name="alliance", group_description="Fight beside another player"
):
    """``/alliance``: sides taken in a combat, and alliances that are agreed on beforehand."""

    @app_commands.command(description="Join the attackers")
    @app_commands.describe(
        nobles="Who joins (names with commas, or all)", french="Whether the French fight too"
    )
    @app_commands.autocomplete(nobles=offered("ally_attack", "nobles"))
    async def attack(
        self, interaction: Interaction, nobles: str | None = None, french: bool = False
    ) -> None:
        """Join the attack."""
        verb = "ally_attack_with_french" if french else "ally_attack"
        await choose(interaction, verb, nobles=nobles)

    @app_commands.command(description="Join the defenders")
    @app_commands.describe(nobles="Who joins (names with commas, or all)")
    @app_commands.autocomplete(nobles=offered("ally_defence", "nobles"))
    async def defend(self, interaction: Interaction, nobles: str | None = None) -> None:
        """Join the defence."""
        await choose(interaction, "ally_defence", nobles=nobles)

    @app_commands.command(description="Take no part")
    async def aside(self, interaction: Interaction) -> None:
        """Stand aside."""
        await choose(interaction, "stand_aside")

    @app_commands.command(description="Offer an alliance to a player in your square")
    @app_commands.describe(
        ally="Which player",
        square="Which square you share",
        term="For one combat there, or until cancelled",
    )
    @app_commands.autocomplete(
        ally=offered("propose_alliance", "ally"),
        square=offered("propose_alliance", "square"),
        term=offered("propose_alliance", "term"),
    )
    async def propose(
        self,
        interaction: Interaction,
        ally: str | None = None,
        square: str | None = None,
        term: str | None = None,
    ) -> None:
        """Propose an alliance."""
        await choose(interaction, "propose_alliance", ally=ally, square=square, term=term)

    @app_commands.command(description="Agree to the alliance that is offered to you")
    async def accept(self, interaction: Interaction) -> None:
        """Agree."""
        await choose(interaction, "accept_alliance")

    @app_commands.command(description="Decline the alliance that is offered to you")
    async def decline(self, interaction: Interaction) -> None:
        """Decline."""
        await choose(interaction, "decline_alliance")

    @app_commands.command(description="Cancel an alliance, at the start of your own turn")
    @app_commands.describe(ally="Which player")
    @app_commands.autocomplete(ally=offered("cancel_alliance", "ally"))
    async def cancel(self, interaction: Interaction, ally: str | None = None) -> None:
        """Cancel an alliance."""
        await choose(interaction, "cancel_alliance", ally=ally)


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Deals())
    await bot.add_cog(Transfers())
    await bot.add_cog(Alliance())
