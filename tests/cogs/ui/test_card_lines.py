"""The card line by line: whom it calls, what it says of time, what it leaves out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt, Weight
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Reign
from bot.rules.kingmaker.tables import Modifier
from bot.session import Band, Logged, QuestionDue, Refused, SeatInfo
from bot.session.past.rewind import Turn
from bot.session.receipts import STALE
from cogs.ui.choosing.deadlines import clock_lines, own_time, pace_text
from cogs.ui.choosing.public_questions import private_for, waiting_text
from cogs.ui.controls import OfferKey, Press
from cogs.ui.corrections import (
    REASON_LIMIT,
    _rewinding,
    _why_mend,
    correct,
    correction_values,
    corrections_of,
    reason_in,
    turn_names,
    why_form,
)
from cogs.ui.status_card import lobby_card, news_for, status_card
from tests.cogs.conftest import MemorySession
from tests.cogs.ui import test_corrections_tell_nothing
from tests.cogs.ui.test_board_card import shown
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
STAMP = int(NOON.timestamp())
LATER = NOON + timedelta(hours=1)
MUST, MAY = Prompt(0, "settle", (Offer("go"),)), Prompt(0, "any_time", (), blocking=False)


@pytest.fixture
def session() -> Any:
    """Anne, Ben and Cat; Anne may move."""
    scene = Scene(seats=3).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match, ("Anne", "Ben", "Cat"))


def waiting(session: Any, *seats: int, **prompts: list[Prompt]) -> Any:
    """Make the game wait for these seats, with these questions."""
    session.waiting_for = lambda: list(seats)
    session.prompts = lambda seat: prompts.get(f"seat{seat}", [])
    session.match = SimpleNamespace(
        standings=tuple,
        view=session.match.view,
        closing=dict,
        vote=lambda: None,
        voting=False,
        asked=lambda _: [],
    )
    return session


def lines(session: Any, **more: Any) -> list[str]:
    """The text of a card between its heading and its foot with the standings, and its buttons."""
    text, labels = shown(status_card(session, back=True, **more))
    above = [line for line in text.splitlines()[1:-1] if not line.startswith("-# **")]
    return [*above, f"[{' '.join(labels)}]"]


STANDING = "My hand What can I do? Map Undo Do it for me"
WAITS = "**Anne**’s turn waits for your answer."
MUCH = "something to decide. Press **Decide…**"


def test_a_card_says_in_one_line_whose_hands_are_shown_to_whom(session: Any) -> None:
    def seen() -> list[str]:
        text, _ = shown(status_card(session))
        return [line for line in text.splitlines() if line.startswith("-# 👁")]

    assert seen() == []
    names = ("Anne", "Ben", "Cat", "Dan", "Eve")
    session.seats[:] = [SeatInfo(n, 101 + n, name) for n, name in enumerate(names)]
    session.seats[1] = replace(session.seats[1], shown_to=77)
    assert seen() == ["-# 👁 Hands shown: **Ben** to <@77>"]
    session.seats[:] = [replace(seat, shown_to=70 + seat.number) for seat in session.seats]
    assert seen() == [
        "-# 👁 Hands shown: **Anne** to <@70>, **Ben** to <@71>, **Cat** to <@72>, 2 more"
    ]


# Whose move it is


def test_several_who_are_waited_for(session: Any) -> None:
    waiting(session, 1, 2)
    assert lines(session) == [f"**Ben** and **Cat** have {MUCH}", f"[Decide… {STANDING}]"]
    assert lines(session, pinged=[1]) == [
        f"⚔ <@102>, {WAITS} Press **Decide…**",
        f"**Cat** has {MUCH}",
        f"[Decide… {STANDING}]",
    ]
    assert lines(session, pinged=[1, 2], reminded=[2]) == [
        "⏰ <@102> and <@103>, each of you has something to decide. Press **Decide…**",
        f"[Decide… {STANDING}]",
    ]
    assert lines(session, pinged=[1], reminded=[2])[0].startswith("⚔ <@102>, ")


def test_a_question_to_several_is_told_once(session: Any) -> None:
    asked = [Prompt(0, "settle", (Offer("done"),))]
    waiting(session, 0, 1, 2, seat0=asked, seat1=asked, seat2=asked)
    question = lines(session)[0].removeprefix("**Anne**, **Ben** and **Cat**: ")
    assert lines(session, pinged=[1])[:2] == [
        f"⚔ <@102>, {WAITS} {question}",
        "**Anne** and **Cat** have the same to decide.",
    ]
    assert lines(session, pinged=[0, 1])[:2] == [
        f"⚔ <@101> and <@102>, each of you has something to decide. {question}",
        "**Cat** has the same to decide.",
    ]


def test_one_who_is_waited_for(session: Any) -> None:
    waiting(session, 1)
    assert lines(session) == [f"**Ben** has {MUCH}", f"[Decide… {STANDING}]"]
    asked = f"{WAITS} Press **Decide…**"
    assert lines(session, pinged=[1])[0] == f"⚔ <@102>, {asked}"
    assert lines(session, pinged=[1], reminded=[1])[0] == f"⏰ <@102>, {asked}"
    assert lines(session, pinged=[1], reminded=[0])[0] == f"⚔ <@102>, {asked}"
    waiting(session, 0)
    assert lines(session, pinged=[0])[0] == "⚔ <@101>, it is your move. Press **Decide…**"
    waiting(session, 1)
    assert lines(session, clock=["until noon"])[:2] == [f"**Ben** has {MUCH}", "until noon"]


def test_computers_and_those_who_left(session: Any) -> None:
    waiting(session, 1, 2)
    session.seats[1:] = [SeatInfo(1, None, "S (computer)", "steward"), SeatInfo(2, None, "T", "x")]
    assert lines(session)[0] == "**S** and **T** are thinking."
    # A computer is called by nobody.
    assert lines(session, pinged=[1])[0] == "**S** and **T** are thinking."
    session.seats[2] = SeatInfo(2, 103, "Cat")
    assert lines(session)[0] == f"**S** and **Cat** have {MUCH}"
    session.seats[2] = SeatInfo(2, None, "Cat")
    assert lines(session)[0] == (
        "**S** and **Cat** left the table: `/game join` or `/game add-computer` fills the seat."
    )


def test_the_rest_is_done_where_nobody_may_pass(session: Any) -> None:
    rest = "Do the rest for me My hand"
    passing = Prompt(0, "movement", (Offer("done"),), default=MUST.offers[0].sole())
    for prompts, offered in (
        ({"seat1": [MUST], "seat2": [MUST]}, True),
        ({"seat1": [MUST, MAY], "seat2": []}, True),
        ({"seat1": [MUST], "seat2": [passing]}, False),
        ({"seat1": [MAY]}, False),
        ({"seat0": [MUST]}, False),
        ({}, False),
    ):
        found = lines(waiting(session, 1, 2, **prompts))
        assert (rest in found[-1]) is offered
        assert any("New here?" in line for line in found) is offered
    session.seats[2] = SeatInfo(2, None, "C (computer)", "steward")
    found = lines(waiting(session, 2, seat2=[MUST]))
    assert rest not in found[-1]


STANDINGS = [
    "-# **Lancaster** King *Henry VI*, *Margaret of Anjou*, *Edward of Lancaster*",
    "-# **York** *Richard of York*, *Edward of March*, *George of Clarence*, "
    "*Richard of Gloucester*",
    "-# **Everybody** must have a King to win",
]
"""How all stand as a game begins, below the buttons."""


def test_a_game_that_is_over_or_paused(session: Any) -> None:
    foot = shown(status_card(session, ends=NOON))[0].splitlines()[-1]
    assert foot == f"-# Game ABC123 · ends <t:{STAMP}:R>"
    session.paused_at = NOON
    text, labels = shown(status_card(session, clock=["paused"]))
    assert text.splitlines()[1:] == ["paused", *STANDINGS, "-# Game ABC123"]
    assert labels == ["Resume", "My hand", "Map"]
    session.paused_at, session.status = None, "over"
    text, labels = shown(status_card(session, ends=NOON))
    assert text.splitlines()[1:] == [
        "The game is over. Thank you for playing!", "-# Game ABC123"
    ]  # fmt: skip
    assert labels == ["Map", "Keep the story", "Play again"]


def test_buttons_stand_in_rows_of_five(session: Any) -> None:
    rows = [
        len(item.children)
        for item in status_card(session, back=True).walk_children()
        if isinstance(item, discord.ui.ActionRow)
    ]
    assert rows[-1] == 5
    assert rows[:-1] == [5] * (len(rows) - 2) + rows[-2:-1]
    assert sum(rows[:-1]) <= 10


@pytest.mark.parametrize(("number", "left_out"), [(3, 0), (4, 0), (5, 1), (7, 3)])
def test_four_news_are_told(session: Any, number: int, left_out: int) -> None:
    laid = facts.SiegeLaid(1, "york", ("percy",), 40, 20)
    assert laid.weighs() is Weight.NOTABLE
    found = news_for(session, 0, [Logged(3 + n, NOON, 1, (laid,)) for n in range(number)])
    more = [f"-# • and {left_out} more: `/log` has them all"] if left_out else []
    assert found[4:] == more
    assert len(found) == min(number, 4) + len(more)
    assert news_for(session, 0, []) == []


def test_what_all_seats_voted_on_is_news_to_none_of_them(session: Any) -> None:
    voted = (
        facts.Proposed(1, "assign", card="earl_kent", noble="clifford"),
        facts.BallotClosed(("yea", "yea", "nay"), (9, 1), (8, 2), True),
        facts.Captured(("roos",), 1),
    )
    assert len(news_for(session, 0, [Logged(3, NOON, 1, voted)])) == 1


@pytest.mark.parametrize(("number", "left_out"), [(30, 0), (90, 10)])
def test_headlines_are_all_told_as_far_as_a_message_has_room(
    session: Any, number: int, left_out: int
) -> None:
    taken = facts.Captured(("roos",), 1)
    found = news_for(session, 0, [Logged(3 + n, NOON, 1, (taken,)) for n in range(number)])
    more = [f"-# • and {left_out} more: `/log` has them all"] if left_out else []
    assert found[number - left_out :] == more
    assert len(found) == number - left_out + len(more)


def test_news_that_would_be_too_long_go_without_what_stands_in_brackets_at_their_end() -> None:
    scene = Scene(6, "families").noble("cromwell", 4, "18,20")
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat", "Dan", "Eve", "Fay"))
    session.ruleset = "families"
    added = (
        Modifier("leaning", 2, ("howard",)),
        Modifier("strong", 1, ("mowbray", "stafford", "neville")),
    )
    tried = facts.RecruitTried(
        seat=4, noble="howard", dice=(1, 6), total=10, needed=10, joined=True, modifiers=added,
        offered=(), envoy="cromwell", former=None,
    )  # fmt: skip
    (line,) = news_for(session, 0, [Logged(1, NOON, 0, ()), Logged(2, NOON, 4, (tried,))])
    assert line.endswith("wins over **Howard**: reached 10, needed 10.")


def test_where_there_is_very_much_news_no_line_has_brackets_at_its_end() -> None:
    scene = Scene(6, "families").noble("cromwell", 4, "18,20")
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat", "Dan", "Eve", "Fay"))
    session.ruleset = "families"
    tried = facts.RecruitTried(
        seat=4, noble="howard", dice=(1, 6), total=10, needed=10, joined=True,
        modifiers=(Modifier("leaning", 2, ("howard",)),),
        offered=(), envoy="cromwell", former=None,
    )  # fmt: skip
    few, many = (
        news_for(session, 0, [Logged(1, NOON, 0, ()), *[Logged(2, NOON, 4, (tried,))] * number])
        for number in (10, 30)
    )
    short = "-# • **Eve**’s **Cromwell** wins over **Howard**: reached 10, needed 10"
    assert set(few) == {f"{short} (1 and 6 on the dice, +2 **Howard** leans towards York)."}
    assert set(many) == {f"{short}."}


def test_the_lobby_has_a_button_for_what_can_be_done(session: Any) -> None:
    session.status = "lobby"
    session.seats_wanted = 4
    session.seats[1] = SeatInfo(1, None, "S (computer)", "steward")
    text, labels = shown(lobby_card(session))
    assert labels == ["Join", "Leave", "Add computer", "Remove computer", "Start"]
    assert "1. **Anne** · host\n2. **S (computer)**\n3. **Cat**\n4. *free*" in text
    session.seats_wanted = 3
    text, labels = shown(lobby_card(session))
    assert labels == ["Wait for a seat", "Leave", "Remove computer", "Start"]
    assert "All seats are taken. The host can press **Start**." in text
    for options, ends in (
        ({}, "It ends when somebody wins."),
        ({"rounds": "12"}, "It ends after 12 rounds at the latest."),
        ({"hours": "1.5"}, "It ends 1 hour and 30 minutes after the start at the latest."),
    ):
        session.options = options
        assert f"A game for 3. {ends}" in shown(lobby_card(session))[0]


def test_the_lobby_says_how_people_keep_to_deadlines(session: Any) -> None:
    session.status, session.seats_wanted = "lobby", 4
    anne, cat = (session.seats[number].user_id for number in (0, 2))
    text, _ = shown(lobby_card(session, (), {anne: Band.ALWAYS, cat: Band.OFTEN_LATE}))
    assert "1. **Anne** · host · answers nearly always on time\n2." in text
    assert "3. **Cat** · answers often late\n4. *free*" in text


def test_the_lobby_says_who_has_been_called_and_is_there(session: Any) -> None:
    session.status, session.seats_wanted = "lobby", 2
    session.seats = [
        SeatInfo(0, 1, "Anne", ready_at=NOON),
        SeatInfo(1, None, "S (computer)", "steward"),
        SeatInfo(2, 3, "Cat"),
    ]
    text, labels = shown(lobby_card(session, called_until=NOON))
    assert (
        "1. **Anne** · ✅ ready\n2. **S (computer)**\n"
        "-# Waiting for a seat: **Cat** · ⌛ not ready yet" in text
    )
    assert "The game begins once everybody has pressed **Ready**, and <t:" in text
    assert labels == ["Ready", "Wait for a seat", "Leave", "Remove computer"]


def test_the_lobby_invites_by_name_while_there_is_room(session: Any) -> None:
    session.status, session.seats_wanted = "lobby", 4
    bob, eve = SeatInfo(1, 7, "Bob"), SeatInfo(2, 8, "Eve")
    for invited, text in (
        ([bob], "**Bob** is invited to play again. Press **Join** to take a seat. "),
        ([bob, eve], "**Bob** and **Eve** are invited to play again. Press **Join** to take a "),
    ):
        assert text in shown(lobby_card(session, invited))[0]
    session.seats_wanted = len(session.seats)
    text, _ = shown(lobby_card(session, [bob]))
    assert "invited" not in text
    assert "All seats are taken. The host can press **Start**." in text


# Time


def test_what_happens_without_an_answer_is_said_once_if_it_is_the_same(session: Any) -> None:
    dues = [QuestionDue(0, "a", NOON), QuestionDue(1, "a", LATER), QuestionDue(2, "a", NOON)]
    session.options = {"pace": "daily"}
    listed = f"⏳ **Anne** <t:{STAMP}:R>, **Ben** <t:{STAMP + 3_600}:R>."
    first = "If no answer comes, the first possible one counts."
    plain = "Then the game goes on without an answer."
    waiting(session, 0, 1, seat0=[MUST], seat1=[MUST])
    assert clock_lines(session, [], dues) == [f"{listed} {first}"]
    waiting(session, 0, 1, seat0=[MUST], seat1=[MAY])
    assert clock_lines(session, [], dues) == [f"{listed} {plain}"]
    session.options = {"pace": "daily", "late": "steward"}
    waiting(session, 0, 1, seat0=[MUST], seat1=[MUST])
    assert clock_lines(session, [], dues) == [
        f"{listed} If no answer comes, a computer player decides."
    ]
    # One time for everybody is told once.
    dues[1] = QuestionDue(1, "a", NOON)
    out = f"⏳ Time runs out <t:{STAMP}:R> (<t:{STAMP}:f>)."
    assert clock_lines(session, [], dues) == [
        f"{out} If no answer comes, a computer player decides."
    ]
    # A clock that stands still, and that of nobody who is waited for, say nothing.
    dues[1] = QuestionDue(1, "a", LATER, timedelta(minutes=5))
    alone = f"{out} If no answer comes, a computer player decides."
    assert clock_lines(session, [], dues) == [alone]
    assert clock_lines(session, [], dues[1:]) == []
    session.options = {}
    assert clock_lines(session, [], dues) == []
    session.options, session.status = {"pace": "daily"}, "over"
    assert clock_lines(session, [], dues) == []


async def test_ones_own_time(session: Any) -> None:
    session.options = {"pace": "daily"}
    session.dues = [QuestionDue(1, "a", LATER), QuestionDue(0, "a", NOON)]
    out = f"⏳ Time runs out <t:{STAMP}:R> (<t:{STAMP}:f>)."
    waiting(session, 0, seat0=[MAY, MUST])
    assert await own_time(session, 0) == f"{out} If no answer comes, the first possible one counts."
    assert await own_time(session, 2) == ""
    session.options = {"pace": "daily", "late": "steward"}
    assert await own_time(session, 0) == f"{out} If no answer comes, a computer player decides."
    # What has a time by the rules ends by the rules.
    timed = Prompt(0, "settle", (Offer("go"),), seconds=60)
    waiting(session, 0, seat0=[timed])
    assert await own_time(session, 0) == f"{out} If no answer comes, the first possible one counts."
    waiting(session, 0, seat0=[MAY])
    assert await own_time(session, 0) == ""
    waiting(session, 0, seat0=[MUST])
    session.dues = [QuestionDue(0, "a", NOON, timedelta(minutes=5))]
    assert await own_time(session, 0) == ""
    session.dues = [QuestionDue(0, "a", NOON)]
    session.paused_at = NOON
    assert await own_time(session, 0) == ""
    session.paused_at = None
    assert await own_time(session, 0) != ""
    session.status = "over"
    assert await own_time(session, 0) == ""


def test_the_pace_is_told_with_what_happens_to_who_is_late(session: Any) -> None:
    session.options = {"pace": "live"}
    assert pace_text(session) == (
        "Pace *live*: 10 minutes for each answer, with a reminder 3 minutes before the deadline. "
        "If no answer comes, the game goes on."
    )


def test_whom_the_game_waits_for(session: Any) -> None:
    assert waiting_text(waiting(session, 0, 2)) == "We are waiting for **Anne** and **Cat**."
    assert waiting_text(waiting(session)) == ""


def test_what_one_alone_may_read(session: Any) -> None:
    offers = (Offer("go", (Field("to", ("a", "b")),)),)
    sealed = Prompt(0, "seal", offers, sealed=True)
    may = Prompt(0, "may", offers, sealed=True, blocking=False)
    waiting(session, 0)
    for asked, found in (([MUST, sealed], sealed), ([may, MUST], None), ([], None)):
        session.match.asked = lambda _, asked=asked: asked
        assert private_for(session, 0) == found


# Corrections


@pytest.mark.parametrize(
    ("what", "texts", "said"),
    [
        ("Dance", ("", ""), "I do not know that correction. I know these: Move a piece, "),
        ("Move a piece", ("", "york"), "Say “which” as well. Or leave both out"),
        ("Kill somebody", ("Percy", "york"), "“Kill somebody” needs only “which”"),
        ("Move a piece", ("x" * 81, ""), f"“{'x' * 80}” is not a choice there."),
    ],
)
async def test_a_correction_that_makes_no_sense(
    what: str, texts: tuple[str, str], said: str
) -> None:
    with pytest.raises(Refused) as refused:
        await correct(SimpleNamespace(), test_corrections_tell_nothing.session(), what, *texts)  # type: ignore[arg-type]
    assert refused.value.text.startswith(said)


async def test_a_correction_is_tried_out_before_anybody_asks_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[tuple[str, list[str]]] = []
    tried: list[Any] = []

    async def show(_: Any, text: str, view: discord.ui.View) -> None:
        controls = [getattr(item, "item", item) for item in view.children]
        found.append((text, [str(c.label) for c in controls if isinstance(c, discord.ui.Button)]))

    made = test_corrections_tell_nothing.session()

    async def try_out(choice: Any, *, by: int) -> None:
        assert by == 900
        tried.append(choice)

    made.moderator.try_out = try_out
    monkeypatch.setattr("cogs.ui.corrections.show", show)
    somebody: Any = SimpleNamespace(user=SimpleNamespace(id=900))
    await correct(somebody, made, "KILL somebody", "Percy", "")
    assert tried == [Choice.of("correct_kill", piece="percy")]
    text, labels = found.pop()
    assert text == "### Correct the position\n**Percy** dies.\nThe table is told, with your reason."
    assert labels == ["Correct…", "Back"]
    await correct(somebody, made, "Kill somebody", "", "")
    text, labels = found.pop()
    assert text.startswith("### Kill somebody\n")
    assert len(tried) == 1
    # Whom an heir would leave is said where he would be put, and before.
    made.match.position.state.heirs["richard_york"].holder = "percy"
    kept = "**Percy** keeps him now, and would lose him."
    await correct(somebody, made, "Move a piece", "richard_york", "18,20")
    text, labels = found.pop()
    assert text.splitlines()[1:] == [
        "*Richard of York* is put in the open at S21 London.",
        kept,
        "The table is told, with your reason.",
    ]
    await correct(somebody, made, "Move a piece", "richard_york", "")
    assert kept in found.pop()[0]
    await correct(somebody, made, "Move a piece", "henry", "18,20")
    assert "keeps" not in found.pop()[0]


def test_beyond_its_fields_a_correction_suggests_nothing() -> None:
    made = test_corrections_tell_nothing.session()
    assert correction_values(made, "correct_card", 1, ["earl_kent", ""], "") != []
    assert correction_values(made, "correct_card", 2, ["earl_kent", "", ""], "") == []
    assert correction_values(made, "dance", 0, [""], "") == []


def test_turns_to_go_back_to_are_suggested_the_newest_first(session: Any) -> None:
    def turns(number: int) -> list[Turn]:
        return [
            Turn(100 + n, NOON + timedelta(minutes=n), facts.TurnBegan(n % 3, n + 1), n)
            for n in range(number)
        ]

    session.moderator = SimpleNamespace(turns_at_hand=lambda: turns(26))
    found = [(each.name, each.value) for each in turn_names(session, "")]
    assert len(found) == 25
    assert found[0] == ("Round 26: Ben’s turn · 21 Nov, 12:25 UTC", "25")
    assert found[-1] == ("Round 2: Ben’s turn · 21 Nov, 12:01 UTC", "1")
    assert [each.value for each in turn_names(session, "ROUND 26")] == ["25"]
    assert [each.value for each in turn_names(session, "12:07")] == ["7"]
    assert turn_names(session, "Dora") == []
    session.seats[1] = SeatInfo(1, 102, "B" * 120)
    assert [len(each.name) for each in turn_names(session, "Round 26")] == [100]


async def test_a_reason_is_asked_on_a_form() -> None:
    made = why_form("turnback", "ABC123", 4, 7, title="Take the game back")
    assert (made.title, made.custom_id) == ("Take the game back", "m.turnback:ABC123:4:7")
    (label,) = made.children
    assert isinstance(label, discord.ui.Label)
    reason: Any = label.component
    assert (reason.custom_id, reason.max_length, reason.required) == ("reason", REASON_LIMIT, True)
    assert made.is_finished()
    assert REASON_LIMIT == 300
    for value, said in (("a mix-up", "a mix-up"), (None, "")):
        row = {"component": {"custom_id": "reason", "value": value}}
        assert reason_in({"components": [row]}) == said
    assert reason_in({}) == ""


async def test_a_correction_is_mended_while_it_is_what_it_was() -> None:
    made = test_corrections_tell_nothing.session()
    way = corrections_of(made)["correct_kill"]
    desk = SimpleNamespace(
        at_hand=lambda game: made if game == "ABC123" else None,
        whatifs=SimpleNamespace(find=lambda _: None),
    )
    somebody: Any = SimpleNamespace(client=SimpleNamespace(desk=desk))

    def opened(verb: str, mark: str, game: str = "ABC123") -> str | None:
        key = OfferKey(game, -1, 7, verb, mark)
        form = _why_mend(somebody, Press("mend", game, (*key.parts, "-")))
        return None if form is None else form.custom_id

    assert opened("correct_kill", way.mark) == f"m.mend:ABC123:-1:7:correct_kill:{way.mark}:-"
    assert opened("correct_kill", "other") is None
    assert opened("correct_dance", way.mark) is None
    # Of a game that is not remembered it is looked up once the reason is given.
    assert opened("correct_kill", "other", "GONE") == "m.mend:GONE:-1:7:correct_kill:other:-"


async def test_a_game_that_went_on_is_not_taken_back(
    monkeypatch: pytest.MonkeyPatch, session: Any
) -> None:
    async def moderated(*_: Any) -> Any:
        return session

    async def turns() -> list[Turn]:
        return [Turn(6, NOON, facts.TurnBegan(0, 1), 4), Turn(9, NOON, facts.TurnBegan(1, 1), 6)]

    monkeypatch.setattr("cogs.ui.corrections.moderated", moderated)
    session.moderator = SimpleNamespace(turns=turns)
    session.revision, session.moment = 12, 7
    somebody: Any = SimpleNamespace()
    assert await _rewinding(somebody, Press("turnback", "G1", ("4", "7"))) == (session, 6)
    for parts, said in (
        (("4", "6"), "The game has moved on since you looked."),
        (("4",), STALE),
        (("4", "7", "1"), STALE),
        (("x", "7"), STALE),
        (("9", "7"), "No turn began there."),
    ):
        with pytest.raises(Refused) as refused:
            await _rewinding(somebody, Press("turnback", "G1", parts))
        assert refused.value.text.startswith(said)
    # Only what everybody can see was done makes a preview out of date.
    session.revision = 13
    assert await _rewinding(somebody, Press("turnback", "G1", ("4", "7"))) == (session, 6)


def test_the_card_counts_the_turns_of_a_reign_that_wins() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.dead("henry", "richard_york").crowned("edward_march").hold("edward_march", "percy")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    session.ruleset = "classic"
    scene.match.position.state.reign = None
    assert "the sole King" not in shown(status_card(session))[0]
    scene.match.position.state.reign = Reign("edward_march", 0, 1)
    lines = shown(status_card(session))[0].split("\n")
    assert (
        "♚♔♔♔ **Anne** holds *Edward of March*, the sole King: 1 of 4 turns, 3 more in a row to win"
    ) in lines
