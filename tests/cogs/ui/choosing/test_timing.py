"""The card and the questions say until when, and what happens then, and of a vote no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from bot.session import Logged, QuestionDue
from cogs.ui.choosing.deadlines import clock_lines, own_time, pace_text, time_given
from cogs.ui.choosing.lists import lists_for, wizard_for
from cogs.ui.choosing.offers import ways_of
from cogs.ui.choosing.panel import question, what_now
from cogs.ui.choosing.public_questions import if_late
from cogs.ui.controls import OfferKey
from cogs.ui.status_card import status_card
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.test_board_card import shown
from tests.rules.kingmaker.chamber import call, propose, realm
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NOON_STAMP = int(NOON.timestamp())
LATE = "If you do not answer, your movement ends."
COMPUTER = "If no answer comes, a computer player decides."


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
    session.dues = []
    assert clock_lines(session, [], session.dues) == []
    assert await own_time(session, 0) == ""
    assert (
        pace_text(session)
        == "No deadlines: nobody is hurried. Only things with a time limit in the rules, such "
        "as votes, end after a day."
    )


async def test_the_time_of_one_who_is_not_asked_is_not_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, looked_up = movement(pace="daily"), []

    async def deadlines() -> list[QuestionDue]:
        looked_up.append("deadlines")
        return list(session.dues)

    monkeypatch.setattr(session, "deadlines", deadlines)
    assert await own_time(session, 1) == ""
    assert looked_up == []
    assert (await own_time(session, 0)).startswith("⏳ Time runs out")
    assert looked_up == ["deadlines"]


async def test_the_card_says_till_when_and_what_then() -> None:
    session = movement(pace="daily")
    lines = clock_lines(session, [], session.dues)
    assert lines == [
        f"⏳ Time runs out <t:{NOON_STAMP}:R> (<t:{NOON_STAMP}:f>). "
        "If you do not answer, your movement ends."
    ]
    text, _ = shown(status_card(session, clock=lines, ends=NOON + timedelta(hours=1)))
    assert lines[0] in text
    assert text.endswith(f"-# Game ABC123 · ends <t:{NOON_STAMP + 3_600}:R>")


@pytest.mark.parametrize(
    ("options", "ends"),
    [({}, False), ({"pace": "daily"}, True), ({"time.movement": "2h"}, True)],
)
def test_where_nobody_is_hurried_nothing_comes_of_no_answer(
    options: dict[str, str], ends: bool
) -> None:
    session = movement(**options)
    assert (f"-# {LATE}" in question(session, 0, lists_for(session, 0))) is ends
    whole = what_now(session, 0)
    assert (LATE in whole) is ends
    assert ("The game waits for your answer." in whole) is not ends
    way = ways_of(session.prompts(0))["march"]
    key = OfferKey(session.id, 0, 7, "march", way.mark)
    assert wizard_for(session, key, way).late == (LATE if ends else "")


def test_where_the_first_answer_is_taken_no_question_says_that_the_game_waits() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    session.options = {"pace": "daily"}
    (asked, *_) = session.prompts(0)
    session.prompts = lambda seat: [msgspec.structs.replace(asked, default=None)]
    text = what_now(session, 0)
    assert text.endswith("If no answer comes, the first possible one counts.")
    assert "waits" not in text


def test_in_a_what_if_nothing_comes_of_no_answer() -> None:
    session = movement(pace="daily")
    session.imagined = True
    assert if_late(session, session.prompts(0)[0]) == ""


def test_what_has_a_time_by_the_rules_says_what_comes_of_no_answer() -> None:
    session = movement()
    (asked, *_) = session.prompts(0)
    asked = msgspec.structs.replace(asked, seconds=60)
    assert if_late(session, asked) == LATE
    session.options = {"pace": "daily", "late": "steward"}
    assert if_late(session, asked) == LATE


async def test_a_computer_may_decide_for_who_is_late() -> None:
    session = movement(pace="live", late="steward")
    (line,) = clock_lines(session, [], session.dues)
    assert line.endswith(COMPUTER)
    way = ways_of(session.prompts(0))["march"]
    key = OfferKey(session.id, 0, 7, "march", way.mark)
    assert wizard_for(session, key, way).late == COMPUTER
    for text in (question(session, 0, lists_for(session, 0)), what_now(session, 0)):
        assert COMPUTER in text
        assert "your movement ends" not in text
    assert pace_text(session) == (
        "Pace *live*: 10 minutes for each answer, with a reminder 3 minutes before the deadline. "
        "If no answer comes, a computer player decides."
    )


def test_without_a_pace_nobody_stands_in_for_who_is_late() -> None:
    session = movement(**{"time.movement": "2h", "late": "steward"})
    assert if_late(session, session.prompts(0)[0]) == LATE


async def test_what_is_private_is_not_put_into_words_on_the_card() -> None:
    session = drawing(pace="daily")
    (line,) = clock_lines(session, [], session.dues)
    assert line.endswith("Then the game goes on without an answer.")
    own = await own_time(session, 0)
    assert own == (
        f"⏳ Time runs out <t:{NOON_STAMP}:R> (<t:{NOON_STAMP}:f>). "
        "If you do not answer, you keep the card in your hand."
    )


@pytest.mark.parametrize("options", [{}, {"pace": "live", "late": "steward"}])
async def test_a_debate_and_a_vote_say_when_they_end_whatever_the_pace(
    options: dict[str, str],
) -> None:
    scene = propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    session.options, session.dues = options, [QuestionDue(0, "debate", NOON)]
    when = f"⏳ Time runs out <t:{NOON_STAMP}:R> (<t:{NOON_STAMP}:f>)."
    assert clock_lines(session, [], session.dues) == [f"{when} Then the vote is called."]
    scene.play(0, "call_vote")
    session.dues = [QuestionDue(seat, "ballot", NOON) for seat in range(3)]
    line = f"{when} If you have not voted by then, you abstain."
    assert clock_lines(session, [], session.dues) == [line]
    own = f"⏳ Time runs out <t:{NOON_STAMP}:R> (<t:{NOON_STAMP}:f>)."
    assert await own_time(session, 1) == f"{own} If you have not voted by then, you abstain."
    for seat, choice in ((2, "nay"), (0, "yea")):
        scene.play(seat, choice)
        assert clock_lines(session, [], session.dues) == [line]
        assert await own_time(session, seat) == ""


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


async def test_whoever_is_given_time_has_an_hour_to_it() -> None:
    session: Any = movement(pace="daily")
    session.waiting_for = lambda: [0, 1]
    later = NOON + timedelta(hours=1)
    dues = [QuestionDue(0, "round", NOON), QuestionDue(1, "round", later)]
    anne, ben = (
        f"**Anne** has until <t:{NOON_STAMP}:f>",
        f"**Ben** has until <t:{NOON_STAMP + 3_600}:f>",
    )
    assert time_given(session, dues, 0, timedelta(hours=6)) == f"{anne}."
    assert time_given(session, dues, None, timedelta(hours=6)) == f"{anne} and {ben}."
    # While the game is paused the hour is not known.
    held = [QuestionDue(0, "round", NOON, timedelta(hours=9))]
    assert time_given(session, held, 0, timedelta(hours=6)) == "**Anne** has 6 hours more."
    everybody = "Everybody who has to answer has 1 day more."
    assert time_given(session, held, None, timedelta(days=1)) == everybody


async def test_more_time_in_a_vote_is_for_all() -> None:
    scene = propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")
    scene.play(0, "call_vote")
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    dues = [QuestionDue(seat, "ballot", NOON) for seat in range(3)]
    assert session.match.closing()
    for seat in (1, None):
        given = time_given(session, dues, seat, timedelta(hours=6))
        assert given == f"Everybody has until <t:{NOON_STAMP}:f>."


async def test_a_paused_game_shows_why_and_offers_no_moves() -> None:
    session = movement(pace="daily")
    session.paused_at = NOON
    pause = {"what": "pause", "by": 9, "reason": "Supper *first*."}
    lines = clock_lines(session, [Logged(4, NOON, -1, (), note=pause)], session.dues)
    assert lines == [
        f"⏸ **The game has been paused** since <t:{NOON_STAMP}:f>. Reason: Supper \\*first\\*.\n"
        "A moderator can resume it."
    ]
    text, labels = shown(status_card(session, clock=lines))
    assert lines[0] in text
    assert labels == ["Resume", "My hand", "Map"]
    assert await own_time(session, 0) == ""


async def test_a_pause_by_vote_ends_by_vote() -> None:
    session = movement(pace="daily")
    session.paused_at = NOON
    entries = [Logged(4, NOON, -1, (), note={"what": "pause_voted", "seat": 1})]
    (line,) = clock_lines(session, entries, session.dues)
    assert line.endswith("\n`/resume` asks the table to go on.")


async def test_the_default_may_be_left_to_the_text_around() -> None:
    session = movement(pace="daily")
    assert await own_time(session, 0, with_default=False) == (
        f"⏳ Time runs out <t:{NOON_STAMP}:R> (<t:{NOON_STAMP}:f>)."
    )
