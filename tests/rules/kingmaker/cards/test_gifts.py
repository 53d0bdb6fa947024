"""What a House hands out from the cards it draws."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Field, Offer
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.families.tables import LANCASTER, MOWBRAY, PERCY, YORK, heads
from tests.rules.kingmaker.scene import Scene


def drawing() -> Scene:
    scene = heads().next_crown("saxons_1", "saxons_2")
    scene.draw(LANCASTER)
    return scene


@pytest.mark.rule("families-cards.3")
def test_a_house_plays_keeps_or_gives_each_card_it_draws() -> None:
    scene = drawing()
    assert scene.candidates(LANCASTER, "hand_out", "family") == {"2", "3", "4", "5"}
    scene.play(LANCASTER, "play", card="saxons_1", noble="beaufort")
    scene.play(LANCASTER, "hand_out", card="saxons_2", family=str(PERCY))
    assert scene.state.factions[PERCY].hand == ["saxons_2"]
    assert scene.state.factions[LANCASTER].hand == []
    assert scene.state.nobles["beaufort"].cards == ["saxons_1"]


@pytest.mark.rule("families-cards.3")
def test_a_family_that_serves_the_other_house_gets_cards_too() -> None:
    scene = drawing()
    scene.play(LANCASTER, "hand_out", card="saxons_1", family=str(MOWBRAY))
    assert scene.state.factions[MOWBRAY].hand == ["saxons_1"]


@pytest.mark.rule("families-cards.3")
def test_no_card_is_given_to_a_house_or_to_a_family_out_of_play() -> None:
    scene = heads().next_crown("saxons_1", "saxons_2")
    scene.state.sides[PERCY].extinct = True
    del scene.state.nobles["percy"]
    scene.state.control = {p: n for p, n in scene.state.control.items() if n != "percy"}
    scene.draw(LANCASTER)
    for other in (YORK, PERCY, LANCASTER):
        scene.refused(
            LANCASTER, "hand_out", rule="families-cards.3", card="saxons_1", family=str(other)
        )


@pytest.mark.rule("families-cards.4", "families-cards.3")
def test_which_card_is_given_these_two_alone_know_and_it_is_not_taken_back() -> None:
    scene = drawing()
    scene.play(LANCASTER, "hand_out", card="saxons_1", family=str(PERCY))
    for seat in (None, YORK, MOWBRAY):
        assert b"saxons_1" not in scene.seen_by(seat)
    assert b"saxons_1" in scene.seen_by(PERCY)
    given = [(e.seat, e.to, e.card) for e in scene.happened(facts.CardGiven)]
    assert given == [(LANCASTER, PERCY, ""), (LANCASTER, PERCY, "saxons_1")]
    for verb in ("hand_out", "play", "transfer", "discard"):
        assert "saxons_1" not in {
            c for o in scene.offered(LANCASTER, verb) for f in o.fields for c in f.candidates
        }
    scene.refused(LANCASTER, "play", rule="base-3.4", card="saxons_1", noble="beaufort")
    scene.play(PERCY, "play", card="saxons_1", noble="percy")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


@pytest.mark.rule("families-cards.3")
def test_a_gift_is_offered_for_the_card_just_drawn_to_every_family_in_play() -> None:
    scene = heads().hand(LANCASTER, "le_rose").next_crown("saxons_1", "saxons_2")
    scene.state.sides[MOWBRAY].extinct = True
    scene.draw(LANCASTER)
    fields = (Field("card", ("saxons_1",)), Field("family", ("2", "3", "5")))
    assert scene.offered(LANCASTER, "hand_out") == [Offer("hand_out", fields, "families-cards.3")]
    for family in ("0", "1", str(MOWBRAY), "6", "nobody"):
        reason = scene.refused(
            LANCASTER, "hand_out", rule="families-cards.3", card="saxons_1", family=family
        )
        assert reason == "Name one family in play to receive the card."


@pytest.mark.rule("families-cards.3")
def test_with_two_players_there_is_nobody_to_give_to() -> None:
    scene = Scene(2, "families").noble("beaufort", LANCASTER, "corfe")
    scene.noble("plantagenet_york", YORK, "ludlow").next_crown("saxons_1", "saxons_2")
    scene.draw(LANCASTER)
    assert scene.offered(LANCASTER, "hand_out") == []
    scene.refused(LANCASTER, "hand_out", rule="families-cards.3", card="saxons_1", family="1")


@pytest.mark.rule("families-turn.4", "families-cards.3")
def test_a_family_hands_out_nothing_and_is_told_that_houses_alone_do() -> None:
    scene = heads().next_crown("saxons_1")
    scene.draw(PERCY)
    assert scene.offered(PERCY, "hand_out") == []
    reason = scene.refused(
        PERCY, "hand_out", rule="families-cards.3", card="saxons_1", family=str(MOWBRAY)
    )
    assert reason == "Only the two Houses can hand out the cards they draw."


def drawing_while(seat: int) -> Scene:
    """Lancaster draws while defeatism is rife in a faction."""
    scene = heads().next_crown("saxons_1", "saxons_2")
    scene.state.spells.append(Spell("defeatism", seat, 2))
    scene.draw(LANCASTER)
    return scene


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_a_defeatist_house_gives_nothing_away() -> None:
    scene = drawing_while(LANCASTER)
    assert scene.offered(LANCASTER, "hand_out") == []
    wanted = {"card": "saxons_1", "family": str(PERCY)}
    scene.refused(LANCASTER, "hand_out", rule="ishkibibble-defeatism.2", **wanted)


@pytest.mark.rule("ishkibibble-defeatism.2")
def test_a_defeatist_family_may_be_given_a_card() -> None:
    scene = drawing_while(PERCY)
    assert scene.candidates(LANCASTER, "hand_out", "family") == {"2", "3", "4", "5"}


@pytest.mark.rule("families-cards.3", "ishkibibble-embargo.1")
def test_while_a_place_is_besieged_no_family_is_given_a_card() -> None:
    scene = heads("families+siege_embargo", without=(YORK,)).next_crown("saxons_1", "saxons_2")
    scene.noble("plantagenet_york", YORK, "masham", outside=True)
    scene.give("plantagenet_york", "marshal_england").siege("masham", ["plantagenet_york"])
    scene.draw(LANCASTER)
    assert "masham" in scene.state.sieges
    gift = {"card": "saxons_1", "family": str(PERCY)}
    assert scene.offered(LANCASTER, "hand_out") == []
    scene.refused(LANCASTER, "hand_out", rule="ishkibibble-embargo.1", **gift)
    scene.play(LANCASTER, "keep")


# How many Crown cards a House draws.


def drawn(scene: Scene) -> int:
    before = len(scene.state.crown_deck)
    scene.draw(0)
    while scene.asked(0) == ["keep_or_play"]:
        scene.play(0, "keep")
    return before - len(scene.state.crown_deck)


def scene() -> Scene:
    return Scene(6, "families").noble("neville", 2, "warwick")


@pytest.mark.rule("families-cards.1")
def test_a_house_draws_two_cards() -> None:
    assert drawn(scene().noble("beaufort", 0, "corfe")) == 2


@pytest.mark.rule("families-cards.2")
def test_three_with_the_sole_king_in_the_country() -> None:
    assert drawn(scene().noble("beaufort", 0, "corfe", heirs=("henry",))) == 3


@pytest.mark.rule("families-cards.2")
def test_two_once_there_is_another_king() -> None:
    position = scene().noble("beaufort", 0, "corfe", heirs=("henry",))
    assert drawn(position.crowned("henry", "richard_york")) == 2


@pytest.mark.rule("families-cards.2")
def test_two_while_another_holds_him() -> None:
    position = scene().noble("beaufort", 0, "corfe")
    assert drawn(position.noble("percy", 3, "alnwick", heirs=("henry",))) == 2


@pytest.mark.rule("families-cards.2")
@pytest.mark.parametrize("away", ["calais", "sea"])
def test_two_while_he_is_out_of_the_country(away: str) -> None:
    at = "calais" if away == "calais" else "13,20"
    position = scene().noble("beaufort", 0, at, heirs=("henry",), cards=("le_swan",))
    if away == "sea":
        position.ship("le_swan", sea="humber-mouth").aboard("beaufort", "le_swan")
    assert drawn(position) == 2


@pytest.mark.rule("families-cards.2")
def test_three_with_the_king_aboard_in_an_english_port() -> None:
    position = scene().noble("beaufort", 0, "13,20", heirs=("henry",), cards=("le_swan",))
    assert drawn(position.ship("le_swan", port="hull").aboard("beaufort", "le_swan")) == 3
