"""The ledger is proved row by row: the house rules wholly, those of base and classic bit by bit."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bot.commands.where import coverage
from tests.folders import TESTS

AWAITED = {
    "base": """
    10.16 19.7
    """,
    "classic": "",
}
"""Rows that no test proves yet, without the name of their set: options and pointers to the rows of
other sets. A row that gets a test is taken off."""


@cache
def report() -> dict[str, dict[str, Any]]:
    """What `kingmaker rules coverage` tells."""
    return coverage(TESTS)


def test_every_row_of_the_house_rules_has_a_test() -> None:
    assert report()["house"] == {"rows": 359, "tested": 359, "untested": []}


@pytest.mark.parametrize(("rule_set", "rows"), [("base", 209), ("classic", 59)])
def test_every_row_has_a_test_or_is_awaited(rule_set: str, rows: int) -> None:
    awaited = [f"{rule_set}-{row}" for row in AWAITED[rule_set].split()]
    found = report()[rule_set]
    assert found == {"rows": rows, "tested": rows - len(awaited), "untested": awaited}
