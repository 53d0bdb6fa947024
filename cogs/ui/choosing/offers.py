"""A seat's possible choices, arranged so that a person can be asked for one thing at a time.

The rules offer a verb several times over, once for each group of pieces and each set of things they
can reach. A `Way` gathers all the offers of one verb and narrows them down as the fields are filled
in.

A candidate in a field is described only by facts that are true of it in every offer that fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2s
from typing import Protocol
from urllib.parse import unquote

import msgspec

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.words.shape import Names

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
FORM_ROOM = 5
"""The most controls on a form."""
PAGE = 25
"""The most options that a menu may have."""

Values = tuple[str, ...]


class Misfit(Exception):
    """Values that do not fit the offers; the text is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-made choice: the party it is about, and the open fields filled in so far.

    `page` and `part` belong to the field being asked for: which page of candidates is shown, and
    which of them have been picked. `ahead` holds picks for later fields; they appear as picked when
    those fields are asked for.
    """

    party: int | None = None
    values: tuple[Values, ...] = ()
    page: int = 0
    part: Values = ()
    ahead: tuple[Values, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """The next thing to ask: a field, the offers that have it, and what is already settled.

    The offers fit everything that is settled.
    """

    field: Field
    offers: tuple[Offer, ...]
    settled: dict[str, Values]

    @property
    def offer(self) -> Offer:
        """One of the offers, which stands for what they have in common."""
        return self.offers[0]

    @property
    def alone(self) -> frozenset[str]:
        """The candidates that may be chosen alone."""
        fields = [offer.field(self.field.name) for offer in self.offers]
        return frozenset[str]().union(*[field.alone() for field in fields])

    @property
    def later(self) -> tuple[Field, ...]:
        """The fields after this one whose picks can be kept, up to the first whose picks cannot."""
        names = [field.name for field in self.offer.fields]
        found = []
        for name in names[names.index(self.field.name) + 1 :]:
            field = merged_field(name, self.offers)
            if not is_kept(field):
                break
            found.append(field)
        return tuple(found)

    @property
    def together(self) -> tuple[Field, ...]:
        """The fields that one form can ask for: this one and those after it, as far as there is
        room; none if one depends on another, or if they amount to no more than one menu.
        """
        if len(self.offers) > 1 and not self.field.free:
            return ()
        found, room = list[Field](), FORM_ROOM
        fields = self.offer.fields
        for field in fields[fields.index(self.offer.field(self.field.name)) :]:
            if field.unasked:
                break
            if not field.free and field.sole() is not None:
                continue
            room -= 1 if field.free else -(-len(field.candidates) // PAGE)
            if room < 0:
                break
            found.append(field)
        several = sum(is_kept(field) for field in found)
        return tuple(found) if self.field.free or several > 1 else ()


@dataclass(frozen=True, slots=True)
class Parties:
    """The first thing to ask: which of several separate groups the choice is about."""

    groups: tuple[tuple[Offer, ...], ...]

    @property
    def offer(self) -> Offer:
        """One of the offers, which stands for what they have in common."""
        return self.groups[0][0]

    @property
    def field(self) -> Field:
        """The field whose pieces the groups share out. How strong they must be, or may be, is left
        out: that differs from group to group."""
        return msgspec.structs.replace(self.offer.fields[0], weights=None)


class Way:
    """All offers of one verb to one seat."""

    def __init__(self, verb: str, offers: Sequence[Offer], prompt: Prompt) -> None:
        self.verb = verb
        self.offers = tuple(dict.fromkeys(offers))
        self.prompt = prompt
        """The question that offers the verb; the first one if there are several."""

    @cached_property
    def mark(self) -> str:
        """Four letters or digits that differ when the offers differ."""
        return letters(self.offers)

    @cached_property
    def open_mark(self) -> str:
        """Four letters or digits for a control that everybody can see: they do not depend on the
        offers, because these could give away hidden things, such as how many squires could go
        along.
        """
        return letters(self.prompt.kind)

    def names(self) -> tuple[str, ...]:
        """The fields of this verb, in the order in which they are asked for."""
        return tuple(dict.fromkeys(f.name for offer in self.offers for f in offer.fields))

    @cached_property
    def parties(self) -> tuple[tuple[Offer, ...], ...]:
        """The offers in groups that share no pieces; a single group if the first field of every
        offer takes only one piece."""
        if not any(offer.fields and offer.fields[0].most > 1 for offer in self.offers):
            return (self.offers,)
        groups: list[tuple[set[str], list[Offer]]] = []
        for offer in self.offers:
            mine = set(offer.fields[0].candidates) if offer.fields else set()
            joined = [group for group in groups if group[0] & mine]
            merged = (mine.union(*(g[0] for g in joined)), [o for g in joined for o in g[1]])
            merged[1].append(offer)
            groups = [group for group in groups if group not in joined] + [merged]
        return tuple(tuple(offers) for _, offers in groups)

    def walk(self, draft: Draft, *, unasked: bool = False) -> Parties | Question | Choice:
        """The next question, or the finished choice. Raises Misfit if the draft does not fit.

        With ``unasked``, the next question may also be about a field that nobody is normally asked
        for.
        """
        offers = list(self._start(draft))
        if not offers:
            groups = self.parties
            return Parties(groups)
        given = iter(draft.values)
        settled: dict[str, Values] = {}
        silent = False
        while (name := _unsettled(offers, settled)) is not None:
            field = merged_field(name, offers)
            values = None if field.free else field.sole()
            if values is None:
                values = next(given, None)
            left_out = silent or (field.unasked and not unasked)
            if values is None and left_out and field.least == 0:
                values = ()
            if values is None:
                return Question(field, tuple(offers), settled)
            # If a player adds no words, do not ask for what goes with them, such as a date.
            silent = silent or (field.free > 0 and not values)
            offers = narrowed(name, values, offers)
            settled[name] = values
        return Choice(self.verb, {name: values for name, values in settled.items() if values})

    def _start(self, draft: Draft) -> tuple[Offer, ...]:
        groups = self.parties
        if draft.party is None:
            return groups[0] if len(groups) == 1 else ()
        if len(groups) == 1 or not 0 <= draft.party < len(groups):
            raise Misfit("That group is no longer together.")
        return groups[draft.party]


def is_kept(field: Field) -> bool:
    """Whether picks in a field can be kept: the field must allow several, or none."""
    return not field.free and (field.most > 1 or not field.least)


def ways_of(prompts: Iterable[Prompt]) -> dict[str, Way]:
    """The ways that these prompts offer, by verb, in the order of the prompts."""
    offers: dict[str, list[Offer]] = {}
    asking: dict[str, Prompt] = {}
    for prompt in prompts:
        for offer in prompt.offers:
            offers.setdefault(offer.verb, []).append(offer)
            asking.setdefault(offer.verb, prompt)
    return {verb: Way(verb, found, asking[verb]) for verb, found in offers.items()}


def letters(data: object) -> str:
    """Four letters or digits that differ when the data differ."""
    digest = blake2s(msgspec.json.encode(data), digest_size=4).digest()
    number, found = int.from_bytes(digest, "big"), ""
    for _ in range(4):
        number, digit = divmod(number, 36)
        found += _DIGITS[digit]
    return found


def _unsettled(offers: Sequence[Offer], settled: Iterable[str]) -> str | None:
    """The next field to settle; which fields exist may depend on what was chosen before."""
    return next((f.name for f in offers[0].fields if f.name not in settled), None)


def merged_field(name: str, offers: Sequence[Offer]) -> Field:
    """A single field that allows everything that any of the offers allows."""
    fields = [field for offer in offers for field in offer.fields if field.name == name]
    if len(fields) == 1:
        return fields[0]
    candidates = tuple(dict.fromkeys(c for field in fields for c in field.candidates))
    weights: dict[str, int] = {}
    for field in fields:
        weights.update(zip(field.candidates, field.weights or (), strict=False))
    limits = [field.weight_max for field in fields]
    return Field(
        name,
        candidates,
        least=min(field.least for field in fields),
        most=max(field.most for field in fields),
        required=tuple(r for r in fields[0].required if all(r in f.required for f in fields)),
        weights=tuple(weights.get(c, 0) for c in candidates) if weights else None,
        weight_min=min(field.weight_min for field in fields),
        weight_max=None if None in limits else max(limit or 0 for limit in limits),
        lone_exempt=any(field.lone_exempt for field in fields),
        free=max(field.free for field in fields),
        unasked=all(field.unasked for field in fields),
    )


def narrowed(name: str, values: Values, offers: Sequence[Offer]) -> list[Offer]:
    """The offers that allow these values. Raises Misfit, with the reason, if none do."""
    fitting = [offer for offer in offers if offer.field(name).problem(values) is None]
    if not fitting:
        problem = merged_field(name, offers).problem(values)
        if problem is None:
            raise Misfit("Those do not go together.")
        raise Misfit(f"{problem[0].upper()}{problem[1:]}.")
    return fitting


# Drafts as text short enough for a control's id


def pack(way: Way, draft: Draft) -> str:
    """A draft as letters, digits, dots, tildes and hyphens; `unpack` reads it back."""
    party = "-" if draft.party is None else base36(draft.party)
    words, sofar = [party], Draft(draft.party)
    for values in draft.values:
        words.append(_pack_values(_field(way, sofar), values))
        sofar = Draft(draft.party, (*sofar.values, values))
    text = ".".join(words)
    if draft.page or draft.part or any(draft.ahead):
        picked = zip(_still_open(way, sofar), (draft.part, *draft.ahead), strict=False)
        parts = [_pack_values(field, values, many=True) for field, values in picked]
        text += "~".join(("", base36(draft.page), *parts))
    return text


def pack_next(packed: str, field: Field, values: Values) -> str:
    """A packed draft, with the field that it asks for filled in as well."""
    return f"{packed}.{_pack_values(field, values)}"


def unpack(way: Way, text: str) -> Draft:
    """The draft that was packed for this same way. Raises Misfit if the text does not fit."""
    main, _, rest = text.partition("~")
    party, *words = main.split(".")
    draft = Draft(None if party == "-" else int(party, 36))
    for word in words:
        values = _unpack_values(_field(way, draft), word)
        draft = Draft(draft.party, (*draft.values, values))
    if rest:
        page, *parts = rest.split("~")
        fields = zip(_still_open(way, draft), parts, strict=False)
        picked = [_unpack_values(field, part, many=True) for field, part in fields]
        part, *ahead = picked or [()]
        draft = Draft(draft.party, draft.values, int(page, 36), part, tuple(ahead))
    return draft


def pack_words(text: str) -> str:
    """The player's own words for a control's id, without spaces or colons."""
    for mark, code in (("%", "%25"), ("_", "%5F"), (":", "%3A"), (" ", "_")):
        text = text.replace(mark, code)
    return text


def unpack_words(text: str) -> str:
    """The words that were packed."""
    return unquote(text.replace("_", " "))


def unasked_words(way: Way) -> str:
    """The field that takes the player's own words although nobody is asked for it; empty if there
    is none.
    """
    fields = (field for offer in way.offers for field in offer.fields)
    return next((field.name for field in fields if field.free and field.unasked), "")


def base36(number: int) -> str:
    """A number of 0 or more in letters and digits."""
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text


def _still_open(way: Way, draft: Draft) -> tuple[Field, ...]:
    """The field being asked for, and those after it in which something may be picked ahead."""
    asked = way.walk(draft)
    return (asked.field, *asked.later) if isinstance(asked, Question) else ()


def _field(way: Way, draft: Draft) -> Field:
    asked = way.walk(draft)
    if not isinstance(asked, Question):
        raise Misfit("There is nothing left to choose here.")
    return asked.field


def _pack_values(field: Field, values: Values, many: bool = False) -> str:
    # Something picked ahead may have gone by now.
    if field.most == 1 and field.least == 1 and not many:
        return base36(field.candidates.index(values[0]))
    values = tuple(value for value in values if value in field.candidates) if many else values
    return base36(sum(1 << field.candidates.index(value) for value in values))


def _unpack_values(field: Field, word: str, many: bool = False) -> Values:
    number = int(word, 36)
    if field.most == 1 and field.least == 1 and not many:
        if number >= len(field.candidates):
            raise Misfit("You can no longer choose that.")
        return (field.candidates[number],)
    if number >> len(field.candidates):
        raise Misfit("You can no longer choose that.")
    return tuple(c for index, c in enumerate(field.candidates) if number >> index & 1)


_MARK = " · "


class Describing(Protocol):
    """The part of a game's words that describes candidates."""

    def option(
        self, offer: Offer, field: Field, candidate: str, view: object, names: Names
    ) -> tuple[str, str]:
        """The label of a candidate, and what the offer says about it."""

    def kind(self, thing: str) -> str:
        """The name of a thing."""


def label_of(
    words: Describing,
    offers: Iterable[Offer],
    name: str,
    candidate: str,
    view: object,
    names: Names,
) -> str:
    """The name of a candidate in the field `name`."""
    for offer, field in _having(offers, name, candidate):
        return words.option(offer, field, candidate, view, names)[0]
    return words.kind(candidate)


def told_of(
    words: Describing,
    offers: Iterable[Offer],
    name: str,
    candidate: str,
    view: object,
    names: Names,
) -> tuple[str, str]:
    """The label of a candidate in the field `name`, and what these offers say about it.

    `offers` are those that fit the choices so far. If several offers include the candidate, only
    the facts they share are given: something true of one piece may not be true of another.
    """
    having = _having(offers, name, candidate)
    if not having:
        return words.kind(candidate), ""
    label, about = words.option(*having[0], candidate, view, names)
    told = about.split(_MARK)
    for offer, field in having[1:]:
        same = words.option(offer, field, candidate, view, names)[1].split(_MARK)
        told = [fact for fact in told if fact in same]
    return label, _MARK.join(told)


def _having(offers: Iterable[Offer], name: str, candidate: str) -> list[tuple[Offer, Field]]:
    """The offers that include this candidate, each with the field that contains the candidate."""
    found = []
    for offer in offers:
        for field in offer.fields:
            if field.name == name and candidate in field.candidates:
                found.append((offer, field))
    return found
