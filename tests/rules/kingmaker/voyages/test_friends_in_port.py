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


# Ports that do not take those aboard: Friendly ones cost no roll (house §5.10, §8.6).


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
