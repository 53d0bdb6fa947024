"""A fortress is given away while it is Under Siege: those inside stay in it (house §6.2, §8.7)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance import change_sides
from bot.rules.kingmaker.consequences.changes import take_control
from tests.rules.kingmaker.scene import Scene

HULL = "18,10"
BESIEGERS = ("percy", "neville")


def besieged(ruleset: str = "house") -> Scene:
    """Seat 0 besieges Mowbray of seat 1 in his Hull; Scrope of seat 2 stands far away."""
    scene = Scene(3, ruleset).noble("mowbray", 1, "hull").noble("scrope", 2, "19,18")
    for noble in BESIEGERS:
        scene.noble(noble, 0, "hull", outside=True)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    return scene.siege("hull", list(BESIEGERS))


def given(scene: Scene, to: int) -> Scene:
    """In his movement phase seat 1 gives Hull away."""
    scene.movement(1)
    scene.play(1, "propose_deal", to=str(to), give=["place:hull"], take=[])
    scene.play(to, "accept_deal", deal="1")
    return scene


@pytest.mark.rule("house-6.2d", "house-8.7.13", "house-8.5.1")
def test_who_gives_it_away_stays_inside_as_a_guest() -> None:
    scene = given(besieged(), 2)
    assert scene.state.control["hull"] == "scrope"
    assert scene.happened(facts.Expelled) == []
    assert scene.where("mowbray") == (HULL, "hull", None)
    assert scene.state.sieges["hull"].besiegers == list(BESIEGERS)
    for verb, way in (("march", {"to": "18,11"}), ("leave", {"place": "hull"})):
        scene.refused(1, verb, rule="house-6.2d", nobles=["mowbray"], **way)


@pytest.mark.rule("house-8.5.2", "house-8.5.14")
def test_he_defends_it_and_does_not_sally_by_himself() -> None:
    scene = given(besieged(), 2)
    scene.combat(1)
    scene.refused(1, "attack", rule="house-8.5.14", nobles=["mowbray"], square=HULL, against="0")
    scene.combat(0)
    held = facts.SiegeHeld(0, "hull", 2, 200)
    assert scene.happened(facts.SiegeHeld) == [held]
    assert scene.where("mowbray") == (HULL, "hull", None)


@pytest.mark.rule("house-8.5.16")
def test_he_goes_when_the_siege_is_over() -> None:
    scene = given(besieged(), 2)
    scene.play(0, "lift", place="hull")
    scene.movement(1)
    scene.play(1, "leave", nobles=["mowbray"], place="hull")
    assert scene.where("mowbray") == (HULL, None, None)


@pytest.mark.rule("house-8.7.13", "base-1.17")
def test_given_to_the_besieger_it_is_no_more_besieged_and_he_goes() -> None:
    scene = given(besieged(), 0)
    assert scene.state.sieges == {}
    assert scene.happened(facts.Expelled) == [facts.Expelled(("mowbray",), "hull")]
    assert scene.where("mowbray") == (HULL, None, None)


@pytest.mark.rule("base-10.6", "base-1.17")
def test_nobody_escapes_by_it_under_the_base_rules() -> None:
    scene = besieged("classic")
    take_control(scene.match.table, "hull", "scrope", "deal")
    assert scene.where("mowbray") == (HULL, "hull", None)


@pytest.mark.rule("ishkibibble-vacillating.11", "base-10.6")
def test_nor_does_who_is_inside_when_its_holder_goes_over_to_another() -> None:
    scene = besieged("classic").noble("stafford", 1, "19,18").control("hull", "stafford")
    change_sides(scene.match.table, "stafford", 2)
    assert scene.state.control["hull"] == "stafford"
    assert scene.where("mowbray") == (HULL, "hull", None)
