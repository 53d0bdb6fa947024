"""Siege Fails: who is asked and when, how a siege fails, where its besiegers go; never Betrayal."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Dice, Match
from bot.rules.kernel.match import CLOSE
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from bot.secrecy import leaks
from tests.rules.kingmaker.battlefield import FAR, idlers, only, sound
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import (
    TOWN,
    before,
    draw_for,
    square_of,
)
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer

RULES = "classic+card_siege_fails"
CARD = "X-SIF"
TIMING, AWAY = "ishkibibble-siegefails.1", "ishkibibble-siegefails.2"
FAIR, BAD = CARDS["majority"], CARDS["bad_weather"]
BESIEGERS = ("percy", "mowbray", "neville")


def besieged(
    holder: int | None = 1, *, seats: int = 3, rules: str = RULES, card: str = FAIR
) -> Scene:
    """Seat 0 draws for a town of nobody's with a match; somebody keeps the card."""
    scene = before(TOWN, BESIEGERS, seats=seats, ruleset=rules)
    if seats > 2:
        scene.noble("stanley", 2, "14,2")
    if holder is not None:
        scene.held(holder, CARD)
    scene.next_events(FAIR).combat(0)
    return draw_for(scene, *BESIEGERS, place=TOWN)


def fails(scene: Scene, by: int = 1) -> Scene:
    """One plays the card, and all others let it be."""
    for seat in [s for s in scene.match.waiting_for() if s != by]:
        scene.play(seat, "let_be")
    scene.play(by, "fail_siege")
    return scene


# Kept, and asked for in secret (ishkibibble-siegefails.1)


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_without_the_option_nobody_is_asked() -> None:
    scene = besieged(None, rules="classic")
    assert CARD not in scene.content.events
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_while_nobody_keeps_it_nobody_is_asked() -> None:
    assert only(besieged(None), facts.SiegeConcluded).taken


@pytest.mark.rule("ishkibibble-siegefails.1")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_all_but_the_besieger_are_asked_alike_whoever_keeps_it(holder: int) -> None:
    scene = besieged(holder)
    only(scene, facts.AssaultDeclared)
    assert scene.happened(facts.CombatCardDrawn) == []
    assert (scene.asked(0), scene.asked(1), scene.asked(2)) == ([], ["fail_siege"], ["fail_siege"])
    assert sorted(scene.match.waiting_for()) == [1, 2]
    vote = scene.match.vote()
    assert vote is not None
    assert (vote.kind, vote.sealed, vote.seconds) == ("fail_siege", True, 60)
    assert vote.facts == {"place": TOWN, "attacker": "0", "strength": "200", "opposed": "200"}


@pytest.mark.rule("ishkibibble-siegefails.1")
@pytest.mark.parametrize("holder", [0, 1, 2])
def test_nobody_learns_who_keeps_it_or_who_has_answered(holder: int) -> None:
    scene = besieged(holder)
    for step, first in enumerate((1, 2)):
        assert leaks(scene.match, [0, 1, 2, None] * 2, Dice(f"other {step}")) == []
        others = [seat for seat in (0, 1, 2, None) if seat != first]
        seen = [scene.match.view(seat) for seat in others]
        scene.play(first, "let_be")
        if not step:
            assert [scene.match.view(seat) for seat in others] == seen
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_who_keeps_none_and_who_has_answered_are_told_so() -> None:
    scene = besieged(1)
    said = scene.refused(2, "fail_siege", rule=TIMING)
    assert said == "You hold no Siege Fails card."
    scene.play(2, "let_be")
    said = scene.refused(2, "let_be", rule=TIMING)
    assert said == "You have already chosen. Your answer is sealed."


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_hands_are_frozen_meanwhile() -> None:
    scene = before(TOWN, BESIEGERS, ruleset=RULES).held(1, CARD).hand(1, "saxons_1")
    scene.next_events(FAIR).combat(0)
    assert scene.offered(1, "play")
    draw_for(scene, *BESIEGERS, place=TOWN)
    assert [prompt.kind for prompt in scene.match.prompts()] == ["fail_siege"]
    said = scene.refused(1, "play", rule="base-9.4", card="saxons_1", noble="bourchier")
    assert said == "A place is besieged. First say whether you will play a card to end the siege."


@pytest.mark.rule("ishkibibble-siegefails.1")
@pytest.mark.parametrize("closed", [False, True])
def test_who_lets_it_be_or_is_silent_keeps_the_card_and_the_siege_goes_on(closed: bool) -> None:
    scene = besieged(1)
    if closed:
        scene._note(scene.match.direct(CLOSE))
    else:
        scene.play(2, "let_be")
        scene.play(1, "let_be")
    assert scene.state.factions[1].held == [CARD]
    assert only(scene, facts.SiegeConcluded).taken
    assert len(scene.happened(facts.AssaultDeclared)) == 0  # told before, and once
    sound(scene)


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_it_fails_without_a_card_and_is_not_tried_again_in_this_phase() -> None:
    scene = fails(besieged(2), by=2)
    assert only(scene, facts.SiegeMadeToFail) == facts.SiegeMadeToFail(2, CARD, TOWN, 0)
    assert scene.happened(facts.CombatCardDrawn) == []
    assert scene.state.event_discards == [CARD]
    assert scene.state.factions[2].held == []
    assert TOWN not in scene.state.control
    assert scene.state.drawn_for == [TOWN]
    assert scene.state.event_deck[-1] == FAIR


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_a_siege_under_way_is_broken() -> None:
    scene = before(TOWN, BESIEGERS, seats=3, ruleset=RULES).noble("stanley", 2, "14,2")
    scene.siege(TOWN, list(BESIEGERS)).held(1, CARD).combat(0)
    fails(draw_for(scene, *BESIEGERS, place=TOWN))
    assert only(scene, facts.SiegeBroken).reason == "card"
    assert scene.state.sieges == {}


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_as_in_bad_weather_french_foot_are_not_spent() -> None:
    rules = f"{RULES}+advanced_cards"
    scene = before(TOWN, ("percy", "mowbray"), cards=("french_foot",), ruleset=rules)
    scene.held(1, CARD).combat(0)
    draw_for(scene, "percy", "mowbray", place=TOWN)
    scene.play(1, "fail_siege")
    assert scene.state.nobles["percy"].cards == ["french_foot"]


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_a_storm_is_no_siege() -> None:
    scene = before(TOWN, BESIEGERS, ruleset=f"{RULES}+storm_or_siege").held(1, CARD)
    scene.next_events(FAIR).combat(0)
    scene.play(0, "storm", nobles=BESIEGERS, place=TOWN)
    assert scene.asked(1) != ["fail_siege"]
    only(scene, facts.StormDecided)


@pytest.mark.rule("ishkibibble-siegefails.1")
def test_an_announced_siege_is_answered_when_it_is_decided() -> None:
    scene = before(TOWN, BESIEGERS, ruleset=f"{RULES}+storm_or_siege").held(1, CARD)
    scene.combat(0)
    scene.play(0, "lay", nobles=BESIEGERS, place=TOWN)
    assert scene.asked(1) == []
    scene.state.sieges[TOWN].turns = 2
    for noble in BESIEGERS:
        scene.state.nobles[noble].attacked = False
    scene.combat(0)
    draw_for(scene, *BESIEGERS, place=TOWN)
    assert scene.asked(1) == ["fail_siege"]


# The besiegers go (ishkibibble-siegefails.2)


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_the_besiegers_go_at_once_where_their_player_likes() -> None:
    scene = fails(besieged())
    square = square_of(scene, TOWN)
    around = set(scene.board.reach(square, 1))
    assert scene.asked(0) == ["withdrawal"]
    assert scene.candidates(0, "march", "to") == around
    assert scene.candidates(0, "march", "nobles") == set(BESIEGERS)
    to = max(around)
    said = scene.refused(0, "done", rule=AWAY)
    assert said == "A siege has failed. First say where its besiegers go."
    scene.play(0, "march", nobles=BESIEGERS, to=to)
    told = facts.Marched(0, BESIEGERS, square, to, "retreat")
    assert only(scene, facts.Marched) == told
    assert {scene.where(noble) for noble in BESIEGERS} == {(to, None, None)}
    assert scene.asked(0) == ["combat"]
    sound(scene)


@pytest.mark.rule("ishkibibble-siegefails.2", "ishkibibble-excommunication.3")
def test_the_excommunicated_go_into_no_square_that_is_barred_to_them() -> None:
    scene = before("pembroke", BESIEGERS, ruleset=RULES).held(1, CARD).next_events(FAIR)
    scene.state.spells.append(Spell("excommunication", 0, 0))
    scene.combat(0)
    fails(draw_for(scene, *BESIEGERS, place="pembroke"))
    around = set(scene.board.reach(square_of(scene, "pembroke"), 1))
    barred = {square_of(scene, "st-davids")}
    assert barred <= around
    assert scene.candidates(0, "march", "to") == around - barred


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_all_who_besiege_go_and_who_only_stands_there_stays() -> None:
    scene = before(TOWN, (*BESIEGERS, "grey", "roos"), ruleset=RULES).held(1, CARD)
    scene.siege(TOWN, ["grey", *BESIEGERS]).combat(0)
    fails(draw_for(scene, *BESIEGERS, place=TOWN))
    assert scene.candidates(0, "march", "nobles") == {"grey", *BESIEGERS}


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_they_take_their_heirs_along() -> None:
    scene = besieged().hold("henry", "percy")
    fails(scene)
    to = min(scene.candidates(0, "march", "to"))
    scene.play(0, "march", nobles=BESIEGERS, to=to)
    assert scene.state.heirs["henry"].holder == "percy"


def crew_before(port: str) -> Scene:
    """Seat 0's crew in Le Swan has put in at a port that is not open, and its combat begins."""
    scene = idlers(Scene(2, RULES)).held(1, CARD)
    for noble in BESIEGERS:
        scene.noble(noble, 0, FAR)
    scene.give("percy", "le_swan").ship("le_swan", port=port, hostile=True)
    for noble in BESIEGERS:
        scene.aboard(noble, "le_swan")
    scene.combat(0)
    scene.play(1, "fail_siege")
    return scene


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_a_crew_goes_ashore_and_away() -> None:
    scene = crew_before("ipswich")
    square = square_of(scene, "ipswich")
    assert {scene.where(noble) for noble in BESIEGERS} == {(square, None, None)}
    to = min(scene.board.reach(square, 1))
    scene.play(0, "march", nobles=BESIEGERS, to=to)
    assert {scene.where(noble) for noble in BESIEGERS} == {(to, None, None)}
    sound(scene)


@pytest.mark.rule("ishkibibble-siegefails.2")
def test_from_an_island_without_another_space_nobody_goes() -> None:
    scene = crew_before("calais")
    square = square_of(scene, "calais")
    assert scene.asked(0) == ["combat"]
    assert {scene.where(noble) for noble in BESIEGERS} == {(square, None, None)}
    assert "calais" not in scene.state.control


@pytest.mark.rule("ishkibibble-siegefails.2")
@pytest.mark.parametrize("point", ["asked", "withdrawal"])
def test_it_can_be_saved_in_between(point: str) -> None:
    scene = besieged()
    if point == "withdrawal":
        fails(scene)
    again = Match.load(scene.game, scene.match.save())
    if point == "asked":
        again.submit(2, Choice("let_be"))
        again.submit(1, Choice("fail_siege"))
    square = square_of(scene, TOWN)
    to = again.game.content.board.reach(square, 1)
    again.submit(0, Choice.of("march", nobles=BESIEGERS, to=next(iter(to))))
    assert TOWN not in again.position.state.control


# It does not touch Betrayal (ishkibibble-siegefails.3)


@pytest.mark.rule("ishkibibble-siegefails.3", "ishkibibble-betrayal.3")
def test_betrayal_is_not_answered() -> None:
    scene = Scene(2, f"{RULES}+card_betrayal").noble("percy", 0, "alnwick")
    scene.noble("courtenay", 1, "tiverton").held(0, "X-BET").held(1, CARD).movement(0)
    scene.play(0, "betray", place="okehampton", noble="percy")
    assert scene.asked(1) == []
    assert scene.state.control["okehampton"] == "percy"
    assert scene.state.factions[1].held == [CARD]


# The steward


@pytest.mark.parametrize(("mine", "verb"), [(True, "fail_siege"), (False, "let_be")])
def test_the_steward_saves_its_own(mine: bool, verb: str) -> None:
    scene = before(TOWN, BESIEGERS, ruleset=RULES).held(1, CARD)
    if mine:
        scene.control(TOWN, "bourchier")
    scene.combat(0)
    draw_for(scene, *BESIEGERS, place=TOWN)
    assert answer(scene, 1) == Choice(verb)


def test_the_steward_goes_where_least_threatens() -> None:
    scene = fails(besieged())
    assert answer(scene).verb == "march"


@pytest.mark.rule("ishkibibble-siegefails.1", "ishkibibble-force.1")
def test_a_siege_that_nobody_made_fail_may_be_forced_against_the_weather() -> None:
    scene = before(TOWN, BESIEGERS, ruleset=f"{RULES}+card_force").held(1, CARD).held(0, "X-FOR")
    scene.next_events(BAD, FAIR).combat(0)
    draw_for(scene, *BESIEGERS, place=TOWN)
    scene.play(1, "let_be")
    assert (scene.asked(0), scene.asked(1)) == (["force"], ["force"])
    scene.play(1, "let_be")
    scene.play(0, "force")
    # it is asked once whether it fails, and the next card decides
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.factions[1].held == [CARD]
    sound(scene)
