"""The rows of deadlines: what is held up, let run, extended and reckoned anew, to the second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.session import SystemClock
from bot.session.clock import deadlines as reckoning
from bot.session.clock.deadlines import QuestionDue, dues_of, last_of
from bot.session.clock.pace import Rhythm, times_of, zone_of
from bot.storage import AbsenceRow, Database, DeadlineRow, SeatRow, members
from tests.storage.rows import ANN, BEN, CLARE, OURS, THEIRS, every, game_row, put

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
DAILY = times_of({"pace": "daily"})


def row(kind: str, seat: int | None, ahead: timedelta, **more: Any) -> DeadlineRow:
    """A row that is due so far ahead."""
    more = {"prompt": "turn", **more}
    return DeadlineRow(game_id=OURS, due=NOW + ahead, set_at=NOW, kind=kind, seat=seat, **more)


# Rows as they are read


def test_what_is_closed_for_all_closes_with_the_last() -> None:
    rows = [row("close", 0, HOUR), row("close", 1, 2 * HOUR), row("remind", 1, 3 * HOUR)]
    assert last_of(rows) == NOW + 2 * HOUR
    assert dues_of(rows) == [
        QuestionDue(0, "turn", NOW + 2 * HOUR),
        QuestionDue(1, "turn", NOW + 2 * HOUR),
    ]
    rows[0].left = 5
    assert last_of(rows) is None
    assert dues_of(rows) == [
        QuestionDue(0, "turn", NOW + HOUR, 5 * SECOND),
        QuestionDue(1, "turn", NOW + 2 * HOUR),
    ]
    assert last_of([row("answer", 0, HOUR, left=3)]) is None
    assert last_of([]) is None


def test_each_has_their_own_end_of_a_question_of_their_own() -> None:
    rows = [
        row("answer", 0, HOUR, left=0),
        row("answer", 1, 2 * HOUR, prompt=None),
        row("remind", 1, MINUTE),
        row("answer", None, MINUTE),
        row("time_up", None, MINUTE),
    ]
    assert dues_of(rows) == [
        QuestionDue(0, "turn", NOW + HOUR, timedelta()),
        QuestionDue(1, "", NOW + 2 * HOUR, None),
    ]


def test_the_next_question_of_a_kind_has_at_least_its_grace() -> None:
    rows = [
        row("answer", 0, HOUR),
        row("answer", 0, 4 * HOUR),
        row("answer", 0, HOUR, left=1),
        row("remind", 0, HOUR),
    ]
    reckoning._at_least(rows, 3 * HOUR, Rhythm(), NOW)
    assert [(each.due - NOW) / HOUR for each in rows] == [3, 4, 1, 1]


@pytest.mark.parametrize(
    ("span", "seconds"),
    [(timedelta(), 0), (-SECOND, 0), (0.001 * SECOND, 1), (SECOND, 1), (1.5 * SECOND, 2)],
)
def test_no_second_is_taken_off_anybody(span: timedelta, seconds: int) -> None:
    assert reckoning._seconds(span) == seconds


# Rows in the database, where either kind does


@pytest.fixture
async def store(sqlite_url: str) -> AsyncIterator[Database]:
    """A database with two games; Ann has a seat in each."""
    database = Database(sqlite_url)
    others = game_row(THEIRS, channel_id=21)
    seats = [
        SeatRow(game_id=OURS, number=0, user_id=ANN, name="Ann"),
        SeatRow(game_id=OURS, number=1, user_id=BEN, name="Ben"),
        SeatRow(game_id=THEIRS, number=1, user_id=ANN, name="Ann"),
    ]
    await put(database, [game_row(), others, *seats])
    yield database
    await database.close()


async def found(store: Database) -> list[tuple[str, int | None, timedelta, int | None]]:
    """Kind, seat, time ahead and what is left, as they were put in; nothing is claimed."""
    rows = await every(store, DeadlineRow)
    assert not any(row.claimed_until for row in rows)
    return [(row.kind, row.seat, row.due - NOW, row.left) for row in rows]


CLAIMED: dict[str, Any] = {"claimed_until": NOW + MINUTE}


async def test_a_clock_that_is_stopped_keeps_what_is_left(store: Database) -> None:
    late = row("time_up", None, -HOUR, **CLAIMED)
    await put(store, [row("answer", 0, 1.5 * SECOND, **CLAIMED), late])
    async with store.writing() as db:
        await reckoning.hold(db, OURS, NOW)
    assert await found(store) == [
        ("answer", 0, 1.5 * SECOND, 2),
        ("time_up", None, -HOUR, 0),
    ]
    await put(store, [row("remind", 1, HOUR)])
    async with store.writing() as db:
        await reckoning.let_run(db, OURS, NOW + HOUR)
    assert await found(store) == [
        ("answer", 0, HOUR + 2 * SECOND, None),
        ("time_up", None, HOUR, None),
        ("remind", 1, HOUR, None),
    ]


async def test_more_time_for_one_seat(store: Database) -> None:
    await put(
        store,
        [
            row("remind", 0, HOUR, **CLAIMED),
            row("answer", 0, 2 * HOUR, **CLAIMED),
            row("answer", 1, 2 * HOUR),
            row("time_up", None, 5 * HOUR),
        ],
    )
    async with store.writing() as db:
        assert await reckoning.extend(db, OURS, DAILY, 0, MINUTE, NOW) == [0]
    assert await found(store) == [
        ("remind", 0, HOUR + MINUTE, None),
        ("answer", 0, 2 * HOUR + MINUTE, None),
        ("answer", 1, 2 * HOUR, None),
        ("time_up", None, 5 * HOUR, None),
    ]
    async with store.writing() as db:
        assert await reckoning.extend(db, OURS, DAILY, None, -2 * HOUR, NOW) == [0, 1]
    assert await found(store) == [
        ("remind", 0, timedelta(), None),
        ("answer", 0, MINUTE, None),
        ("answer", 1, timedelta(), None),
        ("time_up", None, 5 * HOUR, None),
    ]
    async with store.writing() as db:
        assert await reckoning.extend(db, OURS, DAILY, 7, HOUR, NOW) == []


async def test_more_time_while_the_clock_stands(store: Database) -> None:
    await put(store, [row("answer", 0, HOUR, left=100), row("answer", 1, HOUR, left=1)])
    for by, left in ((59.6 * SECOND, (160, 61)), (-100 * SECOND, (60, 0))):
        async with store.writing() as db:
            assert await reckoning.extend(db, OURS, DAILY, None, by, NOW) == [0, 1]
        assert await found(store) == [
            ("answer", 0, HOUR, left[0]),
            ("answer", 1, HOUR, left[1]),
        ]


@pytest.mark.parametrize(
    ("by", "again"), [(5 * HOUR, False), (5 * HOUR + SECOND, True), (8 * HOUR, True)]
)
async def test_a_reminder_comes_again_if_there_is_time(
    store: Database, by: timedelta, again: bool
) -> None:
    await put(store, [row("answer", 1, HOUR, prompt="bid"), row("answer", 0, HOUR, left=9)])
    async with store.writing() as db:
        assert await reckoning.extend(db, OURS, DAILY, None, by, NOW) == [0, 1]
    rows = await every(store, DeadlineRow)
    reminders = [(r.seat, r.prompt, r.due - NOW) for r in rows if r.kind == "remind"]
    assert reminders == ([(1, "bid", by - 5 * HOUR)] if again else [])


async def test_what_is_closed_for_all_gets_more_time_for_all(store: Database) -> None:
    await put(store, [row("close", 0, HOUR), row("close", 1, 2 * HOUR)])
    async with store.writing() as db:
        assert await reckoning.extend(db, OURS, DAILY, 0, 9 * HOUR, NOW) == [0, 1]
    assert await found(store) == [
        ("close", 0, 10 * HOUR, None),
        ("close", 1, 11 * HOUR, None),
    ]


async def test_a_new_rhythm_moves_what_is_open_alone(store: Database) -> None:
    theirs = row("answer", 1, 24 * HOUR, **CLAIMED)
    theirs.game_id = THEIRS
    await put(
        store,
        [
            row("answer", 0, 11 * HOUR, **CLAIMED),
            row("remind", 0, timedelta()),
            row("answer", 0, -HOUR),
            row("answer", 0, 20 * HOUR, left=5),
            row("answer", 1, 20 * HOUR),
            theirs,
        ],
    )
    night = Rhythm((22 * 60, 8 * 60))
    async with store.writing() as db:
        concerned = await reckoning.reckon_anew(db, ANN, Rhythm(), night, NOW)
    assert concerned == {OURS, THEIRS}
    ahead = [each[2] / HOUR for each in await found(store)]
    assert ahead == [21, 0, -1, 20, 20, 34]
    async with store.writing() as db:
        assert await reckoning.reckon_anew(db, 99, Rhythm(), night, NOW) == set()


async def test_where_time_stands_a_new_rhythm_concerns_no_game(store: Database) -> None:
    await put(store, [row("answer", 0, HOUR, left=5)])
    async with store.writing() as db:
        assert await reckoning.reckon_anew(db, ANN, Rhythm(), Rhythm(), NOW) == set()


async def test_when_the_time_of_a_person_runs(store: Database) -> None:
    away = [
        AbsenceRow(user_id=ANN, begins=NOW - 9 * HOUR, ends=NOW),
        AbsenceRow(user_id=ANN, begins=NOW - HOUR, ends=NOW + HOUR),
        AbsenceRow(user_id=BEN, begins=NOW, ends=NOW + HOUR),
    ]
    await put(store, away)
    async with store.writing() as db:
        await members.note_quiet(db, ANN, (1, 2), "Europe/London")
        await members.note_quiet(db, CLARE, (0, 60), None)
    span = (NOW - HOUR, NOW + HOUR)
    async with store.reading() as db:
        assert await reckoning.rhythm_of(db, None, NOW) == Rhythm()
        assert await reckoning.rhythm_of(db, ANN, NOW) == Rhythm(
            (1, 2), zone_of("Europe/London"), [span]
        )
        assert await reckoning.rhythm_of(db, BEN, NOW) == Rhythm(away=[(NOW, NOW + HOUR)])
        assert await reckoning.rhythm_of(db, CLARE, NOW) == Rhythm((0, 60), UTC, [])


# The real clock


def test_the_real_clock_is_in_utc() -> None:
    assert SystemClock().now().tzinfo is UTC


async def test_the_real_clock_waits_for_something_or_until_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[float | None] = []
    real = asyncio.timeout

    def timeout(seconds: float | None) -> Any:
        given.append(seconds)
        return real(seconds)

    monkeypatch.setattr(asyncio, "timeout", timeout)
    clock, event = SystemClock(), asyncio.Event()
    monkeypatch.setattr(SystemClock, "now", lambda _: NOW)
    assert not await clock.wait(event, NOW - HOUR)
    assert not await clock.wait(event, NOW)
    event.set()
    assert await clock.wait(event, None)
    assert await clock.wait(event, NOW + HOUR)
    assert given == [0.0, 0.0, None, 3600.0]
