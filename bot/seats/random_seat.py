"""A computer player that does anything that is allowed, in any game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from bot.rules.kernel import Choice, Field, Offer, Prompt, Seat

_TRIES = 6
_LOOKS = 12
_OFFTURN = 8
_HURRY = 6
_MANY = 4
_INDIFFERENT = 0.25


class RandomSeat:
    """Chooses among the offers, and then within the fields of the offer, at random.

    For one question in twelve, the player looks for things that it may do without being asked, and
    one time in eight it does one of them. If many things are on offer, one answer in six is the
    prompt's own default, so that no phase drags on.
    """

    name = "random"

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        asked = [prompt for prompt in prompts if prompt.blocking]
        if not asked or (len(asked) < len(prompts) and int(chance.random() * _OFFTURN) == 0):
            asked = [prompt for prompt in prompts if not prompt.blocking]
        prompt = asked[int(chance.random() * len(asked))] if len(asked) > 1 else asked[0]
        offers = prompt.offers
        default = prompt.default
        if default is not None and len(offers) >= _MANY and int(chance.random() * _HURRY) == 0:
            return prompt, default
        choice = random_choice(offers[int(chance.random() * len(offers))], chance)
        if choice is not None:
            return prompt, choice
        return any_answer(prompts, chance)

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> bool:
        return int(chance.random() * _LOOKS) == 0

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        standing = [prompt for prompt in prompts if not prompt.blocking]
        if not standing or chance.random() < _INDIFFERENT:
            return None
        prompt = standing[int(chance.random() * len(standing))]
        choice = random_choice(prompt.offers[int(chance.random() * len(prompt.offers))], chance)
        return None if choice is None else (prompt, choice)


def any_answer(prompts: Sequence[Prompt], chance: random.Random) -> tuple[Prompt, Choice]:
    """Some answer to some prompt; prompts that hold up the game come first. Raises LookupError if
    there is none."""
    for prompt in sorted(prompts, key=lambda p: not p.blocking):
        offers = list(prompt.offers)
        chance.shuffle(offers)
        for offer in offers:
            choice = random_choice(offer, chance)
            if choice is not None:
                return prompt, choice
    raise LookupError("none of the questions can be answered")


def random_choice(offer: Offer, chance: random.Random) -> Choice | None:
    """A choice that fits the offer, at random; None if nothing fits."""
    args: dict[str, tuple[str, ...]] = {}
    for field in offer.fields:
        values = random_values(field, chance)
        if values is None:
            return None
        if values:
            args[field.name] = values
    return Choice(offer.verb, args)


def random_values(field: Field, chance: random.Random) -> tuple[str, ...] | None:
    """Values that fit the field, at random; None if there are none."""
    candidates = field.candidates
    if field.most == 1 and field.weights is None and not field.required:
        if field.least == 0 and int(chance.random() * (len(candidates) + 1)) == 0:
            return ()
        return (candidates[int(chance.random() * len(candidates))],) if candidates else None
    if field.weights is None:
        return _pick(field, chance)
    for _ in range(_TRIES):
        values = _pick(field, chance)
        if values is None:
            return None
        if field.problem(values) is None:
            return values
    return _fill(field, chance)


def _pick(field: Field, chance: random.Random) -> tuple[str, ...] | None:
    """A random number of candidates, drawn at random, whatever they weigh."""
    most = min(field.most, len(field.candidates))
    least = max(field.least, len(field.required))
    if least > most:
        return None
    count = least + int(chance.random() * (most - least + 1))
    if not field.required:
        return tuple(chance.sample(field.candidates, count))
    others = [c for c in field.candidates if c not in field.required]
    return (*field.required, *chance.sample(others, count - len(field.required)))


def _fill(field: Field, chance: random.Random) -> tuple[str, ...] | None:
    """Add candidates in random order as long as their weight fits; otherwise take the first
    selection there is."""
    assert field.weights is not None
    weight_of = dict(zip(field.candidates, field.weights, strict=True))
    order = [c for c in field.candidates if c not in field.required]
    chance.shuffle(order)
    chosen = list(field.required)
    weight = sum(weight_of[c] for c in chosen)
    for candidate in order:
        if len(chosen) >= field.least and weight >= field.weight_min:
            break
        if field.weight_max is None or weight + weight_of[candidate] <= field.weight_max:
            chosen.append(candidate)
            weight += weight_of[candidate]
    if field.problem(tuple(chosen)) is None:
        return tuple(chosen)
    return next(field.selections(), None)
