"""Reminders, briefings and notes reach those whom they concern, and nobody else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
import msgspec
import pytest

from bot.rules.kingmaker import facts
from bot.session import QuestionDue, SeatInfo
from cogs.delivery.outbox import Delivery
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import Client, error, row
from tests.rules.kingmaker.chamber import call, propose, realm
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NOON_STAMP = int(NOON.timestamp())


@pytest.fixture
def client() -> Any:
    """The client; every hand is a dot."""
    made: Any = Client()
    made.has = lambda session: False
    return made


@pytest.fixture
def session() -> Any:
    """Anne's movement, with a deadline."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    made = MemorySession(scene.match)
    made.options = {"pace": "daily"}
    made.dues = [QuestionDue(0, "movement", NOON)]
    return made


def reminder(*seats: int) -> Any:
    """The row of a reminder."""
    until = [NOON.isoformat() for _ in seats]
    return row("remind", payload={"revision": 7, "seats": list(seats), "until": until})


def reminder_of_vote(seat: int) -> Any:
    """The row of a reminder that one voter reads alone."""
    return row("remind", payload={"revision": 7, "seats": [seat]}, seat=seat)


def words(sent: dict[str, Any]) -> str:
    """All text of a message with a layout."""
    return "\n".join(
        item.content
        for item in sent["view"].walk_children()
        if isinstance(item, discord.ui.TextDisplay)
    )


async def test_a_reminder_calls_exactly_those_still_waited_for(client: Any, session: Any) -> None:
    await Delivery(client).deliver(session, [reminder(0, 1)], "n")
    (sent,) = client.channel.sent
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": [101]}
    assert sent["nonce"] == "nr"
    text = words(sent)
    assert "⏰ <@101>, it is your move. Move your nobles" in text
    assert f"⏳ Time runs out <t:{NOON_STAMP}:R> (<t:{NOON_STAMP}:f>)" in text
    assert "<@102>" not in text


async def test_nobody_is_reminded_in_vain(client: Any, session: Any) -> None:
    delivery = Delivery(client)
    await delivery.deliver(session, [reminder(1)], "n")
    session.paused_at = NOON
    await delivery.deliver(session, [reminder(0)], "m")
    assert client.channel.sent == []


async def test_a_reminder_of_a_vote_does_not_tell_the_table_who_is_late(client: Any) -> None:
    scene = propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")
    scene.play(0, "call_vote")
    scene.play(0, "yea")
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    session.options = {"pace": "daily"}
    session.dues = [QuestionDue(n, "ballot", NOON) for n in (1, 2)]
    await Delivery(client).deliver(session, [reminder_of_vote(0), reminder_of_vote(2)], "n")
    assert client.channel.sent == []
    (told,) = client.dm.sent
    assert told["nonce"] == "nr2"
    assert "⏰ **Anne** proposes **Clifford** as Earl of Kent. Yea or nay?" in told["content"]
    assert f"(<t:{NOON_STAMP}:f>). If you have not voted by then, you abstain." in told["content"]
    assert [child.item.label for child in told["view"].children][:2] == ["Yea", "Nay"]


async def test_at_the_moment_of_a_secret_the_table_does_not_hear_who_cannot_be_reached(
    client: Any,
) -> None:
    scene = propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")
    scene.play(0, "call_vote")
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    session.options = {"pace": "daily"}
    client.dm.refusal = error(discord.Forbidden, 403, 50007)
    delivery = Delivery(client)
    await delivery.deliver(session, [reminder_of_vote(2)], "n")
    assert client.closed == {103: True}
    assert client.channel.sent == []
    for seat in range(3):
        scene.play(seat, "yea")
    assert not await delivery.reach.to_seat(session, 2, "m", "psst")
    assert client.channel.sent == []


async def test_a_note_is_told_before_what_came_of_it(client: Any, session: Any) -> None:
    event = {"event": "turn_began", "seat": 1, "round": 3}
    rows = [
        row("log", payload={"events": [], "note": {"what": "late", "seat": 0, "how": "default"}}),
        row("log", payload={"events": [event]}),
    ]
    await Delivery(client).deliver(session, rows, "n")
    (sent,) = client.channel.sent
    first, second = sent["content"].split("\n\n")
    assert first == "⌛ Time is up for **Anne**: the game goes on without an answer."
    assert second.startswith("▸ Round 3")


async def test_a_private_note_goes_to_its_owner(client: Any, session: Any) -> None:
    note = {"what": "order", "order": 2, "seat": 1}
    secret = row("secret", user_id=102, seat=1, payload={"events": [], "note": note})
    await Delivery(client).deliver(session, [secret], "n")
    assert client.channel.sent == []
    (told,) = client.dm.sent
    head, line = told["content"].splitlines()
    assert head == "-# Kingmaker · <#2>"
    assert line.startswith("📜 One of your standing orders has answered for you.")


async def test_a_newcomer_is_briefed_from_the_own_view_alone(client: Any) -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    crown = scene.content.crown
    mine = scene.content.mercenaries[0]
    theirs = next(card for card in scene.state.crown_deck if crown[card].kind == "ship")
    scene.hand(0, mine).hand(1, theirs)
    scene.movement(0)
    session: Any = MemorySession(scene.match, ("Zoe", "Ben"))
    await Delivery(client).deliver(session, [row("brief", user_id=101, seat=0)], "n")
    about, asked = client.dm.sent
    assert "### Welcome! This seat is yours from now on." in about["content"]
    assert crown[mine].name in about["content"]
    assert crown[theirs].name not in about["content"] + asked["content"]
    assert "Move your nobles" in asked["content"]
    assert "End movement" in [child.item.label for child in asked["view"].children]
    assert (about["nonce"], asked["nonce"]) == ("nb", "nh")
    assert client.channel.sent == []


async def test_who_has_left_the_server_is_told_once_with_a_way_on(
    client: Any, session: Any
) -> None:
    async def get_member(_: int, user: int) -> Any:
        if user == 101:
            raise error(discord.NotFound, 404, 10007)
        return {}

    client.get_member = get_member
    delivery = Delivery(client)
    for nonce in ("n", "m"):
        await delivery.deliver(session, [reminder(0)], nonce)
    told = [each for each in client.channel.sent if each.get("content")]
    (gone,) = told
    assert gone["content"].startswith("**Anne** has left this server.")
    assert [child.item.label for child in gone["view"].children] == ["Let a computer play"]


@pytest.mark.parametrize("code", [50001, 50013])
async def test_the_host_hears_once_that_the_channel_is_shut(
    client: Any, session: Any, code: int
) -> None:
    client.channel.refusal = error(discord.Forbidden, 403, code)
    delivery = Delivery(client)
    for nonce in ("n", "m"):
        with pytest.raises(Exception, match=f"Discord says {code}"):
            await delivery.deliver(session, [row("status")], nonce)
    (told,) = client.dm.sent
    assert "I can no longer write in <#2>, where you host a game of Kingmaker." in told["content"]
    assert "`/game move`" in told["content"]


async def test_all_hear_that_the_channel_is_gone(client: Any, session: Any) -> None:
    session.seats = [*session.seats, SeatInfo(2, None, "Steward 1 (computer)", "steward")]
    client.channel.refusal = error(discord.NotFound, 404, 10003)
    with pytest.raises(Exception, match="Discord says 10003"):
        await Delivery(client).deliver(session, [row("status")], "n")
    assert len(client.dm.sent) == 2
    assert all("`/game move game:ABC123`" in each["content"] for each in client.dm.sent)


async def test_private_news_call_their_reader_you(client: Any, session: Any) -> None:
    given = facts.CardGiven(0, 1, "saxons_1", audience=(0, 1))
    for seat, line in ((0, "You give **Ben** Saxons."), (1, "**Anne** gives you Saxons.")):
        news = row("secret", payload={"events": [msgspec.to_builtins(given)]}, seat=seat)
        news.user_id = 101 + seat
        await Delivery(client).deliver(session, [news], f"n{seat}")
        assert line in client.dm.sent[-1]["content"]
