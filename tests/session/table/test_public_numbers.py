"""A moderator reads steps and turns by numbers that tell nothing of what was done in secret."""

from __future__ import annotations

import pytest

from bot.session import Desk, GameSession, Refused
from bot.session.table.amending import NOT_OPEN
from tests.session.doubles import ALICE, BOB, bid, running_game, take
from tests.session.mendable import WHISPER, WhisperingLibrary


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


async def played(desk: Desk, whispers: int) -> GameSession:
    """Two rounds and a half, with so many whispers before each answer that all can see."""
    desk.services.library = WhisperingLibrary()
    session = await running_game(desk, options={"stones": "40"})
    for number in range(5):
        for _ in range(whispers):
            await session.submit(user_id=BOB, choice=WHISPER)
        await session.submit(user_id=(ALICE, BOB)[number % 2], choice=take(1))
        if number % 2:
            await session.submit(user_id=ALICE, choice=bid(0))
            await session.submit(user_id=BOB, choice=bid(0))
    return session


async def numbers(session: GameSession) -> tuple[list[int], list[int], int]:
    """Those of the answers and of the turns, and the moment of the game."""
    answers = [each.number for each in await session.amending.answers()]
    turns = [each.number for each in await session.moderator.turns()]
    return answers, turns, session.moment


async def amended(session: GameSession) -> None:
    """Alice's first answer is another one, as both agree; all after it is kept."""
    first = (await session.amending.answers())[-1]
    at, seen = first.revision, session.revision
    await session.amending.propose(by=900, reason="a slip", revision=at, choice=take(2), seen=seen)
    await session.amending.answer(ALICE, True)
    assert (await session.amending.answer(BOB, True)).state == "done"


@pytest.mark.parametrize("whispers", [0, 3])
async def test_numbers_are_the_same_however_much_was_done_in_secret(
    desk: Desk, whispers: int
) -> None:
    session = await played(desk, whispers)
    assert await numbers(session) == ([10, 8, 7, 5, 4], [4, 5, 7, 8, 10], 10)
    # In another line of the game it is the same.
    revision = session.revision
    await amended(session)
    assert session.revision == revision + 12 + 4 * whispers
    assert await numbers(session) == ([18, 16, 15, 13, 12], [12, 13, 15, 16, 18], 19)


@pytest.mark.parametrize("whispers", [0, 3])
async def test_so_they_are_in_a_game_that_was_brought_in(desk: Desk, whispers: int) -> None:
    data = await (await played(desk, whispers)).journal.export()
    home = {"guild_id": 1, "channel_id": 77, "host_id": ALICE}
    moved = await desk.new_games.bring_in(data, **home, people={0: ALICE, 1: BOB})
    assert await numbers(moved) == ([10, 8, 7, 5, 4], [4, 5, 7, 8, 10], 10)
    assert moved.revision == 13 + 5 * whispers


@pytest.mark.parametrize("whispers", [0, 3])
async def test_a_log_begins_at_the_same_number_however_much_was_done_in_secret(
    desk: Desk, whispers: int
) -> None:
    session = await played(desk, whispers)
    found = []
    for turns in (1, 2, 3):
        since = await session.journal.turns_ago(turns)
        moment = await session.moment_of(since)
        found.append(moment)
        # Nothing of what was asked for is left out.
        assert await session.begun_at(moment) <= since
    assert found == [9, 7, 6]


async def test_an_answer_is_found_by_its_number_and_by_no_other(desk: Desk) -> None:
    session = await played(desk, 3)
    for answer in await session.amending.answers():
        found = await session.amending.answer_numbered(answer.number)
        assert (found.revision, found.choice) == (answer.revision, answer.choice)
        assert answer.number < answer.revision
    for number in (0, 1, session.moment + 1, session.revision):
        with pytest.raises(Refused) as refused:
            await session.amending.answer_numbered(number)
        assert refused.value.text == NOT_OPEN


async def test_a_number_that_was_taken_back_is_that_of_no_answer(desk: Desk) -> None:
    session = await played(desk, 0)
    former = (await session.amending.answers())[0]
    await amended(session)
    with pytest.raises(Refused) as refused:
        await session.amending.answer_numbered(former.number)
    assert refused.value.text == NOT_OPEN
