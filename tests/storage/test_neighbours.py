"""Every question finds the rows it means and no others, though their neighbours are much alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

import pytest
import zstandard
from sqlmodel import SQLModel, col, select

from bot.storage import (
    Database,
    DeadlineRow,
    JournalRow,
    OutboxRow,
    SeatRow,
    cards,
    deadlines,
    games,
    journal,
    members,
    outbox,
    petitions,
    presence,
    snapshots,
    standing_orders,
    tellings,
)
from bot.storage.games import Place
from bot.storage.tables import AbsenceRow, PetitionRow, StandingOrderRow, TellingRow
from tests.storage.rows import NOW, game_row

MINUTE = timedelta(minutes=1)
ANN, BEN, CLARE = 1, 2, 3
OURS, THEIRS = "GAME01", "GAME02"


@pytest.fixture
async def two(database: Database) -> Database:
    """Two games: Ann and Ben sit in both, in the second one the other way round."""
    async with database.writing() as db:
        for number, (game_id, people) in enumerate(((OURS, (ANN, BEN)), (THEIRS, (BEN, ANN)))):
            row = game_row(game_id, channel_id=20 + number, created=NOW + number * MINUTE)
            seats = [
                SeatRow(game_id=game_id, number=seat, user_id=user_id, name="A")
                for seat, user_id in enumerate(people)
            ]
            await games.add(db, row, seats)
    return database


async def put(database: Database, rows: Iterable[SQLModel]) -> None:
    """Write rows, in the order given."""
    async with database.writing() as db:
        for row in rows:
            db.add(row)
            await db.flush()


async def every(database: Database, table: type[Any]) -> list[Any]:
    """All rows of a table in the order in which they were written."""
    async with database.reading() as db:
        return list((await db.exec(select(table).order_by(col(table.id)))).all())


# Games


async def test_a_channels_game_is_the_open_one_or_else_the_newest(two: Database) -> None:
    async with two.writing() as db:
        await games.change(db, OURS, status="over")
        for name, minutes in (("OLDEST", -2), ("NEWEST", 5)):
            created = NOW + minutes * MINUTE
            await games.add(db, game_row(name, status="over", created=created), [])
    async with two.reading() as db:
        assert await games.newest_in(db, 20) == "NEWEST"
        assert not await games.is_taken(db, 20)
        assert await games.newest_in(db, 21) == THEIRS
        assert await games.is_taken(db, 21)
        assert await games.newest_in(db, 22) is None
        assert not await games.is_taken(db, 22)
    async with two.writing() as db:
        await games.add(db, game_row("OPENED", created=NOW - 9 * MINUTE), [])
        assert await games.newest_in(db, 20) == "OPENED"
        assert await games.is_taken(db, 20)


async def test_where_games_are_played_and_which_of_them_are_under_way(two: Database) -> None:
    async with two.writing() as db:
        for name, guild, channel, status, paused in (
            ("LIVE", 10, 31, "running", None),
            ("PAUSED", 10, 32, "running", NOW),
            ("DONE", 10, 33, "over", None),
            ("ABROAD", 11, 34, "running", None),
        ):
            row = game_row(
                name, guild_id=guild, channel_id=channel, status=status, paused_at=paused
            )
            await games.add(db, row, [])
    here = [
        Place(OURS, 10, 20, False, False),
        Place(THEIRS, 10, 21, False, False),
        Place("LIVE", 10, 31, True, False),
        Place("PAUSED", 10, 32, False, True),
    ]
    abroad = Place("ABROAD", 11, 34, True, False)
    async with two.reading() as db:
        assert sorted(await games.places(db, 10)) == sorted(here)
        assert await games.places(db, 11) == [abroad]
        assert await games.places(db, 12) == []
        assert sorted(await games.places(db, None)) == sorted([*here, abroad])


async def test_what_is_changed_of_a_game_changes_no_other(two: Database) -> None:
    async with two.writing() as db:
        assert await games.advance(db, OURS, 0, to_play=True)
        await games.change(db, OURS, status_message_id=77)
        await games.change(db, OURS)
        assert await games.add_options(db, OURS, {"a": "1"}) == {"a": "1"}
        assert await games.add_options(db, OURS, {"b": "2"}) == {"a": "1", "b": "2"}
        assert await games.take_on(db, OURS, "one", NOW, NOW + MINUTE)
        await games.let_go(db, THEIRS, "one")
        only = [SeatRow(game_id=OURS, number=4, user_id=CLARE, name="C")]
        await games.replace_seats(db, OURS, only)
    async with two.reading() as db:
        assert await games.stamp(db, OURS) == (1, 77)
        assert await games.stamp(db, THEIRS) == (0, None)
        assert await games.stamp(db, "NOSUCH") is None
        assert await games.revision(db, THEIRS) == 0
        assert await games.revision(db, "NOSUCH") is None
        assert await games.by_id(db, "NOSUCH") is None
        assert await games.to_play(db) == [OURS]
        ours, theirs = await games.by_id(db, OURS), await games.by_id(db, THEIRS)
        assert ours is not None
        assert theirs is not None
        assert (ours.options, theirs.options) == ({"a": "1", "b": "2"}, {})
        assert (ours.courier, ours.courier_until) == ("one", NOW + MINUTE)
        assert (theirs.courier, theirs.courier_until) == (None, None)
        assert [s.number for s in await games.seats(db, OURS)] == [4]
        assert [s.user_id for s in await games.seats(db, THEIRS)] == [BEN, ANN]


async def test_a_couriers_time_is_over_only_after_its_last_moment(two: Database) -> None:
    async with two.writing() as db:
        assert await games.take_on(db, OURS, "one", NOW, NOW + MINUTE)
        assert not await games.take_on(db, OURS, "two", NOW + MINUTE, NOW + 2 * MINUTE)
        later = NOW + MINUTE + timedelta(seconds=1)
        assert await games.take_on(db, OURS, "two", later, later + MINUTE)
        assert not await games.take_on(db, OURS, "one", later, later + MINUTE)


# The journal


def _step(game_id: str, revision: int, kind: str = "decision", **more: Any) -> JournalRow:
    values: dict[str, Any] = {"seat": 0, "prompt": "turn", "state": "x", "at": NOW} | more
    return JournalRow(game_id=game_id, revision=revision, kind=kind, **values)


@pytest.fixture
async def journals(two: Database) -> Database:
    """Two journals: in ours a step was taken back, and something was done about the table."""
    ours = [
        _step(OURS, 1, "start", seat=-1, prompt=None, note={"what": "begun"}),
        _step(OURS, 2),
        _step(OURS, 3, seat=1),
        _step(OURS, 4, undone=True, note={"what": "late"}),
        _step(OURS, 5, "undo", prompt=None),
        _step(OURS, 6, "deed", seat=1, prompt=None, note={"what": "mended"}),
        _step(OURS, 7, "direct", seat=-1, prompt=None),
        _step(OURS, 8, seat=1, prompt="bid"),
        _step(OURS, 9, "deed", seat=-1, prompt=None),
    ]
    theirs = [_step(THEIRS, number, seat=number % 2) for number in range(2, 12)]
    await put(two, ours + theirs)
    return two


def _numbers(rows: Sequence[JournalRow]) -> list[int]:
    assert {row.game_id for row in rows} <= {OURS}
    return [row.revision for row in rows]


async def test_what_the_journal_tells_of_one_game(journals: Database) -> None:
    async with journals.reading() as db:
        assert _numbers(await journal.everything(db, OURS)) == list(range(1, 10))
        assert _numbers(await journal.standing(db, OURS)) == [1, 2, 3, 7, 8]
        assert _numbers(await journal.noted(db, OURS)) == [1, 4, 6]
        assert _numbers(await journal.newest(db, OURS, 3)) == [9, 8, 7]
        assert _numbers(await journal.newest(db, OURS, 3, 6)) == [5, 3, 2]
        found = await journal.at(db, OURS, 4)
        assert found is not None
        assert (found.revision, found.undone) == (4, True)
        assert await journal.at(db, OURS, 10) is None


@pytest.mark.parametrize(
    ("revision", "steps", "rows"),
    [
        (0, [1, 2, 3, 7, 8], [1, 2, 3, 5, 6, 7, 8, 9]),
        (2, [3, 7, 8], [3, 5, 6, 7, 8, 9]),
        (7, [8], [8, 9]),
        (8, [], [9]),
        (9, [], []),
    ],
)
async def test_what_came_after_a_revision(
    journals: Database, revision: int, steps: list[int], rows: list[int]
) -> None:
    async with journals.reading() as db:
        assert await journal.steps_after(db, OURS, revision) == steps
        assert _numbers(await journal.standing_after(db, OURS, revision)) == steps
        assert _numbers(await journal.since(db, OURS, revision)) == rows
        assert await journal.moved_after(db, OURS, revision) is (revision < 8)


@pytest.mark.parametrize(
    ("up_to", "found"), [(None, 8), (9, 8), (8, 8), (7, 7), (6, 3), (3, 3), (1, 1), (0, None)]
)
async def test_the_last_step_that_stands(
    journals: Database, up_to: int | None, found: int | None
) -> None:
    async with journals.reading() as db:
        last = await journal.last_standing(db, OURS, up_to)
        assert (None if last is None else last.revision) == found


async def test_the_last_step_of_a_seat(journals: Database) -> None:
    async with journals.reading() as db:
        last = [await journal.last_of_seat(db, OURS, seat) for seat in (-1, 0, 1, 2)]
        assert [row and row.revision for row in last] == [7, 2, 8, None]


@pytest.mark.parametrize(
    ("revision", "seat", "prompt", "answered"),
    [
        (1, 0, "turn", True),
        (2, 0, "turn", False),
        (2, 1, "turn", True),
        (3, 1, "turn", False),
        (3, 1, "bid", True),
        (7, 1, "bid", True),
        (8, 1, "bid", False),
        (1, 0, "bid", False),
    ],
)
async def test_whether_such_a_question_was_answered_since(
    journals: Database, revision: int, seat: int, prompt: str, answered: bool
) -> None:
    async with journals.reading() as db:
        assert await journal.answered_since(db, OURS, revision, seat, prompt) is answered


async def test_rows_are_taken_back_and_stand_again(journals: Database) -> None:
    async with journals.writing() as db:
        await journal.mark_undone(db, OURS, [3, 7])
    async with journals.writing() as db:
        assert await journal.undone_among(db, OURS, [1, 3, 4, 99]) == {3, 4}
        assert await journal.undone_among(db, THEIRS, [3, 7]) == set()
        assert await journal.steps_after(db, OURS, 0) == [1, 2, 8]
        await journal.mark_standing(db, OURS, [4, 7])
    async with journals.reading() as db:
        assert await journal.undone_among(db, OURS, range(1, 10)) == {3}
        assert await journal.steps_after(db, OURS, 0) == [1, 2, 4, 7, 8]


# The outbox


def _said(game_id: str = OURS, revision: int = 1, **more: Any) -> OutboxRow:
    return OutboxRow(game_id=game_id, revision=revision, kind="log", **more)


async def test_which_games_have_something_to_say(two: Database) -> None:
    later = NOW + MINUTE
    await put(
        two,
        [
            _said(THEIRS, delivered_at=NOW),
            _said(THEIRS, not_before=later + MINUTE, delivered_at=NOW),
            _said(OURS, not_before=later, user_id=ANN),
            _said(OURS, not_before=later + MINUTE, user_id=BEN),
        ],
    )
    async with two.reading() as db:
        assert await outbox.games_due(db, NOW) == []
        assert await outbox.games_due(db, later) == [OURS]
        assert await outbox.next_due(db, NOW) == later
        assert await outbox.next_due(db, later) == later + MINUTE
        assert await outbox.next_due(db, later + MINUTE) is None
        assert await outbox.held(db, NOW) == set()
    await put(two, [_said(THEIRS), _said(THEIRS, not_before=later), _said(THEIRS, seat=0)])
    async with two.reading() as db:
        assert await outbox.games_due(db, NOW) == [THEIRS]
        assert await outbox.games_due(db, later) == [OURS, THEIRS]
        assert await outbox.held(db, NOW) == {THEIRS}
        assert await outbox.held(db, later) == set()
        assert [row.id for row in await outbox.waiting(db, OURS)] == [3, 4]
        assert [row.id for row in await outbox.waiting(db, THEIRS)] == [5, 6, 7]


async def test_only_the_rows_that_are_named_are_bound_put_off_and_settled(two: Database) -> None:
    await put(two, [_said(revision=number) for number in range(1, 7)])
    rows = await every(two, OutboxRow)
    async with two.writing() as db:
        await outbox.fix_batch(db, rows[0:2], "GAME01.1")
        await outbox.postpone(db, rows[1:3], NOW + MINUTE)
        await outbox.postpone(db, rows[1:2], NOW + 2 * MINUTE)
        await outbox.hold_back(db, rows[3:4], NOW + 3 * MINUTE)
        await outbox.settle(db, rows[4:5], NOW, "given up")
        await outbox.settle(db, rows[3:4], NOW)
    found = [
        (row.batch, row.attempts, row.not_before, row.delivered_at, row.failure)
        for row in await every(two, OutboxRow)
    ]
    assert found == [
        ("GAME01.1", 0, None, None, None),
        ("GAME01.1", 2, NOW + 2 * MINUTE, None, None),
        (None, 1, NOW + MINUTE, None, None),
        (None, 0, NOW + 3 * MINUTE, NOW, None),
        (None, 0, None, NOW, "given up"),
        (None, 0, None, None, None),
    ]


async def test_what_the_channel_waits_to_be_told_is_let_out(two: Database) -> None:
    until = NOW + MINUTE
    await put(
        two,
        [
            _said(not_before=until),
            _said(not_before=until, batch="GAME01.2"),
            _said(not_before=until, user_id=ANN, seat=0),
            _said(not_before=until, delivered_at=NOW),
            _said(THEIRS, not_before=until),
        ],
    )
    async with two.writing() as db:
        await outbox.release(db, OURS)
    waits = [row.not_before for row in await every(two, OutboxRow)]
    assert waits == [None, None, until, until, until]


async def test_only_what_nobody_has_begun_to_send_is_taken_back(two: Database) -> None:
    await put(
        two,
        [
            _said(revision=1),
            _said(revision=2),
            _said(revision=2, batch="GAME01.3"),
            _said(revision=2, delivered_at=NOW - MINUTE),
            _said(revision=3),
            _said(THEIRS, revision=2),
        ],
    )
    async with two.writing() as db:
        await outbox.take_back(db, OURS, [2, 4], NOW)
    found = [(row.delivered_at, row.failure) for row in await every(two, OutboxRow)]
    untouched = (None, None)
    assert found == [
        untouched,
        (NOW, "taken back"),
        untouched,
        (NOW - MINUTE, None),
        untouched,
        untouched,
    ]


async def test_what_a_seat_is_to_be_told_goes_to_who_sits_there_now(two: Database) -> None:
    await put(
        two,
        [
            _said(user_id=ANN, seat=0),
            _said(user_id=BEN, seat=1),
            _said(),
            _said(user_id=ANN, seat=0, batch="GAME01.4"),
            _said(user_id=ANN, seat=0, delivered_at=NOW),
            _said(THEIRS, user_id=BEN, seat=0),
        ],
    )
    async with two.writing() as db:
        await outbox.pass_on(db, OURS, 0, CLARE)
    readers = [row.user_id for row in await every(two, OutboxRow)]
    assert readers == [CLARE, BEN, None, ANN, ANN, BEN]


# Deadlines


def _due(game_id: str = OURS, minutes: float = 0, kind: str = "answer", **more: Any) -> DeadlineRow:
    return DeadlineRow(game_id=game_id, due=NOW + minutes * MINUTE, kind=kind, **more)


async def test_what_is_due_is_taken_on_the_longest_due_first(two: Database) -> None:
    await put(
        two,
        [
            _due(minutes=0),
            _due(minutes=-2),
            _due(minutes=1),
            _due(minutes=-3, left=60),
            _due(THEIRS, minutes=-1, claimed_until=NOW),
            _due(THEIRS, minutes=-1, claimed_until=NOW - MINUTE),
            _due(minutes=-2),
        ],
    )
    async with two.writing() as db:
        # A claim that has run out counts; one that runs out just now does not yet.
        assert await deadlines.next_due(db) == NOW - 2 * MINUTE
        first = await deadlines.claim(db, NOW, NOW + MINUTE, 2)
        assert [row.id for row in first] == [2, 7]
        rest = await deadlines.claim(db, NOW, NOW + MINUTE)
        assert [row.id for row in rest] == [6, 1]
        assert [row.claimed_until for row in [*first, *rest]] == [NOW + MINUTE] * 4
        assert await deadlines.next_due(db) == NOW
    async with two.writing() as db:
        await put_off(db, 5, 6)
        assert await deadlines.next_due(db) == NOW + MINUTE


async def put_off(db: Any, *numbers: int) -> None:
    """Remove deadlines."""
    for number in numbers:
        assert await deadlines.carried_out(db, number)


async def test_a_handful_is_taken_on_at_a_time(two: Database) -> None:
    await put(two, [_due(minutes=-1) for _ in range(22)])
    async with two.writing() as db:
        taken = [len(await deadlines.claim(db, NOW, NOW + MINUTE)) for _ in range(3)]
    assert taken == [20, 2, 0]


async def test_a_deadline_is_put_off_but_never_brought_nearer(two: Database) -> None:
    claimed = NOW + MINUTE
    await put(two, [_due(claimed_until=claimed) for _ in range(3)])
    async with two.writing() as db:
        await deadlines.postpone(db, 1, NOW + 2 * MINUTE)
        await deadlines.postpone(db, 2, NOW)
        await deadlines.postpone(db, 3, NOW - MINUTE)
    found = [(row.due, row.claimed_until) for row in await every(two, DeadlineRow)]
    assert found == [(NOW + 2 * MINUTE, None), (NOW, claimed), (NOW, claimed)]


async def test_deadlines_are_found_by_game_kind_and_question(two: Database) -> None:
    rows = [
        _due(minutes=5, kind="lapse", prompt="undo"),
        _due(minutes=4, kind="lapse", prompt="pause"),
        _due(THEIRS, minutes=3, kind="lapse", prompt="undo"),
        _due(minutes=2, kind="time_up"),
        _due(minutes=1, kind="remind", prompt="undo", seat=1),
        _due(minutes=9, seat=0, prompt="bid"),
        _due(minutes=8, seat=1, prompt="bid"),
        _due(THEIRS, minutes=7, seat=1, prompt="bid"),
    ]
    await put(two, rows)
    async with two.reading() as db:
        assert await deadlines.of_game(db, OURS, "lapse") == NOW + 4 * MINUTE
        assert await deadlines.of_game(db, THEIRS, "time_up") is None
        undo = await deadlines.of_kind(db, OURS, "lapse", "undo")
        assert undo is not None
        assert undo.id == 1
        assert await deadlines.of_kind(db, THEIRS, "lapse", "pause") is None
        assert [row.id for row in await deadlines.of_questions(db, OURS)] == [6, 5, 7]
        assert [row.id for row in await deadlines.of_person(db, BEN)] == [5, 7]
        assert [row.id for row in await deadlines.of_person(db, ANN)] == [6, 8]
        assert await deadlines.of_person(db, CLARE) == []
        assert sorted(row.id or 0 for row in await deadlines.all_of(db, OURS)) == [1, 2, 4, 5, 6, 7]


async def test_deadlines_are_dropped_by_game_kind_and_question(two: Database) -> None:
    await put(
        two,
        [
            _due(kind="lapse", prompt="undo"),
            _due(kind="lapse", prompt="pause"),
            _due(kind="remind", prompt="undo"),
            _due(THEIRS, kind="lapse", prompt="undo"),
            _due(seat=0),
            _due(kind="remind", seat=0),
            _due(seat=1),
            _due(THEIRS, seat=0),
        ],
    )
    left = []
    for drop in (
        lambda db: deadlines.drop_kind(db, OURS, "lapse", "undo"),
        lambda db: deadlines.forget_question(db, OURS, 0),
        lambda db: deadlines.drop(db, OURS),
    ):
        async with two.writing() as db:
            await drop(db)
        left.append([row.id for row in await every(two, DeadlineRow)])
    assert left == [[2, 3, 4, 5, 6, 7, 8], [2, 3, 4, 7, 8], [4, 8]]


async def test_whether_a_deadline_is_due(two: Database) -> None:
    await put(two, [_due(), _due(left=60), _due(minutes=1)])
    async with two.reading() as db:
        due = [await deadlines.due_by(db, number, NOW) for number in (1, 2, 3, 4)]
    assert due == [True, False, False, False]


# People


async def test_a_persons_thread_is_theirs_in_one_game(two: Database) -> None:
    async with two.writing() as db:
        await members.note_thread(db, OURS, ANN, 51)
        await members.note_thread(db, OURS, BEN, 52)
        await members.note_thread(db, THEIRS, ANN, 53)
        await members.note_thread(db, OURS, ANN, 54)
    async with two.writing() as db:
        places = [(OURS, ANN), (OURS, BEN), (THEIRS, ANN), (THEIRS, BEN)]
        assert [await members.thread_of(db, *p) for p in places] == [54, 52, 53, None]
        await members.forget_threads(db, OURS)
    async with two.reading() as db:
        assert [await members.thread_of(db, *p) for p in places] == [None, None, 53, None]


async def test_quiet_hours_and_closed_messages_are_kept_side_by_side(two: Database) -> None:
    async with two.writing() as db:
        await members.note_quiet(db, ANN, (60, 120), "Europe/London")
        await members.note_dms(db, ANN, NOW)
        await members.note_dms(db, BEN, None)
    async with two.writing() as db:
        ann = await members.by_id(db, ANN)
        assert ann is not None
        assert (ann.quiet_from, ann.quiet_until, ann.zone) == (60, 120, "Europe/London")
        assert (ann.dms_closed_at, await members.dms_closed_at(db, BEN)) == (NOW, None)
        await members.note_quiet(db, ANN, None, None)
    async with two.reading() as db:
        ann = await members.by_id(db, ANN)
        assert ann is not None
        assert (ann.quiet_from, ann.quiet_until, ann.zone) == (None, None, None)
        assert ann.dms_closed_at == NOW
        assert await members.by_id(db, CLARE) is None


async def test_absences_count_until_they_are_over(two: Database) -> None:
    spans = ((BEN, 0, 9), (ANN, 4, 6), (ANN, 1, 3), (ANN, -2, 0))
    await put(
        two,
        [
            AbsenceRow(user_id=user_id, begins=NOW + begins * MINUTE, ends=NOW + ends * MINUTE)
            for user_id, begins, ends in spans
        ],
    )
    async with two.reading() as db:
        assert [row.id for row in await members.absences(db, ANN, NOW)] == [3, 2]
        assert [row.id for row in await members.absences(db, ANN, NOW - MINUTE)] == [4, 3, 2]
        assert [row.id for row in await members.absences(db, ANN, NOW + 3 * MINUTE)] == [2]


async def test_when_somebody_was_last_noticed(two: Database) -> None:
    async with two.writing() as db:
        await presence.hold(db, OURS)
        assert await presence.note(db, OURS, ANN, 3, NOW) is None
        assert await presence.note(db, THEIRS, ANN, 4, NOW) is None
        assert await presence.note(db, OURS, BEN, 5, NOW) is None
    async with two.writing() as db:
        before = await presence.note(db, OURS, ANN, 6, NOW + MINUTE)
        assert before is not None
        assert (before.game_id, before.user_id) == (OURS, ANN)
        assert (before.revision, before.at) == (3, NOW)
    async with two.reading() as db:
        kept = [
            await presence.of_person(db, game_id, user_id)
            for game_id, user_id in ((OURS, ANN), (THEIRS, ANN), (OURS, BEN), (THEIRS, BEN))
        ]
    assert [row and (row.revision, row.at) for row in kept] == [
        (6, NOW + MINUTE),
        (4, NOW),
        (5, NOW),
        None,
    ]


# What the table asks and has said


async def test_petitions_of_one_game(two: Database) -> None:
    rows = [
        PetitionRow(game_id=OURS, what="undo", seat=0, closed=True, made_at=NOW),
        PetitionRow(game_id=THEIRS, what="undo", seat=0, made_at=NOW),
        PetitionRow(game_id=OURS, what="pause", seat=1, made_at=NOW),
        PetitionRow(game_id=OURS, what="undo", seat=1, made_at=NOW),
    ]
    await put(two, rows)
    async with two.writing() as db:
        assert [row.id for row in await petitions.of_game(db, OURS)] == [1, 3, 4]
        whats = (("undo",), ("pause", "resume"), ("resume",))
        found = [await petitions.open_one(db, OURS, what) for what in whats]
        assert [row and row.id for row in found] == [4, 3, None]
        await petitions.drop(db, rows[2])
    assert [row.id for row in await every(two, PetitionRow)] == [1, 2, 4]


async def test_standing_orders_of_one_game(two: Database) -> None:
    await put(
        two,
        [
            StandingOrderRow(game_id=game_id, seat=0, user_id=ANN, prompt="bid", made_at=NOW)
            for game_id in (OURS, THEIRS, OURS, OURS)
        ],
    )
    async with two.writing() as db:
        assert [row.id for row in await standing_orders.of_game(db, OURS)] == [1, 3, 4]
        found = [await standing_orders.by_id(db, OURS, number) for number in (1, 2, 3)]
        assert [row and row.id for row in found] == [1, None, 3]
        await standing_orders.disarm(db, OURS, 2)
        await standing_orders.disarm(db, OURS, 3)
    assert [row.id for row in await every(two, StandingOrderRow)] == [1, 2, 4]
    async with two.writing() as db:
        await standing_orders.disarm_all(db, OURS)
    assert [row.id for row in await every(two, StandingOrderRow)] == [2]


# Messages


async def test_cards_on_their_way_up_and_down(two: Database) -> None:
    async with two.writing() as db:
        await cards.coming(db, OURS, 20, NOW)
        await cards.to_go(db, OURS, 20, 900, NOW + MINUTE)
        await cards.coming(db, THEIRS, 21, NOW)
        await cards.to_go(db, OURS, 19, 901, NOW)
    async with two.writing() as db:
        assert await cards.games(db) == [OURS, THEIRS]
        found = await cards.of_game(db, OURS)
        assert [(row.id, row.channel_id, row.message_id, row.at) for row in found] == [
            (1, 20, None, NOW),
            (2, 20, 900, NOW + MINUTE),
            (4, 19, 901, NOW),
        ]
        await cards.came(db, OURS)
        await cards.gone(db, 2)
        assert [row.message_id for row in await cards.of_game(db, OURS)] == [901]
        assert [row.message_id for row in await cards.of_game(db, THEIRS)] == [None]
        await cards.gone(db, 4)
        assert await cards.games(db) == [THEIRS]


async def test_the_newest_messages_of_each_game_are_kept(two: Database) -> None:
    def telling(game_id: str, number: int, channel: int = 20) -> TellingRow:
        return TellingRow(
            game_id=game_id, message_id=number, channel_id=channel, text=f"{number}", revisions=[1]
        )

    async with two.writing() as db:
        await tellings.note(db, telling(THEIRS, 1))
        for number in range(1, tellings.MOST + 3):
            await tellings.note(db, telling(OURS, number))
        await tellings.note(db, telling(OURS, 1000, channel=21))
        # A message that was sent again is known, and stays as it was.
        await tellings.note(db, TellingRow(game_id=OURS, message_id=9, channel_id=22, text="?"))
    async with two.writing() as db:
        kept = await tellings.of_game(db, OURS, 20)
        assert [row.message_id for row in kept] == list(range(4, 63))
        assert kept[5].text == "9"
        assert [row.message_id for row in await tellings.of_game(db, OURS, 21)] == [1000]
        assert [row.message_id for row in await tellings.of_game(db, THEIRS, 20)] == [1]
        await tellings.shows(db, OURS, 5, {3, 1, 2})
    async with two.reading() as db:
        struck = {row.message_id: row.struck for row in await tellings.of_game(db, OURS, 20)}
        assert [number for number, which in struck.items() if which] == [5]
        assert struck[5] == [1, 2, 3]
        assert (await tellings.of_game(db, THEIRS, 20))[0].struck == []


# Positions


async def test_positions_are_those_of_their_game(two: Database) -> None:
    whole = None
    async with two.writing() as db:
        for game_id, revision in ((OURS, 1), (OURS, 3), (THEIRS, 2)):
            position = f"{game_id} at {revision}".encode()
            packed = snapshots.pack(position)
            row, whole = snapshots.row_of(
                game_id, revision, position, packed, whole if game_id == OURS else None
            )
            db.add(row)
    async with two.reading() as db:
        found = [await snapshots.position_at(db, OURS, revision) for revision in range(5)]
        assert found == [None, *[b"GAME01 at 1"] * 2, *[b"GAME01 at 3"] * 2]
        assert await snapshots.position_at(db, THEIRS, 3) == b"GAME02 at 2"


async def test_a_difference_without_its_whole_position_is_missed(two: Database) -> None:
    _, whole = snapshots.row_of(OURS, 1, b"one", snapshots.pack(b"one"), None)
    row, _ = snapshots.row_of(OURS, 2, b"two", snapshots.pack(b"two"), whole)
    await put(two, [row])
    async with two.reading() as db:
        with pytest.raises(LookupError, match="game GAME01: the whole position of revision 1 is"):
            await snapshots.position_at(db, OURS, 2)


def test_what_would_unpack_beyond_all_bounds_is_refused() -> None:
    most = 64 * 1024 * 1024
    for size in (most, most + 1):
        packer = zstandard.ZstdCompressor().compressobj()
        data = packer.compress(bytes(size)) + packer.flush()
        against = zstandard.ZstdCompressor(
            dict_data=zstandard.ZstdCompressionDict(
                b"base", dict_type=zstandard.DICT_TYPE_RAWCONTENT
            )
        ).compressobj()
        with_base = against.compress(bytes(size)) + against.flush()
        if size == most:
            assert len(snapshots.unpack(data)) == most
            assert len(snapshots.unpack_against(b"base", with_base)) == most
        else:
            with pytest.raises(zstandard.ZstdError):
                snapshots.unpack(data)
            with pytest.raises(zstandard.ZstdError):
                snapshots.unpack_against(b"base", with_base)
