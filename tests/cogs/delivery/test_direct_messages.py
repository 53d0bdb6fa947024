"""Ways to one person, each tried in its turn: the direct message, the private thread, a word."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.session import Logged, SeatInfo
from cogs.delivery import direct_messages
from cogs.delivery.direct_messages import Messenger, missing_in
from cogs.delivery.discords_answers import FOR_GOOD
from tests.cogs.delivery.test_delivery import error

GUILD, CHANNEL, BOT, ANNE, BEN, CAT = 1, 2, 50, 101, 102, 103
ALL, NONE = discord.Permissions.all(), discord.Permissions.none()
THREADS = discord.Permissions(create_private_threads=True, send_messages_in_threads=True)
READS = discord.Permissions(view_channel=True, send_messages=True, embed_links=True)
WRITES = READS | discord.Permissions(attach_files=True)
HEARS, STRANGER = discord.Permissions(view_channel=True), error(discord.NotFound, 404, 10007)


USELESS = (10003, 10013, 50001, 50007, 50013, 50033, 50278)
"""Discord's codes of what will not work however often it is tried."""


def failure(code: int) -> discord.HTTPException:
    """As Discord says no to something by this code."""
    return error(discord.HTTPException, 400, code)


class Post:
    """Somewhere to write to; what goes wrong there is laid in, one after another."""

    def __init__(self, number: int = 0) -> None:
        self.id = number
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.let_in: list[int] = []
        self.fails: list[Exception] = []
        self.shuts_out: Exception | None = None

    async def send(self, text: str, **more: Any) -> None:
        if self.fails:
            raise self.fails.pop(0)
        self.sent.append((text, more))

    async def add_user(self, user: Any) -> None:
        if self.shuts_out is not None:
            raise self.shuts_out
        self.let_in.append(user.id)


class Channel:
    """The game's channel, and what each person may do there."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.guild = world
        self.made: list[dict[str, Any]] = []

    def permissions_for(self, member: Any) -> discord.Permissions:
        return self.world.rights[member.id]

    async def create_thread(self, **how: Any) -> Post:
        if self.world.no_threads is not None:
            raise self.world.no_threads
        self.made.append(how)
        thread = self.world.threads.setdefault(900 + len(self.made), Post(900 + len(self.made)))
        thread.id = 900 + len(self.made)
        return thread


class World:
    """A bot, its server and what is remembered of people, all in one."""

    def __init__(self) -> None:
        self.desk = self.people = self.http = self
        self.user: Any = SimpleNamespace(id=BOT)
        self.me = self.user
        self.channel: Any = Channel(self)
        self.rights = {BOT: ALL, ANNE: HEARS, BEN: HEARS, CAT: HEARS}
        self.dms = {ANNE: Post(), BEN: Post(), CAT: Post()}
        self.threads: dict[int, Post] = {}
        self.closed: dict[int, bool] = {}
        self.since: dict[int, datetime] = {}
        self.noted: list[tuple[int, bool]] = []
        self.known: dict[tuple[str, int], int] = {}
        self.cached = True
        self.no_threads: Exception | None = None
        self.no_server: Exception | None = None
        self.missing: dict[int, Exception] = {}
        self.looked: list[tuple[int, int]] = []
        self.said: list[tuple[str, str, list[str]]] = []
        """Nonces, texts and buttons of what the channel was told."""

    # The client

    def get_user(self, _: int) -> None:
        return None

    async def create_dm(self, user: Any) -> Post:
        return self.dms[user.id]

    def get_partial_messageable(self, number: int, *, guild_id: int) -> Post:
        assert guild_id == GUILD
        return self.threads[number]

    def get_guild(self, number: int) -> Any:
        assert number == GUILD
        return self if self.cached else None

    async def fetch_guild(self, number: int, *, with_counts: bool) -> Any:
        assert (number, with_counts) == (GUILD, False)
        if self.no_server is not None:
            raise self.no_server
        return self

    # The server

    def get_channel_or_thread(self, number: int) -> Any:
        assert self.cached
        return self.channel if number == CHANNEL else None

    async def fetch_channel(self, number: int) -> Any:
        assert number == CHANNEL
        return self.channel

    async def fetch_member(self, number: int) -> Any:
        if number in self.missing:
            raise self.missing[number]
        return SimpleNamespace(id=number)

    async def get_member(self, guild: int, user: int) -> Any:
        self.looked.append((guild, user))
        if user in self.missing:
            raise self.missing[user]

    # What is remembered

    async def dms_closed(self, user: int) -> bool:
        return self.closed.get(user, False)

    async def dms_closed_since(self, users: Any) -> dict[int, datetime]:
        return {user: self.since[user] for user in users if self.closed.get(user)}

    async def note_dms(self, user: int, *, closed: bool) -> None:
        self.noted.append((user, closed))
        self.closed[user] = closed

    async def thread_of(self, game: str, user: int) -> int | None:
        return self.known.get((game, user))

    async def note_thread(self, game: str, user: int, number: int) -> None:
        self.known[game, user] = number

    async def say(self, _: Any, nonce: str, text: str, *, view: Any) -> None:
        self.said.append((nonce, text, [child.item.custom_id for child in view.children]))


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(discord, "TextChannel", Channel)
    return World()


@pytest.fixture
def reach(world: Any) -> Messenger:
    return Messenger(world, world.say)


@pytest.fixture
def session() -> Any:
    """Anne, Ben, a computer and Cat."""
    people = ("Anne", ANNE, None), ("Ben", BEN, None), ("Steward", None, "steward")
    seats = [SeatInfo(n, user, name, how) for n, (name, user, how) in enumerate(people)]
    return SimpleNamespace(
        id="ABC123",
        game="kingmaker",
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=BEN,
        revision=7,
        status="running",
        seats=[*seats, SeatInfo(3, CAT, "Cat")],
    )


# What the bot needs


@pytest.mark.parametrize(
    ("have", "missing"),
    [
        (ALL, []),
        (WRITES, []),
        (NONE, ["View channel", "Send messages", "Embed links", "Attach files"]),
        (HEARS, ["Send messages", "Embed links", "Attach files"]),
        (
            READS,
            ["Attach files"],
        ),
    ],
)
def test_what_is_missing_is_named(have: discord.Permissions, missing: list[str]) -> None:
    assert missing_in(have) == missing


# A direct message


async def test_a_direct_message_carries_what_was_given_and_no_more(
    world: World, reach: Messenger
) -> None:
    view, file = discord.ui.View(), discord.File(__file__, "f.png")
    assert await reach.whisper(ANNE, "psst")
    assert await reach.whisper(ANNE, "psst", view=view, files=[file], nonce="n")
    assert await reach.whisper(ANNE, "psst", files=[], nonce="")
    assert world.dms[ANNE].sent == [
        ("psst", {}),
        ("psst", {"view": view, "files": [file], "nonce": "n"}),
        ("psst", {"nonce": ""}),
    ]
    assert world.noted == []


@pytest.mark.parametrize("code", USELESS)
async def test_direct_messages_that_are_closed_are_noted(
    world: World, reach: Messenger, code: int
) -> None:
    world.dms[ANNE].fails = [failure(code)]
    assert not await reach.whisper(ANNE, "psst")
    # That the bot shares no server with somebody says nothing of their settings.
    assert world.noted == ([] if code == 50278 else [(ANNE, True)])


@pytest.mark.parametrize("code", [0, *(code + by for code in USELESS for by in (-1, 1))])
async def test_what_may_pass_is_raised_and_closes_nothing(
    world: World, reach: Messenger, code: int
) -> None:
    world.dms[ANNE].fails = [failure(code)]
    with pytest.raises(discord.HTTPException):
        await reach.whisper(ANNE, "psst")
    assert world.noted == []


async def test_who_can_be_written_to_again_is_noted_once(world: World, reach: Messenger) -> None:
    world.closed = {ANNE: True, BEN: True}
    for _ in range(2):
        assert await reach.whisper(ANNE, "psst")
    assert world.noted == [(ANNE, False)]
    assert world.closed == {ANNE: False, BEN: True}


async def test_who_is_known_to_the_client_is_written_to_as_such(
    world: World, reach: Messenger, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne, asked = SimpleNamespace(id=ANNE), []

    async def create_dm(user: Any) -> Post:
        asked.append(user)
        return world.dms[user.id]

    monkeypatch.setattr(world, "create_dm", create_dm)
    monkeypatch.setattr(world, "get_user", {ANNE: anne}.get)
    await reach.whisper(ANNE, "psst")
    await reach.whisper(BEN, "psst")
    assert asked == [anne, discord.Object(BEN)]


# One way after another


async def test_nobody_is_written_to_at_an_empty_seat(
    world: World, reach: Messenger, session: Any
) -> None:
    assert not await reach.to_seat(session, 2, "n", "psst")
    assert not await reach.to_seat(session, 4, "n", "psst")
    assert (world.looked, world.said) == ([], [])


async def test_whose_messages_are_open_gets_one_and_nothing_else_is_tried(
    world: World, reach: Messenger, session: Any
) -> None:
    view, file = discord.ui.View(), discord.File(__file__, "f.png")
    assert await reach.to_seat(session, 1, "n", "psst", view, lambda: [file])
    assert world.dms[BEN].sent == [("psst", {"view": view, "files": [file], "nonce": "n"})]
    assert world.dms[ANNE].sent == world.dms[CAT].sent == []
    assert (world.looked, world.channel.made, world.said) == ([], [], [])


@pytest.mark.parametrize("known", [True, False])
async def test_whose_messages_are_closed_has_a_thread_of_their_own(
    world: World, reach: Messenger, session: Any, known: bool
) -> None:
    world.closed[ANNE] = known
    world.dms[ANNE].fails = [failure(50007), failure(0)]
    view, files = discord.ui.View(), [discord.File(__file__, "f.png") for _ in range(2)]
    left = list(files)
    assert await reach.to_seat(session, 0, "n", "psst", view, lambda: [left.pop()])
    # Whoever is known to be out of reach is not tried again, for which no file is made either.
    assert len(world.dms[ANNE].fails) == (2 if known else 1)
    assert len(left) == (1 if known else 0)
    assert world.channel.made == [{
        "name": "Anne · for your eyes only",
        "type": discord.ChannelType.private_thread,
        "invitable": False,
        "auto_archive_duration": 10_080,
    }]  # fmt: skip
    (hello, _), told = world.threads[901].sent
    assert hello.startswith("I cannot send you direct messages")
    assert "questions from the game in <#2>." in hello
    assert told == ("psst", {"view": view, "files": [files[1 if known else 0]], "nonce": "n"})
    assert world.threads[901].let_in == [ANNE]
    assert world.known == {("ABC123", ANNE): 901}
    assert world.said == []
    # It is used again.
    assert await reach.to_seat(session, 0, "m", "more")
    assert world.threads[901].sent[2:] == [("more", {"nonce": "m"})]
    assert len(world.channel.made) == 1


async def test_a_long_name_is_cut_in_the_name_of_the_thread(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE] = True
    session.seats[0] = SeatInfo(0, ANNE, "A" * 61)
    assert await reach.to_seat(session, 0, "n", "psst")
    assert world.channel.made[0]["name"] == f"{'A' * 60} · for your eyes only"


def at(hour: int) -> datetime:
    """This hour of a day."""
    return datetime(2026, 11, 21, hour, tzinfo=UTC)


def turns(session: Any, *hours: int) -> None:
    """At these hours, and revisions, a turn began; at all others something happened too."""
    entries = [
        Logged(hour, at(hour), 0, (Event(), *([facts.TurnBegan(0, 1)] if hour in hours else ())))
        for hour in range(24)
    ]

    async def log(seat: int | None, last: int) -> list[Logged]:
        assert seat is None
        return entries[-last:]

    session.journal = SimpleNamespace(log=log)
    session.rules = SimpleNamespace(marks_turn=lambda event: isinstance(event, facts.TurnBegan))


async def test_who_cannot_be_reached_is_told_of_as_the_next_turn_begins(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed = {ANNE: True, BEN: True, CAT: True}
    world.since = {ANNE: at(11), BEN: at(12), CAT: at(10)}
    world.rights[BOT] = NONE
    turns(session, 10, 12)
    for seat in (0, 1, 3):
        assert not await reach.to_seat(session, seat, f"n{seat}", "psst")
    assert world.said == []
    # Of Cat it was told at the turn before, whether or not this process did it.
    await reach.say_who_is_closed(session, 12, "n")
    buttons = ["b.hand:ABC123", "b.help:ABC123"]
    assert world.said == [
        (
            f"nc{seat}",
            f"I cannot reach **{name}** by direct message. Press **My hand** to see what is for "
            "your eyes only.",
            buttons,
        )
        for seat, name in ((0, "Anne"), (1, "Ben"))
    ]


async def test_what_was_found_out_while_a_turn_is_told_waits_for_the_next(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed, world.since, world.rights[BOT] = {ANNE: True}, {ANNE: at(13)}, NONE
    turns(session, 10, 12)
    await reach.say_who_is_closed(session, 12, "n")
    assert world.said == []
    turns(session, 10, 12, 14, 15)
    # Two turns may be told together.
    await reach.say_who_is_closed(session, 14, "m")
    assert [nonce for nonce, _, _ in world.said] == ["mc0"]


async def test_of_the_first_turn_all_before_it_counts(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed, world.since, world.rights[BOT] = {ANNE: True}, {ANNE: at(0)}, NONE
    turns(session, 12)
    await reach.say_who_is_closed(session, 12, "n")
    assert [nonce for nonce, _, _ in world.said] == ["nc0"]


async def test_a_turn_longer_than_is_looked_at_tells_of_nobody_again(
    world: World, reach: Messenger, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    world.closed, world.since, world.rights[BOT] = {ANNE: True}, {ANNE: at(3)}, NONE
    turns(session, 2, 23)
    monkeypatch.setattr(direct_messages, "_TURN", 10)
    await reach.say_who_is_closed(session, 23, "n")
    assert world.said == []


async def test_of_who_reads_in_a_thread_nothing_is_told(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed, world.since = {ANNE: True}, {ANNE: at(11)}
    turns(session, 10, 12)
    await reach.say_who_is_closed(session, 12, "n")
    assert world.said == []
    world.no_threads = failure(50013)
    assert not await reach.to_seat(session, 0, "n", "psst")
    await reach.say_who_is_closed(session, 12, "n")
    assert [nonce for nonce, _, _ in world.said] == ["nc0"]


async def test_where_everybody_knows_that_something_is_sent_it_is_told_at_once(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.rights[BOT] = True, NONE
    for nonce in ("n", "m"):
        assert not await reach.to_seat(session, 0, nonce, "psst", openly=True)
    assert [nonce for nonce, _, _ in world.said] == ["nc"]


def _who_is_gone(world: World) -> list[str]:
    """Of whom it was said, by the nonces without what is at random."""
    return [nonce.rpartition(".")[0] for nonce, _, _ in world.said]


async def test_who_has_left_gets_no_thread_and_the_table_hears_of_it(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.missing = True, {ANNE: STRANGER}
    assert not await reach.to_seat(session, 0, "n", "psst", quietly=True)
    assert (world.said, world.channel.made) == ([], [])
    for nonce in ("n", "m"):
        assert not await reach.to_seat(session, 0, nonce, "psst")
    text = (
        "**Anne** has left this server. I am keeping their seat. The host, or anybody who may "
        "manage this server, can let a computer play on instead."
    )
    assert [said[1:] for said in world.said] == [(text, ["b.vacate:ABC123:0:101"])]
    assert world.channel.made == []


async def test_somebody_seen_a_moment_ago_is_looked_for_all_the_same(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE] = True
    assert not await reach.has_left(session, ANNE)
    world.missing = {ANNE: STRANGER}
    assert not await reach.to_seat(session, 0, "n", "psst")
    assert _who_is_gone(world) == ["ABC123.g0"]


# The private thread


async def test_a_thread_that_was_deleted_is_made_once_more(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.known["ABC123", ANNE] = True, 800
    world.threads[800] = Post(800)
    world.threads[800].fails = [error(discord.NotFound, 404, 10003)]
    assert await reach.to_seat(session, 0, "n", "psst")
    assert [text for text, _ in world.threads[901].sent[1:]] == ["psst"]
    assert world.known == {("ABC123", ANNE): 901}


async def test_a_second_new_thread_that_is_gone_is_the_last(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.known["ABC123", ANNE] = True, 800
    world.threads[800], new = Post(800), Post()
    world.threads[800].fails = [error(discord.NotFound, 404, 10003)]

    async def sends(text: str, **_: Any) -> None:
        if text == "psst":
            raise error(discord.NotFound, 404, 10003)

    new.send = sends  # type: ignore[method-assign]
    world.threads |= {901: new, 902: new}
    assert not await reach._in_thread(session, session.seats[0], "psst", "n", None, None)
    # The word for who asked to be told comes after that.
    assert len(world.channel.made) == 2


@pytest.mark.parametrize(("code", "raised"), [(50001, False), (50013, False), (0, True)])
async def test_a_thread_that_is_shut_is_given_up_and_one_that_fails_tried_later(
    world: World, reach: Messenger, session: Any, code: int, raised: bool
) -> None:
    world.closed[ANNE], world.known["ABC123", ANNE] = True, 800
    world.threads[800] = Post(800)
    world.threads[800].fails = [failure(code)]
    if raised:
        with pytest.raises(discord.HTTPException):
            await reach.to_seat(session, 0, "n", "psst")
    else:
        assert not await reach.to_seat(session, 0, "n", "psst")
    assert world.said == []
    assert world.channel.made == []


async def test_where_no_thread_can_be_made_none_is_tried_again(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.no_threads = True, failure(50013)
    assert not await reach.to_seat(session, 0, "n", "psst")
    world.no_threads = None
    assert not await reach.to_seat(session, 0, "m", "psst")
    assert (world.channel.made, world.known) == ([], {})
    # After a restart it is.
    again: Any = world
    assert await Messenger(again, world.say).to_seat(session, 0, "o", "psst")


async def test_a_thread_that_fails_for_the_moment_is_tried_again(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.no_threads = True, failure(0)
    with pytest.raises(discord.HTTPException):
        await reach.to_seat(session, 0, "n", "psst")
    world.no_threads = None
    assert await reach.to_seat(session, 0, "m", "psst")


async def test_a_thread_into_which_its_owner_does_not_come_is_not_noted(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE] = True
    world.threads[901] = Post()
    world.threads[901].shuts_out = failure(50013)
    assert not await reach.to_seat(session, 0, "n", "psst")
    assert world.known == {}
    assert [text for text, _ in world.threads[901].sent if text == "psst"] == []


@pytest.mark.parametrize(
    ("rights", "private"),
    [
        ({}, True),
        ({BOT: THREADS}, True),
        ({BOT: discord.Permissions(create_private_threads=True)}, False),
        ({BOT: discord.Permissions(send_messages_in_threads=True)}, False),
        # One's own rights do not matter, those of every other do.
        ({ANNE: ALL}, True),
        ({BEN: discord.Permissions(manage_threads=True)}, False),
        ({CAT: discord.Permissions(manage_threads=True)}, False),
        ({CAT: discord.Permissions(manage_messages=True)}, True),
    ],
)
async def test_a_thread_is_made_only_where_nobody_at_the_table_can_open_it(
    world: World,
    reach: Messenger,
    session: Any,
    rights: dict[int, discord.Permissions],
    private: bool,
) -> None:
    world.closed[ANNE] = True
    world.rights |= rights
    assert await reach.to_seat(session, 0, "n", "psst") is private
    assert len(world.channel.made) == private


async def test_who_has_left_opens_no_thread_but_those_after_them_count(
    world: World, reach: Messenger, session: Any
) -> None:
    world.closed[ANNE], world.missing = True, {BEN: STRANGER}
    assert await reach.to_seat(session, 0, "n", "psst")
    world.rights[CAT] = ALL
    assert not await reach.to_seat(session, 0, "m", "psst")


# The channel


@pytest.mark.parametrize("cached", [True, False])
async def test_where_the_bot_may_write(
    world: World, reach: Messenger, session: Any, cached: bool
) -> None:
    world.cached = cached
    assert await reach.may_write(session)
    world.rights[BOT] = WRITES
    assert await reach.may_write(session)
    world.rights[BOT] = HEARS
    assert not await reach.may_write(session)
    # It need not be a text channel.
    world.channel = SimpleNamespace(permissions_for=lambda _: ALL)
    assert await reach.may_write(session)


async def test_a_server_at_hand_is_not_asked_for(
    world: World, reach: Messenger, session: Any
) -> None:
    world.no_server = failure(0)
    assert await reach.may_write(session)
    world.cached = False
    with pytest.raises(discord.HTTPException):
        await reach.may_write(session)


@pytest.mark.parametrize("code", [*USELESS, 10004, 10007])
async def test_a_server_that_is_closed_to_the_bot_is_none(
    world: World, reach: Messenger, session: Any, code: int
) -> None:
    world.cached, world.no_server = False, failure(code)
    assert not await reach.may_write(session)


async def test_the_host_hears_what_exactly_is_missing(
    world: World, reach: Messenger, session: Any
) -> None:
    world.rights[BOT] = HEARS
    await reach.say_shut_out(session)
    text = (
        "I can no longer write in <#2>, where you host a game of Kingmaker. Nothing is lost, and "
        "its deadlines have stopped. I need these permissions there: Send messages, Embed links, "
        "Attach files. The game goes on once I have them again. Or move it to another channel "
        "with `/game move`."
    )
    assert world.dms[BEN].sent == [(text, {})]
    assert world.dms[ANNE].sent == world.dms[CAT].sent == []


async def test_where_nothing_is_known_to_be_missing_all_that_is_needed_is_named(
    world: World, reach: Messenger, session: Any
) -> None:
    await reach.say_shut_out(session)
    ((text, _),) = world.dms[BEN].sent
    needed = "View channel, Send messages, Embed links, Attach files. The"
    assert f"I need these permissions there: {needed}" in text


async def test_all_people_hear_that_the_channel_is_gone_whoever_cannot_be_reached(
    world: World, reach: Messenger, session: Any
) -> None:
    world.dms[ANNE].fails = [failure(0)]
    world.dms[BEN].fails = [failure(50007)]
    await reach.say_channel_gone(session, "the *tavern*")
    text = (
        r"The channel #the \*tavern\* of your game of Kingmaker (game ABC123) is gone. Nothing "
        "else is lost. If the host types `/game move game:ABC123` in another channel of the "
        "server, you can play on there."
    )
    assert [world.dms[user].sent for user in (ANNE, BEN, CAT)] == [[], [], [(text, {})]]
    # In the next channel it is news again.
    session.channel_id = 3
    await reach.say_channel_gone(session)
    assert [len(world.dms[user].sent) for user in (ANNE, BEN, CAT)] == [1, 1, 2]


# People who are no longer there


@pytest.mark.parametrize(
    ("code", "left"), [(10007, True), (10013, True), (10004, False), (50001, False), (0, False)]
)
async def test_who_has_left(
    world: World, reach: Messenger, session: Any, code: int, left: bool
) -> None:
    world.missing = {ANNE: failure(code)}
    assert await reach.has_left(session, ANNE) is left
    # Nothing of that is remembered.
    world.missing = {}
    assert not await reach.has_left(session, ANNE)
    assert world.looked == [(GUILD, ANNE)] * 2


async def test_that_somebody_was_there_is_believed_for_ten_minutes(
    world: World, reach: Messenger, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [5_000.0]
    clock = SimpleNamespace(monotonic=lambda: now[0])
    monkeypatch.setattr(direct_messages, "time", clock)
    assert not await reach.has_left(session, ANNE)
    world.missing = {ANNE: STRANGER, BEN: STRANGER}
    now[0] = 5_599.9
    assert not await reach.has_left(session, ANNE)
    assert await reach.has_left(session, BEN)
    assert await reach.has_left(session, ANNE, lately=False)
    assert not await reach.has_left(session, ANNE)
    now[0] = 5_600.0
    assert await reach.has_left(session, ANNE)
    # On another server somebody else is meant.
    session.guild_id = 9
    world.missing = {}
    assert not await reach.has_left(session, BEN)
    assert world.looked[-1] == (9, BEN)


async def test_of_those_who_are_called_the_table_hears_who_has_left(
    world: World, reach: Messenger, session: Any
) -> None:
    world.missing = {ANNE: STRANGER, CAT: STRANGER}
    await reach.look_for(session, [0, 1, 2])
    assert world.looked == [(GUILD, ANNE), (GUILD, BEN)]
    assert _who_is_gone(world) == ["ABC123.g0"]
    await reach.look_for(session, [0, 3])
    assert _who_is_gone(world) == ["ABC123.g0", "ABC123.g3"]


async def test_nobody_has_left_an_empty_seat(world: World, reach: Messenger, session: Any) -> None:
    await reach.say_gone(session, session.seats[2])
    assert world.said == []


# Ways to one person: what is done where none leads there.


def forbidden() -> discord.Forbidden:
    response: Any = SimpleNamespace(status=403, reason="Forbidden")
    return discord.Forbidden(response, {"code": 50001, "message": "Missing Access"})


async def test_who_cannot_be_let_into_a_thread_gets_no_second_one() -> None:
    thread = AsyncMock(id=9)
    thread.add_user.side_effect = forbidden()
    channel: Any = SimpleNamespace(create_thread=AsyncMock(return_value=thread))
    people = SimpleNamespace(note_thread=AsyncMock(), thread_of=AsyncMock(return_value=None))
    desk = SimpleNamespace(people=people)
    bot: Any = SimpleNamespace(desk=desk)
    session: Any = SimpleNamespace(id="ABC", channel_id=5)
    reach, anne, ben = Messenger(bot, AsyncMock()), SeatInfo(0, 11, "Anne"), SeatInfo(1, 12, "Ben")
    for _ in range(2):
        assert await reach._thread_of(session, anne, channel) is None
    assert channel.create_thread.await_count == 1
    desk.people.note_thread.assert_not_awaited()
    # For somebody else one is still made.
    thread.add_user.side_effect = None
    assert await reach._thread_of(session, ben, channel) == 9
    desk.people.note_thread.assert_awaited_once_with("ABC", 12, 9)


def test_who_cannot_be_written_to_at_all_is_not_tried_again() -> None:
    assert 50033 in FOR_GOOD
