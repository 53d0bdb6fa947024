"""Records of games, played over to a moment of theirs."""

from __future__ import annotations

from typing import Any

from bot.rules.kernel import Game, Match
from bot.session.journal.record import play_over


def match_of(data: Any, game: Game, step: int | None = None) -> Match:
    """The match of a record after all decisions, or after the first ``step`` of them."""
    match: Match | None = None
    for played in play_over(data, game):
        match = played.match
        if played.number == step:
            break
    assert match is not None
    return match
