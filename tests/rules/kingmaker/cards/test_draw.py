"""The Crown card phase, the hand, playing from it, and being dealt in anew."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.scene import Scene


def scene_with(noble: str = "percy", at: str = "14,16", **more: Any) -> Scene:
    """One noble of seat 0, untitled Greystoke with him, and Courtenay of seat 1."""
    scene = Scene().noble("courtenay", 1, "tiverton").noble("greystoke", 0, "bodmin")
    return scene.noble(noble, 0, at, **more)


# Drawing


@pytest.mark.rule("house-2.6a", "base-3.3")
def test_exactly_one_card_is_drawn_and_only_the_drawer_sees_it() -> None:
    scene = scene_with().next_crown("saxons_1", "saxons_2")
    before = len(scene.state.crown_deck)
    scene.draw(0)
    assert len(scene.state.crown_deck) == before - 1
    drawn = scene.happened(facts.CrownCardDrawn)
    assert [(e.card, e.audience) for e in drawn] == [("", None), ("saxons_1", (0,))]
    scene.play(0, "keep")
    assert scene.state.factions[0].hand == ["saxons_1"]
    assert scene.state.active == 1


@pytest.mark.rule("house-2.6b", "base-3.3")
@pytest.mark.parametrize(
    "card", ["earl_kent", "marshal_england", "bp_durham", "saxons_1", "le_swan", "french_foot"]
)
def test_other_cards_are_kept_or_played_as_the_player_likes(card: str) -> None:
    kept = scene_with().next_crown(card)
    kept.draw(0)
    kept.play(0, "keep")
    assert kept.state.factions[0].hand == [card]
    played = scene_with().next_crown(card)
    played.draw(0)
    noble = "greystoke" if card == "earl_kent" else "percy"
    played.play(0, "play", card=card, noble=noble)
    assert played.state.factions[0].hand == []
    assigned = played.happened(facts.CardAssigned)[0]
    assert (assigned.card, assigned.noble) == (card, noble)


@pytest.mark.rule("house-5.2a", "base-3.3")
def test_a_drawn_noble_comes_into_play_at_once() -> None:
    scene = scene_with().next_crown("stanley")
    scene.draw(0)
    assert scene.asked(0) == ["noble_arrives"]
    assert scene.offered(0, "keep") == []
    scene.play(0, "settle", noble="stanley", castle="lathom")
    found = scene.state.nobles["stanley"]
    assert (found.seat, found.square, found.inside) == (0, "11,11", "lathom")
    assert scene.state.control["douglas"] == "stanley"
    assert scene.state.factions[0].hand == []


@pytest.mark.rule("house-5.2b", "base-3.3")
@pytest.mark.parametrize("card", ["town_bristol", "town_carisbrooke", "town_coventry"])
def test_a_drawn_place_card_is_laid_at_once(card: str) -> None:
    scene = scene_with().next_crown(card)
    scene.draw(0)
    assert scene.asked(0) == ["place_arrives"]
    assert scene.offered(0, "keep") == []
    scene.play(0, "play", card=card, noble="percy")
    assert scene.state.nobles["percy"].cards == [card]
    assert scene.state.control[card.removeprefix("town_")] == "percy"


@pytest.mark.rule("house-5.26a")
def test_le_lucas_goes_when_stanley_dies() -> None:
    scene = scene_with().noble("stanley", 0, "york")
    scene.match.game.apply_consequences(scene.match.table)
    scene.next_events("E-PL02")
    scene.event(0)
    assert "stanley" not in scene.state.nobles
    assert "le_lucas" not in scene.state.ships


@pytest.mark.rule("base-1.5")
def test_the_discards_become_the_deck_only_when_it_is_empty() -> None:
    scene = scene_with().next_crown("saxons_1", "saxons_2")
    discards = scene.state.crown_deck[:-1]
    scene.state.crown_discards = list(discards)
    scene.state.crown_deck = scene.state.crown_deck[-1:]
    scene.draw(0)
    assert scene.happened(facts.CrownDeckReshuffled) == []
    assert scene.state.crown_discards == discards
    scene.play(0, "keep")
    scene.draw(1)
    assert scene.happened(facts.CrownDeckReshuffled)[0].cards == len(discards)
    assert scene.state.crown_discards == []
    assert len(scene.state.crown_deck) == len(discards) - 1


@pytest.mark.rule("base-1.5")
def test_with_neither_deck_nor_discards_nobody_draws() -> None:
    scene = scene_with()
    scene.state.crown_deck.clear()
    scene.draw(0)
    assert [e.seat for e in scene.happened(facts.NothingToDraw)] == [0]
    assert scene.happened(facts.CrownCardDrawn) == []
    assert scene.state.active == 1


# The hand


@pytest.mark.rule("house-5.1")
def test_no_third_card_stays_in_hand() -> None:
    scene = scene_with().hand(0, "saxons_1", "bp_durham").next_crown("saxons_2")
    scene.draw(0)
    scene.play(0, "keep")
    assert scene.state.active == 0
    assert scene.offered(0, "done") == []
    scene.play(0, "discard", card="bp_durham")
    assert sorted(scene.state.factions[0].hand) == ["saxons_1", "saxons_2"]
    assert scene.state.crown_discards == ["bp_durham"]
    assert scene.state.active == 1


@pytest.mark.rule("house-5.1")
def test_a_card_too_many_may_be_played_instead() -> None:
    scene = scene_with().hand(0, "saxons_1", "bp_durham").next_crown("saxons_2")
    scene.draw(0)
    scene.play(0, "keep")
    scene.play(0, "play", card="saxons_1", noble="percy")
    assert sorted(scene.state.factions[0].hand) == ["bp_durham", "saxons_2"]
    assert scene.state.active == 1


@pytest.mark.rule("house-5.1")
def test_two_cards_may_stay_in_hand() -> None:
    scene = scene_with().hand(0, "saxons_1").next_crown("saxons_2")
    scene.draw(0)
    scene.play(0, "keep")
    assert scene.state.factions[0].hand == ["saxons_1", "saxons_2"]
    assert scene.state.active == 1


@pytest.mark.rule("base-1.3", "house-5.1")
def test_a_hand_is_hidden_and_what_is_laid_is_seen() -> None:
    scene = scene_with("percy", cards=("bp_durham",)).hand(0, "saxons_1", "earl_kent")
    scene.movement(0)
    assert set(scene.match.view(0).hand) == {"saxons_1", "earl_kent"}
    for seat in (1, None):
        view = scene.match.view(seat)
        assert view.hand == ()
        assert view.seats[0].hand == 2
        assert view.nobles["percy"].cards == ("bp_durham",)


# Playing from hand


@pytest.mark.rule("house-2.6c", "base-3.4")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("phase", ["movement", "combat", "draw"])
def test_a_card_in_hand_is_played_in_any_phase_of_any_turn(active: int, phase: str) -> None:
    scene = scene_with().hand(0, "saxons_1").next_crown("saxons_2").noble("roos", 1, "14,16")
    getattr(scene, phase)(active)
    assert scene.state.phase == phase
    scene.play(0, "play", card="saxons_1", noble="percy")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]
    assert "saxons_1" not in scene.state.factions[0].hand


@pytest.mark.rule("house-2.6c")
def test_only_the_owner_of_a_hand_plays_from_it() -> None:
    scene = scene_with().hand(0, "saxons_1")
    scene.movement(0)
    assert scene.offered(1, "play") == []
    assert scene.candidates(0, "play", "card") == {"saxons_1"}


@pytest.mark.rule("base-3.4", "house-5.12a")
def test_no_card_is_laid_beside_a_noble_under_siege() -> None:
    scene = scene_with("percy", "newark").noble("roos", 1, "newark", outside=True)
    scene.siege("newark", ["roos"]).hand(0, "saxons_1", "bp_durham")
    scene.movement(1)
    assert scene.candidates(0, "play", "noble") == {"greystoke"}
    scene.refused(0, "play", rule="house-5.12a", card="saxons_1", noble="percy")


@pytest.mark.rule("base-3.5")
def test_a_noble_played_from_hand_appears_in_a_castle_of_his() -> None:
    scene = scene_with().hand(0, "clifford")
    scene.movement(1)
    assert scene.candidates(0, "raise", "castle") == {"skipton", "brougham"}
    scene.play(0, "raise", card="clifford", castle="brougham")
    found = scene.state.nobles["clifford"]
    assert (found.seat, found.square, found.inside) == (0, "11,6", "brougham")
    assert {scene.state.control[c] for c in ("skipton", "brougham")} == {"clifford"}


@pytest.mark.rule("base-3.5", "base-1.15")
def test_he_does_not_appear_in_a_castle_in_enemy_hands() -> None:
    scene = scene_with().hand(0, "clifford").control("skipton", "courtenay")
    scene.movement(1)
    assert scene.candidates(0, "raise", "castle") == {"brougham"}
    scene.play(0, "raise", card="clifford", castle="brougham")
    assert scene.state.control["skipton"] == "courtenay"


@pytest.mark.rule("base-3.5")
def test_with_all_his_castles_in_enemy_hands_he_stands_outside_one() -> None:
    scene = scene_with().hand(0, "clifford")
    scene.control("skipton", "courtenay").control("brougham", "courtenay")
    scene.movement(1)
    assert scene.candidates(0, "raise", "castle") == {"skipton", "brougham"}
    scene.play(0, "raise", card="clifford", castle="brougham")
    found = scene.state.nobles["clifford"]
    assert (found.square, found.inside) == ("11,6", None)
    assert scene.state.control["brougham"] == "courtenay"


@pytest.mark.rule("base-3.8")
def test_titles_and_offices_nobody_can_take_stay_in_hand() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "14,16")
    scene.hand(0, "earl_kent").next_crown("marshal_england")
    scene.draw(0)
    scene.play(0, "play", card="marshal_england", noble="percy")
    assert scene.state.factions[0].hand == ["earl_kent"]
    assert "earl_kent" not in scene.candidates(0, "play", "card")
    assert scene.state.chancery == []


# Dealt in anew


@pytest.mark.rule("house-3.13", "house-3.14", "base-3.7")
def test_who_loses_his_last_noble_is_dealt_on_until_one_comes_at_once() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.hand(0, "le_swan").next_events("E-PL02")
    scene.next_crown("earl_kent", "saxons_1", "clifford", "roos")
    scene.event(1)  # in the other player's turn
    assert [e.seat for e in scene.happened(facts.RebuildBegan)] == [0]
    dealt = [card for e in scene.happened(facts.CardsDealt) for card in e.cards]
    assert dealt == ["earl_kent", "saxons_1", "clifford"]
    assert scene.state.crown_deck[-1] == "roos"
    assert scene.match.waiting_for() == [0]
    scene.play(0, "settle", noble="clifford", castle="skipton")
    assert scene.state.nobles["clifford"].inside == "skipton"
    assert scene.state.factions[0].hand == ["le_swan"]


@pytest.mark.rule("house-3.15")
def test_he_must_play_all_he_can() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.next_events("E-PL02").next_crown("earl_kent", "saxons_1", "clifford")
    scene.event(1)
    scene.play(0, "settle", noble="clifford", castle="skipton")
    # Clifford alone can take either, so nothing is asked.
    clifford = scene.state.nobles["clifford"]
    assert (clifford.title, clifford.cards) == ("earl_kent", ["saxons_1"])
    assert (scene.state.active, scene.state.phase) == (1, "movement")


@pytest.mark.rule("house-3.15")
def test_which_of_two_titles_he_takes_he_says_himself() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.next_events("E-PL02").next_crown("earl_kent", "earl_essex", "saxons_1", "clifford")
    scene.event(1)
    scene.play(0, "settle", noble="clifford", castle="skipton")
    clifford = scene.state.nobles["clifford"]
    assert (clifford.title, clifford.cards) == (None, ["saxons_1"])
    assert scene.asked(0) == ["rebuild"]
    assert scene.candidates(0, "play", "card") == {"earl_kent", "earl_essex"}


@pytest.mark.rule("house-3.15")
def test_what_cannot_be_played_goes_to_the_chancery_whatever_it_is() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.next_events("E-PL02").next_crown("earl_kent", "earl_essex", "marshal_england", "hastings")
    scene.event(1)
    scene.play(0, "play", card="earl_kent", noble="hastings")
    hastings = scene.state.nobles["hastings"]
    assert (hastings.title, hastings.office) == ("earl_kent", "marshal_england")
    assert scene.state.chancery == ["earl_essex"]


@pytest.mark.rule("house-3.15", "ishkibibble-defeatism.2")
def test_a_defeatist_plays_what_he_is_dealt_for_he_never_held_it() -> None:
    scene = Scene(2, "house+card_defeatism").noble("courtenay", 1, "tiverton")
    scene.noble("percy", 0, "york").hand(0, "le_swan").next_events("E-PL02")
    scene.next_crown("earl_kent", "earl_essex", "saxons_1", "clifford")
    scene.state.spells.append(Spell("defeatism", 0, 2))
    scene.event(1)
    scene.play(0, "settle", noble="clifford", castle="skipton")
    scene.play(0, "play", card="earl_essex", noble="clifford")
    clifford = scene.state.nobles["clifford"]
    assert (clifford.title, clifford.cards) == ("earl_essex", ["saxons_1"])
    assert scene.state.chancery == ["earl_kent"]
    scene.refused(0, "play", rule="ishkibibble-defeatism.2", card="le_swan", noble="clifford")


@pytest.mark.rule("house-3.13")
def test_the_rebuilt_faction_plays_its_next_turn() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.next_events("E-PL02").next_crown("hastings", "saxons_1")
    scene.event(1)
    assert scene.state.nobles["hastings"].inside == "ashby"
    scene.play(1, "done")
    scene.play(1, "keep")
    assert scene.state.active == 0


@pytest.mark.rule("house-3.13", "house-3.14")
def test_two_who_lose_everything_at_once_are_both_dealt_in() -> None:
    scene = Scene().noble("percy", 0, "york").noble("courtenay", 1, "york", guest=True)
    scene.next_events("E-PL02").next_crown("hastings", "bourchier")
    scene.event(0)
    assert {e.seat for e in scene.happened(facts.RebuildBegan)} == {0, 1}
    seats = {scene.state.nobles[noble].seat for noble in ("hastings", "bourchier")}
    assert seats == {0, 1}
    assert scene.state.phase == "movement"
    assert scene.match.waiting_for() == [0]


@pytest.mark.rule("house-3.13", "house-3.14")
def test_rebuilt_in_his_own_turn_he_goes_on_with_it() -> None:
    scene = Scene().noble("percy", 0, "york").noble("courtenay", 1, "tiverton")
    scene.next_events("E-PL02").next_crown("stanley")
    scene.event(0)
    scene.play(0, "settle", noble="stanley", castle="lathom")
    assert (scene.state.active, scene.state.phase) == (0, "movement")
    assert scene.candidates(0, "march", "nobles") == {"stanley"}


@pytest.mark.rule("house-5.2a", "house-5.2b")
@pytest.mark.parametrize("card", ["stanley", "town_bristol"])
def test_what_must_be_played_is_drawn_before_all_eyes(card: str) -> None:
    scene = scene_with().next_crown(card)
    scene.draw(0)
    drawn = scene.happened(facts.CrownCardDrawn)
    assert [(e.seat, e.card, e.audience) for e in drawn] == [(0, card, None)]


@pytest.mark.rule("house-5.1", "house-2.6b")
def test_what_is_done_with_a_hand_is_decided_by_its_player_in_secret() -> None:
    scene = scene_with().hand(0, "saxons_1", "saxons_2").next_crown("scots_archers_1")
    scene.draw(0)
    keep = next(p for p in scene.match.prompts(0) if p.blocking)
    assert (keep.kind, keep.sealed) == ("keep_or_play", True)
    scene.play(0, "keep")
    trim = next(p for p in scene.match.prompts(0) if p.blocking)
    assert (trim.kind, trim.sealed) == ("trim_hand", True)


@pytest.mark.rule("house-2.6c")
@pytest.mark.parametrize(("seat", "noble"), [(0, "percy"), (1, "courtenay")])
def test_a_card_that_is_not_in_the_hand_is_refused_as_such(seat: int, noble: str) -> None:
    scene = scene_with()
    scene.movement(0)
    reason = scene.refused(seat, "play", rule="house-2.6c", card="saxons_1", noble=noble)
    assert reason == "That card is not in your hand."


@pytest.mark.rule("house-8.1.2", "house-5.2b")
def test_a_place_card_played_from_hand_goes_to_whoever_holds_the_place() -> None:
    scene = scene_with().hand(0, "town_bristol").control("bristol", "courtenay")
    scene.movement(0)
    scene.play(0, "play", card="town_bristol", noble="percy")
    assert scene.state.factions[0].hand == []
    assert scene.state.nobles["courtenay"].cards == ["town_bristol"]
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.control["bristol"] == "courtenay"
    handed = scene.happened(facts.PlaceCardHandedOver)
    assert handed == [facts.PlaceCardHandedOver("town_bristol", 1, "courtenay")]


@pytest.mark.rule("house-5.4")
@pytest.mark.parametrize("noble", ["courtenay", "nobody"])
def test_a_card_is_laid_beside_ones_own_noble_only(noble: str) -> None:
    scene = scene_with().hand(0, "saxons_1")
    scene.movement(0)
    scene.refused(0, "play", rule="house-5.4", card="saxons_1", noble=noble)


@pytest.mark.rule("base-3.5", "house-6.2d")
def test_a_noble_who_comes_to_a_castle_under_siege_stands_outside_it() -> None:
    scene = scene_with().hand(0, "stanley").control("lathom", "percy").control("douglas", "percy")
    scene.noble("talbot", 1, "lathom", outside=True).control("lathom", "percy")
    scene.siege("lathom", ["talbot"]).movement(1)
    scene.play(0, "raise", card="stanley", castle="lathom")
    assert scene.where("stanley") == ("11,11", None, None)


@pytest.mark.rule("house-5.2a")
def test_a_noble_drawn_is_settled_before_anything_else() -> None:
    scene = scene_with().next_crown("stafford")
    scene.draw(0)
    scene.refused(0, "keep", rule="house-5.2a")
    scene.refused(0, "settle", rule="house-5.2a", noble="stafford", castle="alnwick")


@pytest.mark.rule("house-5.1")
def test_whoever_does_not_choose_discards_the_newest_card() -> None:
    scene = scene_with().hand(0, "saxons_1", "saxons_2").next_crown("scots_archers_1")
    scene.draw(0)
    scene.play(0, "keep")
    trim = next(p for p in scene.match.prompts(0) if p.blocking)
    assert trim.default == Choice.of("discard", card="scots_archers_1")


@pytest.mark.rule("house-3.13", "house-3.14")
def test_where_the_deck_is_used_up_he_is_dealt_in_from_the_discards() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.state.crown_discards, scene.state.crown_deck = scene.state.crown_deck, []
    scene.next_events("E-PL02").event(1)
    assert scene.happened(facts.RebuildBegan) == [facts.RebuildBegan(0)]
    last = scene.happened(facts.CardsDealt)[-1].cards[-1]
    assert scene.content.crown[last].kind == "noble"


# Who holds too many cards plays or discards, and does nothing else before (§5.1, §8.7.3).


FULL = "You hold more than 2 cards. Play or discard first."


def three_in_hand() -> Scene:
    """Bourchier's player (seat 1) has just got a third card; Roos's (seat 0) gave it.

    Other deals lie on the table: seat 1 offers seat 2 a card, and seat 2 asks for one.
    """
    scene = Scene(3).noble("roos", 0, "13,20", heirs=("margaret",))
    scene.noble("bourchier", 1, "19,18", heirs=("george",)).noble("howard", 1, "19,18")
    scene.noble("percy", 2, "alnwick").give("bourchier", "bp_norwich")
    scene.hand(0, "saxons_1").hand(1, "scots_archers_1", "flemish_crossbowmen_1")
    scene.movement(0)
    scene.play(1, "propose_deal", to="2", give=["hand:scots_archers_1"])
    scene.play(2, "propose_deal", to="1", take=["place:pleshey"])
    scene.play(0, "propose_deal", to="1", give=["hand:saxons_1"])
    scene.play(1, "accept_deal", deal="3")
    assert scene.asked(1) == ["trim_hand"]
    return scene


@pytest.mark.rule("house-5.1", "house-8.7.3")
def test_nothing_but_play_or_discard_is_offered_nor_taken_or_given_instead() -> None:
    scene = three_in_hand()
    assert scene.offered(2, "accept_deal") == []
    reason = scene.refused(2, "accept_deal", rule="house-8.7.3", deal="1")
    assert reason == "The other player holds too many cards and must play or discard first."
    verbs = {offer.verb for prompt in scene.match.prompts(1) for offer in prompt.offers}
    assert verbs == {"play", "discard"}
    for verb, args in (
        ("propose_deal", {"to": "2", "give": ["hand:scots_archers_1"]}),
        ("accept_deal", {"deal": "2"}),
        ("withdraw_deal", {"deal": "1"}),
        ("transfer", {"thing": "beside:bp_norwich", "noble": "howard"}),
        ("kill_heir", {"heir": "george"}),
    ):
        assert scene.refused(1, verb, rule="house-5.1", **args) == FULL


@pytest.mark.rule("house-5.1", "house-8.7.3")
def test_after_it_all_is_as_before() -> None:
    scene = three_in_hand()
    scene.play(1, "discard", card="saxons_1")
    scene.play(2, "accept_deal", deal="1")
    assert scene.state.factions[1].hand == ["flemish_crossbowmen_1"]
    assert scene.state.factions[2].hand == ["scots_archers_1"]


@pytest.mark.rule("house-5.1")
def test_a_third_card_drawn_is_not_given_away_either() -> None:
    scene = Scene().noble("roos", 0, "13,20").noble("bourchier", 1, "19,18")
    scene.hand(0, "saxons_1", "scots_archers_1").next_crown("flemish_crossbowmen_1").draw(0)
    reason = scene.refused(0, "propose_deal", rule="house-5.1", to="1", give=["hand:saxons_1"])
    assert reason == FULL


@pytest.mark.rule("house-5.1")
def test_others_trade_among_themselves_meanwhile() -> None:
    scene = three_in_hand()
    scene.play(2, "propose_deal", to="0", give=["place:alnwick"])
    scene.play(0, "accept_deal", deal="4")
    assert scene.state.control["alnwick"] == "roos"
