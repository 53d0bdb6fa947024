"""Finished games, kept as exports: a change that breaks a running game is seen here first.

Where such a change is meant, `python -m tools.make_fixtures` makes them anew.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import zstandard

from bot.games import game_for
from bot.session.record import verify

FIXTURES = sorted((Path(__file__).parent / "fixtures").glob("*.json.zst"))
NAMES = [file.name.removesuffix(".json.zst") for file in FIXTURES]

LARGEST = 60_000
"""The most bytes that a fixture may take up."""

PLAYED = {
    *("settle", "assign", "march", "ride", "enter", "leave", "embark", "sail", "land"),
    *("attack", "lay", "conclude", "offer_ransom", "call_parliament", "propose"),
    *("yea", "nay", "abstain", "crown", "keep", "play", "kill_heir", "propose_deal"),
}
"""What somebody does in at least one of the games."""


@cache
def fixture(file: Path) -> Any:
    """The export in a file; do not change it."""
    return json.loads(zstandard.ZstdDecompressor().decompress(file.read_bytes()))


@pytest.mark.parametrize("file", FIXTURES, ids=NAMES)
def test_a_finished_game_is_replayed_to_the_same_positions(file: Path) -> None:
    data = fixture(file)
    assert verify(data, game_for(data["game"], data["ruleset"])) is None
    assert data["result"]["winners"]


@pytest.mark.parametrize("file", FIXTURES, ids=NAMES)
def test_fixtures_are_small(file: Path) -> None:
    assert file.stat().st_size < LARGEST


def test_the_games_differ_in_seats_and_in_players() -> None:
    assert {len(fixture(file)["seats"]) for file in FIXTURES} == {2, 3, 4, 5, 6, 7}
    policies = {seat["policy"] for file in FIXTURES for seat in fixture(file)["seats"]}
    assert policies == {"steward", "random"}


def test_the_games_show_what_players_do() -> None:
    verbs = {d["choice"]["verb"] for file in FIXTURES for d in fixture(file)["decisions"]}
    assert sorted(PLAYED - verbs) == []
