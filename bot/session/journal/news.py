"""Where the news of a seat begin: where its own turn ended, whatever it has answered since."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.rules.kernel import Event, Game
from bot.session.journal.history import begins_turn, entry, events_of, not_ones_own
from bot.session.journal.seatings import dated
from bot.session.receipts import Logged
from bot.storage import JournalRow, journal

_FIRST_PAGE, _PAGE = 20, 100

Row = JournalRow | journal.JournalLine


@dataclass(frozen=True, slots=True, order=True)
class Begin:
    """News begin in a row, after so many of its events."""

    revision: int
    after: int

    def of(self, rules: Game, row: Row, reader: int | None) -> Logged | None:
        """What of a row is news to a reader (None: a spectator); None if nothing is."""
        if row.revision < self.revision:
            return None
        skipped = self.after if row.revision == self.revision else 0
        if skipped and skipped == len(events_of(rules, row)):
            return None
        return entry(rules, row, reader, skipped)


class LastTurn:
    """Looks for the end of a seat's last turn, through a journal's rows from the newest back.

    A turn of its own counts if the seat did something in it of its own accord. What nobody's turn
    is (the set-up, a phase in which all act) ends for a seat with the last that it did there. With
    ``openly`` only what everybody could see counts as done.
    """

    def __init__(self, rules: Game, seat: int, *, openly: bool = False) -> None:
        self._rules = rules
        self._seat = seat
        self._openly = openly
        self._done: Begin | None = None
        """After the newest act of the seat in the turn that is being read."""
        self._changed: Begin | None = None
        """Where that turn ended; None if it has not."""
        self._lead = 0

    def found(self, row: Row) -> Begin | None:
        """Where the news begin, if that is known now that this row is read too."""
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
        """Where they begin if there are no rows before; None if the seat had no turn yet."""
        return self._begin(None)

    def _begin(self, turn_of: int | None) -> Begin | None:
        """Where they begin if the turn that is being read was this seat's; None if not there."""
        if self._done is None or turn_of not in (None, self._seat):
            return None
        if turn_of is None:
            return Begin(self._done.revision, self._lead)
        return self._changed or self._done

    def _acted(self, row: Row) -> bool:
        if row.seat != self._seat or not_ones_own(row):
            return False
        return not self._openly or entry(self._rules, row, None) is not None

    def _is_own(self, event: Event) -> bool:
        return getattr(event, "seat", None) == self._seat


async def begin_of(
    db: AsyncSession, rules: Game, game_id: str, seat: int, *, openly: bool = False
) -> Begin | None:
    """Where the news of a seat begin; None if it had no turn yet."""
    begin, _ = await _read(db, LastTurn(rules, seat, openly=openly), game_id)
    return begin


async def public_news(db: AsyncSession, rules: Game, game_id: str, seat: int) -> list[Logged]:
    """The news of a seat, oldest first, as far as everybody may read them."""
    begin, rows = await _read(db, LastTurn(rules, seat, openly=True), game_id)
    if begin is None:
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
        before, page = lines[-1].revision, _PAGE
