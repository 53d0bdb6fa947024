"""Where the base rules part from the house rules in hands, decks and the dealt."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.games import game_for
from bot.rules.kernel import Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.setup.opening import deal_till_a_noble_comes
from tests.rules.kingmaker.scene import Scene

FREE = "14,16"


@pytest.mark.rule("base-1.4", "house-5.19e")
@pytest.mark.parametrize(("ruleset", "chancery"), [("house", True), ("base", False)])
def test_bishops_of_the_dead(ruleset: str, chancery: bool) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    scene.give("percy", "abp_york", "marshal_england", "saxons_1")
    kill_noble(scene.match.table, "percy", "battle")
    state = scene.state
    assert ("abp_york" in state.chancery) == chancery
    assert ("abp_york" in state.crown_discards) == (not chancery)
    assert "marshal_england" in state.chancery
    assert {"percy", "saxons_1"} <= set(state.crown_discards)


@pytest.mark.rule("base-2.4", "house-4.3")
@pytest.mark.parametrize(
    ("ruleset", "dealt"),
    [("house", ["saxons_1", "saxons_2", "le_swan", "percy"]), ("base", ["saxons_1", "percy"])],
)
def test_who_is_dealt_no_noble(ruleset: str, dealt: list[str]) -> None:
    scene = Scene(2, ruleset)
    deck = scene.state.crown_deck
    before = set(deck)
    for card in ("saxons_1", "percy", "le_swan", "saxons_2"):
        deck.remove(card)
        deck.append(card)
    hand = [deck.pop(deck.index("saxons_1"))]
    deal_till_a_noble_comes(scene.match.table, hand)
    assert hand == dealt
    assert set(deck) == before - set(dealt)
    assert len(deck) == len(before) - len(dealt)


@pytest.mark.rule("base-3.7", "house-3.13")
@pytest.mark.parametrize(("ruleset", "again"), [("house", True), ("base", False)])
def test_who_has_lost_all_his_nobles(ruleset: str, again: bool) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, FREE).noble("courtenay", 1, "tiverton")
    scene.hand(1, "le_swan").next_crown("saxons_1", "audley").movement(0)
    kill_noble(scene.match.table, "courtenay", "battle")
    scene.play(0, "done")
    assert (scene.happened(facts.RebuildBegan) != []) == again
    if not again:
        assert scene.state.factions[1].hand == ["le_swan"]


@pytest.mark.rule("base-3.7", "base-3.5")
def test_a_player_without_nobles_draws_on_and_plays_the_noble_who_comes() -> None:
    scene = Scene(2, "base").noble("percy", 0, FREE)
    scene.hand(1, "le_swan").next_crown("audley").draw(1)
    assert scene.asked(1) == ["keep_or_play"]
    assert "audley" in scene.candidates(1, "raise", "card")


@pytest.mark.rule("base-2.1", "base-2.3", "base-3.6")
@pytest.mark.parametrize(("players", "each"), [(2, 18), (3, 12), (4, 9), (5, 7), (6, 6), (7, 5)])
def test_the_deal_of_the_base_game(players: int, each: int) -> None:
    rules = load_content("base").ruleset
    assert rules.cards_each(players) == each
    assert rules.hand_limit is None
    assert rules.forced_play == ()


def test_after_the_deal_the_rest_of_72_cards_is_the_deck() -> None:
    match, outcome = Match.start(game_for("kingmaker", "base"), 4, "a seed", {})
    dealt = [event.cards for event in outcome.events if isinstance(event, facts.CardsDealt)]
    assert [len(cards) for cards in dealt] == [9, 9, 9, 9]
    deck = match.position.state.crown_deck
    assert sorted([*deck, *(card for cards in dealt for card in cards)]) == sorted(
        load_content("base").crown
    )
