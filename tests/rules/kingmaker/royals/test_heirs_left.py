"""Heirs without a noble: in the open nobody's, in a fortress its controller's (base §11)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.votes import commons_votes
from bot.rules.kingmaker.procedures import Goal
from tests.rules.kingmaker.scene import Scene

FREE = "14,16"
"""A square with nothing in it."""


def alone(ruleset: str = "classic", heir: str = "richard_york") -> Scene:
    """Percy's York holds an heir, and no noble is in it; Courtenay is far away."""
    scene = Scene(2, ruleset).noble("percy", 0, "alnwick").control("york", "percy").crowned()
    scene.heir_at(heir, scene.board.places["york"].square, "york")
    return scene.noble("courtenay", 1, "tiverton")


def keeping(ruleset: str = "classic") -> Scene:
    """Percy is inside York, which he controls, with Richard of York; his movement begins."""
    scene = Scene(2, ruleset).noble("percy", 0, "york", heirs=("richard_york",)).crowned()
    scene.noble("courtenay", 1, "tiverton").movement(0)
    return scene


def held(scene: Scene) -> tuple[str | None, int | None]:
    """Who keeps Richard of York, for all to see: a noble, or the seat whose fortress he is in."""
    seen = scene.match.view(None).heirs["richard_york"]
    return seen.holder, seen.held_by


# In the open, beside somebody who stays (base-11.10)


def beside(ruleset: str, *others: str) -> Scene:
    """Percy and Neville stand in a square with George, whom nobody keeps; others of seat 1 too."""
    scene = Scene(2, ruleset).noble("neville", 0, FREE).noble("percy", 0, FREE)
    for other in others:
        scene.noble(other, 1, FREE)
    return scene.heir_at("george", FREE).noble("courtenay", 1, "tiverton")


@pytest.mark.rule("base-11.10")
@pytest.mark.parametrize("ruleset", ["classic", "house", "ishkibibble"])
def test_who_stays_alone_beside_an_heir_has_him_once_his_movement_is_over(ruleset: str) -> None:
    scene = beside(ruleset)
    scene.movement(0)
    assert scene.state.heirs["george"].holder is None
    scene.play(0, "done")
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken("george", "percy", 0)]
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("base-11.10")
@pytest.mark.parametrize("ruleset", ["classic", "house", "ishkibibble"])
@pytest.mark.parametrize("coming", [["neville", "percy"], ["neville"]])
def test_of_those_who_come_and_those_already_there_the_strongest_takes_him(
    ruleset: str, coming: list[str]
) -> None:
    scene = beside(ruleset)
    for noble in coming:
        scene.state.nobles[noble].square = "14,18"
    scene.movement(0)
    scene.play(0, "march", nobles=coming, to=FREE)
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken("george", "percy", 0)]


@pytest.mark.rule("base-11.10")
def test_but_not_while_another_faction_stands_there_nor_in_anothers_movement() -> None:
    scene = beside("classic", "scrope").movement_over(0)
    assert scene.state.heirs["george"].holder is None
    scene = beside("classic").movement_over(1)
    assert scene.state.heirs["george"].holder is None


@pytest.mark.rule("base-11.10", "base-11.11")
def test_an_heir_left_in_ones_fortress_stays_there_beside_ones_noble() -> None:
    scene = alone().noble("neville", 0, "york").movement_over(0)
    heir = scene.state.heirs["richard_york"]
    assert (heir.holder, heir.inside) == (None, "york")


# In a fortress (base-11.10)


@pytest.mark.rule("base-11.10", "base-11.11")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_an_heir_in_a_fortress_is_its_controllers(ruleset: str) -> None:
    scene = alone(ruleset)
    assert held(scene) == (None, 0)
    assert [found.heirs for found in scene.match.standings()] == [("richard_york",), ()]


@pytest.mark.rule("base-11.10", "classic-commons.2")
def test_he_votes_for_the_controller_as_senior_of_his_house() -> None:
    scene = alone()
    with_him = commons_votes(scene.match.table)
    scene.control("york", "courtenay")
    york = scene.board.places["york"].commons
    assert commons_votes(scene.match.table) == [with_him[0] - york - 10, with_him[1] + york + 10]


@pytest.mark.rule("base-11.10")
def test_he_goes_with_the_fortress_and_is_nobodys_in_a_neutral_one() -> None:
    scene = alone().control("york", "courtenay")
    assert held(scene) == (None, 1)
    scene.control("york", None)
    assert held(scene) == (None, None)


@pytest.mark.rule("house-5.3", "house-4.10")
def test_by_the_house_rules_a_noble_must_hold_him() -> None:
    scene = alone("house")
    assert held(scene) == (None, None)
    assert [found.heirs for found in scene.match.standings()] == [(), ()]


@pytest.mark.rule("base-11.10", "classic-object.1")
def test_a_king_whom_a_fortress_holds_is_held() -> None:
    scene = alone().crowned("richard_york")
    assert [found.goal for found in scene.match.standings()] == [
        Goal("richard_york", needed=4),
        Goal(None, needed=4),
    ]


@pytest.mark.rule("base-11.10", "base-14.1")
@pytest.mark.parametrize(("place", "won"), [("york", True), (None, False)])
def test_the_last_king_wins_for_the_controller_of_his_fortress(
    place: str | None, won: bool
) -> None:
    scene = alone("base").crowned("richard_york")
    scene.heir_at("richard_york", scene.board.places["york"].square, place)
    scene.dead(*(heir for heir in scene.state.heirs if heir != "richard_york"))
    scene.movement(0)
    expected = [facts.GameWon((0,), "last_king")] if won else []
    assert scene.happened(facts.GameWon) == expected


@pytest.mark.rule("base-11.10", "base-11.9")
def test_only_the_controller_may_kill_him() -> None:
    scene = alone()
    scene.movement(0)
    assert scene.refused(1, "kill_heir", rule="base-11.9", heir="richard_york") == (
        "You can kill only an heir whom your own nobles hold."
    )
    scene.play(0, "kill_heir", heir="richard_york")
    assert scene.happened(facts.HeirDied) == [facts.HeirDied("richard_york", "killed", 0)]


@pytest.mark.rule("base-11.10", "base-13.3")
def test_he_may_be_crowned_where_he_is() -> None:
    scene = alone().noble("roos", 0, "york", cards=("abp_york",)).control("york", "percy")
    scene.coronation(0)
    scene.play(0, "crown", heir="richard_york")
    assert scene.happened(facts.Crowned) == [facts.Crowned("richard_york", "york", 0)]


@pytest.mark.rule("base-11.10", "base-6.4")
def test_a_guest_does_not_take_him() -> None:
    scene = alone().noble("mowbray", 1, "york", outside=True)
    scene.movement(1)
    scene.play(1, "ask_leave", place="york")
    scene.play(0, "grant")
    scene.play(1, "enter", nobles=["mowbray"], place="york")
    assert held(scene) == (None, 0)


@pytest.mark.rule("base-11.10")
def test_a_noble_of_the_controller_who_goes_inside_takes_charge_of_him() -> None:
    scene = alone().noble("roos", 0, "york", outside=True)
    scene.movement(0)
    scene.play(0, "enter", nobles=["roos"], place="york")
    assert held(scene) == ("roos", None)


# Left in one (base-11.11)


@pytest.mark.rule("base-11.11")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_an_heir_may_be_left_in_a_friendly_fortress(ruleset: str) -> None:
    scene = keeping(ruleset)
    assert scene.candidates(0, "leave", "left") == {"richard_york"}
    scene.play(0, "leave", nobles=["percy"], place="york", left=["richard_york"])
    square = scene.board.places["york"].square
    assert scene.happened(facts.HeirLeft) == [facts.HeirLeft("richard_york", square, "york")]
    assert held(scene) == (None, 0)


@pytest.mark.rule("base-11.11", "base-7.12")
def test_unless_he_is_left_he_comes_out_with_his_keeper() -> None:
    scene = keeping()
    scene.play(0, "leave", nobles=["percy"], place="york")
    assert held(scene) == ("percy", None)
    assert scene.match.view(None).heirs["richard_york"].inside is None


@pytest.mark.rule("base-11.11")
def test_another_noble_of_the_fortress_keeps_whom_one_leaves() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "york", heirs=("richard_york",))
    scene.noble("roos", 0, "york").control("york", "percy").noble("courtenay", 1, "tiverton")
    scene.movement(0)
    scene.play(0, "leave", nobles=["percy"], place="york", left=["richard_york"])
    assert held(scene) == ("roos", None)


@pytest.mark.rule("base-11.11")
def test_left_by_a_guest_he_is_his_hosts() -> None:
    scene = Scene(2, "classic").noble("courtenay", 1, "tiverton").crowned()
    scene.control("york", "courtenay")
    scene.noble("percy", 0, "york", guest=True, heirs=("richard_york",)).movement(0)
    scene.play(0, "leave", nobles=["percy"], place="york", left=["richard_york"])
    assert held(scene) == (None, 1)


@pytest.mark.rule("base-11.11")
def test_no_heir_is_left_in_a_town_that_is_no_fortress() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "worcester", heirs=("richard_york",)).crowned()
    scene.noble("courtenay", 1, "tiverton").movement(0)
    named = {"nobles": ["percy"], "place": "worcester", "left": ["richard_york"]}
    assert scene.refused(0, "leave", rule="base-11.11", **named) == (
        "Only a fortress can keep an heir without one of your nobles."
    )


@pytest.mark.rule("base-11.11")
def test_nobody_leaves_an_heir_who_is_not_with_him() -> None:
    scene = keeping()
    named = {"nobles": ["percy"], "place": "york", "left": ["henry"]}
    assert scene.refused(0, "leave", rule="base-11.11", **named) == (
        "You can leave behind only heirs who are with your nobles there."
    )


@pytest.mark.rule("house-5.3")
def test_by_the_house_rules_no_heir_is_left_in_a_fortress() -> None:
    scene = keeping("house")
    named = {"nobles": ["percy"], "place": "york", "left": ["richard_york"]}
    assert scene.refused(0, "leave", rule="house-5.3", **named) == (
        "Only a fortress can keep an heir without one of your nobles."
    )


# In the open (base-11.10)


@pytest.mark.rule("base-11.10")
def test_in_the_open_he_is_nobodys_till_somebody_comes_unopposed() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "14,18").noble("courtenay", 1, "tiverton")
    scene.heir_at("richard_york", FREE)
    assert held(scene) == (None, None)
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to=FREE)
    assert held(scene) == ("percy", None)


@pytest.mark.rule("base-11.10")
def test_in_the_open_beside_ones_fortress_he_is_nobodys() -> None:
    scene = alone()
    scene.heir_at("richard_york", scene.board.places["york"].square)
    assert held(scene) == (None, None)


@pytest.mark.rule("base-11.10")
def test_an_enemy_in_the_square_keeps_him_from_being_taken() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "14,18").noble("courtenay", 1, FREE)
    scene.heir_at("richard_york", FREE)
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to=FREE)
    assert held(scene) == (None, None)
