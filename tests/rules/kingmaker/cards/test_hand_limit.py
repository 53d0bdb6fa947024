"""Who holds too many cards plays or discards, and does nothing else before (§5.1, §8.7.3)."""

from __future__ import annotations

import pytest

from tests.rules.kingmaker.scene import Scene

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
def test_nothing_but_play_or_discard_is_offered() -> None:
    scene = three_in_hand()
    verbs = {offer.verb for prompt in scene.match.prompts(1) for offer in prompt.offers}
    assert verbs == {"play", "discard"}


@pytest.mark.rule("house-5.1", "house-8.7.3")
def test_the_limit_is_not_escaped_by_gifts_deals_or_transfers() -> None:
    scene = three_in_hand()
    for verb, args in (
        ("propose_deal", {"to": "2", "give": ["hand:scots_archers_1"]}),
        ("accept_deal", {"deal": "2"}),
        ("withdraw_deal", {"deal": "1"}),
        ("transfer", {"thing": "beside:bp_norwich", "noble": "howard"}),
        ("kill_heir", {"heir": "george"}),
    ):
        assert scene.refused(1, verb, rule="house-5.1", **args) == FULL


@pytest.mark.rule("house-8.7.3")
def test_nobody_takes_the_card_too_many_off_his_hand_by_an_older_offer() -> None:
    scene = three_in_hand()
    assert scene.offered(2, "accept_deal") == []
    reason = scene.refused(2, "accept_deal", rule="house-8.7.3", deal="1")
    assert reason == "The other player holds too many cards and must play or discard first."


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
