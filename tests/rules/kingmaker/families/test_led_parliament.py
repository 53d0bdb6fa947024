"""Who leads the Parliament that must be summoned, where the Chancellor is of a family."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.state import Peace
from tests.rules.kingmaker.families.tables import LANCASTER, PERCY, YORK, heads, played_on
from tests.rules.kingmaker.scene import Scene


def summoned(drawer: int, serves: str = "lancaster") -> Scene:
    """Percy is Chancellor, there is no sole King, and a House draws the card."""
    scene = heads().crowned().give("percy", "earl_kent", "chancellor_england")
    scene.chancery("marshal_england").next_events("E-PM01")
    scene.state.sides[PERCY].serves = serves
    scene.event(drawer)
    return scene


def over(scene: Scene, leader: int) -> Scene:
    """Its leader chooses where it meets, and nobody says anything in it."""
    if scene.asked(leader) == ["peoples_parliament"]:
        (prompt,) = scene.match.prompts(leader)
        assert prompt.default is not None
        scene.match.submit(leader, prompt.default)
    played_on(scene, (scene.state.active, "movement"))
    return scene


@pytest.mark.rule("families-turn.3", "base-4.5")
@pytest.mark.parametrize("drawer", [LANCASTER, YORK])
def test_the_house_that_the_chancellors_family_serves_leads_it(drawer: int) -> None:
    scene = summoned(drawer)
    assert scene.state.sitting.caller == LANCASTER
    assert scene.asked(PERCY) == []
    over(scene, LANCASTER)
    assert scene.state.peace == Peace(LANCASTER, scene.state.peace.square)


@pytest.mark.rule("families-turn.3", "base-15.11")
def test_its_peace_ends_as_the_next_turn_of_that_house_begins() -> None:
    scene = over(summoned(YORK), LANCASTER)
    played_on(scene, (LANCASTER, "movement"))
    assert scene.state.peace is None


@pytest.mark.rule("families-turn.3", "base-4.5")
@pytest.mark.parametrize("drawer", [LANCASTER, YORK])
def test_for_a_chancellor_of_a_neutral_family_who_drew_the_card_leads_it(drawer: int) -> None:
    assert summoned(drawer, serves="").state.sitting.caller == drawer


@pytest.mark.rule("families-turn.3", "house-7.1.30")
def test_in_a_parliament_of_three_rounds_whoever_drew_the_card_leads_it() -> None:
    scene = heads("families+house_parliament").crowned()
    scene.give("percy", "earl_kent", "chancellor_england").next_events("E-PM01")
    scene.event(YORK)
    assert scene.state.sitting.caller == YORK


@pytest.mark.rule("families-turn.1", "house-7.1.8")
@pytest.mark.parametrize(("since", "bars"), [(5, True), (6, False)])
def test_three_rounds_after_a_parliament_are_six_turns_of_houses(since: int, bars: bool) -> None:
    scene = heads("families+house_parliament", without=(LANCASTER,)).held(LANCASTER, "E-WR01")
    scene.noble("beaufort", LANCASTER, "london", heirs=("henry",))
    scene.state.turn, scene.state.peace_ended_turn = 20, 20 - since
    scene.parliament(LANCASTER)
    assert bool(scene.offered(LANCASTER, "call_parliament")) != bars
    if bars:
        call = {"by": "beaufort", "summon": "percy"}
        scene.refused(LANCASTER, "call_parliament", rule="house-7.1.8", **call)
