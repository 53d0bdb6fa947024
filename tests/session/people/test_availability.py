"""When people are away: within a budget, to the moment, and told to whom it concerns."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest

from bot.session import Desk, Refused
from bot.session.clock.deadlines import rhythm_of
from bot.session.people import Availability, _left
from bot.storage import AbsenceRow, members, outbox
from tests.session.doubles import ALICE, BOB, CHANNEL, FakeClock, Notebook, running_game

DAY = timedelta(days=1)
AWAY = "You are already away. Come back first, then say how long it will be."


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Either kind does."""
    return sqlite_url


def sentence(left: str) -> str:
    """What is said to who wants to be away for too short or too long a time."""
    return f"Give between half a day and {left} days. That is all you have left this year."


async def test_of_a_stranger_nothing_is_known(desk: Desk) -> None:
    assert await desk.availability.of(BOB) == Availability(None, "UTC", None, 28 * DAY)


async def test_quiet_hours_are_in_a_zone(desk: Desk) -> None:
    await desk.availability.set_quiet_hours(BOB, (0, 480), "Europe/London")
    assert await desk.availability.of(BOB) == Availability(
        (0, 480), "Europe/London", None, 28 * DAY
    )
    with pytest.raises(Refused, match="14 hours"):
        await desk.availability.set_quiet_hours(BOB, (0, 1400))
    assert (await desk.availability.of(BOB)).quiet == (0, 480)
    await desk.availability.set_quiet_hours(BOB, None, "Europe/London")
    assert await desk.availability.of(BOB) == Availability(None, "UTC", None, 28 * DAY)


async def test_an_absence_has_a_first_and_a_last_moment(desk: Desk, clock: FakeClock) -> None:
    ends = await desk.availability.go_away(BOB, 0.5)
    assert ends == clock.now() + DAY / 2
    assert (await desk.availability.of(BOB)).away_until == ends
    clock.time = ends - timedelta(seconds=1)
    assert (await desk.availability.of(BOB)).away_until == ends
    with pytest.raises(Refused) as refused:
        await desk.availability.go_away(BOB, 1)
    assert refused.value.text == AWAY
    clock.time = ends
    assert (await desk.availability.of(BOB)).away_until is None
    with pytest.raises(Refused) as refused:
        await desk.availability.come_back(BOB)
    assert refused.value.text == "You are not away."
    with pytest.raises(Refused) as refused:
        await desk.availability.go_away(BOB, 0.49)
    assert refused.value.text == sentence("27.5")
    with pytest.raises(Refused) as refused:
        await desk.availability.go_away(BOB, 27.6)
    assert refused.value.text == sentence("27.5")
    assert await desk.availability.go_away(BOB, 27.5) == ends + 27.5 * DAY
    assert (await desk.availability.of(BOB)).holidays_left == timedelta()
    # Of another's absence it is none.
    assert (await desk.availability.of(ALICE)).away_until is None


async def test_whoever_comes_back_is_there_at_once(desk: Desk, clock: FakeClock) -> None:
    await desk.availability.go_away(BOB, 28)
    clock.advance(days=1)
    await desk.availability.come_back(BOB)
    assert await desk.availability.of(BOB) == Availability(None, "UTC", None, 27 * DAY)


async def test_an_absence_of_more_than_a_year_ago_does_not_count(
    desk: Desk, clock: FakeClock
) -> None:
    await desk.availability.go_away(BOB, 10)
    for days, left in ((364, 18), (2, 19), (8, 27), (1, 28), (1, 28)):
        clock.advance(days=days)
        assert (await desk.availability.of(BOB)).holidays_left == left * DAY


def test_more_than_the_budget_leaves_nothing(clock: FakeClock) -> None:
    now = clock.now()

    def absent(begins: int, ends: int) -> AbsenceRow:
        return AbsenceRow(user_id=BOB, begins=now + begins * DAY, ends=now + ends * DAY)

    assert _left([], now) == 28 * DAY
    assert _left([absent(-20, -10), absent(-9, -8)], now) == 17 * DAY
    assert _left([absent(-20, 20)], now) == timedelta()


async def test_the_tables_that_wait_hear_of_it(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    """A new status for each game whose deadlines moved, and the clock looks again."""
    waiting = await running_game(desk, options={"pace": "daily", "stones": "60"})
    other = await running_game(desk, channel=CHANNEL + 1, options={"stones": "60"})
    await desk.courier.flush()
    bells = desk.services.news, desk.services.deadlines
    for leave in (True, False):
        for bell in bells:
            bell.event.clear()
            bell.games.clear()
        if leave:
            await desk.availability.go_away(ALICE, 1)
        else:
            await desk.availability.come_back(ALICE)
        assert desk.services.news.games == {waiting.id}
        assert all(bell.event.is_set() for bell in bells)
        async with desk.services.database.reading() as db:
            (row,) = await outbox.waiting(db, waiting.id)
            assert await outbox.waiting(db, other.id) == []
        assert (row.kind, row.revision) == ("status", waiting.revision)
        assert row.payload == {"revision": waiting.revision}
        assert (row.user_id, row.seat) == (None, None)
        await desk.courier.flush()
    # Bob is not waited for: no table hears of him.
    desk.services.news.games.clear()
    desk.services.deadlines.event.clear()
    await desk.availability.go_away(BOB, 1)
    assert desk.services.news.games == set()
    assert desk.services.deadlines.event.is_set()


async def test_a_kept_zone_that_this_machine_does_not_know_stops_nobody(
    desk: Desk, clock: FakeClock
) -> None:
    async with desk.services.database.writing() as db:
        await members.note_quiet(db, BOB, (0, 480), "Old/Place")
    async with desk.services.database.reading() as db:
        rhythm = await rhythm_of(db, BOB, clock.now())
    assert (rhythm.quiet, rhythm.zone) == ((0, 480), UTC)
    session = await running_game(desk)
    assert session.status == "running"
