"""What a lobby's commands change, and what they refuse, to the letter."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.session import Desk, Refused, SeatInfo
from bot.session.journal.record import verify
from bot.session.receipts import CHANNEL_TAKEN, NO_SEAT_HERE
from bot.storage import deadlines
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    GUILD,
    FakeClock,
    Notebook,
    open_game,
    running_game,
)

HOST_ONLY = "Only the host of this game may do that."
OVER = "This game is over."


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


async def test_each_command_is_the_hosts_and_changes_nothing_for_others(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.add_computer(ALICE, "dabbler")
    seats, revision = session.seats, session.revision
    for command in (
        session.lobby.start(BOB),
        session.lobby.end(BOB),
        session.lobby.add_computer(BOB, "dabbler"),
        session.lobby.remove_computer(BOB),
        session.lobby.move(BOB, GUILD, CHANNEL + 1),
    ):
        with pytest.raises(Refused) as refused:
            await command
        assert refused.value.text == HOST_ONLY
    assert (session.seats, session.revision, session.channel_id) == (seats, revision, CHANNEL)


async def test_of_a_game_that_is_over_nothing_is_changed(desk: Desk) -> None:
    session = await running_game(desk)
    await session.lobby.end(ALICE)
    seats = session.seats
    for command in (
        session.lobby.join(CECILY, "Cecily"),
        session.lobby.leave(BOB),
        session.lobby.add_computer(ALICE, "dabbler"),
        session.lobby.remove_computer(ALICE),
        session.lobby.end(ALICE),
        session.lobby.move(ALICE, GUILD, CHANNEL + 1),
    ):
        with pytest.raises(Refused) as refused:
            await command
        assert refused.value.text == OVER
    with pytest.raises(Refused) as refused:
        await session.lobby.start(ALICE)
    assert refused.value.text == "This game has already begun."
    assert session.seats == seats


@pytest.mark.parametrize(
    ("seats", "still_free"),
    [
        (2, "One seat is still free. Invite somebody, or let a computer player sit down."),
        (3, "2 seats are still free. Invite somebody, or let a computer player sit down."),
    ],
)
async def test_how_many_seats_are_free_is_said(desk: Desk, seats: int, still_free: str) -> None:
    session = await open_game(desk, seats=seats)
    with pytest.raises(Refused) as refused:
        await session.lobby.start(ALICE)
    assert refused.value.text == still_free
    assert session.status == "lobby"


async def test_who_begins_and_when_is_kept(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options={"hours": "1.5"})
    await session.lobby.join(BOB, "Bob")
    clock.advance(hours=2)
    desk.services.deadlines.event.clear()
    receipt = await session.lobby.start(ALICE)
    assert desk.services.deadlines.event.is_set()
    assert (receipt.revision, session.started) == (session.revision, clock.now())
    async with desk.services.database.reading() as db:
        found = [(d.kind, d.due) for d in await deadlines.all_of(db, session.id)]
    assert found == [("time_up", clock.now() + timedelta(minutes=90))]


async def test_only_who_takes_a_seat_of_a_game_under_way_is_briefed(
    desk: Desk, notebook: Notebook
) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await session.lobby.leave(BOB)
    await desk.courier.flush()
    assert [entry for entry in notebook.entries if entry.kind == "brief"] == []
    await session.lobby.join(CECILY, "Cecily")
    await desk.courier.flush()
    briefed = [entry for entry in notebook.entries if entry.kind == "brief"]
    assert [(entry.reader, entry.payloads) for entry in briefed] == [
        (CECILY, [{"revision": session.revision}])
    ]


async def test_who_leaves_or_takes_a_seat_of_a_game_under_way_is_told_to_the_table(
    desk: Desk, notebook: Notebook
) -> None:
    session = await open_game(desk, seats=2)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.leave(BOB)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await desk.courier.flush()
    before = len(notebook.of("log"))
    await session.lobby.leave(BOB)
    await session.lobby.join(CECILY, "Cecily")
    await session.lobby.leave(CECILY)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.remove_computer(ALICE)
    await desk.courier.flush()
    notes = [row["note"] for row in notebook.of("log")[before:] if "note" in row]
    assert [(n["what"], n["seat"], n["was"], n["user_id"]) for n in notes] == [
        ("left", 1, "Bob", 0),
        ("joined", 1, "Bob", CECILY),
        ("left", 1, "Cecily", 0),
        ("computer_sat_down", 1, "Cecily", 0),
        ("computer_got_up", 1, "Dabbler 1 (computer)", 0),
    ]
    # It is no deed of a moderator, and stands in nobody's way.
    assert await session.moderator.audit() == []
    assert verify(await session.journal.export(), session.rules) is None


async def test_who_leaves_a_running_game_hands_over_where_there_is_somebody(desk: Desk) -> None:
    session = await running_game(desk)
    await session.lobby.leave(ALICE)
    assert (session.host_id, session.status) == (BOB, "running")
    # The last one stays its host, and the game is not closed.
    await session.lobby.leave(BOB)
    assert (session.host_id, session.status) == (BOB, "running")
    assert [seat.free for seat in session.seats] == [True, True]
    with pytest.raises(Refused) as refused:
        await session.lobby.leave(BOB)
    assert refused.value.text == NO_SEAT_HERE


async def test_who_is_not_the_host_leaves_the_host_alone(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.leave(BOB)
    assert (session.host_id, session.status) == (ALICE, "lobby")
    # With computers alone nobody is left to begin.
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.leave(ALICE)
    assert session.status == "over"


async def test_in_a_running_game_a_computer_takes_a_free_seat_and_gives_it_up(desk: Desk) -> None:
    session = await running_game(desk, bids=(0, 1))
    with pytest.raises(Refused, match="No seat is free for a computer player"):
        await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.leave(BOB)
    await session.lobby.add_computer(ALICE, "dabbler")
    assert session.seats[1] == SeatInfo(1, None, "Dabbler 1 (computer)", "dabbler")
    await session.lobby.remove_computer(ALICE)
    assert session.seats[1] == SeatInfo(1, None, "Dabbler 1 (computer)")


async def test_a_game_moves_to_a_channel_that_is_free_and_its_card_is_taken_down(
    desk: Desk, clock: FakeClock
) -> None:
    session = await open_game(desk)
    other = await open_game(desk, channel=CHANNEL + 1)
    for channel, why in (
        (CHANNEL, "The game is already in this channel."),
        (CHANNEL + 1, CHANNEL_TAKEN),
    ):
        with pytest.raises(Refused) as refused:
            await session.lobby.move(ALICE, GUILD, channel)
        assert refused.value.text == why
    # As long as no card is up there is none to take down.
    await session.lobby.move(ALICE, GUILD + 5, CHANNEL + 2)
    assert await session.cards.loose() == []
    await session.cards.put_up(77, None)
    await session.lobby.move(ALICE, GUILD + 5, CHANNEL + 3)
    assert (session.guild_id, session.channel_id) == (GUILD + 5, CHANNEL + 3)
    assert session.status_message_id is None
    [down] = await session.cards.loose()
    assert (down.channel_id, down.message_id, down.at) == (CHANNEL + 2, 77, clock.now())
    await other.lobby.end(ALICE)
    await session.lobby.move(ALICE, GUILD, CHANNEL + 1)
    assert await desk.in_channel(CHANNEL + 1) is session
