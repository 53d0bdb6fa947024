"""Ports that do not take those aboard: Friendly ones cost no roll (house §5.10, §8.6)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

STORM = "E-ST01"
TROOPS = (
    *("marshal_england", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2"),
    *("flemish_crossbowmen_1", "flemish_crossbowmen_2", "scots_archers_1"),
)
"""With these Percy has 320 troops, and a castle room for 300."""


NEUTRAL = ("beaumaris", "caernarvon", "chester", "conway", "lancaster")
"""What lies nearest to the Manx Sea but for Douglas, and is nobody's."""


def off_douglas(
    owner: int,
    *heirs: str,
) -> Scene:
    """Roos of seat 0 aboard Le Swan in the Manx Sea; Stanley of a seat holds Douglas."""
    scene = Scene().noble("roos", 0, "19,17", cards=("le_swan",), heirs=heirs)
    scene.noble("stanley", owner, "douglas").noble("audley", 0, "13,13")
    scene.noble("bourchier", 1, "19,18").ship("le_lucas", port="douglas")
    return scene.aboard("roos", "le_swan").ship("le_swan", sea="manx-sea")


def storm(scene: Scene, *rolls: int) -> list[str | None]:
    """A storm breaks in seat 0's turn; the ports passed by with a roll."""
    scene.next_events(STORM).rolls(*rolls).event(0)
    return [event.port for event in scene.happened(facts.StormRolled)]


@pytest.mark.rule("house-8.6.25", "house-8.6.6")
def test_an_own_port_off_the_mainland_is_friendly_and_costs_no_roll() -> None:
    assert storm(off_douglas(0, "margaret"), *[10] * 9) == [None, *NEUTRAL]


@pytest.mark.rule("house-8.6.6", "house-5.10b", "house-8.6.25")
def test_nobody_is_asked_to_let_an_heir_in_off_the_mainland() -> None:
    scene = off_douglas(1, "margaret")
    rolled = storm(scene, 1, 99)
    assert scene.asked(1) == []
    assert rolled == [None, "douglas"]
    assert scene.happened(facts.ShipLost) == [
        facts.ShipLost("le_swan", ("roos",), ("margaret",), gale=False)
    ]


@pytest.mark.rule("house-5.10b")
def test_without_an_heir_the_owner_is_asked() -> None:
    scene = off_douglas(1)
    storm(scene, 1)
    assert scene.asked(1) == ["grant_port"]
    scene.play(1, "grant")
    assert scene.where("roos") == ("6,8", "douglas", None)


@pytest.mark.rule("house-8.5.3", "house-5.10b", "house-8.6.25")
def test_nor_is_he_asked_whose_fortress_has_no_room() -> None:
    scene = off_douglas(1).noble("percy", 1, "douglas", cards=TROOPS)
    assert storm(scene, 1, 99) == [None, "douglas"]
    assert scene.asked(1) == []


@pytest.mark.rule("house-8.6.25", "house-8.5.3")
def test_a_friendly_fortress_without_room_is_passed_by_without_a_roll() -> None:
    scene = off_douglas(0).noble("percy", 0, "douglas", cards=TROOPS)
    assert storm(scene, *[10] * 9) == [None, *NEUTRAL]
    assert scene.asked(0) == ["refuge"]


# One noble alone goes into an empty fortress of his own (base-6.2), by sea as by land


def percy_off(castle: str, sea: str) -> Scene:
    """Percy with 320 troops aboard Le Nicholas, before an empty castle of his faction's."""
    scene = Scene().noble("stanley", 0, "lathom").noble("percy", 0, "19,17", cards=("le_nicholas",))
    scene.give("percy", *TROOPS).control(castle, "stanley").noble("bourchier", 1, "19,18")
    scene.ship("le_lucas", port="lancaster").aboard("percy", "le_nicholas")
    return scene.ship("le_nicholas", sea=sea)


@pytest.mark.rule("base-6.2", "house-8.5.3", "house-8.6.14")
def test_he_lands_in_it_however_strong_he_is() -> None:
    scene = percy_off("pembroke", "gower-sea")
    scene.movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="pembroke")
    scene.play(0, "land", nobles=["percy"], ship="le_nicholas")
    assert scene.where("percy")[1:] == ("pembroke", None)


@pytest.mark.rule("base-6.2", "house-8.5.3", "house-8.6.23")
def test_a_storm_drives_him_into_it_however_strong_he_is() -> None:
    scene = percy_off("douglas", "manx-sea")
    assert storm(scene, 1) == [None]
    assert scene.where("percy") == ("6,8", "douglas", None)


@pytest.mark.rule("house-8.5.3")
def test_two_do_not() -> None:
    scene = percy_off("pembroke", "gower-sea").noble("roos", 0, "19,17")
    scene.aboard("roos", "le_nicholas").movement(0)
    scene.play(0, "sail", ship="le_nicholas", to="pembroke")
    both = ["percy", "roos"]
    scene.refused(0, "land", rule="house-8.5.3", nobles=both, ship="le_nicholas")
