"""What a seat asks the others to agree to, by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import Desk, SeatInfo, seating
from bot.session.seating import Petition
from bot.storage import DeadlineRow, PetitionRow, deadlines
from bot.storage import petitions as kept
from tests.session.doubles import FakeClock, open_game

NOW = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


def row(game_id: str = "G", what: str = "pause", **more: Any) -> PetitionRow:
    """A petition of seat 0, for which seats 1 and 2 are asked."""
    about: dict[str, Any] = {"seat": 0, "asked": [1, 2], "answers": {}, "made_at": NOW}
    return PetitionRow(game_id=game_id, what=what, **about | more)


def said(*words: bool | None) -> dict[str, bool]:
    """What seats have answered, the first seat first; None: nothing yet."""
    return {str(seat): word for seat, word in enumerate(words) if word is not None}


@pytest.mark.parametrize(
    ("answers", "seats", "state"),
    [
        (said(True), 3, "open"),
        (said(True, True), 3, "done"),
        (said(True, True, False), 3, "done"),
        (said(True, False), 3, "open"),
        (said(True, False, False), 3, "refused"),
        (said(None, False, False), 3, "refused"),
        (said(True), 2, "open"),
        (said(True, True), 2, "done"),
        (said(True, False), 2, "refused"),
        (said(True, True), 4, "open"),
        (said(True, False), 4, "open"),
        (said(True, False, False), 4, "refused"),
        (said(True, True, True), 4, "done"),
        (said(True), 1, "done"),
        # Who is no longer at the table does not count.
        (said(True, None, None, True), 3, "open"),
        (said(None, None, None, False), 2, "open"),
    ],
)
def test_more_than_half_of_the_table_decides(
    answers: dict[str, bool], seats: int, state: str
) -> None:
    assert seating.majority(row(answers=answers), range(seats)) == state


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        ({}, "open"),
        ({"1": True}, "open"),
        ({"2": True}, "open"),
        ({"1": True, "2": True}, "done"),
        ({"1": False}, "refused"),
        ({"1": True, "2": False}, "refused"),
    ],
)
def test_a_step_is_taken_back_if_nobody_minds(answers: dict[str, bool], state: str) -> None:
    assert seating.unanimity(row(what="undo", answers=answers)) == state


def test_a_kept_petition_is_read_and_told() -> None:
    until = NOW + HOUR
    made = row(
        what="undo",
        id=7,
        to=0,
        asked=[4, 3, 2, 1],
        answers=dict.fromkeys("43", True) | {"2": False},
    )
    petition = seating.petition_of(made, until=until)
    expected = Petition(7, "undo", 0, "open", (4, 3, 2, 1), (3, 4), (2,), 0, until)
    assert petition == expected
    assert petition.still == (1,)
    assert petition.afresh is False
    told = {
        "number": 7,
        "what": "undo",
        "seat": 0,
        "state": "open",
        "asked": [4, 3, 2, 1],
        "agreed": [3, 4],
        "against": [2],
        "until": "2026-11-01T13:00:00+00:00",
    }
    assert seating.announcement(petition) == ("petition", told, None)
    # Until it is kept it has no number, and once it is settled no end.
    settled = seating.petition_of(row(), "refused")
    assert (settled.number, settled.state, settled.until, settled.to) == (0, "refused", None, None)
    assert seating.told(settled)["until"] is None


def test_what_is_done_at_once_was_asked_of_nobody() -> None:
    done = seating.done_at_once("pause", 2)
    assert done == Petition(0, "pause", 2, "done", (), (), (), None, None, False)
    back = seating.done_at_once("undo", 1, 5, True)
    assert (back.seat, back.to, back.afresh) == (1, 5, True)


def test_computers_and_free_seats_are_no_people() -> None:
    seats = [
        SeatInfo(0, 101, "Alice"),
        SeatInfo(1, None, "Steward", "steward"),
        SeatInfo(2, None, "Bob"),
        SeatInfo(3, 0, "Cecily"),
    ]
    assert seating.people(seats) == [0, 3]


@pytest.mark.parametrize(
    ("answer", "open_for"),
    [
        (None, 24 * HOUR),
        (timedelta(minutes=10), timedelta(minutes=10)),
        (23 * HOUR, 23 * HOUR),
        (72 * HOUR, 24 * HOUR),
    ],
)
async def test_a_petition_is_open_for_the_time_of_an_answer_and_at_most_a_day(
    desk: Desk, clock: FakeClock, answer: timedelta | None, open_for: timedelta
) -> None:
    session = await open_game(desk)
    pace: Any = None if answer is None else SimpleNamespace(answer=answer)
    made_at = clock.now() - HOUR
    async with desk.services.database.writing() as db:
        opened = await seating.opened(db, row(session.id, made_at=made_at), pace)
        assert opened.until == made_at + open_for
        assert opened.number > 0
        kept_until = await deadlines.of_kind(db, session.id, "petition", "pause")
        assert kept_until is not None
        assert (kept_until.due, kept_until.seat) == (made_at + open_for, None)
        assert await seating.found(db, session.id, "undo") is None
        assert await seating.found(db, session.id, "undo", "pause") == opened


async def test_what_is_settled_is_gone_with_its_end(desk: Desk) -> None:
    session = await open_game(desk)

    async def kinds() -> set[tuple[str, str | None]]:
        return {(d.kind, d.prompt) for d in await deadlines.all_of(db, session.id)}

    async with desk.services.database.writing() as db:
        motion, undo = row(session.id), row(session.id, "undo", to=3)
        for made in (motion, undo):
            await seating.opened(db, made, None)
        assert await kinds() == {("petition", "pause"), ("petition", "undo")}
        assert (await seating.settled(db, motion, "withdrawn")).state == "withdrawn"
        assert await kinds() == {("petition", "undo")}
        assert [r.what for r in await kept.of_game(db, session.id)] == ["undo"]
        # Of a step that the others would not take back it is remembered that they were asked.
        undo.answers = {"1": False}
        refused = await seating.answered(db, undo, "refused")
        assert (refused.state, refused.against, refused.until) == ("refused", (1,), None)
        assert await kinds() == set()
        assert [r.closed for r in await kept.of_game(db, session.id)] == [True]
        # Once the game goes on it is forgotten, and nobody hears of it once more.
        assert await seating.overtaken(db, session.id, ["pause", "resume"]) == []
        assert len(await kept.of_game(db, session.id)) == 1
        assert await seating.overtaken(db, session.id, ["undo"]) == []
        assert await kept.of_game(db, session.id) == []


async def test_a_motion_that_fails_is_not_remembered(desk: Desk) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        motion = row(session.id)
        opened = await seating.opened(db, motion, None)
        motion.answers = {"0": True}
        still = await seating.answered(db, motion, "open")
        assert (still.state, still.agreed, still.until) == ("open", (0,), opened.until)
        assert (await seating.answered(db, motion, "refused")).state == "refused"
        assert await kept.of_game(db, session.id) == []
        assert await deadlines.all_of(db, session.id) == []


async def test_what_is_overtaken_lapses(desk: Desk) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        for what in ("pause", "undo"):
            await seating.opened(db, row(session.id, what), None)
        lapsed = await seating.overtaken(db, session.id, iter(["undo", "pause"]))
        assert {(p.what, p.state, p.until) for p in lapsed} == {
            ("pause", "lapsed", None),
            ("undo", "lapsed", None),
        }
        assert await deadlines.all_of(db, session.id) == []


async def test_while_the_clock_is_stopped_it_has_no_end(desk: Desk) -> None:
    session = await open_game(desk)
    async with desk.services.database.writing() as db:
        await seating.opened(db, row(session.id), None)
        end = await deadlines.of_kind(db, session.id, "petition", "pause")
        assert isinstance(end, DeadlineRow)
        end.left = 3600
        found = await seating.found(db, session.id, "pause")
        assert found is not None
        assert found.until is None
        await deadlines.drop_kind(db, session.id, "petition", "pause")
        found = await seating.found(db, session.id, "pause")
        assert found is not None
        assert found.until is None
