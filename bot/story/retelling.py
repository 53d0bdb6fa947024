"""A finished game retold for all its viewers at the same time: who saw what, what each held, what
was drawn.

A retelling is data for the page (`leaf/story.js` reads it). A retelling stores each sentence once,
in ``lines``, and refers to it by its place in that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot.rules.kernel import Draw, Event, Game, Match, Seat, every_seat, witnessed
from bot.rules.kernel.events import NO_SEAT
from bot.session.journal.record import Played, Record, parse, play_over, verify
from bot.words.phrases import unmarked
from bot.words.shape import Names, Words

TABLE, ALL = "table", "all"
"""The viewers other than the seats, which go by their numbers: the public, and one who sees all
cards face up."""

_COMPUTER = " (computer)"

RUNNING = (
    "This game is not over, and its story would show every hidden card. Play it to its end first."
)


class Seated(msgspec.Struct):
    """A seat at the end of the game: who has it, whether that is a computer, and whether it has
    won.
    """

    name: str
    computer: bool
    won: bool


class StoryLine(msgspec.Struct, omit_defaults=True):
    """A decision, or the part of it that belongs to one turn, with the lines each viewer reads.

    Viewers who are not named in ``saw`` read what everybody reads. ``holds`` lists the seats whose
    cards the decision changed, each with the number of its hand from then on.
    """

    decision: int
    seat: Seat = NO_SEAT
    saw: dict[str, list[int]] = {}
    holds: dict[str, int] = {}


class Drawn(msgspec.Struct, omit_defaults=True):
    """The draws at a decision: the number of sides and the value, alternating, and how many times
    draws had been taken back before."""

    decision: int
    pairs: list[int]
    taken_back: int = 0


class StoryTurn(msgspec.Struct, omit_defaults=True):
    """A turn: its first entry, its heading (a line), its round (0 before the first), the board in
    words at its end, and the standings.
    """

    entry: int
    title: int
    round: int = 0
    board: list[int] = []
    glance: list[int] = []
    map: int = -1


class Retelling(msgspec.Struct):
    """Everything that a story page shows, except its pictures."""

    game: str
    rules: str
    ending: str
    started: str
    seats: list[Seated]
    seal: str
    seed: str
    draws: int
    decisions: int
    lines: list[str] = []
    hands: list[list[int]] = []
    turns: list[StoryTurn] = []
    entries: list[StoryLine] = []
    drawn: list[Drawn] = []


@dataclass(slots=True)
class Retold:
    """A retelling, and the material for its pictures: the public view after each turn, and the
    players' names at the time."""

    page: Retelling
    names: list[list[str]]
    views: list[Any]


def retell(data: Any, rules: Game, words: Words, called: str, *, ended: bool = False) -> Retold:
    """Replay a record to tell its story; ``called`` is the name of its rules. ``ended`` says that
    the table ended the game, if nobody won it. Raises ValueError, saying why, for an unfinished
    game or a faulty record.
    """
    record = parse(data)
    if record.result is None and not ended:
        raise ValueError(RUNNING)
    difference = verify(data, rules)
    if difference is not None:
        raise ValueError(f"The record does not check out: {difference}")
    return _Scribe(record, words, called).follow(data, rules)


def _names(record: Record, number: int) -> list[str]:
    """The players' names at a decision, in seat order."""
    return [
        seat.name.removesuffix(_COMPUTER) if seat.policy is not None else seat.name
        for seat in record.seats_at(number)
    ]


@dataclass(slots=True)
class _Numbered:
    """Things that are stored once and identified by number."""

    numbers: dict[Any, int] = field(default_factory=dict)

    def of(self, thing: Any) -> int:
        return self.numbers.setdefault(thing, len(self.numbers))

    def all(self) -> list[Any]:
        return list(self.numbers)


class _Scribe:
    """Writes down what every viewer saw of one game."""

    def __init__(self, record: Record, words: Words, called: str) -> None:
        self.record, self.words = record, words
        self.plain = _names(record, 0)
        self.names: Names = lambda seat: f"**{unmarked(self.plain[seat])}**"
        self.lines, self.hands = _Numbered(), _Numbered()
        self.held: dict[Seat, int] = {}
        self.views: list[Any] = []
        self.called: list[list[str]] = []
        self.page = Retelling(
            game=record.game.capitalize(),
            rules=called,
            ending="",
            started=record.started or "",
            seats=[],
            seal=record.seed_hash,
            seed=record.seed,
            draws=0,
            decisions=len(record.decisions),
        )

    def follow(self, data: Any, rules: Game) -> Retold:
        """Replay the record and write everything down."""
        drawn: list[Draw] = []
        page = self.page
        page.turns.append(StoryTurn(0, self.lines.of("The game is set up")))
        number = 0
        with witnessed(drawn.append):
            for played in play_over(data, rules):
                number = played.number
                self.plain = _names(self.record, number)
                self._note_draws(number, drawn)
                self._note(played)
        # Draws may have been taken back since the last decision.
        self._note_draws(number + 1, drawn)
        match = played.match
        self.plain = _names(self.record, number + 1)
        page.draws = match.position.dice.used
        self._end_turn(match)
        view = match.view(None)
        page.ending = self.words.phase(view, self.plain.__getitem__).replace("*", "")
        winners = match.game.winners(match.position.state)[0] if match.over else ()
        page.seats = [
            Seated(name, seat.policy is not None, number in winners)
            for number, (name, seat) in enumerate(zip(self.plain, self.record.seats, strict=True))
        ]
        page.lines = self.lines.all()
        page.hands = [list(hand) for hand in self.hands.all()]
        return Retold(page, self.called, self.views)

    def _note_draws(self, number: int, drawn: list[Draw]) -> None:
        own = [draw for draw in drawn if draw.seed == self.record.seed]
        drawn.clear()
        if own:
            pairs = [value for draw in own for value in (draw.sides, draw.value)]
            self.page.drawn.append(Drawn(number, pairs, own[0].taken_back))

    def _note(self, played: Played) -> None:
        """Write a decision down; if it began a turn, end the turn before."""
        match, rules = played.match, played.match.game
        seat = NO_SEAT if played.decision is None else played.decision.seat
        parts: list[list[Event]] = [[]]
        for event in played.outcome.events:
            begins = event.visible_to(None) and rules.marks_turn(event)
            if begins:
                self._write(parts[-1], played.number, seat, match)
                self._end_turn(match)
                # An event that begins a phase for everybody may have no sentence of its own.
                title = self.words.tell(event, self.names)
                title = title or self.words.phase(match.view(None), self.names)
                number = rules.rounds(match.position.state)
                heading = self.lines.of(title)
                self.page.turns.append(StoryTurn(len(self.page.entries), heading, number))
                parts.append([])
            else:
                parts[-1].append(event)
        self._write(parts[-1], played.number, seat, match)
        holds = dict(self._changed_hands(match))
        if holds:
            if not self.page.entries or self.page.entries[-1].decision != played.number:
                self.page.entries.append(StoryLine(played.number, seat))
            self.page.entries[-1].holds = holds

    def _write(self, events: Sequence[Event], number: int, seat: Seat, match: Match) -> None:
        saw = dict(self._readers(events, match))
        if any(saw.values()):
            self.page.entries.append(StoryLine(number, seat, saw))

    def _readers(self, events: Sequence[Event], match: Match) -> Iterator[tuple[str, list[int]]]:
        """The lines that each viewer reads, leaving out viewers who read what everybody reads."""
        seats = every_seat(match.game.seats(match.position.state))
        everybody = [event for event in events if event.visible_to(None)]
        told = self._told(everybody)
        yield TABLE, told
        for seat in seats:
            visible = [event for event in events if event.visible_to(seat)]
            if len(visible) != len(everybody):
                yield str(seat), self._told(visible)
        if len(events) != len(everybody):
            yield ALL, self._told(events)

    def _told(self, events: Sequence[Event]) -> list[int]:
        return [self.lines.of(line) for line in self.words.tell_all(events, self.names)]

    def _changed_hands(self, match: Match) -> Iterator[tuple[str, int]]:
        for seat in every_seat(match.game.seats(match.position.state)):
            view = match.view(seat)
            lines = self.words.card_lines(view, seat, self.names, over_shoulder=True)
            hand = self.hands.of(tuple(self.lines.of(line) for line in lines))
            if self.held.get(seat) != hand:
                self.held[seat] = hand
                yield str(seat), hand

    def _end_turn(self, match: Match) -> None:
        """Write down the state of the board at the end of a turn."""
        view, turn = match.view(None), self.page.turns[-1]
        turn.board = [self.lines.of(line) for line in _rows(self.words.map_text(view, self.names))]
        standings = match.game.standings(match.table)
        # The headings are set in bold as a whole, and may themselves be names.
        called = [unmarked(name) for name in self.plain]
        glance = self.words.at_a_glance(view, standings, called.__getitem__)
        turn.glance = [self.lines.of(f"**{heading}** {text}") for heading, text in glance]
        self.views.append(view)
        self.called.append(self.plain)


def _rows(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def pictured(page: Retelling, shown: Mapping[int, int]) -> None:
    """Say which map shows each turn: its own, or the newest one before it."""
    newest = -1
    for number, turn in enumerate(page.turns):
        newest = shown.get(number, newest)
        turn.map = newest
