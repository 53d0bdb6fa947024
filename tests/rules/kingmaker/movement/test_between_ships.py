"""What passes between nobles of one square passes between ships of one sea square (§8.7.15)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

WASH, HUMBER = "the-wash", "humber-mouth"


def two_ships(seat: int, *, other: str = WASH) -> Scene:
    """Roos of seat 0 aboard Le Swan in the Wash, with heir, bishop and men; Howard on Le Michael.

    Howard is of the seat named; his ship lies in the sea square named.
    """
    scene = Scene()
    scene.noble("roos", 0, "19,17", cards=("le_swan", "bp_norwich", "saxons_1"))
    scene.hold("margaret", "roos").noble("howard", seat, "19,17", cards=("le_michael",))
    scene.noble("percy", 0, "alnwick").noble("bourchier", 1, "19,18")
    scene.ship("le_swan", sea=WASH).ship("le_michael", sea=other)
    return scene.aboard("roos", "le_swan").aboard("howard", "le_michael")


@pytest.mark.rule("house-8.7.15", "house-8.7.8")
@pytest.mark.parametrize("thing", ["heir:margaret", "beside:bp_norwich", "beside:saxons_1"])
def test_it_passes_to_another_player_whose_ship_lies_beside(thing: str) -> None:
    scene = two_ships(1)
    scene.combat(1)
    scene.play(0, "propose_deal", to="1", give=[thing])
    scene.play(1, "accept_deal", deal="1")
    taken = [card for card in scene.state.nobles["howard"].cards if card != "le_michael"]
    heir = scene.state.heirs["margaret"].holder == "howard"
    assert (["heir:margaret"] if heir else [f"beside:{card}" for card in taken]) == [thing]


@pytest.mark.rule("house-8.7.15", "house-8.7.8")
def test_within_a_faction_too() -> None:
    scene = two_ships(0)
    scene.combat(1)
    assert {"heir:margaret", "beside:saxons_1"} <= scene.candidates(0, "transfer", "thing")
    scene.play(0, "transfer", thing="beside:saxons_1", noble="howard")
    assert scene.state.nobles["howard"].cards == ["le_michael", "saxons_1"]
    scene.movement(0)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.state.heirs["margaret"].holder == "howard"


@pytest.mark.rule("house-8.7.15", "house-8.7.8")
def test_not_between_two_sea_squares() -> None:
    scene = two_ships(1, other=HUMBER)
    scene.combat(1)
    reason = scene.refused(0, "propose_deal", rule="house-8.7.8", to="1", give=["heir:margaret"])
    assert reason == (
        "You can pass that only between nobles in the same square, or between ships in the same "
        "sea square."
    )
    scene = two_ships(0, other=HUMBER)
    scene.movement(0)
    assert scene.offered(0, "entrust") == []


@pytest.mark.rule("house-8.7.15")
def test_nor_from_a_ship_at_sea_to_one_in_port_or_to_the_shore() -> None:
    scene = two_ships(1).ship("le_michael", port="lynn")
    scene.combat(1)
    scene.refused(0, "propose_deal", rule="house-8.7.8", to="1", give=["heir:margaret"])
    scene = two_ships(1).ship("le_michael", port="lynn").ship("le_swan", port="lynn")
    scene.combat(1)
    scene.refused(0, "propose_deal", rule="house-8.7.8", to="1", give=["heir:margaret"])


@pytest.mark.rule("house-8.7.15", "house-8.7.1")
def test_the_nobles_themselves_do_not_change_ships() -> None:
    scene = two_ships(0)
    scene.movement(0)
    scene.refused(0, "embark", rule="house-8.6.3", nobles=["roos"], ship="le_michael")


@pytest.mark.rule("house-8.7.15", "base-7.12")
def test_an_heir_handed_over_at_sea_makes_no_second_voyage_in_one_phase() -> None:
    scene = two_ships(0, other=HUMBER)
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to=HUMBER)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.destinations(0, "le_michael") == set()
    scene.refused(0, "sail", rule="base-7.12", ship="le_michael", to=WASH)
    scene.play(0, "entrust", heir="margaret", noble="roos")
    scene.play(0, "sail", ship="le_michael", to=WASH)
    assert scene.lies("le_michael") == WASH


@pytest.mark.rule("house-8.7.15", "base-7.20")
def test_a_free_move_lets_the_heir_sail_again() -> None:
    scene = two_ships(0).held(0, "E-FM01")
    scene.movement(0)
    scene.play(0, "sail", ship="le_swan", to=HUMBER)
    scene.play(0, "free_sail", ship="le_swan")
    scene.play(0, "sail", ship="le_swan", to=WASH)
    scene.play(0, "entrust", heir="margaret", noble="howard")
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken("margaret", "howard", 0)]
