"""Which rules a rule set plays by, and the file that says which base rules it sets aside."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root
from bot.content.in_force import load_set_aside, rows_in_force

FILE = "kingmaker/set_aside/house.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the ledger and of the set-aside file, which a test may spoil."""
    shutil.copytree(data_root() / "rules", tmp_path / "rules")
    shutil.copytree(data_root() / "kingmaker" / "set_aside", tmp_path / "kingmaker" / "set_aside")
    return tmp_path


def test_the_house_plays_by_its_own_rows_and_the_base_rows_it_leaves_standing() -> None:
    ids = [rule.id for rule in rows_in_force("house")]
    assert ids[0] == "base-1.1"
    assert "base-2.12" not in ids
    assert load_set_aside("house")["base-2.12"].by == ("house-4.7", "house-4.10")
    assert sum(rule.startswith("house-") for rule in ids) == 359


def test_lancaster_has_no_base() -> None:
    assert load_set_aside("lancaster") == {}
    assert {rule.set for rule in rows_in_force("lancaster")} == {"lancaster"}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"base-99.1": {"why": "Gone."}}, "the ledger has no row 'base-99.1'."),
        ({"base-1.6": {"by": ["house-99"]}}, "the ledger has no row 'house-99'."),
        ({"base-1.6": {}}, "needs either the rules that replace it or a reason."),
        (
            {"base-1.6": {"by": ["house-5.5a"], "why": "Twice."}},
            "needs either the rules that replace it or a reason.",
        ),
    ],
)
def test_a_broken_file_is_refused(root: Path, entry: dict[str, Any], reason: str) -> None:
    (root / FILE).write_text(json.dumps(entry), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_set_aside("house", root)
    assert (refused.value.file, refused.value.key, refused.value.reason) == (
        FILE,
        next(iter(entry)),
        reason,
    )
