"""Parliament as commands: the call, excuses, business, and the way home."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.ui.choosing.public_questions import asked
from cogs.ui.choosing.typed_choices import choose, offered, typed
from cogs.ui.client import Client
from cogs.ui.replies import Interaction, seat_here, session_here


@app_commands.guild_only()
class Parliament(commands.GroupCog, group_name="parliament", group_description="Parliament"):
    """``/parliament``: everything about Parliament except the votes."""

    call = typed(
        "call",
        "call_parliament",
        "Call Parliament, and summon a noble by Writ",
        by="Which of your nobles calls Parliament",
        summon="Which noble to summon by Writ",
    )
    attend = typed(
        "attend",
        "attend",
        "Send nobles to a Parliament that nobody has to attend",
        nobles="Nobles who go there (names separated by commas, or all)",
    )
    leave_heirs = typed(
        "leave-heirs",
        "attend_without",
        "Send a noble to Parliament, and leave heirs behind",
        noble="The noble who goes there",
        leave="Which heirs stay behind",
    )
    writ = typed(
        "writ",
        "serve_writ",
        "Force another player’s noble to come, with a Writ",
        noble="Which noble your Writ forces to come",
    )

    @app_commands.command(description="Choose which of your nobles are excused")
    @app_commands.describe(
        nobles="Which nobles you excuse, for a Writ each (or none)",
        overseas="Nobles who stay across the sea, without a Writ (or none)",
    )
    @app_commands.autocomplete(
        nobles=offered("excuse", "nobles"), overseas=offered("excuse", "by_sea")
    )
    async def excuse(
        self, interaction: Interaction, nobles: str | None = None, overseas: str | None = None
    ) -> None:
        """Excuse nobles."""
        await choose(interaction, "excuse", nobles=nobles, by_sea=overseas)

    revoke = typed(
        "revoke",
        "revoke",
        "Revoke excuses from your Parliament, for a Writ each",
        nobles="Whose excuse you revoke (or none)",
    )
    meet = typed(
        "meet",
        "meet_at",
        "Choose where your People’s Parliament meets",
        noble="The noble who goes there",
        place="Which town or city",
    )
    bishop = typed(
        "bishop",
        "grant_bishop",
        "Give a bishop from the Chancery to a noble in Parliament",
        card="Which bishop",
        noble="Which noble gets it",
    )
    propose = typed(
        "propose",
        "propose",
        "Propose a title or an office for a noble",
        card="Which title or office",
        noble="Which noble (any player’s)",
    )
    against_king = typed(
        "against-king",
        "declare_illegitimate",
        "Move that the other King be deposed",
        noble="Which of your nobles makes the motion",
    )
    settle_kings = typed(
        "settle-kings",
        "settle_kings",
        "Put to the vote which of two Kings is the sole King",
        king="Which King is to be the sole King",
    )
    recall_ships = typed(
        "recall-ships",
        "recall_ships",
        "Have the Commons vote on giving an office its lost ships back",
        ships="Which ships (names separated by commas, or all)",
    )
    pass_title = typed(
        "pass-title",
        "transfer_title",
        "Move that one of your titles pass to another noble",
        card="Which title",
        noble="Which noble gets it",
        giver="Which noble gives up the title or office",
    )
    pass_office = typed(
        "pass-office",
        "transfer_office",
        "Move that one of your offices pass to another noble",
        card="Which office",
        noble="Which noble gets it",
        giver="Which noble gives up the title or office",
    )

    @app_commands.command(description="Let a card pass, or not")
    @app_commands.describe(agree="Whether you agree")
    async def consent(self, interaction: Interaction, agree: bool) -> None:
        """Say whether a card may be passed on."""
        await choose(interaction, "agree" if agree else "decline")

    lodge = typed(
        "lodge",
        "lodge",
        "After Parliament: take a noble inside the place",
        noble="The noble who goes inside",
    )

    @app_commands.command(name="return", description="After Parliament: bring a noble home")
    @app_commands.describe(
        noble="The noble who goes home",
        castle="Which castle",
        stay="The noble stays, as the caller or with a Free Move",
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
        """Bring a noble home, or let him stay."""
        if stay:
            await choose(interaction, await _staying(interaction, noble), noble=noble)
        else:
            await choose(interaction, "go_home", noble=noble, castle=castle)

    keep_ship = typed(
        "keep-ship", "keep_ship", "Play a Free Move: a ship need not go home", ship="Which ship"
    )
    done = typed("done", "done", "Pass: no call, no more business, or end the round")


async def _staying(interaction: Interaction, noble: str | None) -> str:
    """The verb that lets a noble stay: as the one who called Parliament, if that is possible and no
    other noble is named."""
    session = await session_here(interaction)
    seat = seat_here(interaction, session)
    offers = [offer for prompt in asked(session, seat) for offer in prompt.offers]
    callers = {o.field("noble").candidates[0] for o in offers if o.verb == "stay"}
    named = noble.casefold().strip() if noble else None
    return "stay" if callers and (named is None or named in callers) else "stay_free"


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Parliament())
