"""Standing orders: answers given in advance to a kind of question, until the orders disarm
themselves."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import BEFOREHAND, Choice, Match, Prompt, Seat
from bot.session.announcements import restore
from bot.session.changes import Change, decision
from bot.session.commands import Commands
from bot.session.hosted_game import HostedGame
from bot.session.receipts import Refused
from bot.storage import StandingOrderRow, journal, standing_orders
from bot.words.shape import Names, Words

FIRED = "order"
"""The note, for the seat's own eyes, on a decision that a standing order made."""

MOST = 20
"""The most standing orders that one person may have in one game."""

_NUMBER_BITS = 32


@dataclass(frozen=True, slots=True)
class Until:
    """When an order disarms itself: after a number of uses or of turns in the game, or at a certain
    time.

    ``where`` limits the order to questions with these facts. At least one way for the order to end
    must be given.
    """

    times: int | None = None
    turns: int | None = None
    at: datetime | None = None
    where: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order as its giver sees it. Without a ``choice``, the question's default applies.

    If the order's ``prompt`` is BEFOREHAND, the choice is one of the game's own orders. ``number``
    is the one by which the giver knows the order; it does not show how many others there are.
    """

    number: int
    prompt: str
    choice: Choice | None
    until: Until
    made_at: datetime


class StandingOrders:
    """The standing orders of one game."""

    __slots__ = ("_commands", "_game", "_services")

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services

    # For the people who give orders

    async def of(self, user_id: int) -> list[StandingOrder]:
        """The person's orders that are still in force."""
        async with self._services.database.reading() as db:
            rows = await standing_orders.of_game(db, self._game.id)
            return [
                _order(row)
                for row in rows
                if row.user_id == user_id and not await self._run_out(db, row)
            ]

    def at_hand(self, user_id: int) -> list[StandingOrder]:
        """The person's orders from memory, without waiting."""
        none: list[StandingOrder] = []
        key = ("orders", user_id, self._game.id)
        return self._services.memory.recall(key, lambda: self.of(user_id), none)

    async def give(
        self,
        *,
        user_id: int,
        prompt: str,
        choice: Choice | None,
        until: Until,
        interaction_id: str | None = None,
    ) -> StandingOrder:
        """Answer a kind of question in advance (if ``choice`` is None, with its default).

        Refused if the order never ends, or if the person has too many already.
        """
        kept: list[StandingOrder] = []

        async def work(db: AsyncSession) -> Change:
            match, seat = self._game.in_progress(), self._game.own_seat(user_id)
            self._check(seat, prompt, choice, until)
            await self._check_room(db, user_id)
            kept[:] = [await self._keep(db, user_id, seat, prompt, choice, until)]
            return Change(user_id, match, self._game.seats, {"orders_given": True})

        await self._commands.carry_out(work, interaction_id, user_id)
        # The same press has already given the order, so it is the person's newest one.
        return kept[0] if kept else (await self.of(user_id))[-1]

    async def withdraw(self, *, user_id: int, number: int) -> None:
        """Withdraw one of a person's orders."""

        async def work(db: AsyncSession) -> Change:
            for row in await standing_orders.of_game(db, self._game.id):
                if row.user_id == user_id and _order(row).number == number:
                    assert row.id is not None
                    await standing_orders.disarm(db, self._game.id, row.id)
                    break
            else:
                raise Refused("You have not given such an order.")
            return Change(user_id, self._game.in_progress(), self._game.seats)

        await self._commands.carry_out(work)

    def _check(self, seat: Seat, prompt: str, choice: Choice | None, until: Until) -> None:
        if until.times is None and until.turns is None and until.at is None:
            raise Refused(
                "Say when the order ends: after how many answers or turns, or at what time."
            )
        now = self._services.clock.now()
        counts = [count for count in (until.times, until.turns) if count is not None]
        if min(counts, default=1) < 1 or (until.at is not None and until.at <= now):
            raise Refused("That order would end before it begins.")
        if prompt == BEFOREHAND:
            known = known_beforehand(self._game, seat)
            if choice is None or not any(p.find(choice) is not None for p in known):
                raise Refused("You cannot order that now. `/order give` shows what you can order.")

    async def _check_room(self, db: AsyncSession, user_id: int) -> None:
        """Refuse if the person has too many orders; those that have run out are removed first."""
        standing = 0
        for row in await standing_orders.of_game(db, self._game.id):
            if row.user_id != user_id:
                continue
            if await self._run_out(db, row):
                assert row.id is not None
                await standing_orders.disarm(db, self._game.id, row.id)
            else:
                standing += 1
        if standing >= MOST:
            raise Refused(f"You may have {MOST} standing orders at most. Withdraw one first.")

    async def _keep(
        self,
        db: AsyncSession,
        user_id: int,
        seat: Seat,
        prompt: str,
        choice: Choice | None,
        until: Until,
    ) -> StandingOrder:
        row = StandingOrderRow(
            game_id=self._game.id,
            seat=seat,
            user_id=user_id,
            prompt=prompt,
            choice=None if choice is None else msgspec.to_builtins(choice),
            until={
                "times": until.times,
                "turns": until.turns,
                "at": None if until.at is None else until.at.isoformat(),
                "where": until.where,
                "from": self._game.revision,
                # The number is random, because consecutive numbers would show that others gave
                # orders meanwhile.
                "number": secrets.randbits(_NUMBER_BITS),
            },
            made_at=self._services.clock.now(),
        )
        db.add(row)
        await db.flush()
        return _order(row)

    # When orders answer

    async def fire(self, stand_back: Callable[[Seat], bool] = lambda _: False) -> bool:
        """Let an order answer an open question, and return whether one did.

        The caller must keep all other commands waiting. Orders that can no longer have any effect
        disarm themselves. Orders for a seat that has to ``stand_back`` do not answer: the person
        who gave them is asked.
        """
        game = self._game
        if game.match is None or game.match.over:
            return False
        number = await self._fitting(game.match, stand_back)
        if number is None:
            return False

        async def work(db: AsyncSession) -> Change:
            match = game.in_play()
            row = await standing_orders.by_id(db, game.id, number)
            choice = None if row is None else _answer(game, match, row)
            if row is None or choice is None:
                raise Refused("This order no longer fits.")
            change = decision(game, row.seat, choice, row.user_id)
            assert change.entry is not None
            note = {
                "what": FIRED,
                "order": number,
                "seat": row.seat,
                "prompt": change.entry.prompt,
                "choice": msgspec.to_builtins(choice),
            }
            times = row.until.get("times")
            if times is not None:
                row.until = {**row.until, "times": times - 1}
                if times <= 1:
                    await standing_orders.disarm(db, game.id, number)
            return change.with_note(note, quiet=True)

        try:
            await self._commands.carry_out_within(work)
        except Refused:
            # The game has moved on meanwhile, or the rules do not accept the order: the person who
            # gave it is asked.
            return False
        return True

    async def _fitting(self, match: Match, stand_back: Callable[[Seat], bool]) -> int | None:
        """The first order that answers an open question; orders that can no longer have any effect
        are disarmed."""
        game, database = self._game, self._services.database
        async with database.reading() as db:
            rows = await standing_orders.of_game(db, game.id)
        idle = [row.id for row in rows if not _stands(game, match, row)]
        if idle:
            async with database.writing() as db:
                for number in idle:
                    assert number is not None
                    await standing_orders.disarm(db, game.id, number)
        async with database.reading() as db:
            for row in rows:
                fits = row.id not in idle and _answer(game, match, row) is not None
                if fits and not await self._run_out(db, row) and not stand_back(row.seat):
                    return row.id
        return None

    async def _run_out(self, db: AsyncSession, row: StandingOrderRow) -> bool:
        """Whether an order has run out."""
        game = self._game
        if game.match is None or not _stands(game, game.match, row):
            return True
        at, turns = row.until.get("at"), row.until.get("turns")
        if at is not None and datetime.fromisoformat(at) <= self._services.clock.now():
            return True
        if turns is None:
            return False
        begun = 0
        for entry in await journal.since(db, game.id, row.until["from"]):
            events = restore(game.rules, entry.events)
            begun += sum(game.rules.marks_turn(event) for event in events)
        return bool(begun >= turns)


def known_beforehand(game: HostedGame, seat: Seat) -> list[Prompt]:
    """The game's own orders that a seat may give now."""
    match = game.match
    if match is None or match.over:
        return []
    return game.rules.beforehand(match.table, seat)


def _answer(game: HostedGame, match: Match, row: StandingOrderRow) -> Choice | None:
    """An order's answer to a question that is open now; None if it has none."""
    if game.seat_of(row.user_id) != row.seat:
        return None
    if row.prompt == BEFOREHAND:
        return _by_the_game(game, match, row)
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


def _by_the_game(game: HostedGame, match: Match, row: StandingOrderRow) -> Choice | None:
    """The answer that follows from one of the game's own orders; None if there is none."""
    order = msgspec.convert(row.choice, Choice)
    for prompt in match.asked(row.seat):
        given = game.rules.as_ordered(match.table, prompt, order) if prompt.blocking else None
        if given is not None and prompt.find(given) is not None:
            return given
    return None


def _stands(game: HostedGame, match: Match, row: StandingOrderRow) -> bool:
    """Whether a question that the order covers may still come."""
    if row.prompt != BEFOREHAND:
        return True
    order = msgspec.convert(row.choice, Choice)
    return game.rules.order_stands(match.table, row.seat, order)


def _order(row: StandingOrderRow) -> StandingOrder:
    choice = None if row.choice is None else msgspec.convert(row.choice, Choice)
    kept: dict[str, Any] = row.until
    at = None if kept["at"] is None else datetime.fromisoformat(kept["at"])
    until = Until(kept["times"], kept["turns"], at, kept["where"])
    return StandingOrder(kept["number"], row.prompt, choice, until, row.made_at)


def read_back(order: StandingOrder, words: Words, names: Names) -> str:
    """An order in plain words, for the eyes of its giver alone."""
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
