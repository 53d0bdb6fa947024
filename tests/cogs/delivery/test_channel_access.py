"""Who is let into a channel that only some see, and what is taken from who has left."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.session import Refused
from cogs.delivery.channel_access import let_in, see_out

SEES, BLIND = discord.Permissions(view_channel=True), discord.Permissions.none()
MANAGES = discord.Permissions(manage_roles=True)
LEAVER = 7


def error(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    """As Discord refuses."""
    return kind(SimpleNamespace(status=status, reason=""), {"code": 50013, "message": ""})  # type: ignore[arg-type]


class Place:
    """A channel; what is done to its rules is written down."""

    def __init__(self, **rules: discord.PermissionOverwrite) -> None:
        self.overwrites = {discord.Object(int(k[1:])): rule for k, rule in rules.items()}
        self.done: list[tuple[Any, Any]] = []
        self.fails: Exception | None = None

    async def set_permissions(self, who: Any, *, overwrite: Any) -> None:
        if self.fails is not None:
            raise self.fails
        self.done.append((who, overwrite))


@pytest.fixture(autouse=True)
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord, "TextChannel", Place)


class Server:
    """A server on which the one who leaves may be at hand, away, or gone."""

    def __init__(self, at_hand: Any = None, fetched: Any = None) -> None:
        self._at_hand, self._fetched = at_hand, fetched

    def get_member(self, user_id: int) -> Any:
        assert user_id == LEAVER
        return self._at_hand

    async def fetch_member(self, user_id: int) -> Any:
        assert user_id == LEAVER
        if isinstance(self._fetched, Exception):
            raise self._fetched
        return self._fetched


def press(channel: Any, may: discord.Permissions = MANAGES, guild: Any = None) -> Any:
    return SimpleNamespace(channel=channel, app_permissions=may, guild=guild)


def newcomer(may: discord.Permissions | None) -> Any:
    return SimpleNamespace(resolved_permissions=may, mention="<@8>")


@pytest.mark.parametrize("may", [None, SEES])
async def test_who_sees_the_channel_or_may_is_left_alone(may: discord.Permissions | None) -> None:
    place = Place()
    await let_in(press(place, BLIND), newcomer(may))
    assert place.done == []


async def test_who_does_not_see_the_channel_is_let_in() -> None:
    place, new = Place(), newcomer(BLIND)
    await let_in(press(place), new)
    ((who, rule),) = place.done
    assert who is new
    assert rule == discord.PermissionOverwrite(
        view_channel=True, send_messages=True, read_message_history=True
    )


@pytest.mark.parametrize("why", ["no right", "no such channel", "refused"])
async def test_who_cannot_be_let_in_is_refused_with_the_way_out(why: str) -> None:
    place: Any = object() if why == "no such channel" else Place()
    if why == "refused":
        place.fails = error(discord.Forbidden, 403)
    with pytest.raises(Refused) as refused:
        await let_in(press(place, BLIND if why == "no right" else MANAGES), newcomer(BLIND))
    assert refused.value.text.startswith("<@8> cannot see this channel. Let them in through")


OWN = discord.PermissionOverwrite(view_channel=True)
SHUT = discord.PermissionOverwrite(view_channel=False)


@pytest.mark.parametrize("at_hand", [True, False])
async def test_what_let_somebody_in_is_taken_from_who_leaves(at_hand: bool) -> None:
    place, leaver = Place(u6=OWN, u7=OWN), object()
    guild = Server(leaver) if at_hand else Server(None, leaver)
    await see_out(press(place, guild=guild), LEAVER)
    assert place.done == [(leaver, None)]


@pytest.mark.parametrize(
    ("rules", "may"),
    [
        ({}, MANAGES),
        ({"u6": OWN}, MANAGES),
        ({"u7": SHUT}, MANAGES),
        ({"u7": discord.PermissionOverwrite(send_messages=True)}, MANAGES),
        ({"u7": OWN}, BLIND),
    ],
)
async def test_nothing_else_is_taken_from_anybody(
    rules: dict[str, discord.PermissionOverwrite], may: discord.Permissions
) -> None:
    place = Place(**rules)
    await see_out(press(place, may, Server(object())), LEAVER)
    assert place.done == []


async def test_outside_of_servers_and_their_channels_nothing_is_taken() -> None:
    place = Place(u7=OWN)
    await see_out(press(place, guild=None), LEAVER)
    await see_out(press(object(), guild=Server(object())), LEAVER)
    assert place.done == []


@pytest.mark.parametrize("kind", [discord.NotFound, discord.Forbidden])
async def test_who_is_gone_altogether_needs_nothing_taken(
    kind: type[discord.HTTPException],
) -> None:
    place = Place(u7=OWN)
    await see_out(press(place, guild=Server(None, error(kind, 404))), LEAVER)
    assert place.done == []
