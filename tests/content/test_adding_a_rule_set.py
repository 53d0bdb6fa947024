"""The page on adding a rule set does what it says: its example is laid into a copy of the data."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.games import game_for, policy_for, presets_of, table_name, table_rules_for, words_for
from bot.rules.kingmaker import content
from bot.selfplay import run_selfplay
from cogs.ui.opening.plan import Plan
from tests.data_folder import copied, played_with
from tests.folders import ROOT

PAGE = (ROOT / "docs" / "adding-a-rule-set.md").read_text("utf-8")
FILES = re.compile(r"^\*\*\d\..*?`(data/[\w/]+\.\w+)`.*?^```\w+\n(.*?)^```$", re.M | re.S)
EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


@pytest.fixture
def summer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data with the page's files in it."""
    copied(tmp_path)
    for file, text in FILES.findall(PAGE):
        (tmp_path / Path(file).relative_to("data")).write_text(text, "utf-8")
    with played_with(tmp_path, monkeypatch):
        yield tmp_path


def test_the_page_names_three_files_and_a_test() -> None:
    assert [file for file, _ in FILES.findall(PAGE)] == [
        "data/kingmaker/rulesets/summer.json",
        "data/rules/summer.csv",
        "data/kingmaker/set_aside/summer.json",
    ]
    assert len(EXAMPLE.findall(PAGE)) == 1


def test_every_value_of_a_rule_set_has_a_word_about_it() -> None:
    """As the page says of them."""
    (told,) = [
        node
        for node in ast.parse(inspect.getsource(content)).body
        if isinstance(node, ast.ClassDef) and node.name == "Ruleset"
    ]
    silent = [
        field.target.id
        for field, after in pairwise(told.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant))
    ]
    assert silent == []
    assert len(content.Ruleset.__struct_fields__) > 90


@pytest.mark.usefixtures("summer")
def test_the_three_changes_are_made_and_nothing_else() -> None:
    house, found = (game_for("kingmaker", name).content.ruleset for name in ("house", "summer"))
    told = ("id", "name", "summary")
    differing = {
        field for field in found.__struct_fields__ if getattr(found, field) != getattr(house, field)
    }
    assert differing == {*told, "use", "land_squares", "hand_limit"}
    assert (found.land_squares, found.hand_limit, found.use.storms) == (6, 3, "port_only")


@pytest.mark.usefixtures("summer")
def test_its_rule_book_is_that_of_the_house_with_three_rows_of_its_own() -> None:
    house, found = (table_rules_for("kingmaker", name) for name in ("house", "summer"))
    before, after = ({rule.id for rule in book.rules} for book in (house, found))
    assert after - before == {"summer-1", "summer-2", "summer-3"}
    assert before - after == {
        "house-2.2a",
        "house-5.1",
        "house-8.7.3",
        "house-5.10a",
        "house-8.6.25",
        "house-5.10c",
    }
    for cited, shown in (
        ("house-2.2a", "summer-1"),
        ("base-7.1", "summer-1"),
        ("base-3.6", "summer-2"),
        ("house-5.10a", "summer-3"),
    ):
        row = found.resolve(cited)
        assert row is not None
        assert row.id == shown


@pytest.mark.usefixtures("summer")
def test_it_is_offered_and_can_be_customised() -> None:
    assert [preset.name for preset in presets_of("kingmaker")] == [
        "Covault’s evening",
        "Classic sheet",
        "Second edition",
        "Extended classic",
        "Covault by the card",
        "Summer",
    ]
    plan = Plan.fresh().with_picked("ruleset", "summer")
    assert (plan.ruleset, plan.in_words()) == ("summer", "Summer")
    assert table_name("kingmaker", "summer") == "Summer"
    assert words_for("kingmaker", "summer").cards()


@pytest.mark.usefixtures("summer")
def test_computers_play_it() -> None:
    players = [policy_for("kingmaker", "random"), policy_for("kingmaker", "strategist")]
    (record,) = run_selfplay(
        game_for("kingmaker", "summer"),
        seats=2,
        games=1,
        seed="1",
        policies=players,
        options={"rounds": "2"},
    )
    assert (record.violations, record.finished) == ([], True)


@pytest.mark.usefixtures("summer")
def test_the_test_on_the_page_passes() -> None:
    (example,) = EXAMPLE.findall(PAGE)
    body = example.split("\n", 2)[2]
    from tests.rules.kingmaker.scene import Scene

    lines = [line.removeprefix("    ") for line in body.splitlines()]
    known: dict[str, Any] = {"Scene": Scene}
    exec("\n".join(lines), known)
    assert known["scene"].match.view(0).nobles["percy"].square == "14,16"
