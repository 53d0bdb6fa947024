"""What the table agrees on: taking steps back, stopping the clock, and letting a computer play for
somebody absent.

`Asking` is what all commands that ask something of the table have in common.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.session import seating
from bot.session import seating as deeds
from bot.session.changes import Change, JournalEntry
from bot.session.clock import deadlines as timekeeping
from bot.session.commands import Commands
from bot.session.journal import history
from bot.session.journal.history import DEED, UNDO
from bot.session.past import rewind as going_back
from bot.session.receipts import Receipt, Refused
from bot.session.seating import Petition
from bot.session.table import standing_orders
from bot.session.table.lobby import stood_in
from bot.storage import JournalRow, PetitionRow, journal
from bot.storage import petitions as kept_petitions
from bot.storage import standing_orders as orders_kept
from bot.words.phrases import unmarked

Ask = Callable[[AsyncSession], Awaitable[tuple[Change, Petition]]]
"""The part that differs between commands about a petition."""


class Asking:
    """Commands about petitions in one game."""

    __slots__ = ("_commands", "_game", "_services")

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._game = commands.game
        self._services = commands.services

    async def _about(
        self, ask: Ask, user_id: int, interaction_id: str | None, *whats: str
    ) -> Petition:
        outcome: list[Petition] = []

        async def work(db: AsyncSession) -> Change:
            change, petition = await ask(db)
            outcome[:] = [petition]
            return change

        await self._commands.carry_out(work, interaction_id, user_id)
        if outcome:
            return outcome[0]
        # The same interaction has been carried out before.
        standing = await self.open_one(*whats)
        seat = self._game.seat_of(user_id)
        return standing or seating.done_at_once(whats[0], NO_SEAT if seat is None else seat)

    async def open_one(self, *whats: str) -> Petition | None:
        """The open petition for one of these things, if there is one."""
        async with self._services.database.reading() as db:
            return await seating.found(db, self._game.id, *whats)

    def _said(self, user_id: int, petition: Petition) -> Change:
        """A change that only concerns a petition."""
        say = (seating.announcement(petition),)
        return Change(user_id, self._game.match, self._game.seats, say=say)

    def _check_seal(self, match: Match) -> None:
        if match.sealed():
            raise Refused(seating.UNDER_SEAL)

    async def _open_petition(self, db: AsyncSession, number: int | None, what: str) -> PetitionRow:
        row = await kept_petitions.open_one(db, self._game.id, (what,))
        if row is None or number not in (None, row.id):
            raise Refused(seating.GONE)
        return row


class Consent(Asking):
    """Questions that the people in one game ask each other.

    A refused command explains itself in a sentence, and changes nothing.
    """

    __slots__ = ("_no_undo",)

    def __init__(self, commands: Commands) -> None:
        super().__init__(commands)
        self._no_undo: dict[Seat, tuple[int, str | None]] = {}
        """Why each seat's last step could not be taken back, and the revision at which that was
        so."""

    # Taking back

    async def undo(self, *, user_id: int, interaction_id: str | None = None) -> Receipt:
        """Take back a player's last decision, if nothing has become known and, as far as the player
        knows, nobody has acted since.
        """

        async def work(db: AsyncSession) -> Change:
            match = self._game.in_play()
            seat = self._game.own_seat(user_id)
            mine, reason = await self._last_step(db, match, seat)
            if reason is not None:
                raise Refused(reason)
            return await self._freely(db, mine, seat, user_id)

        return await self._commands.carry_out(work, interaction_id, user_id)

    async def why_no_undo(self, seat: Seat) -> str | None:
        """Why a seat could not even ask now for its last step to be taken back; None if it could.

        The reason is the refusal that :meth:`undo` would give while a question is being answered in
        secret, and that :meth:`ask_undo` would give otherwise. Checking this again before anything
        is done or asked needs no database.
        """
        revision = self._game.revision
        known = self._no_undo.get(seat)
        if known is not None and known[0] == revision:
            return known[1]
        # Each query stands on its own: if anything is done meanwhile, the answer is not kept.
        async with self._services.database.asking() as db:
            told = await self._no_step_back(db, seat)
        if self._game.revision == revision:
            self._no_undo[seat] = revision, told
        return told

    async def _no_step_back(self, db: AsyncSession, seat: Seat) -> str | None:
        try:
            match = self._game.in_play()
            if match.sealed():
                return (await self._last_step(db, match, seat))[1]
            if seat not in self._game.stepped and not await journal.has_step(
                db, self._game.id, seat
            ):
                return history.NOTHING_YET
            asked = await self._undo_asked(db, seat)
            # Nobody is asked about a step that can be taken back freely; finding that out takes
            # longer, so it comes last.
            free = asked is None or (await self._last_step(db, match, seat))[1] is None
        except Refused as refused:
            return refused.text
        return None if free else asked

    async def open_to_undo(self, db: AsyncSession) -> bool:
        """Whether somebody could ask for a step to be taken back, as far as everybody may know.

        The answer reveals nothing about secret steps: a player who has taken only secret steps is
        left out.
        """
        match = self._game.match
        if match is None or match.voting:
            return False
        asked = [row for row in await self._kept(db) if row.what == seating.UNDO]
        if not all(row.closed for row in asked):
            return False
        seats = set(seating.people(self._game.seats)) - {row.seat for row in asked}
        if not seats.isdisjoint(self._game.stepped_openly):
            return True
        return await history.open_step_of(db, self._game.rules, self._game.id, seats)

    async def ask_undo(self, *, user_id: int, interaction_id: str | None = None) -> Petition:
        """Take back the player's last decision: at once if nobody has to agree, otherwise once all
        the others do.

        The petition returned is 'done' if the step was taken back at once, otherwise 'open': the
        channel is then told (outbox kind ``petition``), and each of ``still`` may answer with
        :meth:`answer_undo` until it lapses. The petition also lapses when the game visibly moves
        on. Refused while a question is being answered in secret or the game is paused, and if the
        player has nothing to take back.
        """

        async def ask(db: AsyncSession) -> tuple[Change, Petition]:
            match = self._game.in_play()
            seat = self._game.own_seat(user_id)
            self._check_seal(match)
            mine, reason = await self._last_step(db, match, seat)
            if reason is None:
                change = await self._freely(db, mine, seat, user_id)
                return change, seating.done_at_once(seating.UNDO, seat)
            asked = await self._undo_asked(db, seat)
            if asked is not None:
                raise Refused(asked)
            to = mine.revision - 1
            others = [number for number in seating.people(self._game.seats) if number != seat]
            if not others:
                # The others are all computers, which have no say.
                change = await self._by_consent(db, user_id, seat, to, alone=True)
                afresh = going_back.AFRESH in ((change.entry and change.entry.note) or {})
                return change, seating.done_at_once(seating.UNDO, seat, to, afresh)
            row = PetitionRow(
                game_id=self._game.id,
                what=seating.UNDO,
                seat=seat,
                to=to,
                asked=others,
                made_at=self._services.clock.now(),
            )
            petition = await seating.opened(db, row, self._game.pace)
            return self._said(user_id, petition), petition

        return await self._about(ask, user_id, interaction_id, seating.UNDO)

    async def answer_undo(
        self,
        user_id: int,
        agree: bool,
        *,
        number: int | None = None,
        interaction_id: str | None = None,
    ) -> Petition:
        """Agree to have a step taken back, or refuse, and return the petition as it then stands.

        The person who asked withdraws the petition with ``agree=False``. ``number`` is that of the
        petition for which the control was made: if it is settled, the answer is refused.
        """

        async def answer(db: AsyncSession) -> tuple[Change, Petition]:
            match = self._game.in_play()
            seat, row = self._game.own_seat(user_id), await self._open_petition(db, number, "undo")
            self._check_seal(match)
            if seat == row.seat and not agree:
                petition = await seating.settled(db, row, "withdrawn")
                return self._said(user_id, petition), petition
            if seat not in row.asked:
                raise Refused("You asked for this. Now the others answer.")
            row.answers = {**row.answers, str(seat): agree}
            state = seating.unanimity(row)
            petition = await seating.answered(db, row, state)
            if state != "done":
                return self._said(user_id, petition), petition
            assert row.to is not None
            change = await self._by_consent(db, user_id, row.seat, row.to)
            change.say = (*change.say, seating.announcement(petition))
            return change, petition

        return await self._about(answer, user_id, interaction_id, seating.UNDO)

    # Pausing

    async def vote_pause(
        self,
        user_id: int,
        agree: bool = True,
        *,
        what: Literal["pause", "resume"] | None = None,
        number: int | None = None,
        interaction_id: str | None = None,
    ) -> Petition:
        """Propose that the game be paused (or, if it is paused, resumed), or vote on that motion.

        If there is no open motion, this makes one, and its mover counts as agreeing. A majority of
        the people at the table decides; the petition returned is 'done' or 'refused' as soon as the
        outcome is certain. ``what`` says what the command was meant to do, and ``number`` is the
        petition for which the control was made. Only a moderator can end a moderator's pause.
        """

        async def vote(db: AsyncSession) -> tuple[Change, Petition]:
            self._game.in_progress()
            seat = self._game.own_seat(user_id)
            now = "pause" if self._game.paused_at is None else "resume"
            if what is not None and what != now:
                known = "is not paused" if what == "resume" else "is already paused"
                raise Refused(f"The game {known}.")
            row = await kept_petitions.open_one(db, self._game.id, seating.PAUSING)
            if row is None and number is None and agree:
                row = await self._moved(db, now, seat)
            if row is None or number not in (None, row.id):
                raise Refused(seating.GONE)
            row.answers = {**row.answers, str(seat): agree}
            state = seating.majority(row, seating.people(self._game.seats))
            if seat == row.seat and not agree:
                state = "withdrawn"
            petition = await seating.answered(db, row, state)
            change = self._said(user_id, petition)
            if state == "done":
                await self._stop_or_go(db, change, row)
            return change, petition

        return await self._about(vote, user_id, interaction_id, *seating.PAUSING)

    # Somebody is absent

    async def answer_stand_in(
        self,
        user_id: int,
        agree: bool,
        *,
        policy: str,
        number: int | None = None,
        interaction_id: str | None = None,
    ) -> Petition:
        """Say whether a computer should play for somebody who lets deadline after deadline pass.

        A majority of the others decides, or the person concerned decides at once.
        """

        async def answer(db: AsyncSession) -> tuple[Change, Petition]:
            self._game.in_progress()
            seat = self._game.own_seat(user_id)
            row = await self._open_petition(db, number, seating.STAND_IN)
            row.answers = {**row.answers, str(seat): agree}
            state = seating.majority(row, row.asked)
            if seat == row.seat:
                state = "done" if agree else "withdrawn"
            elif seat not in row.asked:
                raise Refused("You sat down after this was asked, so the others decide.")
            absent = row.seat
            petition = await seating.answered(db, row, state)
            change = self._said(user_id, petition)
            if state == "done":
                say = change.say
                change = stood_in(self._game, self._services, user_id, absent, policy)
                change.say = say
            return change, petition

        return await self._about(answer, user_id, interaction_id, seating.STAND_IN)

    # Shared parts

    async def _kept(self, db: AsyncSession) -> list[PetitionRow]:
        """This game's petitions, including refused ones, oldest first."""
        kept = self._game.petitions
        return await kept_petitions.of_game(db, self._game.id) if kept else []

    async def _undo_asked(self, db: AsyncSession, seat: Seat) -> str | None:
        """Why a seat may not ask the others: it or another seat has already asked them."""
        for row in await self._kept(db):
            if row.what != seating.UNDO:
                continue
            if row.closed and row.seat == seat:
                return (
                    "The others did not all agree. The game goes on from here. A moderator "
                    "can still help."
                )
            if not row.closed:
                own, name = row.seat == seat, unmarked(self._game.seats[row.seat].name)
                who = "You have" if own else f"{name} has"
                return f"{who} already asked to take back a step. Settle that first."
        return None

    async def _last_step(
        self, db: AsyncSession, match: Match, seat: Seat
    ) -> tuple[JournalRow, str | None]:
        """A seat's last step, and the reason if it cannot be taken back freely.

        Refused during a vote, or if the seat has no such step.
        """
        if match.voting:
            # Even saying whose decision was the last would show who has voted.
            raise Refused(seating.UNDER_SEAL)
        mine = await history.last_own(db, self._game.id, seat)
        sealed = bool(match.sealed())
        return mine, await history.not_free(db, self._game.rules, mine, sealed=sealed)

    async def _freely(self, db: AsyncSession, mine: JournalRow, seat: Seat, user_id: int) -> Change:
        """A seat's last step taken back, along with anything that others have since done in
        secret."""
        unseen = await journal.standing_after(db, self._game.id, mine.revision)
        if (mine.note or {}).get("what") == standing_orders.FIRED:
            # Otherwise the order would only give the same answer again.
            await orders_kept.disarm(db, self._game.id, (mine.note or {})["order"])
        back, _ = await going_back.match_at(db, self._game, mine.revision - 1)
        assert back is not None
        entry = JournalEntry(
            UNDO, seat, takes_back=(mine.revision, *(row.revision for row in unseen))
        )
        change = Change(user_id, back, self._game.seats, entry=entry)
        going_back.take_along(change, self._game.rules, unseen, seat)
        return change

    async def _by_consent(
        self, db: AsyncSession, user_id: int, seat: Seat, to: int, *, alone: bool = False
    ) -> Change:
        """The game as it was before a seat's last step, once everybody who was asked has agreed."""
        note = {"what": going_back.AGREED, "seat": seat}
        if alone:
            note[going_back.ALONE] = True
        change = await going_back.back_to(db, self._game, to, note, by=user_id, seat=seat)
        assert change.entry is not None
        change.entry.seat = seat
        return change

    async def _moved(self, db: AsyncSession, what: str, seat: Seat) -> PetitionRow:
        if what == seating.RESUME and await deeds.paused_by_moderator(db, self._game.id):
            raise Refused("A moderator has paused this game. Ask a moderator to resume it.")
        people = seating.people(self._game.seats)
        row = PetitionRow(
            game_id=self._game.id,
            what=what,
            seat=seat,
            asked=[number for number in people if number != seat],
            made_at=self._services.clock.now(),
        )
        await seating.opened(db, row, self._game.pace)
        return row

    async def _stop_or_go(self, db: AsyncSession, change: Change, row: PetitionRow) -> None:
        """Stop the clock, or let it run on, as a majority has voted."""
        stop = row.what == seating.PAUSE
        if stop:
            await timekeeping.hold(db, self._game.id, self._services.clock.now())
        else:
            await timekeeping.let_run(db, self._game.id, self._services.clock.now())
        change.columns["paused_at"] = self._services.clock.now() if stop else None
        what = deeds.PAUSE_VOTED if stop else deeds.RESUME_VOTED
        change.entry = JournalEntry(
            DEED, row.seat, note={"what": what, "seat": row.seat}, known=True
        )
