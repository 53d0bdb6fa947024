"""An heir whom a family keeps is crowned by the House that it serves, if the family agrees."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Peace
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads, played_on
from tests.rules.kingmaker.scene import Scene

KEPT = "A family on your side keeps that heir. First ask it to let you crown him."


def percy_in_york(*cards: str, house: tuple[str, ...] = ("abp_york",)) -> Scene:
    """Percy keeps Margaret in York, with these cards; Clifford of House Lancaster is there too.

    Henry is dead, so that Margaret is next in line.
    """
    scene = heads(without=(PERCY,)).noble("percy", PERCY, "york", heirs=("margaret",))
    scene.noble("clifford", LANCASTER, "york", guest=True)
    scene.give("percy", *cards).give("clifford", *house)
    scene.state.heirs["henry"].alive = False
    return scene


@pytest.mark.rule("families-turn.2")
def test_a_house_crowns_whom_a_family_of_its_side_keeps_if_it_agrees() -> None:
    scene = percy_in_york()
    scene.coronation(LANCASTER)
    assert scene.offered(LANCASTER, "crown") == []
    assert scene.refused(LANCASTER, "crown", rule="families-turn.2", heir="margaret") == KEPT
    scene.play(LANCASTER, "ask_consent", heir="margaret")
    assert scene.asked(PERCY) == ["consent_to_crown"]
    scene.play(PERCY, "let_crown")
    assert scene.happened(facts.ConsentGiven) == [
        facts.ConsentGiven(LANCASTER, PERCY, "margaret", True)
    ]
    scene.play(LANCASTER, "crown", heir="margaret")
    margaret = scene.state.heirs["margaret"]
    assert (margaret.crowned, margaret.holder) == (True, "percy")
    assert scene.happened(facts.Crowned) == [facts.Crowned("margaret", "york", LANCASTER)]


@pytest.mark.rule("families-turn.2")
def test_a_family_that_says_nothing_refuses_and_is_not_asked_again_in_this_turn() -> None:
    scene = percy_in_york()
    scene.coronation(LANCASTER)
    scene.play(LANCASTER, "ask_consent", heir="margaret")
    (asked,) = [p for p in scene.match.asked(PERCY) if p.kind == "consent_to_crown"]
    assert asked.default == Choice("deny_crown")
    scene.play(PERCY, "deny_crown")
    assert scene.asked(LANCASTER) != ["coronation"]
    assert not scene.state.heirs["margaret"].crowned


@pytest.mark.rule("families-turn.2")
def test_the_clergy_of_the_family_counts_with_that_of_its_house() -> None:
    scene = percy_in_york("bp_durham", house=("bp_lincoln",))
    scene.coronation(LANCASTER)
    scene.play(LANCASTER, "ask_consent", heir="margaret")
    scene.play(PERCY, "let_crown")
    assert scene.candidates(LANCASTER, "crown", "heir") == {"margaret"}


@pytest.mark.rule("families-turn.2")
def test_without_enough_clergy_there_nobody_is_asked() -> None:
    scene = percy_in_york(house=("bp_lincoln",))
    scene.coronation(LANCASTER)
    assert "coronation" not in scene.asked(LANCASTER)


@pytest.mark.rule("families-turn.2")
@pytest.mark.parametrize("serves", ["york", ""])
def test_no_family_of_another_side_is_asked_and_none_in_older_games(serves: str) -> None:
    scene = percy_in_york()
    scene.state.sides[PERCY].serves = serves  # type: ignore[assignment]
    scene.coronation(LANCASTER)
    assert "coronation" not in scene.asked(LANCASTER)


@pytest.mark.rule("families-turn.2")
def test_no_house_crowns_an_heir_of_the_other_though_its_family_keeps_him() -> None:
    scene = heads(without=(NEVILLE,)).noble("neville", NEVILLE, "york", heirs=("henry",))
    scene.noble("bourchier", YORK, "york", guest=True).give("bourchier", "abp_york")
    scene.state.heirs["richard_york"].alive = False  # he stood in York as well
    scene.state.heirs["henry"].crowned = False
    scene.coronation(YORK)
    assert "coronation" not in scene.asked(YORK)


# Who leads the Parliament that must be summoned, where the Chancellor is of a family.


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
