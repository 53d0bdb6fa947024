"""Amending a past step: a moderator proposes a different answer, and the table agrees to it or not.

A moderator is shown only what everybody may know about a step and its possible answers. The table
reads what would be different; nothing changes until everybody at the table has agreed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Match, Prompt, Seat
from bot.rules.kernel.events import NO_SEAT, words_in
from bot.session import seating
from bot.session import seating as deeds
from bot.session.announcements import LOG, SECRET, plain, restore
from bot.session.changes import Change, JournalEntry, LineStep
from bot.session.journal.history import (
    DECISION,
    DEED,
    UNDO,
    had_choice,
    held_by,
    holder_of,
    taken_back,
    without_choice,
)
from bot.session.journal.record import JOIN
from bot.session.past import rewind as going_back
from bot.session.past.amended import Line, Past, follow, public_prompts
from bot.session.receipts import STALE, Refused
from bot.session.seating import Petition
from bot.session.table.consent import Asking
from bot.storage import JournalRow, PetitionRow, journal
from bot.storage import petitions as kept_petitions
from bot.storage import standing_orders as orders_kept
from bot.storage.snapshots import position_at

LATEST = 25
"""How many of the newest answers are listed."""

_LOOKED_AT = 150
"""How many steps are searched to find these answers."""

NOT_OPEN = (
    "You cannot amend that answer: part of it was secret, or there was no "
    "other answer that everybody knew of. `/mod rewind` goes back to a turn."
)
SAME = "That is already the answer."
JOINED = (
    "Somebody has joined the game since, so you can only take it back to a turn (`/mod rewind`)."
)
OPEN_ALREADY = "The table is already deciding on an amendment. Settle that first."


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer in the game's past, as everybody knows it: what was asked, and what was said.

    ``asked`` gives the answers that were possible, as far as everybody may know; ``view`` is what
    everybody saw at the time. People know the answer by its ``number``, which says nothing about
    secret steps.
    """

    revision: int
    number: int
    at: datetime
    seat: Seat
    choice: Choice
    asked: tuple[Prompt, ...]
    view: Any


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open amendment: whose answer would change to what, and what would be different."""

    petition: Petition
    answered: Answered
    choice: Choice
    line: Line


class Amending(Asking):
    """Amendments in one game. A refused command explains itself in a sentence, and changes
    nothing."""

    __slots__ = ()

    # Looking

    async def answers(self, last: int = LATEST) -> list[Answered]:
        """The newest answers that can be amended, newest first."""
        self._game.in_progress()
        found: list[Answered] = []
        async with self._services.database.reading() as db:
            for row in await journal.newest_steps(db, self._game.id, _LOOKED_AT):
                if len(found) < last and (answered := await self._answered(db, row)) is not None:
                    found.append(answered)
        return found

    async def answer_numbered(self, number: int) -> Answered:
        """The answer that people know by this number. Refused if the answer cannot be amended."""
        async with self._services.database.reading() as db:
            revision = await journal.first_within(db, self._game.id, number)
            answered = None if revision is None else await self._found(db, revision)
        if answered is None or answered.number != number:
            raise Refused(NOT_OPEN)
        return answered

    async def preview(self, revision: int, choice: Choice) -> Line:
        """The line of the game with this other answer. Refused if the answer cannot be amended to
        this one."""
        async with self._services.database.reading() as db:
            answered = await self._found(db, revision)
            return (await self._line(db, answered, choice))[0]

    async def proposal(self) -> Proposal | None:
        """The open amendment, if there is one. Refused if the amendment can no longer be made."""
        async with self._services.database.reading() as db:
            petition = await seating.found(db, self._game.id, seating.AMEND)
            if petition is None or petition.to is None:
                return None
            answered, choice, _ = await self._proposed(db, petition.to)
            return Proposal(petition, answered, choice, (await self._line(db, answered, choice))[0])

    # Proposing and answering

    async def propose(
        self,
        *,
        by: int,
        reason: str,
        revision: int,
        choice: Choice,
        seen: int,
        interaction_id: str | None = None,
    ) -> Petition:
        """Ask the table to amend an answer. The caller checks that ``by`` may do so.

        ``seen`` is the revision of the game that the moderator was shown. The petition returned is
        'done' if there was nobody else to ask.
        """
        note = deeds.note_of(deeds.PROPOSED, by, reason)

        async def ask(db: AsyncSession) -> tuple[Change, Petition]:
            match = self._game.in_play()
            self._check_seal(match)
            if seen != self._game.revision:
                raise Refused(STALE)
            if await kept_petitions.open_one(db, self._game.id, (seating.AMEND,)) is not None:
                raise Refused(OPEN_ALREADY)
            answered = await self._found(db, revision)
            await self._line(db, answered, choice)
            return await self._asked(db, match, answered, choice, note)

        return await self._about(ask, by, interaction_id, seating.AMEND)

    async def answer(
        self,
        user_id: int,
        agree: bool,
        *,
        number: int | None = None,
        moderates: bool = False,
        interaction_id: str | None = None,
    ) -> Petition:
        """Agree to an amendment, or refuse it, and return the petition as it then stands.
        ``number`` is that of the petition for which the control was made. If a person who
        ``moderates`` has no seat, ``agree=False`` drops the petition.
        """

        async def answer(db: AsyncSession) -> tuple[Change, Petition]:
            match = self._game.in_play()
            row = await self._open_petition(db, number, seating.AMEND)
            self._check_seal(match)
            if moderates and not agree and self._game.seat_of(user_id) is None:
                petition = await seating.settled(db, row, "withdrawn")
                return self._said(user_id, petition), petition
            seat = self._game.own_seat(user_id)
            if seat not in row.asked:
                raise Refused(seating.GONE)
            row.answers = {**row.answers, str(seat): agree}
            state = seating.unanimity(row)
            petition = await seating.answered(db, row, state)
            if state != "done":
                return self._said(user_id, petition), petition
            assert row.to is not None
            answered, choice, note = await self._proposed(db, row.to)
            return await self._amended(db, answered, choice, note, petition), petition

        return await self._about(answer, user_id, interaction_id, seating.AMEND)

    # Shared parts

    async def _found(self, db: AsyncSession, revision: int) -> Answered:
        self._game.in_progress()
        row = await journal.at(db, self._game.id, revision)
        answered = None if row is None or row.undone else await self._answered(db, row)
        if answered is None:
            raise Refused(NOT_OPEN)
        return answered

    async def _answered(self, db: AsyncSession, row: JournalRow) -> Answered | None:
        """A row as an answer that can be amended; None if it is not one."""
        if row.kind != DECISION or row.seat < 0 or row.choice is None:
            return None
        events = restore(self._game.rules, row.events)
        if not events or not all(event.visible_to(None) for event in events):
            return None
        match = await self._before(db, row)
        if match is None or row.seat >= match.game.seats(match.position.state):
            return None
        choice = msgspec.convert(row.choice, Choice)
        hidden = set(match.game.hidden_names(match.position, None)) - set(words_in(row.events))
        asked = tuple(public_prompts(match, row.seat))
        if not hidden.isdisjoint(words_in(row.choice)) or not _has_another(asked, choice):
            return None
        if row.prompt not in {prompt.kind for prompt in asked}:
            return None
        number, view = row.moment, match.view(None)
        return Answered(row.revision, number, row.at, row.seat, choice, asked, view)

    async def _before(self, db: AsyncSession, row: JournalRow) -> Match | None:
        """The game as it was when a step was made."""
        stands = await journal.last_standing(db, self._game.id, row.revision - 1)
        position = None if stands is None else await position_at(db, self._game.id, stands.revision)
        if position is None:
            return None
        match = Match.load(self._game.rules, position)
        if match.taken_back < taken_back(row):
            match.draw_afresh(taken_back(row))
        return match

    async def _line(
        self, db: AsyncSession, answered: Answered, choice: Choice
    ) -> tuple[Line, list[JournalRow], bytes]:
        """The other line, the rows that it replaces, and the position before them."""
        now = self._game.in_progress()
        if choice == answered.choice:
            raise Refused(SAME)
        if not any(prompt.find(choice) for prompt in answered.asked):
            raise Refused(NOT_OPEN)
        rows = await journal.standing_after(db, self._game.id, answered.revision - 1)
        if any(row.seat == NO_SEAT and (row.choice or {}).get("verb") == JOIN for row in rows):
            raise Refused(JOINED)
        before = await self._before(db, rows[0])
        assert before is not None
        base = before.save()
        past = [
            Past(row.seat, msgspec.convert(row.choice, Choice), taken_back(row)) for row in rows
        ]
        return follow(self._game.rules, base, past, choice, now), rows, base

    async def _proposed(
        self, db: AsyncSession, revision: int
    ) -> tuple[Answered, Choice, dict[str, Any]]:
        """What was proposed at a revision: the old answer, the new one, and the note of who
        proposed it and why."""
        deed = await journal.at(db, self._game.id, revision)
        if deed is None or deed.kept is None or deed.note is None:
            raise Refused(seating.GONE)
        answered = await self._found(db, deed.kept["at"])
        return answered, msgspec.convert(deed.kept["choice"], Choice), deed.note

    async def _asked(
        self,
        db: AsyncSession,
        match: Match,
        answered: Answered,
        choice: Choice,
        note: dict[str, Any],
    ) -> tuple[Change, Petition]:
        by, people = note["by"], seating.people(self._game.seats)
        own = self._game.seat_of(by)
        row = PetitionRow(
            game_id=self._game.id,
            what=seating.AMEND,
            seat=answered.seat,
            to=self._game.revision + 1,
            asked=people,
            made_at=self._services.clock.now(),
        )
        if people in ([], [own]):
            petition = seating.done_at_once(seating.AMEND, answered.seat)
            return await self._amended(db, answered, choice, note, petition), petition
        kept = {"at": answered.revision, "choice": msgspec.to_builtins(choice)}
        entry = JournalEntry(DEED, note={**note, "seat": answered.seat}, kept=kept, known=True)
        petition = await seating.opened(db, row, self._game.pace)
        change = Change(by, match, list(self._game.seats), entry=entry)
        change.say = (seating.announcement(petition),)
        return change, petition

    async def _amended(
        self,
        db: AsyncSession,
        answered: Answered,
        choice: Choice,
        note: dict[str, Any],
        petition: Petition,
    ) -> Change:
        """The game in its other line: whatever is kept is written again, and everything else is
        taken back."""
        line, rows, base = await self._line(db, answered, choice)
        now = self._game.in_progress()
        match, steps, afresh = self._played_on(line, rows, base, choice, now)
        await orders_kept.disarm_all(db, self._game.id)
        told = {**note, "what": deeds.AMENDED, "seat": answered.seat}
        if afresh:
            told[going_back.AFRESH] = True
        undone = tuple(row.revision for row in rows)
        entry = JournalEntry(UNDO, takes_back=undone, note=told, known=True)
        change = Change(note["by"], match, list(self._game.seats), entry=entry, line=steps)
        told_now = self._told(steps, secrets=not line.played)
        change.say = (seating.announcement(petition), *told_now)
        going_back.take_along(change, self._game.rules, rows[max(len(steps), 1) :])
        return change

    def _told(
        self, steps: Sequence[LineStep], *, secrets: bool
    ) -> list[tuple[str, dict[str, Any], Seat | None]]:
        """What to report about steps that went differently: to everybody and, with ``secrets``, to
        each player."""
        happened = [e for s in steps if s.stands_for is None for e in s.entry.events]
        public = [event for event in happened if event.visible_to(None)]
        found: list[tuple[str, dict[str, Any], Seat | None]] = []
        if public:
            found.append((LOG, {"events": plain(public)}, None))
        for seat in seating.people(self._game.seats) if secrets else ():
            own = [e for e in happened if not e.visible_to(None) and e.visible_to(seat)]
            if own:
                found.append((SECRET, {"events": plain(own)}, seat))
        return found

    def _played_on(
        self, line: Line, rows: Sequence[JournalRow], base: bytes, choice: Choice, now: Match
    ) -> tuple[Match, tuple[LineStep, ...], bool]:
        """Where the other line leads, its steps, and whether everything after them is drawn again.

        Everything is drawn again if something was drawn that was not drawn in the game itself, or
        if nobody may know beforehand where the new answer leads, so that nobody can look first and
        choose afterwards.
        """
        rules, times = self._game.rules, now.taken_back
        if not line.played:
            match = Match.load(rules, base)
            match.draw_afresh(times + 1)
            outcome = match.submit(rows[0].seat, choice)
            entry = _entry(rows[0], choice, outcome)
            return match, (LineStep(entry, rows[0].actor, match.save(), match.taken_back),), True
        steps = []
        for step in line.played:
            row = rows[step.number]
            entry = _entry(row, step.choice, step.outcome)
            stands_for = row.revision if step.same else None
            steps.append(LineStep(entry, row.actor, step.position, step.taken_back, stands_for))
        last = line.played[-1].position
        match = Match.load(rules, last)
        if match.taken_back < times:
            match.draw_afresh(times)
        afresh = match.drawn() != now.drawn()
        if afresh:
            match = Match.load(rules, last)
            match.draw_afresh(times + 1)
        return match, tuple(steps), afresh


def _entry(row: JournalRow, choice: Choice, outcome: Any) -> JournalEntry:
    """A step of the other line for the journal: like the row it replaces, but with its own answer
    and result."""
    note = {key: value for key, value in (row.note or {}).items() if key != "quiet"}
    quiet = bool((row.note or {}).get("quiet"))
    kept = held_by(holder_of(row.kept))
    return JournalEntry(
        row.kind,
        row.seat,
        row.prompt,
        choice,
        outcome.events,
        outcome.known,
        note=note or None,
        quiet=quiet,
        kept=kept if had_choice(row.kept) else without_choice(kept),
    )


def _has_another(asked: Sequence[Prompt], choice: Choice) -> bool:
    """Whether everybody knows of another possible answer."""
    offers = [offer for prompt in asked for offer in prompt.offers]
    return bool(offers) and (len(offers) > 1 or offers[0].sole() != choice)
