"""Reading the rows of a journal: as a log, for what can be taken back, and as a record."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession
from zstandard import ZstdError

from bot.rules.kernel import Choice, Event, Game, Match
from bot.session.announcements import read_events, restore
from bot.session.journal.record import Decision, export_match, result_of
from bot.session.journal.rows import ALONG, DECISION, LATE, SKIP, UNDO, taken_back
from bot.session.journal.seatings import Seatings, dated, seatings
from bot.session.receipts import Logged, Refused, SeatInfo
from bot.storage import JournalRow, games, journal
from bot.storage.snapshots import position_at

_PAGE = 100
_AT_ONCE = 5

NOTHING_YET = "You have nothing to undo yet."


class _State(msgspec.Struct):
    edition: int = 1


class _Position(msgspec.Struct):
    """As much of any game's saved position as tells its edition."""

    state: _State


async def last_own(db: AsyncSession, game_id: str, seat: int) -> JournalRow:
    """A seat's last decision. Refused if it has made none that could be taken back."""
    mine = await journal.last_of_seat(db, game_id, seat)
    if mine is None:
        raise Refused(NOTHING_YET)
    return mine


async def not_free(db: AsyncSession, rules: Game, mine: JournalRow, *, sealed: bool) -> str | None:
    """Why a seat's last decision cannot be taken back freely; None if it can.

    What others did since stands in the way only if the seat knows of it, since the refusal would
    tell it. With ``sealed`` (something is being answered in secret) it always stands in the way.
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


def unseen(rules: Game, row: JournalRow, seat: int | None) -> bool:
    """Whether a row is a decision that the seat (None: the table) does not know of."""
    if row.kind != DECISION or row.seat == seat or (row.note and not row.note.get("quiet")):
        return False
    # What names no audience is everybody's, and need not be read for that.
    if any(event.get("audience") is None for event in row.events):
        return False
    return not any(event.visible_to(seat) for event in restore(rules, row.events))


async def open_step_of(db: AsyncSession, rules: Game, game_id: str, seats: Collection[int]) -> bool:
    """Whether a decision of one of these seats stands that everybody knows of."""
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
    """Everything that happened by a step, public or not."""
    written = row.events
    return read_events(rules, written) if isinstance(written, str) else restore(rules, written)


def begins_turn(rules: Game, event: Event) -> bool:
    """Whether everybody saw a turn begin by this event."""
    return event.visible_to(None) and rules.marks_turn(event)


async def read_log(
    db: AsyncSession,
    rules: Game,
    game_id: str,
    seat: int | None,
    last: int,
    after: int | None = None,
) -> list[Logged]:
    """The newest entries that the seat may read, oldest first; only those ``after`` a revision, if
    one is given. Undone ones are left out."""
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
    rules: Game, row: JournalRow | journal.JournalLine, seat: int | None, after: int = 0
) -> Logged | None:
    """A row of the journal as the seat may read it, ``after`` so many of its events; None if there
    is nothing to read."""
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
    """The record of a game, with the result of its match. Refused if it has not begun."""
    # Everything is read in one transaction: the session may be ahead of it or behind.
    game = await games.by_id(db, game_id)
    seats = [
        SeatInfo(s.number, s.user_id, s.name, s.policy) for s in await games.seats(db, game_id)
    ]
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
    """Who sat where up to which of the decisions, given the revisions of these."""
    found: dict[int, Sequence[SeatInfo]] = {}
    for changed, seats in changes:
        found.setdefault(bisect_left(decisions, changed), seats)
    return found


async def _first_edition(db: AsyncSession, first: JournalRow) -> int:
    """The edition of the rules that a game began with, where its newest position is of no use."""
    try:
        position = await position_at(db, first.game_id, first.revision)
        kept = msgspec.json.decode(position or b"", type=_Position)
    except (msgspec.MsgspecError, ZstdError, LookupError):
        return 1
    return kept.state.edition
