"""Delivery: what goes where, under which nonce, and what is given up."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec
import pytest

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.session import Logged, Refused, SeatInfo, Undeliverable
from bot.session.announcements import plain
from bot.storage import OutboxRow
from cogs.delivery.outbox import Delivery
from cogs.ui.first_answer import Panels
from cogs.ui.pictures import Drawing
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene


def error(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    """An answer of Discord's that says no."""
    answer: Any = SimpleNamespace(status=status, reason="no")
    return kind(answer, {"code": code, "message": "no"})


class Place:
    """A channel that writes down what is sent to it, or refuses it."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.edited: list[int] = []
        self.changes: list[dict[str, Any]] = []
        self.deleted: list[int] = []
        self.refusal: Exception | None = None
        self.gone: set[int] = set()
        self.tries = 0
        self.added: list[tuple[int, list[str]]] = []
        """The files that were added to messages, by the message's number."""

    async def send(self, content: str | None = None, **more: Any) -> Any:
        """Send a message."""
        self.tries += 1
        if self.refusal is not None:
            raise self.refusal
        self.sent.append({"content": content, **more})
        return self._message(1_000 + len(self.sent), list(more.get("files", ())))

    def _message(self, number: int, attachments: list[Any]) -> Any:
        """A message as Discord gives it back."""

        async def edit(
            *, attachments: list[Any] = attachments, view: Any = None, content: str | None = None
        ) -> Any:
            if content is not None:
                self.sent[number - 1_001] |= {"content": content, "view": view}
                return self._message(number, attachments)
            new = [each for each in attachments if isinstance(each, discord.File)]
            self.added.append((number, [file.filename for file in new]))
            sent = self.sent[number - 1_001]
            sent["files"] = [*sent.get("files", ()), *new]
            if view is not None:
                sent["view"] = view
            return self._message(
                number, [SimpleNamespace(filename=each.filename) for each in attachments]
            )

        return SimpleNamespace(
            id=number, attachments=attachments, edit=edit, components=[], channel=self
        )

    id = 9

    async def fetch_message(self, _: int) -> Any:
        """Nothing is kept here."""
        raise error(discord.NotFound, 404, 10008)

    def get_partial_message(self, number: int) -> Any:
        """A message to be changed or deleted."""

        async def edit(**changes: Any) -> None:
            if number in self.gone:
                raise error(discord.NotFound, 404, 10008)
            self.edited.append(number)
            self.changes.append(changes)

        async def delete() -> None:
            self.deleted.append(number)

        return SimpleNamespace(edit=edit, delete=delete)


class Client:
    """As much of the bot as delivery needs."""

    def __init__(self) -> None:
        self.channel, self.dm = Place(), Place()
        self.closed: dict[int, bool] = {}
        self.desk = self.people = self
        self.pictures = self
        self.http = self
        self.asked: list[list[str]] = []
        self.drawn, self.links = True, None
        self.easel = asyncio.Event()
        """Nothing is drawn until it is set."""
        self.easel.set()
        self.user, self.panels = None, Panels()

    def get_partial_messageable(self, _: int, **__: Any) -> Place:
        """The game's channel."""
        return self.channel

    def get_guild(self, _: int) -> None:
        """No server is in the cache."""

    async def fetch_guild(self, _: int, **__: Any) -> Any:
        """Nor is it to be found otherwise."""
        raise error(discord.NotFound, 404, 10004)

    async def get_member(self, _: int, user: int) -> Any:
        """Nobody has left, as far as is known."""
        raise error(discord.NotFound, 404, 10004)

    def get_user(self, _: int) -> None:
        """Nobody is in the cache."""

    async def create_dm(self, _: Any) -> Place:
        """The direct messages."""
        return self.dm

    async def dms_closed(self, user: int) -> bool:
        """Whether a failure was noted."""
        return self.closed.get(user, False)

    async def dms_closed_since(self, users: Any) -> dict[int, datetime]:
        """Since when: it was found out while the first turn was played."""
        return {user: FOUND_OUT for user in users if self.closed.get(user)}

    async def note_dms(self, user: int, *, closed: bool) -> None:
        """Note it."""
        self.closed[user] = closed

    def has(self, _: Any) -> bool:
        """Whether there are pictures of the game."""
        return self.drawn

    def ends(self, _: Any, events: Any) -> bool:
        """A battle is worth a sheet."""
        return self.drawn and any(type(event).__name__ == "BattleRolled" for event in events)

    async def board(self, _: Any) -> Drawing:
        """A picture."""
        await self.easel.wait()
        return Drawing("board.png", b"png", "The board.")

    async def changes(self, _: Any, entries: Any, wanted: Any) -> Drawing | None:
        """A picture of what changed."""
        await self.easel.wait()
        events = [event for entry in entries for event in entry.events]
        self.asked.append([type(event).__name__ for event in events])
        return Drawing("changes.png", b"png", "What changed.") if events else None

    async def sheets(self, _: Any, entries: Any, new: int) -> list[Drawing]:
        """A sheet for each new entry."""
        await self.easel.wait()
        return [Drawing("battle.png", b"png", f"{e.revision}") for e in entries[new:]]

    async def victory(self, _: Any) -> Drawing:
        """A picture of the end."""
        await self.easel.wait()
        return Drawing("victory.png", b"png", "Ben has won.")

    async def moments(self, _: Any) -> Drawing:
        """What will be told."""
        await self.easel.wait()
        return Drawing("moments.png", b"png", "Ben was crowned.")

    async def replay(self, _: Any) -> Drawing:
        """A film."""
        await self.easel.wait()
        return Drawing("replay.webp", b"webp", "The game.")

    async def hand(self, _: Any, seat: int) -> Drawing:
        """A picture of what a seat holds."""
        await self.easel.wait()
        return Drawing("hand.png", b"png", f"The hand of {seat}.")


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


async def deliver(delivery: Delivery, session: Any, rows: list[OutboxRow], nonce: str) -> None:
    """Deliver rows, and wait for the pictures that follow."""
    await delivery.deliver(session, rows, nonce)
    await delivery.following.settled()


def row(kind: str, **more: Any) -> OutboxRow:
    """A row of the outbox."""
    payload = {"revision": 7, "moment": 7} | more.pop("payload", {})
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
    # Each is noted, so that it can be struck through.
    noted = {number: (text, revisions) for number, text, revisions in session.told}
    assert [text for text, _ in noted.values()] == [each["content"] for each in sent]
    assert {revisions for _, revisions in noted.values()} == {frozenset({rows[0].revision})}


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


async def test_a_card_that_is_gone_is_put_up_again(client: Any, session: Any) -> None:
    session.status_message_id = 42
    client.channel.gone = {42}
    await Delivery(client).deliver(session, [row("status")], "n")
    assert len(client.channel.sent) == 1
    assert client.channel.deleted == []
    assert session.status_message_id == 1_001


FOUND_OUT = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def test_closed_direct_messages_are_told_as_a_turn_begins_and_without_the_secret(
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
    assert client.channel.sent == []
    began = facts.TurnBegan(1, 3)
    session.entries.append(Logged(9, FOUND_OUT + timedelta(hours=1), 0, (began,)))
    await delivery.deliver(session, [row("log", payload={"events": plain([began])})], "t")
    _, told = client.channel.sent
    assert told["content"] == (
        "I cannot reach **Anne** by direct message. "
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


async def test_the_card_of_the_one_to_move_stays_where_it_is_while_only_news_come(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    session.status_message_id = 42
    event = {"event": "turn_began", "seat": 0, "round": 3}
    await delivery.deliver(session, [row("log", payload={"events": [event]})], "n")
    await delivery.deliver(session, [row("status")], "m")
    (log,) = client.channel.sent
    assert log["content"].startswith("▸ Round 3")
    assert (client.channel.edited, client.channel.deleted) == ([42], [])


@pytest.mark.parametrize("code", [50001, 50013, 10003])
async def test_what_cannot_work_is_given_up(client: Any, session: Any, code: int) -> None:
    client.channel.refusal = error(discord.Forbidden, 403, code)
    with pytest.raises(Undeliverable):
        await Delivery(client).deliver(session, [row("opening")], "n")


async def test_what_may_work_later_is_tried_again(client: Any, session: Any) -> None:
    client.channel.refusal = error(discord.HTTPException, 500, 0)
    with pytest.raises(discord.HTTPException):
        await Delivery(client).deliver(session, [row("opening")], "n")
    client.channel.refusal = aiohttp.ClientError("the line is dead")
    with pytest.raises(aiohttp.ClientError):
        await Delivery(client).deliver(session, [row("opening")], "n")


async def test_pictures_are_described_and_named_neutrally(client: Any, session: Any) -> None:
    rows = [row("opening")]
    await deliver(Delivery(client), session, rows, "n")
    (sent,) = client.channel.sent
    (file,) = sent["files"]
    assert (file.filename, file.description) == ("board.png", "The board.")
    assert f"`{'5e' * 8}…`" in sent["content"]
    assert [each.item.label for each in sent["view"].children] == ["What do I hold?", "Fair play"]


async def test_the_end_names_winners_and_seed(client: Any, session: Any) -> None:
    session.seed = "the seed"
    rows = [row("over", payload={"winners": [1], "victory": "complete"})]
    await deliver(Delivery(client), session, rows, "n")
    (sent,) = client.channel.sent
    assert "👑 **Ben** wins the game!" in sent["content"]
    assert "`the seed`" in sent["content"]
    assert files_of(client) == [("victory.png", "Ben has won.")]
    await deliver(Delivery(client), session, [row("replay")], "r")
    assert files_of(client)[1:] == [
        ("moments.png", "Ben was crowned."),
        ("replay.webp", "The game."),
    ]
    assert client.channel.sent[-1]["nonce"] == "rr"


async def test_a_game_broken_off_has_no_sheet_of_its_end(client: Any, session: Any) -> None:
    rows = [row("over", payload={"winners": [], "victory": ""})]
    await deliver(Delivery(client), session, rows, "n")
    assert [each["content"] for each in client.channel.sent] == ["The game has been ended."]
    assert files_of(client) == []


def logged(revision: int, *events: Event) -> Logged:
    """An entry of the log."""
    return Logged(revision, datetime(2026, 1, 1, tzinfo=UTC), 0, events)


async def test_after_a_turn_what_changed_is_shown_once_with_the_board_on_a_button(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    began, marched = facts.TurnBegan(0, 3), facts.CameOut(0, ("percy",), "alnwick")
    session.entries = [logged(3, began), logged(4, marched), logged(5, began), logged(6, began)]
    # After a restart: since the turn before the one under way.
    await deliver(delivery, session, [row("picture")], "n")
    assert client.asked == [["TurnBegan", "TurnBegan"]]
    session.entries.append(logged(7, marched))
    await deliver(delivery, session, [row("picture")], "m")
    await deliver(delivery, session, [row("picture")], "o")
    assert client.asked[1:] == [["CameOut"], []]
    assert [each["nonce"] for each in client.channel.sent] == ["np", "mp"]
    (whole,) = client.channel.sent[0]["view"].children
    assert (whole.item.label, whole.custom_id) == ("Whole board", "b.map:ABC123")


async def test_what_changed_while_computers_played_is_shown_when_a_person_is_to_move(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    await deliver(delivery, session, [row("opening")], "b")
    person = session.seats[0]
    began = facts.TurnBegan(0, 3)
    session.entries = [logged(8, began), logged(9, began), logged(10, began)]
    session.seats[0] = SeatInfo(0, None, "Steward 1 (computer)", "steward")
    await deliver(delivery, session, [row("picture")], "n")
    assert client.asked == []
    session.seats[0] = person
    await deliver(delivery, session, [row("picture")], "m")
    assert client.asked == [["TurnBegan"] * 3]


async def test_a_sheet_follows_the_news_of_what_it_shows(client: Any, session: Any) -> None:
    rolled = facts.BattleRolled(60, 40, "B", 7, "minor_victory")
    session.entries = [logged(5, rolled), logged(6, rolled), logged(7, rolled), logged(8, rolled)]
    told = row("log", payload={"events": [msgspec.to_builtins(rolled)]})
    await deliver(Delivery(client), session, [told], "n")
    # Only the entries of these rows are new; what came later has its own news.
    assert files_of(client) == [("battle.png", "7")]
    (told,) = client.channel.sent
    assert told["nonce"] == "n-0"
    assert client.channel.added == [(1_001, ["battle.png"])]


async def test_the_sheet_comes_with_the_story_of_the_turn_and_no_board_takes_its_place(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    rolled, began = facts.BattleRolled(60, 40, "B", 7, "minor_victory"), facts.TurnBegan(0, 3)
    session.entries = [logged(6, began), logged(7, rolled, began)]
    told = row("log", payload={"events": [msgspec.to_builtins(e) for e in (rolled, began)]})
    await delivery.deliver(session, [told], "n")
    await deliver(delivery, session, [row("picture")], "m")
    (story,) = client.channel.sent
    assert client.channel.added == [(1_001, ["battle.png"])]
    assert [file.filename for file in story["files"]] == ["battle.png"]
    assert [child.item.label for child in story["view"].children] == ["Why?"]


async def test_below_the_whole_board_there_is_no_button_for_it(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def everywhere(*_: Any) -> Drawing:
        return Drawing("changes.png", b"png", "All of it.", whole=True)

    monkeypatch.setattr(client, "changes", everywhere)
    session.entries = [logged(7, facts.TurnBegan(0, 3))]
    await deliver(Delivery(client), session, [row("picture")], "n")
    (sent,) = client.channel.sent
    assert [file.filename for file in sent["files"]] == ["changes.png"]
    assert sent.get("view") is None


async def test_news_do_not_wait_for_their_pictures(client: Any, session: Any) -> None:
    client.easel.clear()
    delivery = Delivery(client)
    rolled, began = facts.BattleRolled(60, 40, "B", 7, "minor_victory"), facts.TurnBegan(0, 3)
    session.entries = [logged(6, began), logged(7, rolled), logged(8, began)]
    log = row("log", payload={"events": [msgspec.to_builtins(rolled)]})
    over = row("over", payload={"winners": [1], "victory": "complete"})
    brief = row("brief", user_id=101, seat=0)
    for number, each in enumerate((row("opening"), log, row("picture"), brief, over)):
        await delivery.deliver(session, [each], f"n{number}")
    await delivery.deliver(session, [row("replay")], "r")
    await delivery.deliver(session, [row("status")], "s")
    opening, story, end, card = client.channel.sent
    assert opening["content"].startswith("👑 **The game begins!**")
    assert end["content"].startswith("👑 **Ben** wins")
    assert card["view"] is not None
    assert len(client.dm.sent) == 2
    assert files_of(client) == []
    client.easel.set()
    await delivery.following.settled()
    assert client.channel.added == [
        (1_001, ["board.png"]),
        (1_002, ["battle.png"]),
        (1_003, ["victory.png"]),
    ]
    assert client.dm.sent[-1]["files"][0].filename == "hand.png"
    assert [file.filename for file in story["files"]] == ["battle.png"]
    moments, film = client.channel.sent[-2:]
    assert moments["content"] == "The great moments of this game."
    assert film["content"] == "The whole game again."


async def test_a_picture_that_is_not_drawn_keeps_nothing_back(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any) -> Drawing:
        raise Refused("That picture took too long to draw.")

    async def break_down(*_: Any) -> Drawing:
        raise ZeroDivisionError

    delivery = Delivery(client)
    began = facts.TurnBegan(0, 3)
    session.entries = [logged(7, began)]
    for wrong in (refuse, break_down):
        monkeypatch.setattr(client, "changes", wrong)
        await deliver(delivery, session, [row("picture")], "n")
    for drawing in ("moments", "replay"):
        monkeypatch.setattr(client, drawing, refuse)
    await deliver(delivery, session, [row("replay")], "r")
    assert client.channel.sent == []
    monkeypatch.undo()
    await deliver(delivery, session, [row("picture")], "m")
    assert files_of(client) == [("changes.png", "What changed.")]


async def test_what_is_on_its_way_when_the_program_ends_is_left_out(
    client: Any, session: Any
) -> None:
    client.easel.clear()
    delivery = Delivery(client)
    await delivery.deliver(session, [row("opening")], "n")
    await asyncio.sleep(0)
    await delivery.following.close()
    assert files_of(client) == []


async def test_a_game_without_pictures_is_told_in_words(client: Any, session: Any) -> None:
    client.drawn = False
    delivery = Delivery(client)
    session.entries = [logged(7, facts.TurnBegan(0, 3))]
    for kind in ("opening", "picture", "replay"):
        await deliver(delivery, session, [row(kind)], kind)
    over = row("over", payload={"winners": [1], "victory": "complete"})
    await deliver(delivery, session, [over], "o")
    assert files_of(client) == []
    assert [each["content"].splitlines()[0] for each in client.channel.sent] == [
        "👑 **The game begins!** Kingmaker: Covault’s evening. It ends when somebody wins.",
        "👑 **Ben** wins the game!",
    ]


def files_of(client: Any) -> list[tuple[str, str | None]]:
    """The files sent to the channel: names and descriptions."""
    sent = [file for each in client.channel.sent for file in each.get("files", ())]
    return [(file.filename, file.description) for file in sent]


async def test_an_unknown_kind_is_given_up(client: Any, session: Any) -> None:
    with pytest.raises(Undeliverable):
        await Delivery(client).deliver(session, [row("riddle")], "n")
