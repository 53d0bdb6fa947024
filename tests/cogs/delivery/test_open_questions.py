"""A private message that asks loses its buttons once nothing there can be answered, and only so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.storage import QuestionRow
from cogs.delivery import open_questions
from cogs.delivery.open_questions import OpenQuestions, can_be_answered
from cogs.ui.choosing.public_questions import mark_of
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import error
from tests.rules.kingmaker.scene import Scene

BALLOT, PANEL = "b.say:ABC123:yea:x1", "b.act:ABC123:0:7:march:x2"
FOOT: Any = "foot"


def row_of(*ids: str) -> Any:
    """A row of buttons as Discord gives it back."""
    data: Any = {
        "type": 1,
        "components": [{"type": 2, "style": 1, "label": "?", "custom_id": each} for each in ids],
    }
    return discord.ActionRow(data)


class Message:
    """A private message: what was sent, what stands there now, and what became of its foot."""

    def __init__(self, number: int, *ids: str) -> None:
        self.id, self.components, self.feet = number, [row_of(*ids)], list[Any]()
        self.content = "Yea or nay?\n⏳ Time runs out <t:60:R>. If you do not answer, you abstain."
        self.now: Any = self
        self.archived = False
        self.channel = SimpleNamespace(id=900 + number, fetch_message=self._fetched)

    async def _fetched(self, number: int) -> Any:
        assert number == self.id
        if isinstance(self.now, Exception):
            raise self.now
        return self.now

    async def edit(self, *, content: str, view: Any) -> None:
        if self.archived:
            raise error(discord.HTTPException, 400, 50083)
        self.content = content
        self.feet.append(view)


class Kept:
    """What is written down of a game's questions."""

    def __init__(self, *rows: QuestionRow) -> None:
        self.rows = {row.message_id: row for row in rows}

    async def noted(self) -> list[QuestionRow]:
        """All of it."""
        return list(self.rows.values())

    async def forget(self, message_id: int) -> None:
        """No more of this one."""
        self.rows.pop(message_id, None)


def table(status: str = "running", *rows: QuestionRow) -> Any:
    """A game."""
    return SimpleNamespace(
        id="ABC123", status=status, match=object(), private_questions=Kept(*rows)
    )


def asking(game: str = "ABC123", *, news: bool = True, **more: Any) -> QuestionRow:
    """What is known of a question before its message is."""
    values = {"message_id": 0, "channel_id": 0, "seat": 0, "mark": "m", "news": news, **more}
    return QuestionRow(game_id=game, **values)


@pytest.fixture
def still_open(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The messages that can be answered."""
    found: set[int] = set()
    monkeypatch.setattr(
        open_questions, "can_be_answered", lambda _session, row: row.message_id in found
    )
    monkeypatch.setattr(open_questions, "news_foot", lambda _session: FOOT)
    return found


@pytest.fixture
def messages() -> dict[int, Message]:
    """The private messages there are, by channel."""
    return {}


class Opener:
    """Opens archived threads."""

    def __init__(self, messages: dict[int, Message]) -> None:
        self.messages = messages

    async def edit_channel(self, number: int, *, archived: bool) -> None:
        """Open one, or put it away."""
        self.messages[number].archived = archived


@pytest.fixture
def questions(messages: dict[int, Message], still_open: set[int]) -> OpenQuestions:
    bot: Any = SimpleNamespace(
        get_partial_messageable=lambda number: messages[number].channel, http=Opener(messages)
    )
    return OpenQuestions(bot)


async def test_an_archived_thread_is_opened_to_remove_the_buttons(
    questions: OpenQuestions, messages: dict[int, Message]
) -> None:
    message = messages[901] = Message(1, BALLOT)
    message.archived = True
    questions.asked(message, asking(news=False))  # type: ignore[arg-type]
    await questions.settle(table())
    assert (message.archived, message.feet) == (False, [None])


async def test_what_can_still_be_answered_is_left_alone(
    questions: OpenQuestions, still_open: set[int]
) -> None:
    message, session = Message(1, BALLOT), table()
    still_open.add(1)
    questions.asked(message, asking())  # type: ignore[arg-type]
    await questions.settle(session)
    assert message.feet == []
    assert "Time runs out" in message.content
    assert not questions.any_settled(session)
    still_open.clear()
    assert questions.any_settled(session)
    await questions.settle(session)
    assert message.feet == [FOOT]
    assert message.content == "Yea or nay?"
    await questions.settle(session)
    assert message.feet == [FOOT]


async def test_what_told_nothing_else_has_no_foot(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    questions.asked(message, asking(news=False))
    await questions.settle(table())
    assert message.feet == [None]


async def test_over_is_over(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    questions.asked(message, asking())
    await questions.settle(table("over"))
    assert message.feet == [None]


async def test_another_game_is_not_touched(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    session = table()
    questions.asked(message, asking("XYZ789"))
    await questions.settle(session)
    assert message.feet == []
    assert not questions.any_settled(session)


async def test_who_has_pressed_it_sees_what_came_of_it(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    row = asking()
    questions.asked(message, row)
    session = table("running", row)
    await questions.recall(session)
    questions.pressed(1)
    assert questions.any_settled(session)
    await questions.settle(session)
    assert message.feet == []
    assert session.private_questions.rows == {}
    assert not questions.any_settled(session)


async def test_a_message_that_another_process_has_changed_stays(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    message.now = Message(1, PANEL)
    questions.asked(message, asking())
    await questions.settle(table())
    assert message.now.feet == []


async def test_one_that_cannot_be_reached_does_not_keep_the_others(
    questions: OpenQuestions,
) -> None:
    lost: Any = Message(1, BALLOT)
    there: Any = Message(2, BALLOT)
    lost.now = error(discord.NotFound, 404, 10008)
    for message in (lost, there):
        questions.asked(message, asking())
    await questions.settle(table())
    assert there.feet == [FOOT]


async def test_what_an_earlier_process_asked_loses_its_buttons_too(
    questions: OpenQuestions, messages: dict[int, Message], still_open: set[int]
) -> None:
    """After a restart a game's questions are read once; those that are open stay."""
    settled, waiting = Message(1, BALLOT), Message(2, PANEL)
    messages.update({901: settled, 902: waiting})
    still_open.add(2)
    rows = [
        asking(message_id=1, channel_id=901, controls=[BALLOT]),
        asking(message_id=2, channel_id=902, controls=[PANEL]),
    ]
    session = table("running", *rows)
    assert questions.any_settled(session)
    await questions.settle(session)
    assert (settled.feet, waiting.feet) == ([FOOT], [])
    assert list(session.private_questions.rows) == [2]
    assert not questions.any_settled(session)


def test_a_question_is_open_as_long_as_its_seat_is_asked_it() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.next_crown("saxons_1").draw(0)
    session: Any = MemorySession(scene.match)
    (prompt,) = [p for p in scene.match.asked(0) if p.blocking and p.sealed]
    row = asking("ABC123", mark=mark_of(prompt))
    assert can_be_answered(session, row)
    assert not can_be_answered(session, asking("ABC123", mark="another"))
    assert not can_be_answered(session, asking("ABC123", mark=mark_of(prompt), seat=1))
    session.status = "over"
    assert not can_be_answered(session, row)
