"""The weights by which computer players of Kingmaker judge a position, from `data/kingmaker`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.content.errors import ContentError
from bot.content.files import read_json
from bot.content.load import data_root, ruleset_ids
from bot.content.ruleset_files import lineage

FILE = "kingmaker/values.json"


class ValuesFile(msgspec.Struct, forbid_unknown_fields=True):
    """What lies in the file: what it was fitted on, and a weight for each feature by rule set."""

    about: str
    weights: dict[str, dict[str, float]]


def load_values(features: Sequence[str], root: Path | None = None) -> dict[str, dict[str, float]]:
    """The weight of every feature, by rule set: one without weights of its own has those of what it
    is based on.

    Raises ContentError, which names the file, the key and the reason, if a rule set has none at
    all, a feature is missing, or there is one too many.
    """
    return _load_values(tuple(features), (root or data_root()).resolve())


@lru_cache(maxsize=4)
def _load_values(features: tuple[str, ...], root: Path) -> dict[str, dict[str, float]]:
    weights = read_json(root, FILE, ValuesFile).weights
    for ruleset, row in weights.items():
        for name in set(features) ^ set(row):
            reason = "is missing" if name in features else "is not a feature"
            raise ContentError(FILE, f"weights.{ruleset}.{name}", f"{name} {reason}.")
    return {
        ruleset: _closest(weights, root, ruleset) for ruleset in ruleset_ids(root, previews=True)
    }


def _closest(weights: dict[str, dict[str, float]], root: Path, ruleset: str) -> dict[str, float]:
    """The weights of a rule set, or of the closest that it is based on."""
    for file in reversed(lineage(root, ruleset)):
        if file.id in weights:
            return weights[file.id]
    raise ContentError(
        FILE, f"weights.{ruleset}", "neither this rule set nor its basis has weights."
    )
