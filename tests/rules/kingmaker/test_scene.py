"""The builder of positions sets up no position that the rules could not reach."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.forces.strength import guest
from tests.rules.kingmaker.scene import Scene


def test_whose_a_fortress_is_must_be_said_when_two_factions_are_inside() -> None:
    scene = Scene().noble("scrope", 0, "masham")
    with pytest.raises(ValueError, match="scrope of seat 0 controls masham: put grey in with"):
        scene.noble("grey", 1, "masham")


def test_a_guest_leaves_the_fortress_to_its_owner() -> None:
    scene = Scene().noble("scrope", 0, "masham").noble("grey", 1, "masham", guest=True)
    assert scene.state.control["masham"] == "scrope"
    assert (guest(scene.state, "scrope"), guest(scene.state, "grey")) == (False, True)


@pytest.mark.parametrize("host", [None, 1])
def test_a_guest_needs_a_host_of_another_faction(host: int | None) -> None:
    scene = Scene() if host is None else Scene().noble("scrope", host, "masham")
    with pytest.raises(ValueError, match="grey is nobody's guest in masham"):
        scene.noble("grey", 1, "masham", guest=True)


# What never comes about, and is looked for after every decision


@pytest.mark.rule("house-8.7.6")
def test_a_guest_who_has_the_card_of_the_fortress_breaks_the_game() -> None:
    scene = Scene().noble("scrope", 0, "coventry", cards=("town_coventry",))
    scene.noble("grey", 1, "coventry", guest=True).movement(0)
    assert scene.match.violations() == []
    scene.state.nobles["scrope"].cards.remove("town_coventry")
    scene.state.nobles["grey"].cards.append("town_coventry")
    assert scene.match.violations() == ["grey has the card of coventry, which scrope controls"]


@pytest.mark.rule("house-8.6.27")
def test_a_guest_aboard_a_ship_of_his_own_faction_breaks_the_game() -> None:
    scene = Scene().noble("roos", 0, "lynn", cards=("le_swan",)).noble("howard", 1, "framlingham")
    scene.ship("le_swan", port="lynn").aboard("howard", "le_swan").movement(0)
    scene.state.ships["le_swan"].guests["howard"] = 0
    assert scene.match.violations() == []
    scene.state.ships["le_swan"].guests["roos"] = 0
    assert scene.match.violations() == ["roos is a guest of his own faction aboard le_swan"]


@pytest.mark.rule("house-8.6.18")
def test_a_siege_that_nobody_of_its_player_keeps_up_breaks_the_game() -> None:
    scene = Scene(3).noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.noble("neville", 2, "masham", outside=True).siege("masham", ["percy"]).movement(0)
    assert scene.match.violations() == []
    scene.state.sieges["masham"].besiegers = ["neville"]
    assert scene.match.violations() == ["seat 0 besieges masham with nobody of its own"]
