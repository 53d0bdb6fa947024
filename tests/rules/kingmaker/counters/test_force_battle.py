"""Force Battle: it makes nothing of bad weather, and of a battle evaded."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Dice
from bot.rules.kingmaker import facts
from bot.secrecy import leaks
from tests.rules.kingmaker.battlefield import FIELD, only, settle, sound
from tests.rules.kingmaker.combat.at_sea.fleets import SEA
from tests.rules.kingmaker.combat.at_sea.fleets import meeting as fleets_meet
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_force"
FORCE = "ishkibibble-force.1"
BAD = CARDS["bad_weather"]


def field(keeper: int | None = 0, *cards: str, rules: str = RULES) -> Scene:
    """Percy, 100, meets Mowbray, 50, in bad weather; somebody keeps the card."""
    scene = meeting(("percy",), ("mowbray",), ruleset=rules)
    if keeper is not None:
        scene.held(keeper, "X-FOR")
    scene.next_events(*(cards or (BAD, CARDS["majority"]))).combat(0)
    return scene


def said(scene: Scene, by: int | None, seats: int = 2) -> Scene:
    """All answer; one of them plays the card."""
    for seat in range(seats):
        scene.play(seat, "force" if seat == by else "let_be")
    return scene


@pytest.mark.rule("ishkibibble-force.1", "ishkibibble-cards.1")
def test_drawn_in_the_event_phase_it_is_kept() -> None:
    scene = Scene(2, RULES).noble("percy", 0, FIELD).noble("mowbray", 1, "14,2")
    scene.next_events("X-FOR").event(0)
    assert scene.state.factions[0].held == ["X-FOR"]


@pytest.mark.rule("ishkibibble-force.1", "ishkibibble-cards.2")
def test_drawn_in_a_battle_it_is_kept_and_may_be_played_at_once() -> None:
    scene = field(None, "X-FOR", BAD, CARDS["majority"])
    attack(scene, "percy")
    assert scene.state.factions[0].held == ["X-FOR"]
    said(scene, 0)
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("ishkibibble-force.1")
def test_while_nobody_keeps_it_the_weather_stands() -> None:
    scene = field(None)
    attack(scene, "percy")
    assert only(scene, facts.AttackCancelled).reason == "weather"


@pytest.mark.rule("ishkibibble-force.1")
def test_in_fair_weather_nobody_is_asked() -> None:
    scene = field(0, CARDS["majority"])
    attack(scene, "percy")
    assert only(scene, facts.BattleDecided).winner == 0
    assert scene.state.factions[0].held == ["X-FOR"]


@pytest.mark.rule("ishkibibble-force.1", "base-9.4")
@pytest.mark.parametrize("keeper", [0, 1, 2])
def test_all_are_asked_in_secret_party_to_it_or_not(keeper: int) -> None:
    scene = Scene(3, RULES).noble("percy", 0, FIELD, outside=True)
    scene.noble("mowbray", 1, FIELD, outside=True).noble("stafford", 2, "14,3")
    scene.held(keeper, "X-FOR").next_events(BAD, CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert sorted(scene.match.closing()) == [0, 1, 2]
    vote = scene.match.vote()
    assert vote is not None
    told = {"square": FIELD, "strength": "100", "opposed": "50", "attacker": "0", "why": "weather"}
    assert (vote.kind, vote.facts) == ("force", told)
    assert leaks(scene.match, [0, 1, 2, None] * 3, Dice("other")) == []
    other = (keeper + 1) % 3
    assert scene.refused(other, "force", rule=FORCE) == "You hold no Force Battle card."
    said(scene, keeper, 3)
    assert only(scene, facts.BattleForced) == facts.BattleForced(keeper, FIELD, evaded=False)
    assert only(scene, facts.BattleDecided).winner == 0
    assert scene.state.event_discards == [BAD, "X-FOR", CARDS["majority"]]
    sound(scene)


@pytest.mark.rule("ishkibibble-force.1", "base-9.4")
def test_nothing_else_is_played_from_hand_meanwhile() -> None:
    scene = field()
    scene.hand(0, "saxons_1")
    attack(scene, "percy")
    assert [prompt.kind for prompt in scene.match.prompts(0)] == ["force"]
    reason = scene.refused(0, "play", rule="base-9.4", card="saxons_1", noble="percy")
    assert (
        reason
        == "A combat has been called off. First say whether you will play a card to force it."
    )


@pytest.mark.rule("ishkibibble-force.1")
def test_unless_it_is_played_the_weather_calls_the_battle_off() -> None:
    scene = field()
    attack(scene, "percy")
    said(scene, None)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.happened(facts.BattleDecided) == []
    assert scene.state.factions[0].held == ["X-FOR"]
    sound(scene)


@pytest.mark.rule("ishkibibble-force.1")
def test_the_next_card_may_be_bad_weather_again() -> None:
    scene = Scene(2, RULES)
    bad = [c.id for c in scene.content.events.values() if c.bad_weather and c.id != BAD]
    scene = field(0, BAD, bad[0])
    attack(scene, "percy")
    said(scene, 0)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.asked(0) != ["force"]


@pytest.mark.rule("ishkibibble-force.1", "ishkibibble-evade.1")
@pytest.mark.parametrize("forced", [True, False])
def test_against_an_evasion_it_brings_the_battle_about(forced: bool) -> None:
    scene = field(0, CARDS["majority"], rules="classic+card_evade+card_force")
    scene.held(1, "X-EVA")
    attack(scene, "percy")
    scene.play(0, "let_be")
    scene.play(1, "evade")
    assert scene.asked(0) == ["force"]
    assert scene.happened(facts.AttackCancelled) == []
    said(scene, 0 if forced else None)
    if forced:
        assert only(scene, facts.BattleForced) == facts.BattleForced(0, FIELD, evaded=True)
        assert only(scene, facts.BattleDecided).winner == 0
        assert scene.state.event_discards == ["X-EVA", "X-FOR", CARDS["majority"]]
    else:
        assert only(scene, facts.AttackCancelled).reason == "evaded"
        assert scene.asked(1) == ["slip_away"]


@pytest.mark.rule("ishkibibble-force.1")
def test_after_a_forced_battle_bad_weather_still_calls_it_off() -> None:
    scene = field(0, BAD, rules="classic+card_evade+card_force").held(1, "X-EVA")
    attack(scene, "percy")
    scene.play(0, "let_be")
    scene.play(1, "evade")
    said(scene, 0)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.asked(1) != ["slip_away"]


@pytest.mark.rule("ishkibibble-force.1")
@pytest.mark.parametrize("forced", [True, False])
def test_a_siege_is_forced_too(forced: bool) -> None:
    nobles = ("percy", "mowbray", "neville", "stanley")
    scene = before(TOWN, nobles, ruleset=RULES).held(0, "X-FOR")
    scene.next_events(BAD, CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=nobles, place=TOWN)
    said(scene, 0 if forced else None)
    assert bool(scene.happened(facts.SiegeConcluded)) is forced
    assert (TOWN in scene.state.sieges) is not forced
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-force.1")
@pytest.mark.parametrize("forced", [True, False])
def test_a_storm_is_forced_too(forced: bool) -> None:
    nobles = ("percy", "mowbray", "neville", "stanley", "grey", "roos")
    scene = before(TOWN, nobles, ruleset=RULES + "+storm_or_siege").held(1, "X-FOR")
    scene.next_events(BAD, CARDS["majority"]).combat(0)
    scene.play(0, "storm", nobles=nobles, place=TOWN)
    said(scene, 1 if forced else None)
    assert bool(scene.happened(facts.StormDecided)) is forced
    assert TOWN not in scene.state.sieges
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-force.1")
@pytest.mark.parametrize("forced", [True, False])
def test_a_battle_at_sea_is_forced_too(forced: bool) -> None:
    scene = fleets_meet(("le_rose", "le_swan"), ("le_nicholas",), ruleset=RULES + "+sea_combat")
    scene.held(0, "X-FOR").next_events(BAD, CARDS["majority"]).combat(0)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    said(scene, 0 if forced else None)
    assert bool(scene.happened(facts.BattleDecided)) is forced
    assert bool(scene.happened(facts.AttackCancelled)) is not forced
    assert scene.happened(facts.SeaBattleJoined) == []  # it was announced before


@pytest.mark.rule("ishkibibble-force.1")
@pytest.mark.parametrize("forced", [True, False])
def test_an_ambush_is_forced_too(forced: bool) -> None:
    scene = Scene(2, RULES + "+ambush").noble("percy", 0, FIELD, outside=True)
    scene.noble("stafford", 0, FIELD, outside=True).noble("mowbray", 1, FIELD, outside=True)
    scene.held(1, "X-FOR").next_events(BAD, "E-RA03").combat(0)  # it names Mowbray
    scene.play(0, "ambush", nobles=["percy", "stafford"], against="1", square=FIELD)
    said(scene, 1 if forced else None)
    assert [e.noble for e in scene.happened(facts.NobleDied)] == ["mowbray"] * forced
