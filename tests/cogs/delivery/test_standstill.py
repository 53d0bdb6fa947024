"""Whose clock is stopped when nobody can be told, and whose runs again; where a game can be run."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.session import Refused
from cogs.delivery import cards
from cogs.delivery.cards import check_channel, show_status
from cogs.delivery.standstill import let_go_on, lost_its_channel, stop

BOT, WARDEN = 50, 101


class Game:
    """A game, its moderator and those who can be told of it: all that is done is written down."""

    id = "ABC123"

    def __init__(self, status: str = "running", paused: bool = False) -> None:
        self.status = status
        self.paused_at = object() if paused else None
        self.moderator = self.courier = self.desk = self.lobby = self
        self.host_id = WARDEN
        self.user: Any = SimpleNamespace(id=BOT)
        self.done: list[tuple[Any, ...]] = []
        self.deeds: list[tuple[str, int]] = []
        self.refuses = False

    async def pause(self, *, by: int, reason: str) -> None:
        self.done.append(("pause", by, reason))
        if self.refuses:
            raise Refused("The game is already paused.")

    async def end(self, by: int) -> None:
        self.done.append(("end", by))
        if self.refuses:
            raise Refused("The game is over.")

    async def resume(self, *, by: int, reason: str) -> None:
        self.done.append(("resume", by, reason))
        if self.refuses:
            raise Refused("The game is not paused.")

    async def audit(self) -> list[Any]:
        return [SimpleNamespace(what=what, by=by) for what, by in self.deeds]

    async def speak_again(self, game: str) -> None:
        self.done.append(("speaks", game))

    async def say_channel_gone(self, _: Any, name: str | None) -> None:
        self.done.append(("gone", name))


def game(status: str = "running", *, paused: bool = False) -> Any:
    return Game(status, paused)


async def test_a_game_that_lost_its_channel_is_told_of_and_stands_still() -> None:
    lost = game()
    await lost_its_channel(lost, lost, lost, "tavern")
    assert lost.done == [("gone", "tavern"), ("pause", BOT, "Its channel is gone.")]
    unnamed = game()
    await lost_its_channel(unnamed, unnamed, unnamed)
    assert unnamed.done[0] == ("gone", None)


async def test_a_lobby_goes_with_its_channel_and_what_is_over_is_not_told_of() -> None:
    lobby, over = game("lobby"), game("over")
    for each in (lobby, over):
        await lost_its_channel(each, each, each)
    assert (lobby.done, over.done) == ([("gone", None), ("end", WARDEN)], [])
    begun = game("lobby")
    begun.refuses = True
    await lost_its_channel(begun, begun, begun)
    assert begun.done == [("gone", None), ("end", WARDEN)]


async def test_only_a_running_clock_is_stopped() -> None:
    for standing in (game("lobby"), game("over"), game(paused=True)):
        await stop(standing, standing, "why")
        assert standing.done == []
    running, offline = game(), game()
    offline.user = None
    for each in (running, offline):
        await stop(each, each, "why")
    assert (running.done, offline.done) == ([("pause", BOT, "why")], [])


async def test_that_somebody_was_quicker_is_no_trouble() -> None:
    running, paused = game(), game(paused=True)
    running.refuses = paused.refuses = True
    paused.deeds = [("pause", BOT)]
    await stop(running, running, "why")
    await let_go_on(paused, paused)
    assert running.done == [("pause", BOT, "why")]
    assert paused.done[1:] == [("resume", BOT, "It has a channel again.")]


@pytest.mark.parametrize(
    ("deeds", "goes_on"),
    [
        ([("pause", BOT)], True),
        ([("pause", WARDEN)], False),
        # The newest pause counts, whatever was done since.
        ([("extend", WARDEN), ("pause", BOT), ("pause", WARDEN)], True),
        ([("extend", BOT), ("pause", WARDEN), ("pause", BOT)], False),
        ([("extend", BOT)], False),
        ([], False),
    ],
)
async def test_only_the_bots_own_pause_is_ended_by_it(
    deeds: list[tuple[str, int]], goes_on: bool
) -> None:
    paused = game(paused=True)
    paused.deeds = deeds
    await let_go_on(paused, paused, "why")
    # What had to wait is said in any case, and first.
    assert paused.done == [("speaks", "ABC123"), *[("resume", BOT, "why")] * goes_on]


async def test_what_is_not_paused_is_only_spoken_of() -> None:
    running, offline = game(), game(paused=True)
    offline.user = None
    for each in (running, offline):
        each.deeds = [("pause", BOT)]
        await let_go_on(each, each)
        assert each.done == [("speaks", "ABC123")]


# Where a game can be run


def press(kind: discord.ChannelType | None, may: discord.Permissions) -> Any:
    channel = None if kind is None else SimpleNamespace(type=kind)
    return SimpleNamespace(channel=channel, app_permissions=may)


ALL = discord.Permissions.all()


@pytest.mark.parametrize(
    ("kind", "may", "refusal"),
    [
        (None, ALL, "I host games only in a server’s channels. Try it there."),
        (
            discord.ChannelType.private,
            ALL,
            "I host games only in a server’s channels. Try it there.",
        ),
        (
            discord.ChannelType.text,
            discord.Permissions(view_channel=True, embed_links=True),
            (
                "I cannot run a game here yet. In this channel I still need: Send messages, Attach "
                "files."
            ),
        ),
        (discord.ChannelType.text, ALL, None),
    ],
)
async def test_where_a_game_can_be_run(
    kind: discord.ChannelType | None,
    may: discord.Permissions,
    refusal: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[Any] = []

    async def session_here(_: Any) -> str:
        return "the game"

    async def repost(session: Any) -> None:
        done.append(session)

    async def show(_: Any, text: str) -> None:
        done.append(text)

    monkeypatch.setattr(cards, "session_here", session_here)
    monkeypatch.setattr(cards, "show", show)
    here = press(kind, may)
    here.client = SimpleNamespace(deliverer=SimpleNamespace(repost=repost))
    if refusal is None:
        check_channel(here)
        await show_status(here)
        assert done == ["the game", "Here is the table again, at the bottom of the channel."]
        return
    with pytest.raises(Refused) as refused:
        check_channel(here)
    assert refused.value.text == refusal
    with pytest.raises(Refused) as refused:
        await show_status(here)
    assert (refused.value.text, done) == (refusal, [])
