"""Whole games at random: everything that is said fits its limits and names no raw id."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.games import game_for
from bot.rules.kernel import Choice, Event, Match, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.rulebook import Rulebook, parse_rules
from bot.seats.random_seat import random_choice
from bot.words.kingmaker.prompts import KINDS
from bot.words.kingmaker.telling import TELLERS
from bot.words.kingmaker.words import KingmakerWords
from bot.words.phrases import quoted
from bot.words.shape import DESCRIPTION_LIMIT, FIELD_LIMIT, LABEL_LIMIT, VERB_LIMIT
from tests.folders import DATA

GAME = game_for("kingmaker", "house")
WORDS = KingmakerWords(GAME.content)
NAMES = ["Anne", "Bob", "Cecily", "Dan", "Eve", "Fulk", "Gwen"].__getitem__

LEDGER = Rulebook(
    rule
    for path in sorted((DATA / "rules").glob("*.csv"))
    for rule in parse_rules(path.read_text(encoding="utf-8"))
)

_CITED = re.compile(r" ‹([^›]*)›")
_SQUARE_ID = re.compile(r"\d,\d")
_PIECE_ID = re.compile(rf"\b({'|'.join((*GAME.content.nobles, *GAME.content.heirs))})\b")
_HYPHENED = tuple(p for p in GAME.content.board.places if "-" in p)

SILENT = {facts.PhaseBegan, facts.EventKept}
"""Facts without a line: the card shows the phase, and the draw tells that a card is kept."""


PROMISE = "a *fair* share of York_shire, @everyone"
"""What people promise here: words with marks in them, which must not be taken for ours."""

NEWS = {
    facts.ParliamentCalled,
    facts.ParliamentAssembled,
    facts.RoundBegan,
    facts.Proposed,
    facts.BallotClosed,
    facts.ParliamentDismissed,
    facts.PeaceEnded,
    facts.DealProposed,
    facts.DealClosed,
    facts.LeaveAnswered,
    facts.Sailed,
    facts.ShipSoughtPort,
}
"""What a few games like these can't do without, for all the lot that is in them."""


def check(text: str, limit: int = 4_000) -> None:
    """Words, within the limit, with known rules and without ids."""
    assert text.strip(), "an empty text"
    assert len(text) <= limit, text
    for rules in _CITED.findall(text):
        for rule in rules.split(", "):
            assert rule in LEDGER, f"{rule} in {text!r}"
    plain = _CITED.sub("", text).replace(quoted(PROMISE), "").replace("__", "")
    assert "_" not in plain, text
    assert not re.search(r"None(?! of)", plain), text
    assert not _SQUARE_ID.search(plain), text
    assert not _PIECE_ID.search(plain), text
    assert not any(place in plain for place in _HYPHENED), text


def in_own_words(offer: Offer, choice: Choice, chance: random.Random) -> Choice:
    """The choice, with words of one's own where they are asked for."""
    free = {f.name: (PROMISE,) for f in offer.fields if f.free and chance.random() < 0.5}
    return Choice(choice.verb, choice.args | free)


class Curious:
    """A player at random who likes best what was done least."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.done: Counter[str] = Counter()

    def choose(self, prompts: list[Prompt]) -> tuple[Prompt, Choice]:
        """Some answer that is allowed; the game goes on, for one answer in three is blocking."""
        if self.chance.random() < 0.5:
            prompts = [prompt for prompt in prompts if prompt.blocking] or prompts
        offers = [(prompt, offer) for prompt in prompts for offer in prompt.offers]
        self.chance.shuffle(offers)
        for prompt, offer in sorted(offers, key=lambda o: self.done[o[1].verb]):
            choice = random_choice(offer, self.chance)
            if choice is not None:
                self.done[offer.verb] += 1
                return prompt, in_own_words(offer, choice, self.chance)
        raise LookupError("none of the questions can be answered")


def is_told_otherwise(event: Event) -> bool:
    """Facts that say nothing new: the dead are named by what killed them, an idle round is not."""
    match event:
        case facts.DeathRolled():
            return not event.dies
        case facts.NobleDied() | facts.HeirDied():
            return event.cause in ("plague", "drowned", "gale")
        case facts.RoundBegan():
            return not event.cards
    return False


def check_events(events: tuple[Event, ...]) -> None:
    """Each event by itself, and all of them together."""
    for event in events:
        line = WORDS.tell(event, NAMES)
        if line is not None:
            check(line, 1_900)
            assert "\n" not in line
        else:
            assert type(event) in SILENT or is_told_otherwise(event), event
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
                check(description.replace(PROMISE, quoted(PROMISE)), DESCRIPTION_LIMIT + 10)
                assert len(description) <= DESCRIPTION_LIMIT
                assert "*" not in label
                assert "*" not in description.replace(PROMISE, "")
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
                check(line, 1_000)
        if seat is not None:
            check(WORDS.offers_text(match.prompts(seat), view, NAMES))


def decisions(match: Match, player: Curious) -> Iterator[tuple[Prompt, Choice]]:
    """Decisions until the game is over."""
    while not match.over:
        yield player.choose(match.prompts(player.chance.choice(match.waiting_for())))


SEATS = {"windsor": 4, "barnet": 2, "wakefield": 7, "ludlow": 3}


def begin(seed: str) -> tuple[Match, tuple[Event, ...]]:
    """A game without a King, with Writs in all hands, a Parliament and a storm to come."""
    match, outcome = Match.start(GAME, SEATS[seed], seed, {"rounds": "9"})
    state = match.position.state
    state.heirs["henry"].crowned = False
    deck = state.event_deck
    for seat in range(SEATS[seed]):
        state.factions[seat].held.append(deck.pop(deck.index(f"E-WR{seat + 1:02d}")))
    for card, depth in (("E-PM01", 1), ("E-ST01", SEATS[seed]), ("E-CM01", 1)):
        deck.insert(len(deck) - 1 - depth, deck.pop(deck.index(card)))
    return match, outcome.events


def play(seed: str) -> tuple[set[type[Event]], set[str]]:
    """Play a game and check all that is said; the kinds of events and of questions in it."""
    match, opening = begin(seed)
    player, kinds = Curious(random.Random(seed)), set()
    events = list(opening)
    check_events(opening)
    for number, (prompt, choice) in enumerate(decisions(match, player)):
        if number % 15 == 0 or prompt.kind not in kinds:
            check_prompt(prompt, match.view(prompt.seat))
        if number % 100 == 0:
            check_sheets(match, SEATS[seed])
        kinds.add(prompt.kind)
        check(WORDS.choice(choice, NAMES), 1_000)
        check(WORDS.choice(choice, NAMES, prompt), 1_000)
        found = match.submit(prompt.seat, choice).events
        check_events(found)
        events += found
    check_sheets(match, SEATS[seed])
    return {type(event) for event in events}, kinds


def test_everything_said_in_whole_games() -> None:
    events: set[type[Event]] = set()
    kinds: set[str] = set()
    for seed in SEATS:
        new_events, new_kinds = play(seed)
        events |= new_events
        kinds |= new_kinds
    assert not {event.__name__ for event in NEWS - events}
    assert kinds <= KINDS


def test_every_fact_is_told_or_silent_on_purpose() -> None:
    assert set(Fact.__subclasses__()) == set(TELLERS) | SILENT


def test_everything_in_the_game_has_a_name() -> None:
    content = GAME.content
    for things in (content.crown, content.events, content.ships, content.heirs):
        for thing in things:
            check(WORDS.kind(thing), LABEL_LIMIT)
    for things in (content.board.places, content.board.squares, content.board.seas):
        for thing in things:
            check(WORDS.kind(thing), LABEL_LIMIT)
    assert WORDS.kind("no such thing") == "no such thing"
