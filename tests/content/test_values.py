"""The weights of the strategist's value: a number for each feature, in every rule set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.content import data_root
from bot.content.errors import ContentError
from bot.content.load import FILE, load_values, ruleset_ids
from bot.seats.kingmaker_strategist.value import FEATURES


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


def without(tmp_path: Path, *rulesets: str) -> Path:
    """A data folder in which some rule sets have no weights of their own."""
    file = json.loads((data_root() / FILE).read_text("utf-8"))
    for ruleset in rulesets:
        del file["weights"][ruleset]
    copy = tmp_path / "data"
    (copy / "kingmaker").mkdir(parents=True)
    (copy / "kingmaker/rulesets").symlink_to(data_root() / "kingmaker/rulesets")
    (copy / FILE).write_text(json.dumps(file), "utf-8")
    return copy


def test_a_rule_set_without_weights_has_those_of_what_it_is_closest_based_on(
    tmp_path: Path,
) -> None:
    whole = load_values(FEATURES)
    assert (
        load_values(FEATURES, without(tmp_path / "one", "families"))["families"]
        == (whole["classic"])
    )
    found = load_values(FEATURES, without(tmp_path / "two", "families", "classic"))
    assert found["families"] == found["classic"] == whole["base"]
    assert found["house"] == whole["house"]


def test_a_rule_set_that_nothing_below_has_weights_for_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError) as refused:
        load_values(FEATURES, without(tmp_path, "base"))
    assert refused.value.key == "weights.base"
