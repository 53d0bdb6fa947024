"""Nobody holds heirs of both houses for more than two full turns (house §8.7)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import hold_heir
from tests.rules.kingmaker.scene import Scene

STORMS = ("E-ST01", "E-ST02", "E-ST03")
"""Event cards that do nothing with no ship at sea."""


def holding(*heirs: str, noble: str = "percy", ruleset: str = "house") -> Scene:
    """Seat 0's noble in Alnwick with these heirs; Roos of his faction with him."""
    scene = Scene(2, ruleset).noble(noble, 0, "alnwick", heirs=heirs).noble("roos", 0, "alnwick")
    scene.control("alnwick", noble)
    return scene.noble("bourchier", 1, "13,20")


def whole_turn(scene: Scene) -> None:
    """Seat 0 lives through a turn of his to its end: no event, a card drawn and kept."""
    begin_turn(scene)
    finish_turn(scene)


def begin_turn(scene: Scene) -> None:
    """His turn begins; he is asked to move."""
    for faction in scene.state.factions:
        while faction.hand:
            scene.state.crown_deck.insert(0, faction.hand.pop())
    scene.state.event_deck += scene.state.event_discards
    scene.state.event_discards.clear()
    scene.next_events(*STORMS).next_crown("saxons_1", "saxons_2", "le_rose")
    scene.turn(0)


def finish_turn(scene: Scene) -> None:
    """He does nothing, and keeps the card he draws."""
    while scene.asked(0) in (["movement"], ["combat"]):
        scene.play(0, "done")
    scene.play(0, "keep")


@pytest.mark.rule("house-8.7.10")
def test_at_the_end_of_the_second_full_turn_and_no_sooner_one_house_must_go() -> None:
    scene = holding("margaret", "george")
    whole_turn(scene)
    assert scene.asked(0) == []
    assert scene.state.active == 1
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]
    assert scene.match.waiting_for() == [0]
    assert scene.state.active == 0
    assert scene.candidates(0, "release_heir", "heir") == {"margaret", "george"}
    assert scene.candidates(0, "kill_heir", "heir") == {"margaret", "george"}


def due(*heirs: str, noble: str = "percy") -> Scene:
    """The choice is to be made now."""
    scene = holding(*heirs, noble=noble)
    whole_turn(scene)
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]
    return scene


@pytest.mark.rule("house-8.7.10")
def test_an_heir_may_be_killed() -> None:
    scene = due("margaret", "george")
    scene.play(0, "kill_heir", heir="george")
    assert scene.state.heirs["george"].alive is False
    assert scene.happened(facts.HeirDied)[0] == facts.HeirDied("george", "killed", 0)
    assert scene.state.heirs["margaret"].holder == "percy"
    assert scene.state.active == 1


@pytest.mark.rule("house-8.7.10")
def test_it_goes_on_until_only_one_house_is_held() -> None:
    scene = due("margaret", "edward_lancaster", "george", "edward_march")
    scene.play(0, "kill_heir", heir="george")
    assert scene.asked(0) == ["two_houses"]
    scene.play(0, "release_heir", heir="edward_march")
    assert scene.asked(0) == []
    assert scene.state.active == 1
    assert scene.state.heirs["margaret"].holder == "percy"
    assert scene.state.heirs["edward_lancaster"].holder == "percy"


@pytest.mark.rule("house-8.7.10", "house-8.7.8")
def test_an_heir_may_be_transferred_to_another_player_instead() -> None:
    scene = holding("margaret", "george").noble("grey", 1, "alnwick", outside=True)
    scene.control("alnwick", "percy")
    whole_turn(scene)
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]
    scene.play(0, "propose_deal", to="1", give=["heir:george"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.heirs["george"].holder == "grey"
    assert scene.asked(0) == []
    assert scene.state.active == 1


@pytest.mark.rule("house-8.7.10")
def test_passing_an_heir_between_own_nobles_is_no_way_out() -> None:
    """The limit is the player's, whichever of his nobles holds the heirs."""
    scene = holding("margaret").hold("george", "roos")
    whole_turn(scene)
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]
    scene.play(0, "transfer", thing="heir:margaret", noble="roos")
    assert scene.asked(0) == ["two_houses"]


@pytest.mark.rule("house-8.7.10")
def test_heirs_of_one_house_may_be_held_for_ever() -> None:
    scene = holding("margaret", "edward_lancaster", "henry")
    for _ in range(4):
        whole_turn(scene)
        assert scene.asked(0) == []


@pytest.mark.rule("house-8.7.10")
def test_giving_one_house_up_in_between_begins_a_new_count() -> None:
    scene = holding("margaret", "george")
    whole_turn(scene)
    scene.heir_at("george", "13,20")
    whole_turn(scene)
    scene.hold("george", "percy")
    whole_turn(scene)
    assert scene.asked(0) == []
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]


@pytest.mark.rule("house-8.7.10")
def test_the_turns_of_others_are_no_turns_of_the_holder() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("margaret", "george"))
    scene.noble("bourchier", 1, "13,20").noble("grey", 2, "ruthin").next_events(*STORMS)
    scene.next_crown("saxons_1", "le_swan").draw(1)
    scene.play(1, "keep")
    scene.play(2, "done")
    scene.play(2, "keep")
    assert scene.state.active == 0
    assert scene.asked(0) == ["movement"]


@pytest.mark.rule("house-8.7.10")
def test_a_turn_in_which_the_second_house_was_won_is_no_full_turn() -> None:
    """George falls to Percy in the combat phase: the next two turns are the two full ones."""
    scene = holding("margaret")
    begin_turn(scene)
    scene.hold("george", "percy")
    finish_turn(scene)
    whole_turn(scene)
    assert scene.asked(0) == []
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]


@pytest.mark.rule("house-8.7.10", "house-5.6d")
def test_beaufort_counts_while_he_is_the_last_lancastrian_heir() -> None:
    scene = holding("george", noble="beaufort").dead("henry", "margaret", "edward_lancaster")
    whole_turn(scene)
    whole_turn(scene)
    assert scene.asked(0) == ["two_houses"]
    assert scene.candidates(0, "kill_heir", "heir") == {"george"}
    assert scene.candidates(0, "release_heir", "heir") == {"george"}
    scene.play(0, "release_heir", heir="george")
    assert scene.state.heirs["george"].holder is None
    assert "beaufort" in scene.state.nobles


@pytest.mark.rule("house-8.7.10", "house-5.6d", "house-4.15")
def test_beaufort_does_not_count_while_another_lancastrian_lives() -> None:
    scene = holding("george", noble="beaufort").dead("henry", "margaret")
    for _ in range(3):
        whole_turn(scene)
        assert scene.asked(0) == []


@pytest.mark.rule("house-8.7.10")
def test_whoever_does_not_choose_lets_the_last_of_his_heirs_go() -> None:
    scene = due("margaret", "george", "edward_march")
    assert scene.match.prompts(0)[0].default == Choice.of("release_heir", heir="george")


@pytest.mark.rule("house-8.7.10")
def test_heirs_in_the_open_are_released_there_and_those_at_sea_only_killed() -> None:
    scene = holding("margaret", "george")
    whole_turn(scene)
    begin_turn(scene)
    scene.state.nobles["percy"].inside = None
    finish_turn(scene)
    assert scene.candidates(0, "release_heir", "heir") == {"margaret", "george"}
    scene.play(0, "release_heir", heir="margaret")
    margaret = scene.state.heirs["margaret"]
    assert (margaret.holder, margaret.square, margaret.inside) == (None, "14,3", None)


@pytest.mark.rule("house-8.7.10", "house-1.2")
def test_heirs_aboard_a_ship_cannot_be_left_anywhere() -> None:
    scene = holding("margaret", "george").give("percy", "le_swan").aboard("percy", "le_swan")
    whole_turn(scene)
    whole_turn(scene)
    assert scene.offered(0, "release_heir") == []
    assert scene.candidates(0, "kill_heir", "heir") == {"margaret", "george"}
    prompt = next(p for p in scene.match.prompts(0) if p.blocking)
    assert prompt.default == Choice.of("kill_heir", heir="george")


@pytest.mark.rule("house-8.7.10")
def test_an_heir_may_be_released_and_a_house_taken_up_again_counts_anew() -> None:
    scene = due("margaret", "george")
    scene.play(0, "release_heir", heir="margaret")
    heir = scene.state.heirs["margaret"]
    assert (heir.alive, heir.holder, heir.square, heir.inside) == (
        True,
        None,
        "14,3",
        "alnwick",
    )
    assert scene.state.heirs["george"].holder == "percy"
    assert scene.state.active == 1
    begin_turn(scene)
    scene.hold("margaret", "percy")
    finish_turn(scene)
    assert scene.asked(0) == []
    assert scene.state.active == 1


@pytest.mark.rule("house-8.7.10", "ishkibibble-ransom.2")
def test_an_heir_whose_ransom_is_agreed_is_let_go_and_not_killed() -> None:
    scene = holding("margaret", "george", ruleset="house+expanded_ransom")
    hold_heir(scene.match.table, "george", 1, 0, 5)
    scene.state.factions[0].two_house_turns = 1
    whole_turn(scene)
    assert scene.candidates(0, "kill_heir", "heir") == {"margaret"}
    assert scene.candidates(0, "release_heir", "heir") == {"margaret", "george"}
