"""A moderator's deeds to the letter: what is refused, what is told, and what is kept of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, TypedDict

import pytest

from bot.rules.kernel import Choice, Match, Offer, Prompt
from bot.session import Desk, GameSession, Refused, SeatInfo
from bot.session.seating import UNDER_SEAL
from bot.session.table.amending import NOT_OPEN
from bot.storage import JournalRow, journal
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    DUNCAN,
    FakeClock,
    Notebook,
    bid,
    position,
    running_game,
    take,
)
from tests.session.mendable import WHISPER, MendableLibrary, WhisperingLibrary
from tests.waiting import idle

MOD = 900
HOUR = timedelta(hours=1)
STONES = {"stones": "40"}
DAILY = {"pace": "daily", "stones": "40"}


class Why(TypedDict):
    """Who does it, and why."""

    by: int
    reason: str


WHY = Why(by=MOD, reason="a slip")


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


async def noted(desk: Desk, session: GameSession) -> list[JournalRow]:
    """The steps and deeds of which it is noted how they came about, the oldest first."""
    async with desk.services.database.reading() as db:
        return list(await journal.noted(db, session.id))


async def left(session: GameSession) -> dict[int, float]:
    """The hours that each seat has."""
    return {d.seat: (d.due - session.clock.now()) / HOUR for d in await session.clock.deadlines()}


async def test_a_pause_begins_now_and_is_no_pause_twice(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=STONES)
    with pytest.raises(Refused) as refused:
        await session.moderator.resume(**WHY)
    assert refused.value.text == "The game is not paused."
    clock.advance(hours=2)
    await session.moderator.pause(**WHY)
    assert session.paused_at == clock.now()
    with pytest.raises(Refused) as refused:
        await session.moderator.pause(**WHY)
    assert refused.value.text == "The game is already paused."
    await session.moderator.resume(**WHY)
    assert session.paused_at is None
    assert [(r.note["what"], r.actor) for r in await noted(desk, session) if r.note] == [
        ("pause", MOD),
        ("resume", MOD),
    ]


@pytest.mark.parametrize(
    ("time", "fits"),
    [
        (timedelta(0), False),
        (timedelta(seconds=0.4), False),
        (timedelta(seconds=1), True),
        (timedelta(days=60), True),
        (timedelta(days=60, seconds=1), False),
    ],
)
async def test_more_time_is_some_time_and_at_most_sixty_days(
    desk: Desk, time: timedelta, fits: bool
) -> None:
    session = await running_game(desk, options=DAILY)
    if not fits:
        with pytest.raises(Refused) as refused:
            await session.moderator.extend(**WHY, time=time)
        assert refused.value.text == "You can give at most sixty more days."
        return
    await session.moderator.extend(**WHY, time=time)
    assert await left(session) == {0: 24 + time / HOUR}
    with pytest.raises(Refused) as refused:
        await session.moderator.extend(**WHY, time=time, seat=1)
    assert refused.value.text == "No deadline is running, so there is nothing to extend."
    [row] = await noted(desk, session)
    about = {"seat": None, "seconds": round(time.total_seconds())}
    assert (row.note, row.kept) == ({"what": "extend", **WHY, **about}, about)


async def test_in_a_vote_nobody_is_skipped_nor_what_was_skipped_taken_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options=STONES)
    with pytest.raises(Refused) as refused:
        await session.moderator.skip(**WHY, seat=1)
    assert refused.value.text == "The game is not waiting for this seat."
    before = position(session)
    await session.moderator.skip(**WHY, seat=0)
    [row] = await noted(desk, session)
    assert (row.kind, row.seat, row.actor) == ("decision", 0, MOD)
    assert row.note == {"what": "skip", **WHY, "seat": 0, "was": "Alice"}
    with monkeypatch.context() as patched:
        patched.setattr(Match, "vote", lambda _: Prompt(1, "ballot", (Offer("yea"),)))
        # Whether the seat is waited for or not: the answer must not tell.
        for seat in (0, 1):
            with pytest.raises(Refused) as refused:
                await session.moderator.skip(**WHY, seat=seat)
            assert refused.value.text == (
                "A sealed vote is under way, and nobody may know whose vote is missing. A "
                "player who has not voted when time is up abstains."
            )
        with pytest.raises(Refused) as refused:
            await session.moderator.retract(**WHY)
        assert refused.value.text == UNDER_SEAL
    await session.moderator.retract(**WHY)
    assert position(session) == before


async def test_a_deed_that_is_no_step_is_taken_back_in_a_vote_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options=STONES)
    await session.moderator.pause(**WHY)
    monkeypatch.setattr(Match, "vote", lambda _: Prompt(1, "ballot", (Offer("yea"),)))
    await session.moderator.retract(**WHY)
    assert session.paused_at is None


async def test_who_takes_back_or_forward_is_kept(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    to = session.revision
    for _ in range(2):
        await session.submit(user_id=ALICE, choice=Choice.of("peek"))
        await session.submit(user_id=ALICE, choice=take(1))
        await session.moderator.rewind(**WHY, to=to)
        to = session.revision
    await session.submit(user_id=ALICE, choice=take(1))
    await session.moderator.undo(by=MOD + 1, reason="again")
    await session.moderator.retract(by=MOD + 2, reason="no")
    rows = await noted(desk, session)
    assert [(r.actor, (r.note or {})["what"]) for r in rows] == [
        (MOD, "rewind"),
        (MOD, "rewind"),
        (MOD + 1, "undo"),
        (MOD + 2, "retract"),
    ]
    assert [deed.about for deed in await session.moderator.audit(1)] == [
        {"retracted": "undo", "revision": rows[2].revision}
    ]


async def test_the_turns_are_remembered_for_suggestions(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=take(1))
    assert session.moderator.turns_at_hand() == []
    await idle(desk)
    known = session.moderator.turns_at_hand()
    assert known == await session.moderator.turns()
    assert known != []


async def test_a_correction_may_be_tried_out(desk: Desk) -> None:
    desk.services.library = MendableLibrary()
    session = await running_game(desk, options=STONES)
    before, revision = position(session), session.revision
    verbs = {offer.verb for prompt in session.moderator.corrections() for offer in prompt.offers}
    assert "set_heap" in verbs
    await session.moderator.try_out(Choice.of("set_heap", stones="12"), by=WHY["by"])
    with pytest.raises(Refused, match="So many stones"):
        await session.moderator.try_out(Choice.of("set_heap", stones="99"), by=WHY["by"])
    with pytest.raises(Refused) as refused:
        await session.moderator.correct(**WHY, choice=Choice.of("time_up"))
    assert refused.value.text == "You cannot correct the position like that now."
    assert (position(session), session.revision) == (before, revision)
    await session.moderator.correct(**WHY, choice=Choice.of("set_heap", stones="12"))
    [row] = await noted(desk, session)
    assert (row.seat, row.actor) == (-1, MOD)
    await session.moderator.break_glass(**WHY, seat=0)
    # To look does not hinder; a decision since does.
    await session.submit(user_id=ALICE, choice=take(1))
    with pytest.raises(Refused) as refused:
        await session.moderator.retract(**WHY)
    assert refused.value.text == "The game has moved on since. Rewind it instead."
    assert session.view(None).heap == 11


async def test_of_a_game_broken_off_the_clocks_are_kept_that_no_seat_has(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, bids=(2, 1, 0), options={**DAILY, "hours": "50"})
    await session.consent.vote_pause(ALICE)
    await session.moderator.end(**WHY)
    [row] = await noted(desk, session)
    due, made = (at.isoformat() for at in (clock.now() + 50 * HOUR, clock.now()))
    assert row.kept == {"clocks": [{"kind": "time_up", "due": due, "set_at": made}]}
    assert (row.actor, session.status) == (MOD, "over")
    for command in (session.moderator.end, session.moderator.pause, session.moderator.resume):
        with pytest.raises(Refused, match="not being played"):
            await command(**WHY)


async def test_a_newcomer_has_a_plain_name_and_no_computer_beside(
    desk: Desk, notebook: Notebook
) -> None:
    session = await running_game(desk, bids=(1, 0), options=STONES)
    await session.moderator.seat_computer(**WHY, seat=1, policy="dabbler")
    computer = SeatInfo(1, None, "Dabbler 1 (computer)", "dabbler")
    assert (session.seats[1], session.host_id) == (computer, ALICE)
    await desk.courier.flush()
    assert [entry for entry in notebook.entries if entry.kind == "brief"] == []
    name = " Cecily\n the  wise "
    await session.moderator.replace_player(**WHY, seat=1, user_id=CECILY, name=name)
    assert session.seats[1] == SeatInfo(1, CECILY, "Cecily the wise")
    rows = await noted(desk, session)
    assert [row.note for row in rows] == [
        {"what": "computer", **WHY, "seat": 1, "policy": "dabbler", "was": "Bob"},
        {"what": "replace", **WHY, "seat": 1, "user_id": CECILY, "was": computer.name},
    ]
    assert rows[1].kept == {
        "host_id": ALICE,
        "seats": [
            {"number": 0, "user_id": ALICE, "name": "Alice", "policy": None},
            {"number": 1, "user_id": None, "name": computer.name, "policy": "dabbler"},
        ],
    }
    await session.moderator.retract(**WHY)
    assert session.seats[1] == computer
    for seat, user_id, why in (
        (1, ALICE, "This person already has a seat in this game."),
        (2, DUNCAN, "There is no such seat in this game."),
        (-1, DUNCAN, "There is no such seat in this game."),
    ):
        with pytest.raises(Refused) as refused:
            await session.moderator.replace_player(**WHY, seat=seat, user_id=user_id, name="X")
        assert refused.value.text == why
    with pytest.raises(Refused, match="no such seat"):
        await session.moderator.break_glass(**WHY, seat=2)


async def test_a_host_who_is_sent_away_hands_over_where_there_is_somebody(
    desk: Desk, notebook: Notebook
) -> None:
    session = await running_game(desk, options=STONES)
    await session.moderator.kick(**WHY, seat=0)
    assert session.seats[0] == SeatInfo(0, None, "Alice")
    assert session.host_id == BOB
    await session.moderator.kick(**WHY, seat=1)
    assert session.host_id == BOB
    with pytest.raises(Refused) as refused:
        await session.moderator.kick(**WHY, seat=0)
    assert refused.value.text == "Nobody sits there."
    await session.moderator.retract(**WHY)
    await session.moderator.retract(**WHY)
    assert (session.host_id, session.seats[0]) == (ALICE, SeatInfo(0, ALICE, "Alice"))
    # Who is not the host may go without the host's place being looked at.
    await session.moderator.kick(**WHY, seat=1)
    assert session.host_id == ALICE


async def test_who_was_sent_away_comes_back_only_if_they_sit_nowhere_else(desk: Desk) -> None:
    session = await running_game(desk, bids=(2, 1, 0), options=STONES)
    await session.lobby.leave(ALICE)
    await session.moderator.kick(**WHY, seat=1)
    await session.lobby.join(BOB, "Robert")
    assert session.seat_of(BOB) == 0
    with pytest.raises(Refused) as refused:
        await session.moderator.retract(**WHY)
    assert refused.value.text == "The person who sat there has another seat now."
    await session.lobby.leave(BOB)
    await session.lobby.join(BOB, "Bob")
    assert session.seat_of(BOB) == 1
    # Back on their own seat they may be told once more that it is theirs.
    await session.moderator.retract(**WHY)
    assert session.seats[1] == SeatInfo(1, BOB, "Bob")


async def test_what_was_seen_is_passed_over_where_a_deed_is_taken_back(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    with pytest.raises(Refused) as refused:
        await session.moderator.retract(**WHY)
    assert refused.value.text == "No moderator has done anything that you could take back."
    await session.moderator.kick(**WHY, seat=1)
    kicked = session.revision
    await session.moderator.pause(**WHY)
    await session.moderator.break_glass(**WHY, seat=1)
    await session.moderator.retract(**WHY)
    assert (session.paused_at, session.seats[1].free) == (None, True)
    await session.moderator.retract(**WHY)
    assert session.seats[1].user_id == BOB
    newest = (await session.moderator.audit())[0]
    assert newest.about == {"retracted": "kick", "revision": kicked}


async def test_a_deed_that_is_overtaken_is_taken_back_without_further_effect(desk: Desk) -> None:
    session = await running_game(desk, options=DAILY)
    await session.consent.vote_pause(ALICE)
    await session.consent.vote_pause(BOB)
    await session.moderator.resume(**WHY)
    await session.consent.vote_pause(ALICE)
    await session.consent.vote_pause(BOB)
    paused_at = session.paused_at
    assert paused_at is not None
    desk.services.clock.advance(hours=1)  # type: ignore[attr-defined]
    # The table itself has stopped it again: it stays stopped from then on.
    await session.moderator.retract(**WHY)
    assert session.paused_at == paused_at


async def test_fifty_deeds_are_listed_if_nobody_asks_for_more(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options=STONES)
    await session.moderator.pause(**WHY)
    [row] = await noted(desk, session)

    async def many(_db: Any, _game_id: str) -> list[JournalRow]:
        return [row] * 60

    monkeypatch.setattr(journal, "noted", many)
    assert len(await session.moderator.audit()) == 50
    assert len(await session.moderator.audit(55)) == 55


# A moderator reads steps and turns by numbers that tell nothing of what was done in secret.


async def played(desk: Desk, whispers: int) -> GameSession:
    """Two rounds and a half, with so many whispers before each answer that all can see."""
    desk.services.library = WhisperingLibrary()
    session = await running_game(desk, options={"stones": "40"})
    for number in range(5):
        for _ in range(whispers):
            await session.submit(user_id=BOB, choice=WHISPER)
        await session.submit(user_id=(ALICE, BOB)[number % 2], choice=take(1))
        if number % 2:
            await session.submit(user_id=ALICE, choice=bid(0))
            await session.submit(user_id=BOB, choice=bid(0))
    return session


async def numbers(session: GameSession) -> tuple[list[int], list[int], int]:
    """Those of the answers and of the turns, and the moment of the game."""
    answers = [each.number for each in await session.amending.answers()]
    turns = [each.number for each in await session.moderator.turns()]
    return answers, turns, session.moment


async def amended(session: GameSession) -> None:
    """Alice's first answer is another one, as both agree; all after it is kept."""
    first = (await session.amending.answers())[-1]
    at, seen = first.revision, session.revision
    await session.amending.propose(by=900, reason="a slip", revision=at, choice=take(2), seen=seen)
    await session.amending.answer(ALICE, True)
    assert (await session.amending.answer(BOB, True)).state == "done"


@pytest.mark.parametrize("whispers", [0, 3])
async def test_numbers_are_the_same_however_much_was_done_in_secret(
    desk: Desk, whispers: int
) -> None:
    session = await played(desk, whispers)
    assert await numbers(session) == ([10, 8, 7, 5, 4], [4, 5, 7, 8, 10], 10)
    # In another line of the game it is the same.
    revision = session.revision
    await amended(session)
    assert session.revision == revision + 12 + 4 * whispers
    assert await numbers(session) == ([18, 16, 15, 13, 12], [12, 13, 15, 16, 18], 19)


@pytest.mark.parametrize("whispers", [0, 3])
async def test_so_they_are_in_a_game_that_was_brought_in(desk: Desk, whispers: int) -> None:
    data = await (await played(desk, whispers)).journal.export()
    home = {"guild_id": 1, "channel_id": 77, "host_id": ALICE}
    moved = await desk.new_games.bring_in(data, **home, people={0: ALICE, 1: BOB})
    assert await numbers(moved) == ([10, 8, 7, 5, 4], [4, 5, 7, 8, 10], 10)
    assert moved.revision == 13 + 5 * whispers


@pytest.mark.parametrize("whispers", [0, 3])
async def test_a_log_begins_at_the_same_number_however_much_was_done_in_secret(
    desk: Desk, whispers: int
) -> None:
    session = await played(desk, whispers)
    found = []
    for turns in (1, 2, 3):
        since = await session.journal.turns_ago(turns)
        moment = await session.moment_of(since)
        found.append(moment)
        # Nothing of what was asked for is left out.
        assert await session.begun_at(moment) <= since
    assert found == [9, 7, 6]


async def test_an_answer_is_found_by_its_number_and_by_no_other(desk: Desk) -> None:
    session = await played(desk, 3)
    for answer in await session.amending.answers():
        found = await session.amending.answer_numbered(answer.number)
        assert (found.revision, found.choice) == (answer.revision, answer.choice)
        assert answer.number < answer.revision
    for number in (0, 1, session.moment + 1, session.revision):
        with pytest.raises(Refused) as refused:
            await session.amending.answer_numbered(number)
        assert refused.value.text == NOT_OPEN


async def test_a_number_that_was_taken_back_is_that_of_no_answer(desk: Desk) -> None:
    session = await played(desk, 0)
    former = (await session.amending.answers())[0]
    await amended(session)
    with pytest.raises(Refused) as refused:
        await session.amending.answer_numbered(former.number)
    assert refused.value.text == NOT_OPEN
