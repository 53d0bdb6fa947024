"""Choices and offers: what a seat may answer, and what it answered.

Refusals: what players are told when a choice is not allowed.

Reading a choice that may contain anything: the one value of a field, or the number in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import TypeVar, cast, overload

import msgspec

Id = TypeVar("Id", bound=str)


class IllegalChoice(Exception):
    """A choice that the rules do not allow now; the state is unchanged.

    ``rule`` is the ledger id of the rule that refuses it; ``reason`` is a sentence that tells the
    player what to do instead.
    """

    def __init__(self, rule: str, reason: str) -> None:
        # `args` is set already; setting it again would make a stop cost twice as much.
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        # Put together only when read: most stops are just checked for and never shown.
        return f"{self.reason} ({self.rule})"


Stops = Iterator[IllegalChoice]
"""Everything that stands in the way of an action, the plainest first, worked out on demand.

Each rule that can forbid something is written once, as a generator of stops: an offer lists the
candidates that nothing stops, and a refusal is the first stop found.
"""


def first(stops: Iterable[IllegalChoice]) -> IllegalChoice | None:
    """The plainest thing that stands in the way; None if nothing does."""
    return next(iter(stops), None)


def free(stops: Iterable[IllegalChoice]) -> bool:
    """Whether nothing stands in the way."""
    # This runs a few hundred times per decision, so it does without the calls that `first` makes.
    for _ in stops:
        return False
    return True


class Choice(msgspec.Struct, frozen=True, gc=False):
    """An answer: a verb and, for each field of its offer, the chosen candidates.

    >>> march = Choice.of("move", nobles=["percy", "neville"], to="york")
    >>> march.one("to"), march.many("nobles"), march.many("ships")
    ('york', ('percy', 'neville'), ())
    """

    verb: str
    args: dict[str, tuple[str, ...]] = {}

    @staticmethod
    def of(verb: str, **args: str | Sequence[str]) -> Choice:
        """A choice from plain words: ``Choice.of("move", nobles=["percy"], to="12,18")``."""
        return Choice(verb, {k: (v,) if isinstance(v, str) else tuple(v) for k, v in args.items()})

    @overload
    def one(self, name: str) -> str: ...

    @overload
    def one(self, name: str, kind: type[Id]) -> Id: ...

    def one(self, name: str, kind: type[str] = str) -> str:
        """The single value of a field, taken as an id of this kind. Raises KeyError if the field is
        absent or empty."""
        values = self.args.get(name)
        if not values:
            raise KeyError(name)
        return values[0]

    @overload
    def many(self, name: str) -> tuple[str, ...]: ...

    @overload
    def many(self, name: str, kind: type[Id]) -> tuple[Id, ...]: ...

    def many(self, name: str, kind: type[str] = str) -> tuple[str, ...]:
        """All the values of a field, empty if the field was left out."""
        return self.args.get(name, ())

    def first(self, name: str, none: Id) -> Id:
        """The first value of a field, as an id of the kind of ``none``, which is given if there is
        no value."""
        values = cast(tuple[Id, ...], self.args.get(name, ()))
        return values[0] if values else none


class Field(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing to choose: from ``least`` to ``most`` of the candidates.

    ``required`` candidates must be among those chosen. With ``weights`` (one per candidate), those
    of the chosen candidates must add up to at least ``weight_min`` and at most ``weight_max``; with
    ``lone_exempt``, a lone candidate may exceed ``weight_max``. ``free`` above 0 asks for the
    player's own words, of at most that many characters, instead of candidates. An ``unasked`` field
    may be filled in freely, but nobody is asked to.

    >>> aboard = Field("aboard", ("percy", "neville"), most=2, weights=(40, 70), weight_max=100)
    >>> list(aboard.selections())
    [('percy',), ('neville',)]
    >>> aboard.problem(("percy", "neville"))
    'together they count 110, but there is room only for 100'
    """

    name: str
    candidates: tuple[str, ...]
    least: int = 1
    most: int = 1
    required: tuple[str, ...] = ()
    weights: tuple[int, ...] | None = None
    weight_min: int = 0
    weight_max: int | None = None
    lone_exempt: bool = False
    free: int = 0
    unasked: bool = False

    def ids(self, kind: type[Id]) -> tuple[Id, ...]:
        """The candidates, taken as ids of this kind."""
        return cast(tuple[Id, ...], self.candidates)

    def problem(self, values: tuple[str, ...]) -> str | None:
        """Why these values do not fit, in a few words; None if they do."""
        if len(set(values)) != len(values):
            return "you named the same thing twice"
        for value in values:
            if self.free:
                if not value.strip() or len(value) > self.free or "\n" in value:
                    return f"write one line of at most {self.free} characters"
            elif value not in self.candidates:
                return f"{value!r} is not one of the choices"
        if not self.least <= len(values) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return f"choose {wanted}, not {len(values)}"
        if any(value not in values for value in self.required):
            return f"you must include {', '.join(self.required)}"
        return self._weight_problem(values)

    def _weight_problem(self, values: tuple[str, ...]) -> str | None:
        if self.weights is None:
            return None
        weight = sum(self.weights[self.candidates.index(value)] for value in values)
        if weight < self.weight_min:
            return f"together they count {weight}, but you need {self.weight_min}"
        if self.weight_max is None or weight <= self.weight_max:
            return None
        if self.lone_exempt and len(values) == 1:
            return None
        return f"together they count {weight}, but there is room only for {self.weight_max}"

    def alone(self) -> tuple[str, ...]:
        """The candidates that would fit on their own."""
        if self.least <= 1 <= self.most and not self.required and self.weights is None:
            return self.candidates
        return tuple(each for each in self.candidates if self.problem((each,)) is None)

    def selections(self) -> Iterator[tuple[str, ...]]:
        """Every selection that fits, smallest first (of free text, only the empty one). The list
        may be long: the caller limits it.
        """
        if self.free:
            yield ()
            return
        for size in range(self.least, min(self.most, len(self.candidates)) + 1):
            for values in combinations(self.candidates, size):
                if self.problem(values) is None:
                    yield values

    def sole(self) -> tuple[str, ...] | None:
        """The only possible selection; None if there are several, or none, or more candidates than
        are tried.
        """
        if self.least == self.most == len(self.candidates):
            return self.candidates
        if self.least == self.most == 0:
            return ()
        if self.weights is None and not self.required and self.least < len(self.candidates):
            return None  # any one of several would fit
        if len(self.candidates) > 3:
            return None
        found = None
        for values in self.selections():
            if found is not None:
                return None
            found = values
        return found


class Offer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A verb that may be chosen now, its fields, and the ledger id of the rule that allows it.

    An offer that is ``due`` must be carried out sooner or later, whatever else is answered.

    >>> offer = Offer("move", (Field("noble", ("percy",)), Field("to", ("york", "hull"))))
    >>> [choice.one("to") for choice in offer.choices()]
    ['york', 'hull']
    >>> offer.problem(Choice.of("move", noble="percy", to="london"))
    "to: 'london' is not one of the choices"
    >>> offer.sole() is None
    True
    """

    verb: str
    fields: tuple[Field, ...] = ()
    rule: str = ""
    due: bool = False

    def problem(self, choice: Choice) -> str | None:
        """Why the choice does not fit this offer; None if it does."""
        if choice.verb != self.verb:
            return "that is not the question"
        names = {field.name for field in self.fields}
        for name in choice.args:
            if name not in names:
                return f"{name!r} is not asked for here"
        for field in self.fields:
            problem = field.problem(choice.many(field.name))
            if problem is not None:
                return f"{field.name}: {problem}"
        return None

    def field(self, name: str) -> Field:
        """The field of that name. Raises KeyError if there is none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)

    def sole(self) -> Choice | None:
        """The only choice this offer leaves, or None if it leaves several (or none)."""
        args: dict[str, tuple[str, ...]] = {}
        for field in self.fields:
            values = field.sole()
            if values is None:
                return None
            if values:
                args[field.name] = values
        return Choice(self.verb, args)

    def choices(self) -> Iterator[Choice]:
        """Every choice this offer leaves. The list may be long: the caller limits it."""
        names = [field.name for field in self.fields]
        for values in product(*(list(field.selections()) for field in self.fields)):
            yield Choice(self.verb, {n: v for n, v in zip(names, values, strict=True) if v})


_DIGITS = 4
"""The most digits that a number may have: no game here needs more."""


@overload
def one_of(choice: Choice, name: str) -> str: ...


@overload
def one_of(choice: Choice, name: str, kind: type[Id]) -> Id: ...


def one_of(choice: Choice, name: str, kind: type[str] = str) -> str:
    """The value of a field; empty if there is none, or more than one."""
    values = choice.many(name)
    return values[0] if len(values) == 1 else ""


def number_of(choice: Choice, name: str) -> int | None:
    """The number in a field, written as offers write it; None if there is no such number."""
    value = one_of(choice, name)
    if not (value.isascii() and value.isdecimal() and len(value) <= _DIGITS):
        return None
    return int(value) if value == str(int(value)) else None
