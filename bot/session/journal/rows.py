"""What a row of the journal says about itself: its kind, its note, and its unseen parts.

Also the seating at the time of an event, which is told with the names of that time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.session.receipts import Logged, SeatInfo
from bot.storage import JournalRow, journal

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
