"""Offers and refusals of cards, trade and coronations say the same: what is offered has nothing in
its way, and in the way of everything else stands a rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, IllegalChoice, Match, Offer, first
from bot.rules.kingmaker.any_time import ANY_TIME_VERBS, any_time_stops
from bot.rules.kingmaker.cards.goods import public_goods
from bot.rules.kingmaker.royals.coronation import CoronationPhase, coronation_stops
from bot.rules.kingmaker.state import State
from bot.rules.kingmaker.succession import crownable
from bot.seats.random_seat import random_choice


def positions(seats: int, seed: str, most: int) -> Iterator[Match]:
    """Every fifth position of a game that is played at random, trade and cards included."""
    match, _ = Match.start(game_for("kingmaker", "house"), seats, seed, {"rounds": "30"})
    chance = random.Random(seed)
    for number in range(5 * most):
        if match.over:
            return
        if number % 5 == 0 and match.position.state.phase != "setup":
            yield match
        seats_asked = [chance.randrange(seats), match.waiting_for()[0]]
        offers = [
            [o for p in match.prompts(seat) for o in p.offers if o.verb != "kill_heir"]
            for seat in seats_asked
        ]
        pick = 0 if offers[0] and chance.random() < 0.4 else 1
        choice = None
        while choice is None:
            choice = random_choice(chance.choice(offers[pick]), chance)
        match.submit(seats_asked[pick], choice)


def stop_of(match: Match, seat: int, choice: Choice) -> IllegalChoice | None:
    """The first of what stands in the way of a choice."""
    return first(any_time_stops(match.table, seat, choice))


def offered(match: Match, seat: int) -> Iterator[Offer]:
    """What is offered to a seat at any time."""
    for prompt in match.game.any_time(match.table, seat):
        yield from prompt.offers


def some_of(offer: Offer) -> Iterator[Choice]:
    """Three choices that an offer leaves, with every single thing of its fields."""
    for field in offer.fields:
        fixed = {f.name: next(f.selections()) for f in offer.fields if f.name != field.name}
        if field.free:
            continue
        for values in islice(field.selections(), len(field.candidates) + 1):
            yield Choice(offer.verb, {**fixed, field.name: values})


def thinkable(state: State, match: Match, seat: int) -> Iterator[Choice]:
    """All that one could wish for with one thing of the table, well formed."""
    seats, table = range(len(state.factions)), match.table
    cards = [card for faction in state.factions for card in (*faction.hand, *faction.held)]
    tokens = [token for other in seats for token in public_goods(table, other)]
    tokens += [f"hand:{card}" for faction in state.factions for card in faction.hand]
    tokens += [f"held:{card}" for faction in state.factions for card in faction.held]
    tokens += [f"noble:{noble}" for noble in state.nobles]
    tokens += [f"beside:{n.title}" for n in state.nobles.values() if n.title is not None]
    for card in (*cards, "nothing"):
        for noble in (*state.nobles, "nobody"):
            yield Choice.of("play", card=card, noble=noble)
        for castle in ("alnwick", "skipton", "york", "nowhere"):
            yield Choice.of("raise", card=card, castle=castle)
    for heir in (*state.heirs, "nobody"):
        yield Choice.of("kill_heir", heir=heir)
    for place in (*state.control, *state.sieges, "nowhere"):
        yield Choice.of("lift", place=place)
    for token in tokens:
        for noble in (*state.nobles, "nobody"):
            yield Choice.of("transfer", thing=token, noble=noble)
        for other in (*seats, len(seats)):
            yield Choice.of("propose_deal", to=str(other), give=token)
            yield Choice.of("propose_deal", to=str(other), take=token)
    for deal in (*(deal.name for deal in state.deals), "9-9-9"):
        for verb in ("accept_deal", "refuse_deal", "withdraw_deal"):
            yield Choice.of(verb, deal=deal)


@pytest.mark.parametrize("of_all", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("seats", "seed", "most"), [(2, "cards a", 40), (4, "cards b", 40), (6, "cards d", 20)]
)
def test_what_is_offered_is_free_and_all_else_is_stopped(
    seats: int, seed: str, most: int, of_all: bool
) -> None:
    """What is open to one seat after the other; in long runs to all of them in each position."""
    free = stopped = 0
    verbs: set[str] = set()
    for number, match in enumerate(positions(seats, seed, most)):
        state = match.position.state
        for seat in range(seats) if of_all else [number % seats]:
            offers = list(offered(match, seat))
            for choice in (choice for offer in offers for choice in some_of(offer)):
                stop = stop_of(match, seat, choice)
                assert stop is None, (choice, stop)
                free += 1
                verbs.add(choice.verb)
            for choice in thinkable(state, match, seat):
                if all(offer.problem(choice) is not None for offer in offers):
                    assert stop_of(match, seat, choice) is not None, choice
                    stopped += 1
    assert free > 500
    assert stopped > 5000
    assert len(verbs & ANY_TIME_VERBS) >= 6, verbs


def scenes(matches: Iterator[Match], chance: random.Random) -> Iterator[Match]:
    """Of each position six in which a coronation is near at hand."""
    for match in matches:
        for _ in range(6):
            yield at_a_cathedral(match, chance)


def at_a_cathedral(match: Match, chance: random.Random) -> Match:
    """The same position with some nobles, heirs and bishops brought to one cathedral at random."""
    found = Match.load(match.game, match.save())
    state, content = found.position.state, found.game.content
    place = chance.choice([p for p in content.board.places.values() if p.cathedral])
    nobles = chance.sample(list(state.nobles), min(4, len(state.nobles)))
    for noble in (state.nobles[key] for key in nobles):
        noble.square, noble.aboard = place.square, None
        noble.inside = place.id if chance.random() < 0.8 else None
    if place.is_fortress:
        state.control[place.id] = chance.choice(nobles)
    for heir in crownable(state, content):
        if heir in state.heirs:
            state.heirs[heir].holder = chance.choice(nobles)
    for card in chance.sample([c for c in content.crown.values() if c.kind == "bishop"], 3):
        for noble in state.nobles.values():
            noble.cards = [other for other in noble.cards if other != card.id]
        state.nobles[chance.choice(nobles)].cards.append(card.id)
    return found


@pytest.mark.parametrize(("seats", "seed"), [(3, "crowns a"), (5, "crowns b")])
def test_who_is_crowned_has_nothing_in_his_way(seats: int, seed: str) -> None:
    asked = opened = lendable = 0
    chance = random.Random(seed)
    for match in scenes(positions(seats, seed, 60), chance):
        table, state = match.table, match.position.state
        for seat in range(seats):
            phase = CoronationPhase(seat)
            offers = [offer for prompt in phase.prompts(table) for offer in prompt.offers]
            for heir in (*state.heirs, "beaufort", "nobody"):
                choice = Choice.of("crown", heir=heir)
                open_to_him = any(offer.problem(choice) is None for offer in offers)
                stop = first(coronation_stops(table, seat, heir))
                opened += open_to_him
                assert open_to_him == (stop is None), (choice, stop)
            for other in range(seats):
                choice = Choice.of("ask_clergy", of=str(other))
                asked += 1
                if all(offer.problem(choice) is not None for offer in offers):
                    assert phase.refusal(table, seat, choice) is not None
                else:
                    lendable += 1
                    assert phase.refusal(table, seat, choice) is None
    assert min(opened, lendable) > 10, (opened, lendable)
    assert asked > 500
