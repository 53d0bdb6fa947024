"""The games that other tests go on with are where they are wanted, by the rules of today."""

from __future__ import annotations

import pytest

from bot.games import game_for
from bot.rules.kernel import Match
from bot.session import SeatInfo
from bot.session.journal.record import play_over, state_hash
from tests.rules.kingmaker.underway import POINTS, kept, stands_at


@pytest.mark.parametrize("name", POINTS)
def test_a_kept_game_is_replayed_to_its_point(name: str) -> None:
    point = POINTS[name]
    seats = [SeatInfo(number, None, f"Anne {number}") for number in range(point.seats)]
    data = kept(name, seats)
    assert [seat["name"] for seat in data["seats"]] == [seat.name for seat in seats]
    game = game_for("kingmaker", point.ruleset)
    # Where the rules' edition has risen, `python -m tests.tools.make_underway` brings it here.
    assert data["edition"] == game.edition
    *_, last = play_over(data, game)
    assert last.number == len(data["decisions"]) > 0
    assert state_hash(last.match) == data["decisions"][-1]["state"]
    assert stands_at(point, last.match)


@pytest.mark.parametrize("name", POINTS)
def test_a_game_that_has_just_begun_is_at_none_of_the_points(name: str) -> None:
    point = POINTS[name]
    match, _ = Match.start(game_for("kingmaker", point.ruleset), point.seats, "begun", {})
    assert not stands_at(point, match)
