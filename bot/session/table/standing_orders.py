"""Standing orders: what somebody says beforehand to a kind of question, until it disarms itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import BEFOREHAND, Choice, Match, Prompt
from bot.session.announcements import restore
from bot.session.drafts import Draft
from bot.session.receipts import Refused
from bot.storage import StandingOrderRow, journal, standing_orders
from bot.words.shape import Names, Words

if TYPE_CHECKING:
    from bot.session.game_session import GameSession

FIRED = "order"
"""The note, for the seat's own eyes, of a decision that a standing order made."""

MOST = 20
"""Most standing orders of one person in one game."""


@dataclass(frozen=True, slots=True)
class Until:
    """When an order disarms itself: after so many uses, turns of the game, or at a time.

    ``where`` narrows it to questions with these facts. At least one end must be given.
    """

    times: int | None = None
    turns: int | None = None
    at: datetime | None = None
    where: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order as its giver sees it. Without a ``choice`` it is the question's default.

    With BEFOREHAND as its ``prompt`` the choice is one of the orders that the game itself knows.
    """

    number: int
    prompt: str
    choice: Choice | None
    until: Until
    made_at: datetime


async def of_person(session: GameSession, user_id: int) -> list[StandingOrder]:
    """The person's orders in the game that still stand."""
    async with session.transaction() as db:
        rows = await standing_orders.of_game(db, session.id)
        return [
            _order(row)
            for row in rows
            if row.user_id == user_id and not await _run_out(db, session, row)
        ]


async def give(
    db: AsyncSession,
    session: GameSession,
    user_id: int,
    seat: int,
    prompt: str,
    choice: Choice | None,
    until: Until,
) -> StandingOrderRow:
    """Keep an order. Refused without a stop condition, or beyond the limit."""
    if until.times is None and until.turns is None and until.at is None:
        raise Refused("Say when the order ends: after how often, how many turns, or at what time.")
    counts = [count for count in (until.times, until.turns) if count is not None]
    if min(counts, default=1) < 1 or (until.at is not None and until.at <= session.now()):
        raise Refused("That order would end before it begins.")
    _check_known(session, seat, prompt, choice)
    standing = 0
    for row in await standing_orders.of_game(db, session.id):
        if row.user_id != user_id:
            continue
        if await _run_out(db, session, row):
            assert row.id is not None
            await standing_orders.disarm(db, session.id, row.id)
        else:
            standing += 1
    if standing >= MOST:
        raise Refused(f"More than {MOST} standing orders are too many. Withdraw one first.")
    row = StandingOrderRow(
        game_id=session.id,
        seat=seat,
        user_id=user_id,
        prompt=prompt,
        choice=None if choice is None else msgspec.to_builtins(choice),
        until={
            "times": until.times,
            "turns": until.turns,
            "at": None if until.at is None else until.at.isoformat(),
            "where": until.where,
            "from": session.revision,
        },
        made_at=session.now(),
    )
    db.add(row)
    await db.flush()
    return row


def known_beforehand(session: GameSession, seat: int) -> list[Prompt]:
    """The orders that the game itself knows, as a seat may give them now."""
    match = session.match
    if match is None or match.over:
        return []
    return session.rules.beforehand(match.table, seat)


def _check_known(session: GameSession, seat: int, prompt: str, choice: Choice | None) -> None:
    if prompt != BEFOREHAND:
        return
    known = known_beforehand(session, seat)
    if choice is None or not any(p.find(choice) is not None for p in known):
        raise Refused("That cannot be ordered now. `/order give` shows what can.")


async def fire(session: GameSession) -> bool:
    """Let an order answer a question that is open; whether one did. For who holds the lock.

    Orders of which nothing can come any more disarm themselves.
    """
    if session.match is None or session.match.over:
        return False
    number = await _fitting(session, session.match)
    if number is None:
        return False

    async def work(db: AsyncSession) -> Draft:
        match = session.in_play()
        row = await standing_orders.by_id(db, session.id, number)
        choice = None if row is None else _answer(session, match, row)
        if row is None or choice is None:
            raise Refused("This order does not fit any more.")
        draft = session.decided(match, row.seat, choice, row.user_id)
        assert draft.entry is not None
        note = {
            "what": FIRED,
            "order": number,
            "seat": row.seat,
            "prompt": draft.entry.prompt,
            "choice": msgspec.to_builtins(choice),
        }
        draft.entry = replace(draft.entry, note=note, quiet=True)
        times = row.until.get("times")
        if times is not None:
            row.until = {**row.until, "times": times - 1}
            if times <= 1:
                await standing_orders.disarm(db, session.id, number)
        return draft

    try:
        await session.carried_out(work)
    except Refused:
        # The game has gone on meanwhile, or the rules do not take it: its giver is asked.
        return False
    return True


async def _fitting(session: GameSession, match: Match) -> int | None:
    """The first order that answers a question that is open; those that are idle are disarmed."""
    async with session.transaction() as db:
        rows = await standing_orders.of_game(db, session.id)
    idle = [row.id for row in rows if not _stands(session, match, row)]
    if idle:
        async with session.transaction(writing=True) as db:
            for number in idle:
                assert number is not None
                await standing_orders.disarm(db, session.id, number)
    async with session.transaction() as db:
        for row in rows:
            fits = row.id not in idle and _answer(session, match, row) is not None
            if fits and not await _run_out(db, session, row):
                return row.id
    return None


def _answer(session: GameSession, match: Match, row: StandingOrderRow) -> Choice | None:
    """What an order says to a question that is open now."""
    if session.seat_of(row.user_id) != row.seat:
        return None
    if row.prompt == BEFOREHAND:
        return _by_the_game(session, match, row)
    where = row.until.get("where") or {}
    for prompt in match.asked(row.seat):
        if not prompt.blocking or prompt.kind != row.prompt:
            continue
        if any(prompt.facts.get(name) != value for name, value in where.items()):
            continue
        given = prompt.default if row.choice is None else msgspec.convert(row.choice, Choice)
        if given is not None and prompt.find(given) is not None:
            return given
    return None


def _by_the_game(session: GameSession, match: Match, row: StandingOrderRow) -> Choice | None:
    """What the game makes of one of its own orders."""
    order = msgspec.convert(row.choice, Choice)
    for prompt in match.asked(row.seat):
        given = session.rules.as_ordered(match.table, prompt, order) if prompt.blocking else None
        if given is not None and prompt.find(given) is not None:
            return given
    return None


def _stands(session: GameSession, match: Match, row: StandingOrderRow) -> bool:
    """Whether a question may still come that the order speaks of."""
    if row.prompt != BEFOREHAND:
        return True
    order = msgspec.convert(row.choice, Choice)
    return session.rules.order_stands(match.table, row.seat, order)


async def _run_out(db: AsyncSession, session: GameSession, row: StandingOrderRow) -> bool:
    """Whether an order's time is over."""
    if session.match is None or not _stands(session, session.match, row):
        return True
    at, turns = row.until.get("at"), row.until.get("turns")
    if at is not None and datetime.fromisoformat(at) <= session.now():
        return True
    if turns is None:
        return False
    begun = 0
    for entry in await journal.since(db, session.id, row.until["from"]):
        events = restore(session.rules, entry.events)
        begun += sum(session.rules.marks_turn(event) for event in events)
    return begun >= turns


def _order(row: StandingOrderRow) -> StandingOrder:
    assert row.id is not None
    choice = None if row.choice is None else msgspec.convert(row.choice, Choice)
    kept: dict[str, Any] = row.until
    at = None if kept["at"] is None else datetime.fromisoformat(kept["at"])
    until = Until(kept["times"], kept["turns"], at, kept["where"])
    return StandingOrder(row.id, row.prompt, choice, until, row.made_at)


def order_of(row: StandingOrderRow) -> StandingOrder:
    """A kept order as its giver sees it."""
    return _order(row)


def read_back(order: StandingOrder, words: Words, names: Names) -> str:
    """An order in plain words, for its giver alone."""
    if order.prompt == BEFOREHAND and order.choice is not None:
        return f"{words.choice(order.choice, names).rstrip('.')}; {_ends(order.until)}."
    asked = order.prompt.replace("_", " ")
    if order.choice is None:
        said = "what happens by default"
    else:
        said = words.choice(order.choice, names).rstrip(".")
    narrowed = ""
    if order.until.where:
        facts = (f"{name} is {words.kind(value)}" for name, value in order.until.where.items())
        narrowed = " and " + ", ".join(facts)
    return f"When you are asked for “{asked}”{narrowed}: {said}; {_ends(order.until)}."


def _ends(until: Until) -> str:
    ends = []
    if until.times is not None:
        ends.append("once" if until.times == 1 else f"{until.times} times")
    if until.turns is not None:
        ends.append("until a turn has ended" if until.turns == 1 else f"for {until.turns} turns")
    if until.at is not None:
        ends.append(f"until <t:{int(until.at.timestamp())}:f>")
    return ", at most ".join(ends)
