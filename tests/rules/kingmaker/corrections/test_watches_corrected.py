"""A moderator sets which port a ship watches, and whether she is a prisoner in hers."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.sea import WatchCorrected
from tests.rules.kingmaker.corrections.mending import SO_ALREADY, choices, mend, refused
from tests.rules.kingmaker.scene import Scene
from tests.rules.kingmaker.ships.test_blockade import off_hull

WATCH, PRISON = "ishkibibble-blockade.1", "ishkibibble-blockade.3"


def hull() -> Scene:
    """Seat 1's Le Nicholas watches Hull, where seat 0's Le Rose lies; seat 0's movement."""
    scene = off_hull()
    scene.movement(0)
    return scene


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_ship_watches_a_port_beside_her_or_none() -> None:
    scene = hull()
    ship = {"ship": "le_nicholas"}
    assert refused(scene, "correct_blockade", **ship, to="hull") == (WATCH, SO_ALREADY)
    beside = "A ship watches a port from the sea space beside it. First put her there."
    assert refused(scene, "correct_blockade", **ship, to="lynn") == (WATCH, beside)
    assert refused(scene, "correct_blockade", ship="le_rose", to="hull") == (WATCH, beside)
    outcome = mend(scene, "correct_blockade", **ship, to="ravenser")
    assert scene.state.ships["le_nicholas"].blockade == "ravenser"
    assert facts.PortBlockaded(1, "le_nicholas", "ravenser") in outcome.events
    outcome = mend(scene, "correct_blockade", **ship, to="nobody")
    assert scene.state.ships["le_nicholas"].blockade is None
    assert WatchCorrected("le_nicholas", "ravenser", "blockade") in outcome.events
    assert refused(scene, "correct_blockade", **ship, to="nobody") == (WATCH, SO_ALREADY)
    assert choices(Scene(2), "correct_blockade", "ship") == ()


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_ship_that_nobody_commands_watches_none() -> None:
    scene = off_hull().ship("le_trinity", port="london")
    scene.movement(0)
    assert refused(scene, "correct_blockade", ship="le_trinity", to="hull") == (
        "base-8.9",
        "Nobody commands the ship. She lies idle in her home port.",
    )


@pytest.mark.rule("ishkibibble-blockade.3", "ishkibibble-blockade.4")
def test_a_ship_is_held_in_her_port_and_freed() -> None:
    scene = hull()
    ship = {"ship": "le_rose"}
    assert refused(scene, "correct_prisoner", **ship, to="free") == (PRISON, SO_ALREADY)
    assert refused(scene, "correct_prisoner", ship="le_nicholas", to="prisoner") == (
        PRISON,
        "A ship can be a prisoner only in a port. First put her there.",
    )
    outcome = mend(scene, "correct_prisoner", **ship, to="prisoner")
    assert scene.state.ships["le_rose"].prisoner
    assert facts.ShipHeld("le_rose", "hull") in outcome.events
    outcome = mend(scene, "correct_prisoner", **ship, to="free")
    assert not scene.state.ships["le_rose"].prisoner
    assert WatchCorrected("le_rose", "hull", "prisoner") in outcome.events
