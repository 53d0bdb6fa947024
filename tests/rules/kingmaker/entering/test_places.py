"""Going in and out of places, what is friendly, and how many a fortress holds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kingmaker.scene import Scene


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
