"""For when there is no game: a few words on what the bot is, and three buttons that begin a
game."""

from __future__ import annotations

from typing import Any

import discord

from bot.games import GAMES
from cogs.ui.controls import button
from cogs.ui.opening.plan import NOBODYS
from cogs.ui.replies import REMEDIES, NoGame

PLAY, LEARN, TABLE = "play", "learn", "table"
"""The kinds of the three buttons that begin a game."""


def play_button(*game: str) -> discord.ui.Item[Any]:
    """*Play now*: a game against computers, of the game named or else of the first."""
    style = discord.ButtonStyle.success
    return button(PLAY, NOBODYS, *game, label="Play now", style=style)


def begin_buttons(*game: str) -> list[discord.ui.Item[Any]]:
    """*Play now*, *Learn in ten minutes*, *Open a table*. These buttons still work after a restart.

    The first two are for the ``game`` named, or for the first game.
    """
    return [
        play_button(*game),
        button(LEARN, NOBODYS, *game, label="Learn in ten minutes"),
        button(TABLE, NOBODYS, label="Open a table"),
    ]


def begin_view(*game: str) -> discord.ui.View:
    """The buttons that begin a game, for the bottom of a message."""
    view = discord.ui.View(timeout=None)
    for each in begin_buttons(*game):
        view.add_item(each)
    return view


def welcome_text() -> str:
    """The text in which the bot introduces itself when it joins a server."""
    listed = " and ".join(game.capitalize() for game in GAMES)
    return (
        f"### 👑 A table for {listed}\n"
        "I bring the map, the cards and the rules, and I keep everybody’s secrets. Computers "
        "take the seats that nobody wants. Each channel has one game.\n"
        "- **Play now**: you and three computers, straight away.\n"
        "- **Learn in ten minutes**: small positions, with advice on each.\n"
        "- **Open a table**: for friends, with the rules and pace you choose.\n"
        "-# In any other channel: `/game play`, `/tutorial`, `/game new`. `/help` says more."
    )


REMEDIES[NoGame] = begin_view
