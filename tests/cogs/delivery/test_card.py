"""When a game's card is changed, put up anew or left alone, and whom it calls."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.rules.kingmaker import facts
from bot.session import Band, Logged, SeatInfo
from bot.session.announcements import plain
from bot.session.clock.deadlines import QuestionDue
from bot.words.kingmaker.words import KingmakerWords
from cogs.delivery import outbox
from cogs.delivery.outbox import Delivery, gist_of
from cogs.ui.controls import button
from cogs.ui.status_card import closing_card
from tests.cogs.delivery.test_delivery import Client, error, row
from tests.cogs.delivery.test_outbox import ANNE, BEN, COMPUTER, NOON, annes_move, voting


@pytest.fixture
def client() -> Any:
    return Client()


@pytest.fixture
def session() -> Any:
    return annes_move()


class Cards(Delivery):
    """A delivery that notes how the card is asked for."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.asked: list[dict[str, Any]] = []
        self.looked: list[list[int]] = []

        async def look_for(_: Any, seats: list[int]) -> None:
            self.looked.append(list(seats))

        vars(self.reach)["look_for"] = look_for

    async def _show_card(self, session: Any, nonce: Any, *called: Any, **how: Any) -> None:
        self.asked.append({"nonce": nonce, **how})


def noticing(client: Any, session: Any) -> list[int]:
    """Whom the game of this channel notices, from now on."""
    noticed: list[int] = []

    async def greet(user: int) -> bool:
        noticed.append(user)
        return False

    async def in_channel(channel: int) -> Any:
        return session if channel == session.channel_id else None

    session.presence = SimpleNamespace(greet=greet)
    client.desk = SimpleNamespace(in_channel=in_channel)
    return noticed


@pytest.mark.parametrize(
    ("spoken", "waits", "fresh"),
    [
        (False, [1], False),
        (True, [1], True),
        (True, [0, 1], True),
        # Nobody needs the buttons while a computer moves.
        (True, [0], False),
        (True, [], False),
    ],
)
async def test_the_card_of_who_moves_comes_to_the_bottom_once_somebody_has_spoken(
    client: Any,
    session: Any,
    spoken: bool,
    waits: list[int],
    fresh: bool,
    monkeypatch: Any,
) -> None:
    monkeypatch.setattr(outbox, "_LULLS", 0)
    delivery, _ = Cards(client), noticing(client, session)
    session.seats[0], session.waits = COMPUTER, waits
    delivery._buried_in[session.channel_id] = False
    await delivery.spoken(session.channel_id if spoken else session.channel_id + 1, BEN)
    await delivery.deliver(session, [row("status")], "n")
    assert delivery.asked == [{"nonce": "ns", "fresh": fresh}]
    assert list(delivery._buried_in) == [session.channel_id]


async def test_what_is_said_in_a_channel_moves_the_card_once(client: Any, session: Any) -> None:
    session.status_message_id, noticed = 42, noticing(client, session)
    delivery = Delivery(client)
    # Of what was said before this process knew of the card it knows nothing.
    await delivery.spoken(session.channel_id, BEN)
    await delivery.deliver(session, [row("status")], "n")
    assert (client.channel.edited, client.channel.sent) == ([42], [])
    await delivery.spoken(session.channel_id, BEN)
    await delivery.deliver(session, [row("status")], "m")
    assert [each["nonce"] for each in client.channel.sent] == ["ms"]
    await delivery.deliver(session, [row("status")], "o")
    assert len(client.channel.sent) == 1
    # Who speaks where a game is played is there, and sees it.
    assert noticed == [BEN]


@pytest.mark.parametrize(
    ("shown", "message", "asked"),
    [(True, 42, True), (False, 42, False), (False, None, True), (True, None, True)],
)
async def test_during_a_vote_a_card_of_which_nothing_is_known_is_left_alone(
    client: Any, shown: bool, message: int | None, asked: bool
) -> None:
    session, delivery = voting("yea"), Cards(client)
    session.status_message_id = message
    if shown:
        delivery._shown[session.id] = "what it says"
    await delivery.deliver(session, [row("status")], "n")
    assert delivery.asked == ([{"nonce": "ns"}] if asked else [])


async def test_who_is_asked_is_called_and_looked_for(client: Any, session: Any) -> None:
    delivery = Cards(client)
    session.waits = [1, 0]
    rows = [row("ask", payload={"seats": [0]}), row("ask", payload={"seats": [1, 2]})]
    await delivery.deliver(session, rows, "n")
    assert delivery.asked == [{"nonce": "na", "called": [1, 0], "fresh": True}]
    assert delivery.looked == [[1, 0]]
    assert delivery._called == {session.id: [1, 0]}
    session.waits = []
    await delivery.deliver(session, rows, "m")
    assert (len(delivery.asked), len(delivery.looked)) == (1, 1)


def called(sent: dict[str, Any]) -> list[int]:
    """Whom a message mentions."""
    return [user.id for user in sent["allowed_mentions"].users]


ASKS_ANNE, ASKS_BEN = (row("ask", payload={"seats": [seat]}) for seat in (0, 1))


async def test_somebody_who_acts_on_in_the_same_turn_is_called_once(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    session.waits = [0]
    await delivery.deliver(session, [ASKS_ANNE], "n")
    assert [called(each) for each in client.channel.sent] == [[ANNE]]
    own = session.status_message_id
    # A computer has answered, and Anne is asked again: her card says so, and calls nobody.
    session.paused_at = NOON
    await delivery.deliver(session, [ASKS_ANNE], "m")
    assert (len(client.channel.sent), client.channel.edited) == (1, [own])
    # People have spoken below it: it comes to the bottom, and still calls nobody.
    delivery._buried_in[session.channel_id] = True
    await delivery.deliver(session, [ASKS_ANNE], "o")
    assert [called(each) for each in client.channel.sent] == [[ANNE], []]


async def test_after_the_others_were_asked_about_an_undo_somebody_is_called_again(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    session.waits = [0]
    asked = {"number": 3, "seat": 0, "asked": [1], "agreed": [], "against": [], "until": None}
    for what, calls in (("pause", []), ("undo", [ANNE])):
        await delivery.deliver(session, [ASKS_ANNE], "n")
        told = row("petition", payload={**asked, "what": what, "state": "open"})
        await delivery.deliver(session, [told], "p")
        del client.channel.sent[:]
        await delivery.deliver(session, [ASKS_ANNE], "m")
        assert [who for each in client.channel.sent for who in called(each)] == calls, what


async def test_after_somebody_else_or_in_a_new_turn_somebody_is_called_again(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    for asks, waits in ((ASKS_ANNE, 0), (ASKS_BEN, 1), (ASKS_ANNE, 0)):
        session.waits = [waits]
        await delivery.deliver(session, [asks], "n")
    assert [called(each) for each in client.channel.sent] == [[ANNE], [BEN], [ANNE]]
    begun = plain([facts.TurnBegan(1, 2)])
    await delivery.deliver(session, [row("log", payload={"events": begun})], "t")
    del client.channel.sent[:]
    await delivery.deliver(session, [ASKS_ANNE], "m")
    assert [called(each) for each in client.channel.sent] == [[ANNE]]
    # A seat that has changed hands: the newcomer has not been called.
    session.seats[0] = SeatInfo(0, BEN, "Ben")
    await delivery.deliver(session, [ASKS_ANNE], "o")
    assert called(client.channel.sent[-1]) == [BEN]


async def test_who_has_answered_in_turns_of_computers_is_there_until_his_own_has_ended(
    client: Any, session: Any
) -> None:
    session.seats[1:] = [SeatInfo(n, None, f"Steward {n} (computer)", "steward") for n in (1, 2)]
    delivery = Delivery(client)
    his, next_, hers = (plain([facts.TurnBegan(seat, 2)]) for seat in (1, 2, 0))
    await delivery.deliver(session, [row("log", payload={"events": his})], "t")
    (story,) = client.channel.sent
    session.waits = [0]
    await delivery.deliver(session, [ASKS_ANNE], "n")
    card, sent = session.status_message_id, len(client.channel.sent)
    assert called(client.channel.sent[-1]) == [ANNE]
    # More turns begin in the message above the card, and the card changes where it stands.
    for number, begun in enumerate((next_, hers)):
        await delivery.deliver(session, [row("log", payload={"events": begun})], f"u{number}")
    assert story["content"].splitlines()[-1] == "▸ Round 2: **Anne**’s turn."
    session.paused_at = NOON
    await delivery.deliver(session, [ASKS_ANNE], "m")
    assert (len(client.channel.sent), session.status_message_id) == (sent, card)
    assert client.channel.edited[-1] == card
    # Once it has been somebody else's turn she is called anew, below a new message.
    for number, begun in enumerate((his, hers)):
        await delivery.deliver(session, [row("log", payload={"events": begun})], f"v{number}")
    await delivery.deliver(session, [ASKS_ANNE], "o")
    assert called(client.channel.sent[-1]) == [ANNE]
    assert len(client.channel.sent) == sent + 3


async def test_of_several_who_must_act_each_is_called_every_time(client: Any, session: Any) -> None:
    delivery, session.waits = Delivery(client), [0, 1]
    for nonce in ("n", "m"):
        await delivery.deliver(session, [ASKS_ANNE, ASKS_BEN], nonce)
    assert [called(each) for each in client.channel.sent] == [[ANNE, BEN]] * 2


async def test_a_vote_calls_all_whom_it_asks_whether_or_not_they_have_voted(client: Any) -> None:
    session, delivery = voting("yea"), Cards(client)
    rows = [row("ask", payload={"seats": [2]}), row("ask", payload={"seats": [0, 1]})]
    await delivery.deliver(session, rows, "n")
    assert delivery.asked == [{"nonce": "na", "called": [0, 1], "fresh": True}]
    await delivery.deliver(session, [row("ask", payload={})], "m")
    assert len(delivery.asked) == 1


async def test_a_reminder_calls_those_whose_time_runs_out_and_keeps_the_others_called(
    client: Any, session: Any
) -> None:
    delivery = Cards(client)
    session.waits = [0, 1, 2]
    delivery._called[session.id] = [0, 3]
    await delivery.deliver(session, [row("remind", payload={"seats": [1, 4]})], "n")
    assert delivery.asked == [{"nonce": "nr", "called": [1], "fresh": True, "reminding": True}]
    assert delivery.looked == [[1]]
    assert delivery._called == {session.id: [0, 1]}


@pytest.mark.parametrize(("due", "reminded"), [(NOON, [1]), (NOON + timedelta(days=1), [])])
async def test_who_is_asked_something_else_by_now_is_not_reminded(
    client: Any, session: Any, due: datetime, reminded: list[int]
) -> None:
    async def deadlines() -> list[QuestionDue]:
        return [QuestionDue(1, "movement", due)]

    delivery, session.waits = Cards(client), [1]
    session.clock = SimpleNamespace(deadlines=deadlines)
    payload = {"seats": [1], "until": [NOON.isoformat()]}
    await delivery.deliver(session, [row("remind", payload=payload)], "n")
    assert [each["called"] for each in delivery.asked] == [[seat] for seat in reminded]


async def test_of_a_vote_that_is_over_nobody_is_reminded(client: Any, session: Any) -> None:
    # Everybody would see by it that his vote was missing.
    delivery, session.waits = Cards(client), [0, 1]
    await delivery.deliver(session, [row("remind", payload={"seats": [1]}, seat=1)], "n")
    assert (delivery.asked, delivery.looked) == ([], [])


async def test_a_reminder_of_a_vote_changes_no_card(client: Any) -> None:
    delivery: Any = Cards(client)
    session, reminded = voting("yea"), []

    async def remind(_session: Any, seat: int, nonce: str) -> None:
        reminded.append((seat, nonce))

    delivery.private.remind_of_vote = remind
    rows = [row("remind", payload={"seats": [seat]}, seat=seat) for seat in range(3)]
    await delivery.deliver(session, rows, "n")
    assert reminded == [(1, "nr1"), (2, "nr2")]
    assert (delivery.asked, delivery.looked, delivery._called) == ([], [], {})


async def test_a_secret_question_sees_to_it_that_there_is_a_card(client: Any, session: Any) -> None:
    delivery = Cards(client)
    secret = [row("ask_secret", user_id=BEN, seat=1)]
    await delivery.deliver(session, secret, "n")
    assert delivery.asked == [{"nonce": "ns"}]
    delivery._shown[session.id] = "what it says"
    await delivery.deliver(session, secret, "m")
    assert len(delivery.asked) == 1


async def test_a_card_is_changed_where_it_is_however_much_the_bot_tells_below_it(
    client: Any, session: Any
) -> None:
    session.status_message_id, session.waits = 42, [0, 1]
    delivery = Delivery(client)
    for _ in range(9):
        await delivery._send(session, None, "News.")
    del client.channel.sent[:]
    await delivery.deliver(session, [row("status")], "n")
    assert (client.channel.edited, client.channel.sent) == ([42], [])


async def test_during_a_vote_no_card_is_put_up_for_being_buried(client: Any) -> None:
    session, delivery = voting(), Delivery(client)
    session.status_message_id = 42
    delivery._buried_in[session.channel_id] = True
    delivery._shown[session.id] = "something else"
    await delivery.deliver(session, [row("status")], "n")
    assert (client.channel.edited, client.channel.sent) == ([42], [])


async def test_a_card_that_says_what_it_said_is_left_alone(client: Any, session: Any) -> None:
    session.status_message_id, delivery = 42, Delivery(client)
    for nonce in ("n", "m"):
        await delivery.deliver(session, [row("status")], nonce)
    session.revision += 1
    await delivery.deliver(session, [row("status")], "o")
    assert client.channel.edited == [42]
    session.paused_at = NOON
    await delivery.deliver(session, [row("status")], "p")
    assert client.channel.edited == [42, 42]
    # What a new card says is known too, but not after a restart.
    await delivery.repost(session)
    new = session.status_message_id
    await delivery.deliver(session, [row("status")], "q")
    assert client.channel.edited == [42, 42]
    await Delivery(client).deliver(session, [row("status")], "r")
    assert client.channel.edited == [42, 42, new]


async def test_a_card_that_cannot_be_changed_for_now_is_not_taken_for_changed(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session.status_message_id, delivery, place = 42, Delivery(client), client.channel
    tries = []

    async def edit(**_: Any) -> None:
        tries.append(42)
        raise error(discord.HTTPException, 500, 0)

    monkeypatch.setattr(place, "get_partial_message", lambda _: SimpleNamespace(edit=edit))
    for nonce in ("n", "m"):
        with pytest.raises(discord.HTTPException):
            await delivery.deliver(session, [row("status")], nonce)
    assert (tries, place.sent) == ([42, 42], [])


async def test_a_card_put_up_by_hand_calls_nobody_and_has_no_nonce(
    client: Any, session: Any
) -> None:
    session.status_message_id, delivery = 42, Delivery(client)
    delivery._called[session.id] = [0]
    await delivery.repost(session)
    (sent,) = client.channel.sent
    assert "nonce" not in sent
    assert "content" not in {k for k, v in sent.items() if v is not None}
    assert sent["allowed_mentions"].to_dict() == {"parse": [], "users": []}
    assert (client.channel.deleted, session.status_message_id) == ([42], 1_001)


async def test_what_is_shown_goes_to_the_games_channel_on_its_server(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def place(number: int, *, guild_id: int) -> Any:
        asked.append((number, guild_id))
        return client.channel

    monkeypatch.setattr(client, "get_partial_messageable", place)
    await Delivery(client).deliver(session, [row("opening")], "n")
    assert asked == [(2, 1)]


async def test_a_message_that_got_through_tells_that_the_bot_is_back(
    client: Any, session: Any
) -> None:
    delivery: Any = Delivery(client)
    back: list[Any] = []
    delivery.reach.is_back = back.append
    client.channel.refusal = error(discord.HTTPException, 500, 0)
    with pytest.raises(discord.HTTPException):
        await delivery.deliver(session, [row("opening")], "n")
    assert back == []
    client.channel.refusal = None
    await delivery.deliver(session, [row("opening")], "n")
    assert back == [session]


@pytest.fixture
def tidied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which games' cards were looked after."""
    found: list[str] = []

    async def tidy(_: Any, session: Any) -> None:
        found.append(session.id)

    monkeypatch.setattr(outbox, "tidy", tidy)
    return found


async def test_cards_are_looked_after_once_and_after_each_new_one(
    client: Any, session: Any, tidied: list[str]
) -> None:
    session.status_message_id, delivery = 42, Delivery(client)
    for nonce in ("n", "m"):
        await delivery.deliver(session, [row("status")], nonce)
    assert tidied == ["ABC123"]
    await delivery.repost(session)
    assert tidied == ["ABC123"] * 2
    await delivery.repost(session)
    assert tidied == ["ABC123"] * 3


async def test_a_card_of_which_nobody_knows_whether_it_was_sent_is_looked_for(
    client: Any, session: Any, tidied: list[str]
) -> None:
    delivery, coming = Delivery(client), []

    async def note() -> None:
        coming.append(client.channel.tries)

    session.coming = note
    client.channel.refusal = error(discord.HTTPException, 500, 0)
    with pytest.raises(discord.HTTPException):
        await delivery.deliver(session, [row("status")], "n")
    # That it is coming was noted before it was sent.
    assert (coming, tidied) == ([0], ["ABC123"])
    client.channel.refusal = None
    await delivery.deliver(session, [row("status")], "n")
    assert tidied == ["ABC123"] * 3


async def test_after_a_start_all_games_are_looked_after_whatever_one_of_them_does(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def loose() -> list[Any]:
        return [SimpleNamespace(id="A"), SimpleNamespace(id="B"), session]

    found = []

    async def tidy(_: Any, game: Any) -> None:
        found.append(game.id)
        if game.id == "A":
            raise ZeroDivisionError

    monkeypatch.setattr(client, "with_loose_cards", loose, raising=False)
    monkeypatch.setattr(outbox, "tidy", tidy)
    session.status_message_id, delivery = 42, Delivery(client)
    await delivery.tidy_all()
    assert found == ["A", "B", "ABC123"]
    # They need not be looked after again with the next card.
    await delivery.deliver(session, [row("status")], "n")
    assert found == ["A", "B", "ABC123"]


@pytest.mark.parametrize(
    ("status", "says"),
    [("lobby", "Kingmaker · Covault’s evening"), ("over", "This lobby is closed.")],
)
async def test_before_the_game_there_is_a_lobby_or_a_word_of_farewell(
    client: Any, session: Any, status: str, says: str
) -> None:
    async def invited_to(_: Any) -> list[SeatInfo]:
        return [SeatInfo(1, 7, "Bob")]

    async def bands(guild: int, people: set[int]) -> dict[int, Band]:
        assert (guild, people) == (session.guild_id, {each.user_id for each in session.seats})
        return {session.seats[0].user_id: Band.MOSTLY}

    client.new_games = SimpleNamespace(invited_to=invited_to)

    async def called_until() -> None:
        return None

    client.seasons = SimpleNamespace(bands=bands)
    session.lobby = SimpleNamespace(called_until=called_until)
    session.match, session.status, session.seats_wanted = None, status, 7
    shown = str((await Delivery(client)._card(session)).to_components())
    assert says in shown
    assert ("**Bob** is invited to play again" in shown) is (status == "lobby")
    assert ("answers mostly on time" in shown) is (status == "lobby")


class Drawn:
    """What the card is made of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made: list[tuple[Any, Any, dict[str, Any]]] = []

        def card(_: Any, news: Any, called: Any, **more: Any) -> Any:
            self.made.append((list(news), list(called), more))
            return closing_card("A card.")

        monkeypatch.setattr(outbox, "status_card", card)
        monkeypatch.setattr(
            outbox,
            "news_for",
            lambda _s, seat, entries: [f"{seat}", *(each.revision for each in entries)],
        )
        monkeypatch.setattr(outbox, "clock_lines", lambda _s, entries, dues: [len(entries), dues])


@pytest.mark.parametrize(
    ("waits", "turn", "paused", "read", "news"),
    [
        # All that is news to him, as his turn begins or where nobody has one.
        ([1], 1, None, 201, ["1", 1]),
        ([1], None, None, 201, ["1", 1]),
        # Another's turn is told where it stands.
        ([1], 0, None, 0, []),
        ([0, 1], 0, None, 0, []),
        ([], 0, None, 0, []),
        # Why it is paused may have been said long ago.
        ([1], 1, NOON, 200, []),
    ],
)
async def test_the_card_tells_the_one_to_move_what_is_new(
    client: Any,
    session: Any,
    waits: list[int],
    turn: int | None,
    paused: datetime | None,
    read: int,
    news: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn, delivery = Drawn(monkeypatch), Delivery(client)
    monkeypatch.setattr(KingmakerWords, "turn_of", lambda *_: turn)
    session.waits, session.ends, session.dues, session.paused_at = waits, NOON, ["due"], paused
    session.entries = [Logged(n, NOON, int(n == 150), ()) for n in range(1, 202)]
    delivery._called[session.id] = [0, 1, 2]
    await delivery._card(session, [1])
    ((told, called, more),) = drawn.made
    assert (told[:2], called) == (news, [seat for seat in (0, 1, 2) if seat in waits])
    beside = {"back": True, "linked": False}
    assert more == {"clock": [read, ["due"]], "ends": NOON, "reminded": [1], **beside}


async def test_the_card_of_a_vote_keeps_all_called_and_tells_nothing_new(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, drawn, delivery = voting("yea", "yea"), Drawn(monkeypatch), Delivery(client)
    assert session.waiting_for() == [2]
    delivery._called[session.id] = [0, 1]
    await delivery._card(session)
    ((told, called, more),) = drawn.made
    assert (told, called) == ([], [0, 1])
    assert more == {"clock": [0, []], "ends": None, "back": True, "linked": False}


async def test_a_reminding_card_reminds_whom_it_calls(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, delivery = Drawn(monkeypatch), Delivery(client)
    await delivery.deliver(session, [row("remind", payload={"seats": [0]})], "n")
    await delivery.deliver(session, [row("ask", payload={"seats": [0]})], "m")
    assert [more["reminded"] for _, _, more in drawn.made] == [[0], ()]


def test_a_card_is_another_one_when_its_buttons_are_for_another_moment() -> None:
    def gist(*parts: object) -> str:
        view = discord.ui.LayoutView()
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            button("act", "ABC123", *parts, label="Go")
        )
        view.add_item(row)
        return gist_of(view)

    assert gist(0, 7, "march", "abcd") == gist(0, 7, "march", "abcd")
    assert gist(0, 7, "march", "abcd") != gist(0, 12, "march", "abcd")
    assert gist(0, 7, "march", "abcd") != gist(1, 7, "march", "abcd")
    assert gist(0, 7, "march", "abcd") != gist(0, 7, "march", "dcba")


@pytest.mark.parametrize(
    ("status", "messages", "back"),
    [("running", {41, 42}, True), ("lobby", {42}, True), ("running", {41}, False),
     ("over", {42}, False)],
)  # fmt: skip
async def test_a_card_comes_back_if_it_is_what_was_deleted(
    client: Any, session: Any, status: str, messages: set[int], back: bool
) -> None:
    session.status_message_id, delivery = 42, Cards(client)
    vars(session)["status"] = status

    async def in_channel(channel: int) -> Any:
        return session if channel == 2 else None

    client.desk = SimpleNamespace(in_channel=in_channel)
    await delivery.card_gone(3, messages)
    assert delivery.asked == []
    await delivery.card_gone(2, messages)
    assert delivery.asked == ([{"nonce": None}] if back else [])
