"""`kingmaker rules where`: a rule's row, code and tests in one screen."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.commands.problem import Problem
from bot.commands.where import (
    Mention,
    _options,
    _rule_set,
    naming,
    print_where,
    rows_of_section,
    where,
)
from bot.content.load import load_ledger
from tests.folders import ROOT

CODE = '''"""The phase (house-5.1)."""

# The march (house-2.2a)


class March:
    """On foot."""

    def answer(self) -> None:
        """The way (house-8.4.2)."""
        raise Refusal("house-2.2a", "house-2.2a")


LAST = "house-8.4"
'''

PROOF = """import pytest


@pytest.mark.rule("house-5.1", "house-2.2a")
def test_the_way() -> None:
    assert "house-8.4.2"


@pytest.mark.parametrize("house", ["house-5.1"])
def test_nothing_of_it(house: str) -> None:
    assert house
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small project with one module and one test."""
    for folder, name, text in (("bot/rules", "phase.py", CODE), ("tests", "test_phase.py", PROOF)):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_code_is_named_once_for_each_definition(house: Path) -> None:
    found = where("House-2.2a", house)
    assert found.code == (
        Mention("bot/rules/phase.py", 11, "March.answer"),
        Mention("bot/rules/phase.py", 3, "(heading: The march (house-2.2a))"),
    )
    assert found.tests == (Mention("tests/test_phase.py", 5, "test_the_way"),)
    assert found.rule.title == "Five-square land move"


def test_a_longer_number_is_another_rule(house: Path) -> None:
    # There is a house-8.4.2 in the code and in a test's body, but only a marker proves a rule.
    found = where("house-8.4.2", house)
    assert found.code == (Mention("bot/rules/phase.py", 10, "March.answer"),)
    assert found.tests == ()
    assert where("house-5.1", house).code == (Mention("bot/rules/phase.py", 1, "(module)"),)


def test_what_is_written_for_a_rule_comes_first(house: Path) -> None:
    (house / "bot/rules/aside.py").write_text(
        'def stops() -> None:\n    """What may stand in the way."""\n    say("house-8.4.2")\n'
    )
    assert where("house-8.4.2", house).code == (
        Mention("bot/rules/phase.py", 10, "March.answer"),
        Mention("bot/rules/aside.py", 3, "stops"),
    )


def test_of_a_section_the_rows_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    print_where("house-8.4", as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [f"house-8.4.{number}" for number in range(1, 5)]
    assert [row.id for row in rows_of_section("house-5.16")] == ["house-5.16a", "house-5.16b"]
    assert rows_of_section("house-8.4.3") == rows_of_section("house-8.44") == ()


def test_it_is_printed_in_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    print_where("house-8.4.3", as_json=False)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("house-8.4.3  A Free Move with a Bishop  (movement; ")
    assert "Played in:" in lines
    assert "Proved by:" in lines
    print_where("house-8.4.3", as_json=True)
    data = json.loads(capsys.readouterr().out)
    assert data["id"] == "house-8.4.3"
    assert data["code"]
    assert all((Path(m["file"]).suffix, m["line"] > 0) == (".py", True) for m in data["tests"])


def test_a_base_rule_that_is_not_in_force_says_why(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_where("base-2.12", as_json=False, root=house)
    row, text, *lines = capsys.readouterr().out.splitlines()
    assert row.startswith("base-2.12  Henry begins as King")
    assert "Henry VI starts as the sole crowned king" in text
    aside = "  Not in force in house: Replaced by house-4.7, house-4.10, house-7.1.6."
    assert aside in lines
    print_where("base-10.18", as_json=True, root=house)
    set_aside = json.loads(capsys.readouterr().out)["set_aside"]
    assert set_aside["house"] == "Going inside is the victors' choice in the house rules."
    assert "classic" not in set_aside
    assert where("base-2.11", house).set_aside == {}
    assert where("base-14.1", house).set_aside.items() >= {
        ("classic", "Replaced by classic-object.1."),
        ("families", "Replaced by classic-object.1."),
        ("house", "Replaced by house-3.2, house-3.3, house-4.17, house-4.18."),
    }
    # a rule of another set is not missing where nobody is based on it
    assert "classic" not in where("house-5.1", house).set_aside


def test_what_a_rule_replaces_and_refines_is_told(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_where("house-2.6c", as_json=False, root=house)
    assert capsys.readouterr().out.splitlines()[-4:-2] == [
        "  Replaces: base-9.4",
        "  Refines: base-3.4",
    ]


def test_a_rule_that_nothing_names_is_said_to_be_so(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    print_where("house-3.1", as_json=False, root=house)
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "Played in: nothing yet.",
        "Proved by: nothing yet.",
    ]


@pytest.mark.parametrize(
    ("rule", "played_in"),
    [
        (
            "ishkibibble-plague-dublin.2",
            "data/kingmaker/options.json:{}  the option card_plague_dublin",
        ),
        ("classic-turn.2", "data/kingmaker/rulesets/classic.json:1  the rule set classic"),
    ],
)
def test_of_a_rule_that_data_brings_the_data_is_told(
    rule: str, played_in: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (ROOT / "data/kingmaker/options.json").read_text("utf-8").splitlines()
    line = next(n for n, text in enumerate(options, 1) if '"id": "card_plague_dublin"' in text)
    print_where(rule, as_json=False)
    told = capsys.readouterr().out.splitlines()
    assert f"  {played_in.format(line)}" in told
    assert "Played in: nothing yet." not in told
    assert where(rule).data


def test_a_rule_that_no_table_can_play_is_played_in_no_rule_set(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_where("base-10.16", as_json=False)
    told = capsys.readouterr().out.splitlines()
    own = "This rule only mentions the revised siege, which has rows of its own."
    assert f"  Not in force in ishkibibble: {own}" in told
    assert told[-2:] == ["Played in: no rule set.", "Proved by: nothing yet."]


def test_a_base_rule_is_played_in_the_base_of_all_rule_sets(tmp_path: Path) -> None:
    (tmp_path / "data/kingmaker/rulesets").mkdir(parents=True)
    (tmp_path / "data/kingmaker/rulesets/base.json").touch()
    assert where("base-2.11", tmp_path).data == (
        Mention("data/kingmaker/rulesets/base.json", 1, "the base of all rule sets"),
    )
    assert where("base-10.16", tmp_path).data == ()


def test_of_a_rule_that_no_code_names_the_code_of_what_it_refines_is_told(house: Path) -> None:
    assert where("classic-siege.3", house).code == ()
    (house / "bot/rules/siege.py").write_text('def lay() -> None:\n    say("base-10.3")\n')
    assert where("classic-siege.3", house).code == (
        Mention("bot/rules/siege.py", 2, "lay, for base-10.3"),
    )
    assert [each.name for each in where("classic-siege.3").data] == ["the rule set classic"]


def test_no_row_of_kingmaker_is_played_in_nothing() -> None:
    """What no code names is brought by an option or is what its rule set makes of the others."""
    named = [rule for rule in load_ledger() if rule.set == "classic"]
    assert len(named) > 30
    code = "\n".join(file.read_text("utf-8") for file in (ROOT / "bot" / "rules").rglob("*.py"))
    unnamed = [rule for rule in named if not naming(rule.id).search(code)]
    lost = [r.id for r in unnamed if not [*_options(ROOT, r.id), *_rule_set(ROOT, r)]]
    assert lost == []


def test_an_unknown_id_is_answered_with_those_that_look_like_it() -> None:
    with pytest.raises(
        Problem, match=r"no row 'house-8\.4\.33' in the ledger\. Did you mean house-8\."
    ):
        where("house-8.4.33")
