"""The odds of a siege that one card decides, once the defence is matched (base §10)."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text
from tests.rules.kingmaker.scene import Scene

NAMES = ["Anne", "Bob", "Cleo"].__getitem__
HIRED = ("burgundian_crossbowmen_1", "flemish_crossbowmen_1", "flemish_crossbowmen_2")


def told(*cards: str) -> list[str]:
    """Percy with these cards beside Northampton, where Grey is; Stanley of a third stands by."""
    scene = Scene(3, "classic").noble("grey", 1, "northampton")
    square = scene.board.places["northampton"].square
    scene.noble("percy", 0, square, outside=True, cards=cards)
    scene.noble("stanley", 2, square, outside=True)
    lex, view = Lexicon(load_content("classic")), scene.match.view(0)
    return assault_text(lex, view, "northampton", ["percy"], NAMES).splitlines()


@pytest.mark.rule("base-10.3")
def test_what_is_lacking_for_a_match_and_no_word_of_allies() -> None:
    assert told() == [
        "### Siege of Northampton",
        "Anne’s **Percy** (100) against a defence of 220: garrison 200 and **Grey**",
        "Besieging it needs 220 troops: 120 too few. ‹base-10.3›",
    ]


@pytest.mark.rule("base-10.3", "base-10.4", "base-10.5", "base-10.6")
def test_what_the_one_card_of_a_match_brings() -> None:
    assert told("marshal_england", "saxons_1", "scots_archers_1", *HIRED)[2:] == [
        "Besieging it needs 220 troops: enough. ‹base-10.3›",
        "One Event card decides; the ratio does not matter. ‹base-10.4›",
        "Bad weather 18.3%: the place is Under Siege, and you may draw again while you match its "
        "defence."
        " ‹base-10.6›",
        "The place falls: 81.7%. ‹base-10.5›",
        "At risk, whoever wins: **Percy** 8.3%, **Grey** 8.3%. ‹base-9.9›",
        "All who survive inside become captives. ‹base-10.5›",
    ]
