"""Draws that were taken back are made anew, by leave of the people; the record still proves it."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Choice, Dice, Match
from bot.rules.kernel.events import NO_SEAT
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    GUILD,
    Notebook,
    bid,
    open_game,
    running_game,
    take,
    until,
)
from tests.session.past.played_over import match_of
from tests.toy.game import Toy

TOY = Toy("plain")
THROW, PEEK = Choice.of("throw"), Choice.of("peek")
STONES = {"stones": "60"}
WHY: dict[str, Any] = {"by": 900, "reason": "a slip"}


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game has the same id and seed, so that it takes the same course each time."""
    ids = random.Random(11)
    drawn = SimpleNamespace(choice=ids.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)


def playing(session: GameSession) -> Match:
    """The match of a game."""
    assert session.match is not None
    return session.match


def dice(session: GameSession) -> Dice:
    """The dice of a game."""
    return playing(session).position.dice


def deck(session: GameSession) -> list[str]:
    """What lies face down."""
    found: list[str] = playing(session).position.state.deck
    return found


async def thrown_back(session: GameSession) -> None:
    """Alice throws, and all agree that it is taken back."""
    await session.submit(user_id=ALICE, choice=THROW)
    await session.consent.ask_undo(user_id=ALICE)
    await session.consent.answer_undo(BOB, True)


async def rolled(session: GameSession) -> int:
    """What Alice throws now."""
    heap: int = session.view(None).heap
    await session.submit(user_id=ALICE, choice=THROW)
    left: int = session.view(None).heap
    cards = [p.default or next(p.offers[0].choices()) for p in playing(session).asked(0)]
    if cards and playing(session).asked(0)[0].kind == "pay":
        await session.submit(user_id=ALICE, choice=cards[0])
    return heap - left


async def with_computer(desk: Desk) -> GameSession:
    """Alice and a computer; she is to move."""
    session = await open_game(desk, options=STONES)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    await session.submit(user_id=ALICE, choice=bid(5))
    await until(lambda: session.waiting_for() == [0])
    return session


async def test_the_die_falls_anew_and_the_deck_is_shuffled(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    before, seen = dice(session), deck(session)
    await thrown_back(session)
    assert dice(session).taken_back == 1
    # The deck is shuffled by the new stream, which the throw follows.
    expected = Dice(before.seed, before.used, 1)
    shuffled = list(seen)
    expected.shuffle(shuffled)
    assert deck(session) == shuffled
    assert await rolled(session) == expected.below(3) + 1


async def test_each_taking_back_draws_otherwise(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    streams = []
    for times in (1, 2, 3):
        await thrown_back(session)
        assert dice(session).taken_back == times
        streams.append((dice(session).taken_back, dice(session).used))
    assert len(set(streams)) == 3
    await rolled(session)
    assert verify(await session.journal.export(), TOY) is None


async def test_where_nothing_was_drawn_nothing_changes(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    for choice in (take(1), PEEK):
        await session.submit(user_id=ALICE, choice=choice)
        asked = await session.consent.ask_undo(user_id=ALICE)
        if asked.state == "open":
            await session.consent.answer_undo(BOB, True)
    assert b"taken_back" not in playing(session).save()
    data = await session.journal.export()
    assert (data["format"], "taken_back" in data) == (1, False)


async def test_a_free_step_back_past_an_undo_keeps_the_new_stream(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=THROW)
    await session.consent.ask_undo(user_id=BOB)
    await session.consent.answer_undo(ALICE, True)
    # Now Alice's own step is the last again, and was free: it leads before the first stream's end.
    await session.consent.undo(user_id=ALICE)
    assert dice(session).taken_back == 1
    await rolled(session)
    assert verify(await session.journal.export(), TOY) is None


async def test_the_record_tells_when_and_verify_holds(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.submit(user_id=ALICE, choice=PEEK)
    await thrown_back(session)
    await rolled(session)
    await session.submit(user_id=BOB, choice=take(1))
    data = json.loads(json.dumps(await session.journal.export()))
    assert "taken_back" not in data
    marks = [step.get("taken_back") for step in data["decisions"]]
    assert marks[:4] == [None, None, None, 1]
    assert set(marks[4:]) == {None}
    assert verify(data, TOY) is None
    assert match_of(data, TOY).save() == playing(session).save()
    silent = json.loads(json.dumps(data))
    del silent["decisions"][3]["taken_back"]
    assert verify(silent, TOY) == "After decision 4 the position differs."
    again = {**data, "taken_back": 1}
    assert verify(again, TOY) == "Draws cannot have been taken back 1 times by this point."
    # Taken in and given out again it is the same.
    copy = await open_desk().new_games.bring_in(
        data, guild_id=GUILD, channel_id=CHANNEL + 1, host_id=CECILY, people={0: ALICE, 1: BOB}
    )
    assert json.loads(json.dumps(await copy.journal.export()))["decisions"] == data["decisions"]


async def test_an_undo_at_the_very_end_of_a_record_counts(desk: Desk, open_desk) -> None:
    session = await running_game(desk, options=STONES)
    await thrown_back(session)
    data = json.loads(json.dumps(await session.journal.export()))
    assert data["taken_back"] == 1
    assert verify(data, TOY) is None
    copy = await open_desk().new_games.bring_in(
        data, guild_id=GUILD, channel_id=CHANNEL + 1, host_id=CECILY, people={0: ALICE, 1: BOB}
    )
    assert playing(copy).save() == playing(session).save()
    assert (await copy.journal.export())["taken_back"] == 1
    assert await rolled(copy) == await rolled(session)
    marks = [step.get("taken_back") for step in (await copy.journal.export())["decisions"]]
    assert [mark for mark in marks if mark is not None] == [1]


async def test_the_channel_is_told(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options=STONES)
    await thrown_back(session)
    await desk.courier.flush()
    assert [row["note"] for row in notebook.of("log") if "note" in row] == [
        {"what": "undo_agreed", "seat": 0, "drawn_afresh": True, "was": "Alice"}
    ]


async def test_only_people_are_asked(desk: Desk) -> None:
    session = await open_game(desk, seats=3, options=STONES)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=bid(5))
    await until(lambda: session.waiting_for() == [0])
    await session.moderator.pause(**WHY)
    await session.moderator.resume(**WHY)
    await session.submit(user_id=ALICE, choice=PEEK)
    asked = await session.consent.ask_undo(user_id=ALICE)
    assert (asked.state, asked.asked) == ("open", (1,))
    assert (await session.consent.answer_undo(BOB, True)).state == "done"


async def test_alone_with_computers_one_decides_and_is_told(desk: Desk, notebook: Notebook) -> None:
    session = await with_computer(desk)
    await session.submit(user_id=ALICE, choice=PEEK)
    looked = await session.consent.ask_undo(user_id=ALICE)
    assert (looked.state, looked.afresh) == ("done", False)
    await session.moderator.pause(**WHY)
    await session.moderator.resume(**WHY)
    await session.submit(user_id=ALICE, choice=THROW)
    done = await session.consent.ask_undo(user_id=ALICE)
    assert (done.state, done.asked, done.afresh) == ("done", (), True)
    assert dice(session).taken_back == 1
    await desk.courier.flush()
    notes = [row["note"] for row in notebook.of("log") if "note" in row]
    assert [n for n in notes if n["what"] == "undo_agreed"] == [
        {"what": "undo_agreed", "seat": 0, "alone": True, "was": "Alice"},
        {"what": "undo_agreed", "seat": 0, "alone": True, "drawn_afresh": True, "was": "Alice"},
    ]


async def test_a_moderators_way_back_draws_anew_and_the_way_forward_does_not(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    before = session.revision
    await session.submit(user_id=ALICE, choice=THROW)
    there = playing(session).save()
    await session.moderator.rewind(**WHY, to=before)
    assert dice(session).taken_back == 1
    await session.moderator.retract(**WHY)
    assert playing(session).save() == there
    assert (await session.journal.export())["format"] == 1
    await session.moderator.rewind(**WHY, to=before)
    await session.submit(user_id=ALICE, choice=THROW)
    await session.moderator.undo(**WHY)
    assert dice(session).taken_back == 2
    deeds = await session.moderator.audit()
    assert [d.about.get("drawn_afresh") for d in deeds if d.what in ("undo", "rewind")] == [
        True
    ] * 3
    await session.submit(user_id=ALICE, choice=THROW)
    assert verify(await session.journal.export(), TOY) is None


async def test_a_moderator_takes_back_what_a_person_decided(desk: Desk) -> None:
    session = await with_computer(desk)
    heap = session.view(None).heap
    await session.submit(user_id=ALICE, choice=take(1))
    await until(lambda: session.waiting_for() == [0])
    # The computer has moved since, and has made its bid for the next round.
    await session.moderator.undo(**WHY)
    assert session.view(None).heap == heap
    assert session.waiting_for() == [0]


async def test_where_only_computers_have_moved_a_moderator_hears_so(desk: Desk) -> None:
    session = await open_game(desk, options=STONES)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    await until(lambda: session.waiting_for() == [0])
    revision = session.revision
    with pytest.raises(Refused, match="No player has decided anything yet"):
        await session.moderator.undo(**WHY)
    assert session.revision == revision


async def test_an_order_of_the_clock_is_taken_back_too(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await session.direct(Choice.of("time_up"))
    assert session.status == "over"
    await session.moderator.undo(**WHY)
    assert session.status == "running"
    assert NO_SEAT not in session.waiting_for()


def test_a_match_that_draws_afresh_asks_the_same() -> None:
    match, _ = Match.start(TOY, 2, "bosworth", STONES)
    asked = [(p.seat, p.kind) for p in match.prompts()]
    match.draw_afresh(1)
    assert [(p.seat, p.kind) for p in match.prompts()] == asked
    assert match.taken_back == 1


async def test_what_an_amendment_leaves_out_is_drawn_anew(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "7"})
    first = (await session.submit(user_id=ALICE, choice=take(1))).revision
    await session.submit(user_id=BOB, choice=take(3))
    await session.submit(user_id=ALICE, choice=bid(0))
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(2))
    await session.submit(user_id=BOB, choice=Choice.of("pebble"))
    await session.amending.propose(
        by=900, reason="a slip", revision=first, choice=take(3), seen=session.revision
    )
    await session.amending.answer(ALICE, True)
    await session.amending.answer(BOB, True)
    # One stone is left, so she can no longer take two, and his pebble goes back into his hand.
    assert (session.view(None).heap, session.waiting_for()) == (1, [0])
    assert dice(session).taken_back == 1
    assert [deed.about.get("drawn_afresh") for deed in await session.moderator.audit(1)] == [True]
    assert verify(await session.journal.export(), TOY) is None
