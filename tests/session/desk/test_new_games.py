"""How games come to be: what a lobby is opened with, and what a game brings along that moves."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.session import Desk, Refused
from bot.storage import GameRow, deadlines, outbox
from tests.session.doubles import ALICE, BOB, CHANNEL, FakeClock, open_game, running_game, take


async def row_of(desk: Desk, game_id: str) -> GameRow:
    """A game's row."""
    row, _ = await desk.services.read(game_id)
    assert row is not None
    return row


async def test_a_new_game_is_rung_for_and_logged(desk: Desk, caplog: Any) -> None:
    with caplog.at_level("INFO"):
        session = await open_game(desk, seats=3, options={"stones": "9"})
    assert f"game {session.id}: opened" in [r.getMessage() for r in caplog.records]
    assert desk.services.news.games == {session.id}
    assert (session.seats_wanted, session.options) == (3, {"stones": "9"})
    assert (session.status, session.revision, session.started) == ("lobby", 0, None)
    row = await row_of(desk, session.id)
    assert len(row.seed) == 32
    assert row.created == desk.services.clock.now()
    again = await open_game(desk, channel=CHANNEL + 1)
    assert (await row_of(desk, again.id)).seed != row.seed
    async with desk.services.database.reading() as db:
        (card,) = await outbox.waiting(db, session.id)
    assert (card.kind, card.revision, card.payload) == ("status", 0, {"revision": 0})


async def test_an_id_that_is_taken_is_drawn_again(desk: Desk, monkeypatch: Any) -> None:
    taken = (await open_game(desk)).id
    letters = iter([*taken, *"ZZZZZZ"])
    monkeypatch.setattr("bot.session.new_games.secrets.choice", lambda _: next(letters))
    assert await desk.new_games._new_id() == "ZZZZZZ"


async def test_one_person_hosts_ten_games_at_a_time(desk: Desk) -> None:
    hosted = [await open_game(desk, channel=CHANNEL + number) for number in range(10)]
    with pytest.raises(Refused) as refused:
        await open_game(desk, channel=CHANNEL + 10)
    assert refused.value.text == (
        "You host 10 games that are not over, and nobody can host more. Finish one, or end "
        "one with `/game end` in its channel."
    )
    assert await desk.in_channel(CHANNEL + 10) is None
    # What is over does not count.
    await hosted[3].lobby.end(ALICE)
    assert (await open_game(desk, channel=CHANNEL + 10)).host_id == ALICE


async def test_who_decides_for_the_late_must_exist(desk: Desk) -> None:
    with pytest.raises(Refused) as refused:
        await open_game(desk, options={"late": "napoleon"})
    assert refused.value.text == "There is no computer player called 'napoleon'."
    await open_game(desk, options={"late": "default"})
    session = await open_game(desk, channel=CHANNEL + 1, options={"late": "dabbler"})
    assert session.times.late == "dabbler"


async def brought_in(desk: Desk, record: dict[str, Any], channel: int, **people: int) -> Any:
    """A record goes on in another channel."""
    seats = {int(name[1:]): user_id for name, user_id in people.items()}
    return await desk.new_games.bring_in(
        record, guild_id=8, channel_id=channel, host_id=BOB, people=seats
    )


async def test_two_people_of_one_name_are_told_apart_in_a_game_that_moves(desk: Desk) -> None:
    record = await (await running_game(desk, options={"stones": "10"})).journal.export()
    for seat in record["seats"]:
        seat["name"] = "Alex"
    session = await brought_in(desk, record, CHANNEL + 1, s1=BOB)
    assert [(s.user_id, s.name) for s in session.seats] == [(None, "Alex"), (BOB, "Alex (2)")]


@pytest.mark.parametrize(
    ("hours", "later", "left"),
    [
        ("5", 2, timedelta(hours=3)),
        ("5", 4, timedelta(hours=1)),
        ("5", 4.5, timedelta(hours=1)),
        ("5", 30, timedelta(hours=1)),
        ("0", 1, None),
    ],
)
async def test_a_game_that_moves_has_an_hour_left_at_least(
    desk: Desk, clock: FakeClock, hours: str, later: float, left: timedelta | None
) -> None:
    session = await running_game(desk, options={"stones": "10", "hours": hours})
    record = await session.journal.export()
    clock.advance(hours=later)
    desk.services.deadlines.event.clear()
    moved = await brought_in(desk, record, CHANNEL + 1, s0=ALICE, s1=BOB)
    assert (moved.guild_id, moved.channel_id, moved.host_id) == (8, CHANNEL + 1, BOB)
    assert desk.services.deadlines.event.is_set()
    async with desk.services.database.reading() as db:
        rows = await deadlines.all_of(db, moved.id)
    expected = [] if left is None else [("time_up", clock.now() + left)]
    assert [(row.kind, row.due) for row in rows] == expected


async def test_a_game_that_is_over_moves_without_any_deadline(desk: Desk) -> None:
    options = {"stones": "2", "hours": "5", "pace": "daily"}
    session = await running_game(desk, options=options)
    await session.submit(user_id=ALICE, choice=take(2))
    moved = await brought_in(desk, await session.journal.export(), CHANNEL + 1, s0=ALICE)
    assert moved.status == "over"
    async with desk.services.database.reading() as db:
        assert await deadlines.all_of(db, moved.id) == []


async def test_a_game_at_a_pace_moves_with_the_time_of_its_question(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"stones": "10", "pace": "daily"})
    record = await session.journal.export()
    clock.advance(hours=20)
    moved = await brought_in(desk, record, CHANNEL + 1, s0=ALICE, s1=BOB)
    async with desk.services.database.reading() as db:
        rows = await deadlines.of_questions(db, moved.id)
    day = clock.now() + timedelta(hours=24)
    assert {(row.seat, row.kind) for row in rows if row.due == day} == {(0, "answer")}


async def test_a_computers_seat_goes_on_with_the_game_that_moves(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.add_computer(ALICE, "dabbler")
    desk.background.closing = True
    await session.lobby.start(ALICE)
    record = await session.journal.export()
    desk.background.closing = False
    moved = await brought_in(desk, record, CHANNEL + 1, s0=ALICE)
    assert moved.computers._at_play
    await asyncio.gather(*desk.background._tasks)
    assert moved.waiting_for() == [0]
