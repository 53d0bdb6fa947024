"""Every rule that this game names is a row of its ledger, and every row has a test."""

from __future__ import annotations

import re
from pathlib import Path

from bot.content.load import load_ledger
from bot.rules import lancaster

ROWS = {rule.id for rule in load_ledger() if rule.id.startswith("lancaster-")}
NAMED = re.compile(r"\blancaster-\d[\w.]*\w\b")


def sources() -> list[Path]:
    return sorted(Path(str(lancaster.__file__)).parent.rglob("*.py"))


def test_every_rule_named_in_the_code_is_a_row() -> None:
    for file in sources():
        named = set(NAMED.findall(file.read_text(encoding="utf-8")))
        assert sorted(named - ROWS) == [], file.name


def test_every_row_has_a_test() -> None:
    proved: set[str] = set()
    for file in Path(__file__).parent.rglob("test_*.py"):
        marked = re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8"))
        proved |= {rule for marks in marked for rule in NAMED.findall(marks)}
    assert len(ROWS) == 123
    assert sorted(ROWS - proved) == []
    assert sorted(proved - ROWS) == []
