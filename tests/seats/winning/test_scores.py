"""Where points decide, nobody ends the game himself unless he would win it."""

from __future__ import annotations

import pytest

from bot.seats.kingmaker_steward import winning
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.royals import surplus
from bot.seats.kingmaker_steward.worth import heir_weight, prize
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads
from tests.rules.kingmaker.scene import Scene

RICH = ("abp_canterbury", "abp_york")


def last_of_lancaster(*, rich: str) -> Scene:
    """York keeps Henry, the last of Lancaster, and somebody has both archbishops."""
    scene = heads(without=(LANCASTER,)).noble("clifford", LANCASTER, "brougham")
    scene.hold("henry", "plantagenet_york").hold("edward_march", "plantagenet_york")
    scene.dead("margaret", "edward_lancaster").give(rich, *RICH)
    scene.movement(YORK)
    return scene


def outlook_of(scene: Scene, seat: int) -> Outlook:
    return Outlook(scene.match.view(seat), seat, scene.content)


@pytest.mark.parametrize(
    ("rich", "killed"), [("plantagenet_york", "henry"), ("neville", None), ("percy", None)]
)
def test_the_last_heir_of_a_house_dies_when_his_keeper_wins_by_it(
    rich: str, killed: str | None
) -> None:
    assert surplus(outlook_of(last_of_lancaster(rich=rich), YORK)) == killed


def test_one_of_several_heirs_dies_whoever_has_most_points() -> None:
    scene = heads(without=(LANCASTER,)).hold("henry", "plantagenet_york")
    scene.give("neville", *RICH)
    scene.movement(YORK)
    assert surplus(outlook_of(scene, YORK)) == "henry"


def test_while_beaufort_lives_lancaster_does_not_end_with_its_last_heir() -> None:
    scene = heads().dead("margaret", "edward_lancaster").hold("henry", "plantagenet_york")
    scene.give("neville", *RICH)
    scene.movement(YORK)
    outlook = outlook_of(scene, YORK)
    assert not winning.ends(outlook, ("henry",))
    assert surplus(outlook) == "henry"


def test_points_are_those_of_the_standings() -> None:
    scene = heads().give("neville", *RICH, "saxons_1").give("percy", "admiral_england")
    scene.control("york", "mowbray")
    sheets = [one.sheet for one in scene.match.standings()]
    found = winning.plain_points(outlook_of(scene, PERCY))
    assert found == [sheet.plain for sheet in sheets if sheet is not None]


def test_the_last_blow_is_worth_the_game_only_to_who_wins_by_it() -> None:
    for rich, decides in (("neville", True), ("mowbray", False)):
        scene = last_of_lancaster(rich=rich)
        scene.state.heirs["henry"].holder = "clifford"
        outlook = outlook_of(scene, NEVILLE)
        assert (prize(outlook, ("clifford",), ()) > 150) is decides


def test_an_heir_is_worth_more_the_fewer_of_his_house_are_left() -> None:
    scene = heads().dead("margaret", "edward_lancaster")
    scene.movement(YORK)
    outlook = outlook_of(scene, YORK)
    york = heir_weight(outlook, "richard_york") / 1.2
    assert heir_weight(outlook, "henry") / 1.2 > 1.5 * york
