"""What-ifs: played in memory, for one person, and no trace of them anywhere else."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused, whatif
from bot.session.receipts import NO_SEAT_HERE, NOT_RUNNING, STALE
from bot.session.whatif import FORGOTTEN, ONLY_MOVES, ImaginedGame
from bot.storage import DeadlineRow, GameRow, JournalRow, OutboxRow, PetitionRow, SeatRow
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    FakeClock,
    bid,
    open_game,
    position,
    running_game,
    take,
)
from tests.waiting import idle

TABLES = (GameRow, SeatRow, JournalRow, OutboxRow, DeadlineRow, PetitionRow)


async def written(desk: Desk) -> list[list[dict[str, object]]]:
    """All that is written down of games."""
    async with desk.services.database.reading() as db:
        found = [(await db.exec(select(table))).all() for table in TABLES]
    return [sorted((row.model_dump() for row in rows), key=str) for rows in found]


def imagined(desk: Desk, session: GameSession, user_id: int = ALICE) -> ImaginedGame:
    return desk.whatifs.begin(session, user_id, "dabbler", seed="one")


async def test_moves_are_tried_and_the_game_itself_is_not_touched(desk: Desk) -> None:
    session = await running_game(desk, bids=(1, 0, 0), options={"pace": "live", "hours": "5"})
    before, stands, at = await written(desk), position(session), session.revision
    what_if = imagined(desk, session)
    heap = what_if.view(0).heap
    assert heap == session.view(0).heap
    await what_if.submit(user_id=ALICE, choice=take(1), revision=1)
    await idle(desk)
    # Bob and Cecily have had their turns and the bids, so that it is for Alice again.
    assert what_if.waiting_for() == [0]
    assert what_if.view(0).taken[0] == 1
    assert what_if.view(0).heap < heap - 1
    told = [event.__struct_config__.tag for event in what_if.news()]
    assert told[0] == "Taken"
    assert what_if.news() == ()
    assert await written(desk) == before
    assert position(session) == stands
    assert session.revision == at
    assert (what_if.pace, what_if.times.runs, await what_if.clock.deadlines()) == (None, False, [])


async def test_only_its_person_plays_in_it_and_computers_the_others(desk: Desk) -> None:
    session = await running_game(desk, bids=(1, 0, 0))
    what_if = imagined(desk, session, BOB)
    assert [(s.user_id, s.name, s.policy) for s in what_if.seats] == [
        (None, "Alice", "dabbler"),
        (BOB, "Bob", None),
        (None, "Cecily", "dabbler"),
    ]
    await idle(desk)
    assert what_if.waiting_for() == [1]
    with pytest.raises(Refused, match=NO_SEAT_HERE):
        await what_if.submit(user_id=ALICE, choice=take(1))


async def test_it_is_of_a_running_game_and_for_who_sits_there(desk: Desk) -> None:
    lobby = await open_game(desk)
    with pytest.raises(Refused, match=NOT_RUNNING):
        imagined(desk, lobby)
    session = await running_game(desk, channel=99)
    with pytest.raises(Refused, match=NO_SEAT_HERE):
        imagined(desk, session, CECILY)
    await session.lobby.end(ALICE)
    with pytest.raises(Refused, match=NOT_RUNNING):
        imagined(desk, session)
    assert len(desk.whatifs) == 0


async def test_whatever_would_be_written_down_is_refused(desk: Desk) -> None:
    session = await running_game(desk)
    before = await written(desk)
    what_if = imagined(desk, session)
    with pytest.raises(Refused) as refused:
        await what_if.consent.ask_undo(user_id=ALICE)
    assert refused.value.text == ONLY_MOVES
    with pytest.raises(Refused):
        await what_if.consent.vote_pause(ALICE)
    with pytest.raises(Refused):
        await what_if.moderator.pause(by=ALICE, reason="to see")
    assert await written(desk) == before


async def test_a_control_of_an_earlier_moment_is_stale(desk: Desk) -> None:
    session = await running_game(desk)
    what_if = imagined(desk, session)
    await what_if.submit(user_id=ALICE, choice=Choice.of("peek"), revision=1)
    with pytest.raises(Refused) as refused:
        await what_if.submit(user_id=ALICE, choice=take(1), revision=1)
    assert refused.value.text == STALE


async def test_begun_again_it_is_the_game_as_it_stands_now(desk: Desk) -> None:
    session = await running_game(desk)
    first = imagined(desk, session)
    await first.submit(user_id=ALICE, choice=take(1))
    await idle(desk)
    await session.submit(user_id=ALICE, choice=take(2))
    again = imagined(desk, session)
    assert again.id == first.id
    assert desk.whatifs.find(first.id) is again
    assert again.view(0).taken[0] == 2
    # Controls of the one before fit it no more.
    assert again.revision > first.revision
    # Each person has one of their own.
    assert imagined(desk, session, BOB).id != again.id
    assert len(desk.whatifs) == 2


async def test_what_is_left_alone_is_forgotten(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk)
    mine, his = imagined(desk, session), imagined(desk, session, BOB)
    clock.advance(minutes=59)
    assert desk.whatifs.find(mine.id) is mine
    clock.advance(minutes=1)
    with pytest.raises(Refused) as refused:
        desk.whatifs.find(his.id)
    assert refused.value.text == FORGOTTEN
    assert desk.whatifs.find(mine.id) is mine
    desk.whatifs.leave(mine.id)
    desk.whatifs.leave(mine.id)
    with pytest.raises(Refused):
        desk.whatifs.find(mine.id)
    assert desk.whatifs.find(session.id) is None


async def test_only_so_many_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whatif, "MOST", 2)
    sessions = [await running_game(desk, channel=number) for number in (1, 2, 3)]
    made = [imagined(desk, session) for session in sessions]
    assert len(desk.whatifs) == 2
    with pytest.raises(Refused):
        desk.whatifs.find(made[0].id)
    assert desk.whatifs.find(made[2].id) is made[2]


async def test_computers_stop_where_the_person_is_never_asked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whatif, "FAR", 2)
    session = await running_game(desk, bids=(1, 0, 0, 0))
    what_if = imagined(desk, session)
    await what_if.submit(user_id=ALICE, choice=take(1))
    await idle(desk)
    assert what_if.revision == 4
    assert 0 not in what_if.waiting_for()


async def test_a_what_if_comes_to_its_end_alone(desk: Desk) -> None:
    session = await running_game(desk)
    what_if = imagined(desk, session)
    while what_if.status != "over":
        asked = {offer.verb for prompt in what_if.prompts(0) for offer in prompt.offers}
        heap = what_if.view(0).heap
        choice = bid(0) if "bid" in asked else take(min(3, heap))
        await what_if.submit(user_id=ALICE, choice=choice)
        await idle(desk)
    assert session.status == "running"
    with pytest.raises(Refused, match=NOT_RUNNING):
        await what_if.submit(user_id=ALICE, choice=take(1))
