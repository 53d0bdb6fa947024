"""Whole games at random: everything that is said fits its limits and names no raw id."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.content.load import load_ledger
from bot.games import game_for, words_for
from bot.rules.kernel import Event, Match, Prompt
from bot.rules.lancaster import facts
from bot.rules.lancaster.corrections import Corrected
from bot.rules.lancaster.facts import Fact
from bot.seats.random_seat import RandomSeat
from bot.words.lancaster.chronicle import TELLERS
from bot.words.lancaster.prompts import KINDS
from bot.words.shape import DESCRIPTION_LIMIT, FIELD_LIMIT, LABEL_LIMIT, VERB_LIMIT

GAME = game_for("lancaster", "standard")
WORDS = words_for("lancaster", "standard")
PLAIN = ["Anne", "Bob", "Cecily", "Dan", "Eve"].__getitem__
LEDGER = load_ledger()

_CITED = re.compile(r" ‹([^›]*)›")
_ID = re.compile(r"\b([LK]\d\d|(county|castle|conflict|favour|law|court):\S|lancaster-)")

SILENT = {facts.FavoursTurned, facts.KnightReturned, facts.ConflictDiscarded}
"""Facts without a line: they follow from what is told."""

ALSO_SILENT = {"placing", "prepare"}
"""Phases that are not announced: the round's line does it, and the new cards."""


def names(seat: int) -> str:
    return f"**{PLAIN(seat)}**"


def check(text: str, limit: int = 4_000) -> None:
    """Words, within the limit, with known rules and without ids."""
    assert text.strip(), "an empty text"
    assert len(text) <= limit, text
    for rules in _CITED.findall(text):
        for rule in rules.split(", "):
            assert rule in LEDGER, f"{rule} in {text!r}"
    plain = _CITED.sub("", text).replace("__", "")
    assert "_" not in plain, text
    assert "None" not in plain, text
    assert "'" not in plain, text
    assert not _ID.search(plain), text


def check_events(events: tuple[Event, ...]) -> None:
    """Each event by itself, and all of them together."""
    for event in events:
        line = WORDS.tell(event, names)
        if line is not None:
            check(line, 1_900)
            assert "\n" not in line
        elif isinstance(event, facts.PhaseBegan):
            assert event.phase in ALSO_SILENT
        else:
            assert type(event) in SILENT, event
    for line in WORDS.tell_all(events, names):
        check(line, 1_900)


def check_prompt(prompt: Prompt, view: Any) -> None:
    """The question, its buttons, its fields and every candidate."""
    check(WORDS.ask(prompt, names), 400)
    check(WORDS.default(prompt, names), 400)
    assert prompt.default is not None or not prompt.blocking
    for offer in prompt.offers:
        check(WORDS.verb(offer), VERB_LIMIT)
        assert WORDS.verb(offer, prompt) == WORDS.verb(offer)
        for field in offer.fields:
            check(WORDS.field(offer, field), FIELD_LIMIT)
            assert WORDS.options_order(offer, field, view) == list(field.candidates)
            labels = []
            for candidate in field.candidates:
                label, description = WORDS.option(offer, field, candidate, view, PLAIN)
                check(label, LABEL_LIMIT)
                assert "*" not in label + description
                assert len(description) <= DESCRIPTION_LIMIT
                if description:
                    check(description, DESCRIPTION_LIMIT)
                labels.append(label)
            assert len(set(labels)) == len(labels), labels


def check_sheets(match: Match, seats: int) -> None:
    """The longer texts, for everybody and for a spectator."""
    for seat in (None, *range(seats)):
        view = match.view(seat)
        check(WORDS.phase(view, names), 200)
        check(WORDS.heading(view, names), 1_000)
        check(WORDS.map_text(view, names))
        for other in range(seats):
            for line in WORDS.card_lines(view, other, names):
                check(line, 1_000)
        if seat is not None:
            check(WORDS.offers_text(match.prompts(seat), view, names))
            for line in WORDS.why_not(match.why_not(seat), names):
                check(line, 400)
    for card in WORDS.cards():
        check(WORDS.card_text(card, match.view(None), names), 600)
    for place in WORDS.places():
        check(WORDS.place_text(place, match.view(None), names), 600)


def play(seats: int, seed: str) -> tuple[set[type[Event]], set[str]]:
    """Play a game and check all that is said; the kinds of events and of questions in it."""
    match, outcome = Match.start(GAME, seats, seed)
    chance, player, kinds, number = random.Random(seed), RandomSeat(), set(), 0
    events = list(outcome.events)
    check_events(outcome.events)
    while not match.over:
        number += 1
        seat = chance.choice(match.waiting_for())
        prompt, choice = player.choose(match.view(seat), match.asked(seat), seat, chance)
        check_prompt(prompt, match.view(seat))
        if number % 25 == 0:
            check_sheets(match, seats)
            for mending in GAME.corrections(match.table):
                check_prompt(mending, match.view(None))
                kinds.add(mending.kind)
        kinds.add(prompt.kind)
        check(WORDS.choice(choice, names, prompt), 400)
        check(WORDS.choice(choice, names), 400)
        found = match.submit(seat, choice).events
        check_events(found)
        events += found
    check_sheets(match, seats)
    return {type(event) for event in events}, kinds


def test_everything_said_in_whole_games() -> None:
    events: set[type[Event]] = set()
    kinds: set[str] = set()
    for number in range(12):
        new_events, new_kinds = play(2 + number % 4, f"words {number}")
        events |= new_events
        kinds |= new_kinds
    assert kinds == KINDS
    # Hardly ever is there no nobleman to take; markers expire only if the rule set says so.
    rare = {Corrected, facts.NoblemanForfeited, facts.VotesExpired, facts.ExtensionForfeited}
    assert set(Fact.__subclasses__()) - rare <= events


def test_every_fact_is_told_or_silent_on_purpose() -> None:
    assert set(Fact.__subclasses__()) == set(TELLERS) | SILENT


@pytest.mark.parametrize("thing", [*WORDS.cards(), *WORDS.places()])
def test_everything_in_the_game_has_a_name(thing: str) -> None:
    check(WORDS.kind(thing), LABEL_LIMIT)
    assert WORDS.kind(thing) != thing


def test_what_is_unknown_comes_back_as_it_is() -> None:
    assert WORDS.kind("no such thing") == "no such thing"
    assert WORDS.kind("law:L99") == "law:L99"
    assert [WORDS.kind(f"{kind}:3") for kind in ("county", "castle", "conflict")] == [
        "county:3",
        "castle:3",
        "conflict:3",
    ]
