"""Crash safety: a process is killed again and again, and nothing is lost or told twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.games import LIBRARY
from tests.session.crashes import Nursery, Plan, check, play_and_kill, play_on
from tests.storage.databases import database_url
from tests.toy.library import ToyLibrary

__all__ = ["database_url"]

FEW, MANY = 4, pytest.param(22, marks=pytest.mark.long)
"""How often a process is killed."""


@pytest.mark.slow
@pytest.mark.parametrize("kills", [FEW, MANY])
def test_nothing_is_lost_and_nothing_happens_twice(
    database_url: str, tmp_path: Path, kills: int
) -> None:
    plan = Plan(
        url=database_url,
        folder=str(tmp_path),
        library="tests.toy.library:ToyLibrary",
        game="toy",
        ruleset="plain",
        policy="dabbler",
        options={"stones": "20000"},
    )
    with Nursery(plan) as nursery:
        awaited = play_and_kill(nursery, kills, random.Random(1471))
        play_on(nursery, 20)
    acknowledged, _sent_again = check(plan, ToyLibrary())
    assert acknowledged >= awaited + 20 >= 2 * kills + 20


@pytest.mark.slow
@pytest.mark.parametrize("kills", [FEW, MANY])
def test_a_game_of_kingmaker_outlives_its_kills(tmp_path: Path, kills: int) -> None:
    plan = Plan(
        url=f"sqlite+aiosqlite:///{tmp_path / 'kingmaker.sqlite3'}",
        folder=str(tmp_path),
        library="bot.games:LIBRARY",
        game="kingmaker",
        ruleset="house",
        policy="random",
        options={"rounds": "900"},
    )
    with Nursery(plan) as nursery:
        awaited = play_and_kill(nursery, kills, random.Random(1483))
        play_on(nursery, 20)
    acknowledged, _sent_again = check(plan, LIBRARY)
    assert acknowledged >= awaited + 20 >= kills + 20
