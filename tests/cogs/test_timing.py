"""The card and the questions say till when, and what happens then, and of a vote no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.session import Logged, QuestionDue
from cogs.board_card import status_card
from cogs.timing import clock_lines, own_time, pace_text
from tests.cogs.conftest import MemorySession
from tests.cogs.test_board_card import shown
from tests.kingmaker.chamber import call, propose, realm
from tests.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NOON_STAMP = int(NOON.timestamp())


def movement(**options: str) -> Any:
    """Anne may move Percy."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    session = MemorySession(scene.match)
    session.options = options
    session.dues = [QuestionDue(0, "movement", NOON)]
    return session


def drawing(**options: str) -> Any:
    """Anne has drawn a card and is asked what becomes of it."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.next_crown(scene.content.mercenaries[0])
    scene.draw(0)
    session = MemorySession(scene.match)
    session.options = options
    session.dues = [QuestionDue(0, "keep_or_play", NOON)]
    return session


async def test_without_a_pace_nothing_is_said_of_time() -> None:
    session = movement()
    assert clock_lines(session, [], session.dues) == []
    assert await own_time(session, 0) == ""
    assert pace_text(session) == "Nobody is hurried: there are no deadlines."


async def test_the_card_says_till_when_and_what_then() -> None:
    session = movement(pace="daily")
    lines = clock_lines(session, [], session.dues)
    assert lines == [
        f"⏳ Time till <t:{NOON_STAMP}:t> (<t:{NOON_STAMP}:R>). "
        "Without an answer: your movement ends."
    ]
    text, _ = shown(status_card(session, clock=lines, ends=NOON + timedelta(hours=1)))
    assert lines[0] in text
    assert text.endswith(f"-# Game ABC123 · ends <t:{NOON_STAMP + 3_600}:R>")


async def test_a_computer_may_decide_for_who_is_late() -> None:
    session = movement(pace="live", late="steward")
    (line,) = clock_lines(session, [], session.dues)
    assert line.endswith("Then a computer player decides.")
    assert pace_text(session) == (
        "Pace *live*: 10 minutes for each answer, with a reminder 3 minutes before. "
        "If none comes, a computer player decides."
    )


async def test_what_is_private_is_not_put_into_words_on_the_card() -> None:
    session = drawing(pace="daily")
    (line,) = clock_lines(session, [], session.dues)
    assert line.endswith("Then the game goes on without an answer.")
    own = await own_time(session, 0)
    assert own == (
        f"⏳ Time till <t:{NOON_STAMP}:f> (<t:{NOON_STAMP}:R>). "
        "Without an answer: you keep the card in your hand."
    )


@pytest.fixture
def vote() -> Any:
    """Three people vote; everybody has time of his own."""
    scene = propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")
    scene.play(0, "call_vote")
    session = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    session.options = {"pace": "daily"}
    session.dues = [QuestionDue(n, "ballot", NOON + timedelta(hours=30 + n)) for n in range(3)]
    return scene, session


def opened(*more: Logged) -> list[Logged]:
    """The log when the vote begins, and what came later."""
    return [Logged(3, NOON, 0, (facts.TurnBegan(0, 1),)), *more]


async def test_the_end_of_a_vote_does_not_tell_who_has_voted(vote: Any) -> None:
    scene, session = vote
    before = clock_lines(session, opened(), session.dues)
    assert before == [
        f"⏳ There is time for it till <t:{NOON_STAMP + 86_400}:R>, quiet hours not counted. "
        "Without an answer: you abstain."
    ]
    for seat, choice in ((2, "nay"), (0, "yea")):
        scene.play(seat, choice)
        session.dues = [due for due in session.dues if due.seat != seat]
        assert clock_lines(session, opened(), session.dues) == before


async def test_after_more_time_was_given_the_ballot_says_when(vote: Any) -> None:
    _, session = vote
    note = {"what": "extend", "by": 9, "reason": "rain", "seat": None, "seconds": 60}
    later = Logged(4, NOON, -1, (), note=note)
    (line,) = clock_lines(session, opened(later), session.dues)
    assert line == ("⏳ Everybody’s own time stands on the ballot. Without an answer: you abstain.")
    assert f"<t:{NOON_STAMP + 31 * 3_600}:R>" in await own_time(session, 1)


async def test_several_deadlines_stand_by_name() -> None:
    session = MemorySession(Scene(seats=2).noble("percy", 0, "alnwick").match)
    session.options = {"pace": "daily"}
    session.waiting_for = lambda: [0, 1]  # type: ignore[method-assign]
    session.prompts = lambda seat: []  # type: ignore[method-assign]
    dues = [QuestionDue(0, "round", NOON), QuestionDue(1, "round", NOON + timedelta(hours=1))]
    table: Any = session
    assert clock_lines(table, [], dues) == [
        f"⏳ **Anne** <t:{NOON_STAMP}:R>, **Ben** <t:{NOON_STAMP + 3_600}:R>. "
        "Then the game goes on without an answer."
    ]


async def test_a_paused_game_shows_why_and_offers_no_moves() -> None:
    session = movement(pace="daily")
    session.paused_at = NOON
    pause = {"what": "pause", "by": 9, "reason": "Supper *first*."}
    lines = clock_lines(session, [Logged(4, NOON, -1, (), note=pause)], session.dues)
    assert lines == [
        f"⏸ **The game has been paused** since <t:{NOON_STAMP}:R>. Supper \\*first\\*."
    ]
    text, labels = shown(status_card(session, clock=lines))
    assert lines[0] in text
    assert labels == ["My hand", "Map"]
    assert await own_time(session, 0) == ""
