"""What the tests of corrections share."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from bot.rules.kernel import Choice, IllegalChoice, Match, Outcome
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene

SO_ALREADY = "That is already so."


def mend(scene: Scene, verb: str, **args: str) -> Outcome:
    """A correction that must be offered and taken; afterwards everything is whole."""
    outcome = scene.match.direct(Choice.of(verb, **args))
    assert scene.match.violations() == []
    return outcome


def refused(scene: Scene, verb: str, **args: str) -> tuple[str, str]:
    """A correction that must be refused, changing nothing: the rule and why."""
    before = scene.match.save()
    with pytest.raises(IllegalChoice) as caught:
        scene.match.direct(Choice.of(verb, **args))
    assert scene.match.save() == before
    return caught.value.rule, caught.value.reason


def choices(scene: Scene, verb: str, field: str) -> tuple[str, ...]:
    """What may stand in a field of a correction; nothing where it is not offered."""
    offers = (o for p in scene.game.corrections(scene.match.table) for o in p.offers)
    return next((o.field(field).candidates for o in offers if o.verb == verb), ())


def at_random(
    game: Any, seeds: Sequence[str], decisions: int, options: Mapping[str, str]
) -> Counter[str]:
    """Try corrections after every decision of games that are played at random; how often each was
    taken. What is refused leaves no trace; what is taken leaves all whole, and is told."""
    words, done = KingmakerWords(game.content), Counter[str]()
    for seed in seeds:
        chance = random.Random(seed)
        match, _ = Match.start(game, 3, seed, dict(options))
        for _ in range(decisions):
            if match.over:
                break
            prompts = [p for p in match.prompts() if p.blocking]
            offer = chance.choice(chance.choice(prompts).offers)
            seat = next(p.seat for p in prompts if offer in p.offers)
            args = {f.name: next(f.selections()) for f in offer.fields}
            match.submit(seat, Choice(offer.verb, {k: v for k, v in args.items() if v}))
            for wanted in [o for p in game.corrections(match.table) for o in p.offers]:
                if match.over or chance.random() < 0.5:
                    continue
                drawn: dict[str, tuple[str, ...]] = {
                    f.name: (chance.choice(f.candidates),) for f in wanted.fields if f.candidates
                }
                before = match.save()
                choice = Choice(wanted.verb, drawn)
                assert words.choice(choice, str)
                try:
                    outcome = match.direct(choice)
                except IllegalChoice:
                    assert match.save() == before
                    continue
                done[wanted.verb] += 1
                assert match.violations() == []
                assert all(isinstance(line, str) for line in words.tell_all(outcome.events, str))
                assert Match.load(game, match.save()).save() == match.save()
    return done
