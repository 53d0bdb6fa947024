"""A Parliament over sockets: the call, debates, sealed ballots, the roll call, the way home."""

from __future__ import annotations

import json
import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.sandbox import RunningSandbox, serve
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import buttons, text_of
from bot.session import GameSession, SystemClock
from cogs.ui.choosing.public_questions import sealed_question
from cogs.ui.replies import at_rest
from tests.e2e.conftest import (
    CHANNEL,
    Room,
    alice_and_bob,
    at_any_speed,
    bot_at,
    card,
    has_button,
    is_ephemeral,
    said,
)
from tests.e2e.guest import settled
from tests.e2e.prepared import advance_to, asks, before_parliament, take_in
from tests.waiting import idle, until

VOTES = ["Yea", "Nay", "Abstain"]


def ballots(player: Player) -> list[dict[str, Any]]:
    """The ballots in a member's direct messages that can still be cast."""
    return [m for m in player.private_messages() if labels(m) == VOTES]


def labels(message: dict[str, Any]) -> list[Any]:
    """The labels of a message's buttons."""
    return [each.get("label") for each in buttons(message)]


async def to_the_round(room: Room) -> GameSession:
    """A Parliament that Alice has called, at her first round of titles."""
    await take_in(room, before_parliament())
    nobles = await room.alice.autocomplete(CHANNEL, "parliament call", "summon")
    called = await room.alice.slash(CHANNEL, "parliament call", summon=nobles[0]["value"])
    assert is_ephemeral(called)
    assert said(called).startswith("✓")
    return await advance_to(room, lambda session: asks(session, 0, "round"))


async def to_the_ballot(room: Room) -> GameSession:
    """The same, with Alice's first proposal put to the vote."""
    await to_the_round(room)
    card_ = (await room.alice.autocomplete(CHANNEL, "parliament propose", "card"))[0]["value"]
    nobles = await room.alice.autocomplete(CHANNEL, "parliament propose", "noble", card=card_)
    proposed = await room.alice.slash(
        CHANNEL, "parliament propose", card=card_, noble=nobles[0]["value"]
    )
    assert said(proposed).startswith("✓ You propose")
    debate = await card(room.bob, "Move the vote")
    assert labels(debate)[:2] == ["Call the vote", "Move the vote"]
    assert "Alice calls the vote when" in text_of(debate).replace("*", "")
    called = await room.alice.press(await card(room.alice, "Call the vote"), "Call the vote")
    assert said(called).startswith("✓ You call the vote.")
    await room.alice.wait_until(lambda p: len(ballots(p)) == 1)
    await room.bob.wait_until(lambda p: len(ballots(p)) == 1)
    await card(room.bob, "Cast your vote")
    await room.look()
    session = await room.session()
    await at_rest(session)
    assert session.waiting_for() == [0, 1]
    return session


def votes_told(message: dict[str, Any]) -> str:
    """How all voted, as the story of the turn tells it; empty if it does not."""
    lines = text_of(message).replace("*", "").splitlines()
    told = [each for each in lines if re.match(r"The motion (passes|fails), Commons \d", each)]
    return told[-1] if told else ""


def tells_votes(message: dict[str, Any]) -> bool:
    """Whether a message tells how all voted."""
    return bool(votes_told(message))


async def alice_votes_yea(room: Room) -> None:
    """Alice is the last to vote, by command; then all read how each voted, Bob with a nay."""
    cast = await room.alice.slash(CHANNEL, "vote yea")
    assert said(cast).startswith("✓ You vote yea.")
    roll = votes_told(await room.bob.wait_for_message(tells_votes, channel=CHANNEL))
    assert "(yea: Alice" in roll
    assert "Bob" in roll.partition("; nay: ")[2]


async def test_a_vote_goes_on_in_another_channel_with_a_card(room: Room) -> None:
    session = await to_the_ballot(room)
    await room.alice.new_channel("tower")
    await room.alice.slash("tower", "game move", game=session.id)
    moved = await room.bob.wait_for_message(lambda m: has_button(m, "Cast your vote"))
    assert moved["channel_id"] == room.bob.channel("tower")["id"]


async def test_a_parliament_from_the_call_to_the_return(room: Room) -> None:
    session = await to_the_round(room)
    seats = await room.bob.press(await card(room.bob, "See the seats"), "See the seats")
    assert is_ephemeral(seats)
    assert seats.message is not None
    assert [each["filename"] for each in seats.message["attachments"]] == ["parliament.png"]
    sitting = session.view(None).sitting
    stands = text_of(await card(room.bob, "See the seats")).replace("*", "")
    for house, votes in (("Commons", sitting.commons), ("Lords", sitting.lords)):
        alice, bob, steward = votes
        assert f"{house}: Alice {alice}, Bob {bob} and Steward 1 {steward}" in stands
    # A debate that two others end: one moves the vote, another seconds it.
    card_ = (await room.alice.autocomplete(CHANNEL, "parliament propose", "card"))[0]["value"]
    nobles = await room.alice.autocomplete(CHANNEL, "parliament propose", "noble", card=card_)
    await room.alice.slash(CHANNEL, "parliament propose", card=card_, noble=nobles[0]["value"])
    moved = await room.bob.press(await card(room.bob, "Move the vote"), "Move the vote")
    assert said(moved).startswith("✓ You move the vote.")
    await room.alice.wait_for_message(
        lambda m: "Bob has moved the vote" in text_of(m).replace("*", ""), channel=CHANNEL
    )
    refused = await room.bob.slash(CHANNEL, "vote call")
    assert "no debate you can end" in said(refused)
    await room.alice.slash(CHANNEL, "vote call")
    await room.bob.wait_until(lambda p: len(ballots(p)) == 1)
    # One votes in the direct messages, the other by command; nobody hears it before the end.
    voted = await room.bob.press(ballots(room.bob)[0], "Nay")
    assert voted.state == "done"
    done = await room.bob.wait_for_message(lambda m: "✓ You vote nay." in text_of(m))
    assert labels(done) == ["What can I do?"]
    again = await room.bob.slash(CHANNEL, "vote yea")
    assert "is sealed" in said(again)
    assert not any("roll call" in text_of(m) for m in room.alice.messages(CHANNEL))
    await alice_votes_yea(room)
    # The rest of the business, and home.
    session = await advance_to(room, lambda s: asks(s, 0, "return_home"))
    homes = await room.alice.autocomplete(CHANNEL, "parliament return", "noble")
    castles = await room.alice.autocomplete(
        CHANNEL, "parliament return", "castle", noble=homes[0]["value"]
    )
    gone = await room.alice.slash(
        CHANNEL, "parliament return", noble=homes[0]["value"], castle=castles[0]["value"]
    )
    assert " goes home and is now inside " in said(gone)
    await advance_to(room, lambda s: s.view(None).sitting is None)
    told = await room.bob.wait_for_message(
        lambda m: "Parliament is dismissed" in text_of(m), channel=CHANNEL
    )
    assert "King’s Peace" in text_of(told)


# Sealed


@asynccontextmanager
async def a_room(tmp_path: Path, name: str) -> AsyncIterator[Room]:
    """A table of its own, that takes the same course as any other of this kind."""
    here = tmp_path / name
    here.mkdir()
    record = here / "requests.jsonl"
    sandbox = await serve(at_any_speed(record))
    database = f"sqlite+aiosqlite:///{here / 'games.sqlite3'}"
    url = sandbox.base_url
    try:
        async with (
            bot_at(url, database) as bot,
            alice_and_bob(url) as (alice, bob),
        ):
            yield Room(sandbox, database, bot, record, alice, bob)
    finally:
        await sandbox.close()


def seen(player: Player) -> list[dict[str, Any]]:
    """All that a member can read: every message as it stands, edits included."""
    return [dict(message) for message in player.messages()]


def told(seen_: list[dict[str, Any]]) -> list[Any]:
    """What it says, without what differs from one sandbox to the next."""
    masked = re.sub(r"\d{17,20}", "id", json.dumps([_said(message) for message in seen_]))
    masked = timeless(masked)
    said_: list[Any] = json.loads(masked)
    return said_


def whenever_made(said_: list[Any]) -> list[Any]:
    """The same, whatever moment its buttons were made at: a card that says and offers the same
    stays as it is, and how quickly computers go on decides which of them it is. Nor does it matter
    whether the channel or somebody's direct messages were served first."""
    masked: list[Any] = json.loads(re.sub(r"(b\.act:\w+:\d+):\d+:", r"\1:", json.dumps(said_)))
    return sorted(masked, key=json.dumps)


def timeless(text: str) -> str:
    """A text without the moments that it names, which differ from one run to the next."""
    return re.sub(r"<t:\d+:\w>", "soon", text)


def _said(message: dict[str, Any]) -> list[Any]:
    ids = [each.get("custom_id") for each in buttons(message)]
    return [text_of(message), message["flags"], message["edited_timestamp"] is None, ids]


def requests(room: Room) -> list[tuple[str, str]]:
    """The bot's requests so far but for its answers to a press or a command: method and path."""
    lines = [json.loads(line) for line in room.record.read_text().splitlines()]
    return [
        (each["method"], re.sub(r"\d{17,20}", "id", each["path"]))
        for each in lines
        if "/interactions/" not in each["path"] and "/webhooks/" not in each["path"]
    ]


async def one_run(
    tmp_path: Path, vote: str | None, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """A ballot in which Bob votes so (None: not yet): what could be seen before it closed."""
    luck = random.Random(11)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)
    async with a_room(tmp_path, vote or "none") as room:
        session = await to_the_ballot(room)
        alice, public, sent = seen(room.alice), room.bob.messages(CHANNEL), requests(room)
        revision = session.revision
        if vote is not None:
            await room.bob.press(ballots(room.bob)[0], vote)
        await room.look()
        assert session.revision == revision + (vote is not None)
        # Not a request that was no answer to Bob, not an edit, not a message.
        assert requests(room) == sent
        assert seen(room.alice) == alice
        assert room.bob.messages(CHANNEL) == public
        asked = await room.alice.press(await card(room.alice, "Cast your vote"), "Cast your vote")
        status = await room.alice.slash(CHANNEL, "status")
        undo = await room.alice.slash(CHANNEL, "undo")
        faction = await room.alice.slash(CHANNEL, "faction", player="Bob")
        await room.look()
        found: dict[str, Any] = {
            "shown": told([each for each in seen(room.alice) if each not in alice]),
            "sent": requests(room)[len(sent) :],
            "answers": [timeless(said(each)) for each in (asked, status, undo, faction)],
        }
        for command in ("help", "log", "digest", "replay"):
            answer = await room.alice.slash(CHANNEL, command)
            found["answers"].append(timeless(said(answer)))
            assert answer.message is not None
            found["answers"] += [each["custom_id"] for each in buttons(answer.message)]
        others = await room.alice.slash(CHANNEL, "log", turns=999)
        found["answers"].append(timeless(said(others)))
        if vote is not None:
            await room.alice.slash(CHANNEL, "vote yea")
            roll = votes_told(await room.alice.wait_for_message(tells_votes, channel=CHANNEL))
            found["roll"] = roll
        return found


@pytest.mark.usefixtures("in_this_thread")
async def test_nothing_shows_a_vote_before_the_ballot_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    yea, nay, none = [await one_run(tmp_path, v, monkeypatch) for v in ("Yea", "Nay", None)]
    roll_of_yea, roll_of_nay = yea.pop("roll"), nay.pop("roll")
    assert yea == nay
    # Not even that a vote was cast.
    assert none == yea
    assert "You cannot take anything back" in none["answers"][2]
    assert roll_of_yea != roll_of_nay
    assert "Bob" in roll_of_nay.partition("nay: ")[2]


def in_channel(room: Room) -> list[tuple[str, str]]:
    """The bot's requests so far that have to do with the game's channel."""
    channel = f"/channels/{room.alice.channel(CHANNEL)['id']}/"
    lines = [json.loads(line) for line in room.record.read_text().splitlines()]
    return [
        (each["method"], re.sub(r"\d{17,20}", "id", each["path"]))
        for each in lines
        if channel in each["path"]
    ]


class Ahead(SystemClock):
    """The real clock, put forward."""

    def __init__(self, **by: float) -> None:
        self._by = timedelta(**by)

    def now(self) -> datetime:
        """What it shows."""
        return super().now() + self._by


async def until_time_is_up(
    tmp_path: Path, vote: str | None, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    """A ballot that Alice lets pass, and in which Bob votes so or not: what she and all see."""
    luck = random.Random(11)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)
    async with a_room(tmp_path, f"late-{vote}") as room:
        session = await to_the_ballot(room)
        shown = await card(room.alice, "Cast your vote")
        assert re.search(r"<t:\d+:R>.*If you have not voted by then, you abstain", text_of(shown))
        before, sent = seen(room.alice), len(in_channel(room))
        if vote is not None:
            await room.bob.press(ballots(room.bob)[0], vote)
        await room.look()
        assert seen(room.alice) == before
        assert len(in_channel(room)) == sent
        # All of it is told at once, so that no haste decides into how many messages it goes.
        courier = room.bot.desk.courier
        deliverer, courier.deliverer = courier.deliverer, None
        room.bot.desk.services.clock = Ahead(hours=25)
        room.bot.desk.services.deadlines.ring()
        await until(lambda: sealed_question(session) is None)
        await idle(room.bot.desk)
        courier.deliverer = deliverer
        room.bot.desk.services.news.ring(session.id)
        roll = votes_told(await room.alice.wait_for_message(tells_votes, channel=CHANNEL))
        await card(room.alice, "Propose a card")
        await room.look()
        return {
            "shown": whenever_made(told([each for each in seen(room.alice) if each not in before])),
            "sent": in_channel(room)[sent:],
            "roll": roll,
            "status": timeless(said(await room.alice.slash(CHANNEL, "status"))),
        }


@pytest.mark.usefixtures("in_this_thread")
async def test_a_vote_that_was_not_cast_in_time_looks_like_any_abstention(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing, abstains, nay = [
        await until_time_is_up(tmp_path, vote, monkeypatch) for vote in (None, "Abstain", "Nay")
    ]
    # Neither Alice nor Bob is named among those who voted.
    assert missing["roll"].endswith(" (nay: Steward 1; the rest abstained).")
    assert missing == abstains
    assert "Bob" in nay["roll"].partition("nay: ")[2].partition("; ")[0]
    assert missing["sent"] == nay["sent"]


async def test_a_ballot_with_closed_direct_messages(room: Room) -> None:
    await to_the_round(room)
    await room.bob.set_dms(False)
    cards = await room.alice.autocomplete(CHANNEL, "parliament propose", "card")
    nobles = await room.alice.autocomplete(
        CHANNEL, "parliament propose", "noble", card=cards[0]["value"]
    )
    await room.alice.slash(
        CHANNEL, "parliament propose", card=cards[0]["value"], noble=nobles[0]["value"]
    )
    await room.alice.slash(CHANNEL, "vote call")
    ballot = await room.bob.press(await card(room.bob, "Cast your vote"), "Cast your vote")
    assert is_ephemeral(ballot)
    assert ballot.message is not None
    assert labels(ballot.message) == VOTES
    await room.bob.press(ballot.message, "Abstain")
    await room.bob.wait_for_message(lambda m: "✓ You abstain." in text_of(m))
    again = await room.bob.press(await card(room.bob, "Cast your vote"), "Cast your vote")
    assert "You have cast your vote" in said(again)
    await room.alice.slash(CHANNEL, "vote yea")
    roll = votes_told(await room.bob.wait_for_message(tells_votes, channel=CHANNEL))
    assert "abstained: Bob" in roll


async def test_a_ballot_loses_its_buttons_once_nothing_can_be_answered_there(room: Room) -> None:
    session = await to_the_ballot(room)
    asked = ballots(room.alice)[0]["id"]
    # Alice votes elsewhere: her ballot is no more to be cast, and Bob's still is.
    await room.alice.slash(CHANNEL, "vote yea")
    await room.alice.wait_until(lambda p: not ballots(p))
    (mine,) = [m for m in room.alice.private_messages() if m["id"] == asked]
    assert (labels(mine), len(ballots(room.bob))) == ([], 1)
    # The table is over: nothing is left to press in anybody's direct messages.
    await session.lobby.end(session.host_id)
    await room.bob.wait_until(lambda p: not ballots(p))


async def test_a_restart_in_the_middle_of_a_vote(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    url = sandbox.base_url
    async with alice_and_bob(url) as (alice, bob):
        record = tmp_path / "requests.jsonl"
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, record, alice, bob)
            await to_the_ballot(room)
        before = alice.messages(CHANNEL)
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, record, alice, bob)
            assert sealed_question(await room.session()) is not None
            await bob.press(ballots(bob)[0], "Nay")
            await bob.wait_for_message(lambda m: "✓ You vote nay." in text_of(m))
            await room.look()
            assert alice.messages(CHANNEL) == before
            await alice.press(ballots(alice)[0], "Yea")
            roll = votes_told(await alice.wait_for_message(tells_votes, channel=CHANNEL))
            assert "Bob" in roll.partition("nay: ")[2]


async def test_after_a_restart_too_ballots_lose_their_buttons(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    url = sandbox.base_url
    async with alice_and_bob(url) as (alice, bob):
        record = tmp_path / "requests.jsonl"
        async with bot_at(url, database) as bot:
            await to_the_ballot(Room(sandbox, database, bot, record, alice, bob))
            await bob.wait_until(lambda p: bool(ballots(p)))
            await alice.wait_until(lambda p: bool(ballots(p)))
            await settled()
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, record, alice, bob)
            session = await room.session()
            await alice.slash(CHANNEL, "vote yea")
            await alice.wait_until(lambda p: not ballots(p))
            assert len(ballots(bob)) == 1
            await session.lobby.end(session.host_id)
            await bob.wait_until(lambda p: not ballots(p))
