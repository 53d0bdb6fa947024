"""Who comes back after an absence is told once what happened meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession
from bot.session.people import NOTICED
from bot.storage import members, outbox
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    DUNCAN,
    FakeClock,
    Notebook,
    running_game,
    take,
)


@pytest.fixture
async def away(desk: Desk, notebook: Notebook, clock: FakeClock) -> GameSession:
    """Bob has not been here for thirteen hours; Alice has taken stones, a moderator four times."""
    session = await running_game(desk, options={"stones": "40"})
    clock.advance(hours=13)
    await session.submit(user_id=ALICE, choice=take(1))
    for _ in range(2):
        await session.moderator.pause(by=900, reason="tea")
        await session.moderator.resume(by=900, reason="done")
    await desk.courier.flush()
    notebook.clear()
    return session


async def digests(desk: Desk, notebook: Notebook, reader: int) -> list[int]:
    """Since when a person's digests tell, those that came since the page was turned."""
    await desk.courier.flush()
    found = [row["since"] for row in notebook.of("digest", reader)]
    notebook.clear()
    return found


async def test_who_comes_back_by_a_command_is_told_once(
    away: GameSession, desk: Desk, open_desk, notebook: Notebook, clock: FakeClock
) -> None:
    left_at = away.revision - 5
    theirs = await open_desk().get(away.id)
    assert await away.presence.greet(BOB)
    assert await digests(desk, notebook, BOB) == [left_at]
    assert not await away.presence.greet(BOB)
    # Nor by another process, nor by what he submits then.
    assert not await theirs.presence.greet(BOB)
    await away.submit(user_id=BOB, choice=take(1))
    assert await digests(desk, notebook, BOB) == []
    moves = (await away.journal.digest(1, left_at)).moves
    assert moves == {0: 1, 1: 1}
    # One who was here, or has no seat, is told nothing.
    assert not await away.presence.greet(ALICE)
    assert not await away.presence.greet(CECILY)
    assert await digests(desk, notebook, ALICE) == []


async def test_who_comes_back_by_a_move_is_told_once(
    away: GameSession, desk: Desk, notebook: Notebook
) -> None:
    left_at = away.revision - 5
    await away.submit(user_id=BOB, choice=take(1))
    assert await digests(desk, notebook, BOB) == [left_at]
    assert not await away.presence.greet(BOB)


async def test_a_short_absence_or_a_quiet_one_is_none(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"stones": "40"})
    clock.advance(hours=11)
    await session.submit(user_id=ALICE, choice=take(1))
    for _ in range(2):
        await session.moderator.pause(by=900, reason="tea")
        await session.moderator.resume(by=900, reason="done")
    assert not await session.presence.greet(BOB)
    # From now on it is counted anew, and four entries are not several.
    clock.advance(hours=13)
    for _ in range(2):
        await session.moderator.pause(by=900, reason="tea")
        await session.moderator.resume(by=900, reason="done")
    assert not await session.presence.greet(BOB)
    assert await digests(desk, notebook, BOB) == []


async def test_what_one_may_not_know_of_does_not_count(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"stones": "40"})
    clock.advance(hours=13)
    for _ in range(2):
        await session.moderator.pause(by=900, reason="tea")
        await session.moderator.resume(by=900, reason="done")
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    assert not await session.presence.greet(BOB)
    assert await digests(desk, notebook, BOB) == []


async def test_what_was_answered_on_ones_own_seat_does_not_count(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"stones": "40"})
    clock.advance(hours=13)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.moderator.skip(by=900, reason="he is away", seat=1)
    await session.moderator.pause(by=900, reason="tea")
    await session.moderator.resume(by=900, reason="done")
    await session.moderator.pause(by=900, reason="tea")
    assert not await session.presence.greet(BOB)
    assert await digests(desk, notebook, BOB) == []


async def test_a_newcomer_has_missed_nothing(
    away: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await away.moderator.replace_player(
        by=900, reason="gone", seat=1, user_id=CECILY, name="Cecily"
    )
    assert not await away.presence.greet(CECILY)
    assert not await away.presence.greet(BOB)
    assert await digests(desk, notebook, CECILY) == []


async def test_before_the_game_nobody_is_away(desk: Desk) -> None:
    session = await desk.new_games.open(
        guild_id=1,
        channel_id=2,
        host_id=ALICE,
        host_name="Alice",
        game="toy",
        ruleset="plain",
        seats=2,
        options={},
    )
    assert not await session.presence.greet(ALICE)


# To the moment, and once, whatever happens beside


async def waits_since(desk: Desk, session: GameSession) -> list[tuple[int | None, int | None, Any]]:
    """The digests that wait: for whom, of which seat, and what they say."""
    async with desk.services.database.reading() as db:
        rows = await outbox.waiting(db, session.id)
    return [(row.user_id, row.seat, row.payload) for row in rows if row.kind == "digest"]


@pytest.mark.parametrize(("seconds", "told"), [(12 * 3600 - 1, False), (12 * 3600, True)])
async def test_twelve_hours_are_an_absence(
    desk: Desk, clock: FakeClock, seconds: int, told: bool
) -> None:
    session = await running_game(desk, options={"stones": "40"})
    left_at = session.revision
    await session.submit(user_id=ALICE, choice=take(1))
    for _ in range(2):
        await session.moderator.pause(by=900, reason="tea")
        await session.moderator.resume(by=900, reason="done")
    clock.advance(seconds=seconds)
    desk.services.news.games.clear()
    assert await session.presence.greet(BOB) is told
    expected = {"revision": session.revision, "since": left_at}
    assert await waits_since(desk, session) == ([(BOB, 1, expected)] if told else [])
    assert desk.services.news.games == ({session.id} if told else set())


@pytest.mark.parametrize(("seconds", "again"), [(299, False), (300, True)])
async def test_after_five_minutes_one_is_noticed_again(
    desk: Desk, clock: FakeClock, monkeypatch: pytest.MonkeyPatch, seconds: int, again: bool
) -> None:
    session = await running_game(desk)
    assert timedelta(minutes=5) == NOTICED
    clock.advance(hours=1)
    await session.presence.greet(BOB)
    calls: list[str] = []
    for name in ("hold", "note"):

        async def called(*_: Any, name: str = name) -> None:
            calls.append(name)

        monkeypatch.setattr(members, name, called)
    clock.advance(seconds=seconds)
    await session.presence.greet(BOB)
    # The game's row is held first, so that two processes do not both find an absence.
    assert calls == (["hold", "note"] if again else [])
    clock.advance(seconds=1)
    calls.clear()
    await session.presence.greet(BOB)
    assert calls == ([] if again else ["hold", "note"])


async def test_who_has_no_seat_is_not_noted_nor_remembered(desk: Desk) -> None:
    session = await running_game(desk)
    assert not await session.presence.greet(DUNCAN)
    assert DUNCAN not in session.presence._noticed
    async with desk.services.database.writing() as db:
        assert await session.presence.missed(db, DUNCAN, session.revision) is None
        assert await members.of_person(db, session.id, DUNCAN) is None
