"""How many Crown cards a House draws."""

from __future__ import annotations

import pytest

from tests.rules.kingmaker.scene import Scene


def drawn(scene: Scene) -> int:
    before = len(scene.state.crown_deck)
    scene.draw(0)
    while scene.asked(0) == ["keep_or_play"]:
        scene.play(0, "keep")
    return before - len(scene.state.crown_deck)


def scene() -> Scene:
    return Scene(6, "families").noble("neville", 2, "warwick")


@pytest.mark.rule("families-cards.1")
def test_a_house_draws_two_cards() -> None:
    assert drawn(scene().noble("beaufort", 0, "corfe")) == 2


@pytest.mark.rule("families-cards.2")
def test_three_with_the_sole_king_in_the_country() -> None:
    assert drawn(scene().noble("beaufort", 0, "corfe", heirs=("henry",))) == 3


@pytest.mark.rule("families-cards.2")
def test_two_once_there_is_another_king() -> None:
    position = scene().noble("beaufort", 0, "corfe", heirs=("henry",))
    assert drawn(position.crowned("henry", "richard_york")) == 2


@pytest.mark.rule("families-cards.2")
def test_two_while_another_holds_him() -> None:
    position = scene().noble("beaufort", 0, "corfe")
    assert drawn(position.noble("percy", 3, "alnwick", heirs=("henry",))) == 2


@pytest.mark.rule("families-cards.2")
@pytest.mark.parametrize("away", ["calais", "sea"])
def test_two_while_he_is_out_of_the_country(away: str) -> None:
    at = "calais" if away == "calais" else "13,20"
    position = scene().noble("beaufort", 0, at, heirs=("henry",), cards=("le_swan",))
    if away == "sea":
        position.ship("le_swan", sea="humber-mouth").aboard("beaufort", "le_swan")
    assert drawn(position) == 2


@pytest.mark.rule("families-cards.2")
def test_three_with_the_king_aboard_in_an_english_port() -> None:
    position = scene().noble("beaufort", 0, "13,20", heirs=("henry",), cards=("le_swan",))
    assert drawn(position.ship("le_swan", port="hull").aboard("beaufort", "le_swan")) == 3
