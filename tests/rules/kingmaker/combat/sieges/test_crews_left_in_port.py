"""Crews who lie in a port that nobody holds any more may besiege it from aboard."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Field, Offer
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

FINE = "E-RA01"


def left_in_hull(*nobles: str, holder: str | None = None) -> Scene:
    """Seat 0's nobles aboard Le Swan, which lies in Hull, a fortress of 200, as a friend."""
    scene = Scene()
    for number, noble in enumerate(nobles):
        scene.noble(noble, 0, "19,17", cards=("le_swan",) if number == 0 else ())
        scene.aboard(noble, "le_swan")
    scene.noble("audley", 0, "19,18").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", port="hull").control("hull", holder)
    return scene


@pytest.mark.rule("house-8.6.13", "house-8.2.4")
def test_they_neither_sail_nor_land() -> None:
    scene = left_in_hull("percy", "clifford")
    scene.movement(0)
    assert scene.offered(0, "sail") == scene.offered(0, "land") == []
    scene.refused(0, "sail", rule="house-8.6.13", ship="le_swan", to="humber-mouth")
    wanted = {"ship": "le_swan", "nobles": ["percy"]}
    told = scene.refused(0, "land", rule="house-8.2.4", **wanted)
    assert told == "Nobody holds that fortress, so nobody can let you in."


@pytest.mark.rule("house-5.23", "house-8.6.16", "house-8.6.17", "house-8.6.19")
def test_they_may_lay_siege_all_together_and_are_bound_by_it() -> None:
    scene = left_in_hull("percy", "clifford")
    scene.combat(0)
    crew = ("percy", "clifford")
    fields = (Field("nobles", crew, 2, 2), Field("place", ("hull",)))
    assert scene.offered(0, "lay") == [Offer("lay", fields, "house-5.23")]
    scene.play(0, "lay", nobles=crew, place="hull")
    siege = scene.state.sieges["hull"]
    assert (siege.besiegers, siege.ships) == (["percy", "clifford"], ["le_swan"])
    scene.movement(0)
    scene.refused(0, "sail", rule="house-8.6.19", ship="le_swan", to="humber-mouth")


@pytest.mark.rule("house-5.23", "house-6.1a")
def test_who_matches_the_defence_takes_it_in_the_same_phase() -> None:
    scene = left_in_hull("percy", "mowbray", "neville")
    scene.next_events(FINE).combat(0)
    crew = ["percy", "mowbray", "neville"]
    scene.play(0, "lay", nobles=crew, place="hull")
    scene.rolls(*[100] * 12).play(0, "conclude", nobles=crew, place="hull")
    assert scene.happened(facts.SiegeConcluded)[0].taken


@pytest.mark.rule("house-8.6.21")
def test_they_die_if_the_siege_is_broken() -> None:
    scene = left_in_hull("percy")
    scene.combat(0)
    scene.play(0, "lay", nobles=["percy"], place="hull")
    scene.play(0, "lift", place="hull")
    assert "percy" not in scene.state.nobles


@pytest.mark.rule("house-8.6.16", "house-8.6.17")
@pytest.mark.parametrize(("nobles", "holder"), [(("mowbray",), None), (("percy",), "bourchier")])
def test_too_weak_or_where_somebody_may_let_them_go_they_wait(
    nobles: tuple[str, ...], holder: str | None
) -> None:
    scene = left_in_hull(*nobles, holder=holder)
    scene.combat(0)
    assert scene.offered(0, "lay") == []
