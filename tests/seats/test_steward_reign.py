"""The steward where the sole King wins by the turns he is held."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward import steward
from bot.selfplay import run_selfplay
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, step, to_the_end_of_movement


def classic() -> Scene:
    """A table of the classic rules, with a rival far away."""
    return Scene(2, "classic").noble("stanley", 1, "douglas")


def kill(heir: str) -> Choice:
    """An heir of one's own dies."""
    return Choice.of("kill_heir", heir=heir)


def test_henry_dies_so_that_another_may_reign() -> None:
    scene = classic().noble("percy", 0, "alnwick", heirs=("henry", "richard_york"))
    scene.movement(0)
    assert answer(scene) == kill("henry")


def test_henry_dies_for_the_next_in_his_own_line() -> None:
    scene = classic().noble("percy", 0, "alnwick", heirs=("henry", "margaret"))
    scene.movement(0)
    assert answer(scene) == kill("henry")


def test_henry_is_kept_while_he_stands_in_the_way_of_others_only() -> None:
    for others in ((), ("edward_march",)):
        scene = classic().noble("percy", 0, "alnwick", heirs=("henry", *others))
        scene.movement(0)
        assert "kill_heir" not in to_the_end_of_movement(scene)
        assert scene.state.heirs["henry"].alive


def test_who_reigns_keeps_his_successor_and_nobody_of_the_other_house() -> None:
    scene = classic().dead("henry").crowned("richard_york")
    scene.noble("percy", 0, "alnwick", heirs=("richard_york", "edward_march", "margaret"))
    scene.movement(0)
    assert step(scene) == kill("margaret")
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["edward_march"].alive


def test_of_two_kings_of_ones_own_one_dies() -> None:
    scene = classic().dead("henry").crowned("richard_york", "margaret")
    scene.noble("percy", 0, "alnwick", heirs=("richard_york", "margaret"))
    scene.movement(0)
    assert step(scene).verb == "kill_heir"
    assert sum(scene.state.heirs[king].alive for king in ("richard_york", "margaret")) == 1


def test_no_king_is_crowned_beside_the_one_who_reigns() -> None:
    scene = classic().dead("henry").crowned("richard_york")
    scene.noble("percy", 0, "york", heirs=("richard_york",), cards=("abp_york",))
    scene.hold("margaret", "percy").coronation(0)
    assert scene.candidates(0, "crown", "heir") == {"margaret"}
    assert answer(scene) == kill("margaret")
    scene.play(0, "done")
    assert not scene.state.heirs["margaret"].crowned


def test_a_king_is_crowned_against_the_one_who_reigns() -> None:
    scene = classic().dead("henry").crowned("richard_york").hold("richard_york", "stanley")
    scene.noble("percy", 0, "york", heirs=("margaret",), cards=("abp_york",))
    scene.coronation(0)
    assert answer(scene) == Choice.of("crown", heir="margaret")


def test_the_keeper_of_the_king_goes_inside_and_stays_there() -> None:
    scene = classic().dead("henry").crowned("richard_york")
    scene.noble("percy", 0, "14,3", heirs=("richard_york",))
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.where("percy")[1] == "cockermouth"


@pytest.mark.long
def test_half_of_the_games_of_four_stewards_are_won_by_four_turns() -> None:
    games = list(
        run_selfplay(
            game_for("kingmaker", "classic"),
            seats=4,
            games=40,
            seed="reigns",
            policies=[steward],
        )
    )
    assert [game.violations for game in games if game.violations or not game.finished] == []
    victories = Counter(game.victory for game in games)
    assert victories["four_turns"] >= 20
    assert victories["four_turns"] + victories["final_parliament"] == 40
