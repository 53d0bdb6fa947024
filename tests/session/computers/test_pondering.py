"""Long thoughts: beside the event loop, in time or not at all, and never about the position."""

from __future__ import annotations

import asyncio
import os
import random
import threading
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

import pytest

from bot.games import answer_of
from bot.rules.kernel import Choice, Prompt
from bot.session import Desk, GameSession, computers
from bot.session.computers import BUDGET, MOST_WAITING, Pondering
from bot.study import one_process
from tests.session.doubles import ALICE, bid, open_game
from tests.toy.library import Dabbler
from tests.waiting import PATIENCE, until


class Ponderer(Dabbler):
    """Bids nothing without thought."""

    name = "ponderer"

    def choose(
        self, view: Any, prompts: list[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        return prompts[0], bid(0)

    def ponders(self, asked: list[Prompt]) -> bool:
        return True


def here() -> Executor:
    return ThreadPoolExecutor(1)


async def thoughtful(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, room: Pondering, computers: int = 1
) -> GameSession:
    """A game in which others than Alice ponder."""
    monkeypatch.setattr(desk.services, "pondering", room)
    monkeypatch.setattr(desk.services.library, "policy_for", lambda _game, _name: Ponderer())
    session = await open_game(desk, seats=computers + 1)
    for _ in range(computers):
        await session.lobby.add_computer(ALICE, "ponderer")
    return session


async def bids(session: GameSession) -> list[Any]:
    """What the computers bid."""
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    export = await session.journal.export()
    return [list(each["choice"]["args"]["tokens"]) for each in export["decisions"]]


async def test_what_was_thought_is_played(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []

    def answer(*about: Any) -> Choice:
        asked.append(about)
        return bid(4)

    room = Pondering(answer, pool=here)
    session = await thoughtful(desk, monkeypatch, room)
    assert await bids(session) == [["4"]]
    ((game, ruleset, policy, seat, world, luck, seconds),) = asked
    assert (game, ruleset, policy, seat) == (session.game, session.ruleset, "ponderer", 1)
    assert luck.startswith(session.id)
    assert seconds == BUDGET
    assert session.match is not None
    assert session.match.position.dice.seed.encode() not in world


async def test_without_an_answer_in_time_what_needs_no_thought_is_played(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    enough = threading.Event()

    def answer(*_about: Any) -> Choice:
        enough.wait(PATIENCE)
        return bid(4)

    session = await thoughtful(desk, monkeypatch, Pondering(answer, patience=0.01, pool=here))
    assert await bids(session) == [["0"]]
    assert f"game {session.id}: no thought for seat 1 (TimeoutError)" in caplog.text
    enough.set()


async def test_when_a_crowd_comes_a_thought_is_waited_for_no_longer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(computers, "_LOOK", 0.01)
    begun, enough = threading.Event(), threading.Event()

    def answer(*_about: Any) -> Choice:
        begun.set()
        enough.wait(PATIENCE)
        return bid(4)

    # They come after it has begun: before that nobody would begin to think.
    room = Pondering(answer, pool=here)
    room.is_crowded = begun.is_set
    session = await thoughtful(desk, monkeypatch, room)
    assert await bids(session) == [["0"]]
    assert begun.is_set()
    assert room._pool is None, "its process is given up, even if it has only just begun"
    assert "no thought for seat 1 (BrokenOff)" in caplog.text
    enough.set()


async def test_when_a_thought_fails_what_needs_none_is_played(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def answer(*_about: Any) -> Choice:
        raise KeyError("somebody who has gone meanwhile")

    session = await thoughtful(desk, monkeypatch, Pondering(answer, pool=here))
    assert await bids(session) == [["0"]]
    assert f"game {session.id}: a thought failed for seat 1" in caplog.text


@pytest.mark.parametrize(
    ("start", "kept"), [(PATIENCE, True), (0.0, False)], ids=["patient", "hasty"]
)
async def test_a_process_that_is_slow_to_begin_is_kept(
    start: float, kept: bool, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough, opened = threading.Event(), list[Executor]()

    def answer(*_about: Any) -> Choice:
        enough.wait(PATIENCE)
        return bid(4)

    def begin() -> Executor:
        opened.append(here())
        return opened[-1]

    room = Pondering(answer, patience=0.01, pool=begin, start=start)
    session = await thoughtful(desk, monkeypatch, room)
    assert await bids(session) == [["0"]]
    enough.set()
    monkeypatch.setattr(room, "_patience", PATIENCE)
    assert await room.choice(session.commands.game, "ponderer", 1, "") == bid(4)
    assert len(opened) == (1 if kept else 2)
    assert not room._starting
    room.close()


async def test_what_is_not_on_offer_is_not_played(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(*_about: Any) -> Choice:
        return Choice.of("take", stones="99")

    session = await thoughtful(desk, monkeypatch, Pondering(answer, pool=here))
    assert await bids(session) == [["0"]]


async def test_several_who_wait_share_the_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    first, may_go_on = threading.Event(), threading.Event()

    def answer(*about: Any) -> Choice:
        given.append(about[-1])
        first.set()
        assert may_go_on.wait(PATIENCE)
        return bid(4)

    room = Pondering(answer, pool=here)
    session = await thoughtful(desk, monkeypatch, room, computers=2)
    desk.background.closing = True
    await session.lobby.start(ALICE)
    game = session.commands.game
    thoughts = [asyncio.create_task(room.choice(game, "ponderer", s, "")) for s in (1, 2)]
    await until(first.is_set)
    may_go_on.set()
    assert await asyncio.gather(*thoughts) == [bid(4), bid(4)]
    assert given == [BUDGET, BUDGET / 2]
    room.close()
    assert await room.choice(game, "ponderer", 1, "") is None
    desk.background.closing = False


async def test_when_many_wait_the_next_plays_without_a_thought(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()

    def answer(*_about: Any) -> Choice:
        assert may_go_on.wait(PATIENCE)
        return bid(4)

    room = Pondering(answer, pool=here, patience=PATIENCE)
    session = await thoughtful(desk, monkeypatch, room)
    desk.background.closing = True
    await session.lobby.start(ALICE)
    game = session.commands.game
    thoughts = [asyncio.create_task(room.choice(game, "ponderer", 1, "")) for _ in range(4)]
    await asyncio.sleep(0)
    assert await room.choice(game, "ponderer", 1, "") is None
    may_go_on.set()
    assert await asyncio.gather(*thoughts) == [bid(4)] * MOST_WAITING
    assert await room.choice(game, "ponderer", 1, "") == bid(4)
    room.close()
    desk.background.closing = False


async def test_who_waited_behind_a_thought_that_took_too_long_plays_without_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun, enough = threading.Event(), threading.Event()

    def answer(*_about: Any) -> Choice:
        begun.set()
        enough.wait(PATIENCE)
        return bid(4)

    room = Pondering(answer, pool=here, patience=PATIENCE)
    session = await thoughtful(desk, monkeypatch, room, computers=2)
    desk.background.closing = True
    await session.lobby.start(ALICE)
    game = session.commands.game
    first, behind = (asyncio.create_task(room.choice(game, "ponderer", s, "")) for s in (1, 2))
    await until(begun.is_set)
    room._give_up()
    assert await behind is None
    assert "no thought for seat 2 (BrokenOff)" in caplog.text
    enough.set()
    assert await first == bid(4)
    room.close()
    desk.background.closing = False


def dies(*_about: Any) -> Choice:
    """A thought that ends its process."""
    os._exit(3)


def tells(*_about: Any) -> Choice:
    """A thought that tells in which process it was, and how much that has in memory, in MB."""
    answer_of.__doc__  # noqa: B018  (all that real thoughts need is loaded)
    with open("/proc/self/status", encoding="ascii") as status:
        lines = dict(line.split(":", 1) for line in status)
    megabytes = int(lines["VmRSS"].split()[0]) // 1024
    return Choice.of("told", process=str(os.getpid()), megabytes=str(megabytes))


async def test_a_process_that_dies_is_replaced(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = Pondering(dies, patience=PATIENCE)
    session = await thoughtful(desk, monkeypatch, room)
    assert await bids(session) == [["0"]]
    assert "no thought for seat 1 (BrokenProcessPool)" in caplog.text
    monkeypatch.setattr(room, "_answer", tells)
    told = await room.choice(session.commands.game, "ponderer", 1, "")
    assert told is not None
    assert told.args["process"] != (str(os.getpid()),)
    assert int(told.args["megabytes"][0]) <= 150
    room.close()


def test_the_process_thinks_one_thought_at_a_time() -> None:
    pool = one_process()
    assert pool._max_workers == 1  # type: ignore[attr-defined]
    assert computers.PATIENCE > BUDGET
    pool.shutdown()
