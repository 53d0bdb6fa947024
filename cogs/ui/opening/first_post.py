"""The first post of a game: how this table is won; behind buttons what one holds, and fair play."""

from __future__ import annotations

import discord

from bot.games import game_and_table
from bot.session import GameSession
from cogs.ui.controls import button
from cogs.ui.opening.lesson import chapter_of
from cogs.ui.opening.plan import has_limit
from cogs.ui.replies import words_of

LOT, FAIR = "lot", "fair"
"""What the two buttons are for: the kinds of their ids."""
_SIGNS = 16
"""Of the seed's SHA-256 so many signs are shown to everybody; the rest is a press away."""


def opening_post(session: GameSession) -> tuple[str, discord.ui.View]:
    """What everybody reads as a game begins, from its rules alone; of a chapter its position."""
    chapter = chapter_of(session)
    if chapter is not None:
        return f"🎓 **{chapter.title}**", discord.ui.View(timeout=None)
    lines = [
        f"👑 **The game begins!** {game_and_table(session.game, session.ruleset)}.",
        *words_of(session).aim(rules=False, limited=has_limit(session)),
        "-# Fair play: all draws and rolls were settled before the game and sealed as "
        f"`{session.seed_hash[:_SIGNS]}…`.",
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(button(LOT, session.id, label="What do I hold?"))
    view.add_item(button(FAIR, session.id, label="Fair play"))
    return "\n".join(lines), view


def fair_play(session: GameSession) -> str:
    """How anybody can see afterwards that nothing was changed."""
    lines = [
        "### Fair play",
        "All draws and rolls of this game follow from a seed that was drawn before the first "
        f"card. Its SHA-256 has been public from the start: `{session.seed_hash}`",
    ]
    if session.seed is not None:
        lines.append(f"The game is over: the seed was `{session.seed}`.")
    else:
        lines.append("I reveal the seed itself at the end.")
    lines.append(
        "-# The people who run the bot can export the game. `kingmaker verify` replays it from "
        "its seed and names the first difference, if there is one."
    )
    return "\n".join(lines)
