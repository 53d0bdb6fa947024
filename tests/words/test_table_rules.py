"""The rule book of a table in parts, within what a page can show."""

from __future__ import annotations

import pytest

from bot.games import table_rules_for
from bot.words.table_rules import SECTIONS, rule_line, section_title, sections, whole_book


@pytest.mark.parametrize(
    ("game", "ruleset"),
    [("kingmaker", "house"), ("kingmaker", "classic"), ("lancaster", "standard")],
)
def test_every_rule_in_force_stands_in_one_part_of_the_book(game: str, ruleset: str) -> None:
    rules = table_rules_for(game, ruleset).rules
    parts = sections(rules)
    assert set(parts) <= set(SECTIONS)
    assert list(parts) == [name for name in SECTIONS if name in parts]
    assert sorted(rule.id for rows in parts.values() for rule in rows) == sorted(
        rule.id for rule in rules
    )
    assert all(len(rule_line(rule)) <= 1_200 for rule in rules)
    assert len(parts) <= 24
    book = whole_book("The title", rules)
    assert book.startswith(f"The title\n=========\n\n{len(rules)} rules are in force")
    lines = book.splitlines()
    assert all(f"{rule.id}  {rule.title}" in lines for rule in rules)


def test_the_book_of_a_table_has_no_row_that_is_not_in_force_there() -> None:
    house, classic = (table_rules_for("kingmaker", name) for name in ("house", "classic"))
    open_hand = table_rules_for("kingmaker", "house+no_hand_limit")
    assert "house-5.1" in house
    assert "base-3.6" not in house
    assert "house-5.1" not in open_hand
    assert "base-3.6" in open_hand
    assert not any(rule.set == "house" for rule in classic.rules)


def test_a_part_that_nobody_has_named_goes_by_its_own_word() -> None:
    assert section_title("combat") == "Battle"
    assert section_title("tournament") == "Tournament"
