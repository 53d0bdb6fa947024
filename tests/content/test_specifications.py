"""Rule sets by inheritance, options upon them, and the specification that names both."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.content import ContentError, data_root, load_content, load_ledger
from bot.content.files import read_json
from bot.content.load import ruleset_ids
from bot.content.ruleset_files import (
    OPTIONS,
    OptionFile,
    Specification,
    Unfit,
    load_options,
    resolve,
)
from bot.games import game_for
from bot.rules.kernel import Match

OPTION: dict[str, Any] = {
    "id": "long_rides",
    "label": "Long rides",
    "sentence": "Six squares.",
    "subject": "play",
    "patch": {"values": {"land_squares": 6}},
    "rows": ["base-7.1"],
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the data folder that a test may change."""
    shutil.copytree(data_root() / "kingmaker", tmp_path / "kingmaker")
    return tmp_path


def with_options(root: Path, *options: dict[str, Any]) -> Path:
    """The folder with these options only, each told by what it changes of `OPTION`."""
    told: dict[str, Any] = {"options": [{**OPTION, **option} for option in options]}
    told["footings"] = {"battle": {"needs": "battles that a card decides", "row": "base-9.7"}}
    (root / OPTIONS).write_text(json.dumps(told), encoding="utf-8")
    return root


# Specifications


def test_a_specification_is_one_name_whatever_the_order() -> None:
    assert str(Specification.parse("classic+commission+ambush")) == "classic+ambush+commission"
    assert Specification.parse("house") == Specification("house", ())
    assert Specification.parse("house+a+a") == Specification("house", ("a",))


def test_the_same_table_is_the_same_content_whatever_the_order(root: Path) -> None:
    with_options(root, {}, {"id": "small_decks", "patch": {"values": {"hand_limit": 1}}})
    one, other = (
        load_content(f"house+{a}+{b}", root)
        for a, b in (("long_rides", "small_decks"), ("small_decks", "long_rides"))
    )
    assert one is other
    assert one.ruleset.id == "house+long_rides+small_decks"
    assert one.ruleset.name == "House rules, with long rides and long rides"


def test_a_game_with_an_option_is_saved_and_goes_on_under_its_whole_name() -> None:
    game = game_for("kingmaker", "house+no_hand_limit")
    assert game is not game_for("kingmaker", "house")
    match, _ = Match.start(game, 3, "a seed", {})
    assert match.position.ruleset == match.view(0).ruleset == "house+no_hand_limit"
    assert game_for("kingmaker", match.position.ruleset) is game


@pytest.mark.rule("base-3.6", "house-5.1")
def test_without_a_hand_limit_nobody_has_to_discard() -> None:
    assert load_content("house").ruleset.hand_limit == 2
    assert load_content("house+no_hand_limit").ruleset.hand_limit is None


# What is based on what


def test_the_house_rules_say_only_what_differs_from_the_base() -> None:
    base, house = load_content("base").ruleset, load_content("house").ruleset
    assert (base.hand_limit, house.hand_limit) == (None, 2)
    assert (base.land_squares, house.land_squares) == (5, 5)
    assert (base.use.battle, house.use.battle) == ("event_card", "percentile_table")
    written = json.loads((data_root() / "kingmaker/rulesets/house.json").read_text("utf-8"))
    for key, value in written["values"].items():
        assert msgspec.to_builtins(getattr(base, key)) != value, key
    for kind, procedure in written["use"].items():
        assert getattr(base.use, kind) != procedure, kind


def test_a_preview_stays_out_of_the_lobby() -> None:
    # Whoever adds a rule set of his own need not change this.
    assert "base" not in ruleset_ids()
    assert {"classic", "house"} <= set(ruleset_ids())
    assert "base" in ruleset_ids(previews=True)
    assert load_content("base").ruleset.stage == "preview"


def test_classic_is_the_base_game_with_a_victory_and_a_parliament_of_its_own() -> None:
    base, classic = load_content("base").ruleset, load_content("classic").ruleset
    assert (base.use.victory, classic.use.victory) == ("last_king", "four_turns")
    assert (base.chancellor_card, classic.chancellor_card) == (True, False)
    assert (base.grants_voted, classic.grants_voted) == (False, True)
    told = {"id": "base", "name": base.name, "summary": base.summary, "use": base.use}
    told |= {
        "stage": "preview",
        "whole_forces": True,
        "chancellor_card": True,
        "grants_voted": False,
        "commons_counted": "present",
    }
    assert msgspec.structs.replace(classic, **told) == base
    assert (classic.edition, classic.stage, classic.withheld) == ("1976", "played", ())


def test_the_base_game_has_the_basic_decks() -> None:
    base = load_content("base")
    assert (len(base.crown), len(base.events), len(base.nobles)) == (72, 80, 23)


# Options


def test_options_lengthen_lists_and_raise_numbers(root: Path) -> None:
    more = {"values": {}, "add": {"crown_sets": ["advanced"], "crown_size": 8}}
    found = load_content("base+long_rides", with_options(root, {"patch": more}))
    assert found.ruleset.crown_sets == ("basic", "advanced")
    assert len(found.crown) == 80


def test_options_that_do_not_go_together_are_refused_in_words(root: Path) -> None:
    with_options(
        root,
        {"needs": ["b"]},
        {"id": "b", "label": "Second", "excludes": ["c"]},
        {"id": "c", "label": "Third"},
        {"id": "d", "label": "Fourth", "fits": {"battle": ["event_card"]}},
    )
    for specification, said in (
        ("house+long_rides", "Long rides needs Second as well."),
        ("house+b+c", "Second does not go with Third."),
        ("house+d", "Fourth needs battles that a card decides."),
        ("house+e", "There is no option 'e'. Choose from: long_rides, b, c, d."),
    ):
        with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
            load_content(specification, root)
    assert load_content("house+b+long_rides", root).ruleset.land_squares == 6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"use": {"limit": "reckoning"}}, {"use": {"limit": "final_parliament"}}),
        ({"values": {"hand_limit": 2}}, {"values": {"hand_limit": None}}),
        ({"values": {"hand_limit": 2}}, {"add": {"hand_limit": 1}}),
        ({"values": {"closed_places": ["dublin"]}}, {"remove": {"closed_places": ["dublin"]}}),
        ({"add": {"raised_at": {"x": ["wales"]}}}, {"add": {"raised_at": {"x": ["ireland"]}}}),
    ],
)
def test_what_patches_one_thing_in_two_ways_excludes_each_other_by_itself(
    root: Path, one: dict[str, Any], other: dict[str, Any]
) -> None:
    for first, second in ((one, other), (other, one)):
        patches = {"b": first, "c": second}
        with_options(root, *({"id": n, "label": n.upper(), "patch": p} for n, p in patches.items()))
        load_options.cache_clear()
        with pytest.raises(ValueError, match=r"^C does not go with B\.$") as refused:
            load_content("classic+b+c", root)
        assert isinstance(refused.value, Unfit)
        assert (refused.value.option, refused.value.instead) == ("c", "Leave 'c' or 'b' out.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"values": {"lost_ships_vote": True}}, {"values": {"lost_ships_vote": True}}),
        ({"add": {"closed_places": ["wales"]}}, {"add": {"closed_places": ["york"]}}),
        ({"add": {"raised_at": {"x": ["wales"]}}}, {"add": {"raised_at": {"y": ["wales"]}}}),
        ({"add": {"closed_places": ["wales"]}}, {"remove": {"closed_places": ["dublin"]}}),
        ({"remove": {"closed_places": ["ireland"]}}, {"remove": {"closed_places": ["dublin"]}}),
    ],
)
def test_what_patches_one_thing_in_one_way_goes_together(
    root: Path, one: dict[str, Any], other: dict[str, Any]
) -> None:
    with_options(root, {"id": "b", "patch": one}, {"id": "c", "patch": other})
    load_options.cache_clear()
    assert [option.excludes for option in load_options(root).values()] == [(), ()]


def test_entries_are_taken_out_whatever_else_is_chosen(root: Path) -> None:
    opened = {"remove": {"entered_by": ["ireland"], "closed_places": ["dublin", "atlantis"]}}
    shut = {"add": {"entered_by": {"ireland": "le_rose"}, "closed_places": ["dublin", "wales"]}}
    with_options(root, {"id": "b", "patch": opened}, {"id": "c", "patch": shut})
    load_options.cache_clear()
    for both in ("classic+b+c", "classic+c+b"):
        written = resolve(root, Specification.parse(both))
        assert written.ruleset.entered_by == {}
        assert written.ruleset.closed_places == ("ireland", "scotland", "continent", "wales")


def test_of_the_options_there_are_these_patch_one_thing() -> None:
    found = {(one.id, *one.excludes) for one in load_options(data_root()).values() if one.excludes}
    assert found == {
        ("family_loyalty", "loyalty"),
        ("house_sieges", "storm_or_siege"),
        ("house_parliament", "return_from_parliament"),
        ("battles_by_card", "nobles_killed"),
        ("hand_of_two", "no_hand_limit"),
        ("last_king", "four_turns"),
        ("last_parliament", "reckoning"),
    }
    written = read_json(data_root(), OPTIONS, OptionFile).options
    assert [option.id for option in written if option.excludes] == ["family_loyalty"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            "house+four_turns+last_king",
            "The last heir, crowned does not go with A reign of four turns.",
        ),
        (
            "classic+last_parliament+reckoning",
            "Parliament at the time limit does not go with Reckoning at the time limit.",
        ),
        (
            "house+battles_by_card+nobles_killed",
            "Battles by card does not go with Nobles killed table.",
        ),
    ],
)
def test_a_table_that_asks_for_both_is_refused(table: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        load_content(table)


@pytest.mark.parametrize(
    ("options", "key", "reason"),
    [
        (({}, {}), "options[1].id", "'long_rides' appears twice."),
        (({"needs": ["tea"]},), "long_rides.needs", "there is no other option 'tea'."),
        (({"excludes": ["long_rides"]},), "long_rides.excludes",
         "there is no other option 'long_rides'."),
        (({"fits": {"siege": ["match"]}},), "long_rides.fits",
         "footings must have an entry for 'siege' that says what is needed."),
        (({"patch": {"values": {"tea": 1}}},), "values.tea",
         "there is no field 'tea'. Is it misspelt?"),
        (({"patch": {"use": {"battle": "tea"}}},), "use.battle",
         "'tea' is not one of the values allowed here."),
        (({"patch": {"remove": {"tea": ["milk"]}}},), "remove.tea",
         "there is no list or table of that name."),
    ],
)  # fmt: skip
def test_a_broken_option_is_refused(
    root: Path, options: tuple[dict[str, Any], ...], key: str, reason: str
) -> None:
    with pytest.raises(ContentError) as refused:
        load_content("house+long_rides", with_options(root, *options))
    assert (refused.value.file, refused.value.key) == (OPTIONS, key)
    assert refused.value.reason == reason


def test_options_name_rules_of_the_ledger() -> None:
    known = {rule.id for rule in load_ledger()}
    for option in load_options(data_root()).values():
        assert option.rows, option.id
        assert set(option.rows) <= known, option.id
        assert option.sentence.endswith("."), option.id
    footings = read_json(data_root(), OPTIONS, OptionFile).footings
    assert {footing.row for footing in footings.values()} <= known


def test_every_option_changes_something() -> None:
    for option in load_options(data_root()).values():
        assert option.patch != msgspec.structs.replace(option.patch, use={}, values={}, add={})
