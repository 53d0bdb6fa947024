"""Parliament as commands: the call, excuses, business, votes, and the way home."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.public_questions import asked
from cogs.ui.choosing.typed_choices import choose, offered
from cogs.ui.client import Client
from cogs.ui.replies import Interaction, seat_here, session_here


@app_commands.guild_only()
class Parliament(commands.GroupCog, group_name="parliament", group_description="Parliament"):
    """``/parliament``: everything about it but the votes."""

    @app_commands.command(description="Call Parliament, and summon a noble by Writ")
    @app_commands.describe(
        by="Which of your nobles calls it", summon="Which noble to summon by Writ"
    )
    @app_commands.autocomplete(
        by=offered("call_parliament", "by"), summon=offered("call_parliament", "summon")
    )
    async def call(
        self, interaction: Interaction, by: str | None = None, summon: str | None = None
    ) -> None:
        """Call Parliament."""
        await choose(interaction, "call_parliament", by=by, summon=summon)

    @app_commands.command(description="Send nobles to a Parliament that nobody has to attend")
    @app_commands.describe(nobles="Who goes there (names with commas, or all)")
    @app_commands.autocomplete(nobles=offered("attend", "nobles"))
    async def attend(self, interaction: Interaction, nobles: str | None = None) -> None:
        """Send nobles to Parliament."""
        await choose(interaction, "attend", nobles=nobles)

    @app_commands.command(
        name="leave-heirs", description="Send a noble to Parliament, and leave heirs behind"
    )
    @app_commands.describe(noble="Who goes there", leave="Which heirs stay with the others")
    @app_commands.autocomplete(
        noble=offered("attend_without", "noble"), leave=offered("attend_without", "leave")
    )
    async def leave_heirs(
        self, interaction: Interaction, noble: str | None = None, leave: str | None = None
    ) -> None:
        """Send a noble to Parliament without some of his heirs."""
        await choose(interaction, "attend_without", noble=noble, leave=leave)

    @app_commands.command(description="Force another player’s noble to come, with a Writ")
    @app_commands.describe(noble="Which noble your Writ forces to come")
    @app_commands.autocomplete(noble=offered("serve_writ", "noble"))
    async def writ(self, interaction: Interaction, noble: str | None = None) -> None:
        """Serve a Writ."""
        await choose(interaction, "serve_writ", noble=noble)

    @app_commands.command(description="Choose which of your nobles are excused")
    @app_commands.describe(
        nobles="Which nobles you excuse, for a Writ each (or none)",
        overseas="Who stays across the sea, without a Writ (or none)",
    )
    @app_commands.autocomplete(
        nobles=offered("excuse", "nobles"), overseas=offered("excuse", "by_sea")
    )
    async def excuse(
        self, interaction: Interaction, nobles: str | None = None, overseas: str | None = None
    ) -> None:
        """Excuse nobles."""
        await choose(interaction, "excuse", nobles=nobles, by_sea=overseas)

    @app_commands.command(description="Revoke excuses from your Parliament, for a Writ each")
    @app_commands.describe(nobles="Whose excuse (or none)")
    @app_commands.autocomplete(nobles=offered("revoke", "nobles"))
    async def revoke(self, interaction: Interaction, nobles: str | None = None) -> None:
        """Revoke excuses."""
        await choose(interaction, "revoke", nobles=nobles)

    @app_commands.command(description="Choose where your People’s Parliament meets")
    @app_commands.describe(noble="Who goes there", place="Which town or city")
    @app_commands.autocomplete(noble=offered("meet_at", "noble"), place=offered("meet_at", "place"))
    async def meet(
        self, interaction: Interaction, noble: str | None = None, place: str | None = None
    ) -> None:
        """Choose the meeting place."""
        await choose(interaction, "meet_at", noble=noble, place=place)

    @app_commands.command(description="Give a bishop of the Chancery to a noble in Parliament")
    @app_commands.describe(card="Which bishop", noble="Which noble gets it")
    @app_commands.autocomplete(
        card=offered("grant_bishop", "card"), noble=offered("grant_bishop", "noble")
    )
    async def bishop(
        self, interaction: Interaction, card: str | None = None, noble: str | None = None
    ) -> None:
        """Grant a bishop."""
        await choose(interaction, "grant_bishop", card=card, noble=noble)

    @app_commands.command(description="Propose a title or an office for a noble")
    @app_commands.describe(card="Which title or office", noble="Which noble, of any player")
    @app_commands.autocomplete(card=offered("propose", "card"), noble=offered("propose", "noble"))
    async def propose(
        self, interaction: Interaction, card: str | None = None, noble: str | None = None
    ) -> None:
        """Propose a card."""
        await choose(interaction, "propose", card=card, noble=noble)

    @app_commands.command(name="against-king", description="Move that the other King be deposed")
    @app_commands.describe(noble="Which of your nobles moves it")
    @app_commands.autocomplete(noble=offered("declare_illegitimate", "noble"))
    async def against_king(self, interaction: Interaction, noble: str | None = None) -> None:
        """Move against a King."""
        await choose(interaction, "declare_illegitimate", noble=noble)

    @app_commands.command(
        name="settle-kings", description="Move a vote on which of two Kings is the sole King"
    )
    @app_commands.describe(king="Which King is to be the sole King")
    @app_commands.autocomplete(king=offered("settle_kings", "king"))
    async def settle_kings(self, interaction: Interaction, king: str | None = None) -> None:
        """Put it to the vote who is King."""
        await choose(interaction, "settle_kings", king=king)

    @app_commands.command(
        name="recall-ships", description="Have the Commons vote lost ships back to their office"
    )
    @app_commands.describe(ships="Which ships (names with commas, or all)")
    @app_commands.autocomplete(ships=offered("recall_ships", "ships"))
    async def recall_ships(self, interaction: Interaction, ships: str | None = None) -> None:
        """Put it to the vote whether ships come back."""
        await choose(interaction, "recall_ships", ships=ships)

    @app_commands.command(
        name="pass-title", description="Move that a title of yours pass to another noble"
    )
    @app_commands.describe(
        card="Which title", noble="Which noble gets it", giver="Which noble gives it up"
    )
    @app_commands.autocomplete(
        card=offered("transfer_title", "card"),
        noble=offered("transfer_title", "noble"),
        giver=offered("transfer_title", "giver"),
    )
    async def pass_title(
        self,
        interaction: Interaction,
        card: str | None = None,
        noble: str | None = None,
        giver: str | None = None,
    ) -> None:
        """Pass on a title."""
        await choose(interaction, "transfer_title", card=card, noble=noble, giver=giver)

    @app_commands.command(
        name="pass-office", description="Move that an office of yours pass to another noble"
    )
    @app_commands.describe(
        card="Which office", noble="Which noble gets it", giver="Which noble gives it up"
    )
    @app_commands.autocomplete(
        card=offered("transfer_office", "card"),
        noble=offered("transfer_office", "noble"),
        giver=offered("transfer_office", "giver"),
    )
    async def pass_office(
        self,
        interaction: Interaction,
        card: str | None = None,
        noble: str | None = None,
        giver: str | None = None,
    ) -> None:
        """Pass on an office."""
        await choose(interaction, "transfer_office", card=card, noble=noble, giver=giver)

    @app_commands.command(description="Agree that a card passes, or decline")
    @app_commands.describe(agree="Whether you agree")
    async def consent(self, interaction: Interaction, agree: bool) -> None:
        """Answer whether a card may pass."""
        await choose(interaction, "agree" if agree else "decline")

    @app_commands.command(description="After Parliament: take a noble inside the place")
    @app_commands.describe(noble="Who goes inside")
    @app_commands.autocomplete(noble=offered("lodge", "noble"))
    async def lodge(self, interaction: Interaction, noble: str | None = None) -> None:
        """Go inside where Parliament met."""
        await choose(interaction, "lodge", noble=noble)

    @app_commands.command(name="return", description="After Parliament: bring a noble home")
    @app_commands.describe(
        noble="Who goes home",
        castle="Which castle",
        stay="He stays, as caller or by a Free Move",
    )
    @app_commands.autocomplete(
        noble=offered("go_home", "noble"), castle=offered("go_home", "castle")
    )
    async def go_home(
        self,
        interaction: Interaction,
        noble: str | None = None,
        castle: str | None = None,
        stay: bool = False,
    ) -> None:
        """Bring a noble home, or have him stay."""
        if stay:
            await choose(interaction, await _staying(interaction, noble), noble=noble)
        else:
            await choose(interaction, "go_home", noble=noble, castle=castle)

    @app_commands.command(name="keep-ship", description="Play a Free Move: a ship need not go home")
    @app_commands.describe(ship="Which ship")
    @app_commands.autocomplete(ship=offered("keep_ship", "ship"))
    async def keep_ship(self, interaction: Interaction, ship: str | None = None) -> None:
        """Keep a ship where she is."""
        await choose(interaction, "keep_ship", ship=ship)

    @app_commands.command(description="Pass: no call, no more business, or end the round")
    async def done(self, interaction: Interaction) -> None:
        """End what is asked."""
        await choose(interaction, "done")


async def _staying(interaction: Interaction, noble: str | None) -> str:
    """By what a noble stays: as the one who called, if that is open and he is not another."""
    session = await session_here(interaction)
    seat = seat_here(interaction, session)
    offers = [offer for prompt in asked(session, seat) for offer in prompt.offers]
    callers = {o.field("noble").candidates[0] for o in offers if o.verb == "stay"}
    named = noble.casefold().strip() if noble else None
    return "stay" if callers and (named is None or named in callers) else "stay_free"


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Parliament())
