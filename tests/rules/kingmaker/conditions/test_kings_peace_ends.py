"""How the King's Peace ends: for a noble who is called away, and for everybody (house §7.4)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import SQUARE, call, follow, movable, peace, place_of, realm
from tests.rules.kingmaker.scene import Scene

FIELD = "13,20"

# Called by an Event card


@pytest.mark.rule("house-7.4.18", "house-7.4.19")
def test_an_event_card_calls_a_returned_noble_and_excuses_him() -> None:
    scene = Scene(3).noble("neville", 0, "raby").noble("howard", 1, "13,8")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    scene.play(0, "answer_call", to="middleham")
    assert place_of(scene, "neville") == ("13,8", "middleham")
    assert scene.state.nobles["neville"].under_peace == "excused"
    assert "neville" in movable(scene, 0)


@pytest.mark.rule("house-7.4.19")
def test_from_then_on_he_attacks_and_is_attacked() -> None:
    scene = Scene(3).noble("neville", 0, "raby").noble("mowbray", 1, "13,8")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    scene.play(0, "answer_call", to="13,8")
    scene.combat(0)
    assert scene.candidates(0, "attack", "nobles") == {"neville"}
    scene.combat(1)
    assert scene.candidates(1, "attack", "against") == {"0"}


@pytest.mark.rule("house-7.4.19")
def test_a_call_to_where_he_stands_changes_nothing() -> None:
    scene = Scene(3).noble("neville", 0, "middleham").noble("howard", 1, "castle-rising")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    assert scene.happened(facts.NobleCalled)[0].inside == "middleham"
    assert scene.state.nobles["neville"].under_peace == "returned"
    assert movable(scene, 0) == set()


@pytest.mark.rule("house-7.4.13", "house-7.4.18")
def test_called_to_the_castle_he_is_in_he_stays_in_it() -> None:
    """Neville, home in Middleham, is called there and leaves Edward with Howard or not."""
    scene = Scene(3).noble("neville", 0, "middleham", heirs=("edward_march",))
    scene.noble("howard", 0, "middleham").control("middleham", "neville")
    scene.noble("clifford", 1, "skipton").noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(0)
    assert scene.candidates(0, "answer_call", "to") == {"middleham"}
    says = "where the card calls him. He stays"
    out = {"to": "13,8", "bring": ["edward_march"]}
    scene.forbidden(0, "answer_call", rule="house-7.4.13", says=says, **out)
    scene.play(0, "answer_call", to="middleham", bring=["edward_march"])
    assert place_of(scene, "neville") == ("13,8", "middleham")
    assert scene.state.nobles["neville"].under_peace == "returned"


@pytest.mark.rule("house-7.4.18", "house-7.4.19")
def test_the_king_is_called_to_an_embassy_and_his_keeper_excused() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",)).noble("howard", 1, FIELD)
    scene.noble("talbot", 2, "sheffield").next_events("E-EM03")
    peace("percy", scene=scene).event(0)
    assert place_of(scene, "percy") == ("10,5", None)
    assert scene.state.nobles["percy"].under_peace == "excused"
    assert "percy" in movable(scene, 0)


@pytest.mark.rule("house-7.4.18")
def test_returned_nobles_of_other_players_answer_calls_too() -> None:
    scene = Scene(3).noble("neville", 0, "raby").noble("howard", 1, "castle-rising")
    scene.noble("talbot", 2, "sheffield").next_events("E-RV05")
    peace("neville", scene=scene).event(1)
    scene.play(0, "answer_call", to="middleham")
    assert scene.state.nobles["neville"].under_peace == "excused"


# How long


@pytest.mark.rule("house-7.4.11", "base-15.11")
def test_it_ends_just_before_the_event_phase_of_the_callers_next_turn() -> None:
    scene = realm().next_crown("saxons_1", "saxons_2", "scots_archers_1")
    scene.next_events("E-FM01", "E-FM02", "E-FM03")
    follow(call(scene))
    for seat in (0, 1, 2):
        assert scene.state.active == seat
        assert scene.state.peace is not None
        while scene.state.active == seat and scene.state.phase != "draw":
            scene.play(seat, "done")
        scene.play(seat, "keep")
    assert scene.state.active == 0
    assert scene.state.peace is None
    order = [type(event) for event in scene.events]
    assert order.index(facts.PeaceEnded) < order.index(facts.EventDrawn)


@pytest.mark.rule("house-7.4.11")
def test_all_its_limits_end_together() -> None:
    scene = (
        realm().give("clifford", "le_swan").next_crown("saxons_1", "saxons_2", "scots_archers_1")
    )
    scene.next_events("E-FM01", "E-FM02", "E-FM03")
    follow(call(scene))
    for seat in (0, 1, 2):
        while scene.state.active == seat and scene.state.phase != "draw":
            scene.play(seat, "done")
        scene.play(seat, "keep")
    assert {noble.under_peace for noble in scene.state.nobles.values()} == {""}
    assert "percy" in movable(scene, 0)
    scene.movement(1)
    assert movable(scene, 1) == {"courtenay", "clifford"}
    assert scene.lies("le_swan") == "lynn"
    assert "the-wash" in scene.destinations(1, "le_swan")


@pytest.mark.rule("house-7.4.11", "house-7.1.7", "house-7.1.8")
def test_the_rest_before_the_next_parliament_begins_with_its_end() -> None:
    scene = realm().peace(0, SQUARE)
    scene.state.turn = 10
    scene.next_crown("saxons_1").next_events("E-FM01").draw(2)
    scene.play(2, "keep")
    assert scene.state.active == 0
    assert scene.state.peace is None
    assert scene.state.peace_ended_turn == scene.state.turn == 11


@pytest.mark.rule("house-7.4.11")
@pytest.mark.parametrize("seat", [0, 1])
def test_it_outlasts_the_turns_of_all_others(seat: int) -> None:
    scene = realm().peace(2, SQUARE, "percy", "courtenay", "clifford", "talbot")
    scene.next_crown("saxons_1").next_events("E-FM01").draw((seat - 1) % 3)
    scene.play((seat - 1) % 3, "keep")
    assert scene.state.active == seat
    assert scene.state.peace is not None
    assert movable(scene, seat) == set()
