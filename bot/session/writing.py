"""Writes down what a command changes, in that command's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Match
from bot.rules.kernel.events import NO_SEAT
from bot.session import seasons, seating
from bot.session import seating as deeds
from bot.session.announcements import PETITION, Announcements, Asked, plain
from bot.session.changes import Change, JournalEntry, LineStep
from bot.session.clock import deadlines as timekeeping
from bot.session.clock.pace import Times
from bot.session.hosted_game import HostedGame, computer_waited_for
from bot.session.journal.history import DECISION, DEED, DIRECT, START, UNDO, kept_of
from bot.session.receipts import SeatInfo
from bot.storage import (
    deadlines,
    games,
    journal,
    outbox,
    petitions,
    snapshots,
    tellings,
)
from bot.storage.tables import OVER, RUNNING


@dataclass(frozen=True, slots=True)
class Commit:
    """Where and when a change is written: the game, its new revision, and its previous state."""

    game_id: str
    revision: int
    status: str
    now: datetime
    before: Asked
    interaction_id: str | None
    times: Times
    counts: seasons.Counted
    paused: bool = False
    orders: bool = False
    moment: int = 0
    petitions: bool = True

    @classmethod
    def of(cls, game: HostedGame, now: datetime, interaction_id: str | None) -> Commit:
        """What is about to be committed for a game in its present state."""
        return cls(
            game.id,
            game.revision + 1,
            game.status,
            now,
            Asked.of(game.match) if game.status == RUNNING else Asked(),
            interaction_id,
            game.times,
            seasons.Counted(
                game.id,
                game.guild_id,
                game.game,
                game.ruleset,
                game.seed_hash,
                timed=game.times.runs,
                season=seasons.season_in(game.options),
            ),
            game.paused_at is not None,
            game.orders_given,
            game.moment,
            game.petitions,
        )


async def write(
    db: AsyncSession, commit: Commit, change: Change, whole: snapshots.Whole | None
) -> snapshots.Whole | None:
    """Write a change, and return the position against which later ones are compressed.

    The caller has raised the game's revision in the same transaction. Changes to the game's own row
    are left in ``change.columns``.
    """
    commit, whole = await _write_line(db, commit, change, whole)
    say = Announcements(commit.game_id, commit.revision, change.seats, commit.moment)
    if change.new_seats:
        change.seats = seating.open_still(change.seats)
        rows = [seat.row(commit.game_id) for seat in change.seats]
        await games.replace_seats(db, commit.game_id, rows)
    if change.entry is not None:
        whole = await _write_entry(db, commit, change, whole, say)
    await _settle_status(db, commit, change, say)
    # Anything that opens a petition also announces it.
    change.petitions = commit.petitions or any(kind == PETITION for kind, _, _ in change.say)
    if change.petitions:
        for petition in await seating.overtaken(db, commit.game_id, _overtakes(change)):
            say.more(*seating.announcement(petition))
        change.petitions = bool(await petitions.of_game(db, commit.game_id))
    for kind, payload, seat in change.say:
        say.more(kind, payload, seat)
    say.status()
    if commit.interaction_id is not None:
        await journal.seen(db, commit.interaction_id, commit.game_id, commit.revision, commit.now)
    await games.change(db, commit.game_id, **change.columns)
    await db.flush()
    await outbox.add(db, say.rows)
    return whole


async def _write_line(
    db: AsyncSession, commit: Commit, change: Change, whole: snapshots.Whole | None
) -> tuple[Commit, snapshots.Whole | None]:
    """Write the steps of another line, if there are any; whatever follows them has a later
    revision. What was reported about a step now belongs to the one that replaces it."""
    if not change.line:
        return commit, whole
    told = {}
    for step in change.line:
        if step.stands_for is not None:
            told[step.stands_for] = commit.revision
        whole = await _write_step(db, commit, step, whole)
        moment = commit.moment + step.entry.told
        commit = replace(commit, revision=commit.revision + 1, moment=moment)
    change.columns["revision"] = commit.revision
    await tellings.renumber(db, commit.game_id, told)
    return commit, whole


async def _write_step(
    db: AsyncSession, commit: Commit, step: LineStep, whole: snapshots.Whole | None
) -> snapshots.Whole:
    """Write a step of another line of the game."""
    packed = snapshots.pack(step.position)
    row, whole = snapshots.row_of(commit.game_id, commit.revision, step.position, packed, whole)
    await snapshots.keep(db, row)
    state = sha256(step.position).hexdigest()
    commit = replace(commit, interaction_id=None, moment=commit.moment + step.entry.told)
    await journal.write(db, **_journal_row(commit, step.actor, step.entry, step.taken_back, state))
    return whole


async def _write_entry(
    db: AsyncSession,
    commit: Commit,
    change: Change,
    whole: snapshots.Whole | None,
    say: Announcements,
) -> snapshots.Whole:
    entry, match = change.entry, change.match
    assert entry is not None
    assert match is not None
    entry.note = _signed(entry, change.seats)
    position = match.save()
    packed = snapshots.pack(position)
    snapshot, whole = snapshots.row_of(commit.game_id, commit.revision, position, packed, whole)
    change.columns["snapshot"] = packed
    await snapshots.keep(db, snapshot)
    state = sha256(position).hexdigest()
    commit = replace(commit, moment=commit.moment + _passes(commit, entry, match))
    change.columns["moment"] = say.moment = commit.moment
    await journal.write(db, **_journal_row(commit, change.actor, entry, match.taken_back, state))
    if entry.takes_back:
        await journal.mark_undone(db, commit.game_id, entry.takes_back)
        await outbox.take_back(db, commit.game_id, entry.takes_back, commit.now)
    _tell(say, entry, match, change.seats, change.actor)
    return whole


def _passes(commit: Commit, entry: JournalEntry, match: Match) -> bool:
    """Whether everybody can see that something was done: it is reported, or a question that
    everybody could see is answered. Anything done during a vote becomes visible once everything is
    reported."""
    voting = commit.before.vote and match.voting
    return entry.told or not (entry.unseen or voting or entry.kind == DEED)


def _journal_row(
    commit: Commit, actor: int | None, entry: JournalEntry, taken_back: int, state: str
) -> dict[str, Any]:
    return {
        "game_id": commit.game_id,
        "revision": commit.revision,
        "kind": entry.kind,
        "seat": entry.seat,
        "actor": actor,
        "prompt": entry.prompt,
        "choice": None if entry.choice is None else msgspec.to_builtins(entry.choice),
        "interaction_id": commit.interaction_id,
        "events": plain(entry.events),
        "known": entry.known,
        "note": _noted(entry),
        "kept": kept_of(entry.kept, taken_back),
        "state": state,
        "moment": commit.moment,
        "at": commit.now,
    }


def _tell_note(
    say: Announcements, entry: JournalEntry, note: dict[str, Any], seats: Sequence[SeatInfo]
) -> None:
    """Tell how something came about; if it concerns the table, call the people who must hear of
    it."""
    if entry.quiet:
        say.note(note, entry.seat)
        return
    say.note(note, calls=deeds.must_hear(note, entry.kept, seats) if deeds.is_notice(note) else ())
    if note["what"] == deeds.GLASS:
        # The person whose hand was seen is told at once, wherever they are.
        say.note(note, note["seat"])


def _tell(
    say: Announcements,
    entry: JournalEntry,
    match: Match,
    seats: Sequence[SeatInfo],
    actor: int | None = None,
) -> None:
    if entry.takes_back:
        say.struck()
    if entry.note is not None:
        _tell_note(say, entry, entry.note, seats)
    elif entry.takes_back:
        say.took_back(entry.seat)
    # If the answer was automatic (an order, a late answer), the player has not seen the result.
    by_hand = actor is not None and entry.kind == DECISION and entry.note is None
    say.events(entry.events, entry.seat if by_hand else None)
    if entry.kind == START:
        say.opening()
    elif not match.over:
        say.picture_of_turn(match.game, entry.events)


def _overtakes(change: Change) -> set[str]:
    """Petitions that have lost their purpose after a command.

    A step that nobody may know about ends no petition, because that would give the step away.
    """
    entry, found = change.entry, set[str]()
    if change.new_seats or change.columns.get("status") == OVER:
        return {
            seating.UNDO,
            seating.AMEND,
            seating.STAND_IN,
            seating.COMMENTARY,
            *seating.PAUSING,
        }
    if "paused_at" in change.columns:
        found.update(seating.PAUSING)
    if entry is not None and entry.kind in (DECISION, DIRECT, UNDO):
        visible = any(event.visible_to(None) for event in entry.events)
        told = entry.note is not None and not entry.quiet
        if visible or told or entry.kind == UNDO:
            found.update((seating.UNDO, seating.AMEND))
    return found


async def _settle_status(
    db: AsyncSession, commit: Commit, change: Change, say: Announcements
) -> None:
    """Update the status, the calls, the deadlines and the computers' flag to fit the match."""
    match, columns = change.match, change.columns
    status = columns.get("status", commit.status)
    if commit.status == OVER and status == RUNNING:
        await seasons.uncount(db, commit.game_id)
    if match is not None and match.over and status == RUNNING:
        winners, victory = match.game.winners(match.position.state)
        status = columns["status"] = OVER
        await seasons.count(db, commit.counts, match, change.seats, commit.now)
        say.over(winners, victory)
    elif change.broken_off:
        status = columns["status"] = OVER
        if match is not None:
            await seasons.count(db, commit.counts, match, change.seats, commit.now)
        say.over((), "")
    if status == RUNNING:
        after = Asked.of(match)
        _call(commit.before, after, change, say)
        paused = columns.get("paused_at", commit.paused) not in (None, False)
        computer = computer_waited_for(match, change.seats)
        orders = columns.get("orders_given", commit.orders)
        columns["to_play"] = (computer is not None or bool(orders)) and not paused
        timed = commit.times.runs or commit.before.closing or after.closing
        if match is not None and timed:
            acted = None if change.entry is None else change.entry.seat
            rewound = change.entry is not None and change.entry.kind == UNDO and acted == NO_SEAT
            await timekeeping.follow(
                db,
                commit.game_id,
                commit.times,
                match,
                change.seats,
                commit.now,
                acted=acted,
                goes_on=not rewound and commit.before.goes_on(acted, after),
                fresh=change.filled,
                paused=paused,
            )
    elif status == OVER:
        columns["to_play"] = False
        columns["ended"] = commit.now
        await deadlines.drop(db, commit.game_id)
        if open_seats := [s.number for s in change.seats if s.commented or s.shown_to is not None]:
            change.seats = [seat.passed_to(seat.user_id) for seat in change.seats]
            closed = {"shown_to": None, "commented": False}
            await games.change_seats(db, commit.game_id, open_seats, **closed)


def _call(before: Asked, after: Asked, change: Change, say: Announcements) -> None:
    """Call the people who must act now; once a vote is open, only in private, so that their names
    reveal nothing.
    """
    kind = None if change.entry is None else change.entry.kind
    filled = set(change.filled) & after.seats
    if after.vote and kind in (DEED, UNDO):
        # A vote is already open, for example when a game that was broken off resumes.
        say.ask_again((after.seats - before.seats) | filled)
        return
    if change.entry is not None and kind == UNDO:
        # Somebody who has just taken back a step knows that it is their turn.
        before = before.with_seat(change.entry.seat)
    say.ask(before, after)
    if after.vote:
        say.ask_again(filled)
    else:
        say.call(filled)


def _signed(entry: JournalEntry, seats: Sequence[SeatInfo]) -> dict[str, Any] | None:
    """The note on an entry, with the holder of the seat that it names: the seat may change hands
    later."""
    note = entry.note
    if note is None or entry.quiet or "was" in note:
        return note
    held = next((seat.name for seat in seats if seat.number == note.get("seat")), None)
    return note if held is None else {**note, "was": held}


def _noted(entry: JournalEntry) -> dict[str, Any] | None:
    return {**entry.note, "quiet": True} if entry.note and entry.quiet else entry.note
