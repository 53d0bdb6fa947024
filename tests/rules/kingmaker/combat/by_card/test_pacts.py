"""Alliances that players agree on beforehand: how they are made and ended (base §16)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import sides
from bot.rules.kingmaker.state import Pact
from tests.rules.kingmaker.battlefield import FAR, FIELD, idlers, sound
from tests.rules.kingmaker.combat.by_card.field import WRIT, allied
from tests.rules.kingmaker.scene import Scene

OFFER = {"ally": "2", "square": FIELD, "term": "lasting"}
"""A lasting alliance, offered to seat 2."""


def three(ruleset: str = "classic+alliance") -> Scene:
    """A noble of each of three seats in one field, as seat 0's movement begins."""
    scene = idlers(Scene(3, ruleset))
    for seat, noble in enumerate(("percy", "courtenay", "talbot")):
        scene.noble(noble, seat, FIELD, outside=True)
    scene.movement(0)
    return scene


# The offer and its answer (base-16.1)


@pytest.mark.rule("base-16.1", "base-16.5")
def test_an_alliance_is_offered_to_who_stands_in_the_same_square_and_agreed_on() -> None:
    scene = three()
    offers = {o.field("ally").candidates: o for o in scene.offered(0, "propose_alliance")}
    assert set(offers) == {("1",), ("2",)}
    assert set(offers["1",].field("square").candidates) == {FIELD, FAR}
    assert offers["2",].field("square").candidates == (FIELD,)
    assert offers["2",].field("term").candidates == ("one_combat", "lasting")
    scene.play(0, "propose_alliance", **OFFER)
    assert scene.happened(facts.PactProposed) == [facts.PactProposed(0, 2, FIELD, True)]
    assert scene.match.waiting_for() == [2]
    (asked,) = (p for p in scene.match.prompts(2) if p.kind == "pact")
    assert asked.default == Choice("decline_alliance")
    assert asked.facts == {"seat": "0", "ally": "2", "square": FIELD, "term": "lasting"}
    scene.play(2, "accept_alliance")
    agreed = facts.PactAnswered(0, 2, FIELD, "agreed", True)
    assert scene.happened(facts.PactAnswered) == [agreed]
    assert scene.state.pacts == [Pact(0, 2, FIELD, True)]
    assert scene.match.view(None).pacts == (Pact(0, 2, FIELD, True),)
    assert scene.match.waiting_for() == [0]
    reason = scene.refused(0, "propose_alliance", rule="base-16.1", **OFFER)
    assert reason == "You are allied with that player until one of you cancels the alliance."
    sound(scene)


@pytest.mark.rule("base-16.1")
def test_who_does_not_answer_has_declined_and_is_not_asked_twice_in_a_turn() -> None:
    scene = three()
    scene.play(0, "propose_alliance", **OFFER)
    scene.play(2, "decline_alliance")
    declined = facts.PactAnswered(0, 2, FIELD, "declined", True)
    assert scene.happened(facts.PactAnswered) == [declined]
    assert scene.state.pacts == []
    reason = scene.refused(0, "propose_alliance", rule="base-16.1", **OFFER)
    assert reason == "You have already asked that player this turn. Ask again next turn."
    scene.next_events(WRIT).turn(0)
    assert ("2",) in {o.field("ally").candidates for o in scene.offered(0, "propose_alliance")}


@pytest.mark.rule("base-16.1")
def test_an_offer_may_be_taken_back_while_it_waits() -> None:
    scene = three()
    scene.play(0, "propose_alliance", **OFFER)
    reason = scene.refused(0, "done", rule="base-16.1")
    assert reason == "Your offer of an alliance waits for an answer. You can take it back."
    reason = scene.refused(2, "done", rule="base-16.1")
    assert reason == "You have been offered an alliance. Answer the offer first."
    scene.play(0, "withdraw_request")
    taken = facts.PactAnswered(0, 2, FIELD, "withdrawn", True)
    assert scene.happened(facts.PactAnswered) == [taken]
    assert (scene.state.pacts, scene.match.waiting_for()) == ([], [0])
    reason = scene.refused(2, "accept_alliance", rule="base-16.1")
    assert reason == "Nobody is offering you an alliance just now."


@pytest.mark.rule("base-16.1", "base-16.5")
@pytest.mark.parametrize(
    ("seat", "change", "rule", "says"),
    [
        (1, {"ally": "2"}, "base-16.1", "Offer an alliance in your own movement or combat"),
        (0, {"ally": "0"}, "base-16.1", "Say which player you offer the alliance to."),
        (0, {"ally": "x"}, "base-16.1", "Say which player you offer the alliance to."),
        (0, {"square": FAR}, "base-16.5", "Both of you must have forces in that square."),
        (0, {"term": "for ever"}, "base-16.1", "Name one player and one square, and say how long"),
    ],
)
def test_what_keeps_an_alliance_from_being_offered(
    seat: int, change: dict[str, str], rule: str, says: str
) -> None:
    reason = three().refused(seat, "propose_alliance", rule=rule, **{**OFFER, **change})
    assert reason.startswith(says)


@pytest.mark.rule("base-16.5")
def test_nothing_is_offered_to_who_stands_elsewhere_or_is_a_captive() -> None:
    scene = three()
    scene.state.nobles["talbot"].captor = 0
    reason = scene.refused(0, "propose_alliance", rule="base-16.5", **OFFER)
    assert reason == "Both of you must have forces in that square."


@pytest.mark.rule("base-16.1")
def test_for_one_combat_it_is_agreed_on_once_in_a_square() -> None:
    scene = three()
    scene.play(0, "propose_alliance", ally="1", square=FIELD, term="one_combat")
    scene.play(1, "accept_alliance")
    assert scene.state.pacts == [Pact(0, 1, FIELD)]
    scene.state.pacts_offered.clear()
    wanted = {"ally": "1", "square": FIELD, "term": "lasting"}
    reason = scene.refused(0, "propose_alliance", rule="base-16.1", **wanted)
    assert reason == "You are already allied with that player there."


@pytest.mark.rule("base-16.1", "base-5.4", "classic-battle.1", "house-5.11c")
@pytest.mark.parametrize(
    ("ruleset", "rule", "reason"),
    [
        ("classic", "classic-battle.1", "At this table every faction fights for itself."),
        (
            "house",
            "house-5.11c",
            "At this table you take sides when a combat is declared, not before.",
        ),
    ],
)
def test_where_nothing_is_agreed_on_beforehand(ruleset: str, rule: str, reason: str) -> None:
    scene = three(ruleset)
    assert scene.offered(0, "propose_alliance") == []
    assert scene.refused(0, "propose_alliance", rule=rule, **OFFER) == reason
    assert scene.refused(0, "cancel_alliance", rule=rule, ally="2") == reason


# The end (base-16.4)


@pytest.mark.rule("base-16.4")
def test_a_lasting_alliance_is_cancelled_at_the_start_of_ones_own_turn_for_all_to_hear() -> None:
    scene = allied(three(), 0, 2).next_events(WRIT)
    scene.turn(0)
    assert scene.asked(0) == ["pacts"]
    (asked,) = (p for p in scene.match.prompts(0) if p.kind == "pacts")
    assert asked.default == Choice("done")
    reason = scene.refused(0, "march", rule="base-16.4", nobles=["percy"], to="13,21")
    assert reason.startswith("Your turn begins. Keep your alliances, or cancel one")
    scene.play(0, "cancel_alliance", ally="2")
    ended = facts.PactEnded(0, 2, FIELD, "cancelled", True)
    assert scene.happened(facts.PactEnded) == [ended]
    assert ended.audience is None
    assert scene.state.pacts == []
    assert scene.asked(0) == ["movement"]
    reason = scene.refused(0, "cancel_alliance", rule="base-16.4", ally="2")
    assert reason == "Cancel an alliance at the start of your own turn."


@pytest.mark.rule("base-16.4")
def test_or_it_is_kept_and_either_of_them_may_cancel_it() -> None:
    scene = allied(three(), 0, 2).next_events(WRIT, "E-WR02")
    scene.turn(0)
    scene.play(0, "done")
    assert scene.state.pacts == [Pact(0, 2, FIELD, True)]
    assert scene.asked(0) == ["movement"]
    scene.turn(2)
    scene.play(2, "cancel_alliance", ally="0")
    assert scene.happened(facts.PactEnded) == [facts.PactEnded(2, 0, FIELD, "cancelled", True)]


@pytest.mark.rule("base-16.1", "base-16.4")
def test_one_for_a_combat_that_never_came_ends_as_its_proposers_turn_begins() -> None:
    scene = allied(three(), 0, 2, lasting=False).next_events(WRIT, "E-WR02")
    scene.turn(1)
    assert scene.state.pacts == [Pact(0, 2, FIELD)]
    scene.turn(0)
    assert scene.happened(facts.PactEnded) == [facts.PactEnded(0, 2, FIELD, "lapsed")]
    assert (scene.state.pacts, scene.asked(0)) == ([], ["movement"])


@pytest.mark.rule("base-16.4")
@pytest.mark.parametrize("verb", ["attack", "ambush"])
def test_allies_do_not_attack_each_other(verb: str) -> None:
    scene = allied(idlers(Scene(2, "classic+alliance+ambush")), 0, 1, lasting=False)
    scene.noble("percy", 0, FIELD, outside=True).noble("talbot", 1, FIELD, outside=True).combat(0)
    assert scene.candidates(0, verb, "square") == {FAR}
    wanted = {"against": "1", "square": FIELD}
    reason = scene.refused(0, verb, rule="base-16.4", nobles=["percy"], **wanted)
    assert reason == (
        "You are allied there, and allies do not attack each other. Cancel the alliance at the "
        "start of your own turn."
    )
    scene.state.pacts.clear()
    scene.combat(0)
    assert scene.candidates(0, verb, "square") == {FIELD, FAR}


# Sides


@pytest.mark.rule("base-16.2", "base-16.4")
@pytest.mark.parametrize(
    ("pairs", "beside"),
    [
        ([(0, 2)], ([2], [])),
        ([(2, 1)], ([], [2])),
        ([(0, 2), (1, 3)], ([2], [3])),
        ([(0, 2), (2, 1)], ([], [])),
        ([(0, 2), (1, 3), (2, 3)], ([], [])),
        ([(2, 3)], ([], [])),
        ([(0, 2), (2, 3)], ([2], [])),
    ],
)
def test_who_stands_by_whom(
    pairs: list[tuple[int, int]], beside: tuple[list[int], list[int]]
) -> None:
    pacts = [Pact(one, other, FAR, True) for one, other in pairs]
    assert sides(pacts, 0, [1], FIELD) == beside
    assert sides([Pact(one, other, FAR) for one, other in pairs], 0, [1], FIELD) == ([], [])


@pytest.mark.rule("base-16.1")
def test_an_alliance_is_offered_in_ones_movement_and_combat_alone() -> None:
    scene = three()
    scene.combat(0)
    assert scene.candidates(0, "propose_alliance", "ally") == {"1", "2"}
    scene.draw(0)
    assert scene.offered(0, "propose_alliance") == []
    reason = scene.refused(0, "propose_alliance", rule="base-16.1", **OFFER)
    assert reason == "Offer an alliance in your own movement or combat phase."
