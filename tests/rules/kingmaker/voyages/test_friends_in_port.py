"""Who lies aboard in a port that he did not enter as an enemy besieges nothing (house §8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

CREW = ("percy", "mowbray", "neville", "stafford")
FINE = "E-RA01"


def off_hull(*nobles: str, ruleset: str = "house") -> Scene:
    """Seat 0's nobles aboard Le Nicholas off Hull, which Scrope holds for seat 1."""
    scene = Scene(2, ruleset)
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "19,17", cards=("le_nicholas",) if number == 0 else ())
        scene.aboard(noble, "le_nicholas")
    scene.noble("scrope", 1, "hull").noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_nicholas", sea="humber-mouth").movement(0)
    return scene


def let_in(scene: Scene, place: str = "hull") -> Scene:
    """Seat 1 declares its port Friendly to seat 0."""
    scene.play(0, "ask_leave", place=place)
    scene.play(1, "grant")
    return scene


def lies_aboard(scene: Scene, *nobles: str, ship: str = "le_nicholas") -> bool:
    """Whether they are aboard in Hull, and nobody besieges it."""
    aboard = all(scene.where(noble) == ("", None, ship) for noble in nobles)
    return aboard and scene.lies(ship) == "hull" and not scene.state.sieges


@pytest.mark.rule("house-8.6.16", "house-8.6.14", "house-8.2.6")
@pytest.mark.parametrize("nobles", [("roos",), ("percy", "clifford")])
def test_who_came_in_by_leave_stays_aboard_and_besieges_nothing(nobles: tuple[str, ...]) -> None:
    scene = let_in(off_hull(*nobles))
    scene.play(0, "sail", ship="le_nicholas", to="hull")
    assert scene.candidates(0, "land", "nobles") == set(nobles)
    scene.play(0, "done")
    assert scene.happened(facts.SiegeLaid) == []
    assert lies_aboard(scene, *nobles)


@pytest.mark.rule("base-8.7", "base-6.4")
@pytest.mark.parametrize("ruleset", ["classic", "ishkibibble"])
@pytest.mark.parametrize("nobles", [("roos",), CREW])
def test_so_he_does_by_the_base_rules(ruleset: str, nobles: tuple[str, ...]) -> None:
    scene = let_in(off_hull(*nobles, ruleset=ruleset))
    scene.play(0, "sail", ship="le_nicholas", to="hull")
    scene.next_events(FINE).play(0, "done")
    assert scene.happened(facts.AssaultDeclared) == []
    assert lies_aboard(scene, *nobles)
    scene.movement(0)
    assert "humber-mouth" in scene.destinations(0, "le_nicholas")


@pytest.mark.rule("house-8.6.13", "house-8.6.14", "house-8.2.5")
def test_he_asks_anew_before_he_goes_ashore_or_sails() -> None:
    scene = let_in(off_hull("roos"))
    scene.play(0, "sail", ship="le_nicholas", to="hull")
    scene.play(0, "done")
    scene.movement(0)
    assert scene.destinations(0, "le_nicholas") == set()
    scene.refused(0, "sail", rule="house-8.6.13", ship="le_nicholas", to="humber-mouth")
    why = scene.refused(0, "land", rule="house-8.2.5", nobles=["roos"], ship="le_nicholas")
    assert why == "That fortress is not friendly to you. Ask leave."
    let_in(scene)
    assert "humber-mouth" in scene.destinations(0, "le_nicholas")
    scene.play(0, "land", nobles=["roos"], ship="le_nicholas")
    assert scene.where("roos") == ("18,10", "hull", None)


@pytest.mark.rule("house-8.6.16", "house-8.6.12")
def test_a_guest_who_boards_by_leave_and_does_not_sail_besieges_nothing() -> None:
    scene = Scene().noble("scrope", 1, "hull")
    scene.noble("roos", 0, "hull", guest=True, cards=("le_nicholas",))
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_nicholas", port="hull").movement(0)
    let_in(scene).play(0, "embark", nobles=["roos"], ship="le_nicholas")
    scene.play(0, "done")
    assert lies_aboard(scene, "roos")


@pytest.mark.rule("house-8.6.16", "house-8.7.4")
def test_nothing_happens_to_those_aboard_when_the_port_is_given_away() -> None:
    scene = Scene().noble("roos", 0, "hull", cards=("le_nicholas",)).noble("audley", 0, "19,18")
    scene.noble("bourchier", 1, "19,18").control("hull", "audley")
    scene.ship("le_nicholas", port="hull").aboard("roos", "le_nicholas").movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:hull"], take=[])
    scene.play(1, "accept_deal", deal="1")
    scene.play(0, "done")
    assert scene.state.control["hull"] == "bourchier"
    assert lies_aboard(scene, "roos")


# Who enters as an enemy besieges the port, once


@pytest.mark.rule("house-8.6.16", "house-8.2.6")
def test_who_came_as_an_enemy_and_is_let_in_after_all_lies_there_as_a_friend() -> None:
    scene = off_hull("percy", "clifford")
    scene.play(0, "sail", ship="le_nicholas", to="hull")
    assert scene.state.ships["le_nicholas"].hostile
    scene.refused(0, "land", rule="house-8.6.16", nobles=["percy"], ship="le_nicholas")
    let_in(scene).play(0, "done")
    assert lies_aboard(scene, "percy", "clifford")


@pytest.mark.rule("house-8.6.16", "house-8.6.18", "house-8.6.19")
def test_a_crew_whose_siege_another_has_concluded_besieges_him_no_more() -> None:
    force = ["percy", "neville", "stafford", "talbot"]
    scene = Scene(3).noble("roos", 0, "19,17", cards=("le_nicholas",)).aboard("roos", "le_nicholas")
    for noble in force:
        scene.noble(noble, 2, "hull", outside=True)
    scene.control("hull", None).siege("hull", force)
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_nicholas", sea="humber-mouth").movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="hull")
    scene.play(0, "done")
    assert scene.happened(facts.SiegeJoined) == [facts.SiegeJoined(0, "hull", ("roos",))]
    scene.combat(2)
    scene.rolls(*[100] * 4).next_events(FINE)
    scene.play(2, "conclude", nobles=force, place="hull")
    scene.play(0, "stand_aside")
    scene.play(2, "hold", place="hull", noble="percy")
    scene.movement_over(0)
    assert lies_aboard(scene, "roos")


@pytest.mark.rule("house-8.6.16")
def test_who_boards_a_ship_whose_crew_is_gone_comes_as_a_friend() -> None:
    scene = Scene().noble("roos", 0, "hull", cards=("le_nicholas",)).noble("bourchier", 1, "19,18")
    scene.ship("le_nicholas", port="hull", hostile=True).movement(0)
    scene.play(0, "embark", nobles=["roos"], ship="le_nicholas")
    assert not scene.state.ships["le_nicholas"].hostile


@pytest.mark.rule("base-8.15", "base-8.7")
def test_a_crew_that_a_storm_drove_into_a_closed_port_must_besiege_it() -> None:
    scene = off_hull(*CREW, ruleset="classic")
    scene.next_events("E-ST01").event(0)
    scene.play(0, "put_in", ship="le_nicholas", port="hull")
    assert scene.lies("le_nicholas") == "hull"
    assert scene.state.ships["le_nicholas"].hostile
    scene.combat(0)
    assert len(scene.happened(facts.AssaultDeclared)) == 1
