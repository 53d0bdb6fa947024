"""Seats held by computer players."""

from __future__ import annotations

import asyncio
import random
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt, Seat
from bot.session import Desk, GameSession
from bot.session.computers import chosen
from bot.session.journal.record import verify
from bot.storage import JournalRow, journal
from tests.session.doubles import ALICE, Notebook, bid, open_game
from tests.toy.library import Dabbler
from tests.waiting import PATIENCE, idle, until


async def journal_of(desk: Desk, session: GameSession) -> list[JournalRow]:
    async with desk.services.database.reading() as db:
        return await journal.standing(db, session.id)


async def with_computers(desk: Desk, *policies: str) -> GameSession:
    session = await open_game(desk, seats=len(policies) + 1)
    for policy in policies:
        await session.lobby.add_computer(ALICE, policy)
    return session


async def test_computers_play_until_a_person_is_asked(desk: Desk) -> None:
    session = await with_computers(desk, "dabbler", "dabbler")
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    assert session.view(0).bids_in == (1, 2)
    rows = await journal_of(desk, session)
    assert [(row.kind, row.seat, row.actor) for row in rows] == [
        ("start", -1, ALICE),
        ("decision", 1, None),
        ("decision", 2, None),
    ]
    await session.submit(user_id=ALICE, choice=bid(5))
    await until(lambda: session.waiting_for() == [0])


async def test_a_computers_chance_follows_from_game_revision_and_seat(desk: Desk) -> None:
    session = await with_computers(desk, "dabbler", "dabbler")
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    tokens = tuple(str(number) for number in range(6))
    prompt = Prompt(0, "bid", (Offer("bid", (Field("tokens", tokens),)),), sealed=True)
    for row in (await journal_of(desk, session))[1:]:
        chance = random.Random(f"{session.id}:{row.revision - 1}:{row.seat}")
        _, choice = Dabbler().choose(None, [prompt], row.seat, chance)
        assert row.choice == {"verb": "bid", "args": {"tokens": [choice.one("tokens")]}}


@pytest.mark.parametrize("policy", ["stumbler", "cheat"])
async def test_a_computer_that_fails_plays_plainly(desk: Desk, policy: str, caplog) -> None:
    session = await with_computers(desk, policy)
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    rows = await journal_of(desk, session)
    assert rows[-1].choice == {"verb": "bid", "args": {"tokens": ["0"]}}
    assert f"game {session.id}: the computer on seat 1 failed" in caplog.text
    # What it held in its hand is nobody's business.
    for card in session.view(1).hand:
        assert card not in caplog.text


class Listener(Dabbler):
    """Bids nothing when it is asked, and three when it was told something alone."""

    name = "listener"

    def choose(
        self, view: Any, prompts: list[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        return prompts[0], bid(0)

    def glance(
        self, view: Any, prompts: list[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        return prompts[0], bid(3)


class Deaf(Listener):
    """Looks up when it was told something, and does nothing."""

    def glance(self, *_shown: Any) -> None:
        return None


class Startled(Listener):
    """Cannot bear to be told anything."""

    def glance(self, view: Any, *_more: Any) -> None:
        raise RuntimeError(f"I hold {view.hand}")


@pytest.mark.parametrize(("policy", "bids"), [(Listener(), 3), (Deaf(), 0), (Startled(), 0)])
async def test_a_computer_may_act_on_what_it_was_told_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: Any, policy: Listener, bids: int
) -> None:
    monkeypatch.setattr(desk.services.library, "policy_for", lambda _game, _name: policy)
    session = await with_computers(desk, "listener")
    # What it is told alone at the start is its hand.
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    rows = await journal_of(desk, session)
    assert [row.choice for row in rows[1:]] == [{"verb": "bid", "args": {"tokens": [str(bids)]}}]
    wrong = "seat 1 did not react (RuntimeError)"
    assert (f"game {session.id}: {wrong}" in caplog.text) is isinstance(policy, Startled)
    for card in session.view(1).hand:
        assert card not in caplog.text


async def test_computers_go_on_after_a_restart(desk: Desk, open_desk) -> None:
    session = await with_computers(desk, "dabbler", "dabbler")
    desk.background.closing = True
    await session.lobby.start(ALICE)
    assert session.waiting_for() == [0, 1, 2]
    await desk.close()
    elsewhere = open_desk(Notebook())
    await elsewhere.resume_all()
    again = await elsewhere.get(session.id)
    await until(lambda: again.waiting_for() == [0])


async def test_a_whole_game_among_computers(desk: Desk, notebook: Notebook) -> None:
    session = await with_computers(desk, "dabbler", "dabbler")
    await session.lobby.start(ALICE)
    await session.lobby.leave(ALICE)
    # Nobody is left to be asked: the host lets a computer sit down on the empty seat.
    await session.lobby.add_computer(ALICE, "dabbler")
    await until(lambda: session.status == "over")
    assert session.match is not None
    winners, how = session.match.game.winners(session.match.position.state)
    await desk.courier.flush()
    assert notebook.of("over") == [
        {"revision": session.revision, "winners": list(winners), "victory": how}
    ]
    assert notebook.of("ask") == [{"revision": notebook.of("ask")[0]["revision"], "seats": [0]}]


async def test_the_event_loop_is_free_while_a_computer_thinks(desk: Desk, monkeypatch) -> None:
    thinking, may_decide = threading.Event(), threading.Event()

    def slowly(self, view, prompts, seat, chance):
        thinking.set()
        assert may_decide.wait(PATIENCE)
        return original(self, view, prompts, seat, chance)

    original = Dabbler.choose
    monkeypatch.setattr(Dabbler, "choose", slowly)
    session = await with_computers(desk, "dabbler")
    await session.lobby.start(ALICE)
    await until(thinking.is_set)
    # Looking the game up does not wait for the computer.
    assert await desk.get(session.id) is session
    assert 1 in session.waiting_for()
    may_decide.set()
    await until(lambda: session.waiting_for() == [0])


async def test_two_processes_let_the_same_computers_play(desk: Desk, open_desk) -> None:
    session = await with_computers(desk, "dabbler", "dabbler")
    desk.background.closing = True
    await session.lobby.start(ALICE)
    await session.lobby.leave(ALICE)
    await session.lobby.add_computer(ALICE, "dabbler")
    one, two = open_desk(process="one"), open_desk(process="two")
    await asyncio.gather(one.resume_all(), two.resume_all())
    ours, theirs = await one.get(session.id), await two.get(session.id)
    await until(lambda: "over" in (ours.status, theirs.status))

    # The slower one may be in the middle of a decision that comes too late; it learns of it then.
    async def both_know() -> bool:
        return (await one.get(session.id)).status == "over"

    await until(both_know)
    again = await one.get(session.id)
    assert verify(await again.journal.export(), again.rules) is None


class Glancing:
    """A computer player that looks round, and notes that it did."""

    def __init__(self) -> None:
        self.looked: list[int] = []

    def glance(self, view: Any, prompts: Any, seat: int, chance: Any) -> None:
        """Look, and do nothing."""
        self.looked.append(seat)


async def test_only_a_computer_in_a_game_that_is_on_looks_at_what_it_was_told(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await with_computers(desk, "dabbler")
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    player, computers = Glancing(), session.computers
    monkeypatch.setattr(type(computers), "policy", lambda _, name: {"dabbler": player}[name])
    await computers._let_notice(1)
    assert player.looked == [1]
    # By now a person sits there, nobody does, or the game is no longer on.
    for seat in (0, 7):
        await computers._let_notice(seat)
    match = session.match
    assert match is not None
    monkeypatch.setattr(type(match), "over", property(lambda _: True))
    await computers._let_notice(1)
    session.match = None
    await computers._let_notice(1)
    session.match = match
    assert player.looked == [1]
    assert caplog.text == ""


async def test_what_is_said_to_computers_alone_is_heard_by_them_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await with_computers(desk, "dabbler", "dabbler")
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    computers = session.computers
    monkeypatch.setattr(type(computers), "play_on", lambda _: None)
    computers._told.clear()

    def heard(*audiences: tuple[int, ...] | None) -> set[Seat]:
        events = [SimpleNamespace(audience=audience) for audience in audiences]
        change: Any = SimpleNamespace(seats=session.seats, events=events, entry=None)
        computers.hear(change)
        found, computers._told = computers._told, set()
        return found

    assert heard(None) == set()
    assert heard((0,)) == set()
    assert heard((0, 1)) == {1}
    assert heard((2,), None, (1,)) == {1, 2}
    assert heard((7,)) == set()


async def test_computers_play_on_where_there_is_something_to_do(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await with_computers(desk, "dabbler")
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    await idle(desk)
    computers, begun = session.computers, []

    async def play(_: object) -> None:
        begun.append(1)

    monkeypatch.setattr(type(computers), "_play", play)

    async def begins() -> bool:
        computers._at_play = False
        begun.clear()
        computers.play_on()
        at_play = computers._at_play
        computers.play_on()
        await desk.background.finish()
        assert at_play is bool(begun)
        assert len(begun) <= 1
        return at_play

    assert not await begins()
    session.orders_given = True
    assert await begins()
    session.orders_given = False
    computers._told.add(1)
    assert await begins()
    session.paused_at = desk.services.clock.now()
    assert not await begins()
    session.paused_at = None
    desk.background.closing = True
    assert not await begins()
    desk.background.closing = False
    session.status = "over"
    assert not await begins()
    session.status = "running"
    assert await begins()
    computers._told.clear()


@pytest.mark.parametrize(("only_asked", "verb"), [(True, "pass"), (False, "whisper")])
async def test_who_answers_for_the_late_does_nothing_besides(only_asked: bool, verb: str) -> None:
    prompts = [
        Prompt(0, "whisper", (Offer("whisper"),), blocking=False),
        Prompt(0, "bid", (Offer("pass"),)),
    ]
    game: Any = SimpleNamespace(id="G", revision=3, view=lambda _: 0, prompts=lambda _: prompts)
    first: Any = SimpleNamespace(choose=lambda _, asked, *__: (0, Choice(asked[0].offers[0].verb)))
    assert await chosen(game, first, 0, only_asked=only_asked) == Choice(verb)
