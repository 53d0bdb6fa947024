"""Ratings for games of many, by the model of Plackett and Luce as openskill has it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.storage import ResultSeatRow
from bot.storage.seasons.results import Chair

_START, _STEP = 1000.0, 40.0
"""How a rating is shown: where a newcomer stands, and how many points one of the model's are."""

_CAUTION = 3.0
"""How many standard deviations below its middle a rating is shown: it is at least so good."""


@dataclass(frozen=True, slots=True)
class Rated:
    """Who is rated: a person, or a computer player by the name of its policy."""

    user_id: int | None
    policy: str | None = None


def rated_at(seat: ResultSeatRow) -> Rated | None:
    """Whose result a seat's is; None if its player is forgotten, or it had none."""
    if seat.user_id is None and seat.policy is None:
        return None
    return Rated(seat.user_id, seat.policy)


class Ratings:
    """The ratings of one game on one server, as its results are taken in, the oldest first.

    A computer player may have several seats in a game. All enter with its one rating, and what the
    model makes of each of them is brought together by its mean.
    """

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._now: dict[Rated, PlackettLuceRating] = {}
        self.before: dict[Chair, tuple[float, float]] = {}
        """What each seat was rated before its game: the middle and the standard deviation."""

    def take_in(self, seats: Sequence[ResultSeatRow]) -> None:
        """Rate the players of a game by their places in it."""
        entering = [self._entering(seat) for seat in seats]
        for seat, rating in zip(seats, entering, strict=True):
            self.before[seat.seed_hash, seat.number] = (rating.mu, rating.sigma)
        leaving = self._model.rate(
            [[rating] for rating in entering], ranks=[float(seat.place) for seat in seats]
        )
        found: dict[Rated, list[PlackettLuceRating]] = {}
        for seat, (rating,) in zip(seats, leaving, strict=True):
            who = rated_at(seat)
            if who is not None:
                found.setdefault(who, []).append(rating)
        for who, ratings in found.items():
            mu, sigma = fmean(r.mu for r in ratings), fmean(r.sigma for r in ratings)
            self._now[who] = self._model.rating(mu, sigma)

    def _entering(self, seat: ResultSeatRow) -> PlackettLuceRating:
        who = rated_at(seat)
        if who is not None and who in self._now:
            rating = self._now[who]
            return self._model.rating(rating.mu, rating.sigma)
        # Without either it is a newcomer's.
        return self._model.rating(seat.mu, seat.sigma)

    def shown(self, who: Rated) -> int:
        """A player's rating as it is shown: 1000 for a newcomer, and more for the better."""
        rating = self._now.get(who) or self._model.rating()
        return round(rating.ordinal(_CAUTION, _STEP, _START))
