"""The steward where nobles are called: to a free Parliament, by Writs, by cards; and in ambush."""

from __future__ import annotations

import random

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.calling import ready_caller
from bot.seats.kingmaker_steward.outlook import Outlook
from tests.rules.kingmaker.assembly import TOWN, call, chancellors, realm, shut_in
from tests.rules.kingmaker.battlefield import FIELD
from tests.rules.kingmaker.combat.by_card.field import meeting
from tests.rules.kingmaker.events.test_base_events import commissioned
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import chancery, parliament_phase

AMBUSH = "classic+ambush"


def answer(scene: Scene, seat: int = 0) -> Choice:
    """What the steward answers to what holds up the game; it must be on offer."""
    asked = [prompt for prompt in scene.match.prompts(seat) if prompt.blocking]
    prompt, choice = steward.choose(scene.match.view(seat), asked, seat, random.Random(1))
    assert prompt.find(choice) is not None
    return choice


# A free Parliament (base-15.4)


@pytest.mark.rule("base-15.4")
def test_nobody_goes_to_a_parliament_where_nothing_is_to_be_had() -> None:
    scene = call(realm())
    assert answer(scene, 1) == Choice("done")


@pytest.mark.rule("base-15.4", "base-15.11")
def test_who_is_in_danger_at_home_goes_where_nobody_fights() -> None:
    scene = realm().noble("roos", 1, "13,5", outside=True, heirs=("george",))
    scene.noble("mowbray", 2, "13,5", outside=True, cards=("marshal_england",))
    call(scene)
    assert answer(scene, 1) == Choice.of("attend", nobles=["roos"])


@pytest.mark.rule("base-15.4", "base-15.7")
def test_one_of_a_faction_goes_where_cards_are_to_be_had() -> None:
    scene = chancery(realm(), "earl_kent", "earl_essex", "earl_worcester", "chancellor_cornwall")
    call(scene)
    choice = answer(scene, 1)
    assert choice.verb == "attend"
    assert set(choice.many("nobles")) <= {"courtenay", "clifford"}
    scene.play(1, "attend", nobles=choice.many("nobles"))
    assert answer(scene, 1) == Choice("done")


@pytest.mark.rule("base-15.14")
def test_besiegers_of_a_prize_stay() -> None:
    scene = chancery(shut_in(realm(), "skipton", 2), "earl_kent", "earl_essex")
    scene.hold("george", "clifford")
    call(scene)
    scene.play(1, "done")
    choice = answer(scene, 2)
    assert not {"mowbray", "neville"} & set(choice.many("nobles"))


@pytest.mark.rule("base-15.1", "base-15.3")
def test_a_chancellor_calls_without_a_writ_or_a_card() -> None:
    scene = chancery(chancellors(), "earl_kent", "earl_essex", "earl_worcester")
    scene.noble("roos", 0, "helmsley")
    parliament_phase(scene)
    assert answer(scene) == Choice.of("call_parliament", by="percy")


@pytest.mark.rule("base-15.13")
def test_the_peace_of_a_parliament_keeps_nobody_from_calling_another() -> None:
    scene = chancellors().peace(1, "20,14")

    def caller() -> str | None:
        return ready_caller(Outlook(scene.match.view(0), 0, scene.content))

    assert caller() == "percy"
    scene.state.parliament_turn = scene.state.turn
    assert caller() is None


# Writs (base-15.5)


def writs(scene: Scene) -> Scene:
    """Parliament is called, nobody comes, and Writs are asked for."""
    scene.held(0, "E-WR01")
    call(scene)
    for seat in range(len(scene.state.factions)):
        while scene.asked(seat) == ["attendance"]:
            scene.play(seat, "done")
    return scene


@pytest.mark.rule("base-15.5")
def test_a_writ_calls_away_who_besieges_its_own() -> None:
    scene = shut_in(realm().noble("roos", 0, "helmsley"), "helmsley", 2)
    scene.hold("george", "roos")
    writs(scene)
    choice = answer(scene)
    assert choice.verb == "serve_writ"
    assert choice.one("noble") in ("mowbray", "neville")


@pytest.mark.rule("base-15.5")
def test_a_writ_is_kept_when_it_brings_nothing() -> None:
    assert answer(writs(realm())) == Choice("done")


@pytest.mark.rule("base-15.6")
def test_heirs_stay_with_a_strong_host_behind_walls() -> None:
    scene = realm().noble("roos", 1, "skipton", heirs=("george",))
    scene.noble("mowbray", 2, TOWN, outside=True, cards=("marshal_england",))
    writs(scene)
    scene.play(0, "serve_writ", noble="roos")
    assert answer(scene, 1) == Choice.of("attend_without", noble="roos", leave=["george"])


# A commission (base-18.4)


@pytest.mark.rule("base-18.4")
def test_no_writ_is_spent_on_a_call_that_does_no_harm() -> None:
    assert answer(commissioned("E-WR01")).verb == "answer_call"


# The ambush (base-18.1)


@pytest.mark.rule("base-18.1")
def test_the_weak_lie_in_ambush_where_a_card_to_come_names_an_enemy() -> None:
    scene = meeting(("roos",), ("percy", "mowbray", "neville"), ruleset=AMBUSH)
    scene.combat(0)
    assert answer(scene) == Choice.of("ambush", nobles=["roos"], against="1", square=FIELD)


@pytest.mark.rule("base-18.1")
def test_dice_are_thrown_for_the_heir_who_is_most_in_the_way() -> None:
    scene = meeting(("roos",), ("percy", "mowbray"), ruleset="classic+ambush+nobles_killed")
    scene.hold("edward_march", "percy").crowned("edward_march").combat(0)
    choice = answer(scene)
    assert (choice.verb, choice.many("target")) == ("ambush", ("edward_march",))


@pytest.mark.rule("base-18.1")
def test_no_keeper_of_an_heir_lies_in_ambush() -> None:
    scene = meeting(("roos",), ("percy", "mowbray", "neville"), ruleset=AMBUSH)
    scene.hold("george", "roos").combat(0)
    assert answer(scene) == Choice("done")
