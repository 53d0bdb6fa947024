"""All are asked in secret whether they play a card: the table sees that, and nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.rules.kernel.match import CLOSE
from bot.session import Refused
from cogs.ui.choosing.public_questions import waiting_text
from cogs.ui.choosing.shared_questions import _answer, ballot_view
from cogs.ui.status_card import status_card
from tests.cogs.conftest import HOST, MemorySession
from tests.cogs.ui.test_board_card import shown
from tests.rules.kingmaker.events.test_influence_heir import dies, scene_of

NAMES = ("Anne", "Ben", "Cicely")


def session_of(scene: Any) -> Any:
    session: Any = MemorySession(scene.match, NAMES)
    return session


def test_the_card_is_the_same_whoever_keeps_the_card_and_whoever_has_answered() -> None:
    cards = set()
    for holder in (0, 1, 2):
        scene = dies(scene_of(holder))
        session = session_of(scene)
        for first in (None, 0):
            if first is not None:
                scene.play(first, "let_be")
            told, buttons = shown(status_card(session))
            cards.add((told, tuple(buttons)))
            assert waiting_text(session) == "Everybody is asked in secret."
    ((text, labels),) = cards
    assert "✉ **Everybody is asked in secret.** **Grey** was killed." in text
    assert labels[0] == "Your answer"
    question = text.partition("✉")[2].partition("Lancaster")[0]
    assert not any(name in question for name in NAMES)


@pytest.mark.parametrize(
    ("seat", "answers"), [(0, ["Win the heir", "Let it be"]), (2, ["Let it be"])]
)
def test_one_is_offered_what_one_keeps(seat: int, answers: list[str]) -> None:
    scene = dies(scene_of(0))
    (prompt,) = [p for p in scene.match.prompts(seat) if p.is_vote]
    view = ballot_view(session_of(scene), prompt)
    labels = [item.item.label for item in view.children if isinstance(item, discord.ui.DynamicItem)]
    assert labels == answers


async def pressed(scene: Any, user: int) -> str:
    """What is said to whom *Your answer* brings up nothing."""
    session = session_of(scene)

    async def found(_: Any) -> Any:
        return session

    presser: Any = SimpleNamespace(user=SimpleNamespace(id=user))
    press: Any = SimpleNamespace(session=found)
    with pytest.raises(Refused) as refused:
        await _answer(presser, press)
    return str(refused.value)


async def test_who_has_answered_or_is_not_asked_is_told_the_same() -> None:
    scene = dies(scene_of(0))
    scene.play(2, "let_be")
    sealed = "You have answered, or nobody is asking you. Answers stay sealed until all are in."
    assert [await pressed(scene, HOST + seat) for seat in (1, 2)] == [sealed, sealed]
    scene._note(scene.match.direct(CLOSE))
    assert (
        await pressed(scene, HOST) == "That question is closed. The channel tells you how it ended."
    )
