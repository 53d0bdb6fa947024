"""Standing orders to the letter: where they end, which of them answers, how they are read back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import words_for
from bot.rules.kernel import BEFOREHAND, Choice, Match, Prompt
from bot.session import Desk, GameSession, Refused
from bot.session.table.standing_orders import (
    StandingOrder,
    StandingOrders,
    Until,
    _answer,
    _by_the_game,
    known_beforehand,
    read_back,
)
from bot.storage import StandingOrderRow, journal, standing_orders
from tests.session.doubles import ALICE, BOB, FakeClock, open_game, running_game, take
from tests.session.mendable import ForesightedLibrary
from tests.session.table.test_standing_orders import STONES, asking, order, settled
from tests.waiting import idle


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """Which database keeps it makes no difference here."""
    return sqlite_url


@pytest.mark.parametrize(
    ("until", "why"),
    [
        (
            Until(where={"heap": "3"}),
            "Say when the order ends: after how many answers or turns, or at what time.",
        ),
        (Until(times=0), "That order would end before it begins."),
        (Until(times=1, turns=0), "That order would end before it begins."),
        (Until(times=0, turns=1), "That order would end before it begins."),
        (Until(times=1, at=FakeClock().now()), "That order would end before it begins."),
        (Until(at=FakeClock().now() + timedelta(microseconds=1)), None),
        (Until(times=1), None),
        (Until(turns=1), None),
    ],
)
async def test_an_end_lies_ahead(desk: Desk, until: Until, why: str | None) -> None:
    session = await running_game(desk, options=STONES)
    if why is None:
        given = await order(session, until)
        assert (given.until, given.prompt, given.choice) == (until, "turn", take(2))
        assert given.made_at == desk.services.clock.now()
        return
    with pytest.raises(Refused) as refused:
        await order(session, until)
    assert refused.value.text == why


async def test_everybody_has_room_of_their_own(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    about: dict[str, Any] = {"prompt": "other", "choice": None, "until": Until(times=1)}
    for _ in range(20):
        await session.orders.give(user_id=ALICE, **about)
    given = await order(session, Until(times=1))
    with pytest.raises(Refused) as refused:
        await session.orders.give(user_id=ALICE, **about)
    assert refused.value.text == "You may have 20 standing orders at most. Withdraw one first."
    assert len(await session.orders.of(ALICE)) == 20
    assert await session.orders.of(BOB) == [given]
    with pytest.raises(Refused) as refused:
        await session.orders.withdraw(user_id=BOB, number=given.number + 1000)
    assert refused.value.text == "You have not given such an order."
    assert session.orders.at_hand(BOB) == []
    await idle(desk)
    assert session.orders.at_hand(BOB) == [given]


async def test_what_is_kept_of_an_order(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    at = desk.services.clock.now() + timedelta(hours=1)
    until = Until(2, 3, at, {"heap": "1"})
    revision = session.revision
    given = await order(session, until)
    assert session.orders_given
    async with desk.services.database.reading() as db:
        [row] = await standing_orders.of_game(db, session.id)
    assert (row.seat, row.user_id, row.prompt) == (1, BOB, "turn")
    assert row.until == {
        "times": 2, "turns": 3, "at": at.isoformat(), "where": {"heap": "1"}, "from": revision,
        "number": given.number,
    }  # fmt: skip
    assert await session.orders.of(BOB) == [given]
    assert given.until == until


async def test_the_first_order_that_stands_and_fits_answers(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=STONES)
    over = await order(session, Until(at=clock.now() + timedelta(hours=1)), 1)
    first = await order(session, Until(turns=9), 2)
    second = await order(session, Until(times=9), 3)
    clock.advance(hours=1)
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 0)
    # One has ended on the stroke, and of the others the older one speaks; it is not used up.
    assert session.view(None).heap == 57
    assert await session.orders.of(BOB) == [first, second]
    async with desk.services.database.reading() as db:
        rows = await standing_orders.of_game(db, session.id)
        last = await journal.last_of_seat(db, session.id, 1)
    numbers = [row.until["number"] for row in rows]
    assert numbers == [over.number, first.number, second.number]
    assert last is not None
    assert last.note is not None
    assert (last.note["order"], last.note["seat"], last.actor) == (rows[1].id, 1, BOB)


async def test_an_order_of_two_turns_ends_when_two_are_over(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(turns=2), 2)
    assert [o.until.turns for o in await session.orders.of(BOB)] == [2]
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 0)
    assert session.view(None).heap == 57
    assert await session.orders.of(BOB) == []


async def test_an_order_that_the_rules_do_not_take_leaves_its_giver_asked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options=STONES)
    given = await order(session, Until(times=2), 2)

    def refused(*_about: Any) -> None:
        raise Refused("Not now.")

    with monkeypatch.context() as patched:
        patched.setattr("bot.session.table.standing_orders.decision", refused)
        await session.submit(user_id=ALICE, choice=take(1))
        await settled(desk, session, 1)
        assert await session.orders.fire() is False
    assert await session.orders.of(BOB) == [given]
    assert await session.orders.fire() is True
    assert session.view(None).heap == 57
    assert await session.orders.fire() is False


async def test_in_no_game_that_is_on_is_anything_known_or_answered(desk: Desk) -> None:
    desk.services.library = ForesightedLibrary()
    session = await open_game(desk, options=STONES)
    assert known_beforehand(session, 0) == []
    assert await session.orders.fire() is False
    await session.lobby.join(BOB, "Bob")
    with pytest.raises(Refused, match="not being played"):
        await order(session, Until(times=1))
    await session.lobby.start(ALICE)
    assert [prompt.seat for prompt in known_beforehand(session, 1)] == [1]
    match: Any = SimpleNamespace(over=True)
    ended: Any = SimpleNamespace(match=match)
    assert known_beforehand(ended, 1) == []


@pytest.mark.parametrize(
    ("prompts", "made", "answer"),
    [
        ([asking("turn", "go")], "go", "go"),
        ([asking("turn", "go")], None, None),
        ([asking("turn", "go")], "stay", None),
        ([asking("turn", "go", blocking=False)], "go", None),
        ([asking("any", "go", blocking=False), asking("turn", "go")], "go", "go"),
        ([asking("turn", "stay"), asking("other", "go")], "go", "go"),
    ],
)
def test_the_games_own_order_answers_only_what_is_waited_for(
    prompts: list[Prompt], made: str | None, answer: str | None
) -> None:
    given = None if made is None else Choice(made)
    rules = SimpleNamespace(as_ordered=lambda _table, _prompt, order: order and given)
    game: Any = SimpleNamespace(seat_of=lambda _: 1, rules=rules)
    match: Any = SimpleNamespace(asked=lambda seat: prompts if seat == 1 else [], table=None)
    row = StandingOrderRow(
        game_id="G", seat=1, user_id=BOB, prompt=BEFOREHAND,
        choice={"verb": "always", "args": {}}, until={}, made_at=datetime.now(UTC),
    )  # fmt: skip
    found = None if answer is None else Choice(answer)
    assert _by_the_game(game, match, row) == found
    assert _answer(game, match, row) == found


@pytest.mark.parametrize(
    ("until", "ends"),
    [
        (Until(times=1), "once"),
        (Until(times=2), "2 times"),
        (Until(turns=1), "until a turn has ended"),
        (Until(turns=2), "for 2 turns"),
        (Until(at=datetime(2026, 11, 1, tzinfo=UTC)), "until <t:1793491200:f>"),
        (
            Until(3, 1, datetime(2026, 11, 1, tzinfo=UTC)),
            "3 times, at most until a turn has ended, at most until <t:1793491200:f>",
        ),
    ],
)
def test_the_end_of_an_order_is_read_back(until: Until, ends: str) -> None:
    words, now = words_for("kingmaker", "house"), datetime.now(UTC)
    given = StandingOrder(1, "title_vote", None, until, now)
    assert read_back(given, words, str) == (
        f"When you are asked for “title vote”: what happens by default; {ends}."
    )
    where = {"noble": "percy", "office": "marshal"}
    narrowed = StandingOrder(1, "vote", Choice("yea"), Until(until.times, where=where), now)
    if until.times is not None and until.turns is None:
        said = words.choice(Choice("yea"), str).rstrip(".")
        assert read_back(narrowed, words, str) == (
            f"When you are asked for “vote” and noble is Percy, office is {words.kind('marshal')}: "
            f"{said}; {ends}."
        )


async def rows_of(desk: Desk, session: GameSession) -> list[StandingOrderRow]:
    """The orders that are kept, whether they stand or not."""
    async with desk.services.database.reading() as db:
        return list(await standing_orders.of_game(db, session.id))


async def test_of_which_nothing_can_come_is_not_kept(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options=STONES)
    given = await order(session, Until(times=2), 2)
    assert await session.orders.fire() is False
    assert [row.until["number"] for row in await rows_of(desk, session)] == [given.number]
    monkeypatch.setattr("bot.session.table.standing_orders._stands", lambda *_: False)
    assert await session.orders.of(BOB) == []
    assert await session.orders.fire() is False
    assert await rows_of(desk, session) == []


async def test_an_order_for_two_times_stands_after_the_first(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=2), 2)
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 0)
    assert [o.until.times for o in await session.orders.of(BOB)] == [1]


async def test_once_the_game_is_over_no_order_stands(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=2), 2)
    match, asked = session.match, []

    async def fitting(_orders: Any, _match: Any, *_more: Any) -> None:
        asked.append(1)

    monkeypatch.setattr(StandingOrders, "_fitting", fitting)
    assert await session.orders.fire() is False
    assert asked == [1]
    session.match = None
    assert await session.orders.of(BOB) == []
    assert await session.orders.fire() is False
    session.match = match
    monkeypatch.setattr(Match, "over", property(lambda _: True))
    assert await session.orders.fire() is False
    assert asked == [1]


@pytest.mark.parametrize("kept", [True, False])
async def test_an_order_that_is_gone_or_does_not_fit_answers_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    session = await running_game(desk, options=STONES)
    given = await order(session, Until(times=2), 2)
    number = given.number if kept else given.number + 1000

    async def fitting(_orders: Any, _match: Any, *_more: Any) -> int:
        return number

    # It is Alice's turn by now.
    monkeypatch.setattr(StandingOrders, "_fitting", fitting)
    revision = session.revision
    assert await session.orders.fire() is False
    assert session.revision == revision
    assert await session.orders.of(BOB) == [given]
