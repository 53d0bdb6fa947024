"""The chance to win, seat by seat: from the points that each house is likely to end with.

How many points a thing still brings was fitted on self-played games
(`tests/tools/fit_lancaster.py`) for every number of players and of rounds that are left; the
weights lie in `data/lancaster/values.json`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from bot.content.lancaster_values import Worths, load_lancaster_values
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.state import State
from bot.seats.lancaster_strategist.features import FEATURES, features

AT_THE_END = 2.0
"""By so many points ahead at the end a victory counts for nearly three times the other's: in
another world with other votes they might not be enough."""


def chances(state: State, content: Content) -> list[float]:
    """The chance of every seat to win as a round begins, or the game has ended; together 1."""
    if state.result is not None:
        return shares([house.points for house in state.players()], AT_THE_END)
    weighed = weights_for(state, content)
    return shares(reckoned(state, content, weighed), weighed.spread)


def weights_for(state: State, content: Content) -> Worths:
    """The weights for so many players and rounds."""
    values = load_lancaster_values(FEATURES)
    return values[str(state.seats)][str(content.ruleset.rounds - state.round + 1)]


def reckoned(state: State, content: Content, weighed: Worths) -> list[float]:
    """The points with which each seat is likely to end, but for what is the same for all."""
    rows = features(state, content)
    return [
        sum(weighed.weights[name] * x for name, x in zip(FEATURES, row, strict=True))
        for row in rows
    ]


def shares(points: Sequence[float], spread: float) -> list[float]:
    """The chances of so many points, where ``spread`` more make one nearly thrice as likely."""
    best = max(points)
    powers = [exp((each - best) / spread) for each in points]
    total = sum(powers)
    return [power / total for power in powers]
