"""Over whole games of Kingmaker: nobody without a real choice is waited for, called or timed."""

from __future__ import annotations

import random

import pytest

from bot.games import LIBRARY
from bot.rules.kernel import Choice
from bot.session import Desk, GameSession
from tests.session.doubles import ALICE, BOB, CECILY, CHANNEL, GUILD, Notebook

PEOPLE = (ALICE, BOB, CECILY)


@pytest.fixture
async def kingmaker(desk: Desk) -> GameSession:
    """Three people before their first decision, with a daily pace."""
    desk.library = LIBRARY
    session = await desk.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ALICE,
        host_name="Alice",
        game="kingmaker",
        ruleset="house",
        seats=3,
        options={"pace": "daily", "rounds": "2"},
    )
    for person, name in ((BOB, "Bob"), (CECILY, "Cecily")):
        await session.join(person, name)
    await session.start(ALICE)
    return session


async def test_who_has_no_choice_is_left_in_peace(
    kingmaker: GameSession, desk: Desk, notebook: Notebook
) -> None:
    session, chance = kingmaker, random.Random("peace")
    for _ in range(120):
        if session.status != "running":
            break
        waited = session.waiting_for()
        assert [d.seat for d in await session.deadlines()] == waited
        for seat in waited:
            questions = [p for p in session.prompts(seat) if p.blocking]
            assert all(p.sealed or p.sole() is None for p in questions)
        await desk.courier.flush()
        called = {seat for row in notebook.of("ask") for seat in row["seats"]}
        assert called <= set(waited)
        notebook.clear()
        seat = chance.choice(waited)
        prompt = next(p for p in session.prompts(seat) if p.blocking)
        offer = chance.choice(prompt.offers)
        args = {field.name: next(field.selections()) for field in offer.fields}
        choice = Choice(offer.verb, {name: values for name, values in args.items() if values})
        await session.submit(user_id=PEOPLE[seat], choice=choice)
