"""Leave to enter another's fortress: asked, given, kept, ended (house §8.2; base 6.4)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

HULL = "18,10"


def at_hull(*, seats: int = 2) -> Scene:
    """Roos of seat 0 stands before Hull, which Howard of seat 1 controls from afar."""
    scene = Scene(seats).noble("roos", 0, "hull", outside=True).noble("howard", 1, "castle-rising")
    return scene.control("hull", "howard")


@pytest.mark.rule("house-8.2.6", "house-8.2.5")
def test_without_leave_the_fortress_stays_closed() -> None:
    scene = at_hull()
    scene.movement(0)
    assert scene.offered(0, "enter") == []
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")


@pytest.mark.rule("house-8.2.6", "base-6.4", "house-8.5.1", "base-16.3")
def test_the_owner_may_let_the_mover_in() -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    assert scene.asked(1) == ["grant_leave"]
    assert scene.match.waiting_for() == [1]
    scene.play(1, "grant")
    assert scene.happened(facts.LeaveAnswered) == [facts.LeaveAnswered(0, 1, "hull", True)]
    scene.play(0, "enter", nobles=["roos"], place="hull")
    assert scene.where("roos") == (HULL, "hull", None)
    assert scene.state.control["hull"] == "howard"


@pytest.mark.rule("house-8.2.6")
def test_the_owner_may_say_no() -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.play(1, "deny")
    assert scene.happened(facts.LeaveAnswered) == [facts.LeaveAnswered(0, 1, "hull", False)]
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")


@pytest.mark.rule("house-8.2.6")
def test_only_the_owner_answers() -> None:
    scene = at_hull(seats=3).noble("percy", 2, "alnwick")
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.forbidden(0, "grant", rule="house-8.2.6", says="is answering a request")
    scene.forbidden(2, "grant", rule="house-8.2.6", says="Nobody is asking you for leave")
    scene.play(1, "grant")
    assert scene.state.granted == {"hull": [0]}


@pytest.mark.rule("house-8.2.6")
def test_the_asker_may_take_his_request_back() -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.play(0, "withdraw_request")
    assert scene.happened(facts.LeaveAnswered) == []
    assert scene.asked(1) == []
    assert scene.match.waiting_for() == [0]
    scene.forbidden(1, "grant", rule="house-8.2.6", says="Nobody is asking you for leave")


@pytest.mark.rule("house-8.2.6")
def test_nobody_asks_outside_his_own_movement_phase() -> None:
    scene = at_hull()
    scene.movement(1)
    assert scene.offered(0, "ask_leave") == []
    says = "in your own movement phase"
    scene.forbidden(0, "ask_leave", rule="house-8.2.6", says=says, place="hull")
    assert "hull" not in scene.candidates(1, "ask_leave", "place")


@pytest.mark.rule("house-8.2.6")
def test_leave_once_given_is_not_taken_back_in_that_phase() -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.play(1, "grant")
    scene.forbidden(1, "deny", rule="house-8.2.6", says="cannot take back leave")
    scene.forbidden(1, "grant", rule="house-8.2.6", says="Nobody is asking you for leave")
    out = {"rule": "house-8.2.6", "says": "leave for this whole movement phase"}
    scene.forbidden(1, "dismiss", nobles=["roos"], place="hull", **out)
    scene.play(0, "enter", nobles=["roos"], place="hull")
    scene.forbidden(1, "dismiss", nobles=["roos"], place="hull", **out)
    assert scene.where("roos") == (HULL, "hull", None)


@pytest.mark.rule("house-8.2.6", "house-8.4.1")
def test_leave_opens_the_road_through_the_fortress() -> None:
    """Doncaster to Durham leads through Pontefract and York."""
    scene = Scene().noble("roos", 0, "doncaster").noble("howard", 1, "castle-rising")
    scene.control("york", "howard").movement(0)
    assert "15,10" in scene.candidates(0, "ride", "to")
    assert "15,9" not in scene.candidates(0, "ride", "to")
    scene.control("pontefract", "roos").movement(0)
    assert "15,9" in scene.candidates(0, "ride", "to")
    assert "14,6" not in scene.candidates(0, "ride", "to")
    scene.play(0, "ask_leave", place="york")
    scene.play(1, "grant")
    assert "14,6" in scene.candidates(0, "ride", "to")


@pytest.mark.rule("house-8.2.6")
def test_leave_ends_with_the_movement_phase() -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.play(1, "grant")
    scene.play(0, "done")
    assert scene.state.granted == {}
    scene.movement(0)
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")


@pytest.mark.rule("house-8.2.6")
def test_leave_is_for_the_asker_only() -> None:
    """While the leave stands it opens Hull to Roos, who asked, and to nobody else."""
    scene = at_hull(seats=3).noble("percy", 2, "hull", outside=True).control("hull", "howard")
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.play(1, "grant")
    scene.movement(2)
    assert scene.state.granted == {"hull": [0]}
    says = "Ask the owner for leave"
    scene.forbidden(2, "enter", rule="house-8.2.5", says=says, nobles=["percy"], place="hull")
    scene.movement(0)
    scene.play(0, "enter", nobles=["roos"], place="hull")
    assert scene.where("roos") == (HULL, "hull", None)


@pytest.mark.rule("house-8.2.6", "house-8.5.1")
def test_no_leave_brings_anybody_into_a_place_under_siege() -> None:
    scene = at_hull(seats=3).noble("percy", 2, "hull", outside=True).control("hull", "howard")
    scene.siege("hull", ["percy"]).movement(0)
    shut = {"rule": "house-6.2c", "says": "Nobody can go in until the siege ends", "place": "hull"}
    scene.forbidden(0, "ask_leave", **shut)
    scene.forbidden(0, "enter", nobles=["roos"], **shut)


@pytest.mark.rule("house-8.2.4", "base-6.5", "house-8.2.6")
def test_nobody_can_be_asked_for_a_neutral_fortress() -> None:
    scene = at_hull().control("hull", None)
    scene.movement(0)
    assert "hull" not in scene.candidates(0, "ask_leave", "place")
    says = "Nobody controls that place"
    scene.forbidden(0, "ask_leave", rule="house-8.2.4", says=says, place="hull")
    scene.forbidden(0, "enter", rule="house-8.2.4", says=says, nobles=["roos"], place="hull")


# Guests are put out again (base-6.4)


@pytest.mark.rule("base-6.4", "house-8.5.1")
def test_the_owner_puts_guests_out_in_his_own_movement_phase() -> None:
    scene = at_hull()
    scene.state.nobles["roos"].inside = "hull"
    scene.movement(1)
    assert scene.candidates(1, "dismiss", "nobles") == {"roos"}
    scene.play(1, "dismiss", nobles=["roos"], place="hull")
    assert scene.where("roos") == (HULL, None, None)
    assert scene.happened(facts.Expelled) == [facts.Expelled(("roos",), "hull")]


@pytest.mark.rule("base-6.4")
def test_guests_are_put_out_in_no_other_phase_and_by_nobody_else() -> None:
    scene = at_hull(seats=3).noble("percy", 2, "alnwick")
    scene.state.nobles["roos"].inside = "hull"
    out, rule = {"nobles": ["roos"], "place": "hull"}, "base-6.4"
    scene.movement(2)
    scene.forbidden(1, "dismiss", rule=rule, says="in your own movement phase", **out)
    scene.forbidden(
        2, "dismiss", rule=rule, says="Only the player who controls the fortress", **out
    )
    scene.movement(0)
    scene.forbidden(1, "dismiss", rule=rule, says="in your own movement phase", **out)


@pytest.mark.rule("base-6.4", "house-6.2d")
def test_guests_are_not_put_out_of_a_place_under_siege() -> None:
    scene = at_hull(seats=3).noble("percy", 2, "hull", outside=True).control("hull", "howard")
    scene.state.nobles["roos"].inside = "hull"
    scene.siege("hull", ["percy"]).movement(1)
    out = {"nobles": ["roos"], "place": "hull"}
    scene.forbidden(1, "dismiss", rule="house-6.2d", says="Nobody can be put out", **out)


@pytest.mark.rule("base-6.4", "house-8.5.1")
def test_guests_who_are_not_put_out_stay_without_asking_again() -> None:
    scene = at_hull()
    scene.state.nobles["roos"].inside = "hull"
    scene.movement(1)
    scene.play(1, "done")
    scene.movement(0)
    assert scene.where("roos") == (HULL, "hull", None)
    scene.play(0, "leave", nobles=["roos"], place="hull")
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")


# Ships and leave (house-8.6.12, house-8.6.13)


@pytest.mark.rule("house-8.2.6", "house-8.6.12", "house-8.6.13")
def test_guests_board_and_sail_with_the_owners_leave() -> None:
    scene = at_hull().control("hull", "howard")
    scene.state.nobles["roos"].inside = "hull"
    scene.state.crown_deck.remove("le_swan")
    scene.state.nobles["roos"].cards.append("le_swan")
    scene.ship("le_swan", port="hull").movement(0)
    on = {"nobles": ["roos"], "ship": "le_swan"}
    scene.forbidden(0, "embark", rule="house-2.2f", says="an open or friendly port", **on)
    scene.play(0, "ask_leave", place="hull")
    scene.play(1, "grant")
    scene.play(0, "embark", nobles=["roos"], ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to="humber-mouth")
    assert scene.lies("le_swan") == "humber-mouth"


@pytest.mark.rule("house-8.2.6")
@pytest.mark.parametrize("sold", [True, False], ids=["sold to him", "neutral"])
def test_a_request_lapses_if_the_fortress_is_no_longer_anothers(sold: bool) -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    scene.control("hull", "roos" if sold else None)
    scene.play(0, "propose_deal", to="1", promise=["Peace"], due="1")
    assert scene.asked(0) == ["movement"]
    assert scene.asked(1) == []
    assert scene.state.granted == {}


@pytest.mark.rule("house-8.5.3")
def test_going_in_and_coming_out_is_told() -> None:
    scene = at_hull().control("hull", "roos").noble("grey", 0, "ruthin")
    scene.movement(0)
    scene.play(0, "enter", nobles=["roos"], place="hull")
    assert scene.happened(facts.EnteredPlace) == [facts.EnteredPlace(0, ("roos",), "hull")]
    scene.play(0, "leave", nobles=["roos"], place="hull")
    assert scene.happened(facts.CameOut) == [facts.CameOut(0, ("roos",), "hull")]


@pytest.mark.rule("house-8.2.6")
def test_a_request_is_told() -> None:
    scene = at_hull()
    scene.movement(0)
    scene.play(0, "ask_leave", place="hull")
    assert scene.happened(facts.LeaveAsked) == [facts.LeaveAsked(0, 1, "hull")]


@pytest.mark.rule("house-8.2.5")
def test_who_has_marched_all_the_way_is_still_told_that_the_place_is_not_open() -> None:
    scene = Scene().noble("roos", 0, "13,5").noble("howard", 1, "castle-rising")
    scene.noble("grey", 0, "ruthin").control("hull", "howard").movement(0)
    scene.play(0, "march", nobles=["roos"], to=HULL)
    assert scene.state.nobles["roos"].steps == 0
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="18,11")
