"""Others attack the besieger: the besieged may come out and fight beside them."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import FINE, idlers, lay_rolls, only, stand_aside, where
from tests.rules.kingmaker.scene import Scene

MASHAM = "14,8"
WIN, DRAW = 90, 50
"""Rolls at 70 to 100: Major Victory, No Victory."""


def siege() -> Scene:
    """Seat 0's Scrope (20) and Roos (20) in Masham with seat 3's Grey (10) as a guest, besieged by
    seat 1's Percy (100); seat 2's Stanley (50) has come to their relief."""
    scene = idlers(Scene(seats=4)).noble("scrope", 0, "masham").noble("roos", 0, "masham")
    scene.control("masham", "scrope").noble("grey", 3, "masham", guest=True)
    scene.noble("percy", 1, MASHAM).noble("stanley", 2, MASHAM).siege("masham", ["percy"])
    scene.next_events(FINE)
    scene.combat(2)
    return scene


def declare(scene: Scene, noble: str, against: int = 1) -> None:
    """Seat 2 attacks at Masham; nobody has taken a side yet."""
    scene.play(2, "attack", nobles=[noble], against=str(against), square=MASHAM)


def relief(roll: int) -> Scene:
    """Stanley attacks Percy; Roos of the besieged comes out to his aid."""
    scene = siege()
    lay_rolls(scene, roll)
    declare(scene, "stanley")
    scene.play(0, "ally_attack", nobles=["roos"])
    scene.play(3, "stand_aside")
    return scene


@pytest.mark.rule("house-5.11f", "house-6.4c")
def test_the_besieged_are_asked_whether_they_come_out() -> None:
    scene = siege()
    declare(scene, "stanley")
    assert scene.asked(0) == ["alliance"]
    assert scene.candidates(0, "ally_attack", "nobles") == {"scrope", "roos"}
    assert scene.offered(0, "ally_defence") == []
    assert scene.asked(3) == []


@pytest.mark.rule("house-6.4c", "house-6.4d")
def test_who_has_come_out_counts_with_the_relief_and_goes_back() -> None:
    scene = relief(DRAW)
    declared = only(scene, facts.AttackDeclared)
    assert declared.attackers == ("stanley", "roos")
    assert declared.sallying == ("roos",)
    assert (declared.strength, declared.opposed) == (70, 100)
    scene.play(0, "return_inside", nobles=["roos"])
    assert where(scene, "roos") == (MASHAM, "masham")
    assert "masham" in scene.state.sieges


@pytest.mark.rule("house-6.4b", "house-6.4c")
def test_a_victory_together_breaks_the_siege() -> None:
    scene = relief(WIN)
    assert scene.state.sieges == {}
    assert scene.state.nobles["percy"].captor == 2


@pytest.mark.rule("house-8.5.9", "house-8.5.14")
def test_guests_come_out_only_with_those_of_the_owner() -> None:
    scene = siege()
    lay_rolls(scene, DRAW)
    declare(scene, "stanley")
    scene.forbidden(
        3,
        "ally_attack",
        rule="house-8.5.14",
        says="Guests can come out only together",
        nobles=["grey"],
    )
    scene.play(0, "ally_attack", nobles=["roos"])
    assert scene.candidates(3, "ally_attack", "nobles") == {"grey"}
    scene.play(3, "ally_attack", nobles=["grey"])
    assert only(scene, facts.AttackDeclared).attackers == ("stanley", "roos", "grey")


@pytest.mark.rule("house-5.11b", "house-6.4c")
def test_who_fought_in_his_last_turn_does_not_come_out_for_others() -> None:
    scene = siege()
    scene.state.nobles["roos"].fought = True
    declare(scene, "stanley")
    assert scene.candidates(0, "ally_attack", "nobles") == {"scrope"}


@pytest.mark.rule("house-5.11f")
def test_who_is_besieged_by_somebody_else_is_not_asked() -> None:
    scene = siege()
    scene.noble("holland", 3, MASHAM)
    scene.combat(2)
    declare(scene, "stanley", against=3)
    assert scene.asked(0) == []
    stand_aside(scene)


@pytest.mark.rule("house-5.11g", "house-6.4c")
def test_an_attack_may_be_declared_that_needs_the_besieged() -> None:
    scene = siege()
    scene.noble("mowbray", 1, MASHAM).noble("talbot", 1, MASHAM).noble("greystoke", 2, MASHAM)
    scene.state.nobles["stanley"].square = "19,18"
    scene.combat(2)
    # Greystoke (10) needs a quarter of 180; Scrope, Roos and Grey would bring 50.
    declare(scene, "greystoke")
    assert scene.asked(0) == ["alliance"]
