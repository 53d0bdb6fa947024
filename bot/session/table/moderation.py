"""What a moderator may do in a game: every action has a reason and is announced to the table, and
most can be undone.

A moderator may correct only those hidden things that they have looked at, with everybody's
knowledge.

When a hidden card is moved, everybody sees which hand has one card fewer: otherwise, moving the
card would amount to looking at that hand without telling anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Event, Match, Prompt, Seat
from bot.session import seating
from bot.session import seating as deeds
from bot.session.announcements import BRIEF, restore
from bot.session.changes import Change, JournalEntry, decision, order
from bot.session.clock import deadlines as timekeeping
from bot.session.commands import Commands
from bot.session.computers import plainest
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import DEED, SKIP, seats_kept, seats_restored
from bot.session.library import policy_of
from bot.session.past import rewind as going_back
from bot.session.past.rewind import Lost
from bot.session.receipts import Receipt, Refused, SeatInfo
from bot.session.seating import GLASS, LAPSE, UNDER_SEAL, Deed, note_of
from bot.storage import JournalRow, deadlines, journal, members, outbox

OUT_OF_SIGHT = (
    "That is hidden in a hand or a deck, and a correction would give away "
    "where it is. `/mod break-glass` shows you a hand, and tells the "
    "table. You can correct what you see there until the game goes on. Or "
    "take the game back with `/mod rewind`."
)


async def must_be_in_sight(db: AsyncSession, game: HostedGame, choice: Choice, by: int) -> None:
    """Refuse to correct hidden things, except those that the moderator has just looked at.

    The deck and all hands are treated alike, so the refusal gives nothing away.
    """
    match = game.in_progress()
    rules, position = match.game, match.position
    named = rules.out_of_sight(position, None, choice)
    if named:
        for seat in await _looked_at(db, game.id, by):
            named &= rules.out_of_sight(position, seat, choice)
    if named:
        raise Refused(OUT_OF_SIGHT)


async def _looked_at(db: AsyncSession, game_id: str, by: int) -> set[Seat]:
    """The seats that a moderator has looked at since anybody last did anything openly."""
    glass = [row for row in await journal.noted(db, game_id) if (row.note or {})["what"] == GLASS]
    return {
        row.note["seat"]
        for row in glass
        if row.note and row.note["by"] == by
        if not await journal.seen_after(db, game_id, row.revision)
    }


_LONGEST = timedelta(days=60)

_COURSE = frozenset({deeds.CORRECT, SKIP})
"""Actions that can be taken back only if nobody has decided anything openly since."""

_NO_SKIPPING = (
    "A sealed vote is under way, and nobody may know whose vote is missing. A "
    "player who has not voted when time is up abstains."
)


@dataclass(frozen=True, slots=True)
class Glass:
    """What a moderator sees when looking at a hand: the view of that seat."""

    receipt: Receipt
    view: Any


class Moderator:
    """A moderator's actions in one game.

    Each action needs ``by`` (a user id) and a ``reason``, is announced in the channel, is written
    in the journal, and can be taken back with :meth:`retract`, unless it was a look at a hand or
    itself took something back with :meth:`retract`. The caller must make sure that ``by`` may do
    this. An action with an ``interaction_id`` is carried out only once.
    """

    __slots__ = ("_commands", "_game", "_services")

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services

    # Time

    async def pause(self, *, by: int, reason: str, interaction_id: str | None = None) -> Receipt:
        """Stop the clock, and let nobody decide anything until the game is resumed."""
        note = note_of(deeds.PAUSE, by, reason)

        async def work(db: AsyncSession) -> Change:
            match = self._game.in_progress()
            if self._game.paused_at is not None:
                raise Refused("The game is already paused.")
            return await self._paused(db, self._deed(match, note))

        return await self._commands.carry_out(work, interaction_id, by)

    async def resume(self, *, by: int, reason: str, interaction_id: str | None = None) -> Receipt:
        """Let the clock continue from where it was stopped."""
        note = note_of(deeds.RESUME, by, reason)

        async def work(db: AsyncSession) -> Change:
            match = self._game.in_progress()
            if self._game.paused_at is None:
                raise Refused("The game is not paused.")
            return await self._resumed(db, self._deed(match, note))

        return await self._commands.carry_out(work, interaction_id, by)

    async def extend(
        self,
        *,
        by: int,
        reason: str,
        time: timedelta,
        seat: Seat | None = None,
        interaction_id: str | None = None,
    ) -> Receipt:
        """Give more time to a seat, or to everyone the game is waiting for."""
        seconds = round(time.total_seconds())
        if not 0 < seconds <= _LONGEST.total_seconds():
            raise Refused("You can give at most sixty more days.")
        note = note_of(deeds.EXTEND, by, reason, seat=seat, seconds=seconds)

        async def work(db: AsyncSession) -> Change:
            match, game = self._game.in_progress(), self._game
            moved = await timekeeping.extend(
                db, game.id, game.times, seat, time, self._services.clock.now()
            )
            if not moved:
                raise Refused("No deadline is running, so there is nothing to extend.")
            return self._deed(match, note, {"seat": seat, "seconds": seconds})

        return await self._commands.carry_out(work, interaction_id, by)

    async def skip(
        self, *, by: int, reason: str, seat: Seat, interaction_id: str | None = None
    ) -> Receipt:
        """Answer a seat's question with its default, or else with the first answer that fits.
        Refused in a vote, which the clock closes.
        """
        note = note_of(SKIP, by, reason, seat=seat)

        async def work(_db: AsyncSession) -> Change:
            match = self._game.in_progress()
            if match.voting:
                raise Refused(_NO_SKIPPING)
            if seat not in match.waiting_for():
                raise Refused("The game is not waiting for this seat.")
            choice = plainest(match.asked(seat))
            return decision(self._game, seat, choice, by).with_note(note)

        return await self._commands.carry_out(work, interaction_id, by)

    # The course of the game

    async def undo(self, *, by: int, reason: str, interaction_id: str | None = None) -> Receipt:
        """Take back the last decision or order that everybody could see and no computer made.

        Anything that followed it goes too, even if it was secret. Computers are passed over,
        because they would only do the same again. A vote is taken back as a whole, including the
        step that called it.
        """
        note = note_of(deeds.UNDO_LAST, by, reason)

        async def work(db: AsyncSession) -> Change:
            last = await going_back.last_of_people(db, self._game)
            told = {**note, **going_back.whose(self._game.rules, last)}
            return await going_back.back_to(db, self._game, last.revision - 1, told, by=by)

        return await self._commands.carry_out(work, interaction_id, by)

    async def preview_undo(self) -> Lost:
        """What an undo would lose now, as far as a spectator may know."""
        async with self._services.database.reading() as db:
            last = await going_back.last_of_people(db, self._game)
            return await going_back.lost(db, self._game, last.revision - 1)

    async def rewind(
        self, *, by: int, reason: str, to: int, interaction_id: str | None = None
    ) -> Receipt:
        """Go back to the game as it was at a revision (see :meth:`turns`).

        In the middle of a vote, that means the moment before the vote was called.
        """
        note = note_of(deeds.REWIND, by, reason, to=to)

        async def work(db: AsyncSession) -> Change:
            return await going_back.back_to(db, self._game, to, note, by=by)

        return await self._commands.carry_out(work, interaction_id, by)

    async def preview_rewind(self, to: int) -> Lost:
        """What going back to a revision would lose, as far as a spectator may know."""
        async with self._services.database.reading() as db:
            return await going_back.lost(db, self._game, to)

    async def turns(self) -> list[going_back.Turn]:
        """The turns that the game can go back to, each with the revision at which it began."""
        async with self._services.database.reading() as db:
            return await going_back.turns(db, self._game)

    def turns_at_hand(self) -> list[going_back.Turn]:
        """The turns that the game can go back to, from memory, without waiting."""
        none: list[going_back.Turn] = []
        return self._services.memory.recall(("turns", self._game.id), self.turns, none)

    def corrections(self) -> list[Prompt]:
        """How the position may be corrected now, as prompts to seat -1."""
        match = self._game.in_progress()
        return self._game.rules.corrections(match.table)

    async def try_out(self, choice: Choice, *, by: int) -> None:
        """Try a correction and discard the result. Refused if the correction itself would be
        refused.
        """
        async with self._services.database.reading() as db:
            await must_be_in_sight(db, self._game, choice, by)
        order(self._game, choice, None)

    async def correct(
        self, *, by: int, reason: str, choice: Choice, interaction_id: str | None = None
    ) -> Receipt:
        """Correct the position. Refused if the correction would break the game."""
        # The events tell exactly what was corrected, which may be for certain players only.
        note = note_of(deeds.CORRECT, by, reason, verb=choice.verb)

        async def work(db: AsyncSession) -> Change:
            known = {o.verb for p in self.corrections() for o in p.offers}
            if choice.verb not in known:
                raise Refused("You cannot correct the position like that now.")
            await must_be_in_sight(db, self._game, choice, by)
            return order(self._game, choice, by).with_note(note)

        return await self._commands.carry_out(work, interaction_id, by)

    async def end(self, *, by: int, reason: str, interaction_id: str | None = None) -> Receipt:
        """Break the game off."""
        note = note_of(deeds.END, by, reason)

        async def work(db: AsyncSession) -> Change:
            match = self._game.in_progress()
            clocks = [
                {"kind": row.kind, "due": row.due.isoformat(), "set_at": row.set_at.isoformat()}
                for row in await deadlines.all_of(db, self._game.id)
                if row.seat is None and row.kind != LAPSE
            ]
            change = self._deed(match, note, {"clocks": clocks})
            change.broken_off = True
            return change

        return await self._commands.carry_out(work, interaction_id, by)

    # Seating

    async def replace_player(
        self,
        *,
        by: int,
        reason: str,
        seat: Seat,
        user_id: int,
        name: str,
        interaction_id: str | None = None,
    ) -> Receipt:
        """Give somebody else a seat, even a taken one; the newcomer gets a briefing."""

        def reseat(before: SeatInfo) -> SeatInfo:
            if self._game.seat_of(user_id) is not None:
                raise Refused("This person already has a seat in this game.")
            called = seating.name_apart(self._game.seats, seat, name)
            return replace(before.passed_to(user_id), name=called, policy=None)

        note = note_of(deeds.REPLACE, by, reason, seat=seat, user_id=user_id)
        return await self._reseat(seat, reseat, note, interaction_id)

    async def seat_computer(
        self, *, by: int, reason: str, seat: Seat, policy: str, interaction_id: str | None = None
    ) -> Receipt:
        """Let a computer player take a seat, even a taken one."""

        def reseat(before: SeatInfo) -> SeatInfo:
            policy_of(self._services.library, self._game.game, policy)
            names = seating.names_in(self._game.id, self._services.library.computer_names())
            name = seating.computer_name(self._game.seats, seat, policy, names)
            return replace(before.passed_to(None), name=name, policy=policy)

        note = note_of(deeds.COMPUTER, by, reason, seat=seat, policy=policy)
        return await self._reseat(seat, reseat, note, interaction_id)

    async def kick(
        self, *, by: int, reason: str, seat: Seat, interaction_id: str | None = None
    ) -> Receipt:
        """Send a person away; their seat is then free for somebody else."""

        def reseat(before: SeatInfo) -> SeatInfo:
            if before.user_id is None:
                raise Refused("Nobody sits there.")
            return before.passed_to(None)

        note = note_of(deeds.KICK, by, reason, seat=seat)
        return await self._reseat(seat, reseat, note, interaction_id)

    # Looking

    async def break_glass(
        self, *, by: int, reason: str, seat: Seat, interaction_id: str | None = None
    ) -> Glass:
        """Look at what a seat sees; the table is told about it. A moderator without a seat cannot
        then take one in this game, like anybody else who has looked."""
        note = note_of(deeds.GLASS, by, reason, seat=seat)

        async def work(db: AsyncSession) -> Change:
            game, match = self._game, self._game.in_progress()
            self._seat(seat)
            if not seating.sits(game.seats, by):
                now = self._services.clock.now()
                await members.note_look(db, game.id, by, game.revision, now, looked=True)
            return self._deed(match, note)

        receipt = await self._commands.carry_out(work, interaction_id, by)
        return Glass(receipt, self._game.view(seat))

    async def audit(self, last: int = 50) -> list[Deed]:
        """The newest actions, including those that were taken back, newest first."""
        async with self._services.database.reading() as db:
            rows = await journal.noted(db, self._game.id)
        found = [
            replace(deed, events=self._known(row))
            for row in reversed(rows)
            if (deed := deeds.deed_of(row)) is not None
        ]
        return found[:last]

    def _known(self, row: JournalRow) -> tuple[Event, ...]:
        """The public results of a step."""
        told = restore(self._game.rules, row.events)
        return tuple(event for event in told if event.visible_to(None))

    # Taking back

    async def retract(self, *, by: int, reason: str, interaction_id: str | None = None) -> Receipt:
        """Take back the newest action that can still be taken back."""
        asked = note_of(deeds.RETRACT, by, reason)

        async def work(db: AsyncSession) -> Change:
            rows = await journal.noted(db, self._game.id)
            for row in reversed(rows):
                deed = deeds.deed_of(row)
                if deed is not None and not deed.undone and deed.what not in deeds.FINAL:
                    note = {**asked, "retracted": deed.what, "revision": deed.revision}
                    return await self._retracted(db, row, deed, note)
            raise Refused("No moderator has done anything that you could take back.")

        return await self._commands.carry_out(work, interaction_id, by)

    async def _retracted(
        self, db: AsyncSession, row: Any, deed: Deed, note: dict[str, Any]
    ) -> Change:
        kept = row.kept or {}
        if deed.what in _COURSE and (match := self._game.match) is not None and match.voting:
            raise Refused(UNDER_SEAL)
        if deed.what in (deeds.UNDO_LAST, deeds.REWIND):
            return await going_back.forward_again(db, self._game, row, note)
        if deed.what in (SKIP, deeds.CORRECT):
            return await self._taken_out(db, row, note)
        if deed.what == deeds.END:
            now = self._services.clock.now()
            change = self._deed(None, note)
            await going_back.reopened(db, self._game, kept, change, now)
        else:
            change = self._deed(self._game.in_progress(), note)
            if deed.what == deeds.PAUSE and self._game.paused_at is not None:
                await self._resumed(db, change)
            elif deed.what == deeds.RESUME and self._game.paused_at is None:
                await self._paused(db, change)
            elif deed.what == deeds.EXTEND:
                less = timedelta(seconds=-kept["seconds"])
                game = self._game
                await timekeeping.extend(
                    db, game.id, game.times, kept["seat"], less, self._services.clock.now()
                )
            elif "seats" in kept:
                await self._seat_again(db, change, kept, deed.about["seat"])
        await journal.mark_undone(db, self._game.id, [row.revision])
        return change

    async def _taken_out(self, db: AsyncSession, row: JournalRow, note: dict[str, Any]) -> Change:
        """The game without a moderator's step, if nobody has made another openly since.

        Secret steps since then are taken back as well: a refusal would give them away.
        """
        if await journal.seen_after(db, self._game.id, row.revision, standing=True):
            raise Refused("The game has moved on since. Rewind it instead.")
        return await going_back.back_to(db, self._game, row.revision - 1, note, by=note["by"])

    # Shared parts

    def _deed(
        self, match: Match | None, note: dict[str, Any], kept: dict[str, Any] | None = None
    ) -> Change:
        entry = JournalEntry(DEED, note=note, kept=kept, known=True)
        return Change(note["by"], match or self._game.match, list(self._game.seats), entry=entry)

    async def _paused(self, db: AsyncSession, change: Change) -> Change:
        now = self._services.clock.now()
        await timekeeping.hold(db, self._game.id, now)
        change.columns["paused_at"] = now
        return change

    async def _resumed(self, db: AsyncSession, change: Change) -> Change:
        await timekeeping.let_run(db, self._game.id, self._services.clock.now())
        change.columns["paused_at"] = None
        return change

    def _seat(self, number: Seat) -> SeatInfo:
        found = next((seat for seat in self._game.seats if seat.number == number), None)
        if found is None:
            raise Refused("There is no such seat in this game.")
        return found

    async def _reseat(
        self,
        number: Seat,
        reseat: Callable[[SeatInfo], SeatInfo],
        note: dict[str, Any],
        interaction_id: str | None,
    ) -> Receipt:
        async def work(db: AsyncSession) -> Change:
            match = self._game.in_progress()
            changed = reseat(self._seat(number))
            kept = {"seats": seats_kept(self._game.seats), "host_id": self._game.host_id}
            change = self._deed(match, {**note, "was": self._seat(number).name}, kept)
            return await self._taken(db, change, changed)

        return await self._commands.carry_out(work, interaction_id, note["by"])

    async def _taken(self, db: AsyncSession, change: Change, changed: SeatInfo) -> Change:
        """Give a seat to somebody else; if its holder was the host, the first person still in the
        game becomes the host.
        """
        before = self._seat(changed.number)
        change.seats = [changed if s.number == changed.number else s for s in change.seats]
        change.new_seats = True
        change.filled = () if changed.free else (changed.number,)
        if changed.user_id is not None:
            await outbox.pass_on(db, self._game.id, changed.number, changed.user_id)
            change.say = ((BRIEF, {}, changed.number),)
        if before.user_id == self._game.host_id:
            heir = seating.next_host(change.seats)
            change.columns["host_id"] = self._game.host_id if heir is None else heir
        return change

    async def _seat_again(
        self, db: AsyncSession, change: Change, kept: dict[str, Any], number: int
    ) -> None:
        """Give a seat back to its former player."""
        former = seats_restored(kept["seats"])[number]
        if former.user_id is not None and self._game.seat_of(former.user_id) not in (None, number):
            raise Refused("The person who sat there has another seat now.")
        assert change.entry is not None
        change.entry.kept = {"seats": seats_kept(self._game.seats)}
        await self._taken(db, change, former)
        change.columns["host_id"] = kept["host_id"]
