"""The 47 Event cards of both expansions as data: where they come from, and their lower halves."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.content import data_root
from bot.content.files import EVENTS, EventFile, read_json
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import EventCard
from tests.rules.kingmaker.battlefield import FIELD, attack
from tests.rules.kingmaker.scene import LoadedDice, Scene

WHOLE = "ishkibibble"
"""Every option and both expansions at once."""

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
    "ishkibibble-diet-papal.5": ("X-PAP", "majority", "greystoke", "grey"),
    "ishkibibble-plague-dublin.2": ("X-PLD", "2-1", "pole"),
    "ishkibibble-diet.3": ("X-REL", "2-1", "roos", "percy"),
    "ishkibibble-death.4": ("X-RDE", "3-1"),
    "ishkibibble-escape.3": ("X-RES", "4-1", "stanley", "stafford"),
    "ishkibibble-hunt.4": ("X-RHU", "3-2", "holland", "grey", "scrope"),
    "ishkibibble-visit.3": ("X-RVI", "3-2", "neville"),
    "ishkibibble-scotsinvasion.9": ("X-SCI", "4-1", "neville", "percy", "howard"),
    "ishkibibble-treachery.1": ("X-TR1", "2-1"),
    "ishkibibble-treachery.2": ("X-TR2", "5-4"),
    "ishkibibble-treatyfrance.5": ("X-TFR", "3-1", "beaufort", "cromwell", "bourchier"),
    "ishkibibble-treatyscotland.5": ("X-TSC", "bad_weather"),
    "ishkibibble-war.4": (
        "X-WAR",
        "5-4",
        *("courtenay", "howard", "fitzalan", "pole", "herbert"),
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


# Every one of them, drawn at the start of a turn and in a combat

BEGINS = {
    "assassination": "events_turned",
    "catastrophe": "spell_began",
    "defeatism": "die_rolled",
    "excommunication": "spell_began",
    "french_treachery": "event_idle",
    "gales": "event_idle",
    "heir_escapes": "event_idle",
    "heresy": "call_ignored",
    "mercenaries_home": "mercenaries_went_home",
    "mercenary_strife": "event_idle",
    "mutiny": "event_idle",
    "papal_diet": "call_ignored",
    "plague": "plague_struck",
    "pretender": "pretender_rose",
    "religious_diet": "die_rolled",
    "royal_birth": "heir_born",
    "royal_death": "royal_death_rolled",
    "royal_visit": "heir_left",
    "scots_invasion": "call_ignored",
    "treachery": "event_idle",
    "treaty_france": "heir_left",
    "treaty_scotland": "heir_left",
    "vacillating": "noble_of_no_use",
    "war_in_europe": "call_ignored",
}
"""What the card of a kind begins with in the position below, as the log has it."""

DECIDING = "E-RA08"
"""A card of the base game by which any majority wins."""


def field_of(card: str) -> Scene:
    """Two nobles of seat 0 beside one of seat 1, with this card on top of the deck."""
    scene = Scene(2, "ishkibibble").noble("percy", 0, FIELD, outside=True)
    scene.noble("stafford", 0, FIELD, outside=True).noble("mowbray", 1, FIELD, outside=True)
    return scene.noble("grey", 1, "14,2").next_events(card, DECIDING)


@pytest.mark.rule("ishkibibble-cards.1")
@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_drawn_at_the_start_of_a_turn_it_is_kept_or_obeyed(card: EventCard) -> None:
    scene = field_of(card.id)
    scene.event(0)
    told = [event.__struct_config__.tag for event in scene.events if event.visible_to(None)]
    assert told[0] == "event_drawn"
    if card.hold:
        assert told[1] == "event_kept"
        assert (scene.state.factions[0].held, scene.state.event_discards) == ([card.id], [])
    elif card.kind != "royal_hunt":  # which asks at once who hunts
        assert told[1] == BEGINS[card.kind]
        assert card.id in scene.state.event_discards
    else:
        assert (scene.asked(0), scene.asked(1)) == (["royal_hunt"], [])
    assert scene.match.violations() == []


@pytest.mark.rule("ishkibibble-cards.2")
@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.id)
def test_drawn_in_a_combat_its_lower_half_decides_or_another_card_does(card: EventCard) -> None:
    scene = field_of(card.id)
    scene.combat(0)
    attack(scene, "percy", "stafford")
    half = "doubt" if card.kind == "vacillating" else card.combat
    drawn = [(e.card, e.half, e.kept) for e in scene.happened(facts.CombatCardDrawn)]
    mine = (card.face, half, card.hold)
    assert drawn == ([mine, (DECIDING, "majority", False)] if card.combat == "none" else [mine])
    called_off = [e.reason for e in scene.happened(facts.AttackCancelled)]
    assert called_off == (["weather"] if card.combat == "bad_weather" else [])
    pile = scene.state.factions[0].held if card.hold else scene.state.event_discards
    assert card.id in pile
    assert scene.match.violations() == []


# How many sides the dice and lots of the Event cards have: every face can come up.


def watched(monkeypatch: pytest.MonkeyPatch, *faces: int) -> list[int]:
    """How many sides each die or lot has from now on; they show these faces (1 is the first)."""
    asked: list[int] = []
    left = [face - 1 for face in faces]

    def below(dice: LoadedDice, sides: int) -> int:
        asked.append(sides)
        return left.pop(0) if left else 0

    monkeypatch.setattr(LoadedDice, "below", below)
    return asked


def court(ruleset: str = WHOLE) -> Scene:
    """Percy has both Kings, Courtenay is far away."""
    scene = Scene(2, ruleset).noble("percy", 0, "13,20", heirs=("henry", "richard_york"))
    return scene.noble("courtenay", 1, "tiverton").crowned("henry", "richard_york")


@pytest.mark.rule("ishkibibble-defeatism.1", "ishkibibble-hunt.2", "ishkibibble-diet.1",
                  "ishkibibble-death.1", "ishkibibble-birth.2", "ishkibibble-birth.4",
                  "ishkibibble-pretender.4")  # fmt: skip
@pytest.mark.parametrize(
    ("card", "sides"),
    [
        ("X-DEF", [6]),
        ("X-RHU", [6]),
        ("X-REL", [6]),
        ("X-RDE", [6, 6]),
        ("X-RBI", [6, 6]),
        ("X-PRE", [6]),
    ],
)
def test_every_die_has_six_sides(
    card: str, sides: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = court().next_events(card)
    asked = watched(monkeypatch)
    scene.event(0)
    assert asked == sides


@pytest.mark.rule("ishkibibble-vacillating.1", "ishkibibble-treachery.1", "ishkibibble-treachery.2")
@pytest.mark.parametrize(("card", "lots"), [("X-VA1", [3]), ("X-TR1", [4]), ("X-TR2", [4, 3])])
def test_a_lot_is_drawn_among_all(
    card: str, lots: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "classic+card_vacillating+card_treachery"
    scene = court(rules).noble("roos", 0, "13,20").noble("scrope", 0, "masham")
    scene.hand(0, "saxons_1", "saxons_2", "earl_kent", "bp_norwich").next_events(card)
    asked = watched(monkeypatch)
    scene.event(0)
    assert asked == lots


@pytest.mark.rule("ishkibibble-treachery.1")
def test_any_card_of_the_hand_may_be_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = court().hand(0, "saxons_1", "saxons_2", "earl_kent").next_events("X-TR1")
    watched(monkeypatch, 3)
    scene.event(0)
    assert scene.state.factions[0].hand == ["saxons_1", "saxons_2"]
    assert scene.happened(facts.Betrayed)[-1].cards == ("earl_kent",)
