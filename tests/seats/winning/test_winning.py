"""What wins the game now is done now, whatever else is left for it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.seats.kingmaker_steward import winning
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.royals import surplus
from bot.seats.kingmaker_steward.winning import decides
from bot.seats.kingmaker_steward.worth import heir_weight, prize
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import to_the_end_of_movement

OTHERS = ("margaret", "edward_lancaster", "richard_york", "edward_march", "richard_gloucester")


def last_rival(ruleset: str = "house", *, alive: Sequence[str] = ()) -> Scene:
    """Henry with Percy and George with Grey, who is in the open next to Percy's siege; the others
    are dead but for those named."""
    scene = Scene(ruleset=ruleset).noble("talbot", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("percy", 0, "14,8", castles=False)
    scene.noble("grey", 1, "14,7", castles=False, heirs=("george",)).noble("neville", 1, "warwick")
    scene.dead(*(heir for heir in OTHERS if heir not in alive))
    return scene.siege("masham", ["percy"], 1)


def outlook(scene: Scene) -> Outlook:
    """What seat 0 can tell."""
    return Outlook(scene.match.view(0), 0, scene.content)


def test_a_siege_that_is_won_is_left_for_what_wins_the_game() -> None:
    scene = last_rival()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "14,7"


def test_the_keeper_of_the_last_rival_heir_decides_the_game() -> None:
    scene = last_rival()
    scene.movement(0)
    assert decides(outlook(scene), ["grey"], [])
    assert decides(outlook(scene), [], ["george"])
    assert not decides(outlook(scene), ["neville"], [])


def test_nothing_is_decided_while_another_rival_heir_lives() -> None:
    scene = last_rival(alive=("margaret",))
    scene.movement(0)
    assert not decides(outlook(scene), ["grey"], [])
    assert decides(outlook(scene), ["grey"], ["margaret"])


def test_who_has_no_heir_of_his_own_decides_nothing() -> None:
    scene = last_rival()
    scene.hold("henry", "neville").movement(0)
    assert not decides(outlook(scene), ["grey", "neville"], [])


@pytest.mark.parametrize("ruleset", ["classic", "families"])
def test_where_turns_or_points_are_counted_no_heir_decides(ruleset: str) -> None:
    scene = Scene(ruleset=ruleset) if ruleset == "classic" else Scene(6, ruleset)
    scene.noble("percy", 0, "alnwick", heirs=("henry",)).noble("grey", 1, "14,7", castles=False)
    scene.hold("george", "grey").dead(*OTHERS).movement(0)
    assert not decides(outlook(scene), ["grey"], [])


# Where points decide, nobody ends the game himself unless he would win it.


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
    for rich, wins in (("neville", True), ("mowbray", False)):
        scene = last_of_lancaster(rich=rich)
        scene.state.heirs["henry"].holder = "clifford"
        outlook = outlook_of(scene, NEVILLE)
        assert (prize(outlook, ("clifford",), ()) > 150) is wins


def test_an_heir_is_worth_more_the_fewer_of_his_house_are_left() -> None:
    scene = heads().dead("margaret", "edward_lancaster")
    scene.movement(YORK)
    outlook = outlook_of(scene, YORK)
    york = heir_weight(outlook, "richard_york") / 1.2
    assert heir_weight(outlook, "henry") / 1.2 > 1.5 * york
