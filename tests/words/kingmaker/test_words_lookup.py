"""What `/card` and `/place` say, word for word, from what everybody may know."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def scene() -> Scene:
    """Percy stands by London, which Neville defends; Anne has Le Swan in her hand."""
    return (
        Scene(seats=2)
        .noble("percy", 0, "18,20", cards=("marshal_england", "saxons_1"), heirs=("henry",))
        .noble("neville", 1, "london")
        .siege("london", ["percy"])
        .hand(0, "le_swan")
    )


def test_a_card_before_the_game() -> None:
    assert WORDS.card_text("earl_essex", None, NAMES) == (
        "### Earl of Essex\ntitle · 20 troops · holds Colchester · votes: Commons 1\nGoes to "
        "a noble without a title, and brings him its troops, votes and places. ‹house-1.4, "
        "house-1.8›\n*The oldest walls in England come with the belt.*"
    )


@pytest.mark.rule("base-19.6", "ishkibibble-kerns.3", "ishkibibble-kerns.4", "ishkibibble-scots.2")
@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            "french_foot",
            "Can only be given to a noble in Calais or The Continent. In that turn his force may "
            "cross the sea to an English port without a ship. ‹",
        ),
        ("irish_kerns", "Can only be given to the Lieutenant of Ireland in Ireland or Dublin. ‹"),
        (
            "irish_kerns",
            "Nobles of his faction in Ireland or Dublin cross to English ports without a ship. ‹",
        ),
        ("scottish_mercenaries", "Can only be given to a noble in Berwick or Scotland. ‹"),
    ],
)
def test_a_band_is_given_and_crosses_in_either_of_its_places(card: str, said: str) -> None:
    words = KingmakerWords(load_content("ishkibibble"))
    lines = words.card_text(card, None, NAMES).splitlines()
    assert [line.partition("‹")[0] + "‹" for line in lines if line.startswith(said[:9])] == [said]


def test_a_card_beside_a_noble() -> None:
    lines = WORDS.card_text("saxons_2", scene().match.view(None), NAMES).splitlines()
    assert lines[:3] == ["### Saxons", "mercenaries · 10 troops", "There are 2 of these cards."]
    assert lines[-1] == "Now with **Percy** (Anne)."


def test_a_card_in_a_hand_is_not_told_from_one_in_the_deck() -> None:
    here = scene()
    hidden = WORDS.card_text("le_swan", here.match.view(None), NAMES)
    assert hidden.splitlines()[-1] == "It is not on the table just now."
    deck = WORDS.card_text("audley", here.match.view(None), NAMES)
    assert deck.splitlines()[-1] == "It is not on the table just now."


def test_a_noble_and_an_heir_on_the_map() -> None:
    view = scene().match.view(None)
    assert WORDS.card_text("percy", view, NAMES).splitlines()[-1] == (
        "Now: Anne · 240 troops · with Henry VI · in the open at S21 London"
        " · Marshal of England · Saxons"
    )
    assert WORDS.card_text("henry", view, NAMES) == (
        "### Henry VI\nroyal heir of Lancaster · number 1 of the house · starts at London\n"
        "Has no troops, and goes wherever the keeper goes. ‹house-1.2›\nNow: King, of "
        "Lancaster · with Percy · in the open at S21 London (Anne)"
    )


def test_an_heir_whom_a_die_places() -> None:
    dice = KingmakerWords(load_content("classic+heirs_by_dice"))
    assert dice.card_text("henry", None, NAMES).splitlines()[1] == (
        "royal heir of Lancaster · number 1 of the house · starts at London or Windsor or "
        "Bristol: a die decides"
    )


def test_event_cards_and_the_weather() -> None:
    assert WORDS.card_text("E-PL04", None, NAMES) == (
        "### Plague: Norwich\nEvent card\nRed crosses appear on the doors of Norwich. Every "
        "noble and royal heir inside Norwich dies.\nIf it is drawn in an attack, the weather is "
        "bad: the attack is called off. ‹house-2.3b›"
    )
    assert WORDS.card_text("E-FM01", None, NAMES).splitlines()[-2:] == [
        "The player who draws it keeps it until it is used.",
        "If it is drawn for the weather, it is kept and another card is drawn. ‹house-5.14d›",
    ]


def test_a_place_under_siege() -> None:
    lines = WORDS.place_text("london", scene().match.view(None), NAMES).splitlines()
    assert lines[:4] == [
        "### London",
        "S21 London",
        "city · garrison 300 · room for 400 troops · port · cathedral · 4 votes in the Commons",
        "Comes with: Constable of the Tower of London",
    ]
    assert lines[5:] == [
        "Held by **Neville** (Bob).",
        "Under siege by **Percy** (Anne), turn 1; the garrison counts 300.",
        "Inside: **Neville** 50 (Bob)",
        "Its defence is 350 in all.",
        "In the open outside: **Percy** 240 with *Henry VI* (Anne)",
    ]


def test_a_square_tells_who_stands_there_and_who_could_come() -> None:
    here = (
        Scene(seats=3)
        .noble("clifford", 0, "skipton", outside=True)
        .noble("roos", 1, "13,9")
        .noble("percy", 2, "14,8")
        .noble("stanley", 1, "3,24")
    )
    names = ["Anne", "Bob", "Clare"].__getitem__
    view = here.match.view(None)
    assert WORDS.place_text("13,9", view, names).splitlines() == [
        "N10 Skipton",
        "Skipton: Clifford’s castle · garrison 100",
        "In the open: **Clifford** 10 (Anne), **Roos** 20 (Bob)",
        "Strength in the open: Anne 10, Bob 20",
        "Within one march, and at least as strong: Percy (100) of Clare",
    ]
    assert WORDS.place_text("14,9", view, names) == "O10 forest"
    assert WORDS.card_text("clifford", view, names).splitlines()[-1] == (
        "Within one march, and at least as strong: Percy (100) of Clare"
    )
    # Within walls it is the defence that counts.
    told = "Within one march, and at least as strong: Percy (100) of Clare"
    assert WORDS.place_text("skipton", view, names).endswith(told)
    here.noble("mowbray", 0, "skipton")
    assert told not in WORDS.place_text("skipton", here.match.view(None), names)
    assert WORDS.place_text("nowhere", view, names) == ""


def test_a_sea_tells_of_its_ships() -> None:
    here = Scene(seats=2).noble("percy", 0, "alnwick").ship("le_swan", sea="the-wash")
    view = here.aboard("percy", "le_swan").match.view(None)
    told = "Le Swan: at sea (The Wash) · aboard: Percy (100) · carries 150"
    assert WORDS.place_text("the-wash", view, NAMES) == told
    assert WORDS.place_text("le_swan", view, NAMES) == told


def test_places_of_other_kinds() -> None:
    view = scene().match.view(None)
    assert WORDS.place_text("scotland", view, NAMES) == (
        "### Scotland\nbeside the map\nopen ground\nNobody may go there under these rules."
    )
    assert WORDS.place_text("cardigan", view, NAMES).splitlines()[1:] == [
        "F19 Cardigan",
        "open town · garrison 200 while somebody is inside · port",
        "Inside: *George of Clarence* alone",
    ]
    assert WORDS.place_text("calais", None, NAMES).splitlines()[2] == (
        "fortified town · garrison 200 · room for 400 troops · port"
    )


def test_every_card_and_place_can_be_looked_up() -> None:
    view = scene().match.view(None)
    cards, places = WORDS.cards(), WORDS.places()
    assert len(set(cards.values())) == len(cards) == 134
    assert len(places) == 140
    for card in cards:
        assert len(WORDS.card_text(card, view, NAMES)) < 1_900
    for place in places:
        assert len(WORDS.place_text(place, view, NAMES)) < 1_900
