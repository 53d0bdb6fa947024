"""What waits to be told or done: the rows that are meant, and no others that are much alike."""

from __future__ import annotations

from typing import Any

from bot.storage import (
    Database,
    DeadlineRow,
    OutboxRow,
    deadlines,
    outbox,
)
from tests.storage.rows import ANN, BEN, CLARE, MINUTE, NOW, OURS, THEIRS, every, put

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
        assert await outbox.has_more(db, THEIRS, 6, NOW)
        assert not await outbox.has_more(db, THEIRS, 7, NOW)
        assert not await outbox.has_more(db, OURS, 0, NOW)
        assert await outbox.has_more(db, OURS, 2, later)
        assert not await outbox.has_more(db, OURS, 3, later)
        assert await outbox.has_more(db, OURS, 3, later + MINUTE)
        assert [row.id for row in await outbox.waiting(db, OURS)] == [3, 4]
        assert [row.id for row in await outbox.waiting(db, THEIRS)] == [5, 6, 7]


async def test_only_the_rows_that_are_named_are_bound_put_off_and_settled(two: Database) -> None:
    await put(two, [_said(revision=number) for number in range(1, 7)])
    rows = await every(two, OutboxRow)
    async with two.writing() as db:
        await outbox.fix_batches(db, [("GAME01.1", rows[0:2])])
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
    return DeadlineRow(game_id=game_id, due=NOW + minutes * MINUTE, set_at=NOW, kind=kind, **more)


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
        for number in (5, 6):
            assert await deadlines.carried_out(db, number)
        assert await deadlines.next_due(db) == NOW + MINUTE


async def test_a_handful_is_taken_on_at_a_time(two: Database) -> None:
    await put(two, [_due(minutes=-1) for _ in range(22)])
    async with two.writing() as db:
        taken = [len(await deadlines.claim(db, NOW, NOW + MINUTE)) for _ in range(3)]
    assert taken == [20, 2, 0]


async def test_a_deadline_is_put_off_but_never_brought_nearer(two: Database) -> None:
    claimed = NOW + MINUTE
    await put(two, [_due(claimed_until=claimed) for _ in range(3)])
    async with two.writing() as db:
        await deadlines.postpone(db, 1, NOW + MINUTE, MINUTE)
        await deadlines.postpone(db, 2, NOW - MINUTE, MINUTE)
        await deadlines.postpone(db, 3, NOW - 2 * MINUTE, MINUTE)
    found = [(row.due, row.set_at, row.claimed_until) for row in await every(two, DeadlineRow)]
    assert found == [
        (NOW + 2 * MINUTE, NOW + MINUTE, None),
        (NOW, NOW, claimed),
        (NOW, NOW, claimed),
    ]


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
