"""Every rule that is played is found by its number: in the code that plays it, and in a test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.commands.where import coverage, naming
from bot.content.in_force import in_force, table_rules
from bot.content.load import data_root, load_content, load_ledger, ruleset_ids
from bot.content.ruleset_files import load_options
from bot.games import game_for
from bot.rules import kingmaker, lancaster
from bot.rules.kernel import Choice, IllegalChoice, Match
from bot.words.kingmaker.words import KingmakerWords
from tests.folders import ROOT, TESTS
from tests.rules.kingmaker.scene import Scene

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
def report() -> dict[str, dict[str, Any]]:
    """What `kingmaker rules coverage` tells."""
    return coverage(TESTS)


@cache
def proved() -> set[str]:
    """All rules that a test names."""
    untested = {rule for ledger in report().values() for rule in ledger["untested"]}
    return {rule.id for rule in load_ledger()} - untested


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
    # A rule of our own may be data alone: its option is where it is played.
    assert sorted(row for row in brought - words() if not row.startswith("ours-")) == []
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


# A module that plays rules says in its heading which, so that a number leads there by search.


LEDGER = load_ledger()
ROWS = [rule.id for rule in LEDGER]

ID = re.compile(r"\b(?:house|base|classic|ishkibibble|families|lancaster)-[a-z\d]+[\w.-]*\w")
"""A row of the ledger, or the beginning that several have in common."""
PARTS = re.compile(r"\b(house|base|lancaster) ((?:§[\w.()]+(?:, | to | and )?)+)", re.IGNORECASE)
"""Sections of a rule text, as `house §2.2, §8.4`."""

GROUND = ("facts", "corrections", "secrets")
"""Rooms that serve every part of the rule book."""


def modules() -> list[Path]:
    """The modules in the rooms of the rule book: those of Kingmaker, and Lancaster with its own."""
    rooms, whole = (Path(str(package.__file__)).parent for package in (kingmaker, lancaster))
    found = [file for file in rooms.rglob("*.py") if file.relative_to(rooms).parts[0] not in GROUND]
    return sorted(file for file in [*found, *whole.rglob("*.py")] if file.name != "__init__.py")


def heading(file: Path) -> str:
    """What a module says of itself."""
    return ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""


def sections(text: str) -> list[tuple[str, str]]:
    """The sections of rule texts that are named, each with its rule set."""
    return [
        (ruleset.lower(), number.rstrip("."))
        for ruleset, numbers in PARTS.findall(" ".join(text.split()))
        for number in re.findall(r"§(\d[\w.]*(?:\(\w+\)\w?)?)", numbers)
    ]


def is_section(ruleset: str, number: str) -> bool:
    """Whether the ledger has rows of this section, or this very row."""
    stands = re.compile(rf"§{re.escape(number)}(?!\d)")
    return f"{ruleset}-{number}" in ROWS or any(
        stands.search(rule.source) for rule in LEDGER if rule.id.startswith(f"{ruleset}-")
    )


def in_room(file: Path) -> bool:
    """Whether a module stands in a room of its own part of the rule book, not on the ground."""
    return file.parent != Path(str(kingmaker.__file__)).parent and "lancaster" not in file.parts


def test_sections_are_read_as_they_are_written() -> None:
    assert sections("Moves (house §2.2, §8.4; base §7). House §5.14 to §5.17.") == [
        ("house", "2.2"),
        ("house", "8.4"),
        ("base", "7"),
        ("house", "5.14"),
        ("house", "5.17"),
    ]
    assert sections("Favours (lancaster §4(i)c, §7).") == [
        ("lancaster", "4(i)c"),
        ("lancaster", "7"),
    ]
    assert is_section("lancaster", "4(i)c")
    assert is_section("base", "15A")
    assert not is_section("base", "20")
    assert not is_section("house", "5.27")


def is_row(named: str) -> bool:
    """Whether this is a row of the ledger, or the beginning of some."""
    return any(re.match(rf"{named}(?![a-z\d-])", row) for row in ROWS)


def test_what_a_heading_names_stands_in_the_ledger() -> None:
    wrong: list[tuple[Path, object]] = []
    for file in modules():
        told = heading(file)
        wrong += [(file, part) for part in sections(told) if not is_section(*part)]
        wrong += [(file, named) for named in ID.findall(told) if not is_row(named)]
        if told.count("§") != len(sections(told)):
            wrong.append((file, "a section without a rule set before it"))
    assert wrong == []


def test_every_module_of_a_room_that_names_rows_has_them_in_its_heading() -> None:
    bare = [
        f"{file.parent.name}/{file.name}"
        for file in modules()
        if in_room(file)
        and set(ID.findall(file.read_text(encoding="utf-8"))) & set(ROWS)
        and not (sections(heading(file)) or ID.findall(heading(file)))
    ]
    assert bare == []


# The ledger is proved row by row: the house rules wholly, those of base and classic bit by bit.


AWAITED = {
    "base": """
    10.16 19.7
    """,
    "classic": "",
}
"""Rows that no test proves yet, without the name of their set: options and pointers to the rows of
other sets. A row that gets a test is taken off."""


def test_every_row_of_the_house_rules_has_a_test() -> None:
    assert report()["house"] == {"rows": 359, "tested": 359, "untested": []}


@pytest.mark.parametrize(("rule_set", "rows"), [("base", 209), ("classic", 59)])
def test_every_row_has_a_test_or_is_awaited(rule_set: str, rows: int) -> None:
    awaited = [f"{rule_set}-{row}" for row in AWAITED[rule_set].split()]
    found = report()[rule_set]
    assert found == {"rows": rows, "tested": rows - len(awaited), "untested": awaited}


# What the code cites is shown to people by the rule that is in force at their table.


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
