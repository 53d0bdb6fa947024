"""Offers and refusals say the same: what is offered has nothing in its way, and in the way of
everything else stands a rule of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Match, Prompt
from bot.rules.lancaster.placing import Placing
from bot.rules.lancaster.sides import ALLYS, OWN
from bot.seats.random_seat import random_choice
from tests.rules.lancaster.scene import Scene

GAME = game_for("lancaster", "standard")
COUNTS = ("0", "1", "2", "3", "9")
WHOSE: tuple[dict[str, str], ...] = ({}, {"house": OWN}, {"house": ALLYS})


def questions(seats: int, seed: str) -> Iterator[tuple[Match, Prompt]]:
    """Every question of a game that is played at random."""
    match, _ = Match.start(GAME, seats, seed)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(match.waiting_for())
        (prompt,) = match.asked(seat)
        yield match, prompt
        choices = (
            random_choice(offer, chance)
            for offer in chance.sample(prompt.offers, len(prompt.offers))
        )
        match.submit(seat, next(choice for choice in choices if choice is not None))


def thinkable(match: Match) -> Iterator[Choice]:
    """Whatever might be answered to a question, with places, cards and numbers of all kinds."""
    content, state = match.game.content, match.position.state
    cards = [*state.conflict_deck[:1], *(found.card for found in state.conflicts())]
    for whose in WHOSE:
        for knight in ("1", "2", "3", "4", "king"):
            for county in content.counties:
                yield Choice.of("county", **whose, knight=knight, county=county)
                for count in COUNTS:
                    mine = {**whose, "knight": knight}
                    yield Choice.of("county", **mine, county=county, squires=count)
            for space in (*content.spaces, "moat"):
                yield Choice.of("castle", **whose, knight=knight, space=space)
            for card in cards:
                yield Choice.of("conflict", **whose, knight=knight, card=card)
    yield from (Choice(verb) for verb in ("county", "castle", "conflict", "squires", "wait"))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_what_is_offered_is_free_and_all_else_is_stopped(seats: int) -> None:
    offered = stopped = 0
    for match, prompt in questions(seats, f"stops {seats}"):
        step, table = match.position.agenda[-1], match.table
        if not isinstance(step, Placing):
            continue
        for offer in prompt.offers:
            for choice in offer.choices():
                stop = step.refusal(table, prompt.seat, choice)
                assert stop is None, (choice, stop)
                offered += 1
        for choice in thinkable(match):
            if prompt.find(choice) is None:
                assert step.refusal(table, prompt.seat, choice) is not None, choice
                stopped += 1
    assert offered > 500
    assert stopped > 5000


@pytest.mark.rule("lancaster-2.11")
def test_whose_knight_it_is_is_said_by_those_who_lead_allies() -> None:
    """Elsewhere nobody is asked, and there it may not be left out."""
    for seats, args, reason in (
        (2, {}, "Say whose knight it is: your own, or your ally's."),
        (3, {"house": OWN}, "Only two players lead allies."),
        (3, {"house": ALLYS}, "Only two players lead allies."),
    ):
        scene = Scene(seats).court(0, 1).court(1, 1).war("K04").war("K05").begin("placing")
        said = scene.refused(0, "castle", rule="lancaster-2.11", knight="1", space="gold", **args)
        assert said == reason


@pytest.mark.rule("lancaster-2.11")
def test_an_allys_knight_goes_without_squires_even_without_none() -> None:
    scene = Scene(2).court(10, 2).court(1, 1).war("K04").war("K05").begin("placing")
    reason = scene.refused(
        0, "county", rule="lancaster-2.11", house=ALLYS, knight="2", county="A", squires="0"
    )
    assert reason == "An ally's knights get no squires."
