"""Whole games at random: everything that is said fits its limits and names no raw id."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Event, Match, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.words import KingmakerWords
from bot.rules.kingmaker.words_telling import TELLERS
from bot.rules.rulebook import Rulebook
from bot.rules.words import DESCRIPTION_LIMIT, FIELD_LIMIT, LABEL_LIMIT, VERB_LIMIT

GAME = game_for("kingmaker", "house")
WORDS = KingmakerWords(GAME.content)
NAMES = ["Anne", "Bob", "Cecily", "Dan", "Eve", "Fulk", "Gwen"].__getitem__

LEDGER = Rulebook.from_texts(
    path.read_text(encoding="utf-8")
    for path in sorted((Path(__file__).parents[2] / "data" / "rules").glob("*.csv"))
)

_CITED = re.compile(r" ‹([^›]*)›")
_SQUARE_ID = re.compile(r"\d,\d")
_PIECE_ID = re.compile(rf"\b({'|'.join((*GAME.content.nobles, *GAME.content.heirs))})\b")
_HYPHENED = tuple(p for p in GAME.content.board.places if "-" in p)

SILENT = {facts.PhaseBegan, facts.EventKept}
"""Facts without a line: the card shows the phase, and the draw tells that a card is kept."""


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
    assert not _SQUARE_ID.search(plain), text
    assert not _PIECE_ID.search(plain), text
    assert not any(place in plain for place in _HYPHENED), text


def random_choice(offer: Offer, chance: random.Random) -> Choice | None:
    """Some choice that the offer allows, or None if none was hit upon."""
    for _ in range(20):
        args = {}
        for field in offer.fields:
            size = chance.randint(field.least, min(field.most, len(field.candidates)))
            picked = set(chance.sample(field.candidates, size))
            args[field.name] = tuple(c for c in field.candidates if c in picked)
        choice = Choice(offer.verb, {name: values for name, values in args.items() if values})
        if offer.problem(choice) is None:
            return choice
    return None


def check_events(events: tuple[Event, ...]) -> None:
    """Each event by itself, and all of them together."""
    for event in events:
        line = WORDS.tell(event, NAMES)
        if line is not None:
            check(line, 1_900)
            assert "\n" not in line
        else:
            lives = isinstance(event, facts.DeathRolled) and not event.dies
            told = isinstance(event, facts.NobleDied | facts.HeirDied) and event.cause == "plague"
            assert type(event) in SILENT or lives or told, event
    for line in WORDS.tell_all(events, NAMES):
        check(line, 1_900)


def check_prompt(prompt: Prompt, view: Any) -> None:
    """The question, its buttons, its fields and every candidate."""
    check(WORDS.ask(prompt, NAMES), 400)
    check(WORDS.default(prompt, NAMES), 400)
    for offer in prompt.offers:
        check(WORDS.verb(offer), VERB_LIMIT)
        check(WORDS.verb(offer, prompt), VERB_LIMIT)
        for field in offer.fields:
            check(WORDS.field(offer, field), FIELD_LIMIT)
            order = WORDS.options_order(offer, field, view)
            assert sorted(order) == sorted(field.candidates)
            labels = []
            for candidate in field.candidates:
                label, description = WORDS.option(offer, field, candidate, view)
                check(label, LABEL_LIMIT)
                check(description, DESCRIPTION_LIMIT)
                assert "*" not in label + description
                labels.append(label)
            assert len(set(labels)) == len(labels), labels


def check_sheets(match: Match, seats: int) -> None:
    """The longer texts, for everybody and for a spectator."""
    for seat in (None, *range(seats)):
        view = match.view(seat)
        check(WORDS.phase(view, NAMES), 200)
        check(WORDS.heading(view, NAMES), 1_000)
        check(WORDS.map_text(view, NAMES))
        for other in range(seats):
            for line in WORDS.card_lines(view, other, NAMES):
                check(line, 600)
        if seat is not None:
            check(WORDS.offers_text(match.prompts(seat), view, NAMES))


def decisions(match: Match, chance: random.Random) -> Iterator[tuple[Prompt, Choice]]:
    """Random decisions until the game is over."""
    while not match.over:
        prompts = match.prompts(chance.choice(match.waiting_for()))
        prompt = chance.choice(prompts)
        choice = random_choice(chance.choice(prompt.offers), chance)
        if choice is not None:
            yield prompt, choice


@pytest.mark.parametrize(("seed", "seats"), [("windsor", 4), ("barnet", 2), ("wakefield", 7)])
def test_everything_said_in_a_whole_game(seed: str, seats: int) -> None:
    match, outcome = Match.start(GAME, seats, seed, {"rounds": "10"})
    chance = random.Random(seed)
    check_events(outcome.events)
    for number, (prompt, choice) in enumerate(decisions(match, chance)):
        if number % 5 == 0:
            check_prompt(prompt, match.view(prompt.seat))
        if number % 40 == 0:
            check_sheets(match, seats)
        check(WORDS.choice(choice, NAMES), 400)
        check(WORDS.choice(choice, NAMES, prompt), 400)
        check_events(match.submit(prompt.seat, choice).events)
    check_sheets(match, seats)


def test_every_fact_is_told_or_silent_on_purpose() -> None:
    assert set(facts.Fact.__subclasses__()) == set(TELLERS) | SILENT


def test_everything_in_the_game_has_a_name() -> None:
    content = GAME.content
    for things in (content.crown, content.events, content.ships, content.heirs):
        for thing in things:
            check(WORDS.kind(thing), LABEL_LIMIT)
    for things in (content.board.places, content.board.squares, content.board.seas):
        for thing in things:
            check(WORDS.kind(thing), LABEL_LIMIT)
    assert WORDS.kind("no such thing") == "no such thing"
