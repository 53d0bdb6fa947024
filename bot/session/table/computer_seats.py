"""The computer players of one game: they play on their own, alongside the commands."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Seat
from bot.session.changes import Change, decision
from bot.session.commands import Commands
from bot.session.computers import chosen, noticed, plainest, thought_through
from bot.session.library import ComputerPlayer, policy_of
from bot.session.receipts import Refused
from bot.session.table.standing_orders import FIRED, StandingOrders
from bot.storage.tables import RUNNING

logger = logging.getLogger(__name__)


_TRIES = 3
"""How many times a computer player may fail at one revision before it is left alone."""


RUNAWAY = 200
"""How many times a computer or standing orders may answer for a seat while nothing becomes known,
no turn ends and no person does anything. After that, only the plainest answers are given."""


_SHORTLY = 1.0
"""Seconds of one core that a thought may take while a person waits for it."""


class _Overtaken(Refused):
    """Another process was quicker: it has moved the game on, and continues to play it."""


class ComputerSeats:
    """Lets computers answer when the game is waiting for them, and standing orders when they fit.

    At most one loop runs for each game; it ends when the game is waiting for people.
    """

    __slots__ = (
        *("_answered", "_at_play", "_commands", "_game", "_orders", "_runaways"),
        *("_services", "_told"),
    )

    def __init__(self, commands: Commands, orders: StandingOrders) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services
        self._orders = orders
        self._at_play = False
        self._told: set[Seat] = set()
        """Computer seats that were told something privately, and have not considered it yet."""
        self._answered: Counter[Seat] = Counter()
        """How many times others have answered for each seat since the game last made progress."""
        self._runaways: set[Seat] = set()
        """The seats already reported in the log as getting nowhere."""

    def policy(self, name: str) -> ComputerPlayer:
        """A computer player by name. Refused if there is no such player."""
        return policy_of(self._services.library, self._game.game, name)

    async def thought(self, policy: ComputerPlayer, seat: Seat) -> Choice | None:
        """What a player that thinks at length would answer for the seat's owner; None if it has
        nothing to think about, or finds no answer before a person would lose patience.
        """
        game, room = self._game, self._services.pondering
        asked = [prompt for prompt in game.prompts(seat) if prompt.blocking]
        return await thought_through(game, policy, seat, room, asked, _SHORTLY)

    def hear(self, change: Change) -> None:
        """Note which computers a change has told something in private, and play on."""
        computers = {seat.number for seat in change.seats if seat.policy is not None}
        for event in change.events:
            self._told |= computers.intersection(event.audience or ())
        self._reckon(change)
        self.play_on()

    def _reckon(self, change: Change) -> None:
        """Count the answers given automatically since the game last made progress."""
        entry = change.entry
        if entry is None:
            return
        by_order = entry.note is not None and entry.note["what"] == FIRED
        by_hand = change.actor is not None and not by_order
        if entry.known or by_hand or any(map(self._game.rules.marks_turn, entry.events)):
            self._answered.clear()
            return
        self._answered[entry.seat] += 1
        if self._ran_away(entry.seat) and entry.seat not in self._runaways:
            self._runaways.add(entry.seat)
            logger.error(
                (
                    "game %s: seat %d has answered %d times and got nowhere; only the "
                    "plainest answers are given until it moves on"
                ),
                self._game.id,
                entry.seat,
                RUNAWAY,
            )

    def _ran_away(self, seat: Seat) -> bool:
        """Whether others have answered for a seat so often that only the plainest answers may be
        given now."""
        return self._answered[seat] >= RUNAWAY

    def _is_lost(self, seat: Seat) -> bool:
        """Whether not even the plainest answers let a seat finish."""
        return self._answered[seat] >= 2 * RUNAWAY

    async def all_heard(self) -> None:
        """Wait until every computer has considered what it was told, and has answered if it wants
        to.
        """
        await self._commands.at_rest()
        while self._told and self._at_play:
            await asyncio.sleep(0)
            await self._commands.at_rest()

    def play_on(self) -> None:
        """Begin to play, if there is something to do and nobody is playing yet."""
        game = self._game
        wanted = game.computer_waited_for() is not None or game.orders_given or self._told
        if wanted and not self._at_play and self._may_play():
            self._at_play = True
            self._services.background.keep(self._play())

    def _may_play(self) -> bool:
        game = self._game
        running = game.status == RUNNING and game.paused_at is None
        return running and not self._services.background.closing

    async def _play(self) -> None:
        game = self._game
        failures, failed_at = 0, -1
        while True:
            async with self._commands.alone():
                if game.revision != failed_at:
                    failures = 0
                seat = game.computer_waited_for()
                wanted = self._may_play()
                if self._told and wanted:
                    hearer = self._told.pop()
                    if not self._ran_away(hearer):
                        await self._let_notice(hearer)
                    continue
                if seat is None and wanted and game.orders_given and await self._obey_order():
                    continue
                if seat is None or not wanted or failures >= _TRIES or self._is_lost(seat):
                    self._at_play = False
                    return
                try:
                    await self._decide(seat, cautious=failures > 0 or self._ran_away(seat))
                except _Overtaken:
                    self._at_play = False
                    return
                except Exception as wrong:
                    failures, failed_at = failures + 1, game.revision
                    # The error's message is left out: it may give away the seat's cards.
                    reason = type(wrong).__name__
                    logger.warning(
                        "game %s: the computer on seat %d failed at revision %d (%s)",
                        game.id,
                        seat,
                        game.revision,
                        reason,
                    )
            await asyncio.sleep(0)

    async def _obey_order(self) -> bool:
        """Let a standing order answer, and return whether one did."""
        try:
            return await self._orders.fire(stand_back=self._ran_away)
        except Exception as wrong:
            # The error's message is left out: it may give away a choice.
            reason = type(wrong).__name__
            logger.warning("game %s: a standing order failed (%s)", self._game.id, reason)
            return False

    async def _let_notice(self, seat: Seat) -> None:
        """Let a computer player consider what it was told; it may do nothing."""
        game = self._game
        name = next((info.policy for info in game.seats if info.number == seat), None)
        if name is None or game.match is None or game.match.over:
            return
        try:
            choice = await noticed(game, self.policy(name), seat)
            if choice is not None:
                await self._answer(seat, choice)
        except _Overtaken:
            self._told.add(seat)
        except Exception as wrong:
            # Nothing waits for the seat's reaction. The error's message is left out, because it may
            # give away cards.
            reason = type(wrong).__name__
            logger.warning("game %s: seat %d did not react (%s)", game.id, seat, reason)

    async def _decide(self, seat: Seat, *, cautious: bool) -> None:
        game = self._game
        name = next(info.policy for info in game.seats if info.number == seat)
        if cautious or name is None:
            choice = plainest(game.prompts(seat))
        else:
            choice = await chosen(game, self.policy(name), seat, self._services.pondering)
        await self._answer(seat, choice)

    async def _answer(self, seat: Seat, choice: Choice) -> None:
        at = self._game.revision

        async def work(_db: AsyncSession) -> Change:
            # An answer to one question must not be taken for an answer to the next.
            if self._game.revision != at:
                raise _Overtaken("The game has moved on since.")
            return decision(self._game, seat, choice, None)

        await self._commands.carry_out_within(work)
