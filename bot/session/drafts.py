"""What a command is about to change, and writing it down in the command's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Choice, Event, Match
from bot.rules.kernel.match import NO_SEAT
from bot.session.announcements import Announcements, Asked, plain
from bot.session.clock import deadlines as timekeeping
from bot.session.clock.pace import Times
from bot.session.receipts import SeatInfo
from bot.session.table import petitions
from bot.storage import JournalRow, SeatRow, SeenRow, deadlines, games, journal, outbox, snapshots
from bot.storage.tables import OVER, RUNNING

START = "start"
DECISION = "decision"
DIRECT = "direct"
UNDO = journal.UNDO
DEED = journal.DEED

TAKEN_BACK = "taken_back"
"""What a row keeps of how often draws had been taken back, once they were."""


@dataclass(slots=True)
class Entry:
    """What will stand in the journal. An undo also names the revisions it takes back.

    ``note`` is told with it; with ``quiet`` only to the seat itself. ``kept`` is what is needed to
    take it back, and told to nobody.
    """

    kind: str
    seat: int = NO_SEAT
    prompt: str | None = None
    choice: Choice | None = None
    events: tuple[Event, ...] = ()
    known: bool = False
    takes_back: tuple[int, ...] = ()
    note: dict[str, Any] | None = None
    quiet: bool = False
    kept: dict[str, Any] | None = None


@dataclass(slots=True)
class Draft:
    """A command's changes. ``match`` is the match as it is afterwards (None: there is none)."""

    actor: int | None
    match: Match | None
    seats: list[SeatInfo]
    changes: dict[str, Any] = field(default_factory=dict)
    entry: Entry | None = None
    #: Seats that have found somebody to play them, who is called if they are waited for.
    filled: tuple[int, ...] = ()
    new_seats: bool = False
    broken_off: bool = False
    #: What a command wants told besides: kind, payload, and the seat it is for (None: all).
    say: tuple[tuple[str, dict[str, Any], int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where and when a draft is written: the game, its new revision, and how it stood before."""

    game_id: str
    revision: int
    status: str
    now: datetime
    before: Asked
    interaction_id: str | None
    times: Times
    paused: bool = False
    orders: bool = False


def computer_waited_for(match: Match | None, seats: Sequence[SeatInfo]) -> int | None:
    """The first computer seat that the game waits for, if any."""
    if match is None or match.over:
        return None
    computers = {seat.number for seat in seats if seat.policy is not None}
    return next((seat for seat in match.waiting_for() if seat in computers), None)


def computers_told(draft: Draft) -> set[int]:
    """The computer seats to whom a command said something that not everybody heard."""
    computers = {seat.number for seat in draft.seats if seat.policy is not None}
    events = () if draft.entry is None else draft.entry.events
    return {seat for event in events for seat in event.audience or () if seat in computers}


async def write(
    db: AsyncSession, place: Place, draft: Draft, whole: snapshots.Whole | None
) -> snapshots.Whole | None:
    """Write a draft down; the position that later ones are compressed against comes back.

    The caller has raised the game's revision in the same transaction. What is changed of the
    game's own row is left in ``draft.changes``.
    """
    say = Announcements(place.game_id, place.revision, draft.seats)
    if draft.new_seats:
        rows = [
            SeatRow(
                game_id=place.game_id,
                number=seat.number,
                user_id=seat.user_id,
                name=seat.name,
                policy=seat.policy,
            )
            for seat in draft.seats
        ]
        await games.replace_seats(db, place.game_id, rows)
    if draft.entry is not None:
        whole = await _write_entry(db, place, draft, whole, say)
    await _settle_status(db, place, draft, say)
    for petition in await petitions.overtaken(db, place.game_id, _overtakes(draft)):
        say.more(*petitions.announcement(petition))
    for kind, payload, seat in draft.say:
        say.more(kind, payload, seat)
    say.status()
    if place.interaction_id is not None:
        db.add(
            SeenRow(
                id=place.interaction_id,
                game_id=place.game_id,
                revision=place.revision,
                at=place.now,
            )
        )
    await games.change(db, place.game_id, **draft.changes)
    db.add_all(say.rows)
    await db.flush()
    return whole


async def _write_entry(
    db: AsyncSession,
    place: Place,
    draft: Draft,
    whole: snapshots.Whole | None,
    say: Announcements,
) -> snapshots.Whole:
    entry, match = draft.entry, draft.match
    assert entry is not None
    assert match is not None
    position = match.save()
    packed = snapshots.pack(position)
    row, whole = snapshots.row_of(place.game_id, place.revision, position, packed, whole)
    draft.changes["snapshot"] = packed
    db.add(row)
    db.add(
        JournalRow(
            game_id=place.game_id,
            revision=place.revision,
            kind=entry.kind,
            seat=entry.seat,
            actor=draft.actor,
            prompt=entry.prompt,
            choice=None if entry.choice is None else msgspec.to_builtins(entry.choice),
            interaction_id=place.interaction_id,
            events=plain(entry.events),
            known=entry.known,
            note=_noted(entry),
            kept=kept_of(entry.kept, match),
            state=sha256(position).hexdigest(),
            at=place.now,
        )
    )
    if entry.takes_back:
        await journal.mark_undone(db, place.game_id, entry.takes_back)
        await outbox.take_back(db, place.game_id, entry.takes_back, place.now)
        say.struck()
    if entry.note is not None:
        say.note(entry.note, entry.seat if entry.quiet else None)
    elif entry.takes_back:
        say.took_back(entry.seat)
    say.events(entry.events)
    if entry.kind == START:
        say.opening()
    elif not match.over:
        say.picture_of_turn(match.game, entry.events)
    return whole


def _overtakes(draft: Draft) -> set[str]:
    """Petitions that have no object any more after a command.

    A step that nobody may know of does not end any: the end would tell of it.
    """
    entry, found = draft.entry, set[str]()
    if draft.new_seats or draft.changes.get("status") == OVER:
        return {petitions.UNDO, *petitions.PAUSING}
    if "paused_at" in draft.changes:
        found.update(petitions.PAUSING)
    if entry is not None and entry.kind in (DECISION, DIRECT, UNDO):
        visible = any(event.visible_to(None) for event in entry.events)
        told = entry.note is not None and not entry.quiet
        if visible or told or entry.kind == UNDO:
            found.add(petitions.UNDO)
    return found


async def _settle_status(db: AsyncSession, place: Place, draft: Draft, say: Announcements) -> None:
    """Bring status, calls and the computers' flag in line with the match."""
    match, changes = draft.match, draft.changes
    status = changes.get("status", place.status)
    if match is not None and match.over and status == RUNNING:
        winners, victory = match.game.winners(match.position.state)
        status = changes["status"] = OVER
        say.over(winners, victory)
    elif draft.broken_off:
        status = changes["status"] = OVER
        say.over((), "")
    if status == RUNNING:
        after = Asked.of(match)
        _call(place.before, after, draft, say)
        paused = changes.get("paused_at", place.paused) not in (None, False)
        computer = computer_waited_for(match, draft.seats)
        orders = changes.get("orders_given", place.orders)
        changes["to_play"] = (computer is not None or bool(orders)) and not paused
        timed = place.times.runs or place.before.closing or after.closing
        if match is not None and timed:
            acted = None if draft.entry is None else draft.entry.seat
            rewound = draft.entry is not None and draft.entry.kind == UNDO and acted == NO_SEAT
            await timekeeping.follow(
                db,
                place.game_id,
                place.times,
                match,
                draft.seats,
                place.now,
                acted=acted,
                goes_on=not rewound and place.before.goes_on(acted, after),
                fresh=draft.filled,
                paused=paused,
            )
    elif status == OVER:
        changes["to_play"] = False
        changes["ended"] = place.now
        await deadlines.drop(db, place.game_id)


def _call(before: Asked, after: Asked, draft: Draft, say: Announcements) -> None:
    """Call those who must act now; in the middle of a vote in private, lest their names tell."""
    kind = None if draft.entry is None else draft.entry.kind
    filled = set(draft.filled) & after.seats
    if after.vote and kind in (DEED, UNDO):
        # A vote is found open, as when a game that was broken off goes on.
        say.ask_again((after.seats - before.seats) | filled)
        return
    if draft.entry is not None and kind == UNDO:
        # Who has just taken a step back knows that it is for them to act.
        before = before.with_seat(draft.entry.seat)
    say.ask(before, after)
    if after.vote:
        say.ask_again(filled)
    else:
        say.call(filled)


def _noted(entry: Entry) -> dict[str, Any] | None:
    return {**entry.note, "quiet": True} if entry.note and entry.quiet else entry.note


def kept_of(kept: dict[str, Any] | None, match: Match) -> dict[str, Any] | None:
    """What a row keeps to itself, with how often draws were taken back, if ever."""
    return {**(kept or {}), TAKEN_BACK: match.taken_back} if match.taken_back else kept


def taken_back(row: JournalRow) -> int:
    """How often draws had been taken back when a row was written."""
    times: int = (row.kept or {}).get(TAKEN_BACK, 0)
    return times
