"""A data folder of one's own for the set-up of tables, with options that clash and need others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.content.presets import PRESETS
from bot.content.ruleset_files import OPTIONS
from tests.data_folder import copied, played_with

ROWS = ["base-7.1"]


def option(name: str, label: str, value: dict[str, Any], subject: str, **more: Any) -> Any:
    """An option as it is written down."""
    told = {"id": name, "label": label, "sentence": f"{label} it is.", "subject": subject}
    return {**told, "patch": {"values": value}, "rows": ROWS, **more}


RIDES = option("long_rides", "Long rides", {"land_squares": 6}, "play")
SAILS = option("long_sails", "Long sails", {"sea_squares": 6}, "sea", needs=["long_rides"])
WALKS = option("short_walks", "Short walks", {"land_squares": 4}, "play")
SAME = option("five_squares", "Five squares", {"land_squares": 5}, "play")
CARDS = option("by_card", "By card", {"hand_limit": 1}, "decks", fits={"battle": ["event_card"]})

FAR = {
    "id": "far",
    "name": "Far and wide",
    "sentence": "Everybody gets about.",
    "ruleset": "house",
    "options": ["long_rides", "long_sails"],
}
HOUSE = {"id": "house", "name": "Covault’s evening", "ruleset": "house"}


def write(root: Path, options: list[Any], presets: list[Any]) -> None:
    """Put options and presets into a data folder, in place of its own."""
    footings = {"battle": {"needs": "battles that a card decides", "row": "base-9.7"}}
    told = {"options": options, "footings": footings}
    (root / OPTIONS).write_text(json.dumps(told), "utf-8")
    (root / PRESETS).write_text(json.dumps({"presets": presets}), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data with options and presets of its own."""
    copied(tmp_path)
    write(tmp_path, [RIDES, SAILS, WALKS, SAME, CARDS], [HOUSE, FAR])
    return tmp_path


@pytest.fixture
def own_data(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same, for the whole program while the test runs."""
    with played_with(folder, monkeypatch):
        yield folder
