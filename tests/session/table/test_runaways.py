"""Whoever answers without end, a computer or standing orders, is brought to one."""

from __future__ import annotations

import logging
import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot.games import LIBRARY
from bot.rules.kernel import Choice, Offer, Prompt
from bot.seats.kingmaker_steward import Steward
from bot.session import Desk, GameSession, Library
from bot.session.table import computer_seats
from bot.session.table.standing_orders import Until
from bot.storage import JournalRow, journal
from tests.session.doubles import ALICE, BOB, CHANNEL, GUILD
from tests.waiting import idle

AT_MOST = 20
PERSON = LIBRARY.policy_for("kingmaker", "steward")
"""Who says what people choose in these games, but for what a test lets them do."""


@pytest.fixture
def library() -> Library:
    """The real games."""
    return LIBRARY


@pytest.fixture(autouse=True)
def _soon_weary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_seats, "RUNAWAY", AT_MOST)


def ways_in_and_out(prompts: Sequence[Prompt]) -> list[tuple[Prompt, Offer]]:
    """The offers to go into a place or to come out of one."""
    return [(p, o) for p in prompts for o in p.offers if o.verb in ("enter", "leave")]


class Idler(Steward):
    """Goes in and out of a castle for ever; in all else it is a steward."""

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        for prompt, offer in ways_in_and_out(prompts):
            place, nobles = offer.field("place"), offer.field("nobles")
            fields = {"nobles": nobles.candidates[:1], "place": place.candidates}
            return prompt, Choice(offer.verb, fields)
        return super().choose(view, prompts, seat, chance)


async def game(desk: Desk, *, computer: bool) -> GameSession:
    """Alice plays against a computer, or against Bob."""
    session = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ALICE,
        host_name="Alice",
        game="kingmaker",
        ruleset="house",
        seats=2,
        options={},
        seed="a game that would not end",
    )
    if computer:
        await session.lobby.add_computer(ALICE, "steward")
    else:
        await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await idle(desk)
    return session


async def play(session: GameSession, desk: Desk, seat: int) -> tuple[str, str]:
    """Let the person on a seat answer what is asked first; what that was, and the answer."""
    user = session.seats[seat].user_id
    assert user is not None
    blocking = [prompt for prompt in session.prompts(seat) if prompt.blocking]
    prompt, choice = PERSON.choose(session.view(seat), blocking, seat, random.Random(1))
    await session.submit(user_id=user, choice=choice)
    await idle(desk)
    return prompt.kind, choice.verb


async def moves_of(desk: Desk, session: GameSession, seat: int) -> list[list[JournalRow]]:
    """What was answered in each movement phase of a seat."""
    async with desk.services.database.reading() as db:
        rows = await journal.standing(db, session.id)
    found: list[list[JournalRow]] = []
    going = False
    for row in rows:
        moves = (row.seat, row.prompt) == (seat, "movement")
        if moves and not going:
            found.append([])
        if moves:
            found[-1].append(row)
        going = moves
    return found


def said_of_ends(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of those who answer and get nowhere."""
    return [r.getMessage() for r in caplog.records if "and got nowhere" in r.getMessage()]


async def test_a_computer_that_never_ends_leaves_a_game_that_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(LIBRARY, "policy_for", lambda _game, _name: Idler(), raising=False)
    session = await game(desk, computer=True)
    turns = 0
    while turns < 3:
        # Whatever it does, people are asked in the end.
        assert session.waiting_for() == [0]
        turns += await play(session, desk, 0) == ("movement", "done")
    phases = await moves_of(desk, session, 1)
    assert len(phases) in (2, 3)
    for phase in phases:
        choices = [row.choice["verb"] for row in phase if row.choice is not None]
        assert choices[:-1] == ["leave", "enter"] * (AT_MOST // 2)
        assert choices[-1] == "done"
    assert said_of_ends(caplog) == [
        f"game {session.id}: seat 1 has answered {AT_MOST} times and got nowhere; only the "
        "plainest answers are given until it moves on"
    ]


async def test_orders_that_never_end_ask_whoever_gave_them(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    session = await game(desk, computer=False)
    assert session.match is not None
    while not ways_in_and_out(session.match.asked(session.waiting_for()[0])):
        await play(session, desk, session.waiting_for()[0])
    seat = session.waiting_for()[0]
    user = session.seats[seat].user_id
    assert user is not None
    _, offer = ways_in_and_out(session.match.asked(seat))[0]
    fields = {
        "nobles": offer.field("nobles").candidates[:1],
        "place": offer.field("place").candidates,
    }
    for verb in ("enter", "leave"):
        await session.orders.give(
            user_id=user, prompt="movement", choice=Choice(verb, fields), until=Until(turns=3)
        )
    await idle(desk)
    (phase,) = await moves_of(desk, session, seat)
    assert len(phase) == AT_MOST
    assert session.waiting_for() == [seat]
    assert len(said_of_ends(caplog)) == 1
    # They stand, and answer again once somebody has done something.
    assert len(await session.orders.of(user)) == 2
    await session.submit(user_id=user, choice=Choice("done"))
    await idle(desk)
    assert (await moves_of(desk, session, seat))[0][-1].choice == {"verb": "done", "args": {}}
