"""`kingmaker selfplay --rotate`: how strong a computer player is, as a figure with its interval."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from bot import strength
from bot.commands import selfplay
from bot.commands.line import app
from bot.commands.problem import Problem
from bot.seats.lancaster_strategist import LancasterStrategist
from bot.seats.policy import Policy
from bot.selfplay import GameRecord
from bot.strength import Pairing, by_deal, decision, interval, measure, play_one

pytestmark = pytest.mark.tools

LANCASTER = Pairing("lancaster", "standard", 3, "steward", "random", "7")


def measured(*words: str) -> str:
    """What the command prints, which must go well."""
    wanted = ["selfplay", "--game", "lancaster", "--seats", "3", "--seed", "7", *words]
    result = CliRunner().invoke(app, wanted, catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def unfit(*words: str) -> str:
    """Why the command does not do it."""
    with pytest.raises(Problem) as problem:
        CliRunner().invoke(app, ["selfplay", *words], catch_exceptions=False)
    return str(problem.value)


def dealt(monkeypatch: pytest.MonkeyPatch, *won: float | None) -> None:
    """Let the games end like this, over and over."""
    monkeypatch.setattr(strength, "play_one", lambda _, number: won[number % len(won)])


# The figures


def test_the_interval_is_wilsons() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    assert [round(end, 4) for end in interval(10, 40)] == [0.1419, 0.4019]
    assert [round(end, 4) for end in interval(0, 20)] == [0.0, 0.1611]
    assert [round(end, 4) for end in interval(20, 20)] == [0.8389, 1.0]


def test_deals_that_differ_widen_the_interval() -> None:
    even, uneven = [[1.0, 0.0]] * 20, [[1.0, 1.0], [0.0, 0.0]] * 10
    assert by_deal([]) == (0.0, 1.0)
    assert by_deal([[1.0, 0.0]]) == interval(1, 2)
    assert by_deal(even) == interval(20, 40)
    # The standard error is the root of 20 / 19 * 20, over 40 games.
    assert [round(end, 4) for end in by_deal(uneven)] == [0.2752, 0.7248]


@pytest.mark.parametrize(
    ("wins", "games", "decided"),
    [
        (0, 20, None),  # 20 log(0.65 / 0.75) = -2.86, and it takes 2.94
        (0, 21, "not stronger"),
        (8, 8, None),  # 8 log(0.35 / 0.25) = 2.69
        (9, 9, "stronger"),
        (30, 100, None),
        (40, 100, "stronger"),
        (25, 100, None),
        (22, 100, "not stronger"),
    ],
)
def test_it_is_decided_when_either_answer_is_sure(
    wins: int, games: int, decided: str | None
) -> None:
    assert decision(wins, games, 0.25, 0.1) == decided


def test_it_stops_when_it_is_decided_and_every_seat_had_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dealt(monkeypatch, 1.0)
    found = measure(LANCASTER, 100)  # 12 log(0.4333 / 0.3333) = 3.15
    assert (found.wins, found.games, found.decided) == (12, 12, "stronger")
    whole = measure(LANCASTER, 100, early=False)
    assert (whole.wins, whole.games, whole.share, whole.decided) == (100, 100, 1.0, "stronger")


def test_a_game_that_broke_down_counts_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt(monkeypatch, 1.0, 0.0, None)
    found = measure(LANCASTER, 6)
    assert (found.wins, found.games, found.unfinished, found.share) == (2, 4, 2, 0.5)
    assert (found.low, found.high) == tuple(round(end, 4) for end in interval(2, 4))


def test_a_shared_victory_is_won_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt(monkeypatch, 0.5, 0.0)
    assert measure(LANCASTER, 2).wins == 0.5


# The games


def test_every_deal_is_played_from_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, list[str]]] = []
    honest = strength.play_game

    def noting(game: Any, seats: int, seed: str, policies: Any, *args: Any, **more: Any) -> Any:
        seen.append((seed, [policy.name for policy in policies]))
        return honest(game, seats, seed, policies, *args, **more)

    monkeypatch.setattr(strength, "play_game", noting)
    for number in range(4):
        play_one(LANCASTER, number)
    one, others = "steward", "random"
    assert seen == [
        ("7:0", [one, others, others]),
        ("7:0", [others, one, others]),
        ("7:0", [others, others, one]),
        ("7:1", [one, others, others]),
    ]


def test_the_figures_as_json() -> None:
    told = json.loads(measured("--rotate", "steward", "--against", "random", "--json"))
    assert list(told) == [
        *("wins", "games", "share", "low", "high", "decided", "unfinished", "jobs"),
    ]
    assert (told["games"], told["decided"], told["jobs"]) == (1, None, 1)


def test_the_figures_in_words() -> None:
    words = ("--rotate", "steward", "--against", "random", "--games", "30")
    told = measured(*words)
    assert told.startswith("steward against 2 of random: ")
    assert told.endswith("it is stronger\n")
    assert measured(*words) == told


@pytest.mark.long
def test_more_processes_find_the_same() -> None:
    words = ("--rotate", "random", "--against", "random", "--games", "9", "--to-the-end", "--json")
    one, two = json.loads(measured(*words)), json.loads(measured(*words, "--jobs", "2"))
    assert two.pop("jobs") == 2
    assert one.pop("jobs") == 1
    assert one == two


def test_what_is_unfit_is_said() -> None:
    both = "Name both players: --rotate steward --against random, for example."
    assert unfit("--rotate", "steward") == both
    assert unfit("--against", "steward") == both
    assert "nobody" in unfit("--rotate", "nobody", "--against", "steward")
    wrong = unfit("--rotate", "random", "--against", "random", "--seats", "9")
    assert "is for 2 to 7 players, not 9." in wrong


@pytest.mark.parametrize("words", [("--game", "lancaster", "--policy", "strategist,steward"), ()])
def test_a_time_to_think_is_for_whole_games_too(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    played: list[Policy] = []

    def play(*_: object, policies: list[Policy], **__: object) -> list[GameRecord]:
        played.extend(policies)
        return []

    monkeypatch.setattr(selfplay, "run_selfplay", play)
    CliRunner().invoke(app, ["selfplay", *words, "--think", "0.5"], catch_exceptions=False)
    thinking = [player.decisions for player in played if isinstance(player, LancasterStrategist)]
    assert thinking == [round(0.5 * LancasterStrategist.pace)] * bool(words)
    assert len(played) == 2
