"""To which turn a moderator takes a game back, and what he mends."""

from __future__ import annotations

from typing import Any

import pytest

from bot.session import Refused
from cogs import moderator
from tests.cogs.moderating.doubles import (
    do,
)


@pytest.mark.parametrize(
    ("turn", "to"), [("12", 12), (" 7 ", 7), ("last week", None), ("-1", None), ("", None)]
)
async def test_to_which_turn(
    here: Any,
    session: Any,
    answers: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    turn: str,
    to: int | None,
) -> None:
    shown = []

    async def preview(_: Any, game: Any, number: int) -> None:
        assert game is session
        shown.append(number)

    monkeypatch.setattr(moderator, "preview_rewind", preview)
    if to is None:
        with pytest.raises(Refused) as refused:
            await do(here, "rewind", turn=turn)
        text = f"“{turn}” is not a turn. Choose one of the suggestions."
        assert refused.value.text.replace("\\", "") == text
    else:
        await do(here, "rewind", turn=turn)
    assert shown == ([] if to is None else [to])


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ({}, ("", "")),
        ({"which": "percy"}, ("percy", "")),
        ({"which": "percy", "to": "york"}, ("percy", "york")),
    ],
)
async def test_what_is_to_be_mended_is_passed_on(
    here: Any,
    session: Any,
    answers: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    given: dict[str, str],
    passed: tuple[str, str],
) -> None:
    asked: list[Any] = []

    async def correct(_: Any, game: Any, *texts: str) -> None:
        assert game is session
        asked.append(texts)

    monkeypatch.setattr(moderator, "correct", correct)
    await do(here, "correct", what="correct_kill", **given)
    assert asked == [("correct_kill", *passed)]
