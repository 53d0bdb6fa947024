"""What is listed and what is checked say the same: a choice that is listed passes its stops, and
one of the same fields that is not listed has something in its way. Whatever else is typed is
refused."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from bot.games import GAMES, game_for, presets_of, words_for
from bot.rules.kernel import Choice, Field, IllegalChoice, Match, Offer, Orders, Seat, free
from bot.seats.random_seat import RandomSeat

SEATS = 4
DECISIONS = 160
"""How far a game is played."""
LOOKED_AT = 4
"""Of so many decisions one is looked at."""
TRIES = 4
"""Choices that are made up of each verb at a moment."""
TABLES = [(game, preset.specification) for game in GAMES for preset in presets_of(game)]


@pytest.mark.parametrize(("game", "rules"), TABLES)
def test_listed_choices_pass_their_stops_and_others_of_the_same_fields_do_not(
    game: str, rules: str
) -> None:
    match, _ = Match.start(game_for(game, rules), SEATS, f"stops: {rules}", {})
    chance, player = random.Random(rules), RandomSeat()
    looked, wrong = Counter[bool](), list[str]()
    for number in range(DECISIONS):
        if match.over:
            break
        if number % LOOKED_AT == 0:
            for choice, listed, passes in judged(match, chance):
                looked[listed] += 1
                if listed != passes:
                    wrong.append(f"{choice}: {'listed' if listed else 'not listed'}")
        seat = match.waiting_for()[0]
        prompts = match.prompts(seat)
        match.submit(seat, player.choose(match.view(seat), prompts, seat, chance)[1])
    assert wrong == []
    assert game != "kingmaker" or min(looked[True], looked[False]) > 100


TYPED = ("", "3", "-1", "nobody", "heir:nobody", "castle:3", "place:", "hand:x", "0-1-1", "²")
"""What somebody may type where a thing is asked for."""


@pytest.mark.parametrize(("game", "rules"), TABLES)
def test_whatever_is_typed_is_done_or_refused(game: str, rules: str) -> None:
    match, _ = Match.start(game_for(game, rules), SEATS, f"typed: {rules}", {})
    chance, words = random.Random(rules), words_for(game, rules)
    player, fields = RandomSeat(), dict[str, dict[str, None]]()
    things, refused = dict[str, None](), 0
    for _ in range(DECISIONS):
        if match.over:
            break
        for offer in (offer for prompt in match.prompts() for offer in prompt.offers):
            fields.setdefault(offer.verb, {}).update(dict.fromkeys(f.name for f in offer.fields))
            things |= dict.fromkeys(c for field in offer.fields for c in field.candidates)
        for _ in range(2 * TRIES):
            verb = chance.choice(list(fields))
            among = TYPED if chance.random() < 0.5 else list(things)
            choice = Choice(verb, {name: (chance.choice(among),) for name in fields[verb]})
            assert words.choice(choice, str)
            try:
                match.submit(Seat(chance.randrange(SEATS)), choice)
            except IllegalChoice:
                refused += 1
        if not match.over:
            seat = match.waiting_for()[0]
            match.submit(seat, player.choose(None, match.prompts(seat), seat, chance)[1])
    assert refused > DECISIONS


def judged(match: Match, chance: random.Random) -> Iterator[tuple[Choice, bool, bool]]:
    """Choices of this moment, listed ones and others: whether each is listed, and whether it passes
    its stops."""
    top, table = match.position.agenda[-1], match.table
    if isinstance(top, Orders):
        offers = [offer for p in match.asked(top.orders_of) for offer in p.offers]
        for choice in made_up(offers, chance):
            yield choice, is_listed(offers, choice), free(top.stops(table, choice))
    for seat in range(SEATS):
        offers = [o for p in match.game.any_time(table, seat) for o in p.offers]
        for choice in made_up(offers, chance):
            stops = match.game.any_time_stops(table, seat, choice)
            yield choice, is_listed(offers, choice), free(stops)


def is_listed(offers: Sequence[Offer], choice: Choice) -> bool:
    return any(offer.problem(choice) is None for offer in offers)


def made_up(offers: Sequence[Offer], chance: random.Random) -> Iterator[Choice]:
    """Choices of the verbs and fields that are offered, with what any offer has under them: many
    that are listed, and many that are not."""
    known: dict[str, dict[str, None]] = {}
    for field in (field for offer in offers for field in offer.fields):
        known.setdefault(field.name, {}).update(dict.fromkeys(field.candidates))
    for verb in dict.fromkeys(offer.verb for offer in offers):
        alike = [offer for offer in offers if offer.verb == verb]
        for _ in range(TRIES):
            offer = chance.choice(alike)
            named = {
                field.name: some_of(field, list(known[field.name]), chance)
                for field in offer.fields
                if not field.free
            }
            yield Choice(verb, {name: values for name, values in named.items() if values})


def some_of(field: Field, known: Sequence[str], chance: random.Random) -> tuple[str, ...]:
    """A few of a field's candidates, or of what is named so anywhere; now and then too few or too
    many."""
    among = field.candidates if chance.random() < 0.6 else known
    fitting = chance.randint(field.least, min(field.most, 3))
    number = fitting if chance.random() < 0.8 else chance.randint(0, 3)
    return tuple(chance.sample(among, min(number, len(among))))
