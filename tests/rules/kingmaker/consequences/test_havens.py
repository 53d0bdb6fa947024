"""Where the least befalls who is put somewhere and whose player does not say where."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.consequences.going_home import GoHome
from bot.rules.kingmaker.consequences.havens import calmest, harbour, haven
from tests.rules.kingmaker.scene import Scene


def standing() -> Scene:
    scene = Scene(2).noble("courtenay", 0, "13,20").noble("percy", 1, "19,18")
    scene.noble("clifford", 0, "19,17")
    return scene


@pytest.mark.rule("house-1.18", "base-11.4", "base-15.31")
def test_not_where_plague_may_strike() -> None:
    scene = standing().control("coventry", "clifford").control("warwick", "clifford")
    assert haven(scene.match.table, "courtenay", 0, ("coventry", "warwick")) == "warwick"


@pytest.mark.rule("base-3.5", "house-7.4.3")
def test_inside_a_castle_rather_than_before_one_among_enemies() -> None:
    scene = standing().noble("neville", 1, "tiverton", outside=True)
    scene.siege("tiverton", ["neville"])
    assert haven(scene.match.table, "courtenay", 0, ("tiverton", "okehampton")) == "okehampton"
    scene.control("okehampton", "percy")
    assert haven(scene.match.table, "courtenay", 0, ("tiverton", "okehampton")) == "okehampton"
    scene.noble("mowbray", 1, "okehampton", outside=True).give("mowbray", "saxons_1")
    assert haven(scene.match.table, "courtenay", 0, ("tiverton", "okehampton")) == "tiverton"


@pytest.mark.rule("house-5.16b")
def test_of_several_alike_the_first_and_the_mainland_before_an_island() -> None:
    scene = standing().noble("stanley", 0, "19,17")
    table = scene.match.table
    assert haven(table, "courtenay", 0, ("okehampton", "tiverton")) == "okehampton"
    assert haven(table, "stanley", 0, ("douglas", "lathom")) == "lathom"


@pytest.mark.rule("base-3.5")
def test_who_comes_into_play_stands_in_a_castle_that_takes_him_in() -> None:
    scene = standing().next_crown("talbot").control("sheffield", "clifford")
    scene.noble("neville", 1, "sheffield", outside=True).siege("sheffield", ["neville"])
    scene.draw(0)
    asked = scene.match.prompts(0)[0]
    assert asked.default == Choice.of("settle", noble="talbot", castle="goodrich")


@pytest.mark.rule("house-5.16b")
def test_who_has_no_castle_left_goes_before_the_one_where_nobody_waits() -> None:
    scene = standing().noble("neville", 1, "tiverton", outside=True)
    scene.control("tiverton", "percy").control("okehampton", "percy")
    asked = GoHome(["courtenay"], "retreat").prompts(scene.match.table)[0]
    assert asked.default == Choice.of("go_home", noble="courtenay", castle="okehampton")


@pytest.mark.rule("base-8.15", "house-8.6.23")
def test_a_ship_puts_in_where_she_is_welcome_and_safe() -> None:
    scene = standing().control("hull", "percy").control("bristol", "clifford")
    scene.control("swansea", "clifford")
    table = scene.match.table
    assert harbour(table, 0, ("hull", "bristol")) == "bristol"
    assert harbour(table, 0, ("bristol", "swansea")) == "swansea"


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_who_must_leave_goes_where_the_fewest_others_stand() -> None:
    scene = standing()
    table = scene.match.table
    assert calmest(table, 0, ("19,18", "19,17")) == "19,17"
    assert calmest(table, 1, ("19,17", "19,18")) == "19,18"
