"""What a game gives the kernel, and the position it is saved as."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Generic, Protocol

import msgspec
from typing_extensions import TypeVar

from bot.rules.kernel.choices import Choice, Etiquette, IllegalChoice, Prompt, Stops
from bot.rules.kernel.dice import Dice
from bot.rules.kernel.events import NO_SEAT, Event, Seat, every_seat, words_in
from bot.rules.kernel.steps import AnyStep, Table


class Ended(Protocol):
    """How a game ended."""

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winning seats."""
        ...

    @property
    def victory(self) -> str:
        """The kind of victory."""
        ...


class Feat(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a seat did in public that a server's statistics count: what kind of thing it was,
    what or whom it concerned, and how often or for how long.
    """

    kind: str
    seat: Seat
    thing: str
    count: int = 1


class GameState(Protocol):
    """What the kernel needs to know about a game's state."""

    edition: int

    @property
    def result(self) -> Ended | None:
        """How the game ended; None while it is still running."""
        ...


S = TypeVar("S", bound=GameState, default=Any)
K = TypeVar("K", default=Any)
A = TypeVar("A", default=Any)


LESSON = "lesson"
"""The option that names a lesson: the game begins from its position, without a deal."""

BEFOREHAND = "beforehand"
"""The kind of the prompts that offer standing orders."""


class Position(msgspec.Struct, Generic[K, A]):
    """Everything saved about a game: schema, game, rule set, version, dice, agenda and state.

    ``version`` counts the decisions that have been carried out.
    """

    schema: int
    game: str
    ruleset: str
    version: int
    dice: Dice
    agenda: list[A]
    state: K


class Misplaced(ValueError):
    """A position that cannot be laid out: the ``key`` at fault, and the reason."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


class Game(ABC, Generic[S]):
    """The rules of one game under one rule set. A game holds only static content."""

    name: ClassVar[str]
    schema: ClassVar[int] = 1
    edition: int = 1
    """The edition of the rules that new games are played with: it rises when a rule is amended
    after a release. The state's own ``edition`` is the one that its game began with."""
    any_time_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs that are refused by the game and not by the step on top."""
    etiquette: ClassVar[Etiquette] = Etiquette()
    positions: ClassVar[msgspec.json.Decoder[Position]]
    """Reads a position of this game from JSON."""
    facts: ClassVar[msgspec.json.Decoder[Event]]
    """Reads an event of this game from JSON."""
    ruleset: str
    content: Any

    @property
    def seat_range(self) -> range:
        """How many seats a game of this rule set may have."""
        return range(self.content.ruleset.players_min, self.content.ruleset.players_max + 1)

    def as_of(self, edition: int) -> Game:
        """The rules for continuing a game that began under this edition: today's, unless there are
        others.
        """
        return self

    @abstractmethod
    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Position:
        """A fresh position. Raises ValueError for bad seats or options, saying clearly what is
        wrong.
        """

    def check_seats(self, seats: int, title: str) -> None:
        """Raise ValueError if the rule set with this title does not take that number of seats."""
        if seats not in self.seat_range:
            least, most = self.seat_range[0], self.seat_range[-1]
            raise ValueError(f"{title} is for {least} to {most} players, not {seats}.")

    def decode(self, saved: bytes) -> Position:
        """A position from its JSON. Raises ValueError if it is damaged or too new."""
        try:
            position: Position = self.positions.decode(saved)
        except msgspec.DecodeError as error:
            raise ValueError(f"The saved game cannot be read: {error}.") from error
        if position.schema > self.schema:
            raise ValueError("The saved game comes from a newer version of the program.")
        return position

    def decode_event(self, saved: bytes) -> Event:
        """An event of this game from its JSON."""
        return self.facts.decode(saved)

    @abstractmethod
    def seats(self, state: S) -> int:
        """How many seats the game has."""

    @abstractmethod
    def any_time(self, table: Table, seat: Seat) -> list[Prompt]:
        """What a seat may do at any time, whatever step is on top; the game never waits for it."""

    def any_time_stops(self, table: Table, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of a choice that is open at any time, the plainest
        first.
        """
        if not any(prompt.find(choice) is not None for prompt in self.any_time(table, seat)):
            yield self.refusal(table, seat, choice)

    @abstractmethod
    def answer_any_time(self, table: Table, seat: Seat, choice: Choice) -> None:
        """Carry out a choice that is open at any time."""

    @abstractmethod
    def apply_consequences(self, table: Table) -> None:
        """Apply what happens without anybody's choice (such as an immediate victory)."""

    def winners(self, state: S) -> tuple[tuple[Seat, ...], str]:
        """The winning seats and the kind of victory, once the game is over."""
        if state.result is None:
            return (), ""
        return state.result.winners, state.result.victory

    def places(self, state: S) -> tuple[int, ...]:
        """The place of every seat once the game is over, 1 for the winners; tied seats share a
        place.

        Unless a game says otherwise, all others come second.
        """
        winners, _ = self.winners(state)
        return tuple(1 if seat in winners else 2 for seat in every_seat(self.seats(state)))

    def rounds(self, state: S) -> int:
        """How many rounds have begun; 0 where a game has none."""
        return int(getattr(state, "round", 0))

    def side(self, state: S, seat: Seat) -> str:
        """The part a seat plays where there are parts, such as a House or a family; otherwise
        empty.
        """
        return ""

    def feats(self, happened: Iterable[Event]) -> list[Feat]:
        """What statistics say about a finished game, from its public events; nothing by default."""
        return []

    @abstractmethod
    def view(self, table: Table, seat: Seat | None) -> Any:
        """Everything that the seat (None: a spectator) may see, and nothing more."""

    def standings(self, table: Table) -> Any:
        """Anything that everybody can count for each side but that a spectator's view does not
        show."""
        return None

    @abstractmethod
    def refusal(self, table: Table, seat: Seat, choice: Choice) -> IllegalChoice:
        """The refusal of a choice that is not on offer, with its rule."""

    def too_late(self, table: Table, seat: Seat, choice: Choice) -> IllegalChoice | None:
        """The refusal of a choice whose moment has passed, whatever is being asked now; None if it
        has not, or if the game knows no such moments."""
        return None

    def in_force(self, rule: str) -> str:
        """The rule in force at this table in place of the one that the code names; usually the
        same.
        """
        return rule

    def decks(self, state: S) -> list[list[Any]]:
        """The face-down decks that cards are drawn from; none by default."""
        return []

    def shuffle_decks(self, position: Position) -> None:
        """Shuffle the face-down cards in place, for instance after a draw has been taken back."""
        for deck in self.decks(position.state):
            position.dice.shuffle(deck)

    def wishes(self, table: Table, seat: Seat) -> list[Choice]:
        """What a seat might expect to be able to do now, whether or not it may; none by default.

        Wishes are made only from what the seat may know. A wish may leave fields out.
        """
        return []

    @abstractmethod
    def directives(self, table: Table) -> list[Prompt]:
        """What the clock or a moderator may order now (as prompts to seat -1)."""

    @abstractmethod
    def direct(self, table: Table, choice: Choice) -> None:
        """Carry out an order of the clock or of a moderator."""

    def corrections(self, table: Table) -> list[Prompt]:
        """How a moderator may correct the position now (as prompts to seat -1); none by default."""
        return []

    def correct(self, table: Table, choice: Choice) -> None:
        """Correct the position. Raises IllegalChoice if the result would be unsound."""
        raise self.refusal(table, NO_SEAT, choice)

    def beforehand(self, table: Table, seat: Seat) -> list[Prompt]:
        """The standing orders that a seat may give now, as offers; none by default."""
        return []

    def as_ordered(self, table: Table, prompt: Prompt, order: Choice) -> Choice | None:
        """The answer that a standing order gives to a question; None if the order does not cover
        it."""
        return None

    def order_stands(self, table: Table, seat: Seat, order: Choice) -> bool:
        """Whether a question that a standing order covers may still come."""
        return any(p.find(order) is not None for p in self.beforehand(table, seat))

    def hidden_names(self, position: Position, seat: Seat | None) -> dict[str, str]:
        """What a seat (None: a spectator) cannot see, by name: cards in hands and decks.

        The word given for each card stays the same until the card may have been seen and hidden
        again, for instance by a shuffle. Hidden cards that were shown to the seat, such as one
        offered to it, are left out.
        """
        return {}

    def out_of_sight(self, position: Position, seat: Seat | None, choice: Choice) -> set[str]:
        """The names in a correction of things that a seat (None: a spectator) cannot place: those
        it cannot see, and those it knows somebody has, but not who."""
        return set(words_in(msgspec.to_builtins(choice))) & set(self.hidden_names(position, seat))

    def redeal_hidden(self, position: Position, seat: Seat | None, luck: Dice) -> None:
        """Change everything hidden from a seat, in place, into something else it could be.

        ``luck`` is separate from the game's own dice. Nothing that the seat may know changes:
        neither its view nor what it is asked.
        """

    def draw_hidden(self, position: Position, seat: Seat | None, luck: Dice) -> None:
        """Redraw everything hidden from a seat, in place, from what it may know and ``luck``.

        Two positions that the seat cannot tell apart give the same result.
        """

    def imagine(self, position: Position, seat: Seat | None, seed: str) -> Position:
        """A world that a seat (None: a spectator) can imagine: to that seat, it looks like this
        one.

        Everything hidden is drawn again with ``seed``, and the dice fall differently: equal views
        give byte-equal worlds, with no trace of the true secrets or the true seed. No decisions are
        counted, since some were made in secret. The game openly waits for the same seats. The
        position itself does not change.
        """
        world = self.decode(self.encode(position))
        world.version, world.dice = 0, Dice(f"{seed}:dice")
        self.draw_hidden(world, seat, Dice(f"{seed}:hidden"))
        return world

    def marks_turn(self, event: Event) -> bool:
        """Whether this event begins a new turn."""
        return False

    def whose_turn(self, event: Event) -> Seat | None:
        """The seat whose turn this event begins; None if it begins no single seat's turn."""
        return None

    def worth_a_look(self, event: Event) -> bool:
        """Whether the player who decides next should see the board after this event."""
        return self.marks_turn(event)

    @abstractmethod
    def violations(self, table: Table) -> list[str]:
        """The invariants that are broken, in words; empty when all is well."""

    def encode(self, position: Position) -> bytes:
        """The position as JSON."""
        return _ENCODER.encode(position)


def reader_of(base: type[Event]) -> msgspec.json.Decoder[Event]:
    """A reader for all direct subclasses of this event, told apart by their tags."""
    return msgspec.json.Decoder(reduce(or_, base.__subclasses__()))


def reader_of_positions(
    state: type[K], steps: Iterable[type[AnyStep]]
) -> msgspec.json.Decoder[Position[K]]:
    """A reader for positions with this state and any of these steps on the agenda."""
    step = reduce(or_, steps)
    return msgspec.json.Decoder(Position[state, step])  # type: ignore[valid-type]


_ENCODER = msgspec.json.Encoder()
