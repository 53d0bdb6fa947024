"""Choices, offers and prompts: who is asked, what a seat may answer, what it answered, and what
happens if nobody does.

Refusals: what players are told when a choice is not allowed.

Reading a choice that may contain anything: the one value of a field, or the number in it.

How the questions of a game are treated at the table: an etiquette names kinds of prompts, kinds of
events and verbs of one game. A question in none of its sets is treated with the greatest care: if
it has facts, only the seat that is asked may read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeVar, cast, overload

import msgspec

from bot.rules.kernel.events import Seat

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
        return None if self.weights is None else self._weight_problem(values, self.weights)

    def _weight_problem(self, values: tuple[str, ...], weights: tuple[int, ...]) -> str | None:
        weight = sum(weights[self.candidates.index(value)] for value in values)
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


_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Etiquette:
    """Which of a game's questions everybody may read, and which must not be betrayed even by their
    timing.
    """

    open_facts: frozenset[str] = _NONE
    """Kinds of questions whose facts are open on the table."""
    telltale_kinds: frozenset[str] = _NONE
    """Kinds whose answers show what somebody holds, or that he holds nothing of use."""
    secret_answers: frozenset[str] = _NONE
    """Kinds put to everybody as in a vote, although nothing is voted on: cards to play against
    another player.
    """
    telltale_verbs: frozenset[str] = _NONE
    """Verbs that only the holder of something hidden may use."""
    named_openly: frozenset[str] = _NONE
    """Kinds of events that may name hidden cards, since something in the open names them already.
    """
    between_two: frozenset[str] = _NONE
    """Kinds of events that tell their audience only about its own dealings."""
    shared: frozenset[str] = _NONE
    """Kinds that several players may answer at once, each for himself, with the same buttons."""
    shared_by_several: frozenset[str] = _NONE
    """Kinds that several players may answer at once, but only while the game waits for more than
    one.
    """


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to one seat.

    ``kind`` names the question (the key to its words); ``facts`` are what the words need, and the
    seat may see them. A ``blocking`` prompt holds the game up until it is answered; any other stays
    open and may lapse. ``default`` is what happens at the deadline. A ``sealed`` answer is kept
    secret until everybody asked has answered, and is never given automatically, even if only one is
    possible. A ``guarded`` question is not answered automatically either: it is put to everybody
    who, as far as the table knows, could have a choice, and whether they do is a secret.
    ``seconds`` is the time that the rules themselves leave to everybody asked; once it is over, the
    step is closed for everybody (:meth:`Step.close`).
    """

    seat: Seat
    kind: str
    offers: tuple[Offer, ...]
    blocking: bool = True
    default: Choice | None = None
    sealed: bool = False
    guarded: bool = False
    seconds: int | None = None
    facts: Mapping[str, str] = {}

    @property
    def is_vote(self) -> bool:
        """Whether nobody may know who has answered this until it is closed."""
        return self.blocking and self.sealed and self.seconds is not None

    @property
    def is_sealed(self) -> bool:
        """Whether the game waits for an answer that is kept secret."""
        return self.blocking and self.sealed

    def is_hidden(self, manners: Etiquette) -> bool:
        """Whether nobody else may know that this is asked or that it can be done at all."""
        return not self.blocking or self.sealed or self.kind in manners.telltale_kinds

    def is_public(self, manners: Etiquette) -> bool:
        """Whether everybody may read what is asked."""
        if self.is_hidden(manners):
            return False
        return not self.facts or self.kind in manners.open_facts

    def sole(self) -> Choice | None:
        """The answer that is given automatically, or None if there is, or might be, a real choice.

        Of several offers, the first that is due and leaves no choice gives the answer.
        """
        if self.sealed or self.guarded or self.seconds is not None:
            return None
        return self.only() or next((s for o in self.offers if o.due and (s := o.sole())), None)

    def only(self) -> Choice | None:
        """The only possible answer, or None if there are several."""
        return self.offers[0].sole() if len(self.offers) == 1 else None

    def find(self, choice: Choice) -> Offer | None:
        """The offer that allows this choice, if any."""
        for offer in self.offers:
            if offer.verb == choice.verb and offer.problem(choice) is None:
                return offer
        return None
