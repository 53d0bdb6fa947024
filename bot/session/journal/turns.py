"""A game turn by turn, as one seat (or a spectator) saw it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from bot.rules.kernel import Event, Game, Match
from bot.session.announcements import restore
from bot.session.journal.retelling import eyes_of, may_watch
from bot.session.receipts import Refused
from bot.storage import JournalRow, journal
from bot.storage.snapshots import position_at

if TYPE_CHECKING:
    from bot.session.open_game import OpenGame

_PAGE = 100


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn over again: what happened in it, and the view when the next one had begun.

    Turn 0 is the set-up; ``turns`` is the number of the newest. ``seat`` is through whose eyes it
    is seen: None for what all saw, also of a time in which who asks had no seat yet.
    """

    number: int
    turns: int
    revision: int
    at: datetime
    events: tuple[Event, ...]
    view: Any
    seat: int | None


async def turn(session: OpenGame, user_id: int, seat: int | None, number: int | None) -> Turn:
    """A turn as a seat saw it, the newest without a number. Refused as a replay is."""
    may_watch(session, user_id, seat)
    async with session.transaction() as db:
        rows = await journal.standing(db, session.id)
        if not rows:
            raise Refused("This game has not begun yet; there is nothing to see again.")
        parts = _by_turns(session.rules, rows)
        shown = len(parts) - 1 if number is None else max(0, min(number, len(parts) - 1))
        row, events = parts[shown]
        position = await position_at(db, session.id, row.revision)
    assert position is not None
    match = Match.load(session.rules, position)
    seat = eyes_of(match, seat)
    view = match.view(seat)
    visible = tuple(event for event in events if event.visible_to(seat))
    return Turn(shown, len(parts) - 1, row.revision, row.at, visible, view, seat)


def _by_turns(rules: Game, rows: Iterable[JournalRow]) -> list[tuple[JournalRow, list[Event]]]:
    """For each turn the row that ended it (or the newest), and its events."""
    parts: list[tuple[JournalRow, list[Event]]] = []
    for row in rows:
        if not parts:
            parts.append((row, []))
        parts[-1] = (row, parts[-1][1])
        for event in restore(rules, row.events):
            if _begins(rules, event):
                parts.append((row, []))
            parts[-1][1].append(event)
    return parts


async def turns_ago(session: OpenGame, turns: int) -> int:
    """The revision before the one in which the last but so many turns began; -1 for all."""
    before: int | None = None
    left = turns
    async with session.transaction() as db:
        while True:
            rows = await journal.newest(db, session.id, _PAGE, before)
            for row in rows:
                left -= sum(_begins(session.rules, e) for e in restore(session.rules, row.events))
                if left <= 0:
                    return row.revision - 1
            if len(rows) < _PAGE:
                return -1
            before = rows[-1].revision


def _begins(rules: Game, event: Event) -> bool:
    return event.visible_to(None) and rules.marks_turn(event)
