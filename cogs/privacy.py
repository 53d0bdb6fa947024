"""What the bot keeps about people, and how it forgets them."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.session.forgetting import Kept
from cogs.ui.client import Client
from cogs.ui.names import called
from cogs.ui.replies import Interaction, show

FORGOTTEN = (
    "Done: I have forgotten you. I cannot take back what Discord’s channels and messages say. "
    "Whether that is kept or deleted is up to Discord."
)


def privacy_text(days: int | None) -> str:
    """The text that says what is kept about people, for how long, and what they can do about it;
    ``days`` is how long finished games are kept.
    """
    stay = (
        f"for {days} days after they end"
        if days
        else "until the people who run this bot remove them"
    )
    return (
        "### What I keep about you\n"
        "- **Your games:** your Discord id and the name you had when you sat down, what you "
        "answered and when, to whom you show your hand, whether you have seen a hand that is not "
        "yours, any reason you gave as a moderator, and how far you have read. I never see what "
        "you write in a channel.\n"
        "- **You:** quiet hours, your time zone and absences, if you set them, which open seats "
        "you want to hear about, which seasons you joined, and whether I can send you direct "
        "messages.\n"
        "- **Games played to their end:** their rules, how many rounds they took, your seat, "
        "side and place, whom you crowned, the longest siege, and how they were won. For every "
        "game that is over, even if it was broken off or you left it: how many of your answers "
        "came in time. `/profile` and `/leaderboard` use this, and so do `/stats` and "
        "`/season table`.\n"
        f"- **How long:** I keep games {stay}, and your results and settings until you ask me to "
        "forget them.\n"
        "- **Who sees it:** the table sees your name and what the game shows. Your server sees "
        "your results, unless you say `/profile shown:False`. The people who run this bot could "
        "see all of it. Nobody else gets it.\n"
        "`/forget me` takes your name and your id out of all of it. Games that are over can "
        "still be read, without you in them."
    )


def forget_text(kept: Kept) -> str:
    """The text that says what would be forgotten, and what that means for unfinished games."""
    lines = [
        "### Shall I forget you?",
        (f"- **Finished games** ({kept.over}): they stay readable. You are *Former player* there."),
    ]
    if kept.running:
        lines.append(
            f"- **Running games** ({kept.running}): you leave them. Somebody else (`/game join`) "
            "or a computer player can take your seat. Until then, if the table has deadlines, "
            "the game goes on without that seat’s answers. Your standing orders are gone."
        )
    if kept.waiting:
        lines.append(
            f"- **Tables that have not begun** ({kept.waiting}): you give up your seat. A table "
            "with nobody left closes."
        )
    if kept.others:
        lines.append(
            f"- **Other games** ({kept.others}): those that you watched, moderated or left. I "
            "forget that you were there, and nobody shows you a hand any longer."
        )
    lines += [
        "- **Results**: your ratings and your wins are gone. Other people’s stay as they are.",
        "- **Settings**: your quiet hours, time zone and absences are gone, and I no longer tell "
        "you about open seats. You leave every season. Mixes of rules that you kept stay, without "
        "your name.",
        "You cannot take this back. `/forget me really:True` does it. Until then everything "
        "stays as it is.",
    ]
    return "\n".join(lines)


class Privacy(commands.Cog):
    """``/privacy``."""

    @app_commands.command(description="What I keep about you, for how long, and how to delete it")
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept about people."""
        keep_for = interaction.client.desk.forgetting.keep_for
        await show(interaction, privacy_text(None if keep_for is None else keep_for.days))


class Forget(commands.GroupCog, group_name="forget", group_description="Be forgotten"):
    """``/forget me``."""

    @app_commands.command(
        description="Take your name and id out of everything I keep (I will ask first)"
    )
    @app_commands.describe(really="Yes, forget me (you cannot take it back)")
    async def me(self, interaction: Interaction, really: bool = False) -> None:
        """Say what would be forgotten, or forget it."""
        forgetting, user = interaction.client.desk.forgetting, interaction.user
        if not really:
            await show(interaction, forget_text(await forgetting.kept_of(user.id)))
            return
        await forgetting.forget(user.id, called(user))
        await show(interaction, FORGOTTEN)


async def setup(client: Client) -> None:
    """Add the cogs."""
    await client.add_cog(Privacy())
    await client.add_cog(Forget())
