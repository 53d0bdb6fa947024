"""A private message that asks loses its buttons once nothing there can be answered, and only so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.delivery.open_questions import OpenQuestions
from tests.cogs.delivery.test_delivery import error

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
        self.now: Any = self
        self.channel = SimpleNamespace(fetch_message=self._fetched)

    async def _fetched(self, number: int) -> Any:
        assert number == self.id
        if isinstance(self.now, Exception):
            raise self.now
        return self.now

    async def edit(self, *, view: Any) -> None:
        self.feet.append(view)


def table(status: str = "running") -> Any:
    """A game."""
    return SimpleNamespace(id="ABC123", status=status, match=object())


@pytest.fixture
def questions() -> OpenQuestions:
    return OpenQuestions()


async def test_what_can_still_be_answered_is_left_alone(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    is_open = [True]
    questions.asked("ABC123", message, lambda _: is_open[0], lambda _: FOOT)
    assert not questions.any_settled(table())
    await questions.settle(table())
    assert message.feet == []
    is_open[0] = False
    assert questions.any_settled(table())
    await questions.settle(table())
    assert message.feet == [FOOT]
    await questions.settle(table())
    assert message.feet == [FOOT]


async def test_over_is_over(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    questions.asked("ABC123", message, lambda _: False, lambda _: FOOT)
    await questions.settle(table("over"))
    assert message.feet == [None]


async def test_another_game_is_not_touched(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    questions.asked("XYZ789", message, lambda _: False, lambda _: FOOT)
    assert not questions.any_settled(table())
    await questions.settle(table())
    assert message.feet == []


async def test_who_has_pressed_it_sees_what_came_of_it(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    questions.asked("ABC123", message, lambda _: False, lambda _: FOOT)
    questions.pressed(1)
    assert not questions.any_settled(table())


async def test_a_message_that_another_process_has_changed_stays(questions: OpenQuestions) -> None:
    message: Any = Message(1, BALLOT)
    message.now = Message(1, PANEL)
    questions.asked("ABC123", message, lambda _: False, lambda _: FOOT)
    await questions.settle(table())
    assert message.now.feet == []


async def test_one_that_cannot_be_reached_does_not_keep_the_others(
    questions: OpenQuestions,
) -> None:
    lost: Any = Message(1, BALLOT)
    there: Any = Message(2, BALLOT)
    lost.now = error(discord.NotFound, 404, 10008)
    for message in (lost, there):
        questions.asked("ABC123", message, lambda _: False, lambda _: FOOT)
    await questions.settle(table())
    assert there.feet == [FOOT]
