"""Commands for trade: deals, passing things between your own nobles, and alliances. A deal can
also be proposed from the context menu of a member or a message.
"""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.session import Refused
from cogs.kingmaker.bargains import begin_counter, counter_terms, deal_named, deals_text
from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.names import seat_of_person
from cogs.ui.replies import Interaction, seat_here, session_here, tell

PROPOSE = "Propose a deal"

_PROMISE = 200
_WORD = 120
_ROUNDS = 12


def _check_due(due: int | None, promise: str | None) -> None:
    """Raise Refused if a deadline for a promise was typed, but no promise."""
    if due is not None and not promise:
        raise Refused(
            "`due` goes with a promise. Type what you promise as well, or leave `due` out."
        )


@app_commands.guild_only()
class Deals(commands.GroupCog, group_name="deal", group_description="Trade with another player"):
    """``/deal``: offers between two players, seen by nobody else."""

    @app_commands.command(description="Offer a deal (only the two of you see it)")
    @app_commands.describe(
        to="Which player",
        give="What you give (names separated by commas)",
        take="What you ask for (names separated by commas)",
        promise="What else you promise (it binds in honour only)",
        due="How many rounds you have to keep the promise (1 if you do not say)",
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
        """Propose a deal; if only a player is named, ask for the rest."""
        if to is not None and (give or take or promise):
            _check_due(due, promise)
            give, take, promise = give or "none", take or "none", promise or "none"
        rounds = str(due) if due is not None else None
        await choose(
            interaction, "propose_deal", to=to, give=give, take=take, promise=promise, due=rounds
        )

    @app_commands.command(description="Answer a deal with an offer of your own, based on its terms")
    @app_commands.describe(
        deal="Which deal",
        give="What you give instead (names separated by commas)",
        take="What you ask for instead (names separated by commas)",
        promise="What else you promise (it binds in honour only)",
        due="How many rounds you have to keep the promise (1 if you do not say)",
    )
    @app_commands.autocomplete(
        deal=offered("counter_deal", "deal"),
        give=offered("counter_deal", "give"),
        take=offered("counter_deal", "take"),
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
        """Counter an offer: anything left out stays as it was; if nothing is typed, ask for the
        terms.
        """
        session = await session_here(interaction)
        seat = seat_here(interaction, session)
        offered_deal = deal_named(session, seat, deal)
        _check_due(due, promise)
        if not (give or take or promise):
            await begin_counter(interaction, session, seat, offered_deal)
            return
        terms = counter_terms(session, seat, offered_deal)
        rounds = str(due) if due is not None else None
        await choose(
            interaction,
            "counter_deal",
            deal=offered_deal.name,
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

    withdraw = typed(
        "withdraw", "withdraw_deal", "Take back a deal that you offered", deal="Which deal"
    )


@app_commands.guild_only()
class Transfers(commands.Cog):
    """``/transfer``: passing things on within your own faction."""

    transfer = typed(
        "transfer",
        "transfer",
        "Pass something from one of your nobles to another",
        thing="What to pass",
        noble="Which noble gets it",
    )


@app_commands.guild_only()
class Alliance(
    commands.GroupCog, group_name="alliance", group_description="Fight beside another player"
):
    """``/alliance``: sides taken in a combat, and alliances agreed on beforehand."""

    @app_commands.command(description="Join the attackers")
    @app_commands.describe(
        nobles="Nobles who join (names separated by commas, or all)",
        french="Whether the French fight too",
    )
    @app_commands.autocomplete(nobles=offered("ally_attack", "nobles"))
    async def attack(
        self, interaction: Interaction, nobles: str | None = None, french: bool = False
    ) -> None:
        """Join the attack."""
        verb = "ally_attack_with_french" if french else "ally_attack"
        await choose(interaction, verb, nobles=nobles)

    defend = typed(
        "defend",
        "ally_defence",
        "Join the defenders",
        nobles="Nobles who join (names separated by commas, or all)",
    )
    aside = typed("aside", "stand_aside", "Take no part")
    propose = typed(
        "propose",
        "propose_alliance",
        "Offer an alliance to a player in your square",
        ally="Which player",
        square="Which square you share",
        term="For one combat there, or until cancelled",
    )
    accept = typed("accept", "accept_alliance", "Accept the alliance you were offered")
    decline = typed("decline", "decline_alliance", "Decline the alliance you were offered")
    cancel = typed(
        "cancel",
        "cancel_alliance",
        "Cancel an alliance, at the start of your own turn",
        ally="Which player",
    )


@app_commands.guild_only()
async def propose_to(interaction: Interaction, member: discord.Member) -> None:
    """*Propose a deal* in a member's menu: everything but the partner is asked for."""
    session = await session_here(interaction)
    await choose(interaction, "propose_deal", to=str(seat_of_person(session, member)))


@app_commands.guild_only()
async def propose_to_author(interaction: Interaction, message: discord.Message) -> None:
    """*Propose a deal* in the menu of a message, to whoever wrote it."""
    session = await session_here(interaction)
    await choose(interaction, "propose_deal", to=str(seat_of_person(session, message.author)))


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Deals())
    await bot.add_cog(Transfers())
    await bot.add_cog(Alliance())
    for callback in (propose_to, propose_to_author):
        bot.tree.add_command(app_commands.ContextMenu(name=PROPOSE, callback=callback))
