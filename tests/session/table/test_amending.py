"""Amending a past step: proposed, agreed to, and played over with the same dice."""

from __future__ import annotations

import pytest
from msgspec import structs

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.session import Desk, GameSession, Refused, seating
from bot.session.journal.record import verify
from bot.session.past.amended import _in_both
from bot.session.receipts import NO_SEAT_HERE, STALE
from bot.session.seating import AMENDED, PROPOSED
from bot.session.table.amending import NOT_OPEN, OPEN_ALREADY, SAME
from bot.storage import JournalRow, journal
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    FakeClock,
    Notebook,
    bid,
    position,
    running_game,
    take,
)
from tests.toy.game import ToyTable, Turns

MODERATOR = 900
STONES = {"stones": "30"}
"""So many that the heap lasts for some rounds."""


async def played(desk: Desk, *rounds: tuple[int, int]) -> tuple[GameSession, list[int]]:
    """Alice and Bob take so many stones in each round; the revisions of Alice's answers."""
    session = await running_game(desk, options=STONES)
    revisions = []
    for number, (hers, his) in enumerate(rounds):
        if number:
            await session.submit(user_id=ALICE, choice=bid(0))
            await session.submit(user_id=BOB, choice=bid(0))
        revisions.append((await session.submit(user_id=ALICE, choice=take(hers))).revision)
        await session.submit(user_id=BOB, choice=take(his))
    if rounds:
        # Bids would lie sealed: the next to act shall be Alice.
        await session.submit(user_id=ALICE, choice=bid(0))
        await session.submit(user_id=BOB, choice=bid(0))
    return session, revisions


async def propose(session: GameSession, at: int, choice: Choice, by: int = MODERATOR) -> object:
    return await session.amending.propose(
        by=by, reason="a slip", revision=at, choice=choice, seen=session.revision
    )


async def standing(desk: Desk, session: GameSession) -> list[JournalRow]:
    async with desk.services.database.reading() as db:
        return await journal.standing(db, session.id)


def answers(rows: list[JournalRow]) -> list[tuple[int, dict[str, object] | None]]:
    return [(row.seat, row.choice) for row in rows if row.kind == "decision"]


async def test_an_answer_is_amended_when_all_agree_and_all_else_is_kept(
    desk: Desk, notebook: Notebook
) -> None:
    session, (first, _) = await played(desk, (1, 2), (3, 1))
    before, stood, at = answers(await standing(desk, session)), position(session), session.revision
    line = await session.amending.preview(first, take(2))
    assert (line.whole, line.kept(), line.lost()) == (True, 5, 0)
    assert [event.stones for event in line.gone(None) if hasattr(event, "stones")] == [1]
    assert [event.stones for event in line.instead(None) if hasattr(event, "stones")] == [2]
    asked = await propose(session, first, take(2))
    assert isinstance(asked, seating.Petition)
    assert (asked.state, asked.still, asked.seat) == ("open", (0, 1), 0)
    # Nothing has changed so far.
    assert position(session) == stood
    assert await session.amending.proposal() is not None
    assert (await session.amending.answer(ALICE, True)).state == "open"
    assert position(session) == stood
    assert (await session.amending.answer(BOB, True)).state == "done"
    assert session.view(0).heap == 30 - 2 - 2 - 3 - 1
    assert session.view(0).taken == (5, 3)
    rows = await standing(desk, session)
    expected = list(before)
    expected[2] = (0, {"verb": "take", "args": {"stones": ["2"]}})
    assert answers(rows) == expected
    assert session.revision == at + 1 + 1 + len(rows) - 3 + 1
    assert rows[-1].revision == session.revision - 1
    deeds = await session.moderator.audit()
    assert [(deed.what, deed.reason) for deed in deeds] == [
        (AMENDED, "a slip"),
        (PROPOSED, "a slip"),
    ]
    assert "drawn_afresh" not in deeds[0].about
    # The table hears of what went otherwise, and of nothing else.
    await desk.courier.flush()
    told = [event for each in notebook.of("log") for event in each["events"]]
    assert told[-2:] == [
        {"event": "Taken", "seat": 0, "stones": 2},
        {"event": "TurnEnded", "seat": 0},
    ]
    assert await desk.get(session.id) is session
    assert verify(await session.journal.export(), session.rules, position(session)) is None
    await session.submit(user_id=ALICE, choice=take(1))
    assert session.view(0).taken == (6, 3)


async def test_the_first_answer_that_is_off_the_table_ends_the_line(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "7"})
    first = (await session.submit(user_id=ALICE, choice=take(1))).revision
    await session.submit(user_id=BOB, choice=take(3))
    await session.submit(user_id=ALICE, choice=bid(0))
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(2))
    line = await session.amending.preview(first, take(3))
    assert (line.whole, line.kept(), line.lost()) == (False, 2, 1)
    assert [type(event).__name__ for event in line.last_kept()] == ["BidsOpened"]
    await propose(session, first, take(3))
    await session.amending.answer(ALICE, True)
    await session.amending.answer(BOB, True)
    assert session.view(0).heap == 1
    assert session.waiting_for() == [0]
    assert verify(await session.journal.export(), session.rules, position(session)) is None


async def test_where_no_later_answer_is_kept_none_is_the_last(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "5"})
    first = (await session.submit(user_id=ALICE, choice=take(1))).revision
    await session.submit(user_id=BOB, choice=take(3))
    line = await session.amending.preview(first, take(3))
    assert (line.kept(), line.lost(), line.last_kept()) == (0, 1, ())


@pytest.mark.parametrize(
    ("there", "both"),
    [(("b", "c", "d"), ("b",)), (("a", "b"), ("a", "b")), (("c",), None)],
)
def test_of_an_offer_what_both_worlds_make_remains(
    there: tuple[str, ...], both: tuple[str, ...] | None
) -> None:
    mine, theirs = (Offer("give", (Field("to", each),)) for each in (("a", "b"), there))
    found = _in_both(mine, [theirs])
    assert (found and found.fields[0].candidates) == both


async def test_dice_that_nobody_has_seen_are_thrown_only_once_all_have_agreed(
    desk: Desk, notebook: Notebook
) -> None:
    session, (first,) = await played(desk, (1, 1))
    line = await session.amending.preview(first, Choice.of("throw"))
    assert line.played == ()
    assert (line.whole, line.kept(), line.lost()) == (False, 0, 2)
    assert line.instead(None) == ()
    await propose(session, first, Choice.of("throw"))
    proposed = await session.amending.proposal()
    assert proposed is not None
    assert proposed.line.instead(0) == ()
    await session.amending.answer(ALICE, True)
    await session.amending.answer(BOB, True)
    assert session.match is not None
    # They fall anew, so that nobody could have reckoned them before.
    assert session.match.taken_back == 1
    assert [deed.about.get("drawn_afresh") for deed in await session.moderator.audit(1)] == [True]
    await desk.courier.flush()
    told = [event for each in notebook.of("log") for event in each["events"]]
    assert "Thrown" in [event["event"] for event in told]
    assert verify(await session.journal.export(), session.rules, position(session)) is None


async def test_dice_that_everybody_has_seen_fall_the_same(desk: Desk) -> None:
    session = await running_game(desk, bids=(1, 0, 0), options=STONES)
    first = (await session.submit(user_id=ALICE, choice=take(1))).revision
    await session.submit(user_id=BOB, choice=Choice.of("throw"))
    taken = session.view(0).taken[1]
    for prompt in session.prompts(1):
        if prompt.kind == "pay":
            (field,) = prompt.offers[0].fields
            paid = Choice.of("pay", card=field.candidates[0])
            await session.submit(user_id=BOB, choice=paid)
    line = await session.amending.preview(first, take(3))
    assert line.whole
    await propose(session, first, take(3))
    for user_id in (ALICE, BOB, CECILY):
        await session.amending.answer(user_id, True)
    assert session.view(0).taken == (3, taken, 0)
    assert session.match is not None
    assert session.match.taken_back == 0
    assert verify(await session.journal.export(), session.rules, position(session)) is None


async def test_what_only_one_knows_is_shown_to_nobody(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    peeked = (await session.submit(user_id=ALICE, choice=Choice.of("peek"))).revision
    first = (await session.submit(user_id=ALICE, choice=take(1))).revision
    bids = session.revision - 3
    for revision in (peeked, bids, 1, 999):
        with pytest.raises(Refused) as refused:
            await session.amending.preview(revision, take(2))
        assert refused.value.text == NOT_OPEN
    assert [answer.revision for answer in await session.amending.answers()] == [first]
    with pytest.raises(Refused) as refused:
        await session.amending.preview(first, take(1))
    assert refused.value.text == SAME
    with pytest.raises(Refused):
        await session.amending.preview(first, take(9))


async def test_the_only_answer_that_there_was_is_not_amended(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, (first,) = await played(desk, (1, 1))
    assert first in [answer.revision for answer in await session.amending.answers()]
    offered = Turns.prompts

    def only_one_stone(step: Turns, table: ToyTable) -> list[Prompt]:
        only = (Offer("take", (Field("stones", ("1",)),)),)
        return [structs.replace(prompt, offers=only) for prompt in offered(step, table)]

    monkeypatch.setattr(Turns, "prompts", only_one_stone)
    assert await session.amending.answers() == []


async def test_one_word_against_it_and_nothing_changes(desk: Desk, notebook: Notebook) -> None:
    session, (first,) = await played(desk, (1, 1))
    stood = position(session)
    asked = await propose(session, first, take(2))
    assert isinstance(asked, seating.Petition)
    with pytest.raises(Refused) as refused:
        await propose(session, first, take(3))
    assert refused.value.text == OPEN_ALREADY
    with pytest.raises(Refused, match=NO_SEAT_HERE):
        await session.amending.answer(CECILY, True)
    assert (await session.amending.answer(BOB, False)).state == "refused"
    assert position(session) == stood
    with pytest.raises(Refused) as refused:
        await session.amending.answer(ALICE, True, number=asked.number)
    assert refused.value.text == seating.GONE
    await desk.courier.flush()
    assert [told["state"] for told in notebook.of("petition")] == ["open", "refused"]
    # It may be proposed again, and a moderator may drop it.
    await propose(session, first, take(3))
    with pytest.raises(Refused, match=NO_SEAT_HERE):
        await session.amending.answer(MODERATOR, False)
    dropped = await session.amending.answer(MODERATOR, False, moderates=True)
    assert dropped.state == "withdrawn"
    assert position(session) == stood


async def test_it_lapses_when_the_game_goes_on_or_its_time_is_over(
    desk: Desk, clock: FakeClock
) -> None:
    session, (first,) = await played(desk, (1, 1))
    asked = await propose(session, first, take(2))
    assert isinstance(asked, seating.Petition)
    await session.submit(user_id=ALICE, choice=take(1))
    assert await session.amending.proposal() is None
    with pytest.raises(Refused) as refused:
        await session.amending.answer(BOB, True, number=asked.number)
    assert refused.value.text == seating.GONE
    await propose(session, first, take(2))
    with pytest.raises(Refused) as refused:
        await session.amending.propose(
            by=MODERATOR, reason="late", revision=first, choice=take(3), seen=session.revision - 1
        )
    assert refused.value.text == STALE
    clock.advance(hours=25)
    await desk.scheduler.carry_out_due()
    assert await session.amending.proposal() is None


async def test_a_player_alone_with_computers_need_ask_nobody(desk: Desk) -> None:
    session = await running_game(desk, bids=(1, 0, 0), options=STONES)
    first = (await session.submit(user_id=ALICE, choice=take(1))).revision
    await session.submit(user_id=BOB, choice=take(1))
    for seat in (0, 1):
        await session.moderator.seat_computer(by=CECILY, reason="gone", seat=seat, policy="dabbler")
    petition = await propose(session, first, take(2), by=CECILY)
    assert isinstance(petition, seating.Petition)
    assert petition.state == "done"
    assert session.view(0).taken == (2, 1, 0)


async def test_two_desks_see_the_same(desk: Desk, open_desk: object) -> None:
    session, (first,) = await played(desk, (1, 1))
    await propose(session, first, take(2))
    await session.amending.answer(ALICE, True)
    other = open_desk(process="other")  # type: ignore[operator]
    there = await other.get(session.id)
    assert there is not None
    assert (await there.amending.answer(BOB, True)).state == "done"
    here = await desk.get(session.id)
    assert position(here) == position(there)
    assert here is not None
    assert here.revision == there.revision
    assert here.view(0).taken == (2, 1)
