"""Taking back one's last decision."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Event
from bot.session import Desk, Refused
from bot.session.announcements import plain
from bot.session.journal.history import unseen
from bot.storage import JournalRow
from tests.session.doubles import ALICE, BOB, Notebook, bid, open_game, position, running_game, take
from tests.storage.databases import database_url
from tests.storage.rows import NOW
from tests.toy.game import CardPaid, Dealt, Toy

__all__ = ["database_url"]

THROW = Choice.of("throw")


async def test_a_decision_is_taken_back_exactly(desk: Desk, open_desk, notebook: Notebook) -> None:
    session = await running_game(desk, options={"stones": "10"})
    saved, revision = position(session), session.revision
    await session.submit(user_id=ALICE, choice=take(3))
    await desk.courier.flush()
    notebook.clear()
    receipt = await session.consent.undo(user_id=ALICE, interaction_id="u")
    assert receipt.revision == session.revision == revision + 2
    assert position(session) == saved
    assert position(await open_desk().get(session.id)) == saved
    await desk.courier.flush()
    line = {"revision": revision + 2, "events": [], "moment": session.moment, "took_back": 0}
    assert notebook.of("log") == [line]
    # Who took the step back needs no calling.
    assert notebook.of("ask") == []
    assert (await session.consent.undo(user_id=ALICE, interaction_id="u")).repeated


async def test_the_log_keeps_quiet_about_what_was_taken_back(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=take(3))
    await session.consent.undo(user_id=ALICE)
    last = (await session.journal.log(None))[-1]
    assert (last.took_back, last.events) == (0, ())
    names = [type(e).__name__ for entry in await session.journal.log(0) for e in entry.events]
    assert "Taken" not in names


async def test_of_the_log_what_came_after_a_revision_can_be_read_alone(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    before = session.revision
    await session.submit(user_id=ALICE, choice=take(3))
    whole = await session.journal.log(None)
    assert [entry.revision for entry in whole][-2:] == [before, before + 1]
    assert await session.journal.log(None, after=before) == whole[-1:]
    assert await session.journal.log(None, after=before + 1) == []


async def test_what_was_not_yet_told_is_not_told_any_more(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await desk.courier.flush()
    notebook.clear()
    await session.submit(user_id=ALICE, choice=take(3))
    await session.consent.undo(user_id=ALICE)
    await desk.courier.flush()
    line = {"revision": session.revision, "events": [], "moment": session.moment}
    assert notebook.of("log") == [{**line, "took_back": 0}]
    assert notebook.of("ask") == []
    assert notebook.of("picture") == []


async def test_steps_are_taken_back_one_by_one_and_the_game_goes_another_way(
    desk: Desk,
) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    first = position(session)
    await session.submit(user_id=ALICE, choice=bid(2))
    await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=bid(3))
    await session.consent.undo(user_id=ALICE)
    assert position(session) == first
    with pytest.raises(Refused, match="nothing to undo"):
        await session.consent.undo(user_id=ALICE)
    revisions = session.revision
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.submit(user_id=BOB, choice=bid(0))
    assert session.revision == revisions + 2
    assert session.view(None).tokens == (4, 5)


async def test_what_became_known_stays(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    with pytest.raises(Refused, match="brought something to light"):
        await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=THROW)
    with pytest.raises(Refused, match="brought something to light"):
        await session.consent.undo(user_id=ALICE)


async def test_only_the_very_last_decision_and_only_ones_own(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=take(1))
    with pytest.raises(Refused, match="not yours"):
        await session.consent.undo(user_id=BOB)
    await session.submit(user_id=BOB, choice=take(1))
    with pytest.raises(Refused, match="not yours"):
        await session.consent.undo(user_id=ALICE)
    await session.consent.undo(user_id=BOB)
    await session.consent.undo(user_id=ALICE)
    assert session.view(None).heap == 10


async def test_a_control_from_before_the_undone_step_is_good_again(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    before = session.revision
    await session.submit(user_id=ALICE, choice=take(1), revision=before)
    await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=take(2), revision=before)
    assert session.view(None).heap == 8


async def test_a_long_game_can_be_taken_back_across_whole_snapshots(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "300"})
    for _ in range(24):
        for person in (ALICE, BOB):
            await session.submit(user_id=person, choice=take(1))
        for person in (ALICE, BOB):
            await session.submit(user_id=person, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(1))
    saved = position(session)
    await session.submit(user_id=BOB, choice=take(2))
    await session.consent.undo(user_id=BOB)
    assert position(session) == saved


@pytest.mark.parametrize(
    ("kind", "note", "event", "seen_by"),
    [
        ("decision", None, None, {0}),
        ("decision", None, CardPaid(seat=0), {None, 0, 1}),
        ("decision", None, Dealt(audience=(1,), cards=("flint",)), {0, 1}),
        ("decision", {"what": "order", "quiet": True}, None, {0}),
        # What everybody was told of is known, though nothing seems to have happened.
        ("decision", {"what": "late"}, None, {None, 0, 1}),
        ("direct", None, None, {None, 0, 1}),
        ("undo", None, None, {None, 0, 1}),
    ],
)
def test_who_knows_of_a_step(
    kind: str, note: dict[str, Any] | None, event: Event | None, seen_by: set[int | None]
) -> None:
    events = [] if event is None else plain([event])
    row = JournalRow(
        game_id="GAME01", revision=3, moment=3, kind=kind, seat=0, note=note, events=events,
        state="x", at=NOW,
    )  # fmt: skip
    assert {seat for seat in (None, 0, 1) if not unseen(Toy(), row, seat)} == seen_by
