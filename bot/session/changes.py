"""What a command will change: the match, the seats, the game's row, and the news."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.rules.kernel import Choice, Event, IllegalChoice, Match, Outcome, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.session.hosted_game import HostedGame
from bot.session.journal.history import DECISION, DIRECT, without_choice
from bot.session.receipts import Refused, SeatInfo


@dataclass(slots=True)
class JournalEntry:
    """An entry to be written in the journal. An undo also names the revisions that it takes back.
    ``note`` is told with the entry or, if ``quiet``, told only to the seat itself. ``kept`` is
    stored but not told, such as what an undo will need. ``unseen`` says that nobody else knew that
    the seat could do this.
    """

    kind: str
    seat: Seat = NO_SEAT
    prompt: str | None = None
    choice: Choice | None = None
    events: tuple[Event, ...] = ()
    known: bool = False
    takes_back: tuple[int, ...] = ()
    note: dict[str, Any] | None = None
    quiet: bool = False
    kept: dict[str, Any] | None = None
    unseen: bool = False

    @property
    def told(self) -> bool:
        """Whether everybody is told at least part of the entry."""
        noted = not self.quiet and (self.note is not None or bool(self.takes_back))
        return noted or any(event.visible_to(None) for event in self.events)


@dataclass(frozen=True, slots=True)
class LineStep:
    """A step that is written again in another line of the game; nobody is told about it.
    ``position`` is the position after the step, and ``taken_back`` how often draws had been taken
    back by then. ``stands_for`` is the revision of the step that it replaces, if it is exactly the
    same step."""

    entry: JournalEntry
    actor: int | None
    position: bytes
    taken_back: int
    stands_for: int | None = None


@dataclass(slots=True)
class Change:
    """What a command changes. ``match`` is the match afterwards (None if there is none).

    ``columns`` are the new values for the game's own row. ``entry`` goes into the journal; without
    one, the command leaves no trace there. ``line`` lists steps that are written before the entry,
    each with a revision of its own.
    """

    actor: int | None
    match: Match | None
    seats: list[SeatInfo]
    columns: dict[str, Any] = field(default_factory=dict)
    entry: JournalEntry | None = None
    line: tuple[LineStep, ...] = ()
    #: Seats that have found a player, who is called if the game is waiting for him.
    filled: tuple[Seat, ...] = ()
    new_seats: bool = False
    broken_off: bool = False
    #: Anything else that a command wants to tell: kind, payload, and the seat it is for (None:
    #: all).
    say: tuple[tuple[str, dict[str, Any], Seat | None], ...] = ()
    #: Whether the database may contain a petition once this change is written.
    petitions: bool = True

    @property
    def takes_back(self) -> bool:
        """Whether steps that stood before the change no longer stand after it."""
        return bool(self.line or (self.entry is not None and self.entry.takes_back))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the command caused in the game."""
        return () if self.entry is None else self.entry.events

    def with_note(self, note: dict[str, Any], *, quiet: bool = False) -> Change:
        """The same change with a note on what led to it; with ``quiet``, only the seat itself is
        told."""
        assert self.entry is not None
        self.entry.note, self.entry.quiet = note, quiet
        return self


def decision(game: HostedGame, seat: Seat, choice: Choice, actor: int | None) -> Change:
    """A seat's decision. Refused if the rules do not allow it, or if no game is in progress."""
    match = game.in_progress()
    prompt = next((p for p in match.prompts(seat) if p.find(choice) is not None), None)
    after = _copy(game, match)
    outcome = _judged(lambda: after.submit(seat, choice))
    entry = JournalEntry(
        DECISION,
        seat,
        prompt.kind if prompt else None,
        choice,
        outcome.events,
        outcome.known,
        unseen=prompt is not None and prompt.is_hidden(game.rules.etiquette),
    )
    if prompt is not None and prompt.only() is not None:
        entry.kept = without_choice(None)
    return Change(actor, after, game.seats, entry=entry)


def order(game: HostedGame, choice: Choice, by: int | None) -> Change:
    """An order from the clock, or (with ``by``) from a moderator. Refused if the rules do not allow
    it."""
    after = _copy(game, game.in_progress())
    outcome = _judged(lambda: after.direct(choice))
    entry = JournalEntry(DIRECT, choice=choice, events=outcome.events, known=True)
    return Change(by, after, game.seats, entry=entry)


def _copy(game: HostedGame, match: Match) -> Match:
    """A copy of a match on which to try a decision: nobody may see a decision before it is safe on
    disk."""
    return Match.load(game.rules, match.save())


def _judged(act: Callable[[], Outcome]) -> Outcome:
    try:
        return act()
    except IllegalChoice as illegal:
        raise Refused(illegal.reason, illegal.rule or None) from None
