"""Choices typed as a command: turning names into ids, suggestions while typing, and the answer."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

import msgspec
from discord import app_commands

from bot.plain_text import plain_text
from bot.rules.kernel import Choice, Field, Offer, Seat
from bot.session import GameSession, Refused
from bot.words.phrases import cut, in_one_line, newest_named
from cogs.ui.choosing.lists import wizard_for
from cogs.ui.choosing.offers import (
    Draft,
    Misfit,
    Parties,
    Question,
    Values,
    Way,
    label_of,
    merged_field,
    narrowed,
    pack_words,
    told_of,
    unasked_words,
)
from cogs.ui.choosing.playing import advance, carry_out, way_of
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.controls import OfferKey
from cogs.ui.customs import customs_of
from cogs.ui.names import bare_names, folded, plain
from cogs.ui.replies import Interaction, seat_here, session_at_hand, session_here, words_of
from cogs.ui.suggestions import Suggestions

ALL = "all"
_EVERYBODY = (ALL, "everybody", "everyone", "both")
_NOTHING = ("none", "nobody", "nothing")
_OWN_WORDS = ("promise", "word")
"""Fields for the player's own words, which are not names of things."""
_GOODS = ("give", "take")
"""Fields for things that are never offered all at once."""
SUGGESTIONS = 25
NAME_LIMIT = 100
_VALUE_LIMIT = 100
_WORDS_KEPT = 40
"""The most characters of the player's own words that fit in a control's id."""

Suggest = Callable[[Interaction, str], Coroutine[Any, Any, Suggestions]]


class Unknown(Exception):
    """A text that names nothing offered in this field."""


async def choose(interaction: Interaction, verb: str, **texts: str | None) -> None:
    """Carry out a typed choice. Ask for anything missing, and refuse anything not allowed."""
    session = await session_here(interaction)
    seat = seat_here(interaction, session)
    cleaned = {name: plain_text(text or "") for name, text in texts.items()}
    given = {name: text for name, text in cleaned.items() if text}
    way = way_of(session, seat, verb)
    if way is None:
        await _refuse(interaction, session, seat, verb, given)
        return
    known = set(way.names())
    # If a player has nothing to choose from, there is no such field; it does no harm to type
    # “nothing” for it anyway.
    given = {
        name: text
        for name, text in given.items()
        if name in known or text.casefold() not in _NOTHING
    }
    for name in given.keys() - known:
        raise Refused(f"“{plain(given[name])}” does not fit this choice now. Leave it out.")
    try:
        draft = draft_of(session, seat, way, given)
        asked = way.walk(draft)
    except (Unknown, Misfit):
        await _refuse(interaction, session, seat, verb, given)
        return
    own = unasked_words(way)
    if isinstance(asked, Choice):
        last = [name for name in asked.args if name != own][-1:]
        if set(given).issuperset(last) or verb not in customs_of(session).read_back:
            # If a player has typed everything, such as who gets a card, there is no need to read it
            # back.
            await carry_out(interaction, session, seat, asked, session.moment)
            return
        if own in asked.args:
            draft = Draft(draft.party, draft.values[:-1])
    more = _words_kept(session, way, asked, given.get(own, ""))
    key = OfferKey(session.id, seat, told_moment(session), verb, way.mark, more)
    await advance(interaction, session, wizard_for(session, key, way), draft)


def _words_kept(
    session: GameSession, way: Way, asked: Parties | Question | Choice, text: str
) -> str:
    """The player's words, packed for the controls that ask for the rest or for confirmation, since
    nobody asks for them again. Raises Refused if the words are too long for that."""
    packed = pack_words(text)
    if len(packed.encode("utf-16-le")) > 2 * _WORDS_KEPT:
        offer, field = _asked_first(way, asked)
        question = words_of(session).field(offer, field)
        raise Refused(
            f"{question} Your text is too long to keep while I ask. Answer that in the command too."
        )
    return packed


def _asked_first(way: Way, asked: Parties | Question | Choice) -> tuple[Offer, Field]:
    """The offer and field that would be asked for next, or that were taken for granted."""
    if isinstance(asked, Choice):
        return way.offers[0], way.offers[0].fields[0]
    return asked.offer, asked.field


async def _refuse(
    interaction: Interaction, session: GameSession, seat: Seat, verb: str, given: dict[str, str]
) -> None:
    """Put a choice to the game even if it is not offered, because the game knows the rule that
    forbids it."""
    args = {
        name: (text,)
        if name in _OWN_WORDS
        else tuple(identify(session, seat, part) for part in _parts(text))
        for name, text in given.items()
    }
    await carry_out(interaction, session, seat, Choice(verb, args), session.moment)


def draft_of(session: GameSession, seat: Seat | None, way: Way, given: dict[str, str]) -> Draft:
    """A draft with as much of the choice as was typed. Raises Unknown or Misfit if a text does not
    fit."""
    matcher = Matcher(session, seat)
    draft = Draft()
    while True:
        asked = way.walk(draft, unasked=True)
        if isinstance(asked, Choice):
            _check_settled(matcher, way, asked.args, given)
            return _without_blanks(way, draft)
        if isinstance(asked, Parties):
            name = asked.field.name
            if name not in given:
                return draft
            draft = Draft(_party(matcher, asked, name, given[name]))
            continue
        text = given.get(asked.field.name)
        needless = asked.field.least == 0
        if text is None and needless and (asked.field.unasked or _worded(way, draft, given)):
            # A player's own words cannot wait in a control's id: skip any field that may stay
            # empty.
            draft = Draft(draft.party, (*draft.values, ()))
            continue
        if text is None:
            _check_settled(matcher, way, asked.settled, given)
            return draft
        values = matcher.values(asked.field, asked.offers, text)
        draft = Draft(draft.party, (*draft.values, values))


def _without_blanks(way: Way, draft: Draft) -> Draft:
    """The draft of a finished choice, without empty fields at its end that nobody is asked for: a
    control's id could not hold those."""
    while draft.values and not draft.values[-1]:
        before = Draft(draft.party, draft.values[:-1])
        if not isinstance(way.walk(before), Choice):
            break
        draft = before
    return draft


def _worded(way: Way, draft: Draft, given: Mapping[str, str]) -> bool:
    """Whether the draft contains the player's own words, or will once they are added."""
    if any(field.free and field.name in given for offer in way.offers for field in offer.fields):
        return True
    known = {c for offer in way.offers for field in offer.fields for c in field.candidates}
    return any(value not in known for values in draft.values for value in values)


def _check_settled(
    matcher: Matcher, way: Way, settled: Mapping[str, Values], given: dict[str, str]
) -> None:
    """Compare what was typed with the values already settled. Raises Unknown if the two differ."""
    for name, values in settled.items():
        if name in given and given[name].casefold() not in _EVERYBODY:
            field = merged_field(name, way.offers)
            if set(matcher.values(field, way.offers, given[name])) != set(values):
                raise Unknown(given[name])


def _party(matcher: Matcher, asked: Parties, name: str, text: str) -> int:
    """The group that the text means: the one with everything it names."""
    if text.casefold() == ALL:
        raise Refused("Your nobles are not all together. Name nobles who are in one place.")
    for index, group in enumerate(asked.groups):
        try:
            matcher.values(merged_field(name, group), group, text)
        except Unknown:
            continue
        return index
    raise Unknown(text)


# Names


class Matcher:
    """Finds the candidates in a field that match a typed name."""

    def __init__(self, session: GameSession, seat: Seat | None) -> None:
        self.words = words_of(session)
        self.view = session.view(seat)
        self.names = bare_names(session)

    def label(self, field: Field, offers: Iterable[Offer], candidate: str) -> str:
        """The name of a candidate."""
        return label_of(self.words, offers, field.name, candidate, self.view, self.names)

    def told(self, field: Field, offers: Iterable[Offer], candidate: str) -> tuple[str, str]:
        """The label of a candidate, and what all of these offers say about it."""
        return told_of(self.words, offers, field.name, candidate, self.view, self.names)

    def values(self, field: Field, offers: Iterable[Offer], text: str) -> Values:
        """The candidates that a text names, with commas between the names. Raises Unknown or
        Refused."""
        if field.most > 1 and text.casefold() in _EVERYBODY:
            return field.candidates
        if field.least == 0 and text.casefold() in _NOTHING:
            return ()
        if field.free:
            return (plain_text(text),)
        offers = tuple(offers)
        if field.most == 1:
            return (self.one(field, offers, text),)
        wanted = {self.one(field, offers, part) for part in _parts(text)}
        return tuple(candidate for candidate in field.candidates if candidate in wanted)

    def one(self, field: Field, offers: tuple[Offer, ...], text: str) -> str:
        """The one candidate that a text names. Raises Unknown, or Refused if there are several."""
        if text in field.candidates:
            return text
        return one_named(text, {c: self.label(field, offers, c) for c in field.candidates})


def one_named(text: str, labels: Mapping[str, str]) -> str:
    """The one thing, among these ids and labels, that a text names. Raises Unknown, or Refused if
    there are several."""
    if text in labels:
        return text
    typed = folded(text)
    for test in (_same, _begins, _has):
        found = [c for c, label in labels.items() if test(folded(label), typed)]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(plain(labels[c]) for c in found[:6])
            raise Refused(f"“{plain(text)}” could be any of these: {names}. Which one?")
    raise Unknown(text)


def _same(label: str, typed: str) -> bool:
    return label == typed


def _begins(label: str, typed: str) -> bool:
    return label.startswith(f"{typed} ") or f" {typed} " in f"{label} "


def _has(label: str, typed: str) -> bool:
    return typed in label


def _parts(text: str) -> list[str]:
    """The names in a list; a comma right before a digit, as in a number, separates nothing."""
    return [part.strip() for part in re.split(r",(?!\d)|;|\band\b", text) if part.strip()]


def identify(session: GameSession, seat: Seat, text: str) -> str:
    """The id of anything in the game that has this name. Raises Refused if nothing has this
    name."""
    if text.isdecimal() or _is_id(session, text):
        return text
    typed = folded(text)
    found = [thing for thing, label in _known(session, seat).items() if folded(label) == typed]
    found += [str(info.number) for info in session.seats if folded(info.name) == typed]
    if not found:
        raise Refused(
            f"There is nothing called “{plain(text[:80])}” here. "
            "The suggestions show what there is."
        )
    return found[0]


def _is_id(session: GameSession, text: str) -> bool:
    return words_of(session).kind(text) != text


def _known(session: GameSession, seat: Seat) -> dict[str, str]:
    """The ids that this seat can know about, with their names."""
    words = words_of(session)
    found: dict[str, str] = {}
    for text in _texts(msgspec.to_builtins(session.view(seat))):
        label = words.kind(text)
        if label != text:
            found[text] = label
    return found


def _texts(data: Any) -> Iterable[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(key)
            yield from _texts(value)
    elif isinstance(data, list | tuple | set):
        for value in data:
            yield from _texts(value)


# Suggestions


def offered(verb: str, field: str) -> Suggest:
    """Suggestions for a field of a verb: only what is now legal for the person typing."""

    async def suggest(interaction: Interaction, current: str) -> Suggestions:
        return await suggested(interaction, verb, field, current)

    return suggest


Typed = app_commands.Command[Any, ..., None]


def typed(name: str, verb: str, about: str, /, **options: str) -> Typed:
    """A slash command for one verb, which takes a single line in the cog for its phase. ``options``
    holds the verb's fields that can be typed, each with its description. Any of the options may be
    omitted, and is then asked for.
    """

    class _Line:
        async def callback(self, interaction: Interaction, **given: str | None) -> None:
            await choose(interaction, verb, **given)

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    said = [inspect.Parameter(each, kind) for each in ("self", "interaction")]
    said += [inspect.Parameter(each, kind, default=None, annotation=str | None) for each in options]
    _Line.callback.__signature__ = inspect.Signature(said)  # type: ignore[attr-defined]
    app_commands.describe(**options)(_Line.callback)
    app_commands.autocomplete(**{each: offered(verb, each) for each in options})(_Line.callback)
    return app_commands.Command(name=name, description=about, callback=_Line.callback)


async def suggested(interaction: Interaction, verb: str, field: str, current: str) -> Suggestions:
    """The values that the person typing may now put into a field of a verb."""
    try:
        session = session_at_hand(interaction)
        seat = seat_here(interaction, session)
    except Refused:
        return []
    way = way_of(session, seat, verb)
    if way is None:
        return []
    typed = {name: str(value) for name, value in interaction.namespace if value}
    return suggestions(Matcher(session, seat), way, field, typed, current)


def suggestions(
    matcher: Matcher, way: Way, name: str, typed: dict[str, str], current: str
) -> Suggestions:
    """The values that may be put into a field, given what the other options already say."""
    fitting = _fitting(matcher, way, name, typed)
    offers = [offer for offer in fitting if any(field.name == name for field in offer.fields)]
    if not offers:
        return []
    field = merged_field(name, offers)
    if field.most > 1:
        return _list_choices(matcher, field, offers, current, len(way.parties) == 1)
    return _single_choices(matcher, field, offers, current)


def _fitting(matcher: Matcher, way: Way, name: str, typed: dict[str, str]) -> list[Offer]:
    """The offers that agree with the other options, as far as these make sense."""
    offers = list(way.offers)
    for other, text in typed.items():
        having = [o for o in offers if any(f.name == other for f in o.fields)]
        if other == name or not having:
            continue
        try:
            values = matcher.values(merged_field(other, having), having, text)
            offers = narrowed(other, values, having)
        except (Unknown, Refused, Misfit):
            continue
    return offers


def _single_choices(
    matcher: Matcher, field: Field, offers: list[Offer], current: str
) -> Suggestions:
    typed, found = folded(current), []
    ordered = matcher.words.options_order(offers[0], field, matcher.view)
    for candidate in ordered:
        label, description = matcher.told(field, offers, candidate)
        if current == candidate or typed in folded(f"{label} {description}"):
            shown = in_one_line(label, description, NAME_LIMIT)
            found.append((not folded(label).startswith(typed), shown, candidate))
    found.sort(key=lambda hit: hit[0])
    return [suggestion(shown, value) for _, shown, value in found[:SUGGESTIONS]]


def _list_choices(
    matcher: Matcher, field: Field, offers: list[Offer], current: str, together: bool
) -> Suggestions:
    *chosen, last = [part.strip() for part in re.split(r",(?!\d)|;", current)]
    kept: list[str] = []
    for text in chosen:
        try:
            kept.append(matcher.one(field, tuple(offers), text))
        except (Unknown, Refused):
            return []
    names = _told_apart(matcher, field, offers)
    found = []
    together = together and field.name not in _GOODS
    if together and not kept and len(field.candidates) > 1 and folded(last) in ALL:
        found.append(suggestion("All who can", ALL))
    for candidate in field.candidates:
        if candidate in kept or folded(last) not in folded(names[candidate]):
            continue
        listed = [*kept, candidate]
        if not any(set(listed) <= set(offer.field(field.name).candidates) for offer in offers):
            continue
        value = ", ".join(listed)
        if len(value) <= _VALUE_LIMIT:
            found.append(suggestion(newest_named([names[c] for c in listed], NAME_LIMIT), value))
    return found[:SUGGESTIONS]


def _told_apart(matcher: Matcher, field: Field, offers: list[Offer]) -> dict[str, str]:
    """The names of the candidates; if several share one, their descriptions are added."""
    told = {c: matcher.told(field, offers, c) for c in field.candidates}
    times = Counter(label for label, _ in told.values())
    return {
        c: in_one_line(label, about, NAME_LIMIT) if times[label] > 1 else label
        for c, (label, about) in told.items()
    }


def suggestion(name: str, value: str) -> app_commands.Choice[str]:
    """A suggestion, its name cut to the length that Discord allows."""
    return app_commands.Choice(name=cut(name, NAME_LIMIT), value=value)
