"""What a moderator takes back goes by what all could see; whose secrets go along hear it alone."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import LIBRARY
from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify
from tests.session.doubles import ALICE, BOB, CECILY, Notebook, position, running_game, take
from tests.session.mendable import DRAW, WHISPER, WhisperingLibrary
from tests.session.parliament import CALL, NAY, PEOPLE, YEA, at_the_ballot, at_the_debate, kind

WHY: dict[str, Any] = {"by": 900, "reason": "a slip"}
ALONG = {"what": "taken_along"}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


@pytest.fixture
async def session(desk: Desk) -> GameSession:
    """A running game in which everybody may whisper at any time, and nobody hears of it."""
    desk.services.library = WhisperingLibrary()
    return await running_game(desk, options={"stones": "40"})


async def told_to(desk: Desk, notebook: Notebook, person: int | None = None) -> list[Any]:
    """The notes that were told: privately to a person, or to all."""
    await desk.courier.flush()
    rows = notebook.of("secret" if person else "log", person)
    return [row["note"] for row in rows if "note" in row]


async def spoken(desk: Desk, notebook: Notebook, session: GameSession) -> Any:
    """All that the table reads of an undo: beforehand, afterwards, and in the audit."""
    lost = await session.moderator.preview_undo()
    await session.moderator.undo(**WHY)
    deeds = [(d.what, d.about, d.events) for d in await session.moderator.audit()]
    return lost.events, await told_to(desk, notebook), deeds, position(session)


async def test_an_undo_takes_back_what_all_could_see_whatever_was_done_in_secret(
    session: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await session.submit(user_id=ALICE, choice=take(1))
    before = position(session)
    found = []
    for whispers in (0, 3):
        await session.submit(user_id=BOB, choice=take(2))
        for _ in range(whispers):
            await session.submit(user_id=ALICE, choice=WHISPER)
        await desk.courier.flush()
        notebook.clear()
        events, notes, deeds, after = await spoken(desk, notebook, session)
        assert after == before
        found.append((events, notes, deeds[0]))
    assert found[0] == found[1]
    assert found[0][1] == [{"what": "undo", **WHY, "seat": 1, "was": "Bob"}]
    assert await told_to(desk, notebook, ALICE) == [ALONG]
    assert await told_to(desk, notebook, BOB) == []
    assert verify(await session.journal.export(), session.rules) is None


async def test_where_only_secret_steps_were_made_there_is_nothing_to_take_back(
    session: GameSession,
) -> None:
    # The bids are opened by the last of them; the other one nobody has seen.
    await session.moderator.undo(**WHY)
    for choice in (WHISPER, DRAW):
        for looked in (session.moderator.preview_undo(), session.moderator.undo(**WHY)):
            with pytest.raises(Refused) as nothing:
                await looked
            assert nothing.value.text == "There is nothing to take back."
        await session.submit(user_id=ALICE, choice=choice)


async def test_what_is_kept_secret_is_told_to_whom_it_concerns_by_a_rewind_too(
    session: GameSession, desk: Desk, notebook: Notebook
) -> None:
    to = session.revision
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=WHISPER)
    await desk.courier.flush()
    notebook.clear()
    await session.moderator.rewind(**WHY, to=to)
    assert await told_to(desk, notebook) == [{"what": "rewind", **WHY, "to": to}]
    assert await told_to(desk, notebook, BOB) == [ALONG]
    assert await told_to(desk, notebook, ALICE) == []
    # Who cannot be written to finds it in the log, and nobody else does.
    assert [entry.along for entry in await session.journal.log(1, last=1)] == [True]
    for other in (0, None):
        assert [entry.along for entry in await session.journal.log(other, last=1)] == [False]
    (seen,) = (await session.journal.digest(1, to)).entries
    assert seen.along


async def test_that_secret_draws_are_made_anew_is_told_to_nobody(
    session: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=DRAW)
    await session.moderator.undo(**WHY)
    assert await told_to(desk, notebook) == [{"what": "undo", **WHY, "seat": 0, "was": "Alice"}]
    assert session.match is not None
    # It is done all the same: nobody looks first and chooses afterwards.
    assert session.match.taken_back == 1
    await session.submit(user_id=ALICE, choice=Choice.of("throw"))
    await session.submit(user_id=BOB, choice=DRAW)
    notebook.clear()
    await session.moderator.undo(**WHY)
    (note,) = await told_to(desk, notebook)
    assert note["drawn_afresh"]
    assert verify(await session.journal.export(), session.rules) is None


@pytest.mark.parametrize("deed", ["correct", "skip"])
async def test_nor_is_it_where_a_deed_is_retracted(
    session: GameSession, desk: Desk, notebook: Notebook, deed: str
) -> None:
    if deed == "correct":
        await session.moderator.correct(**WHY, choice=Choice.of("set_heap", stones="12"))
    else:
        await session.moderator.skip(**WHY, seat=0)
    await session.submit(user_id=BOB, choice=DRAW)
    await desk.courier.flush()
    notebook.clear()
    await session.moderator.retract(**WHY)
    (note,) = await told_to(desk, notebook)
    assert note.keys() == {"what", "by", "reason", "retracted", "revision"}
    assert session.match is not None
    assert session.match.taken_back == 1


async def test_who_has_looked_since_an_undo_knows_nothing_once_it_is_retracted(
    session: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await session.submit(user_id=ALICE, choice=take(1))
    assert session.match is not None
    deck = list(session.match.position.state.deck)
    await session.moderator.undo(**WHY)
    await session.submit(user_id=BOB, choice=DRAW)
    await desk.courier.flush()
    notebook.clear()
    await session.moderator.retract(**WHY)
    assert session.match.position.state.deck != deck
    assert sorted(session.match.position.state.deck) == sorted(deck)
    (note,) = await told_to(desk, notebook)
    assert note.keys() == {"what", "by", "reason", "retracted", "revision"}
    await session.submit(user_id=BOB, choice=take(1))
    assert verify(await session.journal.export(), session.rules) is None


@pytest.mark.parametrize("voters", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
async def test_a_vote_that_is_over_is_taken_back_with_its_call_and_not_with_its_last_ballot(
    desk: Desk, notebook: Notebook, voters: tuple[int, ...]
) -> None:
    desk.services.library = LIBRARY
    session = await at_the_debate(desk)
    before = position(session)
    await session.submit(user_id=ALICE, choice=CALL)
    for seat in voters:
        await session.submit(user_id=PEOPLE[seat], choice=YEA)
    assert kind(session) != "ballot"
    await desk.courier.flush()
    notebook.clear()
    await session.moderator.undo(**WHY)
    assert position(session) == before
    (note,) = await told_to(desk, notebook)
    # Who cast the last ballot is nowhere to be read.
    assert note == {"what": "undo", **WHY}


async def test_who_had_voted_hears_that_the_vote_is_gone(desk: Desk, notebook: Notebook) -> None:
    desk.services.library = LIBRARY
    session = await at_the_ballot(desk)
    await session.submit(user_id=CECILY, choice=NAY)
    await desk.courier.flush()
    notebook.clear()
    await session.moderator.undo(**WHY)
    assert await told_to(desk, notebook, CECILY) == [ALONG]
    assert await told_to(desk, notebook, BOB) == []
