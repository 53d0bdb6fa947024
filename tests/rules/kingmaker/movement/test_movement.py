"""Moving over land: marches, roads and Free Moves."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene


def scene_with(noble: str = "roos", at: str = "13,20", **more: Any) -> Scene:
    """One noble of seat 0, one who idles in Bodmin so that the phase stays open, and a rival."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    return scene.noble(noble, 0, at, **more)


def at(scene: Scene, noble: str) -> tuple[str, str | None]:
    found = scene.state.nobles[noble]
    return found.square, found.inside


# Marching


@pytest.mark.rule("house-2.2a", "base-7.1")
def test_a_march_covers_five_squares_and_not_six() -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="19,20")
    scene.play(0, "march", nobles=["roos"], to="18,20")
    assert at(scene, "roos") == ("18,20", None)
    assert scene.happened(facts.Marched)[0].origin == "13,20"
    assert scene.state.nobles["roos"].steps == 0
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="18,19")


@pytest.mark.rule("house-2.2a", "base-7.1")
def test_a_march_may_be_made_in_parts_but_no_longer() -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="16,20")
    assert scene.state.nobles["roos"].steps == 2
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="19,20")
    scene.play(0, "march", nobles=["roos"], to="18,20")
    assert at(scene, "roos") == ("18,20", None)


@pytest.mark.rule("house-2.2b", "base-7.1")
@pytest.mark.parametrize("to", ["13,17", "10,17", "11,18", "15,23"])
def test_a_diagonal_step_costs_one_like_any_other(to: str) -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to=to)
    far = max(abs(13 - int(to.split(",", maxsplit=1)[0])), abs(20 - int(to.split(",")[1])))
    assert scene.state.nobles["roos"].steps == 5 - far


@pytest.mark.rule("house-2.2c", "base-7.2")
def test_a_forest_entered_ends_the_move() -> None:
    scene = scene_with("roos", "15,19")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="16,18")
    assert scene.state.nobles["roos"].steps == 0
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="16,17")


@pytest.mark.rule("house-2.2c", "base-7.2")
def test_no_march_leads_through_a_forest() -> None:
    scene = scene_with("roos", "15,17")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="17,19")
    assert scene.state.nobles["roos"].steps == 2  # round the forest at 16,18: three squares


@pytest.mark.rule("house-2.2c", "base-7.2")
def test_starting_in_a_forest_is_no_hindrance() -> None:
    scene = scene_with("roos", "16,18")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="13,21")
    assert at(scene, "roos") == ("13,21", None)
    assert scene.state.nobles["roos"].steps == 2


@pytest.mark.rule("house-1.15", "base-5.1")
def test_any_number_stand_and_march_together_in_the_open() -> None:
    scene = scene_with("percy", "13,20", cards=("marshal_england",))
    for noble in ("neville", "mowbray", "stanley", "talbot", "stafford", "roos"):
        scene.noble(noble, 0, "13,20")
    nobles = ["percy", "neville", "mowbray", "stanley", "talbot", "stafford", "roos"]
    scene.movement(0)
    scene.play(0, "march", nobles=nobles, to="15,19")
    assert {scene.state.nobles[n].square for n in nobles} == {"15,19"}


@pytest.mark.rule("base-7.7")
def test_enemies_in_the_open_stop_neither_march_nor_ride() -> None:
    scene = scene_with("roos", "18,18").noble("scrope", 0, "13,20")
    scene.noble("percy", 1, "18,17").noble("neville", 1, "15,20")
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="17,15")
    scene.play(0, "march", nobles=["scrope"], to="15,20")
    scene.play(0, "march", nobles=["scrope"], to="18,20")
    assert at(scene, "roos") == ("17,15", None)
    assert at(scene, "scrope") == ("18,20", None)


@pytest.mark.rule("base-7.8")
@pytest.mark.parametrize(("start", "to"), [("15,23", "15,24"), ("22,22", "24,23"), ("6,8", "9,7")])
def test_the_sea_is_not_crossed_on_foot(start: str, to: str) -> None:
    scene = scene_with("roos", start)
    scene.movement(0)
    scene.refused(0, "march", rule="base-7.8", nobles=["roos"], to=to)
    assert to not in scene.candidates(0, "march", "to")


@pytest.mark.rule("base-7.8", "base-8.14")
def test_anglesey_is_a_step_from_the_mainland() -> None:
    scene = scene_with("roos", "7,13")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="7,12")
    assert scene.state.nobles["roos"].steps == 4
    scene.play(0, "march", nobles=["roos"], to="8,13")
    assert at(scene, "roos") == ("8,13", None)


@pytest.mark.rule("base-7.9")
def test_trent_and_tees_are_crossed_freely() -> None:
    scene = scene_with("roos", "14,13")
    assert "north_of_trent" in scene.board.squares["14,13"].regions
    assert "north_of_trent" not in scene.board.squares["14,15"].regions
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="14,15")
    assert scene.state.nobles["roos"].steps == 3


@pytest.mark.rule("base-7.11")
def test_nobles_are_dropped_and_picked_up_each_with_his_own_allowance() -> None:
    scene = scene_with("roos", "13,20").noble("scrope", 0, "13,20").noble("pole", 0, "15,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos", "scrope"], to="15,20")
    assert scene.state.nobles["pole"].steps == 5
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos", "pole"], to="19,20")
    scene.play(0, "march", nobles=["roos", "pole"], to="18,20")
    assert [scene.state.nobles[n].steps for n in ("roos", "scrope", "pole")] == [0, 3, 2]
    scene.play(0, "march", nobles=["scrope"], to="12,20")
    assert at(scene, "scrope") == ("12,20", None)


@pytest.mark.rule("base-3.2")
def test_movement_is_optional() -> None:
    scene = scene_with("roos", "13,20").noble("scrope", 0, "13,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="14,20")
    scene.play(0, "done")
    assert at(scene, "roos") == ("14,20", None)
    assert at(scene, "scrope") == ("13,20", None)
    assert scene.state.phase != "movement"


@pytest.mark.rule("base-3.2")
def test_only_the_moving_player_moves_and_only_his_own() -> None:
    scene = scene_with("roos", "13,20").noble("scrope", 1, "13,20")
    scene.movement(0)
    assert scene.offered(1, "march") == []
    assert scene.candidates(0, "march", "nobles") == {"roos", "greystoke"}


# Roads


@pytest.mark.rule("house-2.2d", "house-8.4.1", "base-7.3", "base-7.5")
def test_a_free_road_may_be_followed_any_distance() -> None:
    scene = scene_with("roos", "18,19")
    for place in ("newark", "pontefract", "york", "durham", "newcastle", "alnwick"):
        scene.control(place, "roos")
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="13,1")
    assert at(scene, "roos") == ("13,1", None)
    assert scene.happened(facts.Marched)[0].by == "road"


@pytest.mark.rule("house-8.4.2", "base-7.5")
@pytest.mark.parametrize(
    ("friendly", "stop", "beyond"),
    [
        ((), "16,13", "16,12"),
        (("newark",), "15,10", "15,9"),
        (("newark", "pontefract"), "15,9", "14,7"),
        (("newark", "pontefract", "york"), "14,5", "14,4"),
    ],
)
def test_the_first_unfriendly_fortress_on_the_road_stops_the_ride(
    friendly: tuple[str, ...], stop: str, beyond: str
) -> None:
    scene = scene_with("roos", "18,18")
    for place in friendly:
        scene.control(place, "roos")
    scene.movement(0)
    scene.refused(0, "ride", rule="house-8.4.2", nobles=["roos"], to=beyond)
    scene.play(0, "ride", nobles=["roos"], to=stop)
    assert at(scene, "roos") == (stop, None)


@pytest.mark.rule("house-8.4.2", "house-8.2.5", "base-7.5")
def test_a_fortress_of_another_player_stops_the_ride() -> None:
    scene = scene_with("roos", "18,18").control("newark", "courtenay")
    scene.movement(0)
    scene.refused(0, "ride", rule="house-8.4.2", nobles=["roos"], to="15,11")
    scene.play(0, "ride", nobles=["roos"], to="16,13")
    assert "roos" not in scene.candidates(0, "ride", "nobles")


@pytest.mark.rule("base-7.5")
def test_a_fortress_that_only_shares_a_square_does_not_stop_the_ride() -> None:
    scene = scene_with("roos", "16,13")
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="15,10")  # past Tickhill, which is beside the road
    assert at(scene, "roos") == ("15,10", None)


@pytest.mark.rule("base-7.5", "base-6.6")
def test_an_unfortified_town_stops_the_ride_only_if_an_enemy_is_in_it() -> None:
    free = scene_with("roos", "18,18")
    free.movement(0)
    free.play(0, "ride", nobles=["roos"], to="17,14")
    held = scene_with("roos", "18,18").noble("scrope", 1, "stamford")
    held.movement(0)
    held.refused(0, "ride", rule="house-8.4.2", nobles=["roos"], to="17,14")
    held.play(0, "ride", nobles=["roos"], to="17,15")
    assert at(held, "roos") == ("17,15", None)


@pytest.mark.rule("base-7.5", "base-6.6")
def test_an_own_noble_in_an_unfortified_town_does_not_stop_the_ride() -> None:
    scene = scene_with("roos", "18,18").noble("scrope", 0, "stamford")
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="17,14")
    assert at(scene, "roos") == ("17,14", None)


@pytest.mark.rule("base-7.6")
def test_a_fortress_in_the_starting_square_does_not_hold_the_rider() -> None:
    scene = scene_with("roos", "16,13")
    scene.movement(0)
    assert scene.state.control.get("newark") is None
    scene.play(0, "ride", nobles=["roos"], to="18,18")
    assert at(scene, "roos") == ("18,18", None)


@pytest.mark.rule("house-2.2c", "house-2.2d")
def test_a_forest_does_not_stop_a_ride() -> None:
    scene = scene_with("roos", "14,16")
    assert scene.board.squares["13,15"].is_forest
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="12,13")
    assert at(scene, "roos") == ("12,13", None)


@pytest.mark.rule("base-7.3")
def test_only_he_who_begins_on_a_road_may_ride() -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    assert "roos" not in scene.candidates(0, "ride", "nobles")
    scene.play(0, "march", nobles=["roos"], to="12,20")  # the Severn road runs here
    assert "roos" not in scene.candidates(0, "ride", "nobles")


@pytest.mark.rule("house-2.2d", "base-7.4")
def test_a_move_is_by_road_or_across_country_never_both() -> None:
    scene = scene_with("roos", "18,18")
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="18,17")
    scene.refused(0, "march", rule="house-2.2a", nobles=["roos"], to="19,17")


@pytest.mark.rule("house-2.2d", "base-7.3")
def test_a_ride_may_turn_from_one_road_into_another() -> None:
    scene = scene_with("roos", "18,18").control("london", "roos")
    scene.movement(0)
    scene.play(0, "ride", nobles=["roos"], to="20,21")  # through London, down the Dover road
    assert at(scene, "roos") == ("20,21", None)


# Free Move


@pytest.mark.rule("base-7.20")
def test_a_free_move_gives_one_force_a_second_move() -> None:
    scene = scene_with("roos", "13,20").noble("scrope", 0, "13,20").held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos", "scrope"], to="18,20")
    scene.play(0, "free_move", nobles=["roos"])
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards == ["E-FM01"]
    scene.play(0, "march", nobles=["roos"], to="23,16")
    assert at(scene, "roos") == ("23,16", None)
    scene.refused(0, "march", rule="house-2.2a", nobles=["scrope"], to="19,20")


@pytest.mark.rule("base-7.20")
def test_the_second_move_may_go_by_road() -> None:
    scene = scene_with("roos", "13,20").held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="18,19")
    scene.play(0, "free_move", nobles=["roos"])
    scene.play(0, "ride", nobles=["roos"], to="16,13")
    assert at(scene, "roos") == ("16,13", None)


@pytest.mark.rule("base-7.20")
def test_one_free_move_serves_one_force_only() -> None:
    scene = scene_with("roos", "13,20").noble("scrope", 0, "18,13").held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="15,20")
    scene.play(0, "march", nobles=["scrope"], to="18,14")
    scene.refused(0, "free_move", rule="base-7.20", nobles=["roos", "scrope"])
    forces = [offer.field("nobles").candidates for offer in scene.offered(0, "free_move")]
    assert sorted(forces) == [("roos",), ("scrope",)]
    scene.play(0, "free_move", nobles=["scrope"])
    assert scene.offered(0, "free_move") == []


@pytest.mark.rule("base-7.20", "base-7.21")
def test_a_free_move_needs_the_card_and_the_own_movement_phase() -> None:
    scene = scene_with("roos", "13,20").held(1, "E-FM01").held(0, "E-FM02")
    scene.combat(0)
    assert scene.offered(0, "free_move") == []
    scene = scene_with("roos", "13,20").held(1, "E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="15,20")
    assert scene.offered(1, "free_move") == []
    assert scene.offered(0, "free_move") == []


@pytest.mark.rule("base-7.21")
def test_a_free_move_is_no_way_out_of_a_siege() -> None:
    scene = scene_with("roos", "york").noble("percy", 1, "york", outside=True)
    scene.siege("york", ["percy"]).held(0, "E-FM01", "E-FM02").noble("scrope", 0, "13,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["scrope"], to="14,20")
    assert scene.candidates(0, "free_move", "nobles") == {"scrope"}
    assert scene.offered(0, "free_road") == []


@pytest.mark.rule("house-8.4.3", "base-7.22")
def test_free_move_and_bishop_open_the_road_through_unfriendly_fortresses() -> None:
    scene = scene_with("roos", "18,18", cards=("bp_lincoln",)).held(0, "E-FM01")
    scene.movement(0)
    scene.refused(0, "ride", rule="house-8.4.2", nobles=["roos"], to="14,5")
    scene.play(0, "free_road", noble="roos", to="14,5")
    assert at(scene, "roos") == ("14,5", None)
    assert "roos" not in scene.candidates(0, "march", "nobles")  # that was his move
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards == ["E-FM01"]


@pytest.mark.rule("house-8.4.3")
def test_the_free_road_needs_card_and_bishop_and_remains_optional() -> None:
    without_bishop = scene_with("roos", "18,18").held(0, "E-FM01")
    without_bishop.noble("scrope", 0, "18,18", cards=("bp_lincoln",))
    without_bishop.movement(0)
    assert without_bishop.candidates(0, "free_road", "noble") == {"scrope"}
    without_card = scene_with("roos", "18,18", cards=("bp_lincoln",))
    without_card.movement(0)
    assert without_card.offered(0, "free_road") == []
    optional = scene_with("roos", "18,18", cards=("bp_lincoln",)).held(0, "E-FM01")
    optional.movement(0)
    optional.play(0, "ride", nobles=["roos"], to="16,13")
    assert optional.state.factions[0].held == ["E-FM01"]


@pytest.mark.rule("house-8.4.4")
def test_the_free_road_is_for_one_noble_alone() -> None:
    scene = scene_with("roos", "18,18", cards=("bp_lincoln",)).held(0, "E-FM01")
    scene.noble("scrope", 0, "18,18")
    scene.movement(0)
    offer = scene.offered(0, "free_road")[0]
    assert (offer.field("noble").least, offer.field("noble").most) == (1, 1)
    scene.play(0, "free_road", noble="roos", to="15,9")
    assert at(scene, "scrope") == ("18,18", None)
    scene.refused(0, "ride", rule="house-8.4.2", nobles=["scrope"], to="15,9")


# Refusals


@pytest.mark.rule("base-7.20", "house-8.4.3")
@pytest.mark.parametrize(
    ("verb", "rule", "args"),
    [
        ("free_move", "base-7.20", {"nobles": ["roos"]}),
        ("free_road", "house-8.4.3", {"noble": "roos", "to": "15,9"}),
    ],
)
def test_without_the_card_the_refusal_names_the_rule_of_the_card(
    verb: str, rule: str, args: dict[str, Any]
) -> None:
    scene = scene_with("roos", "18,18", cards=("bp_lincoln",))
    scene.movement(0)
    scene.play(0, "march", nobles=["greystoke"], to="4,26")
    scene.refused(0, verb, rule=rule, **args)


@pytest.mark.rule("base-7.3")
def test_who_does_not_stand_on_a_road_is_told_so() -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    scene.refused(0, "ride", rule="base-7.3", nobles=["roos"], to="12,20")


@pytest.mark.rule("base-7.4", "house-2.2d")
def test_who_has_marched_does_not_ride_on() -> None:
    scene = scene_with("roos", "11,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="12,20")
    scene.refused(0, "ride", rule="house-2.2d", nobles=["roos"], to="12,19")


@pytest.mark.rule("house-2.2a")
def test_the_fifth_square_may_be_marched_alone() -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    scene.play(0, "march", nobles=["roos"], to="17,20")
    assert scene.state.nobles["roos"].steps == 1
    scene.play(0, "march", nobles=["roos"], to="18,20")
    assert at(scene, "roos") == ("18,20", None)


@pytest.mark.rule("house-1.3")
@pytest.mark.parametrize("noble", ["courtenay", "nobody"])
def test_nobles_of_others_do_not_obey(noble: str) -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    scene.refused(0, "march", rule="house-1.3", nobles=[noble], to="9,23")
    scene.refused(0, "march", rule="house-1.3", nobles=["roos", noble], to="14,20")


@pytest.mark.rule("base-7.20")
def test_the_refusal_of_a_free_move_says_whether_a_card_is_wanting() -> None:
    scene = scene_with("roos", "13,20")
    scene.movement(0)
    assert "no Free Move card" in scene.refused(0, "free_move", rule="base-7.20", nobles=["roos"])
    scene.held(0, "E-FM01")
    assert "has already moved" in scene.refused(0, "free_move", rule="base-7.20", nobles=["roos"])
