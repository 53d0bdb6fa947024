"""Ships of an office that were taken at sea: whose they are until they reach a port."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from tests.rules.kingmaker.battlefield import sound
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.scene import Scene

TO_RYE = "E-RA04"
"""Calls the Warden of the Cinque Ports to Rye."""

SAILED = "Another faction took the ship and sails her until she reaches a port."


def taken(*aboard_the_prize: str) -> Scene:
    """Seat 0 has taken Le George from the Warden, who is seat 1's Courtenay, and keeps her."""
    aboard = dict.fromkeys(aboard_the_prize, "le_george")
    scene = meeting(("le_nicholas",), ("le_george",), aboard=aboard)
    return fight(scene, CARDS["majority"])


def kill(scene: Scene, noble: str) -> None:
    """A noble dies of the plague."""
    kill_noble(scene.match.table, noble, "plague")


@pytest.mark.rule("ishkibibble-seacombat.10", "ishkibibble-seacombat.11", "base-12.2")
def test_a_prize_outlives_the_office_of_a_warden_who_is_put_to_death() -> None:
    scene = taken("courtenay")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    assert "courtenay" not in scene.state.nobles
    assert scene.lies("le_george") == SEA
    assert scene.candidates(0, "scuttle", "ship") == {"le_george"}
    scene.play(0, "keep_prize")
    scene.movement(0)
    scene.play(0, "sail", ship="le_george", to="ravenser")
    assert scene.lies("le_george") == "rye"  # nobody is Warden: she lies idle at home
    assert scene.destinations(0, "le_george") == set()
    seen = scene.match.view(None).ships["le_george"]
    assert (seen.seat, seen.master) == (None, None)


@pytest.mark.rule("ishkibibble-seacombat.11", "base-12.2")
def test_the_prize_of_a_warden_who_is_put_to_death_may_be_scuttled() -> None:
    scene = taken("courtenay")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    scene.play(0, "scuttle", ship="le_george")
    assert scene.happened(facts.ShipScuttled) == [facts.ShipScuttled("le_george", 0)]
    assert scene.lies("le_george") is None


@pytest.mark.rule("ishkibibble-seacombat.10")
def test_a_prize_sails_on_when_the_warden_dies_at_home() -> None:
    scene = taken()
    scene.play(0, "keep_prize")
    kill(scene, "courtenay")
    assert scene.state.chancery == ["earl_essex", "warden_cinque_ports"]
    assert scene.lies("le_george") == SEA
    scene.movement(0)
    assert "ravenser" in scene.destinations(0, "le_george")
    sound(scene)


@pytest.mark.rule("ishkibibble-seacombat.10")
def test_a_prize_is_the_factions_and_not_the_noble_s_who_took_her() -> None:
    scene = taken()
    scene.play(0, "keep_prize")
    kill(scene, "percy")
    seen = scene.match.view(1).ships["le_george"]
    assert (seen.seat, seen.master) == (1, 0)
    scene.movement(1)
    assert scene.destinations(1, "le_george") == set()
    reason = scene.refused(
        1, "sail", rule="ishkibibble-seacombat.10", ship="le_george", to="ravenser"
    )
    assert reason == SAILED
    scene.movement(0)
    scene.play(0, "sail", ship="le_george", to="ravenser")
    scene.movement(1)
    assert SEA in scene.destinations(1, "le_george")


@pytest.mark.rule("ishkibibble-seacombat.10", "base-4.3")
def test_a_called_warden_brings_none_of_his_ships_that_others_have_taken() -> None:
    scene = taken()
    scene.play(0, "keep_prize")
    scene.ship("le_thomas", sea=SEA)
    scene.next_events(TO_RYE).event(1)
    scene.play(1, "answer_call", to=scene.board.places["rye"].square)
    assert scene.happened(facts.ShipSoughtPort) == [
        facts.ShipSoughtPort("le_thomas", "rye", "call")
    ]
    assert scene.lies("le_george") == SEA
    scene.movement(0)
    assert "ravenser" in scene.destinations(0, "le_george")


@pytest.mark.rule("ishkibibble-seacombat.10", "ishkibibble-seacombat.11")
def test_who_takes_a_ship_of_his_own_office_back_has_no_prize_but_his_ship() -> None:
    scene = taken()
    scene.play(0, "keep_prize")
    scene.give("courtenay", "le_rose").give("mowbray", "le_swan")
    for ship in ("le_rose", "le_swan"):
        scene.ship(ship, sea=SEA)
        scene.state.ships[ship].entered = True
    scene.ship("le_nicholas", sea="norfolk-coast")
    scene.next_events(CARDS["2-1"]).combat(1)
    scene.play(1, "attack_at_sea", against="0", sea=SEA)
    assert scene.happened(facts.ShipTaken) == [facts.ShipTaken("le_george", 1, till_port=False)]
    assert scene.asked(1) != ["scuttle"]
    seen = scene.match.view(None).ships["le_george"]
    assert (seen.sea, seen.seat, seen.master) == (SEA, 1, None)
