"""Whole games of Lancaster: five rounds, screens and sealed votes."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.kernel import Match
from bot.rules.lancaster import facts
from bot.rules.lancaster.parliament import Vote
from tests.compliance.whole_games import EVERY_KIND, LONGEST, Kind, decide, played
from tests.rules.lancaster.scene import GAME

KINDS = [kind for kind in EVERY_KIND if kind.game == "lancaster"]


@pytest.fixture(params=KINDS, ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    assert isinstance(request.param, Kind)
    return request.param


@pytest.mark.rule("lancaster-1.3", "lancaster-4.1")
def test_a_game_ends_after_five_rounds_with_the_most_points(kind: Kind) -> None:
    record = played(kind)
    rounds = [event.round for event in record.events if isinstance(event, facts.RoundBegan)]
    assert rounds == [1, 2, 3, 4, 5]
    won = record.events[-1]
    assert isinstance(won, facts.GameWon)
    assert [won.points[seat] for seat in won.winners] == [max(won.points)] * len(won.winners)
    assert won.winners


# Screens and sealed votes


@pytest.mark.rule("lancaster-3.9")
def test_gold_and_squires_lie_behind_screens_until_the_end(kind: Kind) -> None:
    record = played(kind)
    for saved in (*record.saved[::5], record.final):
        match = kind.loaded(saved)
        players = match.position.state.players()
        open_to_all = kind.seats == 2 or match.over
        for seat, house in enumerate(players):
            held = (house.gold, house.squires)
            for viewer in (*range(kind.seats), None):
                seen = match.view(viewer).houses[seat]
                known = open_to_all or viewer == seat
                assert (seen.gold, seen.squires) == (held if known else (None, None))
                assert seen.votes == house.votes


@pytest.mark.rule("lancaster-4ii.2")
def test_a_sealed_vote_is_seen_by_nobody(kind: Kind) -> None:
    sealed = 0
    for saved in played(kind).saved:
        match = kind.loaded(saved)
        vote = match.position.agenda[-1]
        if not isinstance(vote, Vote) or not vote.tiles:
            continue
        viewers = (*range(kind.seats), None)
        before = [msgspec.json.encode(match.view(seat)) for seat in viewers]
        vote.tiles = {seat: "no" if tile == "yes" else "yes" for seat, tile in vote.tiles.items()}
        vote.markers = dict.fromkeys(vote.markers, 0)
        assert [msgspec.json.encode(match.view(seat)) for seat in viewers] == before
        sealed += 1
    assert sealed == 15 * (kind.seats - 1)  # three laws in each of five rounds


# Many games


@settings(max_examples=25)
@given(st.integers(2, 5), st.integers(0, 10_000))
def test_no_dead_end_and_no_broken_invariant(seats: int, number: int) -> None:
    match, _ = Match.start(GAME, seats, f"property {number}")
    chance = random.Random(number)
    for _ in range(LONGEST):
        if match.over:
            break
        assert match.violations() == []
        match.submit(*decide(chance, match))
    assert match.over
    assert match.position.state.round == 5
