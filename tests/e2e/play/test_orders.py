"""Standing orders at the table: given, read back, firing at the right time, disarmed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.sandbox import RunningSandbox
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import Outcome, selects, text_of
from bot.session import GameSession
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, alice_and_bob, bot_at, is_ephemeral, said, suggested
from tests.e2e.guest import Guest, settled
from tests.e2e.play.test_refusals import assert_refused, nothing_changes
from tests.e2e.prepared import (
    asks,
    before_long_siege,
    before_parliament,
    before_parliament_with_writ,
    take_in,
)
from tests.e2e.stewards import advice

FIRED = "One of your standing orders has answered for you: "


async def play_on(room: Room, is_there: Callable[[GameSession], bool]) -> None:
    """Let the steward choose for Alice and Bob where no order of theirs does."""
    people = {0: int(room.alice.me["id"]), 1: int(room.bob.me["id"])}
    session = await room.session()
    while True:
        await settled()
        if is_there(session):
            return
        seat = next(s for s in session.waiting_for() if s in people)
        assert not await speaks(session, seat, people[seat])
        choice = await advice(session, seat)
        await session.submit(user_id=people[seat], choice=choice)


async def speaks(session: GameSession, seat: int, user_id: int) -> bool:
    """Whether an order of the person has something to say to what they are asked."""
    orders = await session.orders.of(user_id)
    match = session.match
    assert match is not None
    return any(
        session.rules.as_ordered(match.table, prompt, order.choice) is not None
        for prompt in match.asked(seat)
        for order in orders
        if order.choice is not None
    )


async def begin(player: Player, what: str, **options: Any) -> Outcome:
    """`/order give`; only the one who types sees the answer."""
    outcome = await player.slash(CHANNEL, "order give", {"what": what, **options})
    assert is_ephemeral(outcome)
    return outcome


async def pick(player: Player, outcome: Outcome, *labels: str) -> Outcome:
    """Choose options of the only menu of a page."""
    assert outcome.message is not None
    return await player.choose(outcome.message, None, list(labels))


async def press(player: Player, outcome: Outcome, label: str) -> Outcome:
    assert outcome.message is not None
    return await player.press(outcome.message, label)


async def give(player: Player, page: Outcome) -> str:
    """Confirm an order that was read back; what is said then."""
    assert page.message is not None
    await player.press(page.message, "Give the order")
    return text_of(await player.wait_for_message(lambda m: text_of(m).startswith("✓ ")))


def entry_of(session: GameSession, note: Any) -> bool:
    return bool(note) and note.get("what") == "order"


async def fired(session: GameSession, seat: int) -> list[str]:
    """The questions that orders have answered for a seat, as its own log knows it."""
    entries = await session.journal.log(seat, last=200)
    return [str(entry.seat) for entry in entries if entry_of(session, entry.note)]


async def events_of(session: GameSession, kind: type) -> list[Any]:
    """The public events of a kind so far."""
    entries = await session.journal.log(None, last=500)
    return [event for entry in entries for event in entry.events if isinstance(event, kind)]


async def told_only(room: Room, player: Player, others: Player, answer: str) -> None:
    """What an order has answered is told to its giver in private, and to nobody else."""
    await player.wait_for_private(lambda m: f"{FIRED}{answer}" in text_of(m))
    assert all(FIRED not in text_of(m) for m in others.messages())
    assert all(FIRED not in text_of(m) for m in player.messages(CHANNEL))


async def test_excuse_me_from_parliament_if_i_have_a_writ(room: Room) -> None:
    session = await take_in(room, before_parliament_with_writ())
    offered = await room.bob.autocomplete(CHANNEL, "order give", "what", "excused")
    about = "Be excused from Parliament — as long as you have Writs for it"
    assert offered == [{"name": about, "value": "order_excuse"}]
    page = await begin(room.bob, "order_excuse", times=1)
    assert "Which nobles? Or all of yours, while your Writs last" in said(page)
    read = await press(room.bob, page, "All of mine")
    assert (
        "When Parliament is called, your nobles stay away for a Writ each as long as you have any "
        "(none is needed across the sea); once." in said(read)
    )
    assert "once." in await give(room.bob, read)
    await call_parliament(room, session)
    await play_on(room, sits)
    excused = [event for event in await events_of(session, facts.Excused) if event.seat == 1]
    assert [(len(event.nobles), event.writs) for event in excused[-1:]] == [(1, 1)]
    assert await fired(session, 1) == ["1"]
    assert await session.orders.of(int(room.bob.me["id"])) == []
    name = session.rules.content.crown[excused[-1].nobles[0]].name
    await told_only(room, room.bob, room.alice, f"**{name}** is excused.")


def sits(session: GameSession) -> bool:
    """Whether Parliament has assembled."""
    assert session.match is not None
    return bool(session.match.position.state.sitting.attending)


async def call_parliament(room: Room, session: GameSession) -> None:
    """Alice calls Parliament, as the steward would, and does not summon Bob's only noble."""
    user = int(room.alice.me["id"])
    await session.submit(user_id=user, choice=await advice(session, 0))
    await at_rest(session)


@pytest.mark.long
async def test_pass_my_movement_until(room: Room) -> None:
    session = await take_in(room, before_parliament())
    page = await begin(room.bob, "Pass", turns=3)
    read = await pick(room.bob, page, "Movement")
    assert "You pass when asked about movement; for 3 turns." in said(read)
    await give(room.bob, read)

    def bobs_next_question(session: GameSession) -> bool:
        assert session.match is not None
        assert not asks(session, 1, "movement")
        state = session.match.position.state
        return bool(state.active == 1 and state.phase in ("combat", "parliament", "draw"))

    await play_on(room, bobs_next_question)
    assert await fired(session, 1) == ["1"]
    await told_only(room, room.bob, room.alice, "your movement ends.")
    # After three turns it is over, and he is asked again.
    await play_on(room, lambda s: asks(s, 1, "movement"))
    assert await session.orders.of(int(room.bob.me["id"])) == []


async def test_vote_nay_on_any_honour_for_somebody(room: Room) -> None:
    session = await take_in(room, before_parliament())
    page = await begin(room.bob, "order_vote", until="3 days")
    page = await pick(room.bob, page, "Nay")
    page = await pick(room.bob, page, "Any title or office")
    read = await pick(room.bob, page, "Any noble of Alice")
    vote = "You vote nay on any title or office for any of **Alice**’s nobles; until <t:"
    assert vote in said(read)
    await give(room.bob, read)
    mine = {n for n, noble in session.view(None).nobles.items() if noble.seat == 0}
    nobles = await room.alice.autocomplete(CHANNEL, "parliament call", "summon")
    await room.alice.slash(CHANNEL, "parliament call", summon=nobles[0]["value"])
    await play_on(room, lambda s: asks(s, 0, "round"))
    offers = [o for p in session.prompts(0) if p.kind == "round" for o in p.offers]
    offer = next(o for o in offers if mine & set(o.field("noble").candidates))
    noble = next(n for n in offer.field("noble").candidates if n in mine)
    other = next(n for n in offer.field("noble").candidates if n not in mine)
    first, second = offer.field("card").candidates[:2]
    begun = len(await events_of(session, facts.BallotClosed))
    for card, whom, votes in ((first, noble, ["1"]), (second, other, ["1"])):
        choice = Choice.of("propose", card=card, noble=whom)
        await session.submit(user_id=int(room.alice.me["id"]), choice=choice)
        before = len(await events_of(session, facts.BallotClosed))
        await settle_vote(room, session, before)
        assert await fired(session, 1) == votes
    closed = await events_of(session, facts.BallotClosed)
    assert closed[begun].votes[1] == "nay"
    assert len(await session.orders.of(int(room.bob.me["id"]))) == 1
    await told_only(room, room.bob, room.alice, "you vote nay.")


async def settle_vote(room: Room, session: GameSession, before: int) -> None:
    """Let everybody who is asked answer, until the vote is told."""
    await settled()
    while len(await events_of(session, facts.BallotClosed)) == before:
        seat = next(s for s in session.waiting_for() if s in (0, 1))
        user = int((room.alice, room.bob)[seat].me["id"])
        await session.submit(user_id=user, choice=await advice(session, seat))
        await settled()


async def test_always_hold_the_siege(room: Room) -> None:
    session = await take_in(room, before_long_siege())
    alice = int(room.alice.me["id"])
    (lay,) = [o for p in session.prompts(0) for o in p.offers if o.verb == "lay"]
    (place,) = lay.field("place").candidates
    assert_refused(
        await begin(room.alice, "Hold a siege", times=9), "You cannot order “Hold a siege”"
    )
    nobles = lay.field("nobles").candidates
    await session.submit(user_id=alice, choice=Choice.of("lay", nobles=nobles, place=place))
    read = await begin(room.alice, "Hold a siege", times=9)
    town = session.rules.content.board.places[place].name
    assert f"You hold the siege of {town} until it ends, and are asked only if" in said(read)
    await give(room.alice, read)
    # Her nobles stay where they are meanwhile.
    page = await begin(room.alice, "Pass", times=9)
    await give(room.alice, await pick(room.alice, page, "Movement"))

    def holds(session: GameSession) -> bool:
        state = session.match.position.state if session.match is not None else None
        return state is not None and state.sieges[place].turns > 1 and state.phase != "combat"

    await play_on(room, holds)
    assert await fired(session, 0) == ["0", "0"]
    assert [o.until.times for o in await session.orders.of(alice)] == [8, 8]
    await told_only(room, room.alice, room.bob, "your combat ends.")
    # The siege is over: so is the order.
    await play_on(room, lambda s: asks(s, 1, "movement"))
    for noble in nobles:
        move = Choice.of("correct_move", piece=noble, to="18,20")
        await session.moderator.correct(by=alice, reason="to relieve it", choice=move)
    assert place not in session.view(None).sieges
    await play_on(room, lambda s: not asks(s, 1, "movement"))
    assert [o.choice.verb for o in await session.orders.of(alice) if o.choice] == ["order_pass"]


async def test_an_order_needs_an_end_and_can_be_withdrawn(room: Room) -> None:
    session = await take_in(room, before_parliament())
    page = await begin(room.bob, "Pass")
    page = await pick(room.bob, page, "Movement", "Combat and sieges")
    assert "When does the order end?" in said(page)
    assert page.message is not None
    (menu,) = selects(page.message)
    assert [option["label"] for option in menu["options"]][2] == "After one round of the table"
    read = await pick(room.bob, page, "In three days")
    assert "until <t:" in said(read)
    back = await press(room.bob, read, "Back")
    assert "Pass what?" in said(back)
    read = await pick(room.bob, back, "Movement")
    assert "You pass when asked about movement; until <t:" in said(read)
    assert read.message is not None
    first, second = await asyncio.gather(
        room.bob.press(read.message, "Give the order"),
        room.bob.press(read.message, "Give the order"),
    )
    assert first.state == second.state == "done"
    await room.bob.wait_for_message(lambda m: text_of(m).startswith("✓ You pass"))
    bob = int(room.bob.me["id"])
    (order,) = await session.orders.of(bob)
    listed = await room.bob.slash(CHANNEL, "order list")
    assert is_ephemeral(listed)
    assert "1. You pass when asked about movement; until <t:" in said(listed)
    hers = await room.alice.slash(CHANNEL, "order list")
    assert said(hers) == "You have no standing orders. `/order give` gives one."
    async with nothing_changes(room):
        number = str(order.number)
        assert_refused(
            await room.alice.slash(CHANNEL, "order withdraw", order=number),
            "not given such an order",
        )
        assert_refused(
            await room.bob.slash(CHANNEL, "order withdraw", order="all"), "Choose one of"
        )
    assert await room.alice.autocomplete(CHANNEL, "order withdraw", "order") == []
    (mine,) = await suggested(room.bob, "order withdraw", "order")
    assert mine["value"] == number
    assert "<t:" not in mine["name"]
    assert listed.message is not None
    await room.bob.press(listed.message, "Withdraw 1")
    await room.bob.wait_for_message(lambda m: "The order has been withdrawn" in text_of(m))
    assert await session.orders.of(bob) == []


async def test_what_cannot_be_ordered(room: Room) -> None:
    await take_in(room, before_parliament())
    async with nothing_changes(room):
        assert_refused(
            await begin(room.bob, "Win the game"), "You cannot order “Win the game”", "Pass"
        )
        assert_refused(await begin(room.bob, "Pass", until="soon"), "Say how long, for example")
        async with await Guest.connect(room.sandbox.base_url, "Cecily") as cecily:
            assert_refused(await begin(cecily, "Pass"), "You are not playing in this game")
            assert await cecily.autocomplete(CHANNEL, "order give", "what") == []


async def test_a_question_may_go_without_an_answer(room: Room) -> None:
    session = await take_in(room, before_parliament())
    offered = await room.alice.autocomplete(CHANNEL, "order give", "what", "unanswered")
    assert [each["value"] for each in offered] == ["default-parliament"]
    read = await begin(room.alice, offered[0]["value"], times=1)
    assert "When you are asked for “parliament”: what happens by default; once." in said(read)
    await give(room.alice, read)
    await play_on(room, lambda s: s.view(None).phase != "parliament")
    assert await fired(session, 0) == ["0"]
    assert await session.orders.of(int(room.alice.me["id"])) == []


async def test_a_half_written_order_and_correction_outlive_a_restart(
    sandbox: RunningSandbox, database: str, tmp_path: Path
) -> None:
    url = sandbox.base_url
    async with alice_and_bob(url) as (alice, bob):
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, bob)
            session = await take_in(room, before_parliament())
            page = await pick(bob, await begin(bob, "Pass", turns=2), "Movement")
            noble = min(session.view(None).nobles)
            mending = await alice.slash(
                CHANNEL, "mod correct", what="correct_move", which=noble, to="18,20"
            )
        async with bot_at(url, database) as bot:
            room = Room(sandbox, database, bot, tmp_path, alice, bob)
            assert "movement; for 2 turns." in await give(bob, page)
            form = await press(alice, mending, "Correct…")
            await alice.submit_modal(form, {"reason": "a slip"}, channel=CHANNEL)
            await bob.wait_for_message(lambda m: "corrects the position" in text_of(m))
            session = await room.session()
            assert [o.until.turns for o in await session.orders.of(int(bob.me["id"]))] == [2]
            assert session.view(None).nobles[noble].square == "18,20"
