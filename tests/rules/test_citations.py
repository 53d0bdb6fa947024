"""What the code cites is shown to people by the rule that is in force at their table."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.content.load import load_content
from bot.games import game_for
from bot.rules.kernel import Choice, IllegalChoice, Match
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene


def refused(ruleset: str, seat: int, choice: Choice) -> str:
    """The rule that refuses a choice right after the start of a game."""
    match, _ = Match.start(game_for("kingmaker", ruleset), 3, "cited", {})
    with pytest.raises(IllegalChoice) as illegal:
        match.submit(seat, choice)
    assert illegal.value.rule in table_rules(ruleset)
    return illegal.value.rule


def cited(ruleset: str, text: str, *rules: str) -> str:
    """A line of the log at a table of this rule set."""
    return KingmakerWords(load_content(ruleset), table_rules(ruleset)).lexicon.cite(text, *rules)


def test_a_refusal_names_the_rule_of_the_table() -> None:
    nobody = Choice.of("transfer", thing="hand:nothing")
    assert refused("house", 7, nobody) == "house-1.14"
    assert refused("classic", 7, nobody) == "base-3.1"


def test_so_does_a_refusal_of_what_fits_an_offer_and_says_too_little() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "york").noble("courtenay", 1, "tiverton")
    scene.next_events("E-RA01").event(0)
    scene.refused(0, "answer_call", rule="base-4.3")


def test_a_line_of_the_log_names_the_rules_of_the_table() -> None:
    assert cited("house", "Percy marches", "house-2.2a") == "Percy marches ‹house-2.2a›"
    assert cited("classic", "Percy marches", "house-2.2a") == "Percy marches ‹base-7.1›"


def test_a_rule_that_has_nothing_like_it_at_the_table_is_not_named() -> None:
    assert cited("classic", "An assassin", "house-5.15b") == "An assassin"
    several = ("house-5.15b", "house-2.2a", "base-7.1")
    assert cited("classic", "Several", *several) == "Several ‹base-7.1›"


def test_an_option_changes_what_is_cited() -> None:
    assert "house-5.1" in table_rules("house")
    assert "house-5.1" not in table_rules("house+no_hand_limit")
    said = "As many as he likes"
    assert cited("house+no_hand_limit", said, "base-3.6") == f"{said} ‹base-3.6›"
    assert cited("house", said, "base-3.6") == f"{said} ‹house-5.1›"
