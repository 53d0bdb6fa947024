"""A command: read again if need be, tried, written, told of, and noted when it fails."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from bot.session.changes import decision, order
from bot.session.commands import Commands
from bot.session.receipts import BUSY, STALE
from bot.storage import SeatRow
from tests.session.doubles import ALICE, BOB, Notebook, open_game, running_game, take
from tests.toy.game import Taken, TurnEnded

PEEK = Choice.of("peek")


async def test_a_command_that_is_overtaken_is_tried_twice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    tried: list[int] = []

    async def never(_db: object, _game_id: str, at: int, _interaction: str | None) -> bool:
        tried.append(at)
        return False

    with monkeypatch.context() as patched:
        patched.setattr("bot.session.commands.games.advance", never)
        with pytest.raises(Refused) as refused:
            await session.submit(user_id=ALICE, choice=take(1))
    assert (refused.value.text, tried) == (BUSY, [session.revision] * 2)


async def test_a_game_that_is_gone_is_said_to_be(desk: Desk, monkeypatch: Any) -> None:
    session = await running_game(desk)

    async def gone(_game_id: str) -> tuple[None, list[SeatRow]]:
        return None, []

    monkeypatch.setattr(session.commands.services, "read", gone)
    with pytest.raises(Refused) as refused:
        await session.commands._reload()
    assert refused.value.text == "This game no longer exists."
    assert session.readable


async def test_what_is_read_again_is_kept_whole_the_next_time(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    assert session.commands._whole is not None
    await session.commands._reload()
    assert session.commands._whole is None


async def test_a_game_that_nobody_changed_is_not_read_again(desk: Desk, monkeypatch: Any) -> None:
    session = await running_game(desk)
    reads: list[int] = []

    async def reload(_: Commands) -> None:
        reads.append(session.revision)
        session.readable = True

    monkeypatch.setattr(Commands, "_reload", reload)
    await session.commands.refresh()
    assert reads == []
    session.revision -= 1
    await session.commands.refresh()
    assert len(reads) == 1
    # While a command is under way nothing is newer, unless the game was lost.
    async with session.commands.alone():
        await session.commands.refresh()
    assert len(reads) == 1
    session.revision += 1
    session.status_message_id = 99
    await session.commands.refresh()
    assert len(reads) == 2
    session.status_message_id = None
    session.readable = False
    await session.commands.refresh()
    assert len(reads) == 3
    # What the database was just found to say counts only if it is what is held.
    await session.commands.refresh(seen=(session.revision - 1, None))
    assert len(reads) == 3
    session.revision -= 1
    await session.commands.refresh(seen=(session.revision, None))
    assert len(reads) == 3
    session.readable = False
    await session.commands.refresh(seen=(session.revision, None))
    assert len(reads) == 4


async def test_both_loops_hear_of_a_change_that_is_safe(desk: Desk) -> None:
    services = desk.services
    session = await open_game(desk)

    async def rung(by: Any) -> tuple[bool, bool]:
        services.news.games.clear()
        services.news.event.clear()
        services.deadlines.event.clear()
        await by
        assert services.news.games == {session.id}
        return services.news.event.is_set(), services.deadlines.event.is_set()

    assert await rung(session.lobby.join(BOB, "Bob")) == (True, False)
    session.options = {"pace": "daily"}
    assert await rung(session.lobby.leave(BOB)) == (True, True)


async def test_a_command_whose_answer_got_lost_counts_if_it_is_safe(
    desk: Desk, monkeypatch: Any, caplog: Any
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=take(1), interaction_id="i1")
    safe = session.commands._safe_after_all
    assert await safe("i1") == session.revision
    assert await safe("i2") is None
    assert await safe(None) is None
    session.readable = False
    assert await safe("i1") is None
    session.readable = True

    async def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr("bot.storage.journal.led_to", fail)
    assert await safe("i1") is None
    assert f"game {session.id}: could not be read again" in caplog.text
    caplog.clear()
    monkeypatch.setattr(session.commands.services, "read", fail)
    await session.commands._give_up(OSError("disk"))
    said = [record.getMessage() for record in caplog.records]
    assert said == [
        f"game {session.id}: a command failed at revision {session.revision}",
        f"game {session.id}: could not be read again",
    ]
    assert [record.exc_info is not None for record in caplog.records] == [True, True]
    assert (session.match, session.readable) == (None, False)


# A person's decision


async def test_a_decision_is_written_with_its_question(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    before = session.match
    change = decision(session, 0, take(2), ALICE)
    assert change.entry is not None
    assert change.match is not before
    assert (change.actor, change.seats, session.match) == (ALICE, session.seats, before)
    entry = change.entry
    assert (entry.kind, entry.seat, entry.prompt) == ("decision", 0, "turn")
    assert (entry.choice, entry.known, entry.events) == (
        take(2),
        False,
        (Taken(seat=0, stones=2), TurnEnded(seat=0)),
    )
    peek = decision(session, 0, PEEK, ALICE).entry
    assert peek is not None
    assert peek.known
    late = order(session, Choice("time_up"), None)
    assert late.entry is not None
    assert (late.actor, late.entry.kind, late.entry.seat) == (None, "direct", -1)
    assert (late.entry.known, late.entry.prompt) == (True, None)
    assert late.match is not None
    assert late.match.over
    assert order(session, Choice("time_up"), 9).actor == 9
    with pytest.raises(Refused) as refused:
        order(session, Choice("dance"), None)
    assert (refused.value.rule, refused.value.text) == ("toy-0", "That cannot be done now.")
    assert session.match is before


async def test_who_submits_is_noticed(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    session.presence._noticed.clear()
    with pytest.raises(Refused):
        await session.submit(user_id=BOB, choice=take(1))
    assert session.presence._noticed == {}
    await session.submit(user_id=ALICE, choice=take(1))
    assert list(session.presence._noticed) == [ALICE]
    await session.direct(Choice("time_up"))
    assert session.status == "over"


def give_pebble(session: GameSession, seat: int) -> None:
    """Put a pebble into a hand."""
    assert session.match is not None
    session.match.table.state.hands[seat] = ["pebble"]
    session.match._any_time.clear()


async def test_a_decision_names_the_question_that_it_answers(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    give_pebble(session, 0)
    assert [prompt.kind for prompt in session.prompts(0)] == ["turn", "pebble"]
    for choice, kind in ((Choice.of("pebble"), "pebble"), (take(1), "turn")):
        entry = decision(session, 0, choice, ALICE).entry
        assert entry is not None
        assert entry.prompt == kind


async def test_an_earlier_control_of_what_stands_open_beside_a_turn_is_good(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    give_pebble(session, 0)
    await session.submit(user_id=ALICE, choice=PEEK)
    seen = session.revision
    give_pebble(session, 1)
    await session.submit(user_id=BOB, choice=Choice.of("pebble"))
    assert [prompt.kind for prompt in session.prompts(0)] == ["turn", "pebble"]
    await session.submit(user_id=ALICE, choice=Choice.of("pebble"), revision=seen)
    assert session.view(0).hand == ()
    # One from a moment that is still to come is not, though the same is offered.
    with pytest.raises(Refused) as refused:
        await session.submit(user_id=ALICE, choice=take(1), revision=session.revision + 1)
    assert refused.value.text == STALE


async def test_a_control_of_what_was_not_offered_then_is_stale(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    seen = session.revision
    give_pebble(session, 0)
    await session.submit(user_id=ALICE, choice=PEEK)
    with pytest.raises(Refused) as refused:
        await session.submit(user_id=ALICE, choice=take(4), revision=seen)
    assert refused.value.text == STALE


async def test_who_acts_after_an_absence_is_told_what_was_missed(
    desk: Desk, notebook: Notebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    since: list[int | None] = [None, 2]
    asked: list[tuple[int, int]] = []

    async def missed(_: object, _db: object, user_id: int, revision: int) -> int | None:
        asked.append((user_id, revision))
        return since.pop(0)

    monkeypatch.setattr(type(session.presence), "missed", missed)
    before = session.revision
    await session.submit(user_id=ALICE, choice=PEEK)
    await session.submit(user_id=ALICE, choice=take(1))
    await desk.courier.flush()
    assert asked == [(ALICE, before + 1), (ALICE, before + 2)]
    assert notebook.of("digest", ALICE) == [{"revision": before + 2, "since": 2}]


async def test_who_sent_a_command_twice_is_told_the_same(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    first = await session.submit(user_id=ALICE, choice=PEEK, interaction_id="i1")
    again = await session.commands._repeated(first.revision, ALICE)
    assert (again.revision, again.events, again.repeated) == (first.revision, first.events, True)
    assert len(first.events) == 1
    assert (await session.commands._repeated(first.revision, BOB)).events == ()
    assert (await session.commands._repeated(first.revision, None)).events == ()
    assert (await session.commands._repeated(99, ALICE)).events == ()
