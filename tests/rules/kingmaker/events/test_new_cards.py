"""The 47 Event cards of both expansions as data: where they come from, and their lower halves."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.content import data_root
from bot.content.files import EVENTS, EventFile, read_json
from bot.rules.kingmaker.content import EventCard

CARDS = {
    card.id: card
    for card in read_json(data_root(), EVENTS, EventFile).cards
    if card.game == "expansion"
}


def of_kind(kind: str) -> list[EventCard]:
    """The new cards of a kind."""
    return [card for card in CARDS.values() if card.kind == kind]


@pytest.mark.rule("ishkibibble-cards.1", "ishkibibble-origins.1")
def test_each_new_card_is_there_once_unless_it_says_otherwise() -> None:
    assert len(CARDS) == 47
    several = {kind: n for kind, n in Counter(c.kind for c in CARDS.values()).items() if n > 1}
    assert several == {
        "catastrophe": 2,
        "gales": 2,
        "mutiny": 5,
        "refuge": 3,
        "treachery": 2,
        "vacillating": 7,
    }
    marks = Counter(card.origin for card in CARDS.values())
    assert marks == {"†": 17, "‡": 21, "§": 9}


MARKINGS = {
    "ishkibibble-catastrophe.2": ("X-CA2", "majority"),
    "ishkibibble-catastrophe.3": ("X-CA3", "3-2"),
    "ishkibibble-excommunication.5": ("X-EXC", "bad_weather"),
    "ishkibibble-treachery-french.5": ("X-FRT", "bad_weather"),
    "ishkibibble-gales.7": ("X-GA1", "4-1"),
    "the other gale": ("X-GA2", "bad_weather"),
    "ishkibibble-heresy.2": ("X-HER", "5-4", "bourchier", "hastings"),
    "ishkibibble-mercenaries-home.2": ("X-MGS", "3-1", "clifford", "mowbray", "stanley"),
    "ishkibibble-strife.3": ("X-MST", "majority", "audley", "talbot"),
    "ishkibibble-diet-papal.5": ("X-PAP", "majority", "grey", "greystoke"),
    "ishkibibble-plague-dublin.2": ("X-PLD", "2-1", "pole"),
    "ishkibibble-diet.3": ("X-REL", "2-1", "percy", "roos"),
    "ishkibibble-death.4": ("X-RDE", "3-1"),
    "ishkibibble-escape.3": ("X-RES", "4-1", "stafford", "stanley"),
    "ishkibibble-hunt.4": ("X-RHU", "3-2", "grey", "holland", "scrope"),
    "ishkibibble-visit.3": ("X-RVI", "3-2", "neville"),
    "ishkibibble-scotsinvasion.9": ("X-SCI", "4-1", "howard", "neville", "percy"),
    "ishkibibble-treachery.1": ("X-TR1", "2-1"),
    "ishkibibble-treachery.2": ("X-TR2", "5-4"),
    "ishkibibble-treatyfrance.5": ("X-TFR", "3-1", "beaufort", "bourchier", "cromwell"),
    "ishkibibble-treatyscotland.5": ("X-TSC", "bad_weather"),
    "ishkibibble-war.4": (
        "X-WAR",
        "5-4",
        *("courtenay", "fitzalan", "herbert", "howard", "pole"),
    ),
}


@pytest.mark.rule(
    "ishkibibble-cards.2",
    "ishkibibble-excommunication.5",
    "ishkibibble-treachery-french.5",
    "ishkibibble-gales.7",
    "ishkibibble-heresy.2",
    "ishkibibble-mercenaries-home.2",
    "ishkibibble-strife.3",
    "ishkibibble-diet-papal.5",
    "ishkibibble-plague-dublin.2",
    "ishkibibble-diet.3",
    "ishkibibble-death.4",
    "ishkibibble-escape.3",
    "ishkibibble-hunt.4",
    "ishkibibble-visit.3",
    "ishkibibble-scotsinvasion.9",
    "ishkibibble-treatyfrance.5",
    "ishkibibble-treatyscotland.5",
    "ishkibibble-war.4",
)
def test_the_markings_of_the_new_cards() -> None:
    found = {card.id: (card.combat, *card.killed) for card in CARDS.values()}
    marked = {card: tuple(marks) for card, *marks in MARKINGS.values()}
    assert {card: half for card, half in found.items() if half != ("none",)} == marked


def test_cards_that_are_kept_have_no_lower_half() -> None:
    kept = {card.kind for card in CARDS.values() if card.hold}
    assert kept == {
        "betrayal",
        "evade_battle",
        "force_battle",
        "influence_heir",
        "pretender_revealed",
        "refuge",
        "siege_fails",
    }
    assert {card.combat for card in CARDS.values() if card.hold} == {"none"}
    assert [card.number for card in of_kind("refuge")] == [3, 5, 7]
    assert [card.number for card in of_kind("catastrophe")] == [2, 3]
    assert [card.number for card in of_kind("treachery")] == [1, 2]
