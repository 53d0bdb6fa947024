"""The Ishkibibble rules: the base rules, the options they are put together of, and what is left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root, load_content
from bot.content.in_force import table_rules
from bot.content.load import load_ledger
from bot.content.presets import load_presets
from bot.content.ruleset_files import (
    OPTIONS,
    Specification,
    chosen_at,
    load_decks,
    load_options,
    own_options,
    plainly,
    specified,
)
from bot.games import game_for, in_words, table_name
from bot.rules.kernel import Match
from tests.cogs.ui.opening_of import CARDS, RIDES, SAILS, WALKS, folder, write

__all__ = ["folder"]

OF_THE_BASE = {
    "initial_placement": "base-2.8",
    "commission": "base-18.4",
    "ambush": "base-18.1",
    "bishop_cards": "base-15.15",
    "optional_parliament": "base-15.20",
    "return_from_parliament": "base-15.30",
    "alliance": "base-16.1",
}
OF_THE_ADVANCED_GAME = {
    "advanced_cards": "base-19.1",
    "kings_pardon": "base-19.4",
    "plantagenets": "base-19.3",
    "edmund": "base-19.12",
    "nobles_killed": "base-19.5",
}


def own() -> set[str]:
    """What the rule set is put together of."""
    return set(own_options(data_root(), "ishkibibble"))


@pytest.mark.rule("ishkibibble-basis.1", "ishkibibble-basis.6", "ishkibibble-basis.9")
def test_it_is_the_base_game_of_the_second_edition() -> None:
    rules, base = load_content("ishkibibble").ruleset, load_content("base").ruleset
    assert (rules.id, rules.name, rules.edition) == ("ishkibibble", "Ishkibibble", "1981")
    assert rules.use.victory == base.use.victory == "last_king"
    assert (rules.hand_limit, rules.chancellor_card) == (None, True)
    bare = "ishkibibble" + "".join(f"-{option}" for option in sorted(own()))
    assert load_content(bare).ruleset.use == base.use
    book = table_rules("ishkibibble")
    for row in ("base-14.1", "base-11.1", "base-3.6", "base-15.1"):
        assert row in book
    assert all(rule.ruling for rule in book.rules if rule.id == "ishkibibble-basis.9")


@pytest.mark.rule(
    "ishkibibble-basis.2", "ishkibibble-basis.3", "ishkibibble-basis.4", "ishkibibble-basis.5"
)
def test_its_map_differs_from_the_first_editions_in_three_things() -> None:
    second, first = (load_content(name).board for name in ("ishkibibble", "classic"))
    assert (second.ports["preston"], first.ports.get("preston")) == (("lancaster-bay",), None)
    assert second.ports["penzance"] == ("lands-end",)
    assert len(first.ports["penzance"]) == 3
    assert second.ports["london"] == ("london-estuary",)
    assert set(second.seas["london-estuary"].neighbours) == {"orwell-haven", "the-downs"}
    assert "london-estuary" not in first.seas


@pytest.mark.rule("ishkibibble-basis.7", "ishkibibble-basis.8", "ishkibibble-origins.1")
@pytest.mark.parametrize(("option", "row"), [*OF_THE_BASE.items(), *OF_THE_ADVANCED_GAME.items()])
def test_each_option_of_the_second_edition_is_a_switch(option: str, row: str) -> None:
    assert option in own()
    book = table_rules("ishkibibble")
    assert row in book
    needing = {one.id for one in load_options(data_root()).values() if option in one.needs}
    without = specified(data_root(), "ishkibibble", own() - needing - {option})
    assert option in without.without
    assert row not in table_rules(str(without))
    assert load_content(str(without)).ruleset.id == str(without)
    assert "ishkibibble-origins.1" in book


def test_every_option_but_these_is_part_of_it() -> None:
    """A new one is named in its file, or in a deck; one that is not for it is named here, unless
    it is of our own invention."""
    not_its_own = {"loyalty", "two_kings_vote", "chancellor_card", "no_hand_limit", "hand_of_two"}
    not_its_own |= {"house_sieges", "house_parliament", "battles_by_card", "whole_forces"}
    not_its_own |= {"four_turns", "last_king", "reckoning", "last_parliament"}
    options = load_options(data_root())
    theirs = {name for name, option in options.items() if option.subject != "ours"}
    assert theirs - own() == not_its_own


@pytest.mark.rule("ishkibibble-basis.8")
def test_a_pardon_dealt_at_the_start_goes_back_into_the_deck() -> None:
    assert load_content("ishkibibble").ruleset.pardons_kept is False
    assert load_content("ishkibibble-prepare_for_play").ruleset.pardons_kept is True
    kept = []
    for table in ("ishkibibble", "ishkibibble-prepare_for_play"):
        starts = (
            Match.start(game_for("kingmaker", table), 2, f"pardons {n}", {}) for n in range(4)
        )
        kept.append([len(match.view(seat).hand) for match, _ in starts for seat in range(2)])
    assert not any(kept[0])
    assert any(kept[1])


def test_a_row_of_its_own_is_in_force_where_an_option_brings_it() -> None:
    book, ledger = table_rules("ishkibibble"), load_ledger()
    brought = {row for option in load_options(data_root()).values() for row in option.rows}
    mine = {rule.id for rule in ledger.sets["ishkibibble"]}
    by_themselves = {f"ishkibibble-basis.{number}" for number in (1, 6, 7, 8, 9)}
    by_themselves.add("ishkibibble-origins.1")
    assert {rule.id for rule in book.rules if rule.set == "ishkibibble"} == (
        brought & mine | by_themselves
    )
    quiet = table_rules("ishkibibble-blockade")
    assert ("ishkibibble-blockade.1" in book, "ishkibibble-blockade.1" in quiet) == (True, False)
    # what an option of the set replaces gives way
    assert book.resolve("base-2.9") == ledger.get("ishkibibble-placement.1")
    assert book.resolve("base-15.12") == ledger.get("base-15.30")
    assert table_rules("ishkibibble-heirs_by_dice").resolve("base-2.9") == ledger.get("base-2.9")
    assert book.left_out("base-14.4").startswith("This rule is about winning")


def test_it_is_offered_as_a_preset() -> None:
    preset = next(one for one in load_presets(data_root()) if one.ruleset == "ishkibibble")
    assert (preset.name, preset.specification) == ("Ishkibibble complete", "ishkibibble")
    assert table_name("kingmaker", "ishkibibble") == "Ishkibibble complete"
    assert table_name("kingmaker", "ishkibibble-ambush+two_kings_vote") == (
        "Ishkibibble, with vote between two Kings, without ambush"
    )
    wanted = "ishkibibble-card_pretender-card_royal_birth-card_treaty_scotland"
    assert in_words(preset, wanted).startswith("Ishkibibble complete; without ")


# How a table is written down


def test_what_is_left_out_is_part_of_a_specification() -> None:
    told = Specification.parse("ishkibibble-gales+loyalty-ambush")
    assert told == Specification("ishkibibble", ("loyalty",), ("ambush", "gales"))
    assert str(told) == "ishkibibble+loyalty-ambush-gales"
    assert game_for("kingmaker", "ishkibibble+ambush").ruleset == "ishkibibble"
    assert game_for("kingmaker", "classic-ambush").ruleset == "classic"


def test_what_others_need_is_not_left_out_by_itself() -> None:
    with pytest.raises(LookupError, match=r"^Blockade needs Combat at sea as well\.$"):
        game_for("kingmaker", "ishkibibble-sea_combat")
    assert not load_content("ishkibibble-sea_combat-blockade").ruleset.sea_combat


def test_an_unknown_option_is_not_left_out_either() -> None:
    with pytest.raises(LookupError, match="There is no option 'tea'"):
        game_for("kingmaker", "ishkibibble-tea")


# Decks of options

DECK: dict[str, Any] = {
    "id": "all_of_it",
    "label": "All of it",
    "sentence": "Sails and cards.",
    "subject": "sea",
    "options": ["by_card", "long_sails"],
}


def with_deck(root: Path, *decks: dict[str, Any]) -> Path:
    """The folder with decks of its options."""
    write(root, [RIDES, SAILS, WALKS, CARDS], [])
    told = json.loads((root / OPTIONS).read_text("utf-8"))
    (root / OPTIONS).write_text(json.dumps({**told, "decks": decks}), "utf-8")
    return root


def test_a_deck_is_its_options_and_what_they_need(folder: Path) -> None:
    with_deck(folder, DECK)
    assert str(plainly(folder, "base+all_of_it")) == "base+by_card+long_rides+long_sails"
    wanted = Specification.parse("base+all_of_it-long_sails")
    assert chosen_at(folder, wanted) == ("by_card", "long_rides")


@pytest.mark.parametrize(
    ("deck", "key", "reason"),
    [
        ({**DECK, "options": ["tea"]}, "all_of_it.options", "there is no option 'tea'."),
        ({**DECK, "id": "by_card"}, "by_card.id", "'by_card' appears twice."),
    ],
)
def test_a_broken_deck_is_refused(
    folder: Path, deck: dict[str, Any], key: str, reason: str
) -> None:
    with_deck(folder, deck)
    with pytest.raises(ContentError) as refused:
        load_decks(folder)
    assert (refused.value.file, refused.value.key) == (OPTIONS, key)
    assert refused.value.reason == reason


def test_a_rule_set_lies_above_its_options_and_below_what_is_added(folder: Path) -> None:
    with_deck(folder, DECK)
    told: dict[str, Any] = {"id": "far", "name": "Far", "based_on": "base", "summary": "Far."}
    file = folder / "kingmaker/rulesets/far.json"
    told |= {"options": ["long_rides"], "values": {"land_squares": 7}}
    file.write_text(json.dumps(told), "utf-8")
    (folder / "rules/far.csv").write_text(
        "id,title,rule,phase,source,ruling\nfar-1,Far,Seven squares.,movement,Far,\n", "utf-8"
    )
    assert load_content("far", folder).ruleset.land_squares == 7
    assert load_content("far-long_rides", folder).ruleset.land_squares == 7
    assert load_content("far-long_rides+short_walks", folder).ruleset.land_squares == 4
    assert str(plainly(folder, "far+long_rides+long_sails")) == "far+long_sails"
    assert "far-1" in table_rules("far", folder)


def test_the_options_of_a_rule_set_must_be_there(folder: Path) -> None:
    told = {"id": "far", "name": "Far", "based_on": "base", "summary": "Far.", "options": ["tea"]}
    (folder / "kingmaker/rulesets/far.json").write_text(json.dumps(told), "utf-8")
    with pytest.raises(ContentError) as refused:
        load_content("far", folder)
    assert refused.value.file == "kingmaker/rulesets/far.json"
    assert (refused.value.key, refused.value.reason) == ("options", "there is no option 'tea'.")


def test_all_cards_of_the_expansions_are_in_a_deck_and_in_the_set() -> None:
    """Cards of a table's own have a set of their own, and are in no deck of this rule set."""
    dealt = [option for deck in load_decks(data_root()).values() for option in deck.options]
    assert len(dealt) == len(set(dealt))
    options = load_options(data_root()).values()
    cards = {o.id for o in options if o.id.startswith("card_") and o.subject != "ours"}
    assert cards <= set(dealt) <= own()
    events = load_content("ishkibibble").events.values()
    assert {card.game for card in events} == {"basic", "advanced", "expansion"}
