"""Which role moderates the games of a server."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.session import Refused
from tests.cogs.moderating.doubles import (
    GUILD,
    do,
)


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
