"""Alliances of families: they end, or are cancelled, with the turn of a House (base §16)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
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


def bound(*pacts: Pact, neutral: int | None = None, edition: int | None = None) -> Scene:
    """Alliances that have been agreed on; a family may be neutral."""
    scene = heads("families+alliance")
    scene.state.pacts = list(pacts)
    scene.state.edition = edition or scene.state.edition
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
    assert reason == "You cancel an alliance at the start of your own turn."


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


@pytest.mark.rule("base-16.4")
def test_in_a_game_of_an_earlier_edition_no_family_is_asked() -> None:
    scene = bound(Pact(PERCY, MOWBRAY, FIELD), Pact(NEVILLE, PERCY, FIELD, True), edition=4)
    assert reviewed(scene, LANCASTER) == []
    assert len(scene.state.pacts) == 2


@pytest.mark.rule("base-16.1", "families-turn.6")
@pytest.mark.parametrize(("edition", "may"), [(5, True), (4, False)])
def test_whom_the_house_has_asked_a_family_may_ask_too(edition: int, may: bool) -> None:
    scene = bound(edition=edition)
    for noble in ("beaufort", "percy", "mowbray"):
        scene.state.nobles[noble].square, scene.state.nobles[noble].inside = FIELD, None
    scene.movement(LANCASTER)
    wanted = {"ally": str(MOWBRAY), "square": FIELD, "term": "lasting"}
    scene.play(LANCASTER, "propose_alliance", **wanted)
    scene.play(MOWBRAY, "decline_alliance")
    reason = scene.refused(LANCASTER, "propose_alliance", rule="base-16.1", **wanted)
    assert reason == "You have asked them in this turn; ask in your next."
    scene.movement(PERCY)
    whom = scene.candidates(PERCY, "propose_alliance", "ally")
    assert whom == ({str(LANCASTER), str(MOWBRAY)} if may else {str(LANCASTER)})
