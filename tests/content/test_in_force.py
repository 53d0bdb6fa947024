"""Which rules a table plays by, and which of them is shown where a rule is cited."""

from __future__ import annotations

import csv
import json
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root, load_ledger
from bot.content.in_force import SET_ASIDE, in_force, resolve, table_rules
from bot.content.ruleset_files import OPTIONS
from bot.rules.rulebook import Layer, LedgerError, Rule, Rulebook, TableRules, parse_rules
from tests.folders import ROOT

CITED = re.compile(r'"((?:base|house|lancaster)-\d\w*(?:\.\w+)*)"')


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the ledger and of Kingmaker's data, which a test may spoil."""
    shutil.copytree(data_root() / "rules", tmp_path / "rules")
    shutil.copytree(data_root() / "kingmaker", tmp_path / "kingmaker")
    return tmp_path


def shown(rule_id: str, specification: str) -> str | None:
    """The id of the row that is shown at a table where `rule_id` is cited."""
    found = resolve(rule_id, specification)
    return None if found is None else found.id


@cache
def cited() -> tuple[str, ...]:
    """All rules that the rules core cites as they stand."""
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "bot" / "rules").rglob("*.py"))
    return tuple(sorted({rule for text in texts for rule in CITED.findall(text)}))


# What is in force


def test_the_house_plays_by_its_own_rows_and_the_base_rows_it_leaves_standing() -> None:
    ids = [rule.id for rule in in_force("house")]
    assert ids[0] == "base-1.1"
    assert "base-2.12" not in ids
    assert sum(rule.startswith("house-") for rule in ids) == 359
    assert len(ids) == 359 + 84
    rules = table_rules("house")
    assert rules.replaced_by("base-2.12") == ("house-4.7", "house-4.10", "house-7.1.6")
    assert rules.left_out("base-18.4") == (
        "The commission is an option that the house rules do not use."
    )
    assert ("base-8.4" in rules, rules.replaced_by("base-8.4")) == (True, ())


def test_classic_plays_by_its_own_rows_and_nearly_all_of_the_base() -> None:
    rules = table_rules("classic")
    assert sum(rule.set == "classic" for rule in rules.rules) == 59
    assert len(rules.rules) == 59 + 168
    replaced = {row.id: rules.replaced_by(row.id) for row in load_ledger().sets["base"]}
    assert {row: by for row, by in replaced.items() if by} == {
        "base-5.4": ("classic-battle.1",),
        "base-14.1": ("classic-object.1",),
        "base-14.2": ("classic-object.1",),
        "base-14.4": ("classic-object.3", "classic-object.1"),
        "base-15.1": ("classic-turn.4", "classic-turn.5"),
        "base-19.14": ("classic-turn.5",),
    }
    assert rules.left_out("base-15.28") == (
        "The order of proposers belongs to the optional Parliament; "
        "in the classic one only the caller proposes."
    )


@pytest.mark.parametrize(
    ("specification", "standing", "left"), [("house", 84, 15), ("classic", 168, 35)]
)
def test_every_base_row_is_in_exactly_one_state(
    specification: str, standing: int, left: int
) -> None:
    rules, base = table_rules(specification), load_ledger().sets["base"]
    for row in base:
        states = (row.id in rules, bool(rules.replaced_by(row.id)), bool(rules.left_out(row.id)))
        assert sum(states) == 1, row.id
    assert sum(row.id in rules for row in base) == standing
    assert sum(bool(rules.left_out(row.id)) for row in base) == left
    assert all(rules.left_out(r.id).endswith(".") for r in base if rules.left_out(r.id))


def test_what_stands_in_a_rows_place_is_in_force_itself() -> None:
    for specification in ("house", "classic"):
        rules = table_rules(specification)
        for row in load_ledger().sets["base"]:
            assert all(by in rules for by in rules.replaced_by(row.id))


def test_a_rule_set_without_a_file_stands_alone() -> None:
    assert {rule.set for rule in in_force("lancaster")} == {"lancaster"}
    with pytest.raises(ContentError, match="there is no rule set 'chess'"):
        in_force("chess")


# What an option brings


@pytest.mark.rule("base-3.6", "house-5.1")
def test_an_option_brings_its_row_and_what_had_replaced_it_gives_way() -> None:
    rules = table_rules("house+no_hand_limit")
    assert "base-3.6" in rules
    assert "house-5.1" not in rules
    assert shown("house-5.1", "house+no_hand_limit") == "base-3.6"
    assert shown("base-3.6", "house") == "house-5.1"
    with pytest.raises(ValueError, match="There is no option 'no_rain'"):
        in_force("house+no_rain")


def brought(*rows: str) -> TableRules:
    """The classic rules, with an option that brings some rows."""
    book, aside = load_ledger(), data_root() / SET_ASIDE / "classic.json"
    left_out = json.loads(aside.read_text(encoding="utf-8"))
    return TableRules(book, [Layer("base"), Layer("classic", left_out)], rows)


def test_a_row_left_out_is_in_force_again_when_an_option_brings_it() -> None:
    rules = brought("base-15.30", "base-15.31")
    assert rules.left_out("base-15.30") == ""
    assert {"base-15.30", "base-15.31"} <= {rule.id for rule in rules.rules}
    # who goes home does not stay in the square
    assert rules.replaced_by("base-15.12") == ("base-15.30",)
    home = load_ledger().get("base-15.30")
    assert [rules.resolve(rule) for rule in ("house-7.4.1", "base-15.12")] == [home, home]
    assert "base-15.32" not in rules


def test_what_only_repeats_a_row_goes_with_it() -> None:
    rules = brought("base-19.5", "base-9.10")
    assert [rule.id for rule in rules.rules if rule.id.startswith("classic-battle")] == [
        f"classic-battle.{number}" for number in (1, 2, 3, 4, 5, 6, 7, 10)
    ]
    assert rules.replaced_by("classic-battle.8") == ("base-19.5",)
    assert rules.resolve("house-2.3d") == load_ledger().get("base-19.5")


def test_the_chancellor_with_a_card_is_the_base_rule_again() -> None:
    rules = brought("base-15.1", "base-19.14")
    assert "classic-turn.5" not in rules
    assert rules.replaced_by("classic-turn.5") == ("base-19.14", "base-15.1")
    assert rules.resolve("house-7.1.3") == load_ledger().get("base-19.14")


def test_where_cards_decide_nothing_of_the_battle_table_is_left() -> None:
    """No dice decide who dies, and nobody sends out assassins."""
    rules = table_rules("house+battles_by_card")
    gone = {"2.3b", "2.3c", "2.3d", "5.14e", "5.15b", "5.15c", "5.15d", "5.15e", "5.17d", "6.1f"}
    assert not {f"house-{row}" for row in gone} & {rule.id for rule in rules.rules}
    assert {"base-9.9", "base-12.5", "house-5.15a", "house-6.1b"} <= {r.id for r in rules.rules}
    assert rules.left_out("house-5.15b") == "It does not go with “Battles by card”."
    assert rules.resolve("house-5.15b") is None
    assert rules.resolve("house-2.3d") == load_ledger().get("base-9.9")


@pytest.mark.parametrize(
    ("table", "gone"),
    [
        ("house+no_hand_limit", {"house-5.1", "house-8.7.3"}),
        ("house+heirs_by_dice", {"house-4.6", "house-4.9"}),
        ("classic+heirs_by_dice", {"classic-succession.2", "classic-succession.4"}),
        ("house+four_turns", {"house-3.2", "house-3.3"}),
        ("house+last_parliament", {"house-3.4", "house-3.6", "house-3.9"}),
    ],
)
def test_what_an_option_contradicts_is_not_in_force_with_it(table: str, gone: set[str]) -> None:
    plain = table.partition("+")[0]
    assert gone <= {rule.id for rule in in_force(plain)}
    assert not gone & {rule.id for rule in in_force(table)}


@pytest.mark.parametrize("key", ["rows", "drops"])
def test_an_option_with_a_row_that_is_not_there_is_refused(root: Path, key: str) -> None:
    options = json.loads((root / OPTIONS).read_text(encoding="utf-8"))
    options["options"][0][key] = ["base-99.1"]
    (root / OPTIONS).write_text(json.dumps(options), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        in_force("house+no_hand_limit", root)
    assert (refused.value.file, refused.value.key) == (OPTIONS, "base-99.1")
    assert refused.value.reason == "the ledger has no such row."


# What is shown where a rule is cited


def test_every_rule_that_the_rules_core_cites_is_in_force_where_it_is_played() -> None:
    played = cited()
    house = [rule for rule in played if rule.startswith("house-")]
    assert len(house) > 150
    assert {rule: shown(rule, "house") for rule in house} == {rule: rule for rule in house}
    base = [rule for rule in played if rule.startswith("base-")]
    assert {rule: shown(rule, "base") for rule in base} == {rule: rule for rule in base}


def test_whatever_is_shown_is_in_force() -> None:
    for specification in ("house", "classic", "house+no_hand_limit"):
        rules = table_rules(specification)
        for row in load_ledger():
            found = rules.resolve(row.id)
            assert found is None or found.id in rules
            assert found == row or row.id not in rules


@pytest.mark.parametrize(
    ("rule", "there"),
    [
        # the turn, cards
        ("house-1.14", "base-3.1"),
        ("house-2.6b", "base-3.3"),
        ("house-2.6c", "base-3.4"),
        ("house-5.1", "base-3.6"),
        ("house-5.12a", "base-3.4"),
        ("house-3.14", "base-3.7"),
        ("house-1.4", "base-1.12"),
        ("house-5.24", "base-2.5"),
        ("house-4.2", "base-2.3"),
        ("house-4.9", "base-2.9"),
        # events
        ("house-8.3.1", "base-4.3"),
        ("house-8.3.5", "base-4.5"),
        ("house-5.10a", "base-8.15"),
        # on foot, and into places
        ("house-2.2a", "base-7.1"),
        ("house-2.2c", "base-7.2"),
        ("house-2.2d", "base-7.3"),
        ("house-8.4.2", "base-7.5"),
        ("house-8.2.4", "base-6.5"),
        ("house-8.2.5", "base-6.4"),
        ("house-8.5.3", "base-6.1"),
        # ships
        ("house-2.2g", "base-8.1"),
        ("house-8.6.3", "base-8.3"),
        ("house-8.6.2", "base-8.3"),
        ("house-5.22a", "base-8.4"),
        ("house-8.6.11", "base-8.6"),
        ("house-8.6.17", "base-8.7"),
        ("house-8.6.5", "base-8.13"),
        ("house-8.6.27", "base-8.9"),
        # battles and sieges
        ("house-1.16", "base-5.5"),
        ("house-2.3b", "base-9.6"),
        ("house-2.3c", "base-9.7"),
        ("house-2.3d", "base-9.9"),
        ("house-5.11c", "base-9.3"),
        ("house-5.11g", "base-10.3"),
        ("house-2.3f", "base-10.2"),
        ("house-6.2a", "base-10.3"),
        ("house-6.4e", "base-10.10"),
        ("house-6.4d", "base-10.9"),
        ("house-5.19d", "base-11.5"),
        ("house-5.19e", "base-12.2"),
        # heirs, succession, coronation, victory
        ("house-1.2", "base-7.12"),
        ("house-1.11", "base-11.9"),
        ("house-5.3", "base-11.8"),
        ("house-4.5", "base-13.1"),
        ("house-1.12", "base-13.2"),
        ("house-2.5b", "base-13.4"),
        ("house-4.11", "base-13.9"),
        ("house-8.7.10", "base-13.11"),
        ("house-3.2", "classic-object.1"),
        ("house-3.5", "classic-object.1"),
        ("house-3.9", "classic-object.3"),
        # Parliament
        ("house-7.1.1", "classic-turn.4"),
        ("house-7.1.4", "classic-turn.5"),
        ("house-7.1.10", "base-15.2"),
        ("house-7.1.17", "base-15.4"),
        ("house-7.1.28", "base-4.5"),
        ("house-7.2.2", "base-15.23"),
        ("house-7.2.21", "base-15.20"),
        ("house-7.2.24", "base-15.8"),
        ("house-7.4.1", "base-15.12"),
        ("house-7.4.12", "base-15.11"),
        # deals
        ("house-8.7.1", "base-17.1"),
        ("house-8.7.2", "base-17.2"),
        ("house-8.7.8", "base-17.3"),
        ("house-8.7.13", "base-17.5"),
        ("house-5.19b", "base-16.6"),
        # of the base itself
        ("base-2.12", "base-2.12"),
        ("base-14.2", "classic-object.1"),
        ("base-16.1", None),
    ],
)
def test_a_house_rule_is_shown_in_classic_as_what_stands_there_for_it(
    rule: str, there: str | None
) -> None:
    assert shown(rule, "classic") == there


@pytest.mark.parametrize(
    "rule",
    [
        *("house-3.16", "house-5.0", "house-5.6b", "house-5.13c", "house-5.11b", "house-5.14f"),
        *("house-5.15b", "house-5.15c", "house-5.15d", "house-5.15e", "house-6.2e", "house-6.3a"),
        *("house-6.4f", "house-7.1.18", "house-7.1.26", "house-7.2.9", "house-7.2.17"),
        *("house-7.2.31", "house-7.3.2", "house-7.3.10", "house-7.4.4", "house-7.4.7"),
        *("house-7.4.13", "house-7.4.17", "house-8.4.3", "house-8.5.4", "house-8.5.14"),
        *("house-8.6.7", "house-8.6.9", "house-8.6.19", "house-8.6.21", "house-8.7.3"),
    ],
)
def test_nothing_in_classic_stands_for_what_only_the_house_rules_have(rule: str) -> None:
    assert shown(rule, "classic") is None
    assert shown(rule, "house") == rule


@pytest.mark.parametrize(
    ("rule", "there"),
    [
        ("base-7.1", "house-2.2a"),
        ("base-10.3", "house-6.1a"),
        ("base-10.6", "house-6.1c"),
        ("base-1.13", "house-7.3.13"),
        ("base-16.1", "house-5.11c"),
        ("base-15.1", "house-1.19"),
        ("base-8.4", "base-8.4"),
        ("base-18.1", None),
        ("classic-object.1", "house-3.2"),
        ("classic-battle.4", "house-2.3c"),
        ("classic-commons.4", "base-15.24"),
        ("classic-setup.2", "house-4.2"),
        ("lancaster-1.1", None),
        ("house-99", None),
    ],
)
def test_a_base_or_classic_rule_is_shown_in_the_house_rules(rule: str, there: str | None) -> None:
    assert shown(rule, "house") == there


# Layers, and what is refused


def row(number: str, replaces: str = "", refines: str = "") -> Rule:
    """A row with relations."""
    others = (tuple(replaces.split()), tuple(refines.split()))
    return Rule(number, number, "A rule.", "general", "000", "", *others)


def test_rule_sets_lie_upon_each_other() -> None:
    book = Rulebook(
        [
            *(row(f"low-{number}") for number in range(1, 6)),
            row("mid-1", replaces="low-1"),
            row("mid-2", refines="low-2"),
            row("mid-3", replaces="low-5"),
            row("top-1", replaces="mid-1 low-2"),
            row("top-2", replaces="low-2"),
            row("top-3", refines="low-4 mid-3"),
        ]
    )
    layers = [Layer("low"), Layer("mid", {"low-3": "It is dull."}), Layer("top", {"mid-2": "So."})]
    rules = TableRules(book, layers)
    assert [r.id for r in rules.rules] == ["low-4", "mid-3", "top-1", "top-2", "top-3"]
    # through the middle to the top, and the row that names it first before the one that adds it
    assert rules.resolve("low-1") == book.get("top-1")
    assert rules.replaced_by("low-2") == ("top-2", "top-1")
    assert rules.resolve("low-2") == book.get("top-2")
    assert rules.resolve("low-3") is rules.resolve("mid-2") is None
    below = TableRules(book, layers[:2])
    assert below.resolve("top-1") == book.get("mid-1")
    assert below.resolve("top-3") == book.get("low-4")


@pytest.mark.parametrize(
    ("top", "left_out", "key", "reason"),
    [
        (row("top-1", replaces="low-9"), {}, "top-1", "replaces low-9, which is not a row of the"),
        (row("top-1", refines="other-1"), {}, "top-1", "refines other-1, which is not in force"),
        (
            row("top-1", "low-1", "low-1"),
            {},
            "top-1",
            "refines low-1, which is not in force in its set",
        ),
        (row("top-1", refines="low-1"), {"low-1": "So."}, "top-1", "refines low-1, which is not"),
        (row("top-1", "low-1"), {"low-1": "So."}, "low-1", "is left out, but top-1 replaces it"),
        (
            row("top-1"),
            {"low-9": "So."},
            "low-9",
            "is not in force in the set that this one is based on",
        ),
    ],
)
def test_rows_with_two_states_or_none_are_refused(
    top: Rule, left_out: dict[str, str], key: str, reason: str
) -> None:
    book = Rulebook([row("low-1"), row("low-2"), row("other-1"), top])
    with pytest.raises(LedgerError) as refused:
        TableRules(book, [Layer("low"), Layer("top", left_out)])
    assert (refused.value.key, refused.value.reason[: len(reason)]) == (key, reason)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"base-99.1": "Gone."}, "is not in force in the set that this one is based on."),
        ({"base-1.6": "Gone."}, "is left out, but house-5.5a replaces it."),
        ({"base-18.1": " "}, "needs a reason, in a sentence."),
    ],
)
def test_a_broken_file_of_rows_left_out_is_refused(
    root: Path, entry: dict[str, Any], reason: str
) -> None:
    file = f"{SET_ASIDE}/house.json"
    (root / file).write_text(json.dumps(entry), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        in_force("house", root)
    assert (refused.value.file, refused.value.key) == (file, next(iter(entry)))
    assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [
        ("replaces", "base-99.1", "the ledger has no row 'base-99.1'."),
        (
            "replaces",
            "lancaster-1.1",
            "replaces lancaster-1.1, which is not a row of the set it is based on.",
        ),
        ("refines", "base-7.1", "refines base-7.1, which is not in force in its set."),
    ],
)
def test_a_broken_relation_names_the_file_and_the_row(
    root: Path, column: str, value: str, reason: str
) -> None:
    file = root / "rules" / "house.csv"
    with file.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text))
    rows[0][column] = value
    with file.open("w", encoding="utf-8", newline="") as text:
        writer = csv.DictWriter(text, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    with pytest.raises(ContentError) as refused:
        in_force("house", root)
    assert (refused.value.file, refused.value.key) == ("rules/house.csv", "house-1.1")
    assert refused.value.reason == reason


def test_the_rows_that_stand_in_for_others_are_told_at_once() -> None:
    house, families = (table_rules(name).stand_ins() for name in ("house", "families"))
    assert house["base-7.1"] == "house-2.2a"
    assert "house-2.2a" not in house
    assert families["house-2.2a"] == "base-7.1"
    assert "base-7.1" not in families
    assert all(each in table_rules("families") for each in families.values())


# The rule ledger: counts, look-up and search.


HEAD = "id,title,rule,phase,source,ruling\n"


def test_every_set_is_read() -> None:
    sizes = {name: len(rules) for name, rules in load_ledger().sets.items()}
    known = {
        "base": 209,
        "classic": 59,
        "families": 75,
        "house": 359,
        "ishkibibble": 231,
        "lancaster": 123,
    }
    assert {name: sizes[name] for name in known} == known
    assert len(load_ledger()) == sum(sizes.values())


def test_a_rule_by_id() -> None:
    rule = load_ledger().get("house-5.26b")
    assert rule.title == "Home Port of Le Lucas"
    assert rule.phase == "ships"
    assert rule.set == "house"
    assert rule.ruling == "Le Lucas appears in Douglas when Stanley enters play."
    assert "house-5.26b" in load_ledger()
    assert load_ledger().find("house-99.9") is None
    with pytest.raises(KeyError):
        load_ledger().get("house-99.9")


def test_search_wants_all_words_and_puts_titles_first() -> None:
    book = load_ledger()
    assert [r.id for r in book.search("lucas", sets=["house"])] == [
        "house-5.26a",
        "house-5.26b",
        "house-5.25a",
    ]
    assert [r.id for r in book.search("LUCAS douglas", sets=["house"])] == [
        "house-5.26b",
    ]
    assert book.search("lucas", sets=["house"], limit=1)[0].id == "house-5.26a"
    assert book.search("house-5.26")[0].id == "house-5.26a"
    assert book.search("zeppelin") == ()
    assert book.search("   ") == ()


def test_quotes_and_commas_are_read() -> None:
    text = HEAD + 'x-1,"A, b","He said ""no"".",general,000,ruling: yes\n'
    assert parse_rules(text) == (Rule("x-1", "A, b", 'He said "no".', "general", "000", "Yes"),)


def test_a_file_may_say_what_its_rows_replace_and_refine() -> None:
    head = HEAD.replace("ruling", "ruling,replaces,refines")
    rows = parse_rules(head + "x-1,a,b,c,d,,y-2 y-1,\nx-2,a,b,c,d,,,y-3\n")
    assert [(rule.replaces, rule.refines) for rule in rows] == [
        (("y-2", "y-1"), ()),
        ((), ("y-3",)),
    ]
    with pytest.raises(LedgerError, match="line 2: has 6 values, not 8"):
        parse_rules(head + "x-1,a,b,c,d,\n")


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("id,title\n", "line 1", "the columns must be"),
        ("", "line 1", "the columns must be"),
        (HEAD + "x-1,a,b\n", "line 2", "has 3 values, not 6"),
        (HEAD + ",a,b,c,d,\n", "line 2", "has no id"),
        (HEAD + 'x-1,"a"b,b,c,d,\n', "line 2", "is not valid CSV"),
    ],
)
def test_a_broken_ledger_is_refused(text: str, key: str, reason: str) -> None:
    with pytest.raises(LedgerError) as refused:
        parse_rules(text)
    assert refused.value.key == key
    assert reason in refused.value.reason


def test_an_id_used_twice_is_refused() -> None:
    row = Rule("x-1", "a", "b", "general", "000")
    with pytest.raises(LedgerError, match="x-1: this id is used twice"):
        Rulebook([row, row])


def test_the_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    with pytest.raises(ContentError, match="there are no rule files"):
        load_ledger(tmp_path)
    for name in ("one", "two"):
        (tmp_path / "rules" / f"{name}.csv").write_text(HEAD + "x-1,a,b,c,d,\n", encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_ledger(tmp_path / "." / "rules" / "..")
    assert (refused.value.file, refused.value.key) == ("rules/two.csv", "x-1")
    assert refused.value.reason == "this id is used twice."
