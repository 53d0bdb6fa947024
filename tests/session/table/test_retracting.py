"""What a moderator takes back of his own: what was done in secret since is no hindrance."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify
from tests.session.doubles import ALICE, BOB, Notebook, bid, position, running_game, take
from tests.session.mendable import WHISPER, WhisperingLibrary

WHY: dict[str, Any] = {"by": 900, "reason": "a slip"}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


@pytest.fixture
async def session(desk: Desk) -> GameSession:
    """A running game whose position may be mended."""
    desk.services.library = WhisperingLibrary()
    return await running_game(desk, options={"stones": "40"})


async def do(session: GameSession, deed: str) -> None:
    """A deed of the moderator's that can be taken back while nothing is done since."""
    if deed == "correct":
        await session.moderator.correct(**WHY, choice=Choice.of("set_heap", stones="12"))
    elif deed == "skip":
        await session.moderator.skip(**WHY, seat=1)
    elif deed == "undo":
        await session.moderator.undo(**WHY)
    else:
        await session.moderator.rewind(**WHY, to=session.revision - 1)


async def told_to(desk: Desk, notebook: Notebook, person: int | None = None) -> list[Any]:
    """What was told since the last look: privately to a person, or to all."""
    await desk.courier.flush()
    return [row.get("note") for row in notebook.of("secret" if person else "log", person)]


@pytest.mark.parametrize("deed", ["correct", "skip", "undo", "rewind"])
async def test_what_is_done_in_secret_does_not_hinder_and_is_taken_along(
    session: GameSession, desk: Desk, notebook: Notebook, deed: str
) -> None:
    await session.submit(user_id=ALICE, choice=take(1))
    before = position(session)
    await do(session, deed)
    # To look does not hinder, whether or not something was done in secret after it.
    await session.moderator.break_glass(**WHY, seat=0)
    await session.submit(user_id=BOB, choice=WHISPER)
    await session.submit(user_id=ALICE, choice=WHISPER)
    await desk.courier.flush()
    notebook.clear()
    await session.moderator.retract(**WHY)
    assert position(session) == before
    assert {"what": "taken_along"} in await told_to(desk, notebook, BOB)
    assert {"what": "taken_along"} in await told_to(desk, notebook, ALICE)
    assert verify(await session.journal.export(), session.rules) is None
    await session.submit(user_id=BOB, choice=take(1))
    assert verify(await session.journal.export(), session.rules) is None


@pytest.mark.parametrize("deed", ["correct", "skip", "undo", "rewind"])
async def test_what_all_could_see_hinders_whatever_was_done_in_secret(
    session: GameSession, deed: str
) -> None:
    await session.submit(user_id=ALICE, choice=take(1))
    await do(session, deed)
    await session.submit(user_id=ALICE, choice=WHISPER)
    waiting = session.waiting_for()
    for seat in waiting:
        # After the turn that was skipped both bid, and the bids are opened.
        choice = take(1) if len(waiting) == 1 else bid(0)
        await session.submit(user_id=(ALICE, BOB)[seat], choice=choice)
    await session.submit(user_id=BOB, choice=WHISPER)
    stands, revision = position(session), session.revision
    with pytest.raises(Refused, match="The game has moved on since"):
        await session.moderator.retract(**WHY)
    assert (position(session), session.revision) == (stands, revision)


async def test_a_correction_after_which_all_was_undone_is_taken_back(session: GameSession) -> None:
    before = position(session)
    await do(session, "correct")
    await session.submit(user_id=ALICE, choice=take(1))
    await session.consent.undo(user_id=ALICE)
    await session.moderator.retract(**WHY)
    assert position(session) == before
