"""Over whole games: nobody without a real choice is waited for, called or timed."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from itertools import islice

import pytest

from bot.games import GAMES, LIBRARY
from bot.rules.kernel import Match, Prompt, Seat
from bot.session import Desk, GameSession
from bot.storage import Database
from tests.session.doubles import ALICE, BOB, CECILY, CHANNEL, DUNCAN, GUILD, FakeClock, Notebook

PEOPLE = ((ALICE, "Alice"), (BOB, "Bob"), (CECILY, "Cecily"), (DUNCAN, "Duncan"))
LONGEST = 36
"""Decisions of each game that are looked at: one round or two."""


@pytest.fixture
async def quick(sqlite_url: str, notebook: Notebook) -> AsyncIterator[Desk]:
    """A desk with the real games, on one database for all of them."""
    database = Database(sqlite_url)
    desk = Desk(database, FakeClock(), LIBRARY, notebook)
    yield desk
    await desk.close()
    await database.close()


async def new_game(desk: Desk, game: str, ruleset: str, number: int) -> GameSession:
    """A game of two to four people in a channel of its own, at a daily pace."""
    people = PEOPLE[: 2 + number % 3]
    session = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=CHANNEL + number,
        host_id=ALICE,
        host_name="Alice",
        game=game,
        ruleset=ruleset,
        seats=len(people),
        options={"pace": "daily"},
    )
    for person, name in people[1:]:
        await session.lobby.join(person, name)
    await session.lobby.start(ALICE)
    return session


def answers(prompt: Prompt) -> int:
    """How many answers there are to a question, as far as two."""
    found = 0
    for offer in prompt.offers:
        ways = 1
        for field in offer.fields:
            ways *= len(list(islice(field.selections(), 2)))
        found += ways
    return min(found, 2)


def has_a_choice(match: Match, seat: int) -> bool:
    """Whether each question that the seat is waited for with can be answered in two ways.

    To a question that is sealed or guarded even a single answer is waited for, since its lack
    would tell.
    """
    asked = [prompt for prompt in match.asked(seat) if prompt.blocking]
    return bool(asked) and all(
        prompt.sealed
        or prompt.guarded
        or (answers(prompt) == 2 and not any(o.due and o.sole() for o in prompt.offers))
        for prompt in asked
    )


@pytest.mark.parametrize("games", [1, pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", list(GAMES))
async def test_who_has_no_choice_is_left_in_peace(
    quick: Desk, notebook: Notebook, game: str, games: int
) -> None:
    ruleset, steward = GAMES[game][0], LIBRARY.policy_for(game, "steward")
    decided = 0
    for number in range(games):
        session, chance = await new_game(quick, game, ruleset, number), random.Random(number)
        due, voted = set[Seat](), False
        for _ in range(LONGEST):
            match, waited = session.match, session.waiting_for()
            if match is None or not waited:
                break
            timed = [each.seat for each in await session.clock.deadlines()]
            # The end of a vote is told for all who were asked, whoever has voted.
            assert timed == waited or (match.vote() is not None and set(timed) > set(waited))
            assert all(has_a_choice(match, seat) for seat in waited)
            await quick.courier.flush()
            called = {seat for row in notebook.of("ask") for seat in row["seats"]}
            # Called are exactly those who had not been waited for before. Of a vote nobody may
            # know who was: to it and after it everybody is called.
            fresh, voting = set(waited) - due, match.vote() is not None or voted
            assert called == fresh or (voting and fresh <= called <= set(waited))
            notebook.clear()
            seat = chance.choice(waited)
            view, prompts = session.view(seat), match.asked(seat)
            choice = steward.choose(view, prompts, seat, chance)[1]
            due, voted = set(waited) - {seat}, match.vote() is not None
            await session.submit(user_id=PEOPLE[seat][0], choice=choice)
            due |= {seat} & set(session.waiting_for())
            decided += 1
        if session.status == "running":
            await session.lobby.end(ALICE)
        await quick.courier.flush()
        notebook.clear()
    assert decided > games * LONGEST / 2
