"""A game over again turn by turn, and where its last turns began."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event
from bot.session import Desk, GameSession, Refused
from tests.session.doubles import ALICE, BOB, CECILY, bid, running_game, take
from tests.toy.game import BidsOpened, Toy

PEEK = Choice.of("peek")


@pytest.fixture(autouse=True)
def turns_begin_with_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new turn begins when the bids are opened."""

    def marks_turn(self: Toy, event: Event) -> bool:
        return isinstance(event, BidsOpened)

    monkeypatch.setattr(Toy, "marks_turn", marks_turn)


async def played(desk: Desk) -> GameSession:
    """Alice peeks and takes two, Bob takes one, both bid again."""
    session = await running_game(desk, options={"stones": "40"})
    await session.submit(user_id=ALICE, choice=PEEK)
    await session.submit(user_id=ALICE, choice=take(2))
    await session.submit(user_id=BOB, choice=take(1))
    return session


async def bids(session: GameSession) -> None:
    """A new round of bids."""
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.submit(user_id=BOB, choice=bid(0))


def told(events: tuple[Event, ...]) -> list[str]:
    return [type(event).__name__ for event in events]


async def test_turns_as_the_seat_saw_them(desk: Desk) -> None:
    session = await played(desk)
    await bids(session)
    own = await session.replay.turn(user_id=ALICE, seat=0, number=1)
    assert (own.number, own.turns) == (1, 2)
    assert told(own.events)[:3] == ["BidsOpened", "Peeked", "Taken"]
    public = await session.replay.turn(user_id=CECILY, seat=None, number=1)
    assert "Peeked" not in told(public.events)
    newest = await session.replay.turn(user_id=BOB, seat=1)
    assert (newest.number, newest.view) == (2, session.view(1))
    setup = await session.replay.turn(user_id=BOB, seat=1, number=0)
    assert "HeapMade" in told(setup.events)
    beyond = await session.replay.turn(user_id=BOB, seat=1, number=99)
    assert beyond.number == 2


async def test_a_sealed_answer_is_not_seen_before_it_is_open(desk: Desk) -> None:
    session = await played(desk)
    before = await session.replay.turn(user_id=BOB, seat=1)
    await session.submit(user_id=ALICE, choice=bid(1))
    after = await session.replay.turn(user_id=BOB, seat=1)
    assert (before.number, before.turns, before.events) == (after.number, after.turns, after.events)


async def test_only_ones_own_eyes_while_the_game_runs(desk: Desk) -> None:
    session = await played(desk)
    for person, seat in ((ALICE, 1), (CECILY, 0)):
        with pytest.raises(Refused, match="only from your own seat"):
            await session.replay.turn(user_id=person, seat=seat)


async def test_where_the_last_turns_began(desk: Desk) -> None:
    session = await played(desk)
    first = await session.journal.turns_ago(1)
    assert (await session.journal.turns_ago(2)) == -1
    await bids(session)
    assert await session.journal.turns_ago(1) == session.revision - 1
    assert await session.journal.turns_ago(2) == first
    assert await session.journal.turns_ago(99) == -1
