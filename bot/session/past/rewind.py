"""Going back in a game, and forward again: rewinding it, previewing a rewind, and undoing one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Event, Game, Match, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.session.announcements import SECRET, restore
from bot.session.changes import Change, JournalEntry
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import (
    ALONG,
    DECISION,
    START,
    TAKEN_ALONG,
    UNDO,
    at_revision,
    begins_turn,
    dated,
    events_of,
    seatings,
    seats_kept,
    seats_restored,
    unseen,
)
from bot.session.receipts import OUR_SIDE, Logged, Refused, SeatInfo
from bot.session.seating import UNDO_LAST, is_correction
from bot.storage import DeadlineRow, JournalRow, games, journal, standing_orders
from bot.storage.snapshots import position_at
from bot.storage.tables import OVER, RUNNING

AGREED = "undo_agreed"
"""The note on a step back that everybody who was asked has agreed to."""

AFRESH = "drawn_afresh"
"""The mark in a note that says draws were taken back: everything after them is drawn again."""

CORRECTED = "corrected"
"""The mark in the note on an undo that took back a moderator’s correction."""

ALONE = "alone"
"""The mark in the note on a step back to which nobody else had to agree."""

_AT_ONCE = 50
"""How many steps are searched at a time for one that a person made."""

NOTHING = "There is nothing to take back."
NOTHING_OF_PEOPLE = (
    "No player has decided anything yet, and a computer would only do the same again. "
    "`/mod rewind` goes back to a turn."
)
VOTES_GONE = "The votes cast then are gone. The vote has to be called again."
NOT_BEGUN = "The game had not begun then."


@dataclass(frozen=True, slots=True)
class Lost:
    """What going back would lose: decisions, and the entries in the log that everybody reads."""

    to: int
    steps: int
    since: datetime | None
    entries: tuple[Logged, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        """What everybody knows of the results of the decisions."""
        return tuple(event for entry in self.entries for event in entry.events)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the revision at which it began, and the public event that began it.

    People know a turn by its ``number``, which says nothing about secret steps. ``seats`` is the
    seating at the time, if that has changed since.
    """

    revision: int
    at: datetime
    event: Event
    number: int
    seats: tuple[SeatInfo, ...] | None = None


async def back_to(
    db: AsyncSession,
    game: HostedGame,
    to: int,
    note: dict[str, Any],
    *,
    by: int,
    seat: Seat = NO_SEAT,
) -> Change:
    """The game as it was at a revision; everything after it is marked as taken back.

    A vote is taken back only as a whole: a game in the middle of one goes back to the moment before
    the vote was called. A player who loses a secret step is told privately, unless theirs is the
    ``seat`` that asked.
    """
    await _can_be_open(db, game)
    to = await landing(db, game, to)
    steps = await journal.steps_after(db, game.id, to)
    if not steps:
        raise Refused(NOTHING)
    match, drawn_afresh = await match_at(db, game, to)
    if match is None:
        raise Refused(NOTHING if note["what"] == UNDO_LAST else NOT_BEGUN)
    # Orders given in advance were meant for a game that went a different way.
    await standing_orders.disarm_all(db, game.id)
    kept: dict[str, Any] = {"undone": steps, "over": game.status == OVER}
    secret = await _secret_after(db, game, to)
    if drawn_afresh and await _drawn_openly(db, game, to, steps, secret):
        note = {**note, AFRESH: True}
    chairs = game.rules.seats(match.position.state)
    if chairs < len(game.seats):
        kept["seats"] = seats_kept(game.seats)
    entry = JournalEntry(UNDO, takes_back=tuple(steps), note=note, kept=kept, known=True)
    change = Change(by, match, list(game.seats), entry=entry)
    take_along(change, game.rules, secret, seat)
    if chairs < len(game.seats):
        # Somebody joined in the meantime.
        change.seats, change.new_seats = change.seats[:chairs], True
    if game.status == OVER:
        change.columns |= {"status": RUNNING, "ended": None}
    return change


async def last_of_people(db: AsyncSession, game: HostedGame) -> JournalRow:
    """The newest step that everybody could see and that was not a computer's own decision.

    In a vote, this is the step that called the vote. Secret steps since then go with it: if one of
    those were the newest step, everybody would learn that there was one. Refused if there is no
    such step.
    """
    row, at = None, game.revision
    while True:
        called = await landing(db, game, at)
        if row is not None and called == at:
            return row
        before = None
        if called != at:
            # Nobody may learn whether a person has voted yet, or who voted last.
            before = (await journal.steps_after(db, game.id, called))[0] + 1
        row = await _newest_seen(db, game, before)
        at = row.revision - 1


async def _newest_seen(db: AsyncSession, game: HostedGame, before: int | None) -> JournalRow:
    computers = {seat.number for seat in game.seats if seat.policy is not None}
    while rows := await journal.newest_steps(db, game.id, _AT_ONCE, before):
        for row in rows:
            if row.kind == START:
                break
            by_person = row.actor is not None or row.note or row.seat not in computers
            if (row.kind != DECISION or by_person) and await journal.was_seen(db, row):
                return row
        before = rows[-1].revision
    raise Refused(NOTHING_OF_PEOPLE if computers else NOTHING)


def whose(rules: Game, row: JournalRow) -> dict[str, Any]:
    """What everybody may know about a step, for a note: whose it was, or that it was a correction.

    Everybody knows whose step it was if one of its public results says so.
    """
    if is_correction(row.note):
        return {CORRECTED: True}
    told = (event for event in restore(rules, row.events) if event.visible_to(None))
    known = any(getattr(event, "seat", None) == row.seat for event in told)
    return {"seat": row.seat} if known else {}


async def match_at(db: AsyncSession, game: HostedGame, to: int) -> tuple[Match | None, bool]:
    """The match as it was at a revision (None: it had not begun), and whether cards are drawn and
    dice rolled again.

    If anything was drawn or rolled since then, everything after that is drawn again, so nobody can
    look first and choose afterwards.
    """
    assert game.match is not None
    # There may be steps in between that were themselves taken back.
    stands = await journal.last_standing(db, game.id, to)
    position = None if stands is None else await position_at(db, game.id, stands.revision)
    if position is None:
        return None, False
    times = game.match.taken_back
    back = Match.load(game.rules, position)
    if back.taken_back < times:
        back.draw_afresh(times)
    if back.drawn() == game.match.drawn():
        return back, False
    back = Match.load(game.rules, position)
    back.draw_afresh(times + 1)
    return back, True


async def _secret_after(db: AsyncSession, game: HostedGame, revision: int) -> list[JournalRow]:
    """The standing decisions after a revision that the table does not know about."""
    reserved = await journal.reserved_after(db, game.id, revision)
    return [row for row in reserved if unseen(game.rules, row, None)]


async def _drawn_openly(
    db: AsyncSession,
    game: HostedGame,
    to: int,
    steps: Sequence[int],
    secret: Sequence[JournalRow],
) -> bool:
    """Whether any publicly known step after a revision drew anything; those in ``secret`` are not
    publicly known.

    If no such step drew anything, drawing everything again would reveal that something was drawn in
    secret.
    """
    stands = await journal.last_standing(db, game.id, to)
    if stands is None or not secret:
        return True
    hidden = {row.revision for row in secret}
    drawn = await _drawn_at(db, game, stands.revision)
    for revision in steps:
        before, drawn = drawn, await _drawn_at(db, game, revision)
        if drawn != before and revision not in hidden:
            return True
    return False


async def _drawn_at(db: AsyncSession, game: HostedGame, revision: int) -> Any:
    position = await position_at(db, game.id, revision)
    return None if position is None else Match.load(game.rules, position).drawn()


async def forward_again(
    db: AsyncSession, game: HostedGame, row: JournalRow, note: dict[str, Any]
) -> Change:
    """The game as it was before it was rewound, if nobody has done anything openly since.

    Secret steps since then are taken back as well: a refusal would give them away.
    """
    now = await _can_be_open(db, game)
    if await journal.seen_after(db, game.id, row.revision):
        raise Refused("The game has moved on since it was taken back.")
    position = await position_at(db, game.id, row.revision - 1)
    if position is None:
        raise Refused(OUR_SIDE)
    match = Match.load(game.rules, position)
    if match.voting:
        raise Refused(VOTES_GONE)
    kept = row.kept or {}
    later = await journal.steps_after(db, game.id, row.revision)
    secret = await _secret_after(db, game, row.revision)
    if later and await _drawn_at(db, game, row.revision) != now.drawn():
        # A secret draw has been seen: it is drawn again, and nobody is told why.
        match.draw_afresh(now.taken_back + 1)
    await journal.mark_standing(db, game.id, kept["undone"])
    gone = (row.revision, *later)
    entry = JournalEntry(UNDO, takes_back=gone, note=note, known=True)
    change = Change(note["by"], match, list(game.seats), entry=entry)
    take_along(change, game.rules, secret)
    if "seats" in kept:
        entry.kept = {**(entry.kept or {}), "seats": seats_kept(game.seats)}
        change.seats, change.new_seats = seats_restored(kept["seats"]), True
    return change


async def reopened(
    db: AsyncSession, game: HostedGame, kept: dict[str, Any], change: Change, now: datetime
) -> None:
    """Let a game that was broken off resume with this change, and leave its clock as it was."""
    if game.status != OVER or game.match is None or game.match.over:
        raise Refused("This game was not broken off.")
    await _can_be_open(db, game)
    change.columns |= {"status": RUNNING, "ended": None}
    for clock in kept.get("clocks", ()):
        due = datetime.fromisoformat(clock["due"])
        made = datetime.fromisoformat(clock["set_at"])
        db.add(DeadlineRow(game_id=game.id, due=max(due, now), set_at=made, kind=clock["kind"]))


def take_along(
    change: Change, rules: Game, rows: Sequence[JournalRow], seat: Seat = NO_SEAT
) -> None:
    """Tell only the players who know of a secret step among those taken back, but not ``seat``,
    which asked to take its own step back. The news is also kept, for people who cannot be written
    to.
    """
    secret = [row for row in rows if unseen(rules, row, None)]
    concerned = {row.seat for row in secret}
    for row in secret:
        for event in restore(rules, row.events):
            concerned.update(event.audience or ())
    hear = sorted(concerned - {seat})
    if not hear:
        return
    assert change.entry is not None
    change.entry.kept = {**(change.entry.kept or {}), ALONG: hear}
    told = {"events": [], "note": {"what": TAKEN_ALONG}}
    change.say = (*change.say, *((SECRET, told, number) for number in hear))


async def _can_be_open(db: AsyncSession, game: HostedGame) -> Match:
    """The match. Refused if there is none, or if the game is over and its channel already has
    another one.
    """
    if game.match is None:
        raise Refused(NOTHING)
    if game.status == OVER and await games.newest_in(db, game.channel_id) != game.id:
        raise Refused("The channel has another game now.")
    return game.match


async def landing(db: AsyncSession, game: HostedGame, to: int) -> int:
    """Where going back to a revision leads: never into a vote, but to the point before it was
    called.

    It makes no difference whether any votes had been cast.
    """
    in_a_vote = False
    row = await journal.last_standing(db, game.id, to)
    while row is not None:
        position = await position_at(db, game.id, row.revision)
        if position is None or not Match.load(game.rules, position).voting:
            return row.revision if in_a_vote else to
        in_a_vote = True
        row = await journal.last_standing(db, game.id, row.revision - 1)
    return to


async def lost(db: AsyncSession, game: HostedGame, to: int) -> Lost:
    """What going back to a revision would lose, as a spectator knows it."""
    to = await landing(db, game, to)
    rows = await journal.step_lines(db, game.id, to)
    if game.match is not None and game.match.voting:
        # Nobody may learn how many have voted since the vote was called.
        called = await landing(db, game, game.revision)
        rows = rows[: sum(row.revision <= called for row in rows) + 1]
    if any(row.kind == START for row in rows):
        raise Refused(NOT_BEGUN)
    told = []
    for row in rows:
        known = tuple(e for e in events_of(game.rules, row) if e.visible_to(None))
        told.append(Logged(row.revision, row.at, row.seat, known))
    entries = tuple(await dated(db, game.id, told))
    return Lost(to, len(rows), rows[0].at if rows else None, entries)


async def turns(db: AsyncSession, game: HostedGame) -> list[Turn]:
    """The turns of a game so far, oldest first."""
    changes = await seatings(db, game.id, 0)
    return [
        Turn(
            row.revision,
            row.at,
            event,
            row.moment,
            at_revision(changes, row.revision),
        )
        for row in await journal.step_lines(db, game.id)
        for event in events_of(game.rules, row)
        if begins_turn(game.rules, event)
    ]
