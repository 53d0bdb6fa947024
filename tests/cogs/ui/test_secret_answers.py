"""All are asked in secret whether they play a card: the table sees that, and nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.rules.kernel import Choice
from bot.rules.kernel.match import CLOSE
from bot.session import Refused
from bot.session.receipts import STALE
from cogs.ui.choosing import shared_questions
from cogs.ui.choosing.public_questions import mark_of, waiting_text
from cogs.ui.choosing.shared_questions import _answer, _say, ballot_view
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


async def test_an_answer_to_what_nobody_is_asked_is_old_and_any_other_goes_to_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = dies(scene_of(0))
    session, played = session_of(scene), list[Any]()
    vote = scene.match.vote()
    assert vote is not None
    mark = mark_of(vote)
    scene.play(2, "let_be")

    async def found(_: Any) -> Any:
        return session

    async def carry_out(_: Any, session: Any, seat: int, choice: Choice, moment: Any) -> None:
        played.append((seat, choice))

    monkeypatch.setattr(shared_questions, "carry_out", carry_out)
    for seat in (0, 1, 2):
        presser: Any = SimpleNamespace(user=SimpleNamespace(id=HOST + seat))
        await _say(presser, cast("Any", SimpleNamespace(session=found, parts=("let_be", mark))))
        for parts in (("let_be", "gone"), ("let_be",)):
            with pytest.raises(Refused) as refused:
                await _say(presser, cast("Any", SimpleNamespace(session=found, parts=parts)))
            assert str(refused.value) == STALE
    assert played == [(seat, Choice("let_be")) for seat in (0, 1, 2)]
