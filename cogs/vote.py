"""Votes as commands, in any game that has them: the sealed vote, and ending the debate before
it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.session import Refused
from cogs.ui.choosing.public_questions import asked
from cogs.ui.choosing.typed_choices import Suggest, choose, suggested
from cogs.ui.client import Client
from cogs.ui.customs import customs_of
from cogs.ui.replies import Interaction, seat_here, session_at_hand, session_here
from cogs.ui.suggestions import Suggestions

NO_VOTES = "There are no votes in this game."


def _markers(answer: str) -> Suggest:
    """Suggestions for whatever may be added to a vote."""

    async def suggest(interaction: Interaction, current: str) -> Suggestions:
        try:
            customs = customs_of(session_at_hand(interaction))
        except Refused:
            return []
        if answer not in customs.votes or customs.vote_field is None:
            return []
        return await suggested(interaction, customs.votes[answer], customs.vote_field, current)

    return suggest


@app_commands.guild_only()
class Vote(commands.GroupCog, group_name="vote", group_description="Vote in Parliament"):
    """``/vote``: the sealed vote, and ending the debate before it."""

    @app_commands.command(description="Vote for the motion (sealed until all have voted)")
    @app_commands.describe(markers="How many voting markers to add, if the game has them")
    @app_commands.autocomplete(markers=_markers("yea"))
    async def yea(self, interaction: Interaction, markers: str | None = None) -> None:
        """Vote yea."""
        await _vote(interaction, "yea", markers)

    @app_commands.command(description="Vote against the motion (sealed until all have voted)")
    @app_commands.describe(markers="How many voting markers to add, if the game has them")
    @app_commands.autocomplete(markers=_markers("nay"))
    async def nay(self, interaction: Interaction, markers: str | None = None) -> None:
        """Vote nay."""
        await _vote(interaction, "nay", markers)

    @app_commands.command(description="Abstain (sealed until all have voted)")
    async def abstain(self, interaction: Interaction) -> None:
        """Abstain."""
        await _vote(interaction, "abstain")

    @app_commands.command(description="End the debate: call the vote, move it, or second it")
    async def call(self, interaction: Interaction) -> None:
        """End the debate with whichever of its verbs this person may use now."""
        session = await session_here(interaction)
        seat = seat_here(interaction, session)
        open_now = {offer.verb for p in asked(session, seat) for offer in p.offers}
        verb = next((v for v in customs_of(session).ends_debate if v in open_now), None)
        if verb is None:
            raise Refused("There is no debate you can end just now.")
        await choose(interaction, verb)


async def _vote(interaction: Interaction, answer: str, markers: str | None = None) -> None:
    """Vote in the game's own terms. Raises Refused for an answer this game does not have."""
    customs = customs_of(await session_here(interaction))
    if not customs.votes:
        raise Refused(NO_VOTES)
    if answer not in customs.votes:
        raise Refused("You cannot abstain in this game. Use `/vote yea` or `/vote nay`.")
    if markers is not None and customs.vote_field is None:
        raise Refused("This game has no voting markers. Leave them out.")
    more = {customs.vote_field: markers} if customs.vote_field is not None else {}
    await choose(interaction, customs.votes[answer], **more)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Vote())
