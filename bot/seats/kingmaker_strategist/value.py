"""The chance to win, seat by seat, from what everybody can see: a linear softmax.

Its weights were fitted on self-played games (`tests/tools/fit_value.py`) and lie in
`data/kingmaker/values.json`, one row for each rule set; options of a table change nothing in them.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from bot.content.ruleset_files import Specification
from bot.content.values import load_values
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_strategist.features import FEATURES, features


def chances(view: BoardView, content: Content) -> list[float]:
    """The chance of every seat to win, as the game stands; together they are 1.

    Once the game is over the winners share it.
    """
    if view.result is not None:
        winners = view.result.winners
        return [(seat in winners) / len(winners) for seat in range(len(view.seats))]
    return shares(weights_of(content.ruleset.id), features(view, content))


def shares(weights: tuple[float, ...], rows: list[list[float]]) -> list[float]:
    """The softmax of what the features of each seat weigh."""
    scores = [sum(w * x for w, x in zip(weights, row, strict=True)) for row in rows]
    best = max(scores)
    powers = [exp(score - best) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


@lru_cache(maxsize=64)
def weights_of(ruleset: str) -> tuple[float, ...]:
    """The weights of a rule set, in the order of the features. Raises ContentError if unfit."""
    named = load_values(FEATURES)[Specification.parse(ruleset).ruleset]
    return tuple(named[name] for name in FEATURES)
