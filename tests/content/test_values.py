"""The weights of the strategist's value: a number for each feature, in every rule set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.content import data_root
from bot.content.errors import ContentError
from bot.content.load import ruleset_ids
from bot.content.values import FILE, load_values
from bot.seats.kingmaker_strategist.features import FEATURES


def test_every_rule_set_has_a_weight_for_each_feature() -> None:
    weights = load_values(FEATURES)
    assert set(weights) == set(ruleset_ids(previews=True))
    assert all(set(row) == set(FEATURES) for row in weights.values())


@pytest.mark.parametrize(
    ("key", "weight", "where"),
    [
        ("troops", None, "weights.house.troops"),
        ("luck", 1.0, "weights.house.luck"),
    ],
)
def test_a_broken_file_is_refused(
    key: str, weight: float | None, where: str, tmp_path: Path
) -> None:
    broken = json.loads((data_root() / FILE).read_text("utf-8"))
    row = broken["weights"]["house"]
    del row["troops"]
    row |= {"troops": 0.0, key: weight}
    if weight is None:
        del row[key]
    copy = tmp_path / "data"
    (copy / "kingmaker").mkdir(parents=True)
    (copy / "kingmaker/rulesets").symlink_to(data_root() / "kingmaker/rulesets")
    (copy / FILE).write_text(json.dumps(broken), "utf-8")
    with pytest.raises(ContentError) as refused:
        load_values(FEATURES, copy)
    assert (refused.value.file, refused.value.key) == (FILE, where)


def test_a_rule_set_without_weights_is_refused(tmp_path: Path) -> None:
    broken = json.loads((data_root() / FILE).read_text("utf-8"))
    del broken["weights"]["classic"]
    copy = tmp_path / "data"
    (copy / "kingmaker").mkdir(parents=True)
    (copy / "kingmaker/rulesets").symlink_to(data_root() / "kingmaker/rulesets")
    (copy / FILE).write_text(json.dumps(broken), "utf-8")
    with pytest.raises(ContentError) as refused:
        load_values(FEATURES, copy)
    assert refused.value.key == "weights.classic"
