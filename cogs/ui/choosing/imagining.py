"""How a what-if looks: the questions and buttons of the game, and always that it is imagined."""

from __future__ import annotations

import contextlib

import discord

from bot.session import GameSession
from bot.session.whatif.imagined_game import ImaginedGame
from cogs.ui.controls import button
from cogs.ui.names import names
from cogs.ui.replies import cut, words_of

WHAT_IF = "whatif"
AGAIN = "again"
LEAVE = "leave"

_HEAD = "-# 🔮 *What if*: hidden cards and dice are imagined. The real game does not change."

ABOUT = (
    "This is a copy of the game for you alone, made from what you know. The cards you cannot "
    "see, and all dice and draws, are **imagined**: drawn at random, not the real ones. "
    "Computers play the others. Try whatever you like."
)

_NEWS = 900


def dressed(
    session: GameSession, text: str, view: discord.ui.View | None
) -> tuple[str, discord.ui.View | None]:
    """A message of a game; in a what-if with what it is above it, and the ways out below it."""
    if not isinstance(session, ImaginedGame):
        return text, view
    below = discord.ui.View(timeout=None) if view is None else view
    for what, label in ((AGAIN, "Begin again"), (LEAVE, "Leave")):
        # A menu of many pages may leave no room; the page before it has them.
        with contextlib.suppress(ValueError):
            below.add_item(button(WHAT_IF, session.id, what, session.of, label=label))
    return f"{_HEAD}\n{text}", below


def seen_happen(session: GameSession) -> list[str]:
    """What the person of a what-if has seen happen since the last answer; else nothing."""
    if not isinstance(session, ImaginedGame):
        return []
    told = words_of(session).tell_all(session.news(), names(session))
    return [cut("\n".join(told), _NEWS)] if told else []
