"""Leave to enter another's fortress: asked, given, kept, ended (house §8.2; base 6.4)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

HULL = "18,10"


def at_hull(*, seats: int = 2) -> Scene:
    """Roos of seat 0 stands before Hull, which Howard of seat 1 controls from afar."""
    scene = Scene(seats).noble("roos", 0, "hull", outside=True).noble("howard", 1, "castle-rising")
    return scene.control("hull", "howard")


@pytest.mark.rule("house-8.2.6", "base-6.4", "house-8.5.1", "base-16.3", "house-8.2.5")
def test_the_fortress_stays_closed_until_its_owner_lets_the_mover_in() -> None:
    scene = at_hull()
    scene.movement(0)
    assert scene.offered(0, "enter") == []
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")
    scene.play(0, "ask_leave", place="hull")
    assert scene.happened(facts.LeaveAsked) == [facts.LeaveAsked(0, 1, "hull")]
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


@pytest.mark.rule("house-8.2.5")
def test_who_has_marched_all_the_way_is_still_told_that_the_place_is_not_open() -> None:
    scene = Scene().noble("roos", 0, "13,5").noble("howard", 1, "castle-rising")
    scene.noble("grey", 0, "ruthin").control("hull", "howard").movement(0)
    scene.play(0, "march", nobles=["roos"], to=HULL)
    assert scene.state.nobles["roos"].steps == 0
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="hull")
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="18,11")


# Going in and out of places, what is friendly, and how many a fortress holds.


def scene_with(noble: str = "roos", at: str = "13,20", **more: Any) -> Scene:
    """One noble of seat 0, one who idles in Bodmin so that the phase stays open, and a rival."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    return scene.noble(noble, 0, at, **more)


def at(scene: Scene, noble: str) -> tuple[str, str | None]:
    found = scene.state.nobles[noble]
    return found.square, found.inside


@pytest.mark.rule("base-6.7", "base-5.6")
def test_going_in_and_out_costs_nothing() -> None:
    scene = scene_with("roos", "newark")
    scene.movement(0)
    scene.play(0, "leave", nobles=["roos"], place="newark")
    assert at(scene, "roos") == ("16,13", None)
    assert scene.state.nobles["roos"].steps == 5
    scene.play(0, "enter", nobles=["roos"], place="newark")
    assert at(scene, "roos") == ("16,13", "newark")
    scene.play(0, "march", nobles=["roos"], to="18,13")
    assert scene.state.nobles["roos"].steps == 3


@pytest.mark.rule("base-6.7")
def test_nobody_comes_out_of_a_place_that_he_is_not_in() -> None:
    scene = scene_with("roos", "newark").noble("howard", 0, "newark", outside=True)
    scene.movement(0)
    says = "That noble is not inside any place, so he cannot come out."
    scene.forbidden(0, "leave", rule="base-6.7", says=says, nobles=["howard"], place="newark")
    says = "That noble is not inside the place. Name the one he is in."
    scene.forbidden(0, "leave", rule="base-6.7", says=says, nobles=["roos"], place="hull")


@pytest.mark.rule("base-6.7")
def test_a_noble_who_has_used_up_his_move_may_still_go_in() -> None:
    scene = scene_with("roos", "13,20").control("london", "roos")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="18,20")
    scene.play(0, "enter", nobles=["roos"], place="london")
    assert at(scene, "roos") == ("18,20", "london")


@pytest.mark.rule("base-6.5", "house-8.2.4", "base-1.14")
def test_a_neutral_fortress_is_not_entered_but_by_siege() -> None:
    scene = scene_with("roos", "16,13")
    scene.movement(0)
    scene.refused(0, "enter", rule="house-8.2.4", nobles=["roos"], place="newark")


@pytest.mark.rule("house-8.2.5", "base-6.4")
def test_a_fortress_of_another_player_is_not_entered() -> None:
    scene = scene_with("roos", "16,13").control("newark", "courtenay")
    scene.movement(0)
    scene.refused(0, "enter", rule="house-8.2.5", nobles=["roos"], place="newark")


@pytest.mark.rule("house-8.2.2", "base-6.4", "base-1.14")
def test_any_noble_of_the_faction_may_enter_its_fortress() -> None:
    scene = scene_with("roos", "13,20").noble("scrope", 0, "16,13").control("newark", "roos")
    scene.movement(0)
    scene.play(0, "enter", nobles=["scrope"], place="newark")
    assert at(scene, "scrope") == ("16,13", "newark")
    assert scene.state.control["newark"] == "roos"


@pytest.mark.rule("house-8.2.3", "base-1.14")
@pytest.mark.parametrize("place", ["cardigan", "hereford", "kingston"])
def test_an_empty_open_town_may_be_entered(place: str) -> None:
    square = Scene().board.places[place].square
    scene = scene_with("roos", square)
    scene.movement(0)
    scene.play(0, "enter", nobles=["roos"], place=place)
    assert at(scene, "roos") == (square, place)
    assert place not in scene.state.control


@pytest.mark.rule("house-8.2.3", "base-6.6")
@pytest.mark.parametrize("place", ["hereford", "worcester"])
def test_a_town_another_player_is_in_may_not_be_entered(place: str) -> None:
    square = Scene().board.places[place].square
    scene = scene_with("roos", square).noble("scrope", 1, place)
    scene.movement(0)
    assert place not in scene.candidates(0, "enter", "place")
    rule = "house-8.2.3" if scene.board.places[place].is_open_town else "base-6.6"
    scene.refused(0, "enter", rule=rule, nobles=["roos"], place=place)


@pytest.mark.rule("house-8.2.3", "base-6.6")
@pytest.mark.parametrize("place", ["hereford", "worcester"])
def test_a_town_only_own_nobles_are_in_may_be_entered(place: str) -> None:
    square = Scene().board.places[place].square
    scene = scene_with("roos", square).noble("scrope", 0, place)
    scene.movement(0)
    scene.play(0, "enter", nobles=["roos"], place=place)
    assert at(scene, "roos") == (square, place)


@pytest.mark.rule("house-8.2.1")
def test_status_is_taken_before_the_movement_begins() -> None:
    scene = scene_with("roos", "14,5").hand(0, "town_newcastle")
    scene.movement(0)
    scene.refused(0, "ride", rule="house-8.4.2", nobles=["roos"], to="14,3")
    scene.play(0, "play", card="town_newcastle", noble="roos")
    assert scene.state.control["newcastle"] == "roos"
    scene.refused(0, "ride", rule="house-8.4.2", nobles=["roos"], to="14,3")


@pytest.mark.rule("base-7.10", "house-6.2d")
def test_a_noble_under_siege_does_not_move() -> None:
    scene = scene_with("roos", "newark").noble("percy", 1, "newark", outside=True)
    scene.siege("newark", ["percy"]).noble("scrope", 0, "13,20")
    scene.movement(0)
    scene.refused(0, "march", rule="house-6.2d", nobles=["roos"], to="17,13")
    scene.refused(0, "ride", rule="house-6.2d", nobles=["roos"], to="17,13")
    scene.refused(0, "leave", rule="house-6.2d", nobles=["roos"], place="newark")
    assert scene.candidates(0, "march", "nobles") == {"scrope", "greystoke"}


# Capacity


@pytest.mark.rule("house-8.5.3", "base-6.1")
@pytest.mark.parametrize(
    ("place", "room"),
    [("alnwick", 300), ("windsor", 300), ("newark", 400), ("bristol", 400)],
)
def test_troops_inside_a_fortress_are_limited(place: str, room: int) -> None:
    square = Scene().board.places[place].square
    scene = scene_with("percy", square, cards=("marshal_england",)).control(place, "percy")
    scene.noble("neville", 0, square, cards=("treasurer_england",))
    scene.noble("roos", 0, square).noble("holland", 0, square).noble("hastings", 0, square)
    scene.noble("clifford", 0, square, cards=("burgundian_crossbowmen_1", "saxons_1"))
    scene.noble("scrope", 0, square, cards=("burgundian_crossbowmen_2", "flemish_crossbowmen_1"))
    scene.movement(0)
    # 200 + 100; then 20 + 20 + 10 and 50, or 60, on top
    if room == 300:
        scene.play(0, "enter", nobles=["percy", "neville"], place=place)
        scene.refused(0, "enter", rule="house-8.5.3", nobles=["hastings"], place=place)
    else:
        nobles = ["percy", "neville", "roos", "holland", "scrope"]
        scene.play(0, "enter", nobles=nobles, place=place)
        scene.refused(0, "enter", rule="house-8.5.3", nobles=["hastings"], place=place)


@pytest.mark.rule("base-6.1")
@pytest.mark.parametrize("place", ["worcester", "hereford"])
def test_towns_without_walls_hold_any_number(place: str) -> None:
    square = Scene().board.places[place].square
    scene = scene_with("percy", square, cards=("marshal_england",))
    scene.noble("neville", 0, square, cards=("treasurer_england",))
    scene.noble("mowbray", 0, square, cards=("steward_household", "french_foot"))
    scene.movement(0)
    scene.play(0, "enter", nobles=["percy", "neville", "mowbray"], place=place)
    assert {scene.state.nobles[n].inside for n in ("percy", "neville", "mowbray")} == {place}


@pytest.mark.rule("base-6.2")
def test_one_noble_alone_fits_into_an_empty_fortress_of_his_own() -> None:
    scene = scene_with(
        "percy",
        "14,3",
        cards=(
            "marshal_england",
            "burgundian_crossbowmen_1",
            "burgundian_crossbowmen_2",
            "flemish_crossbowmen_1",
            "flemish_crossbowmen_2",
            "scots_archers_1",
        ),
    )
    scene.noble("clifford", 0, "14,3")  # Percy has 320 troops, and Alnwick room for 300
    scene.movement(0)
    scene.refused(0, "enter", rule="house-8.5.3", nobles=["percy", "clifford"], place="alnwick")
    scene.play(0, "enter", nobles=["percy"], place="alnwick")
    assert at(scene, "percy") == ("14,3", "alnwick")
    scene.refused(0, "enter", rule="house-8.5.3", nobles=["clifford"], place="alnwick")
