"""How everybody stands, on the card and below the map: it tells nothing hidden, and has room."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from bot.games import GAMES, game_for
from bot.rules.kernel import Choice, Dice, IllegalChoice, Match
from bot.secrecy import other_world
from cogs.ui.names import plain_names
from cogs.ui.pictures import standings_foot
from cogs.ui.replies import words_of
from cogs.ui.status_card import status_card
from rendering.canvas.foot import with_foot
from rendering.canvas.theme import theme_named
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.test_board_card import shown

EVERY_GAME = [(game, ruleset) for game, rulesets in GAMES.items() for ruleset in rulesets]
LONGEST = "W" * 32
"""As long as Discord lets a name be, and as wide."""


def seated(match: Match, name: str, ruleset: str, seats: int) -> Any:
    """A session over a match, whose players have the longest names."""
    session = MemorySession(match, tuple(f"{LONGEST[:-1]}{seat}" for seat in range(seats)))
    session.game, session.ruleset = name, ruleset
    return session


def positions(name: str, ruleset: str, seats: int, decisions: int) -> Iterator[Match]:
    """A game in which everything is chosen at random, looked at again and again."""
    match, _ = Match.start(game_for(name, ruleset), seats, "standings", {"rounds": "12"})
    chance = random.Random(5)
    for number in range(decisions):
        if match.over or not match.waiting_for():
            break
        if number % 12 == 0:
            yield match
        seat = match.waiting_for()[0]
        offers = list(match.asked(seat)[0].offers)
        chance.shuffle(offers)
        _take_one(match, seat, offers)
    yield match


def _take_one(match: Match, seat: int, offers: list[Any]) -> None:
    """Choose the first of these offers that is taken as its first candidates stand."""
    for offer in offers:
        args = {field.name: next(field.selections()) for field in offer.fields}
        try:
            match.submit(seat, Choice(offer.verb, {k: v for k, v in args.items() if v}))
        except IllegalChoice:
            continue
        return
    raise AssertionError("none of the offers was taken")


@pytest.mark.parametrize(("name", "ruleset"), EVERY_GAME)
def test_other_secrets_give_the_same_card_and_the_same_foot(name: str, ruleset: str) -> None:
    luck, compared = Dice("other"), 0
    for match in positions(name, ruleset, 3, 100):
        other = other_world(match, None, luck)
        here, there = (seated(each, name, ruleset, 3) for each in (match, other))
        assert here.standings() == there.standings()
        assert standings_foot(here) == standings_foot(there)
        assert shown(status_card(here)) == shown(status_card(there))
        compared += here.match.save() != there.match.save()
    assert compared > 3, "worlds with other secrets were compared"


@pytest.mark.parametrize(("name", "ruleset"), EVERY_GAME)
def test_a_full_table_of_the_longest_names_has_room(name: str, ruleset: str) -> None:
    seats = max(game_for(name, ruleset).seat_range)
    for match in positions(name, ruleset, seats, 60):
        session = seated(match, name, ruleset, seats)
        lines = words_of(session).at_a_glance(
            session.view(None), session.standings(), plain_names(session)
        )
        assert len(lines) <= 3 + seats
        assert len(shown(status_card(session))[0]) <= 4_000
        assert len(standings_foot(session)) == len(lines)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_foot_of_a_full_table_is_drawn(theme: str) -> None:
    *_, match = positions("kingmaker", "house", 7, 60)
    image = Image.new("RGB", (1600, 10)).quantize()
    foot = standings_foot(seated(match, "kingmaker", "house", 7))
    assert with_foot(image, foot, theme_named(theme)).height > 10 + 40 * len(foot)
