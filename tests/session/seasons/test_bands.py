"""How people keep to deadlines: a band of the last months, and what a table may ask for."""

from __future__ import annotations

import pytest

from bot.session import Band, Desk, Refused
from bot.storage import AnswersRow, results
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    DUNCAN,
    GUILD,
    FakeClock,
    bid,
    open_game,
    running_game,
    take,
)


async def answer(desk: Desk, user_id: int, in_time: int, late: int = 0) -> None:
    """A game is over in which somebody has answered so often."""
    row = AnswersRow(
        guild_id=GUILD,
        user_id=user_id,
        answered=in_time,
        late=late,
        at=desk.services.clock.now(),
    )
    async with desk.services.database.writing() as db:
        await results.keep_answers(db, [row])


async def band(desk: Desk, user_id: int) -> Band | None:
    return (await desk.seasons.profile(GUILD, user_id, by=user_id)).band


@pytest.mark.parametrize(
    ("answered", "late", "found"),
    [
        (19, 0, None),
        (0, 19, None),
        (20, 0, Band.ALWAYS),
        (19, 1, Band.ALWAYS),
        (18, 2, Band.MOSTLY),
        (16, 4, Band.MOSTLY),
        (15, 5, Band.OFTEN_LATE),
        (0, 20, Band.OFTEN_LATE),
    ],
)
def test_a_band_stands_for_many_answers(answered: int, late: int, found: Band | None) -> None:
    assert Band.of(answered, late) is found


async def test_a_band_rises_and_falls_with_the_months(desk: Desk, clock: FakeClock) -> None:
    await answer(desk, BOB, 10, 9)
    assert await band(desk, BOB) is None
    await answer(desk, BOB, 5)
    assert await band(desk, BOB) is Band.OFTEN_LATE
    clock.advance(days=100)
    await answer(desk, BOB, 25)
    assert await band(desk, BOB) is Band.MOSTLY
    clock.advance(days=81)
    assert await band(desk, BOB) is Band.ALWAYS
    await answer(desk, BOB, 0, 5)
    assert await band(desk, BOB) is Band.MOSTLY
    clock.advance(days=181)
    assert await band(desk, BOB) is None


async def test_bands_of_a_table_leave_out_whoever_hides_theirs(desk: Desk) -> None:
    for person in (ALICE, BOB, CECILY):
        await answer(desk, person, 20)
    await answer(desk, DUNCAN, 19)
    await desk.seasons.show(BOB, listed=False)
    there = [ALICE, BOB, DUNCAN]
    assert await desk.seasons.bands(GUILD, there) == {ALICE: Band.ALWAYS}
    assert await desk.seasons.bands(GUILD + 1, there) == {}
    hidden = await desk.seasons.profile(GUILD, BOB, by=ALICE)
    assert (hidden.band, await band(desk, BOB)) == (None, Band.ALWAYS)
    await desk.forgetting.forget(ALICE, "Alice")
    assert await desk.seasons.bands(GUILD, there) == {}


async def test_a_table_asks_for_a_band(desk: Desk) -> None:
    session = await open_game(desk, seats=4, options={"asks": "mostly"})
    await answer(desk, BOB, 15, 5)
    await answer(desk, CECILY, 20)
    with pytest.raises(Refused, match="answer in time more often than you have"):
        await session.lobby.join(BOB, "Bob")
    await desk.seasons.show(CECILY, listed=False)
    with pytest.raises(Refused, match="you keep that private"):
        await session.lobby.join(CECILY, "Cecily")
    await desk.seasons.show(CECILY, listed=True)
    await session.lobby.join(CECILY, "Cecily")
    # Of a newcomer nothing is known.
    await session.lobby.join(DUNCAN, "Duncan")
    assert [seat.user_id for seat in session.seats] == [ALICE, CECILY, DUNCAN]


async def test_a_seat_of_a_game_under_way_is_asked_for_too(desk: Desk) -> None:
    session = await running_game(desk, channel=CHANNEL + 1, options={"asks": "always"})
    await session.lobby.leave(BOB)
    await answer(desk, CECILY, 18, 2)
    with pytest.raises(Refused, match="more often than you have"):
        await session.lobby.join(CECILY, "Cecily")
    await answer(desk, CECILY, 60)
    await session.lobby.join(CECILY, "Cecily")


async def test_an_answer_that_was_the_only_one_counts_neither_way(
    desk: Desk, clock: FakeClock
) -> None:
    """Bids are sealed: they are asked of those too who have nothing left to bid with."""
    session = await running_game(desk, bids=(5, 5), options={"stones": "5", "pace": "daily"})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(1))
    await session.submit(user_id=ALICE, choice=bid(0))
    clock.advance(hours=25)
    while await desk.scheduler.carry_out_due():
        pass
    await session.submit(user_id=ALICE, choice=take(3))
    assert session.status == "over"
    async with desk.services.database.reading() as db:
        found = await results.answers_of(db, GUILD, (ALICE, BOB), FakeClock().now())
    # Of each the first bid, and the stones.
    assert found == {ALICE: (3, 0), BOB: (2, 0)}
