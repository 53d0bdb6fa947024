"""What the table agrees to: taking a step back, pausing, going on."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused, seating
from bot.session.journal.record import verify
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    DUNCAN,
    FakeClock,
    Notebook,
    bid,
    open_game,
    position,
    running_game,
    take,
    until,
)

PEEK, THROW = Choice.of("peek"), Choice.of("throw")
STONES = {"stones": "40"}
DAILY = {"pace": "daily", "stones": "40"}
MOD = 900
HOUR = timedelta(hours=1)


@pytest.fixture
async def three(desk: Desk) -> GameSession:
    """Alice, who is first, Bob and Cecily."""
    return await running_game(desk, bids=(2, 1, 0), options=STONES)


async def told(desk: Desk, notebook: Notebook, kind: str) -> list[dict[str, Any]]:
    """The rows of a kind that the channel read since the page was turned."""
    await desk.courier.flush()
    rows = notebook.of(kind)
    notebook.clear()
    return rows


def gist(rows: list[dict[str, Any]]) -> list[tuple[str, str, list[int], list[int]]]:
    """What was told of petitions: for what, how it stands, who agreed and who did not."""
    return [(row["what"], row["state"], row["agreed"], row["against"]) for row in rows]


# Taking back


async def test_what_became_known_is_taken_back_when_all_agree(
    three: GameSession, desk: Desk, open_desk, notebook: Notebook, clock: FakeClock
) -> None:
    before = position(three)
    await three.submit(user_id=ALICE, choice=PEEK)
    await told(desk, notebook, "petition")
    asked = await three.consent.ask_undo(user_id=ALICE, interaction_id="u")
    assert (asked.what, asked.seat, asked.state, asked.still) == ("undo", 0, "open", (1, 2))
    assert asked.until == clock.now() + 24 * HOUR
    assert await three.consent.open_one("undo") == asked
    assert await three.consent.ask_undo(user_id=ALICE, interaction_id="u") == asked
    assert await told(desk, notebook, "petition") == [
        {
            "revision": three.revision,
            "number": asked.number,
            "what": "undo",
            "seat": 0,
            "state": "open",
            "asked": [1, 2],
            "agreed": [],
            "against": [],
            "until": "2026-11-02T12:00:00+00:00",
        }
    ]
    half = await three.consent.answer_undo(BOB, True)
    assert (half.state, half.agreed, half.still) == ("open", (1,), (2,))
    # The others answer after a restart.
    await desk.close()
    other = open_desk(notebook)
    again = await other.get(three.id)
    assert (await again.consent.open_one("undo")).still == (2,)
    notebook.clear()
    whole = await again.consent.answer_undo(CECILY, True, interaction_id="a")
    assert (whole.state, whole.agreed) == ("done", (1, 2))
    assert position(again) == before
    assert await again.consent.open_one("undo") is None
    await other.courier.flush()
    assert [row["note"] for row in notebook.of("log") if "note" in row] == [
        {"what": "undo_agreed", "seat": 0, "was": "Alice"}
    ]
    assert gist(notebook.of("petition"))[-1] == ("undo", "done", [1, 2], [])
    # What was taken back is shown to nobody, not even to who did it.
    for seat in (None, 0, 1):
        names = [type(e).__name__ for entry in await again.journal.log(seat) for e in entry.events]
        assert "Peeked" not in names
    assert (await again.consent.answer_undo(CECILY, True, interaction_id="a")).state == "done"
    assert verify(await again.journal.export(), again.rules) is None


async def test_a_step_is_taken_back_freely_where_that_is_free(three: GameSession) -> None:
    before = position(three)
    await three.submit(user_id=ALICE, choice=take(2))
    done = await three.consent.ask_undo(user_id=ALICE, interaction_id="u")
    assert (done.state, done.asked, position(three)) == ("done", (), before)
    assert (await three.consent.ask_undo(user_id=ALICE, interaction_id="u")).state == "done"
    assert (await three.journal.log(None))[-1].took_back == 0


async def test_what_others_did_since_is_taken_back_too(three: GameSession) -> None:
    before = position(three)
    await three.submit(user_id=ALICE, choice=take(2))
    await three.submit(user_id=BOB, choice=take(1))
    petition = await three.consent.ask_undo(user_id=ALICE)
    assert petition.to is not None
    lost = await three.moderator.preview_rewind(petition.to)
    assert [type(e).__name__ for e in lost.events] == ["Taken", "TurnEnded"] * 2
    await three.consent.answer_undo(BOB, True)
    await three.consent.answer_undo(CECILY, True)
    assert position(three) == before


async def test_one_word_against_it_is_enough(
    three: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    before = position(three)
    petition = await three.consent.ask_undo(user_id=ALICE)
    await told(desk, notebook, "petition")
    refused = await three.consent.answer_undo(CECILY, False)
    assert (refused.state, refused.against) == ("refused", (2,))
    assert gist(await told(desk, notebook, "petition")) == [("undo", "refused", [], [2])]
    assert position(three) == before
    with pytest.raises(Refused, match="settled or has lapsed"):
        await three.consent.answer_undo(BOB, True)
    # It is not asked over and over again.
    with pytest.raises(Refused, match="did not all agree"):
        await three.consent.ask_undo(user_id=ALICE)
    await three.submit(user_id=ALICE, choice=THROW)
    again = await three.consent.ask_undo(user_id=ALICE)
    assert again.state == "open"
    with pytest.raises(Refused, match="settled or has lapsed"):
        await three.consent.answer_undo(BOB, True, number=petition.number)
    await three.consent.answer_undo(BOB, True, number=again.number)


async def test_refused_is_refused_also_when_its_time_would_have_been_over(
    three: GameSession, desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    await three.consent.ask_undo(user_id=ALICE)
    await three.consent.answer_undo(BOB, False)
    await told(desk, notebook, "petition")
    clock.advance(hours=25)
    assert await desk.scheduler.carry_out_due() == 0
    with pytest.raises(Refused, match="did not all agree"):
        await three.consent.ask_undo(user_id=ALICE)
    assert await told(desk, notebook, "petition") == []


async def test_the_request_lapses_when_the_game_goes_on(
    three: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    await three.consent.ask_undo(user_id=ALICE)
    await three.consent.answer_undo(BOB, True)
    await told(desk, notebook, "petition")
    await three.submit(user_id=ALICE, choice=take(1))
    assert gist(await told(desk, notebook, "petition")) == [("undo", "lapsed", [1], [])]
    assert await three.consent.open_one("undo") is None
    with pytest.raises(Refused, match="has lapsed"):
        await three.consent.answer_undo(CECILY, True)


async def test_the_request_lapses_when_its_time_is_over(
    desk: Desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"pace": "live", **STONES})
    await session.submit(user_id=ALICE, choice=PEEK)
    petition = await session.consent.ask_undo(user_id=ALICE)
    assert petition.until == clock.now() + timedelta(minutes=10)
    await told(desk, notebook, "petition")
    clock.advance(minutes=9)
    await desk.scheduler.carry_out_due()
    assert await session.consent.open_one("undo") == petition
    await session.moderator.extend(by=MOD, reason="tea", time=HOUR)
    clock.advance(minutes=1)
    await desk.scheduler.carry_out_due()
    assert gist(await told(desk, notebook, "petition")) == [("undo", "lapsed", [], [])]
    assert await session.consent.open_one("undo") is None
    assert await desk.scheduler.carry_out_due() == 0
    # Nobody has said no: it may be asked once more.
    assert (await session.consent.ask_undo(user_id=ALICE)).state == "open"


async def test_a_pause_stops_the_time_of_a_request(
    three: GameSession, desk: Desk, clock: FakeClock
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    await three.consent.ask_undo(user_id=ALICE)
    clock.advance(hours=20)
    await three.moderator.pause(by=MOD, reason="tea")
    waiting = await three.consent.open_one("undo")
    assert waiting is not None
    assert waiting.until is None
    with pytest.raises(Refused, match="paused"):
        await three.consent.answer_undo(BOB, True)
    clock.advance(hours=20)
    await desk.scheduler.carry_out_due()
    await three.moderator.resume(by=MOD, reason="done")
    running = await three.consent.open_one("undo")
    assert running is not None
    assert running.until == clock.now() + 4 * HOUR


async def test_who_asked_may_think_better_of_it(
    three: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    await three.consent.ask_undo(user_id=ALICE)
    for person, why in ((ALICE, "You have already asked"), (BOB, "Alice has already asked")):
        with pytest.raises(Refused, match=why):
            await three.consent.ask_undo(user_id=person)
    with pytest.raises(Refused, match="Now the others answer"):
        await three.consent.answer_undo(ALICE, True)
    with pytest.raises(Refused, match="no seat"):
        await three.consent.answer_undo(DUNCAN, True)
    await told(desk, notebook, "petition")
    assert (await three.consent.answer_undo(ALICE, False)).state == "withdrawn"
    assert gist(await told(desk, notebook, "petition")) == [("undo", "withdrawn", [], [])]
    assert (await three.consent.ask_undo(user_id=ALICE)).state == "open"


async def test_undo_is_open_where_a_step_back_would_be_granted(
    three: GameSession, desk: Desk
) -> None:
    async def why(seat: int) -> str | None:
        said = await three.consent.why_no_undo(seat)
        if said is not None:
            with pytest.raises(Refused) as refused:
                await three.consent.ask_undo(user_id=(ALICE, BOB, CECILY)[seat])
            assert refused.value.text == said
        return said

    async def on_card() -> bool:
        return (await three.course(3)).back

    assert [await why(seat) for seat in range(3)] == [None, None, None]  # all have bid
    await three.submit(user_id=ALICE, choice=PEEK)
    assert await on_card()
    await three.consent.ask_undo(user_id=ALICE)
    waits = "already asked to take back a step. Settle that first."
    assert [await why(seat) for seat in range(3)] == [
        f"You have {waits}", f"Alice has {waits}", f"Alice has {waits}",
    ]  # fmt: skip
    assert not await on_card()
    await three.consent.answer_undo(BOB, False)
    assert (await why(0) or "").startswith("The others did not all agree.")
    assert await why(1) is None
    await three.submit(user_id=ALICE, choice=take(1))
    assert await why(0) is None
    await three.moderator.pause(by=MOD, reason="tea")
    assert (await why(0) or "").startswith("The game is paused")


async def test_who_looks_again_before_anything_is_done_reads_nothing(
    three: GameSession, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    why, ask = three.consent.why_no_undo, desk.services.database.asking
    looks: list[int] = []

    def asking() -> Any:
        looks.append(three.revision)
        return ask()

    monkeypatch.setattr(desk.services.database, "asking", asking)
    assert [await why(seat) for seat in (0, 1, 0, 1)] == [None] * 4
    assert len(looks) == 2
    await three.submit(user_id=ALICE, choice=PEEK)
    looks.clear()
    assert [await why(0), await why(0)] == [None, None]
    assert looks == [three.revision]


async def test_before_anybody_has_acted_no_undo_is_open(desk: Desk) -> None:
    session = await open_game(desk, options=STONES)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    nothing = "You have nothing to undo yet."
    assert [await session.consent.why_no_undo(seat) for seat in range(2)] == [nothing, nothing]
    assert not (await session.course(3)).back
    # What is bid under seal brings it to nobody's card.
    await session.submit(user_id=ALICE, choice=bid(1))
    assert not (await session.course(3)).back


async def test_nothing_is_taken_back_while_something_is_answered_in_secret(desk: Desk) -> None:
    session = await running_game(desk, bids=(1, 0), options=STONES)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(1))
    revision = session.revision
    for voted in (False, True):
        if voted:
            await session.submit(user_id=ALICE, choice=bid(1))
        for person in (ALICE, BOB):
            with pytest.raises(Refused, match="while a vote or a private question is open"):
                await session.consent.ask_undo(user_id=person)
    assert session.revision == revision + 1


async def test_when_there_is_nothing_to_ask_for(desk: Desk) -> None:
    session = await open_game(desk, options=STONES)
    with pytest.raises(Refused, match="not being played"):
        await session.consent.ask_undo(user_id=ALICE)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    with pytest.raises(Refused, match="no seat"):
        await session.consent.ask_undo(user_id=CECILY)
    await session.moderator.pause(by=MOD, reason="tea")
    with pytest.raises(Refused, match="paused"):
        await session.consent.ask_undo(user_id=ALICE)
    await session.moderator.resume(by=MOD, reason="on")
    with pytest.raises(Refused, match="has lapsed"):
        await session.consent.answer_undo(BOB, True)
    await session.lobby.end(ALICE)
    with pytest.raises(Refused, match="not being played"):
        await session.consent.ask_undo(user_id=ALICE)


async def test_against_computers_one_decides_alone(desk: Desk) -> None:
    session = await open_game(desk, options=STONES)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    assert (await session.consent.vote_pause(ALICE)).state == "done"
    assert session.paused_at is not None
    assert (await session.consent.vote_pause(ALICE)).state == "done"
    assert session.paused_at is None
    await session.submit(user_id=ALICE, choice=bid(5))
    await until(lambda: session.waiting_for() == [0])
    before = position(session)
    await session.submit(user_id=ALICE, choice=PEEK)
    assert (await session.consent.ask_undo(user_id=ALICE)).state == "done"
    assert position(session) == before


async def test_a_decision_of_the_clock_may_be_asked_back(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=DAILY)
    before = position(session)
    clock.advance(hours=24)
    while session.waiting_for() == [0]:
        await desk.scheduler.carry_out_due()
    with pytest.raises(Refused, match="not yours"):
        await session.consent.undo(user_id=ALICE)
    await session.consent.ask_undo(user_id=ALICE)
    await session.consent.answer_undo(BOB, True)
    assert position(session) == before


async def test_a_step_that_nobody_knows_of_does_not_hinder(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options=STONES)
    before = position(session)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=PEEK)
    await told(desk, notebook, "log")
    # Were this refused, Alice would know that Bob has looked.
    await session.consent.undo(user_id=ALICE)
    assert position(session) == before
    await desk.courier.flush()
    assert notebook.of("secret", BOB) == [
        {"revision": session.revision, "events": [], "note": {"what": "taken_along"}}
    ]
    assert notebook.of("secret", ALICE) == []
    line = {"revision": session.revision, "events": [], "moment": session.moment}
    assert notebook.of("log") == [{**line, "took_back": 0}]


async def test_a_step_that_nobody_knows_of_does_not_end_a_request(
    three: GameSession, desk: Desk, notebook: Notebook
) -> None:
    before = position(three)
    await three.submit(user_id=ALICE, choice=take(1))
    await three.submit(user_id=BOB, choice=take(1))
    petition = await three.consent.ask_undo(user_id=ALICE)
    await three.submit(user_id=CECILY, choice=PEEK)
    assert await three.consent.open_one("undo") == petition
    await three.consent.answer_undo(BOB, True)
    await three.consent.answer_undo(CECILY, True)
    assert position(three) == before
    await desk.courier.flush()
    withdrawn = {"revision": three.revision, "events": [], "note": {"what": "taken_along"}}
    assert notebook.of("secret", CECILY)[-1] == withdrawn
    assert verify(await three.journal.export(), three.rules) is None


async def test_new_people_at_the_table_are_not_bound_by_old_requests(
    three: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await three.submit(user_id=ALICE, choice=PEEK)
    await three.consent.ask_undo(user_id=ALICE)
    await three.consent.vote_pause(BOB)
    await told(desk, notebook, "petition")
    await three.lobby.leave(CECILY)
    assert gist(await told(desk, notebook, "petition")) == [
        ("undo", "lapsed", [], []),
        ("pause", "lapsed", [1], []),
    ]
    assert (
        await three.consent.open_one("undo"),
        await three.consent.open_one("pause", "resume"),
    ) == (None, None)
    # And who has left is not asked.
    assert (await three.consent.ask_undo(user_id=ALICE)).still == (1,)


# Pausing


async def test_a_majority_pauses_and_resumes(
    desk: Desk, open_desk, notebook: Notebook, clock: FakeClock
) -> None:
    session = await running_game(desk, bids=(2, 1, 0), options=DAILY)
    clock.advance(hours=4)
    moved = await session.consent.vote_pause(BOB, interaction_id="m")
    assert (moved.what, moved.seat, moved.state) == ("pause", 1, "open")
    assert (moved.agreed, moved.still) == ((1,), (0, 2))
    assert moved.until == clock.now() + 24 * HOUR
    assert await session.consent.vote_pause(BOB, interaction_id="m") == moved
    assert session.paused_at is None
    # A motion stands however the game goes on.
    await session.submit(user_id=ALICE, choice=take(1))
    assert await session.consent.open_one("pause", "resume") == moved
    await desk.close()
    other = open_desk(notebook)
    again = await other.get(session.id)
    await told(other, notebook, "log")
    done = await again.consent.vote_pause(CECILY, number=moved.number)
    assert (done.state, done.agreed) == ("done", (1, 2))
    assert again.paused_at == clock.now()
    assert await again.consent.open_one("pause", "resume") is None
    await other.courier.flush()
    notes = [row["note"] for row in notebook.of("log") if "note" in row]
    assert notes == [{"what": "pause_voted", "seat": 1, "was": "Bob"}]
    with pytest.raises(Refused, match="paused"):
        await again.submit(user_id=BOB, choice=take(1))
    clock.advance(hours=100)
    assert await other.scheduler.carry_out_due() == 0
    with pytest.raises(Refused, match="is already paused"):
        await again.consent.vote_pause(ALICE, what="pause")
    # A control of the old motion does not begin a new one.
    with pytest.raises(Refused, match="settled"):
        await again.consent.vote_pause(ALICE, number=moved.number)
    assert (await again.consent.vote_pause(ALICE, what="resume")).what == "resume"
    notebook.clear()
    assert (await again.consent.vote_pause(BOB)).state == "done"
    assert again.paused_at is None
    assert [(d.seat, d.due - clock.now()) for d in await again.clock.deadlines()] == [
        (1, 24 * HOUR)
    ]
    await other.courier.flush()
    notes = [row["note"] for row in notebook.of("log") if "note" in row]
    assert notes == [{"what": "resume_voted", "seat": 0, "was": "Alice"}]
    await again.submit(user_id=BOB, choice=take(1))
    assert await again.moderator.audit() == []


async def test_a_motion_fails_as_soon_as_that_is_certain(
    three: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await three.consent.vote_pause(ALICE)
    assert (await three.consent.vote_pause(BOB, False)).state == "open"
    await told(desk, notebook, "petition")
    assert (await three.consent.vote_pause(CECILY, False)).state == "refused"
    assert gist(await told(desk, notebook, "petition")) == [("pause", "refused", [0], [1, 2])]
    assert three.paused_at is None
    with pytest.raises(Refused, match="settled"):
        await three.consent.vote_pause(BOB, False)
    await three.consent.vote_pause(ALICE)
    assert (await three.consent.vote_pause(ALICE, False)).state == "withdrawn"
    with pytest.raises(Refused, match="is not paused"):
        await three.consent.vote_pause(ALICE, what="resume")
    with pytest.raises(Refused, match="no seat"):
        await three.consent.vote_pause(DUNCAN)


async def test_half_of_the_table_is_no_majority(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    assert (await session.consent.vote_pause(ALICE)).state == "open"
    assert (await session.consent.vote_pause(BOB, False)).state == "refused"
    await session.consent.vote_pause(ALICE)
    assert (await session.consent.vote_pause(BOB)).state == "done"


async def test_a_moderators_pause_is_a_moderators_to_end(three: GameSession) -> None:
    await three.consent.vote_pause(ALICE)
    await three.moderator.pause(by=MOD, reason="tea")
    assert await three.consent.open_one("pause", "resume") is None
    with pytest.raises(Refused, match="moderator has paused"):
        await three.consent.vote_pause(ALICE)
    await three.moderator.resume(by=MOD, reason="done")
    await three.consent.vote_pause(ALICE)
    await three.consent.vote_pause(BOB)
    # What the table stopped, a moderator may let go on; and that is taken back.
    await three.moderator.resume(by=MOD, reason="late")
    await three.moderator.retract(by=MOD, reason="a slip")
    await three.consent.vote_pause(ALICE)
    assert (await three.consent.vote_pause(BOB)).what == "resume"
    assert three.paused_at is None


async def test_a_motion_lapses(three: GameSession, desk: Desk, clock: FakeClock) -> None:
    await three.consent.vote_pause(ALICE)
    clock.advance(hours=24)
    await desk.scheduler.carry_out_due()
    assert (await three.consent.open_one("pause", "resume"), three.paused_at) == (None, None)


async def test_nothing_is_asked_any_more_once_the_game_is_over(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "6"})
    await session.submit(user_id=ALICE, choice=PEEK)
    await session.consent.ask_undo(user_id=ALICE)
    await session.consent.vote_pause(ALICE)
    await session.moderator.end(by=MOD, reason="late")
    assert (
        await session.consent.open_one("undo"),
        await session.consent.open_one("pause", "resume"),
    ) == (
        None,
        None,
    )
    await session.moderator.retract(by=MOD, reason="on we go")
    assert await desk.scheduler.carry_out_due() == 0
    assert (await session.consent.ask_undo(user_id=ALICE)).state == "open"


async def test_a_control_of_a_settled_request_does_not_fit_the_next(three: GameSession) -> None:
    first = await three.consent.vote_pause(ALICE)
    await three.consent.vote_pause(ALICE, False, number=first.number)
    motion = await three.consent.vote_pause(ALICE)
    assert motion.number > first.number
    for agree in (True, False):
        with pytest.raises(Refused) as refused:
            await three.consent.vote_pause(BOB, agree, number=first.number)
        assert refused.value.text == seating.GONE
    # To say no to nothing makes no motion, nor does a control of one that is settled.
    assert (await three.consent.open_one("pause", "resume")) == motion
    await three.consent.vote_pause(BOB, number=motion.number)
    assert three.paused_at is not None
    for agree, number in ((False, None), (True, motion.number)):
        with pytest.raises(Refused) as refused:
            await three.consent.vote_pause(BOB, agree, number=number)
        assert refused.value.text == seating.GONE
    assert await three.consent.open_one("pause", "resume") is None
    for what, said in (("pause", "The game is already paused."),):
        with pytest.raises(Refused) as refused:
            await three.consent.vote_pause(BOB, what=what)  # type: ignore[arg-type]
        assert refused.value.text == said
