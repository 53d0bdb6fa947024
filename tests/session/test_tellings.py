"""Which messages told of what: kept over a restart, so that they can be struck through."""

from __future__ import annotations

from typing import Any

from bot.session import Desk
from bot.session.tellings import Telling
from bot.storage import tellings
from tests.session.doubles import (
    ALICE,
    BOB,
    CHANNEL,
    FakeClock,
    Notebook,
    bid,
    running_game,
    take,
)
from tests.storage.databases import database_url

__all__ = ["database_url"]

STONES = {"stones": "60"}
WHY: dict[str, Any] = {"by": 900, "reason": "a slip"}


def told(message_id: int, said: str, revisions: set[int], gone: set[int]) -> Telling:
    """A message in the channel."""
    return Telling(message_id, said, frozenset(revisions), frozenset(gone))


async def test_after_a_restart_it_is_known_what_was_told(open_desk: Any) -> None:
    session = await running_game(open_desk(), options=STONES)
    first = session.revision
    await session.submit(user_id=ALICE, choice=take(3))
    taken = session.revision
    await session.tellings.note(70, "The bids.", {first})
    await session.tellings.note(71, "Alice takes 3.", {taken})
    await session.tellings.note(72, "Both.", {first, taken})
    assert await session.tellings.overtaken() == []

    again = await open_desk(process="again").get(session.id)
    await again.moderator.undo(**WHY)
    struck = [
        told(71, "Alice takes 3.", {taken}, {taken}),
        told(72, "Both.", {first, taken}, {taken}),
    ]
    assert await again.tellings.overtaken() == struck
    for each in struck:
        await again.tellings.shows(each)
    assert await again.tellings.overtaken() == []

    # Brought forward again, in yet another life, they stand as they were.
    later = await open_desk(process="later").get(session.id)
    await later.moderator.retract(**WHY)
    assert await later.tellings.overtaken() == [
        told(71, "Alice takes 3.", {taken}, set()),
        told(72, "Both.", {first, taken}, set()),
    ]


async def test_what_was_told_of_a_step_is_told_of_the_one_that_takes_its_place(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    amended = (await session.submit(user_id=ALICE, choice=take(3))).revision
    await session.tellings.note(70, "Alice takes 3.", {amended})
    kept = (await session.submit(user_id=BOB, choice=take(1))).revision
    await session.tellings.note(71, "Bob takes 1.", {kept})
    await session.submit(user_id=ALICE, choice=bid(0))
    await session.submit(user_id=BOB, choice=bid(0))
    seen = session.revision
    await session.amending.propose(**WHY, revision=amended, choice=take(2), seen=seen)
    await session.amending.answer(ALICE, True)
    await session.amending.answer(BOB, True)
    assert await session.tellings.overtaken() == [told(70, "Alice takes 3.", {amended}, {amended})]
    (stands,) = await session.tellings.telling_of(range(seen + 1, session.revision + 1))
    assert (stands.message_id, kept in stands.revisions) == (71, False)


async def test_a_message_that_is_sent_again_is_noted_once(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=take(3))
    taken = session.revision
    await session.tellings.note(71, "Alice takes 3.", {taken})
    await session.moderator.undo(**WHY)
    (struck,) = await session.tellings.overtaken()
    await session.tellings.shows(struck)
    await session.tellings.note(71, "Alice takes 3.", {taken})
    assert await session.tellings.overtaken() == []


async def test_of_each_game_only_the_newest_messages_are_kept(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    other = await running_game(desk, options=STONES, channel=CHANNEL + 1)
    await other.tellings.note(1, "Another game.", {1})
    for number in range(tellings.MOST + 5):
        await session.tellings.note(100 + number, "A line.", {1})
    async with desk.services.database.reading() as db:
        kept = [row.message_id for row in await tellings.of_game(db, session.id, CHANNEL)]
        (left,) = await tellings.of_game(db, other.id, CHANNEL + 1)
    assert kept == [105 + number for number in range(tellings.MOST)]
    assert left.message_id == 1


async def test_what_stands_in_another_channel_is_left_alone(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=take(3))
    await session.tellings.note(71, "Alice takes 3.", {session.revision})
    await session.moderator.undo(**WHY)
    session.channel_id = CHANNEL + 1
    assert await session.tellings.overtaken() == []


async def test_what_was_being_told_as_it_was_taken_back_is_told_before_it_is_struck_through(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options=STONES)
    await desk.courier.flush()
    notebook.clear()
    await session.submit(user_id=ALICE, choice=take(3))
    taken = session.revision
    notebook.failures.append(ConnectionError("offline"))
    await desk.courier.flush()
    await session.moderator.undo(**WHY)
    clock.advance(seconds=3)
    await desk.courier.flush()
    public = [(e.kind, e.payloads[0]["revision"]) for e in notebook.entries if e.reader is None]
    assert public[:3] == [("log", taken), ("log", taken + 1), ("struck", taken + 1)]
