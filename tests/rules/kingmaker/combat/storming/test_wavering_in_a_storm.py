"""Somebody wavers while walls are stormed: the battle goes on with the others."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import only, settle, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.combat.by_card.test_vacillating import dice, idlers
from tests.rules.kingmaker.scene import Scene

RULES = "classic+storm_or_siege+card_vacillating"
STORMING = ("percy", "stafford", "neville")


def walls(then: str = "majority") -> Scene:
    """Seat 0 before Ruthin, where Grey and Roos of seat 1 are with a garrison."""
    scene = idlers(Scene(2, RULES)).noble("grey", 1, "ruthin").noble("roos", 1, "ruthin")
    for noble in STORMING:
        scene.noble(noble, 0, "ruthin", outside=True)
    return scene.control("ruthin", "grey").next_events("X-VA1", CARDS[then])


def stormed(scene: Scene) -> Scene:
    scene.combat(0)
    scene.play(0, "storm", nobles=list(STORMING), place="ruthin")
    return scene


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-vacillating.6")
def test_a_defender_who_comes_out_counts_for_the_attackers(monkeypatch: Any) -> None:
    scene = dice(walls(), monkeypatch, 0, 1, 5)
    men = scene.board.places["ruthin"].garrison
    stormed(scene)
    assert only(scene, facts.WallsStormed).defenders == ("grey", "roos")
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(200, men + 20)
    told = only(scene, facts.StormDecided)
    assert (told.strength, told.defence, told.outcome) == (200, men + 20, "taken")
    assert only(scene, facts.Captured) == facts.Captured(("grey",), 0, (1,))
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-vacillating.11")
def test_an_attacker_who_goes_in_may_turn_the_storm(monkeypatch: Any) -> None:
    scene = dice(walls().give("roos", "saxons_1", "saxons_2"), monkeypatch, 5, 0, 5)
    stormed(scene)
    assert only(scene, facts.NobleWavered).noble == "percy"
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert only(scene, facts.Captured) == facts.Captured(("stafford", "neville"), 1, (0,))
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-vacillating.11")
def test_a_holder_who_comes_out_gives_the_place_away_and_nothing_is_stormed(
    monkeypatch: Any,
) -> None:
    scene = dice(walls(), monkeypatch, 0, 0, 5)
    stormed(scene)
    assert only(scene, facts.NobleWavered).noble == "grey"
    assert scene.state.nobles["grey"].seat == 0
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("nobody")]
    assert scene.happened(facts.StormDecided) == []
    assert scene.state.control["ruthin"] == "grey"
    sound(scene)
