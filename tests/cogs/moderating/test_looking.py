"""What a moderator looks at: a hand behind broken glass, the audit, the record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.session import Refused
from bot.words.phrases import uncited
from cogs.moderator import deed_line
from cogs.ui.names import names
from cogs.ui.replies import words_of
from tests.cogs.moderating.doubles import (
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
