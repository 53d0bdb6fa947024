"""Going home: after a failed attack, and what a home castle must be."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    only,
    result,
    sound,
    where,
)
from tests.rules.kingmaker.scene import Scene

LOSE = 18
"""A roll at 1:1 by which the attack fails."""


def beaten(scene: Scene, *attackers: str, roll: int = LOSE, deaths: tuple[int, ...] = ()) -> Scene:
    """Seat 0 attacks on the field and fails."""
    scene.next_events(FINE)
    lay_rolls(scene, roll, *deaths).combat(0)
    attack(scene, *attackers)
    assert result(scene) == "attack_fails"
    return scene


@pytest.mark.rule("house-5.16b")
def test_surviving_attackers_go_home_at_once() -> None:
    scene = beaten(field_of(("howard", "berkeley"), ("roos",)), "howard", "berkeley")
    assert where(scene, "howard") == ("20,14", "castle-rising")
    assert where(scene, "berkeley") == ("12,20", "berkeley")
    assert {e.cause for e in scene.happened(facts.WentHome)} == {"retreat"}
    assert where(scene, "roos") == (FIELD, None)
    assert scene.asked(0) == ["combat"]
    sound(scene)


@pytest.mark.rule("house-5.16b")
def test_the_beaten_choose_among_their_castles_before_anything_else() -> None:
    scene = beaten(field_of(("neville",), ("mowbray",)), "neville")
    scene.refused(0, "done", rule="house-5.16b")
    scene.refused(0, "attack", rule="house-5.16b", nobles=["audley"], against="1", square="19,18")
    assert scene.asked(0) == ["go_home"]
    castles = {"warwick", "raby", "middleham", "cardiff"}
    assert scene.candidates(0, "go_home", "castle") == castles
    scene.refused(0, "go_home", rule="house-5.16b", noble="neville", castle="alnwick")
    scene.play(0, "go_home", noble="neville", castle="raby")
    assert where(scene, "neville") == ("13,6", "raby")


@pytest.mark.rule("house-5.16b")
def test_the_dead_do_not_go_home() -> None:
    scene = field_of(("howard", "berkeley"), ("roos",))
    beaten(scene, "howard", "berkeley", deaths=(15, 16))
    assert "howard" not in scene.state.nobles
    assert only(scene, facts.WentHome).noble == "berkeley"


@pytest.mark.rule("house-5.16b")
def test_comrades_who_did_not_attack_stay() -> None:
    scene = beaten(field_of(("howard", "berkeley"), ("hastings",)), "howard")
    assert where(scene, "berkeley") == (FIELD, None)


@pytest.mark.rule("house-5.16b", "base-11.4")
@pytest.mark.parametrize("owner", ["bourchier", None], ids=["an-enemy", "nobody"])
def test_a_castle_that_is_not_his_is_not_entered(owner: str | None) -> None:
    scene = field_of(("howard",), ("hastings",)).control("castle-rising", owner)
    beaten(scene, "howard")
    assert where(scene, "howard") == ("20,14", None)
    assert only(scene, facts.WentHome).inside is None


@pytest.mark.rule("house-5.16b")
def test_a_castle_held_by_a_comrade_is_home() -> None:
    scene = field_of(("howard",), ("hastings",)).control("castle-rising", "audley")
    beaten(scene, "howard")
    assert where(scene, "howard") == ("20,14", "castle-rising")


@pytest.mark.rule("house-5.16b")
def test_a_usable_castle_goes_before_those_that_are_lost() -> None:
    scene = field_of(("clifford",), ("hastings",)).control("skipton", "bourchier")
    beaten(scene, "clifford")
    assert where(scene, "clifford") == ("11,6", "brougham")


@pytest.mark.rule("house-5.16b")
def test_with_every_castle_lost_he_chooses_which_to_stand_outside() -> None:
    scene = field_of(("clifford",), ("hastings",)).control("skipton", "bourchier")
    beaten(scene.control("brougham", None), "clifford")
    assert scene.candidates(0, "go_home", "castle") == {"skipton", "brougham"}
    scene.play(0, "go_home", noble="clifford", castle="skipton")
    assert where(scene, "clifford") == ("13,9", None)


@pytest.mark.rule("house-5.16b", "house-6.2d")
def test_a_castle_under_siege_is_not_usable() -> None:
    scene = field_of(("clifford",), ("hastings",)).noble("percy", 1, "11,6")
    beaten(scene.siege("brougham", ["percy"]), "clifford")
    assert where(scene, "clifford") == ("13,9", "skipton")
    assert "brougham" in scene.state.sieges


@pytest.mark.rule("house-5.16b", "house-6.2d")
def test_outside_his_besieged_only_castle_he_stands_in_the_open() -> None:
    scene = field_of(("howard",), ("hastings",)).noble("percy", 1, "20,14")
    beaten(scene.siege("castle-rising", ["percy"]), "howard")
    assert where(scene, "howard") == ("20,14", None)
    assert "castle-rising" in scene.state.sieges


@pytest.mark.rule("house-5.16b", "house-8.5.3")
def test_a_castle_without_room_is_not_usable() -> None:
    scene = field_of(("howard",), ("hastings",))
    scene.noble("percy", 0, "castle-rising", cards=("marshal_england",))
    scene.noble("neville", 0, "castle-rising", cards=("treasurer_england",))
    beaten(scene, "howard")
    assert where(scene, "howard") == ("20,14", None)


@pytest.mark.rule("house-5.16b", "house-8.5.3")
def test_a_castle_with_room_goes_before_one_that_is_full() -> None:
    scene = field_of(("clifford",), ("hastings",))
    scene.noble("percy", 0, "skipton", cards=("marshal_england",))
    scene.noble("neville", 0, "skipton", cards=("treasurer_england",))
    beaten(scene, "clifford")
    assert where(scene, "clifford") == ("11,6", "brougham")


@pytest.mark.rule("house-5.16b", "house-8.5.3")
def test_ten_more_men_than_a_castle_holds_are_too_many_and_none_more_are_not() -> None:
    scene = field_of(("howard",), ("hastings",))
    scene.noble("percy", 0, "castle-rising", cards=("marshal_england",))
    scene.noble("mowbray", 0, "castle-rising", cards=("saxons_1", "burgundian_crossbowmen_1"))
    beaten(scene, "howard")  # 200 and 90 inside, with 10 more exactly full
    assert where(scene, "howard") == ("20,14", "castle-rising")


@pytest.mark.rule("house-5.16b", "house-5.17c")
def test_heirs_go_home_with_those_who_hold_them() -> None:
    scene = beaten(field_of(("howard",), ("hastings",)).hold("margaret", "howard"), "howard")
    assert scene.state.heirs["margaret"].holder == "howard"
    assert where(scene, "howard") == ("20,14", "castle-rising")


@pytest.mark.rule("house-5.16b", "house-6.4e", "house-6.4b")
def test_besiegers_who_attack_and_fail_leave_their_siege() -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham").noble("percy", 0, "14,8")
    scene.noble("mowbray", 1, "masham", outside=True).noble("neville", 1, "14,8")
    scene.siege("masham", ["percy"]).next_events(FINE)
    lay_rolls(scene, LOSE).combat(0)
    attack(scene, "percy", square="14,8")
    assert result(scene) == "attack_fails"
    scene.play(0, "go_home", noble="percy", castle="alnwick")
    assert where(scene, "percy") == ("14,3", "alnwick")
    assert "masham" not in scene.state.sieges
