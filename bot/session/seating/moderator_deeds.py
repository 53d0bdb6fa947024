"""What a moderator did: how it is told, and what is kept so that it can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.plain_text import plain_text
from bot.rules.kernel import Event
from bot.session.journal.rows import GOT_UP, JOINED, LEFT, MENDED, SAT_DOWN, SKIP
from bot.session.receipts import Refused, SeatInfo
from bot.storage import JournalRow, journal

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
"""An amendment that is proposed to the table; nothing is changed by it."""
AMENDED = "amended"
"""An earlier answer is another one now, and the table has agreed."""

PAUSE_VOTED = "pause_voted"
RESUME_VOTED = "resume_voted"
"""The notes of what the table itself has voted; no deeds of a moderator."""

FINAL = frozenset({GLASS, RETRACT, PROPOSED, AMENDED})
"""Deeds that cannot be taken back: what was seen was seen, what was agreed was agreed."""

_DEEDS = frozenset(
    {PAUSE, RESUME, EXTEND, UNDO_LAST, REWIND, REPLACE, COMPUTER, KICK, END, CORRECT, GLASS}
    | {RETRACT, PROPOSED, AMENDED, SKIP}
)
_OF_THE_TABLE = frozenset({PAUSE_VOTED, RESUME_VOTED, JOINED, LEFT, SAT_DOWN, GOT_UP, MENDED})
_FOR_ALL = frozenset({PAUSE_VOTED, RESUME_VOTED, LEFT, AMENDED})
"""What concerns everybody, though it names a seat."""

_LONGEST_REASON = 300


@dataclass(frozen=True, slots=True)
class Deed:
    """One deed for the audit. ``about`` holds what else is told: a seat, a revision, hours.

    ``events`` are those that came of it and everybody knows.
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
    """What everybody is told of a deed. Refused without a reason."""
    line = plain_text(reason)
    if not line:
        raise Refused("Say why, in a few words: the table is told.")
    if len(line) > _LONGEST_REASON:
        raise Refused(f"Say why in at most {_LONGEST_REASON} characters.")
    return {"what": what, "by": by, "reason": line, **about}


def is_notice(note: dict[str, Any] | None) -> bool:
    """Whether a note tells what concerns the table and is no move."""
    return note is not None and note.get("what") in _DEEDS | _OF_THE_TABLE


def must_hear(
    note: dict[str, Any], kept: dict[str, Any] | None, seats: Sequence[SeatInfo]
) -> list[int]:
    """The people whom a notice must reach: those concerned, but for who did it.

    What names a seat concerns its holder and, if it changes hands, who had it before; all else
    concerns the whole table. An amendment that is proposed asks everybody by itself.
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
    found = (each.user_id for each in held if each.user_id not in (None, did))
    return list(dict.fromkeys(user for user in found if user is not None))


def is_correction(note: dict[str, Any] | None) -> bool:
    """Whether what a note stands by was mended by a moderator."""
    return note is not None and note.get("what") == CORRECT


def deed_of(row: JournalRow) -> Deed | None:
    """A row of the journal as a deed, if it is one."""
    note = row.note
    if note is None or "by" not in note:
        return None
    about = {k: v for k, v in note.items() if k not in ("what", "by", "reason")}
    return Deed(row.revision, row.at, note["what"], note["by"], note["reason"], row.undone, about)


async def paused_by_moderator(db: AsyncSession, game_id: str) -> bool:
    """Whether the newest pause of a game was a moderator's deed, and not voted."""
    for row in reversed(await journal.noted(db, game_id)):
        what = (row.note or {}).get("what")
        if what in (PAUSE, PAUSE_VOTED) and not row.undone:
            return bool(what == PAUSE)
    return False


def seats_kept(seats: Sequence[SeatInfo]) -> list[dict[str, Any]]:
    """The people in their seats, to be kept."""
    return [
        {"number": s.number, "user_id": s.user_id, "name": s.name, "policy": s.policy}
        for s in seats
    ]


def seats_restored(kept: Sequence[dict[str, Any]]) -> list[SeatInfo]:
    """The people in the seats they had."""
    return [SeatInfo(s["number"], s["user_id"], s["name"], s["policy"]) for s in kept]
