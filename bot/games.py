"""The games this program knows: their rules, their words, their computer players."""

from __future__ import annotations

from functools import cache

from bot.content.load import load_content, ruleset_ids
from bot.rules.kernel import Game
from bot.rules.kingmaker.game import Kingmaker

GAMES: dict[str, tuple[str, ...]] = {"kingmaker": ruleset_ids()}
"""Every game with its rule sets."""


@cache
def game_for(game: str, ruleset: str) -> Game:
    """The rules of a game under a rule set. Raises LookupError for an unknown one."""
    if game not in GAMES:
        raise LookupError(f"There is no game called {game!r}. Known: {', '.join(GAMES)}.")
    if ruleset not in GAMES[game]:
        raise LookupError(
            f"{game} has no rule set called {ruleset!r}. Known: {', '.join(GAMES[game])}."
        )
    return Kingmaker(load_content(ruleset))
