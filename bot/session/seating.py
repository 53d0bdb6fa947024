"""The state of a table: seats, requests, and what moderators did.

Seats: joining, leaving and computer players, as changes to a list of seats.

What a moderator did: how it is reported, and what is kept so that it can be taken back.

What the table is asked to agree to: taking a step back, amending one, pausing, resuming, letting a
computer play for somebody absent, showing hands to people without a seat.

Taking back, amending and commentary need everybody's consent; for pausing, resuming and letting a
computer play for somebody absent, a majority of the people at the table is enough. Computers have
no say. All of this is in the database, and the time to answer is limited by one of the game's
deadlines.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.plain_text import plain_text
from bot.rules.kernel import Event, Seat, every_seat, with_seats
from bot.session.announcements import PETITION
from bot.session.clock.pace import Pace
from bot.session.journal.history import (
    GOT_UP,
    JOINED,
    LEFT,
    MENDED,
    SAT_DOWN,
    SKIP,
    seats_restored,
)
from bot.session.receipts import NO_SEAT_HERE, Refused, SeatInfo
from bot.storage import (
    DeadlineRow,
    JournalRow,
    PetitionRow,
    deadlines,
    journal,
    members,
    petitions,
)

_LONGEST_NAME = 80
_MARK = " (computer)"


def plain_name(name: str) -> str:
    """A name that is safe to show anywhere and not too long. Empty names become 'Somebody'."""
    return plain_text(plain_text(name)[:_LONGEST_NAME]) or "Somebody"


def name_apart(seats: Sequence[SeatInfo], number: Seat, name: str) -> str:
    """The newcomer's name, marked if another seat has one that looks like it."""
    plain = plain_name(name)
    taken = {_looks(seat.name) for seat in seats if seat.number != number}
    count, marked = 1, plain
    while _looks(marked) in taken:
        count += 1
        mark = f" ({count})"
        marked = plain[: _LONGEST_NAME - len(mark)] + mark
    return marked


def _looks(name: str) -> str:
    """A name without the details that nobody notices: only its letters and digits, with no capitals
    or accents."""
    bare = unicodedata.normalize("NFKD", name.removesuffix(_MARK).casefold())
    return "".join(c for c in bare if c.isalnum()) or bare


def is_newcomer(seats: Sequence[SeatInfo], user_id: int) -> bool:
    """Whether a person has no seat, and none is free for them."""
    return not any(seat.free for seat in seats) and not sits(seats, user_id)


def sits(seats: Sequence[SeatInfo], user_id: int) -> bool:
    """Whether a person has a seat, or a computer keeps one for them."""
    return any(user_id in (seat.user_id, seat.kept_for) for seat in seats)


def shown_to(seats: Sequence[SeatInfo], user_id: int) -> list[Seat]:
    """The seats whose players let a person see their hands."""
    return [seat.number for seat in seats if seat.shown_to == user_id]


def commented(seats: Sequence[SeatInfo]) -> bool:
    """Whether everybody agrees that people without a seat may see all hands, a round later."""
    players = [seat for seat in seats if (seat.user_id or seat.kept_for) is not None]
    return bool(players) and all(seat.commented for seat in players)


def open_still(seats: Sequence[SeatInfo]) -> list[SeatInfo]:
    """The seats after some changed hands: nobody with a seat is shown a hand, and commentary ends
    if somebody has not agreed to it."""
    agreed, friends = commented(seats), {seat.shown_to for seat in seats}
    seated = {user_id for user_id in friends if user_id is not None and sits(seats, user_id)}
    return [
        replace(
            seat,
            shown_to=None if seat.shown_to in seated else seat.shown_to,
            commented=agreed and seat.commented,
        )
        for seat in seats
    ]


async def check_newcomers(
    db: AsyncSession,
    game_id: str,
    before: Sequence[SeatInfo],
    after: Sequence[SeatInfo],
    by: int | None,
) -> None:
    """Refuse a seat to anybody who has seen a hand in this game."""
    known = {seat.user_id for seat in before}
    for user_id in {seat.user_id for seat in after if seat.user_id is not None} - known:
        row = await members.of_person(db, game_id, user_id)
        if row is not None and row.looked:
            whoever = "You have" if user_id == by else "This person has"
            raise Refused(
                f"{whoever} seen a hand in this game, and so cannot take a seat in it. "
                "The next game at this table is open to everybody again."
            )


_MOST_WAITING = 5
"""How many people may wait for a seat at one table."""


def joined(
    seats: Sequence[SeatInfo],
    wanted: int,
    user_id: int,
    name: str,
    running: bool,
    now: datetime | None = None,
) -> list[SeatInfo]:
    """The seats with one more person, who may have to wait for a seat to become free. In a running
    game they take a free seat, or take their own back from the computer that kept it."""
    if any(seat.user_id == user_id for seat in seats):
        raise Refused("You already have a seat in this game.")
    if running:
        free = [seat for seat in seats if seat.kept_for == user_id]
        free = free or [seat for seat in seats if seat.free]
        if not free:
            raise Refused("The game has begun, and no seat is free.")
        known = next((s for s in free if s.name == name_apart(seats, s.number, name)), free[0])
        newcomer = name_apart(seats, known.number, name)
        return _with(seats, SeatInfo(known.number, user_id, newcomer))
    number = Seat(len(seats))
    if number >= wanted + _MOST_WAITING:
        raise Refused("All seats are taken, and enough people are waiting for one.")
    return [*seats, SeatInfo(number, user_id, name_apart(seats, number, name), ready_at=now)]


def ready(seats: Sequence[SeatInfo], user_id: int, now: datetime) -> list[SeatInfo]:
    """The seats after a person has said that they are here."""
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    if own is None:
        raise Refused(NO_SEAT_HERE)
    return _with(seats, replace(own, ready_at=now))


def absent(seats: Sequence[SeatInfo], wanted: int) -> list[SeatInfo]:
    """The people with a seat who have not said that they are here."""
    return [seat for seat in seats[:wanted] if seat.user_id is not None and seat.ready_at is None]


def all_there(seats: Sequence[SeatInfo], wanted: int) -> bool:
    """Whether all seats are taken, and the people in them are here."""
    people = any(seat.user_id is not None for seat in seats)
    return people and len(seats) >= wanted and not absent(seats, wanted)


def mustered(
    seats: Sequence[SeatInfo], wanted: int, policy: str, names: Sequence[str] = ()
) -> list[SeatInfo]:
    """The seats once people have been called: those who came keep theirs. Each of the other seats
    goes to the next person who is waiting and is here, or else to a computer, which keeps it for
    its person."""
    left_out = {seat.number for seat in absent(seats, wanted)}
    there = [seat for seat in seats if seat.user_id is None or seat.ready_at is not None]
    waiting = [seat for seat in there if seat.number >= wanted]
    found: list[SeatInfo] = []
    for number in every_seat(wanted):
        if number < len(seats) and number not in left_out:
            found.append(seats[number])
        elif waiting:
            found.append(replace(waiting.pop(0), number=number))
        else:
            name = computer_name([*there, *found], number, policy, names)
            kept_for = seats[number].user_id if number < len(seats) else None
            found.append(SeatInfo(number, None, name, policy, kept_for))
    return found


def left(seats: Sequence[SeatInfo], user_id: int, running: bool) -> list[SeatInfo]:
    """The seats without this person; in a running game the seat stays, and becomes free."""
    own = next((seat for seat in seats if seat.user_id == user_id), None)
    if own is None:
        raise Refused(NO_SEAT_HERE)
    if running:
        return _with(seats, own.passed_to(None))
    return _renumbered([seat for seat in seats if seat is not own])


def with_computer(
    seats: Sequence[SeatInfo],
    wanted: int,
    policy: str,
    running: bool,
    names: Sequence[str] = (),
) -> list[SeatInfo]:
    """The seats with one more computer player; in a running game it takes a free seat."""
    if running:
        free = next((seat for seat in seats if seat.free), None)
        if free is None:
            raise Refused("No seat is free for a computer player.")
        name = computer_name(seats, free.number, policy, names)
        return _with(seats, replace(free, policy=policy, name=name))
    if len(seats) >= wanted:
        raise Refused("All seats are taken.")
    number = Seat(len(seats))
    return [*seats, SeatInfo(number, None, computer_name(seats, number, policy, names), policy)]


def stood_in(
    seats: Sequence[SeatInfo], number: Seat, policy: str, names: Sequence[str] = ()
) -> list[SeatInfo]:
    """The seats, with a computer keeping one of them for the person who had it."""
    name = computer_name(seats, number, policy, names)
    return _with(seats, SeatInfo(number, None, name, policy, seats[number].user_id))


def without_computer(seats: Sequence[SeatInfo], running: bool) -> list[SeatInfo]:
    """The seats without the last computer player; in a running game its seat becomes free."""
    last = next((seat for seat in reversed(seats) if seat.policy is not None), None)
    if last is None:
        raise Refused("This game has no computer player.")
    if running:
        return _with(seats, replace(last, policy=None, kept_for=None))
    return _renumbered([seat for seat in seats if seat is not last])


def next_host(seats: Sequence[SeatInfo]) -> int | None:
    """The new host once the host has left: the first person still in the game."""
    return next((seat.user_id for seat in seats if seat.user_id is not None), None)


def _with(seats: Sequence[SeatInfo], changed: SeatInfo) -> list[SeatInfo]:
    return [changed if seat.number == changed.number else seat for seat in seats]


def _renumbered(seats: Sequence[SeatInfo]) -> list[SeatInfo]:
    return [replace(seat, number=number) for number, seat in with_seats(seats)]


def names_in(game_id: str, names: Sequence[str]) -> tuple[str, ...]:
    """The names for computer players in an order of this game's own, one for each seat from the
    first."""
    return tuple(random.Random(f"{game_id}:names").sample(names, len(names)))


def computer_name(
    seats: Sequence[SeatInfo], number: Seat, policy: str, names: Sequence[str] = ()
) -> str:
    """A name for one more computer player: the one for its seat, or the next free one.

    The name says what kind of player it is: its character if it has one, otherwise its level. When
    the names run out, the player gets a number.
    """
    level, _, character = policy.partition("+")
    kind = level.replace("_", " ").capitalize()
    called = f" the {character.capitalize()}" if character else ""
    in_turn = (*names[number:], *names[:number])
    taken = " ".join(seat.name for seat in seats if seat.name.endswith(_MARK)).split()
    own = next((name for name in in_turn if name not in taken), None)
    if own is not None:
        return f"{own}{called}{_MARK}" if called else f"{kind} {own}{_MARK}"
    count, known = 1, {seat.name for seat in seats}
    while (name := f"{kind} {count}{called}{_MARK}") in known:
        count += 1
    return name


PAUSE = "pause"
RESUME = "resume"
EXTEND = "extend"
UNDO_LAST = "undo"
REWIND = "rewind"
REPLACE = "replace"
COMPUTER = "computer"
KICK = "kick"
END = "end"
CORRECT = "correct"
GLASS = "break_glass"
RETRACT = "retract"
PROPOSED = "amend_proposed"
"""An amendment has been proposed to the table; it changes nothing yet."""
AMENDED = "amended"
"""An earlier answer has been changed with the table's consent."""

PAUSE_VOTED = "pause_voted"
RESUME_VOTED = "resume_voted"
COMMENTED = "commented"
"""The notes on what the table itself has voted for; these are not a moderator's actions."""

SHOWN, HIDDEN = "hand_shown", "hand_hidden"
UNCOMMENTED = "uncommented"
"""The notes saying that a player shows or hides their own hand, or no longer agrees to commentary.
"""

FINAL = frozenset({GLASS, RETRACT, PROPOSED, AMENDED})
"""Actions that cannot be taken back: people have seen or agreed to something, or the action itself
took one back.
"""

DEEDS = frozenset(
    {PAUSE, RESUME, EXTEND, UNDO_LAST, REWIND, REPLACE, COMPUTER, KICK, END, CORRECT, GLASS}
    | {RETRACT, PROPOSED, AMENDED, SKIP}
)
_OF_A_PLAYER = frozenset({SHOWN, HIDDEN, UNCOMMENTED})
OF_THE_TABLE = _OF_A_PLAYER | {
    *(PAUSE_VOTED, RESUME_VOTED, COMMENTED),
    *(JOINED, LEFT, SAT_DOWN, GOT_UP, MENDED),
}
_FOR_ALL = frozenset({PAUSE_VOTED, RESUME_VOTED, COMMENTED, LEFT, AMENDED, SHOWN})
"""Actions that concern everybody, although they name a seat."""

_LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Deed:
    """One action for the audit. ``about`` says what else is reported: a seat, a revision or a
    number of seconds, for instance.

    ``events`` are the action's public results.
    """

    revision: int
    at: datetime
    what: str
    by: int
    reason: str
    undone: bool
    about: dict[str, Any]
    events: tuple[Event, ...] = ()


def note_of(what: str, by: int, reason: str, **about: Any) -> dict[str, Any]:
    """The note that tells everybody about an action. Refused if no reason is given, or if it is too
    long.
    """
    line = plain_text(reason)
    if not line:
        raise Refused("Say why, in a few words. The table will be told.")
    if len(line) > _LONGEST_REASON:
        raise Refused(f"Say why in at most {_LONGEST_REASON} characters.")
    return {"what": what, "by": by, "reason": line, **about}


def is_notice(note: dict[str, Any] | None) -> bool:
    """Whether a note concerns the table rather than a move."""
    return note is not None and note.get("what") in DEEDS | OF_THE_TABLE


def must_hear(
    note: dict[str, Any], kept: dict[str, Any] | None, seats: Sequence[SeatInfo]
) -> list[int]:
    """The people a notice must reach: those concerned, except the person who acted.

    An action that names a seat concerns the seat's holder and, if the seat changes hands, its
    former holder; anything else concerns the whole table, and a hand that is shown also concerns
    the person who may see it. A proposed amendment is put to everybody anyway.
    """
    what, seat = note.get("what"), note.get("seat")
    if what == PROPOSED:
        return []
    held = [*seats, *seats_restored((kept or {}).get("seats", ()))]
    if what not in _FOR_ALL and seat is not None:
        held = [each for each in held if each.number == seat]
    elif what == LEFT:
        held = list(seats)
    did = note.get("user_id") if what == JOINED else note.get("by")
    if what in _OF_A_PLAYER:
        did = next(each.user_id for each in seats if each.number == seat)
    found = [each.user_id for each in held if each.user_id not in (None, did)]
    if what == SHOWN:
        found.append(note["user_id"])
    return list(dict.fromkeys(user for user in found if user is not None))


def is_correction(note: dict[str, Any] | None) -> bool:
    """Whether a note says that a moderator has corrected the position."""
    return note is not None and note.get("what") == CORRECT


def deed_of(row: JournalRow) -> Deed | None:
    """A row of the journal as an action, if it is one."""
    note = row.note
    if note is None or "by" not in note:
        return None
    about = {k: v for k, v in note.items() if k not in ("what", "by", "reason")}
    return Deed(row.revision, row.at, note["what"], note["by"], note["reason"], row.undone, about)


async def paused_by_moderator(db: AsyncSession, game_id: str) -> bool:
    """Whether the newest pause of a game was made by a moderator rather than voted for by the
    table."""
    for row in reversed(await journal.noted(db, game_id)):
        what = (row.note or {}).get("what")
        if what in (PAUSE, PAUSE_VOTED) and not row.undone:
            return bool(what == PAUSE)
    return False


UNDO = "undo"
AMEND = "amend"
COMMENTARY = "commentary"
"""The question of whether people without a seat may see all hands, a round later."""
STAND_IN = "stand_in"
"""The question of whether a computer should play for somebody who lets deadline after deadline
pass."""

PAUSING = (PAUSE, RESUME)
"""Questions that a majority decides, and that stay open whatever happens in the game."""

LAPSE = "petition"
"""The kind of deadline after which a petition lapses; its ``prompt`` says which petition."""

State = Literal["open", "done", "refused", "withdrawn", "lapsed"]

_LONGEST = timedelta(hours=24)

UNDER_SEAL = (
    "You cannot take anything back while a vote or a private question is "
    "open. Ask again afterwards."
)
GONE = "There is nothing left to answer: the request has been settled or has lapsed."


@dataclass(frozen=True, slots=True)
class Petition:
    """What a seat asks of the table, and where that stands.

    ``what`` is 'undo', 'amend', 'pause', 'resume', 'stand_in' or 'commentary'; ``seat`` is the one
    that asks, or that the question is about. ``asked`` are the other seats that have a say;
    ``agreed`` and ``against`` are those that have answered (a seat that proposes a pause counts as
    agreed). ``state`` is 'open', 'done', 'refused', 'withdrawn' or 'lapsed'. ``to`` is the revision
    that an undo would go back to; an amendment is proposed by a moderator, so its ``seat`` is
    merely the one that once gave the answer, and ``to`` is the revision of the proposal. ``until``
    is when an open petition lapses; None while the game's clock is stopped. ``afresh`` says that
    the step was taken back at once and took draws back, so that everything after them is drawn
    again.
    """

    number: int
    what: str
    seat: Seat
    state: State
    asked: tuple[Seat, ...] = ()
    agreed: tuple[Seat, ...] = ()
    against: tuple[Seat, ...] = ()
    to: int | None = None
    until: datetime | None = None
    afresh: bool = False

    @property
    def still(self) -> tuple[Seat, ...]:
        """The seats that have not answered yet."""
        return tuple(s for s in self.asked if s not in (*self.agreed, *self.against))


def done_at_once(what: str, seat: Seat, to: int | None = None, afresh: bool = False) -> Petition:
    """A petition that needed nobody's consent."""
    return Petition(0, what, seat, "done", to=to, afresh=afresh)


def petition_of(row: PetitionRow, state: State = "open", until: datetime | None = None) -> Petition:
    """A stored petition as everybody may know it."""
    said = {Seat(int(seat)): agrees for seat, agrees in row.answers.items()}
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
    """A petition in the form in which the channel is told about it."""
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
    """What the news should say about a petition."""
    return PETITION, told(petition), None


def people(seats: Sequence[SeatInfo]) -> list[Seat]:
    """The seats held by people."""
    return [seat.number for seat in seats if seat.user_id is not None]


async def found(db: AsyncSession, game_id: str, *whats: str) -> Petition | None:
    """The open petition for one of these things, if there is one."""
    row = await petitions.open_one(db, game_id, whats)
    if row is None:
        return None
    return petition_of(row, until=await _until(db, row))


async def opened(db: AsyncSession, row: PetitionRow, pace: Pace | None) -> Petition:
    """Store a petition, and let it lapse some time after it was made."""
    time = _LONGEST if pace is None else min(pace.answer, _LONGEST)
    db.add(row)
    await db.flush()
    until = row.made_at + time
    db.add(
        DeadlineRow(game_id=row.game_id, due=until, set_at=row.made_at, kind=LAPSE, prompt=row.what)
    )
    await db.flush()
    return petition_of(row, until=until)


async def answered(db: AsyncSession, row: PetitionRow, state: State) -> Petition:
    """Store an answer and its result. If an undo or a stand-in is refused, the refusal is kept, so
    that the table is not asked again.
    """
    if state == "open":
        await db.flush()
        return petition_of(row, until=await _until(db, row))
    if state == "refused" and row.what in (UNDO, STAND_IN):
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
    """Let the petitions for these things lapse. Returns the petitions that were open."""
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


def majority(row: PetitionRow, seats: Sequence[Seat]) -> State:
    """How a vote by these seats stands: a majority decides, as soon as it is certain."""
    said = [row.answers[str(seat)] for seat in seats if str(seat) in row.answers]
    if 2 * said.count(True) > len(seats):
        return "done"
    return "refused" if 2 * (len(seats) - said.count(False)) <= len(seats) else "open"


def unanimity(row: PetitionRow) -> State:
    """The state of a question that needs everybody's vote: a single vote against it stops it."""
    if not all(row.answers.values()):
        return "refused"
    return "done" if all(str(seat) in row.answers for seat in row.asked) else "open"
