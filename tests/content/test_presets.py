"""What a table may begin from, and which options it may choose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root
from bot.content.files import read_json
from bot.content.in_force import in_force
from bot.content.load import ruleset_ids
from bot.content.presets import PRESETS, PresetFile, choosable, in_words, load_presets
from bot.content.ruleset_files import Specification, load_options, resolve
from bot.games import presets_of, table_name
from tests.cogs.ui.opening_of import CARDS, FAR, HOUSE, RIDES, SAILS, WALKS, folder, write

__all__ = ["folder"]


def test_the_presets_there_are() -> None:
    written = read_json(data_root(), PRESETS, PresetFile).presets
    assert [preset.name for preset in written] == [
        "Covault’s evening",
        "Classic sheet",
        "Second edition",
        "Extended classic",
        "Ishkibibble complete",
        "Six families",
        "Six families, second edition",
        "Covault by the card",
    ]
    offered = load_presets(data_root())
    assert offered[0].specification == "house"
    assert {preset.ruleset for preset in offered} == set(ruleset_ids())
    for preset in written:
        assert len(preset.name) <= 100
        assert preset.sentence == "" or preset.sentence.endswith(".")


def test_what_there_is_of_a_preview_goes_together_already() -> None:
    known = load_options(data_root())
    for preset in read_json(data_root(), PRESETS, PresetFile).presets:
        there = tuple(sorted(set(preset.options) & set(known)))
        assert resolve(data_root(), Specification(preset.ruleset, there)).ruleset.id


@pytest.mark.rule("base-18.5")
def test_the_other_options_of_the_second_edition_are_chosen_by_it() -> None:
    second = next(preset for preset in load_presets(data_root()) if preset.id == "second_edition")
    assert set(Specification.parse(second.specification).options) >= {
        "alliance",
        "bishop_cards",
        "initial_placement",
        "optional_parliament",
        "return_from_parliament",
    }


def test_a_rule_set_that_no_preset_stands_for_is_one_by_itself(folder: Path) -> None:
    write(folder, [RIDES], [{**HOUSE, "id": "riders", "options": ["long_rides"]}])
    riders, classic, house = load_presets(folder)
    assert (classic.id, classic.name, classic.specification) == ("classic", "Classic", "classic")
    assert (riders.id, riders.specification) == ("riders", "house+long_rides")
    assert (house.id, house.name, house.specification) == ("house", "House rules", "house")
    assert house.sentence.startswith("Corbin Covault’s house rules 2.12")


def test_a_preview_may_name_what_is_to_come_and_is_not_offered(folder: Path) -> None:
    preview = {**FAR, "options": ["tea"], "stage": "preview"}
    write(folder, [RIDES], [HOUSE, preview])
    assert [preset.id for preset in load_presets(folder)] == ["house", "classic"]


@pytest.mark.parametrize(
    ("preset", "key", "reason"),
    [
        ({"id": "Tea Time"}, "presets[1].id",
         "must start with a letter and have up to 24 lower-case letters, digits and underscores."),
        ({"id": "house"}, "presets[1].id", "'house' appears twice."),
        ({"id": "base"}, "presets[1].id",
         "'base' is the name of a rule set, and this preset changes it. Use another name."),
        ({"ruleset": "tea"}, "presets[1].ruleset",
         "there is no rule set 'tea'. Choose from: base, classic, house."),
        ({"ruleset": "base", "options": []}, "presets[1].stage",
         "the rule set 'base' is a preview, so this must be a preview too."),
        ({"options": ["long_rides", "tea"]}, "presets[1].options[1]",
         "there is no option 'tea'. Choose from: long_rides, long_sails, short_walks."),
        ({"options": ["long_sails"]}, "presets[1].options",
         "Long sails needs Long rides as well."),
        ({"options": ["long_rides", "short_walks"]}, "presets[1].options",
         "Short walks does not go with Long rides."),
    ],
)  # fmt: skip
def test_a_broken_preset_is_refused_with_file_and_key(
    folder: Path, preset: dict[str, Any], key: str, reason: str
) -> None:
    write(folder, [RIDES, SAILS, WALKS], [HOUSE, {**FAR, **preset}])
    with pytest.raises(ContentError) as refused:
        load_presets(folder)
    assert (refused.value.file, refused.value.key) == (PRESETS, key)
    assert refused.value.reason == reason


def test_an_unknown_field_of_a_preset_is_refused(folder: Path) -> None:
    told = {"presets": [{**HOUSE, "tea": 1}]}
    (folder / PRESETS).write_text(json.dumps(told), "utf-8")
    with pytest.raises(ContentError, match=PRESETS):
        load_presets(folder)


# Which options a table may choose


def offered(root: Path, specification: str) -> dict[str, tuple[bool, str, str]]:
    """The options by id: whether chosen, what stands against a change, and by which row."""
    found = choosable(root, specification)
    return {each.option.id: (each.chosen, each.against, each.rule) for each in found}


SO_ALREADY = "These rules already include it."


def test_options_that_do_not_fit_or_change_nothing_say_so(folder: Path) -> None:
    # Five squares are the rule anyway, and there are no cards in the battles of this rule set.
    house, base = offered(folder, "house"), offered(folder, "base")
    assert house["five_squares"] == (False, SO_ALREADY, "house-2.2a")
    assert base["five_squares"] == (False, SO_ALREADY, "base-7.1")
    assert CARDS["fits"] == {"battle": ["event_card"]}
    assert house["by_card"] == (False, "By card needs battles that a card decides.", "house-2.2a")
    assert base["by_card"] == (False, "", "")


def test_without_a_row_of_its_own_the_row_of_what_it_needs_is_named(folder: Path) -> None:
    write(folder, [{**CARDS, "rows": ["base-18.1"]}], [HOUSE])
    assert offered(folder, "house")["by_card"][2] == "house-2.3c"


def test_options_of_the_lobby_as_they_stand_with_each_rule_set() -> None:
    already = {("base", "no_hand_limit"): "base-3.6", ("base", "chancellor_card"): "base-15.1"}
    already |= {("classic", "no_hand_limit"): "base-3.6", ("base", "last_king"): "base-14.1"}
    already |= {("classic", "four_turns"): "classic-object.1"}
    already |= {("classic", "last_parliament"): "classic-object.3"}
    already |= {("base", "last_parliament"): "base-14.4"}
    already |= {(basis, "battles_by_card"): "base-9.4" for basis in ("base", "classic")}
    already |= {("house", "bishop_cards"): "house-5.24", ("house", "hand_of_two"): "house-5.1"}
    already |= {("house", "chancellor_card"): "house-1.19", ("house", "reckoning"): "house-3.4"}
    already |= {("house", "house_parliament"): "house-7.1.1"}
    already |= {(basis, "whole_forces"): "base-5.4" for basis in ("base", "house")}
    for ruleset in ("base", "classic", "house"):
        book = {rule.id for rule in in_force(ruleset)}
        for each in choosable(data_root(), ruleset):
            row = already.get((ruleset, each.option.id))
            assert (each.against == SO_ALREADY) == (row is not None), each.option.id
            assert row in (None, each.rule)
            known = book.union(*(load_options(data_root())[o].rows for o in each.option.needs))
            assert not each.against or each.rule in known, (ruleset, each.option.id)


def test_what_clashes_cannot_be_chosen_and_says_why(folder: Path) -> None:
    now = offered(folder, "house")
    assert now["long_rides"] == now["short_walks"] == (False, "", "")
    assert now["long_sails"] == (False, "Long sails needs Long rides as well.", "house-2.2a")
    now = offered(folder, "house+long_rides+long_sails")
    assert now["long_rides"] == (True, "Long sails needs Long rides as well.", "house-2.2a")
    assert now["long_sails"] == (True, "", "")
    clash = "Short walks does not go with Long rides."
    assert now["short_walks"] == (False, clash, "house-2.2a")


def test_a_table_in_words(folder: Path) -> None:
    house, far, _ = load_presets(folder)
    assert in_words(folder, house, "house") == "Covault’s evening"
    assert in_words(folder, house, "house+long_rides") == "Covault’s evening, with long rides"
    assert in_words(folder, far, "house+long_sails+long_rides") == "Far and wide"
    assert in_words(folder, far, "house+long_rides+by_card") == (
        "Far and wide, with by card; without long sails"
    )
    assert in_words(folder, far, "house") == "Far and wide; without long rides and long sails"


def test_a_table_is_called_by_the_largest_preset_that_is_part_of_it() -> None:
    called = {one.id: one.specification for one in presets_of("kingmaker")}
    families = called["families_1981"]
    assert table_name("kingmaker", families) == "Six families, second edition"
    mixed = str(Specification.parse(f"{families}+hand_of_two+advanced_cards"))
    assert table_name("kingmaker", mixed) == (
        "Six families, second edition, with advanced cards and two cards in hand"
    )
    assert table_name("kingmaker", "families+hand_of_two") == (
        "Six families, with two cards in hand"
    )
    # The extended game has all that the second edition has but alliances, and more.
    extended = str(Specification.parse(f"{called['extended_classic']}+alliance"))
    assert table_name("kingmaker", extended) == "Extended classic, with alliance"
    assert table_name("lancaster", "standard") == "Lancaster"
