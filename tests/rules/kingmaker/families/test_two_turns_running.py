"""No faction tries for the same noble two turns running, with an envoy or without one."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble, lose_card, takes_from
from bot.rules.kingmaker.families.winning_over import recruit_at_once
from bot.rules.kingmaker.state import Courted, Spell
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads, played_on
from tests.rules.kingmaker.scene import Scene

QUIET = ("E-FM03", "E-FM04", "E-FM05", "E-FM06")

IN_THIS_TURN = "You have already tried to recruit that noble this turn."
IN_THE_LAST = "You tried to recruit that noble in your last turn. Let one turn go by."


def begins(scene: Scene, house: int) -> None:
    """A turn of a House begins, with a quiet Event card."""
    deck = scene.state.event_deck
    scene.next_events(next(card for card in QUIET if card in deck)).turn(house)


def recruits(scene: Scene, seat: int) -> set[str]:
    """A turn of a House begins, and its movement ends: for whom it may try."""
    begins(scene, seat)
    played_on(scene, (seat, "recruiting"))
    return scene.candidates(seat, "recruit", "noble")


# With an envoy


@pytest.mark.rule("families-recruit.22")
def test_no_attempt_by_the_same_faction_two_turns_running() -> None:
    scene = heads().noble("bourchier", YORK, "ashby").noble("howard", YORK, "lathom")
    assert recruits(scene, YORK) == {"hastings", "stanley"}
    scene.dice_show(1, 1).play(YORK, "recruit", noble="hastings", envoy="bourchier")
    scene.refused(YORK, "recruit", rule="families-recruit.3", noble="hastings", envoy="bourchier")
    scene.play(YORK, "done")
    assert scene.state.courted == [Courted(YORK, "hastings")]
    assert recruits(scene, YORK) == {"stanley"}
    again = {"noble": "hastings", "envoy": "bourchier"}
    assert scene.refused(YORK, "recruit", rule="families-recruit.22", **again) == IN_THE_LAST
    scene.play(YORK, "done")
    assert recruits(scene, YORK) == {"hastings", "stanley"}


@pytest.mark.rule("families-recruit.22")
def test_another_faction_may_try_meanwhile() -> None:
    scene = Scene(6, "families").noble("bourchier", YORK, "ashby").movement_over(YORK)
    scene.dice_show(1, 1).play(YORK, "recruit", noble="hastings", envoy="bourchier")
    scene.noble("scrope", NEVILLE, "ashby", outside=True).movement_over(NEVILLE)
    assert scene.candidates(NEVILLE, "recruit", "noble") == {"hastings"}


@pytest.mark.rule("families-recruit.22", "families-turn.6")
@pytest.mark.parametrize("serves", ["lancaster", ""])
def test_the_turns_of_a_family_are_those_of_its_house_or_of_the_one_it_favours(serves: str) -> None:
    scene = heads()
    scene.state.courted = [Courted(PERCY, "roos")]
    scene.state.sides[PERCY].serves = serves
    for house, left in ((YORK, [0]), (LANCASTER, [1]), (YORK, [1]), (LANCASTER, [])):
        begins(scene, house)
        played_on(scene, (house, "movement"))
        assert [one.ago for one in scene.state.courted] == left


# Without one


def neutral() -> Scene:
    """Percy turns neutral as Lancaster's turn begins; Greystoke does not join the House, and dies.

    An envoy of Lancaster stands at his castle.
    """
    scene = heads()
    home = scene.content.castles_of("greystoke")[0]
    scene.noble("greystoke", PERCY, home)
    scene.noble("clifford", LANCASTER, scene.board.places[home].square)
    scene.turn(LANCASTER)
    scene.play(PERCY, "stand_apart", castle="alnwick")
    scene.dice_show(1, 1).play(LANCASTER, "recruit", noble="greystoke")
    kill_noble(scene.match.table, "greystoke", "battle")
    return scene


@pytest.mark.rule("families-recruit.22", "families-recruit.3", "families-neutral.4")
def test_an_attempt_at_a_neutrals_noble_counts_in_that_turn_and_the_next() -> None:
    scene = neutral()
    assert scene.state.courted == [Courted(LANCASTER, "greystoke")]
    again = {"noble": "greystoke", "envoy": "clifford"}
    scene.noble("howard", LANCASTER, "lathom")  # Stanley may be tried for
    played_on(scene, (LANCASTER, "recruiting"))
    assert scene.refused(LANCASTER, "recruit", rule="families-recruit.3", **again) == IN_THIS_TURN
    scene.play(LANCASTER, "done")
    assert "greystoke" not in recruits(scene, LANCASTER)
    assert scene.refused(LANCASTER, "recruit", rule="families-recruit.22", **again) == IN_THE_LAST
    scene.play(LANCASTER, "done")
    assert "greystoke" in recruits(scene, LANCASTER)


@pytest.mark.rule("families-recruit.22", "families-switch.3", "families-neutral.4")
@pytest.mark.parametrize("leaning", [False, True])
@pytest.mark.parametrize(
    ("ago", "rule", "reason"),
    [(0, "families-recruit.3", IN_THIS_TURN), (1, "families-recruit.22", IN_THE_LAST)],
)
def test_who_was_tried_for_of_late_is_not_tried_for_without_an_envoy(
    ago: int, rule: str, reason: str, leaning: bool
) -> None:
    scene = heads().noble("greystoke", PERCY, "masham").noble("roos", PERCY, "helmsley")
    scene.state.courted = [Courted(LANCASTER, "greystoke", ago), Courted(YORK, "roos", ago)]
    scene.movement(YORK)
    recruit_at_once(scene.match.table, LANCASTER, PERCY, leaning=leaning)
    scene.match._after()
    assert scene.candidates(LANCASTER, "recruit", "noble") == {"roos"}
    assert scene.refused(LANCASTER, "recruit", rule=rule, noble="greystoke") == reason


def robbed(*courted: Courted) -> Scene:
    """Hastings of York loses to his own player what he was won with, and is not given it again."""
    scene = heads().noble("hastings", YORK, "ashby").give("hastings", "abp_york")
    scene.hand(YORK, "abp_canterbury").noble("clifford", LANCASTER, "skipton")
    scene.state.nobles["hastings"].bargain = 2
    scene.state.courted = list(courted)
    scene.movement(YORK)
    takes_from(scene.state.nobles["hastings"])
    lose_card(scene.match.table, "abp_york", "hastings")
    scene.state.crown_discards.append("abp_york")
    square = min(scene.board.reach(scene.board.places["ludlow"].square, 1))
    scene.play(YORK, "march", nobles=["plantagenet_york"], to=square)
    scene.play(YORK, "keep_back")
    return scene


@pytest.mark.rule("families-recruit.20", "families-recruit.22")
@pytest.mark.parametrize("ago", [0, 1])
def test_nor_is_a_recruit_who_was_not_given_his_due(ago: int) -> None:
    scene = robbed(Courted(LANCASTER, "hastings", ago))
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(YORK, "hastings", None)]
    assert (scene.asked(LANCASTER), scene.asked(YORK)) == ([], ["movement"])


@pytest.mark.rule("families-recruit.20", "families-recruit.22")
def test_an_attempt_at_such_a_recruit_counts_too() -> None:
    scene = robbed(Courted(YORK, "hastings"))
    assert scene.happened(facts.NotMadeGood) == [facts.NotMadeGood(YORK, "hastings", LANCASTER)]
    scene.dice_show(1, 1).play(LANCASTER, "recruit", noble="hastings", host="clifford")
    assert Courted(LANCASTER, "hastings") in scene.state.courted


# In defeatism


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_a_defeatist_faction_recruits_nobody() -> None:
    scene = Scene(6, "families").noble("bourchier", YORK, "ashby").noble("clifford", 0, "skipton")
    scene.state.turn = 4
    scene.state.spells.append(Spell("defeatism", YORK, 2))
    scene.movement(YORK)
    scene.play(YORK, "done")
    asked = scene.asked(YORK) == ["recruiting"]
    assert (scene.candidates(YORK, "recruit", "noble") if asked else set()) == set()
    if not asked:
        assert scene.state.phase == "draw"


@pytest.mark.rule("ishkibibble-defeatism.2", "families-switch.3")
def test_nor_does_a_defeatist_house_try_for_the_nobles_of_a_family_that_has_left_it() -> None:
    scene = heads().noble("greystoke", PERCY, "greystoke")
    scene.movement(LANCASTER)
    scene.state.spells.append(Spell("defeatism", LANCASTER, 2))
    recruit_at_once(scene.match.table, LANCASTER, PERCY)
    assert scene.match.asked(LANCASTER) == []
