"""The card of a game of Lancaster: what may be known of a screen, and votes that leave no trace."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import cogs.lancaster  # noqa: F401 - makes the customs of the game known
from bot.games import game_for, policy_for
from bot.rules.kernel import Choice, Match
from cogs.delivery.outbox import gist_of
from cogs.ui.choosing.public_questions import public_ways, waiting_text
from cogs.ui.status_card import status_card
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.test_board_card import shown


def played_to(is_there: Callable[[Match], bool]) -> Any:
    """A game of three stewards, stopped where it is wanted, as a session of three people."""
    steward = policy_for("lancaster", "steward")
    for number in range(20):
        match, _ = Match.start(game_for("lancaster", "standard"), 3, f"card:{number}", {})
        chance = random.Random(number)
        while not match.over:
            if is_there(match):
                session = MemorySession(match, ("Anne", "Ben", "Cat"))
                session.game, session.ruleset = "lancaster", "standard"  # type: ignore[misc]
                return session
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            match.submit(seat, choice)
    raise AssertionError("no game comes to the point that is wanted")


def asked(match: Match, kind: str, verb: str = "") -> bool:
    """Whether a question of this kind, with this verb, is asked of whoever is waited for."""
    seat = match.waiting_for()[0]
    return any(
        prompt.kind == kind and (not verb or any(o.verb == verb for o in prompt.offers))
        for prompt in match.asked(seat)
    )


def test_the_card_does_not_tell_who_can_pay_for_both() -> None:
    session = played_to(lambda match: asked(match, "county", "both"))
    (seat,) = session.waiting_for()
    open_now = {offer.verb for p in session.prompts(seat) for offer in p.offers}
    assert open_now - set(public_ways(session, seat)) == {"both"}
    text, labels = shown(status_card(session))
    assert "Pay for both" not in labels
    assert "Take the reward" in labels
    assert "You hold " in text


def test_the_card_does_not_put_a_ransom_into_words() -> None:
    session = played_to(lambda match: asked(match, "ransom"))
    (seat,) = session.waiting_for()
    assert public_ways(session, seat) == {}
    text, labels = shown(status_card(session))
    assert "has something to decide" in text
    assert "ransom" not in text.casefold()
    assert "Pay the ransom" not in labels


def test_no_vote_changes_the_card() -> None:
    session = played_to(lambda match: len(match.waiting_for()) == 3 and asked(match, "vote"))
    before = status_card(session, (), [0, 1, 2])
    text, labels = shown(before)
    assert "🗳 **A sealed vote is being taken.** “" in text
    assert labels[0] == "Cast your vote"
    for seat, verb in ((1, "no"), (2, "yes")):
        session.match.submit(seat, Choice.of(verb, markers="0"))
        session.revision += 1
        assert gist_of(status_card(session, (), [0, 1, 2])) == gist_of(before)
        assert waiting_text(session) == "A sealed vote is being taken."
    session.match.submit(0, Choice.of("yes", markers="0"))
    assert gist_of(status_card(session, (), [0, 1, 2])) != gist_of(before)
