"""What a card tells of a game is the same, whether it is looked up in the journal or known."""

from __future__ import annotations

import contextlib
import random

import pytest

from bot.games import LIBRARY
from bot.session import Desk, Library, Refused
from bot.session.journal.history import open_step_of, public_news, seatings
from tests.session.doubles import ALICE, BOB, CHANNEL, GUILD


@pytest.fixture
def library() -> Library:
    """The real games."""
    return LIBRARY


async def test_what_is_known_of_the_journal_is_what_it_says(desk: Desk) -> None:
    session = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ALICE,
        host_name="Alice",
        game="kingmaker",
        ruleset="house",
        seats=2,
        options={},
        seed="news of two people",
    )
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    policy, chance, known = LIBRARY.policy_for("kingmaker", "steward"), random.Random(1), 0
    under_way, mid_turn = None, 0
    for number in range(100):
        (seat, *_) = session.waiting_for()
        person = session.seats[seat].user_id
        assert person is not None
        if number % 20 == 19:
            with contextlib.suppress(Refused):
                await session.consent.undo(user_id=session.seats[1 - seat].user_id or 0)
                under_way = None
                continue
        _, choice = policy.choose(session.view(seat), session.prompts(seat), seat, chance)
        before = session.view(None)
        done = await session.submit(user_id=person, choice=choice)
        seen = any(event.audience is None for event in done.events)
        if seen and before.phase != "setup" and seat == before.active:
            under_way = before.round, seat
        async with desk.services.database.reading() as db:
            for reader in (0, 1):
                news = await public_news(db, session.rules, session.id, reader)
                known += reader == session.newsless
                now = session.view(None)
                if under_way == (now.round, reader) and reader == now.active:
                    # What is new is told as a turn begins, and no more once it is under way.
                    assert news == []
                    mid_turn += 1
                assert (await session.course(0, reader)).entries == news
                undone = await open_step_of(db, session.rules, session.id, {reader})
                assert undone or reader not in session.stepped_openly
            assert await seatings(db, session.id, session.reseated) == []
    assert known > 20
    assert mid_turn > 20
