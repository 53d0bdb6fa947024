"""Blockades: a ship watches a port, who sails out must fight her; how she becomes a prisoner."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from tests.rules.kingmaker.battlefield import sound
from tests.rules.kingmaker.combat.at_sea.fleets import SEA, fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS, allied
from tests.rules.kingmaker.scene import Scene

RULES = "classic+sea_combat+blockade"


def off_hull(inside: str = "le_rose") -> Scene:
    """Seat 1's ship watches Hull, where seat 0 has a ship."""
    scene = meeting((inside,), ("le_nicholas",), ruleset=RULES)
    scene.ship(inside, port="hull").control("hull", "percy")
    scene.state.ships["le_nicholas"].blockade = "hull"
    return scene


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_ship_at_sea_names_one_port_beside_her() -> None:
    scene = meeting((), ("le_nicholas",), ruleset=RULES)
    scene.movement(1)
    assert scene.candidates(1, "blockade", "port") == {"hull", "ravenser"}
    scene.forbidden(
        1,
        "blockade",
        rule="ishkibibble-blockade.1",
        says="beside the sea space",
        ship="le_nicholas",
        port="lynn",
    )
    scene.play(1, "blockade", ship="le_nicholas", port="hull")
    assert scene.happened(facts.PortBlockaded) == [facts.PortBlockaded(1, "le_nicholas", "hull")]
    assert scene.match.view(None).ships["le_nicholas"].blockade == "hull"
    scene.refused(1, "blockade", rule="ishkibibble-blockade.1", ship="le_nicholas", port="hull")
    scene.play(1, "blockade", ship="le_nicholas", port="ravenser")  # no more than one
    assert scene.state.ships["le_nicholas"].blockade == "ravenser"
    scene.refused(1, "blockade", rule="base-8.2", ship="le_rose", port="hull")


@pytest.mark.rule("ishkibibble-blockade.1")
def test_it_lasts_while_the_ship_stays() -> None:
    scene = off_hull()
    scene.movement(1)
    scene.play(1, "done")
    assert scene.state.ships["le_nicholas"].blockade == "hull"
    scene.movement(1)
    scene.play(1, "sail", ship="le_nicholas", to="the-wash")
    assert scene.state.ships["le_nicholas"].blockade is None


@pytest.mark.rule("ishkibibble-blockade.1")
def test_a_ship_in_port_watches_none() -> None:
    scene = meeting((), ("le_nicholas",), ruleset=RULES)
    scene.ship("le_nicholas", port="ravenser").movement(1)
    assert scene.offered(1, "blockade") == []
    scene.refused(1, "blockade", rule="ishkibibble-blockade.1", ship="le_nicholas", port="hull")


@pytest.mark.rule("base-8.1")
def test_without_the_option_no_port_is_blockaded() -> None:
    scene = meeting((), ("le_nicholas",))
    scene.movement(1)
    assert scene.offered(1, "blockade") == []
    scene.refused(1, "blockade", rule="base-8.1", ship="le_nicholas", port="hull")


@pytest.mark.rule("ishkibibble-blockade.2")
def test_who_sails_out_stops_there_and_fights() -> None:
    scene = off_hull()
    scene.held(0, "E-FM01").movement(0)
    assert scene.destinations(0, "le_rose") == {SEA}
    scene.forbidden(
        0, "sail", rule="ishkibibble-blockade.2", says="blockaded", ship="le_rose", to="the-wash"
    )
    scene.play(0, "sail", ship="le_rose", to=SEA)
    scene.refused(0, "free_sail", rule="ishkibibble-blockade.2", ship="le_rose")
    scene.next_events(CARDS["2-1"])
    scene.play(0, "done")
    assert scene.happened(facts.SeaBattleJoined) == [
        facts.SeaBattleJoined(0, 1, SEA, ("le_rose",), ("le_nicholas",), 100, 200, "hull")
    ]
    assert scene.match.view(None).ships["le_rose"].seat == 1


@pytest.mark.rule("ishkibibble-blockade.2")
def test_all_ships_that_leave_fight_together() -> None:
    scene = off_hull()
    scene.give("percy", "le_swan").ship("le_swan", port="hull").movement(0)
    scene.play(0, "sail", ship="le_rose", to=SEA)
    scene.play(0, "sail", ship="le_swan", to=SEA)
    scene.next_events(CARDS["5-4"])
    scene.play(0, "done")
    (joined,) = scene.happened(facts.SeaBattleJoined)
    assert (joined.fleet, joined.strength) == (("le_rose", "le_swan"), 250)
    assert scene.happened(facts.BattleDecided)[0].winner == 0


@pytest.mark.rule("ishkibibble-blockade.2")
def test_the_ships_of_who_blockades_come_and_go() -> None:
    scene = off_hull()
    scene.give("courtenay", "le_swan").ship("le_swan", port="hull").movement(1)
    assert len(scene.destinations(1, "le_swan")) > 1


@pytest.mark.rule("ishkibibble-blockade.1", "base-8.2")
def test_only_a_ship_of_ones_own_that_is_on_the_board_watches_a_port() -> None:
    scene = meeting(("le_rose",), ("le_nicholas",), ruleset=RULES)
    scene.movement(1)
    mine = "You can order only your own nobles’ ships."
    assert scene.candidates(1, "blockade", "ship") == {"le_nicholas"}
    assert scene.refused(1, "blockade", rule="base-8.2", ship="le_rose", port="hull") == mine
    del scene.state.ships["le_nicholas"]  # lost, while Courtenay has her card
    scene.movement(1)
    assert scene.refused(1, "blockade", rule="base-8.2", ship="le_nicholas", port="hull") == mine


@pytest.mark.rule("ishkibibble-blockade.2", "base-16.4")
@pytest.mark.parametrize("square", ["", SEA])
def test_an_ally_lets_ships_out_of_a_port_that_he_watches(square: str) -> None:
    scene = meeting(("le_rose",), ("le_nicholas",), ruleset=f"{RULES}+alliance")
    scene.ship("le_rose", port="hull").control("hull", "percy")
    scene.state.ships["le_nicholas"].blockade = "hull"
    allied(scene, 0, 1, lasting=not square, square=square).movement(0)
    assert len(scene.destinations(0, "le_rose")) > 1
    scene.play(0, "sail", ship="le_rose", to=SEA)
    scene.play(0, "done")
    assert scene.happened(facts.SeaBattleJoined) == []


def driven(*aboard: str, cards: tuple[str, ...] = ()) -> Scene:
    """A storm drives seat 1's blockader into Hull, which is seat 0's."""
    crew = dict.fromkeys(aboard, "le_nicholas")
    scene = meeting((), ("le_nicholas",), ruleset=RULES, aboard=crew)
    scene.control("hull", "percy").give("mowbray", *cards)
    scene.state.ships["le_nicholas"].blockade = "hull"
    scene.next_events("E-ST01").event(1)
    if scene.asked(1) == ["refuge"]:
        scene.play(1, "put_in", ship="le_nicholas", port="hull")
    return scene


@pytest.mark.rule("ishkibibble-blockade.3", "ishkibibble-blockade.4")
@pytest.mark.parametrize("crew", [(), ("mowbray",)])
def test_a_blockader_driven_into_the_port_is_a_prisoner(crew: tuple[str, ...]) -> None:
    scene = driven(*crew)
    assert scene.happened(facts.ShipHeld) == [facts.ShipHeld("le_nicholas", "hull")]
    assert scene.match.view(None).ships["le_nicholas"].prisoner
    scene.movement(1)
    assert scene.destinations(1, "le_nicholas") == set()
    scene.forbidden(
        1,
        "sail",
        rule="ishkibibble-blockade.4",
        says="Ask leave",
        ship="le_nicholas",
        to=SEA,
    )
    scene.play(1, "ask_leave", place="hull")
    scene.play(0, "grant")
    scene.play(1, "sail", ship="le_nicholas", to=SEA)
    assert not scene.state.ships["le_nicholas"].prisoner


@pytest.mark.rule("ishkibibble-blockade.3")
def test_a_blockader_whose_men_match_the_port_besieges_it_instead() -> None:
    scene = driven("mowbray", cards=("earl_kent", "marshal_england", "burgundian_crossbowmen_1"))
    assert scene.happened(facts.ShipHeld) == []
    assert not scene.state.ships["le_nicholas"].prisoner


@pytest.mark.rule("ishkibibble-blockade.4")
def test_a_prisoner_of_a_port_that_nobody_holds_any_more_is_free() -> None:
    scene = driven()
    scene.control("hull", None).movement(1)
    assert scene.destinations(1, "le_nicholas")


# Ships of an office that were taken at sea: whose they are until they reach a port.


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
