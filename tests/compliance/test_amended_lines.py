"""A line in which an earlier answer is another one shows the table nothing that it did not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec
import pytest

from bot.rules.kernel import Choice, Dice, IllegalChoice, Match, Outcome
from bot.seats.random_seat import random_choice
from bot.secrecy import other_world
from bot.session import Refused
from bot.session.announcements import plain
from bot.session.past.amended import Line, Past, follow, public_prompts
from tests.compliance.test_worlds import FEW, positions
from tests.compliance.whole_games import Kind, decide

_STEPS = 10
_ANSWERS = 6


@dataclass
class Twins:
    """Two games that the table cannot tell apart: other cards lie hidden, other dice will fall."""

    bases: tuple[bytes, bytes]
    now: tuple[Match, Match]
    past: list[Past] = field(default_factory=list)

    @classmethod
    def of(cls, match: Match, luck: Dice) -> Twins:
        """The twins of a position."""
        other = other_world(match, None, luck)
        other.position.dice.seed = "another seed"
        saved = match.save(), other.save()
        one, two = (Match.load(match.game, each) for each in saved)
        return cls(saved, (one, two))

    def play_on(self, chance: random.Random) -> None:
        """Play the same in both, as long as the table cannot tell them apart."""
        for _ in range(_STEPS):
            one, two = self.now
            if one.over:
                return
            seat, choice = decide(chance, one)
            saved = one.save(), two.save()
            try:
                seen = [public(match, match.submit(seat, choice)) for match in (one, two)]
            except (IllegalChoice, RuntimeError):
                seen = [b"", b"otherwise"]
            if seen[0] != seen[1]:
                back, again = (Match.load(one.game, each) for each in saved)
                self.now = back, again
                return
            self.past.append(Past(seat, choice))

    def shown(self, choice: Choice) -> list[object]:
        """What the table is shown of the line with another first answer, in each of them."""
        return [
            told(match, base, self.past, choice)
            for match, base in zip(self.now, self.bases, strict=True)
        ]


def public(match: Match, outcome: Outcome) -> bytes:
    """What everybody sees of a step and after it, but for the seed that is promised."""
    view = msgspec.structs.replace(match.view(None), seed_hash="")
    events = [event for event in outcome.events if event.visible_to(None)]
    return msgspec.json.encode((plain(events), view, match.standings()))


def told(match: Match, base: bytes, past: list[Past], choice: Choice) -> object:
    try:
        line = follow(match.game, base, past, choice, match)
    except Refused as refused:
        return refused.text
    return shown(line)


def shown(line: Line) -> tuple[object, ...]:
    """All that is made public of another line."""
    events = plain(line.gone(None)), plain(line.instead(None)), plain(line.last_kept())
    return (*events, line.whole, line.kept(), line.lost(), bool(line.played))


def others(chance: random.Random, match: Match, seat: int) -> Iterator[Choice]:
    """Some of a seat's answers of which everybody knows."""
    for prompt in public_prompts(match, seat):
        for offer in prompt.offers[:_ANSWERS]:
            choice = random_choice(offer, chance)
            if choice is not None:
                yield choice


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_equal_knowledge_of_the_table_shows_equal_lines(kind: Kind) -> None:
    luck, chance, compared = Dice(f"lines {kind}"), random.Random(f"lines {kind}"), 0
    for match in positions(kind, every=9, wanted=10):
        if match.over:
            continue
        twins = Twins.of(match, luck)
        twins.play_on(chance)
        if not twins.past:
            continue
        seat = twins.past[0].seat
        one, two = (Match.load(match.game, base) for base in twins.bases)
        assert public_prompts(one, seat) == public_prompts(two, seat)
        for choice in others(chance, one, seat):
            first, second = twins.shown(choice)
            assert first == second
            compared += first != twins.shown(twins.past[0].choice)[0]
    assert compared
