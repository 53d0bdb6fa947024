"""What each command of a moderator asks of the game, how it is signed, and what the answer says."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.rules.kingmaker import facts
from bot.session import Logged, QuestionDue, Refused
from bot.session.past.rewind import Lost
from cogs import moderator
from cogs.ui.moderators import NOT_A_MODERATOR
from cogs.ui.names import names
from cogs.ui.replies import words_of
from tests.cogs.moderating.doubles import (
    GUILD,
    NOON,
    SIGNED,
    STAMP,
    TOLD,
    WHY,
    Wing,
    deed,
    do,
)


async def test_an_undo_shows_what_it_takes_back(
    here: Any, session: Any, answers: list[Any]
) -> None:
    moderator = session.moderator
    moderator.lost = Lost(3, 1, NOON, (Logged(4, NOON, 0, (facts.Captured(("clifford",), 0),)),))
    await do(here, "undo", reason=WHY)
    assert moderator.done == [("undo", SIGNED)]
    (line,) = words_of(session).tell_all(moderator.lost.events, names(session))
    taken = "**This has been taken back:**"
    now = "Now: Round 1 · Anne’s turn · movement."
    assert answers == [("show", f"{taken}\n• {line}\n{now}\n{TOLD}", [])]
    # Nothing is shown of what its player alone knows, or what the log says nothing of.
    moderator.lost = Lost(3, 1, NOON, ())
    await do(here, "undo", reason=WHY)
    assert answers[1] == ("show", f"**One step has been taken back.**\n{now}\n{TOLD}", [])
    # However much it was, it fits into one message.
    names_known = sorted(session.rules.content.nobles)[:12]
    long = tuple(facts.Captured(tuple(names_known), seat % 2) for seat in range(12))
    moderator.lost = Lost(3, 1, NOON, (Logged(4, NOON, 0, long),))
    await do(here, "undo", reason=WHY)
    assert len(answers[2][1]) <= 1_502 + len(now) + len(TOLD)
    assert answers[2][1].endswith(f"…\n{now}\n{TOLD}")


async def test_what_is_retracted_is_named(here: Any, session: Any, answers: list[Any]) -> None:
    session.moderator.deeds = [deed("retract", about={"retracted": "correct"})]
    await do(here, "retract", reason=WHY)
    assert session.moderator.done == [("retract", SIGNED)]
    assert answers == [("show", f"You have taken back the correction. {TOLD}", [])]


@pytest.mark.parametrize(
    ("deed", "given", "done", "says"),
    [
        ("pause", {}, {}, "The game is paused. `/mod resume` resumes it."),
        ("resume", {}, {}, "The game goes on."),
        (
            "extend",
            {"time": "1d 6h"},
            {"time": timedelta(hours=30), "seat": None},
            f"**Anne** has until {STAMP}.",
        ),
        (
            "extend",
            {"time": "90 minutes", "player": "anne"},
            {"time": timedelta(minutes=90), "seat": 0},
            f"**Anne** has until {STAMP}.",
        ),
        ("skip", {"player": "Ben"}, {"seat": 1}, "I have given the default answer."),
        ("end", {}, {}, "The game has been ended. `/mod retract` takes that back."),
    ],
)
async def test_a_deed_is_signed_and_answered(
    here: Any,
    session: Any,
    answers: list[Any],
    deed: str,
    given: dict[str, Any],
    done: dict[str, Any],
    says: str,
) -> None:
    session.dues = [QuestionDue(0, "movement", NOON)]
    await do(here, deed, reason=WHY, **given)
    assert session.moderator.done == [(deed, {**SIGNED, **done})]
    assert answers == [("show", f"{says} {TOLD}", [])]


@pytest.mark.parametrize("deed", ["extend", "skip", "kick", "computer", "replace", "break_glass"])
async def test_a_deed_about_nobody_is_not_done(
    here: Any, session: Any, answers: list[Any], deed: str
) -> None:
    more: dict[str, Any] = {"extend": {"time": "1 day"}, "replace": {"to": Wing(bot=False)}}
    with pytest.raises(Refused, match=r"^Nobody here is called “Zoe”\. At the table: Anne, Ben\.$"):
        await do(here, deed, player="Zoe", reason=WHY, **more.get(deed, {}))
    assert (session.moderator.done, answers) == ([], [])


@pytest.mark.parametrize("name", ["pause", "audit", "export", "break_glass", "correct"])
async def test_nobody_else_does_anything(here: Any, session: Any, name: str) -> None:
    stranger = here
    stranger.permissions = discord.Permissions.none()
    given = {
        "pause": {"reason": WHY},
        "break_glass": {"player": "Ben", "reason": WHY},
        "correct": {"what": "correct_kill"},
    }.get(name, {})
    with pytest.raises(Refused) as refused:
        await do(stranger, name, **given)
    assert refused.value.text == NOT_A_MODERATOR
    assert session.moderator.done == []


# To which turn a moderator takes a game back, and what he mends.


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


# Which role moderates the games of a server.


class Role(SimpleNamespace):
    """A role of the server."""

    def is_default(self) -> bool:
        return bool(self.id == GUILD)


WARDENS = Role(id=9, mention="<@&9>")
MAY = "Anyone who may manage the server or the channel moderates games here"


@pytest.mark.parametrize(
    ("role", "says"),
    [
        (None, f"{MAY}. No role is set yet: `/mod role role:` names one."),
        (
            9,
            f"{MAY}, and so does anyone with the role <@&9>. `/mod role role:` names another. "
            "`/mod role clear:True` clears it.",
        ),
    ],
)
async def test_which_role_moderates(
    here: Any, server: Any, answers: list[Any], role: int | None, says: str
) -> None:
    server.role = role
    # Whoever moderates may ask, also without the right to change it.
    here.permissions = discord.Permissions.none()
    await do(here, "role")
    assert (answers, server.roles) == ([("tell", says, [])], [])


async def test_a_role_is_named_and_cleared(here: Any, server: Any, answers: list[Any]) -> None:
    await do(here, "role", role=WARDENS)
    await do(here, "role", clear=True)
    assert server.roles == [(GUILD, 9), (GUILD, None)]
    assert [text for _, text, _ in answers] == [
        "Anyone with the role <@&9> may moderate games here.",
        "There is no longer a moderator role here.",
    ]


@pytest.mark.parametrize(
    ("given", "may", "guild", "why"),
    [
        ({"role": WARDENS}, False, GUILD, "Only somebody who may manage this server can name the"),
        ({"clear": True}, False, GUILD, "Only somebody who may manage this server can name the"),
        ({"role": WARDENS}, True, None, "Only somebody who may manage this server can name the"),
        ({"role": WARDENS, "clear": True}, True, GUILD, "Name a role or clear it, not both."),
        ({"role": Role(id=GUILD, mention="@everyone")}, True, GUILD, "That would make everybody"),
    ],
)
async def test_who_may_not_name_a_role_and_which_is_none(
    here: Any,
    server: Any,
    answers: list[Any],
    given: dict[str, Any],
    may: bool,
    guild: int | None,
    why: str,
) -> None:
    here.permissions = discord.Permissions(manage_guild=may, manage_channels=True)
    here.guild_id = guild
    with pytest.raises(Refused, match=f"^{why}"):
        await do(here, "role", **given)
    assert (server.roles, answers) == ([], [])


async def test_outside_of_a_server_no_role_moderates(
    here: Any, server: Any, answers: list[Any]
) -> None:
    here.guild_id, server.role = None, 9
    await do(here, "role")
    assert answers[0][1].startswith(f"{MAY}. No role is set yet:")
