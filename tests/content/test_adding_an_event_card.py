"""The page on adding an Event card does what it says: its card is laid into a copy of the data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.content import load_content
from bot.games import game_for, policy_for, table_rules_for
from bot.selfplay import run_selfplay
from tests.data_folder import copied, played_with
from tests.folders import ROOT

PAGE = (ROOT / "docs" / "adding-an-event-card.md").read_text("utf-8")
STEPS = re.compile(r"^\*\*\d\..*?`((?:data|tests)/[\w/]+\.\w+)`.*?^```\w+\n(.*?)^```$", re.M | re.S)
CARD, OPTION, ROWS, TEST = [text for _, text in STEPS.findall(PAGE)]
TABLE = "house+card_plague_exeter"


@pytest.fixture
def exeter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The data with what the page adds to it."""
    copied(tmp_path)
    for file, part, text in (("events", "cards", CARD), ("options", "options", OPTION)):
        path = tmp_path / "kingmaker" / f"{file}.json"
        told = json.loads(path.read_text("utf-8"))
        mine = json.loads(text)
        # Somebody who follows the page has it in the data already.
        told[part] = [each for each in told[part] if each["id"] != mine["id"]] + [mine]
        path.write_text(json.dumps(told), "utf-8")
    ledger = tmp_path / "rules/ours.csv"
    ledger.write_text(ledger.read_text("utf-8").replace(ROWS, "") + ROWS, "utf-8")
    with played_with(tmp_path, monkeypatch):
        yield tmp_path


def test_the_page_names_four_files() -> None:
    assert [file for file, _ in STEPS.findall(PAGE)] == [
        "data/kingmaker/events.json",
        "data/kingmaker/options.json",
        "data/rules/ours.csv",
        "tests/rules/kingmaker/events/test_plague_in_exeter.py",
    ]


@pytest.mark.parametrize("ruleset", ["base", "classic", "house"])
def test_the_card_is_in_the_deck_of_who_chooses_it_and_in_no_other(
    exeter: Path, ruleset: str
) -> None:
    before = load_content(ruleset).events
    assert load_content(ruleset, exeter).events == before
    after = load_content(f"{ruleset}+card_plague_exeter", exeter).events
    assert after.keys() - before.keys() == {"O-PEX"}
    assert len(after) == len(before) + 1


@pytest.mark.usefixtures("exeter")
def test_its_row_is_in_force_with_it() -> None:
    assert "ours-plague.1" in table_rules_for("kingmaker", TABLE)
    assert "ours-plague.1" not in table_rules_for("kingmaker", "house")


@pytest.mark.usefixtures("exeter")
def test_computers_play_with_it() -> None:
    players = [policy_for("kingmaker", "random"), policy_for("kingmaker", "strategist")]
    (record,) = run_selfplay(
        game_for("kingmaker", TABLE),
        seats=2,
        games=1,
        seed="1",
        policies=players,
        options={"rounds": "2"},
    )
    assert (record.violations, record.finished) == ([], True)


@pytest.mark.usefixtures("exeter")
def test_the_test_on_the_page_passes() -> None:
    found: dict[str, object] = {}
    exec(TEST, found)
    (proof,) = [each for name, each in found.items() if name.startswith("test_")]
    assert callable(proof)
    proof()
