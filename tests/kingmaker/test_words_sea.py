"""Ships, leave to enter and allies in words."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.words import KingmakerWords
from tests.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        facts.Embarked(0, ("percy", "grey"), "le_swan", "lynn"),
        "Anne: **Percy** and **Grey** go aboard Le Swan at Lynn. ‹house-8.6.3›",
    ),
    (
        facts.Sailed(0, "le_swan", "lynn", "the-wash", ("percy",)),
        "Anne: Le Swan sails from Lynn to The Wash with **Percy**. ‹house-2.2g›",
    ),
    (
        facts.Sailed(0, "le_swan", "the-wash", "lynn"),
        "Anne: Le Swan sails from The Wash to Lynn. ‹house-2.2g›",
    ),
    (
        facts.Landed(0, ("percy",), "lynn", False),
        "Anne: **Percy** goes ashore at Lynn. ‹house-2.2i›",
    ),
    (
        facts.Landed(0, ("percy",), "dover", True),
        "Anne: **Percy** goes ashore inside Dover. ‹house-8.6.14›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "dover", "storm"),
        "Storm at sea: Le Swan finds shelter at Dover. ‹house-8.6.23›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "dover", "call"),
        "Le Swan puts in at Dover, as somebody aboard is called. ‹house-8.3.2›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "dover", "parliament"),
        "Parliament calls ships to port: Le Swan at Dover. ‹house-7.1.26›",
    ),
    (
        facts.ShipSoughtPort("le_swan", "lynn", "parliament"),
        "Ships go home: Le Swan to Lynn. ‹house-7.4.4›",
    ),
    (
        facts.StormRolled("le_swan", 8, 96, False),
        "Storm at sea: Le Swan rolls 08, lost from 96, and rides it out. ‹house-5.10a›",
    ),
    (
        facts.StormRolled("le_swan", 97, 96, True, "dover"),
        "Storm at sea: Le Swan passes Dover by, rolls 97, lost from 96, and is lost. ‹house-8.6.25›",
    ),
    (
        facts.ShipLost("le_swan", ("percy",), ("henry",)),
        "Storm at sea: Le Swan goes down with **Percy** and *Henry VI*. ‹house-5.10c›",
    ),
    (
        facts.ShipLost("le_swan"),
        "Storm at sea: Le Swan goes down with nobody aboard. ‹house-5.10c›",
    ),
    (
        facts.LeaveAsked(0, 1, "york"),
        "Anne asks Bob to open York. ‹house-8.2.6›",
    ),
    (
        facts.LeaveAnswered(0, 1, "york", True),
        "Bob opens York to Anne. ‹house-8.2.6›",
    ),
    (
        facts.LeaveAnswered(-1, 1, "dover", False),
        "Bob keeps Dover shut to a ship without a captain. ‹house-5.10b›",
    ),
    (
        facts.AllianceMade(1, ("roos",), 0, True),
        "**Roos** of Bob joins Anne’s attack. ‹house-5.11c›",
    ),
    (
        facts.FreeMovePlayed(0, "E-FM01", ("percy",), "ship"),
        "Anne plays a Free Move: a ship may sail once more, with **Percy** aboard. ‹base-7.20›",
    ),
    (
        facts.SiegeLaid(0, "dover", ("percy",), 150, 300, "ship"),
        "Anne lays siege to Dover from aboard ship: **Percy** (150) against 300. ‹house-8.6.16›",
    ),
    (
        facts.HeirDied("henry", "abroad", 0),
        "*Henry VI* dies abroad, not brought back to the mainland in time. ‹house-8.6.7›",
    ),
    (
        facts.NobleDied("percy", 0, "ship_siege"),
        "**Percy** (Anne) dies aboard ship, as the siege is broken. ‹house-8.6.21›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE, ids=lambda x: type(x).__name__)
def test_an_event_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line
    assert WORDS.tell_all([event], NAMES) == [line]


@pytest.mark.parametrize(
    ("kind", "facts_known", "question"),
    [
        (
            "grant_leave",
            {"place": "york", "asker": "1"},
            "Bob asks you to open York until this movement phase ends. Do you let them in?",
        ),
        (
            "leave_asked",
            {"place": "york", "asker": "0"},
            "You have asked for leave to enter York. Wait for the answer, or take it back.",
        ),
        (
            "refuge",
            {"ship": "le_swan", "cause": "storm"},
            "Le Swan must run before the storm. Where does she put in?",
        ),
        (
            "refuge",
            {"ship": "le_swan", "cause": "call"},
            "Somebody aboard Le Swan is called, and all go ashore. Where does she put in?",
        ),
        (
            "refuge",
            {"ship": "le_swan", "cause": "parliament"},
            "Parliament calls Le Swan to a port of the mainland. Where does she put in?",
        ),
        (
            "grant_port",
            {"ship": "le_swan", "place": "dover", "asker": "1"},
            "Le Swan (Bob) seeks shelter at Dover. Do you let her in?",
        ),
        (
            "grant_port",
            {"ship": "le_swan", "place": "dover", "asker": "None"},
            "Le Swan seeks shelter at Dover. Do you let her in?",
        ),
        (
            "alliance",
            {"square": "18,20", "attacker": "0", "defender": "1"},
            "Anne attacks Bob at S21 London. Do your nobles there take a side? An ally is never "
            "turned away.",
        ),
        (
            "overcrowded",
            {"place": "york"},
            "York holds more than it can. Who comes out?",
        ),
    ],
)
def test_questions(kind: str, facts_known: dict[str, str], question: str) -> None:
    assert WORDS.ask(Prompt(0, kind, (), facts=facts_known), NAMES) == question
