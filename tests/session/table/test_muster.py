"""Before a game begins: those who have not been heard of for long are called, and some come."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.session import Desk, GameSession, Refused, SeatInfo
from bot.session.announcements import MUSTER
from bot.session.table.lobby import CALLED
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    DUNCAN,
    FakeClock,
    Notebook,
    bid,
    open_game,
)

EMMA, FRANK = 105, 106
STAND_IN = "dabbler"
PACES = [({"pace": "live"}, 10), ({"pace": "daily"}, 24 * 60), ({"pace": "relaxed"}, 72 * 60)]


async def full_table(desk: Desk, clock: FakeClock, pace: str = "daily") -> GameSession:
    """Alice, Bob, Cecily and Duncan sit down; a week later Alice presses Start."""
    session = await open_game(desk, seats=4, options={"pace": pace})
    for user, name in ((BOB, "Bob"), (CECILY, "Cecily"), (DUNCAN, "Duncan")):
        await session.lobby.join(user, name)
    clock.advance(days=7)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    return session


async def told(desk: Desk, notebook: Notebook) -> list[dict[str, Any]]:
    """What was told of the muster."""
    await desk.courier.flush()
    return [{k: v for k, v in each.items() if k != "revision"} for each in notebook.of(MUSTER)]


@pytest.mark.parametrize(("options", "minutes"), [*PACES, ({}, 24 * 60)])
async def test_those_heard_of_lately_are_not_called(
    desk: Desk, clock: FakeClock, options: dict[str, str], minutes: int
) -> None:
    session = await open_game(desk, options=options)
    await session.lobby.join(BOB, "Bob")
    clock.advance(minutes=minutes)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    assert session.status == "running"


@pytest.mark.parametrize(("options", "minutes"), [*PACES, ({}, 24 * 60)])
async def test_others_are_called_for_as_long_as_the_table_gives_for_an_answer(
    desk: Desk, clock: FakeClock, notebook: Notebook, options: dict[str, str], minutes: int
) -> None:
    session = await open_game(desk, options=options)
    await session.lobby.join(BOB, "Bob")
    clock.advance(minutes=minutes, seconds=1)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    assert session.status == "lobby"
    until = clock.now() + timedelta(minutes=minutes)
    assert await session.lobby.called_until() == until
    called = [{"user_id": BOB}]
    expected = [{"calls": called, "until": until.isoformat()}]
    assert await told(desk, notebook) == expected
    with pytest.raises(Refused) as refused:
        await session.lobby.start(ALICE, stand_in=STAND_IN)
    assert refused.value.text == CALLED
    await session.lobby.ready(BOB)
    assert session.status == "running"
    assert session.seats == [SeatInfo(0, ALICE, "Alice"), SeatInfo(1, BOB, "Bob")]
    # Nothing is left that would fall due, and nothing more is told.
    clock.advance(days=1)
    await desk.scheduler.carry_out_due()
    assert await told(desk, notebook) == expected


async def test_a_person_alone_with_computers_begins_at_once(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk)
    await session.lobby.add_computer(ALICE, "dabbler")
    clock.advance(days=30)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    assert session.status == "running"


async def test_two_are_absent_and_a_person_and_a_computer_sit_there(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    session = await full_table(desk, clock)
    await session.lobby.ready(CECILY)
    await session.lobby.join(EMMA, "Emma")
    assert session.status == "lobby"
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert session.status == "running"
    seats = session.seats
    assert seats[:3] == [
        SeatInfo(0, ALICE, "Alice"),
        SeatInfo(1, EMMA, "Emma"),
        SeatInfo(2, CECILY, "Cecily"),
    ]
    assert seats[3] == SeatInfo(3, None, seats[3].name, "dabbler", kept_for=DUNCAN)
    assert seats[3].name.endswith("(computer)")
    absent = [{"user_id": BOB, "seat": 1}, {"user_id": DUNCAN, "seat": 3}]
    assert (await told(desk, notebook))[-1] == {"absent": absent}
    # Another process finds it so.
    assert await desk.games_of(EMMA) == [session]
    assert await desk.games_of(BOB) == []
    # One finds the game whose seat a computer keeps, without having a say in it.
    assert await desk.tables_of(DUNCAN) == ([session], [])
    assert await desk.games_of(DUNCAN) == []
    # Who lost the seat to a person has none to take back; who lost it to a computer has.
    for user, name in ((BOB, "Bob"), (FRANK, "Frank")):
        with pytest.raises(Refused, match="no seat is free"):
            await session.lobby.join(user, name)
    await session.lobby.join(DUNCAN, "Duncan")
    assert session.seats[3] == SeatInfo(3, DUNCAN, "Duncan")
    again, restored = await session.journal.seatings(0), session.seats
    assert again[-1][1][3].kept_for == DUNCAN
    assert restored[3].policy is None
    with pytest.raises(Refused, match="already have a seat"):
        await session.lobby.join(DUNCAN, "Duncan")


async def test_one_who_waits_and_is_not_there_gets_no_seat(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options={"pace": "live"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.join(CECILY, "Cecily")
    clock.advance(minutes=20)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    await session.lobby.join(DUNCAN, "Duncan")
    clock.advance(minutes=10)
    await desk.scheduler.carry_out_due()
    assert session.seats == [SeatInfo(0, ALICE, "Alice"), SeatInfo(1, DUNCAN, "Duncan")]


async def test_a_seat_that_becomes_free_is_the_next_ones(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.join(CECILY, "Cecily")
    assert [table.free for table in await desk.open_seats.of(session.guild_id)] == []
    await session.lobby.leave(BOB)
    await session.lobby.start(ALICE)
    assert session.seats == [SeatInfo(0, ALICE, "Alice"), SeatInfo(1, CECILY, "Cecily")]


async def test_who_waits_is_not_in_the_game_that_begins(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.join(CECILY, "Cecily")
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    assert session.seats == [SeatInfo(0, ALICE, "Alice"), SeatInfo(1, BOB, "Bob")]
    assert await desk.games_of(CECILY) == []


async def test_it_begins_when_the_last_absent_one_leaves_and_another_is_there(
    desk: Desk, clock: FakeClock
) -> None:
    session = await open_game(desk, options={"pace": "live"})
    await session.lobby.join(BOB, "Bob")
    clock.advance(hours=1)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    await session.lobby.leave(BOB)
    assert session.status == "lobby"
    await session.lobby.join(CECILY, "Cecily")
    assert session.status == "running"
    assert [seat.user_id for seat in session.seats] == [ALICE, CECILY]


async def test_without_anybody_there_the_lobby_stays(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    session = await full_table(desk, clock)
    await session.lobby.leave(ALICE)
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert session.status == "lobby"
    assert session.host_id == BOB
    assert (await told(desk, notebook))[-1] == {"absent": []}
    assert await session.lobby.called_until() is None
    await session.lobby.add_computer(BOB, "dabbler")
    await session.lobby.start(BOB, stand_in=STAND_IN)
    assert await session.lobby.called_until() == clock.now() + timedelta(hours=24)


async def test_the_host_who_does_not_come_hands_over(desk: Desk, clock: FakeClock) -> None:
    session = await full_table(desk, clock)
    await session.lobby.leave(ALICE)
    await session.lobby.ready(CECILY)
    await session.lobby.add_computer(BOB, "dabbler")
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert session.status == "running"
    assert [seat.kept_for for seat in session.seats] == [BOB, None, DUNCAN, None]
    assert session.host_id == CECILY


async def test_the_computer_plays_until_its_person_comes(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options={"pace": "live"})
    await session.lobby.join(BOB, "Bob")
    clock.advance(hours=1)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    clock.advance(minutes=10)
    await desk.scheduler.carry_out_due()
    assert session.seats[1].kept_for == BOB
    await session.lobby.join(BOB, "Bob")
    assert session.seats[1] == SeatInfo(1, BOB, "Bob")
    await session.lobby.leave(BOB)
    # A seat that somebody has left is kept for nobody.
    await session.lobby.join(DUNCAN, "Duncan")
    assert session.seats[1] == SeatInfo(1, DUNCAN, "Duncan")
    await session.submit(user_id=ALICE, choice=bid(1))


async def test_who_is_forgotten_has_no_seat_kept(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options={"pace": "live"})
    await session.lobby.join(BOB, "Bob")
    clock.advance(hours=1)
    await session.lobby.start(ALICE, stand_in=STAND_IN)
    clock.advance(minutes=10)
    await desk.scheduler.carry_out_due()
    await desk.forgetting.forget(BOB, "Bob")
    assert session.seats[1].kept_for is None
    assert session.seats[1].policy == "dabbler"
    with pytest.raises(Refused, match="no seat is free"):
        await session.lobby.join(BOB, "Bob")


async def test_at_most_five_wait(desk: Desk) -> None:
    session = await open_game(desk)
    for number in range(6):
        await session.lobby.join(200 + number, f"Guest {number}")
    with pytest.raises(Refused) as refused:
        await session.lobby.join(BOB, "Bob")
    assert refused.value.text == "All seats are taken, and enough people are waiting for one."
