"""The ledger of the house rules is proved row by row."""

from __future__ import annotations

from bot.commands.coverage import coverage
from tests.folders import TESTS


def test_every_row_of_the_house_rules_has_a_test() -> None:
    report = coverage(TESTS)
    assert report["house"] == {
        "rows": 359,
        "tested": 359,
        "untested": [],
    }
