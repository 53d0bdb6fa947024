"""What people say beforehand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import words_for
from bot.rules.kernel import BEFOREHAND, Choice, Offer, Prompt
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify
from bot.session.table.standing_orders import (
    StandingOrder,
    Until,
    _answer,
    _stands,
    known_beforehand,
    read_back,
)
from bot.storage import StandingOrderRow, journal, standing_orders
from tests.session.doubles import ALICE, BOB, FakeClock, Notebook, bid, running_game, take
from tests.session.mendable import ForesightedLibrary
from tests.waiting import idle

STONES = {"stones": "60"}


async def settled(desk: Desk, session: GameSession, seat: int) -> None:
    """Wait until the orders have answered and the game waits for this seat."""
    await idle(desk)
    assert seat in session.waiting_for()


async def order(session: GameSession, until: Until, stones: int = 2) -> StandingOrder:
    choice = take(stones)
    return await session.orders.give(user_id=BOB, prompt="turn", choice=choice, until=until)


async def test_an_order_answers_and_disarms_itself(desk: Desk, notebook: Notebook) -> None:
    session = await running_game(desk, options=STONES)
    given = await order(session, Until(times=1))
    assert await session.orders.of(BOB) == [given]
    assert await session.orders.of(ALICE) == []
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 0)
    assert session.view(None).heap == 57
    assert await session.orders.of(BOB) == []
    # That it fired is told to its giver and nobody else.
    await desk.courier.flush()
    told = [row["note"] for row in notebook.of("secret", BOB) if "note" in row]
    note = {
        "what": "order",
        "order": told[0]["order"],
        "seat": 1,
        "prompt": "turn",
        "choice": {"verb": "take", "args": {"stones": ["2"]}},
    }
    assert told == [note]
    assert all("note" not in row for row in notebook.of("log"))
    assert all(entry.note is None for entry in await session.journal.log(0))
    assert [e.note for e in await session.journal.log(1) if e.note] == [{**note, "quiet": True}]
    async with desk.services.database.reading() as db:
        last = await journal.last_of_seat(db, session.id, 1)
    assert last is not None
    assert (last.kind, last.actor) == ("decision", BOB)
    assert verify(await session.journal.export(), session.rules) is None


async def test_an_order_ends_with_turns_or_at_a_time(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(turns=1))
    await order(session, Until(at=clock.now() + timedelta(hours=1)), 3)
    clock.advance(hours=2)
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 1)
    assert session.view(None).heap == 59
    assert await session.orders.of(BOB) == []


async def test_an_order_for_some_turns_ends_with_the_last_of_them(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(turns=3))
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 0)
    # Two turns are over: that of Alice, and Bob's by his order.
    assert session.view(None).heap == 57
    assert [o.until.turns for o in await session.orders.of(BOB)] == [3]
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(1))
    await idle(desk)
    assert (session.view(None).heap, session.waiting_for()) == (56, [1])
    assert await session.orders.of(BOB) == []


async def test_an_order_may_be_narrowed_and_waits_until_it_fits(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=5, where={"heap": "58"}))
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 1)
    await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=take(2))
    await settled(desk, session, 0)
    assert session.view(None).heap == 56
    assert [o.until.times for o in await session.orders.of(BOB)] == [4]


async def test_the_default_may_be_ordered(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    until = Until(times=2)
    await session.orders.give(user_id=BOB, prompt="bid", choice=None, until=until)
    for person in (ALICE, BOB):
        await session.submit(user_id=person, choice=take(1))
    await settled(desk, session, 0)
    await session.submit(user_id=ALICE, choice=bid(1))
    assert session.view(None).tokens == (3, 5)


async def test_every_order_needs_an_end(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=STONES)
    with pytest.raises(Refused, match="Say when"):
        await order(session, Until())
    for until in (Until(times=0), Until(turns=0), Until(at=clock.now())):
        with pytest.raises(Refused, match="end"):
            await order(session, until)
    for _ in range(20):
        await order(session, Until(times=1), 3)
    with pytest.raises(Refused, match="20 standing orders at most"):
        await order(session, Until(times=1))


async def test_an_order_is_withdrawn_by_its_giver_alone(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    given = await order(session, Until(times=3))
    with pytest.raises(Refused, match="not given such an order"):
        await session.orders.withdraw(user_id=ALICE, number=given.number)
    await session.orders.withdraw(user_id=BOB, number=given.number)
    assert await session.orders.of(BOB) == []


async def test_the_numbers_of_orders_tell_nobody_that_others_gave_some(
    desk: Desk,
) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=3))
    given = await order(session, Until(times=3))
    async with desk.services.database.reading() as db:
        rows = await standing_orders.of_game(db, session.id)
    assert [row.id for row in rows] == [1, 2]
    with pytest.raises(Refused, match="not given such an order"):
        await session.orders.withdraw(user_id=BOB, number=2)
    await session.orders.withdraw(user_id=BOB, number=given.number)
    assert [each.number for each in await session.orders.of(BOB)] == [rows[0].until["number"]]


async def test_taking_back_what_an_order_did_disarms_it(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=9))
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 0)
    assert session.view(None).heap == 57
    await session.consent.undo(user_id=BOB)
    await settled(desk, session, 1)
    assert (session.view(None).heap, await session.orders.of(BOB)) == (59, [])


async def test_an_order_outlives_the_process_and_its_giver_leaving_ends_it(
    desk: Desk, open_desk
) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=9))
    await desk.close()
    again = open_desk()
    await again.resume_all()
    theirs = await again.get(session.id)
    await theirs.submit(user_id=ALICE, choice=take(1))
    await settled(again, theirs, 0)
    assert theirs.view(None).heap == 57
    await theirs.moderator.replace_player(by=9, reason="ill", seat=1, user_id=77, name="Ann")
    for person in (ALICE, 77):
        await theirs.submit(user_id=person, choice=bid(0))
    await theirs.submit(user_id=ALICE, choice=take(1))
    await settled(again, theirs, 1)
    assert theirs.view(None).heap == 56


async def test_an_order_is_read_back_in_plain_words(desk: Desk) -> None:
    words = words_for("kingmaker", "house")
    now = desk.services.clock.now()
    given = StandingOrder(1, "movement", None, Until(turns=3), now)
    assert read_back(given, words, str) == (
        "When you are asked for “movement”: what happens by default; for 3 turns."
    )
    given = StandingOrder(2, "vote", None, Until(times=1, where={"noble": "percy"}), now)
    assert "and noble is Percy: " in read_back(given, words, str)


def always(stones: int) -> Choice:
    """The game's own order: to take so many stones every turn."""
    return Choice.of("always", stones=str(stones))


async def test_an_order_of_the_games_own_answers_until_nothing_can_come_of_it(desk: Desk) -> None:
    desk.services.library = ForesightedLibrary()
    session = await running_game(desk, options={"stones": "55"})
    known = [offer.verb for p in known_beforehand(session, 1) for offer in p.offers]
    assert known == ["always"]
    until = Until(times=9)
    given = await session.orders.give(user_id=BOB, prompt=BEFOREHAND, choice=always(2), until=until)
    await session.submit(user_id=ALICE, choice=take(3))
    await settled(desk, session, 0)
    assert session.view(None).heap == 50
    assert [(o.number, o.until.times) for o in await session.orders.of(BOB)] == [(given.number, 8)]
    for person in (ALICE, BOB):
        await session.submit(user_id=person, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(1))
    await settled(desk, session, 1)
    assert (session.view(None).heap, await session.orders.of(BOB)) == (49, [])
    with pytest.raises(Refused, match="cannot order that now"):
        await session.orders.give(user_id=BOB, prompt=BEFOREHAND, choice=always(2), until=until)


async def test_only_what_the_game_knows_can_be_ordered(desk: Desk) -> None:
    desk.services.library = ForesightedLibrary()
    session = await running_game(desk, options=STONES)
    for choice in (always(4), take(1), None):
        with pytest.raises(Refused, match="cannot order that now"):
            await session.orders.give(
                user_id=BOB, prompt=BEFOREHAND, choice=choice, until=Until(times=1)
            )
    assert await session.orders.of(BOB) == []


async def test_orders_that_have_ended_make_room(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=STONES)
    for _ in range(20):
        await order(session, Until(at=clock.now() + timedelta(hours=1)), 3)
    clock.advance(hours=2)
    kept = await order(session, Until(times=1), 3)
    assert await session.orders.of(BOB) == [kept]


async def test_the_games_own_order_is_read_back_as_it_says_it(desk: Desk) -> None:
    words = words_for("kingmaker", "house")
    choice = Choice.of("order_vote", vote="nay", matter="office", whom="player:1")
    given = StandingOrder(1, BEFOREHAND, choice, Until(times=1), desk.services.clock.now())
    assert read_back(given, words, ["Anne", "Bob"].__getitem__) == (
        "You vote nay on any office for any of Bob’s nobles; once."
    )


async def test_the_same_press_twice_is_one_order_and_the_newest_comes_back(desk: Desk) -> None:
    session = await running_game(desk, options=STONES)
    await order(session, Until(times=1), 3)
    about: dict[str, Any] = {"prompt": "turn", "choice": take(1), "until": Until(times=2)}
    given = await session.orders.give(user_id=BOB, interaction_id="i", **about)
    again = await session.orders.give(user_id=BOB, interaction_id="i", **about)
    assert again == given
    assert len(await session.orders.of(BOB)) == 2


def asking(kind: str, *verbs: str, default: str | None = None, **more: Any) -> Prompt:
    """A question with these answers."""
    chosen = None if default is None else Choice(default)
    return Prompt(1, kind, tuple(Offer(verb) for verb in verbs), default=chosen, **more)


ANSWERED: list[tuple[list[Prompt], dict[str, Any], str | None]] = [
    ([asking("turn", "go", "stay")], {"choice": "go"}, "go"),
    ([asking("turn", "stay")], {"choice": "go"}, None),
    ([asking("other", "go")], {"choice": "go"}, None),
    ([asking("turn", "go", blocking=False)], {"choice": "go"}, None),
    ([asking("other", "go"), asking("turn", "go")], {"choice": "go"}, "go"),
    ([asking("turn", "go", "stay", default="stay")], {}, "stay"),
    ([asking("other", "stay", default="stay")], {}, None),
    ([asking("turn", "stay")], {}, None),
    ([asking("turn", "go", facts={"a": "1"})], {"choice": "go", "where": {"a": "1"}}, "go"),
    ([asking("turn", "go", facts={"a": "2"})], {"choice": "go", "where": {"a": "1"}}, None),
    ([asking("turn", "go")], {"choice": "go", "where": {"a": "1"}}, None),
    (
        [asking("turn", "go", facts={"a": "1", "b": "2"})],
        {"choice": "go", "where": {"a": "1", "b": "3"}},
        None,
    ),
    ([asking("turn", "go")], {"choice": "go", "seat": 0}, None),
    ([], {"choice": "go"}, None),
]


@pytest.mark.parametrize(("prompts", "ordered", "answer"), ANSWERED)
def test_an_order_answers_its_own_kind_of_question_and_no_other(
    prompts: list[Prompt], ordered: dict[str, Any], answer: str | None
) -> None:
    game: Any = SimpleNamespace(seat_of=lambda _: ordered.get("seat", 1))
    match: Any = SimpleNamespace(asked=lambda seat: prompts if seat == 1 else [])
    chosen = ordered.get("choice")
    row = StandingOrderRow(
        game_id="G", seat=1, user_id=BOB, prompt="turn",
        choice=None if chosen is None else {"verb": chosen, "args": {}},
        until={"where": ordered.get("where")}, made_at=datetime.now(UTC),
    )  # fmt: skip
    assert _answer(game, match, row) == (None if answer is None else Choice(answer))
    assert _stands(game, match, row)
