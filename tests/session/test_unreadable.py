"""A game that cannot be read stands still by itself: all others go on, and it can be saved."""

from __future__ import annotations

import logging
from datetime import timedelta

import pytest

from bot.session import Desk, Receipt, Refused, Unreadable
from bot.session.journal.record import verify
from bot.session.timekeeping import GameClock
from bot.storage import DeadlineRow, games
from bot.storage.tables import OVER
from tests.session.doubles import (
    ALICE,
    BOB,
    CHANNEL,
    FakeClock,
    Notebook,
    open_game,
    running_game,
    until,
)
from tests.session.doubles import take as taking

ELSEWHERE = CHANNEL + 1


async def spoil(desk: Desk, game_id: str, **changes: object) -> None:
    """Damage what is kept of a game."""
    async with desk.services.database.writing() as db:
        await games.change(db, game_id, **(changes or {"snapshot": b"no snapshot at all"}))


async def with_computer(desk: Desk, channel: int) -> str:
    """A running game in which a computer is to play, as soon as somebody lets it."""
    session = await open_game(desk, channel=channel)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    return session.id


async def test_all_other_games_go_on_at_the_start(
    desk: Desk, open_desk, notebook: Notebook, caplog: pytest.LogCaptureFixture
) -> None:
    spoilt = await running_game(desk, channel=ELSEWHERE)
    desk.background.closing = True  # so that no computer plays before the restart
    lost, well = spoilt.id, await with_computer(desk, CHANNEL)
    await spoil(desk, lost, snapshot=b"no snapshot at all", to_play=True)
    later = open_desk(Notebook())
    with caplog.at_level(logging.ERROR):
        await later.resume_all()
    session = await later.get(well)
    assert session is not None
    await until(lambda: session.waiting_for() == [0])
    (line,) = [r.getMessage() for r in caplog.records if lost in r.getMessage()]
    assert line.startswith(f"game {lost} (toy/plain, channel {ELSEWHERE} of server ")
    assert f"kingmaker export {lost}" in line


@pytest.mark.parametrize(
    "damage", [{"snapshot": b"no snapshot at all"}, {"ruleset": "gone"}, {"game": "gone"}]
)
async def test_the_others_of_its_people_are_found(
    desk: Desk, open_desk, damage: dict[str, object]
) -> None:
    spoilt = await running_game(desk)
    well = await running_game(desk, channel=ELSEWHERE)
    await spoil(desk, spoilt.id, **damage)
    later = open_desk()
    assert [session.id for session in await later.games_of(BOB)] == [well.id]
    readable, unreadable = await later.tables_of(ALICE)
    assert [session.id for session in readable] == [well.id]
    (lost,) = unreadable
    assert (lost.id, lost.channel_id, lost.host_id) == (spoilt.id, CHANNEL, ALICE)
    assert lost.text.startswith(f"I cannot read game {spoilt.id} of this table")
    with pytest.raises(Unreadable):
        await later.in_channel(CHANNEL)


async def test_one_that_another_process_has_spoilt_is_unreadable_here_too(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    session = await running_game(desk)
    await spoil(desk, session.id, snapshot=b"no", revision=session.revision + 1)
    for _ in range(2):
        with pytest.raises(Unreadable):
            await desk.get(session.id)
    assert session.match is None
    # The log is not filled with it.
    assert len([r for r in caplog.records if "cannot be read" in r.getMessage()]) == 1
    with pytest.raises(Unreadable):
        await session.submit(user_id=ALICE, choice=taking(1))


async def test_its_deadlines_do_not_stop_the_clock_of_others(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    spoilt = await running_game(desk)
    well = await running_game(desk, channel=ELSEWHERE, options={"hours": "2"})
    await spoil(desk, spoilt.id)
    async with desk.services.database.writing() as db:
        due = clock.now() + timedelta(hours=1)
        db.add(DeadlineRow(game_id=spoilt.id, due=due, set_at=clock.now(), kind="time_up"))
    clock.advance(hours=3)
    later = open_desk()
    assert await later.scheduler.carry_out_due() == 2
    assert (await later.get(well.id)).status == OVER
    assert await later.scheduler.carry_out_due() == 0  # it is looked at again in an hour
    clock.advance(hours=1, minutes=1)
    assert await later.scheduler.carry_out_due() == 1


async def test_a_game_whose_order_fails_does_not_stop_the_clock_of_others(
    desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await running_game(desk, options={"hours": "1"})
    second = await running_game(desk, channel=ELSEWHERE, options={"hours": "2"})

    kind = type(first.clock)
    as_ever = kind.fall_due

    async def fall_due(falling: GameClock, deadline: DeadlineRow) -> Receipt | None:
        if falling is first.clock:
            raise RuntimeError
        return await as_ever(falling, deadline)

    monkeypatch.setattr(kind, "fall_due", fall_due)
    clock.advance(hours=3)
    assert await desk.scheduler.carry_out_due() == 2
    assert (first.status, second.status) == ("running", OVER)


async def test_its_news_wait_without_holding_up_those_of_others(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    spoilt = await running_game(desk)
    well = await running_game(desk, channel=ELSEWHERE)
    await spoil(desk, spoilt.id)
    notebook = Notebook()
    later = open_desk(notebook)
    await later.courier.flush()
    assert {entry.nonce.partition(".")[0] for entry in notebook.entries} == {well.id}
    # Nothing of it is lost: once it can be read again, all is told.
    async with desk.services.database.reading() as db:
        row = await games.by_id(db, well.id)
    assert row is not None
    await spoil(desk, spoilt.id, snapshot=row.snapshot)
    clock.advance(hours=1, minutes=1)
    await later.courier.flush()
    assert {entry.nonce.partition(".")[0] for entry in notebook.entries} == {spoilt.id, well.id}


async def test_its_moves_bring_it_back(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options={"stones": "20"})
    await session.submit(user_id=ALICE, choice=taking(2))
    before = session.view(None)
    await spoil(desk, session.id)
    later = open_desk()
    record = await later.export(session.id)
    assert record is not None
    assert verify(record, desk.services.library.game_for("toy", "plain")) is None
    table = record["table"]
    assert table["people"] == {"0": ALICE, "1": BOB}
    place = {"guild_id": table["guild"], "channel_id": table["channel"], "host_id": table["host"]}
    with pytest.raises(Refused, match="already has a game"):
        await later.new_games.bring_in(record, **place)
    await later.give_up(session.id)
    assert await later.in_channel(CHANNEL) is None
    again = await later.new_games.bring_in(record, **place, people={0: ALICE, 1: BOB})
    assert again.view(None) == before
    assert (await later.in_channel(CHANNEL)) is again


async def test_given_up_it_is_over_and_says_nothing_more(
    desk: Desk, open_desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"hours": "1"})
    await spoil(desk, session.id)
    notebook = Notebook()
    later = open_desk(notebook)
    await later.give_up(session.id)
    clock.advance(hours=3)
    assert await later.scheduler.carry_out_due() == 0
    await later.courier.flush()
    assert notebook.entries == []
    assert await later.tables_of(ALICE) == ([], [])
    assert await later.export("NOSUCH") is None
