"""Whole games of every kind, played at random, with the position before each decision."""

from __future__ import annotations

import os
import pickle
import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.content.ruleset_files import Specification
from bot.games import GAMES, default_ruleset, game_for
from bot.rules.kernel import Choice, Event, Game, Match, Offer
from bot.seats.random_seat import random_choice
from tests.compliance.tables import tables

ROUNDS = "30"
"""The limit in rounds, for games that know one."""

CORPUS = "PLAYED_GAMES"
"""Where this is set, games that were played are kept in this folder for all processes of a run."""

LONGEST = 6_000
"""Decisions after which a game of so few rounds has run away."""

_STANDING = 0.07
"""How often something is done that nobody asks for."""


class Kind(NamedTuple):
    """A game under a rule set, with a number of seats; of what is looked at in it, one in
    ``share`` is."""

    game: str
    ruleset: str
    seats: int
    share: int = 1

    @property
    def rules(self) -> Game:
        """Its rules."""
        return game_for(self.game, self.ruleset)

    def begin(self, seed: str) -> tuple[Match, tuple[Event, ...]]:
        """A fresh game and its first events."""
        match, outcome = Match.start(self.rules, self.seats, seed, {"rounds": ROUNDS})
        return match, outcome.events

    def loaded(self, saved: bytes) -> Match:
        """The game as it was saved."""
        return Match.load(self.rules, saved)

    def __str__(self) -> str:
        return f"{self.game}-{self.ruleset}-{self.seats}"


EVERY_RULESET = tuple(
    dict.fromkeys(
        [
            *((game, ruleset) for game, rulesets in GAMES.items() for ruleset in rulesets),
            *(("kingmaker", str(table)) for table in tables().plain()),
        ]
    )
)
"""Every game with its rule sets, previews among them."""

EVERY_OPTION = tuple(("kingmaker", str(table)) for table in tables().singles())
"""Every option, at each rule set's table that takes it."""


def spread(game: str, ruleset: str) -> tuple[Kind, ...]:
    """The fewest seats, the most, and a number between them. No option changes them."""
    seats = game_for(game, Specification.parse(ruleset).ruleset).seat_range
    chosen = dict.fromkeys((seats[0], seats[(len(seats) - 1) // 2], seats[-1]))
    return tuple(Kind(game, ruleset, number) for number in chosen)


EVERY_KIND = tuple(
    Kind(game, ruleset, seats)
    for game, ruleset in EVERY_RULESET
    for seats in game_for(game, ruleset).seat_range
)
"""Every game and rule set with every number of seats that it takes."""

SOME_KINDS = (
    *(kind for rules in EVERY_RULESET for kind in spread(*rules)),
    *(spread(*rules)[1] for rules in EVERY_OPTION),
)
"""Every game and rule set with some numbers of seats, and every single option."""

_FIRST = tuple((game, default_ruleset(game)) for game in GAMES)
_QUICK = tuple(
    kind
    for kind in EVERY_KIND
    if ((kind.game, kind.ruleset) in _FIRST and kind in spread(kind.game, kind.ruleset)[::2])
    or (
        kind.ruleset != "base"
        and (kind.game, kind.ruleset) not in _FIRST
        and kind == spread(kind.game, kind.ruleset)[1]
    )
)
_SHARE = 3


def unless_long(kinds: Iterable[Kind]) -> list[Any]:
    """Kinds as parameters of tests, all but few for long runs: of a game's first rule set the
    fewest seats and the most, and one number of each other."""
    long = pytest.mark.long
    return [kind if kind in _QUICK else pytest.param(kind, marks=long) for kind in kinds]


def by_samples(kinds: Iterable[Kind]) -> list[Any]:
    """The same where positions of a game are looked at: of each of the few a third of them, and
    all in long runs."""
    every = tuple(kinds)
    some = [
        pytest.param(kind._replace(share=_SHARE), id=f"{kind}-some")
        for kind in every
        if kind in _QUICK
    ]
    return [*some, *(pytest.param(kind, id=str(kind), marks=pytest.mark.long) for kind in every)]


class Decision(NamedTuple):
    """A choice and whose it was."""

    seat: int
    choice: Choice


class Played(NamedTuple):
    """A whole game: every decision, the position before each, all events, and what held no more."""

    decisions: list[Decision]
    saved: list[bytes]
    events: list[Event]
    violations: list[str]
    final: bytes


def pick(chance: random.Random, offer: Offer) -> Choice:
    """One of the choices of an offer."""
    choice = random_choice(offer, chance)
    return choice if choice is not None else next(offer.choices())


def decide(chance: random.Random, match: Match) -> Decision:
    """What somebody at random does next: any verb as likely as any other."""
    prompts = match.prompts()
    if chance.random() > _STANDING:
        prompts = [prompt for prompt in prompts if prompt.blocking]
    prompt = chance.choice(prompts)
    verb = chance.choice(list(dict.fromkeys(offer.verb for offer in prompt.offers)))
    offer = chance.choice([offer for offer in prompt.offers if offer.verb == verb])
    return Decision(prompt.seat, pick(chance, offer))


@cache
def played(kind: Kind, lot: int = 0) -> Played:
    """A whole game of a kind; of each lot always the same one, played once in a run."""
    if kind.share != 1:
        return played(kind._replace(share=1), lot)
    corpus = os.environ.get(CORPUS)
    if corpus is None:
        return _play(kind, lot)
    kept = Path(corpus, f"{kind}-{lot}")
    if not kept.exists():
        # Two processes may be at the same game: each writes it whole.
        own = kept.with_name(f"{kept.name}.{os.getpid()}")
        own.write_bytes(pickle.dumps(_play(kind, lot)))
        own.rename(kept)
    found: Played = pickle.loads(kept.read_bytes())
    return found


def _play(kind: Kind, lot: int) -> Played:
    seed = f"compliance {kind} {lot}" if lot else f"compliance {kind}"
    match, events = kind.begin(seed)
    chance = random.Random(seed)
    record = Played([], [], list(events), [], b"")
    while not match.over:
        assert len(record.decisions) < LONGEST, "the game runs away"
        assert match.waiting_for(), "a dead end: nobody is asked anything"
        record.violations.extend(match.violations())
        record.saved.append(match.save())
        decision = decide(chance, match)
        record.decisions.append(decision)
        record.events.extend(match.submit(*decision).events)
    record.violations.extend(match.violations())
    return record._replace(final=match.save())


def sampled(kind: Kind, wanted: int) -> list[bytes]:
    """So many positions of a game of a kind, or the kind's share of them, all over its length."""
    saved = played(kind).saved
    return saved[:: max(1, len(saved) * kind.share // wanted)]
