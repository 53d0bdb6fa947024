"""What comes of a batch: in which order, under which nonce, for whom; and what is left alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import msgspec
import pytest

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.session import SeatInfo, ShutOut, Undeliverable
from bot.session.game_session import Course
from cogs.delivery import outbox
from cogs.delivery.outbox import Delivery
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import Client, error, row
from tests.rules.kingmaker.chamber import call, propose, realm
from tests.rules.kingmaker.scene import Scene

ANNE, BEN, CAT = 101, 102, 103
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
COMPUTER = SeatInfo(0, None, "Steward 1 (computer)", "steward")


class Game(MemorySession):
    """A game of which one can say whom it waits for, and what a command under way will change."""

    def __init__(self, scene: Scene, names: tuple[str, ...] = ("Anne", "Ben")) -> None:
        super().__init__(scene.match, names)
        self.waits: list[Seat] | None = None
        self.under_way: Callable[[], None] | None = None
        self.happened = list(scene.events)
        """What the last choice came to."""

    def waiting_for(self) -> list[Seat]:
        return super().waiting_for() if self.waits is None else self.waits

    async def at_rest(self) -> None:
        if self.under_way is not None:
            self.under_way()
            self.under_way = None


@pytest.fixture
def client() -> Any:
    return Client()


@pytest.fixture
def session() -> Any:
    return annes_move()


def annes_move() -> Any:
    """Anne's movement; Ben is there too."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return Game(scene)


def voting(*votes: str) -> Any:
    """Anne, Ben and Cat vote; the first of them have."""
    scene = propose(call(realm().chancery("earl_kent", "earl_essex")), 0, "earl_kent", "clifford")
    scene.play(0, "call_vote")
    for seat, vote in enumerate(votes):
        scene.play(seat, vote)
    return Game(scene, ("Anne", "Ben", "Cat"))


def over(game: Any) -> Callable[[], None]:
    """The command under way ends the game."""

    def end() -> None:
        game.status = "over"

    return end


def texts(client: Any) -> list[str | None]:
    """What the channel reads; None for a card."""
    return [each["content"] for each in client.channel.sent]


# What cannot be sent


class Watched(Delivery):
    """A delivery that notes who is told that the bot is shut out."""

    def __init__(self, client: Any, monkeypatch: pytest.MonkeyPatch, *, writes: bool) -> None:
        super().__init__(client)
        self.noted: list[Any] = []

        async def may_write(_: Any) -> bool:
            return writes

        async def say_shut_out(_: Any) -> None:
            self.noted.append("told")

        async def stop(_bot: Any, _session: Any, reason: str) -> None:
            self.noted.append(reason)

        async def lost(*_: Any) -> None:
            self.noted.append("lost")

        monkeypatch.setattr(self.reach, "may_write", may_write)
        monkeypatch.setattr(self.reach, "say_shut_out", say_shut_out)
        monkeypatch.setattr(outbox, "stop", stop)
        monkeypatch.setattr(outbox, "lost_its_channel", lost)


@pytest.mark.parametrize(
    ("code", "writes", "noted"),
    [
        (50013, False, ["told", "I am not allowed to write in its channel."]),
        (50001, False, ["told", "I am not allowed to write in its channel."]),
        (10003, False, ["lost"]),
        (10003, True, ["lost"]),
    ],
)
async def test_a_closed_channel_keeps_its_news_back(
    client: Any,
    session: Any,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    writes: bool,
    noted: list[str],
) -> None:
    delivery = Watched(client, monkeypatch, writes=writes)
    client.channel.refusal = error(discord.Forbidden, 403, code)
    with pytest.raises(ShutOut, match=f"^Discord says {code}$"):
        await delivery.deliver(session, [row("opening", attempts=9)], "n")
    assert delivery.noted == noted


@pytest.mark.parametrize("attempts", [0, 2, 3, 4])
async def test_what_is_forbidden_in_an_open_channel_is_given_up_after_three_tries(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch, attempts: int
) -> None:
    delivery = Watched(client, monkeypatch, writes=True)
    client.channel.refusal = error(discord.Forbidden, 403, 50013)
    with pytest.raises((discord.Forbidden, Undeliverable)) as raised:
        await delivery.deliver(session, [row("opening", attempts=attempts)], "n")
    assert raised.type is (discord.Forbidden if attempts < 3 else Undeliverable)
    assert delivery.noted == []


@pytest.mark.parametrize("writes", [True, False])
async def test_what_one_person_cannot_get_is_given_up_at_once_and_stops_nothing(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch, writes: bool
) -> None:
    delivery = Watched(client, monkeypatch, writes=writes)

    async def brief(*_: Any) -> None:
        raise error(discord.Forbidden, 403, 50013)

    monkeypatch.setattr(delivery.private, "brief", brief)
    with pytest.raises(Undeliverable) as raised:
        await delivery.deliver(session, [row("brief", user_id=ANNE, seat=0)], "n")
    assert raised.type is Undeliverable
    assert delivery.noted == []


async def test_what_may_pass_goes_on_as_it_came_and_stops_nothing(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    delivery = Watched(client, monkeypatch, writes=False)
    client.channel.refusal = error(discord.HTTPException, 500, 0)
    with pytest.raises(discord.HTTPException) as raised:
        await delivery.deliver(session, [row("opening", attempts=9)], "n")
    assert raised.value is client.channel.refusal
    assert delivery.noted == []


# News


def events(*told: Any, revision: int = 7, **more: Any) -> Any:
    """A row of the log."""
    made = row("log", payload={"events": [msgspec.to_builtins(each) for each in told], **more})
    made.revision = made.payload["moment"] = revision
    return made


async def test_a_vote_is_told_in_the_story_of_its_turn(client: Any) -> None:
    session = voting("yea", "yea", "yea")
    closed = next(e for e in session.happened if isinstance(e, facts.BallotClosed))
    rows = [
        events(facts.TurnBegan(0, 3), revision=5),
        events(closed, revision=6),
        events(facts.TurnBegan(1, 3), revision=7, took_back=1),
    ]
    delivery = Delivery(client)
    await delivery.deliver(session, rows, "n")
    before, after = client.channel.sent
    assert [each["nonce"] for each in (before, after)] == ["n-0", "n-1"]
    assert before["content"].startswith("▸ Round 3")
    assert "\nThe motion passes, Commons " in before["content"]
    assert after["content"].startswith("▸ Round 3: **Ben**’s turn.")
    # All is noted, under the revisions it tells of, so that it can be struck through.
    assert session.told == [
        (1_001, before["content"], frozenset({5, 6})),
        (1_002, after["content"], frozenset({7})),
        (1_001, before["content"], frozenset({5, 6, 7})),
    ]
    assert delivery.pictured._stories[session.id].message.id == 1_002


async def test_without_anything_to_tell_nothing_is_sent(client: Any, session: Any) -> None:
    await Delivery(client).deliver(session, [events()], "n")
    assert (client.channel.sent, session.told) == ([], [])


async def test_the_seed_is_told_only_of_a_game_that_was_played(client: Any, session: Any) -> None:
    session.seed, session.status = "the seed", "over"
    delivery = Delivery(client)
    won = row("over", payload={"winners": [0, 1], "victory": ""})
    await delivery.deliver(session, [won], "n")
    session.match = None
    await delivery.deliver(session, [row("over", payload={})], "m")
    both, none = client.channel.sent
    assert both["content"] == (
        "👑 **Anne** and **Ben** win the game!\n-# The seed of all draws and rolls was "
        f"`the seed`. Its SHA-256, `{'5e' * 32}`, was public from the start."
    )
    assert (both["nonce"], none["nonce"]) == ("no", "mo")
    assert [each.item.label for each in both["view"].children] == ["Keep the story", "Play again"]
    assert "view" not in none
    assert none["content"] == "The game has been ended."


async def test_the_newest_row_says_how_it_ended(client: Any, session: Any) -> None:
    rows = [row("over", payload={"winners": [0]}), row("over", payload={"winners": [1]})]
    await Delivery(client).deliver(session, rows, "n")
    assert texts(client) == ["👑 **Ben** wins the game!"]


async def test_a_chapter_that_is_left_is_left_in_silence(client: Any, session: Any) -> None:
    session.options = {"lesson": "heir"}
    delivery = Delivery(client)
    for kind in ("over", "replay"):
        await delivery.deliver(session, [row(kind, payload={})], "n")
    await delivery.following.settled()
    assert client.channel.sent == []
    await delivery.deliver(session, [row("over", payload={"winners": [0]})], "n")
    assert len(texts(client)) == 1


async def test_the_game_once_more_is_shown_of_a_game_that_was_played(
    client: Any, session: Any
) -> None:
    session.match = None
    delivery = Delivery(client)
    await delivery.deliver(session, [row("replay")], "n")
    await delivery.following.settled()
    assert client.channel.sent == []


@pytest.mark.parametrize(
    ("waits", "shown"), [([0], False), ([1], True), ([0, 1], True), ([], False)]
)
async def test_a_turn_is_shown_where_a_person_is_to_move(
    client: Any, session: Any, waits: list[int], shown: bool
) -> None:
    delivery: Any = Delivery(client)
    turns: list[str] = []
    delivery.pictured.turn = lambda _, nonce: turns.append(nonce)
    session.waits, session.seats[0] = waits, COMPUTER
    await delivery.deliver(session, [row("picture")], "n")
    assert turns == (["np"] if shown else [])


async def test_a_turn_is_shown_before_a_vote_whoever_is_still_to_vote(client: Any) -> None:
    delivery: Any = Delivery(client)
    session = voting()
    turns: list[str] = []
    delivery.pictured.turn = lambda _, nonce: turns.append(nonce)
    session.seats = [SeatInfo(n, None, f"Steward {n} (computer)", "steward") for n in range(3)]
    await delivery.deliver(session, [row("picture")], "n")
    assert turns == ["np"]


# What is asked is looked at once the command under way is done


@pytest.mark.parametrize(
    ("kind", "payload"),
    [("ask", {"seats": [0]}), ("remind", {"seats": [0]}), ("picture", {})],
)
async def test_of_a_game_that_ends_just_now_nothing_more_is_asked(
    client: Any, session: Any, kind: str, payload: dict[str, Any]
) -> None:
    session.under_way = over(session)
    session.entries = []
    delivery = Delivery(client)
    await delivery.deliver(session, [row(kind, payload=payload)], "n")
    await delivery.following.settled()
    assert (client.channel.sent, client.asked) == ([], [])


async def test_the_card_shows_the_moment_after_the_command_under_way(
    client: Any, session: Any
) -> None:
    session.under_way = over(session)
    await Delivery(client).deliver(session, [row("status")], "n")
    (sent,) = client.channel.sent
    assert "The game is over." in str(sent["view"].to_components())


async def test_a_secret_question_that_is_settled_just_now_is_not_asked(client: Any) -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.next_crown(scene.content.mercenaries[0])
    scene.draw(0)
    session = Game(scene)
    delivery = Delivery(client)
    delivery._shown[session.id] = "as it is"
    session.under_way = over(session)
    asked = [row("ask_secret", user_id=ANNE, seat=0)]
    await delivery.deliver(session, asked, "n")  # type: ignore[arg-type]
    assert client.dm.sent == []


@pytest.mark.parametrize("what", ["_card", "_card again"])
async def test_a_card_is_made_of_one_moment(
    client: Any, session: Any, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def course(*_: int) -> Course:
        if what == "_card again":
            session.under_way = over(session)
        return Course([], [], None, back=False)

    monkeypatch.setattr(session, "course", course)
    if what == "_card":
        session.under_way = over(session)
    card = await Delivery(client)._card(session)
    assert "The game is over." in str(card.to_components())


# The computers play on for a moment


@pytest.mark.parametrize(
    ("waits", "paused", "sleeps"),
    [
        ([[0]], None, 40),
        ([[0]], NOON, 0),
        ([[1]], None, 0),
        ([[0, 1]], None, 0),
        ([[]], None, 0),
        ([[0], [0], [1]], None, 2),
        ([[0], []], None, 1),
    ],
)
async def test_a_lull_lasts_while_only_computers_are_waited_for(
    session: Any,
    monkeypatch: pytest.MonkeyPatch,
    waits: list[list[int]],
    paused: datetime | None,
    sleeps: int,
) -> None:
    slept = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    def waiting_for() -> list[int]:
        return waits[min(len(slept), len(waits) - 1)]

    monkeypatch.setattr(outbox, "asyncio", SimpleNamespace(sleep=sleep))
    session.seats[0], session.waiting_for = COMPUTER, waiting_for
    session.paused_at = paused
    await outbox._lull(session)
    assert slept == [0.1] * sleeps


async def test_after_the_card_comes_the_lull(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lulls = []

    async def lull(_: Any) -> None:
        lulls.append(len(client.channel.sent))

    monkeypatch.setattr(outbox, "_lull", lull)
    await Delivery(client).deliver(session, [row("status")], "n")
    assert lulls == [1]


# Petitions


def petition(number: int = 3, **more: Any) -> Any:
    """The row of a petition of Anne's that the game be paused."""
    told = {"number": number, "what": "pause", "seat": 0, "state": "open", "asked": [1]}
    told |= {"agreed": [], "against": [], "until": None}
    return row("petition", payload={"revision": 7, **told, **more})


@pytest.mark.parametrize(
    ("rows", "sent"),
    [
        ([petition()], ["nt3"]),
        # Who asks agrees by asking.
        ([petition(agreed=[0])], ["nt3"]),
        ([petition(agreed=[0, 1])], []),
        ([petition(against=[1])], []),
        ([petition(), petition(agreed=[0, 1])], ["nt3"]),
        ([petition(), petition(4)], ["nt3", "nt4"]),
        ([petition(4, against=[1]), petition()], ["nt3"]),
        ([petition(), petition(state="refused", against=[1])], ["nt3"]),
        ([petition(state="done")], []),
    ],
)
async def test_a_petition_is_asked_once(
    client: Any, session: Any, rows: list[Any], sent: list[str]
) -> None:
    await Delivery(client).deliver(session, rows, "n")
    assert [each["nonce"] for each in client.channel.sent] == sent


async def test_of_a_petition_that_is_settled_by_now_only_the_end_is_told(
    client: Any, session: Any
) -> None:
    rows = [petition(), petition(state="refused", against=[1])]
    await Delivery(client).deliver(session, rows, "n")
    (sent,) = client.channel.sent
    assert sent["content"] == "The game is not paused: there is no majority for it."
    assert "view" not in sent
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": []}


@pytest.mark.parametrize(
    ("state", "became"), [("done", "✓ Agreed."), ("refused", "Not agreed."), ("lapsed", "Lapsed.")]
)
async def test_a_petition_that_is_settled_asks_nobody_any_more_and_says_how_it_ended(
    client: Any, session: Any, state: str, became: str
) -> None:
    delivery = Delivery(client)
    await delivery.deliver(session, [petition()], "n")
    await delivery.deliver(session, [petition(state=state)], "m")
    first = client.channel.sent[0]
    asks, question = first["content"].splitlines()
    assert "do you agree?" in question
    (edited,) = client.channel.changes
    assert (edited["content"], edited["view"]) == (f"{asks}\n-# {became}", None)


async def test_what_would_be_lost_is_told_while_it_can_be_prevented(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lost(_: Any, told: dict[str, Any]) -> list[str]:
        return ["-# This would be lost:", f"-# • {told['number']}"]

    monkeypatch.setattr(outbox, "lost_lines", lost)
    rows = [petition(until=NOON.isoformat()), petition(4, state="refused")]
    await Delivery(client).deliver(session, rows, "n")
    asked, ended = texts(client)
    assert asked is not None
    assert asked.splitlines()[1:] == [
        "<@102>: do you agree? A majority of the players decides. Time runs out "
        f"<t:{int(NOON.timestamp())}:R> (<t:{int(NOON.timestamp())}:f>). "
        "Then everything stays as it is.",
        "-# This would be lost:",
        "-# • 3",
    ]
    assert ended == "The game is not paused: there is no majority for it."
