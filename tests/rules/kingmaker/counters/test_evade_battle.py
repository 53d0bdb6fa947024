"""Evade Battle: who is asked, what it calls off, and who must go away then."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Dice
from bot.rules.kernel.match import CLOSE
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.counters import SlipAway
from bot.secrecy import leaks
from tests.rules.kingmaker.battlefield import FIELD, only, settle, sound, where
from tests.rules.kingmaker.combat.at_sea.fleets import SEA
from tests.rules.kingmaker.combat.at_sea.fleets import meeting as fleets_meet
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before, square_of
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_evade"
EVADE, SLIP = "ishkibibble-evade.1", "ishkibibble-evade.2"
FORCING = "classic+card_force"
FORCE = "ishkibibble-force.1"
BAD = CARDS["bad_weather"]


def field(
    mine: tuple[str, ...] = ("percy",),
    others: tuple[str, ...] = ("mowbray",),
    *,
    keeper: int | None = 1,
    rules: str = RULES,
) -> Scene:
    """Seat 0 meets seat 1 in the open; somebody keeps the card, and a battle would be won."""
    scene = meeting(mine, others, ruleset=rules)
    if keeper is not None:
        scene.held(keeper, "X-EVA")
    scene.next_events(CARDS["majority"]).combat(0)
    return scene


def evaded(scene: Scene, by: int) -> Scene:
    """One of the two plays the card."""
    for seat in (0, 1):
        scene.play(seat, "evade" if seat == by else "let_be")
    return scene


def in_bad_weather(keeper: int | None = 0, *cards: str, rules: str = FORCING) -> Scene:
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


# When, and who is asked (ishkibibble-evade.1)


KEPT = [
    (RULES, "X-EVA"),
    (FORCING, "X-FOR"),
    ("classic+card_siege_fails", "X-SIF"),
    ("classic+card_betrayal", "X-BET"),
]
"""Cards that are kept until they are wanted."""


@pytest.mark.rule(
    "ishkibibble-evade.1",
    "ishkibibble-force.1",
    "ishkibibble-siegefails.1",
    "ishkibibble-betrayal.1",
    "ishkibibble-cards.1",
)
@pytest.mark.parametrize(("rules", "card"), KEPT)
def test_drawn_in_the_event_phase_it_is_kept(rules: str, card: str) -> None:
    scene = Scene(2, rules).noble("percy", 0, FIELD).noble("mowbray", 1, "14,2")
    scene.next_events(card).event(0)
    assert scene.state.factions[0].held == [card]
    assert only(scene, facts.EventKept) == facts.EventKept(0, card)


@pytest.mark.rule("ishkibibble-siegefails.1", "ishkibibble-betrayal.1")
@pytest.mark.parametrize("then", ["E-PL02", BAD])
@pytest.mark.parametrize(("rules", "card"), KEPT[2:])
def test_drawn_in_combat_the_attacker_keeps_it_and_draws_again(
    rules: str, card: str, then: str
) -> None:
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=rules)
    scene.next_events(card, then).combat(0)
    attack(scene, "percy", "stafford")
    settle(scene)
    assert scene.state.factions[0].held == [card]
    assert [told.card for told in scene.happened(facts.CombatCardDrawn)] == [card, then]
    sound(scene)


@pytest.mark.rule("ishkibibble-evade.1", "ishkibibble-cards.2")
def test_drawn_in_a_battle_it_is_kept_and_another_decides() -> None:
    scene = meeting(("percy",), ("mowbray",), ruleset=RULES)
    scene.next_events("X-EVA", CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert scene.state.factions[0].held == ["X-EVA"]
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("ishkibibble-evade.1")
def test_while_nobody_keeps_it_nobody_is_asked() -> None:
    scene = field(keeper=None)
    attack(scene, "percy")
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("ishkibibble-evade.1", "base-9.4")
@pytest.mark.parametrize("keeper", [0, 1])
def test_both_are_asked_in_secret_before_the_card_is_drawn(keeper: int) -> None:
    scene = field(keeper=keeper)
    attack(scene, "percy")
    assert only(scene, facts.AttackDeclared).strength == 100
    assert scene.happened(facts.CombatCardDrawn) == []
    vote = scene.match.vote()
    assert vote is not None
    assert (vote.kind, sorted(scene.match.closing())) == ("evade", [0, 1])
    told = {"square": FIELD, "strength": "100", "opposed": "50", "attacking": "0"}
    assert vote.facts == told
    verbs = {s: [o.verb for p in scene.match.prompts(s) for o in p.offers] for s in (0, 1)}
    assert verbs[keeper] == ["evade", "let_be"]
    assert verbs[1 - keeper] == ["let_be"]
    said = scene.refused(1 - keeper, "evade", rule=EVADE)
    assert said == "You hold no Evade Battle card."
    said = scene.refused(0, "done", rule=EVADE)
    assert said.startswith("Forces have met. First say")
    assert leaks(scene.match, [0, 1, None] * 3, Dice("other")) == []


@pytest.mark.rule("ishkibibble-evade.1")
def test_who_is_no_party_to_it_is_not_asked() -> None:
    scene = Scene(3, RULES).noble("percy", 0, FIELD, outside=True)
    scene.noble("mowbray", 1, FIELD, outside=True).noble("stafford", 2, "14,3")
    scene.held(2, "X-EVA").next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy")
    assert sorted(scene.match.closing()) == [0, 1]
    scene.play(1, "let_be")
    scene.play(0, "let_be")
    assert only(scene, facts.BattleDecided).winner == 0
    assert scene.state.factions[2].held == ["X-EVA"]


@pytest.mark.rule("ishkibibble-evade.1", "ishkibibble-force.1", "base-9.4")
@pytest.mark.parametrize(
    ("laid", "kind", "why"),
    [
        (field, "evade", "Forces have met. First say whether you will play a card to call off"),
        (in_bad_weather, "force", "A combat has been called off. First say whether you will play"),
    ],
)
def test_nothing_else_is_played_from_hand_meanwhile(laid: Any, kind: str, why: str) -> None:
    scene = laid().hand(0, "saxons_1")
    attack(scene, "percy")
    assert scene.asked(0) == [kind]
    said = scene.refused(0, "play", rule="base-9.4", card="saxons_1", noble="percy")
    assert said.startswith(why)


@pytest.mark.rule("ishkibibble-evade.1")
def test_the_silent_evade_nothing() -> None:
    scene = field()
    attack(scene, "percy")
    scene._note(scene.match.direct(CLOSE))
    assert only(scene, facts.BattleDecided).winner == 0
    assert scene.state.factions[1].held == ["X-EVA"]


@pytest.mark.rule("ishkibibble-evade.1")
def test_an_ambush_is_evaded_too() -> None:
    scene = Scene(2, RULES + "+ambush").noble("percy", 0, FIELD, outside=True)
    scene.noble("stafford", 0, FIELD, outside=True).noble("mowbray", 1, FIELD, outside=True)
    scene.held(1, "X-EVA").next_events("E-RA03").combat(0)  # it names Mowbray
    scene.play(0, "ambush", nobles=["percy", "stafford"], against="1", square=FIELD)
    evaded(scene, 1)
    assert scene.happened(facts.NobleDied) == []
    assert scene.asked(1) == ["slip_away"]
    sound(scene)


# Who goes away (ishkibibble-evade.2)


@pytest.mark.rule("ishkibibble-evade.2")
@pytest.mark.parametrize("by", [0, 1])
@pytest.mark.parametrize(
    ("mine", "others", "goes"),
    [(("percy",), ("mowbray",), 1), (("mowbray",), ("percy",), 0)],
)
def test_the_weaker_force_goes_whoever_played_it(
    by: int, mine: tuple[str, ...], others: tuple[str, ...], goes: int
) -> None:
    scene = field(mine, others, keeper=by)
    attack(scene, *mine)
    evaded(scene, by)
    assert scene.asked(goes) == ["slip_away"]
    assert scene.asked(1 - goes) == []
    squares = scene.candidates(goes, "march", "to")
    assert squares == set(scene.board.reach(FIELD, 1))
    reason = scene.refused(goes, "done", rule=SLIP)
    assert reason == "Your force must leave. First say which neighbouring square it goes to."
    to = min(squares)
    scene.play(goes, "march", nobles=["mowbray"], to=to)
    assert where(scene, "mowbray") == (to, None)
    assert where(scene, "percy") == (FIELD, None)
    told = scene.happened(facts.Marched)[-1]
    assert told == facts.Marched(goes, ("mowbray",), FIELD, to, "evasion")
    sound(scene)


@pytest.mark.rule("ishkibibble-evade.2")
@pytest.mark.parametrize("by", [0, 1])
def test_of_equal_forces_that_of_the_player_who_played_it_goes(by: int) -> None:
    scene = field(("mowbray",), ("neville",), keeper=by)
    attack(scene, "mowbray")
    evaded(scene, by)
    assert scene.asked(by) == ["slip_away"]


@pytest.mark.rule("ishkibibble-evade.2")
def test_an_heir_goes_along_with_his_keeper() -> None:
    scene = field()
    scene.hold("margaret", "mowbray")
    attack(scene, "percy")
    evaded(scene, 1)
    to = min(scene.candidates(1, "march", "to"))
    scene.play(1, "march", nobles=["mowbray"], to=to)
    assert scene.state.heirs["margaret"].holder == "mowbray"
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-evade.2")
def test_every_noble_of_the_force_goes_and_none_stays_behind() -> None:
    scene = field(("percy", "mowbray"), ("neville", "stafford"))
    attack(scene, "percy", "mowbray")
    evaded(scene, 1)
    (offer,) = scene.offered(1, "march")
    named = offer.field("nobles")
    assert (named.least, named.most, set(named.candidates)) == (2, 2, {"neville", "stafford"})


@pytest.mark.rule("ishkibibble-evade.2", "ishkibibble-evade.1")
def test_it_calls_the_battle_off_and_who_is_silent_goes_all_the_same() -> None:
    scene = field()
    attack(scene, "percy")
    evaded(scene, 1)
    assert only(scene, facts.BattleEvaded) == facts.BattleEvaded(1, FIELD)
    assert only(scene, facts.AttackCancelled).reason == "evaded"
    assert scene.happened(facts.CombatCardDrawn) == []
    assert scene.state.event_discards == ["X-EVA"]
    assert scene.state.factions[1].held == []
    assert scene.state.nobles["percy"].attacked
    (prompt,) = [p for p in scene.match.prompts(1) if p.blocking]
    assert prompt.default == Choice.of("march", nobles=["mowbray"], to="12,19")
    settle(scene)
    assert where(scene, "mowbray") == ("12,19", None)


@pytest.mark.rule("ishkibibble-evade.2")
def test_on_an_island_without_a_neighbour_they_stay() -> None:
    scene = Scene(2, RULES)
    isle = next(s for s in scene.board.squares if not scene.board.reach(s, 1))
    scene.noble("percy", 0, isle, outside=True).noble("mowbray", 1, isle, outside=True)
    scene.held(1, "X-EVA").next_events(CARDS["majority"]).combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=isle)
    evaded(scene, 1)
    assert where(scene, "mowbray") == (isle, None)
    assert not any(isinstance(step, SlipAway) for step in scene.match.position.agenda)


@pytest.mark.rule("ishkibibble-evade.1", "ishkibibble-evade.2")
def test_the_game_can_be_saved_while_all_are_asked_and_while_somebody_goes() -> None:
    scene = field()
    attack(scene, "percy")
    sound(scene)
    evaded(scene, 1)
    sound(scene)


# Who had come out of a place under siege (ishkibibble-evade.2, base-10.9)


def relief(keeper: int) -> Scene:
    """Mowbray, inside a town under siege, comes out with Stanley's relief, and it is evaded."""
    besiegers = ("percy", "neville", "grey", "pole", "stafford", "roos")
    scene = before(TOWN, besiegers, ("mowbray",), ruleset=RULES)
    scene.siege(TOWN, list(besiegers)).noble("stanley", 1, TOWN, outside=True)
    if keeper == 0:
        scene.give("stanley", "earl_kent", "marshal_england", *scene.content.mercenaries[:4])
    scene.held(keeper, "X-EVA").next_events(CARDS["majority"]).combat(1)
    square = square_of(scene, TOWN)
    scene.play(1, "attack", nobles=["stanley", "mowbray"], against="0", square=square)
    return evaded(scene, keeper)


@pytest.mark.rule("ishkibibble-evade.2", "base-10.9")
def test_who_came_out_and_is_weaker_goes_away_and_not_back_in() -> None:
    scene = relief(1)
    assert only(scene, facts.AttackCancelled).reason == "evaded"
    assert scene.asked(1) == ["slip_away"]
    assert scene.candidates(1, "march", "nobles") == {"stanley", "mowbray"}
    to = min(scene.candidates(1, "march", "to"))
    scene.play(1, "march", nobles=["stanley", "mowbray"], to=to)
    assert where(scene, "mowbray") == (to, None)
    sound(scene)


@pytest.mark.rule("ishkibibble-evade.2", "base-10.9")
def test_who_came_out_and_is_stronger_is_inside_again_and_the_besiegers_go() -> None:
    scene = relief(0)
    assert (scene.asked(0), scene.asked(1)) == (["slip_away"], [])
    to = min(scene.candidates(0, "march", "to"))
    scene.play(0, "march", nobles=sorted(scene.candidates(0, "march", "nobles")), to=to)
    assert where(scene, "percy") == (to, None)
    assert scene.state.sieges == {}
    assert scene.asked(1) == ["combat"]
    assert where(scene, "mowbray")[1] == TOWN
    assert where(scene, "stanley") == (square_of(scene, TOWN), None)
    sound(scene)


@pytest.mark.rule("ishkibibble-evade.2", "ishkibibble-scotland.1")
@pytest.mark.parametrize(("treaty", "open_"), [(False, False), (True, True)])
def test_nobody_slips_away_into_scotland_without_a_card(treaty: bool, open_: bool) -> None:
    scene = Scene(2, f"{RULES}+lands_overseas").noble("percy", 0, "12,2")
    scene.noble("mowbray", 1, "12,2").held(1, "X-EVA").next_events(CARDS["majority"])
    if treaty:
        scene.hold("henry", "mowbray").state.treaties["scotland"] = "henry"
    scene.combat(0)
    attack(scene, "percy", square="12,2")
    evaded(scene, 1)
    assert ("10,1" in scene.candidates(1, "march", "to")) == open_


# Force Battle: it makes nothing of bad weather, and of a battle evaded.


@pytest.mark.rule("ishkibibble-force.1", "ishkibibble-cards.2")
def test_drawn_in_a_battle_it_is_kept_and_may_be_played_at_once() -> None:
    scene = in_bad_weather(None, "X-FOR", BAD, CARDS["majority"])
    attack(scene, "percy")
    assert scene.state.factions[0].held == ["X-FOR"]
    said(scene, 0)
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("ishkibibble-force.1")
def test_while_nobody_keeps_it_the_weather_stands() -> None:
    scene = in_bad_weather(None)
    attack(scene, "percy")
    assert only(scene, facts.AttackCancelled).reason == "weather"


@pytest.mark.rule("ishkibibble-force.1")
def test_in_fair_weather_nobody_is_asked() -> None:
    scene = in_bad_weather(0, CARDS["majority"])
    attack(scene, "percy")
    assert only(scene, facts.BattleDecided).winner == 0
    assert scene.state.factions[0].held == ["X-FOR"]


@pytest.mark.rule("ishkibibble-force.1", "base-9.4")
@pytest.mark.parametrize("keeper", [0, 1, 2])
def test_all_are_asked_in_secret_party_to_it_or_not(keeper: int) -> None:
    scene = Scene(3, FORCING).noble("percy", 0, FIELD, outside=True)
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


@pytest.mark.rule("ishkibibble-force.1")
def test_unless_it_is_played_the_weather_calls_the_battle_off() -> None:
    scene = in_bad_weather()
    attack(scene, "percy")
    said(scene, None)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.happened(facts.BattleDecided) == []
    assert scene.state.factions[0].held == ["X-FOR"]
    sound(scene)


@pytest.mark.rule("ishkibibble-force.1")
def test_the_next_card_may_be_bad_weather_again() -> None:
    scene = Scene(2, FORCING)
    bad = [c.id for c in scene.content.events.values() if c.bad_weather and c.id != BAD]
    scene = in_bad_weather(0, BAD, bad[0])
    attack(scene, "percy")
    said(scene, 0)
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.asked(0) != ["force"]


@pytest.mark.rule("ishkibibble-force.1", "ishkibibble-evade.1")
@pytest.mark.parametrize("forced", [True, False])
def test_against_an_evasion_it_brings_the_battle_about(forced: bool) -> None:
    scene = in_bad_weather(0, CARDS["majority"], rules="classic+card_evade+card_force")
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
    scene = in_bad_weather(0, BAD, rules="classic+card_evade+card_force").held(1, "X-EVA")
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
    scene = before(TOWN, nobles, ruleset=FORCING).held(0, "X-FOR")
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
    scene = before(TOWN, nobles, ruleset=FORCING + "+storm_or_siege").held(1, "X-FOR")
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
    scene = fleets_meet(("le_rose", "le_swan"), ("le_nicholas",), ruleset=FORCING + "+sea_combat")
    scene.held(0, "X-FOR").next_events(BAD, CARDS["majority"]).combat(0)
    scene.play(0, "attack_at_sea", against="1", sea=SEA)
    said(scene, 0 if forced else None)
    assert bool(scene.happened(facts.BattleDecided)) is forced
    assert bool(scene.happened(facts.AttackCancelled)) is not forced
    assert scene.happened(facts.SeaBattleJoined) == []  # it was announced before


@pytest.mark.rule("ishkibibble-force.1")
@pytest.mark.parametrize("forced", [True, False])
def test_an_ambush_is_forced_too(forced: bool) -> None:
    scene = Scene(2, FORCING + "+ambush").noble("percy", 0, FIELD, outside=True)
    scene.noble("stafford", 0, FIELD, outside=True).noble("mowbray", 1, FIELD, outside=True)
    scene.held(1, "X-FOR").next_events(BAD, "E-RA03").combat(0)  # it names Mowbray
    scene.play(0, "ambush", nobles=["percy", "stafford"], against="1", square=FIELD)
    said(scene, 1 if forced else None)
    assert [e.noble for e in scene.happened(facts.NobleDied)] == ["mowbray"] * forced
