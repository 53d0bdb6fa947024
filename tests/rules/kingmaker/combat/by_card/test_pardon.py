"""The King's Pardon: a captive who is to die goes free, and nothing tells who holds the card."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.games import words_for
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import only, settle, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.scene import Scene

PARDONS = "classic+kings_pardon"
PARDON = "kings_pardon_1"


def doomed(*hand: str, ruleset: str = PARDONS) -> Scene:
    """Percy of seat 0 has captured Courtenay of seat 1 and takes no ransom for him."""
    scene = meeting(("percy", "neville"), ("courtenay",), ruleset=ruleset)
    scene.give("courtenay", "treasurer_england", "bp_lincoln").hand(1, *hand)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy", "neville")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    return scene


@pytest.mark.rule("base-19.4", "base-11.3", "base-11.4")
def test_who_is_pardoned_keeps_his_office_and_goes_home_at_no_price() -> None:
    scene = doomed(PARDON, "saxons_1")
    assert scene.asked(1) == ["mercy"]
    scene.play(1, "pardon", card=PARDON)
    assert only(scene, facts.Pardoned) == facts.Pardoned("courtenay", 1, 0, PARDON)
    assert scene.state.crown_discards == [PARDON]
    assert scene.state.factions[1].hand == ["saxons_1"]
    courtenay = scene.state.nobles["courtenay"]
    assert (courtenay.office, courtenay.captor) == ("treasurer_england", None)
    assert courtenay.cards == []  # his other cards are spoils, as in any ransom
    while scene.asked(0) == ["spoils"]:
        scene.play(0, "keep_spoil", card="bp_lincoln", noble="percy")
    if scene.asked(1) == ["go_home"]:
        scene.play(1, "go_home", noble="courtenay", castle="tiverton")
    assert where(scene, "courtenay")[1] in ("tiverton", "okehampton", "powderham")
    sound(scene)


@pytest.mark.rule("base-19.4")
def test_whoever_holds_any_card_is_asked_and_says_himself_that_he_dies() -> None:
    scene = doomed("saxons_1")
    assert scene.asked(1) == ["mercy"]
    assert scene.offered(1, "pardon") == []
    reason = scene.refused(1, "pardon", rule="base-19.4", card=PARDON)
    assert reason == "You need a King’s Pardon in your hand to free the captive."
    reason = scene.refused(1, "done", rule="base-19.4")
    assert reason == "A captive is about to die. His player must answer first."
    scene.play(1, "let_die")
    assert "courtenay" not in scene.state.nobles


@pytest.mark.rule("base-19.4")
def test_the_question_is_the_same_for_everybody_else_with_and_without_the_card() -> None:
    with_it, without = doomed(PARDON), doomed("saxons_1")
    assert with_it.match.waiting_for() == without.match.waiting_for() == [1]
    assert with_it.match.prompts(0) == without.match.prompts(0)
    asked = [next(p for p in s.match.prompts(1) if p.blocking) for s in (with_it, without)]
    assert [p.sealed for p in asked] == [True, True]
    assert asked[0].facts == asked[1].facts


@pytest.mark.rule("base-19.4")
def test_an_empty_hand_is_not_asked() -> None:
    scene = doomed()
    assert "courtenay" not in scene.state.nobles


@pytest.mark.rule("base-19.4")
def test_a_pardon_may_be_spared() -> None:
    scene = doomed(PARDON)
    scene.play(1, "let_die")
    assert "courtenay" not in scene.state.nobles
    assert scene.state.factions[1].hand == [PARDON]


@pytest.mark.rule("base-19.4")
def test_without_an_answer_a_pardon_is_played() -> None:
    scene = doomed(PARDON)
    prompt = next(p for p in scene.match.prompts(1) if p.blocking)
    assert prompt.default == Choice.of("pardon", card=PARDON)
    question = words_for("kingmaker", PARDONS).ask(prompt, lambda seat: f"S{seat}")
    assert question == ("S0 puts **Courtenay** to death unless you play a King’s Pardon. Do you?")


@pytest.mark.rule("base-19.4")
def test_a_pardon_is_laid_beside_nobody() -> None:
    scene = Scene(2, PARDONS).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.hand(0, PARDON).movement(0)
    assert scene.offered(0, "play") == []
    reason = scene.refused(0, "play", rule="base-19.4", card=PARDON, noble="percy")
    assert reason == "A King’s Pardon stays in your hand until it frees a captive."


@pytest.mark.rule("base-19.1", "base-19.4")
def test_two_pardons_come_into_the_deck() -> None:
    more, plain = load_content(PARDONS).crown, load_content("classic").crown
    assert sorted(set(more) - set(plain)) == [PARDON, "kings_pardon_2"]


@pytest.mark.rule("base-11.5")
def test_without_the_option_nobody_is_asked() -> None:
    assert "courtenay" not in doomed("saxons_1", ruleset="classic").state.nobles


@pytest.mark.rule("base-19.4", "base-11.5")
@pytest.mark.parametrize("verb", ["pardon", "let_die"])
def test_after_the_answer_the_combat_goes_on(verb: str) -> None:
    scene = doomed(PARDON, "saxons_1")
    scene.play(1, verb, **({"card": PARDON} if verb == "pardon" else {}))
    settle(scene)
    assert (scene.asked(0), scene.asked(1)) == (["combat"], [])
    assert ("courtenay" in scene.state.nobles) is (verb == "pardon")
    sound(scene)
