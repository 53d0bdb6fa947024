"""The desk: which games it finds and remembers, how they come to be, what it is told to do."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import pytest
from sqlmodel import select

from bot.rules.kernel import Choice
from bot.session import Desk, Unreadable
from bot.storage import OutboxRow, games
from bot.storage.games import GamePlace
from tests.session.doubles import (
    ALICE,
    BOB,
    CHANNEL,
    GUILD,
    FakeClock,
    open_game,
    running_game,
)


async def settle(desk: Desk) -> None:
    """Let what was begun behind the scenes come to its end."""
    await asyncio.gather(*desk.background._tasks)


async def spoil(desk: Desk, game_id: str) -> None:
    """Damage what is kept of a game."""
    async with desk.services.database.writing() as db:
        await games.change(db, game_id, snapshot=b"no snapshot at all")


# What is found


async def test_who_looks_for_a_game_at_once_finds_the_same(desk: Desk, open_desk: Any) -> None:
    game_id = (await open_game(desk)).id
    later = open_desk()
    one, two = await asyncio.gather(later.get(game_id), later.get(game_id))
    assert one is two
    assert later.at_hand(game_id) is one
    assert later.at_hand("NOSUCH") is None


async def test_a_channels_game_that_is_remembered_is_found_with_one_question(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk)
    database, asked = desk.services.database, 0
    reading = database.reading

    def counted() -> Any:
        nonlocal asked
        asked += 1
        return reading()

    monkeypatch.setattr(database, "reading", counted)
    assert await desk.in_channel(CHANNEL) is session
    assert asked == 1


async def test_the_game_that_was_looked_for_longest_ago_is_let_go(desk: Desk) -> None:
    session = await open_game(desk)
    many: Any = OrderedDict((f"{number}", session) for number in range(255))
    desk._recent = many
    await desk.get(session.id)
    assert len(desk._recent) == 256
    assert next(iter(desk._recent)) == "0"
    desk._recent.move_to_end(session.id, last=False)
    desk._recent["more"] = session
    await desk.get(session.id)
    assert len(desk._recent) == 256
    assert list(desk._recent)[:1] == ["1"]
    assert list(desk._recent)[-2:] == ["more", session.id]
    assert await desk.get("NOSUCH") is None
    assert "NOSUCH" not in desk._recent


async def test_what_is_at_hand_of_a_channel(desk: Desk, open_desk: Any) -> None:
    first = await open_game(desk)
    other = await open_game(desk, channel=CHANNEL + 1)
    assert desk.at_hand_in(CHANNEL) is first
    assert desk.at_hand_in(CHANNEL + 1) is other
    assert desk.at_hand_in(CHANNEL + 2) is None
    await first.lobby.end(ALICE)
    await settle(desk)
    # The one that ended last, until there is one that goes on.
    assert desk.at_hand_in(CHANNEL) is first
    assert desk.at_hand_in(CHANNEL + 2) is None
    second = await open_game(desk)
    assert desk.at_hand_in(CHANNEL) is second
    await settle(desk)
    # Another process learns of it by being asked.
    later = open_desk()
    assert later.at_hand_in(CHANNEL) is None
    await settle(later)
    found = later.at_hand_in(CHANNEL)
    assert found is not None
    assert found.id == second.id
    await settle(later)


async def test_what_is_at_hand_of_a_person(desk: Desk, open_desk: Any, clock: FakeClock) -> None:
    first = await open_game(desk)
    clock.advance(minutes=1)
    other = await open_game(desk, channel=CHANNEL + 1)
    await other.lobby.join(BOB, "Bob")
    assert desk.at_hand_of(ALICE) == []
    assert desk.at_hand_of(BOB) == []
    await settle(desk)
    assert desk.at_hand_of(ALICE) == [other, first]
    assert desk.at_hand_of(BOB) == [other]
    await settle(desk)
    del desk._sessions[first.id]
    assert desk.at_hand_of(ALICE) == [other]
    await settle(desk)


async def test_a_game_that_is_over_and_cannot_be_read_frees_its_channel(
    desk: Desk, open_desk: Any
) -> None:
    session = await running_game(desk)
    await session.direct(Choice("time_up"))
    await spoil(desk, session.id)
    later = open_desk()
    assert await later.in_channel(CHANNEL) is None
    with pytest.raises(Unreadable) as lost:
        await later.get(session.id)
    told = lost.value
    assert (told.id, told.over, told.game, told.host_id) == (session.id, True, "toy", ALICE)
    assert (told.guild_id, told.channel_id, told.seats) == (GUILD, CHANNEL, ())
    assert told.text.startswith(f"I cannot read game {session.id} of this table")
    going_on = await running_game(desk)
    await spoil(desk, going_on.id)
    with pytest.raises(Unreadable) as lost:
        await later.in_channel(CHANNEL)
    assert not lost.value.over


async def test_where_games_are_played(desk: Desk) -> None:
    session = await running_game(desk)
    here = GamePlace(session.id, GUILD, CHANNEL, True, False)
    assert await desk.places() == [here]
    assert await desk.places(GUILD) == [here]
    assert await desk.places(GUILD + 1) == []


async def test_games_whose_card_was_being_replaced_are_found_if_they_can_be_read(
    desk: Desk, open_desk: Any
) -> None:
    well = await running_game(desk)
    lost = await running_game(desk, channel=CHANNEL + 1)
    await open_game(desk, channel=CHANNEL + 2)
    for session in (well, lost):
        await session.cards.coming()
    await spoil(desk, lost.id)
    later = open_desk()
    assert [session.id for session in await later.with_loose_cards()] == [well.id]


async def test_an_export_tells_where_and_by_whom_it_was_played(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.add_computer(ALICE, "dabbler")
    desk.background.closing = True
    await session.lobby.start(ALICE)
    record = await desk.export(session.id)
    assert record is not None
    assert record["table"] == {
        "guild": GUILD,
        "channel": CHANNEL,
        "host": ALICE,
        "people": {"0": ALICE},
    }
    assert {**record, "table": None} == {**await session.journal.export(), "table": None}
    assert await desk.export("NOSUCH") is None


async def test_a_game_that_is_given_up_is_named_in_the_log(desk: Desk, caplog: Any) -> None:
    session = await open_game(desk)
    await desk.give_up(session.id)
    (line,) = [r for r in caplog.records if "given up" in r.getMessage()]
    assert line.getMessage() == f"game {session.id}: given up because it could not be read"
    assert line.levelname == "WARNING"
    async with desk.services.database.reading() as db:
        (row,) = [r for r in await outbox_of(db) if r.kind == "status"]
    assert row.failure == "the game was given up"


async def outbox_of(db: Any) -> list[OutboxRow]:
    """All rows of the outbox."""
    return list((await db.exec(select(OutboxRow))).all())


# At the start and at the end


async def test_one_games_trouble_at_the_start_is_no_other_games(
    desk: Desk, open_desk: Any, monkeypatch: Any, caplog: Any
) -> None:
    ids = []
    for number in range(3):
        session = await open_game(desk, channel=CHANNEL + number)
        ids.append(session.id)
        async with desk.services.database.writing() as db:
            await games.change(db, session.id, to_play=True)
    later = open_desk()
    played: list[str] = []
    as_it_is = later.get

    async def get(game_id: str) -> Any:
        if game_id == ids[0]:
            raise ValueError("x")
        if game_id == ids[1]:
            raise Unreadable(await row_of(later, game_id))
        session = await as_it_is(game_id)
        monkeypatch.setattr(
            type(session.computers), "play_on", lambda computers: played.append(game_id)
        )
        return session

    monkeypatch.setattr(later, "get", get)
    await later.resume_all()
    assert played == [ids[2]]
    lines = [r.getMessage() for r in caplog.records if "could not be resumed" in r.getMessage()]
    assert lines == [f"game {ids[0]}: could not be resumed"]


async def row_of(desk: Desk, game_id: str) -> Any:
    """A game's row."""
    return (await desk.services.read(game_id))[0]


async def test_a_desk_that_closes_wakes_both_loops(desk: Desk) -> None:
    assert not desk.background.closing
    await desk.close()
    assert desk.background.closing
    assert desk.services.news.event.is_set()
    assert desk.services.deadlines.event.is_set()


async def test_a_game_that_cannot_be_read_is_logged_once_a_revision(
    desk: Desk, caplog: Any
) -> None:
    session = await open_game(desk)
    row = await row_of(desk, session.id)
    for revision in (4, 4, 5, 5):
        row.revision = revision
        assert desk.services.unreadable(row, ValueError("bad")).id == session.id
    assert [r.getMessage() for r in caplog.records] == [
        f"game {session.id} (toy/plain, channel {CHANNEL} of server {GUILD}, revision {revision}) "
        "cannot be read: ValueError: bad. All others go on. Restore a backup, or rebuild the game "
        "from its moves: "
        f"`kingmaker export {session.id}`, then `kingmaker import`"
        for revision in (4, 5)
    ]
    assert {r.levelname for r in caplog.records} == {"ERROR"}


async def test_the_moderators_role_is_at_hand_once_it_was_read(desk: Desk) -> None:
    await desk.servers.name_moderator_role(GUILD, 77)
    assert desk.servers.role_at_hand(GUILD) is None
    await settle(desk)
    assert desk.servers.role_at_hand(GUILD) == 77
    await settle(desk)
    assert desk.servers.role_at_hand(GUILD + 1) is None


async def test_what_cannot_be_taken_up_leaves_nothing_begun(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = games.to_play

    async def fails(_: Any) -> list[str]:
        raise OSError("the server is gone")

    monkeypatch.setattr(games, "to_play", fails)
    with pytest.raises(OSError, match="the server is gone"):
        await desk.resume_all()
    assert not desk.background._tasks
    monkeypatch.setattr(games, "to_play", asked)
    await desk.resume_all()
    assert len([t for t in desk.background._tasks if "Courier.run" in repr(t.get_coro())]) == 1


async def test_what_belongs_to_the_start_is_tried_until_it_works(
    desk: Desk, clock: FakeClock
) -> None:
    tried: list[float] = []
    began = clock.now()

    async def work() -> None:
        tried.append((clock.now() - began).total_seconds())
        if len(tried) < 4:
            raise OSError("not yet")

    doing = asyncio.create_task(desk.persist(work, "it could not be done"))
    while not doing.done():
        await asyncio.sleep(0)
        clock.advance(seconds=0.5)
        for _ in range(5):
            await asyncio.sleep(0)
    assert [round(at) for at in tried] == [0, 1, 3, 7]


async def test_a_game_that_could_not_be_taken_up_is_tried_again(
    desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []

    async def get(game_id: str) -> None:
        found.append(game_id)
        if len(found) <= 2:
            raise OSError("not yet")

    monkeypatch.setattr(desk, "get", get)
    await desk._play_on("ABC123")
    while len(found) < 3:
        await asyncio.sleep(0)
        clock.advance(seconds=1)
    await settle(desk)
    assert found == ["ABC123"] * 3


async def test_what_the_end_cuts_short_is_no_error(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    async def cut_short() -> None:
        desk.background.closing = True
        raise RuntimeError("Session is closed")

    await desk.persist(cut_short, "the channels could not be checked")
    assert caplog.records == []
