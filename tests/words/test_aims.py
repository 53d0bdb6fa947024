"""How a game is won, and what one begins with, as people are told."""

from __future__ import annotations

import pytest

from bot.content.load import load_ledger
from bot.games import GAMES, game_for, presets_of, table_rules_for, words_for
from bot.rules.kernel import Match
from bot.words.table_rules import SECTIONS, rule_line, section_title, sections, whole_book
from tests.rules.kingmaker.scene import Scene

TABLES = [(game, one.specification) for game in GAMES for one in presets_of(game)]


@pytest.mark.parametrize(("game", "ruleset"), TABLES)
def test_every_table_says_how_it_is_won_by_rules_in_force(game: str, ruleset: str) -> None:
    told = words_for(game, ruleset).aim()
    assert 1 <= len(told) <= 3
    book = table_rules_for(game, ruleset)
    for line in told:
        text, _, rules = line.removesuffix("›").partition(" ‹")
        assert text.endswith(".")
        assert rules
        assert all(rule in book for rule in rules.split(", "))
    plain = words_for(game, ruleset).aim(rules=False)
    assert plain == [line.partition(" ‹")[0] for line in told]


@pytest.mark.parametrize(("game", "ruleset"), TABLES)
def test_a_table_without_a_limit_hears_nothing_of_its_end(game: str, ruleset: str) -> None:
    words = words_for(game, ruleset)
    told, whole = words.aim(limited=False), words.aim()
    assert told
    assert not any("time runs out" in line for line in told)
    assert [line for line in whole if line not in told] == [
        line for line in whole if "time runs out" in line
    ]


def test_each_rule_set_is_won_in_its_own_way() -> None:
    first = {told[1]: words_for(*told).aim(rules=False)[0] for told in TABLES}
    assert "every other royal heir is dead" in first["house"]
    assert "through four of your turns in a row" in first["classic"]
    assert first["standard"].startswith("The player with the most power points after 5 rounds wins")


@pytest.mark.parametrize(
    ("game", "ruleset", "rule"),
    [
        ("kingmaker", "house", "house-3.2"),
        ("kingmaker", "classic", "classic-object.1"),
        ("kingmaker", "ishkibibble", "base-14.1"),
        ("lancaster", "standard", "lancaster-6.4"),
    ],
)
def test_who_asks_how_to_win_finds_the_rule(game: str, ruleset: str, rule: str) -> None:
    book = table_rules_for(game, ruleset)
    for asked in ("how do I win", "win", "What is the object?"):
        assert next(r.id for r in load_ledger().search(asked) if r.id in book) == rule
    assert load_ledger().search("how do I") == load_ledger().search("how do i")


def test_what_one_begins_with_names_the_nobles_and_the_nearest_heir() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.heir_at("richard_york", scene.content.board.places["cockermouth"].square, "cockermouth")
    words = words_for("kingmaker", "house")
    assert words.lot(scene.match.view(0)) == [
        "You have 1 noble with 100 troops: **Percy** (100).",
        "The nearest royal heir is *Richard of York* at Cockermouth, 5 squares from **Percy**.",
    ]


def test_before_anybody_stands_on_the_board_his_castles_count() -> None:
    match, _ = Match.start(game_for("kingmaker", "house"), 3, "beginning", {})
    lines = words_for("kingmaker", "house").lot(match.view(0))
    assert lines[0] == (
        "You have 3 nobles with 60 troops: **Pole** (30), **Grey** (20) and **Scrope** (10)."
    )
    assert lines[-1] == (
        "The nearest royal heir is *Richard of York* at York, 1 square from a castle of **Scrope**."
    )
    assert words_for("kingmaker", "house").lot(match.view(None)) == ["You have no nobles."]


def test_a_house_of_lancaster_is_told_its_knights() -> None:
    match, _ = Match.start(game_for("lancaster", "standard"), 3, "beginning", {})
    lines = words_for("lancaster", "standard").lot(match.view(1))
    assert lines[0].startswith("You have knights of strength 1, 2 at court, and ")
    assert words_for("lancaster", "standard").lot(match.view(None)) == []


def test_a_house_reads_which_heirs_it_keeps_before_anybody_is_placed() -> None:
    match, _ = Match.start(game_for("kingmaker", "families"), 6, "six families")
    lines = words_for("kingmaker", "families").lot(match.view(0))
    assert lines[-1] == "You keep *Henry VI*, *Margaret of Anjou* and *Edward of Lancaster*."


# The rule book of a table in parts, within what a page can show.


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
