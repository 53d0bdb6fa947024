"""What is asked of a game and its journal is answered from its rows, though others are alike."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
import zstandard

from bot.storage import (
    Database,
    JournalRow,
    SeatRow,
    games,
    journal,
    snapshots,
)
from bot.storage.games import GamePlace
from tests.storage.rows import ANN, BEN, CLARE, MINUTE, NOW, OURS, THEIRS, game_row, put

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
        GamePlace(OURS, 10, 20, False, False),
        GamePlace(THEIRS, 10, 21, False, False),
        GamePlace("LIVE", 10, 31, True, False),
        GamePlace("PAUSED", 10, 32, False, True),
    ]
    abroad = GamePlace("ABROAD", 11, 34, True, False)
    async with two.reading() as db:
        assert sorted(await games.places(db, 10)) == sorted(here)
        assert await games.places(db, 11) == [abroad]
        assert await games.places(db, 12) == []
        assert sorted(await games.places(db, None)) == sorted([*here, abroad])


async def test_what_is_changed_of_a_game_changes_no_other(two: Database) -> None:
    async with two.writing() as db:
        assert await games.advance(db, OURS, 0)
        await games.change(db, OURS, status_message_id=77, to_play=True)
        await games.change(db, OURS)
        assert await games.add_options(db, OURS, {"a": "1"}) == {"a": "1"}
        assert await games.add_options(db, OURS, {"b": "2"}) == {"a": "1", "b": "2"}
        assert await games.take_on(db, OURS, "one", NOW, NOW + MINUTE)
        assert not await games.let_go(db, THEIRS, "one")
        assert await games.take_on(db, THEIRS, "two", NOW, NOW + MINUTE)
        assert not await games.let_go(db, THEIRS, "one")
        assert await games.let_go(db, THEIRS, "two")
        only = [SeatRow(game_id=OURS, number=4, user_id=CLARE, name="C")]
        await games.replace_seats(db, OURS, only)
    stamps = {OURS: (1, 77), THEIRS: (0, None)}
    assert await games.stamps(two, [THEIRS, "NOSUCH", OURS]) == stamps
    assert await games.stamps(two, ["NOSUCH"]) == {}
    async with two.reading() as db:
        assert await games.revision(db, THEIRS) == 0
        assert await games.revision(db, "NOSUCH") is None
        assert await games.by_id(db, "NOSUCH") is None
        assert await games.to_play(db) == [OURS]
        assert await games.to_play_at(db) == {OURS: 1}
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
    values.setdefault("moment", revision)
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
        assert _numbers(await journal.standing(db, OURS)) == [1, 2, 3, 7, 8]
        assert _numbers(await journal.noted(db, OURS)) == [1, 4, 6]
        assert _numbers(await journal.newest(db, OURS, 3)) == [9, 8, 7]
        assert _numbers(await journal.newest(db, OURS, 3, 6)) == [5, 3, 2]
        assert _numbers(await journal.newest_of_seat(db, OURS, 1, 2)) == [8, 6]
        assert [each.revision for each in await journal.step_lines(db, OURS)] == [1, 2, 3, 7, 8]
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
        assert [each.revision for each in await journal.step_lines(db, OURS, revision)] == steps
        assert _numbers(await journal.since(db, OURS, revision)) == rows
        assert await journal.seen_after(db, OURS, revision) is (revision < 8)


async def test_steps_of_which_not_all_is_for_everybody_are_found_without_the_others(
    two: Database,
) -> None:
    told = [
        [{"type": "Moved", "seat": 0}],
        [{"type": "Peeked", "audience": [1]}],
        [],
        [{"type": "Moved", "seat": 0}, {"type": "Peeked", "audience": []}],
        [{"type": "Said", "words": "an audience with the King"}],
    ]
    ours = [_step(OURS, number, events=events) for number, events in enumerate(told, start=1)]
    ours.append(_step(OURS, 6, undone=True, events=told[1]))
    await put(two, [*ours, _step(THEIRS, 2, events=told[1])])
    async with two.reading() as db:
        assert _numbers(await journal.reserved_after(db, OURS, 0)) == [2, 3, 4]
        assert _numbers(await journal.reserved_after(db, OURS, 2)) == [3, 4]


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
            await snapshots.keep(db, row)
    async with two.reading() as db:
        found = [await snapshots.position_at(db, OURS, revision) for revision in range(5)]
        assert found == [None, *[b"GAME01 at 1"] * 2, *[b"GAME01 at 3"] * 2]
        assert await snapshots.position_at(db, THEIRS, 3) == b"GAME02 at 2"


async def test_a_difference_without_its_whole_position_is_missed(two: Database) -> None:
    _, whole = snapshots.row_of(OURS, 1, b"one", snapshots.pack(b"one"), None)
    row, _ = snapshots.row_of(OURS, 2, b"two", snapshots.pack(b"two"), whole)
    async with two.writing() as db:
        await snapshots.keep(db, row)
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
