"""Delivery: what goes where, under which nonce, and what is given up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.session import SeatInfo, Undeliverable
from bot.storage import OutboxRow
from cogs.delivery import Delivery
from cogs.pictures import Drawing
from tests.cogs.conftest import MemorySession
from tests.kingmaker.scene import Scene


def error(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    """An answer of Discord's that says no."""
    answer: Any = SimpleNamespace(status=status, reason="no")
    return kind(answer, {"code": code, "message": "no"})


class Place:
    """A channel that writes down what is sent to it, or refuses it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.edited: list[int] = []
        self.deleted: list[int] = []
        self.refusal: Exception | None = None
        self.gone: set[int] = set()
        self.tries = 0

    async def send(self, content: str | None = None, **more: Any) -> Any:
        """Send a message."""
        self.tries += 1
        if self.refusal is not None:
            raise self.refusal
        self.sent.append({"content": content, **more})
        return SimpleNamespace(id=1_000 + len(self.sent))

    def get_partial_message(self, number: int) -> Any:
        """A message to be changed or deleted."""

        async def edit(**_: Any) -> None:
            if number in self.gone:
                raise error(discord.NotFound, 404, 10008)
            self.edited.append(number)

        async def delete() -> None:
            self.deleted.append(number)

        return SimpleNamespace(edit=edit, delete=delete)


class Client:
    """As much of the bot as delivery needs."""

    def __init__(self) -> None:
        self.channel, self.dm = Place(), Place()
        self.closed: dict[int, bool] = {}
        self.desk = self
        self.pictures = self

    def get_partial_messageable(self, _: int, **__: Any) -> Place:
        """The game's channel."""
        return self.channel

    def get_user(self, _: int) -> None:
        """Nobody is in the cache."""

    async def create_dm(self, _: Any) -> Place:
        """The direct messages."""
        return self.dm

    async def dms_closed(self, user: int) -> bool:
        """Whether a failure was noted."""
        return self.closed.get(user, False)

    async def note_dms(self, user: int, *, closed: bool) -> None:
        """Note it."""
        self.closed[user] = closed

    def has(self, _: Any) -> bool:
        """There are pictures of every game."""
        return True

    async def board(self, _: Any) -> Drawing:
        """A picture."""
        return Drawing("board.png", b"png", "The board.")


@pytest.fixture
def client() -> Any:
    """The client."""
    return Client()


@pytest.fixture
def session() -> Any:
    """Anne's movement."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def row(kind: str, **more: Any) -> OutboxRow:
    """A row of the outbox."""
    payload = more.pop("payload", {"revision": 7})
    return OutboxRow(id=5, game_id="ABC123", revision=7, kind=kind, payload=payload, **more)


async def test_long_news_are_parted_each_with_its_own_nonce(client: Any, session: Any) -> None:
    event = {"event": "turn_began", "seat": 0, "round": 3}
    rows = [row("log", payload={"events": [event] * 150})]
    await Delivery(client).deliver(session, rows, "ABC123.5")
    sent = client.channel.sent
    assert len(sent) > 1
    assert [each["nonce"] for each in sent] == [f"ABC123.5-{n}" for n in range(len(sent))]
    assert all(len(each["content"]) <= 1_900 for each in sent)
    allowed = [each["allowed_mentions"].to_dict() for each in sent]
    assert all(each["parse"] == [] and not each.get("users") for each in allowed)


async def test_a_step_taken_back_is_all_that_is_told(client: Any, session: Any) -> None:
    rows = [row("log", payload={"events": [], "took_back": 1})]
    await Delivery(client).deliver(session, rows, "n")
    assert [each["content"] for each in client.channel.sent] == ["**Ben** took back a step."]


async def test_a_call_puts_up_a_fresh_card_that_pings_only_the_called(
    client: Any, session: Any
) -> None:
    session.status_message_id = 42
    await Delivery(client).deliver(session, [row("ask", payload={"seats": [0, 1]})], "n")
    (sent,) = client.channel.sent
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": [101]}
    assert sent["nonce"] == "na"
    assert client.channel.deleted == [42]
    assert session.status_message_id == 1_001


async def test_nobody_is_called_who_need_not_act_any_more(client: Any, session: Any) -> None:
    await Delivery(client).deliver(session, [row("ask", payload={"seats": [1]})], "n")
    assert client.channel.sent == []


async def test_the_card_is_changed_in_place_until_it_is_buried(client: Any, session: Any) -> None:
    delivery = Delivery(client)
    session.status_message_id = 42
    await delivery.deliver(session, [row("status")], "n")
    assert client.channel.edited == [42]
    for number in range(4):
        await delivery.deliver(session, [row("picture")], f"p{number}")
    await delivery.deliver(session, [row("status")], "m")
    assert client.channel.edited == [42]
    assert client.channel.deleted == [42]
    assert session.status_message_id == 1_005


async def test_a_card_that_is_gone_is_put_up_again(client: Any, session: Any) -> None:
    session.status_message_id = 42
    client.channel.gone = {42}
    await Delivery(client).deliver(session, [row("status")], "n")
    assert len(client.channel.sent) == 1
    assert client.channel.deleted == []
    assert session.status_message_id == 1_001


async def test_closed_direct_messages_are_told_once_and_without_the_secret(
    client: Any, session: Any
) -> None:
    client.dm.refusal = error(discord.Forbidden, 403, 50007)
    delivery = Delivery(client)
    event = {"event": "crown_card_drawn", "seat": 0, "card": "saxons", "audience": [0]}
    for _ in range(2):
        secret = row("secret", user_id=101, seat=0, payload={"events": [event]})
        await delivery.deliver(session, [secret], "n")
    assert client.closed == {101: True}
    assert client.dm.tries == 1
    (told,) = client.channel.sent
    assert told["content"] == (
        "I can't reach **Anne** by direct message. "
        "Press **My hand** to see what is for your eyes only."
    )


async def test_a_secret_goes_to_its_owner_only(client: Any, session: Any) -> None:
    card = session.rules.content.mercenaries[0]
    event = {"event": "crown_card_drawn", "seat": 0, "card": card, "audience": [0]}
    secret = row("secret", user_id=101, seat=0, payload={"events": [event]})
    await Delivery(client).deliver(session, [secret], "n")
    assert client.channel.sent == []
    (told,) = client.dm.sent
    assert session.rules.content.crown[card].name in told["content"]
    assert told["nonce"] == "n-0"


def drawing() -> Any:
    """Anne has drawn a card and is asked what becomes of it."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.next_crown(scene.content.mercenaries[0])
    scene.draw(0)
    return MemorySession(scene.match)


async def test_what_is_asked_because_of_a_secret_comes_in_the_same_message(client: Any) -> None:
    session, delivery = drawing(), Delivery(client)
    card = session.rules.content.mercenaries[0]
    event = {"event": "crown_card_drawn", "seat": 0, "card": card, "audience": [0]}
    secret = row("secret", user_id=101, seat=0, payload={"events": [event]})
    await delivery.deliver(session, [secret], "n")
    await delivery.deliver(session, [row("ask_secret", user_id=101, seat=0)], "m")
    (told,) = client.dm.sent
    assert "or keep it in your hand?" in told["content"]
    assert "Keep the card" in [child.item.label for child in told["view"].children]


async def test_a_question_goes_to_nobody_but_the_one_asked(client: Any) -> None:
    session = drawing()
    name = session.rules.content.crown[session.rules.content.mercenaries[0]].name
    delivery = Delivery(client)
    await delivery.deliver(session, [row("ask_secret", user_id=102, seat=1)], "n")
    assert client.dm.sent == []
    await delivery.deliver(session, [row("status")], "m")
    assert all(name not in str(each["view"].to_components()) for each in client.channel.sent)
    await delivery.deliver(session, [row("ask_secret", user_id=101, seat=0)], "o")
    (told,) = client.dm.sent
    assert name in told["content"]


async def test_computers_play_on_without_a_picture_a_turn(client: Any, session: Any) -> None:
    session.seats[0] = SeatInfo(0, None, "Steward 1 (computer)", "steward")
    delivery = Delivery(client)
    await delivery.deliver(session, [row("picture")], "n")
    assert client.channel.sent == []


async def test_the_card_of_the_one_to_move_stays_the_last_message(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    session.status_message_id = 42
    event = {"event": "turn_began", "seat": 0, "round": 3}
    await delivery.deliver(session, [row("log", payload={"events": [event]})], "n")
    await delivery.deliver(session, [row("status")], "m")
    log, card = client.channel.sent
    assert log["content"].startswith("▸ Round 3")
    assert card["allowed_mentions"].to_dict() == {"parse": [], "users": []}
    assert client.channel.deleted == [42]


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_what_cannot_work_is_given_up(client: Any, session: Any, code: int) -> None:
    client.channel.refusal = error(discord.Forbidden, 403, code)
    with pytest.raises(Undeliverable):
        await Delivery(client).deliver(session, [row("picture")], "n")


async def test_what_may_work_later_is_tried_again(client: Any, session: Any) -> None:
    client.channel.refusal = error(discord.HTTPException, 500, 0)
    with pytest.raises(discord.HTTPException):
        await Delivery(client).deliver(session, [row("picture")], "n")
    client.channel.refusal = aiohttp.ClientError("the line is dead")
    with pytest.raises(aiohttp.ClientError):
        await Delivery(client).deliver(session, [row("picture")], "n")


async def test_pictures_are_described_and_named_neutrally(client: Any, session: Any) -> None:
    rows = [row("picture", payload={"revision": 7, "reason": "start"})]
    await Delivery(client).deliver(session, rows, "n")
    (sent,) = client.channel.sent
    (file,) = sent["files"]
    assert (file.filename, file.description) == ("board.png", "The board.")
    assert "5e" * 32 in sent["content"]


async def test_the_end_names_winners_and_seed(client: Any, session: Any) -> None:
    session.seed = "the seed"
    rows = [row("over", payload={"winners": [1], "victory": "complete"})]
    await Delivery(client).deliver(session, rows, "n")
    (sent,) = client.channel.sent
    assert "👑 **Ben** wins the game!" in sent["content"]
    assert "`the seed`" in sent["content"]


async def test_an_unknown_kind_is_given_up(client: Any, session: Any) -> None:
    with pytest.raises(Undeliverable):
        await Delivery(client).deliver(session, [row("riddle")], "n")
