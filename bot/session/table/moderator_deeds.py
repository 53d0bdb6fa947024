"""What a moderator did: how it is told, and what is kept so that it can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Event
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
    line = " ".join(reason.split())
    if not line:
        raise Refused("Say why, in a few words: the table is told.")
    if len(line) > _LONGEST_REASON:
        raise Refused(f"Say why in at most {_LONGEST_REASON} characters.")
    return {"what": what, "by": by, "reason": line, **about}


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
            return what == PAUSE
    return False


def seats_kept(seats: Sequence[SeatInfo]) -> list[dict[str, Any]]:
    """Who sits where, to be kept."""
    return [
        {"number": s.number, "user_id": s.user_id, "name": s.name, "policy": s.policy}
        for s in seats
    ]


def seats_restored(kept: Sequence[dict[str, Any]]) -> list[SeatInfo]:
    """Who sat where."""
    return [SeatInfo(s["number"], s["user_id"], s["name"], s["policy"]) for s in kept]
