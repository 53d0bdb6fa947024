"""Cards and trade by the base rules: hand, transfers, when and where."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

OPEN = "13,20"


def pair(*cards: str, at: str = OPEN) -> Scene:
    """Percy of seat 0 with cards, and Roos of his beside him; Howard of seat 1 elsewhere."""
    scene = Scene(3, "classic").noble("percy", 0, OPEN, cards=cards).noble("roos", 0, at)
    scene.noble("howard", 1, "castle-rising").noble("clifford", 2, "skipton")
    return scene


# Play or keep, no limit (base-3.3, base-3.6)


@pytest.mark.rule("base-3.3", "classic-turn.8", "classic-turn.9", "base-3.5", "base-3.4")
@pytest.mark.parametrize("card", ["mowbray", "town_coventry", "earl_kent"])
def test_the_card_drawn_is_played_or_kept_whatever_it_is(card: str) -> None:
    scene = pair().next_crown(card)
    scene.draw(0)
    assert scene.asked(0) == ["keep_or_play"]
    assert [e.card for e in scene.happened(facts.CrownCardDrawn)] == ["", card]
    scene.play(0, "keep")
    assert scene.state.factions[0].hand == [card]
    scene.movement(1)  # any time, in anyone's turn
    if card == "mowbray":
        scene.play(0, "raise", card=card, castle="bramber")
        assert scene.where("mowbray")[1] == "bramber"
    else:
        scene.play(0, "play", card=card, noble="roos")
    assert scene.state.factions[0].hand == []


@pytest.mark.rule("base-3.6")
def test_a_hand_may_hold_any_number() -> None:
    cards = ("saxons_1", "saxons_2", "earl_kent", "duke_exeter", "bp_durham")
    scene = pair().hand(0, *cards).next_crown("bp_lincoln")
    scene.draw(0)
    scene.play(0, "keep")
    assert len(scene.state.factions[0].hand) == 6
    scene.movement(0)
    reason = scene.refused(0, "discard", rule="base-3.6", card="saxons_1")
    assert reason in (
        "You have no card to keep or discard just now.",
        "Your hand has no limit, so you need not discard.",
    )


@pytest.mark.rule("base-3.5")
def test_a_noble_appears_where_no_enemy_holds_his_castle_or_else_outside() -> None:
    scene = pair().hand(0, "mowbray").control("bramber", "howard")
    scene.movement(0)
    assert scene.candidates(0, "raise", "castle") == {"framlingham", "epworth"}
    scene.refused(0, "raise", rule="base-3.5", card="mowbray", castle="bramber")
    for castle in ("framlingham", "epworth"):
        scene.control(castle, "howard")
    scene.movement(0)
    scene.play(0, "raise", card="mowbray", castle="epworth")
    assert scene.where("mowbray") == (scene.board.places["epworth"].square, None, None)


@pytest.mark.rule("base-3.7")
def test_a_player_without_nobles_keeps_his_hand_and_waits_for_one() -> None:
    scene = (
        Scene(2, "classic").noble("howard", 1, "castle-rising").hand(0, "saxons_1", "duke_exeter")
    )
    scene.next_crown("earl_kent", "mowbray")
    scene.draw(0)
    assert scene.asked(0) == ["keep_or_play"]
    assert scene.offered(0, "play") == []
    scene.play(0, "keep")
    assert scene.state.factions[0].hand == ["saxons_1", "duke_exeter", "earl_kent"]
    scene.draw(0)
    scene.play(0, "raise", card="mowbray", castle="bramber")
    scene.movement(0)
    scene.play(0, "play", card="saxons_1", noble="mowbray")


@pytest.mark.rule("base-3.8", "base-1.12")
def test_titles_and_offices_drawn_later_stay_in_hand_till_somebody_qualifies() -> None:
    scene = Scene(2, "classic").noble("roos", 0, OPEN).noble("howard", 1, "castle-rising")
    scene.hand(0, "marshal_england", "earl_kent").movement(1)
    scene.refused(0, "play", rule="base-1.12", card="marshal_england", noble="roos")
    scene.play(0, "play", card="earl_kent", noble="roos")
    scene.play(0, "play", card="marshal_england", noble="roos")
    assert scene.state.factions[0].hand == []


# Within a faction (base-17.3)


@pytest.mark.rule("base-17.3")
def test_within_a_faction_things_pass_in_its_own_turn_before_combat() -> None:
    scene = pair("saxons_1", "bp_durham", "le_swan").hold("margaret", "percy")
    scene.give("percy", "town_bristol").movement(0)
    things = {"beside:saxons_1", "beside:bp_durham", "ship:le_swan", "place:bristol"}
    assert scene.candidates(0, "transfer", "thing") == things
    for thing in sorted(things):
        scene.play(0, "transfer", thing=thing, noble="roos")
    scene.play(0, "entrust", heir="margaret", noble="roos")
    assert scene.state.control["bristol"] == "roos"
    assert set(scene.state.nobles["roos"].cards) == {
        "saxons_1", "bp_durham", "le_swan", "town_bristol",
    }  # fmt: skip
    for seat, late in ((1, "movement"), (0, "coronation")):
        scene = pair("saxons_1")
        getattr(scene, late)(seat)
        assert scene.candidates(0, "transfer", "thing") == set()
        reason = scene.refused(
            0, "transfer", rule="base-17.3", thing="beside:saxons_1", noble="roos"
        )
        assert reason == "Pass that between your own nobles in your turn, before combat."


@pytest.mark.rule("base-17.3")
def test_only_nobles_in_one_square_pass_things_on() -> None:
    scene = pair("saxons_1", "le_swan", "town_bristol", at="13,19")
    scene.movement(0)
    assert scene.offered(0, "transfer") == []
    for thing in ("beside:saxons_1", "ship:le_swan", "place:bristol"):
        reason = scene.refused(0, "transfer", rule="base-17.3", thing=thing, noble="roos")
        assert reason == "You can pass that only between nobles in the same square."


@pytest.mark.rule("base-17.3")
def test_a_castle_without_a_card_does_not_pass() -> None:
    scene = pair()
    scene.movement(0)
    scene.refused(0, "transfer", rule="base-17.3", thing="place:alnwick", noble="roos")


@pytest.mark.rule("base-17.1", "base-1.13")
def test_nobles_titles_and_offices_never_pass() -> None:
    scene = pair("marshal_england").give("roos", "earl_kent")
    scene.movement(0)
    scene.refused(0, "transfer", rule="base-17.1", thing="noble:roos", noble="percy")
    scene.refused(0, "transfer", rule="base-17.1", thing="beside:marshal_england", noble="roos")
    scene.refused(0, "transfer", rule="base-17.1", thing="beside:earl_kent", noble="percy")


# Between factions (base-17.2, base-17.4)


def met(*cards: str) -> Scene:
    """Percy of seat 0 with cards and Howard of seat 1 stand in one square."""
    scene = Scene(3, "classic").noble("percy", 0, OPEN, cards=cards).noble("howard", 1, OPEN)
    return scene.noble("clifford", 2, "skipton")


@pytest.mark.rule("base-17.4", "base-16.6")
@pytest.mark.parametrize("seat", [0, 1])
def test_between_factions_things_pass_in_the_turn_of_either(seat: int) -> None:
    scene = met("saxons_1", "town_bristol", "bp_durham").give("howard", "bp_lincoln")
    scene.movement(seat)
    gives = ["beside:saxons_1", "place:bristol", "beside:bp_durham"]
    scene.play(0, "propose_deal", to="1", give=gives, take=["beside:bp_lincoln"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.nobles["percy"].cards == ["bp_lincoln"]
    assert set(scene.state.nobles["howard"].cards) == {"saxons_1", "town_bristol", "bp_durham"}
    assert scene.state.control["bristol"] == "howard"


@pytest.mark.rule("base-17.4")
def test_but_not_in_a_third_player_s_turn() -> None:
    scene = met("saxons_1").hand(0, "earl_kent")
    scene.movement(2)
    assert scene.candidates(0, "propose_deal", "give") == {"hand:earl_kent"}
    reason = scene.refused(
        0, "propose_deal", rule="base-17.4", to="1", give=["beside:saxons_1"], take=[]
    )
    assert reason == "You can trade that with another faction only in your turn or theirs."
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["beside:saxons_1"])
    scene.movement(2)
    scene.refused(1, "accept_deal", rule="base-17.4", deal="1")


@pytest.mark.rule("base-17.4", "base-17.3")
def test_what_does_not_pass_between_factions_is_refused_by_the_rule_for_that() -> None:
    scene = pair("saxons_1", at="14,18").noble("mowbray", 1, "15,20")
    scene.movement(0)
    apart = "You can pass that only between nobles in the same square."
    for verb, rule, terms in (
        ("propose_deal", "base-17.4", {"to": "1", "give": ["beside:saxons_1"]}),
        ("transfer", "base-17.3", {"thing": "beside:saxons_1", "noble": "roos"}),
    ):
        assert scene.refused(0, verb, rule=rule, **terms) == apart
    own = "Each player can give only his own things, on the table or in his hand."
    for verb, rule, terms in (
        ("propose_deal", "base-17.4", {"to": "1", "give": ["beside:saxons_2"]}),
        ("propose_deal", "base-17.4", {"to": "1", "take": ["beside:saxons_2"]}),
        ("propose_deal", "base-17.2", {"to": "1", "take": ["hand:saxons_2"]}),
        ("transfer", "base-17.3", {"thing": "beside:saxons_2", "noble": "roos"}),
    ):
        assert scene.refused(0, verb, rule=rule, **terms) == own
    reason = scene.refused(0, "transfer", rule="base-17.3", thing="beside:saxons_1", noble="percy")
    assert reason == "That noble already has it. Name another."


@pytest.mark.rule("base-17.4")
def test_a_faction_without_nobles_can_be_given_nothing_that_lies_on_the_table() -> None:
    scene = Scene(2, "classic").noble("percy", 0, OPEN, cards=("saxons_1",))
    scene.movement(0)
    reason = scene.refused(0, "propose_deal", rule="base-17.4", to="1", give=["beside:saxons_1"])
    assert reason == "No noble there could receive it."


@pytest.mark.rule("base-17.2")
def test_cards_in_hand_pass_at_any_time_and_place() -> None:
    scene = Scene(3, "classic").noble("percy", 0, "alnwick").noble("howard", 1, "castle-rising")
    scene.noble("clifford", 2, "skipton").hand(0, "earl_kent", "mowbray").held(1, "E-WR01")
    scene.movement(2)
    scene.play(0, "propose_deal", to="1", give=["hand:earl_kent"])
    scene.play(1, "accept_deal", deal="1")
    scene.play(1, "propose_deal", to="0", give=["held:E-WR01"])
    scene.play(0, "accept_deal", deal="2")
    assert scene.state.factions[1].hand == ["earl_kent"]
    assert scene.state.factions[0].held == ["E-WR01"]


# Who can neither give nor get (base-17.5, base-17.6)


@pytest.mark.rule("base-17.5")
@pytest.mark.parametrize("who", ["giver", "taker"])
def test_nothing_passes_to_or_from_a_noble_under_siege(who: str) -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick", outside=who == "taker")
    scene.noble("roos", 0, "alnwick", outside=who == "giver").noble("howard", 1, "castle-rising")
    besiegers = ["neville", "mowbray", "beaufort", "stafford", "courtenay", "talbot"]
    for noble in besiegers:
        scene.noble(noble, 1, "alnwick", outside=True)
    scene.siege("alnwick", besiegers)
    scene.give("percy", "saxons_1").movement(0)
    assert scene.candidates(0, "transfer", "thing") == set()
    reason = scene.refused(0, "transfer", rule="base-17.5", thing="beside:saxons_1", noble="roos")
    assert reason == "You can pass nothing to or from a noble under siege."


@pytest.mark.rule("base-17.5", "base-3.4")
def test_nothing_passes_at_sea() -> None:
    scene = pair("saxons_1", "le_swan").ship("le_swan", sea="the-wash")
    scene.aboard("percy", "le_swan").aboard("roos", "le_swan").hand(0, "saxons_2").movement(0)
    reason = scene.refused(0, "transfer", rule="base-17.5", thing="beside:saxons_1", noble="roos")
    assert reason == "You can pass nothing to or from a noble at sea."
    scene.refused(0, "play", rule="base-3.4", card="saxons_2", noble="roos")


@pytest.mark.rule("base-17.6")
def test_a_card_got_by_trade_is_not_laid_beside_who_fought_in_that_turn() -> None:
    scene = met().hand(1, "saxons_1", "saxons_2").noble("roos", 0, OPEN).hand(0, "earl_kent")
    scene.movement(0)
    scene.play(1, "propose_deal", to="0", give=["hand:saxons_1"])
    scene.play(0, "accept_deal", deal="1")
    assert scene.state.factions[0].traded == ["saxons_1"]
    scene.state.nobles["percy"].attacked = True
    scene.coronation(0)
    reason = scene.refused(0, "play", rule="base-17.6", card="saxons_1", noble="percy")
    assert (
        reason
        == "A noble who fought this turn cannot have the card you got by trade. Give it to another."
    )
    offers = [o for o in scene.offered(0, "play") if o.field("card").candidates == ("saxons_1",)]
    assert [offer.field("noble").candidates for offer in offers] == [("roos",)]
    scene.play(0, "play", card="saxons_1", noble="roos")
    scene.turn(1)
    assert scene.state.factions[0].traded == []


@pytest.mark.rule("base-17.6")
@pytest.mark.parametrize("phase", ["event", "movement"])
def test_who_fought_in_the_turn_before_is_given_what_is_traded_today(phase: str) -> None:
    scene = met().hand(1, "saxons_1", "saxons_2").noble("roos", 0, OPEN)
    scene.state.nobles["percy"].attacked = scene.state.nobles["roos"].defended = True
    scene.movement(0)
    scene.state.phase = phase
    scene.play(1, "propose_deal", to="0", give=["hand:saxons_1", "hand:saxons_2"])
    scene.play(0, "accept_deal", deal="1")
    scene.play(0, "play", card="saxons_1", noble="percy")
    scene.play(0, "play", card="saxons_2", noble="roos")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


# Heirs (base-13.11, base-13.9)


@pytest.mark.rule("base-13.11")
def test_heirs_of_both_houses_may_be_held() -> None:
    scene = pair().hold("margaret", "percy").hold("edward_march", "roos")
    for _ in range(4):
        scene.draw(0)
        scene.play(0, "keep")
        assert "two_houses" not in scene.asked(0)
    assert {scene.state.heirs[h].holder for h in ("margaret", "edward_march")} == {"percy", "roos"}
