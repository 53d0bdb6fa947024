"""The weights by which computer players of Lancaster judge a position, from `data/lancaster`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.content.errors import ContentError
from bot.content.files import read_json
from bot.content.lancaster import lancaster_ruleset_ids, load_lancaster
from bot.content.load import data_root

FILE = "lancaster/values.json"

Values = dict[str, dict[str, "Worths"]]
"""What things are worth, by the number of players and by the rounds that are left."""


class Worths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points that one of each feature brings until the end; ``spread`` points ahead of another
    player one is nearly three times as likely to win."""

    spread: float
    weights: dict[str, float]


class LancasterValuesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the file: what it was fitted on, and the weights."""

    about: str
    values: Values


def load_lancaster_values(features: Sequence[str], root: Path | None = None) -> Values:
    """The weights of every feature, by players and rounds left.

    Raises ContentError, which names the file, the key and the reason, if any is missing, there is
    one too many, or a spread is not above 0.
    """
    return _load(tuple(features), root)


@lru_cache(maxsize=4)
def _load(features: tuple[str, ...], root: Path | None) -> Values:
    values = read_json(root or data_root(), FILE, LancasterValuesFile).values
    for seats, left in _wanted():
        key = f"values.{seats}.{left}"
        if left not in values.get(seats, {}):
            raise ContentError(FILE, key, "there are no weights for this many players and rounds.")
        found = values[seats][left]
        if found.spread <= 0:
            raise ContentError(FILE, f"{key}.spread", "must be above 0.")
        for name in sorted(set(features) ^ set(found.weights)):
            reason = "is missing" if name in features else "is not a feature"
            raise ContentError(FILE, f"{key}.weights.{name}", f"{name} {reason}.")
    return values


def _wanted() -> list[tuple[str, str]]:
    """Numbers of players, and of rounds left at the end of one, that there can be."""
    rules = [load_lancaster(ruleset_id=each).ruleset for each in lancaster_ruleset_ids()]
    return sorted(
        {
            (str(seats), str(left))
            for each in rules
            for seats in range(each.players_min, each.players_max + 1)
            for left in range(1, each.rounds)
        }
    )
