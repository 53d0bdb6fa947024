"""`kingmaker selfplay` tells by its status whether all went well."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from bot import selfplay
from bot.commands.line import app
from bot.commands.problem import Problem
from bot.selfplay import GameRecord

WORDS = ["selfplay", "--game", "lancaster", "--seats", "2", "--games", "2", "--policy", "random"]


def test_games_that_end_and_keep_the_rules_are_well() -> None:
    assert CliRunner().invoke(app, WORDS, catch_exceptions=False).exit_code == 0


@pytest.mark.parametrize("trouble", ["violation", "unfinished"])
def test_a_violation_or_a_game_without_an_end_is_a_problem(
    trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, played = selfplay.play_game, list[GameRecord]()

    def troubled(*what: object, **more: object) -> GameRecord:
        record = honest(*what, **more)  # type: ignore[arg-type]
        played.append(record)
        if len(played) == 1 and trouble == "violation":
            record.violations.append("decision 3: a stone is missing")
        elif len(played) == 1:
            record.finished = False
        return record

    monkeypatch.setattr(selfplay, "play_game", troubled)
    with pytest.raises(Problem) as problem:
        CliRunner().invoke(app, WORDS, catch_exceptions=False)
    assert str(problem.value) == "1 of 2 games went wrong. See above."
    assert len(played) == 2, "the others are played all the same"
