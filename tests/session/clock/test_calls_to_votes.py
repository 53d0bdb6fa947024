"""Who is called to a vote, and who gets a ballot: everybody, vote after vote."""

from __future__ import annotations

from typing import Any

from bot.games import game_for
from bot.rules.kernel import Choice, Match
from bot.session import SeatInfo
from bot.session.announcements import Announcements, Asked

PEOPLE = [SeatInfo(seat, 100 + seat, name) for seat, name in enumerate(("Anne", "Ben", "Cat"))]


def before_a_vote() -> Match:
    """A game of three in which the next placement is the last before Parliament votes."""
    match, _ = Match.start(game_for("lancaster", "standard"), 3, "calls", {})
    while match.vote() is None:
        last = match.game.encode(match.position)
        (seat,) = match.waiting_for()
        prompt = match.asked(seat)[0]
        match.submit(seat, prompt.default or next(prompt.offers[0].choices()))
    return Match.load(match.game, last)


def told(match: Match, seat: int, choice: Choice | None = None) -> list[tuple[Any, ...]]:
    """Who is called, and who is asked in secret, when this seat decides (by default)."""
    before = Asked.of(match)
    match.submit(seat, choice or match.asked(seat)[0].default)  # type: ignore[arg-type]
    say = Announcements("G", 1, PEOPLE)
    say.ask(before, Asked.of(match))
    return [(row["kind"], *row["payload"].get("seats", (row["seat"],))) for row in say.rows]


def test_to_a_vote_everybody_is_called_though_one_has_just_acted() -> None:
    match = before_a_vote()
    (last,) = match.waiting_for()
    ballots = [("ask_secret", seat) for seat in range(3)]
    assert told(match, last) == [("ask", 0, 1, 2), *ballots]


def test_while_a_vote_is_taken_nobody_is_called_and_for_the_next_everybody_again() -> None:
    match = before_a_vote()
    (last,) = match.waiting_for()
    told(match, last)
    vote = Choice.of("no", markers="0")
    assert told(match, 1, vote) == []
    assert told(match, 0, vote) == []
    # The last voter gets a ballot for the next law as well.
    ballots = [("ask_secret", seat) for seat in range(3)]
    assert told(match, 2, vote) == [("ask", 0, 1, 2), *ballots]
