"""What a row of the journal says about itself: its kind, its note, its unseen parts, and who sat
where at the time.

Reading the rows of a journal: as a log, to find what can be taken back, and as a record.

A seat's news begins where its own turn ended, whatever it has answered since.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession
from zstandard import ZstdError

from bot.rules.kernel import Choice, Event, Game, Match, Seat
from bot.session.announcements import read_events, restore
from bot.session.journal.record import Decision, export_match, result_of
from bot.session.receipts import Logged, Refused, SeatInfo
from bot.storage import JournalRow, games, journal
from bot.storage.snapshots import position_at

START = "start"
DECISION = "decision"
DIRECT = "direct"
UNDO = journal.UNDO
DEED = journal.DEED

LATE = "late"
"""The note on a decision that was made because the time had run out."""

SKIP = "skip"
"""The note on a decision that a moderator made by skipping a seat."""

MENDED = "mended"
"""The note saying that a game continues although it was begun under rules that have been corrected
since.
"""

JOINED, LEFT = "joined", "left"
SAT_DOWN, GOT_UP = "computer_sat_down", "computer_got_up"
"""The notes saying that somebody takes or gives up a seat in a game under way; these are not a
moderator's actions.
"""

TAKEN_ALONG = "taken_along"
"""The note that tells players privately that their secret step was taken back along with open
ones."""

ALONG = "along"
"""The key under which an undo's row keeps the seats that are told about it."""

_HOLDER = "user_id"
"""The key under which a row keeps the person for whose seat an answer was given; `/forget me` needs
it."""

_SOLE = "sole"
"""The key that marks an answer as the only possible one."""

_TAKEN_BACK = "taken_back"
"""The key under which a row records how often draws had been taken back, if ever."""


def was_late(note: dict[str, Any] | None) -> bool:
    """Whether a row's note says that an answer was late. An answer to a guarded question never
    counts as late: a player who lets it pass may have had nothing to choose, and that is a
    secret."""
    return note is not None and note.get("what") == LATE and not note.get("guarded")


def held_by(user_id: int | None) -> dict[str, Any] | None:
    """The hidden part of a row that names the person for whose seat an answer was given."""
    return None if user_id is None else {_HOLDER: user_id}


def without_choice(kept: dict[str, Any] | None) -> dict[str, Any]:
    """The same hidden part, with the mark that the answer was the only possible one."""
    return {**(kept or {}), _SOLE: True}


def had_choice(kept: dict[str, Any] | None) -> bool:
    """Whether there was any answer other than the one given."""
    return not (kept or {}).get(_SOLE)


def holder_of(kept: dict[str, Any] | None) -> int | None:
    """The owner of the seat for which an answer was given; None if there was none, or if they have
    been forgotten."""
    return (kept or {}).get(_HOLDER) or None


def kept_of(kept: dict[str, Any] | None, times: int) -> dict[str, Any] | None:
    """The hidden part of a row, with the number of times that draws had been taken back, if any."""
    return {**(kept or {}), _TAKEN_BACK: times} if times else kept


def taken_back(row: JournalRow) -> int:
    """How often draws had been taken back when a row was written."""
    times: int = (row.kept or {}).get(_TAKEN_BACK, 0)
    return times


def seats_kept(seats: Sequence[SeatInfo]) -> list[dict[str, Any]]:
    """The seats in the form in which they are stored."""
    return [
        {"number": s.number, "user_id": s.user_id, "name": s.name, "policy": s.policy}
        | ({} if s.kept_for is None else {"kept_for": s.kept_for})
        for s in seats
    ]


def seats_restored(kept: Sequence[dict[str, Any]]) -> list[SeatInfo]:
    """The seats, read from the form in which they are stored."""
    return [
        SeatInfo(s["number"], s["user_id"], s["name"], s["policy"], s.get("kept_for") or None)
        for s in kept
    ]


Seatings = Sequence[tuple[int, tuple[SeatInfo, ...]]]
"""The revisions at which seats changed hands, oldest first, each with the previous seating."""


async def seatings(db: AsyncSession, game_id: str, after: int) -> Seatings:
    """How seats changed hands after a revision."""
    found = await journal.reseated(db, game_id, after)
    return [(revision, tuple(seats_restored(kept))) for revision, kept in found]


def at_revision(changes: Seatings, revision: int) -> tuple[SeatInfo, ...] | None:
    """The seats at a revision; None if they have not changed since."""
    return next((seats for changed, seats in changes if revision < changed), None)


async def dated(db: AsyncSession, game_id: str, entries: Iterable[Logged]) -> list[Logged]:
    """The entries of a log, oldest first, each with the seating at the time."""
    told = list(entries)
    changes = await seatings(db, game_id, told[0].revision) if told else ()
    if not changes:
        return told
    return [replace(entry, seats=at_revision(changes, entry.revision)) for entry in told]


_PAGE = 100
_AT_ONCE = 5

NOTHING_YET = "You have nothing to undo yet."


class _State(msgspec.Struct):
    edition: int = 1


class _Position(msgspec.Struct):
    """The part of any game's saved position that shows its edition."""

    state: _State


async def last_own(db: AsyncSession, game_id: str, seat: Seat) -> JournalRow:
    """A seat's last decision. Refused if the seat has made none that can be taken back."""
    mine = await journal.last_of_seat(db, game_id, seat)
    if mine is None:
        raise Refused(NOTHING_YET)
    return mine


async def not_free(db: AsyncSession, rules: Game, mine: JournalRow, *, sealed: bool) -> str | None:
    """Why a seat's last decision cannot be taken back freely; None if it can.

    Whatever others have done since prevents this only if the seat knows about it: otherwise the
    refusal would reveal it. With ``sealed`` (a question is being answered in secret), anything done
    since prevents it.
    """
    since = await journal.standing_after(db, mine.game_id, mine.revision)
    if not_ones_own(mine) or any(sealed or not unseen(rules, row, mine.seat) for row in since):
        return (
            "You can take back only the very last decision, and it was not yours. "
            "A moderator can help."
        )
    if mine.known:
        return (
            "That decision brought something to light, so you cannot simply take it back. "
            "A moderator can help."
        )
    return None


def unseen(rules: Game, row: JournalRow, seat: Seat | None) -> bool:
    """Whether a row is a decision that the seat (None: the table) does not know about."""
    if row.kind != DECISION or row.seat == seat or (row.note and not row.note.get("quiet")):
        return False
    # An event that names no audience is for everybody; it need not be read to find that out.
    if any(event.get("audience") is None for event in row.events):
        return False
    return not any(event.visible_to(seat) for event in restore(rules, row.events))


async def open_step_of(
    db: AsyncSession, rules: Game, game_id: str, seats: Collection[Seat]
) -> bool:
    """Whether one of these seats has a standing decision that everybody knows about."""
    before: int | None = None
    while rows := await journal.newest_steps(db, game_id, _AT_ONCE, before, seats):
        if any(row.kind == DECISION and not unseen(rules, row, None) for row in rows):
            return True
        before = rows[-1].revision
    return False


def not_ones_own(row: JournalRow | journal.JournalLine) -> bool:
    """Whether a seat's decision was made by the clock or by a moderator."""
    return (row.note or {}).get("what") in (LATE, SKIP)


def events_of(rules: Game, row: JournalRow | journal.JournalLine) -> tuple[Event, ...]:
    """Everything that a step caused, public or not."""
    written = row.events
    return read_events(rules, written) if isinstance(written, str) else restore(rules, written)


def begins_turn(rules: Game, event: Event) -> bool:
    """Whether this event showed everybody that a turn began."""
    return event.visible_to(None) and rules.marks_turn(event)


async def read_log(
    db: AsyncSession,
    rules: Game,
    game_id: str,
    seat: Seat | None,
    last: int,
    after: int | None = None,
) -> list[Logged]:
    """The newest entries that the seat may read, oldest first, without any that were undone; only
    those ``after`` a revision, if one is given."""
    entries: list[Logged] = []
    before: int | None = None
    page, more = min(last, _PAGE), last > 0
    while more:
        lines = await journal.newest_lines(db, game_id, page, before, after)
        more = len(lines) == page
        for line in lines:
            found = entry(rules, line, seat)
            if found is not None:
                entries.append(found)
                if len(entries) == last:
                    more = False
                    break
        if more:
            before, page = lines[-1].revision, min(last, _PAGE)
    entries.reverse()
    return await dated(db, game_id, entries)


def entry(
    rules: Game, row: JournalRow | journal.JournalLine, seat: Seat | None, after: int = 0
) -> Logged | None:
    """A row of the journal as the seat may read it, without its first ``after`` events; None if
    there is nothing to read."""
    along = seat is not None and seat in (row.kept or {}).get(ALONG, ())
    if row.kind == UNDO and row.note is None:
        return Logged(row.revision, row.at, row.seat, (), took_back=row.seat, along=along)
    events = tuple(event for event in events_of(rules, row)[after:] if event.visible_to(seat))
    note = row.note
    if note is not None and note.get("quiet") and seat != row.seat:
        note = None
    if not events and note is None:
        return None
    return Logged(row.revision, row.at, row.seat, events, note=note, along=along)


async def export(db: AsyncSession, game_id: str, match: Match | None) -> dict[str, Any]:
    """The record of a game, with the result of its match. Refused if the game has not begun."""
    # Everything is read in one transaction: the session may be ahead of it or behind it.
    game = await games.by_id(db, game_id)
    seats = [SeatInfo.of(seat) for seat in await games.seats(db, game_id)]
    rows = await journal.standing(db, game_id)
    if game is None or not rows:
        raise Refused("This game has not begun, so there is nothing to export yet.")
    first, *decisions = rows
    newest = await journal.newest(db, game_id, 1)
    changes = await seatings(db, game_id, first.revision)
    return export_match(
        game=game.game,
        ruleset=game.ruleset,
        seats=seats,
        options=game.options,
        seed=game.seed,
        started=game.started,
        first_state=first.state,
        decisions=[
            Decision(row.seat, msgspec.convert(row.choice, Choice), row.state, taken_back(row))
            for row in decisions
        ],
        result=result_of(match) if match is not None else None,
        edition=await _first_edition(db, first) if match is None else match.edition,
        taken_back=taken_back(newest[0]),
        former=_former(changes, [row.revision for row in decisions]),
    )


def _former(changes: Seatings, decisions: Sequence[int]) -> dict[int, Sequence[SeatInfo]]:
    """Earlier seatings, by the number of the last decision for which each was in force;
    ``decisions`` are the revisions of the decisions."""
    found: dict[int, Sequence[SeatInfo]] = {}
    for changed, seats in changes:
        found.setdefault(bisect_left(decisions, changed), seats)
    return found


async def _first_edition(db: AsyncSession, first: JournalRow) -> int:
    """The edition of the rules with which a game began, from its first position; 1 if that cannot
    be read.
    """
    try:
        position = await position_at(db, first.game_id, first.revision)
        kept = msgspec.json.decode(position or b"", type=_Position)
    except (msgspec.MsgspecError, ZstdError, LookupError):
        return 1
    return kept.state.edition


_FIRST_PAGE, _PAGE_OF_NEWS = 20, 100

Row = JournalRow | journal.JournalLine


@dataclass(frozen=True, slots=True, order=True)
class Begin:
    """The point where the news begins: in this row, after this many of its events."""

    revision: int
    after: int

    def of(self, rules: Game, row: Row, reader: Seat | None) -> Logged | None:
        """The part of a row that is news to a reader (None: a spectator); None if nothing in it
        is."""
        if row.revision < self.revision:
            return None
        skipped = self.after if row.revision == self.revision else 0
        if skipped and skipped == len(events_of(rules, row)):
            return None
        return entry(rules, row, reader, skipped)


class LastTurn:
    """Looks for the end of a seat's last turn, going back through a journal's rows from the newest.

    A turn of the seat's own counts if the seat did something in it on its own initiative. For a
    seat, time outside anybody's turn (the set-up, a phase in which everybody acts) ends with the
    last thing that it did in that time. With ``openly``, only things that everybody could see count
    as done.
    """

    def __init__(self, rules: Game, seat: Seat, *, openly: bool = False) -> None:
        self._rules = rules
        self._seat = seat
        self._openly = openly
        self._done: Begin | None = None
        """The point after the seat's newest act in the turn being read."""
        self._changed: Begin | None = None
        """Where that turn ended; None if it has not ended."""
        self._lead = 0
        self.lasts = False
        """Whether the turn that was found is the seat's own and still under way."""

    def found(self, row: Row) -> Begin | None:
        """Where the news begins, if this row settles that."""
        events = events_of(self._rules, row)
        marks = [at for at, event in enumerate(events) if begins_turn(self._rules, event)]
        if marks:
            begin = self._begin(self._rules.whose_turn(events[marks[-1]]))
            if begin is not None:
                return begin
            self._done, self._changed = None, Begin(row.revision, marks[0])
        if self._done is None and self._acted(row):
            self._lead = sum(1 for _ in takewhile(self._is_own, events))
            self._done = Begin(row.revision, len(events))
        return None

    def at_the_start(self) -> Begin | None:
        """Where the news begins if there are no earlier rows; None if the seat has had no turn
        yet."""
        return self._begin(None)

    def _begin(self, turn_of: Seat | None) -> Begin | None:
        """Where the news begins if the turn being read was this seat's or nobody's, and the seat
        acted in it; otherwise None.
        """
        if self._done is None or turn_of not in (None, self._seat):
            return None
        if turn_of is None:
            return Begin(self._done.revision, self._lead)
        self.lasts = self._changed is None
        return self._changed or self._done

    def _acted(self, row: Row) -> bool:
        if row.seat != self._seat or not_ones_own(row):
            return False
        return not self._openly or entry(self._rules, row, None) is not None

    def _is_own(self, event: Event) -> bool:
        return getattr(event, "seat", None) == self._seat


async def begin_of(
    db: AsyncSession, rules: Game, game_id: str, seat: Seat, *, openly: bool = False
) -> Begin | None:
    """Where a seat's news begins; None if it has had no turn yet."""
    begin, _ = await _read(db, LastTurn(rules, seat, openly=openly), game_id)
    return begin


async def public_news(db: AsyncSession, rules: Game, game_id: str, seat: Seat) -> list[Logged]:
    """A seat's news, oldest first, as far as everybody may read it; none while its turn is under
    way, since the story of that turn is told already."""
    turn = LastTurn(rules, seat, openly=True)
    begin, rows = await _read(db, turn, game_id)
    if begin is None or turn.lasts:
        return []
    return await dated(db, game_id, _news(rules, begin, rows))


def _news(rules: Game, begin: Begin, rows: list[journal.JournalLine]) -> Iterator[Logged]:
    for row in reversed(rows):
        told = begin.of(rules, row, None)
        if told is not None:
            yield told


async def _read(
    db: AsyncSession, turn: LastTurn, game_id: str
) -> tuple[Begin | None, list[journal.JournalLine]]:
    rows: list[journal.JournalLine] = []
    page, before = _FIRST_PAGE, None
    while True:
        lines = await journal.newest_lines(db, game_id, page, before)
        for row in lines:
            rows.append(row)
            begin = turn.found(row)
            if begin is not None:
                return begin, rows
        if len(lines) < page:
            return turn.at_the_start(), rows
        before, page = lines[-1].revision, _PAGE_OF_NEWS
