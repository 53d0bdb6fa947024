"""Sieges that several players keep up: joined ashore, or begun together (house §5.11, §6, §7.4)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.sieges import can_hold
from tests.rules.kingmaker.battlefield import FINE, idlers, only, stand_aside
from tests.rules.kingmaker.scene import Scene

BAD = "E-PL04"
MASHAM = "14,8"


def before_masham(*, laid: bool = True) -> Scene:
    """Scrope (10) holds Masham with its 100 against Neville and Roos (70) of seat 2; Mowbray (50)
    of seat 0 has come to the square."""
    scene = idlers(Scene(seats=3)).noble("scrope", 1, "masham")
    for noble in ("neville", "roos"):
        scene.noble(noble, 2, "masham", outside=True)
    scene.noble("mowbray", 0, "masham", outside=True)
    return scene.siege("masham", ["neville", "roos"]) if laid else scene


def joined() -> Scene:
    scene = before_masham()
    scene.combat(0)
    scene.play(0, "join", nobles=["mowbray"], place="masham")
    return scene


@pytest.mark.rule("house-6.2c", "house-5.11e", "house-7.4.23")
def test_a_siege_of_another_player_is_joined_ashore() -> None:
    scene = joined()
    assert only(scene, facts.SiegeJoined) == facts.SiegeJoined(0, "masham", ("mowbray",))
    siege = scene.state.sieges["masham"]
    assert (siege.seat, siege.besiegers) == (2, ["neville", "roos", "mowbray"])
    scene.forbidden(
        0, "join", rule="house-6.2c", says="besieging", nobles=["mowbray"], place="masham"
    )


@pytest.mark.rule("house-6.2c")
def test_it_is_neither_laid_nor_concluded_by_another() -> None:
    scene = before_masham()
    scene.combat(0)
    for verb in ("lay", "conclude"):
        scene.forbidden(0, verb, rule="house-6.2c", says="join", nobles=["mowbray"], place="masham")
    assert {verb for verb in ("lay", "conclude", "join") if scene.offered(0, verb)} == {"join"}


@pytest.mark.rule("house-7.4.15", "house-7.4.23")
def test_who_has_come_home_from_parliament_joins_none() -> None:
    scene = before_masham().peace(1, "19,23", "mowbray")
    scene.combat(0)
    assert scene.offered(0, "join") == []
    scene.refused(0, "join", rule="house-7.4.23", nobles=["mowbray"], place="masham")


@pytest.mark.rule("house-6.2c", "house-6.4e")
def test_who_has_joined_helps_to_hold_it() -> None:
    scene = joined()
    scene.movement(2)
    scene.play(2, "march", nobles=["neville"], to="13,8")
    assert scene.state.sieges["masham"].besiegers == ["roos", "mowbray"]  # 70 of 110
    scene.movement(0)
    scene.play(0, "march", nobles=["mowbray"], to="13,8")
    assert scene.happened(facts.SiegeBroken) == [facts.SiegeBroken(2, "masham", "weakness")]


@pytest.mark.rule("house-6.2c", "house-8.6.18")
def test_and_keeps_it_up_for_himself_once_the_other_has_gone() -> None:
    scene = joined().give("mowbray", "saxons_1")
    scene.movement(2)
    scene.play(2, "march", nobles=["neville", "roos"], to="13,8")
    assert scene.happened(facts.SiegePassedOn) == [facts.SiegePassedOn(0, "masham")]


@pytest.mark.rule("house-6.2c", "house-5.11g", "house-6.1a")
def test_and_is_asked_when_it_is_concluded_though_he_fought() -> None:
    scene = joined()
    scene.next_events(FINE).rolls(*[100] * 9).combat(2)
    scene.play(2, "conclude", nobles=["neville", "roos"], place="masham")  # 70, and 50 of his
    assert scene.candidates(0, "ally_attack", "nobles") == {"mowbray"}
    scene.play(0, "ally_attack", nobles=["mowbray"])
    assert scene.happened(facts.SiegeConcluded)[0].taken


@pytest.mark.rule("house-6.2c", "house-6.4c")
def test_those_inside_sally_against_whoever_has_joined() -> None:
    scene = joined().give("scrope", "saxons_1")
    scene.combat(1)
    sallies = [o for o in scene.offered(1, "attack") if "scrope" in o.field("nobles").candidates]
    assert {foe for offer in sallies for foe in offer.field("against").candidates} == {"0", "2"}


# Begun together: an attempt that the weather stops (house-6.1c)


def attempt() -> Scene:
    """Mowbray (50) declares against 110; Neville and Roos (70) help him, and the weather is bad."""
    scene = before_masham(laid=False).next_events(BAD)
    scene.combat(0)
    scene.play(0, "conclude", nobles=["mowbray"], place="masham")
    scene.play(2, "ally_attack", nobles=["neville", "roos"])
    stand_aside(scene)
    return scene


@pytest.mark.rule("house-6.1c", "house-5.11g", "house-6.2a")
def test_all_who_attempted_it_besiege_the_place_if_the_weather_is_bad() -> None:
    scene = attempt()
    siege = scene.state.sieges["masham"]
    assert (siege.seat, siege.besiegers) == (0, ["mowbray", "neville", "roos"])
    assert can_hold(scene.match.table, "masham")
