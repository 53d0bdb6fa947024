"""A game in which steps are taken back, and the clock is stopped, as the table agrees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match
from bot.session.clock import absence
from bot.session.clock import deadlines as timekeeping
from bot.session.drafts import DEED, UNDO, Draft, Entry
from bot.session.journal import history
from bot.session.journal import rewind as going_back
from bot.session.open_game import OpenGame
from bot.session.receipts import Receipt, Refused
from bot.session.table import moderator_deeds as deeds
from bot.session.table import petitions, standing_orders
from bot.session.table.petitions import Petition
from bot.storage import JournalRow, PetitionRow, journal
from bot.storage import petitions as kept_petitions
from bot.storage import standing_orders as orders_kept

Asking = Callable[[AsyncSession], Awaitable[tuple[Draft, Petition]]]
"""What is particular to a command about a petition."""


class ConsultedGame(OpenGame):
    """What people ask each other; each command is refused with a sentence, changing nothing."""

    # Taking back

    async def undo(self, *, user_id: int, interaction_id: str | None = None) -> Receipt:
        """Take back one's last decision, if nothing became known and nobody acted since."""

        async def work(db: AsyncSession) -> Draft:
            match = self.in_play()
            seat = self.own_seat(user_id)
            if match.vote() is not None:
                # Even to say whose decision was the last would tell who has voted.
                raise Refused(petitions.UNDER_SEAL)
            return await self._freely(db, match, seat, user_id)

        return await self.command(work, interaction_id, user_id)

    async def ask_undo(self, *, user_id: int, interaction_id: str | None = None) -> Petition:
        """Take back one's last decision, at once if that is free, else when all others agree.

        The petition that comes back is 'done' if the step was taken back at once, else 'open':
        then the channel is told (outbox kind ``petition``), and each of ``still`` may answer by
        :meth:`answer_undo` until it lapses. It lapses too when the game visibly goes on. Refused
        while something is answered in secret, while paused, and when there is nothing of one's
        own to take back.
        """

        async def ask(db: AsyncSession) -> tuple[Draft, Petition]:
            match = self.in_play()
            seat = self.own_seat(user_id)
            self._check_seal(match)
            mine = await history.last_own(db, self.id, seat)
            if await history.not_free(db, self.rules, mine, sealed=False) is None:
                draft = await self._freely(db, match, seat, user_id)
                return draft, petitions.done_at_once(petitions.UNDO, seat)
            await self._check_no_undo_asked(db, seat)
            to = mine.revision - 1
            others = [number for number in petitions.people(self.seats) if number != seat]
            if not others:
                # Only computers sit with them, and those have no say.
                draft = await self._by_consent(db, user_id, seat, to, alone=True)
                afresh = going_back.AFRESH in ((draft.entry and draft.entry.note) or {})
                return draft, petitions.done_at_once(petitions.UNDO, seat, to, afresh)
            row = PetitionRow(
                game_id=self.id,
                what=petitions.UNDO,
                seat=seat,
                to=to,
                asked=others,
                made_at=self.now(),
            )
            petition = await petitions.opened(db, self, row)
            return self._said(user_id, petition), petition

        return await self._about(ask, user_id, interaction_id, petitions.UNDO)

    async def answer_undo(
        self,
        user_id: int,
        agree: bool,
        *,
        number: int | None = None,
        interaction_id: str | None = None,
    ) -> Petition:
        """Agree that a step is taken back, or not; the petition as it stands then.

        Who asked for it withdraws it with ``agree=False``. ``number`` is that of the petition
        that a control was made for: one that is settled is refused.
        """

        async def answer(db: AsyncSession) -> tuple[Draft, Petition]:
            match = self.in_play()
            seat, row = self.own_seat(user_id), await self._open_petition(db, number, "undo")
            self._check_seal(match)
            if seat == row.seat and not agree:
                petition = await petitions.settled(db, row, "withdrawn")
                return self._said(user_id, petition), petition
            if seat not in row.asked:
                raise Refused("You asked for this; now it is for the others to answer.")
            row.answers = {**row.answers, str(seat): agree}
            state = petitions.unanimity(row)
            petition = await petitions.answered(db, row, state)
            if state != "done":
                return self._said(user_id, petition), petition
            assert row.to is not None
            draft = await self._by_consent(db, user_id, row.seat, row.to)
            draft.say = (*draft.say, petitions.announcement(petition))
            return draft, petition

        return await self._about(answer, user_id, interaction_id, petitions.UNDO)

    async def undo_request(self) -> Petition | None:
        """The open petition for taking a step back, if there is one.

        ``session.moderator.preview_rewind(petition.to)`` tells what going back would lose.
        """
        async with self.transaction() as db:
            return await petitions.found(db, self.id, petitions.UNDO)

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
        """Move that the game be paused (or, while it is, resumed), or vote on that motion.

        Without an open motion this makes one, which its mover agrees to. A majority of the people
        at the table decides; the petition that comes back is 'done' or 'refused' as soon as that
        is certain. ``what`` says what a command meant, ``number`` which petition a control was
        made for. A pause by a moderator is a moderator's to end.
        """

        async def vote(db: AsyncSession) -> tuple[Draft, Petition]:
            self.in_progress()
            seat, now = self.own_seat(user_id), "pause" if self.paused_at is None else "resume"
            if what is not None and what != now:
                known = "is not paused" if what == "resume" else "is paused already"
                raise Refused(f"The game {known}.")
            row = await kept_petitions.open_one(db, self.id, petitions.PAUSING)
            if row is None and number is None and agree:
                row = await self._moved(db, now, seat)
            if row is None or number not in (None, row.id):
                raise Refused(petitions.GONE)
            row.answers = {**row.answers, str(seat): agree}
            state = petitions.majority(row, petitions.people(self.seats))
            if seat == row.seat and not agree:
                state = "withdrawn"
            petition = await petitions.answered(db, row, state)
            draft = self._said(user_id, petition)
            if state == "done":
                await self._stop_or_go(db, draft, row)
            return draft, petition

        return await self._about(vote, user_id, interaction_id, *petitions.PAUSING)

    async def pause_vote(self) -> Petition | None:
        """The open motion to pause or to resume, if there is one."""
        async with self.transaction() as db:
            return await petitions.found(db, self.id, *petitions.PAUSING)

    # Coming back

    async def greet(self, user_id: int) -> bool:
        """Note that a person is here. After an absence they get a digest, once; whether they do.

        For every command and press of a person at the game; what they submit is noted by itself.
        """
        return await absence.greet(self, user_id)

    # What these have in common

    async def _about(
        self, ask: Asking, user_id: int, interaction_id: str | None, *whats: str
    ) -> Petition:
        outcome: list[Petition] = []

        async def work(db: AsyncSession) -> Draft:
            draft, petition = await ask(db)
            outcome[:] = [petition]
            return draft

        await self.command(work, interaction_id, user_id)
        if outcome:
            return outcome[0]
        # The same interaction had been carried out before.
        async with self.transaction() as db:
            standing = await petitions.found(db, self.id, *whats)
        seat = self.own_seat(user_id)
        return standing or petitions.done_at_once(whats[0], seat)

    def _said(self, user_id: int, petition: Petition) -> Draft:
        """A draft that changes nothing but a petition."""
        say = (petitions.announcement(petition),)
        return Draft(user_id, self.match, self.seats, say=say)

    def _check_seal(self, match: Match) -> None:
        if petitions.under_seal(match):
            raise Refused(petitions.UNDER_SEAL)

    async def _check_no_undo_asked(self, db: AsyncSession, seat: int) -> None:
        for row in await kept_petitions.of_game(db, self.id):
            if row.what != petitions.UNDO:
                continue
            if row.closed and row.seat == seat:
                raise Refused(
                    "The others were asked, and did not all agree. The game goes on from here; "
                    "a moderator can still help."
                )
            if not row.closed:
                who = "You have" if row.seat == seat else f"{self.seats[row.seat].name} has"
                raise Refused(f"{who} asked to take a step back already. That is settled first.")

    async def _open_petition(self, db: AsyncSession, number: int | None, what: str) -> PetitionRow:
        row = await kept_petitions.open_one(db, self.id, (what,))
        if row is None or number not in (None, row.id):
            raise Refused(petitions.GONE)
        return row

    async def _freely(self, db: AsyncSession, match: Match, seat: int, user_id: int) -> Draft:
        """A seat's last step taken back, with what others did since without anybody's knowledge."""
        mine = await history.last_own(db, self.id, seat)
        reason = await history.not_free(db, self.rules, mine, sealed=petitions.under_seal(match))
        if reason is not None:
            raise Refused(reason)
        unseen = await journal.standing_after(db, self.id, mine.revision)
        if (mine.note or {}).get("what") == standing_orders.FIRED:
            # It would only answer the same once more.
            await orders_kept.disarm(db, self.id, (mine.note or {})["order"])
        back, _ = await going_back.match_at(db, self, mine.revision - 1)
        assert back is not None
        entry = Entry(UNDO, seat, takes_back=(mine.revision, *(row.revision for row in unseen)))
        draft = Draft(user_id, back, self.seats, entry=entry)
        draft.say = going_back.taken_along(self.rules, unseen, seat)
        return draft

    async def _by_consent(
        self, db: AsyncSession, user_id: int, seat: int, to: int, *, alone: bool = False
    ) -> Draft:
        """The game as it stood before a seat's last step: all have agreed whom there was to ask."""
        note = {"what": going_back.AGREED, "seat": seat}
        if alone:
            note[going_back.ALONE] = True
        lost: list[JournalRow] = await journal.standing_after(db, self.id, to)
        draft = await going_back.back_to(db, self, to, note, by=user_id)
        assert draft.entry is not None
        draft.entry.seat = seat
        draft.say = going_back.taken_along(self.rules, lost, seat)
        return draft

    async def _moved(self, db: AsyncSession, what: str, seat: int) -> PetitionRow:
        if what == petitions.RESUME and await deeds.paused_by_moderator(db, self.id):
            raise Refused("A moderator has paused this game; ask a moderator to resume it.")
        people = petitions.people(self.seats)
        row = PetitionRow(
            game_id=self.id,
            what=what,
            seat=seat,
            asked=[number for number in people if number != seat],
            made_at=self.now(),
        )
        await petitions.opened(db, self, row)
        return row

    async def _stop_or_go(self, db: AsyncSession, draft: Draft, row: PetitionRow) -> None:
        """Stop the clock, or let it run on, as a majority has voted."""
        stop = row.what == petitions.PAUSE
        if stop:
            await timekeeping.hold(db, self.id, self.now())
        else:
            await timekeeping.let_run(db, self.id, self.now())
        draft.changes["paused_at"] = self.now() if stop else None
        what = deeds.PAUSE_VOTED if stop else deeds.RESUME_VOTED
        draft.entry = Entry(DEED, row.seat, note={"what": what, "seat": row.seat}, known=True)
