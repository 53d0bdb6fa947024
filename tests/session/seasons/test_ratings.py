"""Ratings: what openskill makes of places, of one policy on several seats, of the forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from openskill.models import PlackettLuce

from bot.session import Rated
from bot.session.seasons import Ratings
from bot.storage import ResultSeatRow

ANN, BEN, CAT = Rated(1), Rated(2), Rated(3)
STEWARD = Rated(None, "steward")


def game(number: int, *seats: tuple[Rated | None, int], **more: Any) -> list[ResultSeatRow]:
    """The seats of a game: who, and the place."""
    return [
        ResultSeatRow(
            seed_hash=f"game{number}",
            number=seat,
            user_id=None if who is None else who.user_id,
            policy=None if who is None else who.policy,
            place=place,
            won=place == 1,
            **more,
        )
        for seat, (who, place) in enumerate(seats)
    ]


def shown(*games: list[ResultSeatRow]) -> dict[Rated, int]:
    """What Ann, Ben, Cat and the steward are rated after these games."""
    ratings = Ratings()
    for each in games:
        ratings.take_in(each)
    return {who: ratings.shown(who) for who in (ANN, BEN, CAT, STEWARD)}


def test_who_wins_rises_and_who_comes_last_falls() -> None:
    first = game(1, (ANN, 1), (BEN, 2), (CAT, 3))
    assert shown() == {ANN: 1000, BEN: 1000, CAT: 1000, STEWARD: 1000}
    found = shown(first)
    (ann,), (ben,), (cat,) = PlackettLuce().rate(
        [[PlackettLuce().rating()] for _ in range(3)], ranks=[1.0, 2.0, 3.0]
    )
    assert found == {
        ANN: round(1000 + 40 * (ann.mu - 3 * ann.sigma)),
        BEN: round(1000 + 40 * (ben.mu - 3 * ben.sigma)),
        CAT: round(1000 + 40 * (cat.mu - 3 * cat.sigma)),
        STEWARD: 1000,
    }
    assert found[ANN] > found[BEN] > found[CAT]


def test_equal_places_are_rated_alike() -> None:
    found = shown(game(1, (ANN, 1), (BEN, 2), (CAT, 2)))
    assert found[BEN] == found[CAT] < found[ANN]
    shared = shown(game(1, (ANN, 1), (BEN, 1), (CAT, 2)))
    assert shared[ANN] == shared[BEN] > shared[CAT]


def test_later_games_go_on_from_the_ratings_of_earlier_ones() -> None:
    one, two = game(1, (ANN, 1), (BEN, 2)), game(2, (ANN, 1), (BEN, 2))
    assert shown(one, two)[ANN] > shown(one)[ANN] > 1000
    ratings = Ratings()
    ratings.take_in(one)
    after = PlackettLuce().rate([[PlackettLuce().rating()] for _ in range(2)], ranks=[1.0, 2.0])
    ratings.take_in(two)
    assert ratings.before["game1", 0] == (25.0, 25 / 3)
    assert ratings.before["game2", 0] == pytest.approx((after[0][0].mu, after[0][0].sigma))
    # The same once more, from the beginning: what is taken in is not changed by it.
    assert shown(one, two) == shown(one, two)


def test_a_policy_on_several_seats_has_one_rating_the_mean_of_theirs() -> None:
    found = Ratings()
    found.take_in(game(1, (STEWARD, 1), (STEWARD, 2), (ANN, 2)))
    first, second, _ = PlackettLuce().rate(
        [[PlackettLuce().rating()] for _ in range(3)], ranks=[1.0, 2.0, 2.0]
    )
    found.take_in(game(2, (STEWARD, 1), (BEN, 2)))
    mu, sigma = found.before["game2", 0]
    assert mu == pytest.approx((first[0].mu + second[0].mu) / 2)
    assert sigma == pytest.approx((first[0].sigma + second[0].sigma) / 2)


def test_an_empty_place_is_a_newcomers_unless_its_rating_was_kept() -> None:
    beaten = game(2, (ANN, 1), (None, 2))
    assert shown(beaten)[ANN] == shown(game(2, (ANN, 1), (BEN, 2)))[ANN]
    beaten[1].mu, beaten[1].sigma = 40.0, 2.0
    assert shown(beaten)[ANN] > shown(game(2, (ANN, 1), (BEN, 2)))[ANN]
    # Two empty places are not one player's.
    ratings = Ratings()
    ratings.take_in(game(1, (ANN, 1), (None, 2)))
    ratings.take_in(game(2, (ANN, 1), (None, 2)))
    assert ratings.before["game2", 1] == (25.0, 25 / 3)
