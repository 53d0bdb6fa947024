"""What a moderator is offered while he types."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.session import Refused
from bot.session.past.rewind import Turn
from cogs import moderator
from tests.cogs.moderating.doubles import (
    NOON,
)


@pytest.fixture
def typing(here: Any, session: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A moderator types in the game's channel."""
    monkeypatch.setattr(moderator, "is_moderator_at_hand", lambda _: here.moderates)
    monkeypatch.setattr("cogs.ui.suggestions.session_at_hand", lambda _: session)

    def at_hand(_: Any) -> Any:
        if here.game is None:
            raise Refused("There is no game in this channel.")
        return here.game

    monkeypatch.setattr(moderator, "session_at_hand", at_hand)
    here.moderates, here.game = True, session
    here.namespace = SimpleNamespace(what=None, which=None, to=None)
    session.moderator.turns_at_hand = lambda: [Turn(9, NOON, facts.TurnBegan(0, 1), 7)]
    offered = session.rules.corrections(session.match.table)
    session.moderator.corrections = lambda: offered
    return here


async def offered(find: Any, here: Any, current: str) -> list[tuple[str, Any]]:
    return [(each.name, each.value) for each in await find(here, current)]


FINDERS = (
    moderator._seats,
    moderator._policies,
    moderator._turns,
    moderator._whats,
    moderator._nth(0),
)


async def test_a_moderator_is_offered_what_there_is(typing: Any) -> None:
    assert await offered(moderator._seats, typing, "b") == [("Ben", "1")]
    assert await offered(moderator._policies, typing, "") == [
        ("Steward", "steward"),
        ("Random", "random"),
        ("Strategist", "strategist"),
    ]
    assert await offered(moderator._policies, typing, "RAN") == [("Random", "random")]
    assert [value for _, value in await offered(moderator._turns, typing, "")] == ["7"]
    whats = await offered(moderator._whats, typing, "kill")
    assert whats == [("Kill somebody — a noble, an heir or a King", "correct_kill")]
    typing.namespace.what = "correct_move"
    assert "percy" in [value for _, value in await offered(moderator._nth(0), typing, "percy")]
    typing.namespace.which = "percy"
    squares = await offered(moderator._nth(1), typing, "S21")
    assert "18,20" in [value for _, value in squares]


@pytest.mark.parametrize("number", [0, 1])
async def test_what_was_typed_so_far_narrows_what_is_offered(
    typing: Any, session: Any, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(moderator, "correction_values", lambda *given: asked.append(given))
    await moderator._nth(number)(typing, "yo")
    typing.namespace = SimpleNamespace(what="correct_move", which="percy", to="york")
    await moderator._nth(number)(typing, "yo")
    assert asked == [
        (session, "", number, ["", ""], "yo"),
        (session, "correct_move", number, ["percy", "york"], "yo"),
    ]


async def test_nobody_else_is_offered_anything(typing: Any) -> None:
    typing.namespace.what = "correct_move"
    typing.moderates = False
    assert [await offered(find, typing, "") for find in FINDERS] == [[]] * 5
    typing.moderates, typing.game = True, None
    assert [await offered(find, typing, "") for find in FINDERS] == [[]] * 5


async def test_where_nothing_can_be_mended_nothing_is_offered(typing: Any, session: Any) -> None:
    session.moderator.corrections = list
    assert await offered(moderator._whats, typing, "") == []
    typing.game.game = "chess"
    assert await offered(moderator._policies, typing, "") == []
