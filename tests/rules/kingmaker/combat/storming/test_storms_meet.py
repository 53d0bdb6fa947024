"""Storms and announced sieges meet other rules: invaders, excommunication, defeatism."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import ROGUES
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.battlefield import only, sound, where
from tests.rules.kingmaker.captivity.held import capture, owed
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before
from tests.rules.kingmaker.scene import Scene

RULES = "classic+storm_or_siege"
FRENCH = f"{RULES}+card_french_treachery+advanced_cards"
FORCE = ("percy", "mowbray", "neville", "grey", "roos")
"""230 troops."""


def stormed(scene: Scene, *nobles: str, place: str = TOWN, card: str = "majority") -> Scene:
    """Seat 0 storms a place, and this half of a card decides."""
    scene.next_events(CARDS[card]).combat(0)
    scene.play(0, "storm", nobles=nobles, place=place)
    return scene


def held_by(invader: str) -> Scene:
    """Strangers hold the town; seat 0 stands before it."""
    scene = before(TOWN, FORCE, ruleset=FRENCH)
    if invader == ROGUES:
        scene.state.crown_deck.remove(ROGUES)
        scene.state.rogues = {TOWN: 1}
    else:
        setattr(scene.state, invader, [TOWN])
    return scene


@pytest.mark.rule(
    "ishkibibble-siege.2", "ishkibibble-siege.3", "ishkibibble-scotsinvasion.5", "base-19.2",
    "ishkibibble-treachery-french.2",
)  # fmt: skip
@pytest.mark.parametrize(("invader", "men"), [("scots", 200), ("french", 200), (ROGUES, 100)])
def test_what_strangers_hold_is_stormed_like_a_garrison_and_taken(invader: str, men: int) -> None:
    scene = stormed(held_by(invader), *FORCE)
    assert only(scene, facts.WallsStormed).defence == men
    assert only(scene, facts.StormDecided).outcome == "taken"
    assert scene.state.control[TOWN] == "percy"
    assert (scene.state.scots, scene.state.french, scene.state.rogues) == ([], [], {})
    assert (ROGUES in scene.state.crown_discards) == (invader == ROGUES)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2")
@pytest.mark.parametrize("invader", ["scots", "french", ROGUES])
def test_strangers_who_beat_a_storm_back_capture_nobody(invader: str) -> None:
    scene = stormed(held_by(invader), "grey")
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert scene.state.nobles["grey"].captor is None
    assert where(scene, "grey")[1] is None
    assert TOWN in (*scene.state.scots, *scene.state.french, *scene.state.rogues)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.3", "ishkibibble-excommunication.3")
def test_the_excommunicated_take_a_cathedral_city_and_stay_outside() -> None:
    nobles = ("percy", "mowbray", "neville", "grey", "stafford", "pole", "talbot", "fitzalan")
    scene = before("york", nobles, ruleset=f"{RULES}+card_excommunication")
    scene.state.spells = [Spell("excommunication", 0, 0)]
    stormed(scene, *nobles, place="york")
    assert only(scene, facts.StormDecided).outcome == "taken"
    assert scene.state.control["york"] == "percy"
    assert {where(scene, noble)[1] for noble in nobles} == {None}
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.4", "ishkibibble-siege.5", "ishkibibble-defeatism.3")
def test_who_loses_heart_after_announcing_a_siege_announces_it_anew() -> None:
    scene = before(TOWN, FORCE, ruleset=f"{RULES}+card_defeatism")
    scene.combat(0)
    scene.play(0, "lay", nobles=FORCE, place=TOWN)
    scene.next_events("X-DEF").rolls(1)
    scene.event(0)
    assert [e.reason for e in scene.happened(facts.SiegeBroken)] == ["defeatism"]
    assert scene.state.sieges == {}
    scene.state.spells = []
    scene.combat(0)
    reason = scene.refused(0, "conclude", rule="ishkibibble-siege.4", nobles=FORCE, place=TOWN)
    assert reason == (
        "First announce the siege. Lay siege now, and conclude it in your next combat."
    )


# A storm that is beaten back


@pytest.mark.rule("ishkibibble-siege.2")
def test_defenders_take_what_lay_beside_the_fallen_and_hold_the_living() -> None:
    scene = before(TOWN, ("percy", "grey"), ("stafford",), ruleset=RULES)
    scene.give("percy", "town_coventry").hold("margaret", "percy")
    scene.next_events(DEADLY).combat(0)
    scene.play(0, "storm", nobles=["percy", "grey"], place=TOWN)
    assert only(scene, facts.StormDecided).outcome == "repelled"
    assert "percy" not in scene.state.nobles
    assert scene.state.nobles["stafford"].cards == ["town_coventry"]
    assert scene.state.heirs["margaret"].holder == "stafford"
    captured = only(scene, facts.Captured)
    assert (captured.nobles, captured.captor) == (("grey",), 1)
    sound(scene)


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-ransom.7")
def test_a_garrison_alone_frees_captives_of_its_master_with_those_it_captures() -> None:
    scene = before(TOWN, ("percy", "grey"), ruleset=f"{RULES}+expanded_ransom")
    scene.noble("courtenay", 1, "exeter").control(TOWN, "bourchier")
    capture(scene, "courtenay", "grey")
    scene.next_events(DEADLY).combat(0)
    scene.play(0, "storm", nobles=["percy", "grey"], place=TOWN)
    assert only(scene, facts.Captured) == facts.Captured(("grey",), 1, (0,))
    assert (scene.state.nobles["grey"].captor, owed(scene)) == (1, {})
    assert scene.state.nobles["courtenay"].captor is None
    sound(scene)
