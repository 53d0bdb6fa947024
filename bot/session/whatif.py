"""What if: private copies of games, made from what one seat knows, for trying out moves.

A game as one seat imagines it: it is played only in memory, and never touches the database.

Everything that is hidden from the seat is drawn at random, to fit what it may know: the copy
contains none of the true secrets, and none of the dice to come. Computers play the other seats.

Only a few copies are kept in memory, and not for long.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, cast

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Event, Match, Seat, commitment
from bot.session.changes import Change, decision
from bot.session.clock.pace import TIME_FOR
from bot.session.commands import Commands, Work
from bot.session.game_session import GameSession
from bot.session.hosted_game import HostedGame
from bot.session.receipts import STALE, Receipt, Refused
from bot.session.services import Services
from bot.session.table.computer_seats import ComputerSeats
from bot.storage import GameRow, SeatRow
from bot.storage.games import Stamp
from bot.storage.snapshots import pack
from bot.storage.tables import OVER, RUNNING

FAR = 400
"""How many choices computers may make after each of the person's own."""

PATIENCE = 4.0
"""The seconds that an answer waits for the computers to play; after that, the answer is given while
they play on."""

ONLY_MOVES = "A what-if only lets you try moves. For anything else, go back to the game itself."

_TIMED = ("pace", "late", "hours")
"""Options that concern the clock, except those for single questions: no clock runs here."""


class _NoDatabase:
    """Takes the place of a database: it refuses every request."""

    def __getattr__(self, name: str) -> Any:
        raise Refused(ONLY_MOVES)


_NOWHERE = cast(AsyncSession, _NoDatabase())


class Unwritten(Commands):
    """Carries out the commands of an imagined game: in memory, one at a time, telling nobody.

    ``idle`` is set while no computer is playing.
    """

    __slots__ = ("idle",)

    def __init__(self, game: HostedGame, services: Services) -> None:
        super().__init__(game, services)
        self.idle = asyncio.Event()
        self.idle.set()

    async def at_rest(self) -> None:
        """Wait until the computers have played, but no longer than people like to wait."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.idle.wait()
        except TimeoutError:
            pass
        await super().at_rest()

    async def refresh(self, seen: Stamp | None = None) -> None:
        """Do nothing, because nobody else can have changed the imagined game."""

    async def carry_out_within(
        self, work: Work, interaction_id: str | None = None, user_id: int | None = None
    ) -> Receipt:
        """Carry out a command in memory. Refused if the command needs anything that is written
        down."""
        game = self.game
        change = await work(_NOWHERE)
        if change.match is not None and change.match.over:
            change.columns["status"] = OVER
        game.adopt(change.match, change.seats, change.columns)
        self.then(change)
        return Receipt(game.revision, self._seen_by(user_id, change.events))


class ImaginedComputers(ComputerSeats):
    """The computer players of an imagined game; after a while they wait for the person who imagined
    it."""

    __slots__ = ("_unwritten", "steps")

    def __init__(self, commands: Unwritten, game: GameSession) -> None:
        super().__init__(commands, game.orders)
        self._unwritten = commands
        self.steps = 0
        """How many choices the computers have made since the person's last one."""

    def play_on(self) -> None:
        """Begin to play, if there is something to do and nobody is playing yet."""
        super().play_on()
        if self._at_play:
            self._unwritten.idle.clear()

    def _may_play(self) -> bool:
        return super()._may_play() and self.steps < FAR

    async def _play(self) -> None:
        try:
            await super()._play()
        finally:
            self._unwritten.idle.set()

    async def _answer(self, seat: Seat, choice: Choice) -> None:
        self.steps += 1
        await super()._answer(seat, choice)


class ImaginedGame(GameSession):
    """A private copy of a game, for the person on one seat. Everything else in it is imagined.

    The copy has the same parts as any game, but refuses anything that would be written down. ``of``
    is the id of the real game.
    """

    __slots__ = ("_news", "of", "seat")

    imagined: ClassVar[bool] = True
    commands_made_by: ClassVar[type[Commands]] = Unwritten

    def __init__(
        self, game: HostedGame, seat: Seat, name: str, seed: str, services: Services, policy: str
    ) -> None:
        """Imagine a game in progress through the eyes of a seat; ``name`` is the copy's id.

        Games that the seat cannot tell apart give the same copy for the same ``seed``. ``policy``
        is the computer player that plays in place of people.
        """
        truth = game.in_progress()
        world = game.rules.imagine(truth.position, seat, seed)
        position = Match.at(game.rules, world).save()
        super().__init__(
            services,
            game.rules,
            _row(game, name, seed, position, services.clock.now()),
            _seats(game, seat, policy),
        )
        self.of, self.seat = game.id, seat
        self._news: list[Event] = []
        assert isinstance(self.commands, Unwritten)
        self.computers = ImaginedComputers(self.commands, self)
        self.commands.then = self._happened

    async def submit(
        self,
        *,
        user_id: int,
        choice: Choice,
        revision: int | None = None,
        interaction_id: str | None = None,
    ) -> Receipt:
        """Carry out the person's choice. Refused as stale if the control belongs to an earlier
        question."""

        async def work(_db: AsyncSession) -> Change:
            self.in_play()
            seat = self.own_seat(user_id)
            if revision is not None and revision != self.revision:
                raise Refused(STALE)
            return decision(self, seat, choice, user_id)

        assert isinstance(self.computers, ImaginedComputers)
        self.computers.steps = 0
        return await self.commands.carry_out(work, None, user_id)

    async def made_at(self, moment: int) -> int:
        """Nothing about this game is written down, so its moments are its revisions."""
        return moment

    def news(self) -> tuple[Event, ...]:
        """What the seat has seen happen since the last call."""
        news, self._news = tuple(self._news), []
        return news

    def give_up(self) -> None:
        """Let the computers stop: nobody is watching any longer."""
        self.status = OVER

    def _happened(self, change: Change) -> None:
        self._news += [event for event in change.events if event.visible_to(self.seat)]
        self.computers.hear(change)


def _row(game: HostedGame, name: str, seed: str, position: bytes, now: datetime) -> GameRow:
    options = {
        key: value
        for key, value in game.options.items()
        if key not in _TIMED and not key.startswith(TIME_FOR)
    }
    return GameRow(
        id=name,
        guild_id=game.guild_id,
        channel_id=game.channel_id,
        game=game.game,
        ruleset=game.ruleset,
        status=RUNNING,
        host_id=game.host_id,
        seats_wanted=game.seats_wanted,
        options=options,
        revision=1,
        seed=seed,
        seed_hash=commitment(seed),
        snapshot=pack(position),
        created=now,
        started=game.started,
    )


def _seats(game: HostedGame, seat: Seat, policy: str) -> list[SeatRow]:
    return [
        SeatRow(
            game_id=game.id,
            number=info.number,
            user_id=info.user_id if info.number == seat else None,
            name=info.name,
            policy=None if info.number == seat else info.policy or policy,
        )
        for info in game.seats
    ]


MOST = 64
"""How many copies are kept; a new one replaces the one that has been left alone for longest."""

LASTS = timedelta(hours=1)
"""How long a copy is kept if nobody touches it."""

_SIGN = "w"
"""What the ids of what-ifs begin with: the ids of games have no lower-case letters."""

FORGOTTEN = (
    "This what-if is gone: it was left alone for too long, or I was "
    "restarted. `/whatif` starts another one. The game itself has not "
    "changed."
)


@dataclass(slots=True)
class _Kept:
    game: ImaginedGame
    user_id: int
    at: datetime


class WhatIfs:
    """Finds the what-ifs of this process: at most one for each person and game."""

    __slots__ = ("_kept", "_services")

    def __init__(self, services: Services) -> None:
        self._services = services
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def begin(
        self, game: HostedGame, user_id: int, policy: str, seed: str | None = None
    ) -> ImaginedGame:
        """Imagine a game as it is now, replacing anything that this person has imagined from it
        before.

        Refused if the game is not being played, or if the person has no seat in it. ``policy`` is
        the computer player that plays in place of people. Without a ``seed``, each copy is
        different.
        """
        game.in_progress()
        seat = game.own_seat(user_id)
        self._forget_old()
        before = self._of(game.id, user_id)
        name = _SIGN + secrets.token_hex(4) if before is None else before.game.id
        seed = secrets.token_hex(16) if seed is None else seed
        made = ImaginedGame(game, seat, name, seed, self._services, policy)
        if before is not None:
            # Controls left over from the old copy must not work here.
            made.revision = before.game.revision + 1
            self.leave(name)
        self._kept[name] = _Kept(made, user_id, self._services.clock.now())
        while len(self._kept) > MOST:
            self.leave(next(iter(self._kept)))
        made.computers.play_on()
        return made

    def find(self, name: str) -> ImaginedGame | None:
        """The what-if with this id; None if there is none. Refused if the what-if has been
        forgotten."""
        if not name.startswith(_SIGN):
            return None
        self._forget_old()
        kept = self._kept.get(name)
        if kept is None:
            raise Refused(FORGOTTEN)
        kept.at = self._services.clock.now()
        self._kept.move_to_end(name)
        return kept.game

    def leave(self, name: str) -> None:
        """Forget a what-if, and let its computers stop; it may have been forgotten already."""
        kept = self._kept.pop(name, None)
        if kept is not None:
            kept.game.give_up()

    def __len__(self) -> int:
        return len(self._kept)

    def _of(self, game_id: str, user_id: int) -> _Kept | None:
        found = (k for k in self._kept.values() if (k.game.of, k.user_id) == (game_id, user_id))
        return next(found, None)

    def _forget_old(self) -> None:
        """Forget the copies that have been left alone for too long; those left alone for longest
        come first.
        """
        while self._kept:
            name, oldest = next(iter(self._kept.items()))
            if self._services.clock.now() - oldest.at < LASTS:
                return
            self.leave(name)
