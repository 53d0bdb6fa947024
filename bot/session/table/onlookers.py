"""Which hands people without a seat may see.

A player may show their own hand to one person without a seat. If everybody agrees, all such people
may see all hands as they were a round ago. A person who has looked cannot take a seat in this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match, Seat, every_seat
from bot.session import seating
from bot.session.changes import Change, JournalEntry
from bot.session.journal.history import DEED
from bot.session.receipts import BUSY, NO_SEAT_HERE, Receipt, Refused, SeatInfo
from bot.session.seating import COMMENTARY, Petition
from bot.session.table.consent import Asking
from bot.storage import PetitionRow, games, journal, members
from bot.storage import petitions as kept_petitions
from bot.storage.snapshots import position_at

TOO_EARLY = (
    "Hands are shown a round later, so there is nothing to see yet. Ask again when two whole "
    "rounds have been played."
)


@dataclass(frozen=True, slots=True)
class Seen:
    """Hands that somebody without a seat may see: the view of each seat, as it was at the end of
    ``round`` (or, if that is None, as it is now)."""

    views: dict[Seat, Any]
    round: int | None = None


class Onlookers(Asking):
    """The people without a seat in one game, and what players allow them to see."""

    __slots__ = ()

    # One hand, shown to one person

    async def show(self, *, user_id: int, to: int, interaction_id: str | None = None) -> Receipt:
        """Let one person without a seat see a player's hand from now on; the table is told."""

        async def work(db: AsyncSession) -> Change:
            self._game.in_progress()
            own = self._game.seats[self._game.own_seat(user_id)]
            if seating.sits(self._game.seats, to):
                raise Refused(
                    "Only somebody without a seat in this game may see your hand. Name another "
                    "person."
                )
            if own.shown_to == to:
                raise Refused("This person can already see your hand.")
            await self._note(db, to, looked=False)
            note = {"what": seating.SHOWN, "seat": own.number, "user_id": to}
            return await self._allowed(db, user_id, [own.number], note, shown_to=to)

        return await self._commands.carry_out(work, interaction_id, user_id)

    async def hide(self, *, user_id: int, interaction_id: str | None = None) -> Receipt:
        """Stop showing a player's hand; the table is told."""

        async def work(db: AsyncSession) -> Change:
            self._game.in_progress()
            own = self._game.seats[self._game.own_seat(user_id)]
            if own.shown_to is None:
                raise Refused("Nobody but you sees your hand.")
            note = {"what": seating.HIDDEN, "seat": own.number, "user_id": own.shown_to}
            return await self._allowed(db, user_id, [own.number], note, shown_to=None)

        return await self._commands.carry_out(work, interaction_id, user_id)

    # All hands, a round later

    async def comment(
        self,
        user_id: int,
        agree: bool = True,
        *,
        number: int | None = None,
        interaction_id: str | None = None,
    ) -> Petition:
        """Ask the table for commentary, or answer such a request. Everybody must agree.

        The person who asked withdraws the petition with ``agree=False``. ``number`` is that of the
        petition that a control was made for.
        """

        async def answer(db: AsyncSession) -> tuple[Change, Petition]:
            self._game.in_progress()
            seats, seat = self._game.seats, self._game.own_seat(user_id)
            row = await kept_petitions.open_one(db, self._game.id, (COMMENTARY,))
            if row is None and number is None and agree:
                row = await self._ask(db, seat)
            if row is None or number not in (None, row.id):
                raise Refused(seating.GONE)
            if seat != row.seat:
                row.answers = {**row.answers, str(seat): agree}
            withdrawn = seat == row.seat and not agree
            state = "withdrawn" if withdrawn else seating.unanimity(row)
            petition = await seating.answered(db, row, state)
            if state != "done":
                return self._said(user_id, petition), petition
            note = {"what": seating.COMMENTED, "seat": petition.seat}
            people = seating.people(seats)
            change = await self._allowed(db, user_id, people, note, commented=True)
            change.say = (seating.announcement(petition),)
            return change, petition

        return await self._about(answer, user_id, interaction_id, COMMENTARY)

    async def _ask(self, db: AsyncSession, seat: Seat) -> PetitionRow:
        seats = self._game.seats
        if seating.commented(seats):
            raise Refused("Everybody has agreed to that already.")
        if any(each.kept_for is not None for each in seats):
            raise Refused(
                "A computer keeps a seat for somebody who is away, and all must agree. Ask again "
                "when they are back."
            )
        row = PetitionRow(
            game_id=self._game.id,
            what=COMMENTARY,
            seat=seat,
            asked=[number for number in seating.people(seats) if number != seat],
            made_at=self._services.clock.now(),
        )
        await seating.opened(db, row, self._game.pace)
        return row

    async def end_commentary(self, *, user_id: int, interaction_id: str | None = None) -> Receipt:
        """No longer let people without a seat see all hands; the table is told."""

        async def work(db: AsyncSession) -> Change:
            self._game.in_progress()
            seat = self._game.own_seat(user_id)
            if not seating.commented(self._game.seats):
                raise Refused("Nobody sees all hands: the table has not agreed to it.")
            note = {"what": seating.UNCOMMENTED, "seat": seat}
            all_seats = [each.number for each in self._game.seats]
            return await self._allowed(db, user_id, all_seats, note, commented=False)

        return await self._commands.carry_out(work, interaction_id, user_id)

    async def _allowed(
        self, db: AsyncSession, by: int, numbers: Sequence[Seat], note: dict[str, Any], **what: Any
    ) -> Change:
        """A change in what some players allow, told to the table."""
        await games.change_seats(db, self._game.id, numbers, **what)
        seats = [
            replace(seat, **what) if seat.number in numbers else seat for seat in self._game.seats
        ]
        # The seat has not acted here, so nobody gains any time.
        entry = JournalEntry(DEED, note=note, known=True)
        return Change(by, self._game.match, seats, entry=entry)

    # Looking

    async def look(self, user_id: int, *, all_hands: bool = False) -> Seen:
        """The hands that are shown to a person without a seat, or all hands a round later. Refused
        to everybody else.

        Nobody is told, but from now on the person cannot take a seat in this game.
        """
        game, match = self._game, self._game.in_progress()
        shown = _open_to(user_id, game.seats, all_hands=all_hands)
        if all_hands:
            seen = await self._a_round_later(match)
        else:
            seen = Seen({seat: game.view(seat) for seat in shown})
        async with self._services.database.writing() as db:
            await members.hold(db, game.id)
            seats = [SeatInfo.of(row) for row in await games.seats(db, game.id)]
            if _open_to(user_id, seats, all_hands=all_hands) != shown:
                raise Refused(BUSY)
            await self._note(db, user_id, looked=True)
        return seen

    async def _note(self, db: AsyncSession, user_id: int, *, looked: bool) -> None:
        game, now = self._game, self._services.clock.now()
        await members.note_look(db, game.id, user_id, game.revision, now, looked=looked)

    async def _a_round_later(self, match: Match) -> Seen:
        """All hands at the end of the round before the last complete one."""
        rules = self._game.rules
        wanted = rules.rounds(match.position.state) - 2
        if wanted < 1:
            raise Refused(TOO_EARLY)
        async with self._services.database.reading() as db:
            steps = await journal.steps_after(db, self._game.id, -1)

            async def after(number: int) -> Match:
                position = await position_at(db, self._game.id, steps[number])
                assert position is not None
                return Match.load(rules, position)

            first, end = 0, len(steps)
            while first < end:
                middle = (first + end) // 2
                if rules.rounds((await after(middle)).position.state) <= wanted:
                    first = middle + 1
                else:
                    end = middle
            # A moderator may have set the round, in which case it was not played to its end.
            if not first or rules.rounds((await after(first)).position.state) != wanted + 1:
                raise Refused(TOO_EARLY)
            found = await after(first - 1)
        count = rules.seats(found.position.state)
        return Seen({seat: found.view(seat) for seat in every_seat(count)}, wanted)


def _open_to(user_id: int, seats: Sequence[SeatInfo], *, all_hands: bool) -> list[Seat]:
    """The hands that a person may see. Refused if there are none."""
    shown = seating.shown_to(seats, user_id)
    if all_hands:
        shown = [seat.number for seat in seats] if seating.commented(seats) else []
    if seating.sits(seats, user_id):
        raise Refused("You have a seat in this game, so you see no hand but your own.")
    if not shown:
        raise Refused(
            "The table has not agreed. Any player can ask for it with `/hand commentary:True`."
            if all_hands
            else NO_SEAT_HERE
        )
    return shown
