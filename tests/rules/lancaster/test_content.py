"""The data of Lancaster, and how a broken file is refused."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root
from bot.content.lancaster import load_lancaster
from bot.content.load import load_ledger
from bot.rules import lancaster
from bot.rules.lancaster.content import Reward

Edit = Callable[[Any], None]


def test_the_counties() -> None:
    counties = load_lancaster().counties.values()
    assert [county.minimum for county in counties] == [1, 1, 4, 3, 1, 2, 3, 2, 1]
    assert [county.id for county in counties if county.names_starter] == ["I"]
    assert [county.id for county in counties if county.reward.to_conflict] == ["H"]
    assert [county.name for county in counties][3] == "Gloucester"
    given = [county.reward for county in counties]
    assert (given[5], given[8]) == (Reward(gold=2, squires=1), Reward(extension=1))


def test_the_castle_and_the_conflicts() -> None:
    content = load_lancaster()
    assert {s.id: s.squires for s in content.spaces.values() if s.squires} == {
        "recruit": 1,
        "upgrade": 1,
    }
    strengths = [card.strength for card in content.conflicts.values()]
    assert strengths == [2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10]
    assert content.conflicts["K12"].points == (6, 4, 2)
    assert [space.squires for space in content.ally_spaces.values()] == [0, 0]


def test_what_is_not_certain_says_so() -> None:
    content = load_lancaster()
    assert content.counties["D"].confidence == "sourced"
    assert content.counties["A"].confidence == "inferred"
    assert content.laws["L17"].confidence == "inferred"
    assert content.laws["L01"].confidence == "sourced"


def test_it_is_loaded_once() -> None:
    assert load_lancaster() is load_lancaster()
    assert load_lancaster(data_root()) is load_lancaster()


@pytest.mark.parametrize(
    ("file", "edit", "key"),
    [
        ("counties.json", lambda d: d["counties"][0].update(minimum=5), "counties[0].minimum"),
        (
            "counties.json",
            lambda d: d["counties"][1].update(minimum=0),
            "counties[1].minimum",
        ),
        (
            "counties.json",
            lambda d: d["counties"][1]["reward"].update(nobleman=1),
            "counties[1].reward",
        ),
        ("counties.json", lambda d: d["counties"][1].update(id="A"), "counties[1].id"),
        ("counties.json", lambda d: d["counties"][2].update(colour="red"), "counties[2]"),
        (
            "counties.json",
            lambda d: d["counties"][0]["reward"].update(nobleman=1),
            "counties[0].reward",
        ),
        ("counties.json", lambda d: d["counties"][0].update(names_starter=True), "counties"),
        ("counties.json", lambda d: d.update(counties=[]), "counties"),
        ("rulesets/standard.json", lambda d: d.update(vote_seconds=0), "vote_seconds"),
        ("castle.json", lambda d: d["spaces"][0].update(squires=1), "spaces[0].squires"),
        ("castle.json", lambda d: d["spaces"][0].update(squires=-1), "spaces[0].squires"),
        ("castle.json", lambda d: d["spaces"][0]["reward"].update(extension=1), "spaces[0].reward"),
        (
            "favours.json",
            lambda d: d["favours"][0]["reward"].update(to_conflict=True),
            "favours[0].reward",
        ),
        (
            "conflicts.json",
            lambda d: d["conflicts"][0].update(points=[1, 2, 3]),
            "conflicts[0].points",
        ),
        ("conflicts.json", lambda d: d["conflicts"][0].update(strength=0), "conflicts[0].strength"),
        (
            "conflicts.json",
            lambda d: d["conflicts"][0].update(points=[1, 2]),
            "conflicts[0].points",
        ),
        ("laws.json", lambda d: d["laws"][0].pop("of"), "laws[0].of"),
        ("laws.json", lambda d: d["laws"][2].update(per=0), "laws[2].per"),
        ("laws.json", lambda d: d["laws"][3].pop("price"), "laws[3].price"),
        ("laws.json", lambda d: d["laws"][6].update(strength=9), "laws[6].strength"),
        ("laws.json", lambda d: d["laws"][8].pop("upgrade"), "laws[8].upgrade"),
        ("laws.json", lambda d: d["laws"][2]["reward"].update(to_conflict=True), "laws[2].reward"),
        ("laws.json", lambda d: d["laws"][0].update(kind="bribe"), "laws[0].kind"),
        ("laws.json", lambda d: d["laws"].pop(), "laws_each_round"),
        ("rulesets/standard.json", lambda d: d.update(id="other"), "id"),
        ("rulesets/standard.json", lambda d: d.update(rounds=0), "rounds"),
        ("rulesets/standard.json", lambda d: d.update(rounds="five"), "rounds"),
        ("rulesets/standard.json", lambda d: d.update(court=[4, 4]), "court"),
        ("rulesets/standard.json", lambda d: d["allies"].update(spaces=["moat"]), "allies.spaces"),
        ("rulesets/standard.json", lambda d: d["supply"].update(boards=0), "supply.boards"),
        ("rulesets/standard.json", lambda d: d["stacks"].pop("3"), "stacks.3"),
        (
            "rulesets/standard.json",
            lambda d: d["conflicts_removed"].pop("3"),
            "conflicts_removed.3",
        ),
        (
            "rulesets/standard.json",
            lambda d: d["conflicts_removed"]["3"].append("K01"),
            "conflicts_removed.3",
        ),
        (
            "rulesets/standard.json",
            lambda d: d["favours_removed"].update({"3": ["moon"]}),
            "favours_removed.3",
        ),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, file: str, edit: Edit, key: str) -> None:
    shutil.copytree(data_root() / "lancaster", tmp_path / "lancaster")
    path = tmp_path / "lancaster" / file
    whole = json.loads(path.read_text(encoding="utf-8"))
    edit(whole)
    path.write_text(json.dumps(whole), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_lancaster(tmp_path)
    assert caught.value.key == key
    assert caught.value.file.startswith("lancaster/")
    assert caught.value.reason


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"lancaster/counties\.json"):
        load_lancaster(tmp_path)


# Every rule that this game names is a row of its ledger, and every row has a test.


ROWS = {rule.id for rule in load_ledger() if rule.id.startswith("lancaster-")}
NAMED = re.compile(r"\blancaster-\d[\w.]*\w\b")


def sources() -> list[Path]:
    return sorted(Path(str(lancaster.__file__)).parent.rglob("*.py"))


def test_every_rule_named_in_the_code_is_a_row() -> None:
    for file in sources():
        named = set(NAMED.findall(file.read_text(encoding="utf-8")))
        assert sorted(named - ROWS) == [], file.name


def test_every_row_has_a_test() -> None:
    proved: set[str] = set()
    for file in Path(__file__).parent.rglob("test_*.py"):
        marked = re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", file.read_text(encoding="utf-8"))
        proved |= {rule for marks in marked for rule in NAMED.findall(marks)}
    assert len(ROWS) == 123
    assert sorted(ROWS - proved) == []
    assert sorted(proved - ROWS) == []
