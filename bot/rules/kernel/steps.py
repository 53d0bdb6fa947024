"""Steps: the procedures on the agenda, and the table: what they may touch while a decision is
carried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeAlias

import msgspec
from typing_extensions import TypeVar

from bot.rules.kernel.choices import Choice, IllegalChoice, Offer, Prompt, Stops, first
from bot.rules.kernel.dice import Dice
from bot.rules.kernel.events import Event, Seat
from bot.rules.kernel.registers import import_all

S = TypeVar("S", default=Any)
C = TypeVar("C", default=Any)
_Card = TypeVar("_Card")


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

    def push(self, *steps: AnyStep) -> None:
        """Put steps on the agenda; the first one named is carried out first."""
        self.agenda.extend(reversed(steps))

    def finish(self, step: AnyStep) -> None:
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

    def shuffle(self, cards: list[_Card]) -> None:
        """Shuffle a deck in place."""
        self.known = True
        self.dice.shuffle(cards)

    def reveal(self) -> None:
        """Mark that something hidden has become known to somebody."""
        self.known = True


T = TypeVar("T", bound=Table, default=Table)

DONE = Choice("done")
"""The choice that ends a seat's orders."""


class Step(msgspec.Struct, Generic[T], tag_field="step", omit_defaults=True):
    """One procedure of the rules, with its own data, on the agenda.

    While it is on top it either asks (``prompts`` gives blocking prompts) or acts
    (``advance``). Asking never changes anything. ``advance`` and ``answer`` change the state, push
    further steps, or finish this one.
    """

    meanwhile: ClassVar[IllegalChoice | None] = None
    """What somebody is told who would do something else while the step is waiting."""
    heard_by_all: ClassVar[bool] = False
    """Whether seats that are not asked (any more) hear this step's refusals too."""

    def prompts(self, table: T) -> list[Prompt]:
        """What is asked now; if no prompt is blocking, the step acts instead."""
        return []

    def ballots(self, table: T) -> list[Prompt]:
        """In a vote, the questions of everybody who has one, answered or not."""
        return []

    def advance(self, table: T) -> None:
        """Act. This is called whenever the step is on top and asks nothing."""
        table.finish(self)

    def answer(self, table: T, seat: Seat, choice: Choice) -> None:
        """Carry out an answer that was offered by ``prompts``."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing")

    def close(self, table: T) -> None:
        """End the questions: the time that the prompts leave (``seconds``) is over."""
        raise NotImplementedError(f"{type(self).__name__} has no time limit of its own")

    def meanwhile_stops(self, table: T) -> Stops:
        """Everything that keeps seats, while this step is on top, from what is open at any time."""
        yield from ()

    def concerns(self, seat: Seat) -> bool:
        """Whether a seat that is not asked (any more) should hear this step's refusals."""
        return self.heard_by_all

    def objections(self, table: T, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of an answer, the plainest first."""
        if self.meanwhile is not None:
            yield self.meanwhile

    def refusal(self, table: T, seat: Seat, choice: Choice) -> IllegalChoice | None:
        """Why this choice is not among the offers; None if that is not known. Nothing is
        changed."""
        return first(self.objections(table, seat, choice))


AnyStep: TypeAlias = Step[Any]
"""A step of any game."""


class Form(msgspec.Struct, frozen=True):
    """The things an order names: exactly one of some, one or more of others, and some that are
    optional."""

    one: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()

    def fits(self, choice: Choice) -> bool:
        """Whether a choice names exactly what the order needs, and nothing twice."""
        named = choice.args
        known = {*self.one, *self.several, *self.perhaps}
        return (
            named.keys() <= known
            and all(len(choice.many(name)) == 1 for name in self.one)
            and all(choice.many(name) for name in self.several)
            and all(len({*values}) == len(values) for values in named.values())
        )


class Orders(Step[T]):
    """A step in which one seat gives any number of orders until it says that it is done.

    What may be ordered is listed when somebody looks; an order is checked for anything that stands
    in its way (:meth:`stops`). If there is nothing to order, the step acts on its own, as it does
    before it has begun.
    """

    kind: ClassVar[str]
    """The kind of the question."""
    done_by: ClassVar[str]
    """The rule by which the orders may end."""
    forms: ClassVar[Mapping[str, Form]]
    """What each order names, by its verb."""

    by_card: ClassVar[frozenset[str]] = frozenset()
    """The orders that need a hidden card."""

    @property
    def misfit(self) -> IllegalChoice:
        """The refusal of an order that names too much, too little, or something twice."""
        raise NotImplementedError

    @property
    def orders_of(self) -> Seat:
        """The seat that gives the orders."""
        raise NotImplementedError

    def orders(self, table: T) -> Iterator[Offer]:
        """Everything that may be ordered now, found one by one on demand."""
        raise NotImplementedError

    def order_stops(self, table: T, choice: Choice) -> Stops:
        """Everything that the rules put in the way of an order, the plainest first."""
        raise NotImplementedError

    def stops(self, table: T, choice: Choice) -> Stops:
        """Everything that stands in the way of an order; its form is checked last."""
        form = self.forms.get(choice.verb)
        if choice == DONE:
            return
        if form is not None:
            yield from self.order_stops(table, choice)
        if form is None or not form.fits(choice):
            yield self.misfit

    def could_go_on(self, table: T) -> bool:
        """Whether, as far as everybody knows, hidden cards could let the seat give orders. If so,
        it is asked even if it holds none."""
        return False

    def question(self, table: T, offers: tuple[Offer, ...]) -> Prompt:
        """The question that offers these orders and a way to end them."""
        done = Offer(DONE.verb, (), self.done_by)
        guarded = all(o.verb in self.by_card for o in offers) and self.could_go_on(table)
        return Prompt(self.orders_of, self.kind, (*offers, done), default=DONE, guarded=guarded)

    def prompts(self, table: T) -> list[Prompt]:
        offers = tuple(self.orders(table))
        return [self.question(table, offers)] if offers or self.could_go_on(table) else []


def steps_of(package: str) -> tuple[type[Step], ...]:
    """All the steps defined in a package, in any of its modules.

    Raises ValueError if two would be saved under one tag.
    """
    import_all(package)
    known: dict[object, type[Step]] = {}
    for step in _kinds_of(Step):
        if step.__module__.startswith(f"{package}."):
            other = known.setdefault(step.__struct_config__.tag, step)
            if other is not step:
                raise ValueError(
                    f"{_place(other)} and {_place(step)} have the same tag; give one of them "
                    "another."
                )
    return tuple(known.values())


def _kinds_of(step: type[Step]) -> Iterator[type[Step]]:
    for kind in step.__subclasses__():
        yield kind
        yield from _kinds_of(kind)


def _place(step: type[Step]) -> str:
    return f"{step.__module__}.{step.__name__}"
