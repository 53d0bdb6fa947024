"""The weights of Lancaster's value: for every number of players and of rounds left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.content import data_root
from bot.content.errors import ContentError
from bot.content.lancaster import FILE, load_lancaster_values
from bot.seats.lancaster_strategist import FEATURES


def test_there_is_a_weight_for_each_feature_players_and_rounds() -> None:
    values = load_lancaster_values(FEATURES)
    assert ["".join(sorted(rows)) for _, rows in sorted(values.items())] == ["1234"] * 4
    assert sorted(values) == ["2", "3", "4", "5"]
    assert all(
        list(found.weights) == list(FEATURES) and found.spread > 0
        for rows in values.values()
        for found in rows.values()
    )


def _refused(tmp_path: Path, broken: dict[str, Any]) -> ContentError:
    copy = tmp_path / "data"
    (copy / "lancaster").mkdir(parents=True)
    (copy / FILE).write_text(json.dumps(broken), "utf-8")
    with pytest.raises(ContentError) as refused:
        load_lancaster_values(FEATURES, copy)
    return refused.value


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"luck": 1.0}, "values.3.2.weights.luck"),
        ({"votes": None}, "values.3.2.weights.votes"),
        ({"spread": 0}, "values.3.2.spread"),
        ({"2": None}, "values.3.2"),
    ],
)
def test_a_broken_file_is_refused(
    change: dict[str, float | None], where: str, tmp_path: Path
) -> None:
    broken = json.loads((data_root() / FILE).read_text("utf-8"))
    rows = broken["values"]["3"]
    for key, value in change.items():
        if key == "2":
            del rows[key]
        elif value is None:
            del rows["2"]["weights"][key]
        elif key == "spread":
            rows["2"][key] = value
        else:
            rows["2"]["weights"][key] = value
    refused = _refused(tmp_path, broken)
    assert (refused.file, refused.key) == (FILE, where)
