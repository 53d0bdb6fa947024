"""Help: what can I do now, and what if I did this? Undo is part of this module too."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.games import GAMES, adviser_of, default_ruleset, table_name, words_for
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from cogs.ui.choosing.offers import ways_of
from cogs.ui.choosing.outcomes import ABOUT, AGAIN, LEAVE, WHAT_IF
from cogs.ui.choosing.playing import confirm, seat_in_play, show_what_now, take_back
from cogs.ui.choosing.typed_choices import choose
from cogs.ui.client import Client
from cogs.ui.command_topics import show_topic, topic_menu, topic_named, topics
from cogs.ui.controls import Press, on
from cogs.ui.customs import CUSTOMS
from cogs.ui.names import folded
from cogs.ui.opening.computers import LEVEL
from cogs.ui.opening.plan import has_limit
from cogs.ui.opening.welcome import begin_buttons
from cogs.ui.replies import (
    Interaction,
    at_rest,
    cut,
    seat_here,
    session_here,
    show,
    words_of,
)
from cogs.ui.suggestions import Suggestions, at_hand

_LEFT = "You have left the what-if. The game itself has not changed. `/whatif` starts another one."

_WELCOME = (
    "### How this works\n"
    "`/game play` starts a game against computers. `/game new` opens a table for people, and its "
    "host presses **Start**. From then on, the card in the channel says whose move it is.\n"
    "- Press a button on the card, or **What can I do?** to see everything you can do.\n"
    "- Or type a command. It suggests only what the rules allow now, and I will ask you for "
    "anything you leave out."
)
_BESIDES = (
    "- `/do` does anything you can do now, by its name.\n"
    "- `/hand` sends you your hand by direct message. `/map` shows the board, `/faction` what a "
    "player has face up, `/standings` how close everybody is to winning.\n"
    "- `/undo` takes back your last step. If that step brought something to light, I ask the "
    "others first.\n"
    "- `/order` gives an answer in advance, until a time that you set.\n"
    "- `/rules` finds a rule by its number or its words. `/card` says what a card does, `/place` "
    "what a place is.\n"
    "- `/log` tells you what has happened, `/digest` what you missed. `/tutorial` teaches you as "
    "you play."
)


def guide_text(session: GameSession | None = None) -> str:
    """How to play, with the commands for every game and more about this one.

    The guide begins with how to win at this table or, without a table, how to win the first game
    that the bot offers.
    """
    at_hand = next(iter(GAMES)) if session is None else session.game
    lines = [_aim(session), _WELCOME]
    for game, customs in CUSTOMS.items():
        own = ", ".join(f"`{command}`" for command in customs.commands)
        lines.append(f"- {game.capitalize()}: {own}.")
        lines += [f"- {line}" for line in customs.guide if game == at_hand]
    return cut("\n".join([*lines, _BESIDES]))


def _aim(session: GameSession | None) -> str:
    """How to win at a table, under a heading that names it."""
    game = next(iter(GAMES)) if session is None else session.game
    ruleset = default_ruleset(game) if session is None else session.ruleset
    limited = session is None or has_limit(session)
    lines = words_for(game, ruleset).aim(limited=limited)
    return "\n".join([f"### How to win: {table_name(game, ruleset)}", *lines])


async def _session(interaction: Interaction) -> GameSession | None:
    """The game of this channel, if there is one."""
    try:
        return await session_here(interaction)
    except Refused:
        # There is no game, or none that can be read: show the guide anyway.
        return None


async def _show_guide(interaction: Interaction, session: GameSession | None) -> None:
    """Show the guide; in a channel where a game could begin, with buttons that begin one."""
    free = interaction.guild_id is not None and (session is None or session.status == "over")
    before = begin_buttons() if free else []
    await show(interaction, guide_text(session), view=topic_menu(before))


@at_hand
def _actions(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    """Everything that the person can do now."""
    words = words_of(session)
    ways = ways_of(session.prompts(seat_here(interaction, session)))
    labels = [(words.verb(w.offers[0], w.prompt), verb) for verb, w in ways.items()]
    found = [hit for hit in labels if folded(current) in folded(hit[0])]
    return [app_commands.Choice(name=label, value=verb) for label, verb in found[:25]]


class Help(commands.Cog):
    """``/help``, ``/guide``, ``/do``, ``/undo`` and ``/whatif``."""

    @app_commands.command(name="help", description="What can I do now? Also: commands by topic")
    @app_commands.describe(topic="List all commands of a topic instead")
    @app_commands.guild_only()
    async def help(self, interaction: Interaction, topic: str | None = None) -> None:
        """Show everything that the person can do now or, without a game, how things work."""
        if topic is not None:
            await show_topic(interaction, topic_named(topic))
            return
        session = await _session(interaction)
        if session is None or session.match is None:
            await _show_guide(interaction, session)
            return
        await show_what_now(interaction, session, aim=True)

    @help.autocomplete("topic")
    async def _topics(self, _: Interaction, current: str) -> Suggestions:
        found = [hit for hit in topics().items() if folded(current) in folded(hit[1])]
        return [app_commands.Choice(name=title, value=topic) for topic, title in found]

    @app_commands.command(description="How to play with this bot")
    async def guide(self, interaction: Interaction) -> None:
        """The short guide, with the commands by topic."""
        await _show_guide(interaction, await _session(interaction))

    @app_commands.command(name="do", description="Choose from everything you can do now")
    @app_commands.describe(action="What to do (I will ask you for the rest)")
    @app_commands.autocomplete(action=_actions)
    @app_commands.guild_only()
    async def do(self, interaction: Interaction, action: str) -> None:
        """Begin any choice by naming it."""
        await choose(interaction, action)

    @app_commands.command(description="Take back your last step")
    @app_commands.guild_only()
    async def undo(self, interaction: Interaction) -> None:
        """Take back the person's last step, or ask the people whose consent that needs."""
        await take_back(interaction, await session_here(interaction))

    @app_commands.command(description="Try moves in a private copy that knows only what you know")
    @app_commands.guild_only()
    async def whatif(self, interaction: Interaction) -> None:
        """Begin a what-if."""
        await imagine(interaction, await session_here(interaction))


async def imagine(interaction: Interaction, session: GameSession) -> None:
    """Imagine a game as it stands now, and show the person what they could do in it."""
    seat = seat_in_play(interaction, session)
    policy = adviser_of(session.game, session.options.get(LEVEL, ""))
    imagined = interaction.client.desk.whatifs.begin(session, interaction.user.id, policy)
    await at_rest(imagined)
    await confirm(interaction, imagined, seat, [], [ABOUT])


@on(WHAT_IF)
async def _way_out(interaction: Interaction, press: Press) -> None:
    """'Begin again' and 'Leave', which work even for a what-if that has been forgotten."""
    what, of = (*press.parts, "", "")[:2]
    if what == LEAVE:
        interaction.client.desk.whatifs.leave(press.game)
        await show(interaction, _LEFT)
        return
    session = await interaction.client.desk.get(of)
    if what != AGAIN or session is None:
        raise Refused(STALE)
    await at_rest(session)
    await imagine(interaction, session)


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Help())
