"""All commands by topic; their names and purposes come from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.games import GAMES
from bot.session import Refused
from bot.session.receipts import STALE
from cogs.ui.client import Client
from cogs.ui.controls import Press, foot, menu, on
from cogs.ui.names import folded, plain
from cogs.ui.replies import Interaction, cut, show

_HELP = "help"
"""The mark that takes the place of a game in the id of the topics menu."""

TOPICS: dict[str, tuple[str, tuple[str, ...]]] = {
    "table": ("Your table", ("lobby", "mixes", "games")),
    "play": ("At play", ("help", "vote", "hand", "map")),
    "past": ("What has happened", ("chronicle", "seasons")),
    "rules": ("Rules, cards, places, a lesson", ("rulebook", "tutorial")),
    "time": ("Time, absence, pauses", ("away", "consent", "orders")),
    "mod": ("For moderators", ("moderator",)),
    "bot": ("This bot", ("about", "privacy")),
}
"""Topics for every game: their names, and the modules of `cogs` behind them.

Each game's own commands form another topic, under the game's name.
"""


def topics() -> dict[str, str]:
    """Every topic with its name; the games' own come after those about the table and play."""
    titles = {topic: title for topic, (title, _) in TOPICS.items()}
    own = {game: f"{game.capitalize()}’s own commands" for game in GAMES}
    first = {topic: titles.pop(topic) for topic in ("table", "play")}
    return first | own | titles


def topic_of(command: Any) -> str | None:
    """The topic that a command belongs to; None if it has none."""
    cog = getattr(command, "binding", None)
    parts = (command.module if cog is None else type(cog).__module__).split(".")
    if len(parts) > 2:
        return parts[1] if parts[1] in GAMES else None
    return next((topic for topic, (_, modules) in TOPICS.items() if parts[-1] in modules), None)


def overview(bot: Client, topic: str) -> str:
    """The commands in a topic, one per line, each with its purpose."""
    lines = [f"### {topics()[topic]}"]
    for command in bot.tree.get_commands(type=discord.AppCommandType.chat_input):
        if topic_of(command) == topic:
            lines.append(_line(command))
    return cut("\n".join(lines))


def _line(command: Any) -> str:
    if not isinstance(command, app_commands.Group):
        return f"`/{command.name}` {command.description}"
    parts = " · ".join(sub.name for sub in command.commands)
    return f"`/{command.name}` {command.description}: {parts}"


def topic_named(text: str) -> str:
    """The topic with this name. Raises Refused if there is no such topic."""
    typed = folded(text)
    for topic, title in topics().items():
        if typed in (folded(topic), folded(title)):
            return topic
    listed = ", ".join(topics())
    raise Refused(f"There is no topic “{plain(text[:40])}”. Choose from: {listed}.")


def topic_menu(before: Iterable[discord.ui.Item[Any]] = ()) -> discord.ui.View | None:
    """A menu of all topics for the bottom of a message, with any buttons ``before`` it."""
    options = [discord.SelectOption(label=title, value=key) for key, title in topics().items()]
    return foot([*before, menu("topic", _HELP, placeholder="Commands by topic", options=options)])


async def show_topic(interaction: Interaction, topic: str) -> None:
    """Show the commands in a topic, with a menu of all topics."""
    await show(interaction, overview(interaction.client, topic), view=topic_menu())


@on("topic")
async def _topic(interaction: Interaction, press: Press) -> None:
    """Show a topic picked from the menu."""
    if not press.picked or press.picked[0] not in topics():
        raise Refused(STALE)
    await show_topic(interaction, press.picked[0])
