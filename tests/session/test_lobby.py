"""Opening, joining, leaving, starting, ending."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.rules.kernel import commitment
from bot.session import Desk, Refused, SeatInfo
from bot.session.receipts import CHANNEL_TAKEN
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    DUNCAN,
    GUILD,
    FakeClock,
    Notebook,
    bid,
    open_game,
    running_game,
    take,
)


async def test_an_open_game_is_found_everywhere(desk: Desk, open_desk) -> None:
    session = await open_game(desk, seats=3)
    assert len(session.id) == 6
    assert session.status == "lobby"
    assert session.seats == [SeatInfo(0, ALICE, "Alice")]
    assert (session.guild_id, session.channel_id) == (GUILD, CHANNEL)
    assert await desk.in_channel(CHANNEL) is session
    assert await desk.get(session.id) is session
    assert await desk.games_of(ALICE) == [session]
    assert await desk.games_of(BOB) == []
    other = await open_desk().in_channel(CHANNEL)
    assert other is not session
    assert (other.id, other.seed_hash) == (session.id, session.seed_hash)
    assert await desk.get("NOSUCH") is None
    assert await desk.in_channel(1) is None


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"ruleset": "smooth"}, "rule set 'smooth'"),
        ({"seats": 9}, "Nim is for two to four players"),
        ({"options": {"stones": "-1"}}, "fewer than no stones"),
        ({"options": {"hours": "soon"}}, "number of hours"),
        ({"options": {"hours": "-2"}}, "number of hours"),
        ({"options": {"hours": "0.0"}}, "number of hours"),
        ({"options": {"hours": "8785"}}, "at most a year"),
        ({"options": {"hours": "nan"}}, "number of hours"),
    ],
)
async def test_what_cannot_be_played_is_not_opened(
    desk: Desk, wrong: dict[str, Any], text: str
) -> None:
    wanted: dict[str, Any] = {"game": "toy", "ruleset": "plain", "seats": 2, "options": {}}
    with pytest.raises(Refused, match=text):
        await desk.new_games.open(
            guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE, host_name="A", **wanted | wrong
        )
    assert await desk.in_channel(CHANNEL) is None


async def test_a_channel_has_one_game_at_a_time(desk: Desk, open_desk) -> None:
    results = await asyncio.gather(open_game(desk), open_game(open_desk()), return_exceptions=True)
    refused = [r for r in results if isinstance(r, Refused)]
    assert [r.text for r in refused] == [CHANNEL_TAKEN]
    session = await desk.in_channel(CHANNEL)
    assert session is not None
    await session.lobby.end(ALICE)
    again = await open_game(desk)
    assert again.id != session.id
    assert await desk.in_channel(CHANNEL) is again


async def test_people_join_and_leave_a_lobby(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    await session.lobby.join(BOB, "  Bob\nthe   bold ")
    await session.lobby.join(CECILY, "Cecily")
    assert [seat.name for seat in session.seats] == ["Alice", "Bob the bold", "Cecily"]
    with pytest.raises(Refused, match="already have a seat in this game"):
        await session.lobby.join(BOB, "Bob")
    await session.lobby.join(DUNCAN, "Duncan")
    assert session.seats[3] == SeatInfo(3, DUNCAN, "Duncan")
    await session.lobby.leave(BOB)
    assert session.seats == [
        SeatInfo(0, ALICE, "Alice"),
        SeatInfo(1, CECILY, "Cecily"),
        SeatInfo(2, DUNCAN, "Duncan"),
    ]
    with pytest.raises(Refused, match="no seat"):
        await session.lobby.leave(BOB)


async def test_a_host_who_leaves_hands_over_and_the_last_closes_the_door(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.leave(ALICE)
    assert session.host_id == BOB
    assert session.status == "lobby"
    await session.lobby.leave(BOB)
    assert session.status == "over"
    with pytest.raises(Refused, match="over"):
        await session.lobby.join(ALICE, "Alice")


async def test_only_the_host_starts_ends_and_seats_computers(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    for command in (
        session.lobby.start(BOB),
        session.lobby.end(BOB),
        session.lobby.add_computer(BOB, "dabbler"),
        session.lobby.remove_computer(BOB),
    ):
        with pytest.raises(Refused, match="Only the host"):
            await command
    assert session.status == "lobby"


async def test_a_game_starts_when_all_seats_are_taken(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    with pytest.raises(Refused, match="2 seats are still free"):
        await session.lobby.start(ALICE)
    await session.lobby.join(BOB, "Bob")
    with pytest.raises(Refused, match="One seat is still free"):
        await session.lobby.start(ALICE)
    receipt = await session.lobby.start(ALICE, fewer=True)
    assert session.status == "running"
    assert session.waiting_for() == [0, 1]
    assert [type(e).__name__ for e in receipt.events] == ["HeapMade", "Dealt"]
    with pytest.raises(Refused, match="already begun"):
        await session.lobby.start(ALICE)


async def test_too_few_people_cannot_start(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    with pytest.raises(Refused, match="two to four"):
        await session.lobby.start(ALICE, fewer=True)
    assert session.status == "lobby"
    assert session.match is None


async def test_a_start_that_is_repeated_is_not_repeated(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    first = await session.lobby.start(ALICE, "start")
    again = await session.lobby.start(ALICE, "start")
    assert again.repeated
    assert again.revision == first.revision
    assert again.events == first.events


async def test_the_seed_is_promised_and_kept(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "3"})
    assert session.seed is None
    assert session.match is not None
    assert session.match.seed_hash == session.seed_hash
    await session.submit(user_id=ALICE, choice=take(3))
    assert session.seed is not None
    assert commitment(session.seed) == session.seed_hash
    assert (await open_desk().get(session.id)).seed == session.seed


async def test_of_a_game_that_was_broken_off_the_seed_is_not_told(desk: Desk) -> None:
    session = await running_game(desk)
    await session.lobby.end(ALICE)
    assert (session.status, session.seed) == ("over", None)


async def test_computers_take_seats_in_a_lobby(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.add_computer(ALICE, "dabbler")
    assert [(seat.name, seat.policy) for seat in session.seats[1:]] == [
        ("Dabbler 1 (computer)", "dabbler"),
        ("Dabbler 2 (computer)", "dabbler"),
    ]
    with pytest.raises(Refused, match="All seats"):
        await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.remove_computer(ALICE)
    assert len(session.seats) == 2
    with pytest.raises(Refused, match="no computer player called 'wizard'"):
        await session.lobby.add_computer(ALICE, "wizard")


async def test_a_seat_left_in_a_running_game_is_taken_over(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, bids=(0, 2, 0), options={"stones": "10"})
    assert session.waiting_for() == [1]
    with pytest.raises(Refused, match="no seat is free"):
        await session.lobby.join(DUNCAN, "Duncan")
    hand = session.view(1).hand
    await session.lobby.leave(BOB)
    assert session.seats[1] == SeatInfo(1, None, "Bob")
    await desk.courier.flush()
    notebook.clear()
    await session.lobby.join(DUNCAN, "Duncan")
    assert session.seats[1] == SeatInfo(1, DUNCAN, "Duncan")
    assert session.view(1).hand == hand
    await desk.courier.flush()
    assert notebook.of("ask") == [{"revision": session.revision, "seats": [1]}]
    await session.submit(user_id=DUNCAN, choice=take(1))
    with pytest.raises(Refused, match="no seat"):
        await session.submit(user_id=BOB, choice=bid(0))


async def test_a_host_may_end_a_game(desk: Desk, notebook: Notebook, clock: FakeClock) -> None:
    session = await running_game(desk)
    clock.advance(minutes=5)
    await session.lobby.end(ALICE)
    assert (session.status, session.ended) == ("over", clock.now())
    assert session.prompts(0) == []
    assert session.waiting_for() == []
    await desk.courier.flush()
    assert notebook.of("over") == [{"revision": session.revision, "winners": [], "victory": ""}]
    with pytest.raises(Refused, match="over"):
        await session.lobby.end(ALICE)
    assert await desk.games_of(BOB) == []


async def test_the_status_message_is_remembered(desk: Desk, open_desk) -> None:
    session = await open_game(desk)
    other_desk = open_desk()
    elsewhere = await other_desk.get(session.id)
    await session.cards.put_up(9_999_999_999_999_999, None)
    assert await other_desk.get(session.id) is elsewhere
    assert elsewhere.status_message_id == 9_999_999_999_999_999
    assert elsewhere.revision == session.revision


async def test_many_games_are_not_all_kept_in_memory(
    desk: Desk, clock: FakeClock, monkeypatch
) -> None:
    monkeypatch.setattr("bot.session.desk._SESSIONS_HELD", 3)
    for number in range(6):
        clock.advance(minutes=1)
        await open_game(desk, channel=number + 1)
    assert len(desk._recent) == 3
    found = await desk.games_of(ALICE)
    assert [session.channel_id for session in found] == [6, 5, 4, 3, 2, 1]


async def test_a_game_in_another_channel_has_no_threads_of_the_former_one(desk: Desk) -> None:
    session, other = await open_game(desk), await open_game(desk, channel=CHANNEL + 1)
    for game in (session, other):
        await desk.people.note_thread(game.id, ALICE, 77)
    await session.lobby.move(ALICE, session.guild_id, CHANNEL + 2)
    assert session.channel_id == CHANNEL + 2
    assert await desk.people.thread_of(session.id, ALICE) is None
    assert await desk.people.thread_of(other.id, ALICE) == 77
