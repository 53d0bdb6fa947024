"""The seats and the host of a game: joining, leaving, beginning, ending, moving away.

The same table once more: what a finished game passes on to the one opened after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Seat
from bot.session import seasons, seating
from bot.session.announcements import BRIEF, MUSTER
from bot.session.changes import Change, JournalEntry, order
from bot.session.commands import Commands
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import DEED, GOT_UP, JOINED, LEFT, SAT_DOWN, seats_kept
from bot.session.journal.record import JOIN
from bot.session.library import policy_of
from bot.session.receipts import CHANNEL_TAKEN, Receipt, Refused, SeatInfo
from bot.session.services import Services
from bot.session.timekeeping import begun, mustering
from bot.storage import DeadlineRow, cards, deadlines, games, members
from bot.storage.tables import LOBBY, OVER, RUNNING


class Lobby:
    """The people in one game, before it begins and while it runs.

    A moderator may give the host's commands in the host's name.
    """

    __slots__ = ("_commands", "_game", "_services")

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services

    # Who sits where

    async def join(self, user_id: int, name: str) -> Receipt:
        """Take a seat, or wait for one; in a running game, take one that has become free, or
        reclaim a seat from the computer that has kept it."""

        async def work(db: AsyncSession) -> Change:
            game, running = self._game, self._open_and_running()
            now = self._services.clock.now()
            await seasons.check_band(db, game.options, game.guild_id, user_id, now)
            if running and seating.is_newcomer(game.seats, user_id):
                return self._joined_late(user_id, name)
            seats = seating.joined(game.seats, game.seats_wanted, user_id, name, running, now)
            change = await self._reseated(db, user_id, seats, JOINED)
            if running:
                change.say = tuple((BRIEF, {}, seat) for seat in change.filled)
            return change

        return await self._commands.carry_out(work)

    async def ready(self, user_id: int) -> Receipt:
        """Note that a person is here. Once everybody who was called has said that they are here,
        the game begins."""

        async def work(db: AsyncSession) -> Change:
            game = self._game
            if self._open_and_running():
                raise Refused("The game has begun already.")
            seats = seating.ready(game.seats, user_id, self._services.clock.now())
            return await self._reseated(db, user_id, seats, JOINED)

        return await self._commands.carry_out(work)

    async def leave(self, user_id: int) -> Receipt:
        """Give up a person's seat. If nobody is left in a lobby, it closes."""

        async def work(db: AsyncSession) -> Change:
            game, running = self._game, self._open_and_running()
            seats = seating.left(game.seats, user_id, running)
            change = await self._reseated(db, user_id, seats, LEFT)
            if user_id == game.host_id:
                heir = seating.next_host(change.seats)
                change.broken_off = heir is None and not running
                change.columns["host_id"] = game.host_id if heir is None else heir
            return change

        return await self._commands.carry_out(work)

    async def add_computer(self, by: int, policy: str) -> Receipt:
        """Let a computer player take a seat. Only the host may do this."""

        async def work(db: AsyncSession) -> Change:
            game, running = self._game, self._open_and_running()
            self._for_host(by)
            policy_of(self._services.library, game.game, policy)
            names = seating.names_in(game.id, self._services.library.computer_names())
            seats = seating.with_computer(game.seats, game.seats_wanted, policy, running, names)
            return await self._reseated(db, by, seats, SAT_DOWN)

        return await self._commands.carry_out(work)

    async def stand_in(self, user_id: int, policy: str) -> Receipt:
        """Let a computer play for a person until they come back."""

        async def work(_db: AsyncSession) -> Change:
            self._game.in_progress()
            number = self._game.own_seat(user_id)
            if len(seating.people(self._game.seats)) == 1:
                raise Refused("All the others here are computers, and they wait for you.")
            return stood_in(self._game, self._services, user_id, number, policy)

        return await self._commands.carry_out(work)

    async def remove_computer(self, by: int) -> Receipt:
        """Let the last computer player leave. Only the host may do this."""

        async def work(db: AsyncSession) -> Change:
            running = self._open_and_running()
            self._for_host(by)
            seats = seating.without_computer(self._game.seats, running)
            return await self._reseated(db, by, seats, GOT_UP)

        return await self._commands.carry_out(work)

    async def _reseated(
        self, db: AsyncSession, by: int, seats: list[SeatInfo], what: str
    ) -> Change:
        """The change to these seats. If the game is under way, the table is told (``what``). A game
        to which everybody was called begins once all are here.
        """
        game = self._game
        change = Change(by, game.match, seats, new_seats=True)
        if game.match is None:
            called = await deadlines.of_order(db, game.id, MUSTER)
            sitting = seats[: game.seats_wanted]
            if called is not None and seating.all_there(sitting, game.seats_wanted):
                await deadlines.carried_out(db, called.id or 0)
                return await begun(db, game, sitting, by, self._services)
        else:
            _tell_who_sits(game, change, what)
        return change

    def _joined_late(self, user_id: int, name: str) -> Change:
        """A new seat in a game under way, if its rules let people join late."""
        try:
            change = order(self._game, Choice(JOIN), user_id)
        except Refused:
            raise Refused("The game has begun, and no seat is free.") from None
        number = Seat(len(self._game.seats))
        newcomer = SeatInfo(number, user_id, seating.name_apart(self._game.seats, number, name))
        change.seats = [*self._game.seats, newcomer]
        change.new_seats = True
        change.filled = (number,)
        change.say = ((BRIEF, {}, number),)
        return change

    # The game as a whole

    async def start(
        self,
        by: int,
        interaction_id: str | None = None,
        *,
        fewer: bool = False,
        stand_in: str | None = None,
        pressed_by: int | None = None,
    ) -> Receipt:
        """Begin. Only the host may do this. With ``fewer``, the game may begin while seats are
        still free.

        If there is a computer (``stand_in``) to replace people who do not come, people who have not
        been heard from for a while are called first. The host counts as present, unless somebody
        else began the game for them (``pressed_by``).
        """

        async def work(db: AsyncSession) -> Change:
            game = self._game
            if game.status != LOBBY:
                raise Refused("This game has already begun.")
            self._for_host(by)
            missing = game.seats_wanted - len(game.seats)
            if missing > 0 and not fewer:
                raise Refused(_still_free(missing))
            here = by if pressed_by is None else pressed_by
            if stand_in is not None and (called := await self._called(db, by, here, stand_in)):
                return called
            seats = game.seats[: game.seats_wanted]
            return await begun(db, game, seats, by, self._services)

        return await self._commands.carry_out(work, interaction_id, by)

    async def _called(self, db: AsyncSession, by: int, here: int, stand_in: str) -> Change | None:
        """The call to people who may not be ``here``; None if all of them have been heard from
        lately.
        """
        game, now = self._game, self._services.clock.now()
        if await deadlines.of_order(db, game.id, MUSTER) is not None:
            raise Refused(CALLED)
        policy_of(self._services.library, game.game, stand_in)
        given = mustering(game)

        def heard_of(seat: SeatInfo) -> datetime | None:
            lately = seat.ready_at is not None and now - seat.ready_at <= given
            return now if seat.user_id == here else seat.ready_at if lately else None

        seats = [replace(seat, ready_at=heard_of(seat)) for seat in game.seats]
        missing = seating.absent(seats, game.seats_wanted)
        if not missing:
            return None
        due = now + given
        db.add(DeadlineRow(game_id=game.id, due=due, set_at=now, kind=MUSTER, prompt=stand_in))
        calls = [{"user_id": seat.user_id} for seat in missing]
        say = (MUSTER, {"calls": calls, "until": due.isoformat()}, None)
        return Change(by, None, seats, new_seats=True, say=(say,))

    async def called_until(self) -> datetime | None:
        """The time by which the people called must say that they are here; None if nobody is
        called."""
        async with self._services.database.asking() as db:
            return await deadlines.of_game(db, self._game.id, MUSTER)

    async def end(self, by: int) -> Receipt:
        """Break the game off, or close the lobby. Only the host may do this."""

        async def work(_db: AsyncSession) -> Change:
            self._open_and_running()
            self._for_host(by)
            return Change(by, self._game.match, self._game.seats, broken_off=True)

        return await self._commands.carry_out(work)

    async def move(self, by: int, guild_id: int, channel_id: int) -> Receipt:
        """Continue in another channel. Only the host may do this; refused if that channel has an
        unfinished game."""

        async def work(db: AsyncSession) -> Change:
            game = self._game
            self._open_and_running()
            self._for_host(by)
            if channel_id == game.channel_id:
                raise Refused("The game is already in this channel.")
            if await games.is_taken(db, channel_id):
                raise Refused(CHANNEL_TAKEN)
            await members.forget_threads(db, game.id)
            if game.status_message_id is not None:
                now = self._services.clock.now()
                await cards.to_go(db, game.id, game.channel_id, game.status_message_id, now)
            place = {"guild_id": guild_id, "channel_id": channel_id, "status_message_id": None}
            return Change(by, game.match, game.seats, place)

        return await self._commands.carry_out(work)

    async def note_options(self, more: dict[str, str]) -> None:
        """Store a value that does not concern the rules among the game's options."""
        async with self._services.database.writing() as db:
            self._game.options = await games.add_options(db, self._game.id, more)

    async def note_posted(self) -> None:
        """Note that the table's open seats are being posted now. Refused if the seats were last
        posted less than 12 hours ago."""
        now, last = self._services.clock.now(), self._game.options.get(POSTED)
        if last is not None and now - datetime.fromisoformat(last) < _POST_AGAIN:
            raise Refused(
                f"A seat at this table was posted less than {_POST_AGAIN // _HOUR} "
                "hours ago. Wait a little before you post again."
            )
        await self.note_options({POSTED: now.isoformat()})

    def _open_and_running(self) -> bool:
        """Whether the game is being played; False in the lobby. Refused if the game is over."""
        if self._game.status == OVER:
            raise Refused("This game is over.")
        return self._game.status == RUNNING

    def _for_host(self, by: int) -> None:
        if by != self._game.host_id:
            raise Refused("Only the host of this game may do that.")


def stood_in(game: HostedGame, services: Services, by: int, number: Seat, policy: str) -> Change:
    """Give a person's seat to a computer, which keeps it for them; if they were the host, somebody
    else becomes the host."""
    policy_of(services.library, game.game, policy)
    names = seating.names_in(game.id, services.library.computer_names())
    seats = seating.stood_in(game.seats, number, policy, names)
    change = Change(by, game.match, seats, new_seats=True)
    _tell_who_sits(game, change, SAT_DOWN)
    if game.seats[number].user_id == game.host_id:
        change.columns["host_id"] = seating.next_host(seats) or game.host_id
    return change


def _tell_who_sits(game: HostedGame, change: Change, what: str) -> None:
    """Tell the table of a game under way that a seat has changed hands."""
    was, now = next((a, b) for a, b in zip(game.seats, change.seats, strict=True) if a != b)
    change.filled = () if now.free else (now.number,)
    note = {"what": what, "seat": was.number, "was": was.name, "user_id": now.user_id or 0}
    kept = {"seats": seats_kept(game.seats)}
    change.entry = JournalEntry(DEED, note=note, kept=kept, known=True)


CALLED = (
    "Everybody has been called already. The game begins as soon as all are "
    "ready, or when the time on the card is up."
)


def _still_free(missing: int) -> str:
    seats = "One seat is" if missing == 1 else f"{missing} seats are"
    return f"{seats} still free. Invite somebody, or let a computer player sit down."


POSTED = "posted"
"""The option that records when a table's open seats were last posted in the server's channel."""
_HOUR = timedelta(hours=1)
_POST_AGAIN = 12 * _HOUR

AFTER = "after"
"""The option with which a reopened table names the game that was played there before."""


@dataclass(frozen=True, slots=True)
class SameTable:
    """The seats, options and computer players of a table that is reopened."""

    seats: int
    options: dict[str, str]
    computers: tuple[str, ...]


def same_table(before: HostedGame, host_id: int) -> SameTable:
    """The table of a game, with this host. Computers take seats if there is room for them besides
    the host and everybody who played."""
    people = {info.user_id for info in before.seats if info.user_id is not None} | {host_id}
    seats = len(before.seats)
    computers = tuple(info.policy for info in before.seats if info.policy is not None)
    options = {**before.options, AFTER: before.id}
    for once in (POSTED, seasons.SEASON):
        options.pop(once, None)
    return SameTable(seats, options, computers[: max(0, seats - len(people))])


def still_missing(before: Sequence[SeatInfo], now: Sequence[SeatInfo]) -> list[SeatInfo]:
    """The people of the earlier table who have no seat at this one."""
    here = {info.user_id for info in now}
    return [info for info in before if info.user_id is not None and info.user_id not in here]
