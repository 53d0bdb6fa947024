"""What the table agrees on, to the letter: refusals, what is kept, what hinders nobody."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Match, Offer, Prompt
from bot.session import Desk, GameSession, Refused, seating
from bot.storage import journal
from tests.session.doubles import ALICE, BOB, CECILY, FakeClock, position, running_game, take

PEEK = Choice.of("peek")
MOD = 900
MODERATORS = "A moderator has paused this game. Ask a moderator to resume it."


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


@pytest.fixture
async def three(desk: Desk) -> GameSession:
    """Alice, who is first, Bob and Cecily."""
    return await running_game(desk, bids=(2, 1, 0), options={"stones": "40"})


async def refusal(command: Any) -> str:
    """The sentence with which a command is refused."""
    with pytest.raises(Refused) as refused:
        await command
    return refused.value.text


async def test_what_is_agreed_stands_in_the_journal_as_who_asked_for_it(
    three: GameSession, desk: Desk
) -> None:
    await three.submit(user_id=ALICE, choice=take(1))
    await three.submit(user_id=BOB, choice=PEEK)
    asked = await three.consent.ask_undo(user_id=BOB)
    assert asked.to == three.revision - 2
    for person in (ALICE, CECILY):
        await three.consent.answer_undo(person, True)
    async with desk.services.database.reading() as db:
        row = (await journal.noted(db, three.id))[-1]
    note = {"what": "undo_agreed", "seat": 1, "was": "Bob"}
    assert (row.seat, row.actor, row.note) == (1, CECILY, note)


async def test_under_seal_nothing_is_taken_back_nor_agreed(
    three: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    asked = await three.consent.ask_undo(user_id=ALICE)
    with monkeypatch.context() as patched:
        patched.setattr(Match, "sealed", lambda *_: [Prompt(1, "bid", (Offer("bid"),))])
        for person, agree in ((BOB, True), (CECILY, False), (ALICE, False)):
            said = await refusal(three.consent.answer_undo(person, agree))
            assert said == seating.UNDER_SEAL
        assert await refusal(three.consent.ask_undo(user_id=BOB)) == seating.UNDER_SEAL
    with monkeypatch.context() as patched:
        patched.setattr(Match, "vote", lambda _: Prompt(1, "ballot", (Offer("yea"),)))
        for person in (ALICE, BOB):
            assert await refusal(three.consent.undo(user_id=person)) == seating.UNDER_SEAL
    assert await three.consent.open_one("undo") == asked


async def test_a_motion_to_pause_stands_in_no_requests_way(three: GameSession) -> None:
    for person in (ALICE, BOB):
        await three.submit(user_id=person, choice=take(1))
    motion = await three.consent.vote_pause(ALICE)
    assert (motion.asked, motion.agreed, motion.still) == ((1, 2), (0,), (1, 2))
    asked = await three.consent.ask_undo(user_id=ALICE)
    assert asked.state == "open"
    said = await refusal(three.consent.ask_undo(user_id=ALICE))
    assert said == "You have already asked to take back a step. Settle that first."
    said = await refusal(three.consent.answer_undo(ALICE, True))
    assert said == "You asked for this. Now the others answer."
    assert await three.consent.open_one("pause", "resume") == motion


async def test_one_may_ask_after_another_was_refused(three: GameSession) -> None:
    await three.submit(user_id=ALICE, choice=take(1))
    await three.submit(user_id=BOB, choice=Choice.of("throw"))
    await three.consent.ask_undo(user_id=ALICE)
    assert await refusal(three.consent.ask_undo(user_id=BOB)) == (
        "Alice has already asked to take back a step. Settle that first."
    )
    await three.consent.answer_undo(CECILY, False)
    assert await refusal(three.consent.ask_undo(user_id=ALICE)) == (
        "The others did not all agree. The game goes on from here. A moderator can still help."
    )
    theirs = await three.consent.ask_undo(user_id=BOB)
    assert (theirs.state, theirs.seat, theirs.asked) == ("open", 1, (0, 2))


async def test_a_control_of_an_old_motion_says_that_it_is_settled(three: GameSession) -> None:
    old = await three.consent.vote_pause(ALICE)
    await three.consent.vote_pause(ALICE, False)
    await three.moderator.pause(by=MOD, reason="tea")
    assert await refusal(three.consent.vote_pause(BOB, number=old.number)) == seating.GONE
    assert await refusal(three.consent.vote_pause(BOB, False)) == seating.GONE
    assert await refusal(three.consent.vote_pause(BOB)) == MODERATORS
    assert (
        await refusal(three.consent.vote_pause(BOB, what="pause")) == "The game is already paused."
    )
    await three.moderator.resume(by=MOD, reason="on")
    assert await refusal(three.consent.vote_pause(BOB, what="resume")) == "The game is not paused."


async def test_the_same_press_twice_is_told_the_same(
    three: GameSession, clock: FakeClock, desk: Desk
) -> None:
    await three.consent.vote_pause(BOB)
    clock.advance(hours=1)
    done = await three.consent.vote_pause(CECILY, interaction_id="p")
    again = await three.consent.vote_pause(CECILY, interaction_id="p")
    assert (done.what, done.state) == ("pause", "done")
    assert again == seating.done_at_once("pause", 2)
    assert three.paused_at == clock.now()
    async with desk.services.database.reading() as db:
        row = (await journal.noted(db, three.id))[-1]
    assert (row.kind, row.seat, row.actor) == ("deed", 1, CECILY)
    assert row.note == {"what": "pause_voted", "seat": 1, "was": "Bob"}
    clock.advance(hours=1)
    await three.consent.vote_pause(ALICE)
    assert (await three.consent.vote_pause(BOB)).what == "resume"
    assert three.paused_at is None


async def test_what_is_taken_back_freely_goes_with_what_nobody_saw(
    three: GameSession, desk: Desk
) -> None:
    before, revision = position(three), three.revision
    await three.submit(user_id=ALICE, choice=take(1))
    await three.submit(user_id=BOB, choice=PEEK)
    done = await three.consent.ask_undo(user_id=ALICE)
    assert done == seating.done_at_once("undo", 0)
    assert position(three) == before
    async with desk.services.database.reading() as db:
        assert [row.revision for row in await journal.standing(db, three.id)][-1] <= revision
