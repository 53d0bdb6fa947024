"""What a seat can imagine of a game follows from what it may know, under every rule set."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import msgspec
import pytest

from bot.games import POLICIES, THINKERS, policy_for
from bot.rules.kernel import Dice, Match
from bot.rules.kernel.match import Imagination
from bot.seats.policy import Thinker
from bot.secrecy import observers, other_world
from tests.compliance.whole_games import EVERY_KIND, EVERY_RULESET, Kind, decide, spread

_MIDDLE = tuple(spread(*rules)[1] for rules in EVERY_RULESET)
_THOUGHT_ABOUT = tuple(kind for kind in _MIDDLE if kind.game in THINKERS)
_HOUSE = tuple(kind for kind in EVERY_KIND if kind.ruleset == "house")
_SEATED = tuple(kind for kind in _HOUSE if kind in spread("kingmaker", "house"))
FEW = [
    pytest.param(kind, marks=() if kind in (*_MIDDLE, *_SEATED) else pytest.mark.long)
    for kind in dict.fromkeys((*_MIDDLE, *_HOUSE))
]
"""Every rule set, and every number of seats; for long runs those but the fewest, the most and one
between them."""


_PLAYED: dict[Kind, tuple[Iterator[bytes], list[bytes]]] = {}
"""Of each kind the game that is played, and its positions so far, for all who look at them."""


def positions(kind: Kind, *, every: int, wanted: int) -> Iterator[Match]:
    """So many positions of a game played at random and by stewards, a number of decisions apart."""
    course, known = _PLAYED.setdefault(kind, (_course(kind), []))
    for number in range(every, every * wanted + 1, every):
        known += islice(course, max(0, number - len(known)))
        yield kind.loaded(known[number - 1])


def _course(kind: Kind) -> Iterator[bytes]:
    chance, steward = random.Random(str(kind)), POLICIES[kind.game]["steward"]
    match, _ = kind.begin(f"worlds {kind}")
    for number in count(1):
        if match.over:
            match, _ = kind.begin(f"worlds {kind} {number}")
        if chance.random() < 0.5:
            match.submit(*decide(chance, match))
        else:
            seat = match.waiting_for()[0]
            asked = match.prompts(seat)
            match.submit(seat, steward.choose(match.view(seat), asked, seat, chance)[1])
        yield match.save()


def seen(match: Match, seat: int | None) -> Any:
    """What a seat sees and is asked, but for the seed that is promised."""
    view = msgspec.structs.replace(match.view(seat), seed_hash="")
    waited_for = None if match.vote() is not None else match.waiting_for()
    return view, match.prompts(seat) if seat is not None else [], waited_for


def look(match: Match, seat: int | None, luck: Dice) -> None:
    """Let a seat imagine a world, and another one that it cannot tell from this one."""
    rules, saved = match.game, match.save()
    world = rules.imagine(match.position, seat, "one")
    imagined = rules.encode(world)
    assert match.save() == saved
    assert match.position.dice.seed.encode() not in imagined
    assert Match.at(rules, world).violations() == []
    assert seen(Match.at(rules, world), seat) == seen(match, seat)
    if seat is not None:
        told = Imagination(rules, match.position, seat)
        assert match.position.dice.seed.encode() not in told.pack()
        assert told("one").save() == imagined
        assert Imagination.unpack(rules, seat, told.pack())("one").save() == imagined
    other = other_world(match, seat, luck)
    other.position.version += 1 + luck.below(9)
    assert rules.encode(rules.imagine(other.position, seat, "one")) == imagined
    if seat is not None:
        assert Imagination(rules, other.position, seat).pack() == told.pack()


def all_seats(kind: Kind, *, every: int, wanted: int) -> None:
    """Look at positions of a game through the eyes of one after the other."""
    luck = Dice(f"other {kind}")
    for number, match in enumerate(positions(kind, every=every, wanted=wanted)):
        looking = observers(match)
        look(match, looking[number % len(looking)], luck)


@pytest.mark.parametrize("kind", FEW, ids=str)
def test_equal_views_give_equal_worlds(kind: Kind) -> None:
    all_seats(kind, every=8, wanted=30)


@pytest.mark.long
@pytest.mark.parametrize("kind", EVERY_KIND, ids=str)
def test_equal_views_give_equal_worlds_at_length(kind: Kind) -> None:
    all_seats(kind, every=13, wanted=2_000 // len(EVERY_KIND) + 1)


def equal_decisions(kind: Kind, *, every: int, wanted: int) -> None:
    """Let a player that thinks decide in games that the seat cannot tell apart."""
    luck, player = Dice(f"decided {kind}"), policy_for(kind.game, "strategist", think=0.07)
    assert isinstance(player, Thinker)
    compared = 0
    for match in positions(kind, every=every, wanted=wanted):
        for seat in match.waiting_for()[:1]:
            other = other_world(match, seat, luck)
            if seat in other.waiting_for():
                assert decided(player, match, seat) == decided(player, other, seat)
                compared += 1
    assert compared > 0


def decided(player: Thinker, match: Match, seat: int) -> Any:
    """What a player decides."""
    imagine, chance = Imagination(match.game, match.position, seat), random.Random(1)
    view, asked = match.view(seat), match.asked(seat)
    return player.deliberate(view, asked, seat, chance, imagine)


@pytest.mark.parametrize("kind", _THOUGHT_ABOUT, ids=str)
def test_equal_views_give_equal_decisions(kind: Kind) -> None:
    equal_decisions(kind, every=7, wanted=12)


@pytest.mark.long
@pytest.mark.parametrize("kind", _THOUGHT_ABOUT, ids=str)
def test_equal_views_give_equal_decisions_at_length(kind: Kind) -> None:
    equal_decisions(kind, every=7, wanted=800 // len(EVERY_RULESET))


@pytest.mark.parametrize("kind", _MIDDLE, ids=str)
def test_another_seed_gives_another_world(kind: Kind) -> None:
    *_, match = positions(kind, every=20, wanted=3)
    rules = kind.rules
    one, two = (rules.imagine(match.position, 0, seed) for seed in ("one", "two"))
    assert one.dice.seed != two.dice.seed
    one.dice.seed = two.dice.seed
    assert rules.encode(one) != rules.encode(two)
    first = Match.at(rules, rules.imagine(match.position, 0, "one"))
    again = Match.at(rules, rules.imagine(match.position, 0, "one"))
    chances = random.Random(1), random.Random(1)
    for _ in range(20):
        if first.over:
            break
        first.submit(*decide(chances[0], first))
        again.submit(*decide(chances[1], again))
    assert first.save() == again.save()
