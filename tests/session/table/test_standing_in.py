"""A computer plays for somebody who is away, with their consent or the table's, until they come."""

from __future__ import annotations

from typing import Any

import pytest

from bot.session import Desk, GameSession, Refused, SeatInfo
from bot.session.announcements import PETITION
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    FakeClock,
    Notebook,
    bid,
    open_game,
    running_game,
    take,
)

POLICY = "dabbler"


async def asked(desk: Desk, notebook: Notebook) -> list[dict[str, Any]]:
    """What the table has been asked, and how that ended."""
    await desk.courier.flush()
    keys = ("what", "seat", "state", "asked")
    return [{key: each[key] for key in keys} for each in notebook.of(PETITION)]


def about_bob(state: str) -> dict[str, Any]:
    """The question about Bob as it stands."""
    return {"what": "stand_in", "seat": 1, "state": state, "asked": [0, 2]}


async def silent_bob(desk: Desk, clock: FakeClock, missed: int) -> GameSession:
    """A daily game of three, in which Bob lets so many turns pass, and the bids between them; the
    others answer."""
    session = await running_game(desk, bids=(2, 1, 0), options={"pace": "daily", "stones": "60"})
    done = 0
    while done < missed:
        others = [seat for seat in session.waiting_for() if seat != 1]
        for seat in others:
            user = session.seats[seat].user_id
            assert user is not None
            bids = session.prompts(seat)[0].is_sealed
            await session.submit(user_id=user, choice=bid(0) if bids else take(1))
        if session.waiting_for() == [1]:
            done += not session.prompts(1)[0].is_sealed
            clock.advance(hours=24)
            while await desk.scheduler.carry_out_due():
                pass
    return session


async def test_with_his_consent_a_computer_plays_until_he_is_back(desk: Desk) -> None:
    session = await running_game(desk, bids=(2, 1, 0), options={"stones": "60"})
    with pytest.raises(Refused, match="no computer player called 'napoleon'"):
        await session.lobby.stand_in(ALICE, "napoleon")
    await session.lobby.stand_in(ALICE, POLICY)
    seat = session.seats[0]
    assert (seat.user_id, seat.policy, seat.kept_for) == (None, POLICY, ALICE)
    # Somebody who is there hosts meanwhile.
    assert session.host_id == BOB
    with pytest.raises(Refused, match="no seat"):
        await session.lobby.stand_in(ALICE, POLICY)
    await session.lobby.join(ALICE, "Alice")
    assert session.seats[0] == SeatInfo(0, ALICE, "Alice")


async def test_alone_with_computers_nobody_has_to_stand_in(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.add_computer(ALICE, POLICY)
    await session.lobby.start(ALICE)
    with pytest.raises(Refused) as refused:
        await session.lobby.stand_in(ALICE, POLICY)
    assert refused.value.text == "All the others here are computers, and they wait for you."


async def test_after_two_deadlines_nobody_is_asked(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    await silent_bob(desk, clock, 2)
    assert await asked(desk, notebook) == []


async def test_after_three_the_others_decide_by_a_majority(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    session = await silent_bob(desk, clock, 3)
    assert await asked(desk, notebook) == [about_bob("open")]
    petition = await session.consent.open_one("stand_in")
    assert petition is not None
    answer = session.consent.answer_stand_in
    assert (await answer(ALICE, True, policy=POLICY)).state == "open"
    assert session.seats[1].user_id == BOB
    assert (await answer(CECILY, True, policy=POLICY, number=petition.number)).state == "done"
    seat = session.seats[1]
    assert (seat.user_id, seat.policy, seat.kept_for) == (None, POLICY, BOB)
    assert await asked(desk, notebook) == [about_bob("open"), about_bob("open"), about_bob("done")]
    await session.lobby.join(BOB, "Bob")
    assert session.seats[1] == SeatInfo(1, BOB, "Bob")


async def test_what_the_table_refuses_is_not_asked_again(
    desk: Desk, clock: FakeClock, notebook: Notebook
) -> None:
    session = await silent_bob(desk, clock, 3)
    petition = await session.consent.answer_stand_in(CECILY, False, policy=POLICY)
    assert petition.state == "refused"
    with pytest.raises(Refused, match="nothing left to answer"):
        await session.consent.answer_stand_in(ALICE, True, policy=POLICY)
    assert session.seats[1].user_id == BOB
    for _ in range(3):
        clock.advance(hours=24)
        while await desk.scheduler.carry_out_due():
            pass
    assert await asked(desk, notebook) == [about_bob("open"), about_bob("refused")]


@pytest.mark.parametrize(("agrees", "state"), [(True, "done"), (False, "withdrawn")])
async def test_he_decides_at_once_himself(
    desk: Desk, clock: FakeClock, agrees: bool, state: str
) -> None:
    session = await silent_bob(desk, clock, 3)
    assert (await session.consent.answer_stand_in(BOB, agrees, policy=POLICY)).state == state
    assert session.seats[1].kept_for == (BOB if agrees else None)
    assert session.seats[1].policy == (POLICY if agrees else None)
