"""Finished games, kept as exports: a change that breaks a running game is seen here first.

Where such a change is meant, `python -m tests.tools.make_fixtures GAME` makes them anew.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import zstandard

from bot.games import GAMES, game_for
from bot.session.journal.record import verify
from tests.folders import fixtures_of

FIXTURES = sorted(file for game in GAMES for file in fixtures_of(game).glob("*.json.zst"))
NAMES = [f"{file.parts[-3]}-{file.name.removesuffix('.json.zst')}" for file in FIXTURES]

LARGEST = 60_000
"""The most bytes that a fixture may take up."""

PLAYED = {
    "kingmaker": {
        *("settle", "assign", "march", "ride", "enter", "leave", "embark", "sail", "land"),
        *("attack", "lay", "conclude", "offer_ransom", "call_parliament", "propose"),
        *("yea", "nay", "abstain", "crown", "keep", "play", "kill_heir", "propose_deal"),
    },
    "lancaster": {
        *(
            "extend",
            "county",
            "castle",
            "conflict",
            "favour",
            "pass",
            "yes",
            "no",
            "buy",
            "decline",
        ),
        *("upgrade", "nobleman", "reward", "both", "nothing", "ride", "name", "score", "done"),
        *("ransom", "give_up"),
    },
}
"""What somebody does in at least one of the games of each kind."""


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


def of(game: str) -> list[Any]:
    """The exports of one game."""
    return [data for file in FIXTURES if (data := fixture(file))["game"] == game]


@pytest.mark.parametrize("game", GAMES)
def test_the_games_differ_in_seats_and_in_players(game: str) -> None:
    seats = game_for(game, GAMES[game][0]).seat_range
    assert {len(data["seats"]) for data in of(game)} == set(seats)
    policies = {seat["policy"] for data in of(game) for seat in data["seats"]}
    assert policies == {"steward", "random"}


@pytest.mark.parametrize("game", GAMES)
def test_the_games_show_what_players_do(game: str) -> None:
    verbs = {d["choice"]["verb"] for data in of(game) for d in data["decisions"]}
    assert sorted(PLAYED[game] - verbs) == []
