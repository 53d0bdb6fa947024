"""Hands that people without a seat may see: one shown to a friend, or all, a round later."""

from __future__ import annotations

import re
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import select

from bot.rules.kernel import Choice
from bot.rules.kernel.match import NO_SEAT as NO_SEAT_ACTED
from bot.session import Desk, GameSession, Refused
from bot.session.announcements import PETITION
from bot.session.journal.history import DEED
from bot.session.journal.record import verify
from bot.session.seasons import ASKS, SEASON
from bot.session.seating import COMMENTED, HIDDEN, SHOWN, UNCOMMENTED
from bot.session.table.onlookers import TOO_EARLY
from bot.storage import GameRow, JournalRow, OutboxRow
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    DUNCAN,
    FakeClock,
    Notebook,
    open_game,
    position,
    running_game,
    take,
)
from tests.toy.game import State, Toy

EVE, FRED = 105, 106
MOD = 900
STONES = {"stones": "60"}
NO_SEAT = "You have no seat in this game."
SEATED = "You have a seat in this game, so you see no hand but your own."
NOT_AGREED = "The table has not agreed. Any player can ask for it with `/hand commentary:True`."
HAS_LOOKED = (
    "You have seen a hand in this game, and so cannot take a seat in it. The next game at this "
    "table is open to everybody again."
)


@pytest.fixture
async def three(desk: Desk) -> GameSession:
    """Alice, who is first, Bob and Cecily."""
    return await running_game(desk, bids=(2, 1, 0), options=STONES)


@pytest.fixture
def first_stones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new round begins with everybody's first stone."""

    def rounds(_: Toy, state: State) -> int:
        return 1 + sum(stones > 0 for stones in state.taken)

    monkeypatch.setattr(Toy, "rounds", rounds)


async def refusal(work: Any) -> str:
    """The sentence with which something is refused."""
    with pytest.raises(Refused) as refused:
        await work
    return refused.value.text


async def hands(session: GameSession, user_id: int, **more: Any) -> dict[int, tuple[str, ...]]:
    """The cards that somebody without a seat sees, by seat."""
    seen = await session.onlookers.look(user_id, **more)
    return {seat: view.hand for seat, view in seen.views.items()}


def held(session: GameSession, seat: int) -> tuple[str, ...]:
    """The cards that a seat truly has."""
    return session.view(seat).hand  # type: ignore[no-any-return]


async def notes(desk: Desk, notebook: Notebook) -> list[tuple[Any, ...]]:
    """What the channel has been told about seats: what, whose, about whom, and who was called."""
    await desk.courier.flush()
    rows = [row for row in notebook.of("log") if "note" in row]
    notebook.clear()
    return [
        (
            row["note"]["what"],
            row["note"].get("was"),
            row["note"].get("user_id"),
            [each["user_id"] for each in row.get("calls", ())],
        )
        for row in rows
    ]


async def outbox(desk: Desk) -> int:
    """How much there is to tell, delivered or not."""
    async with desk.services.database.reading() as db:
        return len((await db.exec(select(OutboxRow))).all())


# One hand


async def test_a_friend_sees_the_hand_and_the_table_is_told(
    three: GameSession, desk: Desk, open_desk: Any, notebook: Notebook
) -> None:
    await notes(desk, notebook)
    await three.onlookers.show(user_id=ALICE, to=EVE)
    # Everybody else at the table is called, and the friend; not the one who did it.
    assert await notes(desk, notebook) == [(SHOWN, "Alice", EVE, [BOB, CECILY, EVE])]
    assert await hands(three, EVE) == {0: held(three, 0)}
    await three.submit(user_id=ALICE, choice=take(1))
    assert await hands(three, EVE) == {0: held(three, 0)}
    for user_id, why in ((FRED, NO_SEAT), (BOB, SEATED), (ALICE, SEATED)):
        assert await refusal(three.onlookers.look(user_id)) == why
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == NOT_AGREED
    # It survives a restart, and is nothing that an export carries.
    await desk.close()
    other = open_desk(notebook)
    again = await other.get(three.id)
    assert [seat.shown_to for seat in again.seats] == [EVE, None, None]
    assert await hands(again, EVE) == {0: held(again, 0)}
    record = await again.journal.export()
    assert not re.search(rf"\b{EVE}\b", str(record))
    assert verify(record, again.rules, position(again)) is None
    notebook.clear()
    await again.onlookers.hide(user_id=ALICE)
    assert await notes(other, notebook) == [(HIDDEN, "Alice", EVE, [])]
    assert await refusal(again.onlookers.look(EVE)) == NO_SEAT
    assert await refusal(again.onlookers.hide(user_id=ALICE)) == "Nobody but you sees your hand."


async def test_what_is_done_about_hands_gains_nobody_time(desk: Desk, clock: FakeClock) -> None:
    """A table with a quick clock: less is left than the grace that an act would bring."""
    session = await running_game(desk, options={**STONES, "pace": "live"}, bids=(2, 1, 0))

    async def mine() -> tuple[float, str]:
        (due,) = await session.clock.deadlines()
        return (due.due - clock.now()).total_seconds(), due.prompt

    left, prompt = await mine()
    clock.advance(seconds=left - 5)
    for work in (
        session.onlookers.show(user_id=ALICE, to=EVE),
        session.onlookers.hide(user_id=ALICE),
        agreed(session),
        session.onlookers.end_commentary(user_id=ALICE),
    ):
        await work
        assert await mine() == (5, prompt)
    async with desk.services.database.reading() as db:
        rows = (await db.exec(select(JournalRow).where(JournalRow.kind == DEED))).all()
    assert [row.seat for row in rows] == [NO_SEAT_ACTED] * 4


async def test_one_who_teaches_sees_several_hands_and_another_friend_takes_over(
    three: GameSession,
) -> None:
    await three.onlookers.show(user_id=ALICE, to=EVE)
    await three.onlookers.show(user_id=BOB, to=EVE)
    assert await hands(three, EVE) == {0: held(three, 0), 1: held(three, 1)}
    known = await refusal(three.onlookers.show(user_id=ALICE, to=EVE))
    assert known == "This person can already see your hand."
    await three.onlookers.show(user_id=ALICE, to=FRED)
    assert await hands(three, EVE) == {1: held(three, 1)}
    assert await hands(three, FRED) == {0: held(three, 0)}


async def test_only_somebody_without_a_seat_may_be_shown_a_hand(three: GameSession) -> None:
    seated = "Only somebody without a seat in this game may see your hand. Name another person."
    await three.lobby.stand_in(CECILY, "dabbler")
    # A computer keeps a seat for Cecily.
    for user_id in (ALICE, BOB, CECILY):
        assert await refusal(three.onlookers.show(user_id=ALICE, to=user_id)) == seated
    assert await refusal(three.onlookers.show(user_id=EVE, to=FRED)) == NO_SEAT
    assert await refusal(three.onlookers.hide(user_id=EVE)) == NO_SEAT
    assert [seat.shown_to for seat in three.seats] == [None, None, None]


async def leave(session: GameSession) -> None:
    await session.lobby.leave(ALICE)


async def stand_in(session: GameSession) -> None:
    await session.lobby.stand_in(ALICE, "dabbler")


async def replace(session: GameSession) -> None:
    about = {"by": MOD, "reason": "a swap", "seat": 0}
    await session.moderator.replace_player(**about, user_id=DUNCAN, name="Duncan")  # type: ignore[arg-type]


async def computer(session: GameSession) -> None:
    await session.moderator.seat_computer(by=MOD, reason="away", seat=0, policy="dabbler")


async def kick(session: GameSession) -> None:
    await session.moderator.kick(by=MOD, reason="rude", seat=0)


async def end(session: GameSession) -> None:
    await session.moderator.end(by=MOD, reason="late")
    await session.moderator.retract(by=MOD, reason="not so late")


@pytest.mark.parametrize("how", [leave, stand_in, replace, computer, kick, end])
async def test_it_ends_when_the_seat_changes_hands_or_the_game_ends(
    desk: Desk, open_desk: Any, how: Any
) -> None:
    session = await running_game(desk, bids=(2, 1, 0), options=STONES)
    await session.onlookers.show(user_id=ALICE, to=EVE)
    await session.onlookers.show(user_id=BOB, to=FRED)
    await how(session)
    # What another player allows stays so, unless it was the game that ended.
    left = None if how is end else FRED
    assert [seat.shown_to for seat in session.seats] == [None, left, None]
    assert await refusal(session.onlookers.look(EVE)) == NO_SEAT
    again = await open_desk().get(session.id)
    assert [seat.shown_to for seat in again.seats] == [None, left, None]


async def test_nothing_opens_again_when_somebody_comes_back(three: GameSession) -> None:
    await three.onlookers.show(user_id=ALICE, to=EVE)
    await three.lobby.stand_in(ALICE, "dabbler")
    await three.lobby.join(ALICE, "Alice")
    assert await refusal(three.onlookers.look(EVE)) == NO_SEAT
    await three.onlookers.show(user_id=ALICE, to=EVE)
    await three.moderator.kick(by=MOD, reason="rude", seat=0)
    await three.moderator.retract(by=MOD, reason="not so rude")
    assert three.seats[0].user_id == ALICE
    assert await refusal(three.onlookers.look(EVE)) == NO_SEAT


async def test_a_hand_is_open_only_while_a_game_runs(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "1"})
    await session.onlookers.show(user_id=ALICE, to=EVE)
    await session.submit(user_id=ALICE, choice=take(1))
    assert session.status == "over"
    assert [seat.shown_to for seat in session.seats] == [None, None]
    closed = "This game is not being played at the moment."
    assert await refusal(session.onlookers.look(EVE)) == closed
    assert await refusal(session.onlookers.show(user_id=BOB, to=FRED)) == closed


# Who has looked


async def test_whoever_has_looked_takes_no_seat_in_this_game(
    three: GameSession, desk: Desk
) -> None:
    await three.onlookers.show(user_id=ALICE, to=EVE)
    await three.onlookers.look(EVE)
    await three.onlookers.hide(user_id=ALICE)
    await three.lobby.leave(CECILY)
    assert await refusal(three.lobby.join(EVE, "Eve")) == HAS_LOOKED
    about = {"by": MOD, "reason": "a swap", "seat": 2}
    replaced = three.moderator.replace_player(**about, user_id=EVE, name="Eve")  # type: ignore[arg-type]
    assert await refusal(replaced) == HAS_LOOKED.replace("You have", "This person has")
    assert three.seats[2].user_id is None
    # Another person takes it, and in the next game nobody knows anything.
    await three.lobby.join(FRED, "Fred")
    await three.lobby.end(ALICE)
    later = await running_game(desk, bids=(2, 1, 0, 0), options=STONES)
    await later.lobby.leave(DUNCAN)
    await later.lobby.join(EVE, "Eve")
    assert later.seats[3].user_id == EVE


async def test_one_who_has_not_looked_may_still_sit_down_and_then_sees_nothing(
    three: GameSession,
) -> None:
    await three.onlookers.show(user_id=ALICE, to=EVE)
    await three.lobby.leave(CECILY)
    await three.lobby.join(EVE, "Eve")
    assert [seat.shown_to for seat in three.seats] == [None, None, None]
    assert await refusal(three.onlookers.look(EVE)) == SEATED


async def test_a_seat_is_not_given_back_to_one_who_has_looked(three: GameSession) -> None:
    await three.moderator.kick(by=MOD, reason="rude", seat=2)
    await three.onlookers.show(user_id=ALICE, to=CECILY)
    await three.onlookers.look(CECILY)
    back = three.moderator.retract(by=MOD, reason="not so rude")
    assert await refusal(back) == HAS_LOOKED.replace("You have", "This person has")


async def test_a_moderator_who_has_looked_takes_no_seat_unless_it_is_theirs(
    three: GameSession,
) -> None:
    """Breaking the glass is a look as well."""
    await three.moderator.break_glass(by=MOD, reason="A dispute", seat=0)
    await three.moderator.break_glass(by=BOB, reason="A dispute", seat=0)
    await three.lobby.leave(CECILY)
    assert await refusal(three.lobby.join(MOD, "Mod")) == HAS_LOOKED
    # A player who moderates keeps the seat, and gets it back.
    await three.lobby.stand_in(BOB, "dabbler")
    await three.lobby.join(BOB, "Bob")
    assert three.seats[1].user_id == BOB


async def test_looking_leaves_no_trace_that_anybody_sees(three: GameSession, desk: Desk) -> None:
    await three.onlookers.show(user_id=ALICE, to=EVE)
    before = three.revision, three.moment, await outbox(desk), len(await three.journal.log(None))
    await three.onlookers.look(EVE)
    await three.onlookers.look(EVE)
    after = three.revision, three.moment, await outbox(desk), len(await three.journal.log(None))
    assert before == after
    async with desk.services.database.reading() as db:
        (row,) = (await db.exec(select(GameRow))).all()
    assert row.revision == three.revision


async def test_a_decision_costs_no_more_with_open_hands_terms_and_a_season(desk: Desk) -> None:
    said: list[str] = []
    event.listen(
        desk.services.database.engine.sync_engine,
        "before_cursor_execute",
        lambda _c, _u, statement, *_: said.append(statement),
    )

    async def cost(session: GameSession) -> int:
        said.clear()
        await session.submit(user_id=ALICE, choice=take(1))
        return len(said)

    bids = (2, 1, 0)
    plain = await running_game(desk, bids=bids, options={**STONES, "pace": "daily"})
    more = {**STONES, "pace": "daily", ASKS: "mostly", SEASON: "1"}
    rich = await running_game(desk, bids=bids, channel=CHANNEL + 1, options=more)
    await rich.onlookers.show(user_id=CECILY, to=EVE)
    await agreed(rich)
    await rich.onlookers.look(EVE)
    assert await cost(rich) == await cost(plain) > 0


# All hands


async def agreed(session: GameSession) -> None:
    """Everybody agrees to commentary."""
    await session.onlookers.comment(ALICE)
    await session.onlookers.comment(BOB)
    assert (await session.onlookers.comment(CECILY)).state == "done"


async def test_all_hands_are_seen_a_round_later_if_all_agree(
    three: GameSession, desk: Desk, notebook: Notebook, first_stones: None
) -> None:
    await notes(desk, notebook)
    asked = await three.onlookers.comment(ALICE)
    assert (asked.what, asked.state, asked.still) == ("commentary", "open", (1, 2))
    assert await three.onlookers.open_one("commentary") == asked
    await three.onlookers.comment(BOB, number=asked.number)
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == NOT_AGREED
    await three.onlookers.comment(CECILY)
    assert await three.onlookers.open_one("commentary") is None
    await desk.courier.flush()
    assert [row["state"] for row in notebook.of(PETITION)] == ["open", "open", "done"]
    assert await notes(desk, notebook) == [(COMMENTED, "Alice", None, [ALICE, BOB, CECILY])]
    # In the second round nothing is old enough.
    await three.submit(user_id=ALICE, choice=take(1))
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == TOO_EARLY
    before = {seat: held(three, seat) for seat in range(3)}
    await three.submit(user_id=BOB, choice=take(1))
    seen = await three.onlookers.look(EVE, all_hands=True)
    assert (seen.round, {s: v.hand for s, v in seen.views.items()}) == (1, before)
    assert await refusal(three.onlookers.look(EVE)) == NO_SEAT
    for user_id in (ALICE, BOB, CECILY):
        assert await refusal(three.onlookers.look(user_id, all_hands=True)) == SEATED
    already = await refusal(three.onlookers.comment(BOB))
    assert already == "Everybody has agreed to that already."
    await three.onlookers.end_commentary(user_id=BOB)
    assert await notes(desk, notebook) == [(UNCOMMENTED, "Bob", None, [])]
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == NOT_AGREED
    await three.lobby.leave(CECILY)
    assert await refusal(three.lobby.join(EVE, "Eve")) == HAS_LOOKED


async def test_a_card_paid_since_is_still_in_the_hand_of_a_round_ago(
    three: GameSession, first_stones: None
) -> None:
    await agreed(three)
    await three.submit(user_id=ALICE, choice=take(1))
    before = held(three, 1)
    await three.submit(user_id=BOB, choice=Choice.of("throw"))
    # Who has a single card is not asked which one to pay with.
    for pay in [prompt for prompt in three.prompts(1) if prompt.kind == "pay"]:
        await three.submit(user_id=BOB, choice=next(iter(pay.offers[0].choices())))
    assert len(held(three, 1)) == len(before) - 1
    seen = await three.onlookers.look(EVE, all_hands=True)
    assert seen.views[1].hand == before


async def test_no_round_that_was_only_set_is_taken_for_one_that_was_played(
    three: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A moderator may set the round of a game; the hands of just now are not shown for that."""
    await agreed(three)
    monkeypatch.setattr(Toy, "rounds", lambda _, state: 1 + 5 * sum(state.taken))
    await three.submit(user_id=ALICE, choice=take(1))
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == TOO_EARLY


async def test_one_word_against_it_is_enough(three: GameSession) -> None:
    await three.onlookers.comment(ALICE)
    refused = await three.onlookers.comment(CECILY, False)
    assert (refused.state, refused.against) == ("refused", (2,))
    gone = "There is nothing left to answer: the request has been settled or has lapsed."
    assert await refusal(three.onlookers.comment(BOB, number=refused.number)) == gone
    again = await three.onlookers.comment(BOB)
    assert (again.state, again.seat) == ("open", 1)
    assert (await three.onlookers.comment(BOB, False)).state == "withdrawn"
    assert await refusal(three.onlookers.comment(BOB, False)) == gone
    not_agreed = "Nobody sees all hands: the table has not agreed to it."
    assert await refusal(three.onlookers.end_commentary(user_id=BOB)) == not_agreed
    for work in (three.onlookers.comment(EVE), three.onlookers.end_commentary(user_id=EVE)):
        assert await refusal(work) == NO_SEAT


async def test_it_ends_when_somebody_sits_down_who_has_not_agreed(three: GameSession) -> None:
    await agreed(three)
    await three.lobby.leave(CECILY)
    # Those who are left had all agreed.
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == TOO_EARLY
    await three.lobby.join(FRED, "Fred")
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == NOT_AGREED
    # Nor does it begin again by itself when he leaves.
    await three.lobby.leave(FRED)
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == NOT_AGREED
    assert not any(seat.commented for seat in three.seats)


async def test_nobody_agrees_for_somebody_who_is_away(three: GameSession) -> None:
    await agreed(three)
    await three.lobby.stand_in(CECILY, "dabbler")
    assert await refusal(three.onlookers.look(EVE, all_hands=True)) == NOT_AGREED
    away = (
        "A computer keeps a seat for somebody who is away, and all must agree. Ask again when they "
        "are back."
    )
    assert await refusal(three.onlookers.comment(ALICE)) == away
    # What was asked lapses when seats change hands.
    await three.lobby.join(CECILY, "Cecily")
    await three.onlookers.comment(ALICE)
    await three.lobby.leave(CECILY)
    assert await three.onlookers.open_one("commentary") is None


async def test_alone_with_computers_one_decides_alone(desk: Desk) -> None:
    session = await open_game(desk, channel=CHANNEL + 1, options=STONES)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    assert (await session.onlookers.comment(ALICE)).state == "done"
    assert [seat.commented for seat in session.seats] == [True, False]
    assert await refusal(session.onlookers.look(EVE, all_hands=True)) == TOO_EARLY
