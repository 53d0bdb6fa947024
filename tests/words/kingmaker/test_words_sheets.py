"""The longer texts: where the game stands, a faction, the map in words, what can be done."""

from __future__ import annotations

import msgspec

from bot.rules.kingmaker.state import Result
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def scene() -> Scene:
    """Percy holds Henry by London, which Neville defends; Anne has a hand of one."""
    return (
        Scene(seats=2, rounds=10)
        .noble("percy", 0, "18,20", cards=("marshal_england", "saxons_1"), heirs=("henry",))
        .noble("neville", 1, "london")
        .noble("roos", 1, "helmsley")
        .siege("london", ["percy"])
        .hand(0, "le_swan")
        .held(1, "E-FM01")
    )


def test_the_phase() -> None:
    here = scene()
    here.movement(0)
    view = here.match.view(None)
    assert WORDS.phase(view, NAMES) == "Round 1 of 10 · Anne’s turn · movement"
    late = msgspec.structs.replace(view, time_up=True)
    assert WORDS.phase(late, NAMES) == "Round 1 of 10 · Anne’s turn · movement · the last turn"
    before = msgspec.structs.replace(view, phase="setup")
    assert WORDS.phase(before, NAMES) == "Setting up the board"
    over = msgspec.structs.replace(view, result=Result((0, 1), "minor_split"))
    assert WORDS.phase(over, NAMES) == (
        "The game is over: Anne and Bob win together, Minor Split Victory"
    )


def test_the_game_at_a_glance() -> None:
    here = scene()
    here.movement(0)
    view = here.match.view(None)
    assert WORDS.heading(view, NAMES).splitlines() == [
        "**Kingmaker** · House rules",
        "Round 1 of 10 · Anne’s turn · movement",
        "King: *Henry VI* of Lancaster, with **Percy** (Anne)",
        "Next in line: *Margaret of Anjou* (Lancaster) and *Richard of York* (York)",
        f"Crown deck {view.crown_deck} · Event deck 80 · Chancellery 0 · Hands: Anne 1, Bob 0",
    ]


def test_a_faction_as_its_own_player_sees_it() -> None:
    lines = WORDS.card_lines(scene().match.view(0), 0, NAMES)
    assert lines == [
        "Anne’s faction: 1 noble, 240 troops",
        "**Percy** 240 · in the open at S21 London · Earl of Northumberland · Marshal of England · "
        "Saxons · with *Henry VI* · holds Alnwick, Cockermouth and Wressle",
        "Hand, seen by you alone: Le Swan (ship, carries 150, at Lynn)",
        "Event cards kept: none",
    ]


def test_a_faction_as_others_see_it() -> None:
    hidden = WORDS.card_lines(scene().match.view(1), 0, NAMES)
    assert hidden[-1] == "Hand: 1 hidden card · Event cards kept: 0"
    assert not any("Swan" in line for line in hidden)
    spectator = WORDS.card_lines(scene().match.view(None), 1, NAMES)
    assert spectator[-1] == "Hand: 0 hidden cards · Event cards kept: 1"


def test_the_map_in_words() -> None:
    lines = WORDS.map_text(scene().match.view(None), NAMES).splitlines()
    assert lines[:2] == ["__The North__", "P9 Helmsley – inside: Bob **Roos** 20"]
    assert (
        "S21 London – London Under Siege by **Percy**, turn 1; inside: Bob **Neville** 50; "
        "in the open: Anne **Percy** 240 with *Henry VI*"
    ) in lines
    assert "Y24 Calais – inside: *Richard of Gloucester* alone" in lines


def test_what_can_i_do() -> None:
    here = scene()
    here.movement(0)
    text = WORDS.offers_text(here.match.prompts(0), here.match.view(0), NAMES)
    assert text.splitlines() == [
        "**Round 1 of 10 · Anne’s turn · movement**",
        "Move your nobles: all, some or none, in any order.",
        "• **March**: up to five squares across country; a forest ends the march ‹house-2.2a›",
        "• **Ride the road**: any distance, as far as the road is open; it is the whole move "
        "‹house-2.2d›",
        "• **Ask for leave**: ask another player to open a place, or a ship, for this phase "
        "‹house-8.2.6›",
        "• **End movement**: your nobles stay where they are ‹base-3.2›",
        "Without an answer: your movement ends.",
        "Play a card from your hand, have an heir put to death, lift a siege or propose a deal, "
        "if you like. ‹house-2.6c, house-1.11, house-6.4a, house-8.7.2›",
    ]
    assert WORDS.offers_text([], here.match.view(1), NAMES) == (
        "There is nothing for you to do just now. Lean back and watch the others plot."
    )
