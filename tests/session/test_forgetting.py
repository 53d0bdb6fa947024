"""People are forgotten who ask for it; what was played stays."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select as columns_of
from sqlalchemy import text
from sqlmodel import SQLModel, col, delete, select

from bot.session import Desk, GameSession, Refused
from bot.session.forgetting import Kept
from bot.session.journal.record import verify
from bot.storage import AbsenceRow, Database, GameRow, OutboxRow, forgetting
from tests.session.conftest import OpenDesk
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    DUNCAN,
    FakeClock,
    Notebook,
    open_game,
    running_game,
    take,
)
from tests.storage.databases import database_url
from tests.toy.game import Toy
from tests.waiting import idle, until

__all__ = ["database_url"]

ADMIN = 555_000_111
REASON = "a mix-up"


async def everything(desk: Desk) -> str:
    """All that stands in the database, as text; positions are of the game alone."""
    found: list[str] = []
    async with desk.services.database.engine.connect() as connection:
        for table in SQLModel.metadata.sorted_tables:
            rows = await connection.execute(columns_of(table))
            for row in rows.mappings():
                found.append(repr({k: v for k, v in row.items() if not isinstance(v, bytes)}))
    return "\n".join(found)


def names(text: str, user_id: int) -> bool:
    """Whether an id stands there, by itself and not within a longer word."""
    return re.search(rf"\b{user_id}\b", text) is not None


async def leave_traces(desk: Desk, name: str = "Bob") -> Any:
    """A running game with Bob in every table that can name him."""
    session = await running_game(desk, options={"stones": "9"})
    await desk.people.note_thread(session.id, BOB, 77)
    await desk.people.note_dms(BOB, closed=True)
    await desk.availability.go_away(BOB, 2)
    await desk.availability.set_quiet_hours(BOB, (60, 120), "Europe/London")
    await session.tellings.note(901, f"**{name}** takes a stone.", [1])
    await session.tellings.note(902, "Somebody takes a stone.", [2])
    await session.moderator.pause(by=BOB, reason=REASON)
    await session.moderator.resume(by=ADMIN, reason=REASON)
    await session.moderator.replace_player(
        by=ADMIN, reason=REASON, seat=1, user_id=CECILY, name="Cecily"
    )
    await session.moderator.replace_player(by=ADMIN, reason=REASON, seat=1, user_id=BOB, name=name)
    return session


async def test_a_person_leaves_running_games_and_is_nowhere_any_more(
    desk: Desk, notebook: Notebook
) -> None:
    session = await leave_traces(desk)
    before = await everything(desk)
    assert names(before, BOB)
    assert "Bob" in before
    assert await desk.forgetting.kept_of(BOB) == Kept(1, 0, 0, settings=True)

    await desk.forgetting.forget(BOB, "Bob")
    await idle(desk)
    after = await everything(desk)
    assert not names(after, BOB)
    assert "Bob" not in after
    assert names(after, ALICE)
    assert [(s.user_id, s.name) for s in session.seats] == [
        (ALICE, "Alice"), (None, "Former player 2"),
    ]  # fmt: skip
    assert await desk.forgetting.kept_of(BOB) == Kept(0, 0, 0, settings=False)
    # The seat is free for somebody else, and the game goes on.
    await session.submit(user_id=ALICE, choice=take(1))
    await session.lobby.join(BOB, "Robert")
    await session.submit(user_id=BOB, choice=take(1))
    assert session.seat_of(BOB) == 1


async def test_a_finished_game_stays_to_be_read(desk: Desk, open_desk: Any) -> None:
    session = await running_game(desk, options={"stones": "4"})
    other = open_desk(process="other")
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    elsewhere = await other.get(session.id)
    before = await desk.export(session.id)
    log = [entry.events for entry in await session.journal.log(None)]

    await desk.forgetting.forget(ALICE, "Alice")
    read = await desk.get(session.id)
    assert read is not None
    assert [(s.user_id, s.name) for s in read.seats] == [(None, "Former player 1"), (BOB, "Bob")]
    assert read.host_id == 0
    assert [entry.events for entry in await read.journal.log(None)] == log
    assert "Alice" not in await everything(desk)
    assert not names(await everything(desk), ALICE)
    # Another process, which had read the game before, sees it as well.
    again = await other.get(session.id)
    assert again is elsewhere
    assert again.seats[0].name == "Former player 1"
    after = await desk.export(session.id)
    assert before is not None
    assert after is not None
    assert after["decisions"] == before["decisions"]
    assert after["table"]["people"] == {"1": BOB}
    assert verify(after, Toy("plain")) is None
    assert (await read.replay.turn(user_id=BOB, seat=0)).turns > 0


async def test_a_friend_who_sees_a_hand_is_forgotten_with_whoever_showed_it(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "9"})
    eve, fred, gwen = 105, 106, 107
    await session.onlookers.show(user_id=ALICE, to=gwen)
    await session.onlookers.show(user_id=ALICE, to=eve)
    await session.onlookers.look(eve)
    await session.onlookers.show(user_id=BOB, to=fred)
    # Eve has looked. Fred still may, and Gwen no longer.
    for user_id in (eve, fred, gwen):
        # None of them plays.
        assert await desk.forgetting.kept_of(user_id) == Kept(0, 0, 0, settings=False, others=1)
        assert names(await everything(desk), user_id)
    await desk.forgetting.forget(fred, "Fred")
    assert [seat.shown_to for seat in session.seats] == [eve, None]
    await desk.forgetting.forget(ALICE, "Alice")
    assert [seat.shown_to for seat in session.seats] == [None, None]
    await desk.forgetting.forget(eve, "Eve")
    await desk.forgetting.forget(gwen, "Gwen")
    await idle(desk)
    after = await everything(desk)
    assert not [user_id for user_id in (eve, fred, gwen, ALICE) if names(after, user_id)]


async def test_a_host_hands_on_and_an_empty_lobby_closes(desk: Desk) -> None:
    session = await open_game(desk, seats=3)
    await session.lobby.join(BOB, "Bob")
    await desk.forgetting.forget(ALICE, "Alice")
    assert [(s.number, s.user_id, s.name) for s in session.seats] == [(0, BOB, "Bob")]
    assert session.host_id == BOB
    await desk.forgetting.forget(BOB, "Bob")
    assert (session.status, session.seats) == ("over", [])
    assert not names(await everything(desk), BOB)


async def test_who_left_long_ago_is_forgotten_by_name(desk: Desk) -> None:
    session = await running_game(desk)
    await session.lobby.leave(BOB)
    assert session.seats[1].name == "Bob"
    await desk.forgetting.forget(BOB, "Bob")
    assert session.seats[1].name == "Former player 2"
    assert "Bob" not in await everything(desk)


async def test_a_name_of_before_goes_from_what_was_noted_before_it_is_found(desk: Desk) -> None:
    session = await running_game(desk)
    await session.moderator.break_glass(by=ADMIN, reason=REASON, seat=1)
    await session.moderator.kick(by=ADMIN, reason=REASON, seat=1)
    kicked, looked = await session.moderator.audit()
    assert [each.about["was"] for each in (kicked, looked)] == ["Bob", "Bob"]
    # By now he goes by another name.
    await desk.forgetting.forget(BOB, "Robert")
    assert [each.about["was"] for each in await session.moderator.audit()] == [
        "a former player"
    ] * 2
    assert "Bob" not in await everything(desk)


@pytest.mark.parametrize("late", [False, True])
async def test_who_was_given_a_seat_and_never_played_is_forgotten(
    desk: Desk, clock: FakeClock, late: bool
) -> None:
    options = {"stones": "60", "pace": "daily"}
    session = await running_game(desk, options=options)
    given: Any = {"by": ADMIN, "reason": REASON, "seat": 0}
    await session.moderator.replace_player(**given, user_id=CECILY, name="Cecily")
    if late:
        clock.advance(hours=100)
        await desk.scheduler.carry_out_due()
    await session.moderator.replace_player(**given, user_id=DUNCAN, name="Duncan")
    await idle(desk)
    async with desk.services.database.writing() as db:
        await db.exec(delete(OutboxRow))
    assert await desk.forgetting.kept_of(CECILY) == Kept(0, 0, 0, settings=False, others=1)
    await desk.forgetting.forget(CECILY, "Somebody")
    await idle(desk)
    after = await everything(desk)
    assert not names(after, CECILY)
    assert "Cecily" not in after
    assert names(after, DUNCAN)
    assert await desk.forgetting.kept_of(CECILY) == Kept(0, 0, 0, settings=False)


async def test_who_is_not_known_is_forgotten_without_a_trace(desk: Desk) -> None:
    session = await running_game(desk)
    before = await everything(desk)
    await desk.forgetting.forget(CECILY, "Alice")
    assert await everything(desk) == before
    assert session.seats[0].name == "Alice"


async def test_finished_games_go_when_they_are_old(desk: Desk, clock: FakeClock) -> None:
    old = await running_game(desk, options={"stones": "4"})
    await old.submit(user_id=ALICE, choice=take(1))
    await old.submit(user_id=BOB, choice=take(3))
    clock.advance(days=20)
    young = await running_game(desk)
    await young.lobby.end(ALICE)
    going = await running_game(desk)
    clock.advance(days=20)
    assert await desk.forgetting.forget_old() == 0
    desk.forgetting.keep_for = timedelta(days=30)
    assert await desk.forgetting.forget_old() == 1
    assert old.id not in await everything(desk)
    assert await desk.forgetting.forget_old() == 0
    assert {young.id, going.id} <= set((await everything(desk)).replace("'", " ").split())
    with pytest.raises(Refused):
        await old.lobby.end(ALICE)


@pytest.mark.parametrize(("days", "absences"), [(362, 1), (364, 0)])
async def test_an_absence_is_kept_for_as_long_as_it_counts(
    desk: Desk, clock: FakeClock, days: int, absences: int
) -> None:
    desk.forgetting.keep_for = timedelta(days=7)
    await desk.availability.go_away(BOB, 2)
    clock.advance(days=2 + days)
    left = (await desk.availability.of(BOB)).holidays_left
    assert await desk.forgetting.forget_old() == 0
    assert (await desk.availability.of(BOB)).holidays_left == left
    clock.advance(days=2)
    assert await desk.forgetting.forget_old() == 0
    async with desk.services.database.reading() as db:
        assert len((await db.exec(select(AbsenceRow))).all()) == absences


async def test_age_is_looked_after_at_the_start_and_once_a_day(
    desk: Desk, clock: FakeClock
) -> None:
    first = await running_game(desk)
    await first.lobby.end(ALICE)
    clock.advance(days=2)
    second = await running_game(desk)
    await second.lobby.end(ALICE)
    desk.forgetting.keep_for = timedelta(days=1)

    async def kept(game_id: str) -> bool:
        return (await desk.services.read(game_id))[0] is not None

    async def first_is_gone() -> bool:
        return not await kept(first.id)

    async def second_is_gone() -> bool:
        return not await kept(second.id)

    await desk.resume_all()
    await until(first_is_gone)
    assert await kept(second.id)
    clock.advance(hours=25)
    await until(second_is_gone)


async def test_what_failed_is_tried_again_soon(
    desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk)
    await session.lobby.end(ALICE)
    clock.advance(days=2)
    desk.forgetting.keep_for = timedelta(days=1)
    tries: list[int] = []

    async def away(*_: object) -> int:
        tries.append(1)
        raise OSError("the server is away")

    with monkeypatch.context() as broken:
        broken.setattr(forgetting, "forget_old", away)
        await desk.resume_all()
        await until(lambda: len(tries) == 1)
        await idle(desk)
        clock.advance(minutes=4)
        await idle(desk)
        assert len(tries) == 1
    clock.advance(minutes=2)

    async def gone() -> bool:
        return (await desk.services.read(session.id))[0] is None

    await until(gone)


async def test_a_game_is_removed_while_it_is_told_of(open_desk: OpenDesk, clock: FakeClock) -> None:
    notebook = Slow()
    desk = open_desk(notebook)
    session = await running_game(desk)
    await session.lobby.end(ALICE)
    clock.advance(days=2)
    telling = asyncio.create_task(desk.courier.flush())
    await notebook.asked.wait()
    database = desk.services.database
    async with database.writing() as db:
        await db.exec(select(GameRow.id).where(col(GameRow.id) == session.id).with_for_update())
        notebook.may_go.set()
        if database.engine.dialect.name == "postgresql":
            await until(lambda: somebody_waits(database))
        assert await forgetting.forget_old(db, clock.now(), clock.now()) == 1
    await telling
    assert (await desk.services.read(session.id))[0] is None
    assert await desk.get(session.id) is None


class Slow(Notebook):
    """A deliverer that waits for a sign."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.may_go = asyncio.Event(), asyncio.Event()

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        self.asked.set()
        await self.may_go.wait()
        await super().deliver(session, rows, nonce)


async def somebody_waits(database: Database) -> bool:
    """Whether a transaction waits for another one's lock."""
    async with database.engine.connect() as connection:
        waiting = await connection.execute(text("SELECT count(*) FROM pg_locks WHERE NOT granted"))
        return bool(waiting.scalar_one())
