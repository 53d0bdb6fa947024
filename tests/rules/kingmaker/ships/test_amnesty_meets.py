"""Forced amnesty meets sieges, the King's Peace, captivity and heirs."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.movement.exile import end_amnesty, review_amnesty
from tests.rules.kingmaker.scene import Scene
from tests.rules.kingmaker.ships.test_amnesty import driven, handed_over


def ended(scene: Scene, seat: int) -> Scene:
    """The end of a seat's movement phase, as far as amnesty goes."""
    scene.match.table.events = []
    end_amnesty(scene.match.table, seat)
    scene.events = list(scene.match.table.events)
    return scene


@pytest.mark.rule("ishkibibble-amnesty.2")
def test_only_their_own_movement_phase_puts_them_out() -> None:
    scene = ended(handed_over(), 1)
    assert scene.state.amnesty == ["percy"]
    assert scene.state.nobles["percy"].inside == "hull"
    assert scene.events == []
    assert ended(scene, 0).happened(facts.Expelled) == [facts.Expelled(("percy",), "hull")]
    assert scene.state.amnesty == []


@pytest.mark.rule("ishkibibble-amnesty.1")
def test_who_is_under_siege_there_stays_on() -> None:
    scene = handed_over()
    scene.siege("hull", ["audley"])
    ended(scene, 0)
    assert (scene.state.amnesty, scene.state.nobles["percy"].inside) == (["percy"], "hull")


@pytest.mark.rule("ishkibibble-amnesty.2", "house-7.4.13")
def test_whom_the_kings_peace_keeps_there_stays_on() -> None:
    scene = handed_over()
    scene.peace(1, "15,18", "percy")
    ended(scene, 0)
    assert (scene.state.amnesty, scene.state.nobles["percy"].inside) == (["percy"], "hull")


@pytest.mark.rule("ishkibibble-amnesty.1")
@pytest.mark.parametrize("how", ["captive", "dead", "out", "his_own", "still_there"])
def test_when_an_amnesty_is_over(how: str) -> None:
    scene = handed_over()
    percy = scene.state.nobles["percy"]
    if how == "captive":
        percy.captor = 1
    elif how == "dead":
        del scene.state.nobles["percy"]
    elif how == "out":
        percy.inside = None
    elif how == "his_own":
        scene.control("hull", "percy")
    review_amnesty(scene.match.table)
    assert scene.state.amnesty == (["percy"] if how == "still_there" else [])


@pytest.mark.rule("ishkibibble-amnesty.2")
def test_who_stays_aboard_though_he_could_sail_goes_ashore_and_takes_in_an_heir() -> None:
    scene = driven()
    scene.heir_at("henry", scene.board.places["hull"].square)
    scene.state.nobles["percy"].square = "13,20"
    scene.movement(1)
    scene.play(1, "done")
    assert scene.where("mowbray") == (scene.board.places["hull"].square, None, None)
    assert scene.state.heirs["henry"].holder == "mowbray"
