"""The clock of one game: when answers are due, and what happens when time is up."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot import __version__
from bot.rules.kernel import CLOSE, Choice, Match, Prompt, Seat
from bot.session import seating
from bot.session.announcements import MUSTER, REMIND, SECRET, restore
from bot.session.changes import Change, JournalEntry, decision, order
from bot.session.clock.deadlines import (
    ANSWER,
    CLOSING,
    TIME_UP,
    QuestionDue,
    dues_of,
    last_of,
    question_of,
)
from bot.session.clock.pace import LIVE, PACES, hours_of
from bot.session.commands import Commands
from bot.session.computers import chosen, plainest
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import LATE, START, held_by, was_late
from bot.session.library import policy_of
from bot.session.receipts import Receipt, Refused, SeatInfo
from bot.session.services import Services
from bot.storage import DeadlineRow, JournalRow, PetitionRow, deadlines, journal, petitions
from bot.storage.tables import RUNNING

logger = logging.getLogger(__name__)

DueWork = Callable[[AsyncSession, DeadlineRow], Awaitable[Change]]
"""What a kind of deadline does when it is due."""


class _Moot(Refused):
    """There is nothing left to do at a deadline. With ``drop``, the deadline's row still exists and
    must be deleted."""

    def __init__(self, text: str, *, drop: bool = False) -> None:
        super().__init__(text)
        self.drop = drop


class GameClock:
    """Reads one game's deadlines, and acts on those that have passed."""

    __slots__ = ("_commands", "_game", "_services")

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services

    def now(self) -> datetime:
        """The current time for this game."""
        return self._services.clock.now()

    # What is running

    async def deadlines(self) -> list[QuestionDue]:
        """When time runs out for each seat that is asked, if it does.

        In a vote, the seats are all those that were asked at its beginning, so nobody sees which
        have voted.
        """
        return dues_of(await self._of_questions())

    async def closes(self) -> datetime | None:
        """When the current debate or vote ends; None if there is none, or if the clock is
        stopped."""
        return last_of(await self._of_questions())

    async def _of_questions(self) -> list[DeadlineRow]:
        if not self._game.timed:
            return []
        async with self._services.database.asking() as db:
            return await deadlines.of_questions(db, self._game.id)

    # When time is up

    async def fall_due(self, deadline: DeadlineRow) -> Receipt | None:
        """Carry out a deadline's order, once. Return None if it is no longer needed.

        Refused if the order cannot be carried out at this moment; it must then be tried again
        later.
        """
        number, due = deadline.id, self._work_for(deadline)
        assert number is not None

        async def work(db: AsyncSession) -> Change:
            return await due(db, deadline)

        try:
            return await self._commands.carry_out(work)
        except _Moot as moot:
            if moot.drop:
                async with self._services.database.writing() as db:
                    await deadlines.carried_out(db, number)
            return None

    def _work_for(self, deadline: DeadlineRow) -> DueWork:
        if deadline.kind == CLOSING:
            return self._close
        if deadline.kind == MUSTER:
            return self._end_muster
        if deadline.seat is not None:
            return self._see_to_answer
        return self._let_petition_lapse if deadline.kind == seating.LAPSE else self._give_order

    async def _check_due(self, db: AsyncSession, deadline: DeadlineRow) -> int:
        """The number of a deadline that is due. The deadline is moot if it has been dealt with or
        moved."""
        assert deadline.id is not None
        if not await deadlines.due_by(db, deadline.id, self.now()):
            raise _Moot("This deadline has already been dealt with.")
        return deadline.id

    async def _give_order(self, db: AsyncSession, deadline: DeadlineRow) -> Change:
        """Give the game one of the clock's orders, for example that its time is up."""
        await deadlines.carried_out(db, await self._check_due(db, deadline))
        return order(self._game, Choice(deadline.kind), None)

    async def _end_muster(self, db: AsyncSession, deadline: DeadlineRow) -> Change:
        """Begin without the people who were called and did not come, unless nobody is
        there at all."""
        await deadlines.carried_out(db, await self._check_due(db, deadline))
        game, wanted = self._game, self._game.seats_wanted
        if not any(seat.user_id and seat.ready_at for seat in game.seats):
            return Change(None, None, game.seats, say=((MUSTER, {"absent": []}, None),))
        absent = seating.absent(game.seats, wanted)
        names = seating.names_in(game.id, self._services.library.computer_names())
        seats = seating.mustered(game.seats, wanted, deadline.prompt or "", names)
        change = await begun(db, game, seats, None, self._services)
        if all(seat.user_id != game.host_id for seat in seats):
            change.columns["host_id"] = seating.next_host(seats)
        told = [{"user_id": seat.user_id, "seat": seat.number} for seat in absent]
        change.say = ((MUSTER, {"absent": told}, None),)
        return change

    async def _let_petition_lapse(self, db: AsyncSession, deadline: DeadlineRow) -> Change:
        """Let a petition lapse if it was not settled in time."""
        await self._check_due(db, deadline)
        lapsed = await seating.overtaken(db, self._game.id, (deadline.prompt or "",))
        say = tuple(seating.announcement(petition) for petition in lapsed)
        return Change(None, self._game.match, self._game.seats, say=say)

    async def _close(self, db: AsyncSession, deadline: DeadlineRow) -> Change:
        """Close the question that is put to everybody at the same time, once the last player's time
        is up.

        A single order closes the question for all seats, whether they have answered or not.
        """
        number = await self._check_due(db, deadline)
        closes = last_of(await deadlines.of_questions(db, self._game.id))
        if closes is not None and closes > self.now():
            raise _Moot("Somebody still has time.", drop=True)
        await deadlines.carried_out(db, number)
        asked = self._game.in_play().closing().values()
        change = order(self._game, CLOSE, None)
        missed = {p.seat: _missed(p) for p in asked if p.is_sealed and p.default is not None}
        if missed:
            # Each player is told privately what was counted for them. A player who has answered has
            # a row too, an empty one, so that the number of rows does not show who let the time
            # pass.
            change.say = tuple(
                (SECRET, _told(missed.get(info.number)), info.number) for info in self._game.seats
            )
        return change

    async def _see_to_answer(self, db: AsyncSession, deadline: DeadlineRow) -> Change:
        """Remind a player of a question, or answer it on their behalf."""
        match = self._game.in_play()
        assert deadline.id is not None
        assert deadline.seat is not None
        outlived = question_of(match, deadline.seat) != deadline.prompt
        if outlived or not await deadlines.due_by(db, deadline.id, self.now()):
            raise _Moot("This question has already been answered.", drop=outlived)
        await deadlines.carried_out(db, deadline.id)
        if deadline.kind == ANSWER:
            change = await self._answered(match, deadline.seat)
            await self._offer_stand_in(db, change, deadline.seat)
            return change
        return await self._reminded(db, match, deadline)

    async def _reminded(self, db: AsyncSession, match: Match, deadline: DeadlineRow) -> Change:
        """Remind the player on that seat, and everybody else whose reminder is due now."""
        seats = {deadline.seat}
        until: dict[Seat | None, str] = {}
        for row in await deadlines.of_questions(db, self._game.id):
            if row.kind == ANSWER:
                until[row.seat] = row.due.isoformat()
            elif (
                row.kind == REMIND
                and row.due <= self.now()
                and row.id is not None
                and row.seat is not None
            ):
                if question_of(match, row.seat) == row.prompt:
                    seats.add(row.seat)
                await deadlines.carried_out(db, row.id)
        people = [s.number for s in self._game.seats if s.user_id is not None]
        called = [seat for seat in people if seat in seats]
        change = Change(None, match, self._game.seats)
        if match.voting:
            # Nobody else is told that this player's vote is missing.
            change.say = tuple((REMIND, {"seats": [seat]}, seat) for seat in called)
        elif called:
            payload = {"seats": called, "until": [until.get(seat) for seat in called]}
            change.say = ((REMIND, payload, None),)
        return change

    async def _answered(self, match: Match, seat: Seat) -> Change:
        choice, how = await self._answer_for(match, seat)
        asked = next(iter(match.sealed(seat)), None)
        note: dict[str, Any] = {"what": LATE, "seat": seat, "how": how}
        if any(p.guarded for p in match.asked(seat)):
            note["guarded"] = True
        if asked is not None and how == "default" and choice == asked.default:
            note = _missed(asked)
        # Everybody knows the default; nothing at all is said about a sealed answer.
        change = decision(self._game, seat, choice, None)
        assert change.entry is not None
        holder = held_by(self._game.seats[seat].user_id)
        change.entry.kept = {**(change.entry.kept or {}), **(holder or {})} or None
        return change.with_note(note, quiet=asked is not None)

    async def _offer_stand_in(self, db: AsyncSession, change: Change, seat: Seat) -> None:
        """If somebody has let several deadlines in a row pass, and everybody knows it, ask the
        table about a computer for that seat; if the table says no, it is not asked again."""
        game, more = self._game, _MISSED - 1
        # The count must not give away a vote or a secret answer.
        steps = await journal.newest_of_seat(db, game.id, seat, _LOOKED_AT)
        open_ones = [row for row in steps if _is_open(game, row)][:more]
        missed = [row for row in open_ones if was_late(row.note)]
        others = [number for number in seating.people(game.seats) if number != seat]
        entry = change.entry
        if len(missed) < more or not others or entry is None or entry.quiet:
            return
        if game.seats[seat].user_id is None or not was_late(entry.note):
            return
        if any(row.what == seating.STAND_IN for row in await petitions.of_game(db, game.id)):
            return
        row = PetitionRow(
            game_id=game.id, what=seating.STAND_IN, seat=seat, asked=others, made_at=self.now()
        )
        petition = await seating.opened(db, row, game.pace)
        change.say = (*change.say, seating.announcement(petition))

    async def _answer_for(self, match: Match, seat: Seat) -> tuple[Choice, str]:
        """The answer for somebody who is late, and how it was found."""
        game, stand_in = self._game, self._game.times.stand_in
        prompts = [p for p in match.asked(seat) if p.blocking]
        if stand_in is not None:
            try:
                policy = policy_of(self._services.library, game.game, stand_in)
                pondering = self._services.pondering
                choice = await chosen(game, policy, seat, pondering, only_asked=True)
                if any(p.find(choice) is not None for p in prompts):
                    return choice, "computer"
            except Exception as wrong:
                # The error's message is left out: it may give away the seat's cards.
                reason = type(wrong).__name__
                logger.warning(
                    ("game %s: no computer's answer for seat %d (%s)"), game.id, seat, reason
                )
        return plainest(prompts), "default"


_MISSED = 3
"""If somebody lets this many deadlines in a row pass, the table is asked whether a computer should
play for them.
"""


_LOOKED_AT = 12
"""How many of somebody's last steps are checked to count those deadlines."""


def _is_open(game: HostedGame, row: JournalRow) -> bool:
    """Whether everybody knows that a seat did something, or let its time pass."""
    if was_late(row.note):
        return not (row.note or {}).get("quiet")
    return any(event.visible_to(None) for event in restore(game.rules, row.events))


def mustering(game: HostedGame) -> timedelta:
    """How much time people get to say that they are here, and how long their word then counts: as
    long as an answer may take.
    """
    at_a_table = PACES[LIVE][0]
    return game.times.span_for(MUSTER, at_a_table) or at_a_table


async def begun(
    db: AsyncSession, game: HostedGame, seats: list[SeatInfo], by: int | None, services: Services
) -> Change:
    """The start of a game with these seats."""
    try:
        match, outcome = game.begin(len(seats))
    except ValueError as wrong:
        raise Refused(str(wrong)) from None
    now, hours = services.clock.now(), hours_of(game.options)
    if hours is not None:
        due = now + timedelta(hours=hours)
        db.add(DeadlineRow(game_id=game.id, due=due, set_at=now, kind=TIME_UP))
    entry = JournalEntry(START, events=outcome.events, known=True)
    columns = {"status": RUNNING, "started": now, "played_with": __version__}
    return Change(by, match, seats, columns, entry, new_seats=seats != game.seats)


def _missed(prompt: Prompt) -> dict[str, Any]:
    """The note saying that nobody answered in time, with the answer that counts instead."""
    return {
        "what": LATE,
        "seat": prompt.seat,
        "how": "default",
        "prompt": prompt.kind,
        "choice": msgspec.to_builtins(prompt.default),
    }


def _told(note: dict[str, Any] | None) -> dict[str, Any]:
    """The payload of an outbox row: the note, if there is one."""
    return {"events": []} if note is None else {"events": [], "note": note}
