"""What a moderator looks at: a hand behind broken glass, the audit, the record."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.session import Refused
from bot.session.past.rewind import Turn
from bot.words.phrases import uncited
from cogs import moderator
from cogs.moderator import deed_line
from cogs.ui.names import names
from cogs.ui.replies import words_of
from tests.cogs.moderating.doubles import (
    NOON,
    SIGNED,
    STAMP,
    TOLD,
    WARDEN,
    WHY,
    deed,
    do,
)


async def test_broken_glass_shows_one_hand(here: Any, session: Any, answers: list[Any]) -> None:
    await do(here, "break_glass", player="Ben", reason=WHY)
    assert session.moderator.done == [("break_glass", {**SIGNED, "seat": 1})]
    ((how, text, (file,)),) = answers
    first, *lines, last = text.splitlines()
    closed = "You have looked, so you cannot take a seat in this game."
    assert (how, first, last) == ("show", "### What **Ben** sees", f"-# {TOLD} {closed}")
    content = session.rules.content
    assert any(content.crown[content.mercenaries[0]].name in line for line in lines)
    # It is the moderator who reads it.
    assert not any(" you " in f" {line} " for line in lines)
    assert file.filename == "hand1.png"


async def test_a_hand_without_a_picture_is_told_in_words(
    here: Any, server: Any, answers: list[Any]
) -> None:
    server.drawn = False
    await do(here, "break_glass", player="Ben", reason=WHY)
    assert [(how, files) for how, _, files in answers] == [("show", [])]


@pytest.mark.parametrize(
    ("what", "undone", "struck"),
    [("pause", False, False), ("pause", True, True), ("retract", True, False)],
)
def test_a_deed_that_was_taken_back_is_struck_through(
    session: Any, what: str, undone: bool, struck: bool
) -> None:
    line = deed_line(session, deed(what, undone=undone))
    bare = line.removeprefix("~~").removesuffix("~~ *taken back*")
    assert bare.startswith(f"{STAMP} ")
    assert f"<@{WARDEN}>" in bare
    assert bare.endswith(f"Reason: {WHY}")
    assert line == (f"~~{bare}~~ *taken back*" if struck else bare)


@pytest.mark.parametrize(("what", "said"), [("correct", True), ("skip", True), ("undo", False)])
def test_the_audit_says_what_came_of_a_deed(session: Any, what: str, said: bool) -> None:
    event = facts.Captured(("clifford",), 0)
    line = deed_line(session, deed(what, about={"seat": 1}, events=(event,)))
    (came,) = map(uncited, words_of(session).tell_all([event], names(session)))
    assert (f" {came} Reason: {WHY}" in line) == said


async def test_the_audit_begins_with_the_newest_and_leaves_none_out(
    here: Any, session: Any, answers: list[Any]
) -> None:
    await do(here, "audit")
    assert answers == [("tell", "No moderator has done anything in this game.", [])]
    session.moderator.deeds = [deed("skip", about={"seat": n % 2}) for n in range(60)]
    await do(here, "audit", last=3)
    lines = [deed_line(session, each) for each in session.moderator.deeds]
    assert answers[1:] == [("tell", "\n".join(lines[:3]), [])]
    # Twenty, if it is not said how many.
    await do(here, "audit")
    assert [line for _, text, _ in answers[2:] for line in text.splitlines()] == lines[:20]
    answers.clear()
    await do(here, "audit", last=50)
    assert [line for _, text, _ in answers for line in text.splitlines()] == lines[:50]
    assert len(answers) > 1


@pytest.mark.parametrize("status", ["running", "lobby"])
async def test_the_record_is_handed_out_only_in_the_end(
    here: Any, session: Any, answers: list[Any], status: str
) -> None:
    session.status = status
    with pytest.raises(Refused, match="hand it out only once the game has been played to its end"):
        await do(here, "export")
    assert answers == []


async def test_the_record_of_a_finished_game_is_a_file_of_nine_megabytes_at_most(
    here: Any, session: Any, answers: list[Any]
) -> None:
    # With the quotation marks it is as long as may be.
    record = "x" * (9_000_000 - 2)

    async def export() -> str:
        return record

    session.status, session.export = "over", export
    await do(here, "export")
    ((how, text, (file,)),) = answers
    assert (how, text) == ("show", "The whole game, with its seed and every decision.")
    assert file.filename == "game-ABC123.json"
    assert json.loads(file.fp.read()) == record
    record += "x"
    with pytest.raises(Refused) as refused:
        await do(here, "export")
    assert refused.value.text == (
        "The record is too long to send here. `kingmaker export` writes it."
    )
    assert len(answers) == 1


# What a moderator is offered while he types.


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
