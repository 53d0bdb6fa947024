"""The table: what a step or a rule may touch while a decision is carried out."""

from __future__ import annotations

from typing import Any, Generic, Protocol

from typing_extensions import TypeVar

from bot.rules.kernel.dice import Dice
from bot.rules.kernel.events import Event, Seat

S = TypeVar("S", default=Any)
C = TypeVar("C", default=Any)
T = TypeVar("T")


class OnAgenda(Protocol):
    """What the table needs to know about a step (`steps.Step`) on the agenda."""

    def concerns(self, seat: Seat) -> bool:
        """Whether a seat that is not asked should hear the step's refusals."""
        ...


class Table(Generic[S, C]):
    """The state, the static content, the agenda, the dice, and the events made so far.

    ``known`` becomes true once a die has been rolled, a deck shuffled, a card drawn, or a hidden
    card looked at: from then on the decision cannot be taken back freely. ``settled`` is how many
    of the events have had their consequences.
    """

    def __init__(self, state: S, content: C, agenda: list[Any], dice: Dice) -> None:
        self.state = state
        self.content = content
        self.agenda = agenda
        self.dice = dice
        self.events: list[Event] = []
        self.settled = 0
        self.known = False

    def emit(self, event: Event) -> None:
        """Record a fact."""
        self.events.append(event)

    def unsettled(self) -> list[Event]:
        """The events that have not had their consequences yet."""
        return self.events[self.settled :]

    def push(self, *steps: OnAgenda) -> None:
        """Put steps on the agenda; the first one named is carried out first."""
        self.agenda.extend(reversed(steps))

    def finish(self, step: OnAgenda) -> None:
        """Take a finished step off the agenda, wherever it is."""
        for index in range(len(self.agenda) - 1, -1, -1):
            if self.agenda[index] is step:
                del self.agenda[index]
                return
        raise LookupError(f"{type(step).__name__} is not on the agenda")

    def percentile(self) -> int:
        """Roll d100 (1 to 100) in the open."""
        self.known = True
        return self.dice.percentile()

    def below(self, sides: int) -> int:
        """Roll a die with faces 0 to ``sides - 1`` in the open."""
        self.known = True
        return self.dice.below(sides)

    def shuffle(self, cards: list[T]) -> None:
        """Shuffle a deck in place."""
        self.known = True
        self.dice.shuffle(cards)

    def reveal(self) -> None:
        """Mark that something hidden has become known to somebody."""
        self.known = True
