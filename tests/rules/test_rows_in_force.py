"""Every rule that is played is found by its number: in the code that plays it, and in a test."""

from __future__ import annotations

import re
from functools import cache

import pytest

from bot.commands.where import marked_ids, naming
from bot.content.in_force import in_force
from bot.content.load import data_root, load_ledger, ruleset_ids
from bot.content.ruleset_files import load_options
from tests.folders import ROOT, TESTS

IDS = re.compile(r"(?<![\w-])(?:base|house|lancaster)-\d\w*(?:\.\w+)*")
RANGE = re.compile(rf"{IDS.pattern}\s*(?:to|till|until|–|—|\.\.\.)\s*(?:[a-z]+-)?\d")


@cache
def code(folder: str = "bot/rules") -> dict[str, str]:
    """The files of a folder of the program, with their texts."""
    files = sorted((ROOT / folder).rglob("*.py"))
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


@cache
def named() -> frozenset[str]:
    """All rules that the rules core names."""
    return frozenset(rule for text in code().values() for rule in IDS.findall(text))


WORD = re.compile(r"(?<![\w-])[a-z]+(?:-\w+)*-\w+(?:\.\w+)*")


@cache
def words() -> frozenset[str]:
    """Everything in the rules core that has the form of a rule's id."""
    return frozenset(word for text in code().values() for word in WORD.findall(text))


@cache
def proved() -> set[str]:
    """All rules that a test names."""
    return marked_ids(TESTS)


@pytest.mark.parametrize(("rule_set", "rows"), [("house", 443), ("lancaster", 123)])
def test_every_row_in_force_is_named_in_the_code_and_in_a_test(rule_set: str, rows: int) -> None:
    ids = [rule.id for rule in in_force(rule_set)]
    assert len(ids) == rows
    assert [rule for rule in ids if rule not in named()] == []
    assert sorted(set(ids) - proved()) == []


def test_every_row_of_the_ishkibibble_rules_is_named_in_the_code_and_in_a_test() -> None:
    ids = [rule.id for rule in in_force("ishkibibble")]
    assert sorted(set(ids) - words()) == []
    assert sorted(set(ids) - proved()) == []


def test_every_row_that_an_option_brings_is_named_in_the_code_and_in_a_test() -> None:
    brought = {row for option in load_options(data_root()).values() for row in option.rows}
    assert sorted(brought - words()) == []
    assert sorted(brought - proved()) == []


def test_a_name_is_a_whole_id() -> None:
    assert set(IDS.findall("(house-8.4.10, house-5.14a), lancaster-4iiic.5; x-house-1.1")) == {
        "house-8.4.10",
        "house-5.14a",
        "lancaster-4iiic.5",
    }
    assert WORD.findall("x-house-1.1, (ishkibibble-men.1). families-5.2a") == [
        "x-house-1.1",
        "ishkibibble-men.1",
        "families-5.2a",
    ]
    assert naming("house-8.4.1").search("house-8.4.10") is None
    assert naming("house-8.4.1").search("(house-8.4.1).") is not None
    assert RANGE.search("(house-8.4.1 to 8.4.5)")
    assert RANGE.search("house-8.4.1–8.4.5")
    assert not RANGE.search("house-8.4.1, house-8.4.2 and 5 squares")


def test_no_rule_hides_in_a_range() -> None:
    ranges = {name: found for name, text in code().items() if (found := RANGE.findall(text))}
    assert ranges == {}


def test_nothing_cites_a_base_rule_that_no_rule_set_plays_by() -> None:
    played = {rule.id for one in ruleset_ids(previews=True) for rule in in_force(one)}
    aside = {rule.id for rule in load_ledger().sets["base"]} - played
    texts = {**code("bot"), **code("cogs"), **code("rendering")}
    texts |= {
        str(file.relative_to(ROOT)): file.read_text(encoding="utf-8")
        for file in (ROOT / "data" / "kingmaker").glob("*.json")
        if file.name != "options.json"
    }
    cited = {name: sorted(aside & set(IDS.findall(text))) for name, text in texts.items()}
    assert {name: rules for name, rules in cited.items() if rules} == {}
