"""Offers and refusals of the combat phase say the same: what is offered has nothing in its way,
and in the way of everything else stands a rule."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Match, Prompt, first
from bot.rules.kingmaker.combat.phase import CombatPhase, combat_stops
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.seats.random_seat import random_choice


def combats(seats: int, seed: str, most: int) -> Iterator[tuple[Match, int, CombatPhase, Prompt]]:
    """So many questions of combat phases in a game that is played at random."""
    match, _ = Match.start(game_for("kingmaker", "house"), seats, seed, {"rounds": "30"})
    chance, found = random.Random(seed), 0
    while not match.over and found < most:
        seat = match.waiting_for()[0]
        (prompt, *_) = match.asked(seat)
        step = match.position.agenda[-1]
        if isinstance(step, CombatPhase):
            found += 1
            yield match, seat, step, prompt
        choices = (
            random_choice(offer, chance)
            for offer in chance.sample(prompt.offers, len(prompt.offers))
        )
        match.submit(seat, next(choice for choice in choices if choice is not None))


def thinkable(match: Match, seat: int) -> Iterator[Choice]:
    """Orders that name one noble or all of a square, against every place and player of it."""
    state, board = match.position.state, match.game.content.board
    own = [n for n in nobles_of(state, seat) if state.nobles[n].square]
    for noble in own:
        square = state.nobles[noble].square
        company = tuple(n for n in own if state.nobles[n].square == square)
        for nobles in {(noble,), company}:
            for place in board.squares[square].places:
                for verb in ("lay", "join", "conclude", "conclude_with_french"):
                    yield Choice.of(verb, nobles=nobles, place=place)
            for enemy in range(len(state.factions)):
                for verb in ("attack", "attack_with_french"):
                    yield Choice.of(verb, nobles=nobles, against=str(enemy), square=square)
        for target in (*state.nobles, *state.heirs):
            yield Choice.of("assassinate", noble=noble, target=target)


@pytest.mark.parametrize(("seats", "seed"), [(3, "stops a"), (5, "stops b"), (7, "stops c")])
def test_what_is_offered_is_free_and_all_else_is_stopped(seats: int, seed: str) -> None:
    offered = stopped = 0
    for match, seat, step, prompt in combats(seats, seed, 60):
        table = match.table
        for offer in prompt.offers:
            fields = {f.name: list(islice(f.selections(), 3)) for f in offer.fields}
            for index in range(3):
                choice = Choice(offer.verb, {k: v[index % len(v)] for k, v in fields.items()})
                stop = first(combat_stops(table, seat, choice, step.stayed_out))
                assert stop is None, (choice, stop)
                offered += 1
        for choice in thinkable(match, seat):
            if prompt.find(choice) is None:
                stop = first(combat_stops(table, seat, choice, step.stayed_out))
                assert stop is not None, choice
                stopped += 1
    assert offered > 100
    assert stopped > 1000
