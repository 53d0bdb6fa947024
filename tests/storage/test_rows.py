"""Questions to the tables."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.storage import (
    Database,
    DeadlineRow,
    JournalRow,
    OutboxRow,
    SeatRow,
    SeenRow,
    deadlines,
    games,
    journal,
    members,
    outbox,
    snapshots,
)
from tests.storage.rows import NOW, game_row

MINUTE = timedelta(minutes=1)


@pytest.fixture
async def kept(database: Database) -> Database:
    """A database with one game."""
    async with database.writing() as db:
        await games.add(db, game_row(), [SeatRow(game_id="GAME01", number=0, user_id=1, name="A")])
    return database


async def test_a_revision_is_raised_by_whoever_knows_it(kept: Database) -> None:
    async with kept.writing() as db:
        assert await games.advance(db, "GAME01", 0)
        await games.change(db, "GAME01", to_play=True)
        assert not await games.advance(db, "GAME01", 0)
        assert not await games.advance(db, "NOSUCH", 0)
        assert await games.revision(db, "GAME01") == 1
        assert await games.to_play(db) == ["GAME01"]
        await games.change(db, "GAME01", to_play=False)
        await journal.seen(db, "i", "GAME01", 1, NOW)
        assert not await games.advance(db, "GAME01", 1, "i")
        assert await games.advance(db, "GAME01", 1, "j")
        assert await games.to_play(db) == []


async def test_games_are_found_by_their_people(kept: Database) -> None:
    async with kept.writing() as db:
        await games.add(db, game_row("GAME02", channel_id=21, created=NOW + MINUTE), [])
        seats = [SeatRow(game_id="GAME02", number=n, user_id=n + 1, name="A") for n in range(2)]
        await games.replace_seats(db, "GAME02", seats)
        assert await games.open_for(db, 1) == ["GAME02", "GAME01"]
        assert await games.open_for(db, 2) == ["GAME02"]
        assert [seat.number for seat in await games.seats(db, "GAME02")] == [0, 1]
        await games.change(db, "GAME02", status="over")
        assert await games.open_for(db, 1) == ["GAME01"]


async def test_one_courier_at_a_time(kept: Database) -> None:
    async with kept.writing() as db:
        assert await games.take_on(db, "GAME01", "one", NOW, NOW + MINUTE)
        assert await games.take_on(db, "GAME01", "one", NOW, NOW + MINUTE)
        assert not await games.take_on(db, "GAME01", "two", NOW, NOW + MINUTE)
        later = NOW + 2 * MINUTE
        assert await games.take_on(db, "GAME01", "two", later, later + MINUTE)
        await games.let_go(db, "GAME01", "one")
        assert not await games.take_on(db, "GAME01", "one", later, later + MINUTE)
        await games.let_go(db, "GAME01", "two")
        assert await games.take_on(db, "GAME01", "one", later, later + MINUTE)


def _entry(revision: int, kind: str = "decision", seat: int = 0, **more) -> JournalRow:
    more = {"state": "x", "moment": revision, **more}
    return JournalRow(game_id="GAME01", revision=revision, kind=kind, seat=seat, at=NOW, **more)


async def test_the_journal_knows_what_stands(kept: Database) -> None:
    async with kept.writing() as db:
        db.add_all(
            [
                _entry(1, "start", -1),
                _entry(2, prompt="turn"),
                _entry(3, prompt="bid", undone=True),
                _entry(4, "undo"),
            ]
        )
        await db.flush()
        assert [row.revision for row in await journal.standing(db, "GAME01")] == [1, 2]
        last = await journal.last_standing(db, "GAME01")
        assert last is not None
        assert last.revision == 2
        assert [row.revision for row in await journal.newest(db, "GAME01", 2)] == [4, 2]
        assert [row.revision for row in await journal.newest(db, "GAME01", 9, 4)] == [2, 1]
        assert await journal.answered_since(db, "GAME01", 1, 0, "turn")
        assert not await journal.answered_since(db, "GAME01", 2, 0, "turn")
        assert not await journal.answered_since(db, "GAME01", 1, 1, "turn")
        assert not await journal.answered_since(db, "GAME01", 1, 0, "bid")
        await journal.mark_undone(db, "GAME01", [2])
    async with kept.reading() as db:
        found = await journal.at(db, "GAME01", 2)
        assert found is not None
        assert found.undone
        assert await journal.at(db, "GAME01", 9) is None


async def test_every_position_is_found_again(kept: Database) -> None:
    chance = random.Random(5)
    position = bytearray(chance.choices(b'{"abc":123,}', k=9000))
    whole: snapshots.Whole | None = None
    positions: dict[int, bytes] = {}
    sizes: dict[int, int] = {}
    async with kept.writing() as db:
        for revision in range(4, 80):
            for _ in range(20):
                position[chance.randrange(len(position))] = chance.choice(b"0123456789")
            now = positions[revision] = bytes(position)
            row, whole = snapshots.row_of("GAME01", revision, now, snapshots.pack(now), whole)
            sizes[revision] = len(row["data"])
            await snapshots.keep(db, row)
    async with kept.reading() as db:
        for revision, expected in positions.items():
            assert await snapshots.position_at(db, "GAME01", revision) == expected
        assert await snapshots.position_at(db, "GAME01", 3) is None
        assert await snapshots.position_at(db, "GAME01", 99) == positions[79]
    whole_ones = [revision for revision in sizes if (revision - 4) % 32 == 0]
    assert [r for r in sizes if sizes[r] > 0.9 * sizes[4]] == whole_ones == [4, 36, 68]
    assert sizes[5] < sizes[4] / 10


async def test_the_outbox_in_its_order(kept: Database) -> None:
    async with kept.writing() as db:
        rows = [OutboxRow(game_id="GAME01", revision=n, kind="log") for n in (1, 2, 3)]
        db.add_all(rows)
        await db.flush()
        assert await outbox.games_due(db, NOW) == ["GAME01"]
        await outbox.fix_batches(db, [("GAME01.1", rows[:2])])
        await outbox.postpone(db, rows, NOW + MINUTE)
    async with kept.writing() as db:
        waiting = await outbox.waiting(db, "GAME01")
        assert [(r.revision, r.batch, r.attempts) for r in waiting] == [
            (1, "GAME01.1", 1),
            (2, "GAME01.1", 1),
            (3, None, 1),
        ]
        assert await outbox.games_due(db, NOW) == []
        assert await outbox.next_due(db, NOW) == NOW + MINUTE
        assert await outbox.games_due(db, NOW + MINUTE) == ["GAME01"]
        # What is being sent is not taken back any more.
        await outbox.take_back(db, "GAME01", [2], NOW)
        await outbox.take_back(db, "GAME01", [3], NOW)
        assert [r.revision for r in await outbox.waiting(db, "GAME01")] == [1, 2]
        await outbox.settle(db, waiting[:2], NOW)
        assert await outbox.waiting(db, "GAME01") == []
        await outbox.forget(db, NOW + MINUTE)
    async with kept.reading() as db:
        assert await outbox.next_due(db, NOW) is None


async def test_interactions_are_remembered_for_a_while(kept: Database) -> None:
    async with kept.writing() as db:
        db.add(SeenRow(id="i", game_id="GAME01", revision=7, at=NOW))
        await db.flush()
        assert await journal.led_to(db, "GAME01", "i") == 7
        assert await journal.led_to(db, "GAME02", "i") is None
        await journal.forget(db, NOW)
        assert await journal.led_to(db, "GAME01", "i") == 7
        await journal.forget(db, NOW + MINUTE)
        assert await journal.led_to(db, "GAME01", "i") is None


async def test_deadlines_are_claimed_once(kept: Database) -> None:
    async with kept.writing() as db:
        db.add(DeadlineRow(game_id="GAME01", due=NOW, set_at=NOW, kind="time_up"))
        db.add(DeadlineRow(game_id="GAME01", due=NOW + MINUTE, set_at=NOW, kind="time_up"))
    async with kept.writing() as db:
        assert await deadlines.next_due(db) == NOW
        (row,) = await deadlines.claim(db, NOW, NOW + 5 * MINUTE)
        assert await deadlines.claim(db, NOW, NOW + 5 * MINUTE) == []
        assert await deadlines.next_due(db) == NOW + MINUTE
        assert row.id is not None
        await deadlines.postpone(db, row.id, NOW, 3 * MINUTE)
        assert await deadlines.of_game(db, "GAME01", "time_up") == NOW + MINUTE
    async with kept.writing() as db:
        assert len(await deadlines.claim(db, NOW + 3 * MINUTE, NOW + 5 * MINUTE)) == 2
        assert await deadlines.carried_out(db, row.id)
        assert not await deadlines.carried_out(db, row.id)
        assert await deadlines.next_due(db) == NOW + 5 * MINUTE
        await deadlines.drop(db, "GAME01")
        assert await deadlines.next_due(db) is None


async def test_members_with_closed_messages(database: Database) -> None:
    async with database.writing() as db:
        assert await members.dms_closed_at(db, 5) is None
        await members.note_dms(db, 5, NOW)
        assert await members.dms_closed_at(db, 5) == NOW
        # Since when they are closed is when it was found out first.
        await members.note_dms(db, 5, NOW + timedelta(hours=1))
        assert await members.dms_closed_at(db, 5) == NOW
        await members.note_dms(db, 5, None)
        assert await members.dms_closed_at(db, 5) is None


async def test_a_server_names_the_role_of_its_moderators(kept: Database) -> None:
    async with kept.writing() as db:
        assert await members.moderator_role(db, 7) is None
        await members.name_moderator_role(db, 7, 70)
        await members.name_moderator_role(db, 8, 80)
        await members.name_moderator_role(db, 7, 71)
        assert await members.moderator_role(db, 7) == 71
        await members.name_moderator_role(db, 7, None)
        assert await members.moderator_role(db, 7) is None
        assert await members.moderator_role(db, 8) == 80


async def test_what_was_settled_long_ago_is_dropped_and_what_is_younger_stays(
    kept: Database,
) -> None:
    async with kept.writing() as db:
        rows = [OutboxRow(game_id="GAME01", revision=n, kind="log") for n in (1, 2, 3, 4)]
        db.add_all(rows)
        await db.flush()
        for row, ago in zip(rows, (3, 2, 1), strict=False):
            await outbox.settle(db, [row], NOW - ago * MINUTE)
        await outbox.forget(db, NOW - 2 * MINUTE)
    async with kept.reading() as db:
        left = (await db.exec(select(OutboxRow).order_by(col(OutboxRow.id)))).all()
        # Settled just then, settled later, and not settled at all.
        assert [row.revision for row in left] == [2, 3, 4]
