"""A deal is struck as a whole or not at all; of a ransom is told what could not be handed over."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

NORWICH, LINCOLN, DURHAM = "bp_norwich", "bp_lincoln", "bp_durham"
ALL_THREE = [f"beside:{bishop}" for bishop in (NORWICH, LINCOLN, DURHAM)]


def bishops() -> Scene:
    """Two bishops at York, where one noble of the other player could receive them, and one in the
    open at London, where two could."""
    scene = Scene().noble("percy", 0, "york", cards=(NORWICH, LINCOLN)).control("york", "percy")
    scene.noble("mowbray", 1, "york", outside=True)
    scene.noble("neville", 0, "18,20", cards=(DURHAM,))
    scene.noble("grey", 1, "18,20").noble("stanley", 1, "18,20")
    scene.movement(0)
    return scene


def beside(scene: Scene) -> dict[str, list[str]]:
    """Who has which bishops."""
    known = {NORWICH, LINCOLN, DURHAM}
    nobles = scene.state.nobles.items()
    return {key: list(n.cards) for key, n in nobles if known.intersection(n.cards)}


@pytest.mark.rule("house-8.7.9")
def test_bishops_are_counted_where_they_stand_and_the_whole_deal_is_refused() -> None:
    scene = bishops()
    before = beside(scene)
    scene.forbidden_deal(0, 1, rule="house-8.7.9", says="a different noble", give=ALL_THREE)
    assert beside(scene) == before
    # One at each place has room.
    scene.play(0, "propose_deal", to="1", give=[ALL_THREE[0], ALL_THREE[2]])
    scene.play(1, "accept_deal", deal="2")
    assert beside(scene)["percy"] == [LINCOLN]
    assert beside(scene)["mowbray"] == [NORWICH]
    assert scene.happened(facts.TermUnmet) == []


@pytest.mark.rule("house-8.7.14", "house-8.7.9")
def test_what_goes_along_with_something_else_is_not_missed() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("abp_canterbury",)).control("york", "percy")
    scene.control("canterbury", "percy").noble("mowbray", 1, "york", outside=True).movement(0)
    give = ["beside:abp_canterbury", "place:canterbury"]
    scene.play(0, "propose_deal", to="1", give=give)
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.control["canterbury"] == "mowbray"
    assert scene.happened(facts.TermUnmet) == []
