"""A copy of the data folder that a test may change, always with the same rule sets."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bot.games
from bot.content import data_root, in_force, load

RULE_SETS = ("base", "classic", "house")


def copied(to: Path) -> Path:
    """Copy the game's data and the ledger; rule sets that somebody has added stay behind."""
    for part in ("kingmaker", "rules"):
        shutil.copytree(data_root() / part, to / part)
    for file in (to / "kingmaker" / "rulesets").glob("*.json"):
        if file.stem not in RULE_SETS:
            file.unlink()
    presets = to / "kingmaker" / "presets.json"
    told = json.loads(presets.read_text("utf-8"))
    told["presets"] = [one for one in told["presets"] if one["ruleset"] in RULE_SETS]
    presets.write_text(json.dumps(told), "utf-8")
    return to


@contextmanager
def played_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the whole program play with the data of another folder for a while."""
    games = bot.games
    kept = (
        games.game_for,
        games._kingmaker,
        games.words_for,
        games.table_name,
        games.table_rules_for,
        games.stand_ins,
    )
    for module in (games, load, in_force, load):
        monkeypatch.setattr(module, "data_root", lambda: folder)
    for each in kept:
        each.cache_clear()
    yield
    for each in kept:
        each.cache_clear()
