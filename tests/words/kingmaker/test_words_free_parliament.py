"""What is said of the Parliaments, calls and storms of the base rules."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Choice, Event, Field, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Peace
from bot.words.kingmaker.verbs import explained
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene

GAME = game_for("kingmaker", "classic")
WORDS = KingmakerWords(GAME.content, table_rules("classic"))
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        facts.ParliamentCalled(0, "york", "percy"),
        "**Percy** (Anne) calls Parliament to York. ‹classic-turn.4›",
    ),
    (
        facts.WritServed(0, "roos"),
        "Anne serves a Writ on **Roos**, who must come. ‹base-15.5›",
    ),
    (
        facts.CameToParliament(1, ("roos", "neville")),
        "Bob: **Roos** and **Neville** come to Parliament. ‹base-15.4›",
    ),
    (
        facts.CameToParliament(1, ("roos",), ("george",), writ=True),
        "Bob: **Roos** comes to Parliament without *George of Clarence*. ‹base-15.5›",
    ),
    (
        facts.ChanceryOpened(0, "caller", ("earl_kent",)),
        "Anne offers the cards in the Chancery: Earl of Kent. ‹base-15.8›",
    ),
    (
        facts.CardRefused(1, "earl_kent", "roos"),
        "Bob refuses the title of Earl of Kent for **Roos**. ‹base-15.9›",
    ),
    (
        facts.CallIgnored("percy", "alnwick", "overseas", "percy"),
        "No answer to the call: **Percy** is at sea or overseas and stays. ‹base-4.3›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE)
def test_the_log(event: Event, line: str) -> None:
    assert WORDS.tell_all([event], NAMES) == [line]


OPTIONS = "bishop_cards+commission+optional_parliament+return_from_parliament+two_kings_vote"
FULL = KingmakerWords(
    game_for("kingmaker", f"classic+{OPTIONS}").content, table_rules(f"classic+{OPTIONS}")
)

BY_OPTION: list[tuple[Event, str]] = [
    (
        facts.ChanceryOpened(1, "bishop", ("earl_kent",)),
        "Bob, whose bishop is the most senior, offers the cards in the Chancery: Earl of Kent. "
        "‹base-15.28›",
    ),
    (
        facts.Proposed(0, "sole_king", heir="henry"),
        "Anne moves that *Henry VI* be the sole King until he dies. ‹base-15.27›",
    ),
    (
        facts.SoleKingSettled("henry", "richard_york"),
        "*Henry VI* is the sole King until he dies. *Richard of York* is no longer King but "
        "keeps his place in line. ‹base-15.27›",
    ),
    (
        facts.Commissioned(0, "percy", "roos"),
        "Anne plays a Writ and sends **Roos** in place of **Percy**. ‹base-18.4›",
    ),
    (
        facts.StayedAtParliament(0, "percy", "caller"),
        "Anne: **Percy** stays: he called Parliament. ‹base-15.32›",
    ),
]


@pytest.mark.parametrize(("event", "line"), BY_OPTION)
def test_the_log_of_options(event: Event, line: str) -> None:
    assert FULL.tell_all([event], NAMES) == [line]


def test_an_empty_chancery_is_told_once() -> None:
    opened = [facts.ChanceryOpened(seat, by) for seat, by in enumerate(("caller", "commons"))]
    assert WORDS.tell_all(opened, NAMES) == [
        "The Chancery is empty: there is nothing to give out. ‹base-15.8›"
    ]


CALL = Offer("call_parliament", (Field("by", ("percy",)),), "base-15.1")


@pytest.mark.parametrize(
    ("prompt", "question"),
    [
        (
            Prompt(0, "parliament", (CALL, Offer("done"))),
            "You may call Parliament: it costs nothing, and anybody may come.",
        ),
        (
            Prompt(0, "attendance", (), facts={"place": "york"}),
            "Parliament meets in York. Which of your nobles go? Only those who are there "
            "vote in the Lords, but nobody has to go.",
        ),
        (
            Prompt(0, "served", (), facts={"noble": "roos"}),
            "A Writ forces your **Roos** to come to Parliament. Which heirs come with him?",
        ),
        (
            Prompt(0, "rising", (), facts={"place": "york"}),
            "Parliament is over. Which of your nobles go inside York?",
        ),
        (
            Prompt(0, "driven", (), facts={"ship": "le_swan", "place": "hull"}),
            "The storm drives Le Swan into Hull. Who goes ashore?",
        ),
    ],
)
def test_questions(prompt: Prompt, question: str) -> None:
    assert WORDS.ask(prompt, NAMES) == question


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (Choice.of("call_parliament", by="percy"), "**Percy** calls Parliament."),
        (Choice.of("attend", nobles=["roos"]), "**Roos** goes to Parliament."),
        (Choice.of("attend", nobles=["roos", "percy"]), "**Roos** and **Percy** go to Parliament."),
        (
            Choice.of("attend_without", noble="roos", leave=["george"]),
            "**Roos** goes to Parliament without *George of Clarence*.",
        ),
        (Choice.of("serve_writ", noble="roos"), "Your Writ forces **Roos** to come."),
        (Choice.of("settle_kings", king="henry"), "You move that *Henry VI* be the sole King."),
        (Choice.of("lodge", noble="roos"), "**Roos** goes inside."),
        (Choice.of("send_instead", noble="roos"), "**Roos** goes instead, for a Writ."),
        (Choice.of("disembark", noble="roos"), "**Roos** goes ashore."),
    ],
)
def test_answers(choice: Choice, sentence: str) -> None:
    assert WORDS.choice(choice, NAMES) == sentence


def test_the_button_of_a_call_tells_that_it_costs_nothing() -> None:
    assert explained(CALL) == "it costs nothing, and anybody may come"


def test_the_card_tells_of_every_kings_peace_that_holds() -> None:
    scene = Scene(3, "classic").noble("percy", 0, "alnwick")
    scene.state.peace = Peace(1, "15,16", before=[Peace(0, "9,21")])
    told = WORDS.heading(scene.match.view(0), NAMES)
    assert "King’s Peace until Bob’s next turn" in told
    assert "King’s Peace until Anne’s next turn" in told
