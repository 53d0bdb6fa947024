"""Alliances of families: they end, or are cancelled, with the turn of a House, and a neutral family
attacks for nobody (base §16)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.fights import fleets_at
from bot.rules.kingmaker.prospects.odds import besiegers_with_allies, with_allies
from bot.rules.kingmaker.state import Pact
from tests.rules.kingmaker.families.tables import (
    LANCASTER,
    MOWBRAY,
    NEVILLE,
    PERCY,
    STAFFORD,
    YORK,
    heads,
    played_on,
)
from tests.rules.kingmaker.scene import Scene

FIELD = "14,16"


def bound(*pacts: Pact, neutral: int | None = None) -> Scene:
    """Alliances that have been agreed on; a family may be neutral."""
    scene = heads("families+alliance")
    scene.state.pacts = list(pacts)
    if neutral is not None:
        scene.state.sides[neutral].serves = ""
    return scene


def reviewed(scene: Scene, house: int) -> list[int]:
    """Who is asked about alliances in the turn of a House, in order; all keep theirs."""
    scene.next_events("E-FM03").turn(house)
    asked = played_on(scene, (house, "movement"))
    return [seat for seat, kind in asked if kind == "pacts"]


@pytest.mark.rule("base-16.4", "families-turn.6")
def test_a_family_cancels_an_alliance_as_the_turn_of_its_house_begins() -> None:
    scene = bound(Pact(PERCY, MOWBRAY, FIELD, lasting=True))
    scene.turn(LANCASTER)
    played_on(scene, (PERCY, "pacts"))
    scene.play(PERCY, "cancel_alliance", ally=str(MOWBRAY))
    ended = facts.PactEnded(PERCY, MOWBRAY, FIELD, "cancelled", True)
    assert scene.happened(facts.PactEnded) == [ended]
    assert scene.state.pacts == []
    assert scene.match.waiting_for() == [LANCASTER]
    reason = scene.refused(PERCY, "cancel_alliance", rule="base-16.4", ally=str(MOWBRAY))
    assert reason == "Cancel an alliance at the start of your own turn."


@pytest.mark.rule("base-16.4", "families-align.3")
def test_the_house_says_it_first_and_then_its_families_clockwise() -> None:
    pacts = (
        Pact(STAFFORD, MOWBRAY, FIELD, lasting=True),
        Pact(NEVILLE, PERCY, FIELD, lasting=True),
        Pact(YORK, LANCASTER, FIELD, lasting=True),
    )
    assert reviewed(bound(*pacts), LANCASTER) == [LANCASTER, PERCY, STAFFORD]
    assert reviewed(bound(*pacts), YORK) == [YORK, NEVILLE, MOWBRAY]


@pytest.mark.rule("base-16.4", "families-turn.6")
def test_a_neutral_family_does_so_with_the_turn_of_the_house_that_it_favours() -> None:
    pact = Pact(PERCY, MOWBRAY, FIELD, lasting=True)
    assert reviewed(bound(pact, neutral=PERCY), LANCASTER) == [PERCY]
    assert reviewed(bound(pact, neutral=PERCY), YORK) == [MOWBRAY]


@pytest.mark.rule("base-16.4", "families-switch.1")
def test_who_has_come_over_does_so_with_the_turn_of_its_new_house() -> None:
    scene = bound(Pact(NEVILLE, PERCY, FIELD, lasting=True))
    scene.state.sides[NEVILLE].forgone = True
    scene.turn(LANCASTER)
    scene.play(NEVILLE, "serve_house")
    scene.play(LANCASTER, "admit")
    asked = played_on(scene, (LANCASTER, "movement"))
    assert [pair for pair in asked if pair[1] == "pacts"] == [(NEVILLE, "pacts"), (PERCY, "pacts")]


@pytest.mark.rule("base-16.1", "base-16.4", "families-turn.6")
def test_one_for_a_combat_lapses_as_the_turn_of_the_proposing_familys_house_begins() -> None:
    scene = bound(Pact(PERCY, MOWBRAY, FIELD))
    scene.turn(YORK)
    played_on(scene, (YORK, "movement"))
    assert scene.state.pacts == [Pact(PERCY, MOWBRAY, FIELD)]
    scene.turn(LANCASTER)
    for family in scene.match.waiting_for():
        scene.play(family, "stay_loyal")
    assert scene.happened(facts.PactEnded) == [facts.PactEnded(PERCY, MOWBRAY, FIELD, "lapsed")]
    assert (scene.state.pacts, scene.match.waiting_for()) == ([], [LANCASTER])


@pytest.mark.rule("base-16.1", "families-turn.6")
def test_whom_the_house_has_asked_a_family_may_ask_too() -> None:
    scene = bound()
    for noble in ("beaufort", "percy", "mowbray"):
        scene.state.nobles[noble].square, scene.state.nobles[noble].inside = FIELD, None
    scene.movement(LANCASTER)
    wanted = {"ally": str(MOWBRAY), "square": FIELD, "term": "lasting"}
    scene.play(LANCASTER, "propose_alliance", **wanted)
    scene.play(MOWBRAY, "decline_alliance")
    reason = scene.refused(LANCASTER, "propose_alliance", rule="base-16.1", **wanted)
    assert reason == "You have already asked that player this turn. Ask again next turn."
    scene.movement(PERCY)
    whom = scene.candidates(PERCY, "propose_alliance", "ally")
    assert whom == {str(LANCASTER), str(MOWBRAY)}


def side_by_side(*, neutral: bool = False) -> Scene:
    """Lancaster and Percy, his ally, stand before York in the open."""
    scene = heads("families+alliance", without=(LANCASTER, PERCY, YORK))
    scene.noble("beaufort", LANCASTER, FIELD).noble("percy", PERCY, FIELD)
    scene.noble("plantagenet_york", YORK, FIELD)
    scene.state.pacts = [Pact(LANCASTER, PERCY, FIELD, lasting=True)]
    if neutral:
        scene.state.sides[PERCY].serves = ""
    return scene


def attacked(scene: Scene) -> tuple[str, ...]:
    """Lancaster attacks York; all who do so."""
    foe = {"nobles": ["beaufort"], "against": str(YORK), "square": FIELD}
    scene.play(LANCASTER, "attack", **foe)
    (told,) = scene.happened(facts.AttackDeclared)
    attackers: tuple[str, ...] = told.attackers
    return attackers


@pytest.mark.rule("families-turn.6", "base-16.2")
def test_a_neutral_family_attacks_nobody_for_an_ally_either() -> None:
    scene = side_by_side(neutral=True)
    scene.combat(LANCASTER)
    view = scene.match.view(LANCASTER)
    foreseen = with_allies(scene.content, view, FIELD, ["beaufort"], ["plantagenet_york"])[0]
    force = attacked(scene)
    assert list(force) == foreseen == ["beaufort"]


@pytest.mark.rule("families-turn.6", "base-16.2")
def test_a_neutral_family_defends_an_ally_as_ever() -> None:
    scene = side_by_side(neutral=True)
    scene.state.pacts = [Pact(YORK, PERCY, FIELD, lasting=True)]
    scene.combat(LANCASTER)
    attacked(scene)
    (told,) = scene.happened(facts.AttackDeclared)
    assert told.defenders == ("plantagenet_york", "percy")


@pytest.mark.rule("families-turn.6", "base-16.2")
def test_a_neutral_family_lays_no_siege_for_an_ally() -> None:
    scene = heads("families+alliance", without=(LANCASTER, PERCY))
    scene.noble("beaufort", LANCASTER, "masham", outside=True)
    scene.noble("percy", PERCY, "masham", outside=True).noble("scrope", YORK, "masham")
    square = scene.board.places["masham"].square
    scene.state.pacts = [Pact(LANCASTER, PERCY, square, lasting=True)]
    scene.state.sides[PERCY].serves = ""
    scene.combat(LANCASTER)
    view = scene.match.view(LANCASTER)
    force = besiegers_with_allies(scene.content, view, "masham", ["beaufort"])
    assert force == ["beaufort"]
    assert not scene.offered(LANCASTER, "conclude")


def at_sea() -> Scene:
    """Lancaster has just come upon York at sea, where Percy's ship lies, his ally's."""
    scene = heads("families+alliance+sea_combat", without=(LANCASTER, PERCY, YORK))
    for noble, seat, ship in (
        ("beaufort", LANCASTER, "le_swan"),
        ("percy", PERCY, "le_rose"),
        ("plantagenet_york", YORK, "le_nicholas"),
    ):
        scene.noble(noble, seat, FIELD, cards=(ship,))
        scene.ship(ship, sea="humber-mouth").aboard(noble, ship)
    scene.state.ships["le_swan"].entered = True
    scene.state.pacts = [Pact(LANCASTER, PERCY, "humber-mouth", lasting=True)]
    return scene


@pytest.mark.rule("families-turn.6", "ishkibibble-seacombat.2")
def test_ships_of_a_neutral_family_attack_nobody_for_an_ally() -> None:
    scene = at_sea()
    scene.state.sides[PERCY].serves = ""
    scene.combat(LANCASTER)
    foreseen = fleets_at(scene.match.view(LANCASTER), LANCASTER, YORK, "humber-mouth")[0]
    scene.play(LANCASTER, "attack_at_sea", against=str(YORK), sea="humber-mouth")
    (told,) = scene.happened(facts.SeaBattleJoined)
    assert list(told.fleet) == foreseen
    assert foreseen == ["le_swan"]


@pytest.mark.rule("families-switch.1", "base-16.2")
def test_who_attacks_for_an_ally_in_the_turn_of_its_house_has_not_forgone_it() -> None:
    scene = side_by_side()
    scene.turn(LANCASTER)
    played_on(scene, (LANCASTER, "combat"))
    assert scene.state.sides[PERCY].forgone
    attacked(scene)
    assert not scene.state.sides[PERCY].forgone


@pytest.mark.rule("families-switch.1", "ishkibibble-seacombat.2")
def test_a_battle_at_sea_for_an_ally_is_an_attack_as_well() -> None:
    scene = at_sea()
    scene.combat(LANCASTER)
    scene.state.sides[PERCY].forgone = True
    scene.play(LANCASTER, "attack_at_sea", against=str(YORK), sea="humber-mouth")
    assert not scene.state.sides[PERCY].forgone


@pytest.mark.rule("families-switch.1")
def test_an_attack_in_the_turn_of_the_other_house_leaves_the_own_one_forgone() -> None:
    scene = side_by_side()
    scene.state.pacts = [Pact(YORK, PERCY, FIELD, lasting=True)]
    scene.combat(YORK)
    scene.state.sides[PERCY].forgone = True
    foe = {"nobles": ["plantagenet_york"], "against": str(LANCASTER), "square": FIELD}
    scene.play(YORK, "attack", **foe)
    (told,) = scene.happened(facts.AttackDeclared)
    assert told.attackers == ("plantagenet_york", "percy")
    assert scene.state.sides[PERCY].forgone


def besieged_together(first: str) -> Scene:
    """York and Neville, his ally, besiege Masham together; the siege is that of the first."""
    scene = heads("families+alliance", without=(YORK, NEVILLE)).noble("scrope", PERCY, "masham")
    force = {"plantagenet_york": YORK, "bourchier": NEVILLE, "neville": NEVILLE}
    for noble, seat in force.items():
        scene.noble(noble, seat, "masham", outside=True)
    scene.give("plantagenet_york", "marshal_england").give("bourchier", "saxons_1")
    scene.siege("masham", [first, *(noble for noble in force if noble != first)])
    square = scene.board.places["masham"].square
    scene.state.pacts = [Pact(YORK, NEVILLE, square, lasting=True)]
    scene.turn(YORK)
    played_on(scene, (NEVILLE, "declare_side"))
    scene.play(NEVILLE, "stand_apart", castle="raby")
    return scene


@pytest.mark.rule("families-turn.6", "families-neutral.2")
@pytest.mark.parametrize("first", ["plantagenet_york", "neville"])
def test_a_siege_that_a_family_kept_up_with_others_goes_on_without_it(first: str) -> None:
    siege = besieged_together(first).state.sieges["masham"]
    assert (siege.seat, siege.besiegers) == (YORK, ["plantagenet_york"])
