"""What the table is asked to agree to: taking a step back, amending one, a pause, going on again.

Taking back and amending want everybody's consent, pausing and resuming a majority of the people
who sit at the table. Computers have no say. All of it lies in the database, the end of the time in
which it may be answered as a deadline of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.announcements import PETITION
from bot.session.clock.pace import Pace
from bot.session.receipts import SeatInfo
from bot.storage import DeadlineRow, PetitionRow, deadlines, petitions

UNDO = "undo"
AMEND = "amend"
PAUSE = "pause"
RESUME = "resume"

PAUSING = (PAUSE, RESUME)
"""What is decided by a majority, and stands however the game goes on."""

LAPSE = "petition"
"""The kind of the deadline after which a petition lapses; its ``prompt`` says for what it is."""

State = Literal["open", "done", "refused", "withdrawn", "lapsed"]

_LONGEST = timedelta(hours=24)

UNDER_SEAL = (
    "You cannot take anything back while a vote or a private question is "
    "open. Ask again afterwards."
)
GONE = "There is nothing left to answer: the request has been settled or has lapsed."


@dataclass(frozen=True, slots=True)
class Petition:
    """What a seat asks of the table, and how it stands.

    ``what`` is 'undo', 'amend', 'pause' or 'resume'; ``seat`` asks. ``asked`` are the other seats
    whose word counts; ``agreed`` and ``against`` are those of them who have spoken (a seat that
    moves for a pause counts as agreed). ``state`` is 'open', 'done', 'refused', 'withdrawn' or
    'lapsed'. Of an undo, ``to`` is the revision that the game would go back to; of an amendment,
    which a moderator proposes and ``seat`` only answered once, that of the proposal. ``until`` is
    when an open one lapses; None while the game's clock is stopped. ``afresh``: it was done at
    once, and draws were taken back by it, so that all that comes is drawn afresh.
    """

    number: int
    what: str
    seat: int
    state: State
    asked: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    to: int | None = None
    until: datetime | None = None
    afresh: bool = False

    @property
    def still(self) -> tuple[int, ...]:
        """The seats that have not spoken yet."""
        return tuple(s for s in self.asked if s not in (*self.agreed, *self.against))


def done_at_once(what: str, seat: int, to: int | None = None, afresh: bool = False) -> Petition:
    """A petition that nobody had to be asked for."""
    return Petition(0, what, seat, "done", to=to, afresh=afresh)


def petition_of(row: PetitionRow, state: State = "open", until: datetime | None = None) -> Petition:
    """A kept petition as everybody may know it."""
    said = {int(seat): agrees for seat, agrees in row.answers.items()}
    return Petition(
        row.id or 0,
        row.what,
        row.seat,
        state,
        tuple(row.asked),
        tuple(sorted(seat for seat, agrees in said.items() if agrees)),
        tuple(sorted(seat for seat, agrees in said.items() if not agrees)),
        row.to,
        until,
    )


def told(petition: Petition) -> dict[str, Any]:
    """A petition as it is told to the channel."""
    return {
        "number": petition.number,
        "what": petition.what,
        "seat": petition.seat,
        "state": petition.state,
        "asked": list(petition.asked),
        "agreed": list(petition.agreed),
        "against": list(petition.against),
        "until": None if petition.until is None else petition.until.isoformat(),
    }


def announcement(petition: Petition) -> tuple[str, dict[str, Any], None]:
    """What a draft is to say of a petition."""
    return PETITION, told(petition), None


def people(seats: Sequence[SeatInfo]) -> list[int]:
    """The seats on which people sit."""
    return [seat.number for seat in seats if seat.user_id is not None]


async def found(db: AsyncSession, game_id: str, *whats: str) -> Petition | None:
    """The open petition for one of these things, if there is one."""
    row = await petitions.open_one(db, game_id, whats)
    if row is None:
        return None
    return petition_of(row, until=await _until(db, row))


async def opened(db: AsyncSession, row: PetitionRow, pace: Pace | None) -> Petition:
    """Keep a petition, and let it lapse after some time from when it was made."""
    time = _LONGEST if pace is None else min(pace.answer, _LONGEST)
    db.add(row)
    await db.flush()
    until = row.made_at + time
    db.add(DeadlineRow(game_id=row.game_id, due=until, kind=LAPSE, prompt=row.what))
    await db.flush()
    return petition_of(row, until=until)


async def answered(db: AsyncSession, row: PetitionRow, state: State) -> Petition:
    """Keep an answer and what comes of it. A refused undo stays, lest it be asked again."""
    if state == "open":
        await db.flush()
        return petition_of(row, until=await _until(db, row))
    if state == "refused" and row.what == UNDO:
        row.closed = True
        await db.flush()
        await deadlines.drop_kind(db, row.game_id, LAPSE, row.what)
        return petition_of(row, state)
    return await settled(db, row, state)


async def settled(db: AsyncSession, row: PetitionRow, state: State) -> Petition:
    """Remove a petition and its deadline."""
    petition = petition_of(row, state)
    await petitions.drop(db, row)
    await deadlines.drop_kind(db, row.game_id, LAPSE, row.what)
    return petition


async def overtaken(db: AsyncSession, game_id: str, whats: Iterable[str]) -> list[Petition]:
    """Let the petitions for these things lapse; those that were open."""
    lapsed, whats = [], set(whats)
    for row in await petitions.of_game(db, game_id):
        if row.what in whats:
            was_open = not row.closed
            petition = await settled(db, row, "lapsed")
            if was_open:
                lapsed.append(petition)
    return lapsed


async def _until(db: AsyncSession, row: PetitionRow) -> datetime | None:
    found = await deadlines.of_kind(db, row.game_id, LAPSE, row.what)
    return None if found is None or found.left is not None else found.due


def majority(row: PetitionRow, seats: Sequence[int]) -> State:
    """How a vote of these seats stands: a majority of them decides, as soon as it is certain."""
    said = [row.answers[str(seat)] for seat in seats if str(seat) in row.answers]
    if 2 * said.count(True) > len(seats):
        return "done"
    return "refused" if 2 * (len(seats) - said.count(False)) <= len(seats) else "open"


def unanimity(row: PetitionRow) -> State:
    """How an undo stands: one word against it is enough, and all are needed for it."""
    if not all(row.answers.values()):
        return "refused"
    return "done" if all(str(seat) in row.answers for seat in row.asked) else "open"
