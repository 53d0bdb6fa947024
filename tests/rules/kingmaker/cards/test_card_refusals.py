"""Refusals of cards and trade that are easily mistaken for another: each with its own rule."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from tests.rules.kingmaker.scene import Scene


def two() -> Scene:
    """Percy and Roos of seat 0 in York, Courtenay of seat 1 in Tiverton."""
    scene = Scene().noble("percy", 0, "york").noble("roos", 0, "york")
    return scene.noble("courtenay", 1, "tiverton").control("york", "percy")


# Cards in hand


@pytest.mark.rule("base-3.5")
@pytest.mark.parametrize(
    ("card", "castle", "says"),
    [
        ("clifford", "alnwick", "Choose one of the noble’s own castles."),
        (
            "clifford",
            "skipton",
            "Enemies hold that castle. Choose one of the noble’s that they do not hold.",
        ),
        (
            "saxons_1",
            "skipton",
            "Only nobles come into play at a castle. Give other cards to a noble.",
        ),
    ],
)
def test_where_a_noble_does_not_appear(card: str, castle: str, says: str) -> None:
    scene = two().hand(0, "clifford", "saxons_1").control("skipton", "courtenay")
    scene.movement(0)
    scene.forbidden(0, "raise", rule="base-3.5", says=says, card=card, castle=castle)


@pytest.mark.rule("base-3.5")
def test_a_noble_is_not_laid_beside_another() -> None:
    scene = two().hand(0, "clifford")
    scene.movement(0)
    says = "A noble comes into play at one of his castles."
    scene.forbidden(0, "play", rule="base-3.5", says=says, card="clifford", noble="percy")


@pytest.mark.rule("house-5.19a", "house-5.4")
def test_a_captive_gets_no_card() -> None:
    scene = two().hand(0, "saxons_1", "marshal_england")
    scene.state.nobles["roos"].captor = 1
    scene.movement(0)
    for card in ("saxons_1", "marshal_england"):
        says = "That noble is a captive. His ransom must be settled first."
        scene.forbidden(0, "play", rule="house-5.19a", says=says, card=card, noble="roos")


@pytest.mark.rule("house-5.2b", "house-5.4")
def test_a_place_card_drawn_is_laid_beside_a_noble_of_ones_own() -> None:
    scene = two().next_crown("town_bristol")
    scene.draw(0)
    assert scene.asked(0) == ["place_arrives"]
    says = "to one of your own nobles"
    scene.forbidden(0, "play", rule="house-5.4", says=says, card="town_bristol", noble="courtenay")


@pytest.mark.rule("house-3.15", "house-1.4")
def test_a_card_dealt_anew_goes_to_whom_it_may() -> None:
    scene = Scene().noble("courtenay", 1, "tiverton").noble("percy", 0, "york")
    scene.next_events("E-PL02").next_crown("earl_kent", "earl_essex", "clifford").event(1)
    scene.play(0, "settle", noble="clifford", castle="skipton")
    says = "to one of your own nobles"
    wish = {"card": "earl_essex", "noble": "courtenay"}
    scene.forbidden(0, "play", rule="house-5.4", says=says, **wish)


@pytest.mark.rule("house-5.1", "house-2.6b")
def test_with_room_in_hand_a_card_is_kept_or_played_and_not_discarded() -> None:
    scene = two().hand(0, "saxons_1").next_crown("saxons_2")
    scene.draw(0)
    says = "You discard only when you hold more than 2 cards."
    scene.forbidden(0, "discard", rule="house-5.1", says=says, card="saxons_1")


@pytest.mark.rule("house-5.1")
def test_only_a_card_of_the_hand_is_discarded() -> None:
    scene = two().hand(0, "saxons_1", "bp_durham").next_crown("saxons_2")
    scene.draw(0)
    says = "That card is not in your hand."
    scene.forbidden(0, "discard", rule="house-5.1", says=says, card="le_swan")
    scene.play(0, "keep")
    assert scene.asked(0) == ["trim_hand"]
    scene.forbidden(0, "discard", rule="house-5.1", says=says, card="le_swan")


# Heirs


@pytest.mark.rule("house-1.11")
def test_an_heir_dies_once() -> None:
    scene = two().dead("george")
    scene.movement(0)
    says = "That heir is already dead."
    scene.forbidden(0, "kill_heir", rule="house-1.11", says=says, heir="george")


@pytest.mark.rule("house-2.5b")
def test_clergy_is_asked_of_whom_it_could_help() -> None:
    """Mowbray of seat 1 is a guest in York with the Archbishop; Talbot of seat 2 has no bishop
    there, and his Grey with two is elsewhere."""
    scene = Scene(3).noble("percy", 0, "york", heirs=("margaret",)).dead("henry")
    scene.noble("mowbray", 1, "york", guest=True, cards=("abp_canterbury",))
    scene.noble("talbot", 2, "york", guest=True)
    scene.noble("grey", 2, "19,18", cards=("bp_durham", "bp_norwich"))
    scene.control("york", "percy").coronation(0)
    says = "That player has no bishop in any place where you lack only clergy for a coronation."
    scene.forbidden(0, "ask_clergy", rule="house-2.5b", says=says, of="2")
    says = "Your movement phase is over for this turn."
    scene.forbidden(0, "march", rule="house-1.14", says=says, nobles="percy", to="15,10")
    scene.play(0, "ask_clergy", of="1")
    scene.play(1, "withhold")
    assert not scene.state.heirs["margaret"].crowned


# Sieges


@pytest.mark.rule("house-6.4a")
def test_only_the_besieger_lifts_a_siege() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 0, "helmsley")
    scene.noble("mowbray", 1, "helmsley", outside=True).control("helmsley", "roos")
    scene.siege("helmsley", ["mowbray"]).movement(1)
    assert [len(scene.offered(seat, "lift")) for seat in (0, 1)] == [0, 1]
    says = "You can lift only your own siege."
    scene.forbidden(0, "lift", rule="house-6.4a", says=says, place="helmsley")


# What passes


@pytest.mark.rule("house-8.7.13", "house-8.7.1")
def test_a_place_that_is_called_like_a_noble_is_a_place() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("roos", 0, "helmsley")
    scene.noble("mowbray", 1, "helmsley", outside=True).control("helmsley", "roos")
    scene.control("greystoke", "percy").siege("helmsley", ["mowbray"])
    scene.movement(1)
    says = "A noble Under Siege may give, but not receive."
    wish = {"thing": "place:greystoke", "noble": "roos"}
    scene.forbidden(0, "transfer", rule="house-8.7.13", says=says, **wish)


@pytest.mark.rule("house-8.7.4", "house-8.7.2")
@pytest.mark.parametrize(
    ("thing", "noble", "says"),
    [
        (
            "place:york",
            "courtenay",
            "Name a noble of your own. To give something to another player, offer a deal.",
        ),
        ("place:york", "percy", "That noble already has it. Name another."),
        (
            "place:tiverton",
            "roos",
            "Each player can give only his own things, on the table or in his hand.",
        ),
        ("hand:saxons_1", "roos", "A hand belongs to the player, not to any of his nobles."),
    ],
)
def test_what_does_not_pass_within_a_faction(thing: str, noble: str, says: str) -> None:
    scene = two().hand(0, "saxons_1")
    scene.movement(0)
    scene.forbidden(0, "transfer", rule="house-8.7.4", says=says, thing=thing, noble=noble)


@pytest.mark.rule("house-5.19a", "house-8.7.4")
def test_nothing_passes_to_a_captive() -> None:
    scene = two()
    scene.state.nobles["roos"].captor = 1
    scene.movement(0)
    wish = {"thing": "place:york", "noble": "roos"}
    says = "A captive can receive nothing until he is ransomed."
    scene.forbidden(0, "transfer", rule="house-5.19a", says=says, **wish)


@pytest.mark.rule("house-8.7.2")
@pytest.mark.parametrize("to", ["0", "7", "nobody"])
def test_a_deal_is_offered_to_another_player(to: str) -> None:
    scene = two().hand(0, "saxons_1")
    scene.movement(0)
    says = "Say which player you offer the deal to."
    scene.forbidden(0, "propose_deal", rule="house-8.7.2", says=says, to=to, give="hand:saxons_1")


@pytest.mark.rule("house-8.7.8", "house-8.7.13")
def test_a_gift_is_stopped_where_the_last_of_them_falls_out() -> None:
    """Courtenay is free but far off, Roos stands by but Under Siege: distance is what is told."""
    scene = Scene().noble("percy", 0, "hull", outside=True).noble("roos", 1, "hull")
    scene.noble("courtenay", 1, "tiverton").hold("margaret", "percy").siege("hull", ["percy"])
    scene.movement(1)
    assert "hull" in scene.state.sieges
    says = "only between nobles in the same square"
    scene.forbidden(0, "propose_deal", rule="house-8.7.8", says=says, to="1", give="heir:margaret")


@pytest.mark.rule("house-5.2b")
def test_without_an_answer_a_place_card_goes_to_the_first_of_ones_nobles() -> None:
    scene = two().next_crown("town_bristol")
    scene.draw(0)
    (asked,) = scene.match.asked(0)
    assert asked.offers[0].field("noble").candidates == ("percy", "roos")
    assert asked.default == Choice.of("play", card="town_bristol", noble="percy")
