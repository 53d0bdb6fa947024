"""Alliances that are agreed on beforehand in words: the log, the questions, the answers."""

from __future__ import annotations

import pytest

from bot.games import words_for
from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.combat.by_card.field import allied
from tests.rules.kingmaker.combat.by_card.test_pacts import OFFER, three

WORDS = words_for("kingmaker", "classic+alliance")
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        facts.PactProposed(0, 2, "13,20", True),
        "Anne offers Cecily a lasting alliance. ‹base-16.1›",
    ),
    (
        facts.PactProposed(0, 2, "13,20"),
        "Anne offers Cecily an alliance for one combat at N21 (open country). ‹base-16.1›",
    ),
    (
        facts.PactAnswered(0, 2, "13,20", "agreed", True),
        "Anne and Cecily agree on a lasting alliance. ‹base-16.1›",
    ),
    (
        facts.PactAnswered(0, 2, "13,20", "declined", True),
        "Cecily declines a lasting alliance. ‹base-16.1›",
    ),
    (
        facts.PactAnswered(0, 2, "13,20", "withdrawn"),
        "Anne takes back the offer of an alliance for one combat at N21 (open country)."
        " ‹base-16.1›",
    ),
    (
        facts.PactEnded(2, 0, "13,20", "cancelled", True),
        "Cecily cancels the alliance with Anne. ‹base-16.4›",
    ),
    (
        facts.PactEnded(0, 2, "13,20", "fought"),
        "The alliance between Anne and Cecily at N21 (open country) ends with the combat. "
        "‹base-16.1›",
    ),
    (
        facts.PactEnded(0, 2, "13,20", "lapsed"),
        "The alliance between Anne and Cecily at N21 (open country) ends: there was no combat. "
        "‹base-16.1›",
    ),
    (
        facts.BattleDecided(100, 40, "5-4", 0, (2,)),
        "100 against 40 reaches 5 to 4: Anne, with Cecily, wins. ‹base-9.7›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE)
def test_what_becomes_of_an_alliance_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line


def test_the_questions_say_what_an_alliance_is_and_what_silence_means() -> None:
    scene = three()
    scene.play(0, "propose_alliance", **OFFER)
    (asked,) = (p for p in scene.match.prompts(2) if p.kind == "pact")
    assert WORDS.ask(asked, NAMES).endswith(
        "and offers an alliance until one of you cancels it at the start of a turn. Your "
        "forces in the same square would attack and defend together, and share what comes of it. "
        "Do you agree?"
    )
    assert WORDS.default(asked, NAMES) == "If you do not answer, you decline the alliance."
    (waiting,) = (p for p in scene.match.prompts(0) if p.kind == "pact_asked")
    assert WORDS.ask(waiting, NAMES) == (
        "You have offered Cecily an alliance until one of you cancels it at the start of a "
        "turn. Wait for the answer, or take your offer back."
    )


def test_whoever_is_asked_as_his_turn_begins_reads_what_silence_means() -> None:
    scene = allied(three(), 0, 2).next_events("E-WR01")
    scene.turn(0)
    (asked,) = (p for p in scene.match.prompts(0) if p.kind == "pacts")
    assert WORDS.ask(asked, NAMES) == "Your turn begins. You may cancel an alliance now."
    assert WORDS.default(asked, NAMES) == "If you do not answer, your alliances stay in force."
    told = WORDS.choice(Choice.of("cancel_alliance", ally="2"), NAMES, asked)
    assert told == "Your alliance with Cecily is over."


def test_what_is_offered_is_named_by_player_and_length() -> None:
    scene = three()
    (offer,) = (
        o for o in scene.offered(0, "propose_alliance") if o.field("ally").candidates == ("2",)
    )
    view = scene.match.view(0)
    named = [
        WORDS.option(offer, field, candidate, view, NAMES)[0]
        for field in (offer.field("ally"), offer.field("term"))
        for candidate in field.candidates
    ]
    assert named == ["Cecily", "For one combat", "Until cancelled"]
    assert WORDS.verb(offer) == "Offer an alliance"


def test_who_is_allied_with_whom_stands_in_the_standings_and_with_both_factions() -> None:
    scene = allied(allied(three(), 0, 2), 1, 2, lasting=False)
    view = scene.match.view(None)
    lasting = "Anne and Cecily are allied until one of them cancels it. ‹base-16.1›"
    once = "Bob and Cecily are allied for one combat at N21 (open country). ‹base-16.1›"
    assert WORDS.standings(view, scene.match.standings(), NAMES)[-2:] == [lasting, once]
    told = {seat: WORDS.card_lines(view, seat, NAMES) for seat in range(3)}
    assert [lasting in told[seat] for seat in range(3)] == [True, False, True]
    assert [once in told[seat] for seat in range(3)] == [False, True, True]
